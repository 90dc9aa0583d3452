"""A finished match looked at again, all hands open.

This is the one drawing that takes a state instead of a view. Nothing of a match in play may come
here; it stands in a module of its own, which ``bot.pictures`` doesn't offer.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import alt
from bot.pictures.arena import ARENA, draw_arena
from bot.pictures.canvas import SMALLEST, WIDTH, Box, Canvas, px
from bot.pictures.fan import MARGIN, draw, plan
from bot.pictures.icons import icon
from bot.pictures.legend import draw_legend, legend_height
from bot.pictures.names import drawn_names
from bot.pictures.picture import Picture, Style
from bot.pictures.seats import counts_legend, draw_counts, draw_points
from bot.pictures.theme import theme
from bot.texts import SeatName, Texts, texts_for
from bot.texts.cards import both_ends
from bot.texts.names import spoken
from engine.match import Match
from engine.views import View, view

Moment = Match
"""A moment of a finished match, as other drawings of such may call it."""

TOP = 6.0
NAME = 20.0
PER_ROW = 12


def replay_picture(match: Match, names: Sequence[SeatName], style: Style) -> Picture:
    """One moment of a finished match: the table, and under it every hand.

    Args:
        match: the match as it was then, from its record. Never one that is still played.
        names: by seat.
        style: for whom.

    Raises:
        RuleError: ``no-deal``, before the first deal.
    """
    texts = texts_for(style.locale)
    canvas = moment_canvas(match, names, style)
    return Picture(canvas.encoded(), "replay.png", _alt(match, spoken(texts, names), texts))


def moment_canvas(match: Match, names: Sequence[SeatName], style: Style) -> Canvas:
    """The same as a canvas that isn't encoded yet."""
    seen = view(match, None)
    hands = match.round.hands if match.round else ()
    texts = texts_for(style.locale)
    who = drawn_names(texts, names)
    plans = [
        plan(len(hand), (), widest=32, per_row=PER_ROW, numbered=False, left=MARGIN)
        for hand in hands
    ]
    legend = counts_legend(texts)
    under = sum(NAME + layout.height for layout in plans)
    height = TOP + ARENA + 6 + under + legend_height(legend)
    canvas = Canvas(theme(style.high_contrast), height, texts=texts)
    draw_arena(canvas, Box(MARGIN, TOP, WIDTH - 2 * MARGIN, ARENA), seen, who, texts)
    top = TOP + ARENA + 6
    for seat, (hand, layout) in enumerate(zip(hands, plans, strict=True), start=1):
        with canvas.reading(Box(0, top, WIDTH, NAME)):
            _name(canvas, top, seen, seat, who[seat - 1])
        draw(canvas, top + NAME, hand, layout)
        top += NAME + layout.height
    draw_legend(canvas, legend)
    return canvas


def _alt(match: Match, names: Sequence[str], texts: Texts) -> str:
    seen = view(match, None)
    hands = match.round.hands if match.round else ()

    def said(who: Sequence[str]) -> str:
        parts = [alt.round_of(seen, texts), *alt.middle(seen, who, texts)]
        for seat, (name, cards) in enumerate(zip(who, hands, strict=True), start=1):
            held = both_ends(texts, cards) if cards else texts.gettext("no cards")
            parts.append(alt.seat_in_words(seen, seat, name, texts))
            parts.append(texts.gettext("Holds {cards}.", cards=held))
        return " ".join(parts)

    return alt.fitting(said, names)


def _name(canvas: Canvas, top: float, seen: View, seat: int, name: str) -> None:
    left = MARGIN + 2
    if seen.turn == seat:
        canvas.tint(icon(canvas.forward, px(9)), left, top + 6, canvas.theme.accent)
        left += 13
    canvas.text(Box(left, top, 174 - left, NAME), name, SMALLEST, bold=True)
    draw_counts(canvas, Box(178, top, 99, NAME), seen, seat)
    draw_points(canvas, Box(280, top, 70, NAME), seen, seat)
