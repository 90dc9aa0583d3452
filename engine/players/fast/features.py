"""What the value network sees of a position just after a player's move.

Every feature is 0 or a count; a position is a list of the features it has, an index standing as
often as its feature counts. So the network's first layer is a sum of rows. Only what the player
may know goes in: the own hand, the table, sizes and tokens, which cards lie captured, which the
others hold that they scouted, and what they scouted at rather than beat it. A hand and its mirror
image have the same features, for the rules know no left and right.
"""

from engine.players.fast.layout import (
    FACED,
    GONE,
    HOLDER,
    PLAYERS,
    SHOWN,
    SIZE,
    SPECIAL,
    STREAK,
    TOKENS,
    Ints,
)
from engine.players.fast.rules import strength

CARD = 0
"""+ 10*active+other, both less one: cards in hand."""
PAIR = 100
"""+ 10*low+high, both less one: neighbours in the hand."""
SKIP = 200
"""The same for cards with one card between them."""
SETS = 300
"""Groups and runs of 3, 4, 5 and 6 cards in the hand (those of more count as several of 6):
+ (length-3)*20 + 10 if a group + low-1."""
MERGE = 380
"""Sets that come to be when the maximal set (or single card) between their two halves is played:
+ (min(length, 6)-2)*20 + 10 if a group + low-1."""
EDGE = 480
"""+ number-1: first and last card of the hand."""
HAND = 490
"""+ cards in hand, at most 24."""
BEST = 515
"""The strongest set in hand: + (min(length, 7)-1)*20 + 10 if a group + low-1."""
SECOND = 655
"""The second strongest of the maximal sets, likewise; absent if there is but one."""
BLOCKS = 795
"""+ into how few neighbouring sets the hand divides, at most 14."""
BEATS = 810
"""+ how many maximal sets in hand beat the table, at most 3."""
MINE = 814
"""The active set, where the player owns it: as for BEST."""
THEIRS = 954
"""The active set of another."""
NO_TABLE = 1094
OWNER_AT = 1095
"""+ how many seats after the player the owner sits (1..4)."""
TO_END = 1100
"""+ how many more Scouts end the round (0..4), + 5 where the active set isn't the player's."""
OTHER_HAND = 1110
"""+ 16 * (seats after the player, less one) + cards in that hand, at most 15."""
SPECIAL_LEFT = 1174
"""+ seats after the player: has its Scout & Show token."""
TOKENS_LEFT = 1179
"""Two players: + own Scout tokens (0..3), + 4 + the other's."""
NEXT = 1187
"""+ how many seats after the player the one sits who acts next."""
UNSEEN = 1192
"""+ 10 * (number-1) + how many cards bearing it are neither captured, nor on the table, nor in the
own hand, at most 9."""
KNOWN = 1292
"""+ 10 * (seats after the player, less one) + number-1: cards bearing it, either way up, that this
seat is known to hold."""
DECLINED = 1332
"""+ 140 * (seats after the player, less one) + the set at which this seat last scouted, as for
BEST; absent once it has made a Show."""
STREAKS = 1892
"""+ 5 * (seats after the player, less one) + Scouts since its last Show, at most 4."""
STILL_SAFE = 1912
"""+ 2 * (seats after the player, less one): this seat has scouted at a set no stronger than the
active one; + 1: only at a stronger one."""
ENDS = 1920
"""+ 10*active+other, both less one: the cards at the two ends of the table."""
SHOWED = 2020
"""+ 140 * (seats after the player, less one) + the set that this seat showed last, as for BEST."""
FEATURES = 2580
MAX_ACTIVE = 1024
"""Room for the longest list, that of a 45-card hand and more."""


def bucket(count: int, group: int, low: int, most: int) -> int:
    """Number of a set among the sets of up to ``most`` cards, longer ones counted as that long."""
    return (min(count, most) - 1) * 20 + group * 10 + low - 1


def strength_bucket(s: int) -> int:
    """Number of the sets of a strength, those of more than 7 cards counted as 7."""
    return bucket(s >> 5, (s >> 4) & 1, s & 15, 7)


