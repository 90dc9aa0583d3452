"""How a turn goes, for whoever plays for the first time."""

from __future__ import annotations

from bot.texts.catalogue import Texts
from engine.rules import Rules


def first_match(texts: Texts, rules: Rules) -> list[str]:
    """Three lines for a person's first match."""
    if rules.scout_price:
        return [
            _show(texts),
            texts.gettext(
                "2. Or **Scout**: pay a Scout token, take a card from an end of what lies there, "
                "either way up, into your hand wherever you like; then it is your turn again."
            ),
            texts.gettext(
                "3. Get rid of your cards: each one left at the end costs a point. Tokens you keep "
                "are a point each."
            ),
        ]
    return [
        _show(texts),
        texts.gettext(
            "2. Or **Scout**: take a card from an end of what lies there, either way up, into your "
            "hand wherever you like; its owner gets a point."
        ),
        texts.gettext(
            "3. Once a round you may do both at once. Get rid of your cards: each one left at the "
            "end costs a point."
        ),
    ]


def _show(texts: Texts) -> str:
    return texts.gettext(
        "1. **Show** neighbouring cards that are all equal or count up or down by one; they must "
        "beat what lies on the table, whose cards are then yours, a point each."
    )
