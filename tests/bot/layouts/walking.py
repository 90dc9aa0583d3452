"""Using a hand's controls as a player does: every click, and where it leads."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from discord import ui

from bot.layouts.base import Layout
from bot.layouts.hand import hand
from bot.match import ids
from bot.match.ids import Click, Verb
from bot.match.steps import Home, Step, next_step
from bot.sandbox.errors import Form
from bot.sandbox.limits.components import check_layout
from engine.actions import Action
from engine.views import View
from tests.bot.layouts.positions import context

NOT_A_STEP = {Verb.RULES, Verb.HINT, Verb.HAND}


def clicks(layout: Layout) -> Iterator[tuple[Click, tuple[str, ...]]]:
    """Everything that can be clicked or chosen."""
    for item in layout.view.walk_children():
        if isinstance(item, ui.Button) and item.custom_id and not item.disabled:
            yield ids.parse(item.custom_id), ()
        elif isinstance(item, ui.Select):
            for option in item.options:
                yield ids.parse(item.custom_id), (option.value,)


def assert_accepted(layout: Layout) -> None:
    """The pocket Discord's own reading of the limits accepts the layout."""
    form = Form()
    check_layout(form, layout.view.to_components(), v2=True)
    assert not form.tree, form.tree


def is_paging(click: Click) -> bool:
    """Whether a click only turns a page of a menu."""
    if click.verb in (Verb.SHOWS_PAGE, Verb.THEN_PAGE):
        return True
    return click.verb is Verb.CARD and click.args[3] != "0"


def reachable(seen: View, *, confirm: bool = False) -> dict[Action, int]:
    """Every action that the controls reach, with the fewest clicks it takes; paging not counted.

    Every layout on the way is held against Discord's limits.
    """
    found: dict[Action, int] = {}
    cost: dict[Step, int] = {Home(): 0}
    queue: deque[Step] = deque([Home()])
    while queue:
        step = queue.popleft()
        layout = hand(context(seen), step)
        assert_accepted(layout)
        for click, values in clicks(layout):
            if click.verb in NOT_A_STEP or click.verb is Verb.BACK:
                continue
            reached = next_step(seen, click, values, confirm=confirm)
            price = cost[step] + (0 if is_paging(click) else 1)
            if not isinstance(reached, Step):
                found[reached] = min(price, found.get(reached, price))
            elif price < cost.get(reached, price + 1):
                cost[reached] = price
                # Pages come first, so that each step is met at its lowest price.
                (queue.appendleft if is_paging(click) else queue.append)(reached)
    return found
