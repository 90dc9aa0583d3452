"""A finished match in motion: its moments as an animated picture, in the pictures' palette."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from bot.pictures.encode import quantised
from bot.pictures.picture import MAX_ALT, Picture, Style
from bot.pictures.replay import Moment, moment_canvas
from bot.pictures.theme import theme
from bot.texts import SeatName, texts_for

FRAMES = 60
"""Moments that are shown at most."""

FRAME_MS, LAST_MS = 1200, 4000
"""How long each is shown, and the last one."""

WIDTHS = (720, 540, 360)
"""Pixels; a film that is too large is made smaller."""

LARGEST = 2 * 1024 * 1024
"""Bytes that a film has at most, unless it is as narrow as can be."""


def film_picture(moments: Sequence[Moment], names: Sequence[SeatName], style: Style) -> Picture:
    """Moments one after another, each as a replay shows it.

    Args:
        moments: of a finished match, in order; of more than ``FRAMES`` the first ones.
        names: by seat.
        style: for whom.

    Raises:
        ValueError: there is none.
    """
    if not moments:
        raise ValueError("a film needs a moment")
    look, texts = theme(style.high_contrast), texts_for(style.locale)
    drawn = [moment_canvas(one, names, style).image for one in moments[:FRAMES]]
    size = max(one.width for one in drawn), max(one.height for one in drawn)
    frames = [_on_ground(one, size, look.ground) for one in drawn]
    data = b""
    for width in WIDTHS:
        height = round(size[1] * width / size[0])
        scaled = [
            quantised(
                one
                if one.width == width
                else one.resize((width, height), Image.Resampling.LANCZOS),
                look,
            )
            for one in frames
        ]
        data = _encoded(scaled)
        if len(data) <= LARGEST:
            break
    said = texts.ngettext(
        "{n} moment of the match, one after another; a replay tells each in words.",
        "{n} moments of the match, one after another; a replay tells each in words.",
        len(frames),
    )
    return Picture(data, "replay.gif", said[:MAX_ALT])


def _on_ground(
    image: Image.Image, size: tuple[int, int], ground: tuple[int, int, int]
) -> Image.Image:
    """A frame as large as all are: hands grow shorter, and the picture must not jump."""
    if image.size == size:
        return image
    frame = Image.new("RGB", size, ground)
    frame.paste(image, (0, 0))
    return frame


def _encoded(frames: Sequence[Image.Image]) -> bytes:
    file = io.BytesIO()
    first, *others = frames
    durations = [FRAME_MS] * len(others) + [LAST_MS]
    first.save(
        file,
        format="GIF",
        save_all=True,
        append_images=others,
        duration=durations if others else LAST_MS,
        loop=0,
        disposal=1,
    )
    return file.getvalue()
