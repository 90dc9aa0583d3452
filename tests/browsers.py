"""The one way in which tests get a browser; without one they are skipped, and say so."""

import shutil
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.patience import PATIENCE_MS

# A busy machine is slow, which is no fault of the page's.
expect.set_options(timeout=PATIENCE_MS)

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Chromium, without a window."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium here: install Debian's “chromium” to drive the page in a browser")
    async with async_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = await playwright.chromium.launch(executable_path=found, args=arguments)
        yield browser
        await browser.close()
