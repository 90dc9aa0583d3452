"""The watch itself: leaks that are planted are found, and what is in order isn't."""

from __future__ import annotations

from typing import Any

import pytest

from bot.match.ids import Click, Decision, Verb
from bot.match.live import Live
from engine import Show, legal_actions
from tests.benchmarks.tables.begun import Table, _Begun
from tests.fuzz.payloads import CHOICES, DEFERRED, MESSAGE, Payload
from tests.fuzz.watch import Watch

PEOPLE = {1: 101, 2: 102, 3: 103}
"""Discord ids by our key; who has key 1 sits in seat 1."""

NOBODY = {"parse": []}


@pytest.fixture
def live() -> Live:
    """A match of three people in which somebody has a turn."""
    table = Table(1, 2, tuple(PEOPLE.values()))
    keys = {discord_id: key for key, discord_id in PEOPLE.items()}
    for number in range(1, 50):
        match = _Begun(number, table, keys, {}, 0, "untimed", 0.5).live
        if match.view(None).phase == "play" and match.view(None).table:
            return match
    raise AssertionError("no such match")


def hand(live: Live, seat: int) -> str:
    """A hand as descriptions of pictures have it."""
    return " ".join(map(str, live.view(seat).hand))


def said(live: Live, text: str, **more: Any) -> dict[str, Any]:
    """A message of a match."""
    button = {"type": 2, "custom_id": Click(Verb.HAND, live.id).custom_id, "label": "My hand"}
    parts = [{"type": 10, "content": text}, {"type": 1, "components": [button]}]
    return {"components": parts, "allowed_mentions": NOBODY} | more


def found(live: Live, body: dict[str, Any], to: int | None, **more: Any) -> list[str]:
    """What the watch says of a message to a person by our key, or to everybody."""
    watch = Watch(lambda: [live], lambda: PEOPLE)
    receiver = PEOPLE[to] if to is not None else None
    watch.look(Payload("POST somewhere", body, receiver, **more))
    return watch.found


def control(live: Live, click: Click) -> dict[str, Any]:
    body = said(live, "It is your turn.")
    body["components"][1]["components"].append({"type": 2, "custom_id": click.custom_id})
    return body


def deciding(live: Live, seat: int) -> Click:
    """A Show that a seat may make now."""
    view = live.view(None)
    legal = legal_actions(live.playing.match, seat)
    show = next((one for one in legal if isinstance(one, Show)), Show(1, 1))
    args = (str(show.first), str(show.last))
    turn = live.decision(view.turn or 1)
    assert turn is not None
    return Click(Verb.SHOW, live.id, Decision(turn.round, turn.turn), args)


def test_ones_own_hand_is_ones_own(live: Live) -> None:
    assert not found(live, said(live, hand(live, 1)), 1)
    turn = live.view(None).turn
    assert turn is not None
    assert not found(live, control(live, deciding(live, turn)), turn)
    open_to_all = " ".join(map(str, live.view(None).table))
    assert not found(live, said(live, open_to_all), None)


@pytest.mark.parametrize("to", [2, None])
@pytest.mark.parametrize("where", ["text", "bold", "alt", "label", "option"])
def test_a_hand_is_nobody_elses(live: Live, to: int | None, where: str) -> None:
    cards = hand(live, 1)
    body = said(live, "A table.")
    if where == "text":
        body = said(live, f"Your hand: {cards}")
    elif where == "bold":
        body = said(live, " ".join(f"**{c.active}**/{c.other}" for c in live.view(1).hand))
    elif where == "alt":
        media = {"media": {"url": "attachment://table.png"}, "description": f"Hand {cards}."}
        body["components"].append({"type": 12, "items": [media]})
    elif where == "label":
        body["components"][1]["components"][0]["label"] = cards
    else:
        option = {"label": cards, "value": "1"}
        menu = {"type": 3, "custom_id": Click(Verb.HELP, live.id).custom_id, "options": [option]}
        body["components"].append({"type": 1, "components": [menu]})
    assert any("may not know" in one for one in found(live, body, to))


def test_one_card_is_too_much(live: Live) -> None:
    known = {card.numbers for card in live.view(2).hand}
    for action in live.view(None).history:
        known |= {card.numbers for card in (*action.shown, *action.beaten)}
    card = next(one for one in live.view(1).hand if one.numbers not in known)
    assert any("may not know" in one for one in found(live, said(live, f"{card}"), 2))


def test_controls_of_a_hand_are_its_holders(live: Live) -> None:
    turn = live.view(None).turn
    assert turn is not None
    click = deciding(live, turn)
    assert any("for everybody" in one for one in found(live, control(live, click), None))
    stranger = Watch(lambda: [live], lambda: PEOPLE | {9: 109})
    stranger.look(Payload("POST", control(live, click), 109))
    assert any("somebody else's" in one for one in stranger.found)
    illegal = Click(Verb.SHOW, live.id, click.decision, ("1", "15"))
    assert any("isn't theirs" in one for one in found(live, control(live, illegal), turn))


def test_secrets_places_and_files(live: Live) -> None:
    assert any("secret" in one for one in found(live, said(live, live.row.secret), 1))
    assert any("went" in one for one in found(live, said(live, "… into gap 4"), None))
    assert not found(live, said(live, "Gap 4"), 1)
    for name in ("hand-3-7.png", "hand 3.png", "5.png", "../table.png"):
        assert any("file" in one for one in found(live, said(live, ""), 1, files=(name,)))
    assert not found(live, said(live, ""), 1, files=("table.png", "scout-match-7.txt"))


@pytest.mark.parametrize("kind", [MESSAGE, DEFERRED])
def test_an_answer_is_for_one_person(live: Live, kind: int) -> None:
    body = said(live, "Hello")
    assert any("everybody sees" in one for one in found(live, body, None, kind=kind))
    assert not found(live, body, 1, kind=kind)


@pytest.mark.parametrize(
    "mentions",
    [None, {"parse": ["users"]}, {"parse": [], "users": ["5"]}, {"parse": [], "roles": ["5"]}],
)
def test_nobody_is_called_who_isnt_meant(live: Live, mentions: Any) -> None:
    body = said(live, "@everyone", allowed_mentions=mentions)
    assert found(live, body, None)
    assert not found(live, said(live, "@everyone"), None)
    ping = said(live, "<@101>", allowed_mentions={"parse": [], "users": ["101"]})
    assert not found(live, ping, None)


def test_completions_call_nobody(live: Live) -> None:
    body = {"choices": [{"name": "show 5", "value": "show 5"}]}
    assert not found(live, body, 1, kind=CHOICES)
