"""What a seat had to decide in a match that is over, and what it did: what a review looks at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from data.matches import hosted as folding
from data.matches import log
from data.matches.models import StoredMatch
from engine import Action, Orient, legal_actions, view
from engine.views import View


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision.

    Attributes:
        sequence: the log's entry in which it stands.
        step: the step of the replay in which the seat was to decide.
        view: what it knew.
        action: what it did.
    """

    sequence: int
    step: int
    view: View
    action: Action


def moments(row: StoredMatch, entries: Iterable[log.Logged], seat: int) -> tuple[Moment, ...]:
    """The decisions of a seat's own player, in their order; takes some 100 ms.

    Those of a stand-in are left out, and those in which there was but one thing to do.

    Raises:
        BrokenLog: the log can't be replayed.
    """
    found: list[Moment] = []
    hosted, step = folding.fold(row, ()), -1
    for logged in entries:
        entry = logged.entry
        if isinstance(entry, log.Action):
            action = entry.engine_action()
            own = entry.seat == seat and entry.by == "seat"
            if own and len(legal_actions(hosted.match, seat)) > 1:
                found.append(Moment(logged.sequence, step, view(hosted.match, seat), action))
            step += not isinstance(action, Orient)
        step += isinstance(entry, log.Deal)
        hosted = folding.after(hosted, (logged,))
    return tuple(found)
