"""The computer players that people can choose."""

from __future__ import annotations

from engine.players import NAMES

LEVELS = tuple(name for name in NAMES if name not in ("random", "greedy"))
"""The computer players that can be chosen, weakest first."""

DEFAULT_LEVEL = "medium"
