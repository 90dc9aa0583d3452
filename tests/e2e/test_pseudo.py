"""A match in a language that doesn't exist: what people see of it in English isn't translated."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from typing import Any

import pytest
from simcord.components import walk_components

from bot.layouts import base
from bot.pictures.canvas import Canvas
from bot.texts import Texts, catalogue
from tests.e2e.test_matches import started
from tests.e2e.world import World

PSEUDO = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçđëƒğħïĵķłɱñöþɋŕšŧüṽŵẋÿžÅƁÇĐËƑĞĦÏĴĶŁṀÑÖÞɊŔŠŦÜṼŴẊŸŽ",
)
KEPT = re.compile(r"(\{[^{}]*\}|`[^`]*`|<[^<>]*>|\]\([^()]*\))")
"""What translators leave as it is: placeholders, code, mentions and addresses."""

SAID = ("content", "label", "placeholder", "description")
NOT_WORDS = re.compile(
    # Turkish joins the last of a list with "ve".
    r"\bve\b|`[^`]*`|<[^<>]*>|https?://\S+|\]\([^()]*\)"
)
NAMES = ("Ada", "Berk", "Harbour", *catalogue.LANGUAGES.values())


class Pseudo(gettext.NullTranslations):
    """Says every message in letters that no English message has."""

    def gettext(self, message: str) -> str:
        parts = KEPT.split(message)
        return "".join(
            part if index % 2 else part.translate(PSEUDO) for index, part in enumerate(parts)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that is said in messages and pictures, all of it in the pseudo language."""
    said: list[str] = []
    build, written = base.layout, Canvas.text
    monkeypatch.setattr(catalogue, "_load", lambda language: Texts("tr", Pseudo()))

    def layout(*args: Any, **kwargs: Any) -> base.Layout:
        made = build(*args, **kwargs)
        said.extend(words(made.view.to_components()))
        return made

    def text(self: Canvas, box: Any, text: str, *args: Any, **kwargs: Any) -> Any:
        said.append(text)
        return written(self, box, text, *args, **kwargs)

    monkeypatch.setattr(base, "layout", layout)
    monkeypatch.setattr(Canvas, "text", text)
    return said


def words(components: list[dict[str, Any]]) -> Iterator[str]:
    for part in walk_components(components):
        yield from (part[key] for key in SAID if part.get(key))
        for choice in (*part.get("options", ()), *part.get("items", ())):
            yield from (choice[key] for key in SAID if choice.get(key))


def english(said: list[str]) -> set[str]:
    """What is left of English in it."""
    found = set()
    for one in said:
        rest = NOT_WORDS.sub("", one)
        for name in NAMES:
            rest = rest.replace(name, "")
        if re.search("[A-Za-z]", rest):
            found.add(one)
    return found


async def test_all_that_people_see_is_translated(seen: list[str], world: World) -> None:
    ada, berk = await started(world, 3, 2, rounds=1)
    for command in ("table", "hand", "rules", "help", "preferences", "leaderboard", "profile"):
        await ada.slash(f"scout {command}")
    await ada.click(await world.message("table"), "s1:nudge:1:-")
    await world.play_to_the_end([ada, berk])
    for command in ("matches", "leaderboard", "profile"):
        await ada.slash(f"scout {command}")
    await ada.slash("scout replay", match=1)
    await berk.slash("scout leave")
    assert len(seen) > 1000
    assert english(seen) == set()


def test_what_is_left_of_english_is_found() -> None:
    assert english(["Šħöŵ `/scout play`, Ada"]) == set()
    assert english(["Šħöŵ it, Ada"]) == {"Šħöŵ it, Ada"}
