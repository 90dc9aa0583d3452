"""Pictures on their way: uploaded when they changed, and left out where none are wanted."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import discord
import pytest
from simcord.components import walk_components
from sqlalchemy.engine import Connection

from bot.base import times
from bot.match.ids import Click, Verb
from bot.pictures import Style, orientation_picture, table_picture
from bot.workers.pool import Lost, Pool, Rank, Work
from data.people import players
from data.people.models import Preferences
from tests.e2e.world import World, raw, text

GALLERY = 12


def pictures(message: Any) -> list[dict[str, Any]]:
    """What the galleries of a message show."""
    return [
        item
        for part in walk_components(raw(message))
        if part.get("type") == GALLERY
        for item in part["items"]
    ]


def uploads(message: discord.Message) -> list[int]:
    return [attachment.id for attachment in message.attachments]


async def test_the_table_shows_the_publics_picture_and_says_it(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=2, rounds=1)
    await ada.act(random.Random(3))
    live = await world.live()
    expected = table_picture(live.view(None), live.names, Style())
    table = await world.message("table")
    assert await table.attachments[0].read() == expected.data
    assert [picture["description"] for picture in pictures(table)] == [expected.alt]


async def test_an_edit_that_changes_words_alone_uploads_nothing(world: World) -> None:
    mods = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    ada, mod = world.person("Ada"), world.person("Mod", roles=[mods])
    await ada.slash("scout play", computers=2, rounds=1)
    before = await world.message("table")
    await mod.slash("scout-admin pause", match=1)
    after = await world.message("table")
    assert text(after) != text(before)
    assert uploads(after) == uploads(before) != []
    assert len(pictures(after)) == 1


async def test_an_action_uploads_the_new_picture(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=2, rounds=1)
    before = await world.message("table")
    await ada.act(random.Random(3))
    after = await world.message("table")
    assert after.id == before.id
    assert len(uploads(after)) == 1
    assert uploads(after) != uploads(before)


async def test_a_hand_comes_as_a_picture(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=2, rounds=1)
    live = await world.live()
    seat = next(seat.seat for seat in live.row.seats if seat.level is None)
    hand = ada.hand()
    assert hand is not None
    both = orientation_picture(live.view(seat), Style())
    assert await hand.attachments[0].read() == both.data
    assert pictures(hand)[0]["description"] == both.alt


async def test_who_wants_text_gets_no_picture(world: World) -> None:
    ada = world.person("Ada")

    now = times.now()

    def unit(conn: Connection) -> None:
        player = players.by_discord(conn, ada.user.id, "Ada", now)
        players.set_preferences(conn, player.id, Preferences(text_only=True))

    await world.bot.parts.desk.db.write(unit)
    await ada.slash("scout play", computers=2, rounds=1)
    rng = random.Random(3)
    for _ in range(3):
        hand = ada.hand()
        assert hand is not None
        assert not pictures(hand)
        assert not hand.attachments
        live = await world.live()
        seat = next(seat.seat for seat in live.row.seats if seat.level is None)
        for card in live.view(seat).hand:
            assert str(card) in text(hand).replace("*", "")
        if not await ada.act(rng):
            break


async def test_what_cannot_be_drawn_is_said_and_drawn_again_once_it_can(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = world.person("Ada")

    async def lost(*_: object) -> None:
        raise Lost("no process starts")

    with monkeypatch.context() as broken:
        broken.setattr(Pool, "do", lost)
        # The computers' moves come from where nothing can be thought, too.
        await ada.slash("scout play", computers=2, rounds=1)
        assert await ada.act(random.Random(3))
        live = await world.live()
        table, hand = await world.message("table"), ada.hand()
        assert not pictures(table)
        assert not pictures(hand)
        [line] = [line for line in text(table).splitlines() if "Ada" in line and "captured" in line]
        seat = next(seat.seat for seat in live.row.seats if seat.level is None)
        assert f" {live.view(None).hand_sizes[seat - 1]} cards" in line
        for card in live.view(seat).hand:
            assert str(card) in text(hand).replace("*", "")
    assert await ada.act(random.Random(3))
    assert pictures(await world.message("table"))


async def test_what_somebody_clicked_for_is_drawn_before_what_nobody_waits_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = world.person("Ada")
    asked: list[tuple[str, Rank]] = []
    do = Pool.do

    async def noted(pool: Pool, work: Work[Any]) -> Any:
        assert isinstance(work.call, partial)
        asked.append((work.call.func.__name__, work.rank))
        return await do(pool, work)

    monkeypatch.setattr(Pool, "do", noted)
    monkeypatch.setattr(world.bot.parts.studio, "_kept", 0)
    await ada.slash("scout play", computers=2, rounds=1)
    drawn = {one for one in asked if one[0].endswith("picture")}
    assert drawn == {("orientation_picture", Rank.SOON), ("table_picture", Rank.LATER)}
    asked.clear()
    await ada.click(await world.message("table"), Click(Verb.HAND, 1).custom_id)
    assert asked == [("orientation_picture", Rank.NOW)]
