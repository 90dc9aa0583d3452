"""What a button or menu says when it is used: the one grammar of custom_ids.

``s1:VERB:MATCH:DECISION:ARG:ARG…`` with ``-`` for a match or decision that isn't there, the match
as ``NUMBER.MARK`` and the decision as ``ROUND.TURN``. A custom_id is public knowledge: nothing
secret may stand in one that is shown to more than one person.

>>> Click(Verb.SHOW, Numbered(42, "a0b1c2"), Decision(1, 7), ("3", "5")).custom_id
's1:show:42.a0b1c2:1.7:3:5'
>>> parse('s1:show:42.a0b1c2:1.7:3:5').decision
Decision(round=1, turn=7)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from data.matches.hosted import Decision
from data.matches.models import StoredMatch

__all__ = ["BadCustomId", "Click", "Decision", "Numbered", "Verb", "numbered", "parse"]

PREFIX = "s1"
"""The version of the grammar: ids of a version that the bot no longer reads are malformed."""

MAX_LENGTH = 100

MARK = 6
"""Letters of a match's commitment that its custom_ids carry."""


class Verb(StrEnum):
    """Everything that a component can ask for.

    The comment behind each says what its arguments are, and for menus what their values are.
    """

    # The hand, with a decision: see ``bot.match.steps``.
    ORIENT = "orient"  # keep | flip
    SHOW = "show"  # first, last
    SHOWS = "shows"  # page; value "3-5"
    SHOWS_PAGE = "showspage"  # page
    BOTH = "both"  # Scout & Show; then as for a Scout
    CARD = "card"  # end, turned, then, page
    GAP = "gap"  # end, turned, then, page; value "4"
    THEN_PAGE = "thenpage"  # end, turned, place, page
    THEN_SHOW = "thenshow"  # end, turned, place, first, last
    THEN_SHOWS = "thenshows"  # end, turned, place, page; value "3-5"
    DO = "do"  # the action's notation, spaces as underscores
    HINT = "hint"

    # Navigation, without a decision.
    HAND = "hand"  # opens one's own hand, only for oneself
    BACK = "back"  # back to the hand's first step, in place
    RULES = "rules"  # page; opens or, from a page, turns to it ("turn" as second argument)
    HELP = "help"

    # The table and what follows it.
    NUDGE = "nudge"
    REMATCH = "rematch"
    RECORD = "record"
    VOTE = "vote"  # end | pause | resume | stand-in, yes | no; "sure" ends it for all
    PROPOSE = "propose"  # shows what can be voted about
    RETURN = "return"  # the computer plays for me, and I am back

    # The lobby.
    JOIN = "join"
    LEAVE = "leave"
    ADD_COMPUTER = "addcomputer"
    COMPUTER_LEVEL = "level"  # value: a level; adds a computer of that level
    REMOVE_COMPUTER = "removecomputer"
    INVITE = "invite"  # values: Discord's ids of people
    START = "start"
    CANCEL = "cancel"
    ACCEPT = "accept"
    DECLINE = "decline"

    # Leaving a match that goes on, asked once more.
    QUIT = "quit"

    # Standings and what is kept, for oneself alone.
    BOARD = "board"  # order, span, least, page; menus with what they choose as fifth, and its value
    MATCHES = "matches"  # page, our key for a person or 0
    REPLAYS = "replays"  # value: a match's number
    # Which button, "expert" to be told what expert would have played, step; the menu: "jump",
    # perhaps "expert", and the step as value.
    REPLAY = "replay"
    REVIEW = "review"  # a seat, 0: one's own; the menu: "of", and the seat as value
    ANIMATE = "animate"  # round, its number; steps, first, last; menus: first | last, first, last
    PAGE = "page"
    FAIRNESS = "fairness"
    # menu; or lesson, step, misses, and perhaps: showme, round, or a step of a hand with its args.
    LEARN = "learn"
    SEASON = "season"  # rated | daily, a month, page
    DAILY = "daily"  # open | begin | here | practice, a date; board, a date, page
    PRIVACY = "privacy"  # export | ask | delete | keep

    # What somebody looks at, shown to everybody, and removed by them.
    # Board and its choice | profile and our key | replay and its step | review and a seat |
    # result | daily and date.
    SHARE = "share"
    UNSHARE = "unshare"  # Discord's id of who shared it

    # Settings; they belong to a person or a server, not to a match.
    PREFERENCE = "pref"  # name, value; menus without the value
    SETTING = "set"  # name, value; menus without the value
    SETTINGS_PAGE = "setpage"  # page


