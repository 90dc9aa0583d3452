"""What was one person's to see, shown to everybody: by whom, and the button that removes it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.layouts import base
from bot.layouts.base import Item
from bot.match.ids import Click, Numbered, Verb
from bot.texts import Texts, name


@dataclass(frozen=True, slots=True)
class Sharer:
    """Who shared something: Discord's id, and what their server calls them."""

    discord_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Sharing:
    """How far a page is shown.

    Attributes:
        offered: whether its reader is offered to share it.
        by: who shared it, so that everybody sees it, and its controls open pages of
            their own for whoever clicks; None: it is one person's.
    """

    offered: bool = False
    by: Sharer | None = None


NOT_SHARED = Sharing()


def button(texts: Texts, what: str, *args: str, match: Numbered | None = None) -> Item:
    """The button that shares a page: which kind, and what of it."""
    return base.button(texts.gettext("Share"), Click(Verb.SHARE, match, None, (what, *args)))


def foot(texts: Texts, by: Sharer, *openers: Item, match: Numbered | None = None) -> list[Item]:
    """Who shared it, and the button with which they, or a moderator, remove it.

    Args:
        texts: the server's language.
        by: who shared it.
        openers: buttons that open something for whoever clicks, alone.
        match: of which it tells, if of one.
    """
    click = Click(Verb.UNSHARE, match, None, (str(by.discord_id),))
    return [
        base.small(texts.gettext("Shared by {name}", name=name(by.name))),
        base.row(*openers, base.button(texts.gettext("Remove"), click)),
    ]
