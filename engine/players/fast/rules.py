"""The rules once more, for speed alone: arrays in, arrays changed in place.

`engine.rounds` is the authority; the tests hold this twin to it action by action. Written in the
part of Python that numba compiles, and correct without numba, only slower.
"""

from engine.players.fast.layout import (
    ACTIONS,
    BEATEN,
    BEFORE,
    CAPTURED,
    CONTINUE,
    EMPTY,
    END,
    ENDER,
    FACED,
    FIRST,
    GONE,
    HOLDER,
    LAST,
    OVER,
    OWNER,
    PLACE,
    PLAYERS,
    SCOUTS,
    SHOWER,
    SHOWN,
    SIZE,
    SPECIAL,
    STREAK,
    STUCK,
    TABLE,
    TABLE_SIZE,
    TOKENS,
    TOOK,
    TURN,
    TURNED,
    UNBEATEN,
    WEAKEST,
    Ints,
)


def strength(count: int, group: int, low: int) -> int:
    """One number that orders active sets (R11); a single card is asked for with ``group`` 1."""
    return count * 32 + group * 16 + low


def set_strength(row: Ints, first: int, last: int) -> int:
    """Strength of cards ``first..last`` of a row, 0 where they are neither group nor run."""
    a = row[first] >> 4
    if first == last:
        return strength(1, 1, a)
    step = (row[first + 1] >> 4) - a
    if step < -1 or step > 1:
        return 0
    for i in range(first + 1, last):
        if (row[i + 1] >> 4) - (row[i] >> 4) != step:
            return 0
    if step == 0:
        return strength(last - first + 1, 1, a)
    return strength(last - first + 1, 0, min(a, row[last] >> 4))


def card_number(card: int) -> int:
    """A number from 0 to 44 for a card, the same either way up."""
    low = min(card >> 4, card & 15)
    high = max(card >> 4, card & 15)
    return (high - 1) * (high - 2) // 2 + low - 1


def table_strength(hands: Ints, state: Ints) -> int:
    """What a Show must exceed: 0 on an empty table (R12, R13)."""
    if state[TABLE_SIZE] == 0:
        return 0
    return set_strength(hands[TABLE], 0, state[TABLE_SIZE] - 1)


def ways_to_beat(row: Ints, size: int, beat: int, most: int) -> int:
    """At how many cards of a hand a set stronger than ``beat`` begins, counted up to ``most``."""
    ways = 0
    for i in range(size):
        for j in range(i, size):
            s = set_strength(row, i, j)
            if s == 0:
                break
            if s > beat:
                ways += 1
                break
        if ways == most:
            break
    return ways


def can_show(row: Ints, size: int, beat: int) -> bool:
    """Whether any cards of a hand are stronger than ``beat``."""
    return ways_to_beat(row, size, beat, 1) > 0


def show(hands: Ints, state: Ints, player: int, first: int, last: int) -> None:
    """Move the cards to the table and capture what lay there (R14); no test of the round's end."""
    row = hands[player]
    table = hands[TABLE]
    size = state[SIZE + player]
    old = state[TABLE_SIZE]
    state[BEATEN + player] = 1 + table_strength(hands, state)
    if state[WEAKEST + player] > 0:
        state[BEFORE + player] = state[WEAKEST + player]
        state[WEAKEST + player] = 0
    for i in range(old):
        state[GONE + (table[i] >> 4)] += 1
        state[GONE + (table[i] & 15)] += 1
    state[CAPTURED + player] += old
    count = last - first + 1
    for i in range(count):
        table[i] = row[first + i]
        number = card_number(table[i])
        state[HOLDER + number] = 0
        if state[TOOK + player] == 1 + number:
            state[TOOK + player] = 0
    for i in range(last + 1, size):
        row[i - count] = row[i]
    state[SIZE + player] = size - count
    state[TABLE_SIZE] = count
    state[OWNER] = player
    state[SHOWER] = player
    state[SCOUTS] = 0
    state[FACED + player] = 0
    state[STREAK + player] = 0
    state[SHOWN + player] = table_strength(hands, state)


