"""Where no call goes: places that refuse, and Discord as a whole while it fails."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from bot.base import logs
from bot.publish.breaker import Breaker, Wake
from bot.publish.budget import Urgency
from bot.publish.known import REFUSALS, Known
from bot.publish.place import Place
from bot.publish.refusals import About, Closes, Meaning, Undelivered

PROBE_PLACE_S = 600.0

SLOW_S = 1.0
"""A call without an answer for so long is held back (by Discord, or by discord.py for it) rather
than about to be refused: others go past it."""

FAILURES_IN_A_ROW = 5
"""So many make Discord as a whole fail, unless they are all of one place: then that one fails."""

PROBE_DISCORD_S = (5.0, 60.0)
"""The first pause until a probe, doubled by each that fails, and the longest."""

GONE_S = 300.0
"""Two answers that a place is gone are as good as the gateway's word if so many seconds apart."""

PLACES = 10_000
"""Places remembered at most."""


@dataclass(slots=True)
class Passage:
    """One call that was let by; ``Breakers`` must be told how it ended, once."""

    known: Known | None
    urgency: Urgency
    probes_place: bool
    probes_discord: bool
    fresh: asyncio.TimerHandle | None = None


class Breakers:
    """All breakers of the bot. They are kept in memory: a restart tries everything anew."""

    def __init__(self, available: Callable[[int], bool]) -> None:
        """``available`` says whether Discord has a server (by id) up and running."""
        self._available = available
        self._known: OrderedDict[int, Known] = OrderedDict()
        self._inside: defaultdict[int, set[int]] = defaultdict(set)
        self._discord = Breaker()
        self._failed: list[int | None] = []
        self._pause_s = PROBE_DISCORD_S[0]

    # What is closed

    def held(self, place: Place | None) -> Meaning | None:
        """Why a call to a place would be held now; None if it would be made."""
        known = self._known.get(place.id) if place else None
        if known is not None and known.breaker.holds:
            return known.why
        return Meaning.DISCORD_DOWN if self._discord.holds else None

    def check(self, place: Place | None) -> None:
        """Go on if a call to a place would be made now.

        Raises:
            Undelivered: it would be held.
        """
        if why := self.held(place):
            raise Undelivered(why, held=True, place=place)

    def closed(self, place: Place) -> bool:
        """Whether a place has refused and nothing has been delivered there since."""
        known = self._known.get(place.id)
        return known is not None and not known.breaker.is_open

    @property
    def closed_places(self) -> int:
        """How many places are closed."""
        return sum(not known.breaker.is_open for known in self._known.values())

    @property
    def discord_closed(self) -> bool:
        """Whether Discord as a whole fails."""
        return not self._discord.is_open

    # Who waits, and what opens

    def wake(self, key: Hashable, place: Place | None, urgency: Urgency, wake: Wake) -> None:
        """Call ``wake`` once, when what holds calls to this place may let one by.

        If nothing holds them it is called soon. Nothing is promised to who is woken: they try,
        and if they are held again, they wait again. The last ``wake`` of a key counts.
        """
        known = self._known.get(place.id) if place else None
        breaker = known.breaker if known and known.breaker.holds else self._discord
        breaker.hold(key, urgency, wake)

    def forget(self, key: Hashable, place: Place | None) -> None:
        """Nobody waits under this key, for this place or for Discord, any more."""
        self._discord.forget(key)
        if place is not None and place.id in self._known:
            self._known[place.id].breaker.forget(key)

    def reopen(self, changed: int) -> None:
        """Something changed that may open places: one call is let by to each.

        Args:
            changed: the id of a channel, thread, server, or of a person who asks for messages;
                what is in it is meant as well.
        """
        for place_id in self._inside.get(changed, set()) | {changed}:
            if place_id in self._known:
                self._known[place_id].breaker.probe()

    def discord_answered(self) -> None:
        """Discord is there: it answered a call, or the gateway resumed."""
        self._failed.clear()
        self._pause_s = PROBE_DISCORD_S[0]
        if not self._discord.is_open:
            logs.record("discord-answers")
            self._discord.open()

    # A call on its way

    async def enter(self, place: Place | None, urgency: Urgency) -> Passage:
        """Let a call by.

        At most three calls are on their way to a place at once, so that no more can be refused
        before it is closed.

        Raises:
            Undelivered: the place or Discord is closed.
        """
        while True:
            self.check(place)
            known = self._know(place) if place else None
            if known is None or known.room > 0 or not known.breaker.is_open:
                return self._pass(known, urgency)
            await known.turn(urgency)

    def answered(self, passage: Passage) -> None:
        """The call succeeded."""
        if passage.known is not None:
            self._place_answered(passage.known, probe=passage.probes_place)
        self.discord_answered()
        self._leave(passage)

    def refused(self, passage: Passage, meaning: Meaning) -> bool:
        """The call failed; whether it is certain now that its place is gone."""
        known = passage.known
        if Closes.DISCORD_AT_FIFTH not in meaning.closes:
            self.discord_answered()
        elif passage.probes_discord or (meaning, passage.urgency) != _HELD_BACK:
            self._discord_failed(known.place.id if known else None, probe=passage.probes_discord)
        gone = known is not None and self._gone(known, meaning)
        if known is not None:
            if meaning.closes & (Closes.PLACE | Closes.PLACE_AT_THIRD):
                self._place_refused(known, meaning)
            elif meaning.about is About.MESSAGE:
                self._place_answered(known, probe=passage.probes_place)
            elif passage.probes_place:
                known.breaker.probe()  # it tells nothing of the place: another one probes
        self._leave(passage)
        return gone

    def left(self, passage: Passage) -> None:
        """The call was broken off: it tells nothing."""
        if passage.known is not None and passage.probes_place:
            passage.known.breaker.probe()
        if passage.probes_discord:
            self._discord.probe()
        self._leave(passage)

    def _pass(self, known: Known | None, urgency: Urgency) -> Passage:
        probes_place = known is not None and known.breaker.enter()
        passage = Passage(known, urgency, probes_place, self._discord.enter())
        if known is not None:
            known.calls += 1
            known.fresh += 1
            loop = asyncio.get_running_loop()
            passage.fresh = loop.call_later(SLOW_S, self._no_longer_fresh, passage)
        return passage

    def _no_longer_fresh(self, passage: Passage) -> None:
        if passage.fresh is not None and passage.known is not None:
            passage.fresh.cancel()
            passage.fresh = None
            passage.known.fresh -= 1
            passage.known.let_in()

    def _leave(self, passage: Passage) -> None:
        self._no_longer_fresh(passage)
        if passage.known is not None:
            passage.known.calls -= 1
            self._forget_idle(passage.known)

    def _discord_failed(self, place: int | None, *, probe: bool) -> None:
        self._failed = [*self._failed, place][-FAILURES_IN_A_ROW:]
        everywhere = None in self._failed or len(set(self._failed)) > 1
        if probe:
            self._pause_s = min(2 * self._pause_s, PROBE_DISCORD_S[1])
        elif not self._discord.is_open or len(self._failed) < FAILURES_IN_A_ROW or not everywhere:
            return  # known already, or not enough yet
        else:
            logs.warn("discord-fails", failures=len(self._failed))
        self._discord.close(self._pause_s)

    def _place_refused(self, known: Known, meaning: Meaning) -> None:
        if Closes.PLACE_AT_THIRD in meaning.closes:
            known.refused += 1
            if known.breaker.is_open and known.refused < REFUSALS:
                return
        if known.breaker.is_open:
            logs.record("place-closed", meaning=meaning.name, server=known.place.server)
        known.why, known.refused = meaning, 0
        known.breaker.close(PROBE_PLACE_S)
        known.let_in()
        self._known.move_to_end(known.place.id)
        self._bound()

    @staticmethod
    def _place_answered(known: Known, *, probe: bool) -> None:
        known.refused, known.gone_at = 0, None
        if probe:  # what was on its way when the place was closed doesn't open it
            logs.record("place-open", server=known.place.server)
            known.breaker.open()

    def _gone(self, known: Known, meaning: Meaning) -> bool:
        server, now = known.place.server, asyncio.get_running_loop().time()
        here = server is None or self._available(server)
        if meaning is not Meaning.PLACE_GONE or not here:
            if meaning.about in {About.PLACE, About.MESSAGE}:
                known.gone_at = None
            return False
        if known.gone_at is None:
            known.gone_at = now
        return now - known.gone_at >= GONE_S

    # What is remembered

    def _know(self, place: Place) -> Known:
        if place.id not in self._known:
            self._known[place.id] = Known(place)
            for around in place.around:
                self._inside[around].add(place.id)
        return self._known[place.id]

    def _forget_idle(self, known: Known) -> None:
        if known.idle and self._known.get(known.place.id) is known:
            self._drop(known)

    def _drop(self, known: Known) -> None:
        del self._known[known.place.id]
        for around in known.place.around:
            self._inside[around].discard(known.place.id)
            if not self._inside[around]:
                del self._inside[around]

    def _bound(self) -> None:
        """Forget the place closed longest ago; who waits for it tries, and learns it anew."""
        if len(self._known) > PLACES:
            oldest = next((one for one in self._known.values() if not one.calls), None)
            if oldest is not None:
                self._drop(oldest)
                oldest.breaker.open()
                oldest.let_in()


_HELD_BACK = (Meaning.NO_ANSWER, Urgency.SHOW)
"""Tells nothing of Discord: it has discord.py hold back edits of one message or place."""
