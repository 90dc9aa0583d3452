"""``serve``: one answer a line, in order, whatever is sent."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import Move
from engine.actions import parse
from engine.incoming import view_from_json
from engine.players import NAMES
from engine.players.simple import RandomPlayer
from engine.tools.service import LINE_LIMIT, serve
from engine.views import to_json
from tests.engine.builders import dealt, study

STUDY = study(1, "3/7 3/8 4/1", "1/2", "5/6", table="2/6", owner=3)
VIEW = to_json(engine.view(STUDY, 1))


def answers(*lines: bytes | str) -> list[dict[str, object]]:
    """The answers to lines."""
    out = io.BytesIO()
    sent = b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines)
    serve(io.BytesIO(sent), out)
    got = out.getvalue().decode("ascii").splitlines()
    assert len(got) == len(lines)
    return [json.loads(line, parse_constant=pytest.fail) for line in got]


def answer(**request: object) -> dict[str, object]:
    return answers(json.dumps({"id": 7, "player": "random", "view": VIEW} | request))[0]


def code(answered: dict[str, object]) -> object:
    error = answered["error"]
    assert isinstance(error, dict)
    assert set(error) == {"code", "message"}
    assert set(answered) == {"id", "error"}
    assert error["message"]
    return error["code"]


@pytest.mark.parametrize("name", NAMES)
def test_a_request_is_answered_with_a_legal_action(name: str) -> None:
    answered = answer(player=name, ms=50, seed=3)
    assert set(answered) == {"id", "action", "ms"}
    assert answered["id"] == 7
    assert isinstance(answered["ms"], float)
    assert parse(str(answered["action"])) in engine.legal_actions(STUDY, 1)


@pytest.mark.parametrize("name", ["hard", "expert"])
def test_candidates_are_told_best_first(name: str) -> None:
    answered = answer(player=name, seed=3, candidates=4)
    assert list(answered) == ["id", "action", "ms", "candidates"]
    told = answered["candidates"]
    assert isinstance(told, list)
    assert 2 <= len(told) <= 4
    actions = [candidate["action"] for candidate in told]
    assert actions[0] == answered["action"]
    assert len(set(actions)) == len(actions)
    assert {parse(action) for action in actions} <= set(engine.legal_actions(STUDY, 1))
    for candidate in told:
        assert list(candidate) == ["action", "value", "visits"]
        assert isinstance(candidate["value"], float)
        assert isinstance(candidate["visits"], int)
        assert (candidate["visits"] > 0) == (name == "expert")
    assert len(answer(player=name, seed=3, candidates=1)["candidates"]) == 1  # type: ignore[arg-type]
    assert answer(player=name, seed=3)["action"] == answered["action"]
    orienting = answer(player=name, view=to_json(engine.view(dealt(4), 3)), candidates=9)
    assert {c["action"] for c in orienting["candidates"]} == {"keep", "flip"}  # type: ignore[attr-defined]


def test_who_expects_nothing_has_no_candidates() -> None:
    assert code(answer(player="medium", candidates=2)) == "bad-request"


def test_machine_code_that_is_on_disk_is_loaded_before_the_first_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded: list[str] = []
    monkeypatch.setattr("engine.tools.service.prepare", lambda: loaded.append("players"))

    class Requests(io.BytesIO):
        def readline(self, *size: object) -> bytes:
            assert loaded
            return b""

    serve(Requests(), io.BytesIO())
    assert loaded == ["players"]


def test_orientation_is_answered_with_keep_or_flip() -> None:
    view = to_json(engine.view(dealt(4), 3))
    assert {answer(view=view, seed=seed)["action"] for seed in range(9)} == {"keep", "flip"}


def test_the_same_seed_gives_the_same_action() -> None:
    first = [answer(seed=seed)["action"] for seed in range(9)]
    assert first == [answer(seed=seed)["action"] for seed in range(9)]
    assert len(set(first)) > 1


def test_the_budget_and_the_seed_may_be_left_out_or_null() -> None:
    assert "action" in answer()
    assert "action" in answer(ms=None, seed=None)
    assert "action" in answer(ms=0.5, seed=-(10**30))


@pytest.mark.parametrize("id_", [None, "x", 1.5, [1, {"a": None}], {"b": "\ud800"}, True, 10**40])
def test_the_id_comes_back_as_it_was(id_: object) -> None:
    assert answer(id=id_)["id"] == id_
    assert answer(id=id_, player="nobody")["id"] == id_


def test_answers_come_in_order_and_bad_requests_do_not_stop_the_rest() -> None:
    good = json.dumps({"id": 1, "player": "greedy", "view": VIEW})
    got = answers(good, "", "{", good.replace('"id": 1', '"id": 2'), b"\xff\x00", "[]", good)
    assert [("error" in a, a["id"]) for a in got] == [
        (False, 1),
        (True, None),
        (True, None),
        (False, 2),
        (True, None),
        (True, None),
        (False, 1),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "null",
        "1",
        '"x"',
        "[]",
        "{}",
        "{",
        '{"id": 1}',
        '{"id": NaN, "player": "random"}',
        '{"id": Infinity}',
        '{"id": 1e999}',
        '{"id": ' + "9" * 5000 + "}",
        "[" * 100_000,
        '{"a":' * 50_000,
        "\ufeff{}",
        b"\xff\xfe",
        b"\x00",
        '{"player": "random", "view": {}}{}',
    ],
)
def test_what_is_no_request(line: bytes | str) -> None:
    assert code(answers(line)[0]) == "bad-request"


def test_a_line_that_is_too_long_is_refused_and_skipped() -> None:
    good = json.dumps({"id": 1, "player": "greedy", "view": VIEW})
    got = answers("x" * (3 * LINE_LIMIT), good, " " * LINE_LIMIT + good, good)
    assert ["action" in a for a in got] == [False, True, False, True]
    out = io.BytesIO()
    serve(io.BytesIO(b"x" * (LINE_LIMIT + 5)), out)
    assert out.getvalue().count(b"\n") == 1


def test_a_last_line_without_its_end_is_answered() -> None:
    out = io.BytesIO()
    serve(io.BytesIO(json.dumps({"id": 1, "player": "greedy", "view": VIEW}).encode()), out)
    assert b"action" in out.getvalue()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"player": None}, "bad-request"),
        ({"player": ["random"]}, "bad-request"),
        ({"player": "nobody"}, "unknown-player"),
        ({"player": "\ud800"}, "unknown-player"),
        ({"ms": "50"}, "bad-request"),
        ({"ms": True}, "bad-request"),
        ({"ms": -1}, "bad-request"),
        ({"ms": 1e300}, "bad-request"),
        ({"ms": 10**400}, "bad-request"),
        ({"seed": 1.5}, "bad-request"),
        ({"seed": "1"}, "bad-request"),
        ({"seed": False}, "bad-request"),
        ({"candidates": 0}, "bad-request"),
        ({"candidates": 101}, "bad-request"),
        ({"candidates": "2"}, "bad-request"),
        ({"candidates": True}, "bad-request"),
        ({"view": None}, "bad-view"),
        ({"view": []}, "bad-view"),
        ({"view": {}}, "bad-view"),
        ({"view": VIEW | {"owner": 1}}, "bad-view"),
    ],
)
def test_what_is_wrong_with_a_request(change: dict[str, object], expected: str) -> None:
    assert code(answer(**change)) == expected


def test_who_is_not_asked_has_nothing_to_decide() -> None:
    for view in (engine.view(STUDY, 2), engine.view(dealt_and_ready(), 1)):
        assert code(answer(view=to_json(view))) == "nothing-to-decide"


def dealt_and_ready() -> engine.Match:
    return engine.apply(dealt(3), Move(1, engine.KEEP)).match


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(
    field=st.sampled_from(sorted(VIEW)), value=JSON, player=st.sampled_from(["random", "greedy"])
)
@settings(max_examples=200)
def test_serve_survives_any_value_in_a_view(field: str, value: object, player: str) -> None:
    line = json.dumps({"id": 1, "player": player, "view": VIEW | {field: value}})
    for answered in answers(line):
        if "action" in answered:
            assert view_from_json(VIEW | {field: value})
        else:
            assert code(answered) in ("bad-request", "bad-view", "nothing-to-decide")


@given(line=st.binary(max_size=80).filter(lambda data: b"\n" not in data))
@settings(max_examples=150)
def test_serve_survives_any_bytes(line: bytes) -> None:
    assert code(answers(line)[0]) == "bad-request"


def test_a_fault_in_a_player_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> engine.Action:
        raise ZeroDivisionError("at\nhome")

    monkeypatch.setattr(RandomPlayer, "choose", broken)
    answered = answer()
    assert code(answered) == "internal"
    assert answered["id"] == 7
