"""Short ways to write cards, positions and play, so that tests read like the rules."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest

import engine
from engine import Card, Cards, Deal, Match, Move, Options, Position
from engine.actions import parse
from engine.events import Event
from engine.rounds import Round
from engine.rules import LastCard, Spared

SENTENCES = Path(__file__).with_name("sentences.txt")
"""What is said of each mistake that these tests make."""


def cards(text: str) -> Cards:
    """``"3/7 1/2"`` as cards."""
    return tuple(Card(*map(int, card.split("/"))) for card in text.split())


def active(hand: Iterable[Card]) -> str:
    """A hand's active numbers, ``"5-5-2"``."""
    return "-".join(str(card.active) for card in hand)


def study(
    turn: int,
    *hands: str,
    table: str = "",
    last_card: LastCard = "end",
    spared: Spared = "ender",
    **position: object,
) -> Match:
    """A study; hands and table as text."""
    options = Options(1, last_card=last_card, spared=spared)
    where = Position(turn, tuple(map(cards, hands)), cards(table), **position)  # type: ignore[arg-type]
    return engine.new_study(where, options)


def play(match: Match, *moves: str) -> Match:
    """The match after moves like ``"1 show 3-4"``."""
    return played(match, *moves)[0]


def played(match: Match, *moves: str) -> tuple[Match, list[Event]]:
    """The match after moves, and all events."""
    events: list[Event] = []
    for move in moves:
        seat, _, action = move.partition(" ")
        applied = engine.apply(match, Move(int(seat), parse(action)))
        match = applied.match
        events += applied.events
    return match, events


def refusal(match: Match, move: str) -> engine.RuleError:
    """The error that refuses a move; the move must be refused and leave the match as it was."""
    before = repr(match)
    with pytest.raises(engine.RuleError) as refused:
        play(match, move)
    assert repr(match) == before
    sentence(str(refused.value))
    return refused.value


def sentence(said: str) -> str:
    """A sentence that refuses something: one of those that were read and found good.

    After a wanted change delete ``sentences.txt``, run these tests with SCOUT_RENEW_SENTENCES=1,
    and read what comes.
    """
    if os.environ.get("SCOUT_RENEW_SENTENCES") and said not in _sentences():
        with SENTENCES.open("a", encoding="utf-8") as file:
            file.write(f"{said}\n")
        _sentences.cache_clear()
    assert said in _sentences()
    return said


@cache
def _sentences() -> frozenset[str]:
    return frozenset(SENTENCES.read_text(encoding="utf-8").split("\n"))


def code(match: Match, move: str) -> str:
    """The code that refuses a move."""
    return refusal(match, move).code


def round_of(match: Match) -> Round:
    """The round that is on or was last."""
    assert match.round is not None
    return match.round


def legal(match: Match, seat: int | None = None) -> set[str]:
    """The legal actions of a seat, or of whoever is on turn, as text."""
    seat = seat or round_of(match).turn
    assert seat is not None
    listed = [str(action) for action in engine.legal_actions(match, seat)]
    assert len(listed) == len(set(listed)), "an action is listed twice"
    return set(listed)


def dealt(players: int, seed: str = "a seed", options: Options | None = None) -> Match:
    """A match whose first round is dealt from a seed."""
    match = engine.new_match(players, options)
    return engine.apply(match, engine.deal_from_seed(match, seed)).match


def in_play(players: int, seed: str = "a seed", options: Options | None = None) -> Match:
    """The same with everybody's hand kept."""
    return play(dealt(players, seed, options), *(f"{s} keep" for s in range(1, players + 1)))


def random_match(players: int, seed: int, options: Options | None = None) -> list[engine.Entry]:
    """The entries of a whole match of legal actions, Shows preferred so that it ends soon."""
    rng = Random(seed)
    match = engine.new_match(players, options)
    entries: list[engine.Entry] = []

    def go(entry: engine.Entry) -> None:
        nonlocal match
        entries.append(entry)
        match = engine.apply(match, entry).match

    while not match.over:
        if match.awaits_deal:
            go(engine.deal_from_seed(match, f"{seed}"))
            for seat in rng.sample(range(1, players + 1), players):
                go(Move(seat, rng.choice((engine.KEEP, engine.FLIP))))
        turn = round_of(match).turn
        assert turn is not None
        options_now = engine.legal_actions(match, turn)
        shows = [action for action in options_now if not isinstance(action, engine.Scout)]
        go(Move(turn, rng.choice(shows if shows and rng.random() < 0.6 else options_now)))
    return entries


def swapped(deal: Deal, one: Card, other: Card) -> Deal:
    """The deal with two cards in each other's place."""
    exchange = {one: other, other: one}
    hands = tuple(tuple(exchange.get(card, card) for card in hand) for hand in deal.hands)
    return Deal(deal.number, deal.starter, hands)
