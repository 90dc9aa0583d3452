"""The bot's HTTP calls, counted, and shown to who wants to look at each."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.sandbox.compose import Body
from bot.sandbox.model import Json

Answer = Json | list[Json] | None


@dataclass(frozen=True, slots=True)
class Heard:
    """One call: what came in, and how it was answered. ``code`` is Discord's, 0 without one."""

    route: str
    path: str
    body: Body
    status: int
    code: int
    answer: Answer


@dataclass(slots=True)
class Calls:
    """Counts since the beginning or the last ``reset``.

    ``by_route`` counts all calls by method and path with ``{names}``; ``refused`` those that
    weren't done, by (route, status, code). Every call is shown to each of the ``watchers``.
    """

    by_route: Counter[str] = field(default_factory=Counter)
    refused: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    watchers: list[Callable[[Heard], None]] = field(default_factory=list)

    def hear(self, heard: Heard) -> None:
        """Count a call."""
        self.by_route[heard.route] += 1
        if heard.status >= 400:
            self.refused[heard.route, heard.status, heard.code] += 1
        for watcher in self.watchers:
            watcher(heard)

    @property
    def rate_limited(self) -> int:
        """How many were answered with status 429."""
        return sum(count for (_, status, _), count in self.refused.items() if status == 429)

    def reset(self) -> None:
        """Count from 0 again."""
        self.by_route.clear()
        self.refused.clear()
