"""Short answers for one person alone: polite, in words, with what would help."""

from __future__ import annotations

from collections.abc import Sequence

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.scene import Where
from bot.texts import Texts


def notice(texts: Texts, said: str, *, where: Where | None = None, match: int = 0) -> Layout:
    """Something said in one paragraph; with ``where`` a button leads to the table."""
    items: list[Item] = [base.text(said)]
    if where and where.url:
        items.append(base.text(base.place(texts, where, match)))
        items.append(base.row(base.link(texts.gettext("To the table"), where.url)))
    return base.layout(items, tone=Tone.PLAIN)


def opened(texts: Texts, match: int, url: str) -> str:
    """A lobby is open, with a link to it."""
    return texts.gettext("[Match {number}]({url}) is open.", number=match, url=url)


def fault(texts: Texts, reference: str) -> Layout:
    """Something broke; the reference stands in the program's log."""
    said = texts.gettext(
        "Something went wrong on my side; nothing was lost. Please try again. If it stays so, tell "
        "whoever runs this bot this reference: `{reference}`",
        reference=reference,
    )
    return base.layout([base.text(said)], tone=Tone.TROUBLE)


def stale(texts: Texts) -> str:
    """The line for a click on something old; it stands above the current hand."""
    return texts.gettext(
        "That was an older message: the table has moved on. Here is how it is now."
    )


def missing_permissions(texts: Texts, names: Sequence[str], channel: int) -> Layout:
    """What the bot may not do in a channel, by Discord's English names."""
    listed = texts.listed(f"**{texts.gettext(one)}**" for one in names)
    said = texts.ngettext(
        "I can't host a match in <#{channel}>: I lack this permission there: {names}.",
        "I can't host a match in <#{channel}>: I lack these permissions there: {names}.",
        len(names),
        channel=channel,
        names=listed,
    )
    return base.layout([base.text(said)], tone=Tone.TROUBLE)
