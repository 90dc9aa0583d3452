"""The state of the pocket Discord and the only ways to change it.

Every change tells the bot's gateway (Discord's events) and whoever listens: the people's pages.
What is told is written down only for those who want it, so that a busy world stays cheap.
"""

import datetime
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable

from bot.sandbox import founding, payloads
from bot.sandbox.errors import unknown_channel, unknown_message
from bot.sandbox.model import (
    DM_CHANNEL,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Json,
    Message,
    User,
)

EPOCH_MS = 1420070400000

# How many files stay fetchable after their message changed or went.
KEPT_FILES = 500

# An event for the bot: its name, the server that it is about (None: a DM), and its data when
# somebody wants them.
Gateway = Callable[[str, int | None, Callable[[], Json]], None]
# Whom an event is for: whether the person with an id may see it.
Audience = Callable[[int], bool]
Listener = Callable[[str, Json, Audience], None]


def seconds_of(snowflake: int) -> float:
    """When an id was made: seconds since the epoch."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


def everybody(_person_id: int) -> bool:
    """The audience of what anybody may see."""
    return True


class World:
    """Some servers, some people who are in all of them, one bot.

    Args:
        people: how many people live here, at least 1.
        servers: how many servers there are, at least 1.
        clock: seconds since the epoch; tests bring their own.
    """

    def __init__(
        self, people: int = 4, servers: int = 1, clock: Callable[[], float] = time.time
    ) -> None:
        self.clock = clock
        self.address = ""
        self._last_id = 0
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.files: dict[int, Attachment] = {}
        self.commands: dict[int, Json] = {}
        self.interactions: dict[str, Interaction] = {}
        self.journal: deque[Json] = deque(maxlen=500)
        self.read: dict[tuple[int, int], int] = {}
        self.nonces: dict[tuple[int, str], int] = {}
        self.on_gateway: Gateway = lambda _event, _guild, _data: None
        self.listeners: list[Listener] = []
        self._dms: dict[int, int] = {}
        self._unshown: deque[int] = deque()
        self.bot = User(id=self.new_id(), key="scout", name="SCOUT", bot=True)
        self.application_id = self.bot.id
        self.token = f"sandbox.{secrets.token_urlsafe(24)}"
        self.people = [founding.person(number, self.new_id) for number in range(people)]
        self.users = {one.id: one for one in (self.bot, *self.people)}
        for _ in range(servers):
            self.found()

    def found(self) -> Guild:
        """Found one more server with everybody in it; the bot isn't told."""
        # Shards go by an id's milliseconds: each server has one of its own, so they spread evenly.
        self._last_id += 1 << 22
        users = list(self.users.values())
        guild = founding.guild(len(self.guilds), self.new_id(), users, self.now(), self.new_id)
        self.guilds[guild.id] = guild
        self.channels |= {one.id: one for one in founding.channels(guild.id, self.new_id)}
        return guild

    # -- ids and time ---------------------------------------------------------------------------

    def new_id(self) -> int:
        """The next snowflake: later ones are greater, and carry their time."""
        made = (int(self.clock() * 1000) - EPOCH_MS) << 22
        self._last_id = max(self._last_id + 1, made)
        return self._last_id

    def now(self) -> str:
        """The time as Discord writes it."""
        return datetime.datetime.fromtimestamp(self.clock(), datetime.UTC).isoformat()

    # -- look-ups -------------------------------------------------------------------------------

    @property
    def guild(self) -> Guild:
        """The first server, where a page begins."""
        return next(iter(self.guilds.values()))

    def guild_of(self, channel: Channel) -> Guild | None:
        """The server of a channel or thread; None for a DM."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def channel(self, channel_id: int) -> Channel:
        """A channel by id.

        Raises:
            ApiError: 10003.
        """
        found = self.channels.get(channel_id)
        if found is None:
            raise unknown_channel()
        return found

    def message(self, channel_id: int, message_id: int) -> Message:
        """A message by channel and id; ephemeral ones are not found this way.

        Raises:
            ApiError: 10008.
        """
        found = self.messages.get(message_id)
        if found is None or found.channel_id != channel_id or found.visible_to is not None:
            raise unknown_message()
        return found

    def parent(self, channel: Channel) -> Channel:
        """The channel whose permissions count: a thread's parent, else the channel itself."""
        return self.channels[channel.parent_id] if channel.parent_id else channel

    def dm(self, person: User) -> Channel:
        """The DM between a person and the bot, made when first asked for."""
        if person.id not in self._dms:
            channel = Channel(self.new_id(), DM_CHANNEL, recipients=[person.id])
            self.channels[channel.id] = channel
            self._dms[person.id] = channel.id
            self.tell("channel", {"id": channel.id}, self.viewers(channel))
        return self.channels[self._dms[person.id]]

    def waiting(self, person_id: int) -> int:
        """How many of the bot's direct messages a person has not read."""
        if person_id not in self._dms:
            return 0
        dm = self.channels[self._dms[person_id]]
        since = self.read.get((person_id, dm.id), 0)
        return sum(one.author_id == self.bot.id and one.id > since for one in dm.messages.values())

    def viewers(self, channel: Channel) -> Audience:
        """The people who can see a channel."""
        guild = self.guild_of(channel)
        members = channel.recipients if guild is None else guild.members
        return lambda person_id: person_id in members

    def readers(self, message: Message) -> Audience:
        """The people who can see a message."""
        only = message.visible_to
        if only is not None:
            return lambda person_id: person_id == only
        return self.viewers(self.channels[message.channel_id])

    # -- what is told ---------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        """Hear every event that pages are told: its name, its data, and who may see it."""
        self.listeners.append(listener)

    def tell(self, event: str, data: Json, audience: Audience = everybody) -> None:
        """Tell an event to whoever listens."""
        for listener in self.listeners:
            listener(event, data, audience)

    def log(self, source: str, text: str, *, level: str = "info") -> None:
        """Write a line into the page's log: source is rest, gateway, bot or sandbox."""
        line = {"at": self.clock(), "source": source, "text": text, "level": level}
        self.journal.append(line)
        self.tell("log", line)

    def tell_waiting(self, person_id: int) -> None:
        """Tell every page how many messages wait for a person: one may play as several."""
        self.tell("waiting", {"person": person_id})

    def _tell_message(self, event: str, message: Message) -> None:
        if message.visible_to is None:
            guild_id = self.channels[message.channel_id].guild_id
            self.on_gateway(event, guild_id, lambda: payloads.message_event(self, message))
        self.tell("message", {"id": message.id}, self.readers(message))

    # -- what is said ---------------------------------------------------------------------------

    def post(self, message: Message) -> Message:
        """Add a message and tell who can see it."""
        message.timestamp = message.timestamp or self.now()
        channel = self.channels[message.channel_id]
        self.messages[message.id] = channel.messages[message.id] = message
        self.files |= {one.id: one for one in message.attachments}
        if message.visible_to is None:
            channel.shared += 1
            channel.last_message_id = message.id
            if channel.is_thread:
                # Who writes in a thread, or is mentioned there, follows it from then on.
                self.join_thread(channel, [message.author_id, *message.pings])
            if channel.is_thread and channel.archived:
                self.change_channel(channel, archived=False)
        self._tell_message("MESSAGE_CREATE", message)
        if channel.type == DM_CHANNEL:
            self.tell_waiting(channel.recipients[0])
        return message

    def change(self, message: Message, fresh: Message, *, mark: bool = True) -> None:
        """Make a message say what ``fresh`` says; ``mark`` writes "edited" at it."""
        kept = {one.id for one in fresh.attachments}
        self._retire(one for one in message.attachments if one.id not in kept)
        for name in Message.__slots__:
            setattr(message, name, getattr(fresh, name))
        self.files |= {one.id: one for one in message.attachments}
        if mark:
            message.edited_timestamp = self.now()
        self._tell_message("MESSAGE_UPDATE", message)

    def hang_thread(self, message: Message, thread: Channel) -> None:
        """Hang a thread on the message that it was opened from."""
        message.thread_id = thread.id
        self._tell_message("MESSAGE_UPDATE", message)

    def delete(self, message: Message) -> None:
        """Remove a message."""
        channel = self.channels[message.channel_id]
        audience = self.readers(message)
        self._remove(message, channel)
        gone: Json = {"id": str(message.id), "channel_id": str(channel.id)}
        if message.visible_to is None:
            where = {"guild_id": str(channel.guild_id)} if channel.guild_id else {}
            self.on_gateway("MESSAGE_DELETE", channel.guild_id, lambda: gone | where)
        self.tell("message_gone", gone, audience)

    def _remove(self, message: Message, channel: Channel) -> None:
        del self.messages[message.id], channel.messages[message.id]
        channel.shared -= message.visible_to is None
        self._retire(message.attachments)

    def _retire(self, files: Iterable[Attachment]) -> None:
        """Forget files that no message shows any more, but for the last ones, as Discord does."""
        self._unshown.extend(one.id for one in files)
        while len(self._unshown) > KEPT_FILES:
            self.files.pop(self._unshown.popleft(), None)

    # -- channels and threads -------------------------------------------------------------------

    def add_thread(self, thread: Channel) -> None:
        """Open a thread."""
        self.channels[thread.id] = thread
        self.on_gateway(
            "THREAD_CREATE",
            thread.guild_id,
            lambda: payloads.channel(self, thread) | {"newly_created": True},
        )
        self.tell("channel", {"id": thread.id}, self.viewers(thread))

    def join_thread(self, thread: Channel, people: Iterable[int]) -> None:
        """Let people, or the bot, follow a thread, if they don't yet."""
        fresh = [one for one in dict.fromkeys(people) if one not in thread.members]
        if fresh:
            self._follow(thread, [*thread.members, *fresh])

    def leave_thread(self, thread: Channel, user_id: int) -> None:
        """Let somebody follow a thread no more."""
        self._follow(thread, [one for one in thread.members if one != user_id])

    def _follow(self, thread: Channel, members: list[int]) -> None:
        before, thread.members = thread.members, members
        if (self.bot.id in before) != (self.bot.id in members):
            data = payloads.thread_members(thread, self.bot.id)
            self.on_gateway("THREAD_MEMBERS_UPDATE", thread.guild_id, lambda: data)
        self.tell("channel", {"id": thread.id}, self.viewers(thread))

    def change_channel(self, channel: Channel, **changes: object) -> None:
        """Set fields of a channel or thread and tell everybody."""
        for name, value in changes.items():
            setattr(channel, name, value)
        event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self.on_gateway(event, channel.guild_id, lambda: payloads.channel(self, channel))
        self.tell("channel", {"id": channel.id}, self.viewers(channel))

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread, and all messages in it."""
        for thread in [one for one in self.channels.values() if one.parent_id == channel.id]:
            self.delete_channel(thread)
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        data = payloads.channel(self, channel)
        audience = self.viewers(channel)
        del self.channels[channel.id]
        for person_id in channel.recipients:
            del self._dms[person_id]
        for message in list(channel.messages.values()):
            self._remove(message, channel)
        self.on_gateway(event, channel.guild_id, lambda: data)
        self.tell("channel_gone", {"id": str(channel.id)}, audience)
