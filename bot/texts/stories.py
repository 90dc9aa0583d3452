"""What a player is told about the others and about themselves, in few words."""

from __future__ import annotations

from bot.texts.cards import numbers
from bot.texts.catalogue import Texts
from engine.events import PublicAction


def did(texts: Texts, name: str, seen: PublicAction) -> str:
    """What another player did; which end they scouted from the picture shows well enough."""
    cards = numbers(texts, seen.shown)
    if seen.scouted is None:
        return texts.gettext("{name} showed {cards}", name=name, cards=cards)
    card = texts.ltr(str(seen.scouted))
    if not seen.shown:
        return texts.gettext("{name} scouted {card}", name=name, card=card)
    return texts.gettext(
        "{name} scouted {card} and showed {cards}", name=name, card=card, cards=cards
    )


def played_for_you(texts: Texts, seen: PublicAction) -> str:
    """What the computer did in the player's place."""
    cards = numbers(texts, seen.shown)
    if seen.scouted is None:
        return texts.gettext("the computer showed {cards} for you", cards=cards)
    card = texts.ltr(str(seen.scouted))
    if not seen.shown:
        return texts.gettext("the computer scouted {card} for you", card=card)
    return texts.gettext(
        "the computer scouted {card} and showed {cards} for you", card=card, cards=cards
    )


def standing(texts: Texts, *, captured: int, tokens: int, points: int, pays: bool) -> str:
    """How the player stands in the round; ``pays``: they pay for Scouts with their tokens."""
    if pays:
        earned = texts.ngettext(
            "{n} Scout token left to pay with", "{n} Scout tokens left to pay with", tokens
        )
    else:
        earned = texts.ngettext("{n} Scout token", "{n} Scout tokens", tokens)
    return texts.gettext(
        "You: {captured} + {tokens} · {points}",
        captured=texts.ngettext("{n} captured", "{n} captured", captured),
        tokens=earned,
        points=texts.ngettext("{n} point", "{n} points", points),
    )


def points(texts: Texts, name: str, score: int, total: int | None) -> str:
    """A player's points of a round; with ``total`` their points of all rounds behind it."""
    scored = texts.number(score, signed=True)
    if total is None:
        return f"{name} {scored}"
    return f"{name} {scored} ({texts.number(total)})"
