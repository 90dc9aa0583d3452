"""Matches and views to lay out: played at random from a seed, or with hands of any size."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bot.layouts.hand import HandContext
from bot.match.scene import Where
from bot.texts import SeatName, Texts, texts_for
from data.matches.hosted import Decision
from engine import Match, Move, apply, deal_from_seed, legal_actions, new_match
from engine.cards import ALL_CARDS, Cards
from engine.views import View, view

WHERE = Where(guild="Café *Kraków*", channel=77, url="https://discord.com/channels/1/77/99")
NAMES = (
    SeatName("Ada"),
    SeatName("Берк_*x*"),
    SeatName("", is_computer=True, level="expert"),
    SeatName("سارا"),
    SeatName("", is_computer=True, level="expert"),
)


def matches(players: int, seed: str) -> Iterator[Match]:
    """Every state of a match that is played at random, first deal to final score."""
    chance = random.Random(seed)
    match = new_match(players)
    while not match.over:
        if match.awaits_deal:
            match = apply(match, deal_from_seed(match, seed)).match
        else:
            seat, actions = awaited(match)
            match = apply(match, Move(seat, chance.choice(actions))).match
        yield match


def awaited(match: Match):
    """A seat that has something to decide, with what it may do."""
    for seat in range(1, match.players + 1):
        if actions := legal_actions(match, seat):
            return seat, actions
    raise AssertionError("nobody is awaited")


def deciding_views(players: int, seed: str) -> Iterator[View]:
    """Of every state, the view of a seat that has to decide."""
    for match in matches(players, seed):
        if not (match.round is None or match.round.end):
            yield view(match, awaited(match)[0])


def big_hand(size: int, seed: int, table: Cards) -> View:
    """The view of a player on turn with a hand of ``size`` cards, more than any deal gives."""
    chance = random.Random(seed)
    cards = [card if chance.random() < 0.5 else card.turned() for card in ALL_CARDS]
    chance.shuffle(cards)
    usual = next(one for one in deciding_views(3, "big") if one.phase == "play")
    seat = usual.seat or 1
    owner = seat % 3 + 1
    return usual._replace(
        hand=tuple(cards[:size]),
        hand_sizes=(size,) * 3,
        table=table,
        owner=owner if table else None,
        scout_and_show=(True,) * 3,
    )


def decision(seen: View) -> Decision:
    """What the view's seat has to decide."""
    turn = 0 if seen.phase == "orient" else len(seen.history) + 1
    return Decision(seen.round, turn)


def context(seen: View, texts: Texts | None = None, **more: object) -> HandContext:
    """A hand's context, on turn unless ``decision=None`` is said."""
    values: dict[str, object] = {"decision": decision(seen), "due": 1_700_000_000_000, **more}
    names = NAMES[: seen.players]
    return HandContext(texts or texts_for("en"), seen, 12, names=names, where=WHERE, **values)
