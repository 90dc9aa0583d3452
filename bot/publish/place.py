"""A place that calls go to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where a call goes.

    Attributes:
        id: a channel's, a thread's, a direct message channel's; or a person's Discord id, where
            their direct message channel is to be opened.
        channel: the channel that a thread is in.
        server: its server; None for direct messages.
    """

    id: int
    channel: int | None = None
    server: int | None = None

    @property
    def around(self) -> list[int]:
        """The ids of what it is in."""
        return [one for one in (self.channel, self.server) if one is not None]