def add_pair(base: int, a: int, b: int, active: Ints, k: int) -> int:
    """Append the feature of an unordered pair of numbers."""
    active[k] = base + 10 * (min(a, b) - 1) + max(a, b) - 1
    return k + 1


def add_merge(numbers: Ints, size: int, first: int, last: int, active: Ints, k: int) -> int:
    """Append the set that would arise if cards ``first..last`` left the hand, if there is one."""
    if first == 0 or last == size - 1:
        return k
    a = numbers[first - 1]
    b = numbers[last + 1]
    step = b - a
    if step < -1 or step > 1:
        return k
    i = first - 1
    while i > 0 and numbers[i] - numbers[i - 1] == step:
        i -= 1
    j = last + 1
    while j + 1 < size and numbers[j + 1] - numbers[j] == step:
        j += 1
    count = first - i + j - last
    group = 1 if step == 0 else 0
    low = min(numbers[i], numbers[j])
    active[k] = MERGE + bucket(count, group, low, 6) - 20
    return k + 1


def count_blocks(numbers: Ints, size: int) -> int:
    """Into how few groups and runs of neighbours the hand divides."""
    blocks = 0
    i = 0
    while i < size:
        blocks += 1
        i += 1
        if i < size and -1 <= numbers[i] - numbers[i - 1] <= 1:
            step = numbers[i] - numbers[i - 1]
            i += 1
            while i < size and numbers[i] - numbers[i - 1] == step:
                i += 1
    return blocks


def hand_features(
    cards: Ints, size: int, beat: int, numbers: Ints, active: Ints, k: int, front: int, back: int
) -> int:
    """Append the features of a hand; ``beat`` is the table's strength, ``numbers`` working space.

    But not `neighbour_features` of its first ``front`` and of its last ``back`` cards among
    themselves. Returns the new length of the list ``active``.
    """
    for i in range(size):
        numbers[i] = cards[i] >> 4
    k = neighbour_features(cards, size, active, k, front, back)
    active[k] = EDGE + numbers[0] - 1
    active[k + 1] = EDGE + numbers[size - 1] - 1
    active[k + 2] = HAND + min(size, 24)
    return set_features(numbers, size, beat, active, k + 3)


def neighbour_features(cards: Ints, size: int, active: Ints, k: int, front: int, back: int) -> int:
    """Append CARD, PAIR and SKIP of a hand but for those within its first or its last cards."""
    stop = size - back
    for i in range(front, stop):
        active[k] = CARD + 10 * ((cards[i] >> 4) - 1) + (cards[i] & 15) - 1
        k += 1
    for i in range(max(0, front - 1), min(stop, size - 1)):
        k = add_pair(PAIR, cards[i] >> 4, cards[i + 1] >> 4, active, k)
    for i in range(max(0, front - 2), min(stop, size - 2)):
        k = add_pair(SKIP, cards[i] >> 4, cards[i + 2] >> 4, active, k)
    return k


def set_features(numbers: Ints, size: int, beat: int, active: Ints, k: int) -> int:
    """Append the features of the groups and runs among a hand's numbers; returns the new length."""
    best = 0
    second = 0
    beats = 0
    i = 0
    linked = False  # card i belongs to a set with the card before it
    while i < size:
        j = i
        step = 2
        if i + 1 < size:
            step = numbers[i + 1] - numbers[i]
        if -1 <= step <= 1:
            j = i + 1
            while j + 1 < size and numbers[j + 1] - numbers[j] == step:
                j += 1
        if j == i and linked:  # no set begins here
            i += 1
            linked = False
            continue
        count = j - i + 1
        group = 1 if step == 0 or count == 1 else 0
        low = min(numbers[i], numbers[j])
        s = strength(count, group, low)
        second = max(second, min(best, s))  # no branches: which one is stronger can't be foretold
        best = max(best, s)
        beats += s > beat
        for length in range(3, min(count, 6) + 1):
            for start in range(count - length + 1):
                at = low if group == 1 else low + start
                active[k] = SETS + bucket(length, group, at, 6) - 40
                k += 1
        k = add_merge(numbers, size, i, j, active, k)
        if j > i:
            i = j
            linked = True
        else:
            i += 1
            linked = False
    active[k] = BEST + strength_bucket(best)
    active[k + 1] = BLOCKS + min(count_blocks(numbers, size), 14)
    active[k + 2] = BEATS + min(beats, 3)
    k += 3
    if second > 0:
        active[k] = SECOND + strength_bucket(second)
        k += 1
    return k


