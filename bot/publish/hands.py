"""The messages that only one person sees: the hand when it is their turn, or a ping in its place.

One new direct message a decision is the notification. Once the decision is made, by whomever, that
message becomes one line; no old hand keeps live buttons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import discord

from bot import render
from bot.base import logs, times
from bot.layouts import Layout, hand, pings
from bot.match import recount
from bot.match import scene as scenes
from bot.publish import delivery
from bot.publish.delivery import Trouble, Undelivered
from bot.texts import happenings
from data.matches import messages
from data.matches.hosted import Decision
from data.matches.messages import Message
from data.people import players

if TYPE_CHECKING:
    from bot.host import Host
    from bot.match.scene import Scene

Way = Literal["hand", "ping", "none"]
KINDS = ("hand", "ping", "warning")


async def show_hands(host: Host, scene: Scene) -> None:
    """Ask everybody who has something to decide, and close what was decided.

    Raises:
        discord.HTTPException: one of them couldn't be reached now; the others were all the same.
    """
    live, attempts = scene.live, delivery.Attempts()
    for message in scene.messages:
        if message.kind in KINDS and message.state != "retired" and message.seat:
            with attempts.one():
                await _close_if_decided(host, scene, message, message.seat)
    for seat in live.playing.awaited() if live.on and not live.playing.paused else ():
        if live.playing.seats[seat - 1].control == "person":
            with attempts.one():
                await _ask(host, scene, seat)
    attempts.finish()


def _decision(message: Message) -> Decision:
    return Decision(message.round or 0, message.turn or 0)


async def _ask(host: Host, scene: Scene, seat: int) -> None:
    decision = scene.live.decision(seat)
    assert decision is not None
    asked = [
        one.kind
        for one in scene.messages
        if one.seat == seat and one.kind in KINDS and _decision(one) == decision
    ]
    if not {"hand", "ping"} & set(asked):
        way = _way(scene, seat)
        if way == "hand" and not await _send_hand(host, scene, seat, decision):
            way = "ping"
        if way == "ping" and await host.places.still_here(scene, seat):
            person = scene.people[seat].discord_id or 0
            orienting, due = decision.turn == 0, scene.due.get(seat)
            layout = pings.turn_ping(
                scene.texts, scene.live.id, (person,), orienting=orienting, due=due
            )
            await _ping(host, scene, seat, decision, "ping", layout)
    if seat in scene.live.playing.warned and "warning" not in asked:
        await _warn(host, scene, seat, decision)


def _way(scene: Scene, seat: int) -> Way:
    player = scene.people.get(seat)
    if player is None or player.discord_id is None or player.preferences.pings == "none":
        return "none"
    blocked = player.dm_blocked_at is not None
    return "ping" if player.preferences.pings == "channel" or blocked else "hand"


async def _send_hand(host: Host, scene: Scene, seat: int, decision: Decision) -> bool:
    """Whether the hand reached them by direct message."""
    texts = scenes.reader(scene, seat)
    layout = await render.hand_layout(host, scene, seat, texts)
    return await _direct(host, scene, seat, decision, "hand", layout)


async def _direct(
    host: Host, scene: Scene, seat: int, decision: Decision, kind: str, layout: Layout
) -> bool:
    player = scene.people[seat]
    assert player.discord_id is not None
    try:
        channel = await host.client.create_dm(discord.Object(player.discord_id))
        nonce = await _once(host, scene, seat, decision, kind, channel.id)
        message_id = await delivery.send(host, channel.id, layout, nonce=nonce)
    except (Undelivered, discord.Forbidden, discord.NotFound) as error:
        trouble = error.trouble if isinstance(error, Undelivered) else Trouble.DM_REFUSED
        logs.record("dm-refused", match=scene.live.id, seat=seat, trouble=trouble.value)
        now = times.now()
        await host.db.write(lambda conn: players.change(conn, player.id, dm_blocked_at=now))
        return False
    await _remember(host, scene, seat, decision, kind, channel.id, message_id)
    return True


async def _ping(
    host: Host, scene: Scene, seat: int, decision: Decision, kind: str, layout: Layout
) -> None:
    player = scene.people[seat]
    place = scene.live.row.place
    assert player.discord_id is not None
    try:
        nonce = await _once(host, scene, seat, decision, kind, place)
        message_id = await delivery.send(
            host, place, layout, mention=[discord.Object(player.discord_id)], nonce=nonce
        )
    except Undelivered as undelivered:
        logs.warn("undelivered", match=scene.live.id, kind=kind, trouble=undelivered.trouble.value)
        return
    await _remember(host, scene, seat, decision, kind, place, message_id)


async def _warn(host: Host, scene: Scene, seat: int, decision: Decision) -> None:
    """The time is nearly up: once, the way they are asked."""
    way = _way(scene, seat)
    if way == "none" or seat not in scene.due:
        return
    due, orienting = scene.due[seat], decision.turn == 0
    match = scene.live.id
    if way == "hand":
        texts = scenes.reader(scene, seat)
        layout = pings.warned(texts, match, scene.where, due=due, orienting=orienting)
        await _direct(host, scene, seat, decision, "warning", layout)
    else:
        person = scene.people[seat].discord_id or 0
        layout = pings.warned_in_channel(scene.texts, match, person, due=due, orienting=orienting)
        await _ping(host, scene, seat, decision, "warning", layout)


async def _once(
    host: Host, scene: Scene, seat: int, decision: Decision, kind: str, channel_id: int
) -> str:
    shows = (decision.round, decision.turn)
    return await delivery.once(host, scene.live.row, kind, channel_id, seat=seat, shows=shows)


async def _remember(
    host: Host,
    scene: Scene,
    seat: int,
    decision: Decision,
    kind: str,
    channel_id: int,
    message_id: int,
) -> None:
    now = times.now()
    await host.db.write(
        lambda conn: messages.add(
            conn,
            scene.live.id,
            kind,
            channel_id=channel_id,
            message_id=message_id,
            sequence=scene.live.head,
            at=now,
            seat=seat,
            player_id=scene.people[seat].id,
            round=decision.round,
            turn=decision.turn,
        )
    )


async def _close_if_decided(host: Host, scene: Scene, message: Message, seat: int) -> None:
    if host.publisher.held(message.message_id):
        return
    if scene.live.decision(seat) == _decision(message) and (
        scene.live.playing.seats[seat - 1].control == "person"
    ):
        return
    try:
        if message.kind == "hand":
            line = await _closing_line(host, scene, message, seat)
            await delivery.edit(host, message.channel_id, message.message_id, line)
        else:
            await delivery.delete(host, message.channel_id, message.message_id)
    except Undelivered as undelivered:
        logs.record("old-message-stays", match=scene.live.id, trouble=undelivered.trouble.value)
    await host.db.write(lambda conn: messages.retire(conn, message.id))


async def _closing_line(host: Host, scene: Scene, message: Message, seat: int) -> Layout:
    texts = scenes.reader(scene, seat)
    done = await recount.acted_on(host, scene.live, seat, _decision(message))
    if done is not None:
        words = recount.acted_line(texts, seat, done)
    elif scene.live.playing.ended:
        words = happenings.ending(texts, scene.live.playing.ended.reason)
    else:
        words = texts.gettext("The computer plays for you until you are back.")
    return hand.done(texts, words, scene.where, scene.live.id)
