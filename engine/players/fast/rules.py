"""The rules once more, for speed alone: arrays in, arrays changed in place.

`engine.rounds` is the authority; the tests hold this twin to it action by action. Written in the
part of Python that numba compiles, and correct without numba, only slower. What is played by
(`engine.rules.Rules`) stands in the state. Each rule is said once, here, and cited where it is.
"""

import numpy as np

from engine.players.fast.layout import (
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
    KEEPS_TURN,
    LAST,
    MOST_SCOUTS,
    MOST_SETS,
    MOVE_SIZE,
    OVER,
    OWNER,
    PLACE,
    PLAYERS,
    SCOUT_PAY,
    SCOUT_PRICE,
    SCOUTS,
    SET_FIRST,
    SET_LAST,
    SET_SIZE,
    SET_STRENGTH,
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
    UNBEATEN_AFTER,
    WEAKEST,
    WIDTH,
    CardSet,
    Ints,
)

# Cards and sets.


def turned(card: int) -> int:
    """The same card, other end up (R1)."""
    return ((card & 15) << 4) | (card >> 4)


def card_number(card: int) -> int:
    """A number from 0 to 44 for a card, the same either way up."""
    low = min(card >> 4, card & 15)
    high = max(card >> 4, card & 15)
    return (high - 1) * (high - 2) // 2 + low - 1


def strength(count: int, group: int, low: int) -> int:
    """One number that orders active sets (R11); a single card is asked for with ``group`` 1."""
    return count * 32 + group * 16 + low


def reach(row: Ints, size: int, first: int) -> int:
    """The last card of the longest set that begins with card ``first``; each part is one (R10)."""
    last = first + 1
    if last >= size:
        return first
    step = (row[last] >> 4) - (row[first] >> 4)
    if step < -1 or step > 1:
        return first
    while last + 1 < size and (row[last + 1] >> 4) - (row[last] >> 4) == step:
        last += 1
    return last


def reach_back(row: Ints, last: int) -> int:
    """The first card of the longest set that ends with card ``last`` (R10)."""
    first = last
    while first > 0 and set_strength(row, first - 1, last) > 0:
        first -= 1
    return first


def strength_within(row: Ints, first: int, last: int) -> int:
    """Strength of cards ``first..last``, which are a set (R11)."""
    a = row[first] >> 4
    b = row[last] >> 4
    return strength(last - first + 1, 1 if a == b else 0, min(a, b))


def set_strength(row: Ints, first: int, last: int) -> int:
    """Strength of cards ``first..last`` of a row, 0 where they are neither group nor run (R10)."""
    return strength_within(row, first, last) if reach(row, last + 1, first) == last else 0


def table_strength(hands: Ints, state: Ints) -> int:
    """What a Show must exceed, by what lies there now: 0 on an empty table (R12, R13)."""
    if state[TABLE_SIZE] == 0:
        return 0
    return strength_within(hands[TABLE], 0, state[TABLE_SIZE] - 1)


# What may be done.


def list_sets(row: Ints, first: int, stop: int, size: int, beat: int, sets: Ints) -> int:
    """Write the sets of a hand that are stronger than ``beat`` (R10, R11); returns how many.

    Those that begin with cards ``first`` to ``stop - 1``, the leftmost first and the shorter before
    the longer, into rows of ``sets`` (MOST_SETS of them hold all there can be).
    """
    count = 0
    for i in range(first, stop):
        for j in range(i, reach(row, size, i) + 1):
            s = strength_within(row, i, j)
            if s > beat:
                sets[count, SET_FIRST] = i
                sets[count, SET_LAST] = j
                sets[count, SET_STRENGTH] = s
                count += 1
    return count


def found_set(row: Ints, sets: Ints, i: int) -> CardSet:
    """The set in a row of what `list_sets` wrote."""
    return CardSet(row, int(sets[i, SET_FIRST]), int(sets[i, SET_LAST]), int(sets[i, SET_STRENGTH]))


def ways_to_beat(row: Ints, size: int, beat: int, most: int) -> int:
    """At how many cards of a hand a set stronger than ``beat`` begins (R11), up to ``most``."""
    ways = 0
    for i in range(size):
        ways += strength_within(row, i, reach(row, size, i)) > beat  # the longest is the strongest
        if ways == most:
            break
    return ways


