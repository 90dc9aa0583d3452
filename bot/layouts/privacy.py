"""What is kept about a person, and what they can do about it; only they see it."""

from __future__ import annotations

import discord

from bot.layouts import base
from bot.layouts.base import Layout, Tone
from bot.match.ids import Click, Verb
from bot.texts import Texts


def privacy(texts: Texts) -> Layout:
    """What is kept, with a button to take it along and one to delete it."""
    head = texts.gettext("What I keep about you")
    said = texts.gettext(
        "Your Discord id and name, your preferences, the matches you played with every action, "
        "your results and ratings by server, and where your direct messages from me are. Nothing "
        "that you write, and nothing about what you do elsewhere."
    )
    then = texts.gettext(
        "If you have it deleted, your id and name go. The results of those you played with stay, "
        "with “a former player” in your seat. Matches that are still on you leave for good."
    )
    export = base.button(
        texts.gettext("Give me my data"),
        Click(Verb.PRIVACY, args=("export",)),
        style=discord.ButtonStyle.primary,
        emoji="📦",
    )
    delete = base.button(
        texts.gettext("Delete my data …"),
        Click(Verb.PRIVACY, args=("ask",)),
        style=discord.ButtonStyle.danger,
    )
    return base.layout(
        [base.text(f"### {head}\n{said}\n{then}"), base.row(export, delete)], tone=Tone.PLAIN
    )


def question(texts: Texts, playing: int) -> Layout:
    """Whether they mean it; ``playing`` is in how many matches they have a seat."""
    head = texts.gettext("Delete everything about you?")
    lines = [
        texts.gettext("This can't be undone: ratings, history and preferences are lost to you.")
    ]
    if playing:
        lines.append(
            texts.ngettext(
                "You leave the {n} match that you have a seat in, for good.",
                "You leave the {n} matches that you have a seat in, for good.",
                playing,
            )
        )
    delete = base.button(
        texts.gettext("Delete for good"),
        Click(Verb.PRIVACY, args=("delete",)),
        style=discord.ButtonStyle.danger,
    )
    keep = base.button(texts.gettext("Keep it"), Click(Verb.PRIVACY, args=("keep",)))
    said = "\n".join(lines)
    return base.layout(
        [base.text(f"### {head}\n{said}"), base.row(delete, keep)], tone=Tone.TROUBLE
    )


def export(texts: Texts, data: bytes, filename: str) -> Layout:
    """All of it as a file."""
    said = texts.gettext("All that I keep about you, as JSON. Times are milliseconds since 1970.")
    item, file = base.attached(data, filename)
    return base.layout([base.text(said), item], tone=Tone.PLAIN, files=[file])
