"""Leaderboards, profiles, matches and replays, as people see and use them."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import discord
import pytest
from sqlalchemy.engine import Connection

from bot.base import times
from bot.match.ids import Click, Verb
from bot.publish.refusals import Meaning
from data.matches.models import MatchOptions
from data.standings import recount
from engine import record
from tests.data import factory
from tests.data.standings.test_standings import derived
from tests.e2e.world import Person, World, controls, text

HOUR = 3_600_000


async def play(
    world: World, *people: Person, levels: tuple[str, ...] = (), seed: int = 1, **options: Any
) -> int:
    """A match that these people have played to its end; its number."""
    ids = [person.user.id - factory.DISCORD for person in people]
    names = {number: person.name for number, person in zip(ids, people, strict=True)}
    now = times.now()
    match_id, _ = await world.bot.parts.desk.db.write(
        lambda conn: factory.finished(
            conn,
            *ids,
            levels=levels,
            seed=seed,
            at=now,
            guild=world.guild.id,
            options=MatchOptions(**options),
            names=names,
        )
    )
    return match_id


def menu(message: Any, verb: Verb, last: str | None = None) -> Any:
    """The menu of a verb, by its last argument."""
    [found] = [
        one
        for one in controls(message)
        if one.click.verb is verb and one.values and (last is None or one.click.args[-1] == last)
    ]
    return found


async def choose(person: Person, message: Any, control: Any, value: str) -> Any:
    answer = await person.choose(message, control.custom_id, value)
    return answer.response


async def press(person: Person, message: Any, label: str) -> Any:
    return (await person.press(message, label)).response


async def test_nobody_has_played_yet(world: World) -> None:
    ada = world.person("Ada")
    board = await ada.slash("scout leaderboard")
    assert board.ephemeral
    assert "Nobody stands here yet" in text(board.response)
    assert "no rated match here" in text(board.response)
    profile = await ada.slash("scout profile")
    assert profile.ephemeral
    assert "No match played to its end" in text(profile.response)
    assert "No match is over yet" in text((await ada.slash("scout matches")).response)
    replay = await ada.slash("scout replay", match=1)
    assert "no match 1" in text(replay.response)


async def test_the_leaderboard_names_everybody_and_oneself(world: World) -> None:
    ada, berk, cem = world.people(3)
    await play(world, ada, berk, levels=("expert",))
    board = (await ada.slash("scout leaderboard")).response
    lines = text(board).splitlines()
    assert sum("1\\." in line or "2\\." in line for line in lines) == 2
    assert any("Ada" in line for line in lines)
    assert any("Berk" in line for line in lines)
    assert "provisional" in text(board)
    assert "expert" in text(board)
    [picture] = board.attachments
    assert "Ada" in picture.description
    stranger = (await cem.slash("scout leaderboard")).response
    assert "no rated match here" in text(stranger)


async def test_every_order_time_and_minimum_can_be_chosen(world: World) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    await play(world, ada, levels=("easy",), seed=2)
    board = (await ada.slash("scout leaderboard")).response
    for part in ("order", "span", "least"):
        for value in menu(board, Verb.BOARD, part).values:
            board = await choose(ada, board, menu(board, Verb.BOARD, part), value)
            assert "Leaderboard" in text(board)
    # At the end: alone against computers, this week, at least 100 matches.
    assert "Nobody stands here yet" in text(board)
    assert "too few matches" in text(board)
    board = await choose(ada, board, menu(board, Verb.BOARD, "least"), "1")
    assert "1 match alone" in text(board)
    assert "Berk" not in text(board)


async def test_pages_turn_and_the_own_line_stays(world: World) -> None:
    people = [world.person(f"Player {n}") for n in range(1, 13)]
    for n, (one, other) in enumerate(zip(people[::2], people[1::2], strict=True)):
        await play(world, one, other, seed=n)
    board = (await people[0].slash("scout leaderboard")).response
    page_one = text(board)
    assert "page 1 of 2" in page_one
    last = await press(people[0], board, "Next")
    assert "page 2 of 2" in text(last)
    names = {person.name for person in people}
    both = page_one.splitlines() + text(last).splitlines()
    seen = {name for name in names if any(f"{name}\u2069" in line for line in both)}
    assert seen == names
    for person in people[:4]:
        for page in (1, 2):
            shown = text((await person.slash("scout leaderboard", page=page)).response)
            assert f"{person.name}\u2069" in shown
    first = await press(people[0], last, "Previous")
    assert text(first) == page_one


async def test_who_left_the_server_is_hidden_until_they_are_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    world.guild.remove_member(berk.member)
    # What was learnt today holds for a day.
    assert "Berk" in text((await ada.slash("scout leaderboard")).response)
    later = times.now() + 25 * HOUR
    monkeypatch.setattr(times, "now", lambda: later)
    gone = text((await ada.slash("scout leaderboard")).response)
    assert "Berk" not in gone
    assert "Ada" in gone
    berk.member = world.guild.add_member(berk.user)
    assert "2\\." in text((await berk.slash("scout leaderboard")).response)
    assert "Berk" in text((await ada.slash("scout leaderboard")).response)


async def test_look_ups_for_a_board_are_calls_like_any_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    later = times.now() + 25 * HOUR
    monkeypatch.setattr(times, "now", lambda: later)
    gate = world.bot.desk.publisher.post.gate
    before = gate.made["member"]
    await ada.slash("scout leaderboard")
    assert gate.made["member"] == before + 2
    # Where Discord doesn't say who is there, nobody is taken for gone.
    later += 25 * HOUR
    world.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001, times=None)
    board = (await ada.slash("scout leaderboard")).response
    assert "Berk" in text(board)
    assert gate.failed["member", Meaning.PLACE_CLOSED] == 2


async def test_profiles_of_oneself_of_others_and_of_strangers(world: World) -> None:
    ada, berk, cem = world.people(3)
    await play(world, ada, berk)
    await play(world, ada, berk, cem, seed=2, rated=False)
    mine = (await ada.slash("scout profile")).response
    for said in ("Rating", "Longest Show", "2 players", "How they play", "2 matches, 5 rounds"):
        assert said in text(mine), said
    [picture] = mine.attachments
    assert "Rating" in picture.description
    theirs = (await ada.slash("scout profile", person=berk.member)).response
    assert "Berk" in text(theirs)
    unrated = (await ada.slash("scout profile", person=cem.member)).response
    assert "No rating from matches with others yet" in text(unrated)
    stranger = world.person("Duru")
    nothing = (await ada.slash("scout profile", person=stranger.member)).response
    assert "No match played to its end" in text(nothing)
    matches = await press(ada, theirs, "Matches")
    assert "Matches of" in text(matches)


async def test_matches_are_listed_newest_first(world: World) -> None:
    ada, berk, cem = world.people(3)
    for n in range(11):
        await play(world, ada, berk if n % 2 else cem, seed=n, rated=n > 0)
    listed = (await ada.slash("scout matches")).response
    page_one = text(listed)
    numbers = [line.split("**")[1] for line in page_one.splitlines() if "**" in line]
    assert numbers == [str(n) for n in range(11, 1, -1)]
    older = await press(ada, listed, "Older")
    assert "**1**" in text(older)
    assert "unrated" in text(older)
    newer = await press(ada, older, "Newer")
    assert text(newer) == page_one
    theirs = (await ada.slash("scout matches", person=berk.member)).response
    assert "5 matches" in text(theirs)
    stranger = world.person("Duru")
    none = (await ada.slash("scout matches", person=stranger.member)).response
    assert "No match is over yet" in text(none)
    chooses = menu(listed, Verb.REPLAYS)
    [seventh] = [value for value in chooses.values if value.startswith("7.")]
    replay = await choose(ada, listed, chooses, seventh)
    assert "Match 7" in text(replay)


@pytest.mark.parametrize(("players", "stride"), [(2, 1), (5, 23)])
async def test_a_replay_steps_through_the_whole_match(
    world: World, players: int, stride: int
) -> None:
    people = world.people(players)
    match = await play(world, *people)
    row = await world.bot.parts.desk.db.read(lambda conn: factory.stored(conn, match))
    outsider = world.person("Zeynep")
    shown = (await outsider.slash("scout replay", match=match)).response
    assert "round 1, step 1 of" in text(shown)
    assert "starts" in text(shown)
    assert "Fair deal ✓" in str(shown.components)
    steps = int(text(shown).split("step 1 of ")[1].split()[0])
    for step in (*range(2, steps, stride), steps):
        if stride == 1:
            shown = await press(outsider, shown, "Next")
        else:
            to = Click(Verb.REPLAY, match, None, ("b", str(step - 1))).custom_id
            shown = (await world.forge(outsider, shown, to)).response
        assert f"step {step} of {steps}" in text(shown)
        [picture] = shown.attachments
        assert all(person.name in picture.description for person in people)
    totals = re.findall(r"points (-?\d+)\.", shown.attachments[0].description)
    assert totals == [str(seat.points) for seat in row.seats]
    back = await press(outsider, shown, "Back")
    assert f"step {steps - 1} of" in text(back)
    earlier = await press(outsider, back, "« Round")
    assert f"round {row.rounds}, step" in text(earlier)
    jumped = await choose(outsider, earlier, menu(earlier, Verb.REPLAY), "0")
    assert "round 1, step 1 of" in text(jumped)
    later = await press(outsider, jumped, "Round »")
    assert "round 2, step" in text(later)


async def test_the_jump_menu_holds_every_action_of_a_short_round(world: World) -> None:
    ada, berk = world.people(2)
    match = await play(world, ada, berk)
    shown = (await ada.slash("scout replay", match=match)).response
    values = menu(shown, Verb.REPLAY).values
    for value in values[:3]:
        there = await choose(ada, shown, menu(shown, Verb.REPLAY), value)
        assert f"step {int(value) + 1} of" in text(there)


async def test_a_replay_has_the_record_and_says_how_to_check_it(world: World) -> None:
    ada, berk = world.people(2)
    match = await play(world, ada, berk)
    shown = (await ada.slash("scout replay", match=match)).response
    answer = await ada.press(shown, "Record")
    [file] = answer.response.attachments
    kept = (await file.read()).decode()
    read = record.read(kept)
    assert record.canonical(read.record) == kept
    assert read.match.over
    explained = (await ada.press(shown, "Fair deal ✓")).response
    assert read.record.fair_play.secret in text(explained)
    assert "sha256sum" in text(explained)
    assert "✅" in text(explained)


async def test_a_result_leads_to_the_replay_and_stays_as_it_is(world: World) -> None:
    ada, berk = world.people(2)
    await ada.slash("scout play", computers=1, rounds=1)
    await world.play_to_the_end([ada])
    result = await world.message("final")
    assert (await world.row()).commitment not in text(result)
    before = text(result)
    shown = await berk.press(result, "Replay")
    assert shown.ephemeral
    assert "step 1 of" in text(shown.response)
    forward = await berk.press(shown.response, "Next")
    assert "step 2 of" in text(forward.response)
    explained = await berk.press(result, "Fair deal ✓")
    assert explained.ephemeral
    assert "✅" in text(explained.response)
    assert text(world.fresh(result)) == before


async def test_a_replay_says_if_the_deals_do_not_check(world: World) -> None:
    from data.matches import matches

    ada, berk = world.people(2)
    match = await play(world, ada, berk)
    await world.bot.parts.desk.db.write(lambda conn: matches.change(conn, match, start_id="42"))
    shown = (await ada.slash("scout replay", match=match)).response
    assert "do **not** follow" in text(shown)


async def test_a_match_that_is_on_or_elsewhere_is_not_shown(world: World) -> None:
    ada, berk = world.people(2)
    match = await play(world, ada, berk)
    await ada.slash("scout play", computers=2)
    live = match + 1
    assert (await world.row(live)).status == "playing"
    for number in (live, 99):
        refused = await berk.slash("scout replay", match=number)
        assert f"no match {number}" in text(refused.response)
    shown = (await ada.slash("scout replay", match=match)).response
    for verb in (Verb.RECORD, Verb.REPLAY):
        args = ("b", "3") if verb is Verb.REPLAY else ()
        forged = await world.forge(ada, shown, Click(verb, live, None, args).custom_id)
        assert f"no match {live}" in text(forged.response)
    explained = await world.forge(ada, shown, Click(Verb.FAIRNESS, live).custom_id)
    secret = await world.bot.parts.desk.db.read(lambda conn: (factory.stored(conn, live)).secret)
    assert secret not in text(forged.response) + text(explained.response)
    assert "shown when the match is over" in text(explained.response)
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("general")
    outsider = elsewhere.add_member(world.env.create_user("Out"))
    refused = await outsider.slash(channel, "scout replay", match=match)
    assert f"no match {match}" in text(refused.response)
    # Who played it may look at it anywhere, in a direct message as well.
    assert "step 1 of" in text((await ada.user.slash("scout replay", match=match)).response)


@pytest.mark.parametrize(
    "custom_id",
    [
        "s1:board:-:-:rating:all:1",
        "s1:board:-:-:luck:all:1:1",
        "s1:board:-:-:rating:decade:1:1",
        "s1:board:-:-:rating:all:0:1",
        "s1:board:-:-:rating:all:1:99999999999999999999",
        "s1:board:-:-:rating:all:1:1:order",
        "s1:board:-:-:rating:all:1:1:colour",
        "s1:matches:-:-:1",
        "s1:matches:-:-:x:1",
        "s1:matches:-:-:1:99999999999999999999",
        "s1:replay:1:-",
        "s1:replay:1:-:x",
        "s1:replay:-:-:b:1",
        "s1:replay:9999999999999999999:-:b:1",
        "s1:replays:-:-",
        "s1:fairness:-:-",
        "s1:record:-:-",
        "s1:privacy:-:-",
        "s1:privacy:-:-:everything",
    ],
)
async def test_what_no_button_of_ours_says_is_answered_shortly(
    world: World, custom_id: str
) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    shown = (await ada.slash("scout leaderboard")).response
    answer = await world.forge(ada, shown, custom_id)
    assert answer.ephemeral
    assert "never one of ours" in text(answer.response)


async def test_the_latest_matches_are_offered_while_typing(world: World) -> None:
    ada, berk = world.people(2)
    for n in range(3):
        await play(world, ada, berk, seed=n)
    offered = await ada.member.autocomplete(world.channel, "scout replay", "match", "")
    assert [choice["value"] for choice in offered] == [3, 2, 1]
    assert "Berk" in offered[0]["name"]


async def test_standings_need_a_server(world: World) -> None:
    ada = world.person("Ada")
    for command in ("leaderboard", "profile", "matches"):
        answer = await ada.user.slash(f"scout {command}")
        assert "server" in text(answer.response)


async def test_whatever_the_names_everything_fits(world: World) -> None:
    wild = ["*" * 32, "`" * 32, "@everyone" + "_" * 23, "\u202e" + "|" * 31, "[a](http://b)" * 2]
    people = [world.person(name) for name in wild]
    for seed in range(10):
        match = await play(world, *people, seed=seed)
    for command in ("leaderboard", "matches", "profile"):
        shown = await people[0].slash(f"scout {command}")
        assert "@everyone" not in text(shown.response)
    shown = (await people[0].slash("scout replay", match=match)).response
    last = menu(shown, Verb.REPLAY).values[-1]
    assert "@everyone" not in text(await choose(people[0], shown, menu(shown, Verb.REPLAY), last))


async def test_those_who_want_text_get_no_pictures(world: World) -> None:
    from data.people import players
    from data.people.models import Preferences

    ada, berk = world.people(2)
    match = await play(world, ada, berk)

    def unit(conn: Connection) -> None:
        me = players.find(conn, ada.user.id)
        assert me is not None
        players.set_preferences(conn, me.id, Preferences(text_only=True))

    await world.bot.parts.desk.db.write(unit)
    for command in ("leaderboard", "profile"):
        assert not (await ada.slash(f"scout {command}")).response.attachments
    shown = (await ada.slash("scout replay", match=match)).response
    assert not shown.attachments
    assert "Active set" in text(shown)


async def test_moderators_void_matches_and_take_the_standings_along(world: World) -> None:
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    moderator = world.person("Mo", roles=[role])
    ada, berk = world.people(2)
    first = await play(world, ada, berk)
    await play(world, ada, berk, seed=2)
    answer = await moderator.slash("scout-admin standings")
    [file] = answer.response.attachments
    rows = list(csv.reader(io.StringIO((await file.read()).decode("utf-8-sig"))))
    assert rows[0][:3] == ["place", "name", "rating"]
    assert {row[1] for row in rows[1:]} == {"Ada", "Berk"}
    voided = await moderator.slash("scout-admin void", match=first)
    assert "doesn't count any more" in text(voided.response)
    assert "voided" in text((await ada.slash("scout matches")).response)

    await world.env.settle()
    assert await world.bot.parts.desk.db.read(recount.asked) == ()
    before = await world.bot.parts.desk.db.read(derived)
    assert await world.bot.parts.desk.db.write(factory.rebuild_all) == 1
    assert await world.bot.parts.desk.db.read(derived) == before


async def test_the_result_of_a_voided_match_says_so(world: World) -> None:
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    ada = world.person("Ada", roles=[role])
    await ada.slash("scout play", computers=1, rated=True)
    await world.play_to_the_end([ada])
    result = await world.message("final")
    assert "Ratings: " in text(result)
    await ada.slash("scout-admin void", match=1)
    voided = text(world.fresh(result))
    assert "A moderator voided it" in voided
    assert "Ratings: " not in voided
    assert [file.filename for file in world.fresh(result).attachments]
