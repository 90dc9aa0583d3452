"""The one place that builds the parts of the bot and ties them together."""

from __future__ import annotations

import asyncio
from functools import partial

import discord

from bot.base import logs, times
from bot.base.gateway import Gateway
from bot.entry.desk import Desk
from bot.entry.pace import Pace
from bot.host.alone import Alone
from bot.host.caches import People, Scenes, Servers
from bot.host.clock import Clock
from bot.host.computers import Computers
from bot.host.daily import Daily
from bot.host.endings import Endings
from bot.host.expiry import Expiry
from bot.host.leases import Charge, Everything, Leases
from bot.host.lobby import Lobbies
from bot.host.mailbox import Mailboxes
from bot.host.outages import BEAT, Outages
from bot.host.places import Places
from bot.host.upkeep import Upkeep
from bot.layouts import notices
from bot.match.board import Board
from bot.match.refusal import Refusal
from bot.match.replaying import Replays
from bot.publish import Publisher
from bot.publish.breakers import Breakers
from bot.publish.budget import Budget
from bot.publish.bulletins import Bulletins
from bot.publish.delivery import Post
from bot.publish.gate import Gate
from bot.publish.messenger import Messenger
from bot.publish.place import Place
from bot.publish.refusals import Undelivered
from bot.publish.wire import Wire
from bot.render import Kit
from bot.settings import Settings
from bot.texts import happenings
from bot.workers.advice import Advices
from bot.workers.elsewhere import Elsewhere
from bot.workers.reviewing import Reviews
from bot.workers.studio import Studio
from bot.workers.thinking import Thinker
from data.matches import log, matches, messages
from data.matches.deadlines import Deadline
from data.store import thoughts
from data.store.database import Database
from data.store.errors import BrokenLog
from data.store.hearing import Hearing
from data.store.leases import Shards

LAST_WORDS_S = 2.0
"""Seconds that answers and messages under way are given at a shutdown."""


