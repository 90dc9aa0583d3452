"""What the bot is told from outside: environment variables, or a ``.env`` file beside it."""

from __future__ import annotations

import re
from typing import Literal, TypeVar

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
LogFormat = Literal["text", "json"]

TOKEN = re.compile(r"[A-Za-z0-9._-]+")


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
        think_workers: processes in which computer players think; 0: a thread (tests).
        draw_workers: processes in which pictures are drawn; 0: a thread (tests).
        computer_pace_ms: how long a computer's turn is at least visible, in milliseconds.
        calls_per_s: calls of the bot's that Discord is asked in a second; its limit is 50.
        publish_interval_ms: a match's messages are changed at most once in this time.
    """

    discord_token: SecretStr
    log_level: LogLevel = "INFO"
    log_format: LogFormat = "text"
    metrics_port: int | None = Field(default=None, ge=1, le=65_535)
    development_guild: int | None = Field(default=None, gt=0)
    shard_count: int | None = Field(default=None, ge=1)
    think_workers: int = Field(default=1, ge=0, le=64)
    draw_workers: int = Field(default=1, ge=0, le=64)
    computer_pace_ms: int = Field(default=700, ge=0, le=1000)
    calls_per_s: float = Field(default=45, gt=0)
    publish_interval_ms: int = Field(default=2000, ge=0, le=10_000)

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, value: SecretStr) -> SecretStr:
        # Anything else can't be sent as a header, and errors about headers quote them.
        if not TOKEN.fullmatch(value.get_secret_value()):
            raise PydanticCustomError("token", "a token is one word of letters, digits, . - and _")
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("log_format", mode="before")
    @classmethod
    def _lower(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value


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
