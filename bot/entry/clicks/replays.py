"""Replays of matches that are over, their records, and whether their deals were fair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.entry.clicks import alone
from bot.entry.clicks.press import Press
from bot.host.mailbox import NOT_KEPT
from bot.host.presence import FROM_ANOTHER
from bot.layouts import base
from bot.layouts import fairness as fairness_layout
from bot.layouts import replay as replay_layout
from bot.layouts.base import Layout
from bot.layouts.history import seat_names
from bot.layouts.replay import ReplayContext
from bot.match import ids
from bot.match.refusal import Refusal
from bot.match.replaying import Replay
from bot.pictures import Style
from bot.pictures.replay import replay_picture
from bot.texts import N_
from data.daily import attempts
from data.matches import log, matches
from data.matches.models import StoredMatch

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.layouts.sharing import Sharing
    from bot.match.visitor import Visitor

NOT_HERE = N_("There is no match {number} in this server that is over.")
NOTHING = N_("Match {number} ended before anything was dealt.")


async def open_replay(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """The replay of the match that was chosen from a list."""
    (chosen,) = press.values if len(press.values) == 1 else ("",)
    await answer.private(await replay_page(desk, visitor, ids.read_word(chosen), 0))


async def move(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Another step of a replay, in place; from a match's result, which is everybody's, anew."""
    at = replay_layout.step_of(press.click, press.values)
    advised = replay_layout.advised(press.click)
    layout = await replay_page(desk, visitor, press.match, at, advised=advised)
    if answer.on_public_message:
        await answer.private(layout)
    else:
        await answer.update(layout)


async def record(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """The record of a match that is over, as a file."""
    row, found = await finished(desk, visitor, press.match)
    said = visitor.texts.gettext("The record of match {number}", number=row.id)
    item, file = base.attached(found.record.encode(), f"scout-{row.id}.txt")
    await answer.private(base.layout([base.text(said), item], tone=base.Tone.PLAIN, files=[file]))


async def fairness(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """What is proved about the deals; once the match is over, whether they were fair."""

    def look(conn: Connection) -> StoredMatch:
        row = matches.get(conn, press.match)
        if row is None or not _may_see(conn, visitor, row):
            raise Refusal(NOT_KEPT)
        return row

    row, fair = await desk.db.read(look), None
    if row.finish_order is not None and not row.sealed:
        row, found = await finished(desk, visitor, press.match)
        fair = found.fair
    await answer.private(fairness_layout.fairness(visitor.texts, row, fair=fair))


def _may_see(conn: Connection, visitor: Visitor, row: StoredMatch) -> bool:
    """Whether a match is the visitor's business; an attempt on whose boards it stands, too."""
    if visitor.may_see(row):
        return True
    elsewhere = row.deal_id is not None and not row.hidden and visitor.guild_id is not None
    return elsewhere and attempts.on_board(conn, row.id, visitor.guild_id or 0)


async def replay_page(
    desk: Desk,
    visitor: Visitor,
    match_id: int,
    at: int,
    *,
    advised: bool = False,
    sharing: Sharing | None = None,
) -> Layout:
    """A step of a replay; one beyond the last is the last.

    Args:
        desk: what it is made with.
        visitor: who looks.
        match_id: a match that is over.
        at: which step, from 0.
        advised: whether they want to know what expert would have played.
        sharing: how far it is shown; without it it is the visitor's own, who may share it.

    Raises:
        Refusal: there is no such match here, or nothing of it to show.
    """
    row, found = await finished(desk, visitor, match_id)
    if not found.steps:
        raise Refusal(NOTHING, number=match_id)
    at = min(at, len(found.steps) - 1)
    picture = None
    if not visitor.preferences.text_only:
        style = Style(visitor.preferences.high_contrast, visitor.texts.locale)
        moment = found.steps[at].match
        picture = await desk.kit.studio.draw(replay_picture, moment, seat_names(row), style)
    advice = await desk.advices.of(match_id, at, found.steps[at]) if advised else None
    return replay_layout.replay(
        ReplayContext(
            visitor.texts,
            row,
            found.steps,
            at,
            found.fair,
            picture,
            advised=advised,
            advice=advice,
            played=visitor.player_id is not None and row.seat_of(visitor.player_id) is not None,
            sharing=sharing or await desk.sharing(visitor, row),
        )
    )


async def finished(desk: Desk, visitor: Visitor, match_id: int) -> tuple[StoredMatch, Replay]:
    """A match that is over, with its replay, for somebody who may see it.

    Raises:
        Refusal: there is none.
    """
    row, entries = await over(desk, visitor, match_id)
    return row, await desk.kit.replays.of(row, entries)


async def over(
    desk: Desk, visitor: Visitor, match_id: int, *, sealed: bool = False
) -> tuple[StoredMatch, tuple[log.Logged, ...]]:
    """A match that is over, with its log, for somebody who may see it.

    That is everybody in its server (of an attempt at a deal: where it stands on the board), and who
    played it, wherever they ask. With ``sealed`` an attempt is given whose deal others may still
    play: the caller tells its own person alone, and no more than that seat has seen.

    Raises:
        Refusal: there is none, or it is another one than the clicked button's; or others may still
            play the deal that it is an attempt at.
    """

    def look(conn: Connection) -> tuple[StoredMatch, tuple[log.Logged, ...]]:
        row = matches.get(conn, match_id)
        if row is None or row.finish_order is None or not _may_see(conn, visitor, row):
            raise Refusal(NOT_HERE, number=match_id)
        if not ids.meant(match_id, row):
            raise Refusal(FROM_ANOTHER)
        if row.sealed and not sealed:
            raise alone.sealed(row.start_id)
        return row, log.load(conn, match_id)

    return await desk.db.read(look)
