"""Everything the bot says, in the reader's language.

``texts_for(locale)`` gives a ``Texts``; its ``gettext`` and ``ngettext`` take English messages with
named placeholders. ``make messages`` collects those messages (see ``bot/texts/README.md``).
"""

from bot.texts.catalogue import (
    LANGUAGES,
    N_,
    NP_,
    OFFERED,
    Count,
    Texts,
    first_of,
    texts_for,
    warm,
)
from bot.texts.names import SeatName, display_names, label_name, label_names, name

__all__ = [
    "LANGUAGES",
    "NP_",
    "N_",
    "OFFERED",
    "Count",
    "SeatName",
    "Texts",
    "display_names",
    "first_of",
    "label_name",
    "label_names",
    "name",
    "texts_for",
    "warm",
]
