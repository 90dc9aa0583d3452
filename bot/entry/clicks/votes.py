"""Votes about pausing, going on and ending, and leaving for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from bot.entry.clicks.hands import their_seat
from bot.entry.clicks.press import Press
from bot.host import voting
from bot.layouts import notices
from bot.match.ids import BadCustomId

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

About = Literal["pause", "resume", "end"]


async def vote(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Agree or disagree with a proposal."""
    args = press.click.args
    if len(args) != 2 or args[0] not in ("pause", "resume", "end") or args[1] not in ("yes", "no"):
        raise BadCustomId(press.click.custom_id)
    live = await desk.mailboxes.load(press.match)
    seat = their_seat(live, visitor)
    await voting.vote(
        desk.mailboxes,
        live.id,
        seat,
        cast("About", args[0]),
        yes=args[1] == "yes",
        cause=f"interaction:{answer.interaction.id}",
    )
    said = visitor.texts.gettext("Noted.")
    await answer.private(notices.notice(visitor.texts, said))


async def leave(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Give the seat up for good."""
    live = await desk.mailboxes.load(press.match)
    seat = their_seat(live, visitor)
    await desk.endings.leave(live.id, seat, f"interaction:{answer.interaction.id}", by="player")
    said = visitor.texts.gettext("You left match {number}.", number=live.id)
    await answer.update(notices.notice(visitor.texts, said))
