"""What all computer players share: a view in, an action out."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol, runtime_checkable

from engine.actions import Action
from engine.views import View


class Player(Protocol):
    """A computer player. It is given a view of its own seat and nothing else.

    A player keeps nothing between two choices, so that one object serves any number of tables.
    """

    name: str

    def choose(self, view: View, budget_ms: float | None, rng: Random) -> Action:
        """A legal action for the view's seat.

        Args:
            view: what the seat knows; there must be something for it to decide.
            budget_ms: milliseconds it may think; None for no limit but its own.
            rng: the only source of chance it may use.

        Raises:
            ValueError: the seat has nothing to decide.
        """
        ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that a player considered.

    Attributes:
        action: a legal one.
        value: the return that the player expects of it: points of the round for the seat less the
            mean of the others'.
        visits: how many playouts that rests on; 0 where it is the network's opinion alone.
    """

    action: Action
    value: float
    visits: int


@runtime_checkable
class Analyst(Player, Protocol):
    """A player that can say what it expects of its choices."""

    def consider(
        self, view: View, budget_ms: float | None, rng: Random, most: int
    ) -> tuple[Candidate, ...]:
        """Up to so many actions, the one that `choose` returns first, then the next best.

        Raises:
            ValueError: the seat has nothing to decide.
        """
        ...
