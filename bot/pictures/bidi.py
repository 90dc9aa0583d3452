"""The order of characters in a line that runs both ways (Unicode Standard Annex 9).

python-bidi works out the levels; it knows no isolates, so these are resolved here as the annex says
they must come out: an isolate is one neutral character to what surrounds it, and a paragraph of its
own inside.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import groupby

from bidi import algorithm

_OPEN = {"\u2066": 0, "\u2067": 1, "\u2068": None}
_CLOSE = "\u2069"
_NEUTRAL = "\ufffc"


def base_level(text: str) -> int:
    """0 for a line that runs left to right, 1 for right to left, by its first strong character."""
    depth = 0
    for character in text:
        if character in _OPEN:
            depth += 1
        elif character == _CLOSE:
            depth = max(0, depth - 1)
        elif not depth and (kind := unicodedata.bidirectional(character)) in {"L", "R", "AL"}:
            return 0 if kind == "L" else 1
    return 0


def runs_right_to_left(text: str) -> bool:
    """Whether any letter outside isolates is of a script that runs from right to left."""
    outer, _ = _split(text)
    return any(unicodedata.bidirectional(character) in {"R", "AL"} for _, character in outer)


def breaks(text: str) -> Iterator[int]:
    """Where the spaces stand at which a line may be broken: those outside isolates."""
    outer, _ = _split(text)
    return (index for index, character in outer if character == " " and text[index] == " ")


def levels(text: str, base: int) -> list[int]:
    """The embedding level of each character; odd ones run right to left."""
    outer, insides = _split(text)
    result = [base] * len(text)
    resolved = _plain_levels("".join(character for _, character in outer), base)
    for (index, _), level in zip(outer, resolved, strict=True):
        result[index] = level
    for start, stop, opener, at in insides:
        inner = text[start:stop]
        direction = _OPEN[opener]
        own = base_level(inner) if direction is None else direction
        least = resolved[at]
        inner_base = least + 1 if (least + 1) % 2 == own else least + 2
        for offset, level in enumerate(levels(inner, own)):
            result[start + offset] = level - own + inner_base
        result[start - 1] = least
        if stop < len(text):
            result[stop] = least
    return result


def visual_runs(text: str, base: int) -> list[tuple[int, int, int]]:
    """Stretches of one level from left to right as they stand on the line: (start, stop, level)."""
    found = levels(text, base)
    runs: list[tuple[int, int, int]] = []
    for level, group in groupby(enumerate(found), key=lambda pair: pair[1]):
        indices = [index for index, _ in group]
        runs.append((indices[0], indices[-1] + 1, level))
    # Rule L2 on whole runs: from the highest level down, turn each contiguous sequence around.
    for level in range(max(found, default=0), 0, -1):
        ordered: list[tuple[int, int, int]] = []
        for turned, some in groupby(runs, key=lambda run: run[2] >= level):
            part = list(some)
            ordered += reversed(part) if turned else part
        runs = ordered
    return runs


def _split(
    text: str,
) -> tuple[list[tuple[int, str]], list[tuple[int, int, str, int]]]:
    """What stands outside isolates (each of these as one neutral), and the isolates' insides."""
    outer: list[tuple[int, str]] = []
    insides: list[tuple[int, int, str, int]] = []
    index = 0
    while index < len(text):
        character = text[index]
        if character in _OPEN:
            stop = _closing(text, index)
            insides.append((index + 1, stop, character, len(outer)))
            outer.append((index, _NEUTRAL))
            index = stop + 1
        else:
            outer.append((index, " " if character == _CLOSE else character))
            index += 1
    return outer, insides


def _closing(text: str, opening: int) -> int:
    depth = 0
    for index in range(opening, len(text)):
        depth += text[index] in _OPEN
        depth -= text[index] == _CLOSE
        if not depth:
            return index
    return len(text)


def _plain_levels(text: str, base: int) -> list[int]:
    if base == 0 and not any(unicodedata.bidirectional(c) in {"R", "AL", "AN"} for c in text):
        return [0] * len(text)
    # Joiners are boundary neutrals, which the algorithm drops: they go with what precedes them.
    kept = [i for i, c in enumerate(text) if unicodedata.bidirectional(c) != "BN"]
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, ("L", "R")[base]
    algorithm.get_embedding_levels("".join(text[i] for i in kept), storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    result = [base] * len(text)
    for index, found in zip(kept, storage["chars"], strict=True):
        result[index] = found["level"]
    dropped = set(range(len(text))).difference(kept)
    for index in sorted(dropped):
        result[index] = result[index - 1] if index else base
    return result
