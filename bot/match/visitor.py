"""Who clicks or types, as everything behind the way in knows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.texts import Texts
from data.people.models import Preferences

if TYPE_CHECKING:
    from data.matches.models import StoredMatch
    from data.people.players import Player


@dataclass(frozen=True, slots=True)
class Visitor:
    """The person behind an interaction.

    Attributes:
        discord_id: Discord's id.
        name: as they are called where they clicked.
        player: our row; None for someone who never played.
        texts: their language: their preference, else their client's.
        locale: their client's language.
        guild_id: the server; None in a direct message.
        channel_id: where they clicked or typed.
        moderator: whether they may manage that server.
    """

    discord_id: int
    name: str
    player: Player | None
    texts: Texts
    locale: str
    guild_id: int | None
    channel_id: int
    moderator: bool

    @property
    def player_id(self) -> int | None:
        """Our key for them, if they have one."""
        return self.player.id if self.player else None

    @property
    def preferences(self) -> Preferences:
        """What they prefer; the usual for someone who never played."""
        return self.player.preferences if self.player else Preferences()

    def may_see(self, row: StoredMatch) -> bool:
        """Whether a match is their business: everybody's in its server, and its players' anywhere.

        A hidden one is nobody else's.

        Hands are a player's alone, whoever may see the match.
        """
        plays = self.player_id is not None and row.seat_of(self.player_id) is not None
        return plays or (row.guild_id == self.guild_id and not row.hidden)
