"""Tabs of a real browser on the sandbox's page, and what one does in them."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from bot.sandbox.server import Sandbox
from tests.bot.sandbox.tiny_bot import TinyBot
from tests.browsers import browser

__all__ = ["Open", "browser", "lines", "open_page", "send"]

Open = Callable[..., Awaitable[Page]]


@pytest.fixture
async def open_page(browser: Browser, sandbox: Sandbox, bot: TinyBot) -> AsyncIterator[Open]:
    """Opens the page as somebody; whatever goes wrong in its scripts fails the test."""
    faults: list[str] = []
    pages: list[Page] = []

    async def opened(
        name: str = "ada", *, width: int = 1280, height: int = 800, hint: str = "/tiny play"
    ) -> Page:
        page = await browser.new_page(viewport={"width": width, "height": height})
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.set_default_timeout(20_000)
        pages.append(page)
        await page.goto(f"{sandbox.address}/?as={name}")
        await expect(page.locator(".welcome kbd").first).to_have_text(hint)
        return page

    yield opened
    for page in pages:
        await page.close()
    assert not faults


async def send(page: Page, line: str) -> None:
    box = page.locator("#input")
    await box.fill(line)
    await box.press("Escape")
    await box.press("Enter")
    await expect(box).to_have_value("")


def lines(page: Page) -> Locator:
    return page.locator(".message")
