"""The tags at a record's head: which there are, and what each may say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from engine import fairness
from engine.cards import PLAYER_COUNTS
from engine.errors import quote
from engine.match import RULES_VERSION
from engine.record.model import FairPlay, RecordError
from engine.record.statements import TagLine
from engine.rules import LastCard, Options, Starter, rounds_in_full

ORDER = "Players, Study, Seat N, Rounds, Starter, Last card, Rules, Commitment, Start, Secret"
_FREE = ("commitment", "start", "secret")


@dataclass
class Tags:
    """The tags read so far.

    Attributes:
        players: how many play, known before the first line is read; None if no tag says it.
        study: whether the record is a study's, known likewise.
        said: values by tag name, in lower case.
    """

    players: int | None
    study: bool
    said: dict[str, str] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        """How many seats there may be."""
        return self.players or max(PLAYER_COUNTS)

    def add(self, line: int, tag: TagLine) -> None:
        """Take in one more tag.

        Raises:
            RecordError: ``bad-syntax``, or ``wrong-commitment``.
        """
        if tag.name in self.said:
            raise RecordError(
                line, "bad-syntax", f"{quote(tag.name)} stands a second time; give it once"
            )
        allowed = self._allowed(tag.name)
        if allowed is None:
            problem = f"there is no tag {quote(tag.name)}{self._seats_there_are(tag.name)}"
            raise RecordError(line, "bad-syntax", f"{problem}; there are {ORDER}")
        if allowed and tag.value not in allowed:
            right = " or ".join(f'"{value}"' for value in allowed)
            problem = f"{tag.name} can't be {quote(tag.value)}; write {right}"
            raise RecordError(line, "bad-syntax", problem)
        self.said[tag.name] = tag.value
        self._check_commitment(line)

    def options(self) -> Options:
        """The match's options, with the defaults for what no tag says."""
        default = 1 if self.study else rounds_in_full(self.seats)
        return Options(
            rounds=int(self.said.get("rounds", default)),
            starter=cast("Starter", self.said.get("starter", "lowest-card")),
            last_card=cast("LastCard", self.said.get("last card", "end")),
        )

    def names(self) -> dict[int, str]:
        """The names of seats, by seat; only those that are given."""
        named = ((seat, self.said.get(f"seat {seat}")) for seat in range(1, self.seats + 1))
        return {seat: name for seat, name in named if name is not None}

    def fair_play(self) -> FairPlay:
        """Commitment, start id and secret."""
        return FairPlay(*(self.said.get(name) for name in _FREE))

    def _allowed(self, name: str) -> tuple[str, ...] | None:
        """The values a tag may have: none listed means any text; None means no such tag."""
        if name in _FREE or name in {f"seat {seat}" for seat in range(1, self.seats + 1)}:
            return ()
        most = 1 if self.study else rounds_in_full(self.seats)
        return {
            "players": tuple(map(str, PLAYER_COUNTS)),
            "study": ("1",),
            "rounds": tuple(map(str, range(1, most + 1))),
            "starter": ("lowest-card", "random"),
            "last card": ("end", "continue"),
            "rules": (str(RULES_VERSION),),
        }.get(name)

    def _seats_there_are(self, name: str) -> str:
        if name.startswith("seat"):
            return f" in a match of {self.seats}"
        return ""

    def _check_commitment(self, line: int) -> None:
        fair = self.fair_play()
        if fair.commitment is None or fair.secret is None:
            return
        right = fairness.commitment(fair.secret)
        if fair.commitment != right:
            raise RecordError(
                line,
                "wrong-commitment",
                f"the commitment does not belong to the secret; that secret's SHA-256 is {right}",
            )
