"""How likely a hand is to be the one that a seat holds: what a redeal goes by.

A small network that was trained to tell hands that seats held in rounds between `hard` players
from hands dealt to them at random. Its answer is the logarithm of how much likelier the hand is
than the random deal has it. It sees the hand, both ways up, and what the seat did: the sets it
scouted at rather than beat, and the last it has shown.
"""

from engine.players.fast.features import (
    MINE,
    count_blocks,
    hand_features,
    set_features,
    strength_bucket,
)
from engine.players.fast.layout import (
    CAPTURED,
    FACED,
    PLAYERS,
    SHOWN,
    SPECIAL,
    STREAK,
    TOKENS,
    Ints,
)

OTHER_WAY = MINE
"""The sets of the hand turned the other way up, as of the hand itself: what comes before them are
the features of the hand (`features.hand_features`)."""
CHOICE = OTHER_WAY + 814
"""+ 15 * min(blocks, 14) + min(blocks the other way up, 14)."""
FACED_SET = CHOICE + 225
"""+ the set at which the seat last scouted, as for BEST; absent once it has made a Show."""
SHOWN_SET = FACED_SET + 140
"""+ the set that it showed last, likewise."""
SHOWN_THEN = SHOWN_SET + 140
"""+ Scouts since its last Show, at most 4; + 5 where there was none."""
PLAYED = SHOWN_THEN + 10
"""+ cards captured by all, at most 19."""
WITH_TOKEN = PLAYED + 20
"""+ whether it has its Scout & Show token (0, 1), + 2 * how many Scout tokens it has, at most 4."""
BELIEF_FEATURES = WITH_TOKEN + 10


def context_features(state: Ints, p: int, active: Ints, k: int) -> int:
    """Append what is known of a seat and of its last actions; returns the new length."""
    if state[FACED + p] > 0:
        active[k] = FACED_SET + strength_bucket(state[FACED + p])
        k += 1
    never = 5
    if state[SHOWN + p] > 0:
        active[k] = SHOWN_SET + strength_bucket(state[SHOWN + p])
        k += 1
        never = 0
    captured = 0
    for q in range(state[PLAYERS]):
        captured += state[CAPTURED + q]
    active[k] = SHOWN_THEN + min(state[STREAK + p], 4) + never
    active[k + 1] = PLAYED + min(captured, 19)
    active[k + 2] = WITH_TOKEN + state[SPECIAL + p] + 2 * min(state[TOKENS + p], 4)
    return k + 3


def held_features(
    cards: Ints, size: int, state: Ints, p: int, numbers: Ints, active: Ints, k: int
) -> int:
    """Append the features of a hand that the seat might hold; returns the new length."""
    faced = state[FACED + p]
    k = hand_features(cards, size, faced, numbers, active, k)
    blocks = count_blocks(numbers, size)
    for i in range(size):
        numbers[i] = cards[i] & 15
    start = k
    k = set_features(numbers, size, faced, active, k)
    for i in range(start, k):
        active[i] += OTHER_WAY
    active[k] = CHOICE + 15 * min(blocks, 14) + min(count_blocks(numbers, size), 14)
    return k + 1
