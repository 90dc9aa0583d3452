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
    OWNER,
    PLAYERS,
    SCOUT_PRICE,
    SCOUTS,
    SEATS,
    SHOWN,
    SIZE,
    SPECIAL,
    STREAK,
    TABLE,
    TABLE_SIZE,
    TOKENS,
    TURN,
    CardSet,
    Ints,
)
from engine.players.fast.rules import strength, table_strength
from engine.players.fast.tables import Table

OTHERS = SEATS - 1
PAIRS = 10 * 10
"""Pairs of numbers."""
OF_A_SIZE = 2 * 10
"""Sets of so many cards: runs, then groups, by lowest number (`bucket`)."""
SETS_TO_7 = 7 * OF_A_SIZE
HAND_AT_MOST = 24
BLOCKS_AT_MOST = 14
BEATS_AT_MOST = 3
STREAK_AT_MOST = 4
OTHER_HAND_AT_MOST = 15
TOKENS_AT_MOST = 3
UNSEEN_AT_MOST = 9

TABLE_OF_FEATURES = Table()
"""Features by name; which row of weights is which follows from it. The hand's come first."""

CARD = TABLE_OF_FEATURES.of("CARD", PAIRS)
"""+ 10*active+other, both less one: cards in hand."""
PAIR = TABLE_OF_FEATURES.of("PAIR", PAIRS)
"""+ 10*low+high, both less one: neighbours in the hand."""
SKIP = TABLE_OF_FEATURES.of("SKIP", PAIRS)
"""The same for cards with one card between them."""
SETS = TABLE_OF_FEATURES.of("SETS", 4 * OF_A_SIZE)
"""Groups and runs of 3, 4, 5 and 6 cards in the hand (those of more count as several of 6)."""
MERGE = TABLE_OF_FEATURES.of("MERGE", 5 * OF_A_SIZE)
"""Sets of 2 to 6 cards that come to be when the maximal set (or single card) between their two
halves is played."""
EDGE = TABLE_OF_FEATURES.of("EDGE", 10)
"""+ number-1: first and last card of the hand."""
HAND = TABLE_OF_FEATURES.of("HAND", HAND_AT_MOST + 1)
"""+ cards in hand."""
BEST = TABLE_OF_FEATURES.of("BEST", SETS_TO_7)
"""The strongest set in hand."""
SECOND = TABLE_OF_FEATURES.of("SECOND", SETS_TO_7)
"""The second strongest of the maximal sets; absent if there is but one."""
BLOCKS = TABLE_OF_FEATURES.of("BLOCKS", BLOCKS_AT_MOST + 1)
"""+ into how few neighbouring sets the hand divides."""
BEATS = TABLE_OF_FEATURES.of("BEATS", BEATS_AT_MOST + 1)
"""+ how many maximal sets in hand beat the table."""
HAND_FEATURES = TABLE_OF_FEATURES.size
"""All before this are the hand's own (`hand_features`)."""
MINE = TABLE_OF_FEATURES.of("MINE", SETS_TO_7)
"""The active set, where the player owns it."""
THEIRS = TABLE_OF_FEATURES.of("THEIRS", SETS_TO_7)
"""The active set of another."""
NO_TABLE = TABLE_OF_FEATURES.of("NO_TABLE")
OWNER_AT = TABLE_OF_FEATURES.of("OWNER_AT", SEATS)
"""+ how many seats after the player the owner sits."""
TO_END = TABLE_OF_FEATURES.of("TO_END", 2 * SEATS)
"""+ how many Scouts are missing until all others have scouted, + SEATS where the active set isn't
the player's."""
OTHER_HAND = TABLE_OF_FEATURES.of("OTHER_HAND", OTHERS * (OTHER_HAND_AT_MOST + 1))
"""By seats after the player: + cards in that hand."""
SPECIAL_LEFT = TABLE_OF_FEATURES.of("SPECIAL_LEFT", SEATS)
"""+ seats after the player: has its Scout & Show token."""
TOKENS_LEFT = TABLE_OF_FEATURES.of("TOKENS_LEFT", 2 * (TOKENS_AT_MOST + 1))
"""Where a Scout costs tokens: + own ones; and likewise the other's."""
NEXT = TABLE_OF_FEATURES.of("NEXT", SEATS)
"""+ how many seats after the player the one sits who acts next."""
UNSEEN = TABLE_OF_FEATURES.of("UNSEEN", 10 * (UNSEEN_AT_MOST + 1))
"""By number: + how many cards bearing it are neither captured, nor on the table, nor in the own
hand."""
KNOWN = TABLE_OF_FEATURES.of("KNOWN", OTHERS * 10)
"""By seats after the player, + number-1: cards bearing it, either way up, that this seat is known
to hold."""
DECLINED = TABLE_OF_FEATURES.of("DECLINED", OTHERS * SETS_TO_7)
"""By seats after the player: the set at which this seat last scouted; absent once it has made a
Show."""
STREAKS = TABLE_OF_FEATURES.of("STREAKS", OTHERS * (STREAK_AT_MOST + 1))
"""By seats after the player: + Scouts since its last Show."""
STILL_SAFE = TABLE_OF_FEATURES.of("STILL_SAFE", OTHERS * 2)
"""By seats after the player: this seat has scouted at a set no stronger than the active one; + 1:
only at a stronger one."""
ENDS = TABLE_OF_FEATURES.of("ENDS", PAIRS)
"""+ 10*active+other, both less one: the cards at the two ends of the table."""
SHOWED = TABLE_OF_FEATURES.of("SHOWED", OTHERS * SETS_TO_7)
"""By seats after the player: the set that this seat showed last."""
FEATURES = TABLE_OF_FEATURES.size
MAX_ACTIVE = 1024
"""Room for the longest list, that of a 45-card hand and more."""


