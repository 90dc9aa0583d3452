"""How likely a hand is to be the one that a seat holds: what a redeal goes by.

A small network that was trained to tell hands that seats held in rounds between `hard` players
from hands dealt to them at random. Its answer is the logarithm of how much likelier the hand is
than the random deal has it. It sees the hand, both ways up, and what the seat did: the sets it
scouted at rather than beat, before its last Show and since, what it showed last and what that beat.
And it sees how the hand fits what was done: how well the scouted cards have found their places, and
whether the hand could have beaten what the seat scouted at.
"""

from engine.players.fast.choice import captured_by_all, sets_around, without
from engine.players.fast.features import (
    MINE,
    count_blocks,
    hand_features,
    set_features,
    strength_bucket,
)
from engine.players.fast.layout import (
    BEATEN,
    BEFORE,
    FACED,
    HOLDER,
    SHOWN,
    SPECIAL,
    STREAK,
    TOKENS,
    TOOK,
    WEAKEST,
    Ints,
)
from engine.players.fast.rules import card_number, ways_to_beat

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
WEAKEST_SET = WITH_TOKEN + 10
"""+ the weakest set at which the seat scouted since its last Show, as for BEST."""
BEFORE_SET = WEAKEST_SET + 140
"""+ the weakest at which it scouted before that Show, likewise."""
BEATEN_SET = BEFORE_SET + 140
"""+ the set that its last Show beat, likewise; + 140: it beat none."""
JOINED = BEATEN_SET + 141
"""A scouted card: + 6 * (cards in the longest group that it is part of, at most 6, less one) +
the same for runs."""
JOINED_LAST = JOINED + 36
"""The card scouted last, likewise."""
COULD = JOINED_LAST + 36
"""How many sets (at most MOST_WAYS) that the hand holds without the card scouted last were
stronger than the table faced last; + 4: than the weakest since the last Show; + 8: than the weakest
before it; + 12: than what that Show beat."""
MOST_WAYS = 3
BELIEF_FEATURES = COULD + 16


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
    if state[WEAKEST + p] > 0:
        active[k] = WEAKEST_SET + strength_bucket(state[WEAKEST + p])
        k += 1
    if state[BEFORE + p] > 0:
        active[k] = BEFORE_SET + strength_bucket(state[BEFORE + p])
        k += 1
    if state[BEATEN + p] > 0:
        beaten = state[BEATEN + p] - 1
        active[k] = BEATEN_SET + (strength_bucket(beaten) if beaten > 0 else 140)
        k += 1
    active[k] = SHOWN_THEN + min(state[STREAK + p], 4) + never
    active[k + 1] = PLAYED + min(captured_by_all(state), 19)
    active[k + 2] = WITH_TOKEN + state[SPECIAL + p] + 2 * min(state[TOKENS + p], 4)
    return k + 3


def scouted_features(cards: Ints, size: int, state: Ints, p: int, active: Ints, k: int) -> int:
    """Append how the scouted cards have found their places; returns the new length."""
    for i in range(size):
        number = card_number(cards[i])
        if state[HOLDER + number] == p + 1:
            group, run = sets_around(cards, size, cards[i] >> 4, i, i + 1)
            first = JOINED_LAST if state[TOOK + p] == 1 + number else JOINED
            active[k] = first + 6 * (min(group, 6) - 1) + min(run, 6) - 1
            k += 1
    return k


def could_features(
    cards: Ints, size: int, state: Ints, p: int, then: Ints, active: Ints, k: int
) -> int:
    """Append what the hand could have beaten of what the seat met with; returns the new length.

    ``then`` is working space: the hand without the card scouted last.
    """
    first, last = size, size - 1  # no card at all, where it holds none that it scouted
    for i in range(size):
        if state[TOOK + p] == 1 + card_number(cards[i]):
            first = last = i
    before = without(cards, size, first, last, then)
    if state[FACED + p] > 0:
        active[k] = COULD + ways_to_beat(then, before, state[FACED + p], MOST_WAYS)
        active[k + 1] = COULD + 4 + ways_to_beat(then, before, state[WEAKEST + p], MOST_WAYS)
        k += 2
    if state[BEFORE + p] > 0:
        active[k] = COULD + 8 + ways_to_beat(then, before, state[BEFORE + p], MOST_WAYS)
        k += 1
    if state[BEATEN + p] > 0:
        active[k] = COULD + 12 + ways_to_beat(then, before, state[BEATEN + p] - 1, MOST_WAYS)
        k += 1
    return k


def held_features(
    cards: Ints, size: int, state: Ints, p: int, numbers: Ints, active: Ints, k: int
) -> int:
    """Append the features of a hand that the seat might hold; returns the new length."""
    faced = state[FACED + p]
    k = hand_features(cards, size, faced, numbers, active, k, 0, 0)
    blocks = count_blocks(numbers, size)
    for i in range(size):
        numbers[i] = cards[i] & 15
    start = k
    k = set_features(numbers, size, faced, active, k)
    for i in range(start, k):
        active[i] += OTHER_WAY
    active[k] = CHOICE + 15 * min(blocks, 14) + min(count_blocks(numbers, size), 14)
    k = scouted_features(cards, size, state, p, active, k + 1)
    return could_features(cards, size, state, p, numbers, active, k)
