"""What the bot sends, as it goes over the wire: to whom, and all that can be read in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from simcord.components import walk_components

from bot.match import ids

EPHEMERAL = 64
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

_MESSAGES = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?")
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_FOLLOW_UP = re.compile(r"/webhooks/\d+/([^/]+)(?:/messages/([^/]+))?")


@dataclass(frozen=True)
class Payload:
    """One message that is sent or changed, or one list of completions.

    Attributes:
        where: the call, for whoever reads of a finding.
        body: what it says.
        receiver: the one person who sees it, by Discord id; None: everybody.
        files: the names of what is attached.
        answers: the interaction that it is the first answer to; None: it is none.
        kind: of an answer, as Discord numbers them.
    """

    where: str
    body: dict[str, Any]
    receiver: int | None
    files: tuple[str, ...] = ()
    answers: int | None = None
    kind: int | None = None
    texts: tuple[str, ...] = field(init=False)
    clicks: tuple[ids.Click, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "texts", tuple(_texts(self.body)))
        object.__setattr__(self, "clicks", tuple(_clicks(self.body)))

    @property
    def is_message(self) -> bool:
        """Whether it is a message, and no bare promise of one or completions."""
        return "components" in self.body or "content" in self.body


def payload_of(backend: Any, method: str, path: str, json: Any, files: list[Any]) -> Payload | None:
    """What a call says to somebody; None if it says nothing."""
    if method not in {"POST", "PATCH"} or not isinstance(json, dict):
        return None
    names = tuple(getattr(file, "filename", str(file)) for file in files)
    where = f"{method} {path}"
    if found := _MESSAGES.fullmatch(path):
        return Payload(where, json, _owner(backend, int(found[1])), names)
    if found := _CALLBACK.fullmatch(path):
        record = backend.interactions.get(int(found[1]))
        if record is not None:
            return _answer(backend, record, where, json, names)
    if found := _FOLLOW_UP.fullmatch(path):
        record = backend.interaction_by_token(found[1])
        return Payload(where, json, _follows(backend, record, method, json), names)
    return None


def _answer(backend: Any, record: Any, where: str, json: Any, files: tuple[str, ...]) -> Payload:
    body, kind = json.get("data") or {}, json["type"]
    if kind == UPDATE:
        receiver = _reader(backend, record.channel_id, record.source_message_id, record.user_id)
    elif kind in {CHOICES, MODAL, DEFERRED_UPDATE} or int(body.get("flags") or 0) & EPHEMERAL:
        receiver = record.user_id
    else:
        receiver = _owner(backend, record.channel_id)
    return Payload(where, body, receiver, files, record.id, kind)


def _follows(backend: Any, record: Any, method: str, json: Any) -> int | None:
    """Who sees what comes after the first answer."""
    person: int = record.user_id
    if method == "PATCH" or record.loading:
        return _reader(backend, record.channel_id, record.message_id, person)
    alone = int(json.get("flags") or 0) & EPHEMERAL
    return person if alone else _owner(backend, record.channel_id)


def _reader(backend: Any, channel: int, message: int | None, person: int) -> int | None:
    """Who sees a message that is there."""
    stored = backend.messages.get(channel, {}).get(message)
    if stored is not None and stored.flags & EPHEMERAL:
        return person
    return _owner(backend, channel)


def _owner(backend: Any, channel: int) -> int | None:
    """Whose direct messages a channel is; None: it is a server's."""
    for person, own in backend.dm_channels.items():
        if own == channel:
            return int(person)
    return None


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for value in part.values():
            yield from _texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from _texts(value)


def _clicks(body: dict[str, Any]) -> Iterator[ids.Click]:
    for part in walk_components(body.get("components") or []):
        if custom_id := part.get("custom_id"):
            yield ids.parse(custom_id)
