"""The command line: outputs, exit codes, and the one line on standard error."""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import FILE_LIMIT, _parser, main
from tests.engine.records import BY_HAND, CANONICAL, DEAL, HEAD, PLAY, STUDY, STUDY_RESULT
from tests.patience import PATIENCE_S


class Ran:
    """What a command gave."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    def refused(self, start: str) -> bool:
        """Whether it was refused by one line that starts so, with nothing on standard output."""
        assert (self.status, self.out) == (1, "")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        assert self.err.startswith(start), self.err
        return True


class Standard(io.StringIO):
    """A standard stream whose bytes can be had."""

    def __init__(self, data: bytes = b"") -> None:
        super().__init__()
        self.buffer = io.BytesIO(data)


def run(*arguments: str, stdin: bytes = b"") -> Ran:
    """Run a command in this process."""
    with pytest.MonkeyPatch.context() as patch:
        out, err = Standard(), io.StringIO()
        patch.setattr(sys, "stdin", Standard(stdin))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        try:
            status = main(arguments)
        except SystemExit as leaving:  # argparse leaves so, for wrong usage and for help
            status = int(leaving.code or 0)
        return Ran(status, out.buffer.getvalue().decode() + out.getvalue(), err.getvalue())


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "match.scout"
    path.write_text(BY_HAND, encoding="utf-8")
    return str(path)


def command(
    *arguments: str, stdin: bytes = b"", **more: object
) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a user does."""
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
        **more,  # type: ignore[call-overload]
    )


def test_every_option_of_every_command_has_help() -> None:
    parser = _parser()
    (commands,) = (
        action for action in parser._actions if isinstance(action, argparse._SubParsersAction)
    )
    assert set(commands.choices) >= {"replay", "legal", "view", "simulate", "serve"}
    for name, sub in commands.choices.items():
        assert sub.description
        for action in sub._actions:
            assert action.help, (name, action.dest)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ("replay no-such-file", 1),
        ("legal - <<< '1 flip'", 1),
        ("view -", 2),
        ("simulate --seats random,nobody", 2),
        ("simulate --seats random,greedy --rounds 2 > /dev/null", 0),
    ],
)
def test_without_a_standard_error_no_error_goes_to_standard_output(
    arguments: str, status: int
) -> None:
    shell = f'"{sys.executable}" -m engine {arguments} 2>&-'
    ran = subprocess.run(
        ["bash", "-c", shell], capture_output=True, check=False, timeout=PATIENCE_S
    )
    assert (ran.returncode, ran.stdout) == (status, b"")


def test_replay_prints_the_canonical_form(file: str) -> None:
    ran = run("replay", file)
    assert (ran.status, ran.out, ran.err) == (0, CANONICAL, "")
    assert run("replay", "-", stdin=CANONICAL.encode()).out == CANONICAL
    assert run("replay", "-", stdin=STUDY.encode()).out == STUDY + STUDY_RESULT


def test_legal_lists_in_code_point_order() -> None:
    started = HEAD + DEAL
    assert run("legal", "-", stdin=started.encode()).out == "flip\nkeep\n"
    assert run("legal", "-", stdin=(started + "1 keep\n3 flip\n").encode()).out == "flip\nkeep\n"
    ran = run("legal", "-", stdin=STUDY.partition("4 scout")[0].encode())
    lines = ran.out.splitlines()
    assert lines == sorted(lines)
    assert "scout left 1" in lines
    assert "scout left turned 2 show 2-4" not in lines
    assert lines[0].startswith("scout left 1")
    assert run("legal", "-", stdin=CANONICAL.encode()).out == ""
    assert run("legal", "-", stdin=HEAD.encode()).out == ""


def test_view_prints_one_json_object() -> None:
    text = (HEAD + DEAL + "".join(PLAY.splitlines(keepends=True)[:6])).encode()
    seen = json.loads(run("view", "-", "--seat", "2", stdin=text).out)
    assert list(seen) == [
        "players", "seat", "round", "rounds", "starter", "turn", "phase", "ready", "hand", "table",
        "owner", "scouts_since_show", "hand_sizes", "captured", "tokens", "scout_and_show",
        "totals", "end", "scores", "options", "history",
    ]  # fmt: skip
    assert seen["hand"][0] == [6, 7]
    assert seen["history"] == ["2 show 3/4 2/7", "3 show 6/9 6/4 6/3", "1 scout right 6/3"]
    assert (seen["turn"], seen["owner"], seen["tokens"]) == (2, 3, [0, 0, 1])


def test_no_view_before_a_deal() -> None:
    assert run("view", "-", "--seat", "1", stdin=HEAD.encode()).refused("-:8: no-deal: ")


