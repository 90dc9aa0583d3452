"""The lobby: every button, by those who may and those who may not."""

from __future__ import annotations

import discord
import pytest

from bot.match.ids import Click, Verb
from tests.e2e.world import Person, World, controls, text


def lobby(verb: Verb, match: int = 1) -> str:
    return Click(verb, match).custom_id


async def opened(world: World, **options: object) -> tuple[Person, Person]:
    ada, berk = world.people(2)
    await ada.slash("scout play", **options)
    return ada, berk


async def test_the_lobby_names_who_sits_there_and_proves_the_deal_behind_a_button(
    world: World,
) -> None:
    ada, _ = await opened(world)
    lobby_message = await world.message("lobby")
    row = await world.row()
    assert "Ada" in text(lobby_message)
    assert row.commitment not in text(lobby_message)
    explained = await ada.press(lobby_message, "Fair deal ✓")
    assert explained.ephemeral
    assert row.commitment in text(explained.response)
    assert row.secret not in text(explained.response)


async def test_join_leave_and_the_next_host(world: World) -> None:
    ada, berk = await opened(world)
    message = await world.message("lobby")
    await berk.click(message, lobby(Verb.JOIN))
    assert [seat.name for seat in (await world.row()).seats] == ["Ada", "Berk"]
    await ada.click(message, lobby(Verb.LEAVE))
    row = await world.row()
    assert [seat.name for seat in row.seats] == ["Berk"]
    assert row.host_id == row.seats[0].player_id
    assert "Berk" in text(world.fresh(message))
    await berk.click(message, lobby(Verb.LEAVE))
    row = await world.row()
    assert (row.status, row.end_reason) == ("cancelled", "empty")
    assert not controls(world.fresh(message))


async def test_joining_twice_is_refused_politely(world: World) -> None:
    ada, _ = await opened(world)
    answer = await ada.click(await world.message("lobby"), lobby(Verb.JOIN))
    assert answer.ephemeral
    assert "already" in text(answer.response)
    assert len((await world.row()).seats) == 1


async def test_computers_come_and_go(world: World) -> None:
    ada, berk = await opened(world)
    message = await world.message("lobby")
    refused = await berk.click(message, lobby(Verb.ADD_COMPUTER))
    assert refused.ephemeral
    await ada.click(message, lobby(Verb.ADD_COMPUTER))
    await ada.click(message, lobby(Verb.ADD_COMPUTER))
    assert [seat.is_computer for seat in (await world.row()).seats] == [False, True, True]
    await ada.click(world.fresh(message), lobby(Verb.REMOVE_COMPUTER))
    assert [seat.is_computer for seat in (await world.row()).seats] == [False, True]


async def test_a_level_is_chosen_from_the_menu(world: World) -> None:
    ada, _ = await opened(world)
    message = await world.message("lobby")
    menus = [one for one in controls(message) if one.click.verb is Verb.COMPUTER_LEVEL]
    for menu in menus:
        await ada.choose(message, menu.custom_id, menu.values[-1])
        assert (await world.row()).seats[1].level == menu.values[-1]


async def test_start_needs_somebody_else(world: World) -> None:
    ada, berk = await opened(world)
    message = await world.message("lobby")
    assert lobby(Verb.START) not in {one.custom_id for one in controls(message)}
    await berk.click(message, lobby(Verb.JOIN))
    await ada.click(world.fresh(message), lobby(Verb.START))
    assert (await world.row()).status == "playing"
    assert "To the table" in str(world.fresh(message).components)


async def test_a_stranger_cannot_start_or_cancel(world: World) -> None:
    ada, berk = await opened(world)
    message = await world.message("lobby")
    await ada.click(message, lobby(Verb.ADD_COMPUTER))
    for verb in (Verb.START, Verb.CANCEL, Verb.LEAVE):
        answer = await berk.click(world.fresh(message), lobby(verb))
        assert answer.ephemeral
    assert (await world.row()).status == "lobby"


async def test_only_the_host_starts_and_seats_computers(world: World) -> None:
    ada, berk = await opened(world)
    message = await world.message("lobby")
    await berk.click(message, lobby(Verb.JOIN))
    await ada.click(world.fresh(message), lobby(Verb.ADD_COMPUTER))
    before = (await world.row()).seats
    verbs = (Verb.START, Verb.CANCEL, Verb.ADD_COMPUTER, Verb.REMOVE_COMPUTER)
    for verb in verbs:
        answer = await world.forge(berk, message, lobby(verb))
        assert answer.ephemeral
        assert "Only the host" in text(answer.response)
    assert (await world.row()).seats == before
    assert (await world.row()).status == "lobby"


