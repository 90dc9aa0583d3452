"""What is counted where it happens, for ``/metrics``; what can be looked up isn't counted here.

Names of people and servers never come here, nor what a player holds or chose.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

REGISTRY = CollectorRegistry()
"""One for the process, as the program's log is."""

INTERACTIONS = Counter(
    "scout_interactions",
    "Clicks, menus, modals and commands that came in.",
    ["kind"],
    registry=REGISTRY,
)

ANSWERED = Histogram(
    "scout_answer_seconds",
    "From an interaction's coming in to Discord's having its first answer.",
    ["kind"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0),
    registry=REGISTRY,
)

ACTIONS = Counter(
    "scout_actions", "Actions that were written.", ["by", "action"], registry=REGISTRY
)
