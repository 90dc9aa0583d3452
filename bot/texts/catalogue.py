"""The catalogues of messages: which languages there are, and how a message is said in one."""

from __future__ import annotations

import datetime as dates
import gettext
import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from bot.texts import direction
from bot.texts.direction import LRI, LRM, PDI, RLM

LOCALES = Path(__file__).with_name("locales")

LANGUAGES: dict[str, str] = {"en": "English", "tr": "Türkçe", "pl": "Polski", "fa": "فارسی"}
"""The languages that the bot is made for, each by its own name."""

OFFERED = {
    code: name
    for code, name in LANGUAGES.items()
    if code == "en" or (LOCALES / f"{code}.po").exists()
}
"""The languages that there is a catalogue of; English needs none."""

_PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_MINUS = "\N{MINUS SIGN}"


def N_(message: str) -> str:  # noqa: N802 - gettext's customary name, which the extraction knows
    """Mark a message that is translated later, by ``Texts.gettext`` of a variable."""
    return message


def NP_(context: str, message: str) -> str:  # noqa: N802 - as above
    """Mark a message that is translated later, by ``Texts.pgettext`` of a variable."""
    del context
    return message


class Count(int):
    """A number that counts, for a message that is said later: written as the language does."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Says messages in one language, and numbers, dates and lists as it writes them.

    Attributes:
        locale: the language's code, one of ``LANGUAGES``.
    """

    locale: str
    _catalogue: gettext.NullTranslations

    @property
    def right_to_left(self) -> bool:
        """Whether the language is written from right to left."""
        return self.locale in direction.RIGHT_TO_LEFT

    def gettext(self, message: str, **params: object) -> str:
        """The message in this language, its ``{placeholders}`` filled from ``params``.

        Only the message itself is a format: what fills it is never read as one.
        """
        return self._filled(self._catalogue.gettext(message), params)

    def ngettext(self, one: str, many: str, n: int, **params: object) -> str:
        """The message in the plural form that ``n`` needs; ``{n}`` stands for the number."""
        said = self._catalogue.ngettext(one, many, abs(n))
        return self._filled(said, {"n": self.number(n), **params})

    def pgettext(self, context: str, message: str, **params: object) -> str:
        """As ``gettext``, for a message whose English is said differently by context."""
        return self._filled(self._catalogue.pgettext(context, message), params)

    def _filled(self, said: str, params: dict[str, object]) -> str:
        if not params:
            return said
        params = {
            key: self.number(one) if isinstance(one, Count) else one for key, one in params.items()
        }
        if self.right_to_left:
            return direction.Isolating().format(said, **params)
        return said.format(**params)

    def number(self, n: float, *, places: int = 0, signed: bool = False) -> str:
        """A number as the language writes it, with a real minus.

        Args:
            n: the number.
            places: how many decimals.
            signed: whether one above zero has a plus.
        """
        n = round(n, places)
        shown = self._digits(abs(n), "#,##0" + ("." + "0" * places if places else ""))
        sign = _MINUS if n < 0 else "+" if signed and n else ""
        return self.ltr(sign + shown) if sign or signed else shown

    def rating(self, points: float) -> str:
        """A rating's points; they have no separators, so as not to read as a count."""
        return self._digits(round(points), "0")

    def give_or_take(self, points: float, uncertainty: float) -> str:
        """A rating with its uncertainty."""
        return self.ltr(f"{self.rating(points)}\u00a0±\u00a0{self.rating(uncertainty)}")

    def percent(self, share: float) -> str:
        """A share, from 0 to 1, in whole percent."""
        shown = self._digits(round(100 * share), "0")
        return {"tr": "%{n}", "fa": "{n}٪"}.get(self.locale, "{n}%").format(n=shown)

    def date(self, day: dates.datetime) -> str:
        """A date, the month in letters."""
        width: Literal["medium", "long"] = "medium" if self.locale == "en" else "long"
        said = format_date(day, width, locale=self.locale)
        return said.translate(_PERSIAN_DIGITS) if self.locale == "fa" else said

    def day(self, day: dates.date) -> str:
        """A date without its year, the month in letters."""
        if self.locale == "en":  # the day first, as most of those write who read it
            return f"{day.day} {day:%b}"
        said = format_skeleton("MMMMd", day, locale=self.locale)
        return said.translate(_PERSIAN_DIGITS) if self.locale == "fa" else said

    def month(self, day: dates.date) -> str:
        """A date's month with its year."""
        said = format_skeleton("yMMMM", day, locale=self.locale)
        return said.translate(_PERSIAN_DIGITS) if self.locale == "fa" else said

    def listed(self, items: Iterable[str]) -> str:
        """Several in one sentence: "Ada, Berk, and Cem"."""
        return format_list(list(items), locale=self.locale)

    def _digits(self, n: float, pattern: str) -> str:
        system = "arabext" if self.locale == "fa" else "latn"
        shown = format_decimal(n, pattern, locale=self.locale, numbering_system=system)
        return shown.translate(_PERSIAN_DIGITS) if self.locale == "fa" else shown

    def ltr(self, text: object) -> str:
        """Text that always runs from left to right, as cards in a hand do, in any language."""
        return f"{LRI}{text}{PDI}" if self.right_to_left else str(text)

    @property
    def mark(self) -> str:
        """What a row begins with so that it runs as the language does, whoever is named first."""
        return RLM if self.right_to_left else LRM


def texts_for(locale: str | None) -> Texts:
    """The texts of a locale (``pl``, ``en-GB``, ``tr``); English where there are none."""
    language = _language(locale or "en")
    return _load(language if language in LANGUAGES else "en")


def _language(locale: str) -> str:
    return locale.replace("_", "-").split("-")[0].lower()


def first_of(*locales: str | None) -> Texts | None:
    """The texts of the first of these locales that the bot speaks; None if it speaks none."""
    spoken = (locale for locale in locales if locale and _language(locale) in OFFERED)
    return next(map(texts_for, spoken), None)


def warm() -> None:
    """Read every catalogue, so that nobody waits for it later."""
    for language in OFFERED:
        _load(language)


def catalogue(language: str) -> Catalog:
    """A language's catalogue as the translators wrote it."""
    with (LOCALES / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def _load(language: str) -> Texts:
    # English needs no catalogue: the messages are English.
    if language == "en" or language not in OFFERED:
        return Texts(language, gettext.NullTranslations())
    return Texts(language, compiled(catalogue(language)))


def compiled(found: Catalog) -> gettext.GNUTranslations:
    """A catalogue in the form that answers; made at the start, so that it is never stale."""
    if str(found.locale) in direction.RIGHT_TO_LEFT:
        for message in found:
            if isinstance(message.string, str) and message.id:
                message.string = direction.directed(message.string)
            elif isinstance(message.string, tuple):
                message.string = tuple(map(direction.directed, message.string))
    file = io.BytesIO()
    write_mo(file, found)
    file.seek(0)
    return gettext.GNUTranslations(file)
