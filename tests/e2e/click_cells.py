"""The cells of the click table: what is clicked where by whom, and what must come of it.

Verbs of one kind have rows of one kind; the functions here make them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.entry.clicks import hands, pages, privacy, sharing, tables
from bot.entry.dispatch import NOT_OURS
from bot.host import play, roster, starting, voting
from bot.match.ids import Verb

SITUATIONS = ("legal", "stale", "double", "foreign", "malformed", "wrong phase")
MOVED_ON = "the table has moved on"
NOT_FITTING = "That doesn't fit now"
SHORT = 300
"""Characters that a refusal has at most."""


@dataclass(frozen=True)
class Cell:
    """One click, and what comes of it.

    Attributes:
        stage: where it is tried; one of ``stages.NAMES``.
        click: the custom_id, with the stage's words in braces.
        value: what is chosen, if it is a menu.
        by: who clicks.
        on: the message that is clicked.
        twice: whether the same click comes twice at once.
        says: what the answer says, of two one of them; empty: anything.
        adds: how many entries it writes into logs.
        public: whether the answer changes a message that everybody sees, or is one.
        removes: whether the answer is that the clicked message goes.
    """

    stage: str
    click: str
    says: str = ""
    value: str = ""
    by: str = "mover"
    on: str = "hand"
    twice: bool = False
    adds: int = 0
    public: bool = False
    removes: bool = False

    @property
    def refused(self) -> bool:
        """Whether the answer is a plain no."""
        return bool(self.says) and self.says in REFUSALS


REFUSALS = {
    NOT_OURS,
    sharing.NOT_YOURS,
    sharing.TOO_OFTEN,
    hands.NOT_YOURS,
    play.NOT_STARTED,
    privacy.NOTHING,
    tables.NOBODY,
    tables.NOT_OVER,
    tables.NOT_THERE,
    tables.TOO_SOON,
    tables.YOURSELF,
    voting.NOT_ON,
    voting.NOT_PAUSED,
    voting.NOT_OVERDUE,
    pages.MODERATORS_ONLY,
    roster.HOSTS_ONLY,
    starting.ALREADY_STARTED,
    starting.CLOSED,
    roster.FULL,
    roster.NOT_SEATED,
    roster.SEATED,
    roster.NOT_INVITED,
    roster.NO_COMPUTER,
}

Row = dict[str, tuple[Cell, ...]]


def row(
    *,
    legal: Cell | tuple[Cell, ...],
    stale: Cell | tuple[Cell, ...],
    double: Cell,
    foreign: Cell | tuple[Cell, ...],
    malformed: tuple[str, ...] | tuple[Cell, ...],
    wrong_phase: Cell | tuple[Cell, ...],
) -> Row:
    """The six cells of a verb; malformed ids are tried where the legal click is made."""
    first = legal[0] if isinstance(legal, tuple) else legal
    bad = [
        one
        if isinstance(one, Cell)
        else replace(first, click=one, says=NOT_OURS, adds=0, public=False)
        for one in malformed
    ]
    cells = (legal, stale, double, foreign, tuple(bad), wrong_phase)
    listed = [one if isinstance(one, tuple) else (one,) for one in cells]
    return dict(zip(SITUATIONS, listed, strict=True))


def deciding(
    verb: Verb,
    args: str,
    *bad: str,
    value: str = "",
    acts: bool = False,
    stage: str = "turn",
    wrong: str = NOT_FITTING,
) -> Row:
    """A step of the hand: made for one decision, by one seat.

    Args:
        verb: the step.
        args: its arguments.
        bad: arguments that it never has; a value after a blank.
        value: what is chosen from its menu.
        acts: whether it is the last step, which acts.
        stage: where it is offered.
        wrong: what is said in the other phase of a round.
    """
    good = f"s1:{verb}:1:{{now}}{args}"
    legal = Cell(stage, good, value=value, adds=acts)
    refused = replace(legal, adds=0)
    together = stage == "orient"  # everybody decides at once
    return row(
        legal=legal,
        stale=replace(refused, click=f"s1:{verb}:1:{{old}}{args}", says=MOVED_ON),
        double=replace(legal, twice=True, says=MOVED_ON if acts else ""),
        foreign=(
            replace(refused, by="stranger", on="table", says=hands.NOT_YOURS),
            # Who sits there too answers for their own hand, if they have something to decide.
            replace(legal, by="other", on="table")
            if together
            else replace(refused, by="other", on="table", says=MOVED_ON),
        ),
        malformed=(
            f"s1:{verb}:1:-{args}",
            f"s1:{verb}:-:{{now}}{args}",
            f"s1:{verb}:1:{{now}}:",
            f"s1:{verb}:01:{{now}}{args}",
            *(
                replace(
                    refused,
                    click=f"s1:{verb}:1:{{now}}{one.partition(' ')[0]}",
                    value=one.partition(" ")[2],
                    says=NOT_OURS,
                )
                for one in bad
            ),
        ),
        wrong_phase=(
            Cell("lobby", f"s1:{verb}:1:1.1:1:1", play.NOT_STARTED, on="lobby"),
            Cell("over", f"s1:{verb}:1:1.1:1:1", MOVED_ON, value="1"),
            replace(refused, stage="turn" if together else "orient", says=wrong),
        ),
    )


def anytime(
    good: Cell, *bad: str, foreign: Cell | tuple[Cell, ...], elsewhere: tuple[str, str]
) -> Row:
    """What only shows something, and never grows stale: it works whenever it is clicked.

    Args:
        good: the click.
        bad: custom_ids that are none of it.
        foreign: somebody else's click.
        elsewhere: a later stage, where the old button still works, and one of another phase.
    """
    later, other = elsewhere
    return row(
        legal=good,
        stale=replace(good, stage=later),
        double=replace(good, twice=True),
        foreign=foreign,
        malformed=bad,
        wrong_phase=replace(good, stage=other),
    )


def seating(
    verb: Verb,
    *,
    legal: Cell,
    again: str,
    foreign: Cell,
    bad: tuple[str, ...] = (),
) -> Row:
    """A click on a lobby: works until the match starts, and while the lobby is open."""
    refused = replace(legal, adds=0, public=False)
    return row(
        legal=legal,
        stale=replace(refused, stage="turn", says=starting.ALREADY_STARTED),
        double=replace(legal, twice=True, says=again),
        foreign=(
            foreign,
            # A lobby's button is in the lobby: nobody presses it from another message.
            replace(refused, on="page mover", by="mover", says=NOT_OURS),
        ),
        malformed=(f"s1:{verb}:-:-", f"s1:{verb}:1", f"s1:{verb}:x:-", *bad),
        wrong_phase=replace(refused, stage="closed", says=starting.CLOSED),
    )


def own_page(verb: Verb, args: str, *bad: str, value: str = "", says: str = "") -> Row:
    """A control on a page that somebody opened for themself; it is about them, whoever uses it."""
    good = Cell("turn", f"s1:{verb}:-:-{args}", says, value, on="page mover")
    return anytime(
        good,
        f"s1:{verb}:-",
        f"s1:{verb}:-:-:",
        *(f"s1:{verb}:-:-{one}" for one in bad),
        foreign=replace(good, by="other", on="page other"),
        elsewhere=("over", "lobby"),
    )


def of_a_match_that_is_over(verb: Verb, args: str, *bad: str) -> Row:
    """What is shown of a match only when it is over, to everybody in its server."""
    good = Cell("over", f"s1:{verb}:1:-{args}", on="final")
    early = replace(good, stage="turn", on="table", says="There is no match 1 in this server that")
    return row(
        legal=good,
        stale=replace(good, on="table"),
        double=replace(good, twice=True),
        foreign=replace(good, by="stranger"),
        malformed=(f"s1:{verb}:-:-{args}", f"s1:{verb}:1:1.{args}", *bad),
        wrong_phase=(early, replace(early, stage="lobby", on="lobby")),
    )


def joined(click: str, **more: Any) -> Cell:
    """A click on the lobby that changes it, for everybody to see."""
    return Cell("lobby", click, on="lobby", adds=more.pop("adds", 1), public=True, **more)
