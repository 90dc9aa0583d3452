"""People press whatever there is: the real bot answers it, and Discord refuses nothing."""

import random
from typing import Any

import pytest

from bot.sandbox.server import Sandbox
from tests.bot.sandbox.tab import Json, Refused, Tab, controls
from tests.bot.sandbox.test_real_bot import process

__all__ = ["process"]

ACTIONS = 150


def values(tab: Tab, control: Json) -> list[str]:
    """What can be chosen in a menu."""
    people = [one["id"] for one in tab.overview["people"]]
    roles = [one["id"] for one in tab.overview["guilds"][0]["roles"]]
    channels = [key for key, one in tab.channels.items() if one["type"] == 0]
    kinds = {5: people, 6: roles, 7: people, 8: channels}
    return kinds.get(control["type"]) or [one["value"] for one in control["options"]]


async def use_something(tab: Tab, rng: random.Random) -> str | None:
    """Press a button or choose in a menu of one of the newest messages."""
    usable = [
        (message, one)
        for message in sorted(tab.messages.values(), key=lambda one: -int(one["id"]))[:8]
        for one in controls(message)
        if one.get("custom_id") and not one.get("disabled")
    ]
    if not usable:
        return None
    message, control = rng.choice(usable)
    if control["type"] == 2:
        return await tab.press(message, control["custom_id"])
    offered = values(tab, control)
    count = rng.randint(
        control.get("min_values", 1), min(control.get("max_values", 1), len(offered))
    )
    return await tab.choose(message, control["custom_id"], *rng.sample(offered, count))


def fill_in(tab: Tab, option: Json, rng: random.Random) -> Any:
    """Some value for an option."""
    if option.get("choices"):
        return rng.choice(option["choices"])["value"]
    people = [one["id"] for one in tab.overview["people"]]
    kinds = {
        4: rng.randint(option.get("min_value", 1), min(option.get("max_value", 6), 6)),
        5: rng.random() < 0.5,
        6: rng.choice(people),
        7: tab.channel,
    }
    return kinds.get(option["type"], rng.choice(["show 1", "keep", "nonsense"]))


async def command_something(tab: Tab, rng: random.Random) -> str:
    """Send any command, anywhere, with some of its options."""
    place = rng.choice(list(tab.channels))
    command = rng.choice(tab.channels[place]["commands"])
    if command["type"] != 1:
        people = [one["id"] for one in tab.overview["people"]]
        return await tab.interact(
            "menu", channel=place, command=command["id"], target=rng.choice(people)
        )
    node, path = command, []
    while subs := [one for one in node.get("options") or [] if one["type"] <= 2]:
        node = rng.choice(subs)
        path.append(node["name"])
    options = {
        one["name"]: fill_in(tab, one, rng)
        for one in node.get("options") or []
        if one.get("required") or rng.random() < 0.4
    }
    return await tab.interact(
        "command", channel=place, command=command["id"], path=path, options=options
    )


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.usefixtures("process")
async def test_whatever_people_press_is_answered(sandbox: Sandbox, seed: int) -> None:
    rng = random.Random(seed)
    async with Tab.open(sandbox, "ada") as ada, Tab.open(sandbox, "berk") as berk:
        await ada.see(lambda: ada.overview["bot"]["connected"], 60)
        for _ in range(ACTIONS):
            tab = rng.choice([ada, berk])
            act = command_something if rng.random() < 0.3 else use_something
            try:
                nonce = await act(tab, rng)
            except Refused:
                continue  # what Discord's client would not send
            if nonce is not None:
                state = (await tab.became(nonce, "answered", "modal", "failed"))["state"]
                assert state != "failed", list(sandbox.world.journal)[-5:]
    refused = [line for line in sandbox.world.journal if line["level"] == "error"]
    assert not refused
