"""Hearing what other processes have committed: PostgreSQL's LISTEN."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable

from sqlalchemy import URL

_log = logging.getLogger(__name__)

AGAIN_S = 1.0
"""Seconds from a lost connection to the next try."""

LOOK_S = 0.5
"""How often it is looked whether to stop."""


class Hearing:
    """A connection that listens, in a thread of its own; made anew when it is lost.

    Args:
        url: the database.
        channels: what is listened to.
        heard: is told channel and payload, in the loop's thread.
        lost: is called, there too, whenever something may have been missed: at the start, and when
            a lost connection is there again.
    """

    def __init__(
        self,
        url: URL,
        channels: Iterable[str],
        heard: Callable[[str, str], None],
        lost: Callable[[], None],
    ) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._channels = tuple(channels)
        self._heard, self._lost = heard, lost
        self._loop = asyncio.get_running_loop()
        self._stopped = threading.Event()
        threading.Thread(target=self._run, name="postgres-hearing", daemon=True).start()

    def stop(self) -> None:
        """Hear nothing more."""
        self._stopped.set()

    def _run(self) -> None:
        import psycopg  # noqa: PLC0415  (only PostgreSQL needs it)

        while not self._stopped.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as conn:
                    for channel in self._channels:
                        conn.execute(f"LISTEN {channel}")
                    self._tell(self._lost)
                    while not self._stopped.is_set():
                        for told in conn.notifies(timeout=LOOK_S):
                            self._tell(self._heard, told.channel, told.payload)
            except psycopg.Error as error:
                _log.warning("not hearing what others do: %s", type(error).__name__)
                self._stopped.wait(AGAIN_S)

    def _tell(self, whom: Callable[..., None], *what: str) -> None:
        def tell() -> None:
            if not self._stopped.is_set():
                whom(*what)

        try:
            self._loop.call_soon_threadsafe(tell)
        except RuntimeError:  # the loop has ended, and nobody called `stop`
            self._stopped.set()
