"""People who do anything that can be done, and much that can't; the same again by a seed."""

from __future__ import annotations

import random
import string
from collections import deque
from dataclasses import dataclass
from typing import Any

import discord
from simcord import interactions
from simcord.backend import serializers

from bot.match.ids import BadCustomId, Verb, parse
from tests.e2e.world import BUTTON, SHOWING, STRING_SELECT, Control, Person, World, controls_of
from tests.fuzz.payloads import EPHEMERAL

NAMES = (
    "Ada",
    "@everyone",
    "**Ber`k**",
    "<@1> [x](http://x)",
    "\u202eEvil\u2066",
    "Zoë 🂡 \u0627\u062f\u0627",
    "a\nb" * 8,
)
LOCALES = ("en-US", "tr", "pl", "de", "ja", "ar", "pt-BR")
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
REMEMBERED = 400
LATEST = 12
"""Messages of a channel that people look at."""

GARBAGE = string.printable + "äß…\u202e\u0000🂡"


@dataclass(frozen=True)
class Sent:
    """An interaction that was sent."""

    record: Any
    told: str


@dataclass(frozen=True)
class Seen:
    """A control that somebody saw once, on a message."""

    person: Person
    channel: int
    message: int
    control: Control


class Crowd:
    """All people of a world, and what they remember."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self.world, self.rng = world, rng
        self.people = [world.person(name) for name in NAMES]
        may = discord.Permissions(manage_guild=True)
        mods = world.guild.create_role("mods", permissions=may)
        self.people.append(world.person("Mod", roles=[mods]))
        self.sent: list[Sent] = []
        self.deeds: deque[str] = deque(maxlen=40)
        self._memory: deque[Seen] = deque(maxlen=REMEMBERED)
        tree = world.bot.tree
        self._commands = [one.to_dict(tree) for one in tree.get_commands()]
        self._commands += [
            one.to_dict(tree) for one in tree.get_commands(type=discord.AppCommandType.user)
        ]
        self._doings = (
            (45, self._play),
            (22, self._press),
            (6, self._stale),
            (6, self._foreign),
            (6, self._forged),
            (5, self._garbage),
            (8, self._command),
            (2, self._type),
            (1, self._modal),
        )

    def do_something(self) -> None:
        """Somebody does something."""
        person = self.rng.choice(self.people)
        weights = [weight for weight, _ in self._doings]
        [(_, doing)] = self.rng.choices(self._doings, weights)
        doing(person)

    # What they see

    def _visible(self, person: Person) -> list[Any]:
        """The latest messages that a person sees."""
        backend = self.world.env.backend
        channels = [self.world.channel.id, *(one.id for one in self.world.channel.threads)]
        if (own := backend.dm_channels.get(person.user.id)) is not None:
            channels.append(own)
        found = []
        for channel in channels[-4:]:
            stored = backend.messages.get(channel, {}).values()
            mine = [one for one in stored if _reads(one, person.user.id)]
            found += sorted(mine, key=lambda one: one.id)[-LATEST:]
        return found

    def _usable(self, person: Person) -> list[Seen]:
        """The controls that a person sees."""
        return [
            Seen(person, message.channel_id, message.id, control)
            for message in self._visible(person)
            for control in controls_of(message.components)
        ]

    # What they do

    def _play(self, person: Person) -> None:
        """A step of a hand: mostly Shows, or rounds would hardly ever end."""
        steps = [one for one in self._usable(person) if _decides(one.control)]
        newest = [one for one in steps if one.message == steps[-1].message]
        shows = [one for one in newest if one.control.click.verb in SHOWING]
        if newest:
            chosen = shows if shows and self.rng.random() < 0.8 else newest
            self._use(person, self.rng.choice(chosen), "plays")
        elif waiting := [one for one in self._usable(person) if _starts(one.control)]:
            self._use(person, self.rng.choice(waiting), "sits down")

    def _press(self, person: Person) -> None:
        if usable := self._usable(person):
            self._use(person, self.rng.choice(usable), "presses")

    def _stale(self, person: Person) -> None:
        """What they saw before, on the message where it was, or on one that is there now."""
        mine = [one for one in self._memory if one.person is person]
        if mine:
            self._use(person, self.rng.choice(mine), "presses again")

    def _foreign(self, person: Person) -> None:
        """What only somebody else saw."""
        theirs = [one for one in self._memory if one.person is not person]
        there = self._visible(person)
        if theirs and there:
            taken, message = self.rng.choice(theirs), self.rng.choice(there)
            where = Seen(person, message.channel_id, message.id, taken.control)
            self._use(person, where, "takes over")

    def _forged(self, person: Person) -> None:
        """A custom_id of ours, changed."""
        there = self._visible(person)
        if not self._memory or not there:
            return
        message = self.rng.choice(there)
        words = self.rng.choice(self._memory).control.custom_id.split(":")
        for _ in range(self.rng.randint(1, 2)):
            self._spoil(words)
        values = tuple(self._word() for _ in range(self.rng.randint(0, 2)))
        forged = Control(":".join(words)[:100], values=values)
        self._use(person, Seen(person, message.channel_id, message.id, forged), "forges")

    def _garbage(self, person: Person) -> None:
        if there := self._visible(person):
            message = self.rng.choice(there)
            word = "".join(self.rng.choices(GARBAGE, k=self.rng.randint(1, 100)))
            values = tuple(self._word() for _ in range(self.rng.randint(0, 3)))
            nonsense = Control(word, values=values)
            self._use(person, Seen(person, message.channel_id, message.id, nonsense), "mangles")

    def _command(self, person: Person) -> None:
        data = self._typed(person)
        self._send(COMMAND, person, self._channel(person), data, f"types {_short(data)}")

    def _type(self, person: Person) -> None:
        typed = {"name": "action", "type": 3, "value": self._word(), "focused": True}
        options = [{"name": "act", "type": 1, "options": [typed]}]
        if self.rng.random() < 0.5:
            typed = {"name": "match", "type": 4, "value": self._word(), "focused": True}
            options = [{"name": "replay", "type": 1, "options": [typed]}]
        data = {"id": "1", "name": "scout", "type": 1, "options": options}
        self._send(AUTOCOMPLETE, person, self._channel(person), data, "is completed")

    def _modal(self, person: Person) -> None:
        words = ["s1", self.rng.choice(list(Verb)), "1", "-"]
        self._spoil(words)
        row = {"type": 4, "custom_id": self._word() or "x", "value": self._word()}
        data = {"custom_id": ":".join(words), "components": [{"type": 1, "components": [row]}]}
        self._send(MODAL, person, self._channel(person), data, f"sends in {data['custom_id']}")

    # How it is sent

    def _use(self, person: Person, seen: Seen, how: str) -> None:
        stored = self.world.env.backend.messages.get(seen.channel, {}).get(seen.message)
        if stored is None or not self._reaches(person, seen.channel):
            return
        control, values = seen.control, ()
        if control.values:
            values = (self.rng.choice(control.values),)
        kind = STRING_SELECT if control.values else BUTTON
        data: dict[str, Any] = {"custom_id": control.custom_id, "component_type": kind}
        if values:
            data["values"] = list(values)
        told = f"{how} {control.custom_id!r} {values}"
        self._send(COMPONENT, person, seen.channel, data, told, stored)
        self._memory.append(seen)

    def _send(
        self,
        kind: int,
        person: Person,
        channel: int,
        data: dict[str, Any],
        told: str,
        message: Any = None,
    ) -> None:
        backend = self.world.env.backend
        own = channel == backend.dm_channels.get(person.user.id)
        record, payload = interactions.base_payload(
            backend,
            type=kind,
            channel_id=channel,
            guild_id=None if own else self.world.guild.id,
            user_id=person.user.id,
            data=data,
        )
        payload["locale"] = self.rng.choice(LOCALES)
        if message is not None:
            payload["message"] = dict(serializers.message_payload(backend, message))
            record.source_message_id = message.id
        told = f"{person.name!r} {told}"
        self.deeds.append(told)
        self.sent.append(Sent(record, told))
        backend.emit("INTERACTION_CREATE", payload)

    def _channel(self, person: Person) -> int:
        """Where a person types: mostly in the channel."""
        own = self.world.env.backend.dm_channels.get(person.user.id)
        threads = [one.id for one in self.world.channel.threads]
        places = [self.world.channel.id] * 4 + threads[-2:] + ([own] if own else [])
        return self.rng.choice(places)

    def _reaches(self, person: Person, channel: int) -> bool:
        """Whether a channel isn't another person's."""
        owners = {own: user for user, own in self.world.env.backend.dm_channels.items()}
        return owners.get(channel, person.user.id) == person.user.id

    # What they type

    def _typed(self, person: Person) -> dict[str, Any]:
        command = self.rng.choice(self._commands)
        if command.get("type") == 2:
            other = self.rng.choice(self.people)
            resolved = self._resolved(other)
            target = {"target_id": str(other.user.id), "resolved": resolved}
            return {"id": "1", "name": command["name"], "type": 2, **target}
        leaf = self.rng.choice(command["options"])
        if command["name"] == "scout" and self.rng.random() < 0.3:
            leaf = next(one for one in command["options"] if one["name"] == "play")
        resolved: dict[str, Any] = {}
        options = [
            {"name": one["name"], "type": one["type"], "value": self._value(one, resolved)}
            for one in leaf.get("options") or ()
            if one.get("required") or self.rng.random() < 0.4
        ]
        name = leaf["name"] if self.rng.random() < 0.98 else self._word() or "x"
        sub = {"name": name, "type": 1, "options": options}
        data = {"id": "1", "name": command["name"], "type": 1, "options": [sub]}
        return data | ({"resolved": resolved} if resolved else {})

    def _value(self, option: dict[str, Any], resolved: dict[str, Any]) -> Any:
        """Something for an option: what may be, or of the right kind at least."""
        kind = option["type"]
        if option.get("choices") and self.rng.random() < 0.9:
            return self.rng.choice(option["choices"])["value"]
        if kind == 3:
            return self.rng.choice(("show 5 6 7", "keep", "scout left gap 1", self._word()))
        if kind == 4:
            least, most = option.get("min_value", 1), option.get("max_value", 9)
            wild = self.rng.choice((0, -1, 2**53 - 1, 1, 2))
            return self.rng.randint(least, min(most, 9)) if self.rng.random() < 0.8 else wild
        if kind == 5:
            return self.rng.random() < 0.5
        other = self.rng.choice(self.people)
        resolved |= self._resolved(other)
        return str(other.user.id)

    def _resolved(self, other: Person) -> dict[str, Any]:
        backend, user_id = self.world.env.backend, other.user.id
        guild = backend.get_guild(self.world.guild.id)
        user = dict(serializers.user_payload(backend.get_user(user_id)))
        member = serializers.member_payload(backend, guild, guild.members[user_id], with_user=False)
        return {"users": {str(user_id): user}, "members": {str(user_id): dict(member)}}

    def _spoil(self, words: list[str]) -> None:
        """Change one word of a custom_id."""
        at = self.rng.randrange(len(words))
        words[at] = self.rng.choice(
            (
                self._word(),
                str(self.rng.randint(0, 5)),
                f"{self.rng.randint(0, 3)}.{self.rng.randint(0, 9)}",
                self.rng.choice(list(Verb)),
                "-",
                "9" * 18,
            )
        )

    def _word(self) -> str:
        return "".join(self.rng.choices(GARBAGE, k=self.rng.randint(0, 12)))


def _reads(message: Any, person: int) -> bool:
    """Whether a person sees a message of a channel that they see."""
    if not message.flags & EPHEMERAL:
        return True
    metadata = message.interaction_metadata
    return metadata is not None and int(metadata["user"]["id"]) == person


def _decides(control: Control) -> bool:
    try:
        click = parse(control.custom_id)
    except BadCustomId:
        return False
    return click.decision is not None and click.verb is not Verb.HINT


def _starts(control: Control) -> bool:
    sitting = {Verb.JOIN, Verb.START, Verb.ADD_COMPUTER, Verb.ACCEPT, Verb.REMATCH, Verb.HAND}
    return control.click.verb in sitting


def _short(data: dict[str, Any]) -> str:
    return repr({key: value for key, value in data.items() if key not in {"resolved", "id"}})
