"""Computer players for other programs: one JSON request a line in, one JSON answer a line out."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import BinaryIO, NoReturn

from engine.actions import Action
from engine.errors import quote
from engine.incoming import ViewError, view_from_json
from engine.players.base import Analyst, Candidate, Player
from engine.players.registry import UnknownPlayerError, create, prepare
from engine.views import View, legal_actions

LINE_LIMIT = 1 << 20
"""Bytes that a request may have; a real one has a few thousand."""

_MOST_MS = 24 * 60 * 60 * 1000
_MOST_CANDIDATES = 100


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request that can be served; ``candidates``: how many to tell, None for none."""

    player: Player
    view: View
    ms: float | None
    seed: int | None
    candidates: int | None


class _BadRequestError(Exception):
    """A request that can't be served: the code and message of its answer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of ``requests`` by one line on ``answers``, in order, until it ends."""
    prepare()
    for line in _lines(requests):
        answers.write(_encoded(answer(line)) + b"\n")
        answers.flush()


def _encoded(answered: dict[str, object]) -> bytes:
    try:
        return json.dumps(answered, allow_nan=False).encode()
    except (RecursionError, ValueError):  # an id that can be read but not written
        return json.dumps(answered | {"id": None}).encode()


def answer(line: bytes | None) -> dict[str, object]:
    """The answer to one request; None stands for a line that was too long."""
    request: dict[str, object] = {}
    try:
        request = _decoded(line)
        asked = _checked(request)
        began = time.perf_counter()
        action, found = _thought(asked)
        took = (time.perf_counter() - began) * 1000
    except _BadRequestError as error:
        return _failure(request, error.code, str(error))
    except Exception as error:  # noqa: BLE001 - a fault in one answer must not end the service
        return _failure(request, "internal", f"{type(error).__name__}: {quote(str(error))}")
    told = {"id": request.get("id"), "action": str(action), "ms": round(took, 3)}
    return told if asked.candidates is None else told | {"candidates": list(map(_told, found))}


def _thought(asked: _Asked) -> tuple[Action, tuple[Candidate, ...]]:
    """What the player would do, and, if that was asked for, what it considered."""
    rng = Random(asked.seed)
    if asked.candidates is None:
        return asked.player.choose(asked.view, asked.ms, rng), ()
    if not isinstance(asked.player, Analyst):
        problem = f"{asked.player.name} has no candidates to tell; hard and expert have"
        raise _BadRequestError("bad-request", problem)
    found = asked.player.consider(asked.view, asked.ms, rng, asked.candidates)
    return found[0].action, found


def _told(candidate: Candidate) -> dict[str, object]:
    return {
        "action": str(candidate.action),
        "value": round(candidate.value, 3),
        "visits": candidate.visits,
    }


def _failure(request: dict[str, object], code: str, message: str) -> dict[str, object]:
    return {"id": request.get("id"), "error": {"code": code, "message": message}}


def _lines(requests: BinaryIO) -> Iterator[bytes | None]:
    """The lines; None for one beyond the limit, whose rest is skipped without being kept."""
    while line := requests.readline(LINE_LIMIT):
        if len(line) < LINE_LIMIT or line.endswith(b"\n"):
            yield line
            continue
        while (rest := requests.readline(LINE_LIMIT)) and not rest.endswith(b"\n"):
            pass
        yield None


def _decoded(line: bytes | None) -> dict[str, object]:
    if line is None:
        raise _BadRequestError("bad-request", f"a request has at most {LINE_LIMIT} bytes")
    if not line.strip():
        raise _BadRequestError("bad-request", "an empty line; send one JSON object a line")
    try:
        request = json.loads(line.decode(), parse_constant=_no_number, parse_float=_finite)
    except UnicodeDecodeError:
        raise _BadRequestError("bad-request", "the line is not UTF-8") from None
    except RecursionError:
        raise _BadRequestError("bad-request", "the JSON is nested too deep") from None
    except ValueError as error:
        raise _BadRequestError("bad-request", f"not JSON: {error}") from None
    if not isinstance(request, dict):
        raise _BadRequestError("bad-request", "a request is a JSON object with player and view")
    return request


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number in JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _checked(request: dict[str, object]) -> _Asked:
    for field in ("player", "view"):
        if field not in request:
            raise _BadRequestError("bad-request", f'"{field}" is missing')
    name, ms = request["player"], request.get("ms")
    if not isinstance(name, str):
        raise _BadRequestError("bad-request", '"player" is a name, such as "random"')
    if ms is not None and (isinstance(ms, bool) or not isinstance(ms, int | float)):
        raise _BadRequestError("bad-request", '"ms" is a number of milliseconds')
    if isinstance(ms, int | float) and not 0 <= ms <= _MOST_MS:
        raise _BadRequestError("bad-request", f'"ms" is 0 to {_MOST_MS}')
    seed, most = _whole(request, "seed"), _whole(request, "candidates")
    if most is not None and not 1 <= most <= _MOST_CANDIDATES:
        raise _BadRequestError("bad-request", f'"candidates" is 1 to {_MOST_CANDIDATES}')
    try:
        player = create(name)
    except UnknownPlayerError as error:
        raise _BadRequestError("unknown-player", str(error)) from None
    except ModuleNotFoundError as missing:
        problem = f"{name} needs {missing.name}; pip install 'scout-bot[players]' brings it"
        raise _BadRequestError("unknown-player", problem) from None
    try:
        view = view_from_json(request["view"])
    except ViewError as error:
        raise _BadRequestError("bad-view", str(error)) from None
    if not legal_actions(view):
        raise _BadRequestError("nothing-to-decide", "this seat has nothing to decide now")
    return _Asked(player, view, None if ms is None else float(ms), seed, most)


def _whole(request: dict[str, object], name: str) -> int | None:
    """A field that is a whole number, or left out."""
    value = request.get(name)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise _BadRequestError("bad-request", f'"{name}" is a whole number')
    return value
