"""Views that come from outside, checked before any computer player sees them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pydantic import TypeAdapter, ValidationError

from engine.cards import ALL_CARDS, PLAYER_COUNTS
from engine.combinations import active_numbers, kind
from engine.deals import first_repeated
from engine.rounds import TWO_PLAYER_TOKENS
from engine.rules import rounds_in_full
from engine.study import MOST_TOKENS
from engine.views import View

_ADAPTER = TypeAdapter(View)
_CARD = r"(?:10|[1-9])/(?:10|[1-9])"
_EVENT = re.compile(
    rf"([1-5]) (?:scout (?:left|right) {_CARD}(?: show(?: {_CARD})+)?|show(?: {_CARD})+)", re.ASCII
)


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
    try:
        view = _ADAPTER.validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the view"
        raise ViewError(f"{where}: {first['msg']}") from None
    except (ValueError, RecursionError):  # numbers or nesting beyond what JSON tools take
        raise ViewError("a view holds small whole numbers, lists, texts and null") from None
    for sound, problem in _checks(view):
        if not sound:
            raise ViewError(problem)
    return view


def _check_cards_are_lists(data: dict[str, object]) -> None:
    for name in ("hand", "table"):
        cards = data.get(name)
        if isinstance(cards, list) and not all(isinstance(card, list) for card in cards):
            raise ViewError(f"{name}: a card is a list of two numbers, [active, other]")


def _checks(view: View) -> Iterator[tuple[bool, str]]:
    """Each demand on a view, with the sentence for one that fails; later ones rely on earlier."""
    n = view.players
    yield n in PLAYER_COUNTS, "players: there are 2 to 5"
    seats = range(1, n + 1)
    yield view.seat in seats, f"seat: it must be 1 to {n}"
    yield view.starter in seats, f"starter: it must be 1 to {n}"
    yield 1 <= view.round <= view.rounds <= rounds_in_full(n), f"round, rounds: 1 to {n}"
    for name in ("ready", "hand_sizes", "captured", "tokens", "scout_and_show", "totals"):
        yield len(getattr(view, name)) == n, f"{name}: one for each of {n} seats"
    yield from _card_checks(view)
    yield (
        all(map(_is_event, view.history, (n,) * len(view.history))),
        ('history: an entry reads like "1 show 7/1 8/4", "2 scout left 7/1" or both in one'),
    )
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
    most = 2 * TWO_PLAYER_TOKENS if view.players == 2 else view.players - 1
    yield view.scouts_since_show <= most, f"scouts_since_show: {most} at most"
    if view.players == 2:
        yield not any(view.scout_and_show), "scout_and_show: not with two players"
        yield max(view.tokens) <= TWO_PLAYER_TOKENS, "tokens: 3 at most with two players"


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
    if view.players == 2:
        yield view.turn != view.owner, "turn: not the owner of the active set"
    else:
        yield (
            view.scouts_since_show <= view.players - 2,
            "scouts_since_show: too many",
        )
        due = (view.owner + view.scouts_since_show) % view.players + 1
        yield view.turn == due, f"turn: by owner and scouts_since_show it is {due}'s"


def _over_checks(view: View) -> Iterator[tuple[bool, str]]:
    yield view.turn is None, "turn: null when the round is over"
    yield view.end is not None and 1 <= view.end.seat <= view.players, "end: how the round ended"
    yield view.scores is not None and len(view.scores) == view.players, "scores: one a seat"


def _is_event(text: str, players: int) -> bool:
    match = _EVENT.fullmatch(text)
    return match is not None and int(match[1]) <= players
