"""Which match is meant by what somebody types where there is none, as in direct messages."""

from __future__ import annotations

from bot.match.ids import Verb
from bot.match.typed import written
from engine import Show, views
from tests.e2e.test_hands import deciding
from tests.e2e.world import Person, World, controls, text


async def three(world: World) -> tuple[Person, Person]:
    """Ada and Berk play three matches of two, in three channels; all paces differ."""
    ada, berk = world.people(2)
    for number, pace in enumerate(("correspondence", "live", "relaxed"), start=1):
        channel = world.guild.create_text_channel(pace)
        await ada.slash("scout play", channel=channel, seats=2, pace=pace)
        await berk.press(await world.message("lobby", number), "Join")
        await ada.press(await world.message("lobby", number), "Start")
    return ada, berk


async def typed(person: Person, name: str, **options: object) -> object:
    """Type a command in a direct message to the bot."""
    return await person.user.slash(name, **options)


async def ready(world: World, match: int) -> list[bool]:
    return list((await world.live(match)).view(None).ready)


async def test_a_hand_without_a_match_is_the_one_due_first(world: World) -> None:
    ada, _ = await three(world)
    said = text((await typed(ada, "scout hand")).response)
    assert "match 2" in said
    await typed(ada, "scout act", action="keep", match=2)
    said = text((await typed(ada, "scout hand")).response)
    assert "match 3" in said


async def test_the_one_match_that_waits_is_meant(world: World) -> None:
    ada, _ = await three(world)
    for match in (1, 2):
        await typed(ada, "scout act", action="keep", match=match)
    before = await ready(world, 3)
    assert not any(before)
    answer = await typed(ada, "scout act", action="flip")
    assert "You flipped" in text(answer.response)
    assert sum(await ready(world, 3)) == 1
    nothing = await typed(ada, "scout act", action="flip")
    assert "nothing for you to decide" in text(nothing.response)


async def test_what_could_be_meant_in_two_matches_is_asked_the_first_due_first(
    world: World,
) -> None:
    ada, _ = await three(world)
    asked = await typed(ada, "scout act", action="keep")
    assert not any([any(await ready(world, number)) for number in (1, 2, 3)])
    offered = deciding(asked.response)
    assert [int(one.click.match) for one in offered] == [2, 3, 1]
    assert [one.label.split(":")[0] for one in offered] == ["Match 2", "Match 3", "Match 1"]
    await ada.user.click(asked.response, custom_id=offered[1].custom_id)
    assert sum(await ready(world, 3)) == 1
    assert not any(await ready(world, 1) + await ready(world, 2))


async def test_what_is_legal_in_one_of_them_alone_is_done_there(world: World) -> None:
    ada, berk = await three(world)
    for person in (ada, berk):
        await typed(person, "scout act", action="keep", match=1)
    live = await world.live(1)
    seat = live.view(None).turn
    assert seat is not None
    person = ada if live.row.seats[seat - 1].name == "Ada" else berk
    seen = live.view(seat)
    show = next(one for one in views.legal_actions(seen) if isinstance(one, Show))
    answer = await typed(person, "scout act", action=written(seen, show))
    assert "You showed" in text(answer.response)
    assert len((await world.live(1)).view(None).history) == 1
    refused = await typed(person, "scout act", action="dance")
    assert not [one for one in controls(refused.response) if one.click.verb is Verb.DO]


async def test_where_a_match_is_played_that_match_is_meant(world: World) -> None:
    ada, berk = world.people(2)
    for match in (1, 2):
        channel = world.guild.create_text_channel(f"place {match}")
        await ada.slash("scout play", channel=channel, seats=2)
        await berk.press(await world.message("lobby", match), "Join")
        await ada.press(await world.message("lobby", match), "Start")
    answer = await ada.slash("scout act", channel=channel, action="keep")
    assert "You kept" in text(answer.response)
    assert sum(await ready(world, 2)) == 1
