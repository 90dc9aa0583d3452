"""Hands as they are drawn: rows of cards with positions beneath, and brackets around spans."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from typing import Literal

from bot.pictures.canvas import BADGE_WIDTH, SMALLEST, WIDTH, Box, Canvas
from bot.pictures.cards import card_height, card_sprite
from bot.pictures.theme import Colour
from engine.cards import Cards

PER_ROW = 7
"""More cards than this in a row would make numbers too small for a phone."""

WIDEST, WIDEST_OF_MANY = 56.0, 42.0
"""A card's width at most, in points: in one row, and where several rows are to fit a phone."""

LIFT = 6.0
NUMBERS = 17.0
LANE = 7.0
GAP = 3.0
ROW_GAP = 3.0
MARGIN = 10.0

CLEAR = BADGE_WIDTH + 4
"""Where a row begins at the left, so that the badge lies on none of it."""

Tone = Literal["strong", "quiet"]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A span of cards to bracket, positions from 1, both ends included."""

    first: int
    last: int
    tone: Tone = "strong"


@dataclass(frozen=True, slots=True)
class Plan:
    """How many cards go where.

    Attributes:
        rows: cards in each row.
        lanes: brackets that lie under each other, by row.
        width: a card's width, in points.
        pitch: from one card to the next, in points.
        left: where a row begins, in points.
        numbered: whether positions stand under the cards.
    """

    rows: tuple[int, ...]
    lanes: tuple[int, ...]
    width: float
    pitch: float
    left: float
    numbered: bool

    @property
    def card_foot(self) -> float:
        """From a row's top to the lower edge of its cards."""
        return (LIFT if self.numbered else 0.0) + card_height(self.width)

    @property
    def tops(self) -> tuple[float, ...]:
        """Where each row begins, and last where all of them end."""
        under = NUMBERS if self.numbered else 0.0
        heights = [self.card_foot + under + lanes * LANE + ROW_GAP for lanes in self.lanes]
        return tuple(accumulate(heights, initial=0.0))

    @property
    def height(self) -> float:
        """All rows."""
        return self.tops[-1]


def plan(
    cards: int,
    brackets: Sequence[Bracket],
    *,
    widest: float = WIDEST,
    per_row: int = PER_ROW,
    numbered: bool = True,
    left: float = CLEAR,
) -> Plan:
    """Lay out a hand: as few rows as keep the numbers readable, and all about equally long.

    Args:
        cards: how many.
        brackets: what is to be marked in it.
        widest: a card's width at most, in points.
        per_row: so many cards in a row at most.
        numbered: whether positions stand under the cards.
        left: no row begins further left, in points.
    """
    count = max(1, ceil(cards / per_row))
    short, extra = divmod(cards, count)
    rows = tuple(short + (index < extra) for index in range(count))
    longest = max(1, rows[0])
    most = widest if count == 1 else min(widest, WIDEST_OF_MANY)
    pitch = min(most + GAP, (WIDTH - MARGIN - left + GAP) / longest)
    start = max(left, (WIDTH - longest * pitch + GAP) / 2)
    return Plan(rows, _lanes(rows, brackets), pitch - GAP, pitch, start, numbered)


def _lanes(rows: Sequence[int], brackets: Sequence[Bracket]) -> tuple[int, ...]:
    """How many lanes each row needs."""
    lanes = lanes_of(brackets)
    needed, start = [], 0
    for count in rows:
        here = [lanes[b] for b in brackets if b.first <= start + count and b.last > start]
        needed.append(1 + max(here, default=-1))
        start += count
    return tuple(needed)


def lanes_of(brackets: Sequence[Bracket]) -> dict[Bracket, int]:
    """A lane for each bracket such that no two overlap; spans that share a card are told apart."""
    lanes: list[int] = []
    found: dict[Bracket, int] = {}
    for bracket in sorted(brackets, key=lambda b: (b.first, b.last)):
        lane = next((i for i, last in enumerate(lanes) if last < bracket.first), len(lanes))
        lanes[lane : lane + 1] = [bracket.last]
        found[bracket] = lane
    return found


def draw(
    canvas: Canvas,
    top: float,
    cards: Cards,
    layout: Plan,
    brackets: Sequence[Bracket] = (),
    *,
    fresh: int | None = None,
) -> None:
    """Draw a hand from ``top`` down.

    Args:
        canvas: where.
        top: in points.
        cards: the hand, left to right.
        layout: from ``plan``, of as many cards.
        brackets: the spans to mark; their cards are lifted too.
        fresh: the position of a card that is only about to be there.
    """
    lanes = lanes_of(brackets)
    lifted = {
        position for b in brackets if b.tone == "strong" for position in range(b.first, b.last + 1)
    }
    ends = list(accumulate(layout.rows))
    for end, count, row_top in zip(ends, layout.rows, layout.tops, strict=False):
        start = end - count
        y = top + row_top
        for column, card in enumerate(cards[start:end]):
            position = start + column + 1
            x = layout.left + column * layout.pitch
            if layout.numbered:
                _marks(canvas, x, y, position, layout, lifted, fresh)
            flat = layout.numbered and position not in lifted and position != fresh
            sprite = card_sprite(card, layout.width, canvas.theme)
            canvas.paste(sprite, x, y + (LIFT if flat else 0))
        for bracket, lane in lanes.items():
            _bracket(canvas, bracket, start, end, layout, y, lane)


def _marks(
    canvas: Canvas,
    x: float,
    y: float,
    position: int,
    layout: Plan,
    lifted: Collection[int],
    fresh: int | None,
) -> None:
    """A card's position beneath it, and around a fresh card its halo."""
    theme = canvas.theme
    marked = position in lifted
    box = Box(x - GAP / 2, y + layout.card_foot, layout.pitch, NUMBERS)
    if position == fresh:
        halo = Box(x, y, layout.width, card_height(layout.width)).inset(-2.5)
        canvas.panel(halo, theme.accent, radius=layout.width * 0.13 + 2.5)
    colour = theme.ink if marked or position == fresh else theme.quiet
    canvas.text(box, str(position), SMALLEST, colour, bold=marked, align="centre")


def _bracket(
    canvas: Canvas, bracket: Bracket, start: int, end: int, layout: Plan, y: float, lane: int
) -> None:
    first, last = max(bracket.first, start + 1), min(bracket.last, end)
    if first > last:
        return
    colour: Colour = canvas.theme.accent if bracket.tone == "strong" else canvas.theme.quiet
    thick = 2.5
    bottom = y + layout.card_foot + NUMBERS + lane * LANE + 4
    left = layout.left + (first - start - 1) * layout.pitch + 2
    right = layout.left + (last - start - 1) * layout.pitch + layout.width - 2
    # A span that runs on in another row is open at that side.
    if first > bracket.first:
        left -= GAP + 4
    if last < bracket.last:
        right += GAP + 4
    canvas.panel(Box(left, bottom - thick, right - left, thick), colour, radius=thick / 2)
    if first == bracket.first:
        canvas.panel(Box(left, bottom - 6, thick, 6), colour, radius=thick / 2)
    if last == bracket.last:
        canvas.panel(Box(right - thick, bottom - 6, thick, 6), colour, radius=thick / 2)
