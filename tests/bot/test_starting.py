"""Starting the bot: whatever is wrong is one clear line and an exit code; secrets stay inside."""

from __future__ import annotations

import gc
import json
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from pydantic import ValidationError

from bot import app
from bot.__main__ import main
from bot.base import logs
from bot.parts import budget_and_wire
from bot.settings import Settings, read_settings
from data.store.leases import Shards
from data.store.sole import sole_bot

TOKEN = "MTIz.tell-nobody.ever"
NAMES = (
    "DISCORD_TOKEN",
    "DATABASE_URL",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "METRICS_PORT",
    "DEVELOPMENT_GUILD",
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's environment and no ``.env`` but what the test writes."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def same_logging_as_before() -> Iterator[None]:
    """Starting the bot sets the whole process's logging up."""
    loggers = [logging.getLogger(name) for name in (None, "discord", "scout")]
    before = [(one, one.level, one.handlers[:]) for one in loggers]
    yield
    for one, level, handlers in before:
        one.setLevel(level)
        one.handlers[:] = handlers


@pytest.fixture(autouse=True)
def same_collector_as_before() -> Iterator[None]:
    """Starting the bot sets aside all that the process has."""
    yield
    gc.unfreeze()


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], **environment: str
) -> tuple[int, str]:
    """The exit code of ``python -m bot run`` with these variables, and all it prints."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    code = main(["run"])
    printed = capsys.readouterr()
    return code, printed.out + printed.err


def newer(path: Path) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE alembic_version (version_num TEXT)")
        raw.execute("INSERT INTO alembic_version VALUES ('9999')")


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": ""}, "DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": f"{TOKEN} {TOKEN}"}, "DISCORD_TOKEN is wrong"),
        ({"DISCORD_TOKEN": f"{TOKEN}\n"}, "DISCORD_TOKEN is wrong"),
        ({"DISCORD_TOKEN": f"{TOKEN}é"}, "DISCORD_TOKEN is wrong"),
        ({"DISCORD_TOKEN": TOKEN, "LOG_LEVEL": "loud"}, "LOG_LEVEL is wrong"),
        ({"DISCORD_TOKEN": TOKEN, "LOG_FORMAT": "xml"}, "LOG_FORMAT is wrong"),
        ({"DISCORD_TOKEN": TOKEN, "METRICS_PORT": "http"}, "METRICS_PORT is wrong"),
        ({"DISCORD_TOKEN": TOKEN, "DEVELOPMENT_GUILD": "home"}, "DEVELOPMENT_GUILD is wrong"),
        ({"DISCORD_TOKEN": TOKEN, "DEVELOPMENT_GUILD": "-1"}, "DEVELOPMENT_GUILD is wrong"),
        ({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "here"}, "DATABASE_URL is not"),
        ({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "sqlite:////proc/no/x"}, "can't be written"),
        ({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "sqlite:///notes.txt"}, "not a SQLite database"),
        ({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "sqlite:///newer.sqlite3"}, "revision 9999"),
        ({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": "sqlite:///empty.sqlite3"}, "nothing is in it"),
        (
            {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": f"mysql://me:{TOKEN}@host/scout"},
            "only SQLite and PostgreSQL",
        ),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_code_2(
    environment: dict[str, str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "notes.txt").write_text("no database, " * 100)
    newer(tmp_path / "newer.sqlite3")
    (tmp_path / "empty.sqlite3").touch()
    code, printed = run(monkeypatch, capsys, **environment)
    assert code == 2
    assert printed.startswith("scout: ")
    assert printed.count("\n") == 1
    assert said in printed
    assert "tell-nobody" not in printed


def test_a_second_bot_on_the_same_database_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with sole_bot(f"sqlite:///{tmp_path}/scout.sqlite3"):
        code, printed = run(monkeypatch, capsys, DISCORD_TOKEN=TOKEN)
    assert code == 2
    assert printed.startswith("scout: another bot is running on ")
    assert printed.count("\n") == 1


def test_an_unreadable_env_file_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    code, printed = run(monkeypatch, capsys)
    assert code == 2
    assert printed == "scout: .env can't be read: UnicodeDecodeError\n"


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (discord.LoginFailure(f"Improper token {TOKEN}"), 2, "DISCORD_TOKEN is wrong"),
        (discord.PrivilegedIntentsRequired(0), 2, "privileged intent"),
        (discord.GatewayNotFound(), 1, "can't be reached"),
        (ConnectionResetError("gone"), 1, "can't be reached"),
    ],
)
def test_what_discord_refuses_is_one_line(
    error: Exception,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def login(self: discord.Client, token: str) -> None:
        await discord.AutoShardedClient._async_setup_hook(self)
        raise error

    monkeypatch.setattr(app.ScoutBot, "login", login)
    ended, printed = run(monkeypatch, capsys, DISCORD_TOKEN=TOKEN)
    assert ended == code
    lines = printed.splitlines()
    assert [line for line in lines if line.startswith("scout: ")] == lines[-1:]
    assert said in lines[-1]
    assert "Traceback" not in printed
    assert TOKEN not in printed


def test_what_stays_is_set_aside_from_the_collector_before_anything_connects(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    aside: list[int] = []

    async def login(self: discord.Client, token: str) -> None:
        aside.append(gc.get_freeze_count())
        await discord.AutoShardedClient._async_setup_hook(self)
        raise ConnectionResetError

    monkeypatch.setattr(app.ScoutBot, "login", login)
    assert run(monkeypatch, capsys, DISCORD_TOKEN=TOKEN)[0] == 1
    assert aside[0] > 50_000


def test_settings_come_from_the_environment_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text(
        f'DISCORD_TOKEN="{TOKEN}"\nLOG_LEVEL=warning\nDEVELOPMENT_GUILD=12\nSOMETHING_ELSE=1\n'
    )
    monkeypatch.setenv("DEVELOPMENT_GUILD", "34")
    found = read_settings(Settings)
    assert found.discord_token.get_secret_value() == TOKEN
    assert (found.log_level, found.development_guild) == ("WARNING", 34)
    assert found.database_url == "sqlite:///scout.sqlite3"
    assert TOKEN not in repr(found)
    assert TOKEN not in found.model_dump_json()


def test_the_example_file_names_every_setting_that_people_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = Path(__file__).parents[2] / ".env.example"
    lines = [line.removeprefix("# ") for line in example.read_text().splitlines()]
    there = dict(line.split("=", 1) for line in lines if line.split("=")[0] in NAMES)
    assert set(there) == set(NAMES)
    (tmp_path / ".env").write_text(
        f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL={there['DATABASE_URL']}\n"
        f"LOG_LEVEL={there['LOG_LEVEL']}\n"
    )
    shown, real = read_settings(Settings), Settings(discord_token=TOKEN, _env_file=None)
    assert (shown.database_url, shown.log_level) == (real.database_url, real.log_level)


def test_the_token_is_in_no_line_and_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("DEBUG", hide=TOKEN)
    logs.record("said", what=TOKEN)
    try:
        raise ValueError(f"bad header Bot {TOKEN}")  # noqa: TRY301
    except ValueError as error:
        logs.fault("failed", error)
    logging.getLogger("discord.http").debug("sent %s", TOKEN)
    logging.getLogger("discord.http").warning("refused %s", TOKEN)
    logging.getLogger("asyncio").error("never retrieved", exc_info=ValueError(TOKEN))
    printed = capsys.readouterr().err
    assert printed.count("[hidden]") == 4
    assert "sent" not in printed
    assert TOKEN not in printed


def test_json_lines_have_a_field_for_each_thing_and_hide_the_token(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("INFO", "json", hide=TOKEN)
    logs.record("action", match=7, seat=2, did="show", late=False, why=None)
    try:
        raise ValueError(f'bad header "Bot {TOKEN}"')  # noqa: TRY301
    except ValueError as error:
        logs.fault("failed", error, what=TOKEN)
    logging.getLogger("discord.http").warning("refused %s", TOKEN)
    told, failed, theirs = map(json.loads, capsys.readouterr().err.splitlines())
    at, *_ = told.pop("at"), failed.pop("at"), theirs.pop("at")
    assert at[:2] == "20"
    assert told == {
        "level": "INFO",
        "logger": "scout",
        "event": "action",
        "match": 7,
        "seat": 2,
        "did": "show",
        "late": False,
        "why": None,
    }
    assert "Traceback" in failed.pop("exc_info")
    assert failed == {"level": "ERROR", "logger": "scout", "event": "failed", "what": "[hidden]"}
    assert theirs == {"level": "WARNING", "logger": "discord.http", "message": "refused [hidden]"}


async def test_it_asks_discord_for_little_and_keeps_less() -> None:
    bot = app.ScoutBot(Settings(discord_token=TOKEN, _env_file=None))
    assert bot.intents == discord.Intents(guilds=True)
    assert bot._connection.member_cache_flags == discord.MemberCacheFlags.none()
    assert bot._connection.max_messages is None
    assert bot._connection._chunk_guilds is False
    assert bot.allowed_mentions.to_dict() == {"parse": []}
    assert isinstance(bot.activity, discord.Game)


@pytest.mark.parametrize(
    ("settings", "shards", "processes"),
    [
        ({}, None, 1),
        ({"shards": "0-7/64"}, Shards(tuple(range(8)), 64), 8),
        ({"shards": "3/4"}, Shards((3,), 4), 4),
        ({"shard_group": "2/8", "shard_count": 64}, Shards(tuple(range(8, 16)), 64), 8),
        ({"shard_group": "4/4"}, Shards((3,), 4), 4),
    ],
)
def test_a_process_is_given_its_shards(
    settings: dict[str, Any], shards: Shards | None, processes: int
) -> None:
    found = Settings(discord_token=TOKEN, _env_file=None, **settings)
    assert (found.own_shards, found.processes) == (shards, processes)


@pytest.mark.parametrize("wrong", [{"shards": "8-4/16"}, {"shards": "4/4"}, {"shard_group": "0/4"}])
def test_shards_that_there_are_not_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="write"):
        Settings(discord_token=TOKEN, _env_file=None, **wrong)


def test_calls_go_through_the_proxy_that_keeps_the_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def run(settings: Settings) -> None:
        asked.append(discord.http.Route("GET", "/gateway").url)
        one, of_two = (budget_and_wire(each)[0] for each in (settings, alone))
        assert one._free > of_two._free, "the proxy's limits aren't divided"

    alone = Settings(discord_token=TOKEN, _env_file=None, shard_group="1/2")
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(app, "run", run)
    for name, value in {
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_PROXY": "http://127.0.0.1:8080",
        "SHARD_GROUP": "1/2",
        "DATABASE_URL": "postgresql://localhost/scout",
    }.items():
        monkeypatch.setenv(name, value)
    assert app.launch() == 0
    assert asked == ["http://127.0.0.1:8080/api/v10/gateway"]
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/scout.sqlite3")
    assert app.launch() == 2
