"""What people decide together: proposals, who must agree, until when, and what is told of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.base.times import DAY, HOUR, MINUTE
from bot.host import clock, daily
from bot.match.ids import Click, Verb
from tests.e2e.test_matches import check_end, started
from tests.e2e.world import Person, World, controls, text


@pytest.fixture
def few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Days pass in few looks of the clock."""
    for module in (clock, daily):
        monkeypatch.setattr(module, "LONGEST_S", 3 * 3600)


async def pass_ms(world: World, ms: int) -> None:
    await world.env.advance_time(ms / 1000)


async def propose(person: Person, label: str) -> Any:
    answer = await person.slash("scout table")
    return await person.press(answer.response, label)


async def vote(world: World, person: Person, about: str, label: str) -> Any:
    return await person.press(await world.message(f"vote-{about}"), label)


async def playing(world: World) -> Any:
    return (await world.live()).playing


async def test_a_pause_by_agreement_stops_the_clock(world: World) -> None:
    ada, berk = await started(world, 2, 2, pace="live")
    await propose(ada, "Propose a pause")
    message = await world.message("vote-pause")
    assert not (await playing(world)).paused
    await berk.press(message, "Agree")
    assert (await playing(world)).paused
    said = text(world.fresh(message))
    assert "Ada" in said.splitlines()[0]
    assert "Agreed: the match is paused." in said
    agreed = next(line for line in said.splitlines() if line.startswith("Agreed: \u2068"))
    assert "Ada" in agreed
    assert "Berk" in agreed
    assert not controls(world.fresh(message))
    await world.env.advance_time(3600)
    assert (await world.live()).view(None).phase == "orient"
    await propose(ada, "Propose to go on")
    await vote(world, berk, "resume", "Agree")
    assert not (await playing(world)).paused
    await world.env.advance_time(91)
    assert (await world.live()).view(None).phase == "play"


async def test_a_no_withdraws_the_proposal_and_it_is_told_whose_it_was(world: World) -> None:
    ada, berk = await started(world, 2, 2)
    await propose(ada, "Propose a pause")
    message = await world.message("vote-pause")
    await berk.press(message, "Disagree")
    assert not (await playing(world)).paused
    said = text(world.fresh(message))
    assert "Against: \u2068Berk" in said
    assert "Not agreed" in said
    assert not controls(world.fresh(message))


async def test_a_proposal_mentions_those_whose_vote_it_needs_and_nobody_else(
    world: World,
) -> None:
    ada, berk, cem = await started(world, 3, 3)
    await propose(ada, "Propose a pause")
    message = await world.message("vote-pause")
    assert {user.id for user in message.mentions} == {berk.user.id, cem.user.id}
    for person in (berk, cem):
        assert person.user.mention in text(message)
    assert ada.user.mention not in text(message)
    [sent] = [
        one.json
        for one in world.env.http_requests
        if one.method == "POST" and "proposes to pause" in str(one.json)
    ]
    asked = {str(berk.user.id), str(cem.user.id)}
    assert set(map(str, sent["allowed_mentions"]["users"])) == asked
    assert sent["allowed_mentions"].get("parse", []) == []
    await berk.press(message, "Agree")
    assert berk.user.mention not in text(world.fresh(message)), "they have answered"


async def test_in_a_rated_match_the_hosts_end_is_a_proposal_like_anyones(world: World) -> None:
    ada, berk = await started(world, 2, 2)
    assert (await world.live()).counts
    answer = await propose(ada, "Propose to end it")
    assert "Berk" in text(answer.response)
    assert (await world.row()).status == "playing", "one person takes no result from the others"
    message = await world.message("vote-end")
    assert "2 of you must agree" in text(message)
    await berk.press(message, "Disagree")
    assert (await world.row()).status == "playing"
    await propose(berk, "Propose to end it")
    await vote(world, ada, "end", "Agree")
    row = await world.row()
    assert (row.status, row.end_reason) == ("ended", "agreed")


async def test_more_than_half_of_the_persons_seated_end_a_rated_match(world: World) -> None:
    ada, berk, cem = await started(world, 4, 3)
    await propose(ada, "Propose to end it")
    message = await world.message("vote-end")
    await berk.press(message, "Disagree")
    assert (await world.row()).status == "playing", "two of three may still agree"
    await cem.press(message, "Agree")
    assert (await world.row()).end_reason == "agreed"
    said = text(world.fresh(message))
    agreed = next(line for line in said.splitlines() if line.startswith("Agreed: \u2068"))
    assert "Ada" in agreed
    assert "Cem" in agreed
    assert "Against: \u2068Berk" in said
    assert "Agreed: the match is over." in said


async def test_silence_ends_no_rated_match(world: World, few_looks: None) -> None:
    ada, _ = await started(world, 2, 2, pace="untimed")
    await propose(ada, "Propose to end it")
    message = await world.message("vote-end")
    await pass_ms(world, DAY + MINUTE)
    assert (await world.row()).status == "playing"
    said = text(world.fresh(message))
    assert "too few answered" in said
    assert "No answer: \u2068Berk" in said


async def test_elsewhere_the_host_ends_the_match_asked_once_more(world: World) -> None:
    ada, berk = await started(world, 2, 2, rated=False)
    asked = await propose(ada, "End the match")
    assert (await world.row()).status == "playing"
    assert "for everybody?" in text(world.fresh(asked.response))
    await ada.press(world.fresh(asked.response), "End it")
    row = await world.row()
    assert (row.status, row.end_reason) == ("ended", "host")
    assert "The host ended it" in text(await world.message("final"))
    del berk


