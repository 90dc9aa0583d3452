"""Every mistake in a record is told with its line and code, the first that offends."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import engine
from engine import fairness, seating
from engine.record import Reading, RecordError, canonical, parse, read
from tests.engine.builders import dealt, round_of, sentence
from tests.engine.records import CANONICAL, DEAL, HEAD, PLAY, RESULT, STUDY, TWO_PLAYERS


def error_of(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as refused:
        parse(text)
    sentence(refused.value.message)
    assert "\n" not in refused.value.message
    assert refused.value.message.isprintable()
    return refused.value


def line_of(text: str, statement: str) -> int:
    """The number of the first line that begins with the statement."""
    return next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith(statement))


Case = tuple[str, Callable[[str], str], str, str]

# What is changed, how, at which statement the error stands, and its code.
CASES: list[Case] = [
    ("unknown statement", lambda t: t.replace("1 flip", "foo bar"), "foo", "bad-syntax"),
    ("no such seat acts", lambda t: t.replace("1 flip", "4 flip"), "4 flip", "bad-syntax"),
    ("seat 0 acts", lambda t: t.replace("1 flip", "0 flip"), "0 flip", "bad-syntax"),
    ("leading zero", lambda t: t.replace("1 flip", "01 flip"), "01 flip", "bad-syntax"),
    ("no comment", lambda t: t.replace("1 flip", "X# 1\n1 flip"), "X#", "bad-syntax"),
    ("no tag", lambda t: t.replace("1 flip", "X[Seat\n1 flip"), "X[Seat", "bad-syntax"),
    ("no space", lambda t: t.replace("1 flip", "1 flip\u00a0"), "1 flip", "bad-syntax"),
    ("seat alone", lambda t: t.replace("1 flip", "1"), "1", "bad-syntax"),
    ("no such action", lambda t: t.replace("1 flip", "1 turn"), "1 turn", "bad-syntax"),
    ("show 4-4", lambda t: t.replace("2 show 11-12", "2 show 4-4"), "2 show 4-4", "bad-syntax"),
    ("show 5-3", lambda t: t.replace("2 show 11-12", "2 show 5-3"), "2 show 5-3", "bad-syntax"),
    ("card 3/3", lambda t: t.replace("5/1\n", "3/3\n"), "hand 1", "bad-syntax"),
    ("card 11/2", lambda t: t.replace("5/1\n", "11/2\n"), "hand 1", "bad-syntax"),
    ("card 0/2", lambda t: t.replace("5/1\n", "0/2\n"), "hand 1", "bad-syntax"),
    ("card 05/1", lambda t: t.replace("5/1\n", "05/1\n"), "hand 1", "bad-syntax"),
    ("card 5 / 1", lambda t: t.replace("5/1\n", "5 / 1\n"), "hand 1", "bad-syntax"),
    ("hand of nobody", lambda t: t.replace("hand 3", "hand 4"), "hand 4", "bad-syntax"),
    ("hand twice", lambda t: t.replace("hand 2", "hand 1"), "hand 1 6/7", "bad-syntax"),
    ("hand late", lambda t: t.replace("1 flip", "1 flip\nhand 2 3/4"), "hand 2 3/4", "bad-syntax"),
    ("hand early", lambda t: t.replace("round", "hand 1 3/7\nround"), "hand 1 3/7", "bad-syntax"),
    ("hand missing", lambda t: without(t, "hand 2"), "1 flip", "bad-syntax"),
    ("no hands", lambda t: without(t, "hand"), "1 flip", "bad-syntax"),
    ("no round", lambda t: without(without(t, "hand"), "round"), "1 flip", "bad-syntax"),
    ("starter of nobody", lambda t: t.replace("starter 2", "starter 4"), "round", "bad-syntax"),
    ("tag late", lambda t: t.replace("1 flip", '[Seat 2 "x"]'), "[Seat 2", "bad-syntax"),
    ("tag unknown", lambda t: t.replace("[Rounds", "[Round"), "[Round ", "bad-syntax"),
    ("tag twice", lambda t: t.replace("Seat 3", "seat  1"), "[seat  1", "bad-syntax"),
    ("tag open", lambda t: t.replace('"Ada"]', '"Ada"'), "[Seat 1", "bad-syntax"),
    ("tag unquoted", lambda t: t.replace('"Ada"', "Ada"), "[Seat 1", "bad-syntax"),
    ("tag bad escape", lambda t: t.replace("Ada", "A\\da"), "[Seat 1", "bad-syntax"),
    ("tag bare quote", lambda t: t.replace("Ada", 'A"da'), "[Seat 1", "bad-syntax"),
    ("tag tab", lambda t: t.replace("Ada", "A\tda"), "[Seat 1", "bad-syntax"),
    ("tag control", lambda t: t.replace("Ada", "A\x07da"), "[Seat 1", "bad-syntax"),
    ("tag trailing", lambda t: t.replace('"Ada"]', '"Ada"] x'), "[Seat 1", "bad-syntax"),
    ("seat beyond", lambda t: t.replace("Seat 3", "Seat 4"), "[Seat 4", "bad-syntax"),
    ("seat zero", lambda t: t.replace("Seat 3", "Seat 0"), "[Seat 0", "bad-syntax"),
    ("seat leading zero", lambda t: t.replace("Seat 3", "Seat 03"), "[Seat 03", "bad-syntax"),
    ("seat unnumbered", lambda t: t.replace("Seat 3", "Seat"), '[Seat "', "bad-syntax"),
    ("players 6", lambda t: t.replace('Players "3"', 'Players "6"'), "[Players", "bad-syntax"),
    ("players 1", lambda t: t.replace('Players "3"', 'Players "1"'), "[Players", "bad-syntax"),
    ("players 03", lambda t: t.replace('Players "3"', 'Players "03"'), "[Players", "bad-syntax"),
    ("players  3", lambda t: t.replace('Players "3"', 'Players " 3"'), "[Players", "bad-syntax"),
    ("rounds 4", lambda t: t.replace('Rounds "1"', 'Rounds "4"'), "[Rounds", "bad-syntax"),
    ("rounds 0", lambda t: t.replace('Rounds "1"', 'Rounds "0"'), "[Rounds", "bad-syntax"),
    ("starter tag", lambda t: t.replace('"lowest-card"', '"Random"'), "[Starter", "bad-syntax"),
    ("last card tag", lambda t: t.replace('card "end"', 'card "stop"'), "[Last", "bad-syntax"),
    ("rules tag", lambda t: t.replace('Rules "1"', 'Rules "2"'), "[Rules", "bad-syntax"),
    ("study tag", lambda t: t.replace("[Rules", '[Study "0"]\n[Rules'), "[Study", "bad-syntax"),
    ("position", lambda t: t.replace("round 1 starter 2", "position turn 2"), "pos", "bad-syntax"),
    ("table", lambda t: t.replace("1 flip", "table 1 3/4"), "table", "bad-syntax"),
    ("scouts", lambda t: t.replace("1 flip", "scouts 1"), "scouts", "bad-syntax"),
    ("score twice", lambda t: t.replace("score 2 -10", "score  1 4"), "score  1", "bad-syntax"),
    ("end reason", lambda t: t.replace("end unbeaten", "end won"), "end", "bad-syntax"),
    ("score +4", lambda t: t.replace("score 1 4", "score 1 +4"), "score 1", "bad-syntax"),
    ("score -0", lambda t: t.replace("score 1 4", "score 1 -0"), "score 1", "bad-syntax"),
    ("huge score", lambda t: t.replace("score 1 4", f"score 1 {-(10**20)}"), "sc", "wrong-result"),
    ("winner descends", lambda t: t.replace("winner 1", "winner 2 1"), "winner", "bad-syntax"),
    ("winner nobody", lambda t: t.replace("winner 1", "winner"), "winner", "bad-syntax"),
    ("total of nobody", lambda t: t.replace("total 3", "total 4"), "total 4", "bad-syntax"),
    ("action after the end", lambda t: t + "2  show 1\n", "2  show 1", "round-over"),
    ("keep after the end", lambda t: t + "2  keep\n", "2  keep", "round-over"),
    ("play before all are ready", lambda t: without(t, "3 keep"), "2 show 11", "wrong-phase"),
    ("keep in play", lambda t: t.replace("3 show 3-5", "3  keep"), "3  keep", "wrong-phase"),
    ("chosen twice", lambda t: t.replace("3 keep", "1 keep"), "1 keep", "already-chosen"),
    ("out of turn", lambda t: t.replace("3 show 3-5", "1 show 1"), "1 show 1", "not-your-turn"),
    ("scout first", lambda t: t.replace("2 show 11-12", "2 scout left 1"), "2 sc", "no-active-set"),
    ("place 0", lambda t: t.replace("3 show 3-5", "3 scout left 0"), "3 sc", "no-such-place"),
    ("place 14", lambda t: t.replace("3 show 3-5", "3 scout left 14"), "3 sc", "no-such-place"),
    ("card 0", lambda t: t.replace("3 show 3-5", "3 show 0"), "3 show 0", "no-such-card"),
    ("card 13", lambda t: t.replace("3 show 3-5", "3 show 13"), "3 show 13", "no-such-card"),
    ("card 12-13", lambda t: t.replace("3 show 3-5", "3 show 12-13"), "3 show 12", "no-such-card"),
    (
        "huge card",
        lambda t: t.replace("3 show 3-5", f"3 show {'9' * 5000}"),
        "3 sh",
        "no-such-card",
    ),
    ("no set", lambda t: t.replace("3 show 3-5", "3 show 1-2"), "3 show 1-2", "not-a-set"),
    ("too weak", lambda t: t.replace("3 show 3-5", "3 show 1"), "3 show 1", "not-stronger"),
    (
        "token spent",
        lambda t: t.replace("2 scout left 10", "2 scout left 1 show 1"),
        "2 scout left 1 show",
        "token-spent",
    ),
    ("card twice", lambda t: t.replace("hand 3 8/9", "hand 3 7/3"), "hand 3", "card-twice"),
    ("card twice in a hand", lambda t: t.replace("5/1\n", "3/7\n"), "hand 1", "card-twice"),
    ("a card with a 10", lambda t: t.replace("hand 3 8/9", "hand 3 8/10"), "round", "wrong-deal"),
    ("a card short", lambda t: t.replace("hand 3 8/9", "hand 3"), "round", "wrong-deal"),
    ("round 2 first", lambda t: t.replace("round 1", "round 2"), "round", "wrong-round"),
    ("round 0", lambda t: t.replace("round 1", "round 0"), "round", "wrong-round"),
    ("wrong starter", lambda t: t.replace("starter 2", "starter 1"), "round", "wrong-starter"),
    ("early end", lambda t: t.replace("2 show 11-12", "end empty 2"), "end", "wrong-result"),
    ("early score", lambda t: t.replace("2 show 11-12", "score 1 4"), "score", "wrong-result"),
    ("early total", lambda t: t.replace("2 show 11-12", "total 1 4"), "total", "wrong-result"),
    ("wrong reason", lambda t: t.replace("end unb", "end empty 1 #"), "end", "wrong-result"),
    ("wrong ender", lambda t: t.replace("unbeaten 1", "unbeaten 2"), "end", "wrong-result"),
    ("wrong score", lambda t: t.replace("score 2 -10", "score 2 -9"), "score 2", "wrong-result"),
    ("wrong total", lambda t: t.replace("total 3 -3", "total 3 0"), "total 3", "wrong-result"),
    ("wrong winner", lambda t: t.replace("winner 1", "winner 2"), "winner", "wrong-result"),
    ("too many winners", lambda t: t.replace("winner 1", "winner 1 2"), "winner", "wrong-result"),
    ("result of nothing", lambda t: t.replace("\nround", "winner 1\nround"), "win", "wrong-result"),
]


IDS = [case[0] for case in CASES]


def without(text: str, statement: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(statement))


@pytest.mark.parametrize(
    ("change", "at", "code"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_a_mistake_is_told_with_its_line_and_code(
    change: Callable[[str], str], at: str, code: str
) -> None:
    text = change(CANONICAL)
    assert text != CANONICAL
    error = error_of(text)
    assert (error.code, error.line) == (code, line_of(text, at))


@pytest.mark.parametrize(
    ("old", "new", "at", "code"),
    [
        ("position turn 4", "position turn 5", "position", "bad-syntax"),
        ("position turn 4", "position turn 3", "position", "bad-position"),
        ("position turn 4", "round 1 starter 4", "round", "bad-syntax"),
        ("position turn 4\n", "", "hand 1", "bad-syntax"),
        ("scouts 2", "scouts 3", "position", "bad-position"),
        ("scouts 2\n", "", "position", "bad-position"),
        ("scouts 2", "scouts 2\nscouts 2", "scouts 2", "bad-syntax"),
        ("spent 2", "spent 5", "spent 5", "bad-syntax"),
        ("spent 2", "spent 2 3", "spent 2", "bad-syntax"),
        ("captured 1 3", "captured 1 40", "position", "bad-position"),
        ("tokens 1 2", "tokens 1 99999999999", "position", "bad-position"),
        ("captured 1 3", "captured 1 -1", "captured", "bad-syntax"),
        ("table 1 8/4 9/3", "table 1 8/4 10/3", "position", "not-a-set"),
        ("table 1 8/4 9/3", "table 1 8/4 9/3\ntable 2 9/8", "table 2", "bad-syntax"),
        ("table 1 8/4 9/3", "table 1 2/8", "table 1", "card-twice"),
        ("table 1 8/4 9/3", "table 1 2/8 9/3", "position", "not-a-set"),
        ("table 1 8/4 9/3", "table 1", "table", "bad-syntax"),
        ("hand 2 2/1", "hand 2", "hand 2", "bad-syntax"),
        ("hand 2 2/1\n", "", "4 scout", "bad-syntax"),
        ("hand 4 9/1", "hand 4 2/8", "hand 4", "card-twice"),
        ("4 scout left 1", "4 keep", "4 keep", "wrong-phase"),
        ("4 scout left 1", "4 scout left 1\nspent 3", "spent 3", "bad-syntax"),
        ("4 scout left 1", "position turn 4", "position turn 4\n", "bad-syntax"),
        ('[Rounds "1"]', '[Rounds "2"]', "[Rounds", "bad-syntax"),
    ],
)
def test_mistakes_in_a_study(old: str, new: str, at: str, code: str) -> None:
    text = STUDY.replace(old, new)
    assert text != STUDY
    error = error_of(text)
    if new.startswith(("scouts 2\n", "spent", "position turn 4")) or at == "position turn 4\n":
        lines = text.splitlines()
        last = max(i for i, line in enumerate(lines, 1) if line.startswith(at.strip()))
        assert (error.code, error.line) == (code, last)
    else:
        assert (error.code, error.line) == (code, line_of(text, at))


@pytest.mark.parametrize(
    ("old", "new", "at", "code"),
    [
        ("2 scout left turned 3", "2 scout left 1 show 2-3", "2 scout", "no-scout-and-show"),
        ("tokens 2 1", "tokens 2 4", "position", "bad-position"),
        ("tokens 2 1", "spent 2", "position", "bad-position"),
        ("tokens 2 1", "scouts 4", "position", "bad-position"),
        ("position turn 2", "position turn 1", "position", "bad-position"),
        ("hand 2 3/1 5/2\ntable 1 8/1 9/4\ntokens 2 1", "hand 2 10/1\ntable 1 8/1\ntokens 2 0",
         "2 scout", "no-token"),
    ],
)  # fmt: skip
def test_mistakes_in_a_study_for_two(old: str, new: str, at: str, code: str) -> None:
    text = TWO_PLAYERS.replace(old, new)
    assert text != TWO_PLAYERS
    error = error_of(text)
    assert (error.code, error.line) == (code, line_of(text, at))


def test_what_is_missing_is_told_at_the_last_statement_or_at_1() -> None:
    assert (error_of("").code, error_of("").line) == ("bad-syntax", 1)
    assert error_of("\n# only a comment\n").line == 1
    error = error_of('\n[Seat 1 "x"]\n\n[Rules "1"]\n# the end\n\n')
    assert (error.code, error.line) == ("bad-syntax", 4)
    body = without(CANONICAL, "[Players")
    error = error_of(body)
    assert (error.code, error.line) == ("bad-syntax", len(body.splitlines()))
    deal = without(HEAD + DEAL, "hand 3")
    error = error_of(deal + "# a comment\n")
    assert (error.code, error.line) == ("bad-syntax", len(deal.splitlines()))
    assert "seat 3" in error.message
    study = '[Players "3"]\n[Study "1"]\n'
    assert (error_of(study).code, error_of(study).line) == ("bad-syntax", 2)
    study += "position turn 1\nhand 1 3/4\nscouts 0"
    assert (error_of(study).code, error_of(study).line) == ("bad-syntax", 5)


def test_without_a_table_size_other_mistakes_come_first_by_line() -> None:
    body = without(CANONICAL, "[Players").replace("3 show 3-5", "3 shows 3-5")
    assert error_of(body).line == line_of(body, "3 shows")


def test_the_table_size_counts_wherever_it_stands() -> None:
    assert error_of('[Seat 4 "x"]\n[Players "3"]').line == 1
    assert error_of('[Rounds "4"]\n[Players "3"]').line == 1
    assert error_of('[Rounds "2"]\n[Study "1"]\n[Players "3"]').line == 1


def test_the_first_line_that_offends_is_told() -> None:
    text = CANONICAL.replace("2 show 11-12", "2 show 1-2").replace("3 show 3-5", "nonsense")
    assert error_of(text).code == "not-a-set"
    text = CANONICAL.replace("1 flip", "nonsense").replace("2 show 11-12", "2 show 1-2")
    assert error_of(text).code == "bad-syntax"
    text = CANONICAL.replace("hand 2 6/7", "hand 2 7/3").replace("hand 3", "hands 3")
    assert error_of(text).code == "card-twice"


def test_codes_are_tested_in_their_order() -> None:
    # The card that stands twice leaves another out and changes the starter too.
    text = CANONICAL.replace("1/4 5/7", "1/2 5/7").replace("starter 2", "starter 1")
    assert error_of(text).code == "card-twice"
    text = CANONICAL.replace("hand 3 8/9", "hand 3 8/10").replace("round 1", "round 3")
    assert error_of(text).code == "wrong-deal"
    text = CANONICAL.replace("round 1 starter 2", "round 3 starter 1")
    assert error_of(text).code == "wrong-round"


def test_a_round_while_one_is_on_or_beyond_the_last() -> None:
    for body in (HEAD + DEAL, HEAD + DEAL + "1 keep\n", CANONICAL):
        text = body + DEAL.replace("round 1 starter 2", "round 2 starter 3")
        error = error_of(text)
        lines = text.splitlines()
        assert (error.code, error.line) == ("wrong-round", lines.index("round 2 starter 3") + 1)


def test_a_round_that_is_not_due_is_told_though_its_hands_are_missing() -> None:
    text = CANONICAL.replace("2 show 11-12", "round 2 starter 3\n2 show 11-12")
    assert (error_of(text).code, error_of(text).line) == ("wrong-round", line_of(text, "round 2"))
    due = HEAD + "round 1 starter 2\n2 show 1\n"
    assert (error_of(due).code, error_of(due).line) == ("bad-syntax", line_of(due, "2 show"))


def test_later_rounds_start_with_the_next_seat() -> None:
    text = (HEAD + DEAL + PLAY).replace('Rounds "1"', 'Rounds "2"')
    for starter, code in ((1, "wrong-starter"), (2, "wrong-starter"), (3, None)):
        more = text + DEAL.replace("round 1 starter 2", f"round 2 starter {starter}")
        if code is None:
            assert canonical(parse(more)).count("round ") == 2
        else:
            assert error_of(more).code == code


def test_results_count_where_they_stand() -> None:
    assert parse(HEAD + DEAL + PLAY + "score 3 -3\nend unbeaten 1\n")
    two_rounds = (HEAD + DEAL + PLAY).replace('Rounds "1"', 'Rounds "2"')
    assert error_of(two_rounds + "end unbeaten 1\ntotal 1 4\n").code == "wrong-result"
    assert error_of(two_rounds + DEAL.replace("1 starter 2", "2 starter 3") + "score 1 4").code == (
        "wrong-result"
    )


def test_bad_bytes_are_told_with_their_line() -> None:
    good = CANONICAL.encode()
    for bad in (b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xc0\x80"):
        error = error_of(good.replace(b"Ada", bad))
        assert (error.code, error.line) == ("bad-syntax", 2)
    assert error_of(CANONICAL.encode("utf-16")).line == 1
    assert error_of(CANONICAL.replace("\n", "\r")).line == 1
    assert error_of(CANONICAL.replace("1 flip", "1 flip\x00")).code == "bad-syntax"
    assert error_of(CANONICAL.replace("1 flip", "1 flip # \x85")).code == "bad-syntax"
    assert error_of("\ufeff\ufeff" + CANONICAL).line == 1
    assert error_of('[Players "3"]\n\ufeffround').line == 2


@pytest.mark.parametrize("strange", ["１", "٣", "²", "é", "\u00a0", "\u2003", "\u200b"])
def test_nothing_but_ascii_outside_quotes_and_comments(strange: str) -> None:
    for text in (
        CANONICAL.replace("3 show 3-5", f"3 show {strange}"),
        CANONICAL.replace("3 show 3-5", f"3{strange}show 3-5"),
        CANONICAL.replace("[Rounds", f"[Rounds{strange}"),
        CANONICAL.replace("starter 2", f"starter {strange}"),
    ):
        assert error_of(text).code == "bad-syntax"
    assert parse(CANONICAL.replace("3 show 3-5", f"3 show 3-5 # {strange}"))


@pytest.mark.parametrize(
    "line",
    [
        "x" * 200_000,
        "hand 1" + " 3/7" * 100_000,
        "table 1" + " 8/4" * 100_000,
        "[" + " " * 200_000,
        '["' + "\\" * 200_001,
        "winner" + " 1" * 100_000,
        "1 " + "show " * 50_000,
        "score 1 -" + "9" * 100_000,
        "round " + "9" * 100_000 + " starter 1",
        "captured 1 " + "9" * 100_000,
        "#" * 200_000 + "\x00",
    ],
)
def test_very_long_lines_get_a_short_answer(line: str) -> None:
    for text in (
        f'[Players "3"]\n{line}',
        f"{STUDY.partition('4 scout')[0]}{line}\n",
        CANONICAL + line,
    ):
        error = error_of(text)
        assert len(error.message) < 400


def secret_record(secret: str = "a secret", start: str = "77", **changed: str) -> str:
    """A record whose deal follows from secret and start id."""
    state = round_of(dealt(3, fairness.seed(secret, start)))
    tags = {"Commitment": fairness.commitment(secret), "Start": start, "Secret": secret} | changed
    lines = ['[Players "3"]', *(f'[{name} "{value}"]' for name, value in tags.items() if value)]
    lines.append(f"round 1 starter {state.starter}")
    for seat, hand in enumerate(state.hands, start=1):
        lines.append(f"hand {seat} {' '.join(map(str, hand))}")
    return "\n".join(lines)


def test_fair_play_is_checked_where_its_tags_stand() -> None:
    assert parse(secret_record()).fair_play.secret == "a secret"
    assert parse(secret_record(Secret="")).fair_play.secret is None
    order = seating(fairness.seed("a secret", "77"), 3)
    lobby = f'[Lobby "{" ".join(map(str, order))}"]'
    written = canonical(parse(f"{lobby}\n{secret_record(Start='77')}")).splitlines()
    assert '[Secret "a secret"]' in written
    assert lobby in written
    assert parse(secret_record(Commitment="", Start="")).fair_play.start is None
    assert parse(secret_record(Secret="another", Commitment="", Start=""))
    error = error_of(secret_record(Commitment="0" * 64))
    assert (error.code, error.line) == ("wrong-commitment", 4)
    assert fairness.commitment("a secret") in error.message
    error = error_of(secret_record(Start="78"))
    assert (error.code, error.line) == ("wrong-commitment", 5)
    assert "hand 1" in error.message


def test_a_starter_that_chance_would_not_have_chosen_is_told() -> None:
    text = secret_record().replace("[Commitment", '[Starter "random"]\n[Commitment')
    match = engine.new_match(3, engine.Options(3, starter="random"))
    due = engine.deal_from_seed(match, fairness.seed("a secret", "77"))
    text = re.sub("starter [123]", f"starter {due.starter}", text)
    assert parse(text)
    for starter in {1, 2, 3} - {due.starter}:
        error = error_of(text.replace(f"starter {due.starter}", f"starter {starter}"))
        assert (error.code, error.line) == ("wrong-commitment", 6)
        assert f"starter {due.starter}" in error.message


def sound_before(text: str, line: int) -> Reading | None:
    """What the lines before one say, unfinished hands left out."""
    for last in range(line - 1, 0, -1):
        try:
            return read("\n".join(text.splitlines()[:last]))
        except RecordError:
            continue
    return None


@pytest.mark.parametrize(("name", "change", "at", "code"), CASES)
def test_an_error_carries_what_was_sound_before_it(
    name: str, change: Callable[[str], str], at: str, code: str
) -> None:
    del name, at, code
    text = change(CANONICAL)
    error = error_of(text)
    if error.prefix is None:
        assert "players" in error.message.lower()
        return
    before = sound_before(text, error.line)
    if before is not None:
        assert error.prefix.record.entries == before.record.entries
        assert error.prefix.match.round == before.match.round
    assert parse(canonical(error.prefix.record)) == error.prefix.record


def test_a_deal_that_was_steered_is_not_among_what_was_sound() -> None:
    error = error_of(secret_record(Start="78"))
    assert error.prefix is not None
    assert (error.prefix.record.entries, error.prefix.match.round) == ((), None)
    assert error.prefix.record.fair_play.start == "78"
    error = error_of(secret_record(Commitment="0" * 64))
    assert error.prefix is not None
    assert error.prefix.record.fair_play.secret is None


def test_the_seats_are_checked_where_the_lobby_is_told() -> None:
    assert seating(fairness.seed("a secret", "77"), 3) == (1, 3, 2)
    assert parse(secret_record(Lobby="1 3 2")).fair_play.lobby == (1, 3, 2)
    error = error_of(secret_record(Lobby="1 2 3"))
    assert (error.code, error.line) == ("wrong-commitment", 5)
    assert '[Lobby "1 3 2"]' in error.message
    for unknown in ("Secret", "Start"):
        assert parse(secret_record(**{unknown: "", "Lobby": "1 2 3"})).fair_play.seed is None


@pytest.mark.parametrize("order", ["Lobby Secret Start", "Start Lobby Secret"])
def test_wrong_seats_are_told_at_the_last_of_the_tags_that_say_so(order: str) -> None:
    values = {"Lobby": "2 1", "Secret": "a secret", "Start": "77"}
    right = seating(fairness.seed("a secret", "77"), 2)
    values["Lobby"] = " ".join(map(str, reversed(right)))
    tags = [f'[{name} "{values[name]}"]' for name in order.split()]
    error = error_of("\n".join([*tags, '[Players "2"]']))
    assert (error.code, error.line) == ("wrong-commitment", 3)


@pytest.mark.parametrize(
    "lobby", ["", "1 2", "1 2 3 4", "1 1 2", "1 2 4", "3  1 2", "a b c", "01 2 3", "١ ٢ ٣"]
)
def test_a_lobby_that_names_no_order_is_bad_syntax(lobby: str) -> None:
    error = error_of(f'[Players "3"]\n[Lobby "{lobby}"]')
    assert (error.code, error.line) == ("bad-syntax", 2)


def test_without_players_a_lobby_is_judged_by_its_shape_alone() -> None:
    seed_tags = '[Secret "a secret"]\n[Start "77"]\n'
    error = error_of(f'{seed_tags}[Lobby "1 2"]')
    assert "Players is missing" in error.message
    assert error_of(f'{seed_tags}[Lobby "1 3"]').line == 3


def test_in_a_study_only_the_commitment_can_be_checked() -> None:
    tags = f'[Commitment "{fairness.commitment("s")}"]\n[Start "1"]\n[Secret "s"]\n'
    assert parse(STUDY.replace("\nposition", f"{tags}\nposition")).fair_play.start == "1"
    wrong = STUDY.replace("\nposition", f"{tags}\nposition").replace('Secret "s"', 'Secret "t"')
    assert error_of(wrong).code == "wrong-commitment"


def test_the_result_text_is_that_of_the_canonical_form() -> None:
    assert canonical(parse(HEAD + DEAL + PLAY)).endswith(RESULT)