class Parts:
    """All of the bot but its connection to Discord.

    Attributes:
        desk: what answers are made with.
        gateway: which shards hear nothing.
        outages: times in which nobody could act.
        clock: serves deadlines.
        computers: plays computers' turns.
        places: servers, channels and threads.
        thinker: lets computers think.
        studio: draws.
        publisher: keeps messages up to date.
    """

    def __init__(
        self, client: discord.AutoShardedClient, db: Database, settings: Settings, budget: Budget
    ) -> None:
        self._client = client
        self._db = db
        self._hearing: Hearing | None = None
        self._elsewhere = Elsewhere(db) if db.shared else None
        self.thinker = Thinker(settings.think_workers, self._elsewhere)
        self.studio = Studio(settings.draw_workers)
        people, servers = People(db), Servers(db)
        mailboxes = Mailboxes(db, self.changed)
        lobbies = Lobbies(db, mailboxes, people, servers)
        endings = Endings(db, mailboxes, self._tell_broken)
        self.computers = Computers(mailboxes, self.thinker, settings.computer_pace_ms, self._show)
        self.gateway = Gateway(client)
        self.charge: Charge = Everything()
        beat = BEAT
        if db.shared:
            own = settings.own_shards or Shards((0,), 1)
            self.charge = Leases(db, own, self._took_over)
            beat = f"{BEAT}: {own.ids} of {own.count}"
        self.outages = Outages(
            db,
            beat,
            silent=self.gateway.silent,
            answers=self.gateway.answers,
            shard_of=self._shard_of,
            servers_of=self._servers_of,
        )
        expiry = Expiry(mailboxes, lobbies, self.computers, self.thinker, self.outages)
        self.clock = Clock(db, partial(self._due, expiry), self.charge, self.outages.look)
        self.places = Places(db, mailboxes, lobbies, endings, servers)
        scenes = Scenes(people, servers, self._locale_of)
        kit = Kit(self.studio, db, Replays())
        breakers = Breakers(self._available)
        messenger = Messenger(
            matches=mailboxes,
            found=self,
            scenes=scenes.of,
            entries=lambda match_id: db.read(lambda conn: log.load(conn, match_id)),
            breakers=breakers,
            kit=kit,
            ours=self.charge.has,
        )
        post = Post(client, Gate(breakers, budget))
        self.publisher = Publisher(client, messenger, post, settings.publish_interval_ms)
        self.upkeep = Upkeep(db, self.publish_behind, self.charge)
        self.bulletins = Bulletins(db, post, self._locale_of, self.charge.has)
        self.daily = Daily(
            db,
            mailboxes,
            people,
            servers,
            self.thinker,
            par_runs=settings.par_runs,
            changed=self.bulletins.wake,
            broken=self.broken,
        )
        self.desk = Desk(
            client=client,
            db=db,
            mailboxes=mailboxes,
            people=people,
            servers=servers,
            scenes=scenes,
            lobbies=lobbies,
            endings=endings,
            publisher=self.publisher,
            kit=kit,
            thinker=self.thinker,
            upkeep=self.upkeep,
            alone=Alone(db, mailboxes, self.thinker),
            daily=self.daily,
            bulletins=self.bulletins,
            advices=Advices(self.thinker),
            reviews=Reviews(db, self.thinker, times.now),
            pace=Pace(),
        )

    # What the mailboxes, the clock and the computers tell

    def changed(self, board: Board) -> None:
        """A match has changed: whoever must act next, or show it, is told."""
        if self.desk.closing:
            return
        if self.charge.has(board.live.row.guild_id):
            self.computers.changed(board)
            self.clock.changed(board)
        if board.live.row.finish_order is not None:
            self.bulletins.wake()
        self.publisher.changed(board, show=not self.computers.busy(board.id))

    def _show(self, board: Board) -> None:
        if not self.desk.closing:
            self.publisher.changed(board)

    async def _due(self, expiry: Expiry, deadline: Deadline) -> None:
        try:
            await expiry.serve(deadline)
        except BrokenLog as error:
            await self.broken(error)

    # What publishing finds

    async def place_gone(self, channel_id: int) -> None:
        """A channel or thread is certainly no more."""
        await self.places.channel_gone(channel_id)

    async def member_gone(self, match_id: int, seat: int) -> None:
        """A seat's person has left the server."""
        await self.places.member_gone(match_id, seat)

    async def first_message(self, match_id: int, channel_id: int, message_id: int) -> bool:
        """A match's first message was posted."""
        return await self.desk.lobbies.begin(match_id, channel_id, message_id)

    async def broken(self, error: BrokenLog) -> None:
        """A match's log can't be replayed."""
        await self.desk.endings.close_broken(error)

    def person_changed(self, player_id: int) -> None:
        """A person's row was changed by a report."""
        self.desk.people.changed(player_id)

    # What the gateway tells

    def connection_lost(self, shard: int) -> None:
        """A shard hears nothing of its servers: nothing is served there meanwhile."""
        self.gateway.closed(shard)
        self.outages.listen()

    def connected(self, shard: int) -> None:
        """A shard hears of its servers again."""
        self.gateway.connected(shard)
        self.outages.listen()
        self.clock.wake()

    def server_back(self, guild_id: int) -> None:
        """A server is there again after an outage."""
        self.outages.server_back(guild_id)
        self.publisher.reopen(guild_id)
        self.clock.wake()

    def look_around(self) -> None:
        """All shards are connected: servers that are missing are away."""
        for guild in self._client.guilds:
            if guild.unavailable:
                self.outages.server_away(guild.id)

    # Start and end

    async def look_again(self) -> None:
        """Before anybody can click: look once more at hands whose answer a kill may have taken."""
        since = times.now() - times.DAY
        await self._db.write(lambda conn: messages.reopen_hands(conn, matches.behind(conn, since)))

    async def resume(self) -> None:
        """Take up where the last one left: what is due, and what messages lag behind."""
        if self._db.shared:
            self._hearing = self._db.hear(self._heard, self._unsure)
        await self.charge.begin()
        await self.outages.started()
        logs.record("resumed", behind=await self.publish_behind())
        self.clock.wake()
        self.upkeep.begin()
        self.daily.begin()

    async def publish_behind(self) -> int:
        """Publish every match, live or over for a day at most, that lags; how many there are."""
        since = times.now() - times.DAY
        shards = self.charge.shards
        behind = await self._db.read(lambda conn: matches.behind(conn, since, shards))
        for match_id in behind:
            try:
                self.changed(await self.desk.mailboxes.board(match_id))
            except BrokenLog as error:
                await self.broken(error)
            except Refusal:
                continue  # it is no longer kept
            except Exception as error:  # noqa: BLE001  (the others are published all the same)
                logs.fault("publishing-failed", error, match=match_id)
        return len(behind)

    async def close(self) -> None:
        """Stop: let answers under way be given, leave the rest to the next start."""
        self.desk.closing = True
        self.clock.stop()
        self.computers.stop()
        loop = asyncio.get_running_loop()
        end = loop.time() + LAST_WORDS_S
        # An event for each of them would be more to get wrong than looking twenty times a second.
        while (self.desk.answering or self.publisher.working) and loop.time() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await self.upkeep.stop()
        await self.daily.stop()
        await self.bulletins.stop()
        await self.publisher.close()
        await self.forsake()
        self.let_go()
        await self._db.close()

    async def forsake(self) -> None:
        """Leave what processes share to the others."""
        if self._hearing is not None:
            self._hearing.stop()
        await self.charge.stop()

    def let_go(self) -> None:
        """End the processes that think and draw."""
        self.desk.reviews.close()
        self.thinker.close()
        self.studio.close()

    # What other processes do

    def _heard(self, channel: str, told: str) -> None:
        """Something was committed, by this process or another."""
        key, *more = told.split()
        if channel == "match":
            self._match_changed(int(key), *more)
        elif channel == "person":
            self.desk.people.changed(int(key), int(more[0]) if more else None)
        elif channel == "server":
            self.desk.servers.changed(int(key))
        elif channel == "recount":
            self.upkeep.count_anew_soon()
        elif channel == thoughts.OVER and self._elsewhere is not None:
            self._elsewhere.answered(int(key))

    def _match_changed(self, match_id: int, guild_id: str, head: str, status: str) -> None:
        concerns = self.charge.has(int(guild_id)) or self.publisher.windows.any(match_id)
        if concerns and not self.desk.mailboxes.knows(match_id, int(head), status):
            self.upkeep.spawn(self._look_at(match_id), f"told-{match_id}")

    async def _look_at(self, match_id: int) -> None:
        """Another process has changed a match: what follows is ours to do."""
        try:
            await self.desk.mailboxes.show(match_id)
        except BrokenLog as error:
            await self.broken(error)
        except Refusal:
            return  # it is no longer kept

    def _unsure(self) -> None:
        """Something may have been missed."""
        self.desk.people.unsure()
        self.desk.servers.unsure()
        self._gained()

    def _took_over(self) -> None:
        """There are leases that weren't held before."""
        self.outages.took_over()
        self._gained()

    def _gained(self) -> None:
        """There may be more to do than before."""
        self.clock.wake()
        self.upkeep.spawn(self._take_up(), "taking-up")

    async def _take_up(self) -> None:
        await self.publish_behind()

    # What Discord knows

    def _locale_of(self, guild_id: int) -> str | None:
        guild = self._client.get_guild(guild_id)
        return guild.preferred_locale.value if guild is not None else None

    def _shard_of(self, guild_id: int) -> int:
        return (guild_id >> 22) % (self._client.shard_count or 1)

    def _servers_of(self, shard: int) -> list[int]:
        return [guild.id for guild in self._client.guilds if guild.shard_id == shard]

    def _available(self, guild_id: int) -> bool:
        guild = self._client.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    async def _tell_broken(self, match_id: int) -> None:
        """Say where the match was that it had to be closed."""
        try:
            row = await self._db.read(lambda conn: matches.get(conn, match_id))
        except BrokenLog:  # the row itself is what is broken
            logs.warn("broken-row", match=match_id)
            return
        if row is None:
            return
        texts = await self.desk.scenes.texts_of(row.guild_id)
        said = texts.gettext("Match {number}", number=match_id)
        said += f": {happenings.ending(texts, 'broken')}"
        try:
            here = Place(row.place, row.channel_id, row.guild_id)
            await self.publisher.say(here, notices.notice(texts, said), "broken")
        except Undelivered:
            logs.warn("broken-untold", match=match_id)


def budget_and_wire(settings: Settings) -> tuple[Budget, Wire]:
    """The budget of calls, and what counts them on their way."""
    # Discord's limits are the token's. A proxy keeps them for all; else each has its share.
    shares = 1 if settings.discord_proxy is not None else settings.processes
    budget = Budget(settings.calls_per_s / shares)
    return budget, Wire(budget)
