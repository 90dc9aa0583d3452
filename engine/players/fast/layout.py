"""Where things lie in the fast twin's arrays.

A round is a pair of integer arrays, so that it can be copied in a few dozen nanoseconds:

* ``hands``: int16, shape (TABLE + 1, WIDTH). Rows 0..4 are the hands by seat (seat 1 is row 0), row
  TABLE is the active set. A card is ``active * 16 + other``.
* ``state``: int32, shape (STATE_SIZE,), indexed by the names below.

Seats, like everything in the twin, count from 0; `engine.players.bridge` translates.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.players.fast.tables import Table

Ints = npt.NDArray[Any]
"""Any integer array: numba compiles for the widths named here."""
Floats = npt.NDArray[np.float32]

SEATS = 5
WIDTH = 48
"""Room for a hand: all cards and some."""
CARDS = 45
NUMBERS = 11
"""Entries by number, 0 unused."""
TABLE = SEATS
"""The row of the active set."""

STATE = Table()
"""Fields of the state; those with SEATS entries have one for each seat."""

# What the round is played by: `engine.rules.Rules`, and so for the whole of it.
PLAYERS = STATE.of("PLAYERS")
SCOUT_PRICE = STATE.of("SCOUT_PRICE")
"""Scout tokens that a Scout costs the player (R24)."""
SCOUT_PAY = STATE.of("SCOUT_PAY")
"""Scout tokens that a Scout brings the owner of the active set (R16)."""
KEEPS_TURN = STATE.of("KEEPS_TURN")
"""1 where the player of a Scout is on turn again (R25)."""
UNBEATEN_AFTER = STATE.of("UNBEATEN_AFTER")
"""Scouts since the last Show that end a round (R22); 0 where none do."""
CONTINUE = STATE.of("CONTINUE")
"""1 under the option `last_card continue` (R22)."""
EMPTIED = STATE.of("EMPTIED")
"""1 under the option `spared emptied` (R23)."""

# What everybody sees.
TURN = STATE.of("TURN")
OWNER = STATE.of("OWNER")
"""Who owns the active set, -1 without one."""
TABLE_SIZE = STATE.of("TABLE_SIZE")
SCOUTS = STATE.of("SCOUTS")
"""Scouts since the last Show."""
SHOWER = STATE.of("SHOWER")
"""Who made the last Show; -1 before the first."""
OVER = STATE.of("OVER")
"""Why the round is over: 0 (it isn't), EMPTY, UNBEATEN or STUCK."""
ENDER = STATE.of("ENDER")
"""Who ended it."""
SIZE = STATE.of("SIZE", SEATS)
"""Cards in hand."""
CAPTURED = STATE.of("CAPTURED", SEATS)
TOKENS = STATE.of("TOKENS", SEATS)
SPECIAL = STATE.of("SPECIAL", SEATS)
"""1 while the Scout & Show token is there."""

# What everybody may remember.
GONE = STATE.of("GONE", NUMBERS)
"""+ number: how many captured cards bear it, as far as known."""
HOLDER = STATE.of("HOLDER", CARDS)
"""+ `card_number`: 1 + the seat known to hold that card, having scouted it; 0 if nobody is."""
FACED = STATE.of("FACED", SEATS)
"""Strength of the table at a seat's last Scout; 0 if it has made a Show since, or neither."""
STREAK = STATE.of("STREAK", SEATS)
"""Scouts since its last Show."""
SHOWN = STATE.of("SHOWN", SEATS)
"""Strength of its last Show; 0 before its first."""
TOOK = STATE.of("TOOK", SEATS)
"""1 + `card_number` of the card that it scouted last, while it holds it; 0 otherwise."""
WEAKEST = STATE.of("WEAKEST", SEATS)
"""Strength of the weakest table it scouted at since its last Show; 0 as for FACED."""
BEFORE = STATE.of("BEFORE", SEATS)
"""What WEAKEST was when it last made a Show after such Scouts; 0 if it never did."""
BEATEN = STATE.of("BEATEN", SEATS)
"""1 + strength of the table that its last Show beat; 0 before its first."""
STATE_SIZE = STATE.size

# Why a round is over.
EMPTY = 1
UNBEATEN = 2
STUCK = 3

MOVE = Table()
"""A move: what may be done, in five numbers; with neither Scout nor Show an orientation."""
END = MOVE.of("END")
"""The end of the table that a card is taken from, 0 or 1; -1 without a Scout."""
TURNED = MOVE.of("TURNED")
"""1 where the scouted card is taken other end up, or the hand is flipped (R7)."""
PLACE = MOVE.of("PLACE")
"""Where the scouted card goes."""
FIRST = MOVE.of("FIRST")
"""The first card shown, in the hand after the insertion; -1 without a Show."""
LAST = MOVE.of("LAST")
"""The last card shown."""
MOVE_SIZE = MOVE.size

SET = Table()
"""A set in a hand, as `rules.list_sets` writes it."""
SET_FIRST = SET.of("SET_FIRST")
SET_LAST = SET.of("SET_LAST")
SET_STRENGTH = SET.of("SET_STRENGTH")
SET_SIZE = SET.size

MOST_SETS = 10 * WIDTH
"""No set has more cards than there are numbers (R1), so this many at most are in one hand."""
MOST_SCOUTS = 4 * (WIDTH + 1)
"""Two ends, two ways up, every place."""


class CardSet(NamedTuple):
    """Cards ``first..last`` of a row, of a strength; none where ``last`` is before ``first``."""

    row: Ints
    first: int
    last: int
    strength: int


class Unseen(NamedTuple):
    """What a seat knows of the hands it doesn't see; rows and entries are by seat, from 0.

    ``pool``: int16, the cards that may be in them. ``known``: int16 (SEATS, WIDTH), cards that a
    seat is known to hold, having scouted them, ``known_sizes`` of them.
    """

    pool: Ints
    known: Ints
    known_sizes: Ints


class Observation(NamedTuple):
    """What a seat knows of a round: a view as the twin wants it (in the field: information set).

    ``viewer``: whose it is. ``hands``, ``state``: as above, of the hands only the viewer's filled.
    ``full``: int32 (NUMBERS,), how many cards of the deck bear each number.
    """

    viewer: int
    hands: Ints
    state: Ints
    full: Ints
    unseen: Unseen


class Deck(NamedTuple):
    """What a round is dealt from: ``cards`` of R2, ``full`` as above, ``hand_size`` each (R3).

    ``state``: as of a round before the deal, with all that `engine.rules.Rules` says of it.
    """

    cards: Ints
    full: Ints
    hand_size: int
    state: Ints


def blank_round() -> tuple[Ints, Ints]:
    """Hands and state of no round yet."""
    return np.zeros((TABLE + 1, WIDTH), np.int16), np.zeros(STATE_SIZE, np.int32)
