"""A hand between its player's turns."""

from __future__ import annotations

from bot.pictures import Resting, Style, hand_picture
from bot.pictures.hand import considered
from bot.texts import texts_for
from engine.cards import Card
from tests.bot.layouts.positions import big_hand

TABLES = ((), (Card(1, 2),), (Card(8, 9), Card(9, 10), Card(10, 1)))


def test_a_resting_hand_marks_its_own_sets_whatever_lies_there() -> None:
    views = [
        big_hand(12, 3, table)._replace(hand=tuple(map(Card, (5, 5, 1, 7, 8), (1, 2, 3, 4, 6))))
        for table in TABLES
    ]
    drawn = [hand_picture(seen, Style(), Resting()) for seen in views]
    assert len({one.data for one in drawn}) == 1
    assert len({one.alt for one in drawn}) == 1
    assert "shown" not in drawn[0].alt
    asked = {hand_picture(seen, Style()).data for seen in views}
    assert len(asked) > 1, "on turn the marks do depend on it"
    spans = considered(views[0], Resting(), texts_for("en")).brackets
    assert [(one.first, one.last) for one in spans] == [(1, 2), (4, 5)]
