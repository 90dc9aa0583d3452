"""Reading a record: its statements one after the other, played as they come.

The first line that offends is the one reported. The tags ``Players`` and ``Study`` decide what is
right in every other line, so they are looked for before the first line is judged.
"""

from __future__ import annotations

from typing import cast

from engine.actions import as_written
from engine.deals import Deal
from engine.errors import RuleError
from engine.match import Entry, Match, Move, apply, check_due, deal_from_seed, new_match
from engine.record import syntax
from engine.record.gathering import DealGathering, Gathering, PositionGathering
from engine.record.model import Reading, Record, RecordError
from engine.record.results import Results
from engine.record.statements import (
    ActionLine,
    EndLine,
    HandLine,
    PointsLine,
    PositionLine,
    RoundLine,
    Statement,
    TagLine,
    WinnerLine,
)
from engine.record.tags import Tags
from engine.study import Position, new_study


def parse(source: bytes | str) -> Record:
    """The record that a text holds.

    Raises:
        RecordError: the text is refused.
    """
    return read(source).record


def read(source: bytes | str) -> Reading:
    """The record that a text holds, played to its end.

    Raises:
        RecordError: the text is refused.
    """
    lines = syntax.raw_lines(source)
    reader = _Reader(_tags_ahead(lines))
    try:
        for number, raw in lines:
            said = syntax.statement(number, raw, reader.tags.seats)
            if said:
                reader.take(number, said)
        return reader.finish()
    except RecordError as error:
        refused = reader.first_of(error)
        refused.prefix = reader.so_far()
        raise refused from None


def _tags_ahead(lines: list[tuple[int, bytes]]) -> Tags:
    """What the leading tags say of players and study; nothing is judged yet."""
    players, study = None, False
    for _, raw in lines:
        if syntax.is_comment(raw):
            continue
        tag = syntax.tag_or_none(raw)
        if tag is None:
            break
        if tag.name == "players" and players is None and tag.value in tuple("2345"):
            players = int(tag.value)
        study = study or tag.name == "study"
    return Tags(players, study)


