"""Everything that the messages of a match say, read at one moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.match.board import Board
from bot.match.live import Live
from bot.texts import Texts, first_of, texts_for
from data.matches.messages import Message
from data.people.guilds import Guild
from data.people.models import Preferences
from data.people.players import Player


@dataclass(frozen=True, slots=True)
class Where:
    """Where a match is: what tells a player with several of them which one this is.

    Attributes:
        guild: the server's name.
        channel: the id of the channel or thread where the table is.
        url: a link to the table message; None while there is none.
    """

    guild: str
    channel: int
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A match with everything that its messages say.

    Attributes:
        live: the match.
        guild: its server's row.
        texts: the server's language.
        people: the persons' rows by seat.
        due: by seat, when its decision runs out (UTC ms).
        messages: the messages that show the match, oldest first.
        ends: by kind, when what is nobody's decision runs out: a pause, a vote (UTC ms).
    """

    live: Live
    guild: Guild
    texts: Texts
    people: dict[int, Player]
    due: dict[int, int]
    messages: tuple[Message, ...]
    ends: Mapping[str, int] = field(default_factory=dict)

    def message(self, kind: str, *, number: int | None = None) -> Message | None:
        """The newest message of a kind; for results that of one round."""
        for message in reversed(self.messages):
            if message.kind == kind and (number is None or message.round == number):
                return message
        return None

    @property
    def where(self) -> Where:
        """Where the match is, with a link to its table."""
        shown = self.message("table") or self.message("lobby")
        return Where(self.guild.name, self.live.row.place, self.url(shown))

    def url(self, message: Message | None) -> str | None:
        """A link to one of the match's messages."""
        return message_url(self.live.row.guild_id, message) if message is not None else None

    def discord_ids(self, seats: Iterable[int]) -> dict[int, int]:
        """By seat, the Discord ids of the persons who are known."""
        return {
            seat: person.discord_id
            for seat in sorted(seats)
            if (person := self.people.get(seat)) is not None and person.discord_id is not None
        }

    def to_ping(self, seats: Iterable[int]) -> list[int]:
        """The Discord ids of those of them whom the bot may ping on its own account."""
        known = self.discord_ids(seats)
        return [one for seat, one in known.items() if self.preferences(seat).pings != "none"]

    def preferences(self, seat: int) -> Preferences:
        """The preferences of whoever sits there."""
        return self.people[seat].preferences if seat in self.people else Preferences()


def message_url(guild_id: int, message: Message) -> str:
    """A link to a message in a server."""
    return f"{channel_url(guild_id, message.channel_id)}/{message.message_id}"


def channel_url(guild_id: int, channel_id: int) -> str:
    """A link to a channel or thread of a server."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}"


def scene_of(board: Board, guild: Guild, locale: str | None, people: dict[int, Player]) -> Scene:
    """The scene of a match.

    Args:
        board: the match.
        guild: its server's row.
        locale: the server's language by Discord, for when none is set.
        people: the persons' rows by our key.
    """
    seated = {
        seat.seat: people[seat.player_id]
        for seat in board.live.row.seats
        if seat.player_id in people
    }
    texts = texts_for(guild.settings.locale or locale)
    ends = {one.kind: one.due_at for one in board.deadlines if not one.seat}
    return Scene(board.live, guild, texts, seated, board.due, board.messages, ends)


def reader(scene: Scene, seat: int) -> Texts:
    """The language of a person to whom the bot writes on its own account."""
    preferences = scene.preferences(seat)
    return first_of(preferences.locale, preferences.seen_locale) or scene.texts
