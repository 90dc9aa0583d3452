"""Clients in other languages: what the bot is told, and what the page shows."""

from typing import Any

import pytest
from playwright.async_api import expect

from bot.sandbox.server import Sandbox
from tests.bot.sandbox.pages import Open, browser, lines, open_page, send
from tests.bot.sandbox.tab import Json, Refused, Tab
from tests.bot.sandbox.tiny_bot import TinyBot

__all__ = ["browser", "open_page"]


def named(node: Json, **names: str) -> None:
    node["name_localizations"] = names


@pytest.fixture
def localized(sandbox: Sandbox, bot: TinyBot) -> Json:
    """The tiny bot's commands, translated in part."""
    commands = {one["name"]: one for one in sandbox.world.commands.values()}
    tiny = commands["tiny"]
    play = next(one for one in tiny["options"] if one["name"] == "play")
    options = {one["name"]: one for one in play["options"]}
    named(tiny, tr="minik", **{"en-GB": "wee"})
    named(play, tr="işle")
    play["description_localizations"] = {"tr": "düğmeler koyar"}
    named(options["level"], tr="düzey")
    named(options["level"]["choices"][0], tr="Kolay İş")
    named(commands["Challenge"], tr="Meydan oku")
    sandbox.world.tell("commands", {})
    return tiny


async def told(bot: TinyBot, sandbox: Sandbox) -> Any:
    """The newest interaction that the bot was told."""
    [session] = sandbox.gateway.sessions.values()
    return [one["d"] for one in session.sent if one["t"] == "INTERACTION_CREATE"][-1]


async def test_the_bot_is_told_the_language_of_who_asks(
    sandbox: Sandbox, bot: TinyBot, ada: Tab, berk: Tab
) -> None:
    await ada.do("locale", locale="pl")
    await ada.slash("tiny play")
    await ada.message("3 seats")
    assert (await told(bot, sandbox))["locale"] == "pl"
    await berk.slash("tiny play")
    await berk.see(lambda: len(bot.answers) == 2)
    assert (await told(bot, sandbox))["locale"] == "en-US"


@pytest.mark.parametrize("locale", ["fa", "", "en", "xx-YY"])
async def test_a_language_that_discord_has_no_client_in_is_refused(
    sandbox: Sandbox, ada: Tab, locale: str
) -> None:
    with pytest.raises(Refused, match="no client"):
        await ada.do("locale", locale=locale)
    assert sandbox.world.people[0].locale == "en-US"


async def test_a_language_in_the_address_is_the_persons(sandbox: Sandbox, bot: TinyBot) -> None:
    for name, wanted in (("ada&locale=tr", "tr"), ("ada", "tr"), ("ada&locale=fa", "tr")):
        async with Tab.open(sandbox, name) as tab:
            people = {one["key"]: one["locale"] for one in tab.overview["people"]}
            assert people == {"ada": wanted, "berk": "en-US", "celina": "en-US", "scout": "en-US"}
    assert {"tr", "pl", "en-GB"} <= {*tab.overview["locales"]}
    assert "fa" not in tab.overview["locales"]


async def test_commands_are_called_what_they_are_called_there(
    open_page: Open, localized: Json, sandbox: Sandbox, bot: TinyBot
) -> None:
    page = await open_page("ada", hint="/wee play")
    await page.locator("#play-as").click()
    await page.get_by_label("Language of your Discord").select_option("tr")
    await expect(page.locator(".welcome kbd").first).to_have_text("/minik işle")
    await expect(page.locator("#play-as small")).to_have_text("Playing as · Türkçe")
    await page.keyboard.press("Escape")
    box = page.locator("#input")
    await box.fill("/MİNİK İŞ")
    item = page.locator(".suggestion[aria-selected=true]")
    await expect(item.locator("strong")).to_have_text("/minik işle")
    await expect(item.locator(".detail")).to_have_text("düğmeler koyar")
    await page.keyboard.press("Enter")
    await page.keyboard.type("düz")
    await page.keyboard.press("Tab")
    await expect(box).to_have_value("/minik işle düzey:")
    await page.keyboard.type("kolay i")
    await page.keyboard.press("Tab")
    await expect(box).to_have_value("/minik işle düzey:Kolay İş ")
    await page.keyboard.press("Enter")
    await expect(lines(page)).to_contain_text(["3 seats, easy, nobody"])
    await expect(page.locator(".origin .mention")).to_have_text("/minik işle")
    data = (await told(bot, sandbox))["data"]
    assert (data["name"], data["options"][0]["name"]) == ("tiny", "play")
    assert data["options"][0]["options"] == [{"name": "level", "type": 3, "value": "easy"}]
    await page.locator("[data-person=berk]").click()
    await expect(page.get_by_role("menuitem", name="Meydan oku")).to_be_visible()
    await page.keyboard.press("Escape")
    # The names that everybody knows work as well.
    await send(page, "/tiny play level:Kolay İş")
    await expect(page.locator(".origin")).to_have_count(2)


async def test_one_english_stands_in_for_the_other(
    open_page: Open, localized: Json, sandbox: Sandbox
) -> None:
    page = await open_page("ada", hint="/wee play")
    await expect(page.locator(".welcome kbd").first).to_have_text("/wee play")
    sandbox.acting(sandbox.world.people[0]).speak("de")
    await expect(page.locator(".welcome kbd").first).to_have_text("/tiny play")
