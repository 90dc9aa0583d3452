"""A match told to one of its players: what happened since they acted, and how everybody stands.

Told from the view of their seat and from what everybody saw; nothing here knows another's hand.
"""

from __future__ import annotations

from bot.match import recount
from bot.match.live import Live
from bot.match.recount import Deed
from bot.texts import Texts, display_names, happenings, stories
from bot.texts.happenings import round_end
from data.matches import log
from engine import view
from engine.views import View, points_so_far

TOLD = 6
"""So many happenings are told at most: what is older was to be read when it happened."""


def story(texts: Texts, live: Live, seat: int) -> tuple[str, ...]:
    """What a seat's player should know before they look at their hand, in three lines at most.

    In play: what happened since they last acted, the cards in each hand, and how they stand. While
    orientations are chosen: how the round before went.
    """
    mine = live.view(seat)
    happened = since_acted(texts, live, seat)
    if mine.turn == seat and not mine.history:
        happened.append(texts.gettext("you start the round"))
    if mine.phase == "orient":
        happened += round_before(texts, live, mine.round)
    lines = (" · ".join(happened),) if happened else ()
    if mine.phase != "play":
        return lines
    return (*lines, _hands(texts, mine, display_names(texts, live.names)), _standing(texts, mine))


def since_acted(texts: Texts, live: Live, seat: int) -> list[str]:
    """What happened since a seat's player acted themselves, oldest first."""
    names = display_names(texts, live.names)
    playing = live.view(None).phase != "orient"
    told: list[str] = []
    for entry, done in recount.backwards(live):
        if done and done.entry.seat == seat and not done.by_bot:
            break
        if isinstance(entry, log.Deal) and playing:
            break  # the round before was told with its points
        if said := _said(texts, names, seat, entry, done):
            told.append(said)
        if len(told) > TOLD:
            told[-1] = "…"
            break
    return told[::-1]


def _said(
    texts: Texts, names: tuple[str, ...], seat: int, entry: log.Entry, done: Deed | None
) -> str | None:
    if done is not None:
        if done.seen is None:
            return None  # how somebody holds their hand is their secret
        if entry.seat == seat:
            return stories.played_for_you(texts, done.seen)
        return stories.did(texts, names[done.seen.seat - 1], done.seen)
    if entry.seat == seat:
        return _said_of_them(texts, entry)
    return recount.note(texts, names, entry)


def _said_of_them(texts: Texts, entry: log.Entry) -> str | None:
    """What befell their own seat, in the second person."""
    match entry:
        case log.Clock(change="expiry"):
            return happenings.your_time_was_up(texts, orienting=entry.turn == 0)
        case log.Seat(change="take-over" | "leave"):
            return happenings.your_seat(texts, entry.change, entry.by)
    return None


def round_before(texts: Texts, live: Live, number: int) -> tuple[str, ...]:
    """How the round before a round went, in a line; nothing before the first."""
    return (round_line(texts, live, number - 1),) if number > 1 else ()


def round_line(texts: Texts, live: Live, number: int) -> str:
    """Who ended a round that is over, and everybody's points."""
    ended = view(live.playing.results[number - 1], None)
    names = display_names(texts, live.names)
    assert ended.scores is not None
    points = [
        stories.points(texts, name, score, total if number > 1 else None)
        for name, score, total in zip(names, ended.scores, ended.totals, strict=True)
    ]
    return texts.gettext(
        "Round {number}: {ended} {points}",
        number=texts.number(number),
        ended=round_end(texts, ended, names),
        points=" · ".join(points),
    )


def _hands(texts: Texts, mine: View, names: tuple[str, ...]) -> str:
    you = texts.gettext("you")
    cards = [
        f"{you if seat == mine.seat else name} **{texts.number(size)}**"
        for seat, (name, size) in enumerate(zip(names, mine.hand_sizes, strict=True), start=1)
    ]
    return texts.gettext("Cards: {hands}", hands=" · ".join(cards))


def _standing(texts: Texts, mine: View) -> str:
    """What the player has captured and earned, and their points with it."""
    assert mine.seat is not None
    i = mine.seat - 1
    return stories.standing(
        texts,
        captured=mine.captured[i],
        tokens=mine.tokens[i],
        points=points_so_far(mine, mine.seat),
        pays=not mine.rules.scout_pay,
    )
