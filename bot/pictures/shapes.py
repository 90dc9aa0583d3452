"""Masks of smooth shapes, in pixels: drawn larger and reduced, since Pillow's have hard edges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor

from PIL import Image, ImageChops, ImageDraw

_OVERSAMPLING = 4


@lru_cache(maxsize=512)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """The mask of a rectangle with smooth round corners; all in pixels."""
    mask = Image.new("L", (width, height), 255)
    radius = max(0, min(radius, width // 2, height // 2))
    if radius:
        k = _OVERSAMPLING
        disc = Image.new("L", (2 * radius * k, 2 * radius * k), 0)
        ImageDraw.Draw(disc).ellipse((0, 0, 2 * radius * k - 1, 2 * radius * k - 1), 255)
        disc = disc.reduce(k)
        for x in (0, 1):
            for y in (0, 1):
                corner = disc.crop((x * radius, y * radius, (x + 1) * radius, (y + 1) * radius))
                mask.paste(corner, (x * (width - radius), y * (height - radius)))
    return mask


@lru_cache(maxsize=256)
def corner(radius: int, x: int, y: int) -> Image.Image:
    """A quarter of a disc's mask: the one that begins at (x, y), each 0 or ``radius``."""
    disc = rounded(2 * radius, 2 * radius, radius)
    return disc.crop((x, y, x + radius, y + radius))


@lru_cache(maxsize=512)
def frame(width: int, height: int, radius: int, line: int) -> Image.Image:
    """The mask of such a rectangle's edge alone, ``line`` pixels wide."""
    mask = rounded(width, height, radius)
    hole = Image.new("L", (width, height), 0)
    hole.paste(rounded(width - 2 * line, height - 2 * line, max(0, radius - line)), (line, line))
    return ImageChops.subtract(mask, hole)


def stroke(
    points: Sequence[tuple[float, float]], width: float
) -> tuple[Image.Image, tuple[int, int]]:
    """The mask of a polyline in pixels, and where its upper left corner belongs."""
    k, edge = _OVERSAMPLING, ceil(width / 2) + 1
    left, top = floor(min(x for x, _ in points)) - edge, floor(min(y for _, y in points)) - edge
    right, bottom = ceil(max(x for x, _ in points)) + edge, ceil(max(y for _, y in points)) + edge
    fine = Image.new("L", ((right - left) * k, (bottom - top) * k), 0)
    pen = ImageDraw.Draw(fine)
    moved = [((x - left) * k, (y - top) * k) for x, y in points]
    radius = width * k / 2
    pen.line(moved, 255, round(width * k))
    for x, y in moved:
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
    return fine.reduce(k), (left, top)
