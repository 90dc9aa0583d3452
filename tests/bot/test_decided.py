"""Every decided behaviour names code and a test that are there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

BOT = Path(__file__).parents[2] / "bot"
TESTS = Path(__file__).parents[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (BOT / "DECIDED.md").read_text().splitlines()
    if line.startswith("| ") and not line.startswith("| behaviour ")
]


def test_rows_say_what_where_and_by_which_test() -> None:
    assert ROWS
    assert {len(row) for row in ROWS} == {3}
    assert all(all(row) for row in ROWS)
    assert len({row[0] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_a_row_names_is_there(row: list[str]) -> None:
    _, where, test = row
    for place in where.split(", "):
        path = place.strip("`")
        assert (BOT / path).exists() or (BOT.parent / path).exists(), path
    path, _, name = test.strip("`").partition("::")
    tree = ast.parse((TESTS / path).read_text())
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    assert name in {one.name for one in tree.body if isinstance(one, functions)}
