"""Off the loop, and none twice."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest

from bot.pictures import Picture, Style, table_picture
from bot.workers.studio import Studio
from engine.views import view
from tests.bot.pictures.scenes import PLAIN, played


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    async with Studio(kept=3) as studio:
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
    assert (await drawing).data == b"a"


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
    assert (await other).data == b"a"
    assert one.cancelled()
    assert artist.drawn == ["a"]


async def test_the_least_recently_wanted_goes_first(studio: Studio) -> None:
    artist = Draughtsman()
    for what in "abcabdabc":
        await studio.draw(artist.picture, what)
    # Three are kept: d displaced c, which is drawn again at the end.
    assert artist.drawn == ["a", "b", "c", "d", "c"]


async def test_a_failure_is_told_and_not_kept(studio: Studio) -> None:
    artist = Draughtsman()
    for _ in range(2):
        with pytest.raises(ValueError, match="impossible"):
            await studio.draw(artist.picture, "impossible")
    assert artist.drawn == ["impossible", "impossible"]
