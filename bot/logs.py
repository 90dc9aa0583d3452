"""Log lines: one a thing that happened, ``event key=value …``, and nothing secret in them.

Tokens, hands, orientations, places of scouted cards and match secrets never come here: what a
player did is logged by its kind alone, and people by nothing but their seat.
"""

from __future__ import annotations

import logging
import sys

LOGGER = logging.getLogger("scout")


def configure(level: str) -> None:
    """Log to standard error; discord.py's own lines too, from WARNING up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s"))
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
