"""Names as pictures can show them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures.glyphs import ISOLATES, MARK, clean
from bot.texts import SeatName, Texts, label_name, label_names


def drawn_names(texts: Texts, names: Sequence[SeatName]) -> tuple[str, ...]:
    """The names by seat; who has none that can be drawn is called by the seat."""
    return tuple(
        name if _readable(name) else label_name(texts.gettext("Seat {seat}", seat=seat))
        for seat, name in enumerate(label_names(texts, names), start=1)
    )


def _readable(name: str) -> bool:
    return any(character not in ISOLATES | {MARK, " "} for character in clean(name))
