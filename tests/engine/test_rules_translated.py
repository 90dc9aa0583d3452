"""The rules in other languages have the same rules, examples and options as the English ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine

HERE = Path(engine.__file__).parent
ENGLISH = (HERE / "RULES.md").read_text(encoding="utf-8")
WESTERN = str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789")


def translated(language: str) -> str:
    return (HERE / f"RULES.{language}.md").read_text(encoding="utf-8")


def rules(text: str) -> list[str]:
    """The numbers of the rules, in their order."""
    return re.findall(r"^- \*\*(R\d+)\*\*", text, re.MULTILINE)


def outline(text: str) -> list[int]:
    """The depth of each heading."""
    return [len(one) for one in re.findall(r"^(#+) ", text, re.MULTILINE)]


def options(text: str) -> list[str]:
    """The options and their values, wherever they are named."""
    words = r"`(starter|last_card|spared|lowest-card|random|end|continue|ender|emptied)`"
    return sorted(re.findall(words, text))


def numbers(text: str) -> dict[str, list[int]]:
    """The numbers that each rule names in figures, by rule, in any order."""
    parts = re.split(r"^- \*\*(R\d+)\*\*", text, flags=re.MULTILINE)[1:]
    found = {}
    for number, said in zip(parts[::2], parts[1::2], strict=True):
        body = said.split("\n\n")[0].translate(WESTERN)
        found[number] = sorted(map(int, set(re.findall(r"\d+", body))))
    return found


def positions(text: str) -> list[list[str]]:
    """The sets of cards in each of the positions worth knowing."""
    tail = text.rpartition("\n## ")[2].translate(WESTERN)
    parts = re.split(r"^\d\. ", tail, flags=re.MULTILINE)[1:]
    return [sorted(re.findall(r"\d+(?:-\d+)+", one)) for one in parts]


@pytest.mark.parametrize("language", ["tr", "pl", "fa"])
def test_the_same_rules_examples_and_options(language: str) -> None:
    text = translated(language)
    assert rules(text) == rules(ENGLISH) == [f"R{number}" for number in range(1, 29)]
    assert outline(text) == outline(ENGLISH)
    assert options(text) == options(ENGLISH)
    assert positions(text) == positions(ENGLISH)
    assert len(positions(text)) == 6


@pytest.mark.parametrize("language", ["tr", "pl", "fa"])
def test_the_same_figures_in_every_rule(language: str) -> None:
    theirs, ours = numbers(translated(language)), numbers(ENGLISH)
    differing = {
        rule: (theirs[rule], ours[rule]) for rule in ours if set(ours[rule]) - set(theirs[rule])
    }
    assert differing == {}
