"""A match step by step, as both environments play it: who is next, what is legal, what is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

import engine
from engine import Match, Move, Orient, Scout, ScoutAndShow, Show
from engine.rl import observation
from engine.rl.numbering import ACTIONS, numbered, step_of


@dataclass(frozen=True, slots=True)
class Play:
    """A match on its way, immutable.

    Attributes:
        match: the engine's; what has been decided but for a Scout that a Show is to follow.
        scouted: that Scout, between the two steps of a Scout & Show.
    """

    match: Match
    scouted: Scout | None = None

    @property
    def actor(self) -> int | None:
        """The seat that decides next, from 1; None while a deal is due and at the end.

        All choose their orientation at the same time (R7): here one after the other, unseen.
        """
        state = self.match.round
        if state is None or state.end:
            return None
        return state.turn or state.ready.index(False) + 1

    def legal(self) -> npt.NDArray[np.int8]:
        """Shape (ACTIONS,): 1 for what the actor may do now, 0 for the rest."""
        mask = np.zeros(ACTIONS, np.int8)
        for action in engine.legal_actions(self.match, self.actor) if self.actor else ():
            match action:
                case ScoutAndShow(scout, show):
                    if self.scouted is None:
                        mask[numbered(scout, then_show=True)] = 1
                    elif scout == self.scouted:
                        mask[numbered(show)] = 1
                case Orient() | Show() | Scout():
                    if self.scouted is None:
                        mask[numbered(action)] = 1
        return mask

    def after(self, number: int) -> Play:
        """The play after a step of the actor.

        Raises:
            ValueError: the step isn't legal.
        """
        if not (0 <= number < ACTIONS and self.legal()[number]):
            raise ValueError(f"{number} is not legal now; the mask says what is")
        assert self.actor is not None
        step, then_show = step_of(number)
        if then_show:
            assert isinstance(step, Scout)
            return replace(self, scouted=step)
        if self.scouted is not None:
            assert isinstance(step, Show)
            move = Move(self.actor, ScoutAndShow(self.scouted, step))
        else:
            move = Move(self.actor, step)
        return Play(engine.apply(self.match, move).match)

    def dealt(self, seed: str) -> Play:
        """The play after the deal that follows from a text."""
        return Play(engine.apply(self.match, engine.deal_from_seed(self.match, seed)).match)

    def seen(self, seat: int) -> npt.NDArray[np.float32]:
        """What a seat sees, as `observation` encodes it.

        Between the steps of a Scout & Show the actor sees hand and table as the Scout makes them;
        the others see nothing of it before it is done, for it is one action (R20).
        """
        view = engine.view(self.match, seat)
        if self.scouted is None or seat != self.actor:
            return observation.encoded(view, between=False)
        scouting = Move(seat, self.scouted)
        then = engine.view(engine.apply(self.match, scouting).match, seat)
        return observation.encoded(view._replace(hand=then.hand, table=then.table), between=True)

    def returns(self) -> tuple[float, ...]:
        """By seat, the points of the ended round less the mean of the others'; they sum to 0."""
        assert self.match.round is not None
        scores = self.match.round.scores()
        others = len(scores) - 1
        return tuple(own - (sum(scores) - own) / others for own in scores)
