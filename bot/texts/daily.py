"""Words of the daily deal: scores, and the line that is shared."""

from __future__ import annotations

from datetime import date

from bot.texts.catalogue import Texts


def score(texts: Texts, margin: float) -> str:
    """A margin with its sign, and a decimal where it has one: ``+6``, ``+4.5``."""
    shown = round(margin, 1)
    return texts.number(shown, places=0 if shown == int(shown) else 1, signed=True)


def share_line(
    texts: Texts, day: date, margin: float, par: float | None, share: float | None, signs: str
) -> str:
    """What a finished attempt comes to, in one line that tells nobody a card.

    ``SCOUT daily 1 Dec · +6, par +4.5 · 73 % · 🟩🟩🔷🟩🔺``

    Args:
        texts: the readers' language.
        day: the deal's.
        margin: the score.
        par: the deal's; None if it isn't known.
        share: how much of the other attempts it beats, in percent; None if that isn't told.
        signs: one a decision; empty if they aren't known.
    """
    parts = [
        texts.gettext("SCOUT daily {day}", day=texts.day(day)),
        score(texts, margin)
        if par is None
        else texts.gettext("{score}, par {par}", score=score(texts, margin), par=score(texts, par)),
    ]
    if share is not None:
        parts.append(texts.percent(share / 100))
    if signs:
        parts.append(texts.ltr(signs))
    return " · ".join(parts)
