"""The catalogues of messages: which languages there are, and how a message is said in one."""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from functools import cache
from pathlib import Path

DOMAIN = "scout"
LOCALES = Path(__file__).with_name("locales")

LANGUAGES: dict[str, str] = {"en": "English", "tr": "Türkçe", "pl": "Polski", "fa": "فارسی"}
"""The languages that the bot is made for, each by its own name."""

OFFERED = {
    code: name
    for code, name in LANGUAGES.items()
    if code == "en" or gettext.find(DOMAIN, LOCALES, [code])
}
"""The languages that there is a catalogue of; English needs none."""

RIGHT_TO_LEFT = frozenset({"fa"})

LRM, RLM = "\N{LEFT-TO-RIGHT MARK}", "\N{RIGHT-TO-LEFT MARK}"
LRI, FSI, PDI = (
    "\N{LEFT-TO-RIGHT ISOLATE}",
    "\N{FIRST STRONG ISOLATE}",
    "\N{POP DIRECTIONAL ISOLATE}",
)


def N_(message: str) -> str:  # noqa: N802 - gettext's customary name, which the extraction knows
    """Mark a message that is translated later, by ``Texts.gettext`` of a variable."""
    return message


@dataclass(frozen=True, slots=True)
class Texts:
    """Says messages in one language.

    Attributes:
        locale: the language's code, one of ``LANGUAGES``.
    """

    locale: str
    _catalogue: gettext.NullTranslations

    @property
    def right_to_left(self) -> bool:
        """Whether the language is written from right to left."""
        return self.locale in RIGHT_TO_LEFT

    def gettext(self, message: str, **params: object) -> str:
        """The message in this language, its ``{placeholders}`` filled from ``params``.

        Only the message itself is a format: what fills it is never read as one.
        """
        said = self._catalogue.gettext(message)
        return said.format(**params) if params else said

    def ngettext(self, one: str, many: str, n: int, **params: object) -> str:
        """The message in the plural form that ``n`` needs; ``{n}`` stands for the number."""
        said = self._catalogue.ngettext(one, many, abs(n))
        return said.format(n=self.number(n), **params)

    def pgettext(self, context: str, message: str, **params: object) -> str:
        """As ``gettext``, for a message whose English is said differently by context."""
        said = self._catalogue.pgettext(context, message)
        return said.format(**params) if params else said

    def number(self, n: int, *, signed: bool = False) -> str:
        """A number with a real minus, and if ``signed`` with a plus where it is above zero."""
        shown = f"{n:+d}" if signed and n else str(n)
        return self.ltr(shown.replace("-", "\N{MINUS SIGN}")) if n < 0 or signed else shown

    def ltr(self, text: object) -> str:
        """Text that always runs from left to right, as cards in a hand do, in any language."""
        return f"{LRI}{text}{PDI}" if self.right_to_left else str(text)

    @property
    def mark(self) -> str:
        """What a row begins with so that it runs as the language does, whoever is named first."""
        return RLM if self.right_to_left else LRM


def texts_for(locale: str | None) -> Texts:
    """The texts of a locale (``pl``, ``en-GB``, ``tr``); English where there are none."""
    language = (locale or "en").replace("_", "-").split("-")[0].lower()
    return _load(language if language in LANGUAGES else "en")


@cache
def _load(language: str) -> Texts:
    # English needs no catalogue: the messages are English.
    found = gettext.translation(DOMAIN, LOCALES, languages=[language], fallback=True)
    return Texts(language, found)