async def test_who_is_merely_invited_can_but_accept_or_decline(world: World) -> None:
    ada, berk = world.people(2)
    await ada.member.context_menu(world.channel, "Challenge to SCOUT", berk.member)
    message = await world.message("lobby")
    before = (await world.row()).seats
    verbs = (Verb.START, Verb.CANCEL, Verb.ADD_COMPUTER, Verb.REMOVE_COMPUTER)
    for verb in verbs:
        answer = await world.forge(berk, message, lobby(verb))
        assert "Only the host" in text(answer.response)
    assert (await world.row()).seats == before
    await berk.click(message, lobby(Verb.ACCEPT))
    assert [seat.status for seat in (await world.row()).seats] == ["seated", "seated"]


async def test_the_host_cancels(world: World) -> None:
    ada, _ = await opened(world)
    message = await world.message("lobby")
    await ada.click(message, lobby(Verb.CANCEL))
    assert (await world.row()).status == "cancelled"
    assert not controls(world.fresh(message))


async def test_a_full_lobby_takes_nobody_else(world: World) -> None:
    ada, berk = await opened(world, seats=2)
    cem = world.person("Cem")
    message = await world.message("lobby")
    await berk.click(message, lobby(Verb.JOIN))
    assert lobby(Verb.JOIN) not in {one.custom_id for one in controls(world.fresh(message))}
    answer = await world.forge(cem, message, lobby(Verb.JOIN))
    assert answer.ephemeral
    assert len((await world.row()).seats) == 2
    del ada


async def test_an_idle_lobby_closes_itself(world: World) -> None:
    await opened(world)
    await world.env.advance_time(14 * 60)
    assert (await world.row()).status == "lobby"
    await world.env.advance_time(61)
    assert (await world.row()).end_reason == "idle"
    message = await world.message("lobby")
    assert "15 minutes" in text(message)
    assert not controls(message)


async def test_a_challenge_holds_a_seat_and_mentions_once(world: World) -> None:
    ada, berk = world.people(2)
    await ada.member.context_menu(world.channel, "Challenge to SCOUT", berk.member)
    message = await world.message("lobby")
    assert berk.user.mention in text(message)
    assert [user.id for user in message.mentions] == [berk.user.id]
    await berk.click(message, lobby(Verb.ACCEPT))
    assert [seat.status for seat in (await world.row()).seats] == ["seated", "seated"]
    await ada.click(world.fresh(message), lobby(Verb.START))
    assert (await world.row()).status == "playing"


async def test_a_challenge_is_declined(world: World) -> None:
    ada, berk = world.people(2)
    await ada.member.context_menu(world.channel, "Challenge to SCOUT", berk.member)
    message = await world.message("lobby")
    await berk.click(message, lobby(Verb.DECLINE))
    assert [seat.name for seat in (await world.row()).seats] == ["Ada"]
    answer = await world.forge(berk, message, lobby(Verb.ACCEPT))
    assert answer.ephemeral


async def test_oneself_and_bots_are_not_challenged(world: World) -> None:
    ada = world.person("Ada")
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    for target in (ada.member, robot):
        answer = await ada.member.context_menu(world.channel, "Challenge to SCOUT", target)
        assert answer.ephemeral
        assert await world.row() is None


@pytest.mark.parametrize("permission", ["send_messages", "attach_files"])
async def test_missing_permissions_are_named(world: World, permission: str) -> None:
    quiet = world.guild.create_text_channel(
        "quiet",
        overwrites={
            world.guild.default_role: discord.PermissionOverwrite(**{permission: False}),
        },
    )
    ada = world.person("Ada")
    answer = await ada.slash("scout play", channel=quiet)
    assert answer.ephemeral
    assert permission.replace("_", " ").title() in text(answer.response)
    assert await world.row() is None


async def test_matches_need_a_server(world: World) -> None:
    ada = world.person("Ada")
    answer = await ada.user.slash("scout play")
    assert "server" in text(answer.response)


async def test_two_join_the_last_seat_at_once(world: World) -> None:
    ada, berk = await opened(world, seats=2)
    cem = world.person("Cem")
    message = await world.message("lobby")
    for person in (berk, cem):
        await world.emit_click(person, message, lobby(Verb.JOIN))
    await world.env.settle()
    assert len((await world.row()).seats) == 2
    assert text(world.fresh(message)).count("free") == 0
    del ada