def test_errors_take_one_line_for_every_command(tmp_path: Path) -> None:
    path = tmp_path / "bad.scout"
    path.write_text(CANONICAL.replace("3 show 3-5", "3 show 5-3"), encoding="utf-8")
    line = CANONICAL.splitlines().index("3 show 3-5") + 1
    for arguments in (["replay"], ["legal"], ["view", "--seat", "1"]):
        ran = run(*arguments, str(path))
        assert ran.refused(f"{path}:{line}: bad-syntax: show 5-3 does not ascend; write show 3-5")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for name in (str(tmp_path / "none"), str(tmp_path), "a\0b", ""):
        assert run("replay", name).refused(name.replace("\0", "\ufffd") + ":0: no-file: ")
    assert run("replay", str(tmp_path / "a\nb")).refused(f"{tmp_path}/a\ufffdb:0: no-file: ")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["play"],
        ["replay"],
        ["replay", "-", "-"],
        ["replay", "-", "--seat", "1"],
        ["replay", "--json", "-"],
        ["view", "-"],
        ["view", "-", "--seat", "0"],
        ["view", "-", "--seat", "4"],
        ["view", "-", "--seat", "6"],
        ["view", "-", "--seat", "x"],
        ["view", "-", "--seat", "１"],
        ["view", "-", "--se", "1"],
        ["simulate"],
        ["simulate", "--seats", "random"],
        ["simulate", "--seats", "random,nobody"],
        ["simulate", "--seats", "random,random,random,random,random,random"],
        ["simulate", "--seats", "random,random", "--rounds", "0"],
        ["simulate", "--seats", "random,random", "--rounds", "9" * 5000],
        ["simulate", "--seats", "random,random", "--seed", "x"],
        ["serve", "x"],
    ],
)
def test_wrong_usage_is_2(arguments: list[str]) -> None:
    ran = run(*arguments, stdin=CANONICAL.encode())
    assert (ran.status, ran.out) == (2, "")
    assert "error" in ran.err


def test_a_seat_that_is_not_there_is_wrong_usage_before_any_deal_too() -> None:
    assert run("view", "-", "--seat", "4", stdin=HEAD.encode()).status == 2


def test_help_is_no_error() -> None:
    ran = run("--help")
    assert ran.status == 0
    assert "replay" in ran.out


def test_as_a_process(file: str) -> None:
    ran = command("replay", file)
    assert (ran.returncode, ran.stdout.decode(), ran.stderr) == (0, CANONICAL, b"")
    ran = command("legal", "-", stdin=b"\xff")
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert ran.stderr.startswith(b"-:1: bad-syntax: ")
    assert ran.stderr.count(b"\n") == 1


def test_output_is_utf_8_whatever_the_locale_says() -> None:
    text = CANONICAL.replace("Ada", "Ayşe").encode()
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    ran = command("replay", "-", stdin=text, env=environment)
    assert ran.stdout == text
    bad = text.replace(b"[Rounds", b"[Ayse\xc5\x9f")
    ran = command("replay", "-", stdin=bad, env=environment)
    assert ran.returncode == 1
    assert ran.stderr.count(b"\n") == 1


def test_serve_answers_each_line_at_once() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for number in (1, 2, 3):
            process.stdin.write(b'{"id": %d}\n' % number)
            process.stdin.flush()
            answered = json.loads(process.stdout.readline())
            assert answered["id"] == number
            assert answered["error"]["code"] == "bad-request"
        process.stdin.close()
        assert process.wait(timeout=PATIENCE_S) == 0


def test_a_closed_pipe_is_quiet() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", "serve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    process.stdout.close()
    _, err = process.communicate(b"x\n" * 5, timeout=PATIENCE_S)
    assert err == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [["replay", "-"], ["serve"]])
def test_output_that_takes_nothing_is_told_in_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "engine", *arguments],
            input=CANONICAL.encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=PATIENCE_S,
        )
    assert ran.returncode == 1
    assert ran.stderr.decode().endswith("can't be written: No space left on device\n")
    assert ran.stderr.count(b"\n") == 1


def test_an_endless_file_is_not_read_to_its_end() -> None:
    data = CANONICAL.encode() + b"#" * FILE_LIMIT
    assert run("replay", "-", stdin=data).refused("-:0: no-file: it is longer than")


LINES = st.sampled_from(
    [
        *CANONICAL.splitlines(),
        *STUDY.splitlines(),
        "",
        "# x",
        "hand 1 1/2",
        "1 show 1",
        "end empty 1",
    ]
)
NOISE = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=30).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(LINES, max_size=12).map(lambda lines: "\n".join(lines).encode()),
)


@given(noise=st.lists(NOISE, max_size=4), head=st.sampled_from(["", HEAD, HEAD + DEAL, STUDY]))
@settings(max_examples=150)
def test_whatever_bytes_a_file_holds_the_answer_is_clear(noise: list[bytes], head: str) -> None:
    data = head.encode() + b"\n".join(noise)
    answered(data)


@given(at=st.integers(0, len(CANONICAL)), cut=st.integers(0, 4), put=st.binary(max_size=4))
@settings(max_examples=200)
def test_a_record_with_a_scratch_gets_a_clear_answer(at: int, cut: int, put: bytes) -> None:
    data = CANONICAL.encode()
    answered(data[:at] + put + data[at + cut :])


def answered(data: bytes) -> None:
    ran = run("replay", "-", stdin=data)
    if ran.status == 0:
        assert ran.err == ""
        assert run("replay", "-", stdin=ran.out.encode()).out == ran.out
    else:
        assert ran.refused("-:")
        _, line, code, message = ran.err.split(":", 3)
        assert 1 <= int(line) <= data.count(b"\n") + 1
        assert code.strip().replace("-", "").isalpha()
        assert len(message.strip()) > 10
