"""Finished matches in motion: every moment, long enough to read, and small enough to send."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.pictures import Style, film
from bot.pictures.film import FRAME_MS, FRAMES, LAST_MS, film_picture
from bot.pictures.theme import theme
from bot.texts import SeatName
from engine import Match, apply, new_match
from tests.data.factory import play_out

NAMES = (SeatName("Ada"), SeatName("Berk"), SeatName("", is_computer=True, level="medium"))


def moments(count: int) -> tuple[Match, ...]:
    match, found = new_match(3), []
    for entry in play_out(3, seed=1):
        match = apply(match, entry).match
        found.append(match)
    return tuple(found[:count])


def frames(data: bytes) -> list[Image.Image]:
    film = Image.open(io.BytesIO(data))
    found = []
    for number in range(film.n_frames):
        film.seek(number)
        found.append(film.convert("RGB").copy())
        found[-1].info["duration"] = film.info["duration"]
    return found


def test_each_moment_has_its_time_and_the_last_one_longer() -> None:
    picture = film_picture(moments(6), NAMES, Style())
    assert picture.filename == "replay.gif"
    assert picture.data.startswith(b"GIF89a")
    shown = frames(picture.data)
    # Moments that look alike (somebody chose how to hold their hand) are one frame for longer.
    assert sum(one.info["duration"] for one in shown) == 5 * FRAME_MS + LAST_MS
    assert shown[-1].info["duration"] >= LAST_MS
    assert {one.size for one in shown} == {shown[0].size}
    assert shown[0].width == film.WIDTHS[0]
    ground = theme(high_contrast=False).ground
    assert shown[0].getpixel((3, 3)) == ground


def test_more_than_sixty_moments_are_cut() -> None:
    one = moments(1)[0]
    other = moments(4)[3]
    picture = film_picture((one, other) * 40, NAMES, Style())
    assert len(frames(picture.data)) == FRAMES


def test_a_film_that_is_too_large_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    some = moments(8)
    whole = len(film_picture(some, NAMES, Style()).data)
    monkeypatch.setattr(film, "LARGEST", whole - 1)
    smaller = film_picture(some, NAMES, Style())
    assert len(smaller.data) < whole
    assert frames(smaller.data)[0].width == film.WIDTHS[1]
    monkeypatch.setattr(film, "LARGEST", 1)
    assert frames(film_picture(some, NAMES, Style()).data)[0].width == film.WIDTHS[2]


def test_nothing_is_no_film() -> None:
    with pytest.raises(ValueError, match="a moment"):
        film_picture((), NAMES, Style())
