"""Opening a match: what was asked for, what the server allows, and the lobby that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.entry import inviting
from bot.entry.commands.entry import in_server
from bot.entry.linking import link
from bot.host import places
from bot.host.inviting import Guest
from bot.host.opening import Opening
from bot.layouts import notices
from bot.match.refusal import Refusal
from bot.texts import N_, Count, Texts
from data.matches.models import MatchOptions
from data.people.models import GuildSettings
from engine.cards import PLAYER_COUNTS

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

NOT_HERE = N_("Matches are played in {channels} in this server.")
TOO_MANY_SEATS = N_("With you that makes {players} players, more than {seats} seats.")


async def open_match(
    desk: Desk,
    visitor: Visitor,
    answer: Answer,
    chosen: dict[str, Any],
    *,
    levels: tuple[str, ...] = (),
    invited: tuple[Guest, ...] = (),
) -> None:
    """Open a lobby, or a solo match at once, in the channel of the interaction.

    Args:
        desk: what it is made with.
        visitor: who opens it.
        answer: the command's answer.
        chosen: options of ``MatchOptions`` by name; None where nothing was chosen.
        levels: computer players that sit down at once.
        invited: people for whom a seat is held.

    Raises:
        Refusal: this can't be done here.
    """
    guild_id = in_server(visitor)
    settings = await _settings(desk, guild_id)
    channel = answer.interaction.channel
    parent = getattr(channel, "parent_id", None)
    if settings.channels and not {visitor.channel_id, parent} & set(settings.channels):
        named = visitor.texts.listed(f"<#{one}>" for one in settings.channels)
        raise Refusal(NOT_HERE, channels=named)
    lacking = places.missing_permissions(answer.interaction)
    if lacking:
        await answer.private(
            notices.missing_permissions(visitor.texts, lacking, visitor.channel_id)
        )
        return
    options = _options(settings.defaults, chosen, 1 + len(levels) + len(invited), bool(invited))
    opening = Opening(options, levels, invited)
    if opening.solo and chosen.get("pace") is None:
        # Nobody waits for anybody: there is no reason to hurry a person who plays alone.
        opening = Opening(options.model_copy(update={"pace": "untimed"}), levels)
    match_id = await desk.lobbies.open(
        visitor, desk.guild_name(guild_id), opening, answer.interaction.id
    )
    said = [await _said(desk, visitor.texts, opening, match_id)]
    if silent := await inviting.quiet(desk, visitor.texts, invited):
        said.append(silent)
    await answer.private(notices.notice(visitor.texts, "\n".join(said)))


async def _said(desk: Desk, texts: Texts, opening: Opening, match_id: int) -> str:
    url = await link(desk, match_id)
    if not opening.solo:
        return notices.opened(texts, match_id, url)
    said = texts.gettext(
        "[Match {number}]({url}) begins. Your hand comes in a direct message; My hand at the "
        "table shows it too.",
        number=match_id,
        url=url,
    )
    if opening.options.rated_alone:
        return said
    return f"{said}\n-# " + texts.gettext(
        "It is practice: unrated, with hints. `/scout play` with `rated: True` makes it count."
    )


def _options(
    defaults: MatchOptions, chosen: dict[str, Any], sitting: int, challenge: bool
) -> MatchOptions:
    values = {name: value for name, value in chosen.items() if value is not None}
    values["rated_alone"] = values.get("rated", False)
    room = values.get("seats", max(PLAYER_COUNTS))
    if sitting > room:
        raise Refusal(TOO_MANY_SEATS, players=Count(sitting), seats=Count(room))
    if "seats" not in values:
        # A challenge is for those two; computers that are asked for fill the table.
        fixed = challenge or sitting > 1
        values["seats"] = max(2, sitting) if fixed else max(defaults.seats, sitting)
    return MatchOptions.model_validate({**defaults.model_dump(), **values})


async def _settings(desk: Desk, guild_id: int) -> GuildSettings:
    guild = await desk.servers.get(guild_id)
    return guild.settings if guild else GuildSettings()
