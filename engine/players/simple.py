"""The two simplest computer players: ``random`` and ``greedy``."""

from __future__ import annotations

from random import Random

from engine import legality
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import flipped
from engine.combinations import Numbers, Strength, active_numbers, legal_shows, strength
from engine.views import View, legal_actions

_NOTHING = Strength(0, False, 0)
_ROUND_WON = Strength(100, False, 0)


def options(view: View) -> tuple[Action, ...]:
    """The seat's legal actions; there are some.

    Raises:
        ValueError: the seat has nothing to decide.
    """
    legal = legal_actions(view)
    if not legal:
        raise ValueError("this seat has nothing to decide now")
    return legal


class RandomPlayer:
    """Any legal action, each as likely as the other."""

    name = "random"

    def choose(self, view: View, budget_ms: float | None, rng: Random) -> Action:  # noqa: ARG002 - the interface
        """A legal action, uniformly at random."""
        return rng.choice(options(view))


class GreedyPlayer:
    """The Show with most cards, then the strongest.

    Where nothing can be shown: the Scout, or Scout & Show, after which the best Show of the
    resulting hand is largest (a hand that is empty then is better than any). The orientation with
    the better best Show. Of equals the one that is listed first.
    """

    name = "greedy"

    def choose(self, view: View, budget_ms: float | None, rng: Random) -> Action:  # noqa: ARG002 - the interface
        """The greediest legal action; chance has no part in it."""
        legal = options(view)
        shows = [action for action in legal if isinstance(action, Show)]
        if shows:
            numbers = active_numbers(view.hand)
            return max(shows, key=lambda show: strength(numbers[show.first - 1 : show.last]))
        return max(legal, key=lambda action: _best_after(view, action))


def _best_after(view: View, action: Action) -> Strength:
    """The best Show of the hand that the action leaves, whatever lies on the table then."""
    hand = view.hand
    match action:
        case Orient(flip):
            return _best(active_numbers(flipped(hand) if flip else hand))
        case Show(first, last):
            hand = hand[: first - 1] + hand[last:]
        case Scout():
            _, hand = legality.take(view.table, action, hand)
        case ScoutAndShow(scouting, Show(first, last)):
            _, hand = legality.take(view.table, scouting, hand)
            hand = hand[: first - 1] + hand[last:]
    return _best(active_numbers(hand)) if hand else _ROUND_WON


def _best(numbers: Numbers) -> Strength:
    return max(
        (strength(numbers[first - 1 : last]) for first, last in legal_shows(numbers, ())),
        default=_NOTHING,
    )
