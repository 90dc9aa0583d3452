"""Clicks on a hand: open it, choose step by step, act."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from bot import render
from bot.entry.clicks import alone
from bot.entry.clicks.press import Press
from bot.host import play, presence
from bot.layouts import Layout, between, notices, pings
from bot.layouts.hand import assist_question
from bot.layouts.shows import Controls
from bot.match import recount
from bot.match.board import Board, ClickedHand
from bot.match.ids import BadCustomId
from bot.match.live import Live
from bot.match.refusal import Refusal, Stale
from bot.match.steps import Step, next_step
from bot.texts import N_, display_names
from bot.texts.rule_errors import rule_error
from data.matches.hosted import Decision
from engine import Action, Orient, RuleError, Scout, ScoutAndShow, Show

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.scene import Scene
    from bot.match.visitor import Visitor

NOT_YOURS = N_("You don't play in this match; these buttons are somebody else's.")
LEFT = N_("You gave up your seat in this match; the computer plays it now.")
RATED = N_("This match is rated, so there are no hints in it. In an unrated one I gladly help.")
NOTHING_TO_HINT = N_(
    "There is nothing for you to decide at the moment, so there is no hint either."
)
TOO_BUSY = N_("Too many computers are thinking just now. Please ask again in a moment.")
HINT_MS = 300.0


async def open_hand(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """My hand: the visitor's hand with its controls, to them alone."""
    await show_hand(desk, visitor, answer, press.match)


async def show_hand(desk: Desk, visitor: Visitor, answer: Answer, match_id: int) -> None:
    """Answer with the visitor's hand in a match; who was away is back by asking for it."""
    board = await desk.at_turn(match_id)
    seat = their_seat(board.live, visitor)
    board = await presence.back(desk.db, desk.mailboxes, board, seat, answer.interaction.id)
    await _answer_hand(desk, visitor, answer, board, seat, notice=_closed_dm(visitor))


