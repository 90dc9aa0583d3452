"""What a record says, as values, and how it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine import fairness
from engine.errors import Code, RuleError
from engine.match import RULES_VERSION, Entry, Match, new_match
from engine.rules import Options
from engine.study import Position, new_study


class RecordError(Exception):
    """A record was refused.

    Attributes:
        line: the first line that offends, from 1.
        code: why, one of ``engine.errors.Code``.
        message: what is wrong, and what would be right, on one line, in English.
        prefix: the record as far as it was sound: tags, whole deals and actions before that line;
            None if it isn't even known how many play.
    """

    def __init__(self, line: int, code: Code, message: str) -> None:
        super().__init__(line, code, message)
        self.line = line
        self.code: Code = code
        self.message = message
        self.prefix: Reading | None = None

    def __str__(self) -> str:
        return f"{self.line}: {self.code}: {self.message}"

    @classmethod
    def at(cls, line: int, refusal: RuleError) -> RecordError:
        """The refusal of what stands on a line."""
        return cls(line, refusal.code, str(refusal))


@dataclass(frozen=True, slots=True)
class FairPlay:
    """The tags by which a match can be checked (``engine.fairness``), each None where left out.

    Attributes:
        commitment: the SHA-256 of the secret.
        start: the start id.
        secret: what deals and seats follow from, together with the start id.
        lobby: for each seat in turn the place, from 1, that its player had in the lobby.
    """

    commitment: str | None = None
    start: str | None = None
    secret: str | None = None
    lobby: tuple[int, ...] | None = None

    @property
    def seed(self) -> str | None:
        """The seed of deals and seats; None where secret or start id are left out."""
        if self.secret is None or self.start is None:
            return None
        return fairness.seed(self.secret, self.start)


@dataclass(frozen=True, slots=True)
class Record:
    """All that a record says; results follow from it.

    Attributes:
        players: how many play.
        options: the options of the match, defaults included.
        names: what the ``Seat`` tags call the seats, by seat from 1; seats may be missing.
        fair_play: commitment, start id and secret.
        rules_version: the rules it is played by.
        position: what a study starts from; None for a match that is dealt.
        entries: deals and actions, in the order they came.
    """

    players: int
    options: Options
    names: Mapping[int, str] = field(default_factory=dict)
    fair_play: FairPlay = FairPlay()
    rules_version: int = RULES_VERSION
    position: Position | None = None
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A record as read: what it says, the match at its end, and its last statement's line."""

    record: Record
    match: Match
    last_line: int


def opening(record: Record) -> Match:
    """The match before the record's first entry.

    Raises:
        RuleError: a position that can't be (``engine.study.new_study``).
        ValueError: a number of players or rounds that can't be.
    """
    if record.position:
        return new_study(record.position, record.options)
    return new_match(record.players, record.options)
