"""No text leaves its box, the picture, or lies on another text: measured on the ink."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from bot.pictures import Style
from bot.pictures.canvas import BADGE_HEIGHT, BADGE_WIDTH, WIDTH, Canvas, px
from bot.pictures.cards import card_height, foot_size
from bot.pictures.names import name_lines
from bot.pictures.text import fitted, line
from bot.pictures.theme import NORMAL
from bot.texts import label_name
from tests.bot.pictures.scenes import LONG, NAMES, SCENES, SCRIPTS, named_scenes

READABLE = 11.0
"""The smallest text that is read without effort on a phone, in CSS pixels."""

LOOKS = [
    Style(),
    Style(high_contrast=True),
    Style(locale="fa"),
    Style(locale="pl"),
    Style(False, "tr"),
]


OVERHANG = 2
"""Pixels, half as many points: letters lean out of their width, Persian ones hang lower."""


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
            assert left - OVERHANG <= one.ink[0], one
            assert one.ink[2] <= right + OVERHANG, one
            assert top <= one.ink[1], one
            assert one.ink[3] <= bottom + OVERHANG / 2, one
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


@pytest.mark.parametrize(("scene", "names"), named_scenes())
def test_nothing_is_written_too_small_for_a_phone(scene: str, names: str) -> None:
    for style in LOOKS:
        for one in canvas_of(scene, names, style).written:
            assert on_a_phone(one.size) >= READABLE, one


def on_a_phone(pixels: float) -> float:
    """How large that comes out in a message on a phone 360 points wide, with 315 for a picture."""
    return pixels * 315 / px(WIDTH)


@pytest.mark.parametrize("width", [20, 25.6, 28, 30, 32, 40, 42, 56])
def test_a_number_on_a_card_can_be_read_or_is_left_out(width: float) -> None:
    pixels = round(2 * width)
    size = foot_size(pixels)
    assert size == 0 or on_a_phone(size) >= READABLE
    assert (size == 0) == (width < 28)


@pytest.mark.parametrize(
    "name", [*(one.text for one in LONG + SCRIPTS if one.text), "Computer 1 (medium)"]
)
def test_a_name_is_cut_only_where_two_lines_have_no_room_for_it(name: str) -> None:
    canvas = Canvas(NORMAL, 100)
    for width in (60, 90, 120, 180):
        lines = name_lines(canvas, label_name(name), 13, width)
        told = "".join(line.strip("\u2068\u2069") for line in lines).replace(" ", "")
        assert told == name.replace(" ", "")
        assert len(lines) <= 2
        assert canvas.measure(lines[0], 13, bold=True) <= width or len(lines) == 1


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
