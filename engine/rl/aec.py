"""SCOUT for PettingZoo: an AEC environment with a legal mask.

>>> from engine.rl.aec import env
>>> table = env(players=3)
>>> table.reset(seed=7)
>>> table.agent_selection
'seat_1'
>>> table.observe("seat_1")["action_mask"][:2].tolist()
[1, 1]
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import engine
from engine import Options, View
from engine.rl import observation
from engine.rl.numbering import ACTIONS
from engine.rl.play import Play

Seen = dict[str, npt.NDArray[Any]]

MOST_ACTIONS = 1000
"""After so many steps of a round all agents are truncated: the rules set no limit."""


def env(**words: Any) -> AECEnv[str, Seen, int | None]:
    """The environment with PettingZoo's usual guards; it takes what `ScoutEnv` does."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ScoutEnv(**words)))


class ScoutEnv(AECEnv[str, Seen, int | None]):
    """A match, or one round of it, between agents ``seat_1``, ``seat_2`` and so on.

    A step is a number of `engine.rl.numbering`; a Scout & Show takes two of the same agent. The
    reward of a round, given when it ends, is the seat's points less the mean of the others'.

    Args:
        players: 2 to 5.
        options: what is played by; by default one round.
        max_actions: steps of a round after which all agents are truncated.
        render_mode: ``ansi`` for text, or None.

    Raises:
        ValueError: not 2 to 5 players, or options that don't fit.
    """

    agent_selection: str
    metadata: ClassVar[dict[str, Any]] = {
        "name": "scout_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 3,
        options: Options | None = None,
        max_actions: int = MOST_ACTIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._start = Play(engine.new_match(players, options or Options(rounds=1)))
        self._play = self._start
        self._max_actions = max_actions
        self._actions = 0
        self._rng, _ = seeding.np_random(0)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, players + 1)]
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1, 1, (observation.SIZE,), np.float32),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What `observe` gives."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of `engine.rl.numbering`."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo's interface
    ) -> None:
        """Begin a match; the seed fixes its deals, without one they go on from before."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._deal(self._start)

    def step(self, action: int | None) -> None:
        """Do what the number says for the agent that is selected.

        Raises:
            ValueError: it isn't legal; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is still in play; None is for those that aren't")
        after = self._play.after(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play = after
        self._actions += 1
        if after.actor is None:
            self.rewards = dict(zip(self.agents, after.returns(), strict=True))
            if after.match.over:
                self.terminations = dict.fromkeys(self.agents, True)
            else:
                self._deal(after)
        elif self._actions >= self._max_actions:
            self.truncations = dict.fromkeys(self.agents, True)
        if self._play.actor is not None:
            self.agent_selection = f"seat_{self._play.actor}"
        self._accumulate_rewards()

    def _deal(self, play: Play) -> None:
        self._play = play.dealt(str(self._rng.integers(1 << 62)))
        self._actions = 0
        self.agent_selection = f"seat_{self._play.actor}"

    def observe(self, agent: str) -> Seen:
        """The agent's observation, and what it may do: nothing unless it is selected."""
        seat = self.possible_agents.index(agent) + 1
        acting = seat == self._play.actor
        mask = self._play.legal() if acting else np.zeros(ACTIONS, np.int8)
        return {"observation": self._play.seen(seat), "action_mask": mask}

    def view(self, agent: str) -> View:
        """What the agent knows, as the engine has it; amid a Scout & Show as before it."""
        return engine.view(self._play.match, self.possible_agents.index(agent) + 1)

    def render(self) -> str | None:
        """What everybody sees, as one line of text."""
        if self.render_mode is None:
            return None
        view = engine.view(self._play.match, None)
        table = " ".join(map(str, view.table)) or "empty"
        hands = " ".join(map(str, view.hand_sizes))
        return f"round {view.round}, turn {view.turn or '-'}, table {table}, cards in hand {hands}"

    def close(self) -> None:
        """There is nothing to close."""
