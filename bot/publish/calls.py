"""What a match asks of its persons: hands, pings, warnings, and the lines that close them.

Each call is a delivery of its own, made at once and again until it is made or no longer wanted;
none waits for another one, nor for what shows the match to everybody. One new direct message a
decision is the notification. Once the decision is made, by whomever, that message loses its
controls: it rests, to plan with, and stays so above its player's next one.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Literal

import discord
from sqlalchemy.engine import Connection

from bot.base import logs, times
from bot.layouts import Layout, pings, table
from bot.match import recount
from bot.match.board import Board
from bot.match.scene import Scene, reader
from bot.publish.budget import Urgency
from bot.publish.delivery import Post, nonce, place_of
from bot.publish.members import Members
from bot.publish.messenger import Messenger
from bot.publish.place import Place
from bot.publish.refusals import About, Meaning, Undelivered
from bot.publish.threads import Threads
from bot.publish.wanted import Call, wanted
from bot.render import closed_layout, hand_layout, outcome_layout, resting_layout
from bot.texts import happenings
from data.matches import matches, messages
from data.matches.messages import Message
from data.people import players

RESULT_LOOKS, RESULT_LOOK_S = 10, 0.3
"""How often, and after how many seconds each, the outcome looks for the result to link to."""


class Calls:
    """Makes the calls of all matches."""

    def __init__(
        self, messenger: Messenger, post: Post, members: Members, threads: Threads
    ) -> None:
        self._messenger = messenger
        self._post = post
        self._members = members
        self._threads = threads
        self._retries = messenger.retries(Urgency.CALL)
        self._under_way: dict[tuple[int, Call], asyncio.Task[None]] = {}
        self._settled: dict[int, set[Call]] = {}

    @property
    def busy(self) -> bool:
        """Whether anything is on its way."""
        return bool(self._under_way)

    @property
    def owed(self) -> int:
        """How many calls are on their way, or wait for another try."""
        return len(self._under_way) + len(self._retries)

    def changed(self, board: Board) -> None:
        """See to it that what the match must ask is on its way."""
        calls = wanted(board)
        settled = self._settled.get(board.id, set()) & set(calls)
        if settled:
            self._settled[board.id] = settled
        else:
            self._settled.pop(board.id, None)
        for call in calls:
            if call not in settled:
                self._start(board.id, call)

    def _over(self, key: tuple[int, Call], _: asyncio.Task[None]) -> None:
        self._under_way.pop(key, None)

    def done(self, board: Board, but: Call | None = None) -> bool:
        """Whether nothing remains to be delivered of what a match asks, but for one call.

        Neither an answer: whoever is killed before it leaves the match behind.
        """
        if self._messenger.answering(board.id):
            return False
        settled = self._settled.get(board.id, set())
        return all(call == but or call in settled for call in wanted(board))

    async def _deliver(self, match_id: int, call: Call) -> None:
        """One try."""
        key, board = (match_id, call), await self._messenger.board(match_id)
        if board is None or call not in wanted(board):
            self._retries.delivered(key)
            return
        if self._messenger.held(self._message_id(board, call)):
            return  # who holds the message wakes us when they are done
        try:
            await self._make(await self._messenger.scene(board), board, call)
        except Undelivered as why:
            if why.gone and why.place is not None and why.place.server is not None:
                await self._messenger.found.place_gone(why.place.id)
            elif why.meaning.fault:
                self._settled.setdefault(match_id, set()).add(call)
            else:
                self._retries.undelivered(key, why, partial(self._start, match_id, call))
        except Exception as error:  # noqa: BLE001  (who waits for it waits all the same)
            self._retries.failed(key, error, partial(self._start, match_id, call))
        else:
            self._retries.delivered(key)

    def _start(self, match_id: int, call: Call) -> None:
        key = (match_id, call)
        if key in self._under_way or self._retries.waiting(key):
            return
        name = f"{call.what}-{match_id}.{call.seat}"
        task = self._under_way[key] = self._messenger.spawn(self._deliver(match_id, call), name)
        task.add_done_callback(partial(self._over, key))

    @staticmethod
    def _message_id(board: Board, call: Call) -> int:
        return next((one.message_id for one in board.messages if one.id == call.message), 0)

    async def _make(self, scene: Scene, board: Board, call: Call) -> None:
        if call.what in {"rest", "close"}:
            message = next(one for one in board.messages if one.id == call.message)
            await self._put_down(scene, board, call, message)
        elif call.what == "begin":
            await self._begin(board)
        elif call.what == "ask":
            await self._ask(scene, board, call)
        elif call.what == "outcome":
            await self._tell_outcome(scene, board, call)
        else:
            await self._warn(scene, board, call)

    async def _begin(self, board: Board) -> None:
        """Post the match's first message: deals and seats follow from its id."""
        board = await self._threads.opened(board)
        scene, place = await self._messenger.scene(board), place_of(board)
        own = nonce(board, "table", place.id, board.live.head)
        layout = table.dealing(scene.texts, board.live.number, board.live.row.commitment)
        message_id = await self._post.send(place, layout, "table", Urgency.CALL, nonce=own)
        if not await self._messenger.found.first_message(board.id, place.id, message_id):
            await self._post.delete(place, message_id, "table")  # the start was taken back

    async def _ask(self, scene: Scene, board: Board, call: Call) -> None:
        way = _way(scene, call.seat)
        if way == "hand":
            texts = reader(scene, call.seat)
            layout = await hand_layout(self._messenger.kit, scene, call.seat, texts)
            if await self._direct(scene, board, call, "hand", layout):
                return
            way = "ping"
        if way == "ping" and await self._members.still_here(scene, call.seat):
            person = scene.people[call.seat].discord_id or 0
            orienting, due = call.decision.turn == 0, scene.due.get(call.seat)
            layout = pings.turn_ping(
                scene.texts, board.live.number, (person,), orienting=orienting, due=due
            )
            await self._ping(scene, board, call, "ping", layout)
            return
        await self._settle(board, call)

    async def _tell_outcome(self, scene: Scene, board: Board, call: Call) -> None:
        """How the match ended, to who is told their turns directly; the others see the result."""
        if _way(scene, call.seat) == "hand":
            scene, texts = await self._with_result(scene), reader(scene, call.seat)
            layout = await outcome_layout(self._messenger.kit, scene, call.seat, texts)
            if await self._direct(scene, board, call, "outcome", layout):
                return
        await self._settle(board, call)

    async def _with_result(self, scene: Scene) -> Scene:
        """The scene once the public result is there, which the outcome links; not for long."""
        for _ in range(RESULT_LOOKS):
            if scene.message("final") is not None:
                break
            await asyncio.sleep(RESULT_LOOK_S)
            board = await self._messenger.board(scene.live.id)
            scene = await self._messenger.scene(board) if board is not None else scene
        return scene

    async def _warn(self, scene: Scene, board: Board, call: Call) -> None:
        """The time is nearly up: once, the way they are asked."""
        way = _way(scene, call.seat)
        due, orienting = scene.due.get(call.seat), call.decision.turn == 0
        if way == "none" or due is None:
            await self._settle(board, call)
            return
        if way == "hand":
            texts = reader(scene, call.seat)
            layout = pings.warned(
                texts, board.live.number, scene.where, due=due, orienting=orienting
            )
            if await self._direct(scene, board, call, "warning", layout):
                return
        person = scene.people[call.seat].discord_id or 0
        layout = pings.warned_in_channel(
            scene.texts, board.live.number, person, due=due, orienting=orienting
        )
        await self._ping(scene, board, call, "warning", layout)

    async def _direct(
        self, scene: Scene, board: Board, call: Call, kind: str, layout: Layout
    ) -> bool:
        """Send it to them directly; False if they, or the bot for now, can't be reached so."""
        player = scene.people[call.seat]
        assert player.discord_id is not None
        try:
            channel = player.dm_channel_id or await self._post.direct_channel(player.discord_id)
            own = nonce(board, kind, channel, call.seat, *_asked(board, call))
            message_id = await self._post.send(
                Place(channel), layout, kind, Urgency.CALL, nonce=own
            )
        except Undelivered as why:
            if why.meaning is Meaning.PLACE_GONE and player.dm_channel_id is not None:
                await self._change_person(board, player.id, dm_channel_id=None)
                raise  # tried again by opening it anew
            if why.meaning.about is About.PERSON:
                logs.record("dm-refused", match=board.id, seat=call.seat, why=why.meaning.name)
                await self._change_person(
                    board, player.id, dm_channel_id=None, dm_blocked_at=times.now()
                )
                return False
            if why.meaning is Meaning.BOT_REFUSED:
                logs.record("dm-put-off", match=board.id, seat=call.seat)
                return False  # the next decision tries again
            raise
        new = channel if channel != player.dm_channel_id else None
        await self._sent(board, call, kind, player.id, channel, message_id, opened=new)
        return True

    async def _ping(
        self, scene: Scene, board: Board, call: Call, kind: str, layout: Layout
    ) -> None:
        player, place = scene.people[call.seat], place_of(board)
        assert player.discord_id is not None
        message_id = await self._post.send(
            place,
            layout,
            kind,
            Urgency.CALL,
            mention=[discord.Object(player.discord_id)],
            nonce=nonce(board, kind, place.id, call.seat, *_asked(board, call)),
        )
        await self._sent(board, call, kind, player.id, place.id, message_id)

    async def _sent(
        self,
        board: Board,
        call: Call,
        kind: str,
        player_id: int,
        channel_id: int,
        message_id: int,
        *,
        opened: int | None = None,
    ) -> None:
        called, at = await self._reached(board, call), times.now()

        def sent(conn: Connection) -> None:
            if opened is not None:
                players.set_dm_channel(conn, player_id, opened)
            if kind == "hand":
                messages.retire_resting(conn, board.id, call.seat)
            messages.add_unknown(
                conn,
                board.id,
                kind,
                channel_id=channel_id,
                message_id=message_id,
                sequence=board.live.head,
                at=at,
                seat=call.seat,
                player_id=player_id,
                round=call.decision.round,
                turn=call.decision.turn,
            )
            matches.set_lanes(conn, board.id, called=called)

        await self._messenger.report(board.id, sent, person=player_id if opened else None)

    async def _settle(self, board: Board, call: Call) -> None:
        """There is nothing to deliver after all."""
        self._settled.setdefault(board.id, set()).add(call)
        called = await self._reached(board, call)
        if called is not None:
            await self._messenger.report(
                board.id, lambda conn: matches.set_lanes(conn, board.id, called=called)
            )

    async def _reached(self, board: Board, call: Call) -> int | None:
        """To where the calls have come with this one; None if others are still on their way."""
        newest = await self._messenger.board(board.id) or board  # others may have arrived meanwhile
        return newest.live.head if self.done(newest, but=call) else None

    async def _change_person(self, board: Board, player_id: int, **values: int | None) -> None:
        await self._messenger.report(
            board.id, lambda conn: players.change(conn, player_id, **values), person=player_id
        )

    async def _put_down(self, scene: Scene, board: Board, call: Call, message: Message) -> None:
        """A decision is made: what asked for it has no controls any more."""
        here = Place(message.channel_id)
        if message.channel_id == board.live.row.place:
            here = place_of(board)
        stood_in = board.live.playing.seats[call.seat - 1].control == "stand-in"
        try:
            if message.kind == "hand":
                layout = await self._done(scene, board, call)
                await self._post.edit(here, message.message_id, layout, "line", Urgency.CALL)
            elif message.kind == "ping" and stood_in:
                layout = await self._stood_in(scene, board, call)
                await self._post.edit(here, message.message_id, layout, "line", Urgency.CALL)
            else:
                await self._post.delete(here, message.message_id, "line")
        except Undelivered as why:
            if why.meaning.about not in {About.MESSAGE, About.PERSON, About.PLACE}:
                raise
            logs.record("old-message-stays", match=board.id, why=why.meaning.name)
        called, rests = await self._reached(board, call), call.what == "rest"

        def put_down(conn: Connection) -> None:
            (messages.rest if rests else messages.retire)(conn, message.id)
            matches.set_lanes(conn, board.id, called=called)

        await self._messenger.report(board.id, put_down)

    async def _done(self, scene: Scene, board: Board, call: Call) -> Layout:
        texts, words = reader(scene, call.seat), await self._words(scene, board, call)
        if call.what == "rest":
            return await resting_layout(
                self._messenger.kit, scene, call.seat, call.decision, words, texts
            )
        return closed_layout(scene, call.decision, words, texts)

    async def _stood_in(self, scene: Scene, board: Board, call: Call) -> Layout:
        """What a ping becomes when the computer plays for who was pinged."""
        person = scene.people[call.seat].discord_id or 0
        said = recount.of_your_seat(scene.texts, board.live, call.seat)
        return pings.stood_in(scene.texts, board.live.number, person, said)

    async def _words(self, scene: Scene, board: Board, call: Call) -> str:
        """What was done about a decision, to the player."""
        texts, live = reader(scene, call.seat), board.live
        done = recount.deed(live, call.seat, call.decision)
        if done is None and live.decision(call.seat) != call.decision and not live.playing.ended:
            # So long ago that it is no longer at hand.
            entries = await self._messenger.entries(board.id)
            done = recount.deed_of_old(live, entries, call.seat, call.decision)
        words = [recount.deed_line(texts, done)] if done is not None else []
        if live.playing.ended:
            return " ".join(words) or happenings.ending(texts, live.playing.ended.reason)
        if live.playing.seats[call.seat - 1].control != "person":
            words.append(recount.of_your_seat(texts, live, call.seat))
        elif live.playing.paused:
            words.append(happenings.paused(texts))
        return " ".join(words) or texts.gettext("You were asked anew.")


def _asked(board: Board, call: Call) -> tuple[int, int, int]:
    """What a message asks for; the same decision is asked for anew after a pause or an outage."""
    asked = board.live.playing.seats[call.seat - 1].asked
    return (call.decision.round, call.decision.turn, asked)


def _way(scene: Scene, seat: int) -> Literal["hand", "ping", "none"]:
    player = scene.people.get(seat)
    if player is None or player.discord_id is None or player.preferences.pings == "none":
        return "none"
    blocked = player.dm_blocked_at is not None
    return "ping" if player.preferences.pings == "channel" or blocked else "hand"
