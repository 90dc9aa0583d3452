"""Records are read, written, and read again as the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import Deal, Move, Options, Position, fairness
from engine.actions import Scout, ScoutAndShow, Show, parse
from engine.record import FairPlay, Record, canonical, opening, read, tag_text
from engine.record import parse as parse_record
from engine.rules import LastCard, Spared, Starter
from tests.engine.builders import cards, random_match, round_of, sentence
from tests.engine.records import (
    BY_HAND,
    CANONICAL,
    HEAD,
    STUDY,
    STUDY_RESULT,
    TWO_PLAYERS,
)


def test_a_canonical_record_replays_to_itself() -> None:
    assert canonical(parse_record(CANONICAL)) == CANONICAL


def test_a_record_typed_by_hand_has_the_same_canonical_form() -> None:
    assert canonical(parse_record(BY_HAND)) == CANONICAL


def test_what_a_record_says() -> None:
    record = parse_record(CANONICAL)
    assert record.players == 3
    assert record.options == Options(1, "lowest-card", "end")
    assert record.names == {1: "Ada", 3: "computer:expert"}
    assert record.entries[0] == Deal(
        1,
        2,
        (
            cards("3/7 1/3 5/9 6/1 4/8 2/9 8/3 7/1 6/5 9/4 3/2 5/1"),
            cards("6/7 8/2 6/2 2/1 5/8 1/8 2/4 7/4 3/9 1/9 3/4 2/7"),
            cards("8/9 3/5 6/9 6/4 6/3 1/4 5/7 2/5 7/9 5/4 7/8 6/8"),
        ),
    )
    assert record.entries[1] == Move(1, engine.FLIP)
    assert record.entries[7] == Move(2, ScoutAndShow(Scout("right", True, 10), Show(8, 8)))


def test_reading_plays_the_record() -> None:
    reading = read(CANONICAL)
    assert reading.match.over
    assert reading.match.totals == (4, -10, -3)
    assert reading.last_line == len(CANONICAL.splitlines())


@pytest.mark.parametrize("lines", range(1, len(CANONICAL.splitlines()) + 1))
def test_a_record_cut_off_anywhere_is_canonical_as_far_as_it_gets(lines: int) -> None:
    text = "".join(CANONICAL.splitlines(keepends=True)[:lines])
    deal_begun = "round" in text and "hand 3" not in text
    if deal_begun:
        with pytest.raises(engine.record.RecordError, match="is missing"):
            parse_record(text)
        return
    again = canonical(parse_record(text))
    if "scout right turned 4" in text:
        assert again == CANONICAL
    else:
        assert again.startswith(text.rstrip("\n"))
        assert "end" not in again.splitlines()[-1]


def test_tags_alone_are_a_record_with_the_defaults_written_out() -> None:
    assert canonical(parse_record('[Players "4"]')) == (
        '[Players "4"]\n[Rounds "4"]\n[Starter "lowest-card"]\n[Last card "end"]\n'
        '[Spared "ender"]\n[Rules "1"]\n'
    )


def test_tags_may_come_in_any_order_and_are_written_in_one() -> None:
    text = (
        '[Secret "s"]\n[Rules "1"]\n[Lobby "1 2 3"]\n'
        '[Seat 3 "c"]\n[Spared "emptied"]\n[Last card "continue"]\n[Seat 1 ""]\n'
        f'[Rounds "2"]\n[Start "9"]\n[Commitment "{fairness.commitment("s")}"]\n'
        '[Starter "random"]\n[Players "3"]\n'
    )
    assert canonical(parse_record(text)).splitlines() == [
        '[Players "3"]',
        '[Seat 1 ""]',
        '[Seat 3 "c"]',
        '[Rounds "2"]',
        '[Starter "random"]',
        '[Last card "continue"]',
        '[Spared "emptied"]',
        '[Rules "1"]',
        f'[Commitment "{fairness.commitment("s")}"]',
        '[Start "9"]',
        '[Secret "s"]',
        '[Lobby "1 2 3"]',
    ]


@pytest.mark.parametrize(
    "name",
    ['"', "\\", 'a "b" \\ c', "# no comment", "]", "سارا 🂡", "  spaces  ", "\u2028", "\ufeff", "é"],
)
def test_names_hold_anything_but_control_characters(name: str) -> None:
    record = Record(3, Options(3), names={2: name})
    assert parse_record(canonical(record)) == record


@pytest.mark.parametrize("name", ["a\nb", "\x00", "\t", "\x85", "\ud800", "\x7f"])
def test_names_with_control_characters_are_not_written(name: str) -> None:
    with pytest.raises(ValueError, match="Seat 2 holds"):
        canonical(Record(3, Options(3), names={2: name}))
    record = Record(3, Options(3), names={2: tag_text(name)})
    assert parse_record(canonical(record)) == record


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.rstrip("\n"),
        lambda text: text + "\n \t\n# the end",
        lambda text: text.replace("\n", " # comment\n"),
        lambda text: text.replace(" ", " \t "),
        lambda text: text.replace("show", "SHOW").replace("hand", "Hand"),
    ],
)
def test_what_does_not_matter(change: object) -> None:
    assert callable(change)
    body = change(CANONICAL[len(HEAD) :]).removeprefix("\ufeff")
    assert canonical(parse_record(HEAD + body)) == CANONICAL
    assert canonical(parse_record(change('[Players "3"]\n'))).startswith('[Players "3"]\n[Rounds')


def test_bytes_are_read_as_utf_8() -> None:
    text = CANONICAL.replace("Ada", "Ayşe")
    assert canonical(parse_record(text.encode())) == text
    assert canonical(parse_record(b"\xef\xbb\xbf" + text.encode())) == text


def test_a_study() -> None:
    record = parse_record(STUDY)
    assert record.position == Position(
        turn=4,
        hands=(cards("8/2 3/1"), cards("2/1"), cards("7/1 7/2"), cards("9/1 5/2 5/3")),
        table=cards("8/4 9/3"),
        owner=1,
        captured={1: 3, 4: 1},
        tokens={1: 2},
        spent=frozenset({2}),
        scouts=2,
    )
    assert canonical(record) == STUDY + STUDY_RESULT
    assert canonical(parse_record(STUDY + STUDY_RESULT)) == STUDY + STUDY_RESULT


def test_a_study_is_written_in_order_and_without_defaults() -> None:
    text = """
        [Players "3"]
        [Study "1"]
        position turn 2
        scouts 0
        tokens 3 2
        tokens 1 0
        spent 3
        spent 1
        captured 2 0
        captured 1 7
        hand 3 1/2
        table 1 5/3
        hand 1 1/3
        hand 2 4/5
    """
    assert canonical(parse_record(text)).splitlines()[7:] == [
        "",
        "position turn 2",
        "hand 1 1/3",
        "hand 2 4/5",
        "hand 3 1/2",
        "table 1 5/3",
        "captured 1 7",
        "tokens 3 2",
        "spent 1",
        "spent 3",
    ]


def test_two_players_have_three_tokens_by_default() -> None:
    text = TWO_PLAYERS.replace("tokens 2 1", "tokens 1 3\ntokens 2 1")
    written = canonical(parse_record(text))
    assert "tokens 2 1\n" in written
    assert "tokens 1" not in written
    assert written.endswith(
        "end stuck 1\nscore 1 3\nscore 2 -3\n\ntotal 1 3\ntotal 2 -3\nwinner 1\n"
    )


def test_a_study_may_be_over_before_it_begins() -> None:
    text = TWO_PLAYERS.replace("tokens 2 1", "tokens 2 0").replace("2 scout left turned 3\n", "")
    assert "end stuck 1\n" in canonical(parse_record(text))
    assert canonical(parse_record(text + "end stuck 1\nwinner 1")) == canonical(parse_record(text))


def test_of_a_single_card_left_is_written_for_right() -> None:
    text = TWO_PLAYERS.replace("8/1 9/4", "8/1").replace("left turned 3", "right 1")
    assert "2 scout left 1\n" in canonical(parse_record(text))
    text = STUDY.replace("table 1 8/4 9/3", "table 1 8/4").replace(
        "left 1", "right turned 2 show 2"
    )
    assert "4 scout left turned 2 show 2\n" in canonical(parse_record(text))
    text = STUDY.replace("left 1", "right 1")
    assert "4 scout right 1\n" in canonical(parse_record(text))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("spared", ["ender", "emptied"])
@pytest.mark.parametrize("last_card", ["end", "continue"])
@pytest.mark.parametrize("starter", ["lowest-card", "random"])
def test_whole_matches_come_back_as_they_were(
    players: int, last_card: LastCard, starter: Starter, spared: Spared
) -> None:
    options = Options(players, starter=starter, last_card=last_card, spared=spared)
    record = Record(
        players,
        options,
        names={players: "computer:hard"},
        fair_play=FairPlay(start="77"),
        entries=tuple(random_match(players, 77, options)),
    )
    text = canonical(record)
    reading = read(text)
    assert reading.record == record
    assert reading.match.over
    assert canonical(reading.record) == text
    assert sum(line.startswith("end ") for line in text.splitlines()) == players
    assert opening(record).round is None


def test_a_spent_token_of_two_players_is_written() -> None:
    text = TWO_PLAYERS.replace("tokens 2 1", "tokens 2 0\ntokens 1 3")
    lines = canonical(parse_record(text.partition("2 scout")[0])).splitlines()
    assert "tokens 2 0" in lines
    assert "tokens 1 3" not in lines


@given(data=st.data())
@settings(max_examples=200)
def test_positions_come_back_as_they_were(data: st.DataObject) -> None:
    position = data.draw(positions())
    try:
        engine.new_study(position)
    except engine.RuleError:
        return
    record = Record(len(position.hands), Options(1), position=position)
    assert parse_record(canonical(record)) == record


@st.composite
def positions(draw: st.DrawFn) -> Position:
    players = draw(st.integers(2, 5))
    deck = draw(st.permutations(engine.cards.ALL_CARDS))
    deck = [card.turned() if draw(st.booleans()) else card for card in deck[:20]]
    hands = []
    for _ in range(players):
        size = draw(st.integers(1, 3))
        hands.append(tuple(deck[:size]))
        del deck[:size]
    seats = st.integers(1, players)
    table = tuple(deck[: draw(st.integers(0, 1))])
    counts = st.dictionaries(seats, st.integers(1, 2), max_size=2)
    turn = draw(seats)
    owner = draw(seats) if table else None
    scouts = draw(st.integers(0, 3))
    if owner and players > 2:
        turn = (owner + scouts) % players + 1
    spent = frozenset() if players == 2 else draw(st.frozensets(seats, max_size=2))
    return Position(turn, tuple(hands), table, owner, draw(counts), draw(counts), spent, scouts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("keep", engine.KEEP),
        ("flip", engine.FLIP),
        ("show 4", Show(4, 4)),
        ("show 3-5", Show(3, 5)),
        ("show 0", Show(0, 0)),
        ("scout left 4", Scout("left", False, 4)),
        ("scout right turned 1", Scout("right", True, 1)),
        ("scout left 4 show 3-5", ScoutAndShow(Scout("left", False, 4), Show(3, 5))),
        ("scout right turned 10 show 12", ScoutAndShow(Scout("right", True, 10), Show(12, 12))),
    ],
)
def test_actions_are_read_and_written(text: str, expected: engine.Action) -> None:
    assert parse(text) == expected
    assert str(expected) == text
    assert parse(f"  {text.upper().replace(' ', '  ')}\t") == expected


@pytest.mark.parametrize(
    "text",
    [
        "show 4-4",
        "show 5-3",
        "show 3 - 5",
        "show 3- 5",
        "show",
        "show 03",
        "show +3",
        "show -3",
        "show 3.5",
        "show 3 4",
        "show 3,4",
        "show a",
        "scout",
        "scout left",
        "scout 4",
        "scout up 4",
        "scout left 4 turned",
        "scout turned left 4",
        "scout left 4 show",
        "scout left 4 show 5-4",
        "scout left 4 show 4-4",
        "left 4",
        "shows 4",
        "show4",
        "keep 1",
        "keeps",
        "pass",
        "",
        "show \N{FULLWIDTH DIGIT THREE}",
        "show 3\N{EN DASH}5",
        "\N{KELVIN SIGN}eep",
        "scout left 4, show 3",
        "show 1-2-3",
        "show 3\N{NO-BREAK SPACE}",
        "show 3\n",
    ],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(engine.RuleError) as refused:
        parse(text)
    assert refused.value.code == "bad-syntax"
    sentence(str(refused.value))


def test_results_of_each_round_are_written_where_it_ends() -> None:
    record = Record(3, Options(2), entries=tuple(random_match(3, 5, Options(2))))
    lines = canonical(record).splitlines()
    ends = [i for i, line in enumerate(lines) if line.startswith("end ")]
    assert len(ends) == 2
    assert lines[ends[0] + 4 : ends[0] + 6] == ["", next(x for x in lines if "round 2" in x)]
    assert lines[ends[1] + 4 :][0] == ""
    assert [line.split()[0] for line in lines[ends[1] + 5 :]] == ["total"] * 3 + ["winner"]
    assert round_of(read("\n".join(lines)).match).number == 2
