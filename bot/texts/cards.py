"""Cards, combinations and what beats them, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.catalogue import Texts
from engine.cards import Card, Cards
from engine.combinations import active_numbers, beats, kind
from engine.views import View

HAND_LINE = 5
"""Cards in one line of a hand in words: what fits a narrow phone."""


def numbers(texts: Texts, cards: Cards) -> str:
    """The active numbers: ``5 5 5``."""
    return texts.ltr(" ".join(map(str, active_numbers(cards))))


def both_ends(texts: Texts, cards: Cards) -> str:
    """The cards in the notation: ``3/7 1/3``."""
    return texts.ltr(" ".join(map(str, cards)))


def kind_name(texts: Texts, cards: Cards) -> str:
    """Group, run or single."""
    match kind(active_numbers(cards)):
        case "group":
            return texts.gettext("group")
        case "run":
            return texts.gettext("run")
    return texts.gettext("single")


def positions(texts: Texts, first: int, last: int) -> str:
    """Where cards lie in a hand: ``card 4``, ``cards 3–5``."""
    if first == last:
        return texts.gettext("card {position}", position=texts.ltr(first))
    return texts.gettext("cards {span}", span=texts.ltr(f"{first}–{last}"))


def hand_lines(texts: Texts, hand: Cards) -> str:
    """A hand in words: a few cards a line, each line led by its positions.

    The active number is bold; the other one follows the slash.
    """
    lines = []
    for start in range(0, len(hand), HAND_LINE):
        some = hand[start : start + HAND_LINE]
        shown = "  ".join(f"**{card.active}**/{card.other}" for card in some)
        last = start + len(some)
        span = f"{start + 1}–{last}" if last > start + 1 else f"{last}"
        lines.append(texts.ltr(f"`{span:>5}`  {shown}"))
    return "\n".join(lines)


def card_ways(texts: Texts, card: Card) -> str:
    """A card with both its numbers: ``8/4``."""
    return texts.ltr(str(card))


def active_set(texts: Texts, view: View, names: Sequence[str]) -> str:
    """What lies on the table and whose it is, in a line."""
    if view.owner is None or not view.table:
        return texts.gettext("The table is empty.")
    return texts.gettext(
        "On the table: **{cards}** ({kind}) by {name}.",
        cards=numbers(texts, view.table),
        kind=kind_name(texts, view.table),
        name=names[view.owner - 1],
    )


def active_set_in_full(texts: Texts, view: View, names: Sequence[str]) -> str:
    """The same with both numbers of each card, for who has no picture to look at."""
    said = active_set(texts, view, names)
    if view.owner is None or not view.table:
        return said
    both = texts.gettext("Both ends: {cards}.", cards=both_ends(texts, view.table))
    return f"{said} {both}"


def what_beats(texts: Texts, table: Cards) -> str:
    """What would beat the active set: a list, strongest last."""
    on_table = active_numbers(table)
    size = len(on_table)
    if not size:
        return texts.gettext("The table is empty: any group, run or single may be shown.")
    ways = [
        *_same_kind(texts, on_table),
        *([_any_group(texts, size)] if kind(on_table) == "run" else []),
        texts.ngettext("a set of {n}", "a set of {n}", size + 1),
    ]
    return texts.gettext("Beats it: {ways}", ways=" \N{MIDDLE DOT} ".join(ways))


def _same_kind(texts: Texts, table: Sequence[int]) -> list[str]:
    """From which numbers on a set of as many cards and the same kind is stronger; if one is."""
    size = len(table)
    step = 0 if kind(table) == "group" else 1
    sets = [tuple(low + step * i for i in range(size)) for low in range(1, 11)]
    stronger = [one for one in sets if max(one) <= 10 and beats(one, table)]
    if not stronger:
        return []
    least = texts.ltr(" ".join(map(str, stronger[0])))
    return [texts.gettext("{cards} or higher", cards=least)]


def _any_group(texts: Texts, size: int) -> str:
    return texts.ngettext("a group of {n}", "a group of {n}", size)
