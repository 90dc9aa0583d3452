"""The bot of today on a database of the last released version: its matches go on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from bot.match.ids import Click, Verb
from bot.match.live import Live
from bot.match.typed import written
from engine import Show, legal_actions
from engine.views import View
from tests.data.store import released
from tests.e2e.world import Person, World, text


async def opened(world: World, tmp_path: Path) -> dict[str, Person]:
    """Today's bot on that database; its people."""
    people = {name: world.person(name) for name in released.PEOPLE}
    # The simulated Discord gives ids by its clock: the server and people of then are those of now.
    now = {then: people[name].user.id for name, then in released.PEOPLE.items()}
    released.put(tmp_path / "released", now | {released.GUILD: world.guild.id})
    await world.put_back(tmp_path / "released")
    return people


def on_turn(live: Live, people: dict[str, Person]) -> tuple[Person, int]:
    """Whoever must act, and their seat; of two who must choose, the one."""
    seat = min(live.playing.awaited())
    return people[live.names[seat - 1].text], seat


def choice(live: Live, seat: int, rng: random.Random) -> str:
    """Something legal, a Show if there is one; as it is typed."""
    legal = legal_actions(live.playing.match, seat)
    shows = [one for one in legal if isinstance(one, Show)]
    seen: View = live.view(seat)
    return written(seen, rng.choice(shows or list(legal)))


async def play_on(world: World, people: dict[str, Person], match: int) -> Any:
    """Play a match to its end by typing; its row."""
    rng = random.Random(match)
    for _ in range(500):
        live = await world.live(match)
        if not live.on:
            return await world.row(match)
        person, seat = on_turn(live, people)
        await person.slash("scout act", action=choice(live, seat, rng), match=match)
    raise AssertionError("the match doesn't end")


async def test_matches_of_the_last_release_are_played_to_their_end(
    world: World, tmp_path: Path
) -> None:
    people = await opened(world, tmp_path)
    person, _ = on_turn(await world.live(released.PLAYING), people)
    hand = (await person.slash("scout hand", match=released.PLAYING)).response
    assert "your turn" in text(hand).lower()
    assert (await play_on(world, people, released.PLAYING)).status == "finished"

    # A button of then has no mark, and acts.
    berk, dealt = people["Berk"], await world.live(released.DEALT)
    page = (await berk.slash("scout hand", match=released.DEALT)).response
    seat = dealt.seat_of((await world.bot.desk.people.find(berk.user.id)).id)
    keep = Click(Verb.ORIENT, released.DEALT, dealt.decision(seat), ("keep",)).custom_id
    assert keep.startswith("s1:orient:8:1.0:")
    await world.forge(berk, page, keep)
    assert (await world.live(released.DEALT)).head > dealt.head
    assert (await play_on(world, people, released.DEALT)).status == "finished"


async def test_what_stood_still_stands_still_and_lobbies_are_open(
    world: World, tmp_path: Path
) -> None:
    people = await opened(world, tmp_path)
    assert (await world.live(released.PAUSED)).playing.paused
    for name in ("Ada", "Cem"):
        page = (await people[name].slash("scout table", match=released.PAUSED)).response
        agree = Click(Verb.VOTE, released.PAUSED, None, ("resume", "yes")).custom_id
        await world.forge(people[name], page, agree)
    assert not (await world.live(released.PAUSED)).playing.paused
    assert (await play_on(world, people, released.PAUSED)).status == "finished"

    assert (await world.row(released.LOBBY)).status == "lobby"
    replay = (await people["Cem"].slash("scout replay", match=1)).response
    assert "round 1, step 1 of" in text(replay)
    board = (await people["Cem"].slash("scout leaderboard")).response
    assert "Ada" in text(board)
