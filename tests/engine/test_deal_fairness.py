"""The deal's algorithm and fair play, against a second writing of their descriptions."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable

import pytest

import engine
from engine import Options, Rules, fairness, seating
from engine.cards import cards_used
from engine.deals import ascending, deal


def by_chance(players: int) -> Rules:
    return Rules.of(players, Options(1, starter="random"))


def drawn_by_hand(seed: str, number: int) -> Callable[[int], int]:
    """``below`` of the description of deals in NOTATION.md, written out anew from it."""
    stream = b"".join(
        hashlib.sha256(f"{seed}:{number}:{block}".encode()).digest() for block in range(30)
    )
    used = 0

    def below(n: int) -> int:
        nonlocal used
        while stream[used] >= 256 - 256 % n:
            used += 1
        used += 1
        return stream[used - 1] % n

    return below


def deal_by_hand(seed: str, players: int, number: int, cards: list[tuple[int, int]], size: int):  # type: ignore[no-untyped-def]
    """The rest of that description."""
    below = drawn_by_hand(seed, number)
    cards = list(cards)
    for i in reversed(range(1, len(cards))):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    turned = [(b, a) if below(2) == 1 else (a, b) for a, b in cards]
    hands = [turned[seat * size : (seat + 1) * size] for seat in range(players)]
    return hands, below(players) + 1


@pytest.mark.parametrize(("players", "size"), [(2, 11), (3, 12), (4, 11), (5, 9)])
@pytest.mark.parametrize("seed", ["", "a", "Größe", "0" * 64])
def test_a_seed_gives_the_deal_that_the_description_gives(
    players: int, size: int, seed: str
) -> None:
    cards = [tuple(card) for card in cards_used(players)]
    hands, chance = deal_by_hand(seed, players, 1, cards, size)  # type: ignore[arg-type]
    dealt = deal(by_chance(players), seed, 1)
    assert [[tuple(card) for card in hand] for hand in dealt.hands] == hands
    assert dealt.starter == chance
    assert cards == sorted(cards)


def test_a_known_deal_stays_as_it_was() -> None:
    """Logs and records hold seeds; version 1 of the algorithm never changes."""
    dealt = deal(Rules.of(3), "scout", 1)
    assert dealt.starter == KNOWN_STARTER
    assert [" ".join(map(str, hand)) for hand in dealt.hands] == KNOWN_HANDS


KNOWN_STARTER = 1
KNOWN_HANDS = [
    "9/6 9/8 3/5 1/4 3/6 3/4 5/6 1/7 9/1 2/3 1/2 4/9",
    "5/1 2/8 4/8 5/2 6/7 8/1 7/2 7/9 3/7 8/7 5/4 7/5",
    "9/2 2/4 5/9 1/3 8/5 6/4 2/6 7/4 6/1 8/3 9/3 8/6",
]


def test_rounds_differ_and_repeat() -> None:
    first = deal(by_chance(4), "x", 1)
    assert deal(by_chance(4), "x", 1) == first
    assert deal(by_chance(4), "x", 2, last_starter=1).hands != first.hands
    assert deal(by_chance(4), "y", 1).hands != first.hands


def test_the_second_deal_of_two_comes_from_what_was_set_aside() -> None:
    first = deal(by_chance(2), "x", 1)
    before = frozenset(ascending(card) for hand in first.hands for card in hand)
    second = deal(by_chance(2), "x", 2, last_starter=first.starter, dealt_before=before)
    aside = [tuple(card) for card in cards_used(2) if card not in before]
    hands, _ = deal_by_hand("x", 2, 2, aside, 11)  # type: ignore[arg-type]
    assert [[tuple(card) for card in hand] for hand in second.hands] == hands
    assert second.starter == 3 - first.starter


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", ["", "a", "Größe", "0" * 64])
def test_a_seed_gives_the_seats_that_the_description_gives(players: int, seed: str) -> None:
    below = drawn_by_hand(seed, 0)
    places = list(range(1, players + 1))
    for i in reversed(range(1, players)):
        j = below(i + 1)
        places[i], places[j] = places[j], places[i]
    assert seating(seed, players) == tuple(places)


def test_known_seats_stay_as_they_were() -> None:
    assert seating("scout", 5) == KNOWN_SEATS


KNOWN_SEATS = (4, 3, 1, 2, 5)


def test_no_order_of_seats_is_favoured() -> None:
    orders = Counter(seating(str(seed), 3) for seed in range(600))
    assert len(orders) == 6
    assert all(70 < count < 130 for count in orders.values())


def test_no_place_and_no_end_is_favoured() -> None:
    places: Counter[int] = Counter()
    ends: Counter[bool] = Counter()
    for seed in range(720):
        cards = [card for hand in deal(by_chance(3), str(seed), 1).hands for card in hand]
        place = next(i for i, card in enumerate(cards) if card.numbers == {4, 7})
        places[place] += 1
        ends[cards[place].active == 4] += 1
    # 720 deals over 36 places: 20 each, standard deviation 4.4; five of them are 22.
    assert len(places) == 36
    assert max(places.values()) < 42
    # 360 each way, standard deviation 13.4.
    assert 293 < ends[True] < 427


def test_commitment_and_seed_are_plain_sha_256() -> None:
    # printf %s secret | sha256sum; printf %s secret:123 | sha256sum
    assert fairness.commitment("secret") == (
        "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
    )
    assert fairness.seed("secret", "123") == hashlib.sha256(b"secret:123").hexdigest()
    assert fairness.seed("secret", "124") != fairness.seed("secret", "123")


def test_a_match_is_dealt_from_secret_and_start() -> None:
    match = engine.new_match(3, Options(3))
    seed = fairness.seed("secret", "123")
    assert engine.deal_from_seed(match, seed) == deal(Rules.of(3), seed, 1)
