"""No text leaves its box, the picture, or lies on another text: measured on the ink."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from bot.pictures import Style
from bot.pictures.canvas import BADGE_HEIGHT, BADGE_WIDTH, WIDTH, Canvas, px
from bot.pictures.cards import card_height
from bot.pictures.text import fitted, line
from tests.bot.pictures.scenes import NAMES, SCENES, named_scenes

LOOKS = [
    Style(),
    Style(high_contrast=True),
    Style(locale="fa"),
    Style(locale="pl"),
    Style(False, "tr"),
]


@cache
def canvas_of(scene: str, names: str, style: Style) -> Canvas:
    """What a scene is drawn on; it is never encoded, which takes most of the time."""
    drawn: list[Canvas] = []

    def kept(canvas: Canvas) -> bytes:
        drawn.append(canvas)
        return b""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "encoded", kept)
        SCENES[scene](NAMES[names], style)
    [canvas] = drawn
    return canvas


@pytest.mark.parametrize(("scene", "names"), named_scenes())
def test_ink_stays_in_its_box_and_off_other_ink(scene: str, names: str) -> None:
    for style in LOOKS:
        canvas = canvas_of(scene, names, style)
        for one in canvas.written:
            left, top, right, bottom = one.box
            assert left - 1 <= one.ink[0], one
            assert one.ink[2] <= right + 1, one
            assert top <= one.ink[1], one
            assert one.ink[3] <= bottom, one
            assert left >= 0, one
            assert top >= 0, one
            assert right <= canvas.image.width, one
            assert bottom <= canvas.image.height, one
        for one, other in combinations(canvas.written, 2):
            apart = (
                one.ink[2] <= other.ink[0]
                or other.ink[2] <= one.ink[0]
                or one.ink[3] <= other.ink[1]
                or other.ink[3] <= one.ink[1]
            )
            assert apart, (one, other)


@pytest.mark.parametrize("scene", SCENES)
def test_no_words_of_ours_are_cut_short(scene: str) -> None:
    for style in LOOKS:
        written = canvas_of(scene, "plain", style).written
        assert not [one.text for one in written if "…" in one.text]


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_written_where_discord_puts_its_badge(scene: str) -> None:
    for style in LOOKS:
        canvas = canvas_of(scene, "plain", style)
        right, top = px(BADGE_WIDTH), canvas.image.height - px(BADGE_HEIGHT)
        assert not [one for one in canvas.written if one.ink[0] < right and one.ink[3] > top]


@pytest.mark.parametrize("scene", SCENES)
def test_pictures_are_as_wide_as_a_phone_at_twice_its_size(scene: str) -> None:
    assert canvas_of(scene, "plain", Style()).image.width == px(WIDTH) == 720


@pytest.mark.parametrize("text", ["a" * 200, "سلام " * 40, "漢" * 80, "a b " * 60, "👍" * 50])
@pytest.mark.parametrize("width", [0, 7, 40, 133, 700])
def test_cut_text_is_never_wider_than_asked(text: str, width: int) -> None:
    found = fitted(text, 26, width, smallest=20)
    least = line("…", 20).width
    assert found.width <= max(width, least)


@pytest.mark.parametrize("width", [17, 23, 34, 39.5, 56, 66])
def test_numbers_fit_their_cards(width: float) -> None:
    pixels, height = round(2 * width), round(2 * card_height(width))
    for number in range(1, 11):
        big = line(str(number), round(pixels * (0.66 if number < 10 else 0.57)), bold=True)
        assert big.mask is not None
        assert big.mask.width <= pixels * 0.86
        assert big.mask.height <= height * 0.73 * 0.62
