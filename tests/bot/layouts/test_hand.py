"""What a hand's message says and offers, step by step."""

from __future__ import annotations

import pytest
from discord import ui

from bot.layouts import notices, shows
from bot.layouts.base import Layout
from bot.layouts.hand import hand
from bot.match import ids, steps
from bot.match.ids import Click, Verb
from bot.pictures import Picture
from bot.texts import texts_for
from engine import FLIP, KEEP
from engine import actions as a
from engine.cards import Card
from engine.views import View, actions_if_on_turn, view
from tests.bot.layouts.positions import big_hand, context, deciding_views, matches
from tests.bot.layouts.walking import assert_accepted, clicks, reachable

PICTURE = Picture(b"png", "hand.png", "Your hand: 3/7 1/3")
TABLE = (Card(8, 4), Card(9, 3))


def verbs(layout: Layout) -> list[Verb]:
    return [click.verb for click, _ in clicks(layout)]


def buttons(layout: Layout, verb: Verb) -> list[str]:
    """The labels of the buttons of a verb."""
    found = [one for one in layout.view.walk_children() if isinstance(one, ui.Button)]
    return [one.label or "" for one in found if one.custom_id and of(one).verb is verb]


def of(one: ui.Button) -> Click:
    return ids.parse(one.custom_id or "")


def orienting() -> View:
    return next(seen for seen in deciding_views(3, "orient") if seen.phase == "orient")


def on_turn(players: int = 4) -> View:
    """Somebody on turn with everything to choose from."""
    return next(
        seen
        for seen in deciding_views(players, "turn")
        if len(seen.table) > 1 and (both := steps.choices(seen)).shows and both.both
    )


def test_the_orientation_shows_both_ways_and_asks_once() -> None:
    seen = orienting()
    layout = hand(context(seen))
    assert buttons(layout, Verb.ORIENT) == ["Keep", "Flip"]
    first = seen.hand[0]
    assert f"**{first.active}**/{first.other}" in layout.text
    assert f"**{first.other}**/{first.active}" in layout.text
    assert reachable(seen) == {KEEP: 1, FLIP: 1}


@pytest.mark.parametrize(("players", "said"), [(2, "pay a Scout token"), (3, "both at once")])
def test_a_first_match_begins_with_how_a_turn_goes(players: int, said: str) -> None:
    seen = next(iter(deciding_views(players, "first")))
    text = hand(context(seen, first_match=True)).text
    assert text.index(said) < text.index("**Keep**")  # the hand stays next to its buttons
    assert said not in hand(context(seen)).text


def test_a_first_match_says_what_beats_what() -> None:
    begun = hand(context(next(iter(deciding_views(3, "first"))), first_match=True)).text
    assert "a group beats a run" in begun
    seen = big_hand(12, 3, TABLE)
    beaten = "Beats it: 9 10 or higher"
    assert beaten in hand(context(seen, first_match=True, picture=PICTURE)).text
    assert beaten not in hand(context(seen, picture=PICTURE)).text  # what beats it is offered
    assert beaten in hand(context(seen, picture=PICTURE, decision=None)).text


def test_on_turn_the_five_strongest_shows_are_buttons_and_the_others_a_menu() -> None:
    seen = big_hand(12, 3, ())._replace(hand=tuple(Card(n, 10 - n) for n in (1, 2, 3, 4, 6)))
    layout = hand(context(seen))
    assert buttons(layout, Verb.SHOW) == ["1 2 3 4", "2 3 4", "1 2 3", "3 4", "2 3"]
    menu = next(one for one in layout.view.walk_children() if isinstance(one, ui.Select))
    assert [one.label for one in menu.options] == [
        "1 2 · cards 1–2 · run",
        "6 · card 5 · single",
        "4 · card 4 · single",
        "3 · card 3 · single",
        "2 · card 2 · single",
        "1 · card 1 · single",
    ]
    assert [one.value for one in menu.options] == ["1-2", "5", "4", "3", "2", "1"]


