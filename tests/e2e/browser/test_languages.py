"""A match in another language on a phone, from the lobby to the replay.

``SCOUT_RENEW_SCREENSHOTS=1 python -m pytest tests/e2e/browser/test_languages.py`` plays it in all
languages and keeps the pictures of it in ``bot/texts/screenshots``, where the pages show them.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.match.ids import Verb
from bot.texts import LANGUAGES
from tests.e2e.browser.conftest import ROOT, Visit
from tests.e2e.browser.visitor import Visitor

RENEW = "SCOUT_RENEW_SCREENSHOTS" in os.environ
TRIED = [code for code in LANGUAGES if code != "en"] if RENEW else ["fa"]
KEPT = ROOT / "bot" / "texts" / "screenshots"


async def speak(visitor: Visitor, command: str, verb: Verb, language: str) -> None:
    """Choose a language in what a command shows."""
    await visitor.command(command)
    menu = visitor.page.locator(
        f'.message [data-custom-id^="s1:{verb.value}:"][data-custom-id*=":locale"]'
    )
    await menu.click()
    await visitor.page.locator(".popup [role=option]").filter(has_text=language).click()
    await expect(menu).to_have_text(language)


def button(visitor: Visitor, verb: Verb) -> Locator:
    """The newest button of a kind, whatever it says."""
    return visitor.page.locator(f'.message button[data-custom-id^="s1:{verb.value}:"]').last


async def answered(visitor: Visitor) -> None:
    """Wait until every click has its answer."""
    await expect(visitor.page.locator(".message .waiting")).to_have_count(0)


async def replay_on(visitor: Visitor) -> None:
    """A step on in the replay."""
    await visitor.page.locator(
        f'.message button[data-custom-id^="s1:{Verb.REPLAY.value}:"][data-custom-id*=":c:"]'
    ).last.click()
    await answered(visitor)


@pytest.mark.parametrize("language", TRIED)
async def test_a_match_in_another_language(visit: Visit, artefacts: Path, language: str) -> None:
    folder = KEPT if RENEW else artefacts
    folder.mkdir(exist_ok=True)
    ada = await visit("ada", width=360, height=780)

    async def shot(name: str, *, top: bool = True) -> None:
        await answered(ada)
        await ada.shot(folder / f"{name}.{language}.png", top=top)
        assert await ada.overflow() <= 0

    await speak(ada, "/scout preferences", Verb.PREFERENCE, LANGUAGES[language])
    await speak(ada, "/scout-admin settings", Verb.SETTING, LANGUAGES[language])
    await ada.command("/scout play seats:3 rated:True")
    add, start = button(ada, Verb.ADD_COMPUTER), button(ada, Verb.START)
    for _ in range(2):
        await add.click()
        await answered(ada)
    await expect(add).to_be_disabled()
    await expect(start).to_be_enabled()
    await shot("lobby", top=False)
    await start.click()
    await ada.open_dm()
    await button(ada, Verb.ORIENT).click()
    rng = random.Random(3)
    await ada.act(rng)  # no deal is so short that she isn't asked once more
    await ada.asked()
    await shot("hand")
    await ada.open_thread()
    await expect(button(ada, Verb.RULES)).to_be_visible()
    await shot("table")
    await ada.open_dm()
    await ada.play(rng)
    await shot("result")
    await ada.command("/scout leaderboard order:solo")
    await expect(ada.page.locator(".message").last).to_contain_text("Ada")
    await shot("leaderboard", top=False)
    await ada.command("/scout replay match:1")
    for _ in range(4):
        await replay_on(ada)
    await shot("replay")
    await expect(ada.page.locator(".failure, .note.failed")).to_have_count(0)
