"""What a match is played by, as one value: everything that depends on players and options."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

import engine
from engine import Options, Rules
from engine.record import canonical, parse
from engine.rules import CHOICES, LastCard
from engine.views import to_json
from tests.engine.builders import dealt, study

# Players: cards used, hand, rounds, tokens, price and pay of a Scout, Scout & Show, turn kept, R22.
BY_PLAYERS = {
    2: (44, 11, 2, 3, 1, 0, False, True, None),
    3: (36, 12, 3, 0, 0, 1, True, False, 2),
    4: (44, 11, 4, 0, 0, 1, True, False, 3),
    5: (45, 9, 5, 0, 0, 1, True, False, 4),
}


@pytest.mark.parametrize("players", BY_PLAYERS)
def test_what_follows_from_how_many_play(players: int) -> None:
    rules = Rules.of(players)
    assert (
        len(rules.deck),
        rules.hand_size,
        rules.options.rounds,
        rules.tokens,
        rules.scout_price,
        rules.scout_pay,
        rules.scout_and_show,
        rules.scout_keeps_turn,
        rules.unbeaten_after,
    ) == BY_PLAYERS[players]
    assert rules.halves == (players == 2)
    assert rules.players * rules.hand_size == len(rules.deck) // (2 if rules.halves else 1)


def test_rules_are_one_unchanging_value() -> None:
    rules = Rules.of(3, Options(2, spared="emptied"))
    assert rules is Rules.of(3, Options(2, spared="emptied"))
    assert rules != Rules.of(3, Options(2))
    assert pickle.loads(pickle.dumps(rules)) is rules
    with pytest.raises(FrozenInstanceError):
        rules.players = 4  # type: ignore[misc]


@pytest.mark.parametrize(("players", "rounds"), [(1, 1), (6, 1), (3, 0), (3, 4), (2, 3)])
def test_there_are_no_rules_for_what_is_not_scout(players: int, rounds: int) -> None:
    with pytest.raises(ValueError, match=r"SCOUT is for|rounds, not"):
        Rules.of(players, Options(rounds))


@pytest.mark.parametrize("name", CHOICES)
def test_an_option_is_one_of_its_words(name: str) -> None:
    wrong: dict[str, Any] = {name: "no such word"}
    with pytest.raises(ValueError, match=f"{name} is one of"):
        engine.new_match(3, Options(1, **wrong))


@pytest.mark.parametrize("name", CHOICES)
def test_every_option_has_its_tag_and_its_place_in_the_view(name: str) -> None:
    default, *others = CHOICES[name]
    assert getattr(Options(1), name) == default
    for word in (default, *others):
        chosen: dict[str, Any] = {name: word}
        options = Options(1, **chosen)
        tag = name.replace("_", " ").capitalize()
        record = parse(f'[Players "3"]\n[Rounds "1"]\n[{tag} "{word}"]')
        assert record.options == options
        assert f'[{tag} "{word}"]\n' in canonical(record)
        seen = engine.view(dealt(3, options=options), 1)
        assert to_json(seen)["options"] == {**{n: w[0] for n, w in CHOICES.items()}, name: word}


def test_every_option_but_rounds_is_a_choice_of_words() -> None:
    assert [field.name for field in fields(Options)] == ["rounds", *CHOICES]


@pytest.mark.parametrize(
    ("last_card", "most"), [("end", 1), ("continue", 2)], ids=["end", "continue"]
)
def test_r22_how_many_scouts_a_study_may_begin_after_with_nothing_left(
    last_card: LastCard, most: int
) -> None:
    for scouts in range(4):
        if scouts <= most:
            match = study(1, "1/3", "1/4", "1/5", last_card=last_card, scouts=scouts)
            assert match.round is not None
            assert match.round.end is None
            continue
        with pytest.raises(engine.RuleError) as refused:
            study(1, "1/3", "1/4", "1/5", last_card=last_card, scouts=scouts)
        assert refused.value.code == "bad-position"


@pytest.mark.parametrize("last_card", ["end", "continue"])
def test_r22_with_cards_left_players_minus_two_scouts_are_the_most(last_card: LastCard) -> None:
    hands = ("1/3", "1/4", "1/5", "1/6")
    assert study(4, *hands, table="8/9", owner=1, scouts=2, last_card=last_card).round
    with pytest.raises(engine.RuleError) as refused:
        study(1, *hands, table="8/9", owner=1, scouts=3, last_card=last_card)
    assert refused.value.code == "bad-position"
