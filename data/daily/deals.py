"""Deals: their rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Row, bindparam, select, text, update
from sqlalchemy.engine import Connection

from data.daily import days
from data.store import schema
from engine.fairness import commitment

_table = schema.deals


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal.

    Attributes:
        day: its UTC date.
        secret: what its cards and the computers' chance follow from; told when it is closed.
        commitment: the secret's SHA-256, told from the beginning.
        par: the margin to hold one's own against; None while it isn't thought out.
        closed_at: when its attempts were ended and counted (UTC ms); None before that.
    """

    id: int
    day: date
    secret: str
    commitment: str
    par: float | None
    closed_at: int | None


def make(conn: Connection, day: date, secret: str) -> bool:
    """Make the deal of a date, unless there is one; whether there was none."""
    values = {"day": day.isoformat(), "secret": secret, "commitment": commitment(secret)}
    return bool(conn.execute(_MAKE, values).rowcount)


def get(conn: Connection, deal_id: int) -> Deal | None:
    """A deal by its key."""
    return _one(conn.execute(_GET, {"deal": deal_id}).first())


def of_day(conn: Connection, day: date) -> Deal | None:
    """The deal of a date; None if there is none."""
    return _one(conn.execute(_OF_DAY, {"day": day.isoformat()}).first())


def of_days(conn: Connection, wanted: Iterable[date]) -> tuple[Deal, ...]:
    """Those of these dates that there are, the oldest first."""
    listed = [day.isoformat() for day in wanted]
    return tuple(map(_deal, conn.execute(_OF_DAYS, {"days": listed})))


def to_close(conn: Connection, now: int) -> tuple[Deal, ...]:
    """The deals whose time is over and that aren't closed yet, the oldest first."""
    last = days.date_at(now - days.OPEN_MS).isoformat()
    return tuple(map(_deal, conn.execute(_TO_CLOSE, {"last": last})))


def set_par(conn: Connection, deal_id: int, par: float) -> None:
    """A deal's par has been thought out."""
    conn.execute(update(_table).where(_table.c.id == deal_id).values(par=par))


def set_closed(conn: Connection, deal_id: int, at: int) -> None:
    """Everything that belongs to the closing is done."""
    conn.execute(update(_table).where(_table.c.id == deal_id).values(closed_at=at))


def _one(row: Row[*tuple[Any, ...]] | None) -> Deal | None:
    return _deal(row) if row is not None else None


def _deal(row: Row[*tuple[Any, ...]]) -> Deal:
    fields = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's public way to a row's names
    return Deal(**fields | {"day": days.parse(row.day)})


_MAKE = text("""
    INSERT INTO deals (day, secret, commitment) VALUES (:day, :secret, :commitment)
    ON CONFLICT (day) DO NOTHING
""")
_GET = select(_table).where(_table.c.id == bindparam("deal"))
_OF_DAY = select(_table).where(_table.c.day == bindparam("day"))
_OF_DAYS = (
    select(_table).where(_table.c.day.in_(bindparam("days", expanding=True))).order_by(_table.c.day)
)
_TO_CLOSE = (
    select(_table)
    .where(_table.c.closed_at.is_(None), _table.c.day <= bindparam("last"))
    .order_by(_table.c.day)
)
