"""Somebody who plays the real bot through the page's socket, by what the messages offer."""

import random

from bot.match import ids
from tests.bot.sandbox.tab import Json, Tab, controls, words


def steps(message: Json) -> list[Json]:
    """The controls of a message that decide something in a match."""
    found = []
    for one in controls(message):
        if one.get("custom_id") and not one.get("disabled"):
            click = ids.parse(one["custom_id"])
            if click.decision and click.verb is not ids.Verb.HINT:
                found.append(one)
    return found


def hand(tab: Tab) -> Json | None:
    """The newest direct message that asks for something."""
    sent = [one for one in tab.messages.values() if one["channel_id"] == tab.dm]
    asking = [one for one in sent if steps(one)]
    return max(asking, key=lambda one: int(one["id"]), default=None)


def final(tab: Tab) -> Json | None:
    """The message with the final score, once it is there: it carries the record as a file."""
    for message in tab.messages.values():
        if any(one["filename"].endswith(".txt") for one in message["attachments"]):
            return message
    return None


async def click(tab: Tab, message: Json, rng: random.Random) -> None:
    """One click on something legal; Shows first, so that the match moves on."""
    offered = steps(message)
    shows = [one for one in offered if ids.parse(one["custom_id"]).verb is ids.Verb.SHOW]
    control = rng.choice(shows or offered)
    if control["type"] == 3:
        values = [one["value"] for one in control["options"]]
        nonce = await tab.choose(message, control["custom_id"], rng.choice(values))
    else:
        nonce = await tab.press(message, control["custom_id"])
    state = (await tab.became(nonce, "answered", "failed"))["state"]
    assert state == "answered", f"no answer to {control['custom_id']} of {words(message)!r}"


async def play(tab: Tab, rng: random.Random, *, turns: int = 1000) -> Json | None:
    """Act whenever asked, until the final score stands or so many clicks are made."""
    for _ in range(turns):
        await tab.see(lambda: hand(tab) or final(tab), 30)
        over, asking = final(tab), hand(tab)
        if over:
            return over
        assert asking is not None
        await click(tab, asking, rng)
    return None
