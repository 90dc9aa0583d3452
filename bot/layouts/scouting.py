"""The controls for Scout and for Scout & Show: which card, where to, and what is shown then."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.layouts import base, limits
from bot.layouts.base import Item
from bot.layouts.shows import Controls, Offer, offered, turn_page
from bot.match.ids import Verb
from bot.match.steps import Choices, Gaps, Then, after, choices, follow_ups
from bot.texts import Texts
from bot.texts.actions import gap_option, scout_label, scouted_card
from bot.texts.cards import card_ways
from engine import actions as a
from engine.views import View

PAGE = limits.OPTIONS


def controls(parts: Controls, legal: Choices) -> list[Item]:
    """Which card to scout; or why none can be."""
    texts, view = parts.texts, parts.view
    if not legal.scouts:
        return [base.small(no_scout(texts, view))]
    ask = (
        texts.gettext("**Scout** it, with which number up?")
        if len(view.table) == 1
        else texts.gettext("**Scout** from which end, with which number up?")
    )
    items: list[Item] = [
        base.small(ask),
        base.row(*_cards(parts, legal.scouts, then=False)),
    ]
    if view.rules.scout_and_show and not legal.both:
        items.append(base.small(no_scout_and_show(texts, view)))
    return items


def both_button(parts: Controls) -> Item:
    """The way into a Scout & Show."""
    label = parts.texts.gettext("Scout & Show …")
    return base.button(label, parts.click(Verb.BOTH), style=discord.ButtonStyle.primary)


def both(parts: Controls) -> list[Item]:
    """Which card to scout for a Scout & Show."""
    ask = parts.texts.gettext("**Scout & Show**: which card do you scout first?")
    scouts = [one.scout for one in choices(parts.view).both]
    return [
        base.text(ask),
        base.row(*_cards(parts, scouts, then=True)),
        base.row(parts.back()),
    ]


def _cards(parts: Controls, scouts: Sequence[a.Scout], *, then: bool) -> list[Item]:
    buttons = []
    for end, turned in sorted({(one.end, one.turned) for one in scouts}):
        label = scout_label(parts.texts, parts.view, end, turned=turned)
        click = parts.click(Verb.CARD, end, int(turned), int(then), 0)
        buttons.append(base.button(label, click, style=discord.ButtonStyle.primary))
    return buttons


def gaps(parts: Controls, step: Gaps) -> list[Item]:
    """Where the chosen card goes: a menu of gaps, with the switch to Scout & Show or back."""
    texts, view = parts.texts, parts.view
    legal = choices(view)
    scouts = [one.scout for one in legal.both] if step.then else list(legal.scouts)
    there = {one for one in scouts if one.end == step.end and one.turned == step.turned}
    places = sorted(there, key=lambda one: one.place)
    pages = max(1, (len(places) + PAGE - 1) // PAGE)
    page = min(step.page, pages - 1)
    items: list[Item] = []
    if not parts.drawn:
        card = card_ways(texts, scouted_card(view, step.end, turned=step.turned))
        items.append(base.text(texts.gettext("Where does **{card}** go?", card=card)))
    if step.then:
        items.append(base.small(texts.gettext("Only gaps after which a Show can follow.")))
    options = []
    for one in places[page * PAGE : (page + 1) * PAGE]:
        label, description = gap_option(texts, view, one)
        options.append(base.option(label, str(one.place), description))
    chosen = (step.end, int(step.turned), int(step.then))
    if options:
        placeholder = texts.gettext("Which gap?")
        if pages > 1:
            placeholder += f" {page + 1}/{pages}"
        items.append(base.menu(parts.click(Verb.GAP, *chosen, page), options, placeholder))
    items += turn_page(texts, page, pages, lambda to: parts.click(Verb.CARD, *chosen, to))
    return [*items, base.row(*_switch(parts, step, legal), parts.back())]


def _switch(parts: Controls, step: Gaps, legal: Choices) -> list[Item]:
    """The switch to Scout & Show or back, named by where it leads, if that is legal too."""
    texts = parts.texts
    other = [one.scout for one in legal.both] if not step.then else legal.scouts
    if not any(one.end == step.end and one.turned == step.turned for one in other):
        return []
    label = texts.gettext("Only Scout") if step.then else texts.gettext("Scout, then Show")
    click = parts.click(Verb.CARD, step.end, int(step.turned), int(not step.then), 0)
    return [base.button(label, click)]


def then(parts: Controls, step: Then) -> list[Item]:
    """Which Show follows the chosen Scout; nothing is done before this last step."""
    texts, view, one = parts.texts, parts.view, step.scout
    hand = after(view, one)
    chosen = (one.end, int(one.turned), one.place)
    offer = Offer(
        lambda showing: parts.click(Verb.THEN_SHOW, *chosen, showing.first, showing.last),
        parts.click(Verb.THEN_SHOWS, *chosen, step.page),
        lambda to: parts.click(Verb.THEN_PAGE, *chosen, to),
        step.page,
    )
    to_gaps = parts.click(Verb.CARD, one.end, int(one.turned), 1, 0)
    items: list[Item] = []
    if not parts.drawn:
        ask = texts.gettext(
            "**{card}** becomes card {place}. What do you show then?",
            card=card_ways(texts, hand[one.place - 1]),
            place=one.place,
        )
        items.append(base.text(ask))
    return [
        *items,
        *offered(texts, hand, follow_ups(view, one), offer),
        base.row(base.button(texts.gettext("Another place"), to_gaps), parts.back()),
    ]


def no_scout(texts: Texts, view: View) -> str:
    """Why nothing can be scouted."""
    if not view.table:
        return texts.gettext("**Scout**: the table is empty, so there is nothing to scout.")
    return texts.gettext("**Scout**: you have no Scout token left to pay with.")


def no_scout_and_show(texts: Texts, view: View) -> str:
    """Why there is no Scout & Show now, though there is with so many players."""
    if view.seat and not view.scout_and_show[view.seat - 1]:
        return texts.gettext("**Scout & Show**: you have used it this round.")
    return texts.gettext("**Scout & Show**: no Show would beat what is left after any Scout.")
