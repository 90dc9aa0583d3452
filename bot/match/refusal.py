"""Saying no to one person, politely: what a handler raises instead of acting."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 - saying no is no error of the program
    """The person can't have what they asked for; they alone are told why.

    Attributes:
        message: an English message for gettext, with named placeholders.
        params: what fills the placeholders.
    """

    def __init__(self, message: str, **params: object) -> None:
        super().__init__(message)
        self.message = message
        self.params = params


class Stale(Exception):  # noqa: N818 - nor is being late
    """The decision that a click was made for is no longer open: the table has moved on."""
