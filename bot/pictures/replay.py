"""A finished match looked at again, all hands open.

This is the one drawing that takes a state instead of a view. Nothing of a match in play may come
here; it stands in a module of its own, which ``bot.pictures`` doesn't offer.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import alt
from bot.pictures.arena import ARENA, draw_arena
from bot.pictures.canvas import WIDTH, Box, Canvas, px
from bot.pictures.fan import MARGIN, Plan, draw, plan
from bot.pictures.icons import icon
from bot.pictures.picture import Picture, Style
from bot.pictures.seats import draw_counts
from bot.pictures.theme import theme
from bot.texts import SeatName, label_names, texts_for
from engine.match import Match
from engine.view import view

HEADER = 34.0
SEAT = 26.0
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
    seen = view(match, None)
    hands = match.round.hands if match.round else ()
    texts = texts_for(style.locale)
    who = label_names(texts, names)
    plans = [plan(len(hand), (), widest=34, per_row=PER_ROW) for hand in hands]
    height = HEADER + ARENA + 8 + sum(SEAT + _rows(layout) for layout in plans) + 6
    canvas = Canvas(theme(style.high_contrast), height, right_to_left=texts.right_to_left)
    colours = canvas.theme
    title = texts.gettext("Round {round} of {rounds}", round=seen.round, rounds=seen.rounds)
    canvas.text(Box(MARGIN + 2, 4, 200, HEADER - 8), title, 14, bold=True)
    draw_arena(canvas, Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, ARENA), seen, who, texts)
    top = HEADER + ARENA + 8
    for seat, (hand, layout) in enumerate(zip(hands, plans, strict=True), start=1):
        on_turn = seen.turn == seat
        left = MARGIN + 2
        if on_turn:
            canvas.tint(icon("right", px(9)), left, top + 8, colours.accent)
            left += 13
        canvas.text(Box(left, top + 2, 140 - left, 21), who[seat - 1], 13, bold=True, smallest=10)
        draw_counts(canvas, Box(150, top + 2, WIDTH - MARGIN - 150, 21), seen, seat)
        draw(canvas, top + SEAT - 6, hand, layout, ())
        top += SEAT + _rows(layout)
    return Picture(canvas.encoded(), "replay.png", alt.replay(match, names, texts))


def _rows(layout: Plan) -> float:
    return layout.height if layout.rows != (0,) else 0.0
