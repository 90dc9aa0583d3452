"""Help: what the bot does and which commands there are."""

from __future__ import annotations

from bot.layouts import base
from bot.layouts.base import Layout, Tone
from bot.texts import N_, Texts

COMMANDS: tuple[tuple[str, str], ...] = (
    ("/scout play", N_("open a lobby, or play against computers at once")),
    ("/scout hand", N_("your hand with its buttons, for you alone")),
    ("/scout hint", N_("what a strong player would do in your place; in unrated matches")),
    ("/scout act", N_("act by typing, such as `show 5 6 7`")),
    ("/scout table", N_("where the table is, and what you can propose there")),
    ("/scout leave", N_("give your seat up for good")),
    ("/scout rules", N_("how SCOUT is played")),
    ("/scout leaderboard", N_("who is best in this server")),
    ("/scout profile", N_("one player's results")),
    ("/scout matches", N_("finished matches")),
    ("/scout replay", N_("step through a finished match")),
    ("/scout preferences", N_("language, pings, confirmation, pictures")),
    ("/scout privacy", N_("what is kept about you; take it along or delete it")),
    ("/scout-admin", N_("for moderators: settings, pause, end, seats")),
)


def help_page(texts: Texts, known: frozenset[str] | None = None) -> Layout:
    """The page of help.

    Args:
        texts: the reader's language.
        known: the commands that this bot has, such as ``/scout play``; None for all of them.
    """
    lines = [
        f"**`{command}`** – {texts.gettext(what)}"
        for command, what in COMMANDS
        if known is None or command in known
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
        base.row(base.rules_button(texts, None)),
    ]
    return base.layout(items, tone=Tone.PLAIN)
