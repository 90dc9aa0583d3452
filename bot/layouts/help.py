"""Help: what the bot does and which commands there are."""

from __future__ import annotations

from collections.abc import Mapping

from bot.layouts import base
from bot.layouts.base import Layout, Tone
from bot.texts import Texts


def help_page(texts: Texts, commands: Mapping[str, str]) -> Layout:
    """The page of help.

    Args:
        texts: the reader's language.
        commands: what can be typed, such as ``/scout play``, and what it is for, in English.
    """
    lines = [
        f"{texts.mark}{texts.ltr(f'**`{command}`**')} – {texts.gettext(what)}"
        for command, what in commands.items()
    ]
    challenge = texts.gettext("To challenge somebody: right-click (or hold) their name, then Apps.")
    intro = texts.gettext(
        "I host the card game SCOUT for two to five players, people and computers. Hands come by "
        "direct message; the table stands in the channel."
    )
    head = texts.gettext("SCOUT: help")
    items = [
        base.text(f"### {head}\n{intro}"),
        base.text("\n".join(lines)),
        base.text(challenge),
        base.row(base.learn_button(texts), base.rules_button(texts, None)),
    ]
    return base.layout(items, tone=Tone.PLAIN)
