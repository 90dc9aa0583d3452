"""Messages, names, and how cards and actions are said."""

from __future__ import annotations

import gettext
import io
from datetime import UTC, datetime

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st

from bot.texts import Count, SeatName, Texts, columns, display_names, label_names, name, texts_for
from bot.texts.actions import acted, gap_option, history_line, proposal, scout_label, show_option
from bot.texts.cards import hand_lines, what_beats
from bot.texts.catalogue import compiled
from bot.texts.direction import FSI, LRI, PDI, RLM
from bot.texts.names import label_name, plain, readable, spoken
from bot.texts.rule_errors import rule_error
from engine import Match, Move, RuleError, Rules, apply
from engine import actions as a
from engine.cards import Card
from engine.errors import Code
from engine.events import PublicAction
from engine.history import told
from engine.views import legal_actions, view
from tests.bot.layouts.positions import NAMES, awaited, big_hand, matches

EN, FA = texts_for("en"), texts_for("fa")


@pytest.mark.parametrize(
    ("locale", "language"),
    [("en-GB", "en"), ("pl", "pl"), ("tr_TR", "tr"), ("fa", "fa"), ("xx", "en"), (None, "en")],
)
def test_a_locale_finds_its_language(locale: str | None, language: str) -> None:
    assert texts_for(locale).locale == language


def polish() -> Texts:
    catalogue = Catalog("pl")
    catalogue.add(("{n} card", "{n} cards"), ("{n} karta", "{n} karty", "{n} kart"))
    catalogue.add("Hello {name}", "{name}, witaj")
    file = io.BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return Texts("pl", gettext.GNUTranslations(file))


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 karta"), (2, "2 karty"), (5, "5 kart"), (22, "22 karty")]
)
def test_plural_forms_follow_the_language(n: int, said: str) -> None:
    assert polish().ngettext("{n} card", "{n} cards", n) == said


def test_placeholders_are_named_and_what_fills_them_is_no_format() -> None:
    assert polish().gettext("Hello {name}", name="{0} {name}") == "{0} {name}, witaj"


def test_numbers_dates_and_lists_are_written_as_the_language_does() -> None:
    day = datetime(2026, 11, 30, tzinfo=UTC)
    said = {
        code: (texts.number(12345.6, places=1), texts.percent(0.6), texts.date(day))
        for code, texts in ((code, texts_for(code)) for code in ("en", "tr", "pl", "fa"))
    }
    assert said == {
        "en": ("12,345.6", "60%", "Nov 30, 2026"),
        "tr": ("12.345,6", "%60", "30 Kasım 2026"),
        "pl": ("12\u00a0345,6", "60%", "30 listopada 2026"),
        "fa": ("۱۲٬۳۴۵٫۶", "۶۰٪", "۳۰ نوامبر ۲۰۲۶"),
    }
    assert EN.listed(["Ada", "Berk", "Cem"]) == "Ada, Berk, and Cem"
    assert texts_for("pl").listed(["Ada", "Berk"]) == "Ada i Berk"
    assert EN.rating(1234.4) == "1234"


def persian(message: str, said: str) -> Texts:
    catalogue = Catalog("fa")
    catalogue.add(message, said)
    return Texts("fa", compiled(catalogue))


def test_lines_that_run_from_right_to_left_are_marked_and_what_stands_in_them_isolated() -> None:
    said = persian("x", "-# {name}: R1 `{code}`\n{name}").gettext(
        "x", name="Ada", code="/scout act"
    )
    first, second = said.split("\n")
    assert first == f"-# {RLM}{FSI}Ada{PDI}: {LRI}R1{PDI} {LRI}`/scout act`{PDI}"
    assert second == f"{RLM}{FSI}Ada{PDI}"
    linked = persian("x", "[میز]({url})").gettext("x", url="https://discord.com/1")
    assert linked == f"{RLM}[میز](https://discord.com/1)"
    signed = persian("x", "کارت +۱، SHA-256").gettext("x")
    assert signed == f"{RLM}کارت {LRI}+۱{PDI}، {LRI}SHA-256{PDI}"
    mentioned = persian("x", "در <#{channel}>").gettext("x", channel=7)
    assert mentioned == f"{RLM}در {LRI}<#7>{PDI}"


def test_a_number_below_zero_has_a_real_minus_and_its_plural() -> None:
    assert EN.ngettext("{n} point", "{n} points", -1) == "−1 point"
    assert EN.number(3, signed=True) == "+3"
    assert EN.number(0, signed=True) == "0"
    assert FA.number(-3) == f"{LRI}−۳{PDI}"


def test_what_counts_is_written_as_the_language_does_and_what_names_is_not() -> None:
    said = persian("x", "{seats} در {match}").gettext("x", seats=Count(1234), match=1234)
    assert said == f"{RLM}{FSI}۱٬۲۳۴{PDI} در {FSI}1234{PDI}"
    assert EN.gettext("{seats} seats", seats=Count(1234)) == "1,234 seats"


