"""Share: a page that somebody looks at, shown to everybody where they are; and taken back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot import render
from bot.base import logs, times
from bot.base.times import MINUTE
from bot.entry import deals
from bot.entry.clicks import replays, reviews, standings
from bot.entry.clicks.press import Press, stands_there
from bot.layouts import daily as daily_layout
from bot.layouts import replay as replay_layout
from bot.layouts import review as review_layout
from bot.layouts.leaderboard import choice_of
from bot.layouts.sharing import Sharer, Sharing
from bot.match.ids import BadCustomId, Click, Verb
from bot.match.refusal import Refusal
from bot.texts import N_
from data.standings import history

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.layouts import Layout
    from bot.match.visitor import Visitor

MOST, WITHIN_MS = 2, MINUTE
"""One person shares so often within a minute."""

SERVERS_ONLY = N_("There is nobody here to share it with: do that in a server.")
FORBIDDEN = N_("In this server nothing is shared in the channel. Who manages it decides that.")
NOT_ALLOWED = N_("You may not write here, so I don't share anything for you.")
TOO_OFTEN = N_("That is a lot at once. Please share the next one in a minute.")
NOBODY = N_("They have played no match here yet.")
NOT_YOURS = N_("Only whoever shared it, or who manages this server, can remove it.")


async def share(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Show the page that the button stands on to everybody, in the server's language."""
    what = press.click.args[0] if press.click.args else ""
    if what not in _PAGES:
        raise BadCustomId(press.click.custom_id)
    everybody = await _everybody(desk, visitor, answer.interaction)
    by = Sharing(by=Sharer(visitor.discord_id, visitor.name))
    layout = await _PAGES[what](desk, everybody, press.click, by)
    if not desk.shares.may(visitor.discord_id, times.now(), WITHIN_MS, MOST):
        raise Refusal(TOO_OFTEN)
    await answer.public(layout)
    logs.record("shared", server=visitor.guild_id, what=what)


async def unshare(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Remove what was shared; for whoever shared it, and moderators."""
    del desk
    if not (answer.on_public_message and stands_there(answer, press)):
        raise BadCustomId(press.click.custom_id)
    if press.click.args != (str(visitor.discord_id),) and not visitor.moderator:
        raise Refusal(NOT_YOURS)
    await answer.remove()


async def _everybody(desk: Desk, visitor: Visitor, interaction: discord.Interaction) -> Visitor:
    """Who looks at what is shared here: nobody in particular, in the server's language.

    Raises:
        Refusal: nothing may be shared here, or not by this visitor.
    """
    if visitor.guild_id is None:
        raise Refusal(SERVERS_ONLY)
    guild = await desk.servers.get(visitor.guild_id)
    if guild is not None and not guild.settings.sharing:
        raise Refusal(FORBIDDEN)
    may, in_thread = interaction.permissions, isinstance(interaction.channel, discord.Thread)
    if not (may.send_messages_in_threads if in_thread else may.send_messages):
        raise Refusal(NOT_ALLOWED)
    return replace(visitor, player=None, texts=await desk.scenes.texts_of(visitor.guild_id))


async def _board(desk: Desk, everybody: Visitor, click: Click, sharing: Sharing) -> Layout:
    choice = choice_of(Click(Verb.BOARD, args=click.args[1:]))
    return await standings.board_page(desk, everybody, choice, sharing)


async def _profile(desk: Desk, everybody: Visitor, click: Click, sharing: Sharing) -> Layout:
    """A person's; they are called as in their last match here."""
    word = click.args[-1]
    if len(click.args) != 2 or not (word.isascii() and word.isdigit() and len(word) < 19):
        raise BadCustomId(click.custom_id)
    player_id, guild_id = int(word), everybody.guild_id
    assert guild_id is not None
    played = await desk.db.read(
        lambda conn: history.history(conn, guild_id, player_id=player_id).rows
    )
    seat = played[0].seat_of(player_id) if played else None
    if seat is None or seat.name is None:
        raise Refusal(NOBODY)
    return await standings.profile_page(desk, everybody, player_id, seat.name, sharing)


async def _replay(desk: Desk, everybody: Visitor, click: Click, sharing: Sharing) -> Layout:
    """A step of a match that is over: of others no hand is anybody's to see."""
    if click.match is None:
        raise BadCustomId(click.custom_id)
    at, advised = replay_layout.step_of(click), replay_layout.advised(click)
    return await replays.replay_page(
        desk, everybody, click.match, at, advised=advised, sharing=sharing
    )


async def _review(desk: Desk, everybody: Visitor, click: Click, sharing: Sharing) -> Layout:
    """What a seat's decisions cost in a match that is over and that everybody may see."""
    seat = review_layout.seat_of(replace(click, args=click.args[1:]))
    if click.match is None or not seat:
        raise BadCustomId(click.custom_id)
    return await reviews.shared(desk, everybody, click.match, seat, sharing)


async def _result(desk: Desk, everybody: Visitor, click: Click, sharing: Sharing) -> Layout:
    """The result of a match that is over."""
    if click.match is None or len(click.args) != 1:
        raise BadCustomId(click.custom_id)
    await replays.finished(desk, everybody, click.match)
    board = await desk.mailboxes.board(int(click.match))
    return await render.final_layout(desk.kit, await desk.scenes.of(board), sharing)


async def _deal(desk: Desk, everybody: Visitor, click: Click, sharing: Sharing) -> Layout:
    """How somebody did in a daily deal, in one line that tells nobody a card."""
    assert sharing.by is not None
    _, day, _ = daily_layout.asked(click)
    player = await desk.people.find(sharing.by.discord_id)
    line = await deals.share_line(desk, replace(everybody, player=player), day)
    return daily_layout.shared(everybody.texts, line, day, sharing.by)


_PAGES: dict[str, Callable[[Desk, Visitor, Click, Sharing], Awaitable[Layout]]] = {
    "board": _board,
    "profile": _profile,
    "replay": _replay,
    "review": _review,
    "result": _result,
    "daily": _deal,
}
