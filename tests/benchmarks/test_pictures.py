"""How long pictures take, and how large they are.

Targets, medians on the machine of two cores that the project is built on: the table of five
in 25 ms and 60 KB, a hand of twelve in 15 ms and 40 KB.

Drawn by the studio, an action's pictures also tell what they cost the bot's own process, as
``loop_ms`` (its main thread) and ``beside_ms`` (its other threads, which hold the same lock).
"""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable

import pytest
from PIL import Image
from pytest_benchmark.fixture import BenchmarkFixture

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
from bot.pictures.replay import replay_picture
from bot.pictures.text import line
from bot.workers.pool import Rank
from bot.workers.studio import Studio
from engine.views import view
from tests.bot.pictures.scenes import (
    ROUNDS,
    SCRIPTS,
    ended,
    holding,
    on_turn,
    played,
    rating_points,
    standings,
    started,
)

KB = 1000

DRAWINGS: dict[str, tuple[Callable[[], Picture], int]] = {
    "table of 5": (lambda: table_picture(view(played(5, 17), None), SCRIPTS, Style()), 60 * KB),
    "hand of 12": (lambda: hand_picture(on_turn(played(3, 3)), Style()), 40 * KB),
    "hand of 30": (lambda: hand_picture(holding(30), Style()), 60 * KB),
    "orientation of 12": (lambda: orientation_picture(view(started(3), 1), Style()), 60 * KB),
    "round of 5": (lambda: round_picture(view(ended(5), None), SCRIPTS, Style()), 60 * KB),
    "match of 5": (lambda: match_picture(ROUNDS, SCRIPTS, Style()), 60 * KB),
    "rating of 40 matches": (lambda: rating_picture(rating_points(40), Style()), 40 * KB),
    "leaderboard of 10": (
        lambda: leaderboard_picture("Rating, all time", standings(SCRIPTS), Style()),
        60 * KB,
    ),
    "replay of 5": (lambda: replay_picture(played(5, 17), SCRIPTS, Style()), 90 * KB),
}


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_picture(drawing: str, benchmark: BenchmarkFixture) -> None:
    draw, most = DRAWINGS[drawing]
    picture = benchmark(draw)
    benchmark.extra_info["bytes"] = len(picture.data)
    assert len(picture.data) <= most


@pytest.mark.parametrize("workers", [0, 1], ids=["in a thread", "in a process"])
def test_an_actions_pictures(workers: int, benchmark: BenchmarkFixture) -> None:
    """A hand that somebody waits for, then a table and the next hand; none of them kept."""
    studio, times = Studio(workers, kept=0), 0
    table, hands = view(played(5, 17), None), [on_turn(played(5, count)) for count in (17, 18)]

    async def draw() -> list[Picture | None]:
        nonlocal times
        times += 1
        return await asyncio.gather(
            studio.draw(hand_picture, hands[0], Style()),
            studio.draw_at(Rank.LATER, table_picture, table, SCRIPTS, Style()),
            studio.draw_at(Rank.LATER, hand_picture, hands[1], Style()),
        )

    with asyncio.Runner() as runner:
        assert all(runner.run(draw()))  # the process is there, and its caches are warm
        times, loop, everything = 0, time.thread_time(), time.process_time()
        benchmark(lambda: runner.run(draw()))
        loop, everything = time.thread_time() - loop, time.process_time() - everything
        studio.close()
    benchmark.extra_info["loop_ms"] = round(1000 * loop / times, 2)
    benchmark.extra_info["beside_ms"] = round(1000 * (everything - loop) / times, 2)


def test_a_name_never_seen_before(benchmark: BenchmarkFixture) -> None:
    """Shaping and rasterising a line that no cache holds."""
    numbers = iter(range(1_000_000))
    assert benchmark(lambda: line(f"سارا محمدی {next(numbers)}", 26, True)).mask is not None


@pytest.mark.parametrize(
    "kind", ["PNG 256 colours, found anew", "PNG full", "WebP", "WebP lossless"]
)
def test_other_formats(kind: str, benchmark: BenchmarkFixture) -> None:
    """What was weighed against the palette that is used: see ``bot.pictures.encode``."""
    data = table_picture(view(played(5, 17), None), SCRIPTS, Style()).data
    image = Image.open(io.BytesIO(data)).convert("RGBA").convert("RGB")

    def save() -> int:
        file = io.BytesIO()
        if kind == "PNG full":
            image.save(file, "PNG")
        elif kind == "WebP":
            image.save(file, "WEBP", quality=88, method=2)
        elif kind == "WebP lossless":
            image.save(file, "WEBP", lossless=True, quality=20, method=2)
        else:
            octree = Image.Quantize.FASTOCTREE
            image.quantize(256, octree, dither=Image.Dither.NONE).save(file, "PNG")
        return len(file.getvalue())

    benchmark.extra_info["bytes"] = benchmark(save)
