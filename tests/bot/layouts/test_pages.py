"""Rules, help, preferences, settings, votes, pings and notices."""

from __future__ import annotations

from typing import get_args

import pytest
from discord import ui

from bot.layouts import notices, pings, preferences, profile, rules, settings, votes
from bot.layouts.base import Layout
from bot.layouts.help import help_page
from bot.layouts.leaderboard import BoardContext, Choice, leaderboard
from bot.match.ids import BadCustomId, Click, Verb
from bot.match.scene import Where
from bot.pictures import Style
from bot.pictures.examples import EXAMPLES, Group
from bot.pictures.rules import SCORES, rules_picture
from bot.texts import SeatName, texts_for
from bot.texts.catalogue import LOCALES
from bot.texts.rules import PAGES
from data.matches.log import About
from data.matches.models import MatchOptions
from data.matches.plays import Play
from data.people.models import GuildSettings, Preferences
from data.standings.leaderboard import Board, Line
from data.standings.profile import Profile
from data.standings.rating import Rating
from engine.combinations import active_numbers, beats
from tests.bot.layouts.walking import assert_accepted, clicks

EN = texts_for("en")
WHERE = Where("Café", 77, "https://discord.com/channels/1/77/99")


def turned(layout: Layout) -> set[int]:
    return {rules.page_of(click, values) for click, values in clicks(layout)}


@pytest.mark.parametrize("page", range(PAGES))
def test_every_page_of_the_rules_leads_to_every_other(page: int) -> None:
    layout = rules.rules(EN, page)
    assert_accepted(layout)
    assert turned(layout) == set(range(PAGES))
    assert all(rules.turns(click) for click, _ in clicks(layout))


def test_a_button_elsewhere_opens_the_rules_at_the_beginning() -> None:
    opening = Click(Verb.RULES, 12, None, ("0",))
    assert rules.page_of(opening) == 0
    assert not rules.turns(opening)
    assert rules.page_of(Click(Verb.RULES, 12, None, ("x", "turn"))) == 0
    assert f"Rules {PAGES}/{PAGES}" in rules.rules(EN, 99).text


QUESTIONS = {
    "does the active set score for its owner?": "cards of the active set score nothing",
    "does an unused Scout & Show?": "unused Scout & Show",
    "does a set of equal strength beat?": "Equal never beats",
    "may a run fall?": "climbs or falls",
    "highest or lowest numbers?": "to compare the highest numbers comes to the same",
    "who starts?": "whoever holds the card 1/2 starts",
    "how is that seen later?": "A flag marks who started",
    "who is spared?": "Whoever ended the round loses nothing",
    "can that be chosen?": "only an empty hand is spared",
    "is 10 next to 1?": "10 and 1 are not neighbours",
    "what of a set that was scouted?": "a single 9 is left",
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_rules_answer_what_people_ask(question: str) -> None:
    said = " ".join(rules.rules(EN, page).text for page in range(PAGES))
    assert QUESTIONS[question] in said


def test_the_rules_tell_what_matters() -> None:
    said = " ".join(rules.rules(EN, page).text for page in range(PAGES))
    for fact in ("45 cards", "Keep", "Flip", "a **group** beats a run", "Scout token"):
        assert fact in said


@pytest.mark.parametrize("page", range(PAGES))
def test_what_a_page_pictures_is_said_in_words_where_there_is_no_picture(page: int) -> None:
    picture = rules_picture(page, Style())
    drawn, said = rules.rules(EN, page, picture=picture), rules.rules(EN, page)
    assert_accepted(drawn)
    assert [file.filename for file in drawn.files] == ["rules.png"]
    assert picture.alt in said.text
    assert picture.alt not in drawn.text
    assert turned(drawn) == set(range(PAGES))


@pytest.mark.parametrize(
    ("row", "stronger"),
    [(0, True), (1, True), (2, True), (3, False)],
)
def test_what_the_rules_picture_as_stronger_is(row: int, stronger: bool) -> None:
    one, sign, other = EXAMPLES["beats"][row].parts
    assert isinstance(one, Group)
    assert isinstance(other, Group)
    assert (sign == "beats") == stronger
    assert beats(active_numbers(one.cards), active_numbers(other.cards)) == stronger
    assert not beats(active_numbers(other.cards), active_numbers(one.cards))


def test_the_rules_count_points_as_the_game_does() -> None:
    for line in SCORES:
        left = 0 if line.ended else line.left
        assert line.score == line.captured + line.tokens - left


def test_help_names_the_commands_there_are() -> None:
    said = help_page(EN, {"/scout play": "Open a lobby"}).text
    assert "**`/scout play`** – Open a lobby" in said


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (Play(rounds=3), "Ended 0 of 3 rounds."),
        (
            Play(rounds=3, ended_unbeaten=1),
            "Ended 1 of 3 rounds: 0 with an empty hand, 1 unbeaten, 0 with the other one stuck.",
        ),
    ],
)
def test_a_profile_tells_the_ways_rounds_were_ended_if_any_were(play: Play, said: str) -> None:
    found = Profile(
        line=None,
        on_board=0,
        sizes=(),
        play=play,
        played=1,
        broken_off=0,
        history=(),
        computers=(),
    )
    layout = profile.profile(profile.ProfileContext(EN, "Ada", "Café", 1, found))
    assert_accepted(layout)
    assert layout.text.splitlines()[-1] == said


