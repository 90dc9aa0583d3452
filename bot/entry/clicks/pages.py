"""Clicks on what belongs to no match: rules, help, preferences, a server's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.base import logs, times
from bot.entry.clicks.press import Press, stands_there
from bot.entry.visiting import texts_to
from bot.layouts import help as help_layout
from bot.layouts import preferences as preferences_layout
from bot.layouts import rules as rules_layout
from bot.layouts import settings as settings_layout
from bot.layouts.base import Layout
from bot.layouts.preferences import RETRY_DM
from bot.match.ids import Numbered
from bot.match.refusal import Refusal
from bot.pictures import Style
from bot.pictures.rules import rules_picture
from bot.texts import N_
from data.people import guilds, players, posts
from data.store import locks

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor
    from data.people.models import GuildSettings, Preferences

MODERATORS_ONLY = N_("Only who may manage this server can do that.")


async def rules(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """A page of the rules: a new one to that person alone, or turned in place."""
    page = rules_layout.page_of(press.click, press.values)
    layout = await rules_page(desk, visitor, page, press.click.match)
    if rules_layout.turns(press.click) and not answer.on_public_message:
        await answer.update(layout)
    else:
        await answer.private(layout)


async def rules_page(
    desk: Desk, visitor: Visitor, page: int, match: Numbered | None = None
) -> Layout:
    """A page of the rules as the visitor likes it: with its picture, or in words."""
    page = rules_layout.page_in(page)
    picture = None
    if not visitor.preferences.text_only:
        style = Style(visitor.preferences.high_contrast, visitor.texts.locale)
        picture = await desk.kit.studio.draw(rules_picture, page, style)
    return rules_layout.rules(visitor.texts, page, match, picture)


async def help_page(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """What the bot can do."""
    del press
    await answer.private(help_layout.help_page(visitor.texts, desk.commands))


async def preference(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Change one of the visitor's preferences."""
    at = times.now()

    def choose(conn: Connection) -> tuple[int, Preferences, bool]:
        person = players.by_discord(conn, visitor.discord_id, visitor.name, at)
        chosen, asks = person.preferences, press.click.args[:1] == (RETRY_DM,)
        if not asks:
            chosen = preferences_layout.changed(press.click, press.values, chosen)
            players.set_preferences(conn, person.id, chosen)
            asks = press.click.args[:1] == ("pings",) and chosen.pings == "dm"
        blocked = person.dm_blocked_at is not None and not asks
        if asks:  # for direct messages: they are tried once more
            players.change(conn, person.id, dm_blocked_at=None)
        return person.id, chosen, blocked

    key, chosen, blocked = await desk.db.write(choose)
    desk.people.changed(key, visitor.discord_id)
    desk.publisher.reopen(visitor.discord_id)
    texts = await texts_to(desk, answer.interaction, chosen.locale)
    await answer.update(preferences_layout.preferences(texts, chosen, dm_blocked=blocked))


async def setting(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """Change one of a server's settings."""
    guild_id = _moderated(visitor, answer, press)
    name, at = desk.guild_name(guild_id), times.now()

    def choose(conn: Connection) -> GuildSettings:
        locks.server(conn, guild_id)
        guild = guilds.get_or_create(conn, guild_id, name, at)
        before = guild.settings
        chosen = settings_layout.changed(press.click, press.values, before)
        if chosen.results_channel != before.results_channel:
            chosen = chosen.model_copy(update={"results_since": at})
        if chosen.daily_channel != before.daily_channel:
            posts.forget(conn, guild_id, "daily")
        guilds.set_settings(conn, guild_id, chosen)
        return chosen

    chosen = await desk.db.write(choose)
    desk.servers.changed(guild_id)
    desk.bulletins.wake()
    logs.record("setting", server=guild_id, name=press.click.args[0])
    page = settings_layout.page_of(press.click)
    await answer.update(settings_layout.settings(visitor.texts, chosen, page))


async def settings_page(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """The other page of a server's settings."""
    guild_id = _moderated(visitor, answer, press)
    guild = await desk.servers.get(guild_id)
    if guild is None:
        raise Refusal(MODERATORS_ONLY)
    page = settings_layout.page_of(press.click)
    await answer.update(settings_layout.settings(visitor.texts, guild.settings, page))


def _moderated(visitor: Visitor, answer: Answer, press: Press) -> int:
    # Who may open the page of settings the server has decided; whoever has it open may use it.
    if visitor.guild_id is None or not (visitor.moderator or stands_there(answer, press)):
        raise Refusal(MODERATORS_ONLY)
    return visitor.guild_id
