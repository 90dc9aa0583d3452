"""Somebody at the page: looks at it and clicks, as a person does."""

import random
from pathlib import Path

from playwright.async_api import Locator, Page, TimeoutError, expect  # noqa: A004

from bot.match import ids
from tests.patience import PATIENCE_MS

# The newest message that asks for a decision: its element's id, and {custom_id: role} of the
# controls for it, which carry "MATCH.MARK:ROUND.TURN" in their ids.
NEWEST_HAND = """() => {
  if (document.querySelector('.message .waiting')) return null;  // a click is on its way
  const decides = (one) => /^s1:(?!hint)\\w+:[\\w.]+:\\d+\\./.test(one.dataset.customId);
  for (const message of [...document.querySelectorAll('.message')].reverse()) {
    const found = [...message.querySelectorAll('[data-custom-id]:enabled')].filter(decides);
    const roles = found.map((one) => [one.dataset.customId, one.getAttribute('role')]);
    if (found.length) return [message.id, Object.fromEntries(roles)];
  }
}"""


class Visitor:
    """One tab."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "console",
            lambda line: self.faults.append(line.text) if line.type == "error" else None,
        )
        page.set_default_timeout(PATIENCE_MS)

    async def ready(self) -> None:
        """Wait until the bot has brought its commands."""
        await expect(self.page.locator(".welcome kbd").first).to_have_text(
            "/scout play", timeout=PATIENCE_MS
        )

    async def command(self, line: str) -> None:
        """Type a command and send it."""
        box = self.page.locator("#input")
        await box.fill(line)
        await box.press("Escape")
        await box.press("Enter")
        await expect(box).to_have_value("")

    async def open_dm(self) -> None:
        await self._go(".channel.direct")

    async def open_thread(self) -> None:
        """The newest match's thread."""
        await self._go(".channel.thread")

    async def open_channel(self) -> None:
        await self._go(".channel:not(.direct, .thread)")

    async def _go(self, which: str) -> None:
        if await self.page.locator(".drawer-button").is_visible():
            await self.page.locator(".drawer-button").click()
        await self.page.locator(which).first.click()

    def button(self, label: str) -> Locator:
        """The last button in the messages that says just this."""
        return self.page.locator(".message").get_by_role("button", name=label, exact=True).last

    async def press(self, label: str) -> None:
        await self.button(label).click()

    async def asked(self, timeout: float = PATIENCE_MS) -> tuple[str, dict[str, str | None]]:
        """Wait for a message that asks for a decision."""
        found = await self.page.wait_for_function(NEWEST_HAND, timeout=timeout)
        message, controls = await found.json_value()
        return message, controls

    async def act(self, rng: random.Random) -> None:
        """Click one legal thing, Shows first; something must come of it, and nothing may fail."""
        message, controls = await self.asked()
        verbs = {one: ids.parse(one).verb for one in controls}
        shows = [one for one, verb in verbs.items() if verb in (ids.Verb.SHOW, ids.Verb.THEN_SHOW)]
        menus = [one for one in controls if controls[one] == "combobox"]
        chosen = rng.choice(shows or menus or list(controls))
        before = await self.page.locator(f"#{message}").inner_html()
        await self.page.locator(f'#{message} [data-custom-id="{chosen}"]').click()
        if chosen in menus:
            options = self.page.locator(".popup [role=option]")
            await options.nth(rng.randrange(await options.count())).click()
        await self.page.wait_for_function(
            "([id, before]) => document.getElementById(id)?.innerHTML !== before"
            " && !document.querySelector('.waiting')",
            arg=[message, before],
        )
        assert await self.page.locator(".failure").count() == 0

    async def play(self, rng: random.Random, *, clicks: int = 400) -> None:
        """Act in the DM whenever asked; else look at the table, until the score is there."""
        for _ in range(clicks):
            try:
                await self.asked(3000)
            except TimeoutError:
                await self.open_thread()
                if await self.page.locator(".message .file").count():
                    return
                await self.open_dm()
            else:
                await self.act(rng)
        raise AssertionError("the match does not end")

    async def shot(self, path: Path, *, top: bool = False) -> None:
        """A screenshot once the pictures are there; with ``top`` the newest one's message from its
        beginning, else the end of the channel.
        """
        await self.page.wait_for_function(
            "() => [...document.querySelectorAll('.picture img')].every((one) => one.complete)"
        )
        if top:
            await self.page.locator(".message:has(.picture)").last.evaluate(
                "(one) => one.scrollIntoView({block: 'start'})"
            )
        await self.page.evaluate("document.querySelectorAll('.toast').forEach((t) => t.remove())")
        await self.page.mouse.move(640, 20)
        await self.page.screenshot(path=path)

    async def overflow(self) -> int:
        """By how many pixels the messages are wider than their place."""
        scroller = self.page.locator(".scroller")
        return int(await scroller.evaluate("(one) => one.scrollWidth - one.clientWidth"))
