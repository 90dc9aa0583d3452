"""Commands in the languages that Discord knows: names, descriptions, options and choices.

The catalogues say them, as they say everything else. Persian isn't among Discord's languages; its
readers see commands in the language of their client.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.texts import OFFERED, commands, texts_for

CONTEXTS = {
    Location.command_name: commands.COMMAND,
    Location.group_name: commands.COMMAND,
    Location.parameter_name: commands.OPTION,
    Location.choice_name: commands.CHOICE,
}
"""What the names are said in; descriptions are sentences, and need no context."""


class Translator(app_commands.Translator):
    """Tells discord.py what a command is called in a language."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """What ``string`` is in ``locale``; None if there it is as in English."""
        if locale.value.split("-")[0] not in OFFERED:
            return None
        texts = texts_for(locale.value)
        kind = CONTEXTS.get(context.location)
        said = texts.pgettext(kind, string.message) if kind else texts.gettext(string.message)
        return said if said != string.message else None
