"""The lobby in its states."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord import ui

from bot.layouts.lobby import LobbyContext, LobbyState, lobby
from bot.match.ids import Verb
from bot.texts import SeatName, texts_for
from bot.texts.options import PACES, RULES, summary
from data.matches.models import MatchOptions
from engine.rules import CHOICES
from tests.bot.layouts.positions import NAMES
from tests.bot.layouts.walking import assert_accepted, clicks

EN = texts_for("en")
OPEN = LobbyContext(
    texts=EN,
    match=12,
    host=1,
    names=(SeatName("Ada"),),
    options=MatchOptions(seats=4),
    levels=("easy", "expert"),
    level="easy",
)


def verbs(context: LobbyContext) -> set[Verb]:
    return {click.verb for click, _ in clicks(lobby(context))}


def test_a_fresh_lobby_waits_for_a_second_seat() -> None:
    layout = lobby(OPEN)
    assert "at least two" in layout.text
    assert Verb.FAIRNESS in verbs(OPEN)
    assert layout.text.count("*free*") == 3
    assert Verb.START not in verbs(OPEN)
    assert {Verb.JOIN, Verb.LEAVE, Verb.CANCEL, Verb.ADD_COMPUTER} <= verbs(OPEN)
    assert Verb.REMOVE_COMPUTER not in verbs(OPEN)


def test_with_two_it_can_start_and_a_computer_can_go_again() -> None:
    context = replace(OPEN, names=(SeatName("Ada"), NAMES[2]))
    assert {Verb.START, Verb.REMOVE_COMPUTER, Verb.COMPUTER_LEVEL} <= verbs(context)


def test_a_full_lobby_hints_to_start_and_takes_nobody_more() -> None:
    context = replace(OPEN, names=NAMES[:4])
    assert "Start" in lobby(context).text
    assert not verbs(context) & {Verb.JOIN, Verb.ADD_COMPUTER, Verb.COMPUTER_LEVEL}


def test_a_held_seat_mentions_its_person_once_with_accept_and_decline() -> None:
    context = replace(OPEN, held=(42,))
    layout = lobby(context)
    assert layout.text.count("<@42>") == 1
    assert {Verb.ACCEPT, Verb.DECLINE} <= verbs(context)
    assert layout.text.count("*free*") == 2


def test_so_many_people_can_be_invited_as_seats_are_free() -> None:
    def most(context: LobbyContext) -> list[int]:
        found = lobby(context).view.walk_children()
        return [one.max_values for one in found if isinstance(one, ui.UserSelect)]

    assert most(OPEN) == [3]
    assert most(replace(OPEN, held=(42,))) == [2]
    assert most(replace(OPEN, names=NAMES[:4])) == []
    assert most(replace(OPEN, state="cancelled")) == []


def test_a_right_to_left_name_stays_inside_its_row() -> None:
    context = replace(OPEN, names=(SeatName("سارا"), SeatName("Ada")))
    rows = [line for line in lobby(context).text.splitlines() if "\\." in line]
    assert len(rows) == 4
    for number, row in enumerate(rows, start=1):
        assert row.startswith(f"{EN.mark}{number}\\. ")  # Discord makes no list of it
    assert "سارا" in rows[0]
    assert {row.count("\u2068") - row.count("\u2069") for row in rows} == {0}


def test_the_lobby_says_the_level_of_each_computer() -> None:
    level = SeatName("", is_computer=True, level="expert")
    text = lobby(replace(OPEN, names=(SeatName("Ada"), level, level))).text
    assert "Computer 1 (expert)" in text
    assert "Computer 2 (expert)" in text


def test_a_role_is_mentioned_only_where_it_is_set() -> None:
    assert "<@&" not in lobby(OPEN).text
    assert lobby(replace(OPEN, mention=7)).text.startswith("<@&7>")


@pytest.mark.parametrize("state", ["starting", "started", "cancelled", "idle"])
def test_a_lobby_that_is_over_says_so_and_leads_on(state: LobbyState) -> None:
    layout = lobby(replace(OPEN, state=state, table="https://discord.com/channels/1/2/3"))
    assert [click.verb for click, _ in clicks(layout)] == [Verb.FAIRNESS]
    assert "free" not in layout.text
    links = [one for one in layout.view.walk_children() if isinstance(one, ui.Button)]
    assert [one.url for one in links if one.url] == ["https://discord.com/channels/1/2/3"]


@pytest.mark.parametrize("language", ["en", "tr", "pl", "fa"])
def test_the_fullest_lobby_fits(language: str) -> None:
    context = replace(
        OPEN,
        texts=texts_for(language),
        names=NAMES[:3],
        held=(42, 43),
        options=MatchOptions(
            seats=5, rounds=2, starter="random", last_card="continue", spared="emptied"
        ),
        levels=("easy", "medium", "hard", "expert"),
        unrated="With fewer rounds it doesn't count.",
        mention=7,
    )
    assert_accepted(lobby(context))


def test_every_option_that_can_be_stored_has_words() -> None:
    fields = MatchOptions.model_fields
    assert set(RULES) == set(CHOICES)
    for name, codes in {"pace": PACES, **RULES}.items():
        annotation = fields[name].annotation
        assert annotation is not None
        assert set(annotation.__args__) == set(codes)


def test_unusual_options_are_said() -> None:
    usual = summary(EN, MatchOptions())
    unusual = summary(EN, MatchOptions(starter="random", last_card="continue", rounds=2))
    assert "chance" not in usual
    assert "chance" in unusual
    assert "goes on" in unusual
    assert "only an empty hand" in summary(EN, MatchOptions(spared="emptied"))
    assert "empty hand" not in usual
    assert "2 rounds" in unusual
    assert "unrated" in unusual
    assert "unrated" not in usual
    assert "unrated" not in summary(EN, MatchOptions(seats=2, rounds=2))
