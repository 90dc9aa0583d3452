"""Log lines: one a thing that happened, ``event key=value …``, and nothing secret in them.

Tokens, hands, orientations, places of scouted cards and match secrets never come here: what a
player did is logged by its kind alone, and people by nothing but their seat.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

from pythonjsonlogger.json import JsonFormatter

LOGGER = logging.getLogger("scout")


class Discreet(logging.Formatter):
    """Writes a line, with its traceback, without a secret that must never be printed."""

    def __init__(self, form: logging.Formatter, hide: str) -> None:
        super().__init__()
        self._form = form
        self._hide = hide

    def format(self, record: logging.LogRecord) -> str:
        """The line as it is written."""
        return self._form.format(record).replace(self._hide, "[hidden]")


class AsJson(JsonFormatter):
    """Writes an object a line: of our own events each field, of others' lines the message."""

    def add_fields(
        self,
        log_data: dict[str, Any],
        record: logging.LogRecord,
        message_dict: dict[str, Any],
    ) -> None:
        """Fill the object."""
        super().add_fields(log_data, record, message_dict)
        told = log_data.pop("told", None)
        if told is not None:
            del log_data["message"]
            log_data.update(told)


def _form(name: str) -> logging.Formatter:
    if name == "json":
        return AsJson(
            "{asctime}{levelname}{name}{message}",
            style="{",
            rename_fields={"asctime": "at", "levelname": "level", "name": "logger"},
        )
    return logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")


def configure(level: str, form: str = "text", *, hide: str) -> None:
    """Log to standard error; discord.py's own lines too, from WARNING up.

    Below that discord.py would write out what it sends and gets: hands, and the tokens of
    interactions. So ``level`` is for our own lines alone.

    Args:
        level: the least that is logged of our own lines.
        form: ``text``: lines to read; ``json``: an object a line.
        hide: the token of the bot, which is left out of whatever is logged.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet(_form(form), hide))
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
    LOGGER.info(line(event, **fields), extra=_extra(event, fields))


def warn(event: str, **fields: object) -> None:
    """Log that something is amiss which the bot can live with."""
    LOGGER.warning(line(event, **fields), extra=_extra(event, fields))


def fault(event: str, error: BaseException | None = None, **fields: object) -> None:
    """Log a fault of the program, with the traceback of ``error``."""
    LOGGER.error(line(event, **fields), exc_info=error, extra=_extra(event, fields))


def _extra(event: str, fields: dict[str, object]) -> dict[str, object]:
    return {"told": {"event": event, **{key: _plain(value) for key, value in fields.items()}}}


def _plain(value: object) -> object:
    return value if isinstance(value, bool | int | float | None) else str(value)


def _value(value: object) -> str:
    text = str(value)
    if text and all(c.isprintable() and c not in ' "=' for c in text):
        return text
    return '"' + "".join(c if c.isprintable() else "?" for c in text).replace('"', "'") + '"'
