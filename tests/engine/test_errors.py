"""Refusals as values: they cross processes, and carry foreign text harmlessly."""

from __future__ import annotations

import pickle

import pytest

from engine.errors import RuleError, printable, quote


def test_a_refusal_comes_out_of_another_process_as_it_went_in() -> None:
    refused = RuleError("not-your-turn", seat=1, turn=3)
    back = pickle.loads(pickle.dumps(refused))
    assert isinstance(back, RuleError)
    assert (back.code, back.params) == ("not-your-turn", {"seat": 1, "turn": 3})
    assert str(back) == str(refused) == "it is seat 3's turn, not seat 1's"


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", '""'),
        ("show 3", '"show 3"'),
        ("x" * 40, f'"{"x" * 40}"'),
        ("x" * 41, f'"{"x" * 39}…"'),
        ("a\nb\x00c\u200b", '"a\ufffdb\ufffdc\ufffd"'),
    ],
)
def test_foreign_text_is_quoted_short_and_printable(text: str, quoted: str) -> None:
    assert quote(text) == quoted


def test_what_is_printable_stays() -> None:
    assert printable("5 é ١\t") == "5 é ١\ufffd"
