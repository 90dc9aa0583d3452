"""How long pictures take, and how large they are.

Targets, medians on the machine of two cores that the project is built on: the table of five
in 25 ms and 60 KB, a hand of twelve in 15 ms and 40 KB.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image
from pytest_benchmark.fixture import BenchmarkFixture

from bot.pictures import Picture, Style, hand_picture, orientation_picture, table_picture
from bot.pictures.replay import replay_picture
from bot.pictures.text import line
from engine.views import view
from tests.bot.pictures.scenes import SCRIPTS, holding, on_turn, played, started

KB = 1000

DRAWINGS: dict[str, tuple[Callable[[], Picture], int]] = {
    "table of 5": (lambda: table_picture(view(played(5, 17), None), SCRIPTS, Style()), 60 * KB),
    "hand of 12": (lambda: hand_picture(on_turn(played(3, 3)), Style()), 40 * KB),
    "hand of 30": (lambda: hand_picture(holding(30), Style()), 60 * KB),
    "orientation of 12": (lambda: orientation_picture(view(started(3), 1), Style()), 60 * KB),
    "replay of 5": (lambda: replay_picture(played(5, 17), SCRIPTS, Style()), 90 * KB),
}


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_picture(drawing: str, benchmark: BenchmarkFixture) -> None:
    draw, most = DRAWINGS[drawing]
    picture = benchmark(draw)
    benchmark.extra_info["bytes"] = len(picture.data)
    assert len(picture.data) <= most


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
