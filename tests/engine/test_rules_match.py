"""R1 to R9: cards, deals, rounds of a match, the orientation, turns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest

import engine
from engine import Card, Deal, Options
from engine.cards import ALL_CARDS, cards_used, flipped
from engine.events import Dealt
from tests.engine.builders import (
    cards,
    code,
    dealt,
    in_play,
    legal,
    play,
    played,
    random_match,
    round_of,
    sentence,
    study,
)

SEATS = [2, 3, 4, 5]


def refused_deal(match: engine.Match, deal: Deal) -> str:
    with pytest.raises(engine.RuleError) as refused:
        engine.apply(match, deal)
    sentence(str(refused.value))
    return refused.value.code


def test_r1_every_pair_of_two_different_numbers_is_one_card() -> None:
    assert len(ALL_CARDS) == 45
    assert {card.numbers for card in ALL_CARDS} == {
        frozenset(pair) for pair in combinations(range(1, 11), 2)
    }


def test_r1_turning_makes_the_other_number_active() -> None:
    assert Card(3, 7).turned() == Card(7, 3)
    assert str(Card(3, 7).turned()) == "7/3"
    assert Card(3, 7).numbers == Card(7, 3).numbers


def test_r2_cards_used() -> None:
    assert set(cards_used(5)) == set(ALL_CARDS)
    for players in (2, 4):
        assert set(ALL_CARDS) - set(cards_used(players)) == {Card(9, 10)}
    left_out = set(ALL_CARDS) - set(cards_used(3))
    assert len(left_out) == 9
    assert all(10 in card for card in left_out)
    assert [len(cards_used(players)) for players in SEATS] == [44, 36, 44, 45]


@pytest.mark.parametrize(("players", "size"), [(2, 11), (3, 12), (4, 11), (5, 9)])
def test_r3_hand_sizes_and_no_card_left_over(players: int, size: int) -> None:
    hands = round_of(dealt(players)).hands
    assert [len(hand) for hand in hands] == [size] * players
    together = [card.numbers for hand in hands for card in hand]
    assert len(set(together)) == len(together)
    used = {card.numbers for card in cards_used(players)}
    assert set(together) <= used
    if players > 2:
        assert set(together) == used


def test_r3_order_and_ends_are_shuffled() -> None:
    seen: Counter[Card] = Counter()
    for seed in range(200):
        seen.update(round_of(dealt(3, str(seed))).hands[0][:1])
    # 72 cards as they lie; 200 draws of the first one: no one of them dominates.
    assert len(seen) > 50
    assert max(seen.values()) < 15


def test_a_deal_tells_its_round_and_who_starts() -> None:
    match = engine.new_match(3)
    deal = engine.deal_from_seed(match, "x")
    assert engine.apply(match, deal).events == (Dealt(1, deal.starter),)


def test_a_margin_is_a_seats_total_less_the_mean_of_the_others() -> None:
    match = study(1, "5/1", "6/2", "7/3", table="4/8", owner=3, captured={1: 4, 2: 1, 3: 5})
    match = play(match, "1 show 1")
    assert match.totals == (5, 0, 4)
    assert [match.margin(seat) for seat in (1, 2, 3)] == [3, -4.5, 1.5]


@pytest.mark.parametrize("players", SEATS)
def test_r3_another_number_of_cards_is_refused(players: int) -> None:
    match = engine.new_match(players)
    deal = engine.deal_from_seed(match, "x")
    short = replace(deal, hands=(deal.hands[0][1:], *deal.hands[1:]))
    assert refused_deal(match, short) == "wrong-deal"
    assert refused_deal(match, replace(deal, hands=deal.hands[1:])) == "wrong-deal"


def test_r3_a_card_that_is_not_used_is_refused() -> None:
    match = engine.new_match(4)
    deal = engine.deal_from_seed(match, "x")
    victim = next(c for c in deal.hands[2] if c.numbers != {1, 2})
    assert refused_deal(match, swapped_in(deal, victim, Card(10, 9))) == "wrong-deal"


def test_r3_a_card_twice_is_refused_before_all_else() -> None:
    match = engine.new_match(4)
    deal = engine.deal_from_seed(match, "x")
    twice = swapped_in(deal, deal.hands[2][3], deal.hands[1][0].turned())
    assert refused_deal(match, replace(twice, number=3)) == "card-twice"


def swapped_in(deal: Deal, out: Card, new: Card) -> Deal:
    hands = tuple(tuple(new if c == out else c for c in hand) for hand in deal.hands)
    return replace(deal, hands=hands)


@pytest.mark.parametrize(("players", "rounds"), [(2, 2), (3, 3), (4, 4), (5, 5)])
def test_r4_rounds_and_everyone_starts_once(players: int, rounds: int) -> None:
    deals = [entry for entry in random_match(players, 5) if isinstance(entry, Deal)]
    assert [deal.number for deal in deals] == list(range(1, rounds + 1))
    assert sorted(deal.starter for deal in deals) == list(range(1, players + 1))


def test_r4_fewer_rounds_can_be_agreed_but_not_more() -> None:
    entries = random_match(4, 1, Options(2))
    assert sum(isinstance(entry, Deal) for entry in entries) == 2
    for rounds in (0, 5):
        with pytest.raises(ValueError, match="1 to 4 rounds"):
            engine.new_match(4, Options(rounds))
    for players in (1, 6):
        with pytest.raises(ValueError, match="2 to 5 players"):
            engine.new_match(players)


def test_r4_rounds_come_in_order_and_only_when_due() -> None:
    match = engine.new_match(3)
    deal = engine.deal_from_seed(match, "x")
    assert refused_deal(match, replace(deal, number=2)) == "wrong-round"
    match = engine.apply(match, deal).match
    assert refused_deal(match, replace(deal, number=2)) == "wrong-round"
    assert refused_deal(match, deal) == "wrong-round"
    with pytest.raises(engine.RuleError, match="no round is due"):
        engine.deal_from_seed(match, "x")


@pytest.mark.parametrize("players", SEATS)
def test_r5_the_holder_of_the_lowest_card_starts(players: int) -> None:
    for seed in range(12):
        match = engine.new_match(players)
        deal = engine.deal_from_seed(match, str(seed))
        holders = [s for s, hand in enumerate(deal.hands, 1) for c in hand if c.numbers == {1, 2}]
        if not holders:
            assert players == 2
            continue
        assert deal.starter == holders[0]
        other = holders[0] % players + 1
        assert refused_deal(match, replace(deal, starter=other)) == "wrong-starter"


def test_r5_with_two_players_nobody_may_hold_it_and_anyone_may_start() -> None:
    match = engine.new_match(2)
    deals = [engine.deal_from_seed(match, str(seed)) for seed in range(40)]
    free = [d for d in deals if not any(c.numbers == {1, 2} for h in d.hands for c in h)]
    assert {deal.starter for deal in free} == {1, 2}
    for starter in (1, 2):
        assert engine.apply(match, replace(free[0], starter=starter)).match.round is not None


def test_r5_random_lets_anyone_start_the_first_round() -> None:
    match = engine.new_match(3, Options(3, starter="random"))
    deals = [engine.deal_from_seed(match, str(seed)) for seed in range(40)]
    assert {deal.starter for deal in deals} == {1, 2, 3}
    for starter in (1, 2, 3):
        assert engine.apply(match, replace(deals[0], starter=starter)).match.round is not None


@pytest.mark.parametrize("starter", ["lowest-card", "random"])
def test_r5_each_further_round_starts_with_the_next_seat(starter: str) -> None:
    options = Options(3, starter="random" if starter == "random" else "lowest-card")
    entries = random_match(3, 2, options)
    deals = [entry for entry in entries if isinstance(entry, Deal)]
    for before, after in pairwise(deals):
        assert after.starter == before.starter % 3 + 1
    match = engine.new_match(3, options)
    for entry in entries[: entries.index(deals[1])]:
        match = engine.apply(match, entry).match
    wrong = replace(deals[1], starter=deals[0].starter)
    assert refused_deal(match, wrong) == "wrong-starter"


def test_r6_highest_total_wins_and_ties_share() -> None:
    match = engine.new_match(4)._replace(totals=(3, -5, 7, 7))
    assert match.winners() == (3, 4)
    assert match._replace(totals=(-3, -5, -7, -4)).winners() == (1,)


@pytest.mark.parametrize("players", SEATS)
def test_r6_totals_are_the_sums_of_round_scores(players: int) -> None:
    match = engine.new_match(players)
    expected = [0] * players
    for entry in random_match(players, 8):
        match = engine.apply(match, entry).match
        state = round_of(match)
        if state.end:
            expected = [a + b for a, b in zip(expected, state.scores(), strict=True)]
    assert match.totals == tuple(expected)


def test_r7_keep_or_flip_once_in_secret_at_the_same_time() -> None:
    match = dealt(3)
    hands = round_of(match).hands
    assert all(legal(match, seat) == {"keep", "flip"} for seat in (1, 2, 3))
    match, events = played(match, "3 flip")
    assert [(type(e).__name__, e.private_to) for e in events] == [("Chosen", None), ("Oriented", 3)]
    assert round_of(match).hands == (*hands[:2], flipped(hands[2]))
    assert round_of(match).ready == (False, False, True)
    assert legal(match, 3) == set()
    assert code(match, "3 keep") == "already-chosen"
    assert code(match, "3 flip") == "already-chosen"
    assert code(match, "1 show 1") == "wrong-phase"
    match = play(match, "1 keep", "2 flip")
    assert round_of(match).phase == "play"
    assert round_of(match).turn == round_of(match).starter
    assert code(match, "1 keep") == "wrong-phase"


def test_r7_flipping_turns_every_card_and_keeps_their_order() -> None:
    assert flipped(cards("3/7 1/2 9/4")) == cards("7/3 2/1 4/9")


def test_r8_no_card_in_a_hand_moves_or_turns() -> None:
    match = engine.new_match(4)
    for entry in random_match(4, 11, Options(1)):
        before = match.round
        match = engine.apply(match, entry).match
        if before is None or not isinstance(entry, engine.Move) or before.phase != "play":
            continue
        for seat, (was, now) in enumerate(zip(before.hands, round_of(match).hands, strict=True), 1):
            if seat != entry.seat:
                assert now == was
                continue
            kept = [card for card in now if card.numbers in {c.numbers for c in was}]
            assert kept == [card for card in was if card in kept]


def test_r9_turns_go_clockwise_from_the_starting_player() -> None:
    match = in_play(5)
    starter = round_of(match).starter
    for step in range(4):
        turn = round_of(match).turn
        assert turn == (starter - 1 + step) % 5 + 1
        others = set(range(1, 6)) - {turn}
        assert all(legal(match, seat) == set() for seat in others)
        assert code(match, f"{min(others)} show 1") == "not-your-turn"
        match = play(match, f"{turn} {'scout left 1' if step % 2 else 'show 1'}")


def test_r9_there_is_always_something_to_do_and_never_a_pass() -> None:
    match = engine.new_match(3)
    for entry in random_match(3, 4):
        match = engine.apply(match, entry).match
        state = round_of(match)
        if state.turn:
            assert legal(match)


def test_a_seat_that_is_not_there_is_refused() -> None:
    match = in_play(3)
    for move in ("0 show 1", "4 show 1", "4 keep"):
        assert code(match, move) == "no-such-seat"
    deal = engine.deal_from_seed(engine.new_match(3, Options(3, starter="random")), "x")
    match = engine.new_match(3, Options(3, starter="random"))
    assert refused_deal(match, replace(deal, starter=4)) == "no-such-seat"


@pytest.mark.parametrize("seat", [-1, 0, 4, 10**9])
def test_a_seat_that_is_not_there_sees_and_lists_nothing(seat: int) -> None:
    for match in (engine.new_match(3), dealt(3), in_play(3)):
        for ask in (engine.view, engine.legal_actions):
            with pytest.raises(engine.RuleError, match="no seat") as refused:
                ask(match, seat)
            assert refused.value.code == "no-such-seat"


@pytest.mark.parametrize(
    "where",
    [{"table": "4/8", "owner": 4}, {"captured": {0: 1}}, {"tokens": {4: 1}}, {"spent": {-1}}],
)
def test_a_study_of_a_seat_that_is_not_there_is_refused(where: dict[str, Any]) -> None:
    with pytest.raises(engine.RuleError) as refused:
        study(1, "1/3", "1/4", "1/5", **where)
    assert refused.value.code == "no-such-seat"
    sentence(str(refused.value))


def test_nothing_can_be_played_before_a_deal() -> None:
    match = engine.new_match(3)
    assert code(match, "1 keep") == "wrong-phase"
    assert engine.legal_actions(match, 1) == ()
