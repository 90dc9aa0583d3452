"""``python -m bot doctor`` finds what is wrong with a bot's surroundings, and says what to do."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from bot.__main__ import main
from bot.operate.doctor import discord as online
from bot.operate.doctor import examine, machine
from bot.operate.doctor.finding import Finding
from bot.pictures import glyphs
from bot.sandbox.model import Channel
from bot.sandbox.permissions import bit
from bot.sandbox.server import Sandbox
from bot.sandbox.troubles import Trouble
from bot.settings import Settings
from data.store.database import Database
from engine.players.fast import ready

NAMES = ("DISCORD_TOKEN", "DATABASE_URL", "METRICS_PORT", "LOG_FORMAT", "LOG_LEVEL")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def sandbox(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Sandbox]:
    """A small Discord that discord.py takes for Discord."""
    place = Sandbox(people=1, answer_within=15)
    await place.start()
    monkeypatch.setattr(discord.http.Route, "BASE", place.api)
    yield place
    await place.stop()


async def found(sandbox: Sandbox, channel: int | None = None) -> dict[str, Finding]:
    settings = Settings(discord_token=sandbox.world.token, _env_file=None)
    return {one.what: one for one in await online.look(settings, channel)}


async def test_it_calls_through_the_proxy_as_the_bot_does(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = sandbox.api.removesuffix("/api/v10")
    assert proxy != sandbox.api
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")
    settings = Settings(discord_token=sandbox.world.token, discord_proxy=proxy, _env_file=None)
    findings = await online.look(settings, None)
    assert [one.what for one in findings] == ["clock", "token", "intents", "servers"]


def a_channel(sandbox: Sandbox) -> Channel:
    return next(one for one in sandbox.world.channels.values() if one.type == 0)


async def test_where_nothing_is_wrong_it_says_so_and_exits_with_0(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "LEAST_FREE", 0)
    monkeypatch.setenv("DISCORD_TOKEN", sandbox.world.token)
    await (await Database.open("sqlite:///scout.sqlite3")).close()
    code = await asyncio.to_thread(main, ["doctor", "--channel", str(a_channel(sandbox).id)])
    printed = capsys.readouterr().out
    assert "WRONG" not in printed
    assert code == 0
    said = [line[7:].split(":")[0] for line in printed.splitlines()[:-1]]
    assert {one for one in said if not one.startswith("channel")} == {
        "settings", "clock", "token", "intents", "servers",
        "database", "disk", "fonts", "machine code",
    }  # fmt: skip
    assert printed.splitlines()[-1] == "nothing is wrong"
    assert sandbox.world.token not in printed


def test_without_a_token_the_rest_is_looked_at_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("scout.sqlite3").touch()
    assert main(["doctor"]) == 2
    printed = capsys.readouterr().out
    assert "WRONG  settings: DISCORD_TOKEN is not set" in printed
    assert "WRONG  database: scout.sqlite3 is empty" in printed
    assert "fonts: all scripts" in printed


def test_a_setting_that_is_wrong_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not one word")
    monkeypatch.setenv("DATABASE_URL", "sqlite://")
    assert examine(None) == 2
    printed = capsys.readouterr().out
    assert "DISCORD_TOKEN is wrong" in printed
    assert "WRONG  database: DATABASE_URL names no file" in printed
    assert "not one word" not in printed


async def test_a_token_that_discord_refuses(sandbox: Sandbox) -> None:
    settings = Settings(discord_token="MTIz.not.it", _env_file=None)
    findings = await online.look(settings, 1)
    assert [one.what for one in findings if one.wrong] == ["token"]
    assert "Developer Portal" in findings[-1].remedy


async def test_a_discord_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9/api")
    [only] = await online.look(Settings(discord_token="MTIz.x.y", _env_file=None), None)
    assert (only.what, only.wrong) == ("Discord", True)
    assert "can't be reached" in only.said


async def test_a_request_that_is_refused(sandbox: Sandbox) -> None:
    sandbox.troubles.add(Trouble("GET", "/users/@me/guilds", status=403, code=40002))
    findings = await found(sandbox)
    assert findings["Discord"].said == "a request was refused (403, 40002)"


async def test_a_bot_in_no_server(sandbox: Sandbox) -> None:
    assert not (await found(sandbox))["servers"].wrong
    for guild in sandbox.world.guilds.values():
        guild.present = False
    assert "Invite it" in (await found(sandbox))["servers"].remedy


async def test_a_bot_that_starts_again_and_again(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def spent(_: object) -> object:
        return 2, "wss://x", {"remaining": 1, "total": 1000, "reset_after": 1_800_000}

    monkeypatch.setattr(discord.http.HTTPClient, "get_bot_gateway", spent)
    finding = (await found(sandbox))["intents"]
    assert finding.wrong
    assert "30 minutes" in finding.remedy


@pytest.mark.parametrize(("off", "way"), [(-300, "slow"), (300, "fast"), (0, None)])
async def test_a_clock_that_is_wrong(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, off: int, way: str | None
) -> None:
    monkeypatch.setattr(online, "time", SimpleNamespace(time=lambda: time.time() + off))
    finding = await online.clock()
    if way is None:
        assert finding == Finding("clock", "right")
        return
    seconds, _, said = finding.said.split(" ")
    assert said == way
    assert 290 <= int(seconds) <= 301  # however long the request took
    assert "NTP" in finding.remedy


@pytest.mark.parametrize(
    ("flag", "name"),
    [
        ("attach_files", "Attach Files"),
        ("read_message_history", "Read Message History"),
        ("create_public_threads", "Create Public Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
    ],
)
async def test_a_permission_that_is_missing_in_a_channel(
    sandbox: Sandbox, flag: str, name: str
) -> None:
    there = a_channel(sandbox)
    what = f"channel {there.id}"
    assert not (await found(sandbox, there.id))[what].wrong
    there.denied[sandbox.world.bot.id] = bit(flag)
    finding = (await found(sandbox, there.id))[what]
    assert finding.said == f"the bot lacks {name}"
    assert "Permissions" in finding.remedy


async def test_a_thread_goes_by_its_channel_and_a_channel_that_isnt_there(sandbox: Sandbox) -> None:
    world, parent = sandbox.world, a_channel(sandbox)
    thread = Channel(
        world.new_id(),
        11,
        guild_id=parent.guild_id,
        name="t",
        parent_id=parent.id,
        owner_id=world.bot.id,
    )
    world.add_thread(thread)
    what = f"channel {thread.id}"
    parent.denied[world.bot.id] = bit("create_public_threads")  # no match's thread is opened there
    assert not (await found(sandbox, thread.id))[what].wrong
    parent.denied[world.bot.id] = bit("send_messages_in_threads")
    assert "Send Messages in Threads" in (await found(sandbox, thread.id))[what].said
    assert "can't see it" in (await found(sandbox, 17))["channel 17"].said


def not_whole(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20_000])


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
        raw.commit()


@pytest.mark.parametrize(
    ("harm", "said", "remedy"),
    [
        (not_whole, "damaged", "OPERATING"),
        (newer, "9999", "that version"),
        (lambda path: path.write_bytes(b""), "empty", "OPERATING"),
    ],
)
async def test_a_database_that_is_not_as_it_should_be(
    harm: Callable[[Path], None], said: str, remedy: str
) -> None:
    url = "sqlite:///scout.sqlite3"
    assert machine.database(url).said == "scout.sqlite3 will be made at the first start"
    await (await Database.open(url)).close()
    assert machine.database(url).said == "scout.sqlite3 is whole; matches: 0"
    harm(Path("scout.sqlite3"))
    finding = machine.database(url)
    assert said in finding.said
    assert remedy in finding.remedy


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    finding = machine.database("postgresql://me:s3cret@127.0.0.1:9/scout")
    assert finding.wrong
    assert finding.said.startswith("the database scout at 127.0.0.1 can't be used")
    assert "s3cret" not in str(finding)
    assert not machine.room("postgresql://me:s3cret@127.0.0.1:9/scout").wrong


def test_a_disk_that_is_nearly_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def free(count: int) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=count))

    Path("scout.sqlite3").write_bytes(b"x" * 1_000_000)
    url = "sqlite:///scout.sqlite3"
    free(machine.LEAST_FREE + 2_000_000)
    assert machine.room(url) == Finding("disk", "502 MB free for a database of 1 MB")
    free(machine.LEAST_FREE + 1_999_999)
    assert "Make room" in machine.room(url).remedy
    assert not machine.room("sqlite:///not/there/yet.sqlite3").wrong
    free(machine.LEAST_FREE - 1)
    assert machine.room("sqlite:///not/there/yet.sqlite3").wrong


def test_fonts_that_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not machine.fonts().wrong
    monkeypatch.setattr(glyphs, "drawable", lambda one: one != "ไ")
    assert machine.fonts().said == "none has ไ"

    def broken(_: str) -> bool:
        raise FileNotFoundError

    monkeypatch.setattr(glyphs, "drawable", broken)
    assert "FileNotFoundError" in machine.fonts().said


def test_machine_code_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "is_made", lambda: False)
    assert "python -m engine.players.fast" in machine.machine_code().said
    assert not machine.machine_code().wrong
    monkeypatch.setattr(machine.importlib.util, "find_spec", lambda _: None)
    assert "numba" in machine.machine_code().said
    assert machine.machine_code().wrong
