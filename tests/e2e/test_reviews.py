"""``/scout review`` and its buttons: what decisions cost, thought once, for one person alone."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.base.codes import UNKNOWN_MESSAGE
from bot.entry.clicks import reviews as clicks
from bot.entry.commands.standings import NONE_YET
from bot.match.ids import Verb
from bot.workers import reviewing
from bot.workers.thinking import Thinker, Trial
from engine import Action
from engine.views import View, legal_actions
from tests.e2e.test_standings import choose, menu, play, press
from tests.e2e.world import World, controls, text

BETTER = 1.2


class Trials:
    """In place of thinking: something else is better by as much every time."""

    def __init__(self, better: float = BETTER) -> None:
        self.better = better
        self.asked: list[View] = []
        self.able = True

    async def try_out(self, view: View, action: Action, redeals: int, seed: int) -> Trial | None:
        del seed
        self.asked.append(view)
        if not self.able:
            return None
        other = next(one for one in legal_actions(view) if one != action)
        # Later decisions cost more, so that the dearest are known.
        cost = self.better * (1 + len(self.asked) / 100)
        return Trial((other, action), ((cost, 0.0),) * redeals)


def judging(monkeypatch: pytest.MonkeyPatch) -> Trials:
    """What is tried out from now on."""
    found = Trials()
    monkeypatch.setattr(Thinker, "try_out", lambda _, *asked: found.try_out(*asked))
    monkeypatch.setattr(reviewing, "REDEALS", 2)
    monkeypatch.setattr(reviewing, "AT_ONCE", 2)
    return found


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> Trials:
    return judging(monkeypatch)


async def test_a_review_is_shown_once_it_is_thought_out(world: World, trials: Trials) -> None:
    ada, berk = world.people(2)
    match = await play(world, ada, berk)
    answer = await ada.slash("scout review")
    assert answer.ephemeral
    shown = answer.response
    assert f"Match {match}: what it cost you" in text(shown)
    decisions = len(trials.asked)
    accuracy = re.search(r"Accuracy \*\*(\d+)%\*\* over (\d+) decisions", text(shown))
    assert accuracy is not None
    assert 0 < int(accuracy[1]) < 60
    assert int(accuracy[2]) == decisions
    assert {one.seat for one in trials.asked} == {1}
    rounds = re.findall(r"Round \d: \*\*−([\d.]+)\*\* ([🟩🔷🔺]+)", text(shown))
    assert len(rounds) == 2
    assert sum(len(signs) for _, signs in rounds) == decisions
    assert len(shown.attachments) == 3
    assert all(
        "Hand:" in one.description or "Keep:" in one.description for one in shown.attachments
    )
    assert text(shown).count("Instead:") == 3
    costs = [
        float(one) for one in re.findall(r"· 🔺 −([\d.]+)|· 🔷 −([\d.]+)", text(shown))[0] if one
    ]
    assert costs[0] == round(BETTER * (1 + decisions / 100), 1), "the dearest comes first"
    again = (await ada.slash("scout review", match=match)).response
    assert text(again) == text(shown)
    assert len(trials.asked) == decisions, "thought once"


async def test_at_first_it_is_said_that_it_takes_a_while(world: World, trials: Trials) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    await ada.slash("scout review")
    first = [one.json for one in world.env.http_requests if one.path.endswith("/callback")][-1]
    assert f"I'm trying {len(trials.asked)} decisions out" in str(first)
    assert "Accuracy" not in str(first)


async def test_a_message_that_was_put_away_is_let_go(
    world: World, trials: Trials, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)

    async def gone(*_: object, **__: object) -> None:
        response = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(response, {"code": UNKNOWN_MESSAGE, "message": "Unknown Message"})  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(discord.Interaction, "edit_original_response", gone)
        answer = await ada.slash("scout review")
    assert "I'm trying" in text(answer.response)
    assert not answer.followups
    assert "Accuracy" in text((await ada.slash("scout review")).response), "it was kept"


async def test_from_the_result_and_the_replay_and_to_the_moment(
    world: World, trials: Trials
) -> None:
    ada, berk = world.people(2)
    match = await play(world, ada, berk)
    replay = (await berk.slash("scout replay", match=match)).response
    review = await press(berk, replay, "What did it cost me?")
    assert "what it cost you" in text(review)
    assert {one.seat for one in trials.asked} == {2}
    there = next(one for one in controls(review) if one.label == "Replay there")
    step = int(there.click.args[-1])
    moment = (await berk.click(review, there.custom_id)).response
    assert f"step {step + 1} of" in text(moment)
    stranger = (await world.person("Zoe").slash("scout replay", match=match)).response
    assert Verb.REVIEW not in {one.click.verb for one in controls(stranger)}


async def test_somebody_elses_decisions_can_be_looked_at(world: World, trials: Trials) -> None:
    ada, berk = world.people(2)
    match = await play(world, ada, berk, levels=("easy",))
    zoe = world.person("Zoe")
    assert clicks.NOT_SEATED.format(number=match) in text(
        (await zoe.slash("scout review", match=match)).response
    )
    shown = (await zoe.slash("scout review", match=match, seat=2)).response
    assert "what it cost \u2068Berk" in text(shown)
    other = await choose(zoe, shown, menu(shown, Verb.REVIEW), "3")
    assert "Computer (easy)" in text(other)
    assert {one.seat for one in trials.asked} == {2, 3}


async def test_a_review_is_shared_and_opens_pages_of_their_own(
    world: World, trials: Trials
) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    own = (await ada.slash("scout review")).response
    answer = await ada.press(own, "Share")
    assert not answer.ephemeral
    shared = answer.response
    said = text(shared)
    # It is the same review, of the one who sat there and to everybody.
    assert f"what it cost \u2068{ada.name}\u2069" in said
    assert [line for line in said.splitlines() if "Instead:" in line] == [
        line for line in text(own).splitlines() if "Instead:" in line
    ]
    assert f"Shared by \u2068{ada.name}\u2069" in said
    assert "<@" not in said
    assert len(shared.attachments) == 3
    verbs = [one.click.verb for one in controls(shared)]
    assert verbs == [*[Verb.REPLAY] * 3, Verb.REVIEW, Verb.UNSHARE]
    moment = await berk.click(shared, controls(shared)[0].custom_id)
    assert moment.ephemeral
    assert "what it cost you" in text(await choose(berk, shared, menu(shared, Verb.REVIEW), "2"))
    assert text(world.fresh(shared)) == said
    await ada.press(shared, "Remove")
    assert "Shared by" not in "".join(map(text, world.channel.history()))


async def test_words_take_the_pictures_place(world: World, trials: Trials) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    page = (await ada.slash("scout preferences")).response
    control = next(one for one in controls(page) if one.click.args[:1] == ("text_only",))
    await ada.use(page, control, random.Random(1))
    shown = (await ada.slash("scout review")).response
    assert not shown.attachments
    assert text(shown).count("Hand: ") == 3


async def test_where_nothing_better_was_found_there_is_no_moment(
    world: World, trials: Trials
) -> None:
    trials.better = -1.0
    ada, berk = world.people(2)
    await play(world, ada, berk)
    shown = text((await ada.slash("scout review")).response)
    assert "Accuracy **100%**" in shown
    assert "Nothing better was to be found." in shown
    assert "Instead:" not in shown


async def test_too_few_decisions_make_no_accuracy(world: World, trials: Trials) -> None:
    ada, berk, cem = world.people(3)
    await play(world, ada, berk, cem, rounds=1)
    shown = text((await ada.slash("scout review")).response)
    assert len(trials.asked) < 8
    assert "too few for an accuracy" in shown
    assert "Accuracy" not in shown
    assert "Accuracy" not in text((await ada.slash("scout profile")).response)


async def test_the_profile_tells_the_mean_of_the_reviewed(world: World, trials: Trials) -> None:
    ada, berk = world.people(2)
    for seed in (1, 2):
        await play(world, ada, berk, seed=seed)
    assert "Accuracy" not in text((await ada.slash("scout profile")).response)
    for match in (1, 2):
        await ada.slash("scout review", match=match)
    assert re.search(
        r"Accuracy \*\*\d+%\*\*, a mean of 2 reviewed matches",
        text((await ada.slash("scout profile")).response),
    )


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"match": 9}, "no match 9 in this server that is over"),
        ({"match": 1, "seat": 3}, "Match 1 has the seats 1 to 2."),
        ({}, NONE_YET),
    ],
)
async def test_what_cannot_be_reviewed(
    world: World, trials: Trials, asked: dict[str, Any], said: str
) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    answer = await world.person("Zoe").slash("scout review", **asked)
    assert answer.ephemeral
    assert said in text(answer.response)
    assert not trials.asked


async def test_a_match_that_is_on_is_not_reviewed(world: World, trials: Trials) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=1, rated=False)
    shown = text((await ada.slash("scout review", match=1, seat=2)).response)
    assert "no match 1 in this server that is over" in shown
    assert not trials.asked


async def test_without_machine_code_it_is_said_and_nothing_is_kept(
    world: World, trials: Trials
) -> None:
    ada, berk = world.people(2)
    await play(world, ada, berk)
    trials.able = False
    assert clicks.NOT_READY in text((await ada.slash("scout review")).response)
    trials.able = True
    assert "Accuracy" in text((await ada.slash("scout review")).response)
