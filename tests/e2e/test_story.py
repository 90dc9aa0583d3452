"""From their direct messages alone everybody knows at every turn what happened and how they stand.

What must be told is computed from the match's log by the engine, not by what tells it.
"""

from __future__ import annotations

import random

import pytest

from bot.match.ids import Click, Verb
from bot.texts import display_names, texts_for
from bot.texts.direction import FSI, PDI
from data.matches import log as stored
from engine import Match, Move, apply, new_match
from engine.events import PublicAction
from tests.e2e.test_matches import started
from tests.e2e.world import Person, World, controls, text


def plain(message: object) -> str:
    """What a message says, without the marks around names."""
    return bare(text(message)).replace("\N{MINUS SIGN}", "-")


def bare(said: str) -> str:
    return said.replace(FSI, "").replace(PDI, "")


class Chronicle:
    """What everybody could know of a match at its head, by the engine."""

    def __init__(self, names: tuple[str, ...], match: Match) -> None:
        self.names = names
        self.match = match
        self.since: dict[str, list[PublicAction]] = {name: [] for name in names}
        self.ended: list[Match] = []

    def note(self, entry: stored.Entry) -> None:
        if isinstance(entry, stored.Deal):
            self.match = apply(self.match, entry.engine_deal()).match
        elif isinstance(entry, stored.Action):
            applied = apply(self.match, Move(entry.seat, entry.engine_action()))
            self.match = applied.match
            self.since[self.names[entry.seat - 1]] = []
            for event in applied.events:
                if isinstance(event, PublicAction):
                    for name, since in self.since.items():
                        if name != self.names[entry.seat - 1]:
                            since.append(event)
            if self.match.round is not None and self.match.round.end is not None:
                self.ended.append(self.match)


async def chronicle(world: World) -> Chronicle:
    live = await world.live()
    row = live.row
    names = tuple(bare(name) for name in display_names(texts_for("en"), live.names))
    told = Chronicle(names, new_match(len(names), row.options.for_engine(len(names))))
    entries = await world.bot.parts.desk.db.read(lambda conn: stored.load(conn, 1))
    for one in entries:
        told.note(one.entry)
    return told


def told_on_turn(said: str, told: Chronicle, name: str) -> None:
    """Somebody's hand tells them all that they may want to know."""
    state = told.match.round
    assert state is not None
    assert f"round {state.number} of {told.match.options.rounds}" in said
    for done in told.since[name]:
        who = told.names[done.seat - 1]
        shown = " ".join(str(card.active) for card in done.shown)
        taken = str(done.scouted)
        if done.scouted is None:
            assert f"{who} showed {shown}" in said
        elif done.shown:
            assert f"{who} scouted {taken} and showed {shown}" in said
        else:
            assert f"{who} scouted {taken}" in said
    if state.phase == "orient":
        assert (state.number == 1) == (not told.ended)
        if told.ended:
            told_points(said, told)
        return
    for seat, (who, hand) in enumerate(zip(told.names, state.hands, strict=True), start=1):
        assert f"{'you' if who == name else who} **{len(hand)}**" in said
        if who == name:
            captured, tokens = state.captured[seat - 1], state.tokens[seat - 1]
            sure = told.match.totals[seat - 1] + captured + tokens
            assert f"{captured} captured + {tokens} Scout token" in said
            assert f"{sure} point" in said


def told_points(said: str, told: Chronicle) -> None:
    """Everybody's points of the last round, and in all."""
    match = told.ended[-1]
    assert match.round is not None
    for name, score, total in zip(told.names, match.round.scores(), match.totals, strict=True):
        signed = f"{score:+d}" if score else "0"
        assert f"{name} {signed}" in said
        if match.round.number > 1:
            assert f"({total})" in said


