"""What a match is played by: what was chosen, and what follows from how many play.

All that depends on an option or on the number of players is said here, once. Rounds, legality,
studies, records, views and computer players ask these values instead of counting seats.

>>> Rules.of(2).scout_price, Rules.of(3).scout_price
(1, 0)
>>> Rules.of(4, Options(rounds=1, spared="emptied")).spares("unbeaten")
False
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from engine.cards import HAND_SIZES, PLAYER_COUNTS, Cards, cards_used
from engine.errors import RuleError

Starter = Literal["lowest-card", "random"]
LastCard = Literal["end", "continue"]
Spared = Literal["ender", "emptied"]
EndReason = Literal["empty", "unbeaten", "stuck"]
"""Why a round ended: R21, R22, R26."""


@dataclass(frozen=True, slots=True)
class Options:
    """What can be chosen about a match.

    Attributes:
        rounds: how many there are, 1 to ``rounds_in_full`` (R4).
        starter: who starts round 1 (R5).
        last_card: whether the Scout that takes the last card can end a round (R22).
        spared: who has no deduction for cards left in hand: whoever ended the round, or only who
            did so with an empty hand (R23).
    """

    rounds: int
    starter: Starter = "lowest-card"
    last_card: LastCard = "end"
    spared: Spared = "ender"


CHOICES: Mapping[str, tuple[str, ...]] = {
    "starter": get_args(Starter),
    "last_card": get_args(LastCard),
    "spared": get_args(Spared),
}
"""The options that are words: for each the words it may be, the default first. Records and views
give them in this order."""


def rounds_in_full(players: int) -> int:
    """How many rounds a whole match has (R4)."""
    return players


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules as one match is played by them; made by ``Rules.of``.

    Attributes:
        players: how many play.
        options: what was chosen.
        deck: the cards used, ascending, smaller number active (R2).
        hand_size: cards dealt to each player (R3).
        halves: whether round 1 is dealt half of the deck and round 2 the rest (R3, R28).
        tokens: Scout tokens that each player starts a round with (R24).
        scout_price: Scout tokens that a Scout costs the player (R24).
        scout_pay: Scout tokens that a Scout brings the owner of the active set (R16).
        scout_and_show: whether there is Scout & Show, one token a player and round (R19, R24).
        scout_keeps_turn: whether the player of a Scout is on turn again (R25).
        unbeaten_after: Scouts since the last Show that end a round (R22); None where a round ends
            instead when the player on turn can do nothing (R26).
    """

    players: int
    options: Options
    deck: Cards
    hand_size: int
    halves: bool
    tokens: int
    scout_price: int
    scout_pay: int
    scout_and_show: bool
    scout_keeps_turn: bool
    unbeaten_after: int | None

    @staticmethod
    def of(players: int, options: Options | None = None) -> Rules:
        """The rules of a match of so many; by default with all rounds and every default option.

        Raises:
            ValueError: not 2 to 5 players, more rounds than the match has (R4), or an option that
                isn't one of its words.
        """
        if players not in PLAYER_COUNTS:
            raise ValueError(f"SCOUT is for 2 to 5 players, not {players}")
        most = rounds_in_full(players)
        options = options or Options(rounds=most)
        if not 1 <= options.rounds <= most:
            raise ValueError(f"a match of {players} has 1 to {most} rounds, not {options.rounds}")
        for name, words in CHOICES.items():
            if getattr(options, name) not in words:
                raise ValueError(f"{name} is one of {', '.join(words)}")
        return _made(players, options)

    def __reduce__(self) -> tuple[Callable[..., Rules], tuple[int, Options]]:
        """Pickled as what it follows from."""
        return Rules.of, (self.players, self.options)

    @property
    def most_tokens(self) -> int | None:
        """The most Scout tokens that a player can come to; None where there is no limit (R16)."""
        return None if self.scout_pay else self.tokens

    def most_scouts(self, *, cards_left: bool) -> int:
        """The most Scouts since the last Show with which a round goes on (R22, R24).

        Args:
            cards_left: whether there is an active set after them.
        """
        if self.unbeaten_after is None:
            return self.tokens
        ends = self.is_unbeaten(self.unbeaten_after, cards_left=cards_left)
        return self.unbeaten_after - 1 if ends else self.unbeaten_after

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that isn't there.

        Raises:
            RuleError: ``no-such-seat``.
        """
        if not 1 <= seat <= self.players:
            raise RuleError("no-such-seat", seat=seat, players=self.players)

    def next_seat(self, seat: int) -> int:
        """The next seat clockwise (R9)."""
        return seat % self.players + 1

    def after_scout(self, seat: int) -> int:
        """Who is on turn after a Scout by ``seat`` (R9, R25)."""
        return seat if self.scout_keeps_turn else self.next_seat(seat)

    def on_turn(self, owner: int, scouts: int) -> int:
        """Who is on turn when ``owner`` showed and so many Scouts followed (R9, R25)."""
        if self.scout_keeps_turn:
            return self.next_seat(owner)
        return (owner + scouts) % self.players + 1

    def can_pay(self, tokens: int) -> bool:
        """Whether a player with so many Scout tokens can pay for a Scout (R24)."""
        return tokens >= self.scout_price

    def is_unbeaten(self, scouts: int, *, cards_left: bool) -> bool:
        """Whether a Scout ended the round (R22).

        Args:
            scouts: Scouts since the last Show, this one included.
            cards_left: whether it left any card on the table.
        """
        return scouts == self.unbeaten_after and (cards_left or self.options.last_card == "end")

    def spares(self, reason: EndReason) -> bool:
        """Whether who ended a round so has no deduction for cards left in hand (R23)."""
        return reason == "empty" or self.options.spared == "ender"


@cache
def _made(players: int, options: Options) -> Rules:
    two = players == 2
    return Rules(
        players=players,
        options=options,
        deck=cards_used(players),
        hand_size=HAND_SIZES[players],
        halves=two,
        tokens=3 if two else 0,
        scout_price=1 if two else 0,
        scout_pay=0 if two else 1,
        scout_and_show=not two,
        scout_keeps_turn=two,
        unbeaten_after=None if two else players - 1,
    )