def bucket(count: int, group: int, low: int, most: int) -> int:
    """Number of a set among the sets of up to ``most`` cards, longer ones counted as that long."""
    return (min(count, most) - 1) * 20 + group * 10 + low - 1


def strength_bucket(s: int) -> int:
    """Number of the sets of a strength, those of more than 7 cards counted as 7."""
    return bucket(s >> 5, (s >> 4) & 1, s & 15, 7)


def card_index(card: int) -> int:
    """Number of a card among all, one way up and the other."""
    return 10 * ((card >> 4) - 1) + (card & 15) - 1


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
    active[k] = MERGE + bucket(count, group, low, 6) - OF_A_SIZE
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
    active[k + 2] = HAND + min(size, HAND_AT_MOST)
    return set_features(numbers, size, beat, active, k + 3)


def neighbour_features(cards: Ints, size: int, active: Ints, k: int, front: int, back: int) -> int:
    """Append CARD, PAIR and SKIP of a hand but for those within its first or its last cards."""
    stop = size - back
    for i in range(front, stop):
        active[k] = CARD + card_index(cards[i])
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
                active[k] = SETS + bucket(length, group, at, 6) - 2 * OF_A_SIZE
                k += 1
        k = add_merge(numbers, size, i, j, active, k)
        if j > i:
            i = j
            linked = True
        else:
            i += 1
            linked = False
    active[k] = BEST + strength_bucket(best)
    active[k + 1] = BLOCKS + min(count_blocks(numbers, size), BLOCKS_AT_MOST)
    active[k + 2] = BEATS + min(beats, BEATS_AT_MOST)
    k += 3
    if second > 0:
        active[k] = SECOND + strength_bucket(second)
        k += 1
    return k


