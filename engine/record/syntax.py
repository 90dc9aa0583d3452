"""From bytes to statements: lines, comments, and the shape of each statement.

Nothing here knows the state of play. Whatever is wrong at this level is ``bad-syntax``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Literal, NoReturn, cast

from engine import actions
from engine.cards import Card, Cards
from engine.errors import RuleError, quote
from engine.record.model import RecordError
from engine.record.statements import (
    ActionLine,
    CountLine,
    EndLine,
    HandLine,
    PointsLine,
    PositionLine,
    RoundLine,
    ScoutsLine,
    SpentLine,
    Statement,
    TableLine,
    TagLine,
    WinnerLine,
)
from engine.rules import EndReason

_NUMBER = r"(0|[1-9][0-9]*)"
_POINTS = r"(0|-?[1-9][0-9]*)"
_CARDS = r"((?: \S+)+)"
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_TAG = re.compile(r'\[([^"\]]*)"((?:[^"\\]|\\["\\])*)"[ \t]*\][ \t]*(?:#.*)?')
_ACTION = re.compile(rf"{_NUMBER} (.+)", re.ASCII)


def raw_lines(source: bytes | str) -> list[tuple[int, bytes]]:
    """The source's lines that aren't empty, each with its number from 1.

    They come without LF or CRLF, and without a byte order mark.
    """
    # A lone surrogate in a str becomes bytes that are no UTF-8, and is refused as such.
    data = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    *ended, last = lines
    ended = [line.removesuffix(b"\r") for line in ended]
    return [(n, line) for n, line in enumerate([*ended, last], start=1) if line.strip(b" \t")]


def statement(line: int, raw: bytes, players: int) -> Statement | None:
    """What a line says; None if nothing.

    Args:
        line: its number, for errors.
        raw: the line as ``raw_lines`` gives it.
        players: how many seats there are.

    Raises:
        RecordError: ``bad-syntax``.
    """
    text = _decoded(line, raw)
    if text.lstrip(" \t").startswith("["):
        return _tag(line, text.strip(" \t"))
    words = re.sub(r"[ \t]+", " ", text.partition("#")[0]).strip(" ")
    if not words:
        return None
    try:
        return _words(words, players)
    except RuleError as refusal:
        raise RecordError.at(line, refusal) from None


def tag_or_none(raw: bytes) -> TagLine | None:
    """The tag on a line, if a well-formed one stands there; raises nothing."""
    try:
        found = statement(0, raw, players=5)
    except RecordError:
        return None
    return found if isinstance(found, TagLine) else None


def is_comment(raw: bytes) -> bool:
    """Whether a line holds only a comment."""
    return raw.lstrip(b" \t").startswith(b"#")


def _decoded(line: int, raw: bytes) -> str:
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise RecordError(
            line,
            "bad-syntax",
            f"byte {raw[error.start]:#04x} at column {error.start + 1} is not UTF-8; "
            "save the file as UTF-8",
        ) from None
    control = _CONTROL.search(text)
    if control:
        raise RecordError(
            line,
            "bad-syntax",
            f"control character U+{ord(control[0]):04X} at column {control.start() + 1}; "
            "there may be none (lines end with LF or CRLF)",
        )
    return text


def _tag(line: int, text: str) -> TagLine:
    match = _TAG.fullmatch(text)
    if not match or not match[1].isascii():
        problem = f'{quote(text)} is not a tag; write [Players "3"], with \\" and \\\\ for " and \\'
        raise RecordError(line, "bad-syntax", problem)
    name, value = match.groups()
    if "\t" in value:
        raise RecordError(line, "bad-syntax", "a tab stands in the quotes; write a space")
    return TagLine(" ".join(name.lower().split()), re.sub(r'\\(["\\])', r"\1", value))


def _words(words: str, players: int) -> Statement:
    if not words.isascii():
        _refuse(f"{quote(words)} holds more than ASCII, which only quotes and comments may")
    words = words.lower()
    keyword = words.partition(" ")[0]
    if keyword[0].isdigit():
        return _action(words, players)
    if keyword not in _FORMS:
        known = ", ".join(_FORMS)
        _refuse(
            f'{quote(words)} is no statement; those begin with a seat (as in "2 show 3"), {known}'
        )
    form, example, build = _FORMS[keyword]
    match = form.fullmatch(words)
    if not match:
        _refuse(f'{quote(words)} is no {keyword} statement; write "{example}"')
    return build(players, *match.groups())


def _action(words: str, players: int) -> ActionLine:
    match = _ACTION.fullmatch(words)
    if not match:
        _refuse(f'{quote(words)} is not an action; write seat and action, as in "2 show 3-4"')
    return ActionLine(_seat(match[1], players), actions.parse(match[2]))


def _refuse(problem: str) -> NoReturn:
    raise RuleError("bad-syntax", problem=problem)


def _number(digits: str) -> int:
    # Nothing in a record is near this large; absurd input stays cheap and is refused later.
    if len(digits) < 10:
        return int(digits)
    return -(10**9) if digits.startswith("-") else 10**9


def _seat(digits: str, players: int) -> int:
    seat = _number(digits)
    if not 1 <= seat <= players:
        _refuse(str(RuleError("no-such-seat", seat=seat, players=players)))
    return seat


def _cards(text: str) -> Cards:
    return tuple(map(Card.parse, text.split()))


def _winner(players: int, text: str) -> WinnerLine:
    seats = tuple(_seat(digits, players) for digits in text.split())
    if any(after <= before for before, after in pairwise(seats)):
        right = " ".join(map(str, sorted(set(seats))))
        _refuse(f'{quote("winner" + text)} does not ascend; write "winner {right}"')
    return WinnerLine(seats)


def _count(what: Literal["captured", "tokens"]) -> Callable[..., CountLine]:
    return lambda n, seat, count: CountLine(what, _seat(seat, n), _number(count))


def _points(what: Literal["score", "total"]) -> Callable[..., PointsLine]:
    return lambda n, seat, points: PointsLine(what, _seat(seat, n), _number(points))


def _forms() -> Iterator[tuple[str, str, str, Callable[..., Statement]]]:
    """Keyword, shape, example, and what makes the statement of players and matched groups."""
    yield (
        "round",
        rf"round {_NUMBER} starter {_NUMBER}",
        "round 1 starter 2",
        lambda n, number, starter: RoundLine(_number(number), _seat(starter, n)),
    )
    yield (
        "hand",
        rf"hand {_NUMBER}{_CARDS}",
        "hand 1 3/7 1/3",
        lambda n, seat, cards: HandLine(_seat(seat, n), _cards(cards)),
    )
    yield (
        "position",
        rf"position turn {_NUMBER}",
        "position turn 4",
        lambda n, turn: PositionLine(_seat(turn, n)),
    )
    yield (
        "table",
        rf"table {_NUMBER}{_CARDS}",
        "table 1 8/4 9/3",
        lambda n, seat, cards: TableLine(_seat(seat, n), _cards(cards)),
    )
    yield "captured", rf"captured {_NUMBER} {_NUMBER}", "captured 1 3", _count("captured")
    yield "tokens", rf"tokens {_NUMBER} {_NUMBER}", "tokens 1 2", _count("tokens")
    yield "spent", rf"spent {_NUMBER}", "spent 2", lambda n, seat: SpentLine(_seat(seat, n))
    yield "scouts", rf"scouts {_NUMBER}", "scouts 2", lambda _, count: ScoutsLine(_number(count))
    yield (
        "end",
        rf"end (empty|unbeaten|stuck) {_NUMBER}",
        "end empty 3",
        lambda n, reason, seat: EndLine(cast("EndReason", reason), _seat(seat, n)),
    )
    yield "score", rf"score {_NUMBER} {_POINTS}", "score 1 -2", _points("score")
    yield "total", rf"total {_NUMBER} {_POINTS}", "total 1 -2", _points("total")
    yield "winner", rf"winner((?: {_NUMBER})+)", "winner 1 3", lambda n, seats, _: _winner(n, seats)


_FORMS = {
    keyword: (re.compile(shape, re.ASCII), example, build)
    for keyword, shape, example, build in _forms()
}
