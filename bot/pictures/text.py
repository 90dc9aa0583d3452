"""Lines of text as masks: shaped by HarfBuzz, in any script, without the system's libraries.

A line is shaped and rasterised once and kept; drawing it again is one paste.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import uharfbuzz as hb
from PIL import Image

from bot.pictures import bidi
from bot.pictures.glyphs import ISOLATES, JOINERS, Face, clean, face_for, faces

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
CAP_HEIGHT = 0.7
"""Height of capitals and digits in the main font, as a share of the size."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text as drawn.

    Attributes:
        text: what it says, cleaned.
        size: of its letters, in pixels.
        width: how far it reaches along the baseline, in pixels.
        mask: its ink as an ``L`` image; None if it has none.
        left: where the mask's left edge lies, in pixels right of the line's start.
        top: where the mask's top edge lies, in pixels above the baseline.
    """

    text: str
    size: int
    width: float
    mask: Image.Image | None
    left: int
    top: int


# HarfBuzz objects are shared between threads only under this lock.
_lock = threading.Lock()


@lru_cache(maxsize=2048)
def line(text: str, size: int, bold: bool = False, right_to_left: bool | None = None) -> Line:
    """Shape and rasterise a line.

    Args:
        text: any text; it is cleaned first.
        size: in pixels.
        bold: the bolder of the two weights.
        right_to_left: the sentence's direction; None to see it from its first strong letter.
    """
    cleaned = clean(text)
    base = bidi.base_level(cleaned) if right_to_left is None else int(right_to_left)
    with _lock:
        return _rasterised(cleaned, size, bold, base)


def fitted(
    text: str,
    size: int,
    width: float,
    *,
    smallest: int | None = None,
    bold: bool = False,
    right_to_left: bool | None = None,
) -> Line:
    """A line no wider than ``width`` pixels: shrunk as far as ``smallest``, then cut short."""
    for attempt in range(size, (smallest or size) - 1, -1):
        found = line(text, attempt, bold, right_to_left)
        if found.width <= width:
            return found
    return _shortened(text, smallest or size, width, bold, right_to_left)


@lru_cache(maxsize=1024)
def _shortened(text: str, size: int, width: float, bold: bool, right_to_left: bool | None) -> Line:
    cleaned = clean(text)
    fits, too_long = 0, len(cleaned)
    if right_to_left is None:
        right_to_left = bool(bidi.base_level(cleaned))
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if line(_cut(cleaned, middle), size, bold, right_to_left).width <= width:
            fits = middle
        else:
            too_long = middle
    return line(_cut(cleaned, fits), size, bold, right_to_left)


def _cut(text: str, length: int) -> str:
    kept = text[:length].rstrip().rstrip("".join(JOINERS))
    opened = sum(c in ISOLATES and c != "\u2069" for c in kept) - kept.count("\u2069")
    return kept + ELLIPSIS + "\u2069" * max(0, opened)


def _runs(text: str, bold: bool, base: int) -> Iterator[tuple[Face, str, bool]]:
    """Stretches of one font and direction, left to right as they stand: (face, text, rtl)."""
    for start, stop, level in bidi.visual_runs(text, base):
        pieces = list(_by_face(text[start:stop], bold))
        for face, piece in reversed(pieces) if level % 2 else pieces:
            yield face, piece, bool(level % 2)


def _by_face(text: str, bold: bool) -> Iterator[tuple[Face, str]]:
    current: Face | None = None
    piece = ""
    for character in text:
        if character in ISOLATES:
            continue
        code = ord(character)
        if character in JOINERS or (
            current is not None and character in " .-" and code in current.characters
        ):
            # What belongs to no script stays with its neighbours, so that they are shaped together.
            piece += character
            continue
        face = face_for(character, bold) or faces(bold)[0]
        if current is not None and face is not current:
            yield current, piece
            piece = ""
        current = face
        piece += character
    if piece:
        yield current or faces(bold)[0], piece


def _rasterised(text: str, size: int, bold: bool, base: int) -> Line:
    draw = hb.RasterDraw()
    draw.scale_factor = (64, 64)
    pen = 0.0
    for face, piece, right_to_left in _runs(text, bold, base):
        font = face.at(size)
        buffer = hb.Buffer()
        buffer.add_str(piece)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if right_to_left else "ltr"
        hb.shape(font, buffer)
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            draw.transform = (1, 0, 0, 1, pen + position.x_offset, position.y_offset)
            draw.draw_glyph(font, info.codepoint)
            pen += position.x_advance
    image = draw.render()
    extents = image.extents
    if not extents.width or not extents.height:
        return Line(text, size, pen / 64, None, 0, 0)
    mask = Image.frombytes(
        "L", (extents.width, extents.height), image.buffer, "raw", "L", extents.stride, -1
    )
    return Line(text, size, pen / 64, mask, extents.x_origin, extents.y_origin + extents.height)
