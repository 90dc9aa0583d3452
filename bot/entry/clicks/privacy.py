"""What is kept about a person: given to them, and deleted at their wish."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import TYPE_CHECKING

from bot.base import logs
from bot.entry.clicks.press import Press
from bot.host import lobby, roster
from bot.host.upkeep import empty_log
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
    from bot.host import Host
    from bot.match.live import Live
    from bot.match.visitor import Visitor

LARGEST = 8_000_000
"""Bytes; Discord takes 10 MiB."""

NOTHING = N_("I keep nothing about you.")


async def press(host: Host, visitor: Visitor, answer: Answer, press: Press) -> None:
    """What was pressed under ``/scout privacy``."""
    if visitor.player_id is None:
        raise Refusal(NOTHING)
    match press.click.args:
        case ("export",):
            await answer.private(await export(host, visitor))
        case ("ask",):
            playing = await _seats(host, visitor.player_id)
            await answer.update(privacy_layout.question(visitor.texts, len(playing)))
        case ("keep",):
            await answer.update(privacy_layout.privacy(visitor.texts))
        case ("delete",):
            gone = await _delete(host, visitor, visitor.player_id, answer.interaction.id)
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


async def export(host: Host, visitor: Visitor) -> Layout:
    """All of it as a file."""
    assert visitor.player_id is not None
    data = await host.db.work(stored.export(visitor.player_id))
    return privacy_layout.export(visitor.texts, *await asyncio.to_thread(_file, data))


def _file(data: object) -> tuple[bytes, str]:
    """The data as a file and what it is called; packed if Discord wouldn't take it as it is."""
    plain = json.dumps(data, ensure_ascii=False, indent=1).encode()
    if len(plain) <= LARGEST:
        return plain, "scout-data.json"
    return gzip.compress(plain), "scout-data.json.gz"


async def _delete(host: Host, visitor: Visitor, player_id: int, interaction_id: int) -> bool:
    """Give every seat up, then forget the person; whether no file has a trace of them any more."""
    for live, seat in await _seats(host, player_id):
        try:
            await _leave(host, visitor, live, seat, interaction_id)
        except Refusal:
            logs.record("left-already", match=live.id, seat=seat)
    played = await host.db.work(privacy.forget(player_id))
    for match_id in played:
        host.ledger.drop(match_id)  # it still knew the name
    logs.record("person-deleted", matches=len(played))
    gone = await host.db.checkpoint()
    if not gone:
        host.spawn(empty_log(host), "empty-log")
    return gone


async def _leave(host: Host, visitor: Visitor, live: Live, seat: int, interaction_id: int) -> None:
    if live.hosted is None:
        await lobby.change(host, visitor, live.id, interaction_id, roster.leave)
    else:
        await host.endings.leave(live.id, seat, f"interaction:{interaction_id}", by="player")


async def _seats(host: Host, player_id: int) -> list[tuple[Live, int]]:
    """The seats that a person has in matches that are on, or in lobbies."""
    rows = await host.db.read(lambda conn: matches.of_player(conn, player_id))
    found = []
    for row in rows:
        live = await host.ledger.load(row.id)
        seat = live.seat_of(player_id)
        if seat and not (live.hosted and live.hosted.seats[seat - 1].control == "left"):
            found.append((live, seat))
    return found
