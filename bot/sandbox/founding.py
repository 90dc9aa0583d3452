"""How a world begins: its people, and its servers with roles and channels."""

from collections.abc import Callable, Sequence

from bot.sandbox import permissions
from bot.sandbox.model import TEXT_CHANNEL, Channel, Guild, Member, Role, User

NAMES = (
    ("ada", "Ada", "#5b8def"),
    ("berk", "Berk", "#e0703a"),
    ("celina", "Celina", "#b660cd"),
    ("darya", "دریا", "#2f9e77"),
    ("emre", "Emre", "#c9475f"),
    ("fryderyk", "Fryderyk", "#8a8f2c"),
    ("gita", "گیتا", "#3a8fa8"),
    ("hania", "Hania", "#a2724e"),
)
CHANNELS = (
    ("scout-table", "Type /scout play and see what happens."),
    ("lounge", "A second channel."),
)

NewId = Callable[[], int]


def person(number: int, new_id: NewId) -> User:
    """Somebody, by their number from 0; who comes after the known names is called by it."""
    key, name, colour = NAMES[number % len(NAMES)]
    if number >= len(NAMES):
        key, name = f"p{number + 1}", f"Player {number + 1}"
    return User(id=new_id(), key=key, name=name, colour=colour)


def guild(number: int, guild_id: int, users: Sequence[User], now: str, new_id: NewId) -> Guild:
    """A server, by its number from 0, with all ``users`` in it.

    The first of them is the bot, the second owns the server.
    """
    bot, *people = users
    name = f"Pocket Server {number + 1}" if number else "Pocket Server"
    made = Guild(id=guild_id, name=name, owner_id=people[0].id)
    own = Role(new_id(), bot.name, permissions.EVERYONE, position=2, managed=True)
    everyone = Role(guild_id, "@everyone", permissions.EVERYONE, position=0)
    players = Role(new_id(), "Players", 0, colour=0x2F9E77)
    made.roles = {one.id: one for one in (everyone, own, players)}
    made.members = {one.id: Member(one.id, now) for one in users}
    made.members[bot.id].roles.append(own.id)
    return made


def channels(guild_id: int, new_id: NewId) -> list[Channel]:
    """The channels that a server begins with."""
    return [
        Channel(new_id(), TEXT_CHANNEL, name, guild_id, topic=topic, position=position)
        for position, (name, topic) in enumerate(CHANNELS)
    ]
