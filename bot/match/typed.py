"""What people type for an action, read as they mean it.

Beside the notation (``show 3-5``, ``scout left 4``) it takes what buttons and menus say, cards by
their numbers: ``show 5 6 7``, ``5 6``, ``left 8``, ``scout 2 left gap 4``. What can be read as
several legal actions is all of them: then the player is asked which. Pure; what is legal at all the
engine has said.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from bot.match.refusal import Refusal
from bot.match.steps import after
from bot.texts import N_
from bot.texts.rule_errors import SAID
from engine import actions as a
from engine.cards import Cards
from engine.combinations import active_numbers
from engine.errors import RuleError
from engine.views import View

UNREADABLE = SAID["bad-syntax"]
NOT_SIDE_BY_SIDE = N_("There is no {cards} side by side in your hand.")
NOT_THERE = N_("There is no such card to take. Name an end of the active set and a number on it.")
NO_SUCH_GAP = N_("That card can't go there, or no Show you may make follows.")

_PLAIN = str.maketrans("\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\u0130\u0131", "---ii")
"""Dashes, and the two letters that a Turkish keyboard types for an ``i``."""
_WORD = re.compile(r"([a-z]+)|(\d{1,3})(?:/\d{1,3})?(?:-(\d{1,3}))?|[\s,;.:&+()\u2066-\u2069]+|(.)")
_FILLING = frozenset(("the", "then", "and", "as", "from", "to", "at", "into", "in"))
_KNOWN = _FILLING | {"scout", "show", "left", "right", "turned", "gap", "card", "cards"}

Word = str | int | tuple[int, int]
"""A word, a number, or a span such as ``3-5``."""

Fits = Callable[[a.Show, Cards], bool]
"""Whether a Show of a hand is what was meant."""


def read(typed: str, view: View, legal: Sequence[a.Action]) -> tuple[a.Action, ...]:
    """The legal actions that may be meant, in the order of ``legal``; at least one.

    Where nothing legal fits, but cards of the hand are named or the text is notation, the action
    that it names: the engine says best what is wrong with it.

    Args:
        typed: by the player.
        view: of their seat.
        legal: what they may do now.

    Raises:
        Refusal: it can't be read, or no legal action fits; with what would.
    """
    words = list(_words(typed))
    if words in (["keep"], ["flip"]):
        return (a.parse(str(words[0])),)
    scouting, showing = _halves(words)
    fits = partial(_fits, view, scouting, showing)
    found = tuple(action for action in legal if fits(action))
    if found:
        return found
    if scouting is None and (named := _named(view.hand, showing or [])):
        return named
    try:
        return (a.parse(_in_ascii(typed)),)
    except RuleError:
        raise _refusal(view, scouting, showing) from None


def written(view: View, action: a.Action) -> str:
    """An action as it is typed so that it is read in one way only: ``scout 8 left gap 4``."""
    match action:
        case a.Orient():
            return str(action)
        case a.Show(first, last):
            return f"show card {first}" if first == last else f"show cards {first}-{last}"
        case a.Scout(end, _, place):
            return f"scout {_number(view, action)} {end} gap {place}"
        case a.ScoutAndShow(scouting, showing):
            return f"{written(view, scouting)} {written(view, showing)}"


def completions(typed: str, view: View, legal: Sequence[a.Action]) -> tuple[a.Action, ...]:
    """The legal actions that begin with what was typed so far, then those that contain it."""
    wanted = " ".join(_in_ascii(typed).lower().split())
    begin, contain = [], []
    for action in legal:
        ways = _ways(view, action)
        if any(way.startswith(wanted) for way in ways):
            begin.append(action)
        elif any(wanted in way for way in ways):
            contain.append(action)
    return (*begin, *contain)


def _ways(view: View, action: a.Action) -> tuple[str, ...]:
    """The ways in which an action can be typed, by its cards and by its places."""
    match action:
        case a.Orient():
            return (str(action),)
        case a.Show():
            cards = _cards(view.hand, action)
            return (f"show {cards}", cards, str(action), written(view, action))
        case a.Scout(end, _, place):
            number = _number(view, action)
            return (
                f"scout {number} {end} {place}",
                f"{end} {number} gap {place}",
                f"scout {end} {number} gap {place}",
                str(action),
                written(view, action),
            )
        case a.ScoutAndShow(scouting, showing):
            cards = _cards(after(view, scouting), showing)
            firsts = _ways(view, scouting)
            return (
                *(f"{first} show {cards}" for first in firsts),
                *(f"{first} {showing}" for first in firsts),
                written(view, action),
            )


def _cards(hand: Cards, showing: a.Show) -> str:
    return " ".join(map(str, active_numbers(hand[showing.first - 1 : showing.last])))


def _number(view: View, scouting: a.Scout) -> int:
    """The number that a scouted card would bring."""
    card = view.table[0 if scouting.end == "left" else -1]
    return card.other if scouting.turned else card.active


# -- reading -----------------------------------------------------------------------------------


def _in_ascii(typed: str) -> str:
    """The text with digits of every script as ASCII ones, dashes as hyphens, İ and ı as i."""
    plain = "".join(
        str(unicodedata.digit(one)) if unicodedata.category(one) == "Nd" else one for one in typed
    )
    return plain.translate(_PLAIN)


def _words(typed: str) -> Iterator[Word]:
    for match in _WORD.finditer(_in_ascii(typed).lower()):
        word, first, last, other = match.groups()
        if other or (word and word not in _KNOWN | {"keep", "flip"}):
            raise Refusal(UNREADABLE)
        if word and word not in _FILLING:
            yield word
        elif first:
            yield (int(first), int(last)) if last else int(first)


@dataclass(frozen=True, slots=True)
class _Scouting:
    """What was said about a card to scout: each thing None where it was left open.

    ``either``: a number that may be the card's or the gap's.
    """

    end: str | None = None
    turned: bool = False
    number: int | None = None
    place: int | None = None
    either: int | None = None


def _halves(words: list[Word]) -> tuple[_Scouting | None, list[Word] | None]:
    """What is said of the Scout and of the Show; None for what isn't spoken of."""
    if not words or "keep" in words or "flip" in words or words.count("show") > 1:
        raise Refusal(UNREADABLE)
    at = words.index("show") if "show" in words else len(words)
    before, behind = words[:at], words[at + 1 :]
    scouts = any(word in before for word in ("scout", "left", "right", "gap", "turned"))
    if not scouts:
        if before and at < len(words):
            raise Refusal(UNREADABLE)
        # Without a word cards are meant, as on the buttons; `show 4` may mean the fourth as well.
        return None, before or ["show", *behind]
    return _read_scouting(before), behind if at < len(words) else None


