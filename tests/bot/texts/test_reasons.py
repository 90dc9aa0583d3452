"""Why a computer player moves as it does: words for every reason there is."""

from __future__ import annotations

import pytest

from bot.texts import texts_for
from bot.texts.reasons import reason
from engine.players.reasons import CODES, PARAMS, Code, Reason

TEXTS = texts_for("en")
NUMBERS = {
    "cards": 3,
    "lowest": 5,
    "group": 1,
    "captured": 2,
    "left": 4,
    "makes": 6,
    "turns": 7,
    "other": 8,
    "number": 9,
}


@pytest.mark.parametrize("code", CODES)
def test_every_reason_is_a_sentence_with_its_numbers(code: Code) -> None:
    said = reason(TEXTS, Reason(code, {name: NUMBERS[name] for name in PARAMS[code]}))
    assert said.endswith(".")
    assert said[0].isupper() or said[0].isdigit()
    assert "{" not in said
    for name in set(PARAMS[code]) & {"captured", "left", "makes", "turns", "other", "number"}:
        assert str(NUMBERS[name]) in said, (code, name)
    if "group" in PARAMS[code]:
        assert "5 5 5" in said


def test_a_run_is_said_by_its_numbers() -> None:
    why = Reason("show-strong", {"cards": 4, "lowest": 3, "group": 0})
    assert reason(TEXTS, why) == "3 4 5 6 is hard to beat."


def test_one_is_no_plural() -> None:
    said = reason(TEXTS, Reason("show-captures", {"cards": 2, "captured": 1}))
    assert said == "It captures 1 card."


def test_a_reason_without_words_is_refused() -> None:
    with pytest.raises(ValueError, match="no words"):
        reason(TEXTS, Reason("because", {}))  # type: ignore[arg-type]
