"""One circuit breaker: lets calls by until it is closed, then one probe at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum, auto

from bot.publish.budget import Urgency

CLAIM_S = 1.0
"""Seconds that somebody woken has to make the probe before the next one is woken."""

Wake = Callable[[], None]


class _State(Enum):
    OPEN = auto()
    CLOSED = auto()
    DUE = auto()  # the next call is the probe
    PROBING = auto()


class Breaker:
    """Open at first.

    Whom it held it wakes, calls before shows, in the order they came: one of them when a probe is
    due, all of them when it opens. It lives by one timer while it is closed, and by none when open.
    """

    def __init__(self) -> None:
        self._state = _State.OPEN
        self._timer: asyncio.TimerHandle | None = None
        self._held: dict[Urgency, dict[object, Wake]] = {urgency: {} for urgency in Urgency}

    @property
    def is_open(self) -> bool:
        """Whether calls go by as they like."""
        return self._state is _State.OPEN

    @property
    def holds(self) -> bool:
        """Whether a call would be held now; a probe that is due isn't."""
        return self._state in {_State.CLOSED, _State.PROBING}

    @property
    def idle(self) -> bool:
        """Whether it is open and nobody waits: it needn't be kept."""
        return self.is_open and not any(self._held.values())

    def enter(self) -> bool:
        """A call goes by; whether it is the probe."""
        assert not self.holds
        if self.is_open:
            return False
        self._state = _State.PROBING
        self._stop_timer()
        return True

    def close(self, probe_after_s: float) -> None:
        """No call goes by until the probe, so many seconds from now."""
        self._state = _State.CLOSED
        self._start_timer(probe_after_s, self.probe)

    def probe(self) -> None:
        """The next call is let by; somebody who was held is woken to make it."""
        if self.is_open:
            return
        self._state = _State.DUE
        self._stop_timer()
        self._wake_next()

    def open(self) -> None:
        """All calls go by, and everybody who was held is woken."""
        self._state = _State.OPEN
        self._stop_timer()
        for held in self._held.values():
            for wake in held.values():
                asyncio.get_running_loop().call_soon(wake)
            held.clear()

    def hold(self, key: object, urgency: Urgency, wake: Wake) -> None:
        """Have ``wake`` called once when it is worth another try; the last of a key counts."""
        if self.holds:
            self._held[urgency][key] = wake
        else:
            asyncio.get_running_loop().call_soon(wake)

    def forget(self, key: object) -> None:
        """Nobody waits under this key any more."""
        for held in self._held.values():
            held.pop(key, None)

    def _wake_next(self) -> None:
        for held in self._held.values():
            if held:
                wake = held.pop(next(iter(held)))
                if any(self._held.values()):
                    self._start_timer(CLAIM_S, self.probe)
                asyncio.get_running_loop().call_soon(wake)
                return

    def _start_timer(self, after_s: float, then: Callable[[], None]) -> None:
        self._stop_timer()
        self._timer = asyncio.get_running_loop().call_later(after_s, then)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
