"""The statements that together make a deal or a position, while they come in."""

from __future__ import annotations

from engine.cards import Card, Cards
from engine.deals import Deal, ascending
from engine.errors import RuleError
from engine.record.model import RecordError
from engine.record.statements import (
    CountLine,
    HandLine,
    PositionLine,
    RoundLine,
    ScoutsLine,
    SpentLine,
    Statement,
    TableLine,
)
from engine.rules import Rules
from engine.study import Position


class Gathering:
    """Hands by seat, and where a card stood a second time.

    Attributes:
        line: the line of the ``round`` or ``position`` statement.
        repeat: the error for the first card that stands twice; it is reported when the whole is
            judged, or when another error comes on a later line.
    """

    def __init__(self, line: int, players: int) -> None:
        self.line = line
        self.repeat: RecordError | None = None
        self._players = players
        self._hands: dict[int, Cards] = {}
        self._seen: set[Card] = set()

    def missing(self) -> list[int]:
        """The seats whose hand has not been given."""
        return [seat for seat in range(1, self._players + 1) if seat not in self._hands]

    def refusal(self, refusal: RuleError) -> RecordError:
        """The refusal of the whole, at the line that it belongs to."""
        if refusal.code == "card-twice" and self.repeat:
            return self.repeat
        return RecordError.at(self.line, refusal)

    def add(self, line: int, said: Statement) -> None:
        """Take in a statement.

        Raises:
            RecordError: ``bad-syntax``, it stood there already.
        """
        if not isinstance(said, HandLine):
            raise TypeError(f"{said} belongs to no deal")
        if said.seat in self._hands:
            raise _repeated(line, f"the hand of seat {said.seat}")
        self._hands[said.seat] = said.cards
        self._look_at(line, said.cards)

    def hands(self) -> tuple[Cards, ...]:
        """All hands, seat 1 first."""
        return tuple(self._hands[seat] for seat in range(1, self._players + 1))

    def _look_at(self, line: int, cards: Cards) -> None:
        for card in cards:
            if ascending(card) in self._seen and self.repeat is None:
                self.repeat = RecordError.at(line, RuleError("card-twice", card=str(card)))
            self._seen.add(ascending(card))


class DealGathering(Gathering):
    """A ``round`` statement and its hands; ``number`` is the round's."""

    def __init__(self, line: int, players: int, said: RoundLine) -> None:
        super().__init__(line, players)
        self.number = said.number
        self._starter = said.starter

    def deal(self) -> Deal:
        """The deal, once no hand is missing."""
        return Deal(self.number, self._starter, self.hands())


class PositionGathering(Gathering):
    """A ``position`` statement and what describes the position."""

    def __init__(self, line: int, players: int, said: PositionLine) -> None:
        super().__init__(line, players)
        self._turn = said.turn
        self._table: TableLine | None = None
        self._counts: dict[tuple[str, int], int] = {}
        self._spent: set[int] = set()
        self._scouts: int | None = None

    def add(self, line: int, said: Statement) -> None:
        """Take in a statement.

        Raises:
            RecordError: ``bad-syntax``, it stood there already.
        """
        match said:
            case TableLine():
                if self._table:
                    raise _repeated(line, "the table")
                self._table = said
                self._look_at(line, said.cards)
            case CountLine(what, seat, count):
                if (what, seat) in self._counts:
                    raise _repeated(line, f"{what} of seat {seat}")
                self._counts[what, seat] = count
            case SpentLine(seat):
                if seat in self._spent:
                    raise _repeated(line, f"spent of seat {seat}")
                self._spent.add(seat)
            case ScoutsLine(count):
                if self._scouts is not None:
                    raise _repeated(line, "the number of Scouts")
                self._scouts = count
            case _:
                super().add(line, said)

    def position(self) -> Position:
        """The position, once no hand is missing; what is as by default is left out."""
        return Position(
            turn=self._turn,
            hands=self.hands(),
            table=self._table.cards if self._table else (),
            owner=self._table.seat if self._table else None,
            captured=self._said_of("captured", 0),
            tokens=self._said_of("tokens", Rules.of(self._players).tokens),
            spent=frozenset(self._spent),
            scouts=self._scouts or 0,
        )

    def _said_of(self, what: str, default: int) -> dict[int, int]:
        return {
            seat: count
            for (kind, seat), count in sorted(self._counts.items())
            if kind == what and count != default
        }


def _repeated(line: int, what: str) -> RecordError:
    return RecordError(line, "bad-syntax", f"{what} stands a second time; give it once")