async def back(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Back to the hand's first step, in place."""
    if await _closed(desk, visitor, answer, press):
        return
    board = await desk.at_turn(press.match)
    seat = their_seat(board.live, visitor)
    await _answer_hand(desk, visitor, answer, board, seat, in_place=True)


async def _closed(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> bool:
    """Whether a newer hand was opened since the clicked one, which is closed now if it wasn't."""
    message = answer.interaction.message
    if message is None or not desk.publisher.windows.superseded(press.match, message.id):
        return False
    await answer.update(between.closed_hand(visitor.texts))
    return True


async def step(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """One step of a choice: shows the next one, or acts."""
    if await _closed(desk, visitor, answer, press):
        return
    board = await desk.at_turn(press.match)
    seat = their_seat(board.live, visitor)
    alone.check_open(board.live)
    decision = press.click.decision
    if decision is None:
        raise BadCustomId(press.click.custom_id)
    wanted = Decision(decision.round, decision.turn)
    if board.live.decision(seat) != wanted:
        await _moved_on(desk, visitor, answer, board, seat)
        return
    confirm = visitor.player is not None and visitor.player.preferences.confirm
    chosen = next_step(board.live.view(seat), press.click, press.values, confirm=confirm)
    if isinstance(chosen, Orient | Show | Scout | ScoutAndShow):
        await act(desk, visitor, answer, board, seat, wanted, chosen)
    else:
        await _answer_hand(desk, visitor, answer, board, seat, in_place=True, step=chosen)


async def act(
    desk: Desk,
    visitor: Visitor,
    answer: Answer,
    board: Board,
    seat: int,
    decision: Decision,
    action: Action,
) -> None:
    """Write the action and answer with what was done."""
    message = answer.interaction.message
    if message is not None:
        desk.publisher.hold(message.id, board.id)
    try:
        cause = f"interaction:{answer.interaction.id}"
        try:
            done = await play.act(
                desk.mailboxes,
                board.id,
                seat,
                decision,
                action,
                cause=cause,
                clicked=_hand_of(visitor, answer, seat, decision),
            )
        except Stale:
            board = await desk.mailboxes.board(board.id)
            await _moved_on(desk, visitor, answer, board, seat)
            return
        except RuleError as error:
            names = display_names(visitor.texts, board.live.names)
            raise Refusal(rule_error(visitor.texts, error, names)) from error
        words = _done(visitor, done.after.live, seat, decision)
        if answer.on_direct_message:
            await answer.update(await _put_down(desk, visitor, done.after, seat, decision, words))
        else:
            await _answer_hand(desk, visitor, answer, done.after, seat, in_place=True, notice=words)
    finally:
        if message is not None:
            desk.publisher.release(message.id, await desk.mailboxes.board(board.id))


def _hand_of(visitor: Visitor, answer: Answer, seat: int, decision: Decision) -> ClickedHand | None:
    """The hand sent directly on which somebody decided; None if it was shown in an answer."""
    message, player = answer.interaction.message, visitor.player
    if message is None or player is None or not answer.on_direct_message:
        return None
    return ClickedHand(message.id, message.channel.id, player.id, seat, decision)


def _done(visitor: Visitor, live: Live, seat: int, decision: Decision) -> str:
    """What the visitor has just done, in words."""
    done = recount.deed(live, seat, decision)
    assert done is not None  # it was written just now
    return recount.deed_line(visitor.texts, done)


async def _put_down(
    desk: Desk, visitor: Visitor, board: Board, seat: int, decision: Decision, words: str
) -> Layout:
    """What a hand sent directly becomes by acting."""
    scene, texts = await desk.scenes.of(board), visitor.texts
    if board.live.rests(seat):
        return await render.resting_layout(
            desk.kit, scene, seat, decision, words, texts, clicked=True
        )
    return render.closed_layout(scene, decision, words, texts)


async def hint(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """What a strong player would do, in an unrated match."""
    if await _closed(desk, visitor, answer, press):
        return
    board = await desk.at_turn(press.match)
    seat = their_seat(board.live, visitor)
    if press.click.decision is None:
        raise BadCustomId(press.click.custom_id)
    if board.live.decision(seat) != press.click.decision:
        await _moved_on(desk, visitor, answer, board, seat)
        return
    if alone.can_be_assisted(board.live):
        if press.click.args != ("yes",):
            await answer.update(_assist_question(visitor, board.live, seat))
            return
        board = await play.assist(desk.mailboxes, board.id, seat, answer.interaction.id)
    proposed = await _proposed(desk, board.live, seat)
    await _answer_hand(desk, visitor, answer, board, seat, in_place=True, hint=proposed)


async def show_hint(desk: Desk, visitor: Visitor, answer: Answer, match_id: int) -> None:
    """Answer with the visitor's hand and a hint; who was away is back by asking for it."""
    board = await desk.at_turn(match_id)
    seat = their_seat(board.live, visitor)
    alone.check_unsealed(board.live)
    if alone.can_be_assisted(board.live) and board.live.decision(seat) is not None:
        await answer.private(_assist_question(visitor, board.live, seat))
        return
    if board.live.counts:
        raise Refusal(RATED)
    board = await presence.back(desk.db, desk.mailboxes, board, seat, answer.interaction.id)
    if board.live.decision(seat) is None:
        raise Refusal(NOTHING_TO_HINT)
    proposed = await _proposed(desk, board.live, seat)
    await _answer_hand(desk, visitor, answer, board, seat, hint=proposed)


def _assist_question(visitor: Visitor, live: Live, seat: int) -> Layout:
    decision = live.decision(seat)
    assert decision is not None
    return assist_question(Controls(visitor.texts, live.view(seat), live.number, decision))


async def _proposed(desk: Desk, live: Live, seat: int) -> Action:
    """What a strong player would do in the seat's place, by what the seat can see.

    Raises:
        Refusal: it is a rated match, or too many others are thinking.
    """
    alone.check_unsealed(live)
    if live.counts:
        raise Refusal(RATED)
    proposed = await desk.thinker.advise(live.view(seat), HINT_MS, secrets.randbits(63))
    if proposed is None:
        raise Refusal(TOO_BUSY)
    return proposed


def their_seat(live: Live, visitor: Visitor) -> int:
    """The visitor's seat.

    Raises:
        Refusal: they have none, gave it up, or the match hasn't begun.
    """
    seat = live.seat_of(visitor.player_id)
    if seat is None:
        raise Refusal(NOT_YOURS)
    if live.hosted is None:
        raise Refusal(play.NOT_STARTED)
    if live.hosted.seats[seat - 1].control == "left":
        raise Refusal(LEFT)
    return seat


async def _moved_on(desk: Desk, visitor: Visitor, answer: Answer, board: Board, seat: int) -> None:
    said = notices.stale(visitor.texts)
    await _answer_hand(desk, visitor, answer, board, seat, notice=said)


async def _answer_hand(  # noqa: PLR0913  (each says one thing about the same answer)
    desk: Desk,
    visitor: Visitor,
    answer: Answer,
    board: Board,
    seat: int,
    *,
    in_place: bool = False,
    step: Step | None = None,
    notice: str | None = None,
    hint: Action | None = None,
) -> None:
    if board.live.row.hidden:
        await alone.show(desk, visitor, answer, board, step=step, notice=notice, hint=hint)
        return
    scene = await desk.scenes.of(board)
    layout = await render.hand_layout(
        desk.kit, scene, seat, visitor.texts, step=step, notice=notice, hint=hint, clicked=True
    )
    if in_place and answer.on_component and not answer.on_public_message:
        await answer.update(layout)
    else:
        await answer.private(layout)
    await opened(desk, visitor, answer, scene, seat)


async def opened(desk: Desk, visitor: Visitor, answer: Answer, scene: Scene, seat: int) -> None:
    """The answer shows a hand to the visitor alone: it is kept fresh, and closes the one before.

    A hand that was sent directly isn't: the lanes bring it up to date.
    """
    clicked = answer.interaction.message if answer.on_direct_message else None
    if answer.sheet is not None and (clicked is None or clicked.id != answer.sheet.message_id):
        await desk.publisher.windows.opened(scene, seat, answer.sheet, visitor.texts)


def _closed_dm(visitor: Visitor) -> str | None:
    player = visitor.player
    if player is None or player.dm_blocked_at is None or player.preferences.pings != "dm":
        return None
    return pings.closed_dm(visitor.texts)
