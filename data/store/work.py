"""Long work: done in steps, each of them a unit, so that nobody waits long for any of them.

A piece of work is a generator. It yields the units one by one and is sent what they return:

>>> def work(guild_id):
...     rows = yield look(partial(find, guild_id=guild_id))
...     while (yield put(partial(write_some, rows=rows))):
...         pass
...     return len(rows)

What other units do between two steps is for the work to notice. A fault or a kill ends it where it
is: what it has to do must be found in the database again.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.engine import Connection

from data.store.units import Unit

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Step:
    """A unit of some long work; it only reads unless it ``writes``."""

    unit: Unit[Any]
    writes: bool


Work = Generator[Step, Any, Result]


def look(unit: Unit[Any]) -> Step:
    """A step that only reads."""
    return Step(unit, writes=False)


def put(unit: Unit[Any]) -> Step:
    """A step that writes."""
    return Step(unit, writes=True)


def until_done(unit: Unit[bool]) -> Work[int]:
    """Write with the same unit until it says that there is nothing left; how often it was done."""
    times = 0
    while (yield put(unit)):
        times += 1
    return times


def at_once(conn: Connection, work: Work[Result]) -> Result:
    """Do all of it in the transaction that is on, with everybody waiting: for tools and tests."""
    answer: Any = None
    try:
        while True:
            answer = work.send(answer).unit(conn)
    except StopIteration as end:
        result: Result = end.value
        return result
