"""What everybody may remember of a round: who scouted what at which table, and beat what."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cards import Card
from engine.combinations import active_numbers
from engine.players.fast.rules import strength
from engine.views import View


@dataclass(slots=True)
class Memory:
    """What the history tells about a seat.

    Attributes:
        held: cards scouted and still held, the last one last.
        took: the card scouted last.
        faced: strength of the table at the last Scout; 0 if there was a Show since, or none known.
        weakest: strength of the weakest table scouted at since the last Show; 0 for none known.
        before: what ``weakest`` was at the last Show that had any.
        streak: Scouts since the last Show.
        shown: strength of the last Show; 0 without one.
        beaten: 1 + strength of the table that it beat; 0 without one.
    """

    held: list[Card] = field(default_factory=list)
    took: Card | None = None
    faced: int = 0
    weakest: int = 0
    before: int = 0
    streak: int = 0
    shown: int = 0
    beaten: int = 0


def remembered(view: View) -> tuple[list[Card], list[Memory]]:
    """The cards captured, and what is known of each seat."""
    gone: list[Card] = []
    memory = [Memory() for _ in range(view.players)]
    table: list[Card] = []
    for done in view.history:
        seat = memory[done.seat - 1]
        if done.scouted:
            table = _keep_scouted(seat, done.scouted, table)
        if done.shown:
            gone += table
            _keep_showed(seat, list(done.shown), table)
            table = list(done.shown)
    return gone, memory


def _keep_scouted(seat: Memory, card: Card, table: list[Card]) -> list[Card]:
    """Keep in mind that a seat took a card; returns what is left on the table."""
    left = [c for c in table if identity(c) != identity(card)]
    seat.held.append(card)
    seat.took = card
    seat.streak += 1
    # What a study began with is in no history; then nobody can say what was faced.
    seat.faced = _strength(table) if len(left) < len(table) else 0
    seat.weakest = min(seat.faced, seat.weakest) or seat.faced or seat.weakest
    return left


def _keep_showed(seat: Memory, cards: list[Card], table: list[Card]) -> None:
    """Keep in mind that a seat beat a table with these cards."""
    shown = {identity(card) for card in cards}
    seat.held = [c for c in seat.held if identity(c) not in shown]
    seat.beaten = 1 + _strength(table)
    seat.before = seat.weakest or seat.before
    seat.faced, seat.weakest, seat.streak, seat.shown = 0, 0, 0, _strength(cards)


def identity(card: Card) -> tuple[int, int]:
    """A card's two numbers, the same either way up."""
    return (min(card), max(card))


def code(card: Card) -> int:
    """A card as the twin writes it."""
    return card[0] * 16 + card[1]


def _strength(cards: list[Card]) -> int:
    """Strength of a set as the twin writes it, 0 for none."""
    if not cards:
        return 0
    numbers = active_numbers(cards)
    return strength(len(numbers), int(numbers[0] == numbers[-1]), min(numbers))
