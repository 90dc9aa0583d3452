"""SCOUT for OpenSpiel: one round as a sequential game with hidden information.

>>> import pyspiel
>>> import engine.rl.spiel
>>> state = pyspiel.load_game("python_scout", {"players": 3}).new_initial_state()
>>> state.is_chance_node()
True

Chance draws one of ``deals`` deals, which ``seed`` fixes: there are more of them than a game can
list. Steps and observations are those of `engine.rl.numbering` and `engine.rl.observation`, returns
the seat's points less the mean of the others'.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

import engine
from engine import Options
from engine.rl import observation
from engine.rl.numbering import ACTIONS, step_of
from engine.rl.play import Play

MOST_STEPS = 1000
"""After so many steps a round is given up, and nobody has won anything: the rules set no limit."""
MOST_POINTS = 100.0
"""No margin of a round is as large."""
DEFAULTS: dict[str, Any] = {"players": 3, "deals": 1000, "seed": 1}

_TYPE = pyspiel.GameType(
    short_name="python_scout",
    long_name="Scout",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=DEFAULTS,
)


class ScoutGame(pyspiel.Game):
    """The game; parameters: ``players`` (2 to 5), ``deals`` and ``seed``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = DEFAULTS | (params or {})
        self.players, self.deals, self.seed = given["players"], given["deals"], given["seed"]
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-MOST_POINTS,
            max_utility=MOST_POINTS,
            utility_sum=0.0,
            max_game_length=MOST_STEPS,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> ScoutState:
        """A round before its deal."""
        return ScoutState(self)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ARG002 - OpenSpiel's interface
        params: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> Observer:
        """What tells a seat's observation; there is one kind."""
        return Observer()


class ScoutState(pyspiel.State):
    """A round on its way."""

    def __init__(self, game: ScoutGame) -> None:
        super().__init__(game)
        self._seed, self._deals = game.seed, game.deals
        self.play = Play(engine.new_match(game.players, Options(rounds=1)))
        self._steps = 0

    def current_player(self) -> int:
        """The seat on turn, from 0, or chance before the deal."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.play.match.round is None:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.play.actor is not None
        return self.play.actor - 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each deal, as likely as the others."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.play.actor is None or player != self.play.actor - 1:
            return []
        return [int(number) for number in np.flatnonzero(self.play.legal())]

    def _apply_action(self, action: int) -> None:
        if self.play.match.round is None:
            self.play = self.play.dealt(f"{self._seed}:{action}")
            return
        self.play = self.play.after(action)
        self._steps += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        step, then_show = step_of(action)
        return f"{step} and show" if then_show else str(step)

    def is_terminal(self) -> bool:
        """Whether the round is over, or given up."""
        return self.play.match.over or self._steps >= MOST_STEPS

    def returns(self) -> list[float]:
        """By seat, points less the mean of the others'; zeros until the round is over."""
        if not self.play.match.over:
            return [0.0] * self.play.match.players
        return list(self.play.returns())

    def __str__(self) -> str:
        """The whole state, as the actions that led to it."""
        return " ".join(map(str, self.history())) or "not dealt"


class Observer:
    """Tells what a seat sees: the tensor, and a text as unique."""

    def __init__(self) -> None:
        self.tensor = np.zeros(observation.SIZE, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: ScoutState, player: int) -> None:
        """Fill the tensor with what a seat sees; zeros before the deal."""
        if state.play.match.round is None:
            self.tensor[:] = 0
        else:
            self.tensor[:] = state.play.seen(player + 1)

    def string_from(self, state: ScoutState, player: int) -> str:
        """The view of the seat as text."""
        if state.play.match.round is None:
            return "not dealt"
        view = engine.view(state.play.match, player + 1)
        between = state.play.scouted if state.play.actor == player + 1 else None
        return f"{view} {between or ''}"


pyspiel.register_game(_TYPE, ScoutGame)
