"""A whole match in each language: all of it fits, and Persian lines run from right to left."""

from __future__ import annotations

import random
import re
from typing import Any

import discord
import pytest

from bot.layouts import base
from bot.match.ids import Verb
from bot.texts import catalogue, direction
from tests.e2e.test_matches import check_end, started
from tests.e2e.test_pseudo import words
from tests.e2e.test_standings import choose, menu
from tests.e2e.world import World, text

ISOLATED = re.compile(
    f"[{direction.LRI}{direction.FSI}][^{direction.LRI}{direction.FSI}{direction.PDI}]*{direction.PDI}"
)
COUNTED = re.compile(
    "(دور|گام|صفحهٔ|درس|در دست|گرفته‌شده|ژتون Scout|امتیاز|مجموع|پس|رتبهٔ|نوبت)"
    f" [{direction.LRI}{direction.FSI}][+−-]?[0-9]+{direction.PDI}"
)
MARKERS = re.compile(r"^(-# |#{1,3} |> |- |\* |\*\*|[^\w\u200f\u2066\u2068<`]+)*")


@pytest.fixture(params=["tr", "pl", "fa"])
def said(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[str, set[str]]:
    """A language, which everybody speaks, and every text of every message."""
    texts: set[str] = set()
    language, build = request.param, base.layout
    spoken = catalogue.texts_for(language)
    monkeypatch.setattr(catalogue, "_load", lambda _: spoken)

    def layout(*args: Any, **kwargs: Any) -> base.Layout:
        made = build(*args, **kwargs)
        texts.update(words(made.view.to_components()))
        return made

    monkeypatch.setattr(base, "layout", layout)
    return language, texts


async def test_a_match_in_each_language(said: tuple[str, set[str]], world: World) -> None:
    language, texts = said
    ada, berk = await started(world, 3, 2, rounds=1)
    for command in ("table", "hand", "rules", "help", "preferences", "privacy", "learn", "daily"):
        await ada.slash(f"scout {command}")
    await world.play_to_the_end([ada, berk])
    for command in ("matches", "leaderboard", "profile"):
        await ada.slash(f"scout {command}")
    for command in ("replay", "review"):
        await ada.slash(f"scout {command}", match=1)
    await check_end(world)
    assert len(texts) > 100
    if language == "fa":
        assert not wrong(texts), "\n".join(wrong(texts))
        assert not foreign(texts), "\n".join(foreign(texts))


def wrong(texts: set[str]) -> list[str]:
    """The lines that a client would lay out from the left, or in which digits would wander."""
    return [line for text in sorted(texts) for line in text.split("\n") if not right(line)]


def foreign(texts: set[str]) -> list[str]:
    """The lines in which a count, a round, a step, a page has the digits of cards and positions."""
    return [line for text in sorted(texts) for line in text.split("\n") if COUNTED.search(line)]


def right(line: str) -> bool:
    rest = line
    while ISOLATED.search(rest):
        rest = ISOLATED.sub("", rest)
    rest = re.sub(r"<[^<>]*>|\]\([^()]*\)", "", rest)
    if not re.search(r"\w", rest) or line in catalogue.LANGUAGES.values():
        return True  # a row of cards, or a name alone
    marked = direction.RLM in line[: MARKERS.match(line).end() + 1]  # type: ignore[union-attr]
    return marked and not re.search(r"[A-Za-z0-9]", rest)


def test_what_runs_the_wrong_way_is_found() -> None:
    mark, left, end = direction.RLM, direction.LRI, direction.PDI
    assert right(f"-# {mark}بازی {left}7{end}")
    assert not right(f"-# {mark}بازی 7")
    assert not right(f"{mark}نوبت Ada")
    assert not right(f"{left}7{end} بازی")


def test_counts_in_the_digits_of_cards_are_found() -> None:
    left, end = direction.LRI, direction.PDI
    assert foreign({f"دور {left}2{end}", f"دور {left}۲{end}", f"کارت {left}2{end}"}) == [
        f"دور {left}2{end}"
    ]


async def test_a_change_of_language_shows_at_the_next_message(world: World) -> None:
    ada, berk = await started(world, 2, 2, pace="untimed")
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    moderator = world.person("Mo", roles=[role])
    polish, turkish = catalogue.texts_for("pl"), catalogue.texts_for("tr")
    settings = (await moderator.slash("scout-admin settings")).response
    await choose(moderator, settings, menu(settings, Verb.SETTING, "locale"), "pl")
    for person in (ada, berk):
        await person.act(random.Random(1))
    table = text(await world.message("table"))
    assert polish.gettext("round {number} of {count}", number=1, count=2) in table
    preferences = (await berk.slash("scout preferences")).response
    await choose(berk, preferences, menu(preferences, Verb.PREFERENCE, "locale"), "tr")
    assert turkish.gettext("SCOUT: help") in text((await berk.slash("scout help")).response)
    everybody = text(await world.message("table"))
    assert polish.gettext("round {number} of {count}", number=1, count=2) in everybody
