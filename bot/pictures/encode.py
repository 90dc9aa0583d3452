"""Finished pixels as a file: a PNG of at most 256 colours, its corners cut round.

Weighed against the other formats on the table of five (``make bench`` does it again): a PNG in full
colour takes several times as long and twice the bytes; lossless WebP is a little smaller and takes
several times as long; lossy WebP takes longer too, and its halved colour resolution blurs small
coloured text. Discord makes a WebP of whatever it shows a phone anyway.

The palette is one for each theme, made of the theme's colours and what lies between those that
touch each other: that keeps colours exact, and costs a tenth of finding the best one each time.
"""

from __future__ import annotations

import io
from functools import cache, lru_cache

from PIL import Image

from bot.pictures.theme import Colour, Theme, mix

_CORNER_ALPHAS = (0, 51, 102, 153, 204)
_MOST = 256 - len(_CORNER_ALPHAS)


def encoded(image: Image.Image, theme: Theme, corner: Image.Image) -> bytes:
    """The file of a picture.

    Args:
        image: the finished ``RGB`` image.
        theme: what it was drawn with.
        corner: the mask of its upper left corner; what it leaves out becomes transparent.
    """
    palette, colours = _palette(theme)
    flat = image.quantize(palette=palette, dither=Image.Dither.NONE)
    table = [part for colour in colours for part in colour]
    table += [0] * (3 * (_MOST - len(colours)))
    table += [*theme.ground] * len(_CORNER_ALPHAS)
    flat.putpalette(table)
    _cut_corners(flat, corner)
    file = io.BytesIO()
    flat.save(
        file,
        format="PNG",
        compress_level=4,
        transparency=bytes([255] * _MOST) + bytes(_CORNER_ALPHAS),
    )
    return file.getvalue()


def quantised(image: Image.Image, theme: Theme) -> Image.Image:
    """A picture in its theme's palette, its corners as they are."""
    palette, _ = _palette(theme)
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _cut_corners(flat: Image.Image, corner: Image.Image) -> None:
    steps = len(_CORNER_ALPHAS)
    indices = corner.point([min(255, _MOST + value * (steps + 1) // 256) for value in range(256)])
    outside = corner.point(
        [255 if value * (steps + 1) // 256 < steps else 0 for value in range(256)]
    )
    width, height = corner.size
    across, down = Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM
    for x, turn_x in ((0, None), (flat.width - width, across)):
        for y, turn_y in ((0, None), (flat.height - height, down)):
            tile, mask = indices, outside
            for turn in (turn_x, turn_y):
                if turn is not None:
                    tile, mask = tile.transpose(turn), mask.transpose(turn)
            flat.paste(tile, (x, y), mask)


@cache
def _palette(theme: Theme) -> tuple[Image.Image, tuple[Colour, ...]]:
    colours = palette_colours(theme)
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image, colours


@lru_cache(maxsize=4)
def palette_colours(theme: Theme) -> tuple[Colour, ...]:
    """The colours that a picture of this theme may have, the theme's own first."""
    found: dict[Colour, None] = dict.fromkeys(
        (
            theme.ground, theme.panel, theme.raised, theme.line, theme.ink, theme.quiet,
            theme.accent, theme.accent_ink, theme.good, theme.bad, theme.card, theme.card_ink,
            *theme.numbers, *theme.inks,
        )
    )  # fmt: skip

    def between(one: Colour, other: Colour, steps: int) -> None:
        for step in range(1, steps + 1):
            found[mix(one, other, step / (steps + 1))] = None

    def faint(colour: Colour) -> Colour:
        return mix(colour, theme.ground, FADE)

    for number, ink in zip(theme.numbers, theme.inks, strict=True):
        found[faint(number)] = None
        between(number, ink, 3)
        between(number, theme.card, 2)
        between(faint(number), faint(ink), 2)
    for ground in dict.fromkeys((theme.ground, theme.panel, theme.raised)):
        for ink in (theme.ink, theme.quiet, theme.accent):
            between(ground, ink, 4)
        for ink in (theme.line, theme.good, theme.bad, theme.card):
            between(ground, ink, 2)
    between(theme.accent, theme.accent_ink, 3)
    between(theme.card, theme.card_ink, 4)
    found[faint(theme.card)] = None
    between(theme.ground, faint(theme.card), 2)
    return tuple(found)[:_MOST]


FADE = 0.62
"""How far a faded card is drawn back towards the ground."""
