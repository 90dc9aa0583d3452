"""Cards as they are drawn: the active number large, the other small and upside down at the foot."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw

from bot.pictures.canvas import SCALE, SMALLEST, px
from bot.pictures.emblems import emblem
from bot.pictures.encode import FADE
from bot.pictures.shapes import frame, rounded
from bot.pictures.text import Line, line
from bot.pictures.theme import Colour, Theme
from engine.cards import Card

RATIO = 1.46
"""A card's height by its width."""

Look = Literal["plain", "faded"]

AMBIGUOUS = frozenset({6, 9})
"""Numbers that read as each other upside down: they are underlined, as on billiard balls."""


LEAST_WITH_FOOT = 28.0
"""On a narrower card, in points, the number at the foot couldn't be read, and is left out."""


def card_height(width: float) -> float:
    """How high a card of this width is."""
    return round(width * RATIO)


@lru_cache(maxsize=600)
def card_sprite(card: Card, width: float, theme: Theme, look: Look = "plain") -> Image.Image:
    """A card ``width`` points wide, with smooth round corners; an ``RGBA`` image in pixels."""
    w, h = round(width * SCALE), round(card_height(width) * SCALE)
    image = (
        _contrast_face(card, w, h, theme) if theme.name == "contrast" else _face(card, w, h, theme)
    )
    if look == "faded":
        image = Image.blend(image, Image.new("RGB", image.size, theme.ground), FADE)
    image.putalpha(rounded(w, h, round(w * 0.13)))
    return image


@lru_cache(maxsize=64)
def card_back(width: float, theme: Theme) -> Image.Image:
    """A card face down."""
    w, h = round(width * SCALE), round(card_height(width) * SCALE)
    image = Image.new("RGB", (w, h), theme.line)
    edge = max(2, round(w * 0.06))
    inner = rounded(w - 2 * edge, h - 2 * edge, round(w * 0.09))
    image.paste(theme.raised, (edge, edge), inner)
    size = round(w * 0.42)
    image.paste(theme.line, ((w - size) // 2, (h - size) // 2), emblem(4, size))
    image.putalpha(rounded(w, h, round(w * 0.13)))
    return image


@lru_cache(maxsize=64)
def card_gap(width: float, colour: Colour) -> Image.Image:
    """Where a card lay: a dashed outline, as a mask to be tinted is not enough for two colours."""
    w, h = round(width * SCALE), round(card_height(width) * SCALE)
    edge = frame(w, h, round(w * 0.13), max(2, round(w * 0.045)))
    dash = max(6, w // 7)
    dashes = Image.new("L", (w, h), 0)
    pen = ImageDraw.Draw(dashes)
    for start in range(-h, w + h, 2 * dash):
        pen.polygon([(start, 0), (start + dash, 0), (start + dash + h, h), (start + h, h)], 255)
    image = Image.new("RGBA", (w, h), (*colour, 0))
    alpha = Image.new("L", (w, h), 0)
    alpha.paste(edge, (0, 0), dashes)
    image.putalpha(alpha)
    return image


def _face(card: Card, w: int, h: int, theme: Theme) -> Image.Image:
    edge = max(2, round(w * 0.045))
    top, foot = theme.numbers[card.active - 1], theme.numbers[card.other - 1]
    split = round(h * 0.73)
    body = Image.new("RGB", (w, h), top)
    pen = ImageDraw.Draw(body)
    pen.rectangle((0, split, w, h), foot)
    pen.rectangle((0, split - edge // 2, w, split - edge // 2 + edge - 1), theme.card)
    image = Image.new("RGB", (w, h), theme.card)
    image.paste(
        body.crop((edge, edge, w - edge, h - edge)),
        (edge, edge),
        rounded(w - 2 * edge, h - 2 * edge, round(w * 0.13) - edge),
    )
    _numbers(image, card, w, h, split, theme.inks[card.active - 1], theme.inks[card.other - 1])
    return image


def _contrast_face(card: Card, w: int, h: int, theme: Theme) -> Image.Image:
    edge = max(3, round(w * 0.1))
    split = round(h * 0.73)
    image = Image.new("RGB", (w, h), theme.numbers[card.active - 1])
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, split, w, h), (0, 0, 0))
    inner = rounded(w - 2 * edge, split - edge, round(w * 0.06))
    image.paste(theme.card, (edge, edge), inner)
    pen.rectangle((0, split, w, split + 1), (255, 255, 255))
    image.paste((255, 255, 255), (0, 0), frame(w, h, round(w * 0.13), 2))
    _numbers(image, card, w, h, split, theme.card_ink, (255, 255, 255))
    return image


def _numbers(
    image: Image.Image, card: Card, w: int, h: int, split: int, ink: Colour, foot_ink: Colour
) -> None:
    big = line(str(card.active), round(w * (0.66 if card.active < 10 else 0.57)), bold=True)
    _centred(image, big, w / 2, split * 0.37, ink)
    if card.active in AMBIGUOUS:
        _underline(image, big, w / 2, split * 0.37, ink)
    size = round(w * 0.25)
    image.paste(
        ink, (round((w - size) / 2), round(split * 0.815 - size / 2)), emblem(card.active, size)
    )
    image.paste(foot_ink, (0, split), _foot(card.other, w, h - split))


def foot_size(w: int) -> int:
    """How large the other number is written on a card ``w`` pixels wide; 0: not at all."""
    if w < px(LEAST_WITH_FOOT):
        return 0
    return max(round(w * 0.33), px(SMALLEST))


def _foot(number: int, w: int, h: int) -> Image.Image:
    """The mask of a card's foot: the other number and its emblem, upside down."""
    foot = Image.new("L", (w, h), 0)
    size, middle = foot_size(w), h / 2
    narrow = size > w * 0.36  # then there is no room for both
    if size:
        x = w * (0.5 if narrow else 0.63)
        written = line(str(number), size, bold=True)
        _centred(foot, written, x, middle, 255)
        if number in AMBIGUOUS:
            _underline(foot, written, x, middle, 255)
    if not narrow:
        size, x = (round(w * 0.19), w * 0.27) if size else (round(w * 0.24), w * 0.5)
        foot.paste(255, (round(x - size / 2), round(middle - size / 2)), emblem(number, size))
    return foot.transpose(Image.Transpose.ROTATE_180)


def _centred(image: Image.Image, text: Line, x: float, y: float, ink: Colour | int) -> None:
    if text.mask is None:
        return
    image.paste(ink, (round(x - text.mask.width / 2), round(y - text.mask.height / 2)), text.mask)


def _underline(image: Image.Image, text: Line, x: float, y: float, ink: Colour | int) -> None:
    if text.mask is None:
        return
    width, thick = text.mask.width * 0.8, max(2, round(text.mask.height * 0.09))
    top = round(y + text.mask.height / 2 + thick * 0.9)
    image.paste(ink, (round(x - width / 2), top), rounded(round(width), thick, thick // 2))
