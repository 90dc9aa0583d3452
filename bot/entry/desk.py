"""What answers are made with: the parts of the bot that handlers of clicks and commands use."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import discord

from bot.base.seldom import Seldom
from bot.entry.pace import Pace
from bot.host.alone import Alone
from bot.host.caches import People, Scenes, Servers
from bot.host.daily import Daily
from bot.host.endings import Endings
from bot.host.lobby import Lobbies
from bot.host.mailbox import Mailboxes
from bot.host.upkeep import Upkeep
from bot.layouts.learn import Asked
from bot.layouts.sharing import Sharing
from bot.match.board import Board
from bot.match.visitor import Visitor
from bot.publish import Publisher
from bot.publish.bulletins import Bulletins
from bot.render import Kit
from bot.workers.advice import Advices
from bot.workers.reviewing import Reviews
from bot.workers.thinking import Thinker
from data.matches.models import StoredMatch
from data.store.database import Database

LESSONS_OPEN = 1000
"""Lessons that are remembered to be open."""


@dataclass(eq=False)
class Desk:
    """One for the whole bot; handlers are given it.

    Attributes:
        client: the connection to Discord.
        db: for what isn't a match's.
        mailboxes: the matches.
        people: people's rows.
        servers: servers' rows.
        scenes: what a match's messages say.
        lobbies: opens and changes lobbies.
        endings: ends matches, and people's parts in them.
        publisher: keeps messages up to date.
        kit: what layouts are made with.
        thinker: gives hints.
        upkeep: long work on the database.
        alone: plays the computers of hidden matches.
        daily: makes and closes daily deals, and begins attempts.
        bulletins: tells servers what they are to be told.
        advices: what expert would have played in matches that are over.
        reviews: what decisions cost in matches that are over.
        pace: how fast each person may click.
        lessons: by Discord's id, when somebody was shown which step of a lesson last.
        nudges: when a match's people were last nudged.
        shares: when people last shared something.
        commands: what can be typed, such as ``/scout play``, and what it is for, to be translated.
        closing: whether the bot is about to stop.
        answering: interactions that are being answered.
    """

    client: discord.Client
    db: Database
    mailboxes: Mailboxes
    people: People
    servers: Servers
    scenes: Scenes
    lobbies: Lobbies
    endings: Endings
    publisher: Publisher
    kit: Kit
    thinker: Thinker
    upkeep: Upkeep
    alone: Alone
    daily: Daily
    bulletins: Bulletins
    advices: Advices
    reviews: Reviews
    pace: Pace
    lessons: OrderedDict[int, tuple[int, Asked]] = field(default_factory=OrderedDict)
    nudges: Seldom = field(default_factory=Seldom)
    shares: Seldom = field(default_factory=Seldom)
    commands: Mapping[str, str] = field(default_factory=dict)
    closing: bool = False
    answering: int = 0

    async def at_turn(self, match_id: int) -> Board:
        """A match as whoever acts in it finds it: in a hidden one its computers act first.

        Raises:
            Refusal: there is no such match, or too many computers are thinking.
            BrokenLog: its log can't be replayed.
        """
        board = await self.mailboxes.board(match_id)
        return await self.alone.resume(match_id) if board.live.row.hidden else board

    def opened_lesson(self, discord_id: int, at: int, where: Asked) -> None:
        """Somebody is shown a step of a lesson; until then it can be typed what is done in it."""
        self.lessons[discord_id] = at, where
        self.lessons.move_to_end(discord_id)
        while len(self.lessons) > LESSONS_OPEN:
            self.lessons.popitem(last=False)

    def guild_name(self, guild_id: int) -> str:
        """What a server is called."""
        guild = self.client.get_guild(guild_id)
        return guild.name if guild is not None else ""

    async def sharing(self, visitor: Visitor, row: StoredMatch | None = None) -> Sharing:
        """Whether a visitor is offered to show everybody what they look at: perhaps a match."""
        elsewhere = row is not None and row.guild_id != visitor.guild_id
        if visitor.guild_id is None or elsewhere or (row is not None and row.hidden):
            return Sharing()
        guild = await self.servers.get(visitor.guild_id)
        return Sharing(offered=guild is None or guild.settings.sharing)

    @contextlib.contextmanager
    def busy(self) -> Iterator[None]:
        """Within this block an interaction is being answered; a shutdown waits for it."""
        self.answering += 1
        try:
            yield
        finally:
            self.answering -= 1
