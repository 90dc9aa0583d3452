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
from bot.pictures.names import drawn_names
from bot.pictures.picture import Picture, Style
from bot.pictures.seats import draw_counts
from bot.pictures.theme import theme
from bot.texts import SeatName, Texts, texts_for
from bot.texts.cards import both_ends
from engine.match import Match
from engine.views import View, view

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
    who = drawn_names(texts, names)
    plans = [plan(len(hand), (), widest=34, per_row=PER_ROW) for hand in hands]
    height = HEADER + ARENA + 8 + sum(SEAT + _rows(layout) for layout in plans) + 24
    canvas = Canvas(theme(style.high_contrast), height, right_to_left=texts.right_to_left)
    title = texts.gettext("Round {round} of {rounds}", round=seen.round, rounds=seen.rounds)
    canvas.text(Box(MARGIN + 2, 4, 200, HEADER - 8), title, 14, bold=True)
    draw_arena(canvas, Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, ARENA), seen, who, texts)
    top = HEADER + ARENA + 8
    for seat, (hand, layout) in enumerate(zip(hands, plans, strict=True), start=1):
        with canvas.reading(Box(0, top, WIDTH, SEAT)):
            _name(canvas, top, seen, seat, who[seat - 1])
        draw(canvas, top + SEAT - 6, hand, layout, ())
        top += SEAT + _rows(layout)
    return Picture(canvas.encoded(), "replay.png", _alt(match, who, texts))


def _alt(match: Match, names: Sequence[str], texts: Texts) -> str:
    seen = view(match, None)
    hands = match.round.hands if match.round else ()

    def said(who: Sequence[str]) -> str:
        parts = [alt.round_of(seen, texts), *alt.middle(seen, who, texts)]
        for name, cards in zip(who, hands, strict=True):
            held = both_ends(texts, cards) if cards else texts.gettext("no cards")
            parts.append(texts.gettext("{name} holds {cards}.", name=name, cards=held))
        return " ".join(parts)

    return alt.fitting(said, names)


def _name(canvas: Canvas, top: float, seen: View, seat: int, name: str) -> None:
    left = MARGIN + 2
    if seen.turn == seat:
        canvas.tint(icon(canvas.forward, px(9)), left, top + 8, canvas.theme.accent)
        left += 13
    canvas.text(Box(left, top + 2, 190 - left, 21), name, 13, bold=True, smallest=10)
    draw_counts(canvas, Box(200, top + 2, WIDTH - MARGIN - 200, 21), seen, seat)


def _rows(layout: Plan) -> float:
    return layout.height if layout.rows != (0,) else 0.0
