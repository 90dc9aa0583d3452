"""Every message is said in every language, with all that it must carry, within Discord's limits."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir

import bot
from bot.texts import LANGUAGES, OFFERED, catalogue, direction

ROOT = Path(bot.__file__).parent
KEYWORDS = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "N_": None,
    "NP_": ((1, "c"), 2),
}
TRANSLATED = [language for language in LANGUAGES if language != "en"]
PLURAL_FORMS = {"tr": 2, "pl": 3, "fa": 2}
COMMAND_NAME = re.compile(r"^[-_\w]{1,32}$")
DESCRIPTION = 100

Key = tuple[str | None, str]


def said(language: str) -> Catalog:
    return catalogue.catalogue(language)


def key(message: Message) -> Key:
    first = message.id if isinstance(message.id, str) else message.id[0]
    return message.context, first


def forms(message: Message) -> tuple[str, ...]:
    """What a message is in the language, in each plural form if it has any."""
    return message.string if isinstance(message.string, tuple) else (message.string or "",)


def messages(language: str) -> Iterator[Message]:
    return (one for one in said(language) if one.id)


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


def markup(text: str) -> Counter[str]:
    """What Discord reads as markup: bold, code, headings, small print, lines, links, mentions."""
    found = re.findall(r"\*\*|`|^#{1,3} |^-# |\n|\]\(|<[#@t]", text, re.MULTILINE)
    return Counter(found)


@pytest.fixture(scope="module")
def extracted() -> dict[Key, tuple[str, ...]]:
    """What the code says, with its plural."""
    found: dict[Key, tuple[str, ...]] = {}
    for _, _, message, _, context in extract_from_dir(ROOT, keywords=KEYWORDS):
        ids = (message,) if isinstance(message, str) else tuple(message)
        found[context, ids[0]] = ids
    return found


def test_all_languages_are_there() -> None:
    assert list(OFFERED) == list(LANGUAGES)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_missing_unused_or_in_doubt(
    language: str, extracted: dict[Key, tuple[str, ...]]
) -> None:
    there = {key(one) for one in messages(language)}
    assert extracted.keys() - there == set(), "make messages, then translate"
    assert there - extracted.keys() == set(), "make messages"
    assert [one.id for one in messages(language) if one.fuzzy or not all(forms(one))] == []
    wanted = PLURAL_FORMS[language]
    assert {len(forms(one)) for one in messages(language) if one.pluralizable} == {wanted}


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_and_markup_are_the_same(language: str) -> None:
    wrong = []
    for one in messages(language):
        ids = (one.id,) if isinstance(one.id, str) else one.id
        wanted = set().union(*map(placeholders, ids))
        needed = set.intersection(*map(placeholders, ids))
        marks = [markup(text) for text in ids]
        wrong += [
            f"{one.id}: {form}"
            for form in forms(one)
            if not needed <= placeholders(form) <= wanted or markup(form) not in marks
        ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_ending_hangs_on_a_placeholder(language: str) -> None:
    ending = re.compile(r"\}(\*\*|`)?['’\u200c]?\w")
    assert [form for one in messages(language) for form in forms(one) if ending.search(form)] == []


@pytest.mark.parametrize("language", ["tr", "pl"])
def test_commands_keep_discords_limits(language: str) -> None:
    for one in messages(language):
        if one.context in {"command", "option"} and one.id != "Challenge to SCOUT":
            [form] = forms(one)
            assert COMMAND_NAME.match(form), form
            assert form == form.casefold().replace("i̇", "i"), form
        if one.context == "choice":
            assert len(forms(one)[0]) <= DESCRIPTION


def test_persian_is_written_in_its_own_letters() -> None:
    letters = re.compile("[\u0643\u064a\u00ac\u0660-\u0669]")
    found = [form for one in messages("fa") for form in forms(one) if letters.search(form)]
    assert found == []


def test_persian_lines_run_right_to_left_and_isolates_close() -> None:
    for one in messages("fa"):
        for form in forms(one):
            ready = direction.directed(form)
            opened = ready.count(direction.LRI) + ready.count(direction.FSI)
            assert opened == ready.count(direction.PDI)
            for line in filter(None, ready.split("\n")):
                outside = re.sub(
                    f"[{direction.LRI}{direction.FSI}][^{direction.PDI}]*{direction.PDI}", "", line
                )
                assert not re.search(r"[A-Za-z0-9]", re.sub(r"\{[^{}]*\}", "", outside)), line
                assert direction.RLM in line[:6], line


def test_turkish_does_not_shout_or_speak_to_strangers() -> None:
    for one in messages("tr"):
        for form in forms(one):
            assert not re.search(r"(bilirsiniz|misiniz|mısınız|ebilirsiniz)\b", form), form
