"""What the README and the page for operators tell whoever runs the bot is what the code does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import discord
import pytest

from bot.app import ScoutBot
from bot.host.places import IN_THREADS, NEEDED
from bot.operate import metrics
from bot.settings import Settings
from tests.e2e.world import settings

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
OPERATING = (ROOT / "bot" / "OPERATING.md").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
EXAMPLE = (ROOT / ".env.example").read_text()

ROOMS = ("bot", "data", "engine", "tests")

INNER = {"calls_per_s", "par_runs", "publish_interval_ms"}
"""Settings that tests have a use for, and nobody else."""


def test_the_readme_is_a_front_page() -> None:
    assert len(README.splitlines()) <= 200


PAGES = [ROOT / "README.md", *(one for room in ROOMS for one in (ROOT / room).rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]+))?\)", page.read_text()):
        there = page.parent / target if target else page
        assert there.exists(), target
        if anchor:
            titles = re.findall(r"^#+ (.*)$", there.read_text(), re.MULTILINE)
            assert anchor in {title.lower().replace(" ", "-") for title in titles}, anchor


def test_the_invitation_asks_for_what_the_code_needs() -> None:
    [number] = re.findall(r"permissions=(\d+)", README)
    needed = (*NEEDED, IN_THREADS[0], "create_public_threads")
    assert discord.Permissions(int(number)) == discord.Permissions(**dict.fromkeys(needed, True))
    for name in needed:
        assert name.replace("_", " ").title().replace(" In ", " in ") in README
    [scopes] = re.findall(r"scope=([^&\s]+)", README)
    assert set(scopes.split("+")) == {"bot", "applications.commands"}


def test_the_settings_and_their_defaults_are_told() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (\S+) \|", OPERATING, re.MULTILINE))
    fields = {name.upper(): field for name, field in Settings.model_fields.items()}
    assert set(rows) == set(fields) - {name.upper() for name in INNER}
    for name, told in rows.items():
        default = fields[name].get_default()
        known = not fields[name].is_required() and default is not None
        assert told.strip("`") == (str(default) if known else "–"), name


def test_the_example_file_has_every_setting() -> None:
    lines = re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", EXAMPLE, re.MULTILINE)
    fields = {name.upper(): field for name, field in Settings.model_fields.items()}
    assert {name for name, _ in lines} == set(fields) - {name.upper() for name in INNER}
    for name, value in lines:
        assert value in ("", str(fields[name].get_default())), name


async def test_every_number_is_told_and_no_other(tmp_path: Path) -> None:
    bot = ScoutBot(settings(tmp_path / "scout.sqlite3"))
    await bot.open()
    parts = metrics.Parts(bot.desk, bot.wire, {"playing": 1})
    there = {family.name for family in metrics.registry(parts).collect()}
    rows = [line for line in OPERATING.splitlines() if line.startswith("| `scout_")]
    told = {
        name.removesuffix("_total") for row in rows for name in re.findall(r"`(scout_[a-z_]+)", row)
    }
    assert told == there
    await bot.shut()


def test_the_containers_health_is_what_the_bot_says_of_itself() -> None:
    [port] = re.findall(r"METRICS_PORT=(\d+)", DOCKERFILE)
    assert Settings(discord_token="x", metrics_port=port, _env_file=None).metrics_port == int(port)
    [check] = re.findall(r"HEALTHCHECK .* CMD (\[.*\])\n", DOCKERFILE.replace("\\\n", ""))
    python, option, code = json.loads(check)
    assert (python, option) == ("python", "-c")
    compile(code, "HEALTHCHECK", "exec")
    assert "/healthz" in code
    assert "METRICS_PORT" in code
