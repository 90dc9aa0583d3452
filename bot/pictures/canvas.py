"""A picture while it is drawn: smooth shapes and measured text on one ground.

All lengths are in points of a phone 360 points wide; the picture has two pixels to a point, so that
it is crisp where Discord shows it at its own size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from PIL import Image, ImageDraw

from bot.pictures import bidi, encode, shapes
from bot.pictures.text import CAP_HEIGHT, Line, fitted, line
from bot.pictures.theme import Colour, Theme
from bot.texts import Texts, texts_for

WIDTH = 360.0
"""The width of every picture, in points."""

SCALE = 2
"""Pixels to a point."""

SMALLEST = 13.0
"""The smallest text, in points. A message on a phone 360 points wide has room for a picture of 315,
so this is read there at a little more than 11.
"""

CORNER = 12.0
"""The radius of a picture's own corners, in points; outside them it is transparent."""

BADGE_WIDTH, BADGE_HEIGHT = 42.0, 26.0
"""Discord lays its ALT badge over the lower left corner: nothing is written there. In points."""

Align = Literal["left", "centre", "right"]

_OPPOSITE: dict[Align, Align] = {"left": "right", "right": "left", "centre": "centre"}


def px(points: float) -> int:
    """Points as whole pixels."""
    return round(points * SCALE)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in points."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The middle point."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, across: float, down: float | None = None) -> Box:
        """The box drawn in by so much on every side."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


@dataclass(frozen=True, slots=True)
class Written:
    """A text that was drawn: its size, the box it had to stay in, where its ink lies, in pixels."""

    text: str
    size: int
    box: tuple[float, float, float, float]
    ink: tuple[float, float, float, float]


@dataclass
class Canvas:
    """The picture under the pen.

    Attributes:
        theme: its colours.
        height: in points.
        texts: the language of what is written.
        image: the pixels.
        written: every text drawn so far, for whoever wants to measure.
    """

    theme: Theme
    height: float
    width: float = WIDTH
    texts: Texts = field(default_factory=partial(texts_for, "en"))
    image: Image.Image = field(init=False)
    written: list[Written] = field(default_factory=list)

    @property
    def right_to_left(self) -> bool:
        """Whether the language runs from right to left."""
        return self.texts.right_to_left

    def __post_init__(self) -> None:
        self.image = Image.new("RGB", (px(self.width), px(self.height)), self.theme.ground)
        self._draw = ImageDraw.Draw(self.image)
        self._axis: float | None = None

    @contextmanager
    def reading(self, box: Box) -> Iterator[None]:
        """Lay out what is drawn meanwhile the way the language runs.

        Drawing code places things from left to right; in a language that runs from right to left
        they come out mirrored within ``box``. Cards are never laid out like this: their order is
        the same for everybody.
        """
        if not self.right_to_left:
            yield
            return
        before, self._axis = self._axis, box.x + box.right
        try:
            yield
        finally:
            self._axis = before

    @property
    def mirrored(self) -> bool:
        """Whether what is drawn now comes out mirrored."""
        return self._axis is not None

    @property
    def forward(self) -> str:
        """The arrow that points where the reading goes: ``right`` or ``left``."""
        return "left" if self.mirrored else "right"

    def _placed(self, box: Box) -> Box:
        if self._axis is None:
            return box
        return Box(self._axis - box.right, box.y, box.width, box.height)

    def panel(
        self,
        box: Box,
        fill: Colour | None,
        *,
        radius: float = 8,
        outline: Colour | None = None,
        line: float = 1,
    ) -> None:
        """A rectangle with round corners, filled, outlined or both."""
        box = self._placed(box)
        left, top, right, bottom = px(box.x), px(box.y), px(box.right), px(box.bottom)
        if outline is None:
            if fill is not None:
                self._fill((left, top, right, bottom), px(radius), fill)
            return
        inner = px(line)
        if fill is None:
            self._frame((left, top, right, bottom), px(radius), inner, outline)
            return
        self._fill((left, top, right, bottom), px(radius), outline)
        inside = (left + inner, top + inner, right - inner, bottom - inner)
        self._fill(inside, px(radius) - inner, fill)

    def _fill(self, area: tuple[int, int, int, int], radius: int, colour: Colour) -> None:
        """Paint an area, in pixels. Only its corners need masks, which saves most of the time."""
        left, top, right, bottom = area
        if right <= left or bottom <= top:
            return
        radius = max(0, min(radius, (right - left) // 2, (bottom - top) // 2))
        self.image.paste(colour, (left, top + radius, right, bottom - radius))
        if not radius:
            return
        for y, start in ((top, 0), (bottom - radius, radius)):
            self.image.paste(colour, (left + radius, y, right - radius, y + radius))
            for x, begin in ((left, 0), (right - radius, radius)):
                self.image.paste(colour, (x, y), shapes.corner(radius, begin, start))

    def _frame(
        self, area: tuple[int, int, int, int], radius: int, thick: int, colour: Colour
    ) -> None:
        left, top, right, bottom = area
        for y in (top, bottom - thick):
            self.image.paste(colour, (left + radius, y, right - radius, y + thick))
        for x in (left, right - thick):
            self.image.paste(colour, (x, top + radius, x + thick, bottom - radius))
        ring = shapes.frame(2 * radius, 2 * radius, radius, thick)
        for y, start in ((top, 0), (bottom - radius, radius)):
            for x, begin in ((left, 0), (right - radius, radius)):
                part = ring.crop((begin, start, begin + radius, start + radius))
                self.image.paste(colour, (x, y), part)

    def stroke(
        self, points: Sequence[tuple[float, float]], colour: Colour, width: float = 1.5
    ) -> None:
        """Smooth straight strokes from point to point, with round ends and joints."""
        if self._axis is not None:
            points = [(self._axis - x, y) for x, y in points]
        mask, at = shapes.stroke([(x * SCALE, y * SCALE) for x, y in points], width * SCALE)
        self.image.paste(colour, at, mask)

    def area(self, points: Sequence[tuple[float, float]], colour: Colour) -> None:
        """A polygon filled with one colour."""
        self._draw.polygon([(x * SCALE, y * SCALE) for x, y in points], colour)

    def text(
        self,
        box: Box,
        text: str,
        size: float,
        colour: Colour | None = None,
        *,
        bold: bool = False,
        align: Align = "left",
    ) -> Line:
        """One line of text within ``box``, in the middle of its height.

        Text that is too wide shrinks to ``SMALLEST`` and is then cut short.
        """
        if self.mirrored:
            box = self._placed(box)
            align = _OPPOSITE[align]
        found = fitted(
            text,
            px(size),
            box.width * SCALE,
            smallest=px(SMALLEST),
            bold=bold,
            right_to_left=self._direction(text),
        )
        spare = box.width * SCALE - found.width
        start = box.x * SCALE + {"left": 0, "centre": spare / 2, "right": spare}[align]
        baseline = box.centre[1] * SCALE + CAP_HEIGHT * px(size) / 2
        self._stamp(found, start, baseline, colour or self.theme.ink, box)
        return found

    def _direction(self, text: str) -> bool | None:
        """Which way a sentence runs; numbers run to the right in every language."""
        return bidi.runs_right_to_left(text) if self.right_to_left else None

    def paragraph(self, box: Box, text: str, size: float, colour: Colour | None = None) -> None:
        """Text on one line if it fits, else on two; what is too long even so is cut short."""
        first, rest = text, ""
        if self.measure(text, size) > box.width:
            first, rest = self._broken(text, size, box.width)
        lines = [first, rest] if rest else [first]
        height = box.height / len(lines)
        for index, words in enumerate(lines):
            place = Box(box.x, box.y + index * height, box.width, height)
            self.text(place, words, size, colour)

    def _broken(self, text: str, size: float, width: float) -> tuple[str, str]:
        """The text in two, broken at the last space outside a name at which the first part fits."""
        best = 0
        for at in bidi.breaks(text):
            if self.measure(text[:at], size) > width:
                break
            best = at
        return (text[:best], text[best + 1 :]) if best else (text, "")

    def measure(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text would be, in points."""
        return line(text, px(size), bold, self._direction(text)).width / SCALE

    def shortened(self, text: str, size: float, width: float) -> str:
        """The text, cut short if it is wider than ``width``; isolates stay whole."""
        return fitted(text, px(size), width * SCALE, bold=True).text

    def _stamp(self, found: Line, start: float, baseline: float, colour: Colour, box: Box) -> None:
        if found.mask is None:
            return
        left, top = round(start) + found.left, round(baseline) - found.top
        self.image.paste(colour, (left, top), found.mask)
        self.written.append(
            Written(
                found.text,
                found.size,
                (box.x * SCALE, box.y * SCALE, box.right * SCALE, box.bottom * SCALE),
                (left, top, left + found.mask.width, top + found.mask.height),
            )
        )

    def paste(self, sprite: Image.Image, x: float, y: float) -> None:
        """A drawing made elsewhere, its upper left corner at a point."""
        at = self._corner(sprite, x), px(y)
        if sprite.mode == "RGBA":
            self.image.paste(sprite, at, sprite)
        else:
            self.image.paste(sprite, at)

    def tint(self, mask: Image.Image, x: float, y: float, colour: Colour) -> None:
        """A mask made elsewhere, in one colour."""
        self.image.paste(colour, (self._corner(mask, x), px(y)), mask)

    def _corner(self, image: Image.Image, x: float) -> int:
        return px(x) if self._axis is None else px(self._axis - x) - image.width

    def encoded(self) -> bytes:
        """The finished file, its corners cut round."""
        return encode.encoded(self.image, self.theme, shapes.corner(px(CORNER), 0, 0))
