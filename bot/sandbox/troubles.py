"""What goes wrong with Discord's HTTP side: refusals, outages, slowness, answers that get lost."""

import asyncio
import math
from dataclasses import dataclass
from fnmatch import fnmatchcase

from bot.sandbox.errors import ApiError, RateLimitError
from bot.sandbox.world import World

# What Discord says with a code; what has none is told by its status.
MESSAGES = {
    40003: "You are opening direct messages too fast",
    50007: "Cannot send messages to this user",
    20026: "This application is under review",
    50083: "Thread is archived",
    160005: "Thread is locked",
    500: "500: Internal Server Error",
    502: "502: Bad Gateway",
    503: "503: Service Unavailable",
}


@dataclass(slots=True, eq=False)
class Trouble:
    """One thing that is wrong, with the calls that it fits.

    Args:
        method: ``POST``, ``PATCH``...; ``*`` for any.
        path: the path as Discord names it, ``*`` for anything: ``/channels/*/messages``.
        status: the answer's status; None: the call is only slow.
        code: Discord's error code.
        delay: seconds that the call hangs.
        after: it takes effect first; what hangs or fails is the answer.
        person: only calls that open or use this person's DM.
        times: how many calls it fits; None: any number.
        until: the time, by the world's clock, when it is over.
        retry_after: seconds told with status 429, unless it is known when it is over.
    """

    method: str = "*"
    path: str = "*"
    status: int | None = None
    code: int = 0
    delay: float = 0.0
    after: bool = False
    person: int | None = None
    times: int | None = None
    until: float = math.inf
    retry_after: float = 1.0

    def fits(self, method: str, path: str, person: int | None) -> bool:
        """Whether a call, perhaps to a person's DM, meets it."""
        return (
            self.method in ("*", method)
            and (self.person is None or self.person == person)
            and fnmatchcase(path, self.path)
        )

    def error(self, now: float) -> ApiError | None:
        """How it answers, if it refuses."""
        if self.status is None:
            return None
        if self.status == 429:
            return RateLimitError(self.retry_after if math.isinf(self.until) else self.until - now)
        known = MESSAGES.get(self.code) or MESSAGES.get(self.status)
        return ApiError(self.status, self.code, known or f"{self.status}: Refused")


class Troubles:
    """All that is wrong now; a call meets the newest that fits."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.present: list[Trouble] = []

    def add(self, trouble: Trouble) -> Trouble:
        """Let something go wrong, until it is over or ``end`` is called."""
        self.present.append(trouble)
        return trouble

    def end(self, trouble: Trouble) -> None:
        """Let it be over, if it isn't."""
        if trouble in self.present:
            self.present.remove(trouble)

    def clear(self) -> None:
        """Let all of it be over."""
        self.present.clear()

    def meet(self, method: str, path: str, person: int | None) -> Trouble | None:
        """What a call meets; it counts as one of its times."""
        now = self._world.clock()
        self.present = [one for one in self.present if one.until > now and one.times != 0]
        for trouble in reversed(self.present):
            if trouble.fits(method, path, person):
                if trouble.times is not None:
                    trouble.times -= 1
                return trouble
        return None

    async def befall(self, trouble: Trouble) -> None:
        """Let a trouble happen to a call that met it.

        Raises:
            ApiError: it refuses.
        """
        await asyncio.sleep(trouble.delay)
        error = trouble.error(self._world.clock())
        if error is not None:
            raise error
