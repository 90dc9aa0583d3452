"""The table as everybody sees it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures import alt
from bot.pictures.canvas import WIDTH, Box, Canvas
from bot.pictures.cards import card_height, card_sprite
from bot.pictures.fan import MARGIN
from bot.pictures.picture import Picture, Style
from bot.pictures.theme import theme
from bot.texts import SeatName, label_names, texts_for
from engine.view import View


def table_picture(view: View, names: Sequence[SeatName], style: Style) -> Picture:
    """Seats in turn order, the active set with its owner, whose turn it is.

    Args:
        view: any seat's or the public's; only what is public in it is drawn.
        names: by seat.
        style: for whom.
    """
    texts = texts_for(style.locale)
    who = label_names(texts, names)
    canvas = Canvas(
        theme(style.high_contrast), 170 + 40 * view.players, right_to_left=texts.right_to_left
    )
    colours = canvas.theme
    title = texts.gettext("Round {round} of {rounds}", round=view.round, rounds=view.rounds)
    canvas.text(Box(MARGIN, 6, WIDTH - 2 * MARGIN, 24), title, 14, bold=True)
    if view.table:
        pitch = min(60.0, (WIDTH - 2 * MARGIN) / len(view.table))
        left = (WIDTH - pitch * len(view.table)) / 2
        for index, card in enumerate(view.table):
            canvas.paste(card_sprite(card, pitch - 4, colours), left + index * pitch, 34)
        owner = who[(view.owner or 1) - 1]
        box = Box(MARGIN, 40 + card_height(56), WIDTH - 2 * MARGIN, 20)
        canvas.text(box, owner, 13, align="centre")
    for seat in range(view.players):
        box = Box(MARGIN, 160 + 40 * seat, WIDTH - 2 * MARGIN, 34)
        on_turn = view.turn == seat + 1
        canvas.panel(box, colours.panel, outline=colours.accent if on_turn else None, line=2)
        canvas.text(Box(box.x + 10, box.y, 150, box.height), who[seat], 13, bold=True, smallest=10)
        counts = (view.hand_sizes[seat], view.captured[seat], view.tokens[seat], view.totals[seat])
        for column, count in enumerate(counts):
            canvas.text(
                Box(box.x + 170 + 42 * column, box.y, 40, box.height), str(count), 13, align="right"
            )
    return Picture(canvas.encoded(), "table.png", alt.table(view, names, texts))