def scout(hands: Ints, state: Ints, player: int, end: int, turned: int, place: int) -> None:
    """Take a card from an end of the table (R15, R16, R24); no test of the round's end."""
    row = hands[player]
    table = hands[TABLE]
    left = state[TABLE_SIZE] - 1
    faced = table_strength(hands, state)
    state[FACED + player] = faced
    if state[WEAKEST + player] == 0 or faced < state[WEAKEST + player]:
        state[WEAKEST + player] = faced
    state[STREAK + player] += 1
    if end == 0:
        card = table[0]
        for i in range(left):
            table[i] = table[i + 1]
    else:
        card = table[left]
    state[HOLDER + card_number(card)] = player + 1
    state[TOOK + player] = 1 + card_number(card)
    if turned == 1:
        card = ((card & 15) << 4) | (card >> 4)
    i = state[SIZE + player]
    while i > place:
        row[i] = row[i - 1]
        i -= 1
    row[place] = card
    state[SIZE + player] += 1
    if state[PLAYERS] == 2:
        state[TOKENS + player] -= 1
    else:
        state[TOKENS + state[OWNER]] += 1
    state[SCOUTS] += 1
    state[TABLE_SIZE] = left
    if left == 0:
        state[OWNER] = -1


def end_stuck(hands: Ints, state: Ints) -> None:
    """End a two-player round whose player on turn can neither Show nor Scout (R26)."""
    player = state[TURN]
    if state[PLAYERS] != 2 or state[TABLE_SIZE] == 0 or state[TOKENS + player] > 0:
        return
    if not can_show(hands[player], state[SIZE + player], table_strength(hands, state)):
        state[OVER] = STUCK
        state[ENDER] = state[OWNER]


def play(hands: Ints, state: Ints, move: Ints) -> None:
    """Play a legal move of the player on turn; end the round where it ends (R20 to R22, R26)."""
    player = state[TURN]
    players = state[PLAYERS]
    state[ACTIONS] += 1
    if move[END] >= 0:
        scout(hands, state, player, move[END], move[TURNED], move[PLACE])
    if move[FIRST] >= 0:
        if move[END] >= 0:
            state[SPECIAL + player] = 0
        show(hands, state, player, move[FIRST], move[LAST])
        if state[SIZE + player] == 0:
            state[OVER] = EMPTY
            state[ENDER] = player
            return
        state[TURN] = (player + 1) % players
    elif players > 2:
        state[TURN] = (player + 1) % players
        if state[SCOUTS] == players - 1 and (state[TABLE_SIZE] > 0 or state[CONTINUE] == 0):
            state[OVER] = UNBEATEN
            state[ENDER] = state[SHOWER]
            return
    end_stuck(hands, state)


def score(state: Ints, player: int) -> int:
    """A seat's score of a round that is over (R23, R27)."""
    points = state[CAPTURED + player] + state[TOKENS + player]
    if state[ENDER] != player:
        points -= state[SIZE + player]
    return int(points)


def legal_moves(hands: Ints, state: Ints, moves: Ints) -> int:
    """Write the legal moves of the player on turn into the rows of ``moves``, as many as fit.

    Returns how many there are. On a one-card table only the left end is listed.
    """
    count = 0
    room = moves.shape[0]
    if state[OVER] != 0:
        return 0
    player = state[TURN]
    row = hands[player]
    size = state[SIZE + player]
    beat = table_strength(hands, state)
    for i in range(size):
        for j in range(i, size):
            s = set_strength(row, i, j)
            if s == 0:
                break
            if s > beat:
                if count < room:
                    moves[count, END] = -1
                    moves[count, TURNED] = 0
                    moves[count, PLACE] = -1
                    moves[count, FIRST] = i
                    moves[count, LAST] = j
                count += 1
    left = state[TABLE_SIZE] - 1
    if left < 0 or (state[PLAYERS] == 2 and state[TOKENS + player] == 0):
        return count
    table = hands[TABLE]
    after = row.copy()
    for end in range(min(2, left + 1)):
        rest = 0
        if left > 0:
            rest = set_strength(table, 1 - end, left - end)
        for turned in range(2):
            card = table[0] if end == 0 else table[left]
            if turned == 1:
                card = ((card & 15) << 4) | (card >> 4)
            for place in range(size + 1):
                if count < room:
                    moves[count, END] = end
                    moves[count, TURNED] = turned
                    moves[count, PLACE] = place
                    moves[count, FIRST] = -1
                    moves[count, LAST] = -1
                count += 1
                if state[SPECIAL + player] == 0:
                    continue
                for i in range(size + 1):
                    after[i] = card if i == place else row[i - (i > place)]
                for i in range(size + 1):
                    for j in range(i, size + 1):
                        s = set_strength(after, i, j)
                        if s == 0:
                            break
                        if s > rest:
                            if count < room:
                                moves[count, END] = end
                                moves[count, TURNED] = turned
                                moves[count, PLACE] = place
                                moves[count, FIRST] = i
                                moves[count, LAST] = j
                            count += 1
    return count
