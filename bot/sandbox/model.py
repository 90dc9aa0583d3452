"""What a pocket Discord consists of. Ids are integers here; payloads write them as strings."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

TEXT_CHANNEL, DM_CHANNEL, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
EPHEMERAL, LOADING, COMPONENTS_V2, SUPPRESS_NOTIFICATIONS = 1 << 6, 1 << 7, 1 << 15, 1 << 12


@dataclass(slots=True)
class User:
    """A person or the bot. ``key`` is the short name in the page's address (``?as=ada``)."""

    id: int
    key: str
    name: str
    bot: bool = False
    dms_closed: bool = False
    locale: str = "en-US"
    colour: str = "#5865f2"


@dataclass(slots=True)
class Role:
    """A role of a server; ``permissions`` is Discord's bit field."""

    id: int
    name: str
    permissions: int
    position: int = 1
    managed: bool = False
    mentionable: bool = True
    colour: int = 0


@dataclass(slots=True)
class Member:
    """A user's membership of a server."""

    user_id: int
    joined_at: str
    roles: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Channel:
    """A text channel, a DM or a thread (then ``parent_id`` and the thread fields count).

    ``messages`` are those that are there, by id, oldest first; ``shared`` says how many of them
    everybody sees.
    """

    id: int
    type: int
    name: str = ""
    guild_id: int | None = None
    parent_id: int | None = None
    owner_id: int | None = None
    topic: str = ""
    position: int = 0
    recipients: list[int] = field(default_factory=list)
    members: list[int] = field(default_factory=list)
    denied: dict[int, int] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    auto_archive_minutes: int = 1440
    created_at: str = ""
    last_message_id: int | None = None
    messages: "dict[int, Message]" = field(default_factory=dict)
    shared: int = 0

    @property
    def is_thread(self) -> bool:
        """Whether this is a public or private thread."""
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)


@dataclass(slots=True)
class Attachment:
    """A file of a message."""

    id: int
    filename: str
    content: bytes
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(slots=True)
class Message:
    """One message. ``visible_to`` names the one reader of an ephemeral message."""

    id: int
    channel_id: int
    author_id: int
    content: str = ""
    timestamp: str = ""
    edited_timestamp: str | None = None
    type: int = 0
    flags: int = 0
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[int] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    pings: list[int] = field(default_factory=list)
    reference: Json | None = None
    interaction: Json | None = None
    visible_to: int | None = None
    thread_id: int | None = None


@dataclass(slots=True)
class Interaction:
    """A person's command, click, choice, modal or autocomplete request, and how it was answered.

    ``answer`` is the type of the bot's first answer (None: not yet); ``original`` the id of the
    message that ``@original`` means; ``deferred`` while a thinking message waits to be filled.
    ``created`` is a time of the world's clock, ``sent`` one of ``time.perf_counter``.
    """

    id: int
    token: str
    type: int
    user_id: int
    channel_id: int
    created: float
    sent: float
    data: Json
    nonce: str
    message_id: int | None = None
    command_name: str | None = None
    answer: int | None = None
    original: int | None = None
    deferred: bool = False
    failed: bool = False


@dataclass(slots=True)
class Guild:
    """A server. ``present`` is False after the bot was removed from it."""

    id: int
    name: str
    owner_id: int
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    bans: set[int] = field(default_factory=set)
    present: bool = True
    unavailable: bool = False
