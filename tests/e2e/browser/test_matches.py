"""Whole matches in a real browser: alone against computers, and two tabs against each other."""

import asyncio
import random
import re
from pathlib import Path

from playwright.async_api import expect

from tests.e2e.browser.conftest import Visit


async def test_a_person_plays_a_solo_match_to_the_final_score(
    visit: Visit, artefacts: Path
) -> None:
    ada = await visit("ada", width=1280, height=1000)
    await ada.page.screenshot(path=artefacts / "welcome-1280.png")
    await ada.page.get_by_role("button", name="Put it in the box for me").click()
    box = ada.page.locator("#input")
    await expect(box).to_have_value("/scout play ")
    await box.press_sequentially("comp")
    await box.press("Tab")
    await expect(box).to_have_value("/scout play computers:")
    await box.press_sequentially("2 rounds:1")
    await ada.page.screenshot(path=artefacts / "command-1280.png")
    await box.press("Enter")
    # The bot writes a DM; the page says so, and one click leads there.
    await ada.page.locator(".toast .link").click()
    await expect(ada.button("Keep")).to_be_visible()
    await ada.shot(artefacts / "orientation-1280.png")
    await ada.press("Keep")
    rng = random.Random(1)
    await ada.asked()
    await ada.shot(artefacts / "hand-1280.png")
    await ada.act(rng)
    await ada.open_thread()
    await expect(ada.button("Rules")).to_be_visible()
    await ada.shot(artefacts / "table-1280.png", top=True)
    await ada.open_dm()
    await ada.play(rng)
    await ada.shot(artefacts / "final-1280.png")
    record = ada.page.locator(".message .file").last
    await expect(record).to_contain_text(".txt")
    address = await record.get_attribute("href")
    text = await (await ada.page.request.get(address)).text()
    assert text.startswith('[Players "3"]')
    assert "winner " in text
    await expect(ada.page.locator(".failure, .note.failed")).to_have_count(0)


async def test_two_tabs_play_each_other(visit: Visit, artefacts: Path) -> None:
    ada, berk = await visit("ada"), await visit("berk", width=360, height=740)
    await ada.command("/scout play seats:2 rounds:1")
    await expect(ada.button("Start")).to_be_disabled()
    # Berk sees the lobby without reloading, joins, and Ada sees that.
    await berk.press("Join")
    await expect(ada.button("Start")).to_be_enabled()
    await expect(ada.page.locator(".messages")).to_contain_text(re.compile("Berk"))
    await berk.page.screenshot(path=artefacts / "lobby-360.png")
    await ada.press("Start")
    for one in (ada, berk):
        await one.open_dm()
    await berk.asked()
    await berk.shot(artefacts / "orientation-360.png")
    assert await berk.overflow() <= 0
    await berk.press("Keep")
    await ada.press("Keep")
    playing, rng = asyncio.create_task(ada.play(random.Random(1))), random.Random(2)
    await berk.asked()
    while not await berk.page.get_by_text("On the table:").count():
        await berk.act(rng)  # so far nothing lies on the table
        await berk.asked()
    await berk.shot(artefacts / "hand-360.png", top=True)
    await asyncio.gather(playing, berk.play(rng))
    await berk.shot(artefacts / "final-360.png")
    assert await berk.overflow() <= 0
