"""What happened last, told from the public history alone."""

from __future__ import annotations

from bot.pictures.story import Deed, last_deed
from engine.cards import Card, Cards
from engine.views import View, view
from tests.bot.pictures.scenes import played


def told(*history: str, players: int = 3) -> Deed | None:
    seen: View = view(played(3, 3), None)
    return last_deed(seen._replace(players=players, history=history))


def cards(text: str) -> Cards:
    return tuple(Card(*map(int, word.split("/"))) for word in text.split())


def test_nothing_happened_yet() -> None:
    assert told() is None


def test_a_first_show_beats_nothing() -> None:
    assert told("1 show 5/2 6/3") == Deed(1, None, None, (), cards("5/2 6/3"), None)


def test_a_show_captures_what_lay_there() -> None:
    assert told("1 show 5/2 6/3", "2 show 7/1 7/4") == Deed(
        2, None, None, cards("5/2 6/3"), cards("7/1 7/4"), None
    )


def test_what_was_scouted_is_not_captured() -> None:
    deed = told("1 show 5/2 6/3 7/8", "2 scout left 5/2", "3 show 9/1 9/4")
    assert deed is not None
    assert deed.beaten == cards("6/3 7/8")


def test_a_scout_says_card_end_and_who_is_paid() -> None:
    assert told("1 show 5/2 6/3", "2 scout right 6/3") == Deed(
        2, Card(6, 3), "right", (), (), payee=1
    )


def test_with_two_players_nobody_is_paid() -> None:
    deed = told("1 show 5/2 6/3", "2 scout right 6/3", players=2)
    assert deed is not None
    assert deed.payee is None


def test_scout_and_show_captures_what_is_left() -> None:
    assert told("1 show 5/2 6/3", "2 scout left 5/2 show 7/1 7/4") == Deed(
        2, Card(5, 2), "left", cards("6/3"), cards("7/1 7/4"), payee=1
    )


def test_the_last_card_leaves_nothing_to_capture() -> None:
    deed = told("1 show 5/2", "2 scout left 5/2", "3 show 1/2")
    assert deed is not None
    assert deed.beaten == ()


def test_the_story_agrees_with_the_engine() -> None:
    for actions in range(6, 60):
        before, after = view(played(5, actions), None), view(played(5, actions + 1), None)
        deed = last_deed(after)
        if len(after.history) == len(before.history) or deed is None or deed.shown == ():
            continue
        gained = after.captured[deed.seat - 1] - before.captured[deed.seat - 1]
        assert len(deed.beaten) == gained
        assert deed.shown == after.table