def test_shows_that_read_alike_are_told_apart() -> None:
    hand_cards = (Card(5, 1), Card(5, 2), Card(9, 3), Card(5, 3), Card(5, 4))
    seen = big_hand(12, 3, ())._replace(hand=hand_cards)
    labels = buttons(hand(context(seen)), Verb.SHOW)
    assert labels[:2] == ["5 5 · cards 1–2", "5 5 · cards 4–5"]
    assert len(set(labels)) == len(labels)


def test_a_scout_button_names_the_number_it_would_bring() -> None:
    seen = big_hand(12, 3, TABLE)
    layout = hand(context(seen))
    assert buttons(layout, Verb.CARD) == ["Left 8", "Left 4", "Right 9", "Right 3"]
    assert "from which end" in layout.text
    single = hand(context(big_hand(12, 3, TABLE[:1])))
    assert buttons(single, Verb.CARD) == ["8", "4"]
    assert "from which end" not in single.text


def test_scout_and_show_is_one_button_that_asks_for_its_card() -> None:
    seen = big_hand(12, 3, TABLE)
    assert buttons(hand(context(seen)), Verb.BOTH) == ["Scout & Show …"]
    (click,) = [one for one, _ in clicks(hand(context(seen))) if one.verb is Verb.BOTH]
    step = steps.next_step(seen, click)
    assert step == steps.Both()
    cards = [one for one, _ in clicks(hand(context(seen), step)) if one.verb is Verb.CARD]
    assert {steps.next_step(seen, one) for one in cards} == {
        steps.Gaps(both.scout.end, both.scout.turned, then=True)
        for both in steps.choices(seen).both
    }
    with pytest.raises(ids.BadCustomId):
        steps.next_step(seen._replace(scout_and_show=(False,) * 3), click)


def test_the_switch_leads_from_scout_to_scout_and_show_and_back() -> None:
    seen = big_hand(12, 3, TABLE)
    scouting = hand(context(seen), steps.Gaps("left", turned=False, then=False))
    assert buttons(scouting, Verb.CARD) == ["Scout, then Show"]
    (switch,) = [click for click, _ in clicks(scouting) if click.verb is Verb.CARD]
    step = steps.next_step(seen, switch)
    assert step == steps.Gaps("left", turned=False, then=True)
    both = hand(context(seen), step)
    assert buttons(both, Verb.CARD) == ["Only Scout"]
    (back,) = [click for click, _ in clicks(both) if click.verb is Verb.CARD]
    assert steps.next_step(seen, back) == steps.Gaps("left", turned=False, then=False)


def test_every_step_has_a_way_back() -> None:
    seen = on_turn()
    both = steps.choices(seen).both[0]
    for step in (
        steps.Both(),
        steps.Gaps(both.scout.end, both.scout.turned, then=True),
        steps.Then(both.scout),
        steps.Confirm(both),
    ):
        assert Verb.BACK in verbs(hand(context(seen), step))
    assert Verb.BACK not in verbs(hand(context(seen)))


def test_who_wants_to_be_asked_reaches_everything_with_one_click_more() -> None:
    seen = on_turn()
    plain, asked = reachable(seen), reachable(seen, confirm=True)
    assert {action: price + 1 for action, price in plain.items()} == asked


def test_what_cannot_be_done_is_left_out_with_the_reason() -> None:
    empty = hand(context(big_hand(12, 3, ()))).text
    assert "the table is empty, so there is nothing to scout" in empty
    strong = big_hand(12, 3, (Card(10, 1), Card(10, 2)))._replace(hand=(Card(1, 3), Card(9, 5)))
    assert "nothing in your hand beats 10 10" in hand(context(strong)).text
    spent = big_hand(12, 3, TABLE)._replace(scout_and_show=(False,) * 3)
    layout = hand(context(spent))
    assert "you have used it this round" in layout.text
    assert not buttons(layout, Verb.BOTH)


