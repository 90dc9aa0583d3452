"""On a phone of 360 by 780: heights of messages and the smallest letters, on the page itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.layouts import Layout
from bot.match import steps
from bot.pictures.canvas import Canvas
from tests.e2e.browser import scenes
from tests.e2e.browser.conftest import Visit
from tests.e2e.browser.shown import height, put

VIEW = 650.0
"""What a phone shows of the messages: its 780 without the page's header and message box."""

READABLE = 11.0

EVERYTHING: dict[str, Callable[[], Layout]] = {
    "turn": scenes.a_turn,
    "card": lambda: scenes.a_turn(steps.Both()),
    "gap": lambda: scenes.a_turn(steps.Gaps("left", turned=False, then=False)),
    "then": lambda: scenes.a_turn(scenes.both()),
    "orientation": scenes.an_orientation,
    "between turns": scenes.a_resting_hand,
    "table": scenes.a_table,
    "table after three computers": lambda: scenes.a_table(15),
    "table after four computers": lambda: scenes.a_table(20, alone=True),
    "round": scenes.a_round,
    "result": scenes.a_result,
    "replay": scenes.a_replay,
    "rules": scenes.rules_about_beating,
}

BARS = {
    **dict.fromkeys(("turn", "card", "gap", "then"), 640),
    **dict.fromkeys([name for name in EVERYTHING if name.startswith("table")], 560),
    **dict.fromkeys(("round", "result"), 600),
    "between turns": 400,
}
"""How high a message may be at most, in CSS pixels."""


async def test_messages_fit_a_phone(visit: Visit) -> None:
    ada = await visit("ada", width=360, height=780)
    for name, bar in BARS.items():
        boxes = await put(ada.page, EVERYTHING[name]())
        found = height(boxes["message"])
        print(f"{name}: {found:.0f} px")  # noqa: T201 - the numbers are what one looks for
        assert found <= bar, (name, found)
        assert await ada.overflow() <= 0, name


async def test_a_replay_shows_its_table_and_its_step_buttons_in_one_view(visit: Visit) -> None:
    ada = await visit("ada", width=360, height=780)
    boxes = await put(ada.page, scenes.a_replay())
    [picture] = boxes["pictures"]
    stepping = boxes["rows"][0]
    assert picture["bottom"] <= stepping["top"]
    assert stepping["bottom"] - boxes["message"]["top"] <= VIEW
    shown = await ada.page.locator("#scroller").evaluate("(one) => one.clientHeight")
    assert shown >= VIEW


async def test_the_choice_between_keep_and_flip_fits_with_its_buttons(visit: Visit) -> None:
    ada = await visit("ada", width=360, height=780)
    for number in (1, 2):
        boxes = await put(ada.page, scenes.an_orientation(number))
        assert height(boxes["message"]) <= VIEW, number


async def test_the_smallest_letters_can_be_read(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Canvas] = []
    encoded = Canvas.encoded

    def recording(canvas: Canvas) -> bytes:
        drawn.append(canvas)
        return encoded(canvas)

    monkeypatch.setattr(Canvas, "encoded", recording)
    ada = await visit("ada", width=360, height=780)
    for name, layout in EVERYTHING.items():
        drawn.clear()
        boxes = await put(ada.page, layout())
        [picture], [canvas] = boxes["pictures"], drawn
        share = picture["width"] / canvas.image.width
        smallest = min(canvas.written, key=lambda one: one.size)
        assert smallest.size * share >= READABLE, (name, smallest, picture)
        texts = ada.page.locator("#m1 .components *")
        sizes = await texts.evaluate_all(
            "(all) => all.filter((one) => one.childNodes[0]?.nodeType === 3"
            " && one.checkVisibility()).map((one) => [parseFloat(getComputedStyle(one).fontSize),"
            " one.textContent])"
        )
        sizes = [one for one in sizes if one[1] != "ALT"]  # Discord's own badge
        assert min(sizes)[0] >= READABLE, (name, min(sizes))
