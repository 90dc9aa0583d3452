"""Leaderboards, profiles and lists of matches, for whoever asks alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

import discord

from bot.base import logs, times
from bot.entry.clicks.press import Press
from bot.layouts import history as history_layout
from bot.layouts import leaderboard as board_layout
from bot.layouts import profile as profile_layout
from bot.layouts.base import Layout
from bot.layouts.history import HistoryContext
from bot.layouts.leaderboard import BoardContext, Choice
from bot.layouts.profile import ProfileContext
from bot.match.refusal import Refusal
from bot.pictures import Picture, RatingPoint, Style, rating_picture
from bot.pictures.leaderboard import Standing, leaderboard_picture
from bot.publish.budget import Urgency
from bot.publish.delivery import Post
from bot.publish.refusals import Undelivered
from bot.texts import N_, Texts
from bot.workers.reviewing import JUDGE
from data.matches import reviews
from data.matches.reviews import Accuracy
from data.people import members
from data.standings import history, leaderboard, profile
from data.standings.leaderboard import Board, Line, Order

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.layouts.sharing import Sharing
    from bot.match.visitor import Visitor

SERVERS_ONLY = N_("Standings belong to a server: ask there.")
LOOK_UP_S = 2.0
"""Seconds that Discord is given to say who is still in a server."""


async def board(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Another page, order, time or minimum, in place."""
    choice = board_layout.choice_of(press.click, press.values)
    await answer.update(await board_page(desk, visitor, choice))