def table_features(
    lying: CardSet, owner: int, scouts: int, state: Ints, player: int, active: Ints, k: int
) -> int:
    """Append the features of the active set; ``owner``, ``scouts``: as after the move."""
    if lying.last < lying.first:
        active[k] = NO_TABLE
        return k + 1
    players = state[PLAYERS]
    mine = owner == player
    active[k] = (MINE if mine else THEIRS) + strength_bucket(lying.strength)
    active[k + 1] = OWNER_AT + (owner - player + players) % players
    active[k + 2] = TO_END + max(0, players - 1 - scouts) + (0 if mine else SEATS)
    active[k + 3] = ENDS + card_index(lying.row[lying.first])
    active[k + 4] = ENDS + card_index(lying.row[lying.last])
    k += 5
    for r in range(1, players):
        faced = state[FACED + (player + r) % players]
        if faced > 0:
            active[k] = STILL_SAFE + 2 * (r - 1) + (1 if faced > lying.strength else 0)
            k += 1
    return k


def other_features(state: Ints, player: int, turn: int, active: Ints, k: int) -> int:
    """Append sizes, tokens and whose turn it is; ``state`` as after the move."""
    players = state[PLAYERS]
    for r in range(1, players):
        p = (player + r) % players
        active[k] = OTHER_HAND + (OTHER_HAND_AT_MOST + 1) * (r - 1)
        active[k] += min(state[SIZE + p], OTHER_HAND_AT_MOST)
        active[k + 1] = STREAKS + (STREAK_AT_MOST + 1) * (r - 1)
        active[k + 1] += min(state[STREAK + p], STREAK_AT_MOST)
        k += 2
        if state[FACED + p] > 0:
            active[k] = DECLINED + SETS_TO_7 * (r - 1) + strength_bucket(state[FACED + p])
            k += 1
        if state[SHOWN + p] > 0:
            active[k] = SHOWED + SETS_TO_7 * (r - 1) + strength_bucket(state[SHOWN + p])
            k += 1
    if state[SCOUT_PRICE] > 0:
        other = (player + 1) % players
        active[k] = TOKENS_LEFT + min(state[TOKENS + player], TOKENS_AT_MOST)
        active[k + 1] = (
            TOKENS_LEFT + TOKENS_AT_MOST + 1 + min(state[TOKENS + other], TOKENS_AT_MOST)
        )
        k += 2
    else:
        for r in range(players):
            if state[SPECIAL + (player + r) % players] == 1:
                active[k] = SPECIAL_LEFT + r
                k += 1
    active[k] = NEXT + (turn - player + players) % players
    return k + 1


def unseen_features(hands: Ints, state: Ints, player: int, full: Ints, active: Ints, k: int) -> int:
    """Append how many cards of each number the player hasn't seen; ``full``: in the deck."""
    at = k - 1  # of the entry for number 1, less 1
    for v in range(1, 11):
        active[at + v] = full[v] - state[GONE + v]
    for i in range(state[SIZE + player]):
        active[at + (hands[player, i] >> 4)] -= 1
        active[at + (hands[player, i] & 15)] -= 1
    for i in range(state[TABLE_SIZE]):
        active[at + (hands[TABLE, i] >> 4)] -= 1
        active[at + (hands[TABLE, i] & 15)] -= 1
    for v in range(1, 11):
        count = max(0, min(active[at + v], UNSEEN_AT_MOST))
        active[at + v] = UNSEEN + (UNSEEN_AT_MOST + 1) * (v - 1) + count
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


def move_features(
    hands: Ints, state: Ints, player: int, full: Ints, numbers: Ints, active: Ints
) -> int:
    """Write the features of the present position for a player; returns how many.

    Used for positions after that player's move, and for the deal before the first.
    """
    table = table_strength(hands, state)
    lying = CardSet(hands[TABLE], 0, state[TABLE_SIZE] - 1, table)
    k = unseen_features(hands, state, player, full, active, 0)
    k = known_features(state, player, active, k)
    k = other_features(state, player, state[TURN], active, k)
    k = table_features(lying, state[OWNER], state[SCOUTS], state, player, active, k)
    return hand_features(hands[player], state[SIZE + player], table, numbers, active, k, 0, 0)
