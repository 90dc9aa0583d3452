"""Nothing that a view may not know is in a picture, its description or its name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bot.pictures
from bot.pictures import Style, hand_picture, orientation_picture, round_picture, table_picture
from bot.pictures.spans import shows_of
from engine.actions import FLIP, KEEP, Scout, Show
from engine.cards import Card, Cards
from engine.match import Match, Move, apply, legal_actions
from engine.study import Position, new_study
from engine.views import view
from tests.bot.pictures.scenes import PLAIN, SCENES, SCRIPTS, ended, played, started

STYLE = Style()
PACKAGE = Path(bot.pictures.__file__).parent


def cards(text: str) -> Cards:
    return tuple(Card(*map(int, word.split("/"))) for word in text.split())


def two_matches() -> tuple[Match, Match]:
    """Two positions that are one to seat 1 and to the public, and differ in all else."""
    seat_1, table = cards("3/7 1/3 5/9 6/1"), cards("4/8 5/2")
    hidden = [("2/9 8/3 7/1", "6/5 9/4 3/2"), ("4/9 2/3 5/6", "1/7 8/9 2/6")]
    first, second = (
        new_study(
            Position(
                turn=1, hands=(seat_1, cards(one), cards(other)), table=table, owner=3, scouts=0
            )
        )
        for one, other in hidden
    )
    return first, second


def test_hidden_hands_change_no_picture() -> None:
    first, second = two_matches()
    assert first != second
    for draw in (
        lambda match: hand_picture(view(match, 1), STYLE),
        lambda match: table_picture(view(match, 1), PLAIN[:3], STYLE),
        lambda match: table_picture(view(match, None), PLAIN[:3], STYLE),
    ):
        assert draw(first) == draw(second)
    assert hand_picture(view(first, 2), STYLE) != hand_picture(view(second, 2), STYLE)


def test_where_a_scouted_card_went_changes_no_picture_of_others() -> None:
    match, _ = two_matches()
    scouts = [a for a in legal_actions(match, 1) if isinstance(a, Scout) and a.end == "left"]
    after = [apply(match, Move(1, scouting)).match for scouting in scouts]
    assert len({str(view(one, 1)) for one in after}) == len(scouts)
    for seat in (None, 2, 3):
        assert len({table_picture(view(one, seat), PLAIN[:3], STYLE) for one in after}) == 1
    for seat in (2, 3):
        assert len({hand_picture(view(one, seat), STYLE) for one in after}) == 1


def test_how_others_hold_their_hands_changes_no_picture() -> None:
    match = started(3)
    kept, turned = (apply(match, Move(2, choice)).match for choice in (KEEP, FLIP))
    assert kept != turned
    assert orientation_picture(view(kept, 1), STYLE) == orientation_picture(view(turned, 1), STYLE)
    one, other = (table_picture(view(m, None), PLAIN[:3], STYLE) for m in (kept, turned))
    assert one == other
    assert one != table_picture(view(match, None), PLAIN[:3], STYLE)


@pytest.mark.parametrize("match", [played(4, 11), played(2, 7), played(5, 3), ended(3)])
def test_a_table_drawn_from_any_seats_view_is_the_publics(match: Match) -> None:
    public = table_picture(view(match, None), PLAIN[: match.players], STYLE)
    for seat in range(1, match.players + 1):
        assert table_picture(view(match, seat), PLAIN[: match.players], STYLE) == public


def test_a_result_drawn_from_any_seats_view_is_the_publics() -> None:
    public = round_picture(view(ended(3), None), PLAIN[:3], STYLE)
    for seat in (1, 2, 3):
        assert round_picture(view(ended(3), seat), PLAIN[:3], STYLE) == public


def test_a_table_says_no_card_that_was_not_shown() -> None:
    match = played(4, 11)
    assert match.round is not None
    said = table_picture(view(match, None), PLAIN[:4], STYLE).alt
    seen = " ".join(map(str, (*match.round.table, *match.round.history)))
    public = set(seen.split())
    for hand in match.round.hands:
        for card in hand:
            assert str(card) not in said or str(card) in public


def test_file_names_are_the_same_whatever_they_show() -> None:
    names = {scene: SCENES[scene](SCRIPTS, STYLE).filename for scene in SCENES}
    for scene, name in names.items():
        assert name == f"{scene.split('-')[0]}.png"


def test_what_may_be_shown_is_the_engines_word() -> None:
    match, _ = two_matches()
    spans = {(a.first, a.last) for a in legal_actions(match, 1) if isinstance(a, Show)}
    assert set(shows_of(view(match, 1))) <= spans


def test_states_reach_the_replay_alone() -> None:
    """No drawing but that of finished matches can be given a state at all."""
    offenders = []
    for path in PACKAGE.rglob("*.py"):
        if path.name in {"replay.py", "film.py"}:  # a film is of a replay's moments
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            imported = []
            if isinstance(node, ast.ImportFrom):
                imported = [node.module or ""]
            elif isinstance(node, ast.Import):
                imported = [alias.name for alias in node.names]
            states = {"engine.match", "engine.rounds", "bot.pictures.replay", "engine.record"}
            offenders += [(path.name, name) for name in imported if name in states]
    assert not offenders
