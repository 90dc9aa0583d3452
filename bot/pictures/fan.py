"""Hands as they are drawn: rows of cards with positions beneath, and brackets around spans."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from typing import Literal

from bot.pictures.canvas import WIDTH, Box, Canvas
from bot.pictures.cards import card_height, card_sprite
from bot.pictures.theme import Colour
from engine.cards import Cards

PER_ROW = 8
"""More cards than this in a row would make numbers too small for a phone."""

LIFT = 6.0
NUMBERS = 15.0
LANE = 8.0
GAP = 3.0
ROW_GAP = 4.0
MARGIN = 10.0

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
        width: a card's width, in points.
        pitch: from one card to the next, in points.
        lanes: brackets that may lie under each other.
        left: where a row begins, in points.
    """

    rows: tuple[int, ...]
    width: float
    pitch: float
    lanes: int
    left: float

    @property
    def row_height(self) -> float:
        """One row with all that belongs to it."""
        return LIFT + card_height(self.width) + NUMBERS + self.lanes * LANE + ROW_GAP

    @property
    def height(self) -> float:
        """All rows."""
        return len(self.rows) * self.row_height


def plan(
    cards: int,
    brackets: Sequence[Bracket],
    *,
    widest: float = 56,
    per_row: int = PER_ROW,
    room: float = WIDTH - 2 * MARGIN,
) -> Plan:
    """Lay out a hand: as few rows as keep the numbers readable, and all about equally long."""
    count = max(1, ceil(cards / per_row))
    short, extra = divmod(cards, count)
    rows = tuple(short + (index < extra) for index in range(count))
    longest = max(1, rows[0])
    pitch = min(widest + GAP, (room + GAP) / longest)
    width = pitch - GAP
    left = (WIDTH - longest * pitch + GAP) / 2
    lanes = 1 + max(lanes_of(brackets).values(), default=-1)
    return Plan(rows, width, pitch, lanes, left)


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
    brackets: Sequence[Bracket],
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
    for row, (end, count) in enumerate(zip(ends, layout.rows, strict=True)):
        start = end - count
        y = top + row * layout.row_height
        for column, card in enumerate(cards[start:end]):
            position = start + column + 1
            x = layout.left + column * layout.pitch
            _card(canvas, x, y, position, layout, lifted, fresh)
            lift = 0 if position in lifted or position == fresh else LIFT
            canvas.paste(card_sprite(card, layout.width, canvas.theme), x, y + lift)
        for bracket, lane in lanes.items():
            _bracket(canvas, bracket, start, end, layout, y, lane)


def _card(
    canvas: Canvas,
    x: float,
    y: float,
    position: int,
    layout: Plan,
    lifted: Collection[int],
    fresh: int | None,
) -> None:
    theme = canvas.theme
    marked = position in lifted
    below = y + LIFT + card_height(layout.width)
    box = Box(x - GAP / 2, below, layout.pitch, NUMBERS)
    if position == fresh:
        halo = Box(x, y, layout.width, card_height(layout.width)).inset(-2.5)
        canvas.panel(halo, theme.accent, radius=layout.width * 0.13 + 2.5)
    colour = theme.ink if marked or position == fresh else theme.quiet
    canvas.text(box, str(position), 10, colour, bold=marked, align="centre")


def _bracket(
    canvas: Canvas, bracket: Bracket, start: int, end: int, layout: Plan, y: float, lane: int
) -> None:
    first, last = max(bracket.first, start + 1), min(bracket.last, end)
    if first > last:
        return
    colour: Colour = canvas.theme.accent if bracket.tone == "strong" else canvas.theme.quiet
    thick = 2.5
    bottom = y + LIFT + card_height(layout.width) + NUMBERS + lane * LANE + 4
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
