"""What a round is worth to a seat, on the way and at its end."""

from engine.players.fast.layout import (
    CAPTURED,
    EMPTIED,
    EMPTY,
    ENDER,
    OVER,
    PLAYERS,
    SCOUT_PAY,
    SCOUT_PRICE,
    SIZE,
    TOKENS,
    Ints,
)


def spares(state: Ints, reason: int) -> bool:
    """Whether who ends a round so has no deduction for cards left in hand (R23)."""
    return bool(reason == EMPTY or state[EMPTIED] == 0)


def margin(state: Ints, player: int) -> float:
    """Points in hand against the mean of the others', cards in hands not counted (R23, R27)."""
    players = state[PLAYERS]
    own = 0.0
    others = 0.0
    for p in range(players):
        points = state[CAPTURED + p] + state[TOKENS + p]
        if p == player:
            own = points
        else:
            others += points
    return own - others / (players - 1)


def scout_price(state: Ints) -> float:
    """What a Scout takes from the margin of the player on turn (R16, R24)."""
    return float(state[SCOUT_PRICE] + state[SCOUT_PAY] / (state[PLAYERS] - 1))


def left_with_others(state: Ints, player: int) -> float:
    """The cards in the others' hands, each weighing what it takes from the mean of their scores."""
    cards = 0
    for p in range(state[PLAYERS]):
        if p != player:
            cards += state[SIZE + p]
    return cards / (state[PLAYERS] - 1)


def deductions(state: Ints, player: int, size: int, reason: int, ender: int) -> float:
    """What cards left in hands do to a player's margin if the round ends so (R23).

    ``size``: how many the player then has.
    """
    others = left_with_others(state, player)
    own = float(size)
    if spares(state, reason):
        if ender == player:
            own = 0.0
        else:
            others -= state[SIZE + ender] / (state[PLAYERS] - 1)
    return others - own


def final_margin(state: Ints, player: int) -> float:
    """A seat's score of a round that is over against the mean of the others' (R23)."""
    size = state[SIZE + player]
    return margin(state, player) + deductions(state, player, size, state[OVER], state[ENDER])


def score(state: Ints, player: int) -> int:
    """A seat's score of a round that is over (R23, R27)."""
    points = state[CAPTURED + player] + state[TOKENS + player]
    if state[ENDER] != player or not spares(state, state[OVER]):
        points -= state[SIZE + player]
    return int(points)


def captured_by_all(state: Ints) -> int:
    """How many cards lie captured: how far the round has come."""
    captured = 0
    for p in range(state[PLAYERS]):
        captured += state[CAPTURED + p]
    return captured
