"""A seat at the table: whose it is, and what everybody knows that it has."""

from __future__ import annotations

from bot.pictures.canvas import SMALLEST, Box, Canvas, px
from bot.pictures.icons import icon
from bot.pictures.legend import Entry
from bot.pictures.names import name_lines
from bot.pictures.theme import Colour
from bot.texts import Texts
from engine.views import View, points_so_far

PAD = 6.0
NAME = 19.0
MARK = 11.0
COUNTS = 17.0
TOTAL = 19.0
EDGE = 3.0


def name_room(width: float) -> float:
    """How wide a name may be in a seat ``width`` points wide: beside it stand at most two signs."""
    return width - 2 * PAD - 2 * MARK


def seat_height(lines: int) -> float:
    """How high a seat is whose name takes so many lines."""
    return EDGE + lines * NAME + COUNTS + TOTAL + EDGE


def draw_seat(canvas: Canvas, box: Box, view: View, seat: int, name: str) -> None:
    """One seat: name; cards in hand, captured, Scout tokens; points and Scout & Show token."""
    colours = canvas.theme
    on_turn = view.turn == seat
    fill = colours.raised if on_turn else colours.panel
    edge = colours.accent if on_turn else colours.line
    canvas.panel(box, fill, outline=edge, line=2 if on_turn else 1, radius=10)
    _name(canvas, box, view, seat, name)
    points = Box(box.x + PAD, box.bottom - EDGE - TOTAL, box.width - 2 * PAD, TOTAL)
    counts = Box(box.x + PAD - 1, points.y - COUNTS, box.width - 2 * PAD + 4, COUNTS)
    draw_counts(canvas, counts, view, seat)
    draw_points(canvas, points, view, seat)
    if view.rules.scout_and_show:
        _scout_and_show(canvas, points, view.scout_and_show[seat - 1], fill)


def _name(canvas: Canvas, box: Box, view: View, seat: int, name: str) -> None:
    """The name, before it whether the seat is on turn, behind it whether it starts or is ready."""
    colours = canvas.theme
    left = box.x + PAD
    if view.turn == seat:
        canvas.tint(icon(canvas.forward, px(9)), left, box.y + 7.5, colours.accent)
        left += MARK
    right = box.right - PAD
    if view.phase == "orient" and view.ready[seat - 1]:
        right -= MARK
        canvas.tint(icon("check", px(11)), right + 2, box.y + 6.5, colours.good)
    elif view.starter == seat:
        right -= MARK
        canvas.tint(icon("flag", px(11)), right + 2, box.y + 6.5, colours.quiet)
    for line in name_lines(canvas, name, SMALLEST, name_room(box.width)):
        canvas.text(Box(left, box.y + EDGE, right - left, NAME), line, SMALLEST, bold=True)
        box = Box(box.x, box.y + NAME, box.width, box.height)


def draw_counts(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    """Cards in hand, captured cards and Scout tokens, side by side."""
    column = box.width / 3
    counts = (
        ("hand", view.hand_sizes[seat - 1]),
        ("captured", view.captured[seat - 1]),
        ("token", view.tokens[seat - 1]),
    )
    for index, (sign, count) in enumerate(counts):
        x = box.x + index * column
        canvas.tint(icon(sign, px(12)), x, box.centre[1] - 6, canvas.theme.quiet)
        number = Box(x + 14, box.y, column - 15, box.height)
        canvas.text(number, canvas.texts.number(count), SMALLEST, bold=True)


def draw_points(canvas: Canvas, box: Box, view: View, seat: int) -> None:
    """The points, and after a round how many of them it brought."""
    colours = canvas.theme
    canvas.tint(icon("trophy", px(13)), box.x, box.y + 3, colours.accent)
    points = canvas.texts.number(points_so_far(view, seat))
    reach = canvas.measure(points, 14, bold=True) + 1
    canvas.text(Box(box.x + 16, box.y, reach, box.height), points, 14, colours.accent, bold=True)
    if view.scores:
        score = view.scores[seat - 1]
        colour = colours.bad if score < 0 else colours.good
        brought = Box(box.x + 22 + reach, box.y, 40, box.height)
        canvas.text(brought, canvas.texts.number(score, signed=True), SMALLEST, colour, bold=True)


def _scout_and_show(canvas: Canvas, row: Box, left: bool, fill: Colour) -> None:
    """The Scout & Show token: filled while it is there, struck out once it is spent."""
    colours = canvas.theme
    chip = Box(row.right - 26, row.y + 1, 26, 17)
    sign = icon("swap", px(12))
    if left:
        canvas.panel(chip, colours.good, radius=8.5)
        canvas.tint(sign, chip.x + 7, chip.y + 2.5, colours.accent_ink)
        return
    canvas.panel(chip, fill, outline=colours.line, radius=8.5)
    canvas.tint(sign, chip.x + 7, chip.y + 2.5, colours.line)
    canvas.stroke([(chip.x + 4, chip.bottom - 3), (chip.right - 4, chip.y + 3)], colours.quiet)


def counts_legend(texts: Texts) -> list[Entry]:
    """What those signs of ``draw_counts`` mean that don't explain themselves."""
    return [
        Entry("captured", texts.gettext("captured")),
        Entry("token", texts.gettext("Scout tokens")),
    ]
