"""What computer players say when they are asked: hints, and expert's opinion in a replay."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from bot.entry.clicks import hands
from bot.entry.commands.meaning import NO_MATCH
from bot.match.ids import Click, Verb
from bot.match.replaying import steps
from bot.texts import texts_for
from bot.texts.actions import proposal
from bot.texts.reasons import reason
from bot.workers.thinking import Thinker
from data.matches import log
from engine import Action, legal_actions
from engine.players.reasons import explain
from engine.views import View
from engine.views import legal_actions as of_view
from tests.data import factory
from tests.e2e.test_hands import in_play, seat_of
from tests.e2e.test_matches import started
from tests.e2e.test_standings import choose, menu, play, press
from tests.e2e.world import Person, World, controls, text

TEXTS = texts_for("en")
ASK = "What would expert play?"


async def possible_hints(world: World, person: Person) -> set[str]:
    """Every line that could be a hint: one for each legal action."""
    live = await world.live()
    seat = await seat_of(world, person)
    seen = live.view(seat)
    return {
        f"💡 Hint: {proposal(TEXTS, seen, one)}. {reason(TEXTS, explain(seen, one))}"
        for one in legal_actions(live.playing.match, seat)
    }


def hinted(message: Any) -> str:
    [line] = [line for line in text(message).splitlines() if "Hint:" in line]
    return line


async def test_the_hint_button_shows_a_move_and_why_in_a_line(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rated=False)
    for _ in range(2):  # which way up to hold the hand, then a turn
        hand, possible = ada.hand(), await possible_hints(world, ada)
        before = (await world.live()).head
        await ada.press(hand, "Hint")
        assert hinted(world.fresh(hand)) in possible
        assert (await world.live()).head == before, "a hint does nothing"
        await ada.act(random.Random(1))


async def test_a_hint_can_be_typed_and_its_buttons_act(world: World) -> None:
    people = await started(world, 2, 2, rated=False)
    person = await in_play(world, people)
    possible = await possible_hints(world, person)
    answer = await person.slash("scout hint")
    assert answer.ephemeral
    assert hinted(answer.response) in possible
    show = next(one for one in controls(answer.response) if one.click.verb is Verb.SHOW)
    await person.click(answer.response, show.custom_id)
    assert "You showed" in text(world.fresh(answer.response))


async def test_a_rated_match_has_no_hints(world: World) -> None:
    people = await started(world, 2, 2)
    person = await in_play(world, people)
    assert Verb.HINT not in [one.click.verb for one in controls(person.hand())]
    answer = await person.slash("scout hint", match=1)
    assert answer.ephemeral
    assert hands.RATED in text(answer.response)
    decision = next(one.click.decision for one in controls(person.hand()) if one.click.decision)
    forged = await world.forge(person, person.hand(), Click(Verb.HINT, 1, decision).custom_id)
    assert hands.RATED in text(forged.response)


async def test_who_has_nothing_to_decide_gets_no_hint(world: World) -> None:
    people = await started(world, 2, 2, rated=False)
    person = await in_play(world, people)
    [other] = [one for one in people if one is not person]
    assert hands.NOTHING_TO_HINT in text((await other.slash("scout hint")).response)
    stranger = await world.person("Zoe").slash("scout hint")
    assert text(stranger.response).startswith(NO_MATCH[:30])


async def test_while_too_many_think_a_hint_is_put_off(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.thinking.ADVICE_LIMIT", 0)
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rated=False)
    assert hands.TOO_BUSY in text((await ada.slash("scout hint")).response)


async def test_a_replay_tells_what_expert_would_have_played(world: World) -> None:
    ada, berk = world.people(2)
    match = await play(world, ada, berk, rounds=1)

    def unit(conn: Connection) -> Any:
        row = factory.stored(conn, match)
        moments = steps(row, log.load(conn, match))
        return row, moments

    row, moments = await world.bot.parts.desk.db.read(unit)
    shown = (await ada.slash("scout replay", match=match)).response
    assert "Expert for" not in text(shown)
    shown = await press(ada, shown, ASK)
    lines = [line for line in text(shown).splitlines() if "Expert for" in line]
    assert len(lines) == 3, "both choose their hands, and one of them starts"
    assert all(re.search(r"\*\*(Keep|Flip) the hand\*\*\. \w", line) for line in lines[:2])
    for at in range(1, 6):  # it stays on from step to step
        shown = await press(ada, shown, "Next")
        assert f"step {at + 1} of" in text(shown)
        [line] = [line for line in text(shown).splitlines() if "Expert for" in line]
        turn = moments[at].match.round.turn
        assert re.search(rf"for \W*{row.seats[turn - 1].name}\W*:", line)
        played = text(shown).split("What was played: ")[1].splitlines()[0]
        shown_next = await press(ada, shown, "Without expert")
        assert "Expert for" not in text(shown_next)
        assert f"step {at + 1} of" in text(shown_next)
        follows = await press(ada, shown_next, "Next")
        assert played.rstrip(".") in text(follows).replace("**", "")
        shown = await press(ada, await press(ada, follows, "Back"), ASK)
    last = str(len(moments) - 1)
    assert last in menu(shown, Verb.REPLAY).values
    over = await choose(ada, shown, menu(shown, Verb.REPLAY), last)
    assert "nothing to decide" in text(over)


async def test_expert_thinks_once_about_a_step_and_sees_one_hand(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = world.people(2)
    match = await play(world, ada, berk, rounds=1)
    asked: list[View] = []

    async def advise(_: Thinker, view: View, budget_ms: float, seed: int) -> Action:
        del budget_ms, seed
        asked.append(view)
        return of_view(view)[0]

    monkeypatch.setattr(Thinker, "advise", advise)
    shown = await press(ada, (await ada.slash("scout replay", match=match)).response, ASK)
    assert [(one.seat, one.phase) for one in asked[:2]] == [(1, "orient"), (2, "orient")]
    assert len(asked) == 3
    assert all(len(one.hand) == one.hand_sizes[one.seat - 1] for one in asked if one.seat)
    for label in ("Next", "Back", "Next"):
        shown = await press(ada, shown, label)
    assert len(asked) == 4
    other = await press(berk, (await berk.slash("scout replay", match=match)).response, ASK)
    assert "Expert for" in text(other)
    assert len(asked) == 4


async def test_while_too_many_think_a_replay_goes_on_without_expert(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = world.people(2)
    match = await play(world, ada, berk, rounds=1)
    shown = (await ada.slash("scout replay", match=match)).response
    with monkeypatch.context() as busy:
        busy.setattr("bot.workers.thinking.ADVICE_LIMIT", 0)
        shown = await press(ada, shown, ASK)
        assert "Too many computers" in text(shown)
        shown = await press(ada, shown, "Next")
        assert "step 2 of" in text(shown)
    shown = await press(ada, shown, "Back")
    assert "Expert for" in text(shown), "what failed isn't kept"


async def test_a_hint_in_a_rated_solo_match_costs_its_rating(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.workers.thinking.ADVISER", "easy")
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rated=True)
    hand = ada.hand()
    assert hand is not None
    assert (await world.live()).counts
    asked = (await ada.press(hand, "Hint")).response
    assert "doesn't count for the ratings any more" in text(asked)
    assert (await world.live()).counts
    back = (await ada.press(asked, "Back")).response
    assert (await world.live()).counts
    asked = (await ada.press(back, "Hint")).response
    hinted = (await ada.press(asked, "Yes, a hint")).response
    assert "Hint: " in text(hinted)
    assert not (await world.live()).counts
    # From now on nothing is asked.
    assert "Hint: " in text((await ada.press(hinted, "Hint")).response)
    await world.play_to_the_end([ada])
    row = await world.row()
    assert row.unrated_reason == "assisted"
    assert "Hints were asked for" in text(await world.message("final"))
