"""The ten emblems: one shape a number, so that no number hangs on colour alone.

The shapes remind of their number where they can: three corners for 3, four for 4, up to the cross
for 10.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

_FINE = 8

Pen = ImageDraw.ImageDraw
Point = tuple[float, float]


@lru_cache(maxsize=256)
def emblem(number: int, size: int) -> Image.Image:
    """The mask of a number's emblem, ``size`` pixels square."""
    fine = size * _FINE
    mask = Image.new("L", (fine, fine), 0)
    _SHAPES[number - 1](ImageDraw.Draw(mask), fine / 2)
    return mask.reduce(_FINE)


def _polygon(corners: int, r: float, turn: float = 0.0, size: float = 1.0) -> list[Point]:
    angles = [2 * pi * (i + turn) / corners - pi / 2 for i in range(corners)]
    return [(r + r * size * cos(a), r + r * size * sin(a)) for a in angles]


def _star(points: int, r: float, inner: float) -> list[Point]:
    reach = [1.0 if i % 2 == 0 else inner for i in range(2 * points)]
    angles = [pi * i / points - pi / 2 for i in range(2 * points)]
    return [
        (r + r * far * cos(a), r + r * far * sin(a)) for far, a in zip(reach, angles, strict=True)
    ]


def _disc(pen: Pen, x: float, y: float, radius: float, fill: int = 255) -> None:
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill)


def _one(pen: Pen, r: float) -> None:
    _disc(pen, r, r, 0.78 * r)


def _two(pen: Pen, r: float) -> None:
    for top in (0.28, 1.16):
        pen.rounded_rectangle((0.1 * r, top * r, 1.9 * r, (top + 0.56) * r), 0.28 * r, 255)


def _three(pen: Pen, r: float) -> None:
    pen.polygon([(x, y + 0.18 * r) for x, y in _polygon(3, r, size=1.08)], 255)


def _four(pen: Pen, r: float) -> None:
    pen.rectangle((0.22 * r, 0.22 * r, 1.78 * r, 1.78 * r), 255)
    pen.rectangle((0.72 * r, 0.72 * r, 1.28 * r, 1.28 * r), 0)


def _five(pen: Pen, r: float) -> None:
    pen.polygon([(x, y + 0.06 * r) for x, y in _star(5, r, 0.42)], 255)


def _six(pen: Pen, r: float) -> None:
    pen.polygon(_polygon(6, r, size=0.98), 255)
    _disc(pen, r, r, 0.36 * r, 0)


def _seven(pen: Pen, r: float) -> None:
    _disc(pen, 0.92 * r, r, 0.9 * r)
    _disc(pen, 1.4 * r, 0.86 * r, 0.72 * r, 0)


def _eight(pen: Pen, r: float) -> None:
    for y in (0.53, 1.47):
        _disc(pen, r, y * r, 0.53 * r)
        _disc(pen, r, y * r, 0.2 * r, 0)


def _nine(pen: Pen, r: float) -> None:
    for x in (0.3, 1.0, 1.7):
        for y in (0.3, 1.0, 1.7):
            _disc(pen, x * r, y * r, 0.26 * r)


def _ten(pen: Pen, r: float) -> None:
    width = round(0.5 * r)
    for start, stop in (((0.3, 0.3), (1.7, 1.7)), ((0.3, 1.7), (1.7, 0.3))):
        pen.line([(start[0] * r, start[1] * r), (stop[0] * r, stop[1] * r)], 255, width)
        for x, y in (start, stop):
            _disc(pen, x * r, y * r, width / 2)


_SHAPES: tuple[Callable[[Pen, float], None], ...] = (
    _one, _two, _three, _four, _five, _six, _seven, _eight, _nine, _ten,
)  # fmt: skip
