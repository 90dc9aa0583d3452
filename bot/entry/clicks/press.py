"""A click as a handler gets it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.match.ids import BadCustomId, Click

if TYPE_CHECKING:
    from bot.entry.answer import Answer


@dataclass(frozen=True, slots=True)
class Press:
    """What was clicked, and what was chosen if it was a menu."""

    click: Click
    values: tuple[str, ...] = ()

    @property
    def match(self) -> int:
        """The match it is about.

        Raises:
            BadCustomId: it is about none, and must be.
        """
        if self.click.match is None:
            raise BadCustomId(self.click.custom_id)
        return int(self.click.match)


def stands_there(answer: Answer, press: Press) -> bool:
    """Whether the clicked message has that control, as Discord knows the message."""
    message = answer.interaction.message
    return message is not None and press.click.custom_id in _custom_ids(message.components)


def _custom_ids(components: Iterable[object]) -> Iterator[str]:
    for component in components:
        if isinstance(custom_id := getattr(component, "custom_id", None), str):
            yield custom_id
        yield from _custom_ids(getattr(component, "children", ()))
