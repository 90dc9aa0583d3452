"""The people at the tables: what they see of the pocket Discord, and that they act."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from bot.match import ids
from bot.sandbox.actions import Actions
from bot.sandbox.interactions import DEFER, DEFER_UPDATE
from bot.sandbox.limits.components import BUTTON, walk
from bot.sandbox.model import DM_CHANNEL, Json, Message
from bot.sandbox.world import Audience
from tests.benchmarks.tables.measures import Counts
from tests.benchmarks.tables.stage import Stage

MOST_CLICKS = 12
"""An action takes fewer; who has clicked so often wanders about."""

BETWEEN_CLICKS_S = 0.7
"""About how long somebody looks before the next click of the same action."""

PATIENCE_S = 60.0
"""So long a promised answer is waited for."""

PREFERRED = ((ids.Verb.SHOW, ids.Verb.THEN_SHOW), (ids.Verb.GAP,))
"""What is done if it can be: a Show, so that the match moves on; then what ends an action."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A direct message that asks for something, and the controls with which it can be done."""

    message: int
    match: int
    decision: ids.Decision
    controls: tuple[tuple[ids.Click, Json], ...]


@dataclass(eq=False, slots=True)
class Seat:
    """A person at their table.

    ``changed`` is when their hand's message last became another, ``acted`` when that showed what
    they had done.
    """

    actions: Actions
    hand: Hand | None = None
    busy: bool = False
    changed: float = 0.0
    acted: float = 0.0
    change: asyncio.Event = field(default_factory=asyncio.Event)


