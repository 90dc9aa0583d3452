"""A finished match in motion, with menus for which steps of it."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.layouts import base, limits
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.history import seat_names
from bot.layouts.replay import step_option
from bot.match.ids import BadCustomId, Click, Numbered, Verb, numbered
from bot.match.replaying import Step
from bot.pictures import Picture
from bot.texts import Texts, label_names
from data.matches.models import StoredMatch

ROUND, STEPS, FIRST, LAST = "round", "steps", "first", "last"


def span_of(
    click: Click, values: Sequence[str], steps: Sequence[Step], most: int
) -> tuple[int, int]:
    """The first and the last step that a click asks for, from 0.

    Args:
        click: what was clicked.
        values: what was chosen, if it is a menu.
        steps: all of the match's.
        most: how many may be asked for; of more the last are left out.

    Raises:
        BadCustomId: there are no such steps.
    """
    words = [*click.args[1:], *values]
    if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        raise BadCustomId(click.custom_id)
    numbers = [int(word) for word in words]
    match click.args[:1], numbers:
        case (("round",), [number]):
            there = [at for at, step in enumerate(steps) if step.round == number]
            first, last = (there[0], there[-1]) if there else (1, 0)
        case (("steps",), [first, last]):
            pass
        case (("first",), [_, last, first]):
            last = max(first, last)
        case (("last",), [first, _, last]):
            first = min(first, last)
        case _:
            raise BadCustomId(click.custom_id)
    if not 0 <= first <= last < len(steps):
        raise BadCustomId(click.custom_id)
    return first, min(last, first + most - 1)


def film(
    texts: Texts, row: StoredMatch, steps: Sequence[Step], span: tuple[int, int], picture: Picture
) -> Layout:
    """The film, and which steps it begins and ends with."""
    first, last = span
    said = texts.gettext(
        "Match {number}: steps {first} to {last} of {count}",
        number=row.id,
        first=texts.number(first + 1),
        last=texts.number(last + 1),
        count=texts.number(len(steps)),
    )
    drawn, files = base.shown(picture)
    match = numbered(row)
    items: list[Item] = [
        base.text(f"### {said}"),
        *drawn,
        _menu(texts, row, steps, span, FIRST, match),
        _menu(texts, row, steps, span, LAST, match),
    ]
    return base.layout(items, tone=Tone.GAME, files=files)


def _menu(
    texts: Texts,
    row: StoredMatch,
    steps: Sequence[Step],
    span: tuple[int, int],
    which: str,
    match: Numbered,
) -> Item:
    chosen = span[0] if which == FIRST else span[1]
    names = label_names(texts, seat_names(row))
    options: list[discord.SelectOption] = [
        base.option(step_option(texts, steps[at], names), str(at), default=at == chosen)
        for at in _spread(len(steps), chosen)
    ]
    said = texts.gettext("First step") if which == FIRST else texts.gettext("Last step")
    click = Click(Verb.ANIMATE, match, None, (which, str(span[0]), str(span[1])))
    return base.menu(click, options, said)


def _spread(count: int, chosen: int) -> list[int]:
    """As many of so many steps as a menu holds, evenly spaced, with the chosen one."""
    room = limits.OPTIONS
    if count <= room:
        return list(range(count))
    spaced = {round(i * (count - 1) / (room - 2)) for i in range(room - 1)}
    return sorted(spaced | {chosen})
