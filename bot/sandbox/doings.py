"""All that the page can ask for, by name: what people do, and what can be made to go wrong."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.sandbox.actions import Actions
from bot.sandbox.choices import NotPossible
from bot.sandbox.model import Channel, Guild, Json, User
from bot.sandbox.sight import Sight

RATE_LIMIT_S = 10.0


@dataclass(frozen=True, slots=True)
class Request:
    """One request of a tab: who asks, and for what."""

    sight: Sight
    person: User
    body: Json

    def __getitem__(self, name: str) -> Any:
        return self.body[name]

    @property
    def acts(self) -> Actions:
        """The doings of who asks."""
        return self.sight.actions(self.person)

    @property
    def nonce(self) -> str:
        """The page's name for the interaction that it begins."""
        return str(self.body["nonce"])

    @property
    def on(self) -> bool:
        """Whether a switch is turned on."""
        return bool(self.body["on"])

    @property
    def channel(self) -> Channel:
        """The channel that the request names.

        Raises:
            NotPossible: it is gone.
        """
        found = self.sight.world.channels.get(int(self.body["channel"]))
        if found is None:
            raise NotPossible("This channel is gone.")
        return found

    @property
    def guild(self) -> Guild | None:
        """The server that the request names; None: the first."""
        return self.sight.world.guilds[int(self.body["guild"])] if "guild" in self.body else None

    @property
    def process(self) -> int:
        """The number of the bot's process that the request names; the first, if none.

        Raises:
            NotPossible: there is none.
        """
        number = int(self.body.get("process", 0))
        if not 0 <= number < len(self.sight.faults.processes):
            raise NotPossible("No process of the bot was started from here.")
        return number

    @property
    def someone(self) -> User:
        """The person that the request names."""
        return self.sight.world.users[int(self.body["person"])]


Doing = Callable[[Request], Any]

PEOPLE: dict[str, Doing] = {
    "say": lambda r: r.acts.say(r["channel"], r["text"]),
    "read": lambda r: r.acts.mark_read(r["channel"], r["message"]),
    "join_thread": lambda r: r.acts.join_thread(r["channel"]),
    "older": lambda r: r.sight.history(r.person, r.channel, int(r["before"])),
    "command": lambda r: r.acts.command(
        r["channel"], r["command"], r["path"], r["options"], r.nonce
    ),
    "autocomplete": lambda r: r.acts.autocomplete(
        r["channel"], r["command"], r["path"], r["options"], r.nonce, focused=r["focused"]
    ),
    "menu": lambda r: r.acts.menu(r["channel"], r["command"], r["target"], r.nonce),
    "click": lambda r: r.acts.click(r["message"], r["custom_id"], r.nonce),
    "choose": lambda r: r.acts.choose(r["message"], r["custom_id"], r["values"], r.nonce),
    "submit": lambda r: r.acts.submit(r["token"], r["modal"], r["values"], r.nonce),
    "delete_message": lambda r: r.acts.delete(r["message"]),
    "locale": lambda r: r.acts.speak(str(r["locale"])),
}

TOOLS: dict[str, Doing] = {
    "close_dms": lambda r: r.sight.faults.close_dms(r.someone, closed=r.on),
    "kick": lambda r: r.sight.faults.remove(r.someone, r.guild),
    "join": lambda r: r.sight.faults.join(r.someone, r.guild),
    "delete_channel": lambda r: r.sight.world.delete_channel(r.channel),
    "archive": lambda r: r.sight.world.change_channel(r.channel, archived=r.on),
    "lock": lambda r: r.sight.world.change_channel(r.channel, locked=r.on),
    "forbid": lambda r: r.sight.faults.forbid(r.channel, str(r["permission"]), forbidden=r.on),
    "expel_bot": lambda r: r.sight.faults.expel_bot(r.guild),
    "invite_bot": lambda r: r.sight.faults.invite_bot(r.guild),
    "outage": lambda r: r.sight.faults.outage(r.guild, begin=r.on),
    "rate_limit": lambda r: r.sight.faults.rate_limit(RATE_LIMIT_S),
    "limit": lambda r: r.sight.faults.limit(on=r.on),
    "switch": lambda r: r.sight.faults.switch(str(r["name"]), on=r.on),
    "hush": lambda r: r.sight.gateway.hush() if r.on else r.sight.gateway.speak(),
    "drop": lambda r: r.sight.gateway.drop(),
    "invalidate": lambda r: r.sight.gateway.invalidate(),
    "restart_bot": lambda r: r.sight.faults.restart_bot(r.process),
    "kill_bot": lambda r: r.sight.faults.kill_bot(r.process),
    "start_bot": lambda r: r.sight.faults.start_bot(r.process),
}

DOINGS = PEOPLE | TOOLS
