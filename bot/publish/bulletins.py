"""What servers are told on the bot's own account: daily deals, results, weeks, champions.

Each once, also if the bot is killed in between: what is owed follows from what is stored
(``data.standings.telling``), and a message that was sent but not yet noted Discord knows by its
nonce. A message that says something old (a deal is closed, a match was voided) is changed.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import partial

from sqlalchemy.engine import Connection

from bot.base import logs, times
from bot.layouts import Layout, bulletins, daily
from bot.layouts.bulletins import Champions
from bot.layouts.daily import DealContext
from bot.layouts.seasons import Kind as SeasonKind
from bot.publish.budget import Urgency
from bot.publish.delivery import NONCE_LENGTH, Post, fingerprint
from bot.publish.place import Place
from bot.publish.refusals import Meaning, Undelivered
from bot.texts import Texts, texts_for
from data.daily import boards, days, deals
from data.matches import matches
from data.people import guilds, posts
from data.people.guilds import Guild
from data.standings import digests, seasons, telling
from data.standings.seasons import Month
from data.standings.telling import Owed
from data.store.database import Database


class Bulletins:
    """One for the whole bot."""

    def __init__(
        self,
        db: Database,
        post: Post,
        locale_of: Callable[[int], str | None],
        ours: Callable[[int], bool],
    ) -> None:
        """``locale_of``: a server's language by Discord; ``ours``: whether we write to it."""
        self._db = db
        self._post = post
        self._locale_of = locale_of
        self._ours = ours
        self._pass: asyncio.Task[None] | None = None
        self._again = False

    def wake(self) -> None:
        """Something may be owed: look soon."""
        if self._pass is not None:
            self._again = True
            return
        self._pass = asyncio.create_task(self._look(), name="bulletins")
        self._pass.add_done_callback(self._looked)

    async def stop(self) -> None:
        """Tell no more; the next start goes on."""
        if self._pass is not None:
            self._again = False
            self._pass.cancel()
            await asyncio.gather(self._pass, return_exceptions=True)

    def _looked(self, done: asyncio.Task[None]) -> None:
        self._pass = None
        if done.cancelled():
            return
        if (error := done.exception()) is not None:
            logs.fault("bulletins-failed", error)
        elif self._again:
            self._again = False
            self.wake()

    async def _look(self) -> None:
        for guild in await self._db.read(guilds.told):
            if not self._ours(guild.id):
                continue
            now = times.now()
            for owed in await self._db.read(partial(telling.owed, guild=guild, now=now)):
                try:
                    await self._tell(guild, owed)
                except Undelivered as why:
                    # The place is closed, say. It is owed all the same, for a week.
                    logs.record("bulletin-undelivered", kind=owed.kind, why=why.meaning.name)

    async def _tell(self, guild: Guild, owed: Owed) -> None:
        texts = texts_for(guild.settings.locale or self._locale_of(guild.id))
        layout = await self._db.read(lambda conn: build(conn, texts, guild, owed))
        if layout is None:
            return
        mark = fingerprint(layout).components
        place = Place(owed.channel_id, None, guild.id)
        if owed.post is None:
            await self._send(guild, owed, place, layout, mark)
        elif owed.post.content_hash != mark:
            await self._change(owed.post, place, layout, mark)

    async def _send(
        self, guild: Guild, owed: Owed, place: Place, layout: Layout, mark: str
    ) -> None:
        known = f"{guild.id}:{owed.channel_id}:{owed.kind}:{owed.key}"
        nonce = hashlib.sha256(known.encode()).hexdigest()[:NONCE_LENGTH]
        message_id = await self._post.send(
            place, layout, f"bulletin-{owed.kind}", Urgency.SHOW, nonce=nonce
        )
        sent = posts.Post(
            guild.id, owed.kind, owed.key, owed.channel_id, message_id, mark, times.now()
        )
        await self._db.write(lambda conn: posts.add(conn, sent), later=True)
        logs.record("bulletin", kind=owed.kind, server=guild.id)

    async def _change(self, post: posts.Post, place: Place, layout: Layout, mark: str) -> None:
        try:
            await self._post.edit(
                place, post.message_id, layout, f"bulletin-{post.kind}", Urgency.SHOW
            )
        except Undelivered as why:
            if why.meaning not in {Meaning.MESSAGE_GONE, Meaning.MESSAGE_STUCK}:
                raise
            logs.record("bulletin-gone", kind=post.kind)  # a moderator deleted it: it stays so
        await self._db.write(lambda conn: posts.changed(conn, post, mark), later=True)


def build(conn: Connection, texts: Texts, guild: Guild, owed: Owed) -> Layout | None:
    """What is to be said about something now; None if there is nothing to say."""
    match owed.kind:
        case "daily":
            return _deal(conn, texts, guild, owed.key)
        case "match":
            row = matches.get(conn, int(owed.key))
            return bulletins.result(texts, row) if row is not None else None
        case "digest":
            week = days.opens_at(days.parse(owed.key)) - digests.WEEK_MS
            found = digests.digest(conn, guild.id, week)
            return None if found.empty else bulletins.digest(texts, found)
        case "champions":
            told = owed.post is not None
            return _champions(conn, texts, guild.id, Month.parse(owed.key), told=told)


def _deal(conn: Connection, texts: Texts, guild: Guild, day: str) -> Layout | None:
    deal = deals.of_day(conn, days.parse(day))
    if deal is None:
        return None
    context = DealContext(texts, deal, guild.name, boards.board(conn, deal.id, guild.id))
    return daily.invitation(context) if deal.closed_at is None else daily.final(context)


def _champions(
    conn: Connection, texts: Texts, guild_id: int, month: Month, *, told: bool
) -> Layout | None:
    """The champions of a month; that there are none is said where others were told before."""
    kinds: tuple[tuple[SeasonKind, seasons.Season], ...] = (
        ("rated", seasons.rated(conn, guild_id, month)),
        ("daily", seasons.daily(conn, guild_id, month)),
    )
    leaders = tuple((kind, seasons.champions(season)) for kind, season in kinds)
    if not told and not any(lines for _, lines in leaders):
        return None
    return bulletins.champions(texts, Champions(month, leaders))
