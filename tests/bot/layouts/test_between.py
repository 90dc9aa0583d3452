"""What a hand becomes: the cards to plan with, a line, the heading of a round."""

from __future__ import annotations

from discord import ui

from bot.layouts import between
from bot.pictures import Picture
from bot.texts import texts_for
from tests.bot.layouts.positions import WHERE, big_hand
from tests.bot.layouts.walking import clicks

EN = texts_for("en")
PICTURE = Picture(b"png", "hand.png", "Your hand: 3/7 1/3")


def test_between_turns_the_hand_is_there_without_controls_and_says_so() -> None:
    hand = big_hand(9, 3, ()).hand
    drawn = between.resting(EN, ("You showed 5 5.",), WHERE, hand, PICTURE)
    assert drawn.text.startswith("You showed 5 5.")
    assert "isn't your turn" in drawn.text
    (gallery,) = [one for one in drawn.view.walk_children() if isinstance(one, ui.MediaGallery)]
    assert gallery.items[0].description == PICTURE.alt
    said = between.resting(EN, ("You showed 5 5.",), WHERE, hand, None)
    assert all(f"**{card.active}**/{card.other}" in said.text for card in hand)
    for layout in (drawn, said):
        assert not list(clicks(layout))
        links = [one.url for one in layout.view.walk_children() if isinstance(one, ui.Button)]
        assert links == [WHERE.url]


def test_a_turn_that_is_over_is_one_line_that_names_its_match() -> None:
    layout = between.line(EN, "You showed 5 5.", WHERE, 12)
    assert layout.text == f"You showed 5 5. · [match 12]({WHERE.url})"
    assert not list(clicks(layout))


def test_a_round_begins_with_a_heading_and_how_the_one_before_went() -> None:
    told = ("-# Round 1: Ada +3 · Berk −1",)
    layout = between.heading(("### Round 2 of 3", "-# Café", *told, "You flipped your hand."))
    first, *rest = layout.text.splitlines()
    assert first == "### Round 2 of 3"
    assert rest == ["-# Café", *told, "You flipped your hand."]
    assert not list(clicks(layout))


def test_an_empty_hand_rests_in_words() -> None:
    assert "No cards left." in between.resting(EN, ("You showed 5.",), WHERE, (), None).text
