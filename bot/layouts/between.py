"""What a hand's message becomes: the cards to plan with between turns, then a line of a story."""

from __future__ import annotations

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.scene import Where
from bot.pictures import Picture
from bot.texts import Texts
from bot.texts.cards import hand_lines
from engine.cards import Cards


def resting(
    texts: Texts,
    words: tuple[str, ...],
    where: Where,
    cards: Cards,
    picture: Picture | None,
    *,
    paused: bool = False,
    back: Item | None = None,
) -> Layout:
    """A hand between turns: what its player has done, and the cards as they are now.

    Args:
        texts: the player's language.
        words: what they have done, or what keeps them from it, in lines.
        where: where the match is.
        cards: their hand.
        picture: it drawn; None for text alone.
        paused: whether the match stands still.
        back: the way back, if a computer plays for them.
    """
    shown, files = base.shown(picture)
    said = (
        texts.gettext("Your hand until it goes on:")
        if paused
        else texts.gettext("It isn't your turn now. Your hand until then:")
    )
    items: list[Item] = [base.text("\n".join((*words, f"-# {said}"))), *shown]
    if not picture:
        items.append(base.text(hand_lines(texts, cards) or texts.gettext("No cards left.")))
    ways = [back] if back is not None else []
    if where.url:
        ways.append(base.link(texts.gettext("To the table"), where.url))
    if ways:
        items.append(base.row(*ways))
    return base.layout(items, tone=Tone.GAME, files=files)


def closed_hand(texts: Texts) -> Layout:
    """A hand for one person alone, after they have opened a newer one."""
    said = texts.gettext("A newer hand of yours is open. **My hand** at the table opens another.")
    return base.layout([base.text(f"-# {said}")], tone=Tone.PLAIN)


def line(texts: Texts, words: str, where: Where, match: int) -> Layout:
    """A turn that is over."""
    which = base.match_link(texts, where, match)
    return base.layout([base.text(f"{words} · {which}")], tone=Tone.PLAIN)


def heading(lines: tuple[str, ...]) -> Layout:
    """A choice between Keep and Flip that is over: its round's heading, and what was chosen."""
    return base.layout([base.text("\n".join(lines))], tone=Tone.PLAIN)