def test_headings_of_an_export_are_translated_and_have_no_marks() -> None:
    assert columns.standings(FA)[:2] == ["رتبه", "نام"]
    assert columns.computer(FA, "easy") == "کامپیوتر (آسان)"


@given(st.text(max_size=60))
def test_a_name_stays_on_its_line_in_its_isolate_and_short(text: str) -> None:
    shown = plain(text)
    assert len(shown) <= 32
    assert not set(shown) & set("\n\r\t\u202a\u202e\u2066\u2067\u2068\u2069\u0000")
    said = name(text)
    assert said.startswith(FSI)
    assert said.endswith(PDI)
    assert said.count(PDI) == 1
    assert len(label_name(text)) > 2


@pytest.mark.parametrize(
    ("text", "harmful"),
    [
        ("@everyone", "@everyone"),
        ("<@123>", "<@123>"),
        ("<@&5>", "<@&5>"),
        ("**bold**", "**bold"),
        ("[click](https://x.example)", "[click]("),
        ("https://x.example", "https://"),
        ("`code`", "`code`"),
        ("||spoiler||", "||spoiler"),
    ],
)
def test_a_name_is_never_markdown_mention_or_link(text: str, harmful: str) -> None:
    said = name(text)
    assert harmful not in said
    # What is read is still the name.
    read = said.replace("\\", "").replace("\u200b", "").strip(FSI + PDI)
    assert read == text


def test_computers_are_named_by_level_and_counted_where_there_are_two() -> None:
    names = [
        SeatName("Ada"),
        SeatName("", is_computer=True, level="easy"),
        SeatName("", is_computer=True, level="expert"),
        SeatName("", is_computer=True, level="expert"),
    ]
    plain_names = [one.strip(FSI + PDI) for one in label_names(EN, names)]
    assert plain_names == [
        "Ada",
        "Computer (easy)",
        "Computer 1 (expert)",
        "Computer 2 (expert)",
    ]


def test_computers_of_one_level_alone_are_only_numbered() -> None:
    names = [SeatName("Ada"), *[SeatName("", is_computer=True, level="easy")] * 2]
    assert spoken(EN, names) == ["Ada", "Computer 1", "Computer 2"]
    assert spoken(EN, names, levels=True)[1:] == ["Computer 1 (easy)", "Computer 2 (easy)"]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ada", "Berk"], ["Ada", "Berk"]),
        (["Ada", "Ada"], ["Ada (1)", "Ada (2)"]),
        (["Ada", "ADA", "Cem"], ["Ada (1)", "ADA (2)", "Cem"]),
        (["Ada", "Аdа"], ["Ada (1)", "Аdа (2)"]),  # two letters of the second are Cyrillic
        (["Ada", "A\u200bda\u3164"], ["Ada (1)", "A da\u3164 (2)"]),
        (["Ａｄａ", "Ada"], ["Ａｄａ (1)", "Ada (2)"]),
        (["Bill", "BiIl"], ["Bill (1)", "BiIl (2)"]),
        (["Ada", "Ada (1)", "Ada"], ["Ada (2)", "Ada (1)", "Ada (3)"]),
        (["", ""], ["a former player (1)", "a former player (2)"]),
    ],
)
def test_names_that_look_alike_are_told_apart(names: list[str], told: list[str]) -> None:
    assert spoken(EN, [SeatName(one) for one in names]) == told


@given(st.lists(st.text(max_size=8), min_size=2, max_size=5))
def test_no_two_seats_are_ever_called_alike(names: list[str]) -> None:
    said = spoken(EN, [SeatName(one) for one in names])
    assert len({one.casefold() for one in said}) == len(names)
    assert all(readable(one) for one in said)


def test_somebody_may_be_called_like_a_computer() -> None:
    computer = SeatName("", is_computer=True, level="easy")
    assert spoken(EN, [SeatName("Computer (easy)"), computer]) == [
        "Computer (easy) (1)",
        "Computer (easy) (2)",
    ]


@pytest.mark.parametrize("text", ["\u3164", "\u200b\u200d", "\u2800\u2800", "\u0301", "\u202e"])
def test_a_name_that_draws_nothing_is_replaced_by_the_seat(text: str) -> None:
    assert spoken(EN, [SeatName("Ada"), SeatName(text)]) == ["Ada", "Seat 2"]


VIEW = big_hand(12, 3, (Card(8, 4), Card(9, 3)))._replace(
    hand=(Card(5, 1), Card(5, 2), Card(5, 3), Card(7, 1), Card(6, 2)),
)


