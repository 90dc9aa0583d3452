"""What a refusal of Discord's means: one table of all that the bot can get.

``README.md`` beside this file shows the same table; a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, Flag, auto

import aiohttp
import discord

from bot.base import codes
from bot.publish.place import Place

Failure = discord.HTTPException | discord.RateLimited | aiohttp.ClientError | OSError
"""How a call can fail by Discord's or the network's doing; ``TimeoutError`` is an ``OSError``."""

FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""The same, for ``except``."""


class About(Enum):
    """Who or what a refusal is about."""

    PERSON = "this person"
    MESSAGE = "this message"
    PLACE = "this place"
    BOT = "the bot, for now"
    REQUEST = "the request itself"
    NOBODY_KNOWS = "nobody knows"


class Closes(Flag):
    """To what no more calls go."""

    NOTHING = 0
    DMS = auto()
    MESSAGE = auto()
    PLACE = auto()
    PLACE_AT_THIRD = auto()
    DISCORD_AT_FIFTH = auto()


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows of a refusal.

    Attributes:
        about: whom or what it is about.
        closes: to what no more calls go.
        opens: what opens it again, in words.
        again: when it is tried next, in words.
        fault: whether it is the program's own fault, to be logged as one.
    """

    about: About
    closes: Closes
    opens: str
    again: str
    fault: bool = False


_EVENT = "an event there (channel, thread, role, own member, server), a click there, a probe"
_PROBE = "at the event, or by a probe every 10 minutes"
_OWN = "after the delivery's own pause"


class Meaning(Enum):
    """The kinds of refusals, each with its consequence."""

    DMS_CLOSED = Consequence(
        About.PERSON,
        Closes.DMS | Closes.PLACE,
        "they ask for it, or click in their direct messages",
        "not before that; they are pinged at once",
    )
    MEMBER_GONE = Consequence(
        About.PERSON, Closes.NOTHING, "nothing is closed", "not at all: they have left the server"
    )
    MESSAGE_GONE = Consequence(
        About.MESSAGE, Closes.MESSAGE, "a new message", "at once, as a new message if still wanted"
    )
    MESSAGE_STUCK = Consequence(
        About.MESSAGE,
        Closes.MESSAGE,
        "a new message",
        "at once, as a new message if still wanted; the old one stays",
    )
    CLICK_OVER = Consequence(
        About.MESSAGE, Closes.MESSAGE, "a new click", "not at all: the click was answered or is old"
    )
    THREAD_EXISTS = Consequence(
        About.MESSAGE, Closes.NOTHING, "nothing is closed", "not at all: the thread is there"
    )
    PLACE_CLOSED = Consequence(About.PLACE, Closes.PLACE, _EVENT, _PROBE)
    PLACE_ARCHIVED = Consequence(
        About.PLACE,
        Closes.PLACE,
        "taking the thread out of the archive, unless it is locked; else as any place",
        "at once, once; then " + _PROBE,
    )
    PLACE_GONE = Consequence(
        About.PLACE,
        Closes.PLACE,
        _EVENT,
        _PROBE + "; gone for good by the gateway's word, or by two answers 5 minutes apart or more "
        "while the server is available",
    )
    FULL = Consequence(
        About.PLACE, Closes.NOTHING, "nothing is closed", "not at all: the match does without"
    )
    PAUSED = Consequence(
        About.BOT,
        Closes.NOTHING,
        "the time that Discord names",
        "after the time that Discord names",
    )
    BOT_REFUSED = Consequence(
        About.BOT, Closes.NOTHING, "nothing is closed", "with the next decision, or " + _OWN
    )
    BARRED = Consequence(
        About.BOT,
        Closes.PLACE_AT_THIRD | Closes.DISCORD_AT_FIFTH,
        "a success; the place as any place; Discord when the gateway resumes, or by a probe",
        "with the next decision, or " + _OWN,
    )
    DISCORD_DOWN = Consequence(
        About.BOT,
        Closes.DISCORD_AT_FIFTH,
        "a success, the gateway resumed, a probe after 5 s, doubling to 60 s",
        _OWN + "; once closed, when it opens, hands first",
    )
    NO_ANSWER = Consequence(
        About.NOBODY_KNOWS,
        Closes.DISCORD_AT_FIFTH,
        "as above; a show's counts for nothing, as edits may be held back one by one",
        _OWN,
    )
    OUR_FAULT = Consequence(
        About.REQUEST,
        Closes.NOTHING,
        "nothing is closed",
        "never unchanged; changed, after the delivery's own pause",
        fault=True,
    )
    UNTOLD = Consequence(
        About.NOBODY_KNOWS, Closes.PLACE_AT_THIRD, "a success; closed, as any place", _OWN
    )

    @property
    def about(self) -> About:
        """Whom or what it is about."""
        return self.value.about

    @property
    def closes(self) -> Closes:
        """To what no more calls go."""
        return self.value.closes

    @property
    def fault(self) -> bool:
        """Whether it is the program's own fault, to be logged as one."""
        return self.value.fault


