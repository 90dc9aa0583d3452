"""How likely a hand is to be the one that a seat holds: what a redeal goes by.

A small network that was trained to tell hands that seats held in rounds between `hard` players
from hands dealt to them at random. Its answer is the logarithm of how much likelier the hand is
than the random deal has it. It sees the hand, both ways up, and what the seat did: the sets it
scouted at rather than beat, before its last Show and since, what it showed last and what that beat.
And it sees how the hand fits what was done: how well the scouted cards have found their places, and
whether the hand could have beaten what the seat scouted at.
"""

from engine.players.fast.choice import sets_around, without
from engine.players.fast.features import (
    BLOCKS_AT_MOST,
    HAND_FEATURES,
    SETS_TO_7,
    STREAK_AT_MOST,
    TABLE_OF_FEATURES,
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
from engine.players.fast.points import captured_by_all
from engine.players.fast.rules import card_number, ways_to_beat
from engine.players.fast.tables import Table

PLAYED_AT_MOST = 19
PAID_AT_MOST = 4
JOINED_AT_MOST = 6
MOST_WAYS = 3

TABLE_OF_GUESSES = Table()
"""Features of a hand that a seat might hold. The first are those of the value network's for it."""

for _name, _size in TABLE_OF_FEATURES.until(HAND_FEATURES):
    TABLE_OF_GUESSES.of(_name, _size)
OTHER_WAY = TABLE_OF_GUESSES.of("OTHER_WAY", HAND_FEATURES)
"""The sets of the hand turned the other way up, as of the hand itself."""
CHOICE = TABLE_OF_GUESSES.of("CHOICE", (BLOCKS_AT_MOST + 1) ** 2)
"""+ 15 * blocks + blocks the other way up."""
FACED_SET = TABLE_OF_GUESSES.of("FACED_SET", SETS_TO_7)
"""The set at which the seat last scouted; absent once it has made a Show."""
SHOWN_SET = TABLE_OF_GUESSES.of("SHOWN_SET", SETS_TO_7)
"""The set that it showed last."""
SHOWN_THEN = TABLE_OF_GUESSES.of("SHOWN_THEN", 2 * (STREAK_AT_MOST + 1))
"""+ Scouts since its last Show; likewise where there was none."""
PLAYED = TABLE_OF_GUESSES.of("PLAYED", PLAYED_AT_MOST + 1)
"""+ cards captured by all."""
WITH_TOKEN = TABLE_OF_GUESSES.of("WITH_TOKEN", 2 * (PAID_AT_MOST + 1))
"""+ whether it has its Scout & Show token (0, 1), + 2 * how many Scout tokens it has."""
WEAKEST_SET = TABLE_OF_GUESSES.of("WEAKEST_SET", SETS_TO_7)
"""The weakest set at which the seat scouted since its last Show."""
BEFORE_SET = TABLE_OF_GUESSES.of("BEFORE_SET", SETS_TO_7)
"""The weakest at which it scouted before that Show."""
BEATEN_SET = TABLE_OF_GUESSES.of("BEATEN_SET", SETS_TO_7 + 1)
"""The set that its last Show beat; the last of these: it beat none."""
JOINED = TABLE_OF_GUESSES.of("JOINED", JOINED_AT_MOST**2)
"""A scouted card: + 6 * (cards in the longest group that it is part of, less one) + the same for
runs."""
JOINED_LAST = TABLE_OF_GUESSES.of("JOINED_LAST", JOINED_AT_MOST**2)
"""The card scouted last, likewise."""
COULD = TABLE_OF_GUESSES.of("COULD", 4 * (MOST_WAYS + 1))
"""How many sets that the hand holds without the card scouted last were stronger than the table
faced last; then: than the weakest since the last Show, than the weakest before it, than what that
Show beat."""
BELIEF_FEATURES = TABLE_OF_GUESSES.size


def context_features(state: Ints, p: int, active: Ints, k: int) -> int:
    """Append what is known of a seat and of its last actions; returns the new length."""
    if state[FACED + p] > 0:
        active[k] = FACED_SET + strength_bucket(state[FACED + p])
        k += 1
    never = STREAK_AT_MOST + 1
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
        active[k] = BEATEN_SET + (strength_bucket(beaten) if beaten > 0 else SETS_TO_7)
        k += 1
    active[k] = SHOWN_THEN + min(state[STREAK + p], STREAK_AT_MOST) + never
    active[k + 1] = PLAYED + min(captured_by_all(state), PLAYED_AT_MOST)
    active[k + 2] = WITH_TOKEN + state[SPECIAL + p] + 2 * min(state[TOKENS + p], PAID_AT_MOST)
    return k + 3


def scouted_features(cards: Ints, size: int, state: Ints, p: int, active: Ints, k: int) -> int:
    """Append how the scouted cards have found their places; returns the new length."""
    for i in range(size):
        number = card_number(cards[i])
        if state[HOLDER + number] == p + 1:
            group, run = sets_around(cards, size, cards[i] >> 4, i, i + 1)
            first = JOINED_LAST if state[TOOK + p] == 1 + number else JOINED
            active[k] = first + JOINED_AT_MOST * (min(group, JOINED_AT_MOST) - 1)
            active[k] += min(run, JOINED_AT_MOST) - 1
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
    ways = MOST_WAYS + 1
    if state[FACED + p] > 0:
        active[k] = COULD + ways_to_beat(then, before, state[FACED + p], MOST_WAYS)
        active[k + 1] = COULD + ways + ways_to_beat(then, before, state[WEAKEST + p], MOST_WAYS)
        k += 2
    if state[BEFORE + p] > 0:
        active[k] = COULD + 2 * ways + ways_to_beat(then, before, state[BEFORE + p], MOST_WAYS)
        k += 1
    if state[BEATEN + p] > 0:
        active[k] = COULD + 3 * ways + ways_to_beat(then, before, state[BEATEN + p] - 1, MOST_WAYS)
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
    active[k] = CHOICE + (BLOCKS_AT_MOST + 1) * min(blocks, BLOCKS_AT_MOST)
    active[k] += min(count_blocks(numbers, size), BLOCKS_AT_MOST)
    k = scouted_features(cards, size, state, p, active, k + 1)
    return could_features(cards, size, state, p, numbers, active, k)