@pytest.mark.parametrize("played", [0, 1])
def test_a_profile_tells_what_was_broken_off(played: int) -> None:
    found = Profile(None, 0, (), Play(), played, 2, (), ())
    layout = profile.profile(profile.ProfileContext(EN, "Ada", "Café", 1, found))
    assert layout.text.splitlines()[-1] == "Broken off: 2 matches."


def test_people_of_one_name_are_told_apart_on_the_leaderboard() -> None:
    def line(player_id: int, called: str, place: int) -> Line:
        return Line(player_id, called, place, Rating(), 3, 3, 1, 10, 9, None, 0, 0)

    lines = (line(5, "A" * 40, 1), line(6, "A" * 40, 2), line(7, "\u3164", 3), line(8, "سارا", 4))
    board = Board(lines, 1, 1, 4, line(8, "سارا", 4), ())
    layout = leaderboard(BoardContext(EN, "Café", board, Choice()))
    assert_accepted(layout)
    names = [f"{'A' * 31}… (1)", f"{'A' * 31}… (2)", "somebody", "سارا"]
    rows = [one for one in layout.text.splitlines() if one.startswith(EN.mark)]
    for place, (row, called) in enumerate(zip(rows, names, strict=True), start=1):
        assert row.startswith(f"{EN.mark}{place}\\. **\u2068{called}\u2069**")


def test_every_preference_can_be_changed_and_changed_back() -> None:
    chosen = Preferences()
    layout = preferences.preferences(EN, chosen)
    assert_accepted(layout)
    changes = [preferences.changed(click, values, chosen) for click, values in clicks(layout)]
    differing = {
        name
        for change in changes
        for name in Preferences.model_fields
        if getattr(change, name) != getattr(chosen, name)
    }
    # What the client was last seen to speak is noted, not chosen.
    assert differing == set(Preferences.model_fields) - {"seen_locale"}
    for change in changes:
        again = preferences.preferences(EN, change)
        back = [preferences.changed(click, values, change) for click, values in clicks(again)]
        assert chosen in back


def test_only_languages_that_have_a_catalogue_are_offered() -> None:
    there = {path.stem for path in LOCALES.glob("*.po")}
    pages = [preferences.preferences(EN, Preferences()), settings.settings(EN, GuildSettings())]
    for layout in pages:
        chosen = [values for click, values in clicks(layout) if click.args == ("locale",)]
        assert {value for (value,) in chosen} == {"auto", "en"} | there


@pytest.mark.parametrize("args", [(), ("colour", "red"), ("confirm", "maybe"), ("locale", "xx")])
def test_a_preference_that_is_none_is_malformed(args: tuple[str, ...]) -> None:
    with pytest.raises(BadCustomId):
        preferences.changed(Click(Verb.PREFERENCE, None, None, args), (), Preferences())


def test_who_could_not_be_reached_can_ask_for_another_try() -> None:
    layout = preferences.preferences(EN, Preferences(), dm_blocked=True)
    assert_accepted(layout)
    assert (preferences.RETRY_DM,) in [click.args for click, _ in clicks(layout)]


def test_every_setting_has_a_control() -> None:
    reached = set()
    for page in range(settings.PAGES):
        layout = settings.settings(EN, GuildSettings(channels=(5, 6), lobby_role=9), page)
        assert_accepted(layout)
        for item in layout.view.walk_children():
            custom_id = getattr(item, "custom_id", None)
            if custom_id and ":set:" in custom_id:
                reached.add(custom_id.split(":")[4])
    wanted = set(GuildSettings.model_fields) - {"defaults", "results_since"} | set(
        MatchOptions.model_fields
    )
    assert reached == wanted - {"rated_alone"}  # that is said for a match, when it is opened


def test_every_control_of_the_settings_keeps_its_page_and_changes_what_it_says() -> None:
    chosen = GuildSettings()
    for page in range(settings.PAGES):
        for click, values in clicks(settings.settings(EN, chosen, page)):
            if click.verb is Verb.SETTINGS_PAGE:
                assert settings.page_of(click) != page
                continue
            assert settings.page_of(click) == page
            changed = settings.changed(click, values, chosen)
            name = click.args[0]
            where = changed.defaults if name in MatchOptions.model_fields else changed
            word = values[0] if values else click.args[1]
            value = getattr(where, name)
            assert {"True": "on", "False": "off", "None": "auto"}.get(
                str(value), str(value)
            ) == word


