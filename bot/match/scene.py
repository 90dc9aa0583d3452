"""Everything that the messages of a match say, read at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.layouts.base import Where
from bot.match import limits
from bot.match.live import Live
from bot.texts import Texts, texts_for
from data.matches import deadlines as stored_deadlines
from data.matches import messages
from data.matches.deadlines import Deadline
from data.matches.messages import Message
from data.people import guilds, players
from data.people.guilds import Guild
from data.people.models import Preferences
from data.people.players import Player

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from bot.host import Host

PUBLIC = ("lobby", "table", "result", "final")
"""The kinds of messages that are looked for even when they are no longer kept up to date."""


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
    """

    live: Live
    guild: Guild
    texts: Texts
    people: dict[int, Player]
    due: dict[int, int]
    messages: tuple[Message, ...]

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
        if message is None:
            return None
        guild_id = self.live.row.guild_id
        return f"https://discord.com/channels/{guild_id}/{message.channel_id}/{message.message_id}"

    def preferences(self, seat: int) -> Preferences:
        """The preferences of whoever sits there."""
        return self.people[seat].preferences if seat in self.people else Preferences()


async def scene(host: Host, live: Live) -> Scene:
    """Read what the match's messages say."""
    row = live.row

    def look(
        conn: Connection,
    ) -> tuple[Guild | None, tuple[Message, ...], tuple[Deadline, ...], dict[int, Player]]:
        people = {}
        for seat in row.seats:
            if seat.player_id is not None:
                player = players.get(conn, seat.player_id)
                if player is not None:
                    people[seat.seat] = player
        return (
            guilds.get(conn, row.guild_id),
            messages.current(conn, row.id, kept=PUBLIC),
            stored_deadlines.of_match(conn, row.id),
            people,
        )

    guild, shown, there, people = await host.db.read(look)
    assert guild is not None
    due = {
        seat.seat: at for seat in row.seats if (at := limits.due_at(there, seat.seat)) is not None
    }
    texts = texts_for(guild.settings.locale or _guild_locale(host, guild.id))
    return Scene(live, guild, texts, people, due, shown)


def _guild_locale(host: Host, guild_id: int) -> str | None:
    guild = host.client.get_guild(guild_id)
    return guild.preferred_locale.value if guild is not None else None


def reader(scene: Scene, seat: int) -> Texts:
    """The language of a person to whom the bot writes on its own account."""
    preferences = scene.preferences(seat)
    known = preferences.locale or preferences.seen_locale
    return texts_for(known) if known else scene.texts
