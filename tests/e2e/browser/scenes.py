"""The messages that must fit a phone, each at its fullest that is usual."""

from __future__ import annotations

from dataclasses import replace

from bot.layouts import Layout, between, hand, outcome, replay, results, rules, table
from bot.match import steps
from bot.match.replaying import Step
from bot.match.scene import Where
from bot.pictures import (
    Placed,
    Resting,
    Style,
    Taking,
    hand_picture,
    match_picture,
    orientation_picture,
    round_picture,
    table_picture,
)
from bot.pictures.replay import replay_picture
from bot.pictures.rules import rules_picture
from bot.texts import SeatName, texts_for
from bot.texts.rules import TOPICS
from data.matches.hosted import Decision
from data.matches.models import StoredSeat
from engine.cards import Card
from engine.study import Position, new_study
from engine.views import View, view
from tests.bot.pictures.scenes import ROUNDS, ended, played, started
from tests.data.matches.test_hosted import row as stored

TEXTS, STYLE = texts_for("en"), Style()
DUE = 2_000_000_000_000
NAMES = (
    SeatName("Ada"),
    SeatName("Berk"),
    SeatName("", is_computer=True, level="medium"),
    SeatName("", is_computer=True, level="medium"),
    SeatName("", is_computer=True, level="hard"),
)
WHERE = Where("Game night", 123, "https://discord.com/channels/1/2/3")
STORY = (
    "Berk scouted 3/8 and showed 5 5 · Computer (medium) showed 3 4 5",
    "Cards: you **12** · Berk **10** · Computer (medium) **9**",
    "You: 6 captured + 2 Scout tokens · 17 points",
)
ROUND = (
    "Berk scouted 3/8 and showed 5 5 · Round 2: Computer (medium) has no cards left. "
    "Ada +12 (21) · Berk −3 (4) · Computer (medium) +5 (11)"
)
HAND = "5/1 5/2 5/3 6/1 7/1 8/1 8/2 9/2 2/3 9/3 4/6 4/7"


def before_three() -> View:
    """On turn with twelve cards before a set of three, and everything to choose from."""
    hands = (HAND, "1/4 2/7", "2/4 3/4")
    position = Position(
        turn=1,
        hands=tuple(tuple(map(Card.parse, cards.split())) for cards in hands),
        table=tuple(map(Card.parse, ("3/8", "4/8", "5/8"))),
        owner=3,
    )
    return view(new_study(position), 1)


def a_turn(step: steps.Step | None = None) -> Layout:
    """A step of that turn, in an unrated match against the clock."""
    seen = before_three()
    preview = None
    if isinstance(step, steps.Gaps):
        preview = Taking(step.end, step.turned, step.then)
    elif isinstance(step, steps.Then):
        preview = Placed(step.scout)
    picture = hand_picture(seen, STYLE, preview)
    told = STORY if step is None else ()
    context = hand.HandContext(
        TEXTS, seen, 12, Decision(1, 3), NAMES[:3], WHERE, picture, DUE, hints=True, story=told
    )
    return hand.hand(context, step)


def an_orientation(number: int = 1) -> Layout:
    """Twelve cards to keep or flip, before a round."""
    seen = view(started(3), 1)
    told: tuple[str, ...] = ()
    if number > 1:
        seen, told = seen._replace(round=number), (ROUND,)
    picture = orientation_picture(seen, STYLE)
    context = hand.HandContext(
        TEXTS, seen, 12, Decision(number, 0), NAMES[:3], WHERE, picture, DUE, story=told
    )
    return hand.hand(context)


def a_resting_hand() -> Layout:
    """The same cards between turns."""
    seen = before_three()
    picture = hand_picture(seen, STYLE, Resting())
    words = "You scouted 5/1 into gap 4 and showed 8 7 6."
    return between.resting(TEXTS, (words,), WHERE, seen.hand, picture)


def an_outcome() -> Layout:
    """How a match of five ended, told to one of them."""
    context = results.MatchContext(
        TEXTS,
        12,
        NAMES,
        ROUNDS,
        tuple(map(sum, zip(*ROUNDS, strict=True))),
        (1,),
        ratings=(results.RatingChange(1500, 1512),) * len(NAMES),
    )
    return outcome.outcome(context, 2, WHERE, WHERE.url, ROUND)


def a_table(actions: int = 16, *, alone: bool = False) -> Layout:
    """A table of five in the middle of a round; ``alone``: one person against four computers."""
    names = (NAMES[0], *(NAMES[2],) * 4) if alone else NAMES
    seen = view(played(5, actions), None)
    assert seen.turn is not None
    due = None if names[seen.turn - 1].is_computer else DUE
    picture = table_picture(seen, names, STYLE)
    context = table.TableContext(
        TEXTS,
        seen,
        12,
        names,
        picture=picture,
        due=due,
        nudge=True,
        proposals=("pause", "end"),
    )
    return table.table(context)


def a_round() -> Layout:
    """A round of five players that is over."""
    seen = view(ended(5), None)
    picture = round_picture(seen, NAMES, STYLE)
    return results.round_result(results.RoundContext(TEXTS, seen, 12, NAMES, picture))


def a_result() -> Layout:
    """A match of five players that is over, with its record and what it did to the ratings."""
    changes = tuple(
        results.RatingChange(1500, 1500 + by, provisional=by > 10) for by in (12, -14, 7, 7, -4)
    )
    context = results.MatchContext(
        TEXTS,
        12,
        NAMES,
        ROUNDS,
        tuple(map(sum, zip(*ROUNDS, strict=True))),
        (1, 5),
        ratings=changes,
        picture=match_picture(ROUNDS, NAMES, STYLE),
        record="[Players]",
    )
    return results.match_result(context)


def a_replay() -> Layout:
    """A moment of a replay of five players."""
    seats = tuple(
        StoredSeat(seat, None if one.is_computer else seat, one.level, one.text or None)
        for seat, one in enumerate(NAMES, start=1)
    )
    row = replace(stored(), id=12, status="finished", commitment="0" * 64, seats=seats)
    moments = tuple(Step(played(5, 5 + n), 1, n, "show 3-5" if n else None) for n in range(20))
    picture = replay_picture(moments[12].match, NAMES, STYLE)
    return replay.replay(replay.ReplayContext(TEXTS, row, moments, 12, True, picture))


def both() -> steps.Then:
    """A card chosen for a Scout & Show, and where it goes."""
    return steps.Then(steps.choices(before_three()).both[0].scout)


def rules_about_beating() -> Layout:
    """The longest page of the rules."""
    page = TOPICS.index("beats")
    return rules.rules(TEXTS, page, picture=rules_picture(page, STYLE))
