"""Writing a record in its canonical form."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from engine.actions import as_written
from engine.cards import Cards
from engine.deals import Deal
from engine.match import Match, Move, apply
from engine.record.model import Record, opening
from engine.rules import CHOICES, Rules
from engine.study import Position


def canonical(record: Record) -> str:
    """The record's one canonical text, with the results as far as play got.

    Raises:
        RuleError: the record can't be played.
        ValueError: a number of players or rounds that can't be, or a name or another tag with a
            character that ``tag_text`` would replace.
    """
    return "".join(f"{line}\n" for line in _lines(record))


def tag_text(text: str) -> str:
    """The text as a tag can carry it: control characters, and what is no character, as U+FFFD."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in ("Cc", "Cs") else c for c in text
    )


def _lines(record: Record) -> Iterator[str]:
    yield from _tags(record)
    match = opening(record)
    if record.position:
        yield from _position(record.position)
        yield from _results(match)
    for entry in record.entries:
        before, match = match, apply(match, entry).match
        if isinstance(entry, Deal):
            yield ""
            yield f"round {entry.number} starter {entry.starter}"
            yield from _hands(entry.hands)
        else:
            table = before.round.table if before.round else ()
            yield str(Move(entry.seat, as_written(entry.action, len(table))))
            yield from _results(match)


def _tags(record: Record) -> Iterator[str]:
    yield f'[Players "{record.players}"]'
    if record.position:
        yield '[Study "1"]'
    for seat, name in sorted(record.names.items()):
        yield _tag(f"Seat {seat}", name)
    yield f'[Rounds "{record.options.rounds}"]'
    for name in CHOICES:
        title = name.replace("_", " ").capitalize()
        yield f'[{title} "{getattr(record.options, name)}"]'
    yield f'[Rules "{record.rules_version}"]'
    fair = record.fair_play
    lobby = " ".join(map(str, fair.lobby)) if fair.lobby else None
    named = (
        ("Commitment", fair.commitment),
        ("Start", fair.start),
        ("Secret", fair.secret),
        ("Lobby", lobby),
    )
    for name, value in named:
        if value is not None:
            yield _tag(name, value)


def _tag(name: str, value: str) -> str:
    if value != tag_text(value):
        raise ValueError(f"{name} holds a control character or half a surrogate pair: {value!r}")
    escaped = value.replace("\\", r"\\").replace('"', r"\"")
    return f'[{name} "{escaped}"]'


def _position(position: Position) -> Iterator[str]:
    yield ""
    yield f"position turn {position.turn}"
    yield from _hands(position.hands)
    if position.table:
        yield f"table {position.owner} {' '.join(map(str, position.table))}"
    for seat, count in sorted(position.captured.items()):
        if count:
            yield f"captured {seat} {count}"
    tokens = Rules.of(len(position.hands)).tokens
    for seat, count in sorted(position.tokens.items()):
        if count != tokens:
            yield f"tokens {seat} {count}"
    for seat in sorted(position.spent):
        yield f"spent {seat}"
    if position.scouts:
        yield f"scouts {position.scouts}"


def _hands(hands: tuple[Cards, ...]) -> Iterator[str]:
    for seat, hand in enumerate(hands, start=1):
        yield f"hand {seat} {' '.join(map(str, hand))}"


def _results(match: Match) -> Iterator[str]:
    """What stands after an action: nothing, or the round's result, or the match's with it."""
    state = match.round
    if state is None or state.end is None:
        return
    yield f"end {state.end.reason} {state.end.seat}"
    for seat, score in enumerate(state.scores(), start=1):
        yield f"score {seat} {score}"
    if match.over:
        yield ""
        for seat, total in enumerate(match.totals, start=1):
            yield f"total {seat} {total}"
        yield f"winner {' '.join(map(str, match.winners()))}"