def test_two_players_hear_of_no_scout_and_show_and_of_spent_tokens() -> None:
    seen = next(
        one
        for one in deciding_views(2, "two")
        if one.table and one.phase == "play" and one.tokens[(one.seat or 1) - 1]
    )
    assert "Scout & Show" not in hand(context(seen)).text
    poor = seen._replace(tokens=(0, 0))
    assert "no Scout token left" in hand(context(poor)).text


def test_hint_is_offered_only_where_it_is_allowed_and_said_in_words() -> None:
    seen = on_turn()
    assert Verb.HINT not in verbs(hand(context(seen)))
    assert Verb.HINT in verbs(hand(context(seen, hints=True)))
    showing = steps.choices(seen).shows[0]
    assert "Hint: Show " in hand(context(seen, hints=True, hint=showing)).text


def test_not_on_turn_there_are_no_controls_but_what_could_be_done() -> None:
    for match in matches(3, "wait"):
        if match.round is None or match.round.phase != "play":
            continue
        waiting = match.round.turn or 1
        seen = view(match, waiting % 3 + 1)
        layout = hand(context(seen, decision=None))
        assert set(verbs(layout)) <= {Verb.RULES}
        assert "If nothing changes" in layout.text
        assert "'s turn." in layout.text
        marked = hand(context(seen, decision=None, picture=PICTURE)).text
        assert "If nothing changes" not in marked
        could = steps.choices(seen, actions_if_on_turn(seen)).shows
        assert ("Marked: what you could show" in marked) == bool(could)


def test_who_has_chosen_the_orientation_sees_who_has_not() -> None:
    match = next(one for one in matches(3, "ready") if one.round and one.round.ready[0])
    layout = hand(context(view(match, 1), decision=None))
    assert "Still choosing" in layout.text
    assert set(verbs(layout)) <= {Verb.RULES}


def test_a_notice_stands_above_the_hand() -> None:
    texts = texts_for("en")
    layout = hand(context(on_turn(), notice=notices.stale(texts)))
    assert layout.text.startswith(notices.stale(texts))


def test_with_a_picture_the_cards_are_in_its_alt_text_and_without_in_the_text() -> None:
    seen = on_turn()
    drawn = hand(context(seen, picture=PICTURE))
    (gallery,) = [one for one in drawn.view.walk_children() if isinstance(one, ui.MediaGallery)]
    assert gallery.items[0].description == PICTURE.alt
    assert [file.filename for file in drawn.files] == ["hand.png"]
    first = seen.hand[0]
    assert f"**{first.active}**/{first.other}" not in drawn.text
    said = hand(context(seen))
    assert not said.files
    for card in seen.hand:
        assert f"**{card.active}**/{card.other}" in said.text


def test_the_hand_says_where_it_belongs_and_leads_there() -> None:
    link = "[match 12](https://discord.com/channels/1/77/99)"
    first = hand(context(orienting()))
    for layout in (first, hand(context(on_turn(), due=None))):
        assert "Kraków" in layout.text
        assert "<#77>" in layout.text
        assert link in layout.text
    [line] = [one for one in hand(context(on_turn())).text.splitlines() if link in one]
    assert "<t:" in line, "where and until when fit into one line"
    waiting = hand(context(on_turn(), decision=None))
    links = [one.url for one in waiting.view.walk_children() if isinstance(one, ui.Button)]
    assert "https://discord.com/channels/1/77/99" in links


def test_the_story_stands_above_the_cards() -> None:
    told = (
        "Berk showed 5 5",
        "Cards: you **7** · Berk **3**",
        "You: 2 captured + 1 Scout token · 3 points",
    )
    said = hand(context(on_turn(), story=told)).text.splitlines()
    first = said.index(f"-# {told[0]}")
    assert said[first : first + 3] == [f"-# {line}" for line in told]
    table = next(i for i, line in enumerate(said) if line.startswith("On the table"))
    assert first + 2 < table


