"""The result lines of a record, checked where they stand."""

from __future__ import annotations

from engine.match import Match
from engine.record.model import RecordError
from engine.record.statements import EndLine, PointsLine, WinnerLine


class Results:
    """The results said of one round, and after the last of the match."""

    def __init__(self) -> None:
        self._said: set[tuple[str, int]] = set()

    def check(self, line: int, said: EndLine | PointsLine | WinnerLine, match: Match) -> None:
        """Compare a result with what came of play.

        Raises:
            RecordError: ``bad-syntax`` for one that stands a second time, or ``wrong-result``.
        """
        what, written, right = _compared(said, match)
        seat = said.seat if isinstance(said, PointsLine) else 0
        if (what, seat) in self._said:
            name = f"{what} {seat}" if seat else what
            raise RecordError(line, "bad-syntax", f'"{name}" stands a second time; give it once')
        self._said.add((what, seat))
        if right is None:
            thing = "match" if what in ("total", "winner") else "round"
            problem = f'no "{what}" can stand here; the {thing} is not over yet'
            raise RecordError(line, "wrong-result", problem)
        if written != right:
            raise RecordError(line, "wrong-result", f'"{written}" is not what came; "{right}" is')


def _compared(said: EndLine | PointsLine | WinnerLine, match: Match) -> tuple[str, str, str | None]:
    """What is spoken of, how it is written, and how it is right; None before it is decided."""
    state = match.round
    end = state.end if state else None
    match said:
        case EndLine(reason, seat):
            right = f"end {end.reason} {end.seat}" if end else None
            return "end", f"end {reason} {seat}", right
        case PointsLine("score", seat, points):
            right = f"score {seat} {state.scores()[seat - 1]}" if state and end else None
            return "score", f"score {seat} {points}", right
        case PointsLine(_, seat, points):
            right = f"total {seat} {match.totals[seat - 1]}" if match.over else None
            return "total", f"total {seat} {points}", right
        case WinnerLine(seats):
            right = _winner(match.winners()) if match.over else None
            return "winner", _winner(seats), right


def _winner(seats: tuple[int, ...]) -> str:
    return f"winner {' '.join(map(str, seats))}"
