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
    """What lies on the table, whose it is, and what would beat it."""
    if view.owner is None:
        if view.phase == "over":
            return texts.gettext("The table is empty.")
        return what_beats(texts, ())
    said = texts.gettext(
        "On the table: **{cards}** ({kind}, {both}) by {name}.",
        cards=numbers(texts, view.table),
        kind=kind_name(texts, view.table),
        both=both_ends(texts, view.table),
        name=names[view.owner - 1],
    )
    return said if view.phase == "over" else f"{said}\n-# {what_beats(texts, view.table)}"


def what_beats(texts: Texts, table: Cards) -> str:
    """What would beat the active set, in one sentence."""
    on_table = active_numbers(table)
    size = len(on_table)
    if not size:
        return texts.gettext("The table is empty: any group, run or single may be shown.")
    more = texts.ngettext("{n} card or more", "{n} cards or more", size + 1)
    ways = [more]
    if size == 1:
        singles = [n for n in range(1, 11) if beats((n,), on_table)]
        if singles:
            ways.insert(0, texts.gettext("a single {lowest} or higher", lowest=singles[0]))
    else:
        ways = [*_runs(texts, on_table), *_groups(texts, on_table), more]
    return texts.gettext("To beat it: {ways}.", ways=texts.gettext(", or ").join(ways))


def _groups(texts: Texts, table: Sequence[int]) -> list[str]:
    size = len(table)
    lowest = [n for n in range(1, 11) if beats((n,) * size, table)]
    if not lowest:
        return []
    if lowest[0] == 1:
        return [texts.ngettext("any group of {n}", "any group of {n}", size)]
    example = " ".join([str(lowest[0])] * size)
    return [texts.gettext("a group from {example} up", example=texts.ltr(example))]


def _runs(texts: Texts, table: Sequence[int]) -> list[str]:
    size = len(table)
    lowest = [n for n in range(1, 12 - size) if beats(range(n, n + size), table)]
    if not lowest:
        return []
    example = " ".join(str(lowest[0] + step) for step in range(size))
    return [texts.gettext("a run from {example} up", example=texts.ltr(example))]
