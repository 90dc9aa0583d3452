"""The tags at a record's head: which there are, and what each may say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine import fairness
from engine.cards import PLAYER_COUNTS
from engine.deals import seating
from engine.errors import quote
from engine.match import RULES_VERSION
from engine.record.model import FairPlay, RecordError
from engine.record.statements import TagLine
from engine.rules import CHOICES, Options, rounds_in_full

_FREE = ("commitment", "start", "secret")
_CHOICES = {name.replace("_", " "): words for name, words in CHOICES.items()}


def order() -> str:
    """The tags there are, in the order in which they are written."""
    names = ("players", "study", "seat N", "rounds", *_CHOICES, "rules", *_FREE, "lobby")
    return ", ".join(name[0].upper() + name[1:] for name in names)


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
            raise RecordError(line, "bad-syntax", f"{problem}; there are {order()}")
        if tag.name == "lobby" and not self._is_order(tag.value):
            places = " ".join(str(place) for place in range(1, self.seats + 1))
            problem = f"lobby can't be {quote(tag.value)}; write each of {places} once"
            raise RecordError(line, "bad-syntax", problem)
        if allowed and tag.value not in allowed:
            right = " or ".join(f'"{value}"' for value in allowed)
            problem = f"{tag.name} can't be {quote(tag.value)}; write {right}"
            raise RecordError(line, "bad-syntax", problem)
        self.said[tag.name] = tag.value
        try:
            self._check_commitment(line)
            self._check_lobby(line)
        except RecordError:
            del self.said[tag.name]
            raise

    def options(self) -> Options:
        """The match's options, with the defaults for what no tag says."""
        default = 1 if self.study else rounds_in_full(self.seats)
        chosen: dict[str, Any] = {
            name: self.said.get(name.replace("_", " "), words[0]) for name, words in CHOICES.items()
        }
        return Options(rounds=int(self.said.get("rounds", default)), **chosen)

    def names(self) -> dict[int, str]:
        """The names of seats, by seat; only those that are given."""
        named = ((seat, self.said.get(f"seat {seat}")) for seat in range(1, self.seats + 1))
        return {seat: name for seat, name in named if name is not None}

    def fair_play(self) -> FairPlay:
        """Commitment, start id, secret and the lobby's order."""
        lobby = self.said.get("lobby")
        return FairPlay(
            **{name: self.said.get(name) for name in _FREE},
            lobby=tuple(map(int, lobby.split())) if lobby else None,
        )

    def _allowed(self, name: str) -> tuple[str, ...] | None:
        """The values a tag may have: none listed means any text; None means no such tag."""
        if name in {*_FREE, "lobby", *(f"seat {seat}" for seat in range(1, self.seats + 1))}:
            return ()
        most = 1 if self.study else rounds_in_full(self.seats)
        return {
            "players": tuple(map(str, PLAYER_COUNTS)),
            "study": ("1",),
            "rounds": tuple(map(str, range(1, most + 1))),
            "rules": (str(RULES_VERSION),),
            **_CHOICES,
        }.get(name)

    def _seats_there_are(self, name: str) -> str:
        if name.startswith("seat"):
            return f" in a match of {self.seats}"
        return ""

    def _is_order(self, value: str) -> bool:
        """Whether a value names each place of the lobby once, with single spaces between."""
        places = value.split(" ")
        due = self.players or len(places)  # how many there are the tag Players will say, or miss
        return due in PLAYER_COUNTS and sorted(places) == [str(n) for n in range(1, due + 1)]

    def _check_lobby(self, line: int) -> None:
        fair = self.fair_play()
        if fair.lobby is None or fair.seed is None or self.players is None:
            return
        right = seating(fair.seed, self.players)
        if fair.lobby != right:
            said = " ".join(map(str, right))
            problem = f'the seats do not follow from Secret and Start; they give [Lobby "{said}"]'
            raise RecordError(line, "wrong-commitment", problem)

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
