"""Discord's error codes that mean something to the bot, and what they mean."""

from __future__ import annotations

UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MEMBER = 10007
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060
MISSING_ACCESS = 50001
DMS_CLOSED = 50007
MISSING_PERMISSIONS = 50013
THREAD_ARCHIVED = 50083
NO_MUTUAL_GUILD = 50278
THREAD_EXISTS = 160004
THREAD_LOCKED = 160005

DM_REFUSED = frozenset({DMS_CLOSED, NO_MUTUAL_GUILD, UNKNOWN_USER})
"""A direct message can't reach this person."""

PLACE_GONE = frozenset({UNKNOWN_CHANNEL, UNKNOWN_GUILD})
"""The channel or thread is no more."""

NOT_ALLOWED = frozenset({MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_LOCKED, THREAD_ARCHIVED})
"""The place is there, but the bot can't write to it now."""
