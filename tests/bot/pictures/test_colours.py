"""Contrasts, and how far apart the ten colours stay for people who see fewer of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from bot.pictures import Style
from bot.pictures.canvas import Box, Canvas
from bot.pictures.emblems import emblem
from bot.pictures.encode import palette_colours
from bot.pictures.match import seat_colour
from bot.pictures.text import Line
from bot.pictures.theme import HIGH_CONTRAST, NORMAL, Colour, Theme, contrast
from tests.bot.pictures.scenes import SCENES, SCRIPTS

# Machado, Oliveira and Fernandes 2009: what the three dichromacies make of linear RGB.
VISIONS = {
    "trichromacy": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}

# Ottosson's OKLab: distances in it are about as far as colours look apart.
TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)

LEAST_DISTANCE = 0.10
"""In OKLab; about five times what is just noticed when two colours lie side by side."""


def seen_as(colour: Colour, vision: str) -> np.ndarray:
    part = np.array(colour) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return TO_LAB @ np.cbrt(TO_CONES @ np.clip(VISIONS[vision] @ linear, 0, 1))


@pytest.mark.parametrize("vision", VISIONS)
def test_the_ten_colours_stay_apart(vision: str) -> None:
    labs = [seen_as(colour, vision) for colour in NORMAL.numbers]
    nearest = min(float(np.linalg.norm(a - b)) for a, b in combinations(labs, 2))
    assert nearest >= LEAST_DISTANCE


@pytest.mark.parametrize("vision", VISIONS)
def test_the_lines_of_five_seats_stay_apart(vision: str) -> None:
    labs = [seen_as(seat_colour(NORMAL, seat), vision) for seat in range(1, 6)]
    nearest = min(float(np.linalg.norm(a - b)) for a, b in combinations(labs, 2))
    assert nearest >= LEAST_DISTANCE


def test_two_like_colours_would_be_noticed() -> None:
    red, green = seen_as((200, 60, 40), "deuteranopia"), seen_as((120, 120, 40), "deuteranopia")
    assert float(np.linalg.norm(red - green)) < LEAST_DISTANCE


def test_emblems_differ_without_any_colour() -> None:
    masks = [np.asarray(emblem(number, 22)) > 127 for number in range(1, 11)]
    for one, other in combinations(masks, 2):
        both, either = (one & other).sum(), (one | other).sum()
        assert both / either < 0.8


@pytest.mark.parametrize("theme", [NORMAL, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_numbers_stand_out_from_their_cards(theme: Theme) -> None:
    for colour, ink in zip(theme.numbers, theme.inks, strict=True):
        assert contrast(colour, ink) >= 4.5
    assert contrast(theme.card, theme.card_ink) >= 7


@pytest.mark.parametrize("theme", [NORMAL, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_cards_stand_out_from_the_ground(theme: Theme) -> None:
    for ground in (theme.ground, theme.panel, theme.raised):
        assert contrast(theme.card, ground) >= 7
        assert contrast(theme.accent, ground) >= 4.5


@pytest.mark.parametrize(
    ("style", "least"), [(Style(), 4.5), (Style(high_contrast=True), 7.0)], ids=["normal", "high"]
)
@pytest.mark.parametrize("scene", SCENES)
def test_every_text_stands_out_from_what_it_is_written_on(
    scene: str, style: Style, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    ratios: list[tuple[float, str]] = []
    stamp = Canvas._stamp

    def measuring(
        canvas: Canvas, found: Line, start: float, baseline: float, colour: Colour, box: Box
    ) -> None:
        if found.mask is not None:
            left, top = round(start) + found.left, round(baseline) - found.top
            area = canvas.image.crop((left, top, left + found.mask.width, top + found.mask.height))
            counts = Counter(area.get_flattened_data())
            ratios.append((contrast(colour, counts.most_common(1)[0][0]), found.text))
        stamp(canvas, found, start, baseline, colour, box)

    monkeypatch.setattr(Canvas, "_stamp", measuring)
    SCENES[scene](SCRIPTS, style)
    assert ratios
    assert min(ratios)[0] >= least, min(ratios)


@pytest.mark.parametrize("theme", [NORMAL, HIGH_CONTRAST], ids=lambda theme: theme.name)
def test_the_palette_holds_every_colour_of_the_theme(theme: Theme) -> None:
    colours = palette_colours(theme)
    assert len(colours) <= 251
    assert {theme.ground, theme.accent, theme.ink, *theme.numbers, *theme.inks} <= set(colours)
