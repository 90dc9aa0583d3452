"""What servers are told on the bot's own account: deals, results, weeks, champions."""

from __future__ import annotations

from typing import Any

import pytest

from bot.base import times
from bot.host.daily import LONGEST_S
from bot.match.ids import Verb
from data.people import guilds
from data.people.models import GuildSettings
from tests.e2e.test_daily import Ahead, played
from tests.e2e.test_standings import play
from tests.e2e.world import World, controls, text


@pytest.fixture(autouse=True)
def old_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "made_at", lambda _: 0)


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Ahead:
    ahead, real = Ahead(), times.now
    monkeypatch.setattr(times, "now", lambda: real() + ahead.by)
    return ahead


async def choose(world: World, **chosen: Any) -> None:
    """Set what a moderator would set."""
    desk, here = world.bot.parts.desk, world.channel.id
    settings = GuildSettings(
        **{name: here if value is ... else value for name, value in chosen.items()}
    )
    name, key = "Harbour", world.guild.id

    def put(conn: Any) -> None:
        guilds.get_or_create(conn, key, name, 1)
        guilds.set_settings(conn, key, settings)

    await desk.db.write(put)
    desk.servers.changed(key)
    await world.env.advance_time(LONGEST_S + 1)


def said(world: World, words: str) -> list[Any]:
    """The messages in the channel that say this, oldest first."""
    return [one for one in world.channel.history() if words in text(one)]


async def test_a_deal_is_told_once_and_becomes_its_board(world: World, ahead: Ahead) -> None:
    ada = world.person("Ada")
    await choose(world, daily_channel=...)
    [message] = said(world, "Daily deal of 1 Jan")
    assert [one.click.args[0] for one in controls(message)] == ["open"]
    page = (await ada.press(message, "Play")).response
    assert page.ephemeral
    await played(ada, (await ada.press(page, "Begin")).response)
    await world.restart()
    await world.env.advance_time(LONGEST_S + 1)
    assert len(said(world, "Daily deal of 1 Jan")) == 1
    ahead.by += 2 * times.DAY
    await world.env.advance_time(LONGEST_S + 1)
    [message] = said(world, "Daily deal of 1 Jan")
    assert "Ada" in text(message)
    assert "closes" not in text(message)
    assert said(world, "Daily deal of 3 Jan")


async def test_a_rated_match_is_a_line_and_a_void_edits_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = world.people(2)
    mod = world.person("Mod", roles=[_mods(world)])
    await choose(world, results_channel=..., results_since=0)
    # The bot is killed when the message is sent, and before that is noted: it is told once.
    with monkeypatch.context() as patch:
        patch.setattr("bot.publish.bulletins.posts.add", _fail)
        patch.setattr("bot.publish.bulletins.logs.fault", lambda *_, **__: None)
        match = await play(world, ada, berk)
        await world.env.advance_time(LONGEST_S + 1)
    assert said(world, f"Match {match}**:")
    await world.env.advance_time(LONGEST_S + 1)
    [message] = [one for one in said(world, f"Match {match}**:") if "🏆" in text(one)]
    assert "Ada" in text(message)
    assert [one.click.verb for one in controls(message)] == [Verb.REPLAY]
    await mod.slash("scout-admin void", match=match)
    assert "voided" in text(world.fresh(message))


async def test_a_week_and_champions_are_told_once_and_follow_a_void(
    world: World, ahead: Ahead
) -> None:
    ada, berk = world.people(2)
    mod = world.person("Mod", roles=[_mods(world)])
    await choose(world, results_channel=..., results_since=0, results_matches=False)
    match = await play(world, ada, berk)
    # The fifth of January is a Monday; in the weeks after it nothing happens.
    for _ in range(33):
        ahead.by += times.DAY
        await world.env.advance_time(LONGEST_S + 1)
    assert len(said(world, "The week in SCOUT")) == 1
    await world.restart()
    await world.env.advance_time(LONGEST_S + 1)
    [champions] = said(world, "Champions of January 2026")
    assert "🏆 Rated matches" in text(champions)
    await mod.slash("scout-admin void", match=match)
    assert "🏆" not in text(world.fresh(champions))
    assert "Nobody is placed yet" in text(world.fresh(champions))


def _fail(*_: Any) -> None:
    raise RuntimeError("killed before it was noted")


def _mods(world: World) -> Any:
    import discord

    return world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))


async def test_seasons_and_two_people_together(world: World) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    season = (await ada.slash("scout leaderboard", order="season")).response
    assert "Season January 2026" in text(season)
    assert "1.00 · 1 match" in text(season)
    earlier = (await ada.press(season, "Earlier")).response
    assert "December 2025" in text(earlier)
    assert "Nobody is placed yet" in text(earlier)
    deals = (await ada.press(earlier, "Daily deals")).response
    assert "from 10 deals on" in text(deals)
    answer = await ada.slash("scout leaderboard", order="season", month="2026-02")
    assert text(answer.response) == "Write a month that has begun as `2026-01`."
    both = (await ada.slash("scout versus", person=berk.user)).response
    assert "1 match together" in text(both)
    nobody = (await ada.slash("scout versus", person=world.person("Zoe").user)).response
    assert "haven't played" in text(nobody)
    mine = (await ada.slash("scout versus", person=ada.user)).response
    assert "name another person" in text(mine)