def can_show(row: Ints, size: int, beat: int) -> bool:
    """Whether any cards of a hand are stronger than ``beat`` (R11)."""
    return ways_to_beat(row, size, beat, 1) > 0


def can_pay(state: Ints, player: int) -> bool:
    """Whether a player has the tokens that a Scout costs (R24)."""
    return bool(state[TOKENS + player] >= state[SCOUT_PRICE])


def can_scout(state: Ints, player: int) -> bool:
    """Whether a player who is on turn may Scout (R15, R17, R25)."""
    return state[TABLE_SIZE] > 0 and can_pay(state, player)


def end_card(hands: Ints, state: Ints, end: int, other_way: int) -> int:
    """The card at an end of the table, one way up or the other (R15)."""
    card = hands[TABLE, 0] if end == 0 else hands[TABLE, state[TABLE_SIZE] - 1]
    return turned(card) if other_way == 1 else int(card)


def remaining(hands: Ints, state: Ints, end: int) -> int:
    """The table's strength once the card at an end is gone (R12)."""
    left = state[TABLE_SIZE] - 1
    return strength_within(hands[TABLE], 1 - end, left - end) if left > 0 else 0


def as_before(row: Ints, number: int, place: int) -> bool:
    """Whether a number put in there might as well be put in one place before."""
    return bool(place > 0 and row[place - 1] >> 4 == number)


def list_scouts(hands: Ints, state: Ints, every: bool, moves: Ints) -> int:
    """Write the Scouts of the player on turn as moves (R15); returns how many.

    On a one-card table only the left end is listed. Without ``every`` places next to an equal
    number count as one. By end, way up and place; MOST_SCOUTS rows hold all there can be.
    """
    player = state[TURN]
    if not can_scout(state, player):
        return 0
    row = hands[player]
    count = 0
    for end in range(min(2, state[TABLE_SIZE])):
        for way in range(2):
            number = end_card(hands, state, end, way) >> 4
            for place in range(state[SIZE + player] + 1):
                if every or not as_before(row, number, place):
                    write_move(moves, count, end, way, place, -1, -1)
                    count += 1
    return count


def found_scout(scouts: Ints, i: int) -> tuple[int, int, int]:
    """End, way up and place of the Scout in a row of what `list_scouts` wrote."""
    return int(scouts[i, END]), int(scouts[i, TURNED]), int(scouts[i, PLACE])


def write_move(moves: Ints, at: int, end: int, way: int, place: int, first: int, last: int) -> None:
    """Write a move into a row of ``moves``, if there is one."""
    if at < moves.shape[0]:
        moves[at, END] = end
        moves[at, TURNED] = way
        moves[at, PLACE] = place
        moves[at, FIRST] = first
        moves[at, LAST] = last


def inserted(row: Ints, size: int, card: int, place: int, after: Ints) -> None:
    """Write the hand with a card put in (R15)."""
    for x in range(place):
        after[x] = row[x]
    after[place] = card
    for x in range(place, size):
        after[x + 1] = row[x]


def legal_moves(hands: Ints, state: Ints, moves: Ints) -> int:
    """Write the legal moves of the player on turn into the rows of ``moves``, as many as fit (R9).

    Returns how many there are: Shows, Scouts, then Scout & Shows (R19, R20).
    """
    if state[OVER] != 0:
        return 0
    sets = np.empty((MOST_SETS, SET_SIZE), np.int16)
    scouts = np.empty((MOST_SCOUTS, MOVE_SIZE), np.int16)
    after = np.empty(WIDTH + 1, np.int16)
    count = write_shows(hands[state[TURN]], state, table_strength(hands, state), sets, moves)
    taken = list_scouts(hands, state, True, scouts)
    for i in range(taken):
        end, way, place = found_scout(scouts, i)
        write_move(moves, count + i, end, way, place, -1, -1)
    count += taken
    if state[SPECIAL + state[TURN]] == 0:
        return count
    for i in range(taken):
        count += write_scout_and_shows(hands, state, scouts[i], sets, after, moves, count)
    return count


def write_shows(row: Ints, state: Ints, beat: int, sets: Ints, moves: Ints) -> int:
    """Write the Shows of the player on turn as moves (R10, R11); returns how many there are."""
    size = state[SIZE + state[TURN]]
    found = list_sets(row, 0, size, size, beat, sets)
    for i in range(found):
        shown = found_set(row, sets, i)
        write_move(moves, i, -1, 0, -1, shown.first, shown.last)
    return found


