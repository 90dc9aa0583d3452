"""A seat at the table: whose it is, and what everybody knows that it has."""

from __future__ import annotations

from bot.pictures.canvas import Box, Canvas, px
from bot.pictures.icons import icon
from bot.pictures.theme import Colour
from bot.texts import Texts
from engine.views import View

SEAT = 70.0
LEGEND = 18.0
PAD = 7.0


def draw_seat(canvas: Canvas, box: Box, view: View, seat: int, name: str) -> None:
    """One seat: name; cards in hand, captured cards, Scout tokens; total and Scout & Show token."""
    colours = canvas.theme
    on_turn = view.turn == seat
    fill = colours.raised if on_turn else colours.panel
    edge = colours.accent if on_turn else colours.line
    canvas.panel(box, fill, outline=edge, line=2 if on_turn else 1, radius=10)
    left, width = box.x + PAD, box.width - 2 * PAD
    if on_turn:
        canvas.tint(icon(canvas.forward, px(9)), left, box.y + 9.5, colours.accent)
        left, width = left + 13, width - 13
    elif view.phase == "orient" and view.ready[seat - 1]:
        canvas.tint(icon("check", px(10)), box.right - PAD - 10, box.y + 9, colours.good)
        width -= 14
    canvas.text(Box(left, box.y + 4, width, 20), name, 13, bold=True, smallest=10)
    draw_counts(canvas, Box(box.x + PAD - 1, box.y + 25, box.width - 2 * PAD + 4, 18), view, seat)
    total = Box(box.x + PAD, box.y + 46, box.width - 2 * PAD, 20)
    canvas.tint(icon("trophy", px(13)), total.x, total.y + 3, colours.accent)
    points = minus(view.totals[seat - 1])
    reach = canvas.measure(points, 14, bold=True) + 1
    canvas.text(
        Box(total.x + 16, total.y, reach, total.height), points, 14, colours.accent, bold=True
    )
    if view.scores:
        score = view.scores[seat - 1]
        canvas.text(
            Box(total.x + 22 + reach, total.y, 40, total.height),
            signed(score),
            12,
            colours.bad if score < 0 else colours.good,
            bold=True,
        )
    if view.rules.scout_and_show:
        _scout_and_show(canvas, total, view.scout_and_show[seat - 1], fill)


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
        canvas.text(number, str(count), 13, bold=True, smallest=10)


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


def draw_legend(canvas: Canvas, box: Box, view: View, texts: Texts) -> None:
    """What the signs mean, in one quiet line."""
    words = [
        ("hand", texts.gettext("in hand")),
        ("captured", texts.gettext("captured")),
        ("token", texts.gettext("Scout tokens")),
        ("trophy", texts.gettext("total")),
    ]
    if view.rules.scout_and_show:
        words.append(("swap", texts.gettext("Scout & Show")))
    size = 9.0
    widths = [canvas.measure(word, size) for _, word in words]
    spare = (box.width - sum(widths) - 13 * len(words)) / (len(words) - 1)
    room = box.width / len(words) - 15 if spare < 3 else None
    x = box.x
    for (sign, word), width in zip(words, widths, strict=True):
        canvas.tint(icon(sign, px(10)), x, box.y + 4, canvas.theme.quiet)
        own = width + 0.5 if room is None else room
        canvas.text(Box(x + 13, box.y, own, box.height), word, size, canvas.theme.quiet, smallest=7)
        x += 13 + own + (max(spare - 0.5, 2) if room is None else 2)


def minus(points: int) -> str:
    """Points with a real minus sign."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def signed(points: int) -> str:
    """Points as a change: with a plus or a real minus sign."""
    return f"+{points}" if points > 0 else minus(points)
