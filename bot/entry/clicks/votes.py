"""Votes about pausing, going on and ending, and leaving for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, get_args

from bot.entry.clicks import alone
from bot.entry.clicks.hands import show_hand, their_seat
from bot.entry.clicks.press import Press
from bot.host import voting
from bot.layouts import Layout, between, notices, proposals, votes
from bot.match import follow
from bot.match.ids import BadCustomId
from bot.match.live import Live
from bot.match.refusal import Refusal
from bot.match.scene import Scene
from bot.texts import display_names
from data.matches import log

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

SAYS = ("yes", "no", "sure")


async def vote(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Propose something, agree or disagree; or end the match as its host, asked once more."""
    args = press.click.args
    if len(args) != 2 or args[0] not in get_args(log.About) or args[1] not in SAYS:
        raise BadCustomId(press.click.custom_id)
    about, says = cast("log.About", args[0]), args[1]
    if says == "sure" and about != "end":
        raise BadCustomId(press.click.custom_id)
    live = await desk.mailboxes.load(press.match)
    seat = their_seat(live, visitor)
    if live.row.hidden:
        raise Refusal(alone.IN_A_MESSAGE, number=live.id)
    if about == "end" and says != "no" and live.on:
        if set(live.playing.people()) == {seat}:
            await answer.update(leaving(visitor, live, seat))
            return
        if voting.ends_alone(live, seat):
            await _end(desk, visitor, answer, live, seat, sure=says == "sure")
            return
    cause = f"interaction:{answer.interaction.id}"
    await voting.vote(desk.mailboxes, live.id, seat, about, yes=says != "no", cause=cause)
    said = await _noted(desk, visitor, live.id, about)
    await answer.private(notices.notice(visitor.texts, said))


async def propose(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """What can be proposed now."""
    board = await desk.mailboxes.board(press.match)
    seat = their_seat(board.live, visitor)
    if not board.live.on:
        raise Refusal(voting.NOT_ON)
    await answer.private(proposing(visitor, await desk.scenes.of(board), seat))


def proposing(visitor: Visitor, scene: Scene, seat: int) -> Layout:
    """What a player can propose now, with a link to the table."""
    live = scene.live
    # Alone at a match one doesn't propose its end, one leaves it; which is asked then.
    alone = voting.ends_alone(live, seat) or set(live.playing.people()) == {seat}
    possible = follow.possible(live)
    return proposals.proposals(visitor.texts, live.number, scene.where, possible, alone=alone)


async def _noted(desk: Desk, visitor: Visitor, match_id: int, about: log.About) -> str:
    """What came of a voice so far."""
    live = await desk.mailboxes.load(match_id)
    proposal = live.playing.proposal(about)
    waiting = follow.unanswered(live, proposal) if proposal and live.on else ()
    if proposal is None or proposal.state != "open" or not waiting:
        return visitor.texts.gettext("Noted.")
    names = display_names(visitor.texts, live.names)
    asked = visitor.texts.listed(names[seat - 1] for seat in sorted(waiting))
    return visitor.texts.gettext("Noted. Not yet answered: {names}", names=asked)


async def _end(
    desk: Desk, visitor: Visitor, answer: Answer, live: Live, seat: int, *, sure: bool
) -> None:
    if not sure:
        await answer.update(votes.end_question(visitor.texts, live.number))
        return
    await desk.endings.end(live.id, "host", f"interaction:{answer.interaction.id}", seat=seat)
    said = visitor.texts.gettext("You ended match {number}.", number=live.id)
    await answer.update(notices.notice(visitor.texts, said))


def leaving(visitor: Visitor, live: Live, seat: int) -> Layout:
    """The question whether somebody really wants to give their seat up."""
    last = set(live.playing.people()) == {seat}
    return votes.leave_question(
        visitor.texts,
        live.number,
        rated=live.counts,
        last=last,
        lost=live.playing.lost_by_leaving,
    )


async def back(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """I'm back: by that click the computer has stopped playing for them."""
    live = await desk.mailboxes.load(press.match)
    their_seat(live, visitor)
    if not answer.on_direct_message:
        await show_hand(desk, visitor, answer, live.id)
        return
    said = visitor.texts.gettext("You play yourself again.")
    scene = await desk.scenes.of(await desk.mailboxes.board(live.id))
    await answer.update(between.line(visitor.texts, said, scene.where, live.id))


async def leave(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Give the seat up for good."""
    live = await desk.mailboxes.load(press.match)
    seat = their_seat(live, visitor)
    if live.row.sealed:
        raise Refusal(alone.NOTHING_TO_LEAVE)
    await desk.endings.leave(live.id, seat, f"interaction:{answer.interaction.id}", by="player")
    said = visitor.texts.gettext("You left match {number}.", number=live.id)
    await answer.update(notices.notice(visitor.texts, said))