def write_scout_and_shows(
    hands: Ints, state: Ints, scouted: Ints, sets: Ints, after: Ints, moves: Ints, count: int
) -> int:
    """Write the Scout & Shows that begin with a Scout, after so many moves; returns how many (R20).

    ``after`` is working space: the hand after the Scout.
    """
    end, way, place = int(scouted[END]), int(scouted[TURNED]), int(scouted[PLACE])
    size = state[SIZE + state[TURN]] + 1
    card = end_card(hands, state, end, way)
    inserted(hands[state[TURN]], size - 1, card, place, after)
    found = list_sets(after, 0, size, size, remaining(hands, state, end), sets)
    for i in range(found):
        shown = found_set(after, sets, i)
        write_move(moves, count + i, end, way, place, shown.first, shown.last)
    return found


# What comes of it.


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


def scout(hands: Ints, state: Ints, player: int, end: int, way: int, place: int) -> None:
    """Take a card from an end of the table (R15, R16, R17, R24); no test of its end."""
    row = hands[player]
    table = hands[TABLE]
    left = state[TABLE_SIZE] - 1
    faced = table_strength(hands, state)
    state[FACED + player] = faced
    if state[WEAKEST + player] == 0 or faced < state[WEAKEST + player]:
        state[WEAKEST + player] = faced
    state[STREAK + player] += 1
    card = end_card(hands, state, end, way)
    if end == 0:
        for i in range(left):
            table[i] = table[i + 1]
    state[HOLDER + card_number(card)] = player + 1
    state[TOOK + player] = 1 + card_number(card)
    i = state[SIZE + player]
    while i > place:
        row[i] = row[i - 1]
        i -= 1
    row[place] = card
    state[SIZE + player] += 1
    state[TOKENS + player] -= state[SCOUT_PRICE]
    state[TOKENS + state[OWNER]] += state[SCOUT_PAY]
    state[SCOUTS] += 1
    state[TABLE_SIZE] = left
    if left == 0:
        state[OWNER] = -1


def after_show(state: Ints) -> int:
    """Who is on turn after a Show by the player on turn (R9)."""
    return (state[TURN] + 1) % state[PLAYERS]


def after_scout(state: Ints) -> int:
    """Who is on turn after a Scout by the player on turn (R9, R25)."""
    return state[TURN] if state[KEEPS_TURN] == 1 else after_show(state)


def scout_ends_round(state: Ints) -> bool:
    """Whether a Scout by the player on turn ends the round (R22)."""
    last_card = state[TABLE_SIZE] == 1
    return bool(
        state[SCOUTS] + 1 == state[UNBEATEN_AFTER] and not (last_card and state[CONTINUE] == 1)
    )


def end_round(state: Ints, reason: int, ender: int) -> None:
    """Say that the round is over, why, and who ended it."""
    state[OVER] = reason
    state[ENDER] = ender


def end_stuck(hands: Ints, state: Ints) -> None:
    """End a round whose player on turn can neither Show nor Scout (R26)."""
    player = state[TURN]
    if state[TABLE_SIZE] == 0 or can_pay(state, player):
        return
    if not can_show(hands[player], state[SIZE + player], table_strength(hands, state)):
        end_round(state, STUCK, state[OWNER])


def play(hands: Ints, state: Ints, move: Ints) -> None:
    """Play a legal move of the player on turn; end the round where it ends (R20 to R22, R26)."""
    player = state[TURN]
    if move[FIRST] < 0:
        unbeaten = scout_ends_round(state)
        scout(hands, state, player, move[END], move[TURNED], move[PLACE])
        state[TURN] = after_scout(state)
        if unbeaten:
            end_round(state, UNBEATEN, state[SHOWER])
            return
    else:
        if move[END] >= 0:
            scout(hands, state, player, move[END], move[TURNED], move[PLACE])
            state[SPECIAL + player] = 0
        show(hands, state, player, move[FIRST], move[LAST])
        if state[SIZE + player] == 0:
            end_round(state, EMPTY, player)
            return
        state[TURN] = after_show(state)
    end_stuck(hands, state)
