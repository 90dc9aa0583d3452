"""The state of the pocket Discord and the only ways to change it.

Every change tells two listeners: the bot's gateway (Discord's events) and the people's pages.
"""

import datetime
import secrets
import time
from collections import deque
from collections.abc import Callable

from bot.sandbox import payloads, permissions
from bot.sandbox.errors import unknown_channel, unknown_message
from bot.sandbox.model import (
    DM_CHANNEL,
    TEXT_CHANNEL,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Json,
    Member,
    Message,
    Role,
    User,
)

PEOPLE = (
    ("ada", "Ada", "#5b8def"),
    ("berk", "Berk", "#e0703a"),
    ("celina", "Celina", "#b660cd"),
    ("darya", "دریا", "#2f9e77"),
    ("emre", "Emre", "#c9475f"),
    ("fryderyk", "Fryderyk", "#8a8f2c"),
    ("gita", "گیتا", "#3a8fa8"),
    ("hania", "Hania", "#a2724e"),
)

KEPT_FILES = 500

Listener = Callable[[str, Json, int | None], None]
PageListener = Callable[[str, Json, set[int] | None], None]


class World:
    """One server, some people, one bot.

    Args:
        people: how many people live here, 1 to 8.
        clock: seconds since the epoch; tests bring their own.
    """

    def __init__(self, people: int = 4, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.address = ""
        self._last_id = 0
        self.users: dict[int, User] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.files: dict[int, Attachment] = {}
        self.commands: dict[int, Json] = {}
        self.interactions: dict[str, Interaction] = {}
        self.journal: deque[Json] = deque(maxlen=500)
        self.read: dict[tuple[int, int], int] = {}
        self.limited_until = 0.0
        self.nonces: dict[tuple[int, str], int] = {}
        self.on_gateway: Listener = lambda _event, _data, _channel: None
        self.on_page: PageListener = lambda _event, _data, _who: None
        self.bot = self._add_user("scout", "SCOUT", "#5865f2", bot=True)
        self.application_id = self.bot.id
        self.token = f"sandbox.{secrets.token_urlsafe(24)}"
        self.people = [self._add_user(*one) for one in PEOPLE[:people]]
        self.guild = self._found_guild()

    # -- ids and time ---------------------------------------------------------------------------

    def new_id(self) -> int:
        """The next snowflake: later ones are greater, and carry their time."""
        made = (int(self.clock() * 1000) - 1420070400000) << 22
        self._last_id = max(self._last_id + 1, made)
        return self._last_id

    def now(self) -> str:
        """The time as Discord writes it."""
        return datetime.datetime.fromtimestamp(self.clock(), datetime.UTC).isoformat()

    # -- beginnings -----------------------------------------------------------------------------

    def _add_user(self, key: str, name: str, colour: str, *, bot: bool = False) -> User:
        person = User(id=self.new_id(), key=key, name=name, bot=bot, colour=colour)
        self.users[person.id] = person
        return person

    def _found_guild(self) -> Guild:
        guild = Guild(id=self.new_id(), name="Pocket Server", owner_id=self.people[0].id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.EVERYONE, position=0)
        bot_role = Role(self.new_id(), "SCOUT", permissions.EVERYONE, position=2, managed=True)
        players = Role(self.new_id(), "Players", 0, colour=0x2F9E77)
        guild.roles |= {bot_role.id: bot_role, players.id: players}
        for person in self.people:
            guild.members[person.id] = Member(person.id, self.now())
        guild.members[self.bot.id] = Member(self.bot.id, self.now(), [bot_role.id])
        for position, (name, topic) in enumerate(
            (
                ("scout-table", "Type /scout play and see what happens."),
                ("lounge", "A second channel."),
            )
        ):
            channel = Channel(self.new_id(), TEXT_CHANNEL, name, guild.id, topic=topic)
            channel.position = position
            self.channels[channel.id] = channel
        return guild

    def keep_file(self, file: Attachment) -> Attachment:
        """Keep a file fetchable for a while, as Discord does after its message changed or went."""
        self.files[file.id] = file
        while len(self.files) > KEPT_FILES:
            del self.files[next(iter(self.files))]
        return file

    # -- look-ups -------------------------------------------------------------------------------

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

    def message_count(self, channel_id: int) -> int:
        """How many messages everybody can see in a channel."""
        return sum(
            one.channel_id == channel_id and one.visible_to is None
            for one in self.messages.values()
        )

    def dm(self, person: User) -> Channel:
        """The DM between a person and the bot, made when first asked for."""
        for channel in self.channels.values():
            if channel.type == DM_CHANNEL and person.id in channel.recipients:
                return channel
        channel = Channel(self.new_id(), DM_CHANNEL, recipients=[person.id])
        self.channels[channel.id] = channel
        self.on_page("channel", {"id": channel.id}, {person.id})
        return channel

    def waiting(self, person_id: int) -> int:
        """How many of the bot's direct messages a person has not read."""
        return sum(
            one.author_id == self.bot.id and one.id > self.read.get((person_id, one.channel_id), 0)
            for one in self.messages.values()
            if self.channels[one.channel_id].recipients == [person_id]
        )

    def tell_waiting(self, person_id: int) -> None:
        """Tell every page how many messages wait for a person: one may play as several."""
        data = {"person": str(person_id), "count": self.waiting(person_id)}
        self.on_page("waiting", data, None)

    def viewers(self, channel: Channel) -> set[int]:
        """The people who can see a channel."""
        if channel.type == DM_CHANNEL:
            return set(channel.recipients)
        return {one.id for one in self.people if one.id in self.guild.members}

    # -- what is said ---------------------------------------------------------------------------

    def post(self, message: Message) -> Message:
        """Add a message and tell who can see it."""
        message.timestamp = message.timestamp or self.now()
        self.messages[message.id] = message
        channel = self.channels[message.channel_id]
        if message.visible_to is None:
            channel.last_message_id = message.id
            if channel.is_thread and channel.archived:
                self.change_channel(channel, archived=False)
            self._tell_bot("MESSAGE_CREATE", message)
        self._tell_pages("message", message)
        if channel.type == DM_CHANNEL:
            self.tell_waiting(channel.recipients[0])
        return message

    def edited(self, message: Message, *, mark: bool = True) -> None:
        """Tell that a message was changed; ``mark`` writes "edited" at it."""
        if mark:
            message.edited_timestamp = self.now()
        if message.visible_to is None:
            self._tell_bot("MESSAGE_UPDATE", message)
        self._tell_pages("message", message)

    def delete(self, message: Message) -> None:
        """Remove a message."""
        self.messages.pop(message.id, None)
        channel = self.channels[message.channel_id]
        if message.visible_to is None:
            data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
            if channel.guild_id:
                data["guild_id"] = str(channel.guild_id)
            self.on_gateway("MESSAGE_DELETE", data, channel.id)
        self.on_page(
            "message_gone",
            {"id": str(message.id), "channel_id": str(channel.id)},
            self._readers(message, channel),
        )

    def _readers(self, message: Message, channel: Channel) -> set[int]:
        return {message.visible_to} if message.visible_to else self.viewers(channel)

    def _tell_bot(self, event: str, message: Message) -> None:
        channel = self.channels[message.channel_id]
        data = payloads.message(self, message)
        if channel.guild_id:
            data["guild_id"] = str(channel.guild_id)
            author = self.guild.members.get(message.author_id)
            if author:
                data["member"] = payloads.member(self, author, with_user=False)
        self.on_gateway(event, data, channel.id)

    def _tell_pages(self, event: str, message: Message) -> None:
        channel = self.channels[message.channel_id]
        self.on_page(event, {"id": message.id}, self._readers(message, channel))

    # -- channels and threads -------------------------------------------------------------------

    def add_thread(self, thread: Channel) -> None:
        """Open a thread."""
        self.channels[thread.id] = thread
        data = payloads.channel(self, thread) | {"newly_created": True}
        self.on_gateway("THREAD_CREATE", data, thread.id)
        self.on_page("channel", {"id": thread.id}, None)

    def change_channel(self, channel: Channel, **changes: object) -> None:
        """Set fields of a channel or thread and tell everybody."""
        for name, value in changes.items():
            setattr(channel, name, value)
        event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self.on_gateway(event, payloads.channel(self, channel), channel.id)
        self.on_page("channel", {"id": channel.id}, None)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread, and all messages in it."""
        for thread in [one for one in self.channels.values() if one.parent_id == channel.id]:
            self.delete_channel(thread)
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        data = payloads.channel(self, channel)
        del self.channels[channel.id]
        for message in [one for one in self.messages.values() if one.channel_id == channel.id]:
            del self.messages[message.id]
        self.on_gateway(event, data, channel.id)
        self.on_page("channel_gone", {"id": str(channel.id)}, None)

    # -- the log that the page shows ------------------------------------------------------------

    def log(self, source: str, text: str, *, level: str = "info") -> None:
        """Write a line into the page's log: source is rest, gateway, bot or sandbox."""
        line = {"at": self.clock(), "source": source, "text": text, "level": level}
        self.journal.append(line)
        self.on_page("log", line, None)
