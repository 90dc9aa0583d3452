"""The computer players by name, each loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random
from typing import cast

from engine.actions import Action
from engine.cards import PLAYER_COUNTS
from engine.players.base import Player
from engine.views import View

# Module and class by name, weakest first. Some load weights and numeric libraries, so nothing is
# imported before it is needed.
_PLAYERS = {
    "random": ("engine.players.simple", "RandomPlayer"),
    "greedy": ("engine.players.simple", "GreedyPlayer"),
    "easy": ("engine.players.planners", "EasyPlayer"),
    "medium": ("engine.players.planners", "MediumPlayer"),
    "hard": ("engine.players.hard", "HardPlayer"),
    "expert": ("engine.players.expert", "ExpertPlayer"),
}

NAMES: tuple[str, ...] = tuple(_PLAYERS)
"""The names that ``create`` knows, weakest first."""


class UnknownPlayerError(ValueError):
    """There is no computer player of that name; the text lists those there are."""


@cache
def create(name: str) -> Player:
    """The computer player called ``name``.

    Raises:
        UnknownPlayerError: there is none.
        ModuleNotFoundError: it needs the extra ``players``.
    """
    if name not in _PLAYERS:
        raise UnknownPlayerError(
            f"there is no computer player {name[:40]!r}; there are {', '.join(NAMES)}"
        )
    module, player = _PLAYERS[name]
    return cast("Player", getattr(import_module(module), player)())


def prepare() -> None:
    """Load all that the players think with, so that the first move keeps its time as others do.

    Where machine code has yet to be made, that is begun, and not waited for.
    """
    try:
        for name in NAMES:
            create(name)
    except ModuleNotFoundError:  # without the extra `players` there is nothing to load
        return
    from engine.players import nets  # noqa: PLC0415 - NumPy is there now
    from engine.players.fast import ready  # noqa: PLC0415

    for players in PLAYER_COUNTS:
        nets.load(players)
        nets.load_belief(players)
    ready.prepare()


def think(name: str, view: View, budget_ms: float | None, seed: int | None) -> Action:
    """What the computer player ``name`` does in ``view``.

    Arguments and result can be pickled, so this can be sent to another process as it is.

    Args:
        name: one of ``NAMES``.
        view: what the seat knows; it must have something to decide.
        budget_ms: milliseconds it may think; None for no limit but its own.
        seed: fixes its chances; None for fresh ones.

    Raises:
        UnknownPlayerError: there is no such player.
        ValueError: the seat has nothing to decide.
    """
    return create(name).choose(view, budget_ms, Random(seed))
