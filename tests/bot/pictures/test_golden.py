"""Pictures compared with ones that were looked at and found good.

After a wanted change, draw them anew and look at every one:
``SCOUT_RENEW_PICTURES=1 python -m pytest tests/bot/pictures/test_golden.py``
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bot.pictures import Picture, Style, hand_picture
from engine.views import View
from tests.bot.pictures.scenes import (
    CONTRAST,
    ENGLISH,
    LONG,
    PERSIAN,
    SCENES,
    SCRIPTS,
    holding,
)

GOLDEN = Path(__file__).with_name("golden")

CASES = {
    **{scene: (scene, SCRIPTS, ENGLISH) for scene in SCENES},
    "table-5-persian": ("table-5", SCRIPTS, PERSIAN),
    "table-5-long": ("table-5", LONG, ENGLISH),
    "round-5-persian": ("round-5", SCRIPTS, PERSIAN),
    "table-3-contrast": ("table-3", SCRIPTS, CONTRAST),
    "hand-scout-contrast": ("hand-scout", SCRIPTS, CONTRAST),
    "match-5-contrast": ("match-5", SCRIPTS, CONTRAST),
}

MEAN = 1.5
"""How far pixels may be off on average, of 255: other rasterisers differ at edges."""

FAR = 0.004
"""The share of pixels that may be off by more than a quarter of the range."""


def pixels(file: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(file)).convert("RGBA"), dtype=np.int16)


def differences(one: bytes, other: bytes) -> tuple[float, float]:
    """(mean difference of pixels, share of pixels that are far off); all of it for other sizes."""
    first, second = pixels(one), pixels(other)
    if first.shape != second.shape:
        return 255.0, 1.0
    off = np.abs(first - second)
    return float(off.mean()), float((off.max(axis=2) > 64).mean())


def alike(one: bytes, other: bytes) -> bool:
    mean, far = differences(one, other)
    return mean <= MEAN and far <= FAR


@pytest.mark.parametrize("case", CASES)
def test_picture_looks_as_it_was_approved(case: str) -> None:
    scene, names, style = CASES[case]
    picture = SCENES[scene](names, style)
    path = GOLDEN / f"{case}.png"
    if os.environ.get("SCOUT_RENEW_PICTURES"):
        path.write_bytes(picture.data)
    assert alike(picture.data, path.read_bytes()), differences(picture.data, path.read_bytes())


def test_there_is_no_picture_without_a_case() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(CASES)


def test_the_tolerance_notices_one_card_of_thirty() -> None:
    seen = holding(30)
    turned = (*seen.hand[:11], seen.hand[11].turned(), *seen.hand[12:])
    other = seen._replace(phase="over", hand=turned)
    assert not alike(_hand(seen._replace(phase="over")).data, _hand(other).data)


def _hand(seen: View) -> Picture:
    return hand_picture(seen, Style())
