"""How the twin is written: rules cited where they are said, names for numbers, types that hold."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine.players import fast
from engine.players.fast import accel, belief, features, layout, planner
from engine.players.fast.machine import Machine
from engine.players.fast.tables import Table

FOLDER = Path(fast.__file__).parent
TRAINING = Path(fast.__file__).parents[2] / "training"
MODULES = {name: ast.parse((FOLDER / f"{name}.py").read_text()) for name in accel.MODULES}

RULES = {
    "SCOUT_PRICE": "R24",
    "SCOUT_PAY": "R16",
    "KEEPS_TURN": "R25",
    "UNBEATEN_AFTER": "R22",
    "CONTINUE": "R22",
    "EMPTIED": "R23",
    "EMPTY": "R21|R22|R23",
    "STUCK": "R26",
    "UNBEATEN": "R22",
}
"""What is a rule to read or to write in the state, and which."""
STATES_NO_RULE = {"features", "belief", "policy", "planner"}
"""They weigh what follows from rules: features of a token's price, worths of an end."""


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def names(node: ast.AST) -> set[str]:
    return {found.id for found in ast.walk(node) if isinstance(found, ast.Name)}


@pytest.mark.parametrize("module", sorted(set(accel.MODULES) - STATES_NO_RULE))
def test_who_states_a_rule_cites_it(module: str) -> None:
    for function in functions(MODULES[module]):
        for name in names(function) & RULES.keys():
            cited = ast.get_docstring(function) or ""
            assert re.search(RULES[name], cited), f"{function.name} reads {name}: {RULES[name]}"


def test_each_rule_is_said_once() -> None:
    """Who else needs one asks the function that says it."""
    said = {
        "SCOUT_PAY": {"scout", "scout_price"},
        "KEEPS_TURN": {"after_scout", "play_out"},
        "UNBEATEN_AFTER": {"scout_ends_round"},
        "CONTINUE": {"scout_ends_round"},
        "EMPTIED": {"spares"},
    }
    for name, where in said.items():
        found = {f.name for tree in MODULES.values() for f in functions(tree) if name in names(f)}
        assert found == where
    for tree in MODULES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare) and "PLAYERS" in names(node):
                pytest.fail(f"players are counted: {ast.unparse(node)}; ask what the rules say")


def test_sets_are_listed_in_one_place() -> None:
    """Nobody else walks a hand's pairs of first and last card and asks what they make."""
    for module, tree in MODULES.items():
        for function in functions(tree):
            loops = [n for n in ast.walk(function) if isinstance(n, ast.For)]
            nested = any(
                isinstance(n, ast.For) and n is not loop for loop in loops for n in ast.walk(loop)
            )
            asks = names(function) & {"set_strength", "strength_within"}
            assert not (nested and asks) or (module, function.name) == ("rules", "list_sets")


def test_fields_and_features_are_named_as_in_their_tables() -> None:
    where: list[tuple[object, Table, int]] = [
        (layout, layout.STATE, layout.STATE_SIZE),
        (layout, layout.MOVE, layout.MOVE_SIZE),
        (layout, layout.SET, layout.SET_SIZE),
        (features, features.TABLE_OF_FEATURES, features.FEATURES),
        (planner, planner.WEIGHTS, 7),
    ]
    for module, table, size in where:
        first = 0
        for name, count in table.sizes.items():
            assert getattr(module, name) == first, name
            first += count
        assert first == table.size == size
    hand = belief.TABLE_OF_GUESSES.until(belief.OTHER_WAY)
    assert hand == features.TABLE_OF_FEATURES.until(features.HAND_FEATURES)


def test_a_fingerprint_tells_names_sizes_and_order() -> None:
    def made(*stretches: tuple[str, int]) -> str:
        table = Table()
        for name, size in stretches:
            table.of(name, size)
        return table.fingerprint()

    one = made(("A", 2), ("B", 3))
    assert one == made(("A", 2), ("B", 3))
    others = made(("A", 3), ("B", 2)), made(("B", 3), ("A", 2)), made(("A", 2), ("C", 3))
    assert one not in others


def signature(node: ast.FunctionDef) -> list[str]:
    """Names and types of what goes in, and the type of what comes out."""
    args = [a for a in node.args.args if a.arg != "self"]
    typed = [f"{a.arg}: {ast.unparse(a.annotation)}" for a in args if a.annotation]
    assert len(typed) == len(args)
    return [*typed, ast.unparse(node.returns) if node.returns else ""]


def test_the_machine_is_typed_as_its_functions_are() -> None:
    written = {f.name: signature(f) for tree in MODULES.values() for f in functions(tree)}
    (machine,) = (
        node
        for node in ast.parse((FOLDER / "machine.py").read_text()).body
        if isinstance(node, ast.ClassDef)
    )
    promised = {f.name: signature(f) for f in machine.body if isinstance(f, ast.FunctionDef)}
    assert promised.keys() == {name for name in vars(Machine) if not name.startswith("_")}
    assert promised == {name: written[name] for name in promised}


def test_no_function_takes_many_arguments_by_place() -> None:
    for tree in MODULES.values():
        for function in functions(tree):
            assert len(function.args.args) <= 8, function.name


def test_arrays_that_are_counted_come_from_functions_that_count() -> None:
    """What returns an uncounted array is called by no function that counts (`MAKE_ARRAYS`)."""
    plain = {"int", "float", "bool", "None"}
    uncounted = {
        function.name
        for tree in MODULES.values()
        for function in functions(tree)
        if function.name not in accel.MAKE_ARRAYS
        and not (names(function.returns or ast.Constant(None)) - {"tuple"} <= plain)
    }
    assert "found_set" in uncounted
    counting = [f for t in MODULES.values() for f in functions(t) if f.name in accel.MAKE_ARRAYS]
    for name in ("kernels", "hands"):  # compiled, too, and all of it counts
        counting += functions(ast.parse((TRAINING / f"{name}.py").read_text()))
    for function in counting:
        called = names(function) & uncounted
        assert not called, f"{function.name} calls {called}"
