"""The controls for Shows: the strongest as buttons, the others in a menu, page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from bot.layouts import base, limits
from bot.layouts.base import Item
from bot.match.ids import Click, Decision, Numbered, Verb
from bot.match.steps import Choices
from bot.texts import Texts
from bot.texts.actions import show_option, shown_cards
from bot.texts.cards import numbers, positions
from engine import actions as a
from engine.cards import Cards
from engine.views import View

BUTTONS = 5
"""Shows that are one tap away."""

PAGE = limits.OPTIONS


@dataclass(frozen=True, slots=True)
class Controls:
    """What every control of a hand needs: the reader, the view, and what it is clicked for.

    ``drawn``: a picture of the step stands above; what it says isn't said again.
    """

    texts: Texts
    view: View
    match: Numbered
    decision: Decision
    drawn: bool = False

    def click(self, verb: Verb, *args: object) -> Click:
        """A click for this decision."""
        return Click(verb, self.match, self.decision, tuple(map(str, args)))

    def do(self, action: a.Action) -> Click:
        """The click that does an action, without another step."""
        return self.click(Verb.DO, str(action).replace(" ", "_"))

    def hint(self) -> Item:
        """The button that asks for a proposal."""
        return base.button(self.texts.gettext("Hint"), self.click(Verb.HINT))

    def back(self) -> Item:
        """The button back to the hand's first step."""
        return base.button(self.texts.gettext("Back"), Click(Verb.BACK, self.match), emoji="↩️")


def controls(parts: Controls, legal: Choices, page: int) -> list[Item]:
    """The Shows of a turn, or why there are none."""
    texts = parts.texts
    if not legal.shows:
        return [base.small(no_show(texts, parts.view))]

    def tap(one: a.Show) -> Click:
        return parts.click(Verb.SHOW, one.first, one.last)

    def turn_to(number: int) -> Click:
        return parts.click(Verb.SHOWS_PAGE, number)

    return [
        base.small(texts.gettext("**Show**, strongest first")),
        *offered(
            texts,
            parts.view.hand,
            legal.shows,
            Offer(tap, parts.click(Verb.SHOWS, page), turn_to, page),
        ),
    ]


@dataclass(frozen=True, slots=True)
class Offer:
    """What the controls for a list of Shows send: a button, the menu, a turn of its page."""

    tap: Callable[[a.Show], Click]
    choose: Click
    turn_to: Callable[[int], Click]
    page: int


def offered(texts: Texts, hand: Cards, shows: Sequence[a.Show], offer: Offer) -> list[Item]:
    """Shows, strongest first: five as buttons, the rest in a menu with pages."""
    strongest, others = shows[:BUTTONS], shows[BUTTONS:]
    labels = button_labels(texts, hand, strongest)
    items = base.rows(
        [
            base.button(label, offer.tap(one), style=discord.ButtonStyle.success)
            for label, one in zip(labels, strongest, strict=True)
        ]
    )
    if others:
        pages = _pages(len(others))
        page = min(offer.page, pages - 1)
        some = others[page * PAGE : (page + 1) * PAGE]
        options = [
            base.option(show_option(texts, hand, one), str(one).removeprefix("show "))
            for one in some
        ]
        first = BUTTONS + page * PAGE + 1
        placeholder = texts.gettext(
            "More Shows: {first} to {last} of {count}",
            first=texts.number(first),
            last=texts.number(first + len(some) - 1),
            count=texts.number(len(shows)),
        )
        items.append(base.menu(offer.choose, options, placeholder))
        items += turn_page(texts, page, pages, offer.turn_to)
    return items


def turn_page(texts: Texts, page: int, pages: int, turn_to: Callable[[int], Click]) -> list[Item]:
    """Buttons to the page before and the page after; nothing if there is only one."""
    buttons = []
    if page > 0:
        buttons.append(base.button(texts.gettext("Previous"), turn_to(page - 1), emoji="◀️"))
    if page < pages - 1:
        buttons.append(base.button(texts.gettext("Next"), turn_to(page + 1), emoji="▶️"))
    return base.rows(buttons)


def button_labels(texts: Texts, hand: Cards, shows: Sequence[a.Show]) -> list[str]:
    """The numbers of each Show; with positions where two would read alike."""
    plain = [numbers(texts, shown_cards(hand, one)) for one in shows]
    alike = Counter(plain)
    return [
        label if alike[label] == 1 else f"{label} · {positions(texts, one.first, one.last)}"
        for label, one in zip(plain, shows, strict=True)
    ]


def no_show(texts: Texts, view: View) -> str:
    """Why nothing can be shown."""
    if not view.table:
        return texts.gettext("**Show**: there is nothing in your hand to show.")
    cards = numbers(texts, view.table)
    return texts.gettext("**Show**: nothing in your hand beats {cards}.", cards=cards)


def could_do(texts: Texts, view: View, could: Choices) -> str:
    """What a player who waits could do if nothing changed."""
    parts = []
    if could.shows:
        labels = button_labels(texts, view.hand, could.shows[:BUTTONS])
        more = len(could.shows) - len(labels)
        listed = texts.listed(f"**{label}**" for label in labels)
        if more:
            parts.append(
                texts.ngettext(
                    "show {cards} and {n} more", "show {cards} and {n} more", more, cards=listed
                )
            )
        else:
            parts.append(texts.gettext("show {cards}", cards=listed))
    if could.scouts:
        parts.append(texts.gettext("Scout"))
    if could.both:
        parts.append(texts.gettext("Scout & Show"))
    if not parts:
        return texts.gettext("If nothing changes, there is nothing you could do.")
    return texts.gettext(
        "If nothing changes, you could: {ways}.", ways=" \N{MIDDLE DOT} ".join(parts)
    )


def _pages(count: int) -> int:
    return (count + PAGE - 1) // PAGE