class _Reader:
    """A record's state of play while it is read."""

    def __init__(self, tags: Tags) -> None:
        self.tags = tags
        self.last_line = 1
        self._entries: list[Entry] = []
        self._gathering: Gathering | None = None
        self._position: Position | None = None
        self._match: Match | None = None
        self._results = Results()

    def take(self, line: int, said: Statement) -> None:
        """Judge the next statement and play it.

        Raises:
            RecordError: it is refused.
        """
        self.last_line = line
        if isinstance(said, TagLine):
            if self._match:
                raise RecordError(line, "bad-syntax", "a tag stands late; tags come first")
            self.tags.add(line, said)
            return
        if self._match is None:
            self._match = new_match(self.tags.seats, self.tags.options())
        if self.tags.players is None:
            return  # without a table size only a statement's shape can be judged
        match said:
            case RoundLine() | PositionLine():
                self._begin(line, said)
            case ActionLine():
                self._act(line, said)
            case EndLine() | PointsLine() | WinnerLine():
                self._complete(line)
                self._results.check(line, said, self._match)
            case HandLine() if self._gathering:
                self._gathering.add(line, said)
                if isinstance(self._gathering, DealGathering) and not self._gathering.missing():
                    self._deal(self._gathering)
            case _ if isinstance(self._gathering, PositionGathering):
                self._gathering.add(line, said)
            case _:
                raise RecordError(line, "bad-syntax", self._out_of_place(said))

    def first_of(self, error: RecordError) -> RecordError:
        """The error to report: what offends in an unfinished deal or position may come earlier."""
        earlier = self._gathering.repeat if self._gathering else None
        if earlier is None and isinstance(self._gathering, DealGathering):
            try:
                check_due(cast("Match", self._match), self._gathering.number)
            except RuleError as refusal:
                earlier = self._gathering.refusal(refusal)
        return earlier if earlier and earlier.line < error.line else error

    def finish(self) -> Reading:
        """What was read, when no line is left.

        Raises:
            RecordError: something is missing.
        """
        if self.tags.players is None:
            missing = 'the tag Players is missing; write [Players "3"] at the head'
            raise RecordError(self.last_line, "bad-syntax", missing)
        self._complete(self.last_line)
        if self.tags.study and self._position is None:
            missing = 'a study needs a position; write "position turn 1" and each seat\'s hand'
            raise RecordError(self.last_line, "bad-syntax", missing)
        reading = self.so_far()
        assert reading is not None
        return reading

    def so_far(self) -> Reading | None:
        """What was read and sound; None if it isn't known how many play."""
        if self.tags.players is None:
            return None
        options = self.tags.options()
        record = Record(
            players=self.tags.players,
            options=options,
            names=self.tags.names(),
            fair_play=self.tags.fair_play(),
            position=self._position,
            entries=tuple(self._entries),
        )
        match = self._match or new_match(self.tags.players, options)
        return Reading(record, match, self.last_line)

    def _begin(self, line: int, said: RoundLine | PositionLine) -> None:
        if isinstance(said, RoundLine) == self.tags.study:
            raise RecordError(line, "bad-syntax", self._out_of_place(said))
        self._complete(line)
        if self._position:
            raise RecordError(line, "bad-syntax", "a study has one position; this is a second")
        if isinstance(said, RoundLine):
            self._gathering = DealGathering(line, self.tags.seats, said)
        else:
            self._gathering = PositionGathering(line, self.tags.seats, said)

    def _complete(self, line: int) -> None:
        """End the gathering of hands, because something else comes on ``line``."""
        gathering = self._gathering
        if gathering is None:
            return
        missing = gathering.missing()
        if missing:
            seats = ", ".join(map(str, missing))
            raise RecordError(
                line, "bad-syntax", f"the hand of seat {seats} is missing; each seat has one"
            )
        if isinstance(gathering, PositionGathering):
            position = gathering.position()
            try:
                self._match = new_study(position, self.tags.options())
            except RuleError as refusal:
                raise gathering.refusal(refusal) from None
            self._position = position
        self._gathering = None

    def _deal(self, gathering: DealGathering) -> None:
        before, dealt = cast("Match", self._match), gathering.deal()
        try:
            after = apply(before, dealt).match
        except RuleError as refusal:
            raise gathering.refusal(refusal) from None
        self._check_fairness(gathering.line, before, dealt)
        self._match = after
        self._gathering = None
        self._entries.append(dealt)
        self._results = Results()

    def _check_fairness(self, line: int, before: Match, dealt: Deal) -> None:
        seed = self.tags.fair_play().seed
        if seed is None:
            return
        right = deal_from_seed(before, seed)
        if dealt == right:
            return
        if dealt.hands == right.hands:
            differs = f"starter {right.starter}"
        else:
            pairs = zip(dealt.hands, right.hands, strict=True)
            seat = next(s for s, (is_, due) in enumerate(pairs, start=1) if is_ != due)
            differs = f"hand {seat} {' '.join(map(str, right.hands[seat - 1]))}"
        raise RecordError(
            line,
            "wrong-commitment",
            f"this deal does not follow from Secret and Start; they give {differs}",
        )

    def _act(self, line: int, said: ActionLine) -> None:
        self._complete(line)
        match = cast("Match", self._match)
        if match.round is None:
            start = "position" if self.tags.study else "round"
            raise RecordError(line, "bad-syntax", f'an action needs a "{start}" before it')
        move = Move(said.seat, as_written(said.action, len(match.round.table)))
        try:
            self._match = apply(match, move).match
        except RuleError as refusal:
            raise RecordError.at(line, refusal) from None
        self._entries.append(move)

    def _out_of_place(self, said: Statement) -> str:
        if isinstance(said, HandLine):
            return 'a hand stands after "round" or "position" and before any action'
        if isinstance(said, RoundLine):
            return 'a study starts with "position turn 1", not with a round'
        if self.tags.study:
            return 'this belongs after "position" and before any action'
        return 'this belongs to a position; those need the tag [Study "1"]'
