"""Off the loop, none twice, and text where there is no picture."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import pytest

from bot.pictures import (
    Picture,
    Style,
    hand_picture,
    match_picture,
    orientation_picture,
    rating_picture,
    round_picture,
    table_picture,
)
from bot.pictures.leaderboard import leaderboard_picture
from bot.pictures.moment import moment_picture
from bot.pictures.replay import replay_picture
from bot.workers.pool import LOW_PRIORITY, Rank, Work
from bot.workers.studio import Studio
from engine.actions import Scout, Show
from engine.views import view
from tests.bot.pictures.scenes import (
    PLAIN,
    ROUNDS,
    before_a_run,
    considered,
    ended,
    placed,
    played,
    rating_points,
    standings,
    started,
)
from tests.bot.workers import deeds

posix = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by signals")

SHOWN = considered(before_a_run(), Show, 0)
EVERY_KIND: tuple[tuple[Callable[..., Picture], tuple[Any, ...]], ...] = (
    (hand_picture, (before_a_run(), Style(), placed())),
    (orientation_picture, (view(started(3), 1), Style())),
    (table_picture, (view(played(4, 11), None), PLAIN[:4], Style())),
    (round_picture, (view(ended(5), None), PLAIN, Style())),
    (match_picture, (ROUNDS, PLAIN, Style())),
    (rating_picture, (tuple(rating_points(3)), Style())),
    (leaderboard_picture, ("Rating, all time", tuple(standings(PLAIN)), Style())),
    (replay_picture, (played(5, 17), PLAIN, Style())),
    (
        moment_picture,
        (before_a_run(), PLAIN[:3], considered(before_a_run(), Scout, 0), SHOWN, Style()),
    ),
)


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    async with Studio(0, kept=3) as studio:
        yield studio


class Draughtsman:
    """A drawing that notes where and how often it is done."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.threads: set[int] = set()
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def picture(self, what: str) -> Picture:
        self.drawn.append(what)
        self.threads.add(threading.get_ident())
        assert self.may_go_on.wait(10)
        if what == "impossible":
            raise ValueError(what)
        return Picture(what.encode(), "x.png", what)


async def test_drawn_off_the_loop(studio: Studio) -> None:
    artist = Draughtsman()
    await studio.draw(artist.picture, "a")
    assert artist.threads
    assert threading.get_ident() not in artist.threads


async def test_the_loop_goes_on_while_a_picture_is_drawn(studio: Studio) -> None:
    artist = Draughtsman()
    artist.may_go_on.clear()
    drawing = asyncio.create_task(studio.draw(artist.picture, "a"))
    for _ in range(100):
        await asyncio.sleep(0)
    assert not drawing.done()
    artist.may_go_on.set()
    picture = await drawing
    assert picture is not None
    assert picture.data == b"a"


async def test_the_same_content_is_drawn_once(studio: Studio) -> None:
    artist = Draughtsman()
    first = await studio.draw(artist.picture, "a")
    assert await studio.draw(artist.picture, "a") is first
    await studio.draw(artist.picture, "b")
    assert artist.drawn == ["a", "b"]


async def test_equal_views_are_the_same_content(studio: Studio) -> None:
    match = played(4, 11)
    pictures = [
        await studio.draw(table_picture, view(match, None), PLAIN[:4], Style()) for _ in range(2)
    ]
    assert pictures[0] is pictures[1]
    assert pictures[0] == table_picture(view(match, None), PLAIN[:4], Style())


async def test_asked_for_while_it_is_drawn_it_is_drawn_once(studio: Studio) -> None:
    artist = Draughtsman()
    artist.may_go_on.clear()
    waiting = [asyncio.create_task(studio.draw(artist.picture, "a")) for _ in range(5)]
    await asyncio.sleep(0)
    artist.may_go_on.set()
    assert len({id(picture) for picture in await asyncio.gather(*waiting)}) == 1
    assert artist.drawn == ["a"]


async def test_one_who_stops_waiting_takes_nothing_from_others(studio: Studio) -> None:
    artist = Draughtsman()
    artist.may_go_on.clear()
    one, other = (asyncio.create_task(studio.draw(artist.picture, "a")) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    await asyncio.sleep(0)
    artist.may_go_on.set()
    picture = await other
    assert picture is not None
    assert picture.data == b"a"
    assert one.cancelled()
    assert artist.drawn == ["a"]


async def test_the_least_recently_wanted_goes_first(studio: Studio) -> None:
    artist = Draughtsman()
    for what in "abcabdabc":
        await studio.draw(artist.picture, what)
    # Three are kept: d displaced c, which is drawn again at the end.
    assert artist.drawn == ["a", "b", "c", "d", "c"]


async def test_what_a_click_waits_for_is_drawn_first_then_hands_then_the_rest(
    studio: Studio,
) -> None:
    artist = Draughtsman()
    artist.may_go_on.clear()
    show, ask = partial(studio.draw_at, Rank.LATER), partial(studio.draw_at, Rank.SOON)
    drawings = [
        asyncio.create_task(draw(artist.picture, what))
        for draw, what in (
            (show, "first"),
            (show, "table"),
            (ask, "hand"),
            (show, "clicked"),
            (studio.draw, "click"),
            (studio.draw, "clicked"),
            (show, "clicked"),
        )
    ]
    for _ in range(20):
        await asyncio.sleep(0)
    assert (studio.waiting, studio.cached) == (4, 2)
    artist.may_go_on.set()
    await asyncio.gather(*drawings)
    # Somebody clicked for what was to be shown, too.
    assert artist.drawn == ["first", "clicked", "click", "hand", "table"]
    assert (studio.waiting, studio.drawn, studio.cached) == (0, 5, 2)


async def test_a_drawing_that_fails_is_told_and_tried_again_when_next_asked_for(
    studio: Studio, caplog: pytest.LogCaptureFixture
) -> None:
    artist = Draughtsman()
    for _ in range(2):
        assert await studio.draw(artist.picture, "impossible") is None
    assert artist.drawn == ["impossible", "impossible"]
    assert studio.drawn == 0
    assert "drawing-failed" in caplog.text
    assert "ValueError: impossible" in caplog.text


@posix
async def test_a_picture_that_ends_its_process_comes_to_nothing_and_the_next_is_drawn() -> None:
    async with Studio(1) as studio:
        assert await studio.draw(deeds.die) is None
        assert await studio.draw(deeds.a_picture) == deeds.a_picture()


async def test_the_process_draws_every_picture_and_knows_neither_data_nor_discord() -> None:
    async with Studio(1) as studio:
        studio.warm_up()
        for drawing, args in EVERY_KIND:
            assert await studio.draw(drawing, *args) == drawing(*args), drawing
        names = await studio._pool.do(Work(deeds.modules))
    assert {"bot.pictures.table", "bot.pictures.replay", "engine.views"} <= names
    assert not {"data", "discord", "sqlalchemy", "pydantic", "numpy"} & names
    rooms = {name.split(".")[1] for name in names if name.startswith("bot.")}
    assert rooms == {"base", "pictures", "texts", "workers"}


@posix
async def test_the_process_stands_behind_the_bot() -> None:
    async with Studio(1) as studio:
        niceness = await studio._pool.do(Work(deeds.niceness))
    assert niceness == min(os.nice(0) + LOW_PRIORITY, 19)
