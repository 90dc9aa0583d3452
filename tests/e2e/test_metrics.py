"""What ``/metrics`` tells of matches that are played, and what it doesn't."""

from __future__ import annotations

import random
from collections import Counter

from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import func, select

from bot.base import counts
from bot.match.ids import Click, Verb
from bot.operate.health import Health
from data.store import schema
from tests.e2e.test_matches import started
from tests.e2e.world import World

Numbers = Counter[tuple[str, frozenset[tuple[str, str]]]]


async def told(world: World) -> tuple[str, Numbers]:
    """The page, and its numbers by name and labels."""
    page = await Health(world.bot.desk, world.bot.wire).metrics(None)
    text = page.body.decode()
    numbers: Numbers = Counter()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            numbers[sample.name, frozenset(sample.labels.items())] = sample.value
    return text, numbers


def at(numbers: Numbers, name: str, **labels: str) -> float:
    return numbers[name, frozenset(labels.items())]


async def test_numbers_follow_what_happens_and_name_nobody(world: World) -> None:
    _, before = await told(world)
    people = await started(world, 3, 2, rounds=1)
    rng = random.Random(1)
    for _ in range(3):
        for person in people:
            await person.act(rng)
    world.bot.wire.saw("POST", "/api/v10/channels/123456789/messages", 429, {})
    text, after = await told(world)

    actions = await world.bot.desk.db.read(
        lambda conn: conn.scalar(select(func.count()).where(schema.log.c.kind == "action"))
    )
    new = after - before
    assert actions == sum(
        number for (name, _), number in new.items() if name == "scout_actions_total"
    )
    assert at(new, "scout_actions_total", by="person", action="orient") == 2
    clicks = at(new, "scout_interactions_total", kind="component")
    assert clicks > 3
    assert at(new, "scout_answer_seconds_count", kind="component") == clicks
    assert at(new, "scout_answer_seconds_bucket", kind="component", le="+Inf") == clicks
    assert at(after, "scout_matches", status="playing") == 1
    assert at(after, "scout_matches", status="lobby") == 0
    assert at(after, "scout_calls_total", what="hand") >= 2
    assert at(new, "scout_database_writes_total") > actions / 2
    assert at(after, "scout_work_waiting", pool="thinking") == 0
    route = "POST /channels/_/messages"
    assert at(after, "scout_rate_limited_total", route=route) == 1
    assert "scout_database_write_wait_seconds_total" in text
    secrets = [world.guild.name, str(world.guild.id), (await world.row()).secret]
    for secret in (*secrets, *(one.name for one in people), *(str(one.user.id) for one in people)):
        assert secret not in text


async def test_what_is_owed_and_refused_is_told_by_kind(world: World) -> None:
    people = await started(world, 2, 2)
    table = await world.message("table")
    path = f"/channels/{table.channel.id}/messages/{table.id}"
    world.env.inject_error("PATCH", path, status=403, code=50001, times=None)
    for person in people:
        await person.act(random.Random(1))
    _, numbers = await told(world)
    assert at(numbers, "scout_deliveries_waiting", lane="shows") == 1
    refused = {
        dict(labels)["meaning"]: number
        for (name, labels), number in numbers.items()
        if name == "scout_calls_refused_total"
    }
    assert set(refused) == {"place_closed"}


async def test_a_late_answer_is_counted_once_with_its_defer(world: World) -> None:
    kind = {"kind": "component"}
    people = await started(world, 2, 2)
    before = counts.REGISTRY.get_sample_value("scout_answer_seconds_count", kind) or 0
    table = await world.message("table")
    await people[0].click(table, Click(Verb.NUDGE, 1).custom_id)
    await people[0].click(table, Click(Verb.HAND, 1).custom_id)
    assert counts.REGISTRY.get_sample_value("scout_answer_seconds_count", kind) == before + 2
