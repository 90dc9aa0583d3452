"""No view changes when only things change that its seat may not know (R3, R7, R18)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import Deal, Match, Move
from engine.views import actions_if_on_turn, legal_actions, to_json
from tests.engine.builders import (
    dealt,
    in_play,
    play,
    random_match,
    round_of,
    study,
)


def somewhere(players: int, seed: int) -> Match:
    """A match at a random moment, orientation and ended rounds included."""
    entries = random_match(players, seed)
    match = engine.new_match(players)
    for entry in entries[: Random(seed).randint(1, len(entries))]:
        match = engine.apply(match, entry).match
    return match


def with_hidden_things_changed(match: Match, seat: int | None, rng: Random) -> Match:
    """The match with other hands' cards exchanged and turned, and other cards set aside."""
    state = round_of(match)
    others = [s for s in range(1, match.players + 1) if s != seat]
    pool = [card for s in others for card in state.hands[s - 1]]
    rng.shuffle(pool)
    pool = [card.turned() if rng.random() < 0.5 else card for card in pool]
    hands = list(state.hands)
    for s in others:
        size = len(hands[s - 1])
        hands[s - 1] = tuple(pool[:size])
        del pool[:size]
    dealt_before = frozenset(rng.sample(sorted(match.dealt_before), len(match.dealt_before) // 2))
    return match._replace(round=state._replace(hands=tuple(hands)), dealt_before=dealt_before)


@given(players=st.integers(2, 5), seed=st.integers(0, 500), change=st.integers(0, 50))
@settings(max_examples=120)
def test_hidden_cards_are_in_no_view(players: int, seed: int, change: int) -> None:
    match = somewhere(players, seed)
    for seat in (*range(1, players + 1), None):
        other = with_hidden_things_changed(match, seat, Random(change))
        assert engine.view(other, seat) == engine.view(match, seat)
        assert to_json(engine.view(other, seat)) == to_json(engine.view(match, seat))
        if seat is not None:
            seen, seen_other = engine.view(match, seat), engine.view(other, seat)
            assert legal_actions(seen) == legal_actions(seen_other)
            assert actions_if_on_turn(seen) == actions_if_on_turn(seen_other)


def test_the_change_that_the_leak_test_makes_is_a_change() -> None:
    match = in_play(4)
    other = with_hidden_things_changed(match, 1, Random(1))
    assert other != match
    assert engine.view(other, 2) != engine.view(match, 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_choice_of_orientation_can_be_told_from_outside(players: int) -> None:
    match = dealt(players)
    kept, flipped = play(match, "1 keep"), play(match, "1 flip")
    assert kept != flipped
    for seat in (*range(2, players + 1), None):
        assert engine.view(kept, seat) == engine.view(flipped, seat)
    rest = [f"{seat} keep" for seat in range(2, players + 1)]
    for seat in (*range(2, players + 1), None):
        assert engine.view(play(kept, *rest), seat) == engine.view(play(flipped, *rest), seat)


def test_where_a_scouted_card_went_and_which_way_up_stays_secret() -> None:
    match = study(2, "1/3", "9/1 5/3", "1/4", table="4/8 5/8 6/8", owner=1)
    ways = [f"2 scout left {turned}{place}" for turned in ("", "turned ") for place in (1, 2, 3)]
    for seat in (1, 3, None):
        first, *others = [engine.view(play(match, way), seat) for way in ways]
        assert all(other == first for other in others)
    own = {engine.view(play(match, way), 2) for way in ways}
    assert len(own) == len(ways)


def test_an_exchange_of_hidden_cards_before_play_shows_only_when_they_are_played() -> None:
    match = engine.new_match(3)
    deal = engine.deal_from_seed(match, "x")
    mine = deal.starter
    second, third = mine % 3 + 1, (mine + 1) % 3 + 1
    a, b = deal.hands[second - 1][-1], deal.hands[third - 1][-1]
    exchange = {a: b, b: a}
    other = Deal(1, mine, tuple(tuple(exchange.get(c, c) for c in h) for h in deal.hands))
    keep = [Move(seat, engine.KEEP) for seat in (1, 2, 3)]
    views = []
    for dealing in (deal, other):
        played = engine.apply(match, dealing).match
        for move in (*keep, Move(mine, engine.Show(1, 1))):
            played = engine.apply(played, move).match
        views.append([engine.view(played, seat) for seat in (mine, second, third, None)])
    assert views[0][0] == views[1][0]
    assert views[0][3] == views[1][3]
    assert views[0][1] != views[1][1]


def test_private_events_are_the_seats_own() -> None:
    match = engine.new_match(3)
    secret = 0
    for entry in random_match(3, 9):
        match, events = engine.apply(match, entry)
        for event in events:
            if event.private_to is not None:
                assert isinstance(entry, Move)
                assert event.private_to == entry.seat
                secret += 1
            else:
                assert type(event).__name__ not in ("Inserted", "Oriented")
    assert secret > 9


def test_the_public_view_has_no_hand() -> None:
    seen = engine.view(in_play(3), None)
    assert (seen.seat, seen.hand) == (None, ())
    assert legal_actions(seen) == ()


def test_what_a_view_does_show() -> None:
    match = study(
        4, "7/1 8/2", "1/3", "2/3", "9/1 9/2", table="8/4 9/3", owner=1, scouts=2, spent={2}
    )
    seen = to_json(engine.view(match, 4))
    assert seen == {
        "players": 4,
        "seat": 4,
        "round": 1,
        "rounds": 1,
        "starter": 4,
        "turn": 4,
        "phase": "play",
        "ready": [True] * 4,
        "hand": [[9, 1], [9, 2]],
        "table": [[8, 4], [9, 3]],
        "owner": 1,
        "scouts_since_show": 2,
        "hand_sizes": [2, 1, 1, 2],
        "captured": [0] * 4,
        "tokens": [0] * 4,
        "scout_and_show": [True, False, True, True],
        "totals": [0] * 4,
        "end": None,
        "scores": None,
        "options": {"starter": "lowest-card", "last_card": "end", "spared": "ender"},
        "history": [],
    }


def test_a_view_of_the_orientation_and_of_the_end() -> None:
    match = play(dealt(3), "2 flip")
    seen = engine.view(match, 2)
    assert (seen.phase, seen.turn, seen.ready) == ("orient", None, (False, True, False))
    assert seen.hand == tuple(card.turned() for card in round_of(dealt(3)).hands[1])
    over = play(study(1, "9/1", "1/2", "1/3", table="8/1", owner=3), "1 show 1")
    last = to_json(engine.view(over, 2))
    assert (last["phase"], last["turn"]) == ("over", None)
    assert last["end"] == {"reason": "empty", "seat": 1}
    assert last["scores"] == last["totals"] == [1, -1, -1]


def test_no_view_before_a_deal() -> None:
    with pytest.raises(engine.RuleError, match="no round has been dealt"):
        engine.view(engine.new_match(3), 1)
