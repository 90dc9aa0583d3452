"""Computer players whose chance hangs on what they see: the same sight, the same move.

So everybody who plays the same cards and does the same meets the same opponents, whoever thinks for
them, and when. ``margin_alone`` plays such a match with ``expert`` in a person's place.
"""

from __future__ import annotations

import hashlib
import json
from random import Random

from engine.actions import Action
from engine.match import Match, Move, apply, deal_from_seed
from engine.players.registry import create
from engine.views import View, legal_actions, to_json, view


def sight(seen: View) -> str:
    """What a seat sees, as a digest: 64 hexadecimal digits, equal for equal views only."""
    told = json.dumps(to_json(seen), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()


def chance(secret: str, seen: View) -> int:
    """The seed for a seat's move: it hangs on the secret, the round, and what the seat sees."""
    digest = hashlib.sha256(f"{secret}:{seen.round}:{sight(seen)}".encode()).digest()
    return int.from_bytes(digest[:8]) >> 1


def steady(level: str, seen: View, secret: str) -> Action:
    """What a level does in a view, with no other chance than ``chance``; it takes its own time.

    Raises:
        UnknownPlayerError: there is no such level.
        ValueError: the seat has nothing to decide.
    """
    return create(level).choose(seen, None, Random(chance(secret, seen)))


def margin_alone(match: Match, seed: str, level: str, secret: str, run: int) -> float | None:
    """The margin of seat 1 when ``expert`` plays it against a level in all other seats.

    Args:
        match: before its first deal.
        seed: what its deals follow from.
        level: who sits in the other seats, and plays as ``steady`` does.
        secret: what the others' chance hangs on.
        run: which run it is: ``expert``'s chance hangs on it, and on nothing else.

    Returns:
        None while there is no machine code: the slow way would take minutes.
    """
    from engine.players.judging import is_fast  # noqa: PLC0415 - needs NumPy

    if not is_fast():
        return None
    expert, rng = create("expert"), Random(run)
    while not match.over:
        if match.awaits_deal is not None:
            match = apply(match, deal_from_seed(match, seed)).match
            continue
        seat, seen = _next(match)
        action = expert.choose(seen, None, rng) if seat == 1 else steady(level, seen, secret)
        match = apply(match, Move(seat, action)).match
    return match.margin(1)


def _next(match: Match) -> tuple[int, View]:
    """The seat that acts next, the others before seat 1 where all are asked; and what it sees."""
    for seat in (*range(2, match.players + 1), 1):
        seen = view(match, seat)
        if legal_actions(seen):
            return seat, seen
    raise ValueError("nobody has anything to decide")
