"""What happens when a deadline is reached, by kind."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import Literal

from bot.base import logs
from bot.host.computers import Computers
from bot.host.lobby import Lobbies
from bot.host.mailbox import Decide, Mailboxes
from bot.host.outages import Outages
from bot.match import follow, limits
from bot.match.board import Board
from bot.match.live import Live
from bot.match.refusal import Stale
from bot.workers.thinking import Thinker
from data.matches import log
from data.matches.deadlines import ASIDE, Deadline
from data.matches.hosted import MISSES_UNTIL_REPLACED, STAND_IN_LEVEL, Decision, SeatControl
from engine import KEEP, Action

BUDGET_MS = 50.0


class Expiry:
    """Serves what is due."""

    def __init__(
        self,
        mailboxes: Mailboxes,
        lobbies: Lobbies,
        computers: Computers,
        thinker: Thinker,
        outages: Outages,
    ) -> None:
        self._mailboxes = mailboxes
        self._lobbies = lobbies
        self._thinker = thinker
        self._outages = outages
        self._served: dict[str, Callable[[Deadline], Awaitable[None]]] = {
            limits.COMPUTER: lambda deadline: computers.serve(deadline.match_id),
            limits.WARNING: self._warn,
            limits.EXPIRY: self._expire,
            limits.OVERDUE: self._overdue,
            limits.LOBBY_IDLE: self._close_lobby,
            limits.ABANDONED: self._abandon,
            ASIDE: self._abandon,
            limits.PAUSE_WARNING: self._remind,
            limits.PAUSE_END: self._resume,
        }

    async def serve(self, deadline: Deadline) -> None:
        """Do what is due.

        Raises:
            Stale, Refusal: what it was about has happened.
        """
        kind = deadline.kind
        if kind not in limits.NOBODYS:
            board = await self._mailboxes.board(deadline.match_id)
            guild, due_at = board.live.row.guild_id, limits.ends_at(board.live, deadline)
            if self._outages.spares(guild, due_at):
                await self._again(board, deadline)
                return
            if not await self._outages.can_act(guild):
                return  # the clock's next look leaves the server out, as long as that lasts
        await (self._close_vote if kind.startswith(limits.VOTE) else self._served[kind])(deadline)

    async def _again(self, board: Board, deadline: Deadline) -> None:
        """What ran out while nobody could act has all its time again."""
        if board.live.hosted is None:
            await self._lobbies.wait_on(board.id, claim=deadline.id)
            return

        def decide(live: Live) -> list[log.Entry]:
            seats = [
                one.seat
                for one in board.deadlines
                if one.kind == limits.EXPIRY
                and self._outages.spares(live.row.guild_id, one.due_at)
                and live.decision(one.seat) == Decision(one.round, one.turn)
            ]
            return [log.Outage(seats=tuple(sorted(seats)))] if seats else []

        await self._commit(deadline, decide)
        logs.record("time-again", match=board.id, kind=deadline.kind)

    async def _warn(self, deadline: Deadline) -> None:
        """The time for a decision is nearly up."""
        await self._note(deadline, "warning")

    async def _overdue(self, deadline: Deadline) -> None:
        """A decision that has no time is waited for all too long."""
        await self._note(deadline, "overdue")

    async def _note(self, deadline: Deadline, change: Literal["warning", "overdue"]) -> None:
        decision = Decision(deadline.round, deadline.turn)

        def decide(live: Live) -> list[log.Entry]:
            _still_open(live, deadline.seat, decision)
            return [_entry(deadline, change)]

        await self._commit(deadline, decide)
        logs.record(change, match=deadline.match_id, seat=deadline.seat)

    async def _expire(self, deadline: Deadline) -> None:
        """The time is up: the bot keeps the orientation, or plays the easy computer's move."""
        decision = Decision(deadline.round, deadline.turn)
        live = await self._mailboxes.load(deadline.match_id)
        _still_open(live, deadline.seat, decision)
        action: Action = KEEP
        if decision.turn:
            view, seed = live.view(deadline.seat), secrets.randbits(63)
            action = await self._thinker.choose(STAND_IN_LEVEL, view, BUDGET_MS, seed)

        def decide(live: Live) -> list[log.Entry]:
            control = _still_open(live, deadline.seat, decision)
            entries: list[log.Entry] = [_entry(deadline, "expiry")]
            if control.misses + 1 >= MISSES_UNTIL_REPLACED:
                entries.append(log.Seat(seat=deadline.seat, change="take-over", by="clock"))
            entries.append(log.Action(seat=deadline.seat, text=str(action), by="stand-in"))
            return entries

        await self._commit(deadline, decide)
        logs.record("expiry", match=deadline.match_id, seat=deadline.seat)

    async def _close_vote(self, deadline: Deadline) -> None:
        """A proposal's time is up: who hasn't answered counts as absent."""
        about = deadline.kind.removeprefix(limits.VOTE)

        def decide(live: Live) -> list[log.Entry]:
            proposal = live.playing.proposal(about) if live.on else None
            if proposal is None or proposal.state != "open":
                raise Stale
            verdict = follow.verdict_on(live, proposal, late=True)
            assert verdict is not None
            return [follow.outcome(live, proposal, verdict)]

        await self._commit(deadline, decide)
        logs.record("vote-closed", match=deadline.match_id, about=about)

    async def _remind(self, deadline: Deadline) -> None:
        """An agreed pause is nearly over."""
        await self._commit(deadline, lambda live: [_while_paused(live, log.Reminder())])
        logs.record("pause-warning", match=deadline.match_id)

    async def _resume(self, deadline: Deadline) -> None:
        """An agreed pause is over."""
        entry = log.Pause(on=False, by="clock")
        await self._commit(deadline, lambda live: [_while_paused(live, entry)])
        logs.record("resume", match=deadline.match_id, by="clock")

    async def _close_lobby(self, deadline: Deadline) -> None:
        """Nothing happens in a lobby."""
        await self._lobbies.close(deadline.match_id, "idle", claim=deadline.id)

    async def _abandon(self, deadline: Deadline) -> None:
        """Nothing has happened for a month in a match that has no clock, or whose clock stands."""

        def decide(live: Live) -> list[log.Entry]:
            if live.hosted is None or live.hosted.over:
                raise Stale
            return [log.End(reason="deserted")]

        await self._commit(deadline, decide)
        logs.record("abandoned", match=deadline.match_id)

    async def _commit(self, deadline: Deadline, decide: Decide) -> None:
        await self._mailboxes.commit(deadline.match_id, deadline.cause, decide, claim=deadline.id)


def _still_open(live: Live, seat: int, decision: Decision) -> SeatControl:
    if live.hosted is None or live.hosted.paused or live.decision(seat) != decision:
        raise Stale
    control = live.hosted.seats[seat - 1]
    if control.control != "person":
        raise Stale
    return control


def _while_paused(live: Live, entry: log.Entry) -> log.Entry:
    if not live.on or live.playing.paused_by != "agreement":
        raise Stale
    return entry


def _entry(deadline: Deadline, change: Literal["warning", "expiry", "overdue"]) -> log.Clock:
    return log.Clock(seat=deadline.seat, change=change, round=deadline.round, turn=deadline.turn)
