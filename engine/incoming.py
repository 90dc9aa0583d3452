"""Views that come from outside, checked before any computer player sees them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_type_hints

from pydantic import ConfigDict, ValidationError, create_model

from engine.cards import ALL_CARDS
from engine.combinations import active_numbers, kind
from engine.deals import first_repeated
from engine.errors import RuleError
from engine.history import told
from engine.rules import CHOICES, Options, Rules
from engine.study import MOST_TOKENS
from engine.views import FORM, View

_TYPES = get_type_hints(View) | {
    "players": int,
    "seat": int,
    "rounds": int,
    "options": Options,
    "history": tuple[str, ...],
}
_NEEDED: dict[str, Any] = {name: (_TYPES[name], ...) for name in FORM}
_Sent = create_model("_Sent", __config__=ConfigDict(extra="forbid", strict=True), **_NEEDED)
"""A view's JSON form; see ``engine.views.to_json``."""


class ViewError(ValueError):
    """What came is no view that a seat could have; the text says why."""


def view_from_json(data: object) -> View:
    """The view that plain JSON data describes (``engine.views.to_json`` the other way round).

    Every field is checked for its type, and the fields against each other, as far as one seat can
    know: a computer player may rely on them.

    Raises:
        ViewError: the data is not a view of a seat.
    """
    if not isinstance(data, dict):
        raise ViewError("a view is a JSON object")
    _check_cards_are_lists(data)
    data = _with_rounds_inside(data)
    try:
        sent = _Sent.model_validate_json(json.dumps(data))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the view"
        raise ViewError(f"{where}: {first['msg']}") from None
    except (ValueError, RecursionError):  # numbers or nesting beyond what JSON tools take
        raise ViewError("a view holds small whole numbers, lists, texts and null") from None
    view = _view(dict(sent))
    for sound, problem in _checks(view):
        if not sound:
            raise ViewError(problem)
    return view


def _with_rounds_inside(data: dict[str, object]) -> dict[str, object]:
    """The data with ``rounds`` among the options, where ``Options`` has it."""
    chosen = data.get("options")
    if not isinstance(chosen, dict):
        return data
    for name in CHOICES:
        if name not in chosen:
            raise ViewError(f"options: {name} is missing")
    return data | {"options": {**chosen, "rounds": data.get("rounds")}}


def _view(sent: dict[str, Any]) -> View:
    try:
        rules = Rules.of(sent.pop("players"), sent.pop("options"))
        history = told(sent.pop("history"), rules)
    except ValueError as error:
        raise ViewError(f"players, rounds: {error}") from None
    except RuleError as refusal:
        raise ViewError(f"history: {refusal}") from None
    del sent["rounds"]  # stands in the options too
    return View(rules=rules, history=history, **sent)


def _check_cards_are_lists(data: dict[str, object]) -> None:
    for name in ("hand", "table"):
        cards = data.get(name)
        if isinstance(cards, list) and not all(isinstance(card, list) for card in cards):
            raise ViewError(f"{name}: a card is a list of two numbers, [active, other]")


def _checks(view: View) -> Iterator[tuple[bool, str]]:
    """Each demand on a view, with the sentence for one that fails; later ones rely on earlier."""
    n = view.players
    seats = range(1, n + 1)
    yield view.seat in seats, f"seat: it must be 1 to {n}"
    yield view.starter in seats, f"starter: it must be 1 to {n}"
    yield 1 <= view.round <= view.rounds, f"round: 1 to {view.rounds}"
    for name in ("ready", "hand_sizes", "captured", "tokens", "scout_and_show", "totals"):
        yield len(getattr(view, name)) == n, f"{name}: one for each of {n} seats"
    yield from _card_checks(view)
    yield from {"orient": _orient_checks, "play": _play_checks, "over": _over_checks}[view.phase](
        view
    )


def _card_checks(view: View) -> Iterator[tuple[bool, str]]:
    cards = (*view.hand, *view.table)
    known = {card.numbers for card in ALL_CARDS}
    yield all(card.numbers in known for card in cards), "hand, table: no such card"
    yield first_repeated(cards) is None, "hand, table: each card is there once"
    counts = (*view.hand_sizes, *view.captured, *view.tokens, view.scouts_since_show)
    yield min(counts) >= 0, "hand_sizes, captured, tokens, scouts_since_show: 0 or more"
    yield len(view.hand) == view.hand_sizes[(view.seat or 1) - 1], "hand_sizes: not your hand's"
    in_play = sum(view.hand_sizes) + len(view.table) + sum(view.captured)
    yield in_play <= len(ALL_CARDS), "hand_sizes, captured: more cards than there are"
    numbers = active_numbers(view.table)
    yield not numbers or kind(numbers) is not None, "table: neither group nor run"
    yield (view.owner is None) == (not view.table), "owner: there is one if there is a table"
    yield view.owner is None or 1 <= view.owner <= view.players, "owner: no such seat"
    # A study may begin with more tokens and Scouts than a deal leads to; computer players count
    # in machine integers, so there are limits all the same.
    yield max(view.tokens) <= 2 * MOST_TOKENS, "tokens: more than anyone comes to"
    rules = view.rules
    most = rules.unbeaten_after or 2 * rules.tokens
    yield view.scouts_since_show <= most, f"scouts_since_show: {most} at most"
    yield rules.scout_and_show or not any(view.scout_and_show), "scout_and_show: not with two"
    limit = rules.most_tokens
    yield limit is None or max(view.tokens) <= limit, f"tokens: {limit} at most with two players"


def _orient_checks(view: View) -> Iterator[tuple[bool, str]]:
    yield view.turn is None, "turn: null while orientations are chosen"
    yield not all(view.ready), "ready: if all have chosen, play has begun"
    yield all(view.hand_sizes), "hand_sizes: nobody is dealt an empty hand"
    yield not view.table and not view.history, "table, history: nothing was played yet"
    yield view.end is None and view.scores is None, "end, scores: null until the round is over"


def _play_checks(view: View) -> Iterator[tuple[bool, str]]:
    yield view.turn is not None and 1 <= view.turn <= view.players, "turn: no such seat"
    yield all(view.ready), "ready: in play all have chosen"
    yield all(view.hand_sizes), "hand_sizes: with an empty hand the round would be over"
    yield view.end is None and view.scores is None, "end, scores: null until the round is over"
    if view.owner is None:
        return
    rules = view.rules
    if rules.unbeaten_after is not None:
        most = rules.most_scouts(cards_left=True)
        yield view.scouts_since_show <= most, "scouts_since_show: too many"
    due = rules.on_turn(view.owner, view.scouts_since_show)
    yield view.turn == due, f"turn: by owner and scouts_since_show it is {due}'s"


def _over_checks(view: View) -> Iterator[tuple[bool, str]]:
    yield view.turn is None, "turn: null when the round is over"
    yield view.end is not None and 1 <= view.end.seat <= view.players, "end: how the round ended"
    yield view.scores is not None and len(view.scores) == view.players, "scores: one a seat"
