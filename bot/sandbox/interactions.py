"""What happens between a person's action and the bot's answer.

The first answer has three seconds, the token fifteen minutes. Who asked sees what became of it:
``interaction`` events carry ``pending``, ``answered``, ``failed``, ``modal`` or ``choices``; with
``answered`` come the answer's type and the seconds from the event sent to the answer received.
"""

import asyncio
import secrets
import time

from bot.sandbox import compose, payloads
from bot.sandbox.compose import Body
from bot.sandbox.errors import (
    already_acknowledged,
    invalid,
    invalid_token,
    unknown_interaction,
    unknown_message,
    unknown_webhook,
)
from bot.sandbox.limits.modals import check_choices, check_modal
from bot.sandbox.model import EPHEMERAL, LOADING, Interaction, Json, Message
from bot.sandbox.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
SAY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


class Interactions:
    """All interactions, by token.

    Args:
        world: the state.
        answer_within: seconds for the bot's first answer.
        token_life: seconds for everything after it.
    """

    def __init__(self, world: World, answer_within: float = 3.0, token_life: float = 900.0) -> None:
        self.world = world
        self.answer_within = answer_within
        self.token_life = token_life
        self.timers: dict[str, asyncio.TimerHandle] = {}

    # -- a person acts --------------------------------------------------------------------------

    def begin(
        self,
        kind: int,
        user_id: int,
        channel_id: int,
        data: Json,
        nonce: str,
        *,
        message: Message | None = None,
        command_name: str | None = None,
    ) -> Interaction:
        """Send an interaction to the bot; ``nonce`` is the page's own name for it."""
        world = self.world
        entry = Interaction(
            id=world.new_id(),
            token=secrets.token_urlsafe(48),
            type=kind,
            user_id=user_id,
            channel_id=channel_id,
            created=world.clock(),
            sent=time.perf_counter(),
            data=data,
            nonce=nonce,
            message_id=message.id if message else None,
            command_name=command_name,
        )
        world.interactions[entry.token] = entry
        self._forget_old()
        self._tell(entry, "pending")
        world.on_gateway(
            "INTERACTION_CREATE",
            world.channels[channel_id].guild_id,
            lambda: payloads.interaction(world, entry),
        )
        loop = asyncio.get_running_loop()
        self.timers[entry.token] = loop.call_later(self.answer_within, self._expire, entry)
        return entry

    def _expire(self, entry: Interaction) -> None:
        del self.timers[entry.token]
        if entry.answer is not None:
            return
        entry.failed = True
        what = {COMMAND: "command", COMPONENT: "click", AUTOCOMPLETE: "autocomplete"}
        self.world.log(
            "sandbox",
            f"the bot did not answer a {what.get(entry.type, 'modal')} in {self.answer_within:g} s",
            level="warning",
        )
        self._tell(entry, "failed")

    def _forget_old(self) -> None:
        """Drop what is long past its fifteen minutes, so that a long evening stays small."""
        limit, kept = self.world.clock() - 2 * self.token_life, self.world.interactions
        while kept and (oldest := next(iter(kept.values()))).created < limit:
            del kept[oldest.token]

    def _tell(self, entry: Interaction, state: str, **more: object) -> None:
        event = {
            "nonce": entry.nonce,
            "state": state,
            "type": entry.type,
            "channel_id": str(entry.channel_id),
            "message_id": str(entry.message_id) if entry.message_id else None,
            **more,
        }
        self.world.tell("interaction", event, lambda person_id: person_id == entry.user_id)

    # -- the bot's first answer -----------------------------------------------------------------

    def answer(self, interaction_id: int, token: str, body: Body) -> Interaction:
        """Take the bot's first answer.

        Raises:
            ApiError: 10062 after three seconds or for an unknown one, 40060 for a second answer,
                50035 for what Discord would refuse.
        """
        received = time.perf_counter()
        entry = self.world.interactions.get(token)
        if entry is None or entry.id != interaction_id or entry.failed:
            raise unknown_interaction()
        if entry.answer is not None:
            raise already_acknowledged()
        kind = body.data.get("type")
        if kind not in self._possible(entry):
            raise invalid(
                "type", "BASE_TYPE_CHOICES", f"Answer {kind} does not fit this interaction."
            )
        data = body.data.get("data") or {}
        self._take(entry, int(kind), Body(data, body.files))
        entry.answer = int(kind)
        if kind not in (MODAL, CHOICES):
            self._tell(entry, "answered", answer=entry.answer, took=received - entry.sent)
        return entry

    def _possible(self, entry: Interaction) -> tuple[int, ...]:
        if entry.type == AUTOCOMPLETE:
            return (CHOICES,)
        if entry.type == COMMAND:
            return (SAY, DEFER, MODAL)
        update = (DEFER_UPDATE, UPDATE) if entry.message_id else ()
        return (SAY, DEFER, *update) + ((MODAL,) if entry.type == COMPONENT else ())

    def _take(self, entry: Interaction, kind: int, body: Body) -> None:
        world = self.world
        if kind == SAY:
            message = compose.new_message(
                world, world.channel(entry.channel_id), body, interaction=entry
            )
            entry.original = world.post(message).id
        elif kind == DEFER:
            flags = int(body.data.get("flags") or 0) & EPHEMERAL
            message = Message(world.new_id(), entry.channel_id, world.bot.id)
            message.flags = flags | LOADING
            message.type = compose.COMMAND_ANSWER if entry.type == COMMAND else 0
            message.interaction = payloads.metadata(world, entry)
            message.visible_to = entry.user_id if flags else None
            entry.original, entry.deferred = world.post(message).id, True
        elif kind in (DEFER_UPDATE, UPDATE):
            entry.original = entry.message_id
            if kind == UPDATE:
                self._edit(self._original(entry), body)
        elif kind == MODAL:
            check_modal(body.data)
            self._tell(entry, "modal", modal=body.data, token=entry.token)
        elif kind == CHOICES:
            focused = _focused(entry.data.get("options", []))
            self._tell(entry, "choices", choices=check_choices(body.data, focused["type"]))

    def callback(self, entry: Interaction) -> Json:
        """What the bot gets for its first answer when it asks ``with_response``."""
        told: Json = {"id": str(entry.id), "type": entry.type}
        resource: Json | None = {"type": entry.answer}
        message = self.world.messages.get(entry.original or 0)
        if message and entry.answer != DEFER_UPDATE:
            told |= {
                "response_message_id": str(message.id),
                "response_message_loading": bool(message.flags & LOADING),
                "response_message_ephemeral": bool(message.flags & EPHEMERAL),
            }
            assert resource is not None
            resource["message"] = payloads.message(self.world, message)
        if entry.answer in (MODAL, CHOICES):
            resource = None
        return {"interaction": told} | ({"resource": resource} if resource else {})

    # -- afterwards -----------------------------------------------------------------------------

    def by_token(self, token: str) -> Interaction:
        """The answered interaction of a token.

        Raises:
            ApiError: 50027 after fifteen minutes, 10015 for a token that never was or that has
                no first answer yet.
        """
        entry = self.world.interactions.get(token)
        if entry is None or entry.answer is None:
            raise unknown_webhook()
        if self.world.clock() - entry.created > self.token_life:
            raise invalid_token()
        return entry

    def follow_up(self, entry: Interaction, body: Body) -> Message:
        """A further message; after a deferral the first one fills the thinking message."""
        world = self.world
        if entry.deferred:
            return self.edit_original(entry, body)
        place = world.channel(entry.channel_id)
        return world.post(compose.new_message(world, place, body, interaction=entry))

    def find(self, entry: Interaction, which: str) -> Message:
        """A message of this interaction: ``@original``, or a follow-up by its id.

        Raises:
            ApiError: 10008.
        """
        if which == "@original":
            return self._original(entry)
        if not which.isdecimal():
            raise unknown_message()
        found = self.world.messages.get(int(which))
        told = (found.interaction or {}) if found else {}
        if found is None or (told.get("id") != str(entry.id) and found.id != entry.original):
            raise unknown_message()
        return found

    def edit_original(self, entry: Interaction, body: Body) -> Message:
        """Edit what ``@original`` means; a thinking message becomes the answer.

        Raises:
            ApiError: 10008 if it is gone, 50035 for what Discord would refuse.
        """
        message = self._original(entry)
        thinking = message.flags & LOADING
        self._edit(message, body, mark=not thinking)
        entry.deferred = False
        return message

    def edit(self, entry: Interaction, which: str, body: Body) -> Message:
        """Edit ``@original`` or a follow-up."""
        if which == "@original":
            return self.edit_original(entry, body)
        message = self.find(entry, which)
        self._edit(message, body)
        return message

    def delete(self, entry: Interaction, which: str) -> None:
        """Delete ``@original`` or a follow-up."""
        self.world.delete(self.find(entry, which))
        entry.deferred = False

    def _edit(self, message: Message, body: Body, *, mark: bool = True) -> None:
        fresh = compose.changed_message(self.world, message, body)
        fresh.flags &= ~LOADING
        self.world.change(message, fresh, mark=mark)

    def _original(self, entry: Interaction) -> Message:
        found = self.world.messages.get(entry.original or 0)
        if found is None:
            raise unknown_message()
        return found

    def close(self) -> None:
        """Stop all timers."""
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()


def _focused(options: list[Json]) -> Json:
    """The option that is being typed, at whatever depth."""
    for option in options:
        if option.get("focused"):
            return option
        found = _focused(option.get("options", []))
        if found:
            return found
    return {}
