"""A match as one file: whole, small, without network, and nobody's name is code."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import pytest
from sqlalchemy.engine import Connection

from bot.match.replaying import Step, steps
from bot.render import page
from bot.texts import texts_for
from data.matches import log
from data.matches.models import StoredMatch
from data.store.database import Database
from tests.data import factory

EVIL = "</script><img src=x>"


@pytest.fixture
async def played(tmp_path: object) -> tuple[StoredMatch, tuple[Step, ...]]:
    db = await Database.open(f"sqlite:///{tmp_path}/scout.sqlite3")

    def unit(conn: Connection) -> tuple[StoredMatch, tuple[Step, ...]]:
        match_id, _ = factory.finished(conn, 1, 2, levels=("easy",), at=5, names={1: EVIL})
        row = factory.stored(conn, match_id)
        return row, steps(row, log.load(conn, match_id))

    found = await db.write(unit)
    await db.close()
    return found


def embedded(text: str) -> list[dict[str, object]]:
    [data] = re.findall(
        r'<script type="application/json" id="steps">(.*?)</script>', text, re.DOTALL
    )
    found: list[dict[str, object]] = json.loads(data)
    return found


def test_every_step_is_in_it_as_the_engine_has_it(
    played: tuple[StoredMatch, tuple[Step, ...]],
) -> None:
    row, there = played
    told = embedded(page(texts_for("en"), row, there).decode())
    assert len(told) == len(there)
    for one, step in zip(told, there, strict=True):
        state = step.match.round
        assert state is not None
        assert one["table"] == [[card.active, card.other] for card in state.table]
        hands = one["hands"]
        assert isinstance(hands, list)
        assert [hand["cards"] for hand in hands] == [
            [[card.active, card.other] for card in cards] for cards in state.hands
        ]
        assert "**" not in str(one["said"])


def test_a_name_is_never_code(played: tuple[StoredMatch, tuple[Step, ...]]) -> None:
    text = page(texts_for("en"), *played).decode()
    assert "<img" not in text
    assert text.count("</script>") == 2
    assert EVIL[:32] in str(embedded(text)[0]["hands"])


def test_it_needs_no_network_and_runs_nothing_else(
    played: tuple[StoredMatch, tuple[Step, ...]],
) -> None:
    text = page(texts_for("en"), *played).decode()
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy.startswith("default-src 'none';")
    assert "http:" not in text
    assert "https:" not in text
    for kind, element in (
        ("script-src", r"<script>(.*?)</script>"),
        ("style-src", "<style>(.*?)</style>"),
    ):
        [content] = re.findall(element, text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy


@pytest.mark.parametrize("locale", ["en", "fa"])
def test_a_long_match_is_small_enough(
    played: tuple[StoredMatch, tuple[Step, ...]], locale: str
) -> None:
    row, there = played
    longest = [*there] * (400 // len(there) + 1)  # some 400 steps: five rounds of five players
    data = page(texts_for(locale), row, longest[:400])
    assert len(data) <= 400_000
    assert ('dir="rtl"' in data.decode()) == (locale == "fa")
