"""What Discord says of the bot: its token, its servers, what it may do in a channel; and the time.

Only requests are made, no connection to the gateway: a bot that runs isn't disturbed.
"""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime

import aiohttp
import discord

from bot.base.gateway import call_through
from bot.host.places import IN_THREADS, NEEDED
from bot.operate.doctor.finding import Finding
from bot.settings import Settings

MOST_OFF_S = 2.0
"""Seconds that the clock may be wrong. Countdowns in messages are wrong by as much, and with it
the bot takes clicks for older than they are."""

INTENTS = discord.Intents(guilds=True)

RESET = (
    "Copy the token anew, or reset it, in the Developer Portal under Bot; then put it into .env."
)


async def look(settings: Settings, channel_id: int | None) -> list[Finding]:
    """Everything about Discord; what can't be looked at because of something else is left out."""
    call_through(settings.discord_proxy)
    client = discord.Client(intents=INTENTS)
    try:
        findings = [await clock()]
        await client.login(settings.discord_token.get_secret_value())
        findings += [await token(client), await intents(client), await servers(client)]
        if channel_id is not None:
            findings.append(await channel(client, channel_id))
    except discord.LoginFailure:
        findings.append(Finding("token", "Discord refuses it", RESET))
    except discord.HTTPException as error:
        said = f"a request was refused ({error.status}, {error.code})"
        findings.append(Finding("Discord", said, "Try again in some minutes."))
    except (aiohttp.ClientError, OSError) as error:
        said = f"can't be reached ({type(error).__name__})"
        findings = [Finding("Discord", said, "Let this machine reach discord.com, port 443.")]
    finally:
        await client.close()
    return findings


async def clock() -> Finding:
    """Whether this machine's time is Discord's."""
    timeout = aiohttp.ClientTimeout(total=15)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        asked = time.time()
        async with session.get(f"{discord.http.Route.BASE}/gateway") as answer:
            said = answer.headers.get("Date", "")
        answered = time.time()
    try:
        theirs = parsedate_to_datetime(said).timestamp()
    except ValueError:
        return Finding("clock", "not looked at: Discord didn't say what time it is")
    # They tell whole seconds, from some moment between asking and being answered.
    off = min((here - theirs for here in (asked - 1, answered)), key=abs)
    if (asked - 1 - theirs) * (answered - theirs) <= 0:
        off = 0.0
    if abs(off) > MOST_OFF_S:
        which = "fast" if off > 0 else "slow"
        return Finding(
            "clock",
            f"{abs(off):.0f} s {which}",
            "Let the system's clock be set over the network (NTP).",
        )
    return Finding("clock", "right")


async def token(client: discord.Client) -> Finding:
    """Whose token it is."""
    application = await client.application_info()
    return Finding("token", f"is that of {application.name}")


async def intents(client: discord.Client) -> Finding:
    """Whether the gateway would let the bot in."""
    shards, _, limit = await client.http.get_bot_gateway()
    if limit["remaining"] < shards:
        wait = round(limit["reset_after"] / 60_000)
        return Finding(
            "intents",
            f"the bot has connected too often; {limit['remaining']} connections are left",
            f"See in its log why it starts again and again. More are allowed in {wait} minutes.",
        )
    return Finding(
        "intents", f"servers alone, none is privileged; connections left: {limit['remaining']}"
    )


async def servers(client: discord.Client) -> Finding:
    """Whether the bot is in a server."""
    names = [guild.name async for guild in client.fetch_guilds(limit=200)]
    if not names:
        return Finding("servers", "it is in none", "Invite it, with the address in the README.")
    return Finding("servers", f"{len(names)}{' or more' if len(names) == 200 else ''}")


async def channel(client: discord.Client, channel_id: int) -> Finding:
    """What the bot may do in a channel or thread."""
    what = f"channel {channel_id}"
    unseen = "Let the bot's role see the channel, or invite the bot to its server."
    try:
        there = await client.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden):
        return Finding(what, "there is none, or the bot can't see it", unseen)
    if not isinstance(there, discord.TextChannel | discord.Thread):
        return Finding(what, "is no text channel and no thread", "Name one of those.")
    needed = dict(NEEDED)
    if isinstance(there, discord.Thread):
        del needed["send_messages"]
        needed |= {IN_THREADS[0]: IN_THREADS[1]}
    else:
        needed |= {IN_THREADS[0]: IN_THREADS[1], "create_public_threads": "Create Public Threads"}
    allowed = await _allowed(client, there)
    missing = [name for flag, name in needed.items() if not getattr(allowed, flag)]
    if missing:
        return Finding(
            what,
            f"the bot lacks {', '.join(missing)}",
            "Allow it in the channel's settings, under Permissions, to the bot's role.",
        )
    return Finding(what, "the bot may do there what it needs")


async def _allowed(
    client: discord.Client, there: discord.TextChannel | discord.Thread
) -> discord.Permissions:
    """What the bot may do; without the gateway nothing of it is known, and all is asked for."""
    assert client.user is not None
    guild = await client.fetch_guild(there.guild.id)
    member = await guild.fetch_member(client.user.id)
    counts = there.parent_id if isinstance(there, discord.Thread) else there.id
    for one in await guild.fetch_channels():
        if one.id == counts:
            return one.permissions_for(member)
    return discord.Permissions.none()
