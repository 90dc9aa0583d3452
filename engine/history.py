"""What everybody saw of a round, action by action (R18).

It is written as text in the view's JSON form alone; ``told`` reads it back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import overload

from engine.cards import CARD, Card, Cards
from engine.errors import RuleError, quote
from engine.events import PublicAction
from engine.rules import Rules


class History(Sequence[PublicAction]):
    """A round's public actions, oldest first; never changed, only gone on from.

    It reads like a tuple, but ``then`` is no copy: a history is its last action and the history
    before that, so that a long round costs no more an action than a short one.
    """

    __slots__ = ("_before", "_length", "last")
    _before: History
    last: PublicAction
    """The newest action; there is none before the first."""

    def __init__(self) -> None:
        self._length = 0

    @classmethod
    def of(cls, actions: Iterable[PublicAction]) -> History:
        """The history of these actions."""
        history = cls()
        for action in actions:
            history = history.then(action)
        return history

    def then(self, action: PublicAction) -> History:
        """This history gone on by an action."""
        after = History()
        after._before, after.last, after._length = self, action, self._length + 1
        return after

    def __len__(self) -> int:
        return self._length

    def __reversed__(self) -> Iterator[PublicAction]:
        history = self
        while history:
            yield history.last
            history = history._before

    def __iter__(self) -> Iterator[PublicAction]:
        return reversed(list(reversed(self)))

    @overload
    def __getitem__(self, index: int) -> PublicAction: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[PublicAction, ...]: ...
    def __getitem__(self, index: int | slice) -> PublicAction | tuple[PublicAction, ...]:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"History.of({list(self)!r})"

    def __reduce__(self) -> tuple[Callable[..., History], tuple[tuple[PublicAction, ...]]]:
        return History.of, (tuple(self),)


_CARDS = rf"((?: {CARD})+)"
_LINE = re.compile(
    rf"([1-9]) (?:scout (left|right) ({CARD})(?: show{_CARDS})?|show{_CARDS})", re.ASCII
)


def told(lines: Iterable[str], rules: Rules) -> History:
    """The history that such lines tell: ``1 show 7/1 8/4``, ``2 scout left 7/1``, or both in one.

    What lay on the table before the first Show of a study is in no line, so what became of that is
    left out of ``beaten`` and ``payee``.

    Raises:
        RuleError: ``bad-syntax``, a line is none, or its seat isn't there.
    """
    history = History()
    table: Cards = ()
    owner: int | None = None
    for line in lines:
        match = _LINE.fullmatch(line)
        if match is None or int(match[1]) > rules.players:
            right = 'write "1 show 7/1 8/4", "2 scout left 7/1" or both in one'
            raise RuleError("bad-syntax", problem=f"{quote(line)} is no public action; {right}")
        seat, end, scouted, then_shown, shown = match.groups()
        cards = _cards(then_shown or shown or "")
        left = table[1:] if end == "left" else table[:-1] if end else table
        history = history.then(
            PublicAction(
                seat=int(seat),
                end=None if end is None else "left" if end == "left" else "right",
                scouted=Card.parse(scouted) if scouted else None,
                payee=owner if end and rules.scout_pay else None,
                shown=cards,
                beaten=left if cards else (),
            )
        )
        table = cards or left
        owner = int(seat) if cards else owner if left else None
    return history


def _cards(text: str) -> Cards:
    return tuple(map(Card.parse, text.split()))
