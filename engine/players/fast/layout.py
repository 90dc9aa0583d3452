"""Where things lie in the fast twin's two arrays.

A round is a pair of integer arrays, so that it can be copied in a few dozen nanoseconds:

* ``hands``: int16, shape (6, WIDTH). Rows 0..4 are the hands by seat (seat 1 is row 0), row 5 is
the
  active set. A card is ``active * 16 + other``.
* ``state``: int32, shape (STATE_SIZE,), indexed by the names below.

Seats, like everything in the twin, count from 0; `engine.players.fast.bridge` translates.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[Any]
"""Any integer array: numba compiles for the widths named above."""
Floats = npt.NDArray[np.float32]

WIDTH = 48
TABLE = 5

PLAYERS = 0
TURN = 1
OWNER = 2
"""Who owns the active set, -1 without one."""
TABLE_SIZE = 3
SCOUTS = 4
"""Scouts since the last Show."""
SHOWER = 5
"""Who made the last Show; -1 before the first."""
OVER = 6
"""Why the round is over: 0 (it isn't), EMPTY, UNBEATEN or STUCK."""
ENDER = 7
CONTINUE = 8
"""1 under the option `last_card continue` (R22)."""
ACTIONS = 9
SIZE = 10
"""+ seat: cards in hand."""
CAPTURED = 15
TOKENS = 20
SPECIAL = 25
"""+ seat: 1 while the Scout & Show token is there."""
GONE = 30
"""+ number (1..10): how many captured cards bear it, as far as known."""
HOLDER = 41
"""+ `card_number`: 1 + the seat known to hold that card, having scouted it; 0 if nobody is."""
FACED = 86
"""+ seat: strength of the table at its last Scout; 0 if it has made a Show since, or neither."""
STREAK = 91
"""+ seat: Scouts since its last Show."""
SHOWN = 96
"""+ seat: strength of its last Show; 0 before its first."""
TOOK = 101
"""+ seat: 1 + `card_number` of the card that it scouted last, while it holds it; 0 otherwise."""
WEAKEST = 106
"""+ seat: strength of the weakest table it scouted at since its last Show; 0 as for FACED."""
BEFORE = 111
"""+ seat: what WEAKEST was when it last made a Show after such Scouts; 0 if it never did."""
BEATEN = 116
"""+ seat: 1 + strength of the table that its last Show beat; 0 before its first."""
STATE_SIZE = 121

EMPTY = 1
UNBEATEN = 2
STUCK = 3

# A move is five numbers: END, TURNED, PLACE (where the scouted card goes, 0-based), FIRST, LAST
# (of the cards shown, 0-based, in the hand after the insertion). END is -1 without a Scout, FIRST
# -1 without a Show.
END = 0
TURNED = 1
PLACE = 2
FIRST = 3
LAST = 4
MOVE_SIZE = 5
