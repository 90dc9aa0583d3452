"""What the bot is told from outside: environment variables, or a ``.env`` file beside it."""

from __future__ import annotations

import re
from typing import Annotated, Literal, NamedTuple, TypeVar

from pydantic import Field, HttpUrl, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from data.store.leases import Shards

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
LogFormat = Literal["text", "json"]

TOKEN = re.compile(r"[A-Za-z0-9._-]+")


_SHARDS = re.compile(r"(\d+)(?:-(\d+))?/(\d+)")


class Group(NamedTuple):
    """A group of shards: which, from 1, and how many groups there are."""

    number: int
    groups: int


class SettingsError(Exception):
    """A setting is missing or wrong; the text is one line for whoever runs the bot."""


class DatabaseSettings(BaseSettings):
    """The one setting that work on the database needs.

    Attributes:
        database_url: an SQLAlchemy URL, of SQLite or PostgreSQL.
    """

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True
    )

    database_url: str = "sqlite:///scout.sqlite3"


class Settings(DatabaseSettings):
    """The settings, each named like its environment variable.

    Attributes:
        discord_token: the bot's token; never printed.
        log_level: how much is logged.
        log_format: lines to read, or one JSON object a line.
        metrics_port: where ``/healthz``, ``/readyz`` and ``/metrics`` answer, on loopback; None:
            nowhere.
        development_guild: a server in which commands appear at once, while developing.
        shard_count: how many gateway connections; left out, Discord decides.
        shards: which of them are this process's, as ``0-7/64``, where several processes share a
            database; None: all.
        shard_group: the same, as the second of eight groups of ``shard_count``: ``2/8``.
        discord_proxy: an HTTP proxy that keeps Discord's limits for all processes.
        think_workers: processes in which computer players think; 0: a thread (tests).
        draw_workers: processes in which pictures are drawn; 0: a thread (tests).
        computer_pace_ms: how long a computer's turn is at least visible, in milliseconds.
        calls_per_s: calls of the bot's that Discord is asked in a second; its limit is 50.
        publish_interval_ms: a match's messages are changed at most once in this time.
        par_runs: how often expert plays each daily deal, for its par; 0: deals have none (tests).
    """

    discord_token: SecretStr
    log_level: LogLevel = "INFO"
    log_format: LogFormat = "text"
    metrics_port: int | None = Field(default=None, ge=1, le=65_535)
    development_guild: int | None = Field(default=None, gt=0)
    shard_count: int | None = Field(default=None, ge=1)
    shards: Annotated[Shards | None, NoDecode] = None
    shard_group: Annotated[Group | None, NoDecode] = None
    discord_proxy: HttpUrl | None = None
    think_workers: int = Field(default=1, ge=0, le=64)
    draw_workers: int = Field(default=1, ge=0, le=64)
    computer_pace_ms: int = Field(default=700, ge=0, le=1000)
    calls_per_s: float = Field(default=45, gt=0)
    publish_interval_ms: int = Field(default=2000, ge=0, le=10_000)
    par_runs: int = Field(default=9, ge=0, le=99)

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, value: SecretStr) -> SecretStr:
        # Anything else can't be sent as a header, and errors about headers quote them.
        if not TOKEN.fullmatch(value.get_secret_value()):
            raise PydanticCustomError("token", "a token is one word of letters, digits, . - and _")
        return value

    @field_validator("shards", mode="before")
    @classmethod
    def _some_shards(cls, value: object) -> object:
        return _shards_of(value) if isinstance(value, str) else value

    @field_validator("shard_group", mode="before")
    @classmethod
    def _some_group(cls, value: object) -> object:
        return _group_of(value) if isinstance(value, str) else value

    @property
    def own_shards(self) -> Shards | None:
        """This process's shards; None: all there are."""
        if self.shards is not None or self.shard_group is None:
            return self.shards
        (number, groups), count = self.shard_group, self.shard_count or self.shard_group.groups
        ids = range((number - 1) * count // groups, number * count // groups)
        return Shards(tuple(ids), count)

    @property
    def processes(self) -> int:
        """How many processes there are, if each has as many shards as this one."""
        own = self.own_shards
        return 1 if own is None else -(-own.count // len(own.ids))

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("log_format", mode="before")
    @classmethod
    def _lower(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value


def _shards_of(text: str) -> Shards:
    found = _SHARDS.fullmatch(text.strip())
    if found is not None:
        first, count = int(found[1]), int(found[3])
        last = int(found[2] or first)
        if first <= last < count:
            return Shards(tuple(range(first, last + 1)), count)
    raise PydanticCustomError("shards", "write the first, the last and how many, as 0-7/64")


def _group_of(text: str) -> Group:
    number, _, groups = text.partition("/")
    if number.isdecimal() and groups.isdecimal() and 1 <= int(number) <= int(groups):
        return Group(int(number), int(groups))
    raise PydanticCustomError("group", "write which and how many, from 1/8 to 8/8")


Some = TypeVar("Some", bound=DatabaseSettings)


def read_settings(kind: type[Some]) -> Some:
    """The settings from the environment and ``.env``.

    Args:
        kind: ``Settings``, or the part of them that is needed.

    Raises:
        SettingsError: one is missing or wrong; says which, and never what it was.
    """
    try:
        return kind()
    except ValidationError as error:
        raise SettingsError("; ".join(map(_in_words, error.errors()))) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f".env can't be read: {type(error).__name__}") from None


def _in_words(problem: object) -> str:
    assert isinstance(problem, dict)
    name = ".".join(map(str, problem["loc"])).upper()
    if problem["type"] == "missing":
        return f"{name} is not set; put it into the environment or into .env (see .env.example)"
    return f"{name} is wrong: {problem['msg']}"
