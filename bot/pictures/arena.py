"""The middle of the table: the active set, whose it is, and the card that was just scouted."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures.canvas import Box, Canvas, px
from bot.pictures.cards import card_gap, card_height, card_sprite
from bot.pictures.icons import icon
from bot.texts import Texts
from bot.texts.cards import kind_name
from bot.texts.happenings import round_end
from engine.cards import Cards
from engine.views import View

WIDEST = 47.0
TITLE = 23.0
ARENA = TITLE + 69.0 + 11.0


def draw_arena(canvas: Canvas, box: Box, view: View, who: Sequence[str], texts: Texts) -> None:
    """Everything between the seats."""
    canvas.panel(box, canvas.theme.panel, radius=14, outline=canvas.theme.line)
    title = Box(box.x + 12, box.y + 3, box.width - 24, TITLE)
    short = [canvas.shortened(name, 15, 190) for name in who]
    canvas.text(title, _title(view, short, texts), 15, bold=True, align="centre")
    inside = Box(box.x + 10, box.y + TITLE + 4, box.width - 20, card_height(WIDEST))
    if view.phase == "orient":
        _waiting(canvas, inside, view)
    else:
        _active_set(canvas, inside, view)


def _title(view: View, who: Sequence[str], texts: Texts) -> str:
    """Whose the active set is and of which kind, or what else there is to say."""
    if view.phase == "orient":
        return texts.gettext("Keep the hand, or flip it?")
    if view.phase == "over":
        return round_end(texts, view, who)
    if view.owner is None or not view.table:
        return texts.gettext("No active set: show anything")
    return texts.gettext(
        "{name} \N{MIDDLE DOT} {kind}",
        name=who[view.owner - 1],
        kind=kind_name(texts, view.table),
    )


def _waiting(canvas: Canvas, box: Box, view: View) -> None:
    """While orientations are chosen: a gap for each seat, a check where it is ready."""
    colours = canvas.theme
    width, gap = 46.0, 9.0
    x = box.centre[0] - (view.players * (width + gap) - gap) / 2
    y = box.centre[1] - card_height(width) / 2
    for ready in view.ready:
        canvas.paste(card_gap(width, colours.good if ready else colours.line), x, y)
        if ready:
            canvas.tint(icon("check", px(24)), x + width / 2 - 12, box.centre[1] - 12, colours.good)
        x += width + gap


def _active_set(canvas: Canvas, box: Box, view: View) -> None:
    """The set's cards, large; beside it, faded in its gap, the card that was just scouted."""
    done = view.history[-1] if view.history else None
    taken = done.scouted if done and not done.shown else None
    slots = len(view.table) + (taken is not None)
    if not slots:
        canvas.paste(card_gap(WIDEST, canvas.theme.line), box.centre[0] - WIDEST / 2, box.y)
        return
    gap = 4.0
    pitch = min(WIDEST + gap, (box.width + gap) / slots)
    width = pitch - gap
    x = box.centre[0] - (slots * pitch - gap) / 2
    y = box.y + (box.height - card_height(width)) / 2
    row: list[tuple[Cards, bool]] = [(view.table, False)]
    if done and taken is not None:
        row.insert(0 if done.end == "left" else 1, ((taken,), True))
    for cards, gone in row:
        for card in cards:
            look = "faded" if gone else "plain"
            canvas.paste(card_sprite(card, width, canvas.theme, look), x, y)
            if gone:
                canvas.paste(card_gap(width, canvas.theme.accent), x, y)
            x += pitch
