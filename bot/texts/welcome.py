"""How a turn goes, for whoever plays for the first time."""

from __future__ import annotations

from bot.texts.catalogue import Texts
from engine.rules import Rules


def first_match(texts: Texts, rules: Rules) -> list[str]:
    """A few lines for a person's first match."""
    lines = [
        texts.gettext(
            "**Show** neighbours that are equal (a group) or count up or down by one (a run). They "
            "must beat what lies there; what they beat is yours, a point a card."
        ),
        texts.gettext(
            "**What beats what**: more cards beat fewer. With equally many, a group beats a run; "
            "then the higher number wins. Equal never beats."
        ),
    ]
    if rules.scout_price:
        return [
            *lines,
            texts.gettext(
                "Or **Scout**: pay a Scout token, take a card from an end of the set into your "
                "hand, either way up, anywhere. Then it is your turn again. Scout tokens you keep "
                "are a point each, cards left at the end cost one each."
            ),
        ]
    return [
        *lines,
        texts.gettext(
            "Or **Scout**: take a card from an end of the set into your hand, either way up, "
            "anywhere; its owner gets a point. Once a round you may do both at once. Cards left at "
            "the end cost a point each."
        ),
    ]
