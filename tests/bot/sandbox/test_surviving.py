"""What tells whether something was done twice, or is known to nobody."""

from __future__ import annotations

from data.matches.messages import Message
from tests.bot.sandbox.surviving import astray, doubled


def sent(message_id: int, kind: str = "hand", *, person: int = 1, turn: int = 1) -> Message:
    return Message(
        id=message_id, match_id=1, kind=kind, seat=1, player_id=person, round=1, turn=turn,
        channel_id=9, message_id=message_id, sequence=1, content_hash=None, state="retired",
        posted_at=0,
    )  # fmt: skip


def test_a_decision_is_asked_for_once_a_person() -> None:
    hands = [sent(1), sent(2, turn=2), sent(3, person=2), sent(4, "result"), sent(5, "result")]
    assert not doubled(hands)
    assert doubled([*hands, sent(6)]) == {(1, 1, 1, 1)}


def test_direct_messages_and_the_database_know_the_same() -> None:
    known = [sent(1), sent(2, "result"), sent(3, "table")]
    assert not astray(known, {1, 2})
    assert astray(known, {1, 2, 7}) == {7}, "nobody knows it"
    assert astray(known, {2}) == {1}, "a hand that isn't there"
