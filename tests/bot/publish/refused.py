"""Refusals as discord.py raises them."""

from __future__ import annotations

from types import SimpleNamespace

import discord


def refused(status: int, code: int = 0, **headers: str) -> discord.HTTPException:
    """A refusal with this status and code."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    headers = {"Via": "1.1 google"} | {name.replace("_", "-"): it for name, it in headers.items()}
    response = SimpleNamespace(status=status, reason="", headers=headers)
    return kind(response, {"code": code, "message": "no"})