BY_CODE: dict[int, Meaning] = {
    codes.UNKNOWN_CHANNEL: Meaning.PLACE_GONE,
    codes.UNKNOWN_GUILD: Meaning.PLACE_GONE,
    codes.UNKNOWN_MEMBER: Meaning.MEMBER_GONE,
    codes.UNKNOWN_MESSAGE: Meaning.MESSAGE_GONE,
    codes.UNKNOWN_USER: Meaning.DMS_CLOSED,
    codes.UNKNOWN_WEBHOOK: Meaning.CLICK_OVER,
    codes.UNKNOWN_INTERACTION: Meaning.CLICK_OVER,
    codes.FILTERED: Meaning.OUR_FAULT,
    codes.SLOW_MODE: Meaning.PAUSED,
    codes.ANNOUNCEMENT_EDITS: Meaning.MESSAGE_STUCK,
    codes.UNDER_REVIEW: Meaning.BOT_REFUSED,
    codes.CHANNEL_WRITES: Meaning.PAUSED,
    codes.SERVER_WRITES: Meaning.PAUSED,
    codes.OLD_EDITS: Meaning.MESSAGE_STUCK,
    codes.UNVERIFIED: Meaning.BOT_REFUSED,
    codes.DMS_TOO_FAST: Meaning.BOT_REFUSED,
    codes.SENDING_DISABLED: Meaning.BOT_REFUSED,
    codes.TOO_LARGE: Meaning.OUR_FAULT,
    codes.FEATURE_DISABLED: Meaning.BOT_REFUSED,
    codes.ALREADY_ANSWERED: Meaning.CLICK_OVER,
    codes.SERVICE_LIMITED: Meaning.PAUSED,
    codes.CLOUDFLARE: Meaning.BARRED,
    codes.MISSING_ACCESS: Meaning.PLACE_CLOSED,
    codes.NOT_OUR_MESSAGE: Meaning.MESSAGE_STUCK,
    codes.EMPTY_MESSAGE: Meaning.OUR_FAULT,
    codes.DMS_CLOSED: Meaning.DMS_CLOSED,
    codes.NOT_A_TEXT_CHANNEL: Meaning.PLACE_CLOSED,
    codes.MISSING_PERMISSIONS: Meaning.PLACE_CLOSED,
    codes.TOKEN_INVALID: Meaning.DISCORD_DOWN,
    codes.SYSTEM_MESSAGE: Meaning.MESSAGE_STUCK,
    codes.CHANNEL_TYPE: Meaning.PLACE_CLOSED,
    codes.WEBHOOK_TOKEN_INVALID: Meaning.CLICK_OVER,
    codes.RECIPIENT_INVALID: Meaning.DMS_CLOSED,
    codes.FORM_INVALID: Meaning.OUR_FAULT,
    codes.THREAD_ARCHIVED: Meaning.PLACE_ARCHIVED,
    codes.NO_MUTUAL_GUILD: Meaning.DMS_CLOSED,
    codes.OVERLOADED: Meaning.DISCORD_DOWN,
    codes.HISTORY_UNREADABLE: Meaning.PLACE_CLOSED,
    codes.THREAD_EXISTS: Meaning.THREAD_EXISTS,
    codes.THREAD_LOCKED: Meaning.PLACE_CLOSED,
    codes.THREADS_FULL: Meaning.FULL,
    codes.AUTOMOD: Meaning.OUR_FAULT,
}
"""By Discord's code, whatever the status below 500."""

LIMITS = range(30000, 31000)
"""Codes that say that there are too many of something already."""

BY_STATUS: dict[int, Meaning] = {
    400: Meaning.OUR_FAULT,
    401: Meaning.DISCORD_DOWN,
    403: Meaning.BARRED,
    405: Meaning.OUR_FAULT,
    408: Meaning.DISCORD_DOWN,
    413: Meaning.OUR_FAULT,
    429: Meaning.PAUSED,
}
"""By status, where there is no code."""


def meaning(error: Failure) -> Meaning:
    """What a failed call means.

    >>> meaning(TimeoutError()).name
    'NO_ANSWER'
    """
    match error:
        case discord.HTTPException():
            return _refused(error.status, error.code)
        case discord.RateLimited():
            return Meaning.PAUSED
        case TimeoutError() if not isinstance(error, aiohttp.ClientError):
            return Meaning.NO_ANSWER
        case _:
            return Meaning.DISCORD_DOWN


def _refused(status: int, code: int) -> Meaning:
    if status >= 500:
        return Meaning.DISCORD_DOWN
    if code in BY_CODE:
        return BY_CODE[code]
    if status == 429:
        return Meaning.PAUSED
    if code in LIMITS:
        return Meaning.FULL
    return Meaning.UNTOLD if code else BY_STATUS.get(status, Meaning.UNTOLD)


def pause_s(error: Failure) -> float | None:
    """The seconds that Discord asks the bot to wait; None if it names none."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if not isinstance(error, discord.HTTPException) or error.status != 429:
        return None
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return None


def for_the_whole_bot(error: Failure) -> bool:
    """Whether a 429 holds for every call: Discord's global limit, or a bar before Discord."""
    if not isinstance(error, discord.HTTPException) or error.status != 429:
        return False
    headers = error.response.headers
    return "X-RateLimit-Global" in headers or not (error.code or "Via" in headers)


class Undelivered(Exception):  # noqa: N818 - it says what became of a call
    """A call wasn't made, or failed.

    Attributes:
        meaning: why.
        held: whether no request was made, because the place or Discord is closed.
        gone: whether it is certain now that the place is no more.
        pause_s: the seconds that Discord asks to wait until the next try, if it names any.
        place: where it was to go; None if a refusal says nothing of a place.
    """

    def __init__(
        self,
        meaning: Meaning,
        *,
        held: bool = False,
        gone: bool = False,
        pause_s: float | None = None,
        place: Place | None = None,
    ) -> None:
        super().__init__(meaning.name)
        self.place = place
        self.meaning, self.held, self.gone, self.pause_s = meaning, held, gone, pause_s
