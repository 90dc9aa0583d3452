"""The limits on a message as a whole: text, embeds, files, flags, and what excludes what."""

from bot.sandbox.errors import ApiError, Form
from bot.sandbox.limits.components import check_layout
from bot.sandbox.model import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_NOTIFICATIONS,
    Json,
    Message,
)

MAX_FILE = 10 * 1024 * 1024
SUPPRESS_EMBEDS = 1 << 2
SENDABLE = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
MENTIONABLE = ("users", "roles", "everyone")
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"


def check_message(message: Message) -> None:
    """Check a whole message as it would stand after the request.

    Raises:
        ApiError: 50035 with what is wrong, 50006 if it would be empty, 40005 for a file too large.
    """
    form = Form()
    v2 = bool(message.flags & COMPONENTS_V2)
    form.length("content", message.content, 0, 2000)
    if v2:
        for name, value in (("content", message.content), ("embeds", message.embeds)):
            if value:
                form.add(
                    name,
                    LEGACY,
                    f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
    _check_embeds(form, message.embeds)
    check_layout(form, message.components, v2=v2)
    _check_files(form, message)
    form.check()
    empty = not message.content.strip() and not message.embeds and not message.attachments
    if empty and not message.components:
        raise ApiError(400, 50006, "Cannot send an empty message")


def check_mentions(allowed: Json | None) -> None:
    """Check whom a message says it may mention.

    Raises:
        ApiError: 50035 with what is wrong.
    """
    form = Form()
    rules, path = allowed or {}, "allowed_mentions"
    parse = rules.get("parse") or []
    for index, kind in enumerate(parse):
        if kind not in MENTIONABLE:
            text = f"Value must be one of {MENTIONABLE}."
            form.add(f"{path}.parse.{index}", "BASE_TYPE_CHOICES", text)
    for kind in ("users", "roles"):
        named = rules.get(kind) or []
        form.count(f"{path}.{kind}", named, 0, 100)
        if named and kind in parse:
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            form.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)
    form.check()


def _check_files(form: Form, message: Message) -> None:
    form.count("attachments", message.attachments, 0, 10)
    for index, file in enumerate(message.attachments):
        if len(file.content) > MAX_FILE:
            raise ApiError(413, 40005, "Request entity too large")
        if file.description is not None:
            form.length(f"attachments.{index}.description", file.description, 0, 1024)
    names = {file.filename for file in message.attachments}
    for part in ("components", "embeds"):
        for index, node in enumerate(getattr(message, part)):
            _check_references(form, f"{part}.{index}", node, names)


def _check_references(form: Form, path: str, node: object, names: set[str]) -> None:
    if isinstance(node, list):
        for index, child in enumerate(node):
            _check_references(form, f"{path}.{index}", child, names)
    elif isinstance(node, dict):
        url = node.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            name = url.removeprefix("attachment://")
            if name not in names:
                form.add(
                    f"{path}.url",
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment {name} was not found",
                )
        for key, child in node.items():
            _check_references(form, f"{path}.{key}", child, names)


def _check_embeds(form: Form, embeds: list[Json]) -> None:
    form.count("embeds", embeds, 0, 10)
    total = 0
    for index, embed in enumerate(embeds):
        path = f"embeds.{index}"
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        for name, value, high in (
            ("title", embed.get("title"), 256),
            ("description", embed.get("description"), 4096),
            ("footer.text", footer.get("text"), 2048),
            ("author.name", author.get("name"), 256),
        ):
            if value is not None and form.length(f"{path}.{name}", value, 0, high):
                total += len(value)
        fields = embed.get("fields") or []
        form.count(f"{path}.fields", fields, 0, 25)
        for number, field in enumerate(fields):
            for name, high in (("name", 256), ("value", 1024)):
                if form.length(f"{path}.fields.{number}.{name}", field.get(name), 1, high):
                    total += len(field[name])
    if total > 6000:
        form.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def merged_flags(message: Message, body: Json) -> int:
    """The flags after an edit: V2 may be switched on, and never off again.

    Raises:
        ApiError: 50035 for a flag that can't be set.
    """
    given = body.get("flags")
    if given is None:
        return message.flags
    settable = SUPPRESS_EMBEDS | COMPONENTS_V2
    kept = message.flags & ~SUPPRESS_EMBEDS
    return kept | (int(given) & settable)


def check_flags(flags: int, *, interaction: bool) -> int:
    """The flags of a new message: only an interaction's answer can be ephemeral.

    Raises:
        ApiError: 50035 for a flag that a bot can't set.
    """
    allowed = SENDABLE if interaction else SENDABLE & ~EPHEMERAL
    if flags & ~allowed:
        form = Form()
        form.add("flags", "MESSAGE_FLAGS_INVALID", f"Flags {flags} can't be set on this message.")
        form.check()
    return flags


def assign_ids(components: list[Json]) -> list[Json]:
    """The components with an ``id`` each, as Discord numbers those that have none."""
    taken = set()

    def collect(node: Json) -> None:
        if node.get("id"):
            taken.add(node["id"])
        for child in [*node.get("components", ()), *filter(None, [node.get("accessory")])]:
            collect(child)

    counter = 0

    def number(node: Json) -> Json:
        nonlocal counter
        fresh = dict(node)
        if not fresh.get("id"):
            counter += 1
            while counter in taken:
                counter += 1
            fresh["id"] = counter
        if "components" in fresh:
            fresh["components"] = [number(one) for one in fresh["components"]]
        if fresh.get("accessory"):
            fresh["accessory"] = number(fresh["accessory"])
        return fresh

    for component in components:
        collect(component)
    return [number(one) for one in components]
