"""One source, two ways to run it: compiled by numba, or as the plain Python it is.

The modules of this package are ordinary Python. `compiled` executes their sources a second time
and hands every function to numba, which keeps its machine code on disk: made once (some 60
seconds), it loads in a second. `interpreted` does the same with numba left out. So both can be
used in one process, and a computer player moves by the slow way while the fast one is still being
made.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from engine.players.fast.machine import Machine

MODULES = (
    "tables",
    "layout",
    "rules",
    "points",
    "features",
    "net",
    "choice",
    "policy",
    "planner",
    "dealing",
    "belief",
    "search",
)
# numba wants loops, the interpreter whole arrays.
FOR_THE_INTERPRETER = {
    name: f"{name}_numpy" for name in ("add_rows", "begin", "begin_with_three", "head")
}

# Used in one or two places, and large: compiled there and nowhere else, which saves half the time.
WOVEN_IN = (
    "weigh_shows",
    "weigh_scouts",
    "weigh_scout_and_shows",
    "propose",
    "redeal",
    "play_out",
)

# Small, or given dozens of arrays, and called for every move that is weighed: to hand over arrays
# took a tenth of the time.
WITHIN_THEIR_CALLERS = (
    "add_rows",
    "begin",
    "begin_with_three",
    "hand_features",
    "head",
    "insert_top",
    "neighbour_features",
    "set_features",
    "shown_value",
    "value_after",
)

# All that make arrays. The others are compiled without numba's counting of references to arrays,
# which took a quarter of their time; numba refuses to compile a function that should be here. And
# these must not call another that returns an array, as `found_set` does: its reference wouldn't be
# counted, and so be given back once too often. (There is a test for that.)
MAKE_ARRAYS = (
    "blank_round",
    "legal_moves",
    "random_rounds",
    "make_plan",
    "plan_moves",
    "hold_worth",
    "make_sums",
    "make_units",
    "make_desk",
    "best_moves",
    "position_value",
    "make_room",
)


def _sources() -> dict[str, bytes]:
    here = Path(__file__).parent
    return {name: (here / f"{name}.py").read_bytes() for name in MODULES}


def _load(package: str, change: Callable[[str, Any], Any]) -> Machine:
    """Execute the sources under another name, each function replaced by what change makes of it."""
    functions: dict[str, Any] = {}
    for name, source in _sources().items():
        module = types.ModuleType(f"{package}.{name}")
        module.__file__ = str(Path(__file__).with_name(f"{name}.py"))
        sys.modules[module.__name__] = module  # where numba's caches look the functions up
        exec(compile(source, module.__file__, "exec"), module.__dict__)  # noqa: S102 - our own
        own = {
            key: value
            for key, value in vars(module).items()
            if isinstance(value, types.FunctionType)
        }
        for key, value in own.items():
            if value.__module__ == module.__name__:
                functions[key] = change(key, value)
        for key in own.keys() & functions.keys():
            setattr(module, key, functions[key])
    return cast("Machine", types.SimpleNamespace(**functions))


@cache
def interpreted() -> Machine:
    """The package run by the Python interpreter."""
    machine = _load("engine.players.fast.interpreted", lambda _, function: function)
    for loop, whole in FOR_THE_INTERPRETER.items():
        replacement = getattr(machine, whole)
        for function in vars(machine).values():
            if loop in function.__globals__:
                function.__globals__[loop] = replacement
        setattr(machine, loop, replacement)
    return machine


def cache_folder() -> Path:
    """Where machine code for these sources, in this place, is kept: the first that can be written.

    NUMBA_CACHE_DIR, else the user's cache folder, else the system's temporary one.
    """
    place = str(Path(__file__).parent).encode()
    digest = hashlib.sha256(b"".join((place, *_sources().values()))).hexdigest()[:16]
    home = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    for base in ([chosen] if chosen else []) + [home, tempfile.gettempdir()]:
        folder = Path(base) / "scout-bot" / digest
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="scout-bot-"))


def stamp() -> str:
    """When the sources were written: numba's machine code belongs to just those of then."""
    here = Path(__file__).parent
    return " ".join(str((here / f"{name}.py").stat().st_mtime_ns) for name in MODULES)


@cache
def compiled() -> Machine:
    """The package compiled by numba, each function when it is first called.

    Raises:
        ImportError: numba isn't installed.
    """
    import numba  # noqa: PLC0415 - half a second, and not needed by everyone

    numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]  # numba sets it at run time

    def jit(name: str, function: Any) -> Any:
        options: dict[str, Any] = {
            "nogil": True,
            "fastmath": True,
            "error_model": "numpy",
            "cache": True,
            "inline": "always" if name in WOVEN_IN else "never",
            "forceinline": name in WITHIN_THEIR_CALLERS,
            "_nrt": name in MAKE_ARRAYS,
        }
        return numba.njit(**options)(function)

    return _load("engine.players.fast.compiled", jit)
