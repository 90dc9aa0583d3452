"""The real bot as a process of its own, over real sockets: whole matches and bad moments."""

import os
import random
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox.process import BotProcess
from bot.sandbox.server import Sandbox
from engine.record import parse
from tests.bot.sandbox.conftest import wait_for
from tests.bot.sandbox.player import click, final, hand, play, steps
from tests.bot.sandbox.tab import Tab, controls, words

# It thinks and draws in threads and doesn't dawdle; everything else is as for people.
SETTINGS = {
    "THINK_WORKERS": "0",
    "DRAW_WORKERS": "0",
    "COMPUTER_PACE_MS": "0",
    "PUBLISH_INTERVAL_MS": "100",
}


@pytest.fixture
async def process(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[BotProcess]:
    bot = BotProcess(sandbox, tmp_path, SETTINGS)
    sandbox.faults.processes.append(bot)
    await bot.start()
    yield bot
    await bot.stop()


@pytest.fixture
async def ada(sandbox: Sandbox, process: BotProcess) -> AsyncIterator[Tab]:
    async with Tab.open(sandbox, "ada") as tab:
        await tab.see(lambda: tab.overview["bot"]["connected"], 60)
        yield tab


async def begin(ada: Tab, *, rounds: int = 1) -> None:
    """A short match against two computers, which starts at once.

    The deals are random, and a round may be over with Ada's second click: she chooses her hand,
    shows, and both computers scout. Two rounds last at least four clicks.
    """
    nonce = await ada.slash("scout play", computers=2, rounds=rounds)
    assert (await ada.became(nonce, "answered", "failed"))["state"] == "answered"


async def winner(message: dict[str, object]) -> str:
    """The record that a finished match comes with; the engine must be able to read it."""
    [file] = [one for one in message["attachments"] if one["filename"].endswith(".txt")]  # type: ignore[attr-defined]
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as response:
        text = await response.text()
    parse(text)
    return next(line for line in text.splitlines() if line.startswith("winner"))


async def test_a_match_is_played_to_its_final_score(ada: Tab) -> None:
    await begin(ada)
    over = await play(ada, random.Random(1))
    assert over is not None
    assert await winner(over)
    assert hand(ada) is None
    refused = [line["text"] for line in ada.log if line["level"] == "error"]
    assert not refused


async def test_a_connection_cut_in_the_middle_of_a_match_is_resumed(
    sandbox: Sandbox, ada: Tab
) -> None:
    await begin(ada, rounds=2)
    rng = random.Random(2)
    await play(ada, rng, turns=2)
    await ada.see(lambda: hand(ada), 30)
    sandbox.gateway.drop()
    # The click is made while nobody listens; it is delivered after RESUME.
    over = await play(ada, rng)
    assert over is not None
    assert any("the bot resumed" in line["text"] for line in ada.log)


async def test_a_killed_bot_starts_again_and_the_old_buttons_still_work(
    process: BotProcess, ada: Tab
) -> None:
    await begin(ada, rounds=2)
    rng = random.Random(3)
    await play(ada, rng, turns=3)
    asking = await ada.see(lambda: hand(ada), 30)
    first = process.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    await wait_for(lambda: process.pid not in (None, first))
    await ada.see(lambda: ada.overview["bot"]["connected"], 60)
    current = ada.messages[asking["id"]]
    assert steps(current), "the hand from before the kill has lost its buttons"
    await click(ada, current, rng)
    assert await play(ada, rng) is not None


async def test_a_click_that_finds_no_bot_fails_and_works_the_next_time(
    sandbox: Sandbox, process: BotProcess, ada: Tab
) -> None:
    await begin(ada)
    asking = await ada.see(lambda: hand(ada), 30)
    await ada.do("kill_bot")
    await ada.see(lambda: not ada.overview["bot"]["connected"])
    sandbox.interactions.answer_within = 0.2
    nonce = await ada.press(asking, steps(asking)[0]["custom_id"])
    assert (await ada.became(nonce, "answered", "failed"))["state"] == "failed"
    sandbox.interactions.answer_within = 15
    await ada.do("start_bot")
    await ada.see(lambda: ada.overview["bot"]["connected"], 60)
    await click(ada, ada.messages[asking["id"]], random.Random(4))


async def test_asked_by_a_signal_the_bot_logs_how_busy_it_is_and_plays_on(
    process: BotProcess, sandbox: Sandbox, ada: Tab
) -> None:
    assert process.pid is not None
    os.kill(process.pid, signal.SIGUSR1)
    line = re.compile(r" scout: stats guilds=1 .*units=[1-9].* reads=\d+ groups=1:[1-9]")
    journal = sandbox.world.journal
    await wait_for(lambda: any(line.search(said["text"]) for said in journal))
    await begin(ada)
    assert await ada.see(lambda: hand(ada), 30)


async def test_the_bot_ends_cleanly_when_it_is_asked_to(
    process: BotProcess, sandbox: Sandbox, ada: Tab
) -> None:
    await begin(ada)
    await ada.see(lambda: hand(ada), 30)
    await process.stop(patience=30)
    ended = [line["text"] for line in sandbox.world.journal if "process ended" in line["text"]]
    assert ended == ["the bot's process ended (0)"]


async def test_closed_dms_fall_back_to_the_table_and_the_only_you_hand(ada: Tab) -> None:
    await ada.do("close_dms", person=ada.person("ada"), on=True)
    await begin(ada)
    await ada.see(lambda: any(one["pinged"] for one in ada.messages.values()), 30)
    assert not any(one["channel_id"] == ada.dm for one in ada.messages.values())
    table = await ada.see(
        lambda: next(
            (
                one
                for one in ada.messages.values()
                if any(part.get("label") == "My hand" for part in controls(one))
            ),
            None,
        )
    )
    await ada.press(table, "My hand")
    private = await ada.see(
        lambda: next((m for m in ada.messages.values() if m["ephemeral"] and steps(m)), None)
    )
    await click(ada, private, random.Random(5))
    assert final(ada) is None
    assert words(private)
