"""A real browser on the page of ``python -m bot play``; without Chromium, a skip that says so."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browsers import browser
from tests.e2e.browser.visitor import Visitor
from tests.patience import PATIENCE_S

ARTEFACTS = Path(__file__).parents[3] / "artefacts"
ROOT = Path(__file__).parents[3]

__all__ = ["browser"]

Visit = Callable[..., Awaitable[Visitor]]


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """``python -m bot play`` as a newcomer starts it, but quicker; its address."""
    quick = {
        "THINK_WORKERS": "0",
        "DRAW_WORKERS": "0",
        "COMPUTER_PACE_MS": "0",
        "PUBLISH_INTERVAL_MS": "100",
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "play", "--port", "0", "--no-open"),
        cwd=ROOT,
        env={**os.environ, **quick},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            line = ""
            while "SCOUT is at" not in line:
                raw = await process.stdout.readline()
                assert raw, "the sandbox ended before it was there"
                line = raw.decode()
        yield line.split()[-1]
    finally:
        process.terminate()
        said = (await process.stdout.read()).decode()
        assert await process.wait() == 0
    assert "Good-bye." in said


@pytest.fixture
async def visit(browser: Browser, address: str) -> AsyncIterator[Visit]:
    """Opens the page as somebody: ``await visit("ada", width=360)``; faults of the page fail."""
    visitors: list[Visitor] = []

    async def open_page(name: str, *, width: int = 1280, height: int = 800) -> Visitor:
        page = await browser.new_page(viewport={"width": width, "height": height})
        visitor = Visitor(page, name)
        visitors.append(visitor)
        await page.goto(f"{address}/?as={name}")
        await visitor.ready()
        return visitor

    yield open_page
    for visitor in visitors:
        assert not visitor.faults
        await visitor.page.close()


@pytest.fixture
def artefacts() -> Path:
    ARTEFACTS.mkdir(exist_ok=True)
    return ARTEFACTS