class Crowd:
    """All people. ``counts`` may be replaced at any time: what follows is counted anew."""

    def __init__(self, there: Stage, people: Iterable[int], rng: Random) -> None:
        self.stage, self.world = there, there.sandbox.world
        self.counts = Counts()
        self.rng = rng
        self.seats = {one: Seat(there.acting(one)) for one in people}
        self.last_message = time.perf_counter()
        self._acted: dict[tuple[int, int], tuple[int, float]] = {}
        self._posted: dict[int, ids.Decision] = {}
        self._unseen: dict[int, list[float]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.world.listen(self._hear)

    # -- seeing ---------------------------------------------------------------------------------

    def _hear(self, event: str, data: Json, _audience: Audience) -> None:
        if event == "message":
            message = self.world.messages[data["id"]]
            if message.author_id == self.world.bot.id:
                self._see(message)
        elif event == "message_gone":
            for seat in self.seats.values():
                if seat.hand is not None and seat.hand.message == int(data["id"]):
                    seat.hand = None

    def _see(self, message: Message) -> None:
        self.last_message = now = time.perf_counter()
        channel = self.world.channels[message.channel_id]
        if channel.type != DM_CHANNEL:
            if message.visible_to is None:
                self._see_table(message, now)
            return
        seat = self.seats[channel.recipients[0]]
        before, hand = seat.hand, hand_of(message)
        if hand is not None and (before is None or hand.message >= before.message):
            seat.hand = hand
            if before is None or hand.message > before.message:
                self._see_hand(seat, hand, now)
        elif hand is None and before is not None and before.message == message.id:
            seat.hand = None
        if before is not None and before.message == message.id:
            seat.changed = now
            seat.change.set()

    def _see_hand(self, seat: Seat, hand: Hand, now: float) -> None:
        """A new hand: it follows an action of the same round, or the last of the one before."""
        asked = hand.decision
        if seat.acted:
            self.counts.again.append(now - seat.acted)
        self._posted[hand.match] = asked
        if asked.turn == 1 and self._keeping(hand.match, asked.round):
            return  # it was quicker than the answer to the last Keep or Flip, see `_done`
        turn, since = self._acted.get((hand.match, asked.round - (asked.turn == 0)), (-1, 0.0))
        if since and (asked.turn == 0 or turn == asked.turn - 1):
            self.counts.hands.append(now - since)

    def _keeping(self, match: int, round_: int) -> bool:
        """Whether somebody's message still asks to keep or flip."""
        asked = (match, ids.Decision(round_, 0))
        hands = (seat.hand for seat in self.seats.values())
        return any(hand is not None and (hand.match, hand.decision) == asked for hand in hands)

    def _see_table(self, message: Message, now: float) -> None:
        """A table, posted or changed: it shows what was done before."""
        for click, _ in _clicks(message):
            if click.verb is ids.Verb.HAND and click.match is not None:
                unseen = self._unseen.pop(click.match, ())
                self.counts.tables += [now - one for one in unseen]

    @property
    def unseen(self) -> int:
        """How many actions no table shows yet."""
        return sum(map(len, self._unseen.values()))

    @property
    def asked(self) -> list[Seat]:
        """Who could act now."""
        return [one for one in self.seats.values() if one.hand is not None and not one.busy]

    # -- acting ---------------------------------------------------------------------------------

    async def play(self, rate: float | None, pause: float) -> None:
        """Let somebody act again and again, for ever.

        Args:
            rate: actions a second, all together. Each person's pause is exponential then, with a
                mean that makes the rate come out: whoever is asked is as likely to be the next.
            pause: without a rate, a person's mean pause in seconds.
        """
        due = time.perf_counter()
        while True:
            hurry = rate or len(self.asked) / pause
            due += self.rng.expovariate(hurry) if hurry else 0.1
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not hurry:
                continue
            asked = self.asked
            if not asked:
                self.counts.idle += 1
                continue
            task = asyncio.create_task(self._act(self.rng.choice(asked)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def finish(self, seconds: float) -> None:
        """Let those who act come to an end, for so long at the most.

        Raises:
            Exception: what one of them failed with.
        """
        if self._tasks:
            done, _ = await asyncio.wait(self._tasks, timeout=seconds)
            for task in done:
                task.result()
        for task in self._tasks:
            task.cancel()

    async def _act(self, seat: Seat) -> None:
        """Decide what is asked, in as many clicks as it takes."""
        seat.busy = True
        try:
            for _ in range(MOST_CLICKS):
                hand = seat.hand
                if hand is None or not await self._click(seat, hand):
                    return
                await asyncio.sleep(self.rng.expovariate(1 / BETWEEN_CLICKS_S))
        finally:
            seat.busy = False

    async def _click(self, seat: Seat, hand: Hand) -> bool:
        """One click; whether another must follow."""
        click, control = self._choose(hand)
        seat.change.clear()
        began = time.perf_counter()
        self.counts.interactions += 1
        told = await self.stage.ask(lambda nonce: self._use(seat, hand, control, nonce))
        if told["state"] == "failed":
            self.counts.unanswered += 1
            return False
        self.counts.answers.append(told["took"])
        if told["answer"] in {DEFER, DEFER_UPDATE}:
            self.counts.deferred += 1
            try:
                await asyncio.wait_for(seat.change.wait(), PATIENCE_S)
            except TimeoutError:
                self.counts.unanswered += 1
                return False
        if not seat.change.is_set():
            self.counts.refused += 1
            return False
        if seat.hand is not None and seat.hand.decision == hand.decision:
            return True
        seat.acted = seat.changed
        self._done(hand, click, began, seat.changed)
        return False

    def _use(self, seat: Seat, hand: Hand, control: Json, nonce: str) -> None:
        if control["type"] == BUTTON:
            seat.actions.click(hand.message, control["custom_id"], nonce)
        else:
            value = self.rng.choice(control["options"])["value"]
            seat.actions.choose(hand.message, control["custom_id"], [value], nonce)

    def _choose(self, hand: Hand) -> tuple[ids.Click, Json]:
        for verbs in PREFERRED:
            preferred = [one for one in hand.controls if one[0].verb in verbs]
            if preferred:
                return self.rng.choice(preferred)
        return self.rng.choice(hand.controls)

    def _done(self, hand: Hand, click: ids.Click, began: float, shown: float) -> None:
        round_, turn = hand.decision.round, hand.decision.turn
        self.counts.actions[click.verb.value] += 1
        self.counts.shown.append(shown - began)
        self._acted[hand.match, round_] = (turn, shown)
        self._unseen.setdefault(hand.match, []).append(shown)
        if self._posted.get(hand.match) == ids.Decision(round_, turn + 1):
            self.counts.hands.append(0.0)  # the next hand was quicker than the answer


def hand_of(message: Message) -> Hand | None:
    """The hand that a direct message is, if it asks for something."""
    found = [
        (click, control)
        for click, control in _clicks(message)
        if click.decision and click.verb is not ids.Verb.HINT
    ]
    if not found:
        return None
    first = found[0][0]
    assert first.match is not None
    assert first.decision is not None
    return Hand(message.id, first.match, first.decision, tuple(found))


def _clicks(message: Message) -> Iterator[tuple[ids.Click, Json]]:
    """Every control that can be used, with what it says."""
    for _, control in walk(message.components):
        if control.get("custom_id") and not control.get("disabled"):
            yield ids.parse(control["custom_id"]), control
