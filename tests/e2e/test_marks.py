"""Every control of a match carries the match's mark, and none acts in another of its number."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from simcord.components import walk_components

from bot.host.mailbox import NOT_KEPT
from bot.host.presence import FROM_ANOTHER
from bot.match import ids
from bot.match.ids import Click, Numbered, Verb
from tests.e2e.test_matches import started
from tests.e2e.world import Control, World, controls, text


def ids_of(components: list[dict[str, object]]) -> list[str]:
    return [part["custom_id"] for part in walk_components(components) if part.get("custom_id")]


def orienting(hand: object, way: str) -> Control:
    [found] = [one for one in controls(hand) if one.click.args == (way,)]
    return found


def unmarked(custom_ids: list[str]) -> list[str]:
    """Those about a match that lack its mark."""
    matches = {one: ids.parse(one).match for one in custom_ids}
    return [one for one, match in matches.items() if match is not None and not match.mark]


async def test_every_control_of_a_match_carries_its_mark(world: World) -> None:
    people = await started(world, 3, 2, rounds=1, pace="relaxed")
    ada = people[0]
    pages = [
        (await ada.slash(command)).response
        for command in ("scout hand", "scout table", "scout leave")
    ]
    table = await world.message("table")
    pages.append((await ada.click(table, Click(Verb.RULES, 1, None, ("0",)).custom_id)).response)
    await ada.slash("scout preferences")
    await ada.click(pages[1], Click(Verb.VOTE, 1, None, ("pause", "yes")).custom_id)
    await people[1].click(await world.message("table"), Click(Verb.NUDGE, 1).custom_id)
    await world.play_to_the_end(people)
    final = await world.message("final")
    pages.append((await ada.click(final, Click(Verb.FAIRNESS, 1).custom_id)).response)
    replay = (await ada.slash("scout replay", match=1)).response
    matches = (await ada.slash("scout matches")).response
    sent = [
        stored.components
        for channel in world.env.backend.messages.values()
        for stored in channel.values()
    ]
    found = [one for page in (*pages, replay, matches) for one in ids_of(page.components)]
    found += [one for components in sent for one in ids_of(components)]
    verbs = {ids.parse(one).verb for one in found}
    assert verbs >= {Verb.VOTE, Verb.QUIT, Verb.REPLAY, Verb.RECORD, Verb.FAIRNESS, Verb.REMATCH}
    assert unmarked(found) == []
    [listed] = [one for one in controls(matches) if one.click.verb is Verb.REPLAYS]
    assert [ids.read_word(value).mark for value in listed.values] == [
        (await world.live()).number.mark
    ]


async def test_a_hand_of_a_match_that_was_lost_acts_in_no_other(
    world: World, tmp_path: Path
) -> None:
    ada = world.person("Ada")
    await world.back_up(tmp_path / "night.sqlite3")
    await ada.slash("scout play", computers=2, pace="untimed")
    lost, old = await world.live(), ada.hand()
    assert old is not None
    await world.put_back(tmp_path / "night.sqlite3")

    gone = await world.forge(ada, old, controls(old)[0].custom_id)
    assert text(gone.response) == NOT_KEPT
    await ada.slash("scout play", computers=2, pace="untimed")
    now = await world.live()
    assert now.id == lost.id
    assert now.row.commitment != lost.row.commitment
    of_the_match = [one for one in controls(old) if one.click.match is not None]
    assert len(of_the_match) >= 2
    for control in of_the_match:
        said = await world.forge(ada, old, control.custom_id)
        assert text(said.response) == FROM_ANOTHER, control
    assert (await world.live()) == now
    assert ada.hand().id != old.id
    await ada.click(ada.hand(), orienting(ada.hand(), "keep").custom_id)
    assert (await world.live()).head > now.head


async def test_a_lobby_that_was_lost_seats_nobody_in_another(world: World, tmp_path: Path) -> None:
    ada, berk = world.people(2)
    await world.back_up(tmp_path / "night.sqlite3")
    await ada.slash("scout play", seats=3)
    old = await world.message("lobby")
    await world.put_back(tmp_path / "night.sqlite3")
    await ada.slash("scout play", seats=3)
    before = await world.row()
    for verb in (Verb.JOIN, Verb.ADD_COMPUTER, Verb.CANCEL):
        said = await berk.click(old, Click(verb, 1).custom_id)
        assert text(said.response) == FROM_ANOTHER
    assert await world.row() == before
    await berk.click(await world.message("lobby"), Click(Verb.JOIN, 1).custom_id)
    assert len((await world.row()).seats) == 2


async def test_a_list_that_was_made_before_opens_no_other_matchs_replay(
    world: World, tmp_path: Path
) -> None:
    ada = world.person("Ada")
    await world.back_up(tmp_path / "night.sqlite3")
    await ada.slash("scout play", computers=1, rounds=1)
    await world.play_to_the_end([ada])
    old = (await ada.slash("scout matches")).response
    [chooses] = [one for one in controls(old) if one.click.verb is Verb.REPLAYS]
    await world.put_back(tmp_path / "night.sqlite3")
    await ada.slash("scout play", computers=1, rounds=1)
    await world.play_to_the_end([ada])
    said = await world.forge(ada, await world.message("final"), chooses.custom_id, chooses.values)
    assert text(said.response) == FROM_ANOTHER


async def test_a_button_from_before_there_were_marks_is_taken_at_its_word(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=2, pace="untimed")
    before, hand = await world.live(), ada.hand()
    keep = replace(orienting(hand, "keep").click, match=Numbered(1))
    await world.forge(ada, hand, keep.custom_id)
    assert (await world.live()).head > before.head
