"""What became of a proposal, for everybody who may have answered, and what can be proposed."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from bot.match import follow
from bot.match.live import Live
from data.matches import log
from data.matches.hosted import Control, Proposal, SeatControl, fold
from data.matches.models import MatchOptions
from tests.data.matches.test_hosted import DEALT, logged, row

ANSWERS = ("yes", "no", "silent")


def live(*controls: Control, rated: bool = True, pace: str = "relaxed") -> Live:
    """A match that has been dealt, with persons present, away or gone, and computers."""
    options = MatchOptions.model_validate({"rated": rated, "pace": pace})
    levels = ["easy" if control == "computer" else None for control in controls]
    stored = row(*levels, options=options)
    seats = tuple(
        replace(seat, player_id=seat.seat if level is None else None)
        for seat, level in zip(stored.seats, levels, strict=True)
    )
    played = fold(replace(stored, seats=seats), logged(DEALT[0]))
    now = tuple(SeatControl(control) for control in controls)
    return Live(replace(stored, seats=seats), replace(played, seats=now), head=1)


def proposal(about: log.About, *answers: str) -> Proposal:
    said = {answer: {n for n, one in enumerate(answers, 1) if one == answer} for answer in ANSWERS}
    return Proposal(about, 1, frozenset(said["yes"]), frozenset(said["no"]))


@pytest.mark.parametrize("others", product(ANSWERS, repeat=2))
@pytest.mark.parametrize("late", [False, True])
def test_more_than_half_of_those_seated_end_a_rated_match(
    others: tuple[str, ...], late: bool
) -> None:
    answers = ("yes", *others)
    verdict = follow.verdict_on(
        live("person", "person", "person"), proposal("end", *answers), late=late
    )
    if answers.count("yes") >= 2:
        assert verdict == "agreed"
    elif answers.count("no") >= 2:
        assert verdict == "refused"
    else:
        assert verdict == ("unanswered" if late else None)


def test_of_two_both_must_agree_though_one_is_away() -> None:
    two = live("person", "person", "computer")
    assert follow.verdict_on(two, proposal("end", "yes")) is None
    assert follow.verdict_on(two, proposal("end", "yes", "yes")) == "agreed"
    assert follow.verdict_on(two, proposal("end", "yes", "no")) == "refused"
    away = live("person", "stand-in", "computer")
    assert follow.verdict_on(away, proposal("end", "yes"), late=True) == "unanswered"


@pytest.mark.parametrize("about", ["pause", "resume", "end"])
@pytest.mark.parametrize("others", product(ANSWERS, repeat=2))
@pytest.mark.parametrize("late", [False, True])
def test_else_all_who_answer_must_agree(
    about: log.About, others: tuple[str, ...], late: bool
) -> None:
    answers = ("yes", *others)
    three = live("person", "person", "person", rated=False)
    verdict = follow.verdict_on(three, proposal(about, *answers), late=late)
    if "no" in answers:
        assert verdict == "refused"
    elif "silent" in answers:
        assert verdict == ("agreed" if late else None)
    else:
        assert verdict == "agreed"


@pytest.mark.parametrize("control", ["stand-in", "left", "computer"])
def test_who_is_not_there_is_not_asked(control: Control) -> None:
    two = live("person", "person", control, rated=False)
    assert follow.voters(two, "pause") == {1, 2}
    assert follow.verdict_on(two, proposal("pause", "yes", "yes")) == "agreed"


def test_about_who_is_awaited_the_others_are_asked() -> None:
    three = live("person", "person", "person", pace="untimed")
    late = replace(three, hosted=replace(three.playing, overdue=frozenset({2})))
    assert follow.voters(late, "stand-in") == {1, 3}
    entry = follow.outcome(late, proposal("stand-in", "yes"), "agreed")
    assert entry == log.Seat(seat=2, change="take-over", by="others")


@pytest.mark.parametrize(
    ("controls", "pace", "expected"),
    [
        (("person", "person"), "live", ("pause", "end")),
        (("person", "computer"), "live", ("pause", "end")),
        (("person", "computer"), "untimed", ("end",)),
        (("person", "person"), "untimed", ("pause", "end")),
    ],
)
def test_what_can_be_proposed(
    controls: tuple[Control, ...], pace: str, expected: tuple[str, ...]
) -> None:
    match = live(*controls, "computer", pace=pace)
    assert follow.possible(match) == expected
    paused = replace(match, hosted=replace(match.playing, paused_by="agreement"))
    assert follow.possible(paused) == ("resume", "end")
    over = replace(match, hosted=replace(match.playing, ended=log.End(reason="host")))
    assert follow.possible(over) == ()
