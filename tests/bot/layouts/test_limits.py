"""The guard refuses what Discord would refuse."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest

from bot.layouts import limits
from bot.layouts.limits import LimitError, check

TEXT = {"type": 10, "content": "x"}


def button(n: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "x", "custom_id": f"id {n}", **more}


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def menu(options: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return row({"type": 3, "custom_id": "menu", "options": options, **more})


def option(n: int = 0, **more: Any) -> dict[str, Any]:
    return {"label": "x", "value": str(n), **more}


def container(*children: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"type": 17, "components": list(children)}]


def gallery(url: str = "https://x.example/y.png", **more: Any) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": url}, **more}]}


FITTING = [
    container(*[TEXT] * 39),
    container({"type": 10, "content": "x" * 4000}),
    container(row(*[button(n) for n in range(5)])),
    container(menu([option(n) for n in range(25)], placeholder="x" * 150)),
    container(row(button(label="x" * 80, custom_id="i" * 100))),
    container(menu([option(label="x" * 100, description="x" * 100, value="v" * 100)])),
    container(gallery(description="x" * 1024)),
    container({"type": 9, "components": [TEXT], "accessory": button()}),
]

TOO_MUCH = [
    [],
    container(*[TEXT] * 40),
    container({"type": 10, "content": "x" * 2001}, {"type": 10, "content": "x" * 2000}),
    container({"type": 10, "content": " \n"}),
    container(row(*[button(n) for n in range(6)])),
    container(row()),
    container(row(button(), button())),
    container(row(button(label="x" * 81))),
    container(row(button(label=""))),
    container(row(button(custom_id="i" * 101))),
    container(menu([])),
    container(menu([option(n) for n in range(26)])),
    container(menu([option(), option()])),
    container(menu([option(label="x" * 101)])),
    container(menu([option(label="")])),
    container(menu([option(value="v" * 101)])),
    container(menu([option(description="x" * 101)])),
    container(menu([option()], placeholder="x" * 151)),
    container(gallery(description="x" * 1025)),
    container({"type": 12, "items": []}),
    container({"type": 9, "components": [TEXT]}),
    container(gallery("attachment://missing.png")),
    container({"type": 13, "file": {"url": "attachment://missing.txt"}}),
]


@pytest.mark.parametrize("components", FITTING)
def test_what_just_fits_passes(components: list[dict[str, Any]]) -> None:
    check(components)


@pytest.mark.parametrize("components", TOO_MUCH)
def test_what_is_over_a_limit_is_refused(components: list[dict[str, Any]]) -> None:
    with pytest.raises(LimitError):
        check(components)


def test_a_file_that_is_sent_along_may_be_referred_to() -> None:
    file = discord.File(io.BytesIO(b"x"), filename="there.png")
    check(container(gallery("attachment://there.png")), [file])
    with pytest.raises(LimitError):
        check(container(TEXT), [file] * (limits.FILES + 1))
