"""The pages of the rules in pictures, drawn with what the game itself is drawn with."""

from __future__ import annotations

from PIL import Image

from bot.pictures.canvas import SMALLEST, WIDTH, Box, Canvas, px
from bot.pictures.cards import card_gap, card_height, card_sprite
from bot.pictures.examples import EXAMPLES, Group, Part, Row
from bot.pictures.fan import MARGIN
from bot.pictures.icons import icon
from bot.pictures.picture import Picture, Style
from bot.pictures.scores import Line, scores_drawn
from bot.pictures.theme import theme
from bot.texts import Texts, label_name, texts_for
from bot.texts.rules import TOPICS, Topic

CARD = 36.0
GAP = 3.0
BETWEEN = 12.0
SIGN = 18.0
WORDS = 20.0
FOOT = 26.0
"""Room under the last row, where Discord lays its badge."""

SCORES = (
    Line(label_name("Dilara"), captured=3, tokens=2, left=0, score=5, total=5, ended=True),
    Line(label_name("Cem"), captured=2, tokens=1, left=5, score=-2, total=-2),
    Line(label_name("Ada"), captured=4, tokens=0, left=3, score=1, total=1),
)


def rules_picture(page: int, style: Style) -> Picture:
    """The picture of a page of the rules; pages count from 0."""
    texts = texts_for(style.locale)
    topic = TOPICS[page]
    data = scores_drawn(SCORES, texts, style) if topic == "points" else _rows(topic, texts, style)
    return Picture(data, "rules.png", in_words(texts, page))


def in_words(texts: Texts, page: int) -> str:
    """What the picture of a page shows, in words."""
    topic = TOPICS[page]
    if topic == "points":
        return "\n".join(_line_in_words(texts, line) for line in SCORES)
    if topic == "signs":
        return texts.listed(texts.gettext(row.words) for row in EXAMPLES[topic])
    return "\n".join(
        f"{texts.gettext(row.words)}: {' '.join(_part_in_words(texts, one) for one in row.parts)}"
        for row in EXAMPLES[topic]
    )


def _line_in_words(texts: Texts, line: Line) -> str:
    said = texts.gettext(
        "{name}: captured {captured}, Scout tokens {tokens}, left in hand {left}, so {score}.",
        name=line.name,
        captured=texts.number(line.captured),
        tokens=texts.number(line.tokens),
        left=texts.number(line.left),
        score=texts.number(line.score, signed=True),
    )
    return said + " " + texts.gettext("Ended the round.") if line.ended else said


_SIGNS = {
    "then": "\N{RIGHTWARDS ARROW}",
    "beats": ">",
    "sum": "=",
    "turn": "/",
    "check": "\N{CHECK MARK}",
    "captured": "+1",
    "token": "\N{BULLET}",
}


def _part_in_words(texts: Texts, part: Part) -> str:
    if isinstance(part, str):
        return _SIGNS[part]
    words = [
        f"({card})" if place in part.gone else f"[{card}]" if place == part.fresh else str(card)
        for place, card in enumerate(part.cards, start=1)
    ]
    return texts.ltr(" ".join(words))


def _rows(topic: Topic, texts: Texts, style: Style) -> bytes:
    rows = EXAMPLES[topic]
    height = 6 + sum(map(_height, rows)) + FOOT - 6
    canvas = Canvas(theme(style.high_contrast), height, texts=texts)
    top = 6.0
    for row in rows:
        box = Box(MARGIN + 6, top, WIDTH - 2 * MARGIN - 12, _height(row))
        with canvas.reading(box):
            _row(canvas, box, row, texts.gettext(row.words))
        top += _height(row)
    return canvas.encoded()


def _row(canvas: Canvas, box: Box, row: Row, words: str) -> None:
    """Cards under their words; a lone sign before them."""
    if _is_sign(row):
        _sign(canvas, row.parts[0], box.x, box.y + box.height / 2)
        beside = Box(box.x + SIGN + 10, box.y, box.width - SIGN - 10, box.height)
        canvas.text(beside, words, SMALLEST)
        return
    canvas.text(Box(box.x, box.y, box.width, WORDS), words, SMALLEST, bold=True)
    x, middle = box.x, box.y + WORDS + 3 + card_height(CARD) / 2
    for part in row.parts:
        if isinstance(part, str):
            _sign(canvas, part, x, middle)
            x += SIGN + BETWEEN
        else:
            _group(canvas, part, x, middle - card_height(CARD) / 2)
            x += len(part.cards) * (CARD + GAP) + BETWEEN


def _height(row: Row) -> float:
    return 26.0 if _is_sign(row) else WORDS + card_height(CARD) + 12


def _is_sign(row: Row) -> bool:
    return len(row.parts) == 1 and isinstance(row.parts[0], str)


def _sign(canvas: Canvas, part: Part, x: float, middle: float) -> None:
    assert isinstance(part, str)
    name = canvas.forward if part in ("then", "right") else part
    mask = icon(name, px(SIGN))
    if part == "beats" and canvas.mirrored:
        mask = mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    canvas.tint(mask, x, middle - SIGN / 2, canvas.theme.accent)


def _group(canvas: Canvas, group: Group, x: float, y: float) -> None:
    """Cards side by side; their order is the same in every language."""
    places = list(enumerate(group.cards, start=1))
    for place, card in reversed(places) if canvas.mirrored else places:
        gone = place in group.gone
        if place == group.fresh:
            halo = Box(x, y, CARD, card_height(CARD)).inset(-2.5)
            canvas.panel(halo, canvas.theme.accent, radius=CARD * 0.13 + 2.5)
        canvas.paste(card_sprite(card, CARD, canvas.theme, "faded" if gone else "plain"), x, y)
        if gone:
            canvas.paste(card_gap(CARD, canvas.theme.accent), x, y)
        x += CARD + GAP
