"""The daily deal, from the command to the closed board."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.engine import Connection

from bot.base import times
from bot.host.daily import LONGEST_S
from bot.match import replaying
from bot.match.ids import Verb
from bot.match.typed import written
from data.daily import days, deals
from data.matches import archive, log
from data.store import schema
from engine import KEEP, view
from engine.actions import parse
from tests.e2e.test_reviews import judging
from tests.e2e.world import SHOWING, Person, World, controls, text

TODAY = "2026-01-01"


@pytest.fixture(autouse=True)
def old_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulated Discord makes everybody's account at the beginning of its time."""
    monkeypatch.setattr(times, "made_at", lambda _: 0)


class Ahead:
    """A clock that can be put forward, as the bot's own timers need not be."""

    def __init__(self) -> None:
        self.by = 0


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Ahead:
    ahead, real = Ahead(), times.now
    monkeypatch.setattr(times, "now", lambda: real() + ahead.by)
    return ahead


async def two_days_later(world: World, ahead: Ahead) -> None:
    """Today's deal is closed."""
    ahead.by += 2 * times.DAY
    await world.env.advance_time(LONGEST_S + 1)


async def begun(person: Person) -> Any:
    """The message in which somebody plays today's deal, just begun."""
    page = (await person.slash("scout daily")).response
    return (await person.press(page, "Begin")).response


async def played(person: Person, message: Any, seed: int = 1) -> Any:
    """The message once they have played on, click by click, to the end."""
    rng = random.Random(seed)
    for _ in range(400):
        steps = [one for one in controls(message) if one.click.decision]
        if not steps:
            return message
        shows = [one for one in steps if one.click.verb in SHOWING]
        message = (await person.use(message, rng.choice(shows or steps), rng)).response
    raise AssertionError("the attempt doesn't end")


async def test_an_attempt_from_the_command_to_the_board(world: World) -> None:
    ada, berk = world.people(2)
    page = (await ada.slash("scout daily")).response
    assert page.ephemeral
    assert "Daily deal of 1 Jan" in text(page)
    assert "2 computers (medium)" in text(page)
    message = (await ada.press(page, "Begin")).response
    assert message.ephemeral
    assert "Keep or flip?" in text(message)
    over = await played(ada, message)
    assert "Your score:" in text(over)
    assert "Nobody" not in text(over)
    row = await world.row()
    assert (row.status, row.hidden, row.deal_id is not None) == ("finished", True, True)
    # Nothing of it was sent to anybody: no direct message, nothing in the channel.
    assert ada.dms() == []
    assert await world.shown() == ()
    # The other hears how many have finished it, and no name.
    page = (await berk.slash("scout daily")).response
    assert "1 has finished it here" in text(page)
    assert "Ada" not in text(page)


async def line(world: World, match: int) -> list[str]:
    """What was dealt and done in a match."""
    entries = await world.bot.parts.desk.db.read(lambda conn: log.load(conn, match))
    return [one.entry.model_dump_json() for one in entries]


async def follow(person: Person, match: int, own: list[str]) -> None:
    """Do what somebody else did."""
    for done in own:
        seen = (await person.world.bot.parts.desk.at_turn(match)).live.view(1)
        await person.slash("scout act", action=written(seen, parse(done)), match=match)


async def own_actions(world: World, match: int) -> list[str]:
    entries = await world.bot.parts.desk.db.read(lambda conn: log.load(conn, match))
    return [
        one.entry.text
        for one in entries
        if isinstance(one.entry, log.Action) and one.entry.seat == 1
    ]


async def test_who_does_the_same_meets_the_same_computers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk, cem = world.people(3)
    await played(ada, await begun(ada))
    own = await own_actions(world, 1)
    # Berk's bot is killed before every fourth action; all he needs stands in the database.
    await begun(berk)
    for number, done in enumerate(own):
        if number % 4 == 1:
            await world.restart()
        await follow(berk, 2, [done])
    assert await line(world, 2) == await line(world, 1)
    # Cem's bot was updated, and its computers would do otherwise; what stands in the book is done.
    monkeypatch.setattr("bot.workers.thinking._steady", lambda *_: KEEP)
    await begun(cem)
    await follow(cem, 3, own)
    assert await line(world, 3) == await line(world, 1)


