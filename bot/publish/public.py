"""The messages that everybody sees: lobby, table, results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord

from bot import render
from bot.base import logs, times
from bot.base.times import MINUTE
from bot.layouts import Layout, table
from bot.match import scene as scenes
from bot.publish import delivery
from bot.publish.delivery import Trouble, Undelivered
from data.matches import messages
from data.matches.messages import Message

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from bot.host import Host
    from bot.match.scene import Scene

SCROLLED = 12
"""With so many messages after it, the table is posted anew."""

LOOK_MS = MINUTE
"""How often, at most, we look how far the table has scrolled up."""

Build = Callable[[], Awaitable[Layout]]


async def show_lobby(host: Host, scene: Scene) -> None:
    """The lobby; once the match has started, a line that leads to the table."""
    row = scene.live.row
    shown = scene.message("lobby")
    if shown is None and (row.status != "lobby" or scene.message("table")):
        return  # it started at once, or was closed before anyone saw it

    async def build() -> Layout:
        return render.lobby_layout(scene)

    mention: list[discord.abc.Snowflake] = []
    if scene.guild.settings.lobby_role:
        mention.append(discord.Object(scene.guild.settings.lobby_role, type=discord.Role))
    mention += [
        discord.Object(guest)
        for seat in row.seats
        if seat.status == "invited" and (guest := scene.people[seat.seat].discord_id)
    ]
    await keep(host, scene, "lobby", shown, build, channel=row.channel_id, mention=mention)
    if shown is not None and row.status != "lobby" and shown.state == "live":
        await _retire(host, shown)  # nothing more will happen to it


async def show_table(host: Host, scene: Scene) -> None:
    """The table, kept up to date in place; posted anew when it has scrolled far up."""

    async def build() -> Layout:
        return await render.table_layout(host, scene)

    shown = scene.message("table")
    if shown is None and not scene.live.on:
        return  # over before anybody saw it
    if shown is not None and await _scrolled_away(host, scene, shown):
        await _post_anew(host, scene, shown, build)
    else:
        await keep(host, scene, "table", shown, build, channel=scene.live.row.place)


async def show_results(host: Host, scene: Scene) -> None:
    """The scores of rounds that are over, each once; and of the match."""
    live = scene.live
    for number in range(1, len(live.playing.results) + 1):
        if scene.message("result", number=number) is None:
            await _post_result(host, scene, number)
    if live.playing.over and scene.message("final") is None:

        async def build() -> Layout:
            return await render.final_layout(host, scene)

        await keep(host, scene, "final", None, build, channel=live.row.place)


async def show_voided(host: Host, match_id: int) -> None:
    """Say in a match's result that a moderator voided it."""
    scene = await scenes.scene(host, await host.ledger.load(match_id))
    shown = scene.message("final")
    if shown is None:
        return

    async def build() -> Layout:
        return await render.final_layout(host, scene)

    await keep(host, scene, "final", shown, build, channel=scene.live.row.place)


async def show_votes(host: Host, scene: Scene) -> None:
    """Proposals that wait for an answer, and what became of those that did."""
    hosted = scene.live.playing
    for about in ("pause", "resume", "end"):
        kind = f"vote-{about}"
        shown = scene.message(kind)
        if shown is not None and shown.state == "retired":
            shown = None
        is_open = not hosted.over and bool(hosted.agreed(about))
        if not is_open and shown is None:
            continue

        async def build(about: str = about, is_open: bool = is_open) -> Layout:
            return render.vote_layout(scene, about, is_open=is_open)

        await keep(host, scene, kind, shown, build, channel=scene.live.row.place)
        if shown is not None and not is_open:
            await _retire(host, shown)


async def _post_result(host: Host, scene: Scene, number: int) -> None:
    async def build() -> Layout:
        return await render.round_layout(host, scene, number)

    await keep(host, scene, "result", None, build, channel=scene.live.row.place, number=number)


async def _retire(host: Host, shown: Message) -> None:
    await host.db.write(lambda conn: messages.retire(conn, shown.id))


