"""What a picture is, and what goes into one besides views."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from engine.actions import Action, End, Scout

MAX_ALT = 1024
"""The longest description that Discord takes for a picture, in characters."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture.

    Attributes:
        data: the file's bytes.
        filename: what the file is called; says nothing that the picture's public may not know.
        alt: the picture in words, at most ``MAX_ALT`` characters.
    """

    data: bytes
    filename: str
    alt: str


@dataclass(frozen=True, slots=True)
class Style:
    """Who looks at it.

    Attributes:
        high_contrast: black and white with the colours as edges only.
        locale: the language of the words in it.
    """

    high_contrast: bool = False
    locale: str = "en"


@dataclass(frozen=True, slots=True)
class Taking:
    """A Scout of which only the card is chosen, not yet its place.

    Attributes:
        end: which end of the active set it is taken from.
        turned: whether it comes into the hand other end up.
        then: whether a Show follows at once, so that only some places will do (R20).
    """

    end: End
    turned: bool
    then: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """The Scout of a Scout & Show, whose Show is not chosen yet."""

    scout: Scout


@dataclass(frozen=True, slots=True)
class Resting:
    """Nothing: the hand stays while others play, so what beats the table now isn't marked."""


Preview = Action | Taking | Placed | Resting
"""What a player is about to do."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating at one time.

    Attributes:
        at: UTC milliseconds.
        rating: as it is shown to people.
        uncertainty: how far off it may well be, in the same unit.
    """

    at: int
    rating: float
    uncertainty: float

    @property
    def time(self) -> datetime:
        """The time as a date of UTC."""
        return datetime.fromtimestamp(self.at / 1000, UTC)
