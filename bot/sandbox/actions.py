"""What a person can do: exactly what Discord's own client would let them."""

from bot.sandbox import payloads
from bot.sandbox.choices import USER, NotPossible, Resolved, choice, descend, offered, option_value
from bot.sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interactions
from bot.sandbox.limits.commands import LOCALES
from bot.sandbox.limits.components import BUTTON, LINK, SELECTS, walk
from bot.sandbox.model import Channel, Json, Message, User
from bot.sandbox.world import World


class Actions:
    """The doings of one person."""

    def __init__(self, world: World, interactions: Interactions, person: User) -> None:
        self.world = world
        self.interactions = interactions
        self.person = person

    # -- where ----------------------------------------------------------------------------------

    def _place(self, channel_id: object) -> Channel:
        channel = self.world.channels.get(int(str(channel_id)))
        if channel is None or not self.world.viewers(channel)(self.person.id):
            raise NotPossible("You can't see this channel any more.")
        return channel

    def _resolved(self, channel: Channel) -> Resolved:
        return Resolved(self.world, self.world.guild_of(channel))

    def _message(self, message_id: object) -> Message:
        message = self.world.messages.get(int(str(message_id)))
        if message is None or message.visible_to not in (None, self.person.id):
            raise NotPossible("This message is gone.")
        self._place(message.channel_id)
        return message

    # -- saying things --------------------------------------------------------------------------

    def say(self, channel_id: object, text: str) -> None:
        """Write a plain message."""
        channel = self._place(channel_id)
        if not text.strip() or len(text) > 2000:
            raise NotPossible("A message has 1 to 2,000 characters.")
        if channel.locked:
            raise NotPossible("This thread is locked.")
        self.world.post(Message(self.world.new_id(), channel.id, self.person.id, content=text))

    def delete(self, message_id: object) -> None:
        """Delete a message (a moderator can delete anybody's), or dismiss an only-you one."""
        self.world.delete(self._message(message_id))

    def mark_read(self, channel_id: object, message_id: object) -> None:
        """Remember how far the person has read, in all of their tabs."""
        own = self.person.id
        key = (own, int(str(channel_id)))
        last = self.world.read[key] = max(self.world.read.get(key, 0), int(str(message_id)))
        told = {"channel_id": str(channel_id), "message": str(last)}
        self.world.tell("read", told, lambda person_id: person_id == own)
        self.world.tell_waiting(own)

    def join_thread(self, channel_id: object) -> None:
        """Follow a thread, so that it shows when something in it is new."""
        self.world.join_thread(self._place(channel_id), [self.person.id])

    # -- commands -------------------------------------------------------------------------------

    def usable(self, channel: Channel) -> list[Json]:
        """The commands that this person may use in a channel."""
        guild = self.world.guild_of(channel)
        if guild and (not guild.present or guild.unavailable):
            return []
        return [one for one in self.world.commands.values() if offered(one, guild, self.person.id)]

    def command(
        self, channel_id: object, command_id: object, path: list[str], values: Json, nonce: str
    ) -> None:
        """Send a slash command; ``values`` are the options by name, as typed or chosen."""
        channel, command = self._command(channel_id, command_id)
        node, rebuild = descend(command, path)
        options, resolved = [], self._resolved(channel)
        for option in node.get("options") or []:
            if option["name"] in values:
                value = option_value(option, values[option["name"]], resolved)
                options.append({"name": option["name"], "type": option["type"], "value": value})
            elif option.get("required"):
                raise NotPossible(f"The option “{option['name']}” is required.")
        data = self._command_data(command) | {"options": rebuild(options)}
        if resolved.data:
            data["resolved"] = resolved.data
        name = " ".join([command["name"], *path])
        self.interactions.begin(COMMAND, self.person.id, channel.id, data, nonce, command_name=name)

    def autocomplete(
        self,
        channel_id: object,
        command_id: object,
        path: list[str],
        values: Json,
        nonce: str,
        *,
        focused: str,
    ) -> None:
        """Ask the bot what could be meant by what is typed so far."""
        channel, command = self._command(channel_id, command_id)
        node, rebuild = descend(command, path)
        options = []
        for option in node.get("options") or []:
            if option["name"] in values:
                value = {"name": option["name"], "type": option["type"]}
                value["value"] = values[option["name"]]
                if option["name"] == focused:
                    value["focused"] = True
                options.append(value)
        data = self._command_data(command) | {"options": rebuild(options)}
        self.interactions.begin(AUTOCOMPLETE, self.person.id, channel.id, data, nonce)

    def menu(self, channel_id: object, command_id: object, target: object, nonce: str) -> None:
        """Use a context-menu command on a person or a message."""
        channel, command = self._command(channel_id, command_id)
        target_id, resolved = int(str(target)), self._resolved(channel)
        if command["type"] == 2:
            resolved.add(USER, target_id)
        else:
            message = payloads.message(self.world, self._message(target_id))
            resolved.data["messages"] = {str(target_id): message}
        data = self._command_data(command)
        data |= {"target_id": str(target_id), "resolved": resolved.data}
        self.interactions.begin(
            COMMAND, self.person.id, channel.id, data, nonce, command_name=command["name"]
        )

    def _command(self, channel_id: object, command_id: object) -> tuple[Channel, Json]:
        channel = self._place(channel_id)
        for command in self.usable(channel):
            if command["id"] == str(command_id):
                return channel, command
        raise NotPossible("This command can't be used here.")

    def _command_data(self, command: Json) -> Json:
        data = {"id": command["id"], "name": command["name"], "type": command["type"]}
        if command.get("guild_id"):
            data["guild_id"] = command["guild_id"]
        return data

    # -- components -----------------------------------------------------------------------------

    def click(self, message_id: object, custom_id: str, nonce: str) -> None:
        """Press a button."""
        message, component = self._component(message_id, custom_id)
        if component["type"] != BUTTON or component.get("style") == LINK:
            raise NotPossible("This is not a button.")
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": component["id"]}
        self._component_interaction(message, data, nonce)

    def choose(self, message_id: object, custom_id: str, values: list[str], nonce: str) -> None:
        """Choose in a menu."""
        message, component = self._component(message_id, custom_id)
        kind = component["type"]
        if kind not in SELECTS:
            raise NotPossible("This is not a menu.")
        data = {"custom_id": custom_id, "component_type": kind, "id": component["id"]}
        channel = self.world.channels[message.channel_id]
        data |= choice(self._resolved(channel), component, values)
        self._component_interaction(message, data, nonce)

    def _component(self, message_id: object, custom_id: str) -> tuple[Message, Json]:
        message = self._message(message_id)
        for _, component in walk(message.components):
            if component.get("custom_id") == custom_id:
                if component.get("disabled"):
                    raise NotPossible("This is switched off.")
                return message, component
        raise NotPossible("This control is gone.")

    def _component_interaction(self, message: Message, data: Json, nonce: str) -> None:
        self.interactions.begin(
            COMPONENT, self.person.id, message.channel_id, data, nonce, message=message
        )

    # -- modals ---------------------------------------------------------------------------------

    def submit(self, token: str, modal: Json, values: Json, nonce: str) -> None:
        """Send a filled-in modal, with the values by the fields' custom ids."""
        asked = self.world.interactions.get(token)
        if asked is None or asked.user_id != self.person.id:
            raise NotPossible("This form is gone.")
        resolved = self._resolved(self._place(asked.channel_id))
        data: Json = {"custom_id": modal["custom_id"], "components": []}
        for component in modal["components"]:
            if component["type"] == 1:
                field = self._field(component["components"][0], values, resolved)
                data["components"].append({"type": 1, "components": [field]})
            elif component["type"] == 18:
                field = self._field(component["component"], values, resolved)
                entry = {"type": 18, "component": field}
                data["components"].append(entry)
        message = self.world.messages.get(asked.message_id or 0)
        self.interactions.begin(
            MODAL_SUBMIT, self.person.id, asked.channel_id, data, nonce, message=message
        )

    def _field(self, field: Json, values: Json, resolved: Resolved) -> Json:
        value = values.get(field["custom_id"])
        answer: Json = {"type": field["type"], "custom_id": field["custom_id"]}
        if field["type"] != 4:
            return answer | choice(resolved, field, list(value or []))
        text = str(value or "")
        low, high = field.get("min_length") or 0, field.get("max_length") or 4000
        if (text or field.get("required", True)) and not max(low, 1) <= len(text) <= high:
            raise NotPossible(f"Please fill in from {max(low, 1)} to {high} characters.")
        return answer | {"value": text}

    # -- settings -------------------------------------------------------------------------------

    def speak(self, locale: str) -> None:
        """Set the language of the person's client, to one that Discord's clients have."""
        if locale not in LOCALES:
            raise NotPossible(f"Discord has no client in “{locale}”.")
        self.person.locale = locale
        self.world.tell("people", {})
