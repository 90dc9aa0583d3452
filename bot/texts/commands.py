"""Names of commands, options and choices, which Discord shows in the language of who types.

They are what the code calls them, in English; translators find them here. ``scout`` itself is the
same in all languages: Discord's clients are said to lose the subcommands of a translated group.
"""

from __future__ import annotations

from bot.texts.catalogue import NP_

COMMAND, OPTION, CHOICE = "command", "option", "choice"

COMMANDS = (
    NP_("command", "Challenge to SCOUT"),
    NP_("command", "act"),
    NP_("command", "daily"),
    NP_("command", "end"),
    NP_("command", "hand"),
    NP_("command", "help"),
    NP_("command", "hint"),
    NP_("command", "leaderboard"),
    NP_("command", "learn"),
    NP_("command", "leave"),
    NP_("command", "matches"),
    NP_("command", "pause"),
    NP_("command", "play"),
    NP_("command", "preferences"),
    NP_("command", "privacy"),
    NP_("command", "profile"),
    NP_("command", "replace"),
    NP_("command", "replay"),
    NP_("command", "review"),
    NP_("command", "rules"),
    NP_("command", "settings"),
    NP_("command", "standings"),
    NP_("command", "table"),
    NP_("command", "versus"),
    NP_("command", "void"),
)
OPTIONS = (
    NP_("option", "action"),
    NP_("option", "computers"),
    NP_("option", "day"),
    NP_("option", "last_card"),
    NP_("option", "least"),
    NP_("option", "lesson"),
    NP_("option", "level"),
    NP_("option", "match"),
    NP_("option", "month"),
    NP_("option", "open"),
    NP_("option", "order"),
    NP_("option", "pace"),
    NP_("option", "page"),
    NP_("option", "person"),
    NP_("option", "player2"),
    NP_("option", "player3"),
    NP_("option", "player4"),
    NP_("option", "player5"),
    NP_("option", "rated"),
    NP_("option", "rounds"),
    NP_("option", "seat"),
    NP_("option", "seats"),
    NP_("option", "spared"),
    NP_("option", "starter"),
    NP_("option", "time"),
)
CHOICES = (
    NP_("choice", "all"),
    NP_("choice", "average"),
    NP_("choice", "continue"),
    NP_("choice", "correspondence"),
    NP_("choice", "easy"),
    NP_("choice", "emptied"),
    NP_("choice", "end"),
    NP_("choice", "ender"),
    NP_("choice", "expert"),
    NP_("choice", "hard"),
    NP_("choice", "live"),
    NP_("choice", "lowest-card"),
    NP_("choice", "medium"),
    NP_("choice", "month"),
    NP_("choice", "random"),
    NP_("choice", "rating"),
    NP_("choice", "relaxed"),
    NP_("choice", "season"),
    NP_("choice", "share"),
    NP_("choice", "solo"),
    NP_("choice", "untimed"),
    NP_("choice", "week"),
    NP_("choice", "wins"),
)