async def matches(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """A page of matches, in place of the list or the profile that was there."""
    page, player_id = history_layout.page_of(press.click)
    await answer.update(await history_page(desk, visitor, page, player_id))


async def board_page(
    desk: Desk, visitor: Visitor, choice: Choice, sharing: Sharing | None = None
) -> Layout:
    """A page of the server's leaderboard, without those who have left the server.

    Without ``sharing`` it is the visitor's own, who may share it.

    Raises:
        Refusal: it is a direct message.
    """
    guild_id = _server(visitor)
    found = await _board(desk, visitor, guild_id, choice)
    if await _look_up(desk, guild_id, found.lines) or await _is_back(desk, visitor, found):
        found = await _board(desk, visitor, guild_id, choice)
    picture = await _board_picture(desk, visitor, found, choice)
    server, sharing = desk.guild_name(guild_id), sharing or await desk.sharing(visitor)
    return board_layout.leaderboard(
        BoardContext(visitor.texts, server, found, choice, picture, sharing)
    )


async def _board(desk: Desk, visitor: Visitor, guild_id: int, choice: Choice) -> Board:
    now = times.now()
    return await desk.db.read(
        lambda conn: leaderboard.board(
            conn,
            guild_id,
            order=choice.order,
            span=choice.span,
            now=now,
            page=choice.page,
            least=choice.least,
            reader=visitor.player_id,
        )
    )


async def _is_back(desk: Desk, visitor: Visitor, found: Board) -> bool:
    """Who asks is in the server, whatever we thought; whether we thought otherwise."""
    if visitor.guild_id is None or found.mine is None or found.mine.place is not None:
        return False
    guild_id, player_id, now = visitor.guild_id, found.mine.player_id, times.now()
    return await desk.db.write(lambda conn: members.back(conn, guild_id, player_id, now))


async def _look_up(desk: Desk, guild_id: int, lines: Iterable[Line]) -> bool:
    """Ask Discord about those not looked up for a day; whether one of them has left."""
    now = times.now()
    guild = desk.client.get_guild(guild_id)
    ids = [line.player_id for line in lines]
    unsure = await desk.db.read(lambda conn: members.to_check(conn, guild_id, ids, now))
    if guild is None or not unsure:
        return False
    post = desk.publisher.post
    asked = await asyncio.gather(*(_member(post, guild, person) for person in unsure.values()))

    def note(conn: Connection) -> bool:
        left = False
        for player_id, member in zip(unsure, asked, strict=True):
            if isinstance(member, discord.Member):
                members.see(conn, guild_id, player_id, member.display_name, now)
            elif member is None:
                members.gone(conn, guild_id, player_id, now)
                left = True
        return left

    return await desk.db.write(note)


async def _member(
    post: Post, guild: discord.Guild, person: int
) -> discord.Member | Exception | None:
    """The member; None if they have left; the error if Discord doesn't say, or not in time."""
    try:
        async with asyncio.timeout(LOOK_UP_S):
            return await post.member(guild, person, Urgency.SHOW)
    except Undelivered as why:
        logs.warn("member-unknown", server=guild.id, why=why.meaning.name)
        return why
    except TimeoutError as error:
        logs.warn("member-unknown", server=guild.id, why="timeout")
        return error


async def _board_picture(
    desk: Desk, visitor: Visitor, found: Board, choice: Choice
) -> Picture | None:
    if not found.lines or visitor.preferences.text_only:
        return None
    texts = visitor.texts
    lines = [*found.lines]
    if found.mine and all(line.player_id != found.mine.player_id for line in lines):
        lines.append(found.mine)
    values = [_value(line, choice.order) for line in lines]
    low, high = min(0.0, *values), max(values)
    names = board_layout.board_names(texts, found)
    standings = tuple(
        Standing(
            line.place,
            names[line.player_id],
            _shown(texts, line, choice.order),
            (value - low) / (high - low) if high > low else 1.0,
            mine=line.player_id == visitor.player_id,
        )
        for line, value in zip(lines, values, strict=True)
    )
    title = board_layout.title(texts, choice)
    return await desk.kit.studio.draw(leaderboard_picture, title, standings, _style(visitor))


def _value(line: Line, order: Order) -> float:
    rating = line.solo_rating if order == "solo" else line.rating
    return {
        "rating": float(rating.points) if rating else 0.0,
        "solo": float(rating.points) if rating else 0.0,
        "wins": float(line.wins),
        "share": line.share,
        "average": line.average,
    }[order]


def _shown(texts: Texts, line: Line, order: Order) -> str:
    value = _value(line, order)
    if order == "share":
        return texts.percent(value)
    if order == "average":
        return texts.number(value, places=1)
    return texts.number(value) if order == "wins" else texts.rating(value)


async def profile_page(
    desk: Desk,
    visitor: Visitor,
    player_id: int | None,
    name: str,
    sharing: Sharing | None = None,
) -> Layout:
    """A person's profile in this server.

    Args:
        desk: what it is made with.
        visitor: who asks.
        player_id: the person, by our key; None for somebody unknown.
        name: what they are called here.
        sharing: how far it is shown; without it it is the visitor's own, who may share it.

    Raises:
        Refusal: it is a direct message.
    """
    guild_id = _server(visitor)
    server = desk.guild_name(guild_id)
    if player_id is None:
        return profile_layout.profile(ProfileContext(visitor.texts, name, server, None, None))
    now = times.now()

    def unit(conn: Connection) -> tuple[profile.Profile, Accuracy | None]:
        found = profile.profile(conn, guild_id, player_id, now)
        return found, reviews.accuracy(conn, guild_id, player_id, JUDGE)

    found, accuracy = await desk.db.read(unit)
    picture = None
    if found.history and not visitor.preferences.text_only:
        points = tuple(
            RatingPoint(point.at, point.rating.points, point.rating.uncertainty)
            for point in found.history
        )
        picture = await desk.kit.studio.draw(rating_picture, points, _style(visitor))
    return profile_layout.profile(
        ProfileContext(
            visitor.texts,
            name,
            server,
            player_id,
            found,
            picture,
            accuracy,
            sharing or await desk.sharing(visitor),
        )
    )


async def history_page(
    desk: Desk, visitor: Visitor, page: int, player_id: int = 0, name: str | None = None
) -> Layout:
    """A page of the server's matches, or of a person's in it (``player_id`` 0: everybody's).

    Without ``name`` the person is called as in their last match here. Who has played none here
    isn't named: the key may be anybody's.

    Raises:
        Refusal: it is a direct message.
    """
    guild_id = _server(visitor)
    found = await desk.db.read(
        lambda conn: history.history(conn, guild_id, player_id=player_id or None, page=page)
    )
    if name is None and found.rows and (seat := found.rows[0].seat_of(player_id)):
        name = seat.name or ""
    return history_layout.history(
        HistoryContext(visitor.texts, desk.guild_name(guild_id), found, player_id, name)
    )


def _server(visitor: Visitor) -> int:
    if visitor.guild_id is None:
        raise Refusal(SERVERS_ONLY)
    return visitor.guild_id


def _style(visitor: Visitor) -> Style:
    return Style(visitor.preferences.high_contrast, visitor.texts.locale)
