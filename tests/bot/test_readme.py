"""What the README tells whoever runs the bot is what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import discord

from bot.host.places import IN_THREADS, NEEDED
from bot.settings import DatabaseSettings, Settings

README = (Path(__file__).parents[2] / "README.md").read_text()


def test_the_invitation_asks_for_what_the_code_needs() -> None:
    [number] = re.findall(r"permissions=(\d+)", README)
    needed = (*NEEDED, IN_THREADS[0], "create_public_threads")
    assert discord.Permissions(int(number)) == discord.Permissions(**dict.fromkeys(needed, True))
    for name in needed:
        assert name.replace("_", " ").title().replace(" In ", " in ") in README
    [scopes] = re.findall(r"scope=([^&\s]+)", README)
    assert set(scopes.split("+")) == {"bot", "applications.commands"}


def test_the_settings_and_their_defaults_are_told() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (\S+) \|", README, re.MULTILINE))
    told = {"DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "DEVELOPMENT_GUILD"}
    numbers = ("COMPUTER_PACE_MS", "THINK_WORKERS", "DRAW_WORKERS")
    assert set(rows) == told | {*numbers}
    for name in numbers:
        assert rows[name].strip("`") == str(Settings.model_fields[name.lower()].default)
    assert rows["DATABASE_URL"].strip("`") == DatabaseSettings.model_fields["database_url"].default
    assert rows["LOG_LEVEL"].strip("`") == Settings.model_fields["log_level"].default
