"""A deal's answer book: what a computer did when it saw this. What stands there is played.

So nobody's deal changes when the bot is updated in between, or when two processes think at once.
"""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select, text
from sqlalchemy.engine import Connection

from data.store import schema

_table = schema.answers


def answer(conn: Connection, deal_id: int, sight: str) -> str | None:
    """The action in the notation; None if nobody has come to this view yet."""
    found: str | None = conn.scalar(_ANSWER, {"deal": deal_id, "sight": sight})
    return found


def write(conn: Connection, deal_id: int, sight: str, action: str) -> str:
    """Write an answer, unless one stands there; what stands there then."""
    values = {"deal": deal_id, "sight": sight}
    conn.execute(_WRITE, {**values, "action": action})
    return str(conn.scalar(_ANSWER, values))


def drop(conn: Connection, deal_id: int) -> None:
    """Nobody needs a deal's answers any more."""
    conn.execute(delete(_table).where(_table.c.deal_id == deal_id))


_ANSWER = select(_table.c.action).where(
    _table.c.deal_id == bindparam("deal"), _table.c.sight == bindparam("sight")
)
_WRITE = text("""
    INSERT INTO answers (deal_id, sight, action) VALUES (:deal, :sight, :action)
    ON CONFLICT (deal_id, sight) DO NOTHING
""")
