"""The game of SCOUT: cards, rules, matches, notation. Knows nothing of Discord or databases."""

from engine.actions import FLIP, KEEP, Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Card, Cards
from engine.deals import Deal, seating
from engine.errors import RuleError
from engine.events import PublicAction
from engine.history import History
from engine.match import (
    RULES_VERSION,
    Applied,
    Entry,
    Match,
    Move,
    apply,
    deal_from_seed,
    legal_actions,
    new_match,
)
from engine.rules import Options, Rules
from engine.study import Position, new_study
from engine.views import View, view

__all__ = [
    "FLIP",
    "KEEP",
    "RULES_VERSION",
    "Action",
    "Applied",
    "Card",
    "Cards",
    "Deal",
    "Entry",
    "History",
    "Match",
    "Move",
    "Options",
    "Orient",
    "Position",
    "PublicAction",
    "RuleError",
    "Rules",
    "Scout",
    "ScoutAndShow",
    "Show",
    "View",
    "apply",
    "deal_from_seed",
    "legal_actions",
    "new_match",
    "new_study",
    "seating",
    "view",
]