def test_actions_read_as_promised() -> None:
    assert show_option(EN, VIEW.hand, a.Show(1, 3)) == "5 5 5 · cards 1–3 · group"
    assert show_option(EN, VIEW.hand, a.Show(4, 4)) == "7 · card 4 · single"
    assert show_option(EN, VIEW.hand, a.Show(4, 5)) == "7 6 · cards 4–5 · run"
    assert scout_label(EN, VIEW, "left", turned=False) == "Left 8"
    assert scout_label(EN, VIEW, "right", turned=True) == "Right 3"
    gap = gap_option(EN, VIEW, a.Scout("left", False, 4))
    assert gap == ("4 → 8 7 6 (run)", "between 5 and 7")
    assert gap_option(EN, VIEW, a.Scout("left", False, 1)) == ("1 → 8 (single)", "before 5")
    assert gap_option(EN, VIEW, a.Scout("left", True, 6)) == ("6 → 4 (single)", "after 6")
    assert proposal(EN, VIEW, a.Show(1, 3)) == "Show 5 5 5 (cards 1–3)"
    [shown, both] = told(["2 show 5/1 5/2 5/3", "1 scout left 5/1 show 8/4 7/1 6/2"], Rules.of(3))
    assert acted(EN, a.Show(1, 3), shown) == "You showed 5 5 5."
    captured = shown._replace(beaten=VIEW.table)
    assert acted(EN, a.Show(1, 3), captured) == "You showed 5 5 5 and captured 2 cards."
    assert acted(EN, a.KEEP, None) == "You kept your hand as it was dealt."
    scout = a.Scout("left", True, 4)
    assert acted(EN, scout, both) == "You scouted 1/5 into gap 4."
    then = a.ScoutAndShow(a.Scout("left", False, 4), a.Show(4, 6))
    assert acted(EN, then, both) == "You scouted 5/1 into gap 4 and showed 8 7 6."


def test_cards_run_from_left_to_right_in_a_language_that_does_not() -> None:
    assert f"{LRI}5 5 5{PDI}" in show_option(FA, VIEW.hand, a.Show(1, 3))
    assert hand_lines(FA, VIEW.hand).startswith(LRI)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ([], "The table is empty: any group, run or single may be shown."),
        ([8], "Beats it: 9 or higher · a set of 2"),
        ([10], "Beats it: a set of 2"),
        ([8, 9], "Beats it: 9 10 or higher · a group of 2 · a set of 3"),
        ([9, 8], "Beats it: 9 10 or higher · a group of 2 · a set of 3"),
        ([9, 10], "Beats it: a group of 2 · a set of 3"),
        ([7, 7], "Beats it: 8 8 or higher · a set of 3"),
        ([10, 10, 10], "Beats it: a set of 4"),
    ],
)
def test_what_would_beat_the_table(table: list[int], said: str) -> None:
    cards = tuple(Card(n, n % 10 + 1) for n in table)
    assert what_beats(EN, cards) == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 show 7/1 8/4", "Ada showed 7 8"),
        ("1 scout left 7/1", "Ada scouted 7/1 from the left"),
        ("1 scout right 6/9 show 5/3 5/7", "Ada scouted 6/9 from the right and showed 5 5"),
    ],
)
def test_the_public_history_in_words(line: str, said: str) -> None:
    names = display_names(EN, NAMES)
    done = told([line], Rules.of(3))[-1]
    assert history_line(EN, names, done) == said.replace("Ada", f"{FSI}Ada{PDI}")


def refusals(match: Match) -> dict[Code, RuleError]:
    """The refusals that anything typed at this moment can meet."""
    found: dict[Code, RuleError] = {}
    typed = ["keep", "flip", "dance", "show 99", "show 1-9", "show 1", "show 2", "show 1-2"]
    typed += ["scout left 1", "scout right 99", "scout left 1 show 1", "scout left 1 show 2"]
    for seat in range(1, match.players + 1):
        for text in typed:
            try:
                apply(match, Move(seat, a.parse(text)))
            except RuleError as error:
                found[error.code] = error
    return found


def test_every_refusal_that_typing_can_meet_is_said_in_words() -> None:
    met: dict[Code, RuleError] = {}
    for players in (2, 3):
        for match in matches(players, "refusals"):
            met |= refusals(match)
    assert len(met) >= 12
    for error in met.values():
        said = rule_error(EN, error, display_names(EN, NAMES))
        assert "{" not in said
        assert said != "The rules don't allow that now."


def test_every_action_of_a_match_has_words() -> None:
    for match in matches(3, "words"):
        if match.round is None or match.round.end:
            continue
        seat, _ = awaited(match)
        seen = view(match, seat)
        for action in legal_actions(seen)[:40]:
            events = apply(match, Move(seat, action)).events
            public = next((one for one in events if isinstance(one, PublicAction)), None)
            assert "{" not in acted(EN, action, public) + proposal(FA, seen, action)
