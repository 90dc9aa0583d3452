"""Telling Discord about the commands: only when they differ from what it was told last.

Discord allows few registrations a day, and keeps what it was told. So the bot remembers a hash of
that, per scope: everywhere, or the one server of whoever develops (``DEVELOPMENT_GUILD``).
"""

from __future__ import annotations

import hashlib
import json
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.base import logs
from bot.publish.budget import Urgency
from bot.publish.refusals import Undelivered
from bot.settings import SettingsError
from data.store import facts

if TYPE_CHECKING:
    from discord import app_commands

    from bot.publish.gate import Gate
    from data.store.database import Database

FACT = "commands:"
EVERYWHERE = "everywhere"

SYNC_S = 120.0
"""Seconds that a registration may take: Discord holds back who registers often."""


async def sync_if_changed(
    tree: app_commands.CommandTree[Any],
    db: Database,
    gate: Gate,
    application_id: int,
    guild_id: int | None,
) -> None:
    """Register the commands with Discord if they differ from those it was last told.

    Raises:
        SettingsError: the development guild isn't one where the bot may have commands.
        discord.HTTPException: Discord didn't take them.
    """
    await _clear_former(tree, db, gate, application_id, guild_id)
    target = discord.Object(guild_id) if guild_id else None
    if target is not None:
        tree.copy_global_to(guild=target)
    key = f"{FACT}{guild_id or EVERYWHERE}"
    payload = await _payload(tree, target)
    told = f"{application_id}:{_hash(payload)}"
    if await db.read(lambda conn: facts.get(conn, key)) == told:
        return
    try:
        await _sync(tree, gate, target)
    except discord.Forbidden as error:
        if target is None:
            raise
        raise SettingsError(
            "DEVELOPMENT_GUILD is wrong: the bot isn't in that server, or was invited there "
            "without the scope applications.commands"
        ) from error
    await db.write(lambda conn: facts.put(conn, key, told))
    logs.record("commands-synced", count=len(payload), scope=guild_id or EVERYWHERE)


async def _sync(
    tree: app_commands.CommandTree[Any], gate: Gate, target: discord.Object | None
) -> None:
    """Tell Discord, as any other call is made; what it refuses is raised as discord.py does."""
    try:
        await gate.call(
            lambda: tree.sync(guild=target),
            what="commands",
            place=None,
            urgency=Urgency.CALL,
            limit_s=SYNC_S,
        )
    except Undelivered as why:
        raise why.__cause__ or why from None


async def _clear_former(
    tree: app_commands.CommandTree[Any],
    db: Database,
    gate: Gate,
    application_id: int,
    guild_id: int | None,
) -> None:
    """Take the commands out of servers that are no longer developed in; each would stand twice."""
    known = await db.read(lambda conn: facts.starting_with(conn, FACT))
    for key, told in known.items():
        scope = key.removeprefix(FACT)
        if scope in (EVERYWHERE, str(guild_id)):
            continue
        if told.startswith(f"{application_id}:"):
            former = discord.Object(int(scope))
            tree.clear_commands(guild=former)
            try:
                await _sync(tree, gate, former)
            except discord.Forbidden:
                logs.warn("commands-not-cleared", scope=scope)  # it left that server
        await db.write(partial(facts.forget, key=key))


async def _payload(
    tree: app_commands.CommandTree[Any], target: discord.Object | None
) -> list[dict[str, Any]]:
    commands = tree.get_commands(guild=target)
    if tree.translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, tree.translator) for command in commands]


def _hash(payload: list[dict[str, Any]]) -> str:
    text = json.dumps(payload, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