def test_what_the_choice_means_is_said_before_the_first_round_alone() -> None:
    seen = orienting()
    assert "You choose once" in hand(context(seen)).text
    later = seen._replace(round=2)
    assert "You choose once" not in hand(context(later)).text
    taught = hand(context(seen, first_match=True)).text
    assert len(taught) > len(hand(context(seen)).text)
    assert hand(context(later, first_match=True)).text == hand(context(later)).text


def test_what_a_picture_says_is_not_said_again() -> None:
    seen = big_hand(12, 3, TABLE)
    scouting = next(one.scout for one in steps.choices(seen).both if one.scout.end == "left")
    for step, said in (
        (steps.Home(), "Both ends: 8/4 9/3."),
        (steps.Gaps("left", turned=False, then=False), "Where does **8/4** go?"),
        (steps.Then(scouting), "What do you show then?"),
    ):
        assert said in hand(context(seen), step).text
        assert said not in hand(context(seen, picture=PICTURE), step).text


def test_no_words_speak_of_what_only_a_picture_shows() -> None:
    orient = next(seen for seen in deciding_views(3, "words") if seen.phase == "orient")
    text = hand(context(orient, first_match=True)).text
    assert "big number" not in text
    assert "**bold** numbers count" in text


def test_a_gap_has_the_number_that_the_picture_gives_it() -> None:
    seen = big_hand(12, 3, TABLE)
    layout = hand(context(seen), steps.Gaps("left", turned=False, then=False))
    menu = next(one for one in layout.view.walk_children() if isinstance(one, ui.Select))
    assert [one.label.split(" → ")[0] for one in menu.options] == [str(n) for n in range(1, 14)]
    assert [one.value for one in menu.options] == [str(n) for n in range(1, 14)]


def test_the_deadline_counts_down_where_there_is_one() -> None:
    assert "The computer plays for you <t:1700000000:R>" in hand(context(on_turn())).text
    assert "kept as dealt <t:1700000000:R>" in hand(context(orienting())).text
    assert "<t:" not in hand(context(on_turn(), due=None)).text


def test_a_view_is_data_that_discord_py_neither_stores_nor_awaits() -> None:
    layout = hand(context(on_turn()))
    assert layout.view.is_finished()
    assert not layout.view.is_dispatchable()


@pytest.mark.parametrize("language", ["en", "tr", "pl", "fa"])
def test_long_hands_fit_in_every_language(language: str) -> None:
    for size in (24, 30, 45):
        seen = big_hand(size, size, ())
        assert len(steps.choices(seen).shows) > shows.BUTTONS
        assert_accepted(hand(context(seen, texts_for(language), hints=True, first_match=True)))


def test_the_pages_of_a_long_menu_hold_every_show_once() -> None:
    seen = big_hand(45, 2, ())
    everything = steps.choices(seen).shows
    found: list[a.Action] = []
    for page in range(10):
        layout = hand(context(seen), steps.Home(page))
        for click, values in clicks(layout):
            if click.verb is Verb.SHOWS:
                action = steps.next_step(seen, click, values)
                assert isinstance(action, a.Show)
                found.append(action)
        if Verb.SHOWS_PAGE not in verbs(layout) or "Next" not in buttons(layout, Verb.SHOWS_PAGE):
            break
    assert found == list(everything[shows.BUTTONS :])


def test_before_the_last_step_of_scout_and_show_the_table_is_what_is_left() -> None:
    seen = big_hand(12, 3, TABLE)._replace(scout_and_show=(True,) * 3)
    scouting = next(one.scout for one in steps.choices(seen).both if one.scout.end == "left")
    assert "**8 9**" in hand(context(seen)).text
    text = hand(context(seen), steps.Then(scouting)).text
    assert "**9** (single) by" in text
    assert "Both ends: 9/3." in text
    last = seen._replace(table=TABLE[:1])
    assert "The table is empty" in hand(context(last), steps.Then(scouting)).text
