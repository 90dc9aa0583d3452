"""How fast one person may click and type: far faster than anybody plays, slower than a program can.

What comes too fast is answered with a kind word, without a look at anything, and does nothing.
"""

from __future__ import annotations

AT_ONCE = 60
"""Clicks, commands and completions of one person that may come at once."""

PER_S = 5.0
"""And so many a second from then on."""

PEOPLE = 10_000
"""People that are remembered, before those are forgotten who have been slow enough since."""


class Pace:
    """Counts for each person when they would have done what they did, at the steady pace.

    >>> pace = Pace(at_once=2, per_s=1)
    >>> [pace.may(7, now) for now in (0.0, 0.1, 0.2, 1.5)]
    [True, True, False, True]
    """

    def __init__(self, at_once: int = AT_ONCE, per_s: float = PER_S) -> None:
        self._ahead_s = (at_once - 1) / per_s
        self._each_s = 1 / per_s
        self._due: dict[int, float] = {}

    def may(self, person: int, now: float) -> bool:
        """Whether a person may do one more thing; then it counts.

        Args:
            person: by Discord id.
            now: seconds of any steady clock.
        """
        due = max(self._due.get(person, now), now)
        if due - now > self._ahead_s:
            return False
        if len(self._due) >= PEOPLE:
            self._due = {one: at for one, at in self._due.items() if at > now}
        self._due[person] = due + self._each_s
        return True