def _read_scouting(words: list[Word]) -> _Scouting:
    ends = [str(word) for word in words if word in ("left", "right")]
    at = words.index(ends[0]) if ends else len(words)
    place, numbers = None, []
    for index, word in enumerate(words):
        if isinstance(word, tuple) or word in ("card", "cards"):
            raise Refusal(UNREADABLE)
        if isinstance(word, int) and index and words[index - 1] == "gap":
            place = word
        elif isinstance(word, int):
            numbers.append((index, word))
    if len(ends) > 1 or len(numbers) + (place is not None) > 2:
        raise Refusal(UNREADABLE)
    read = _Scouting(ends[0] if ends else None, "turned" in words, place=place)
    if not numbers:
        return read
    (index, number), *more = numbers
    if more:
        return _Scouting(read.end, read.turned, number, more[0][1])
    if place is not None or index < at or words[0] != "scout":
        return _Scouting(read.end, read.turned, number, place)
    return _Scouting(read.end, read.turned, either=number)


def _fits(
    view: View, scouting: _Scouting | None, showing: list[Word] | None, action: a.Action
) -> bool:
    match action:
        case a.Show():
            return scouting is None and _shows(showing or [], action, view.hand)
        case a.Scout():
            return showing is None and scouting is not None and _takes(view, scouting, action)
        case a.ScoutAndShow(one, then):
            return (
                scouting is not None
                and showing is not None
                and _takes(view, scouting, one)
                and (not showing or _shows(["show", *showing], then, after(view, one)))
            )
    return False


def _takes(view: View, said: _Scouting, one: a.Scout) -> bool:
    number = _number(view, one)
    end = said.end is None or len(view.table) == 1 or said.end == one.end
    return (
        end
        and (one.turned or not said.turned)
        and said.number in (None, number)
        and said.place in (None, one.place)
        and (said.either is None or said.either == number or _by_place(said, one))
    )


def _by_place(said: _Scouting, one: a.Scout) -> bool:
    """Whether the number is the gap's, as in the notation: there the card lies as it is said."""
    return said.either == one.place and said.turned == one.turned


def _shows(words: list[Word], one: a.Show, hand: Cards) -> bool:
    spans = [word for word in words if isinstance(word, tuple)]
    numbers = [word for word in words if isinstance(word, int)]
    if spans or "card" in words or "cards" in words:
        meant = [*spans, *((number, number) for number in numbers)]
        return meant == [(one.first, one.last)]
    shown = list(active_numbers(hand[one.first - 1 : one.last]))
    if numbers in (shown, shown[::-1]):
        return True
    return "show" in words and numbers == [one.first] == [one.last]


def _named(hand: Cards, words: list[Word]) -> tuple[a.Show, ...]:
    """The first neighbours in the hand with these numbers, whether they may be shown or not."""
    numbers = [word for word in words if isinstance(word, int)]
    if not numbers or any(isinstance(word, tuple) or word in ("card", "cards") for word in words):
        return ()
    for first in range(1, len(hand) - len(numbers) + 2):
        one = a.Show(first, first + len(numbers) - 1)
        if _shows(list(numbers), one, hand):
            return (one,)
    return ()


def _refusal(view: View, scouting: _Scouting | None, showing: list[Word] | None) -> Exception:
    """Why nothing fits, as precisely as can be said."""
    if scouting is not None:
        taken = view.table and any(
            _takes(view, _Scouting(scouting.end, scouting.turned, scouting.number), one)
            for one in a.scouts(len(view.table), 1)
        )
        return Refusal(NO_SUCH_GAP if taken else NOT_THERE)
    numbers = [word for word in showing or [] if isinstance(word, int)]
    spans = [word for word in showing or [] if isinstance(word, tuple)]
    if not numbers or spans:
        return Refusal(UNREADABLE)
    return Refusal(NOT_SIDE_BY_SIDE, cards=" ".join(map(str, numbers)))
