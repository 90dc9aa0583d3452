"""Discord's limits on what a message may show, checked before Discord refuses it.

discord.py lets several of these pass: an empty menu, a label that is too long, alt text over its
limit. Whoever builds a layout must split it so that this guard never speaks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import discord

COMPONENTS = 40
ROW_WIDTH = 5
OPTIONS = 25
LABEL = 80
OPTION_TEXT = 100
PLACEHOLDER = 150
TEXT = 4000
ALT = 1024
CUSTOM_ID = 100
FILES = 10

_ROW, _BUTTON, _STRING_SELECT, _SECTION, _TEXT = 1, 2, 3, 9, 10
_THUMBNAIL, _GALLERY, _FILE = 11, 12, 13
_SELECTS = frozenset({3, 5, 6, 7, 8})

Component = dict[str, Any]


class LimitError(Exception):
    """A layout that Discord would refuse; says what is over which limit."""


def walk(components: Sequence[Component]) -> Iterator[Component]:
    """Every component, nested ones and accessories included."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        if component.get("accessory"):
            yield component["accessory"]


def check(components: Sequence[Component], files: Sequence[discord.File] = ()) -> None:
    """Check a Components V2 message, as it would be sent.

    Args:
        components: what ``LayoutView.to_components`` gives.
        files: the files sent with it.

    Raises:
        LimitError: something is over a limit, empty, double, or refers to a file that isn't there.
    """
    faults = list(_faults(list(walk(components)), {file.filename for file in files}))
    if len(files) > FILES:
        faults.append(f"{len(files)} files")
    if faults:
        raise LimitError("; ".join(faults))


def _faults(everything: list[Component], files: set[str]) -> Iterator[str]:
    if not 1 <= len(everything) <= COMPONENTS:
        yield f"{len(everything)} components"
    text = sum(len(one["content"]) for one in everything if one["type"] == _TEXT)
    if text > TEXT:
        yield f"{text} characters of text"
    ids = Counter(one["custom_id"] for one in everything if one.get("custom_id"))
    yield from (f"custom_id {key} {count} times" for key, count in ids.items() if count > 1)
    for one in everything:
        yield from _faults_of(one)
        for url in _urls(one):
            name = url.removeprefix("attachment://")
            if name != url and name not in files:
                yield f"no file {name}"


def _faults_of(one: Component) -> Iterator[str]:
    kind = one["type"]
    if len(one.get("custom_id") or "") > CUSTOM_ID:
        yield f"custom_id of {len(one['custom_id'])}"
    if kind == _TEXT and not one["content"].strip():
        yield "empty text"
    elif kind == _ROW:
        width = sum(1 if child["type"] == _BUTTON else 5 for child in one["components"])
        if not 1 <= width <= ROW_WIDTH:
            yield f"row of width {width}"
    elif kind == _BUTTON:
        label = one.get("label") or ""
        if len(label) > LABEL or not (label or one.get("emoji")):
            yield f"button label of {len(label)}"
    elif kind in _SELECTS:
        if len(one.get("placeholder") or "") > PLACEHOLDER:
            yield "placeholder too long"
        if kind == _STRING_SELECT:
            yield from _faults_of_options(one.get("options", []))
    else:
        yield from _faults_of_media(one)


def _faults_of_media(one: Component) -> Iterator[str]:
    kind = one["type"]
    media = [one] if kind == _THUMBNAIL else one.get("items", [])
    if any(len(item.get("description") or "") > ALT for item in media):
        yield "alt text too long"
    if kind == _GALLERY and not 1 <= len(media) <= 10:
        yield f"gallery of {len(media)}"
    if kind == _SECTION and not one.get("accessory"):
        yield "section without accessory"


def _faults_of_options(options: list[Component]) -> Iterator[str]:
    if not 1 <= len(options) <= OPTIONS:
        yield f"menu of {len(options)} options"
    for key in ("label", "value", "description"):
        lengths = [len(str(one.get(key) or "")) for one in options]
        least = 0 if key == "description" else 1
        if any(not least <= length <= OPTION_TEXT for length in lengths):
            yield f"option {key} of {min(lengths)} to {max(lengths)}"
    if len({one["value"] for one in options}) < len(options):
        yield "option values double"


def _urls(one: Component) -> Iterator[str]:
    if one["type"] == _GALLERY:
        yield from (item["media"]["url"] for item in one.get("items", []))
    elif one["type"] == _THUMBNAIL:
        yield one["media"]["url"]
    elif one["type"] == _FILE:
        yield one["file"]["url"]