async def keep(
    host: Host,
    scene: Scene,
    kind: str,
    shown: Message | None,
    build: Build,
    *,
    channel: int,
    number: int | None = None,
    mention: list[discord.abc.Snowflake] | None = None,
) -> None:
    """Post a message, or bring the one that is there up to date.

    Lost permissions suspend it until the match's next change; a deleted one is posted anew.
    """
    head = scene.live.head
    if shown is not None and (shown.state == "retired" or host.publisher.held(shown.message_id)):
        return
    layout = await build()
    mark = delivery.fingerprint(layout)
    try:
        if shown is None:
            shows = (head if number is None else number,)
            nonce = await delivery.once(host, scene.live.row, kind, channel, shows=shows)
            message_id = await delivery.send(
                host, channel, layout, mention=mention or (), nonce=nonce
            )
            now = times.now()
            await host.db.write(
                lambda conn: messages.add(
                    conn,
                    scene.live.id,
                    kind,
                    channel_id=channel,
                    message_id=message_id,
                    sequence=head,
                    at=now,
                    round=number,
                    content_hash=str(mark),
                )
            )
            return
        if shown.content_hash != str(mark):
            same_files = (shown.content_hash or "").endswith(f"/{mark.files}")
            await delivery.edit(
                host, shown.channel_id, shown.message_id, layout, keep_files=same_files
            )
        if shown.sequence == head and shown.state == "live" and shown.content_hash == str(mark):
            return
        await host.db.write(lambda conn: _note_shown(conn, shown, head, str(mark)))
    except Undelivered as undelivered:
        await _undelivered(host, scene, kind, shown, undelivered.trouble, build)


def _note_shown(conn: Connection, shown: Message, head: int, mark: str) -> None:
    messages.set_shown(conn, shown.id, head, mark)
    if shown.state == "suspended":
        messages.set_state(conn, shown.id, "live")


async def _undelivered(
    host: Host, scene: Scene, kind: str, shown: Message | None, trouble: Trouble, build: Build
) -> None:
    logs.warn("undelivered", match=scene.live.id, kind=kind, trouble=trouble.value)
    if trouble is Trouble.PLACE_GONE:
        await host.places.channel_gone(shown.channel_id if shown else scene.live.row.place)
    elif trouble is Trouble.MESSAGE_GONE and shown is not None:
        await _replace(host, scene, shown, await build())
    elif shown is not None:
        await host.db.write(lambda conn: messages.set_state(conn, shown.id, "suspended"))


async def _replace(host: Host, scene: Scene, shown: Message, layout: Layout) -> None:
    mark, channel = str(delivery.fingerprint(layout)), shown.channel_id
    shows = (scene.live.head,)
    nonce = await delivery.once(host, scene.live.row, shown.kind, channel, shows=shows)
    try:
        message_id = await delivery.send(host, channel, layout, nonce=nonce)
    except Undelivered as undelivered:
        logs.warn("not-posted-anew", match=scene.live.id, trouble=undelivered.trouble.value)
        return
    now = times.now()

    def repost(conn: Connection) -> None:
        messages.repost(
            conn,
            shown.id,
            channel_id=channel,
            message_id=message_id,
            sequence=scene.live.head,
            at=now,
        )
        messages.set_shown(conn, shown.id, scene.live.head, mark)

    await host.db.write(repost)


async def _post_anew(host: Host, scene: Scene, shown: Message, build: Build) -> None:
    """The table at the end of the channel; the old one becomes a link to it."""
    await _replace(host, scene, shown, await build())
    fresh = await scenes.scene(host, scene.live)
    url = fresh.url(fresh.message("table")) or ""
    try:
        moved = table.moved(scene.texts, scene.live.id, url)
        await delivery.edit(host, shown.channel_id, shown.message_id, moved)
    except Undelivered:
        logs.record("old-table-gone", match=scene.live.id)


async def _scrolled_away(host: Host, scene: Scene, shown: Message) -> bool:
    """Whether many messages came after the table; asked only when a person is to act."""
    if not scene.due and not scene.live.playing.awaited():
        return False
    if not host.publisher.looks.may(scene.live.id, times.now(), LOOK_MS):
        return False
    place = host.client.get_partial_messageable(shown.channel_id)
    try:
        after = discord.Object(shown.message_id)
        later = [one async for one in place.history(limit=SCROLLED, after=after)]
    except discord.HTTPException:
        return False  # no leave to read; the table stays where it is
    return len(later) >= SCROLLED
