"""Every message can be found by the extraction, and every format of it can be filled."""

from __future__ import annotations

import ast
import string
from pathlib import Path

from babel.messages.extract import extract_from_dir

import bot

ROOT = Path(bot.__file__).parent
KEYWORDS = {"gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2), "N_": None}
SPEAKING = {"gettext", "ngettext", "pgettext", "N_"}


def calls(tree: ast.AST) -> list[ast.Call]:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        call
        for call in found
        if getattr(call.func, "attr", getattr(call.func, "id", None)) in SPEAKING
    ]


def test_no_message_hides_where_the_extraction_cannot_see_it() -> None:
    hidden = []
    for path in ROOT.rglob("*.py"):
        if path.name == "catalogue.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        in_formats = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
        for node in in_formats:
            hidden += [f"{path.name}:{call.lineno}" for call in calls(node) if literal(call)]
    assert not hidden


def literal(call: ast.Call) -> bool:
    return bool(call.args) and isinstance(call.args[0], ast.Constant)


def test_every_call_with_filling_fills_all_that_its_message_names() -> None:
    wrong = []
    for path in ROOT.rglob("*.py"):
        for call in calls(ast.parse(path.read_text(encoding="utf-8"))):
            if not literal(call) or any(keyword.arg is None for keyword in call.keywords):
                continue
            given = {keyword.arg for keyword in call.keywords}
            function = getattr(call.func, "attr", "N_")
            if not given and function != "ngettext":
                continue
            first = 1 if function == "pgettext" else 0
            messages = call.args[first : 2 if function == "ngettext" else first + 1]
            for message in messages:
                assert isinstance(message, ast.Constant)
                named = {
                    field for _, field, _, _ in string.Formatter().parse(message.value) if field
                }
                if not named <= given | ({"n"} if function == "ngettext" else set()):
                    wrong.append(f"{path.name}:{call.lineno}: {message.value}")
    assert not wrong


def test_the_extraction_finds_the_messages() -> None:
    found = set()
    for _, _, message, _, _ in extract_from_dir(ROOT, keywords=KEYWORDS):
        found.add(message)
    assert "Your turn" in found
    assert ("{n} card", "{n} cards") in found
    assert any(str(one).startswith("Your hand **stays in the order") for one in found)
    assert len(found) > 150
