"""A click as a handler gets it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.match.ids import BadCustomId, Click


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