async def test_a_vote_that_the_host_cut_short_tells_so(world: World) -> None:
    ada, berk = await started(world, 2, 2, rated=False)
    await propose(berk, "Propose a pause")
    message = await world.message("vote-pause")
    asked = await propose(ada, "End the match")
    await ada.press(world.fresh(asked.response), "End it")
    said = text(world.fresh(message))
    assert "Ada\u2069, the host, ended the match." in said
    assert "Agreed: \u2068Berk" in said
    assert not controls(world.fresh(message))


async def test_the_only_persons_end_asks_whether_they_leave(world: World) -> None:
    [ada] = await started(world, 2, 1)
    asked = await propose(ada, "End the match")
    assert "Leave match 1 for good?" in text(world.fresh(asked.response))
    assert (await world.row()).status == "playing"


@pytest.mark.parametrize("pace", ["live", "untimed"])
async def test_who_does_not_answer_counts_as_absent(
    world: World, few_looks: None, pace: str
) -> None:
    ada, berk, cem = await started(world, 3, 3, pace=pace, rated=False)
    for person in (ada, berk, cem):
        await person.act(random.Random(1))
    if pace == "live":
        await propose(ada, "Propose a pause")
        await vote(world, berk, "pause", "Agree")
        await vote(world, cem, "pause", "Agree")
        assert (await playing(world)).paused
        about = "resume"
        await propose(ada, "Propose to go on")
    else:
        about = "pause"
        await propose(ada, "Propose a pause")
    message = await world.message(f"vote-{about}")
    assert "counts as absent" in text(message)
    await berk.press(message, "Agree")
    await pass_ms(world, 3 * MINUTE if pace == "live" else DAY)
    assert (await playing(world)).paused is (about == "pause")
    said = text(world.fresh(message))
    assert "No answer: \u2068Cem" in said
    assert not controls(world.fresh(message))


async def test_a_nudge_reaches_whose_vote_is_awaited_while_paused_too(world: World) -> None:
    ada, berk, cem = await started(world, 3, 3, pace="untimed")
    nudge = Click(Verb.NUDGE, 1).custom_id
    await propose(ada, "Propose a pause")
    for person in (berk, cem):
        await vote(world, person, "pause", "Agree")
    nobody = await world.forge(ada, await world.message("table"), nudge)
    assert "nobody to nudge" in text(nobody.response)
    await propose(ada, "Propose to go on")
    await vote(world, berk, "resume", "Agree")
    answer = await world.forge(ada, await world.message("table"), nudge)
    assert "Cem" in text(answer.response)
    assert "Berk" not in text(answer.response)
    [thread] = world.channel.threads
    said = next(one for one in reversed(thread.history()) if "your vote" in text(one))
    assert [user.id for user in said.mentions] == [cem.user.id]
    assert (await world.message("vote-resume")).jump_url in str(said.components)


@pytest.mark.parametrize(
    ("pace", "lasts", "warned"),
    [("relaxed", DAY, HOUR), ("correspondence", 7 * DAY, DAY)],
)
async def test_an_agreed_pause_ends_by_itself_with_a_warning_before(
    world: World, few_looks: None, pace: str, lasts: int, warned: int
) -> None:
    ada, berk = await started(world, 2, 2, pace=pace)
    await propose(ada, "Propose a pause")
    await vote(world, berk, "pause", "Agree")
    await pass_ms(world, lasts - warned - MINUTE)
    assert "pause" not in [one.kind for one in await world.shown()]
    await pass_ms(world, 2 * MINUTE)
    message = await world.message("pause")
    assert {user.id for user in message.mentions} == {ada.user.id, berk.user.id}
    assert (await playing(world)).paused
    await pass_ms(world, warned)
    assert not (await playing(world)).paused
    assert "pause" not in [one.kind for one in await world.shown()]
    assert "The pause is over" in text(await world.message("table"))
    assert (await world.live()).view(None).phase == "orient", "each has their whole time"


async def test_a_moderators_pause_ends_by_nobodys_clock(world: World, few_looks: None) -> None:
    await started(world, 2, 2)
    await world.bot.parts.desk.endings.pause(1, "test:1", on=True)
    await pass_ms(world, 8 * DAY)
    assert (await playing(world)).paused


async def test_after_three_days_the_others_may_have_the_computer_play(
    world: World, few_looks: None
) -> None:
    ada, berk, cem = await started(world, 3, 3, pace="untimed", rounds=1)
    for person in (ada, berk):
        await person.act(random.Random(1))
    early = await world.forge(ada, await world.message("table"), "s1:vote:1:-:stand-in:yes")
    assert "waited for that long" in text(early.response)
    await pass_ms(world, 3 * DAY)
    table = await world.message("table")
    assert "hasn't acted for three days" in text(table)
    own = await world.forge(cem, table, "s1:vote:1:-:stand-in:yes")
    assert "waited for that long" in text(own.response)
    await ada.press(table, "Let the computer play")
    message = await world.message("vote-stand-in")
    assert [user.id for user in message.mentions] == [berk.user.id]
    await berk.press(message, "Agree")
    seat = next(one.seat for one in (await world.row()).seats if one.name == "Cem")
    assert (await playing(world)).seats[seat - 1].control == "stand-in"
    await cem.slash("scout hand")
    assert (await playing(world)).seats[seat - 1].control == "person", "they may come back"
    await world.play_to_the_end([ada, berk, cem])
    await check_end(world)


async def test_of_two_the_other_one_decides_alone(world: World, few_looks: None) -> None:
    ada, berk = await started(world, 2, 2, pace="untimed", rounds=1)
    await berk.act(random.Random(1))
    await pass_ms(world, 3 * DAY)
    await berk.press(await world.message("table"), "Let the computer play")
    seat = next(one.seat for one in (await world.row()).seats if one.name == "Ada")
    assert (await playing(world)).seats[seat - 1].control == "stand-in"
    await world.play_to_the_end([berk])
    await check_end(world)
    del ada
