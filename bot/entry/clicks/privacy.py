"""What is kept about a person: given to them, and deleted at their wish."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import TYPE_CHECKING

from bot.base import logs
from bot.entry.clicks.press import Press
from bot.host import roster
from bot.layouts import notices
from bot.layouts import privacy as privacy_layout
from bot.layouts.base import Layout
from bot.match.ids import BadCustomId
from bot.match.refusal import Refusal
from bot.texts import N_
from data.matches import matches
from data.people import export as stored
from data.people import privacy

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.live import Live
    from bot.match.visitor import Visitor

LARGEST = 8_000_000
"""Bytes; Discord takes 10 MiB."""

NOTHING = N_("I keep nothing about you.")


async def press(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """What was pressed under ``/scout privacy``."""
    if visitor.player_id is None:
        raise Refusal(NOTHING)
    match press.click.args:
        case ("export",):
            await answer.private(await export(desk, visitor))
        case ("ask",):
            playing = await _seats(desk, visitor.player_id)
            await answer.update(privacy_layout.question(visitor.texts, len(playing)))
        case ("keep",):
            await answer.update(privacy_layout.privacy(visitor.texts))
        case ("delete",):
            gone = await _delete(desk, visitor, visitor.player_id, answer.interaction.id)
            said = visitor.texts.gettext("It is deleted. Come back whenever you like.")
            if not gone:
                said += "\n" + visitor.texts.gettext(
                    "The database is being copied just now; the last traces in its files go as "
                    "soon as that is done."
                )
            await answer.update(notices.notice(visitor.texts, said))
        case _:
            raise BadCustomId(press.click.custom_id)


def opening(visitor: Visitor) -> Layout:
    """What is kept, with the buttons.

    Raises:
        Refusal: nothing is.
    """
    if visitor.player_id is None:
        raise Refusal(NOTHING)
    return privacy_layout.privacy(visitor.texts)


async def export(desk: Desk, visitor: Visitor) -> Layout:
    """All of it as a file."""
    assert visitor.player_id is not None
    data = await desk.db.work(stored.export(visitor.player_id))
    return privacy_layout.export(visitor.texts, *await asyncio.to_thread(_file, data))


def _file(data: object) -> tuple[bytes, str]:
    """The data as a file and what it is called; packed if Discord wouldn't take it as it is."""
    plain = json.dumps(data, ensure_ascii=False, indent=1).encode()
    if len(plain) <= LARGEST:
        return plain, "scout-data.json"
    return gzip.compress(plain), "scout-data.json.gz"


async def _delete(desk: Desk, visitor: Visitor, player_id: int, interaction_id: int) -> bool:
    """Give every seat up, then forget the person; whether no file has a trace of them any more."""
    for live, seat in await _seats(desk, player_id):
        try:
            await _leave(desk, visitor, live, seat, interaction_id)
        except Refusal:
            logs.record("left-already", match=live.id, seat=seat)
    played = await desk.db.work(privacy.forget(player_id))
    desk.people.changed(player_id, visitor.discord_id)
    for match_id in played:
        desk.mailboxes.drop(match_id)  # it still knew the name
    logs.record("person-deleted", matches=len(played))
    return await desk.upkeep.empty_log_soon()


async def _leave(desk: Desk, visitor: Visitor, live: Live, seat: int, interaction_id: int) -> None:
    if live.hosted is None:
        await desk.lobbies.change(visitor, live.id, interaction_id, roster.leave)
    else:
        await desk.endings.leave(live.id, seat, f"interaction:{interaction_id}", by="player")


async def _seats(desk: Desk, player_id: int) -> list[tuple[Live, int]]:
    """The seats that a person has in matches that are on, or in lobbies."""
    rows = await desk.db.read(lambda conn: matches.of_player(conn, player_id))
    found = []
    for row in rows:
        live = await desk.mailboxes.load(row.id)
        seat = live.seat_of(player_id)
        if seat and not (live.hosted and live.hosted.seats[seat - 1].control == "left"):
            found.append((live, seat))
    return found
