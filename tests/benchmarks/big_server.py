"""A database as a large server has it: thousands of players, hundreds of thousands of matches.

The matches have results and no logs; ratings and tallies are made from them by the real rebuild.

    python -m tests.benchmarks.big_server FILE [PLAYERS [MATCHES]]
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from sqlalchemy import insert
from sqlalchemy.engine import Connection

from data.matches.models import MatchOptions
from data.people import guilds
from data.people.models import Preferences
from data.standings import recount
from data.standings.rating import ranks
from data.store import schema
from data.store.database import Database
from data.store.work import at_once

GUILD = 900_000_000_000_000_001
FIRST_DISCORD_ID = 700_000_000_000_000_000
START = 1_704_067_200_000  # 2024-01-01
STEP = 300_000  # a match every five minutes: 200,000 are nearly two years
LEVELS = ("easy", "medium", "hard", "expert")
CHUNK = 2_000


@dataclass(frozen=True, slots=True)
class Made:
    """What was generated; ``now`` is just after the last match (UTC milliseconds)."""

    players: int
    matches: int
    now: int


async def generate(db: Database, players: int, matches: int, seed: int = 1) -> Made:
    """Fill an empty database."""
    rng = Random(seed)

    def unit(conn: Connection) -> None:
        guilds.get_or_create(conn, GUILD, "A large server", START)
        people = range(1, players + 1)
        preferences = Preferences().model_dump_json()
        for table, rows in (
            (
                schema.players,
                (
                    {
                        "id": n,
                        "discord_id": FIRST_DISCORD_ID + n,
                        "name": f"Player {n}",
                        "preferences": preferences,
                        "created_at": START,
                    }
                    for n in people
                ),
            ),
            (
                schema.members,
                (
                    {
                        "guild_id": GUILD,
                        "player_id": n,
                        "name": f"Player {n}",
                        "left_at": START if n % 20 == 0 else None,
                        "checked_at": START,
                    }
                    for n in people
                ),
            ),
        ):
            conn.execute(insert(table), list(rows))
        skill = [rng.gauss(0, 1) for _ in people]
        for first in range(1, matches + 1, CHUNK):
            rows, seats = [], []
            for number in range(first, min(first + CHUNK, matches + 1)):
                table = list(_seats(rng, skill, number))
                seats += table
                rows.append(_match(number, table))
            conn.execute(insert(schema.matches), rows)
            conn.execute(insert(schema.seats), seats)
        _deal(conn, rng, min(players, matches))
        recount.ask(conn, GUILD)
        at_once(conn, recount.recount(GUILD))

    await db.write(unit)
    return Made(players, matches, START + (matches + 1) * STEP)


def _deal(conn: Connection, rng: Random, players: int) -> None:
    """A daily deal that everybody has finished; the first matches stand for their attempts."""
    conn.execute(insert(schema.deals), {"day": "2024-01-01", "secret": "s", "commitment": "c" * 64})
    attempts, shown = [], []
    for number in range(1, players + 1):
        mine = {"deal_id": 1, "player_id": number}
        margin = rng.randint(-60, 60) / 2
        attempts.append({**mine, "match_id": number, "young": number % 50 == 0, "margin": margin})
        shown.append({**mine, "guild_id": GUILD, "name": f"Player {number}"})
    conn.execute(insert(schema.attempts), attempts)
    conn.execute(insert(schema.attempt_servers), shown)


def _seats(rng: Random, skill: list[float], number: int) -> Iterator[dict[str, Any]]:
    size = rng.choice((2, 3, 3, 4, 4, 5))
    persons = rng.choices((1, 2, 3, size), (1, 2, 2, 3))[0]
    # Some play a lot: the square makes low numbers frequent.
    picked = {int(rng.random() ** 2 * len(skill)) + 1 for _ in range(min(persons, size))}
    sitting: list[int | str] = [*picked]
    sitting += [rng.choice(LEVELS) for _ in range(size - len(picked))]
    rng.shuffle(sitting)
    strength = [
        skill[who - 1] if isinstance(who, int) else LEVELS.index(who) / 2 for who in sitting
    ]
    points = [round(5 * size + rng.gauss(8 * s, 12)) for s in strength]
    for seat, (who, total, rank) in enumerate(zip(sitting, points, ranks(points), strict=True), 1):
        yield {
            "match_id": number,
            "seat": seat,
            "player_id": who if isinstance(who, int) else None,
            "level": who if isinstance(who, str) else None,
            "name": f"Player {who}" if isinstance(who, int) else None,
            "status": "seated",
            "points": total,
            "rank": rank,
        }


def _match(number: int, seats: list[dict[str, Any]]) -> dict[str, Any]:
    people = sorted(seat["player_id"] for seat in seats if seat["player_id"] is not None)
    at = START + number * STEP
    return {
        "id": number,
        "guild_id": GUILD,
        "channel_id": 1,
        "status": "finished",
        "options": MatchOptions(seats=len(seats)).model_dump_json(),
        "host_id": people[0],
        "secret": f"secret {number}",
        "commitment": "c" * 64,
        "start_id": str(number),
        "rules_version": 1,
        "created_at": at - STEP,
        "started_at": at - STEP,
        "finished_at": at,
        "finish_order": number,
        "rounds": len(seats),
        "seat_count": len(seats),
        "people": " ".join(map(str, people)),
        "solo": len(people) == 1,
    }


async def _main(path: str, players: int, matches: int) -> None:
    db = await Database.open(f"sqlite:///{path}")
    await generate(db, players, matches)
    await db.checkpoint()
    await db.close()


if __name__ == "__main__":
    file, *sizes = sys.argv[1:]
    asyncio.run(_main(file, *(map(int, sizes) if sizes else (5_000, 200_000))))
