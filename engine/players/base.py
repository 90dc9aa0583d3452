"""What all computer players share: a view in, an action out."""

from __future__ import annotations

from random import Random
from typing import Protocol

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
