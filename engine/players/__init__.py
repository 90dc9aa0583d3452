"""Computer players, from random to expert, behind one interface (``base.Player``)."""

from engine.players.base import Player
from engine.players.registry import NAMES, UnknownPlayerError, create, think

__all__ = ["NAMES", "Player", "UnknownPlayerError", "create", "think"]
