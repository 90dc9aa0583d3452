"""Thoughts of computer players, asked for by any process and thought in any other: PostgreSQL's.

A row is a question until it is taken, and then waits for its answer; who asked collects it. A queue
of jobs (procrastinate, say) would keep each of them durably and has no answers to wait for: what
isn't answered within its time is worth nothing here, so the table is unlogged, which costs no wait
for the disk, and is empty after a crash.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.engine import Connection

ASKED, OVER = "thought", "thought_over"
"""The channels that tell thinkers of a question, and who asked of its answer (by number)."""

THINKER = "thinker"
"""What a thinker's lease is called, before its number."""


class Question(NamedTuple):
    """A thought to be had.

    Attributes:
        id: its number.
        level: the computer player's.
        view: what the seat knows, as JSON.
        budget_ms: how long to think.
        seed: the source of chance.
    """

    id: int
    level: str
    view: str
    budget_ms: float
    seed: int


def ask(conn: Connection, asked: Question, within_ms: float) -> int | None:
    """Ask, until ``within_ms`` from now; its number, or None if nobody thinks at present.

    ``asked.id`` doesn't matter.
    """
    values = {**asked._asdict(), "within_ms": round(within_ms), "thinker": f"{THINKER} %"}
    number: int | None = conn.scalar(_ASK, values)
    if number is not None:
        conn.execute(_TELL, {"channel": ASKED, "what": ""})
    return number


def take(conn: Connection) -> Question | None:
    """The oldest question that nobody has taken and that is still worth it; now it is ours."""
    row = conn.execute(_TAKE).first()
    return Question(*row) if row else None


def answer(conn: Connection, number: int, action: str) -> None:
    """Answer a question; nothing happens if nobody waits any more."""
    if conn.execute(_ANSWER, {"id": number, "action": action}).rowcount:
        conn.execute(_TELL, {"channel": OVER, "what": str(number)})


def collect(conn: Connection, number: int) -> str | None:
    """The answer, if it is there; the question is forgotten in any case."""
    action: str | None = conn.scalar(_COLLECT, {"id": number})
    return action


def sweep(conn: Connection) -> None:
    """Forget what nobody will collect: of processes that have died."""
    conn.execute(_SWEEP)


_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
_ASK = text(f"""
    INSERT INTO thoughts (level, view, budget_ms, seed, until)
    SELECT :level, :view, :budget_ms, :seed, {_NOW} + :within_ms
    WHERE EXISTS (SELECT 1 FROM leases WHERE name LIKE :thinker AND leases.until > {_NOW})
    RETURNING id
""")  # noqa: S608 - the clock's words are our own
_TAKE = text(f"""
    UPDATE thoughts SET taken = true
    WHERE id = (
        SELECT id FROM thoughts WHERE NOT taken AND until > {_NOW}
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, level, view, budget_ms, seed
""")  # noqa: S608
_ANSWER = text("UPDATE thoughts SET action = :action WHERE id = :id")
_COLLECT = text("DELETE FROM thoughts WHERE id = :id RETURNING action")
_SWEEP = text(f"DELETE FROM thoughts WHERE until < {_NOW} - 60000")  # noqa: S608
_TELL = text("SELECT pg_notify(:channel, :what)")
