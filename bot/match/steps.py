"""From clicks to an action: the steps of a choice that takes more than one click.

What has been chosen so far lives in the custom_ids of the player's own message and nowhere else.
``next_step`` turns a click into either the next ``Step``, which ``bot.layouts.hand`` shows, or the
finished action, which the engine judges. What can be chosen at all is what the engine lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.ids import BadCustomId, Click, Verb
from engine import actions as a
from engine.cards import Cards
from engine.combinations import Strength, active_numbers, strength
from engine.errors import RuleError
from engine.legality import take
from engine.views import View, legal_actions


@dataclass(frozen=True, slots=True)
class Home:
    """The hand as it comes: Keep and Flip, or Shows, Scouts, Scout & Shows."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class Both:
    """A Scout & Show is chosen; which card?"""


@dataclass(frozen=True, slots=True)
class Gaps:
    """A card is chosen; where does it go? With ``then``, a Show follows at once."""

    end: a.End
    turned: bool
    then: bool
    page: int = 0


@dataclass(frozen=True, slots=True)
class Then:
    """A Scout is chosen for a Scout & Show; which Show?"""

    scout: a.Scout
    page: int = 0


@dataclass(frozen=True, slots=True)
class Confirm:
    """An action is chosen by someone who wants to be asked once more."""

    action: a.Action


Step = Home | Both | Gaps | Then | Confirm


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything that is legal, sorted as the controls need it.

    Attributes:
        orientation: whether keep or flip is asked for.
        shows: strongest first.
        scouts: as the engine lists them, by card and place.
        both: Scout & Shows, as the engine lists them.
    """

    orientation: bool
    shows: tuple[a.Show, ...]
    scouts: tuple[a.Scout, ...]
    both: tuple[a.ScoutAndShow, ...]


def choices(view: View, legal: Sequence[a.Action] | None = None) -> Choices:
    """What the view's seat may do, or ``legal`` where that is asked about."""
    listed = legal_actions(view) if legal is None else legal
    shows = tuple(one for one in listed if isinstance(one, a.Show))
    return Choices(
        orientation=any(isinstance(one, a.Orient) for one in listed),
        shows=strongest_first(view.hand, shows),
        scouts=tuple(one for one in listed if isinstance(one, a.Scout)),
        both=tuple(one for one in listed if isinstance(one, a.ScoutAndShow)),
    )


def as_offered(view: View, legal: Sequence[a.Action]) -> tuple[a.Action, ...]:
    """What is legal in the order of the controls: Shows, strongest first, then the rest."""
    rest = (one for one in legal if not isinstance(one, a.Show))
    return (*choices(view, legal).shows, *rest)


def follow_ups(view: View, scouting: a.Scout) -> tuple[a.Show, ...]:
    """The Shows that may follow a Scout at once, strongest first."""
    shows = tuple(one.show for one in choices(view).both if one.scout == scouting)
    return strongest_first(after(view, scouting), shows)


def after(view: View, scouting: a.Scout) -> Cards:
    """The hand as a Scout would make it."""
    return take(view.table, scouting, view.hand)[1]


def previewed(view: View, step: Step) -> View:
    """The view with table and hand as they would be at a step of a Scout & Show."""
    if not isinstance(step, Then):
        return view
    table, hand = take(view.table, step.scout, view.hand)
    return view._replace(table=table, hand=hand, owner=view.owner if table else None)


def strongest_first(hand: Cards, shows: Sequence[a.Show]) -> tuple[a.Show, ...]:
    """Shows by strength, strongest first; equals from left to right."""

    def power(one: a.Show) -> Strength:
        return strength(active_numbers(hand[one.first - 1 : one.last]))

    by_place = sorted(shows, key=lambda one: one.first)
    return tuple(sorted(by_place, key=power, reverse=True))


def next_step(
    view: View, click: Click, values: Sequence[str] = (), *, confirm: bool = False
) -> Step | a.Action:
    """What a click on a hand's control leads to.

    Args:
        view: the view of the seat whose hand it is, at the click's decision.
        click: what was clicked.
        values: what was chosen, if it is a menu.
        confirm: whether the player wants to be asked once more before an action.

    Returns:
        The step to show next, or the action to apply. The action may still be refused by the
        engine; that it is one of the legal ones is not promised here.

    Raises:
        BadCustomId: no layout of this view has such a control.
    """
    try:
        result = _next(click, values)
    except (IndexError, ValueError, RuleError) as error:
        raise BadCustomId(click.custom_id) from error
    if isinstance(result, Step):
        if not _leads_on(view, result):
            raise BadCustomId(click.custom_id)
        return result
    if confirm and click.verb is not Verb.DO and result in legal_actions(view):
        return Confirm(result)
    return result


def _next(click: Click, values: Sequence[str]) -> Step | a.Action:
    args = click.args
    match click.verb:
        case Verb.BACK:
            return Home()
        case Verb.SHOWS_PAGE:
            return Home(_number(args[0]))
        case Verb.ORIENT:
            return a.parse(args[0])
        case Verb.SHOW:
            return a.Show(_number(args[0]), _number(args[1]))
        case Verb.SHOWS:
            return _show(values[0])
        case Verb.DO:
            return a.parse(args[0].replace("_", " "))
    return _next_scouting(click, values)


def _next_scouting(click: Click, values: Sequence[str]) -> Step | a.Action:
    args = click.args
    match click.verb:
        case Verb.BOTH:
            return Both()
        case Verb.CARD:
            return Gaps(_end(args[0]), _flag(args[1]), _flag(args[2]), _number(args[3]))
        case Verb.GAP:
            scouting = a.Scout(_end(args[0]), _flag(args[1]), _number(values[0]))
            return Then(scouting) if _flag(args[2]) else scouting
        case Verb.THEN_PAGE:
            return Then(_scout(args), _number(args[3]))
        case Verb.THEN_SHOW:
            showing = a.Show(_number(args[3]), _number(args[4]))
            return a.ScoutAndShow(_scout(args), showing)
        case Verb.THEN_SHOWS:
            return a.ScoutAndShow(_scout(args), _show(values[0]))
    raise ValueError(f"{click.verb} is no step of a hand")


def _leads_on(view: View, step: Step) -> bool:
    """Whether anything legal can follow a step."""
    match step:
        case Both():
            return bool(choices(view).both)
        case Gaps(end, turned, then):
            legal = choices(view)
            scouts = [one.scout for one in legal.both] if then else legal.scouts
            return any(one.end == end and one.turned == turned for one in scouts)
        case Then(scouting):
            return any(one.scout == scouting for one in choices(view).both)
    return True


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3):
        raise ValueError(word)
    return int(word)


def _flag(word: str) -> bool:
    if word not in ("0", "1"):
        raise ValueError(word)
    return word == "1"


def _end(word: str) -> a.End:
    if word == "left":
        return "left"
    if word == "right":
        return "right"
    raise ValueError(word)


def _scout(args: Sequence[str]) -> a.Scout:
    return a.Scout(_end(args[0]), _flag(args[1]), _number(args[2]))


def _show(value: str) -> a.Show:
    showing = a.parse(f"show {value}")
    if not isinstance(showing, a.Show):
        raise ValueError(value)  # noqa: TRY004 - it is the text that is wrong
    return showing
