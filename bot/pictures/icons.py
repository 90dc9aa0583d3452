"""The few signs that stand for what a seat has; masks, drawn smooth at any size."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, radians, sin

from PIL import Image, ImageDraw

_FINE = 8

Pen = ImageDraw.ImageDraw


@lru_cache(maxsize=64)
def icon(name: str, size: int) -> Image.Image:
    """The mask of a sign, ``size`` pixels square.

    Args:
        name: ``hand``, ``captured``, ``token``, ``swap`` (Scout & Show), ``trophy``, ``check``,
            ``beats`` (>), ``turn``, ``sum``, ``flag``, ``left``, ``right``, ``up`` or ``down``.
        size: in pixels.
    """
    fine = size * _FINE
    mask = Image.new("L", (fine, fine), 0)
    _SIGNS[name](ImageDraw.Draw(mask), float(fine))
    return mask.reduce(_FINE)


def _tilted(pen: Pen, s: float, x: float, y: float, angle: float, fill: int, grow: float) -> None:
    """A small card around (x, y), leaning by an angle in degrees."""
    half_w, half_h = (0.17 + grow) * s, (0.27 + grow) * s
    a = radians(angle)
    corners = [(-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)]
    pen.polygon(
        [(x * s + u * cos(a) - v * sin(a), y * s + u * sin(a) + v * cos(a)) for u, v in corners],
        fill,
    )


def _hand(pen: Pen, s: float) -> None:
    for x, y, angle in ((0.28, 0.56, -22), (0.5, 0.48, 0), (0.72, 0.56, 22)):
        _tilted(pen, s, x, y, angle, 0, 0.055)
        _tilted(pen, s, x, y, angle, 255, 0)


def _captured(pen: Pen, s: float) -> None:
    for x, y in ((0.14, 0.06), (0.3, 0.2)):
        pen.rounded_rectangle(
            ((x - 0.06) * s, (y - 0.06) * s, (x + 0.62) * s, (y + 0.8) * s), 0.1 * s, 0
        )
        pen.rounded_rectangle((x * s, y * s, (x + 0.56) * s, (y + 0.74) * s), 0.08 * s, 255)
    pen.line([(0.46 * s, 0.58 * s), (0.56 * s, 0.7 * s), (0.74 * s, 0.44 * s)], 0, round(0.09 * s))


def _token(pen: Pen, s: float) -> None:
    pen.ellipse((0.06 * s, 0.06 * s, 0.94 * s, 0.94 * s), 255)
    pen.ellipse((0.17 * s, 0.17 * s, 0.83 * s, 0.83 * s), 0)
    pen.ellipse((0.25 * s, 0.25 * s, 0.75 * s, 0.75 * s), 255)


def _swap(pen: Pen, s: float) -> None:
    width = 0.15 * s
    for x, tip, tail in ((0.3, 0.92, 0.12), (0.7, 0.08, 0.88)):
        down = tip > tail
        neck = tip - 0.3 if down else tip + 0.3
        pen.rectangle(
            (x * s - width / 2, min(tail, neck) * s, x * s + width / 2, max(tail, neck) * s), 255
        )
        pen.polygon([((x - 0.24) * s, neck * s), ((x + 0.24) * s, neck * s), (x * s, tip * s)], 255)


def _trophy(pen: Pen, s: float) -> None:
    pen.ellipse((0.04 * s, 0.12 * s, 0.44 * s, 0.52 * s), 255)
    pen.ellipse((0.56 * s, 0.12 * s, 0.96 * s, 0.52 * s), 255)
    pen.ellipse((0.13 * s, 0.21 * s, 0.35 * s, 0.43 * s), 0)
    pen.ellipse((0.65 * s, 0.21 * s, 0.87 * s, 0.43 * s), 0)
    pen.pieslice((0.22 * s, -0.34 * s, 0.78 * s, 0.66 * s), 0, 180, 255)
    pen.rectangle((0.22 * s, 0.06 * s, 0.78 * s, 0.2 * s), 255)
    pen.rectangle((0.44 * s, 0.6 * s, 0.56 * s, 0.84 * s), 255)
    pen.rounded_rectangle((0.26 * s, 0.82 * s, 0.74 * s, 0.96 * s), 0.05 * s, 255)


def _check(pen: Pen, s: float) -> None:
    points = [(0.12 * s, 0.55 * s), (0.4 * s, 0.82 * s), (0.9 * s, 0.2 * s)]
    pen.line(points, 255, round(0.2 * s), joint="curve")


def _beats(pen: Pen, s: float) -> None:
    pen.line([(0.2 * s, 0.16 * s), (0.82 * s, 0.5 * s), (0.2 * s, 0.84 * s)], 255, round(0.18 * s))


def _turn(pen: Pen, s: float) -> None:
    pen.arc((0.12 * s, 0.12 * s, 0.88 * s, 0.88 * s), 20, 310, 255, round(0.15 * s))
    pen.polygon([(0.98 * s, 0.02 * s), (0.98 * s, 0.46 * s), (0.56 * s, 0.34 * s)], 255)


def _sum(pen: Pen, s: float) -> None:
    for top in (0.22, 0.58):
        pen.rounded_rectangle((0.1 * s, top * s, 0.9 * s, (top + 0.2) * s), 0.1 * s, 255)


def _flag(pen: Pen, s: float) -> None:
    pen.rounded_rectangle((0.12 * s, 0.04 * s, 0.26 * s, 0.96 * s), 0.06 * s, 255)
    pen.polygon([(0.3 * s, 0.08 * s), (0.94 * s, 0.32 * s), (0.3 * s, 0.58 * s)], 255)


def _arrow(turns: int) -> Callable[[Pen, float], None]:
    def draw(pen: Pen, s: float) -> None:
        points = [(0.18, 0.1), (0.9, 0.5), (0.18, 0.9)]
        for _ in range(turns):
            points = [(1 - y, x) for x, y in points]
        pen.polygon([(x * s, y * s) for x, y in points], 255)

    return draw


_SIGNS: dict[str, Callable[[Pen, float], None]] = {
    "hand": _hand,
    "captured": _captured,
    "token": _token,
    "swap": _swap,
    "trophy": _trophy,
    "check": _check,
    "beats": _beats,
    "turn": _turn,
    "sum": _sum,
    "flag": _flag,
    "right": _arrow(0),
    "down": _arrow(1),
    "left": _arrow(2),
    "up": _arrow(3),
}