def table_features(
    row: Ints,
    first: int,
    last: int,
    table: int,
    state: Ints,
    player: int,
    owner: int,
    scouts: int,
    active: Ints,
    k: int,
) -> int:
    """Append the features of the active set: cards ``first..last`` of a row, of strength ``table``.

    ``owner``, ``scouts``: as after the move.
    """
    if last < first:
        active[k] = NO_TABLE
        return k + 1
    players = state[PLAYERS]
    mine = owner == player
    active[k] = (MINE if mine else THEIRS) + strength_bucket(table)
    active[k + 1] = OWNER_AT + (owner - player + players) % players
    active[k + 2] = TO_END + max(0, players - 1 - scouts) + (0 if mine else 5)
    active[k + 3] = ENDS + 10 * ((row[first] >> 4) - 1) + (row[first] & 15) - 1
    active[k + 4] = ENDS + 10 * ((row[last] >> 4) - 1) + (row[last] & 15) - 1
    k += 5
    for r in range(1, players):
        faced = state[FACED + (player + r) % players]
        if faced > 0:
            active[k] = STILL_SAFE + 2 * (r - 1) + (1 if faced > table else 0)
            k += 1
    return k


def other_features(state: Ints, player: int, turn: int, active: Ints, k: int) -> int:
    """Append sizes, tokens and whose turn it is; ``state`` as after the move."""
    players = state[PLAYERS]
    for r in range(1, players):
        p = (player + r) % players
        active[k] = OTHER_HAND + 16 * (r - 1) + min(state[SIZE + p], 15)
        active[k + 1] = STREAKS + 5 * (r - 1) + min(state[STREAK + p], 4)
        k += 2
        if state[FACED + p] > 0:
            active[k] = DECLINED + 140 * (r - 1) + strength_bucket(state[FACED + p])
            k += 1
        if state[SHOWN + p] > 0:
            active[k] = SHOWED + 140 * (r - 1) + strength_bucket(state[SHOWN + p])
            k += 1
    if players == 2:
        active[k] = TOKENS_LEFT + min(state[TOKENS + player], 3)
        active[k + 1] = TOKENS_LEFT + 4 + min(state[TOKENS + 1 - player], 3)
        k += 2
    else:
        for r in range(players):
            if state[SPECIAL + (player + r) % players] == 1:
                active[k] = SPECIAL_LEFT + r
                k += 1
    active[k] = NEXT + (turn - player + players) % players
    return k + 1


def unseen_features(
    cards: Ints,
    size: int,
    table: Ints,
    table_size: int,
    state: Ints,
    full: Ints,
    active: Ints,
    k: int,
) -> int:
    """Append how many cards of each number the player hasn't seen; ``full``: in the deck."""
    at = k - 1  # of the entry for number 1, less 1
    for v in range(1, 11):
        active[at + v] = full[v] - state[GONE + v]
    for i in range(size):
        active[at + (cards[i] >> 4)] -= 1
        active[at + (cards[i] & 15)] -= 1
    for i in range(table_size):
        active[at + (table[i] >> 4)] -= 1
        active[at + (table[i] & 15)] -= 1
    for v in range(1, 11):
        active[at + v] = UNSEEN + 10 * (v - 1) + max(0, min(active[at + v], 9))
    return k + 10


def known_features(state: Ints, player: int, active: Ints, k: int) -> int:
    """Append the numbers on the cards that the others are known to hold."""
    players = state[PLAYERS]
    number = 0
    for high in range(2, 11):
        for low in range(1, high):
            holder = state[HOLDER + number] - 1
            number += 1
            if holder >= 0 and holder != player:
                base = KNOWN + 10 * ((holder - player + players) % players - 1) - 1
                active[k] = base + low
                active[k + 1] = base + high
                k += 2
    return k
