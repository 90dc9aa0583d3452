"""How often the bot may call, as Discord has it: by route and channel, and in all.

Answers to interactions and what goes through their webhooks pass by. The numbers of Discord's
buckets aren't published; these are what it tells in its headers today.
"""

import zlib
from dataclasses import dataclass

from bot.sandbox.errors import RateLimitError
from bot.sandbox.world import World

SEND = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
DELETE = "DELETE /channels/{channel_id}/messages/{message_id}"

OLD_S = 3600.0
OLD_EDIT = 30046


@dataclass(frozen=True, slots=True)
class Rate:
    """So many ``requests`` in so many ``seconds``."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What holds.

    ``buckets`` are by route, and each channel has its own; ``old_edits`` are the edits in a channel
    of messages older than an hour (None: as any others).
    """

    overall: Rate
    buckets: dict[str, Rate]
    old_edits: Rate | None = None


DISCORD = Limits(
    overall=Rate(50, 1.0),
    buckets={SEND: Rate(5, 5.0), EDIT: Rate(5, 5.0), DELETE: Rate(5, 1.0)},
)
UNLIMITED = Limits(overall=Rate(10**9, 1.0), buckets={})


@dataclass(slots=True)
class Window:
    """What is left of a rate until ``ends``."""

    rate: Rate
    left: int = 0
    ends: float = 0.0

    def take(self, now: float) -> bool:
        """Take one request, if one is left."""
        if now >= self.ends:
            self.left, self.ends = self.rate.requests, now + self.rate.seconds
        self.left -= 1
        if self.left >= 0:
            return True
        self.left = 0
        return False

    def headers(self, bucket: str, now: float) -> dict[str, str]:
        """What Discord tells about it with every answer."""
        return {
            "X-RateLimit-Limit": str(self.rate.requests),
            "X-RateLimit-Remaining": str(self.left),
            "X-RateLimit-Reset": f"{self.ends:.3f}",
            "X-RateLimit-Reset-After": f"{self.ends - now:.3f}",
            "X-RateLimit-Bucket": bucket,
        }


class Rates:
    """Keeps count. ``limits`` may be changed at any time; then all counts begin anew."""

    def __init__(self, world: World, limits: Limits) -> None:
        self._world = world
        self.limits = limits

    @property
    def limits(self) -> Limits:
        """What holds."""
        return self._limits

    @limits.setter
    def limits(self, limits: Limits) -> None:
        self._limits = limits
        self._overall = Window(limits.overall)
        self._windows: dict[tuple[str, str], Window] = {}

    def take(self, route: str, place: str, *, age: float = 0.0) -> dict[str, str]:
        """Count a call by the bot; the headers of its answer.

        Args:
            route: method and path with ``{names}``.
            place: the channel's id.
            age: seconds since the message that is edited was sent.

        Raises:
            RateLimitError: it is one too many.
        """
        now, limits = self._world.clock(), self._limits
        if not self._overall.take(now):
            raise RateLimitError(self._overall.ends - now, scope="global")
        if route == EDIT and age > OLD_S and limits.old_edits:
            self._take_old(place, limits.old_edits, now)
        rate = limits.buckets.get(route)
        if rate is None:
            return {}
        window = self._windows.setdefault((route, place), Window(rate))
        fits = window.take(now)
        headers = window.headers(f"{zlib.crc32(route.encode()):08x}", now)
        if not fits:
            raise RateLimitError(window.ends - now, headers=headers)
        return headers

    def _take_old(self, place: str, rate: Rate, now: float) -> None:
        window = self._windows.setdefault(("old edits", place), Window(rate))
        if not window.take(now):
            text = "Maximum number of edits to messages older than 1 hour reached. Try again later."
            raise RateLimitError(window.ends - now, code=OLD_EDIT, message=text)
