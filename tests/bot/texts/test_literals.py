"""Whatever is said to people goes through the catalogues: no sentence stands in the code alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import bot

ROOT = Path(bot.__file__).parent

SPEAKING = ("entry", "host", "layouts", "match", "pictures", "publish", "render", "texts")
"""The rooms that say something to people; the others speak to the operator, in English."""

TRANSLATED = {"gettext", "ngettext", "pgettext", "N_", "NP_"}
TO_THE_OPERATOR = {
    "record",
    "warn",
    "fault",
    "error",
    "spawn",
    "TypeVar",
    "ParamSpec",
    "create_task",
}
"""Calls whose words only the log or a programmer reads."""

INSIDE = {"layouts/limits.py", "match/lessons.py", "publish/refusals.py", "texts/catalogue.py"}
"""Files that speak to programmers, operators and the engine; and that which names the languages."""

NAMES = {
    "Ada": "in the rules' examples",
    "Cem": "in the rules' examples",
    "Dilara": "in the rules' examples",
    "About": "a type",
    "Bot": "a type",
    "Bold": "a font",
    "Medium": "a font",
    "Challenge to SCOUT": "a command's name, translated as such",
    "python -m engine replay scout-": "typed as it is",
    "show card ": "typed as it is",
    "show cards ": "typed as it is",
    "the lobby has no play": "an assertion",
    "https://discord.com/channels/": "an address",
}
"""What reads like words and is none to translate."""

FILE = re.compile(r"^[\w-]+(\.\w+)+$")

WORDS = re.compile(r"[A-Za-z]{2,}[ ,.:]+[A-Za-z]{2,}|^[A-Z][a-z]{2,}$")


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Every literal of a file that reads like words for people, and isn't translated."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    spoken = set(ast.walk(tree))
    for node in ast.walk(tree):
        spoken -= set(silent(node))
    for node in sorted(
        (one for one in spoken if isinstance(one, ast.Constant) and isinstance(one.value, str)),
        key=lambda one: (one.lineno, one.col_offset),
    ):
        if node.value in NAMES or FILE.match(node.value):
            continue
        if WORDS.search(re.sub(r"\{[^{}]*\}|<[^<>]*>", "", node.value)):
            yield node.lineno, node.value


def silent(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a piece of code in which words aren't said to people, or are translated."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value  # a docstring
    elif isinstance(node, ast.Call) and name(node.func) in TRANSLATED | TO_THE_OPERATOR:
        yield from ast.walk(node)
    elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        if name(node.exc.func) != "Refusal":
            yield from ast.walk(node.exc)
    elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
        yield from ast.walk(node.annotation)
    elif isinstance(node, ast.Assign) and any(name(one) == "__all__" for one in node.targets):
        yield from ast.walk(node.value)
    elif isinstance(node, ast.Subscript):
        yield from ast.walk(node.slice)  # Literal["..."], types in quotes, keys
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
        yield from ast.walk(node.returns)


def name(node: ast.AST) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


def test_every_sentence_goes_through_the_catalogues() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {said}"
        for room in SPEAKING
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in INSIDE
        for line, said in sentences(path)
    ]
    assert not found, "\n".join(found)


def test_an_untranslated_sentence_is_found(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    path.write_text(
        '"""A docstring of some words."""\n'
        "items = [text('No hand here.'), button('Leave', click)]\n"
        "said = f'{name} is back'\n"
        "raise Refusal('Not this one.')\n"
        "fine = texts.gettext('All is well.'), N_('And here.')\n"
        "logs.record('left-already', why='out of time')\n",
        encoding="utf-8",
    )
    assert [said for _, said in sentences(path)] == [
        "No hand here.",
        "Leave",
        " is back",
        "Not this one.",
    ]
