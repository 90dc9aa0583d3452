"""The middle of the table: the active set, whose it is, and what happened last."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures.alt import round_end
from bot.pictures.canvas import Box, Canvas, px
from bot.pictures.cards import card_gap, card_height, card_sprite
from bot.pictures.icons import icon
from bot.texts import Texts
from bot.texts.actions import history_line
from bot.texts.cards import kind_name
from engine.cards import Cards
from engine.events import PublicAction
from engine.views import View

ARENA = 192.0
WIDEST = 66.0
MINI = 23.0
FOOT = 42.0
MOST_MINIS = 4


def draw_arena(canvas: Canvas, box: Box, view: View, who: Sequence[str], texts: Texts) -> None:
    """Everything between the seats."""
    canvas.panel(box, canvas.theme.panel, radius=14, outline=canvas.theme.line)
    title = Box(box.x + 12, box.y + 6, box.width - 24, 24)
    short = [canvas.shortened(name, 14, 130) for name in who]
    said = _title(view, short, texts)
    canvas.text(title, said, 15, bold=True, align="centre", smallest=9)
    if view.phase == "orient":
        _waiting(canvas, box, view)
        return
    done = view.history[-1] if view.history else None
    top = box.y + (33 if done else 33 + FOOT / 2)
    _active_set(canvas, Box(box.x + 10, top, box.width - 20, card_height(WIDEST)), view, done)
    if done:
        foot = Box(box.x + 6, box.bottom - FOOT - 6, box.width - 12, FOOT)
        short = [canvas.shortened(name, 12, 124) for name in who]
        with canvas.reading(foot):
            _last(canvas, foot, done, history_line(texts, short, done))


def _title(view: View, who: Sequence[str], texts: Texts) -> str:
    """Whose the active set is and of which kind, or what else there is to say."""
    if view.phase == "orient":
        return texts.gettext("Keep the hand, or flip it?")
    if view.phase == "over":
        return round_end(view, who, texts)
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
    width, gap = 54.0, 9.0
    x = box.centre[0] - (view.players * (width + gap) - gap) / 2
    y = box.centre[1] + 12 - card_height(width) / 2
    for ready in view.ready:
        canvas.paste(card_gap(width, colours.good if ready else colours.line), x, y)
        if ready:
            middle = y + card_height(width) / 2
            canvas.tint(icon("check", px(24)), x + width / 2 - 12, middle - 12, colours.good)
        x += width + gap


def _active_set(canvas: Canvas, box: Box, view: View, done: PublicAction | None) -> None:
    """The set's cards, large; beside it, faded in its gap, the card that was just scouted."""
    ghost = done.scouted if done and not done.shown else None
    slots = len(view.table) + (ghost is not None)
    if not slots:
        canvas.paste(card_gap(WIDEST, canvas.theme.line), box.centre[0] - WIDEST / 2, box.y)
        return
    gap = 5.0
    pitch = min(WIDEST + gap, (box.width + gap) / slots)
    width = pitch - gap
    x = box.centre[0] - (slots * pitch - gap) / 2
    y = box.y + (card_height(WIDEST) - card_height(width)) / 2
    row: list[tuple[Cards, bool]] = [(view.table, False)]
    if ghost is not None:
        at = 0 if done and done.end == "left" else 1
        row.insert(at, ((ghost,), True))
    for cards, gone in row:
        for card in cards:
            look = "faded" if gone else "plain"
            canvas.paste(card_sprite(card, width, canvas.theme, look), x, y)
            if gone:
                canvas.paste(card_gap(width, canvas.theme.accent), x, y)
            x += pitch


def _last(canvas: Canvas, box: Box, done: PublicAction, said: str) -> None:
    """The last action: in words, and the cards that left the table by it."""
    canvas.panel(box, canvas.theme.ground, radius=10)
    groups: list[tuple[str, Cards]] = []
    if done.scouted:
        groups.append(("up", (done.scouted,)))
    if done.beaten:
        groups.append(("captured", done.beaten))
    width = sum(_group_width(cards) for _, cards in groups)
    x = box.right - 6 - width
    for sign, cards in groups:
        _group(canvas, Box(x, box.y, _group_width(cards), box.height), sign, cards)
        x += _group_width(cards)
    words = Box(box.x + 10, box.y, box.width - 18 - width, box.height)
    canvas.paragraph(words, said, 12, smallest=8)


def _group_width(cards: Cards) -> float:
    return 16 + (MINI + 2) * min(len(cards), MOST_MINIS)


def _group(canvas: Canvas, box: Box, sign: str, cards: Cards) -> None:
    """Cards that went the same way, behind its sign; of too many the last stands for the rest."""
    colours = canvas.theme
    canvas.tint(icon(sign, px(11)), box.x + 2, box.centre[1] - 5.5, colours.accent)
    drawn = cards if len(cards) <= MOST_MINIS else cards[: MOST_MINIS - 1]
    x = box.x + 16
    for card in reversed(drawn) if canvas.mirrored else drawn:
        sprite = card_sprite(card, MINI, colours)
        canvas.paste(sprite, x, box.centre[1] - card_height(MINI) / 2)
        x += MINI + 2
    if len(drawn) < len(cards):
        rest = Box(x, box.y, MINI, box.height)
        more = f"+{len(cards) - len(drawn)}"
        canvas.text(rest, more, 12, colours.accent, bold=True, align="centre")
