"""The references keep their promises: their examples are read, their lists are complete."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

import engine
from engine.errors import Code
from engine.incoming import view_from_json
from engine.record import canonical, parse
from engine.views import to_json

HERE = Path(engine.__file__).parent
NOTATION = (HERE / "NOTATION.md").read_text(encoding="utf-8")
RULES = (HERE / "RULES.md").read_text(encoding="utf-8")
README = (HERE / "README.md").read_text(encoding="utf-8")


def blocks(text: str, language: str = "") -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_record_in_the_notation_reference_is_right() -> None:
    record, _ = (block for block in blocks(NOTATION) if "[Rounds" in block)
    assert canonical(parse(record)).splitlines()[-4:] == record.splitlines()[-4:]


def test_the_fair_record_in_the_notation_reference_is_right() -> None:
    _, record = (block for block in blocks(NOTATION) if "[Rounds" in block)
    assert canonical(parse(record)) == record
    fair = parse(record).fair_play
    assert (fair.start, fair.secret, fair.lobby) == ("123", "secret", (2, 3, 1))
    assert f"seed of `secret:123` is `{str(fair.seed)[:16]}…`" in NOTATION


def test_the_study_in_the_notation_reference_is_right() -> None:
    (record,) = (block for block in blocks(NOTATION) if "[Study" in block)
    assert "end unbeaten 1" in canonical(parse(record))


def test_the_view_in_the_notation_reference_is_one() -> None:
    (view,) = blocks(NOTATION, "json")
    data = json.loads(view)
    assert to_json(view_from_json(data)) == data
    assert list(to_json(view_from_json(data))) == list(data)


def test_all_codes_are_listed_in_their_order() -> None:
    table = NOTATION.partition("### Codes")[2].partition("###")[0]
    listed = re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)
    assert [*listed, "no-deal", "no-such-seat"] == list(get_args(Code))


def test_every_rule_has_a_test_that_names_it() -> None:
    rules = re.findall(r"\*\*(R[0-9]+)\*\*", RULES)
    assert rules == [f"R{number}" for number in range(1, 29)]
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    for rule in rules:
        assert re.search(rf"def test_{rule.lower()}_", tests), rule


@pytest.mark.parametrize("text", [NOTATION, RULES, README])
def test_links_lead_somewhere(text: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (HERE / target).exists(), target
    for anchor in re.findall(r"\]\(#([^)]+)\)", text):
        titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        assert anchor in {title.lower().replace(" ", "-") for title in titles}


def test_the_python_example_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks(README, "python")
    exec(compile(example, "README", "exec"), {})
    assert len(capsys.readouterr().out.splitlines()) > 5