def test_channels_and_role_come_as_ids_and_can_be_emptied() -> None:
    channels = Click(Verb.SETTING, None, None, ("channels",))
    role = Click(Verb.SETTING, None, None, ("lobby_role",))
    chosen = settings.changed(channels, ("11", "12"), GuildSettings())
    chosen = settings.changed(role, ("13",), chosen)
    assert (chosen.channels, chosen.lobby_role) == ((11, 12), 13)
    chosen = settings.changed(role, (), settings.changed(channels, (), chosen))
    assert (chosen.channels, chosen.lobby_role) == ((), None)


@pytest.mark.parametrize(
    ("args", "values"),
    [
        (("seats",), ("6",)),
        (("pace",), ("slow",)),
        (("max_matches",), ("0",)),
        (("locale",), ("xx",)),
        (("channels",), ("here",)),
        (("threads",), ()),
        (("threads", "maybe"), ()),
        (("colour",), ("red",)),
        ((), ()),
    ],
)
def test_a_setting_that_is_none_is_malformed(
    args: tuple[str, ...], values: tuple[str, ...]
) -> None:
    with pytest.raises(BadCustomId):
        settings.changed(Click(Verb.SETTING, None, None, args), values, GuildSettings())


def vote_of(about: str, **more: object) -> votes.VoteContext:
    people = (SeatName("Ada"), SeatName("Berk"), SeatName("Cem"))
    values = {"agreed": frozenset({1}), "waiting": frozenset({2}), "due": 1_700_000_000_000}
    return votes.VoteContext(EN, 12, about, people, 1, **{**values, **more})


@pytest.mark.parametrize("about", get_args(About))
def test_a_vote_asks_and_says_until_when(about: str) -> None:
    layout = votes.vote(vote_of(about, people={2: 42}, overdue=frozenset({3})))
    assert_accepted(layout)
    assert [click.args for click, _ in clicks(layout)] == [(about, "yes"), (about, "no")]
    assert "<@42>: what do you say?" in layout.text
    assert "Ada" in layout.text
    assert "closes <t:1700000000:R>" in layout.text
    assert "counts as absent" in layout.text
    assert "2 of you must agree" in votes.vote(vote_of(about, needed=2)).text


@pytest.mark.parametrize("about", get_args(About))
@pytest.mark.parametrize(
    ("state", "more", "said"),
    [
        ("agreed", {}, "**Agreed: "),
        ("refused", {"against": frozenset({3})}, "Against: \u2068Cem"),
        ("unanswered", {}, "too few answered in time"),
        ("moot", {}, "nothing to vote about any more"),
        ("moot", {"ended_by": 3}, "Cem\u2069, the host, ended the match"),
    ],
)
def test_a_vote_that_is_over_says_what_came_of_it_and_who_said_what(
    about: str, state: str, more: dict[str, object], said: str
) -> None:
    closed = votes.vote(vote_of(about, state=state, **more))
    assert_accepted(closed)
    assert said in closed.text
    assert "Agreed: \u2068Ada" in closed.text
    assert ("No answer: \u2068Berk" in closed.text) is (state in {"agreed", "unanswered"})
    assert "<t:" not in closed.text
    assert not list(clicks(closed))


def test_leaving_is_asked_with_its_price() -> None:
    rated = votes.leave_question(EN, 12, rated=True, last=False)
    assert "last place" in rated.text
    assert [click.verb for click, _ in clicks(rated)] == [Verb.QUIT, Verb.BACK]
    assert "last place" not in votes.leave_question(EN, 12, rated=False, last=False).text
    assert "it ends" in votes.leave_question(EN, 12, rated=True, last=True).text
    lost = votes.leave_question(EN, 12, rated=True, last=True, lost=True).text
    assert "counts as lost" in lost
    assert "unrated" not in lost


def test_pings_mention_their_persons_and_lead_to_the_hand() -> None:
    due = 1_700_000_000_000
    for layout in (
        pings.turn_ping(EN, 12, (42,), orienting=False, due=due),
        pings.turn_ping(EN, 12, (42,), orienting=True),
        pings.nudged(EN, 12, (42,), "Ada"),
        pings.warned_in_channel(EN, 12, 42, due=due, orienting=False),
    ):
        assert layout.text.count("<@42>") == 1
        assert [click for click, _ in clicks(layout)] == [Click(Verb.HAND, 12)]
    warned = pings.warned(EN, 12, WHERE, due=due, orienting=True)
    assert "<t:1700000000:R>" in warned.text
    assert "kept as dealt" in warned.text


def test_notices_say_what_helps() -> None:
    assert "`ab12`" in notices.fault(EN, "ab12").text
    one = notices.missing_permissions(EN, ["Send Messages"], 77).text
    two = notices.missing_permissions(EN, ["Send Messages", "Attach Files"], 77).text
    assert "this permission" in one
    assert "these permissions" in two
    assert "**Attach Files**" in two
    layout = notices.notice(EN, "There.", where=WHERE, match=12)
    links = [one.url for one in layout.view.walk_children() if isinstance(one, ui.Button)]
    assert links == [WHERE.url]
