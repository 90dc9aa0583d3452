"""A scouted card in its player's fingers: every place it could go to, and what it makes there."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from bot.pictures.canvas import SMALLEST, WIDTH, Box, Canvas, px
from bot.pictures.cards import card_height, card_sprite
from bot.pictures.fan import MARGIN, Plan, plan
from bot.pictures.icons import icon
from bot.pictures.picture import Taking
from bot.pictures.spans import made_by
from bot.texts import Texts
from engine.actions import Scout, ScoutAndShow
from engine.cards import Card, Cards
from engine.combinations import active_numbers, kind
from engine.legality import take
from engine.views import View, actions_if_on_turn

HEADER = 70.0
CHIP = 40.0
FOOT = 18.0
BETWEEN = 6.0
PER_ROW = 6
SIDE = 29.0
"""Room for the outermost gaps at both sides, in points."""


def taken_card(view: View, taking: Taking) -> Card:
    """The card that would come into the hand, as it would stand there."""
    card = view.table[0 if taking.end == "left" else -1]
    return card.turned() if taking.turned else card


def places(view: View, taking: Taking) -> list[int]:
    """Where the card may go, as the engine has it."""
    found = set()
    for action in actions_if_on_turn(view):
        scout = action.scout if isinstance(action, ScoutAndShow) else action
        if isinstance(action, ScoutAndShow) != taking.then or not isinstance(scout, Scout):
            continue
        if (scout.end, scout.turned) == (taking.end, taking.turned):
            found.add(scout.place)
    return sorted(found)


def made_at(view: View, taking: Taking, place: int) -> Cards:
    """The strongest set that the card makes as the hand's ``place``-th."""
    _, hand = take(view.table, Scout(taking.end, taking.turned, place), view.hand)
    first, last = made_by(hand, place)
    return hand[first - 1 : last]


def gaps_plan(cards: int) -> Plan:
    """The hand laid out with room between the cards."""
    layout = plan(cards, (), widest=50, per_row=PER_ROW, numbered=False, left=SIDE)
    pitch = min(layout.pitch, (WIDTH - 2 * SIDE) / layout.rows[0])
    left = (WIDTH - layout.rows[0] * pitch + 8) / 2
    return replace(layout, pitch=pitch, width=pitch - 8, left=left)


def gaps_height(layout: Plan) -> float:
    """How high the picture is."""
    return HEADER + len(layout.rows) * _row_height(layout) + FOOT


def _row_height(layout: Plan) -> float:
    return card_height(layout.width) + CHIP + BETWEEN


def draw_gaps(canvas: Canvas, view: View, taking: Taking, layout: Plan, texts: Texts) -> None:
    """The card that is taken, and the hand with all its gaps."""
    header = Box(0, 0, WIDTH, HEADER)
    with canvas.reading(header):
        _header(canvas, taken_card(view, taking), texts)
    possible = set(places(view, taking))
    ends = list(accumulate(layout.rows))
    for row, (end, count) in enumerate(zip(ends, layout.rows, strict=True)):
        start = end - count
        y = HEADER + row * _row_height(layout)
        for column, card in enumerate(view.hand[start:end]):
            x = layout.left + column * layout.pitch
            canvas.paste(card_sprite(card, layout.width, canvas.theme), x, y)
        last_row = row == len(layout.rows) - 1
        for column in range(count + last_row):
            place = start + column + 1
            x = layout.left + column * layout.pitch - (layout.pitch - layout.width) / 2
            if place in possible:
                _gap(canvas, x, y, place, made_at(view, taking, place), layout)


def _header(canvas: Canvas, card: Card, texts: Texts) -> None:
    width = 38.0
    x, y = MARGIN + 6, 8.0
    halo = Box(x, y, width, card_height(width)).inset(-2.5)
    canvas.panel(halo, canvas.theme.accent, radius=7)
    canvas.paste(card_sprite(card, width, canvas.theme), x, y)
    words = Box(x + width + 14, y - 2, WIDTH - x - width - 24, 22)
    canvas.text(words, texts.gettext("Where does it go?"), 15, bold=True)
    canvas.paragraph(
        Box(words.x, words.bottom, words.width, 34),
        texts.gettext("Under each gap: its number, and what it makes"),
        SMALLEST,
        canvas.theme.quiet,
    )


def _gap(canvas: Canvas, x: float, y: float, place: int, made: Cards, layout: Plan) -> None:
    colours = canvas.theme
    useful = len(made) > 1
    colour = colours.accent if useful else colours.line
    height = card_height(layout.width)
    canvas.panel(Box(x - 1, y + 4, 2, height - 4), colour, radius=1)
    canvas.tint(icon("up", px(8)), x - 4, y + height + 1, colour)
    number = Box(x - layout.pitch / 2 + 1, y + height + 8, layout.pitch - 2, 16)
    ink = colours.ink if useful else colours.quiet
    canvas.text(number, str(place), SMALLEST, ink, bold=useful, align="centre")
    if useful:
        below = Box(number.x - 1, number.bottom, number.width + 2, 16)
        words = _made(canvas, made, below.width)
        canvas.text(below, words, SMALLEST, colours.accent, bold=True, align="centre")


def _made(canvas: Canvas, made: Cards, width: float) -> str:
    """What a gap makes: ``5 6 7``; where that is too wide ``3–7``, ``4×5``."""
    shown = active_numbers(made)
    whole = " ".join(map(str, shown))
    if canvas.measure(whole, SMALLEST, bold=True) <= width:
        return whole
    if kind(shown) == "group":
        return f"{len(shown)}×{shown[0]}"
    return f"{shown[0]}–{shown[-1]}"
