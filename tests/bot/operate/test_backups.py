"""``python -m bot backup`` and ``restore``, as they are typed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from data.store.database import Database
from data.store.sole import sole_bot
from tests.data import factory

URL = "sqlite:///scout.sqlite3"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a database in which one match was played, and no token anywhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("DATABASE_URL", URL)
    asyncio.run(_played(1))


async def _played(number: int) -> None:
    db = await Database.open(URL)
    await db.write(lambda conn: factory.finished(conn, 1, 2, seed=number, at=1_767_225_600_000))
    await db.close()


def test_a_copy_is_made_once_and_never_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.sqlite3"]) == 0
    assert capsys.readouterr().out == "backed up: copy.sqlite3\n"
    before = Path("copy.sqlite3").read_bytes()
    assert main(["backup", "copy.sqlite3"]) == 2
    assert capsys.readouterr().err == (
        "scout: copy.sqlite3 is there already; a backup never overwrites\n"
    )
    assert Path("copy.sqlite3").read_bytes() == before


def test_the_nightly_command_works_every_night(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for night in range(4):
        old = Path("backups") / f"scout-2025010{night + 1}T000000Z.sqlite3"
        assert main(["backup", "--keep", "2", "backups"]) == 0
        [made] = [file for file in Path("backups").iterdir() if "-2025" not in file.name]
        made.rename(old)  # a day goes by
    said = capsys.readouterr().out
    assert said.count("backed up: ") == 4
    assert said.count("removed: ") == 2
    assert len([*Path("backups").iterdir()]) == 2


@pytest.mark.parametrize("wrong", ["0", "-1", "all"])
def test_nothing_is_not_kept(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["backup", "--keep", wrong, "backups"])
    assert left.value.code == 2
    assert "--keep" in capsys.readouterr().err
    assert not Path("backups").exists()


def test_a_restore_says_what_it_replaces_and_keeps_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["backup", "copy.sqlite3"])
    asyncio.run(_played(2))
    capsys.readouterr()
    with sole_bot(URL):
        assert main(["restore", "copy.sqlite3"]) == 2
    assert "another bot is running" in capsys.readouterr().err
    assert main(["restore", "copy.sqlite3"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2
    assert said[0].startswith("restored: copy.sqlite3, 1 match, the last thing done at 2026-01-01")
    assert said[1].startswith("replaced: what was there, 2 matches, ")
    assert Path(said[1].split("kept as ")[1]).is_file()


def test_half_a_copy_is_not_put_back(capsys: pytest.CaptureFixture[str]) -> None:
    main(["backup", "copy.sqlite3"])
    Path("copy.sqlite3").write_bytes(Path("copy.sqlite3").read_bytes()[:8192])
    capsys.readouterr()
    assert main(["restore", "copy.sqlite3"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("scout: copy.sqlite3 is ")
    assert "damaged" in said.err
