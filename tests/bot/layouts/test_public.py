"""What everybody sees: right, complete, within the limits, and without anybody's secret."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import get_args

import pytest
from discord import ui

from bot.layouts import lobby, results, table
from bot.layouts.base import Layout
from bot.layouts.fairness import fairness
from bot.layouts.votes import VoteContext, vote
from bot.match import ids
from bot.match.ids import Click, Verb
from bot.match.recount import Note
from bot.pictures import Picture, alt
from bot.texts import SeatName, Texts, happenings, texts_for
from data.matches.models import MatchOptions, UnratedReason
from engine import Match
from engine.rules import Spared
from engine.views import view
from tests.bot.layouts.positions import NAMES, matches
from tests.bot.layouts.walking import assert_accepted, clicks
from tests.engine.builders import play, study

EN = texts_for("en")
LANGUAGES = ["en", "tr", "pl", "fa"]


def table_of(match: Match, texts: Texts = EN, **more: object) -> Layout:
    names = NAMES[: match.players]
    values: dict[str, object] = {"names": names, "due": 1_700_000_000_000, "nudge": True, **more}
    return table.table(table.TableContext(texts, view(match, None), 12, **values))


def everything(layout: Layout) -> str:
    """All that is sent: texts, labels, custom_ids, file names."""
    return repr(layout.view.to_components())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_table_fits_and_says_who_is_awaited(players: int) -> None:
    for match in matches(players, "table"):
        texts = texts_for(LANGUAGES[players - 2])
        layout = table_of(match, texts)
        assert_accepted(layout)
        assert match.round is not None
        if match.round.turn:
            assert "<t:1700000000:R>" in layout.text
            assert "12" in layout.text.splitlines()[1]
            assert layout.text.count("▶") == 1
            assert layout.text.count(texts.gettext("(starting player)")) == 1


def test_what_the_picture_of_the_table_shows_is_not_said_again() -> None:
    match = next(
        one for one in matches(5, "drawn") if one.round and one.round.turn and one.round.table
    )
    picture = Picture(b"png", "table.png", "The table")
    drawn, said = table_of(match, picture=picture).text, table_of(match).text
    for words in ("On the table:", "captured", "Scout & Show", "▶"):
        assert words in said
        assert words not in drawn
    assert "Beats it:" in drawn
    assert drawn.count(" showed ") + drawn.count(" scouted ") >= 1


def test_during_a_round_the_running_points_are_told() -> None:
    for match in matches(4, "running"):
        if match.round is None or match.round.phase != "play":
            continue
        public = view(match, None)
        seats = [line for line in table_of(match).text.splitlines() if " captured" in line]
        for i, line in enumerate(seats):
            points = public.totals[i] + public.captured[i] + public.tokens[i]
            assert f" · {points} point" in line.replace("−", "-")


def test_who_is_away_or_has_left_stands_at_the_table_drawn_or_not() -> None:
    match = next(one for one in matches(3, "away") if one.round and one.round.turn)
    picture = Picture(b"png", "table.png", "The table")
    for more in ({}, {"picture": picture}):
        layout = table_of(match, stood_in=frozenset({1}), left=frozenset({2}), **more)
        assert re.search("Ada.? is away: the computer plays", layout.text)
        assert "has left: the computer plays" in layout.text


def test_the_table_needs_the_public_view() -> None:
    match = next(iter(matches(3, "secret")))
    context = table.TableContext(EN, view(match, 1), 12, NAMES[:3])
    with pytest.raises(ValueError, match="public view"):
        table.table(context)


def test_a_private_choice_leaves_the_table_as_it_was_but_for_who_is_ready() -> None:
    """Two matches that differ in secrets alone look the same to everybody."""
    deals = [next(iter(matches(3, seed))) for seed in ("a1", "a2", "a3", "a4")]
    same_starter = [one for one in deals if one.round and one.round.starter == 1]
    shown = {everything(table_of(one)) for one in same_starter}
    assert len(same_starter) > 1
    assert len(shown) == 1


def test_no_card_of_a_hand_stands_at_the_table() -> None:
    for match in matches(4, "cards"):
        state = match.round
        assert state is not None
        layout = table_of(match)
        cards = set(re.findall(r"\b\d{1,2}/\d{1,2}\b", everything(layout)))
        public = {str(card) for card in state.table}
        for line in state.history:
            public |= set(re.findall(r"\d+/\d+", str(line)))
        assert cards <= public


def test_public_buttons_carry_no_decision_and_no_choice() -> None:
    match = next(one for one in matches(3, "buttons") if one.round and one.round.turn)
    asked = list(clicks(table_of(match)))
    assert [click.verb for click, _ in asked] == [Verb.HAND, Verb.NUDGE, Verb.RULES]
    assert {click.decision for click, _ in asked} == {None}
    assert asked[0][0] == Click(Verb.HAND, 12)


def test_nudge_is_off_when_no_person_is_awaited() -> None:
    match = next(one for one in matches(3, "buttons") if one.round and one.round.turn)
    assert Verb.NUDGE not in [click.verb for click, _ in clicks(table_of(match, nudge=False))]


def told(text: str) -> int:
    """How many actions a table tells."""
    return len(re.findall(r"^-# .* (?:showed|scouted) ", text, re.MULTILINE))


def test_the_table_tells_every_computers_turn_since_a_person_acted() -> None:
    match = next(one for one in matches(5, "long") if one.round and len(one.round.history) >= 9)
    assert match.round is not None
    people, computer = SeatName("Ada"), SeatName("", is_computer=True, level="easy")
    first = match.round.history[-4].seat
    alone = tuple(people if seat == first else computer for seat in range(1, 6))
    assert told(table_of(match, names=alone).text) == 3
    assert told(table_of(match, names=(people,) * 5).text) == 2


def test_the_table_tells_the_last_actions_and_what_else_happened() -> None:
    match = next(one for one in matches(3, "long") if one.round and len(one.round.history) >= 6)
    played = len(view(match, None).history)
    note = Note(played, "Somebody is back")
    text = table_of(match, notes=(note,), recent=3).text
    assert told(text) == 3
    assert text.rstrip().endswith("-# Somebody is back")


def test_an_incident_stands_between_the_actions_where_it_happened() -> None:
    match = next(one for one in matches(3, "long") if one.round and len(one.round.history) >= 6)
    played = len(view(match, None).history)
    notes = (Note(played - 5, "Long ago"), Note(played - 1, "In between"), Note(played, "Just now"))
    text = table_of(match, notes=notes, recent=2).text
    lines = [line for line in text.splitlines() if line.startswith("-# ")][-5:]
    happened = ["note" if line[3:] in {one.said for one in notes} else "action" for line in lines]
    assert happened == ["note", "action", "note", "action", "note"]
    assert [line[3:] for line in lines[::2]] == [one.said for one in notes]


@pytest.mark.parametrize(
    ("state", "said"),
    [("paused", "clock stands still"), ("over", "match is over"), ("ended", "has ended")],
)
def test_a_table_at_rest_says_so(state: str, said: str) -> None:
    match = list(matches(3, "rest"))[-1]
    layout = table_of(match, state=state, result="https://discord.com/channels/1/2/3")
    assert said in layout.text
    if state == "paused":
        assert "the pause ends <t:1700000000:R>" in layout.text
    else:
        assert "<t:" not in layout.text
        assert [click.verb for click, _ in clicks(layout)] == [Verb.RULES]


def test_an_old_table_is_a_link_to_the_new_one() -> None:
    layout = table.moved(EN, 12, "https://discord.com/channels/1/2/3")
    (link,) = [one for one in layout.view.walk_children() if isinstance(one, ui.Button)]
    assert link.url == "https://discord.com/channels/1/2/3"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_rounds_score_is_the_sum_of_the_parts_that_are_said(players: int) -> None:
    for match in matches(players, "scores"):
        if match.round is None or match.round.end is None:
            continue
        public = view(match, None)
        layout = results.round_result(results.RoundContext(EN, public, 12, NAMES[:players]))
        assert_accepted(layout)
        lines = [line for line in layout.text.splitlines() if line.startswith("-# ")]
        assert len(lines) == players
        for line, score in zip(lines, public.scores or (), strict=True):
            parts = re.match(
                r"-# (\d+) captured \+ (\d+) Scout tokens?(?: − (\d+) cards? left)?", line
            )
            assert parts is not None
            captured, tokens, left = (int(part or 0) for part in parts.groups())
            assert captured + tokens - left == score


def test_a_round_that_goes_on_has_no_result() -> None:
    match = next(iter(matches(3, "on")))
    with pytest.raises(ValueError, match="not over"):
        results.round_result(results.RoundContext(EN, view(match, None), 12, NAMES[:3]))


def final(match: Match, **more: object) -> results.MatchContext:
    values: dict[str, object] = {
        "rounds": ((1,) * match.players,),
        "totals": match.totals,
        "winners": match.winners(),
        **more,
    }
    return results.MatchContext(EN, 12, NAMES[: match.players], **values)


def test_the_final_table_is_ranked_and_carries_the_record() -> None:
    match = list(matches(4, "final"))[-1]
    layout = results.match_result(final(match, record="[Players]"))
    assert_accepted(layout)
    ranks = re.findall(rf"^{EN.mark}(\d)\\\. ", layout.text, re.MULTILINE)
    assert ranks == sorted(ranks)
    assert [file.filename for file in layout.files] == ["scout-12.txt"]
    assert [click.verb for click, _ in clicks(layout)] == [
        Verb.REMATCH,
        Verb.REPLAY,
        Verb.FAIRNESS,
        Verb.REVIEW,
    ]
    assert "Fair deal ✓" in everything(layout)
    unfair = results.match_result(final(match, record="[Players]", fair=False))
    assert "do **not** follow" in unfair.text
    assert "✓" not in everything(unfair)


def test_what_the_picture_of_a_result_shows_is_not_said_again() -> None:
    match = list(matches(4, "final"))[-1]
    picture = Picture(b"png", "match.png", "The result")
    drawn = results.match_result(final(match, picture=picture)).text
    assert "by round" not in drawn
    assert "wins!" in drawn or "share the win" in drawn
    over = view(match, None)
    context = results.RoundContext(EN, over, 12, NAMES[:4], picture)
    assert "captured" not in results.round_result(context).text


def test_how_the_deals_are_proved_says_no_secret_before_the_match_is_over() -> None:
    row = SimpleNamespace(
        id=12,
        guild_id=1,
        place=2,
        published=True,
        commitment="c" * 64,
        secret="s" * 64,
        start_id="123",
    )
    before = fairness(EN, row, fair=None)
    after = fairness(EN, row, fair=True)
    for layout in (before, after, fairness(EN, row, fair=False)):
        assert_accepted(layout)
        assert "c" * 64 in layout.text
        assert "can't be proved" in layout.text
    assert "s" * 64 not in everything(before)
    assert "s" * 64 in after.text
    assert "`123`" in after.text
    assert "https://discord.com/channels/1/2/123" in before.text
    assert "✅" in after.text
    assert "do **not** follow" in fairness(EN, row, fair=False).text


def test_a_shared_win_and_a_shared_rank_are_said() -> None:
    match = list(matches(3, "tie"))[-1]
    text = results.match_result(final(match, totals=(7, -2, 7), winners=(1, 3))).text
    assert "share the win" in text
    assert re.findall(rf"^{EN.mark}(\d)\\\. ", text, re.MULTILINE) == ["1", "1", "3"]
    assert "−2 points" in text


def test_rating_changes_stand_where_there_are_some() -> None:
    match = list(matches(3, "ratings"))[-1]
    change = results.RatingChange(1500, 1488, provisional=True)
    text = results.match_result(final(match, ratings=(change, None, None))).text
    assert text.count("Ratings: ") == 1
    assert "Ada\u2069 **1488** (−12), provisional" in text
    assert "Ratings" not in results.match_result(final(match)).text


def test_the_one_rating_of_a_level_with_several_seats_is_told_once() -> None:
    match = list(matches(5, "ratings"))[-1]
    mine, level = results.RatingChange(1500, 1488), results.RatingChange(1000, 1096)
    text = results.match_result(final(match, ratings=(mine, None, level, None, level))).text
    assert "Ada\u2069 **1488** (−12)" in text
    assert text.endswith("· Computers (expert) **1096** (+96)")
    assert text.count("1096") == 1
    alone = results.match_result(final(list(matches(3, "one"))[-1], ratings=(mine, None, level)))
    assert "Computer (expert)\u2069 **1096** (+96)" in alone.text


@pytest.mark.parametrize(
    "reason", ["agreed", "host", "moderator", "deserted", "endless", "gone", "broken"]
)
def test_a_match_that_ended_early_says_why_and_that_it_does_not_count(reason: str) -> None:
    match = list(matches(3, "early"))[-1]
    text = results.match_result(final(match, ended=reason, winners=(), rated=False)).text
    assert "ended early" in text
    assert "doesn't count" in text
    assert "wins" not in text


def test_a_rematch_asks_for_the_match_it_follows() -> None:
    match = list(matches(3, "again"))[-1]
    layout = results.match_result(final(match))
    (button,) = [one for one in layout.view.walk_children() if isinstance(one, ui.Button)]
    assert ids.parse(button.custom_id or "") == Click(Verb.REMATCH, 12)
    assert not list(clicks(results.match_result(final(match, rematch=False))))


@pytest.mark.parametrize("reason", get_args(UnratedReason))
def test_why_a_match_does_not_count_is_said(reason: str) -> None:
    match = list(matches(3, "unrated"))[-1]
    text = results.match_result(final(match, unrated=reason)).text
    assert "-# " + happenings.unrated(EN, reason) in text
    assert happenings.unrated(EN, reason) != happenings.unrated(EN, None)


def test_people_of_one_name_are_told_apart_wherever_they_are_named() -> None:
    names = (SeatName("Alex"), SeatName("alex"), SeatName("Ada"))
    match = next(one for one in matches(3, "alike") if one.round and one.round.turn)
    over = list(matches(3, "alike"))[-1]
    layouts = [
        table_of(match, names=names),
        results.round_result(results.RoundContext(EN, view(over, None), 12, names)),
        results.match_result(replace(final(over), names=names)),
        vote(VoteContext(EN, 12, "end", names, 1, frozenset({1}), frozenset({2, 3}))),
        lobby.lobby(
            lobby.LobbyContext(EN, 12, 1, names, MatchOptions(), ("easy",), "easy", (), "open")
        ),
    ]
    for layout in layouts:
        assert "Alex (1)" in layout.text
        assert "alex (2)" in layout.text
        assert "Ada (" not in layout.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_and_worst_names_fit(language: str) -> None:
    texts = texts_for(language)
    names = (SeatName("*" * 40),) * 5
    expired = happenings.expired(texts, "\\*" * 32, orienting=False)
    notes = tuple(Note(number, expired) for number in range(12))
    last = list(matches(5, "names"))[-1]
    fullest = max(matches(5, "names"), key=lambda one: len(view(one, None).history))
    for context in (
        table.TableContext(texts, view(fullest, None), 12, names, recent=12, notes=notes),
        table.TableContext(texts, view(last, None), 12, names, recent=12, notes=notes),
    ):
        assert_accepted(table.table(context))
    assert_accepted(results.round_result(results.RoundContext(texts, view(last, None), 12, names)))
    scores = ((-100,) * 5,) * 5
    changes = (results.RatingChange(1500, 1400, provisional=True),) * 5
    context = results.MatchContext(
        texts, 12, names, scores, (-500,) * 5, (1, 2, 3, 4, 5), ratings=changes, fair=False
    )
    assert_accepted(results.match_result(context))


@pytest.mark.parametrize(("spared", "said"), [("ender", False), ("emptied", True)])
def test_who_ended_the_round_has_a_deduction_where_only_an_empty_hand_is_spared(
    spared: Spared, said: bool
) -> None:
    """R23: in words as in the scores, whatever ended the round."""
    match = study(2, "1/3 5/9", "1/4", "1/5", table="8/9 8/7", owner=1, spared=spared)
    public = view(play(match, "2 scout left 1", "3 scout left 1"), None)
    assert public.scores is not None
    account = results.round_result(results.RoundContext(EN, public, 12, NAMES[:3])).text
    assert ("2 cards left don't count" not in account) == said
    described = alt.round_result(public, NAMES[:3], EN)
    deducted = 2 if said else 0
    assert f"Scout tokens 2, deducted for cards in hand {deducted}, so {2 - deducted};" in described
