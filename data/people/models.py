"""What stands in the rows of people and servers: preferences and settings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from data.matches.models import MatchOptions, Stored


class GuildSettings(Stored):
    """A server's settings; channels and roles by Discord id.

    Attributes:
        channels: where matches may be played; empty for everywhere.
        threads: whether a match gets a thread of its own where the bot may open one.
        locale: the language of public texts; None for the server's own.
        lobby_role: a role to mention when a lobby opens; None for none.
        sharing: whether people may show everybody in a channel what they look at.
        max_matches: how many matches may be on at once.
        defaults: the options a new lobby starts with.
        daily_channel: where each daily deal is told; None for nowhere.
        results_channel: where results are told; None for nowhere.
        results_since: when that was chosen (UTC milliseconds); what was before isn't told.
        results_matches: whether a line for each rated match is among them.
        results_digest: whether a digest of each week is.
        results_champions: whether each month's champions are.
    """

    channels: tuple[int, ...] = ()
    threads: bool = True
    locale: str | None = None
    lobby_role: int | None = None
    sharing: bool = True
    max_matches: Annotated[int, Field(ge=1, le=1000)] = 20
    defaults: MatchOptions = MatchOptions()
    daily_channel: int | None = None
    results_channel: int | None = None
    results_since: int | None = None
    results_matches: bool = True
    results_digest: bool = True
    results_champions: bool = True

    @property
    def told(self) -> bool:
        """Whether the bot tells something there on its own account."""
        return self.daily_channel is not None or self.results_channel is not None


class Preferences(Stored):
    """A person's preferences.

    Attributes:
        locale: their language; None for their client's or the server's.
        pings: how they are told that it is their turn.
        challenges: whether others may invite them to a lobby.
        confirm: whether each action is asked back.
        high_contrast: pictures in high contrast.
        text_only: text instead of pictures.
        seen_locale: not chosen: their client's language when they last sat down, for what the bot
            tells them on its own account.
    """

    locale: str | None = None
    seen_locale: str | None = None
    pings: Literal["dm", "channel", "none"] = "dm"
    challenges: bool = True
    confirm: bool = False
    high_contrast: bool = False
    text_only: bool = False