async def test_two_first_clicks_make_one_attempt(world: World) -> None:
    ada = world.person("Ada")
    page = (await ada.slash("scout daily")).response
    begin = next(one for one in controls(page) if one.click.args[:1] == ("begin",))
    clicks = [await world.emit_click(ada, page, begin.custom_id) for _ in range(2)]
    await world.env.settle()
    assert all("Keep or flip?" in text(click.response) for click in clicks)
    assert await world.row(2) is None


async def test_nothing_is_told_of_a_deal_that_others_may_still_play(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = world.people(2)
    message = await begun(ada)
    # Neither to whoever plays it …
    assert Verb.HINT not in [one.click.verb for one in controls(message)]
    live = await world.live()
    hidden = [str(card) for seat in (2, 3) for card in live.view(seat).hand]
    hint = await ada.slash("scout hint", match=1)
    assert "come when it is closed" in text(hint.response)
    over = await played(ada, message)
    for custom_id in ("s1:replay:1:-:a:0", "s1:record:1:-"):
        answer = (await world.forge(ada, over, custom_id)).response
        assert "come when it is closed" in text(answer)
        assert not answer.attachments
        assert not any(card in text(answer) for card in hidden)
    # What it cost them they may know, and show nobody.
    judging(monkeypatch)
    review = (await world.forge(ada, over, "s1:review:1:-:0")).response
    assert "what it cost you" in text(review)
    assert Verb.SHARE not in [one.click.verb for one in controls(review)]
    shared = await world.forge(ada, over, "s1:share:1:-:review:1")
    assert shared.ephemeral
    assert "1 in this server that is over" in text(shared.response)
    shown = (await world.forge(ada, over, "s1:fairness:1:-")).response
    assert (await world.row()).secret not in text(shown)
    # … nor to anybody else.
    for custom_id in ("s1:replay:1:-:a:0", "s1:record:1:-", "s1:fairness:1:-", "s1:hand:1:-"):
        page = (await berk.slash("scout help")).response
        answer = (await world.forge(berk, page, custom_id)).response
        assert len(text(answer)) < 200
    assert "No match is over yet" in text((await berk.slash("scout matches")).response)
    privacy = (await ada.slash("scout privacy")).response
    [file] = (await ada.press(privacy, "Give me my data")).response.attachments
    kept = (await file.read()).decode()
    assert (await world.row()).secret not in kept
    assert '"hands"' not in kept


CARD = re.compile(r"(?<![\d/])(\d{1,2})\**/(\d{1,2})(?![\d/])")
"""A card with both its numbers, in words or in a picture's description."""


class Seen:
    """All that is sent, and the cards in it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.told = 0

    def cards(self) -> set[frozenset[str]]:
        """Those in what was sent since the last time."""
        new = self.world.env.http_requests[self.told :]
        self.told += len(new)
        said = json.dumps([one.json for one in new])
        return {frozenset(found) for found in CARD.findall(said)}


async def known(world: World) -> list[set[frozenset[str]]]:
    """For each round so far, the cards that seat 1 has had or seen lying on the table."""
    row, entries = await world.row(), await world.bot.parts.desk.db.read(load_first)
    rounds: list[set[frozenset[str]]] = []
    for step in replaying.steps(row, entries):
        if step.number == 0:
            rounds.append(set())
        seen = view(step.match, 1)
        rounds[-1] |= {frozenset(str(card).split("/")) for card in (*seen.hand, *seen.table)}
    return rounds


def load_first(conn: Connection) -> tuple[log.Logged, ...]:
    return log.load(conn, 1)


async def test_no_payload_before_closing_holds_a_hidden_card(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In words, in pictures' descriptions, and in answers to ids that nobody was given."""
    judging(monkeypatch)
    monkeypatch.setattr("bot.workers.thinking.ADVISER", "easy")
    ada, berk = world.people(2)
    sent, rng = Seen(world), random.Random(1)
    message = await begun(ada)
    told = 0
    while steps := [one for one in controls(message) if one.click.decision]:
        cards = sent.cards()
        told += len(cards)
        assert cards <= set().union(*(await known(world))[-2:])
        shows = [one for one in steps if one.click.verb in SHOWING]
        message = (await ada.use(message, rng.choice(shows or steps), rng)).response
    both = await known(world)
    assert told > 100
    assert len(both) == 2
    assert all(len(cards) < 36 for cards in both), "something stays hidden"
    page = (await berk.slash("scout help")).response
    for person, shown in ((ada, message), (berk, page)):
        for verb, args in FORGED:
            custom_id = ":".join((f"s1:{verb}:1:-", *args))
            await world.forge(person, shown, custom_id)
        for command in ("hand", "table", "replay", "review", "hint", "matches", "privacy"):
            named = {} if command in {"matches", "privacy"} else {"match": 1}
            await person.slash(f"scout {command}", **named)
    review = await berk.slash("scout review", match=1, seat=1)
    assert "1 in this server that is over" in text(review.response)
    assert sent.cards() <= both[0] | both[1]


FORGED = [
    *((verb, ()) for verb in (Verb.HAND, Verb.BACK, Verb.HINT, Verb.RECORD, Verb.PAGE)),
    *((verb, ()) for verb in (Verb.FAIRNESS, Verb.NUDGE, Verb.REMATCH, Verb.PROPOSE, Verb.QUIT)),
    *((Verb.REPLAY, ("a", step)) for step in ("0", "12", "999")),
    (Verb.REPLAY, ("e", "expert", "3")),
    *((Verb.REVIEW, (seat,)) for seat in "0123"),
    (Verb.ANIMATE, ("round", "1")),
    (Verb.ANIMATE, ("steps", "0", "9")),
    *((Verb.SHARE, args) for args in (("replay", "5"), ("review", "1"), ("result",))),
    (Verb.VOTE, ("end", "yes")),
]
"""What tells something of a match that is over, or of a hand."""


async def test_at_closing_what_was_left_lying_ends_and_everybody_sees(
    world: World, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = world.people(2)
    await played(ada, await begun(ada))
    lying = await begun(berk)
    lies = len(await line(world, 2))
    leave = await berk.slash("scout leave", match=2)
    assert "There is nothing to leave" in text(leave.response)
    click = next(one for one in controls(lying) if one.click.decision)
    ahead.by += 2 * times.DAY
    late = (await world.forge(berk, lying, click.custom_id)).response
    assert text(late) == "This deal has just closed and is being counted. Try again in a moment."
    assert len(await line(world, 2)) == lies
    await world.env.advance_time(LONGEST_S + 1)
    row = await world.row(2)
    assert (row.status, row.end_reason, row.hidden) == ("ended", "closed", False)
    await world.forge(berk, lying, click.custom_id)
    assert (await world.row(2)).status == "ended"
    board = (await berk.slash("scout daily", day=TODAY)).response
    assert "isn't placed" in text(board)
    assert "Ada" in text(board)
    assert "Secret:" in text(board)
    replay = (await berk.choose(board, "s1:replays:-:-", _option(board))).response
    assert "Match 1: round 1" in text(replay)
    [file] = (await berk.press(replay, "Record")).response.attachments
    assert archive.deals_check((await file.read()).decode())
    judging(monkeypatch)
    [costs] = [one for one in controls(replay) if one.click.verb is Verb.REVIEW]
    assert "what it cost \u2068Ada" in text((await berk.click(replay, costs.custom_id)).response)
    # The next days' deals are there by now.
    assert "Daily deal of 3 Jan" in text((await berk.slash("scout daily")).response)
    answers = await world.bot.parts.desk.db.read(
        lambda conn: conn.execute(select(schema.answers)).all()
    )
    assert answers == []


def _option(board: Any) -> str:
    [menu] = [one for one in controls(board) if one.click.verb is Verb.REPLAYS]
    return menu.values[0]


async def test_an_attempt_stands_on_other_servers_boards_where_its_person_puts_it(
    world: World, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    judging(monkeypatch)
    ada, berk = world.people(2)
    over = await played(ada, await begun(ada))
    assert "Show here too" not in [one.label for one in controls(over)]
    island = world.env.create_guild("Island")
    beach = island.create_text_channel("beach")
    there, other = island.add_member(ada.user), island.add_member(berk.user)
    page = (await there.slash(beach, "scout daily")).response
    assert "Nobody has finished it here yet" in text(page)
    page = (await there.click(page, label="Show here too")).response
    assert "place 1 here" in text(page)
    assert "Show here too" not in [one.label for one in controls(page)]
    early = (await other.slash(beach, "scout replay", match=1)).response
    assert "no match 1 in this server" in text(early)
    await two_days_later(world, ahead)
    board = (await other.slash(beach, "scout daily", day=TODAY)).response
    assert "Ada" in text(board)
    replay = (await other.select(board, [_option(board)], custom_id="s1:replays:-:-")).response
    assert "Match 1: round 1" in text(replay)
    fair = await other.click(replay, label="Fair deal ✓")
    assert (await world.row()).secret in text(fair.response)
    [costs] = [one for one in controls(replay) if one.click.verb is Verb.REVIEW]
    review = await other.click(replay, custom_id=costs.custom_id)
    assert "what it cost \u2068Ada" in text(review.response)


async def test_who_is_deleted_ends_their_attempt(world: World) -> None:
    ada, berk = world.people(2)
    await begun(ada)
    privacy = (await ada.slash("scout privacy")).response
    asked = (await ada.press(privacy, "Delete my data …")).response
    assert "It is deleted" in text((await ada.press(asked, "Delete for good")).response)
    row = await world.row()
    assert (row.status, row.seats[0].name, row.hidden) == ("ended", None, True)
    assert await world.shown() == ()
    assert "0 have finished it here" in text((await berk.slash("scout daily")).response)


async def test_a_closed_deal_can_be_practised_with_hints(
    world: World, monkeypatch: pytest.MonkeyPatch, ahead: Ahead
) -> None:
    monkeypatch.setattr("bot.workers.thinking.ADVISER", "easy")
    ada = world.person("Ada")
    await ada.slash("scout daily")
    await two_days_later(world, ahead)
    board = (await ada.slash("scout daily", day=TODAY)).response
    message = (await ada.press(board, "Practice")).response
    assert "Practice: the deal of 1 Jan" in text(message)
    assert "Hint: " in text((await ada.press(message, "Hint")).response)
    deal = await world.bot.parts.desk.db.read(lambda conn: deals.of_day(conn, days.parse(TODAY)))
    assert (await world.row()).commitment == deal.commitment
    over = await played(ada, message)
    assert "the mean of the others" in text(over)


async def test_a_young_account_hears_it_before_and_is_not_placed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(times, "made_at", lambda _: times.now() - 29 * times.DAY)
    ada = world.person("Ada")
    page = (await ada.slash("scout daily")).response
    assert "younger than 30 days" in text(page)
    over = await played(ada, (await ada.press(page, "Begin")).response)
    assert "It isn't placed" in text(over)
    assert "not placed" in text(over)


@pytest.mark.parametrize(
    "day", ["tomorrow", "2026-1-1", "20260101", "2026-02-30", "2026-01-02", "2025-01-01"]
)
async def test_a_day_without_a_deal_is_one_kind_line(world: World, day: str) -> None:
    answer = (await world.person("Ada").slash("scout daily", day=day)).response
    assert text(answer) == "There is no deal of that day. Write a day as `2026-01-01`."


async def test_in_a_direct_message_there_is_no_deal(world: World) -> None:
    answer = await world.person("Ada").user.slash("scout daily")
    assert "played in a server" in text(answer.response)


async def test_a_finished_attempt_is_shared_without_a_card(world: World) -> None:
    ada, berk = world.people(2)
    over = await played(ada, await begun(ada))
    live = await world.live()
    shared = (await ada.press(over, "Share")).response
    assert not shared.ephemeral
    [line, *_] = text(shared).splitlines()
    assert line.startswith("SCOUT daily 1 Jan · ")
    assert "Shared by" in text(shared)
    for seat in (1, 2, 3):
        assert not any(str(card) in text(shared) for card in live.view(seat).hand)
    page = (await berk.press(shared, "Play")).response
    assert page.ephemeral
    assert "Begin" in [one.label for one in controls(page)]
    await berk.press(page, "Begin")
    answer = (await world.forge(berk, page, "s1:share:-:-:daily:2026-01-01")).response
    assert "haven't played this deal to its end" in text(answer)
