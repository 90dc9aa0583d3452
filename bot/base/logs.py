"""Log lines: one a thing that happened, ``event key=value …``, and nothing secret in them.

Tokens, hands, orientations, places of scouted cards and match secrets never come here: what a
player did is logged by its kind alone, and people by nothing but their seat.
"""

from __future__ import annotations

import logging
import sys

LOGGER = logging.getLogger("scout")


class Discreet(logging.Formatter):
    """Writes a line, with its traceback, without a secret that must never be printed."""

    def __init__(self, hide: str) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._hide = hide

    def format(self, record: logging.LogRecord) -> str:
        """The line as it is written."""
        return super().format(record).replace(self._hide, "[hidden]")


def configure(level: str, *, hide: str) -> None:
    """Log to standard error; discord.py's own lines too, from WARNING up.

    Below that discord.py would write out what it sends and gets: hands, and the tokens of
    interactions. So ``level`` is for our own lines alone.

    Args:
        level: the least that is logged of our own lines.
        hide: the token of the bot, which is left out of whatever is logged.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet(hide))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("discord").setLevel(logging.WARNING)
    LOGGER.setLevel(level)


def line(event: str, **fields: object) -> str:
    """One structured line.

    >>> line("action", match=7, seat=2, did="show")
    'action match=7 seat=2 did=show'
    """
    return " ".join((event, *(f"{key}={_value(value)}" for key, value in fields.items())))


def record(event: str, **fields: object) -> None:
    """Log that something happened."""
    LOGGER.info(line(event, **fields))


def warn(event: str, **fields: object) -> None:
    """Log that something is amiss which the bot can live with."""
    LOGGER.warning(line(event, **fields))


def fault(event: str, error: BaseException | None = None, **fields: object) -> None:
    """Log a fault of the program, with the traceback of ``error``."""
    LOGGER.error(line(event, **fields), exc_info=error)


def _value(value: object) -> str:
    text = str(value)
    if text and all(c.isprintable() and c not in ' "=' for c in text):
        return text
    return '"' + "".join(c if c.isprintable() else "?" for c in text).replace('"', "'") + '"'