@pytest.mark.parametrize(("seats", "people"), [(2, 2), (3, 3), (4, 2)])
async def test_the_direct_messages_tell_the_match(world: World, seats: int, people: int) -> None:
    chance = random.Random(seats)
    players = await started(world, seats, people, pace="untimed", rounds=2)
    told = await chronicle(world)
    seen: set[int] = set()
    turns = 0
    while not told.match.over:
        asked = [one for one in players if one.hand() is not None]
        assert asked
        for person in asked:
            hand = person.hand()
            assert hand is not None
            if hand.id not in seen:
                seen.add(hand.id)
                turns += 1
                told_on_turn(plain(hand), told, person.name)
        assert await asked[0].act(chance)
        told = await chronicle(world)
    assert turns > 8
    for person in players:
        told_the_end(plain(person.dms()[-1]), told, person)
        history = [plain(one) for one in person.dms()]
        assert sum(one.startswith("### Round ") for one in history) == told.match.options.rounds
        assert not any(one.startswith("-#") for one in history)
        deciding = [c for one in person.dms() for c in controls(one) if c.click.decision]
        assert not deciding


def told_the_end(said: str, told: Chronicle, person: Person) -> None:
    """The last message says who won and by how much."""
    totals = told.match.totals
    mine = totals[told.names.index(person.name)]
    best = max(totals)
    winners = [name for name, total in zip(told.names, totals, strict=True) if total == best]
    if person.name in winners:
        others = sorted(totals)[-2]
        assert (
            ("You share the win" in said)
            if best == others
            else (f"You won, {best - others} point" in said)
        )
    else:
        assert f"won, {best - mine} point" in said
        assert all(name in said for name in winners)
    told_points(said, told)


async def test_the_outcome_has_a_rematch_a_link_and_the_rating(world: World) -> None:
    ada, berk = await started(world, 2, 2, pace="untimed")
    await world.play_to_the_end([ada, berk])
    final = await world.message("final")
    for person in (ada, berk):
        [outcome] = [one for one in person.dms() if "Rematch" in labels(one)]
        assert outcome.id == person.dms()[-1].id
        assert "Your rating: **" in plain(outcome)
        links = [item.url for row in outcome.components for item in buttons(row) if item.url]
        assert links == [final.jump_url]
    opened = await berk.press(berk.dms()[-1], "Rematch")
    assert (await world.row(2)).status == "lobby"
    assert opened.acknowledged
    row = await world.row(2)
    assert row.channel_id == world.channel.id
    assert {seat.name: seat.status for seat in row.seats} == {"Berk": "seated", "Ada": "invited"}


async def steps(world: World, person: Person, message: object, rng: random.Random) -> None:
    """Act in a hand that is open to the person alone."""
    wanted = (Verb.ORIENT, Verb.GAP, Verb.THEN_SHOW, Verb.SHOW, Verb.CARD)
    before = (await world.live()).head
    while (await world.live()).head == before:
        offered = {one.click.verb: one for one in controls(world.fresh(message))}
        await person.use(message, next(offered[verb] for verb in wanted if verb in offered), rng)


def buttons(part: object) -> list[object]:
    children = getattr(part, "children", None)
    if children is None:
        return [part] if hasattr(part, "url") and hasattr(part, "label") else []
    return [button for child in children for button in buttons(child)]


def labels(message: object) -> set[str]:
    return {one.label for one in controls(message)}


async def test_whoever_is_not_written_to_gets_no_outcome_either(world: World) -> None:
    ada = world.person("Ada")
    page = await ada.slash("scout preferences")
    [menu] = [one for one in controls(page.response) if "pings" in one.custom_id]
    await ada.choose(page.response, menu.custom_id, "channel")
    await ada.slash("scout play", computers=1, rounds=1)
    rng = random.Random(1)
    while (await world.row()).status == "playing":
        table = await world.message("table")
        window = await ada.click(table, Click(Verb.HAND, 1).custom_id)
        deciding = [one for one in controls(window.response) if one.click.decision]
        deciding = [
            one for one in deciding if one.click.verb in {Verb.ORIENT, Verb.SHOW}
        ] or deciding
        await ada.use(window.response, deciding[0], rng)
        while True:
            more = [
                c
                for c in controls(world.fresh(window.response))
                if c.click.verb in {Verb.GAP, Verb.THEN_SHOW}
            ]
            if not more:
                break
            await ada.use(window.response, more[0], rng)
    assert not [one for one in await world.shown() if one.kind == "outcome"]
    assert world.env.backend.dm_channels.get(ada.user.id) is None
