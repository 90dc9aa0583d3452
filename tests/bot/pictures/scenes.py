"""A fixed set of moments, and the pictures of them that the tests look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

from bot.pictures import (
    Picture,
    Placed,
    RatingPoint,
    Style,
    Taking,
    hand_picture,
    match_picture,
    orientation_picture,
    rating_picture,
    round_picture,
    table_picture,
)
from bot.pictures.leaderboard import Standing, leaderboard_picture
from bot.pictures.moment import moment_picture
from bot.pictures.replay import replay_picture
from bot.pictures.rules import rules_picture
from bot.texts import SeatName
from bot.texts.rules import TOPICS
from engine.actions import Action, Scout, ScoutAndShow, Show
from engine.cards import ALL_CARDS, Card, Cards
from engine.history import told
from engine.match import Match, Move, apply, deal_from_seed, legal_actions, new_match
from engine.study import Position, new_study
from engine.views import View, actions_if_on_turn, view

PLAIN = tuple(SeatName(text) for text in ("Ada", "Berk", "Cem", "Dilara", "Emil"))
SCRIPTS = (
    SeatName("Çağrı Işık"),
    SeatName("سارا محمدی‌نژاد"),
    SeatName("Zażółć Gęślą"),
    SeatName("שלום 漢字 한국어"),
    SeatName("", is_computer=True, level="expert"),
)
LONG = (
    SeatName("Grzegorz Brzęczyszczykiewicz-Łuk"),
    SeatName("W" * 32),
    SeatName("خیلی خیلی خیلی خیلی خیلی طولانی"),
    SeatName("", is_computer=True, level="medium"),
    SeatName("Konstantinopolitańczykowianeczka"),
)
ODD = (
    SeatName("🎉👨‍👩‍👧‍👦🇹🇷"),
    SeatName("Z̷̛̗͙̊a̴̡͌l̴̝͆g̶̖̅o"),
    SeatName("𝓐𝓵𝓲𝓬𝓮 ✨ *bold* <@1>"),
    SeatName("\u202eevil\u2066\u2066"),
    SeatName("ﷺ ｆｕｌｌ นี่ คือ ชื่อ"),
)
NAMES = {"plain": PLAIN, "scripts": SCRIPTS, "long": LONG, "odd": ODD}

A = TypeVar("A", Show, Scout, ScoutAndShow)

ENGLISH = Style()
CONTRAST = Style(high_contrast=True)
PERSIAN = Style(locale="fa")


@cache
def started(players: int, seed: str = "scene") -> Match:
    match = new_match(players)
    return apply(match, deal_from_seed(match, seed)).match


@cache
def played(players: int, actions: int, seed: str = "scene") -> Match:
    """A match after so many actions, each picked from the legal ones by a fixed formula."""
    match = started(players, seed)
    for step in range(actions):
        if match.round is None or match.round.end:
            break
        seat = next(seat for seat in range(1, players + 1) if legal_actions(match, seat))
        # By their text: what a scene shows must not hang on the order in which actions are listed.
        legal = sorted(legal_actions(match, seat), key=str)
        match = apply(match, Move(seat, _pick(legal, step))).match
    return match


def _pick(legal: Sequence[Action], step: int) -> Action:
    shows = [action for action in legal if isinstance(action, Show)]
    widest = max(shows, key=lambda show: show.last - show.first, default=None)
    if widest and (widest.last > widest.first or step % 3 == 0):
        return widest
    return legal[(7 * step + 3) % len(legal)]


def ended(players: int, seed: str = "scene") -> Match:
    return played(players, 400, seed)


def on_turn(match: Match) -> View:
    assert match.round is not None
    assert match.round.turn is not None
    return view(match, match.round.turn)


def waiting(match: Match) -> View:
    assert match.round is not None
    assert match.round.turn is not None
    return view(match, match.round.turn % match.players + 1)


@cache
def holding(cards: int, turned: int = 0) -> View:
    """The view of a hand of so many cards, before an empty table."""
    mixed = tuple(ALL_CARDS[(17 * index + turned) % 45] for index in range(45))
    hand: Cards = tuple(Card(*card) if i % 2 else card.turned() for i, card in enumerate(mixed))
    position = Position(turn=1, hands=(hand[:cards], hand[cards : cards + 1]))
    return view(new_study(position), 1)


@cache
def before_a_run() -> View:
    """Seat 3 of three on turn before 4-5-6, with a hand that can do all there is to do."""
    position = Position(
        turn=3,
        hands=(
            (Card(9, 1), Card(3, 9)),
            (Card(8, 2), Card(1, 8)),
            tuple(Card(*c) for c in ((5, 1), (5, 2), (2, 7), (9, 6), (7, 3), (7, 5), (7, 1))),
        ),
        table=(Card(4, 1), Card(5, 9), Card(6, 2)),
        owner=1,
        scouts=1,
        captured={1: 12, 3: 1},
        tokens={1: 10},
        spent=frozenset({2}),
    )
    return view(new_study(position), 3)


def considered(seen: View, kind: type[A], which: int) -> A:
    return [action for action in actions_if_on_turn(seen) if isinstance(action, kind)][which]


def after_a_long_set() -> View:
    """Seven cards beaten at once, after one was scouted: as much as a last action can be."""
    seen = before_a_run()
    shown = " ".join(str(card) for card in seen.table)
    return seen._replace(
        history=told(
            (
                "2 show 1/2 2/3 3/4 4/6 5/7 6/8 7/9 8/10",
                f"1 scout left 1/2 show {shown} 7/2 8/4 9/5 10/3",
            ),
            seen.rules,
        ),
    )


def standings(names: Sequence[SeatName]) -> list[Standing]:
    """Ten lines: five people twice, the third of them the reader."""
    return [
        Standing(
            place,
            names[place % 5].text or "Eve",
            str(1800 - 50 * place),
            1 - place / 12,
            place == 3,
        )
        for place in range(1, 11)
    ]


def placed() -> Placed:
    return Placed(considered(before_a_run(), ScoutAndShow, -1).scout)


def many_before_a_run() -> View:
    """The same table before a hand of thirty."""
    return before_a_run()._replace(hand=holding(30).hand)


def rating_points(count: int) -> list[RatingPoint]:
    day = 86_400_000
    return [
        RatingPoint(
            1_760_000_000_000 + 3 * day * i, 1500 + (i * 37) % 90 - (i % 4) * 25 + 2 * i, 220 - i
        )
        for i in range(count)
    ]


ROUNDS = ((3, -2, 5, 1, 7), (2, 9, -4, 6, 1), (8, 1, 2, -13, 4), (0, 3, 11, -2, 6), (5, 2, 1, 7, 0))

Scene = Callable[[Sequence[SeatName], Style], Picture]

SCENES: dict[str, Scene] = {
    "hand-12": lambda _, style: hand_picture(on_turn(played(3, 3)), style),
    "hand-waiting": lambda _, style: hand_picture(waiting(played(4, 9)), style),
    "hand-1": lambda _, style: hand_picture(holding(1), style),
    "hand-30": lambda _, style: hand_picture(holding(30), style),
    "hand-44": lambda _, style: hand_picture(holding(44), style),
    "hand-stuck": lambda _, style: hand_picture(view(ended(2), 1), style),
    "hand-before-run": lambda _, style: hand_picture(before_a_run(), style),
    "hand-scout": lambda _, style: hand_picture(
        before_a_run(), style, considered(before_a_run(), Scout, -3)
    ),
    "hand-show": lambda _, style: hand_picture(
        before_a_run(), style, considered(before_a_run(), Show, -1)
    ),
    "hand-scout-and-show": lambda _, style: hand_picture(
        before_a_run(), style, considered(before_a_run(), ScoutAndShow, -1)
    ),
    "hand-taking": lambda _, style: hand_picture(before_a_run(), style, Taking("right", False)),
    "hand-taking-30": lambda _, style: hand_picture(
        many_before_a_run(), style, Taking("left", True)
    ),
    "hand-placed": lambda _, style: hand_picture(before_a_run(), style, placed()),
    "orientation-12": lambda _, style: orientation_picture(view(started(3), 1), style),
    "orientation-9": lambda _, style: orientation_picture(view(started(5), 4), style),
    "table-orient": lambda names, style: table_picture(view(played(5, 3), None), names, style),
    "table-2": lambda names, style: table_picture(view(played(2, 7), None), names[:2], style),
    "table-3": lambda names, style: table_picture(before_a_run(), names[:3], style),
    "table-4": lambda names, style: table_picture(view(played(4, 11), None), names[:4], style),
    "table-5": lambda names, style: table_picture(view(played(5, 17), None), names, style),
    "table-captured-7": lambda names, style: table_picture(after_a_long_set(), names[:3], style),
    "table-over": lambda names, style: table_picture(view(ended(4), None), names[:4], style),
    "round-5": lambda names, style: round_picture(view(ended(5), None), names, style),
    "round-2": lambda names, style: round_picture(view(ended(2), None), names[:2], style),
    "match-5": lambda names, style: match_picture(ROUNDS, names, style),
    "match-2": lambda names, style: match_picture(((3, -1), (-2, 2)), names[:2], style),
    "rating-40": lambda _, style: rating_picture(rating_points(40), style),
    "rating-1": lambda _, style: rating_picture(rating_points(1), style),
    "leaderboard-10": lambda names, style: leaderboard_picture(
        "Rating, all time", standings(names), style
    ),
    "replay-5": lambda names, style: replay_picture(played(5, 17), names, style),
    **{
        f"rules-{topic}": lambda _, style, page=page: rules_picture(page, style)
        for page, topic in enumerate(TOPICS)
    },
    "replay-3": lambda names, style: replay_picture(ended(3), names[:3], style),
    "moment-show": lambda names, style: moment_picture(
        before_a_run(),
        names[:3],
        considered(before_a_run(), Scout, -3),
        considered(before_a_run(), Show, -1),
        style,
    ),
    "moment-scout-and-show": lambda names, style: moment_picture(
        before_a_run(),
        names[:3],
        considered(before_a_run(), Show, 0),
        considered(before_a_run(), ScoutAndShow, -1),
        style,
    ),
}


def named_scenes() -> list[tuple[str, str]]:
    """Every scene with every set of names, where names stand in it."""
    nameless = ("hand", "orientation", "rating", "rules")
    return [
        (scene, names)
        for scene in SCENES
        for names in NAMES
        if names == "plain" or not scene.startswith(nameless)
    ]
