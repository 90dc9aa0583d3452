"""``compose.yaml`` starts what there is, with settings that are read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.__main__ import main
from bot.operate.think import ThinkSettings
from bot.settings import Settings
from data.store.address import is_postgres

ROOT = Path(__file__).parents[2]
GIVEN = {"POSTGRES_PASSWORD": "secret", "DISCORD_TOKEN": "token"}


def services() -> dict[str, Any]:
    """The services, as Compose reads them: what .env must give is put in."""
    words = re.sub(
        r"\$\{(\w+):\?[^}]*\}", lambda found: GIVEN[found[1]], (ROOT / "compose.yaml").read_text()
    )
    found: dict[str, Any] = yaml.safe_load(words)["services"]
    return found


OURS = {name: one for name, one in services().items() if one.get("image") == "scout"}


@pytest.fixture
def environment(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    given: dict[str, str] = OURS[request.param]["environment"]
    for name, value in {**given, "DISCORD_TOKEN": GIVEN["DISCORD_TOKEN"]}.items():
        assert isinstance(value, str), "a number must be quoted"
        monkeypatch.setenv(name, value)
    return given


@pytest.mark.parametrize("environment", OURS, indirect=True)
def test_every_variable_is_a_setting(environment: dict[str, str]) -> None:
    kinds = (Settings, ThinkSettings)
    known = {name.upper() for kind in kinds for name in kind.model_fields}
    assert environment.keys() <= known
    assert is_postgres(Settings(_env_file=None).database_url)


def test_the_bots_have_all_shards_between_them_and_each_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bots = [one for one in OURS.values() if "command" not in one]
    assert len(bots) == 4
    shards: list[int] = []
    for bot in bots:
        for name, value in bot["environment"].items():
            monkeypatch.setenv(name, value)
        own = Settings(discord_token="token", _env_file=None).own_shards
        assert own is not None
        assert own.count == 4
        shards += own.ids
    assert sorted(shards) == [0, 1, 2, 3]


def test_the_thinkers_are_two_and_a_command_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    think = OURS["think"]
    assert think["deploy"]["replicas"] == 2
    with pytest.raises(SystemExit) as ended:
        main([*think["command"], "--help"])
    assert ended.value.code == 0
    assert "think" in capsys.readouterr().out
    assert think["healthcheck"] == {"disable": True}, "a thinker has no /healthz"


def test_what_they_wait_for_is_there_and_says_when_it_is_healthy() -> None:
    for one in OURS.values():
        for name, wanted in one["depends_on"].items():
            assert wanted == {"condition": "service_healthy"}
            assert services()[name]["healthcheck"]["test"]


def test_the_image_speaks_to_postgresql_and_is_asked_where_it_answers() -> None:
    made = (ROOT / "Dockerfile").read_text()
    assert re.search(r"\[[a-z,]*postgres[a-z,]*\]", made), "the extra isn't installed"
    assert "METRICS_PORT=" in made
    assert "/healthz" in made
    run = re.search(r"^ENTRYPOINT (.*)$", made, re.MULTILINE)
    assert run is not None
    assert json.loads(run[1]) == ["python", "-m", "bot"]
