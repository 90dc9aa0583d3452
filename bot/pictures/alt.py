"""Every picture in words: what screen readers say and what stands in for a picture."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures.picture import MAX_ALT
from bot.texts import SeatName, Texts, label_names
from bot.texts.cards import both_ends, kind_name
from engine.actions import Action
from engine.cards import flipped
from engine.view import View


def clipped(text: str) -> str:
    """At most as long as Discord takes."""
    return text if len(text) <= MAX_ALT else text[: MAX_ALT - 1] + "…"


def hand(view: View, texts: Texts, preview: Action | None = None) -> str:
    """A hand in the notation, with what is being considered."""
    said = texts.ngettext(
        "Your hand, {n} card: {cards}.",
        "Your hand, {n} cards: {cards}.",
        len(view.hand),
        cards=both_ends(texts, view.hand),
    )
    if preview is not None:
        said += " " + texts.gettext("Considered: {action}.", action=texts.ltr(preview))
    return clipped(said)


def orientation(view: View, texts: Texts) -> str:
    """Both orientations in the notation."""
    return clipped(
        texts.gettext(
            "Keep: {kept}. Flip: {flipped}.",
            kept=both_ends(texts, view.hand),
            flipped=both_ends(texts, flipped(view.hand)),
        )
    )


def table(view: View, names: Sequence[SeatName], texts: Texts) -> str:
    """The table: active set, seats, turn and the last action."""
    who = label_names(texts, names)
    parts = [texts.gettext("Round {round} of {rounds}.", round=view.round, rounds=view.rounds)]
    if view.owner is not None and view.table:
        parts.append(
            texts.gettext(
                "Active set of {name}: {cards} ({kind}).",
                name=who[view.owner - 1],
                cards=both_ends(texts, view.table),
                kind=kind_name(texts, view.table),
            )
        )
    else:
        parts.append(texts.gettext("No active set."))
    if view.turn is not None:
        parts.append(texts.gettext("{name} is on turn.", name=who[view.turn - 1]))
    parts.extend(_seat(view, seat, who[seat - 1], texts) for seat in range(1, view.players + 1))
    return clipped(" ".join(parts))


def _seat(view: View, seat: int, name: str, texts: Texts) -> str:
    return texts.gettext(
        "{name}: {hand} in hand, {captured} captured, {tokens} Scout tokens, {total} in total.",
        name=name,
        hand=view.hand_sizes[seat - 1],
        captured=view.captured[seat - 1],
        tokens=view.tokens[seat - 1],
        total=view.totals[seat - 1],
    )
