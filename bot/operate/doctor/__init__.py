"""``python -m bot doctor``: what is wrong with the bot's surroundings, and what to do about it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from bot.operate.doctor import discord, machine
from bot.operate.doctor.finding import Finding
from bot.settings import DatabaseSettings, Settings, SettingsError, read_settings


def examine(channel_id: int | None) -> int:
    """Look at everything and say what was found; exit code 0 if nothing is wrong, else 2.

    Args:
        channel_id: a channel or thread in which the bot shall play; None: none is looked at.
    """
    findings = []
    for finding in _findings(channel_id):
        print(finding)
        findings.append(finding)
    wrong = sum(finding.wrong for finding in findings)
    print("nothing is wrong" if not wrong else f"{wrong} of {len(findings)} need something done")
    return 2 if wrong else 0


def _findings(channel_id: int | None) -> Iterable[Finding]:
    try:
        settings = read_settings(Settings)
    except SettingsError as error:
        yield Finding("settings", str(error), "Correct it in the environment or in .env.")
        # What needs no token can be looked at all the same.
        yield from _without_token()
        return
    yield Finding("settings", "fine")
    yield from asyncio.run(discord.look(settings, channel_id))
    yield from machine.look(settings.database_url)


def _without_token() -> Iterable[Finding]:
    try:
        url = read_settings(DatabaseSettings).database_url
    except SettingsError:
        return  # said already
    yield from machine.look(url)