class BadCustomId(Exception):  # noqa: N818 - it names what is bad, like RuleError's codes
    """A custom_id that this bot never made, or no longer reads."""


class Numbered(int):
    """A match's number, with what tells the match from another one of the same number.

    Numbers are given again after a backup was put back; the buttons of the lost match stay in
    Discord, and must not act in the new one.

    Attributes:
        mark: the first letters of the match's commitment; empty in buttons that were made before
            there were marks, which are taken at their word.
    """

    mark: str

    def __new__(cls, number: int, mark: str = "") -> Self:
        """A number with a mark."""
        made = super().__new__(cls, number)
        made.mark = mark
        return made


def numbered(row: StoredMatch) -> Numbered:
    """A match's number and mark."""
    return Numbered(row.id, row.commitment[:MARK])


def meant(match: int, row: StoredMatch) -> bool:
    """Whether a row of this number is the match that was meant."""
    return _mark(match) in ("", numbered(row).mark)


def word(match: int) -> str:
    """A match's number and mark, as they stand in a custom_id."""
    return f"{int(match)}.{_mark(match)}" if _mark(match) else str(int(match))


def read_word(text: str) -> Numbered:
    """Read what ``word`` wrote.

    Raises:
        BadCustomId: it wrote something else.
    """
    found = re.fullmatch(_WORD, text, re.ASCII)
    if found is None:
        raise BadCustomId(text[:MAX_LENGTH])
    return Numbered(int(found[1]), found[2] or "")


def _mark(match: int) -> str:
    return match.mark if isinstance(match, Numbered) else ""


@dataclass(frozen=True, slots=True)
class Click:
    """What a component asks for.

    Attributes:
        verb: what to do.
        match: the match it is about; None for settings and general help.
        decision: the decision it is made for; None for what never grows stale.
        args: the verb's arguments, short words of ASCII letters, digits, ``_`` and ``-``.
    """

    verb: Verb
    match: Numbered | None = None
    decision: Decision | None = None
    args: tuple[str, ...] = ()

    @property
    def custom_id(self) -> str:
        """The id that ``parse`` reads back as this click.

        Raises:
            ValueError: an argument with other characters, or more than 100 characters in all.
        """
        decision = f"{self.decision.round}.{self.decision.turn}" if self.decision else "-"
        match = "-" if self.match is None else word(self.match)
        text = ":".join((PREFIX, self.verb.value, match, decision, *self.args))
        readable = _GRAMMAR.fullmatch(text) and not any(":" in arg for arg in self.args)
        if not readable or len(text) > MAX_LENGTH:
            raise ValueError(f"not a custom_id: {text!r}")
        return text


_NUMBER = r"(?:0|[1-9][0-9]{0,17})"  # always fits into a BIGINT
_WORD = rf"({_NUMBER})(?:\.([0-9a-f]{{{MARK}}}))?"
_GRAMMAR = re.compile(
    rf"{PREFIX}:([a-z]+):(-|{_WORD}):(-|({_NUMBER})\.({_NUMBER}))((?::[A-Za-z0-9_-]+)*)", re.ASCII
)


def parse(custom_id: str) -> Click:
    """Read a custom_id.

    Raises:
        BadCustomId: it is not of this grammar, or its verb is unknown.
    """
    found = _GRAMMAR.fullmatch(custom_id) if len(custom_id) <= MAX_LENGTH else None
    if found is None:
        raise BadCustomId(custom_id[:MAX_LENGTH])
    verb, match, number, mark, decision, round_, turn, args = found.groups()
    try:
        known = Verb(verb)
    except ValueError:
        raise BadCustomId(custom_id) from None
    return Click(
        known,
        None if match == "-" else Numbered(int(number), mark or ""),
        None if decision == "-" else Decision(int(round_), int(turn)),
        tuple(args[1:].split(":")) if args else (),
    )
