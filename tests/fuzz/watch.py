"""What must hold for everything that leaves, whatever was done to the bot.

Each message is held against the hidden state of the matches: a card is its two numbers, and whoever
sees both of them written must hold it or have seen it lie open. A control of a hand must be for one
of its reader's own choices. What goes to everybody has no such control, and no place of a scouted
card. Whoever isn't meant to be called isn't, and every answer to a person is theirs alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.match.ids import Click, Verb
from bot.match.live import Live
from bot.match.steps import next_step
from engine import Orient, Scout, ScoutAndShow, Show, legal_actions
from tests.fuzz.payloads import CHOICES, DEFERRED, MESSAGE, Payload

CARD = re.compile(r"(?<!\d)(10|[1-9])\*{0,2}/\*{0,2}(10|[1-9])(?!\d)")
FILE = re.compile(r"[a-z]+(-[a-z]+)*(-\d+)?\.(png|txt|csv|json|json\.gz)")
GAP = re.compile(r"\b(gap|place) \d", re.IGNORECASE)

LINE = 5
"""Cards that a line about an action of the round before may name."""

OVER = {Verb.REPLAY, Verb.REPLAYS, Verb.FAIRNESS, Verb.RECORD}
"""Pages about matches that are over, in which all hands lie open."""

Card = frozenset[int]


@dataclass(frozen=True)
class Round:
    """What is known of one round of a match: by everybody, and by each person."""

    open: frozenset[Card]
    held: dict[int, frozenset[Card]]


class Watch:
    """Looks at payloads; ``found`` says what was wrong.

    ``matches`` gives the matches as they are now, ``people`` the Discord ids of persons by our key.
    """

    def __init__(
        self, matches: Callable[[], Iterable[Live]], people: Callable[[], dict[int, int]]
    ) -> None:
        self._matches = matches
        self._people = people
        self._rounds: dict[int, list[Round]] = {}
        self._numbers: dict[int, int] = {}
        self.seen = 0
        self.found: list[str] = []

    def look(self, payload: Payload) -> None:
        """Look at one payload."""
        self.seen += 1
        live = {one.id: one for one in self._matches() if one.on and one.playing.match.round}
        keys = {discord_id: key for key, discord_id in self._people().items()}
        for one in live.values():
            self._learn(one)
        reader = keys.get(payload.receiver) if payload.receiver is not None else None
        for wrong in (
            *_addressed(payload),
            *_called(payload),
            *_named(payload),
            *_told(payload, live.values()),
            *_offered(payload, live, reader),
            *self._cards(payload, live, reader),
        ):
            self.found.append(f"{wrong} [{payload.where}] {payload.body!r:.1500}")

    def _learn(self, live: Live) -> None:
        """Note what of a match's round is known to whom by now."""
        view = live.view(None)
        shown = list(view.history)
        lain = [card for one in shown for card in (*one.shown, *one.beaten)]
        lain += [one.scouted for one in shown if one.scouted is not None]
        known = frozenset(card.numbers for card in (*lain, *view.table))
        held = {
            seat.player_id: frozenset(card.numbers for card in live.view(seat.seat).hand)
            for seat in live.row.seats
            if seat.player_id is not None and live.playing.seats[seat.seat - 1].control != "left"
        }
        rounds = self._rounds.setdefault(live.id, [])
        if self._numbers.get(live.id) != view.round:
            self._numbers[live.id] = view.round
            rounds.append(Round(known, held))
        else:
            before = rounds[-1]
            both = {key: before.held.get(key, frozenset()) | own for key, own in held.items()}
            rounds[-1] = Round(before.open | known, both)

    def _cards(self, payload: Payload, live: dict[int, Live], reader: int | None) -> list[str]:
        """Cards that the reader may not know."""
        cards = {
            frozenset({int(one), int(other)})
            for text in payload.texts
            for one, other in CARD.findall(text)
        }
        about = {click.match for click in payload.clicks if click.match is not None}
        if not cards or any(map(_lies_open, payload.clicks)):
            return []
        if about and not about & set(live):
            return []  # it is over: all of it lies open
        possible = about & set(live) or set(live)
        if not about and len(cards) < LINE:
            return []  # an example, a typed word: nobody's hand
        unknown = [cards - self._known(match, reader, len(cards)) for match in possible]
        if unknown and all(unknown):
            hidden = sorted("/".join(map(str, sorted(card))) for card in min(unknown, key=len))
            return [f"cards that the reader may not know: {' '.join(hidden)}"]
        return []

    def _known(self, match: int, reader: int | None, count: int) -> frozenset[Card]:
        rounds = self._rounds[match][-2 if count <= LINE else -1 :]
        known: frozenset[Card] = frozenset()
        for one in rounds:
            known |= one.open | (one.held.get(reader, frozenset()) if reader else frozenset())
        return known


def _lies_open(click: Click) -> bool:
    """Whether a control stands on pages in which any card may be: of rules, of what is over."""
    return click.verb in OVER or (click.verb is Verb.RULES and "turn" in click.args)


def _addressed(payload: Payload) -> Iterable[str]:
    """An answer to a person is theirs alone, but for what they share, which can be removed."""
    shared = any(click.verb is Verb.UNSHARE for click in payload.clicks)
    if payload.kind in {MESSAGE, DEFERRED} and payload.receiver is None and not shared:
        yield "an answer that everybody sees"


def _called(payload: Payload) -> Iterable[str]:
    """Nobody is called who isn't named by their id; a role by a lobby alone, if a server wants."""
    if not payload.is_message or payload.kind == CHOICES:
        return
    mentions = payload.body.get("allowed_mentions")
    if mentions is None:
        yield "no word on who may be called"
        return
    lobby = {Verb.JOIN, Verb.ACCEPT} & {click.verb for click in payload.clicks}
    if mentions.get("parse") or (mentions.get("roles") and not lobby):
        yield f"calls {mentions}"
    for person in mentions.get("users") or ():
        if not any(f"<@{person}>" in text for text in payload.texts):
            yield f"calls a stranger: {mentions}"


def _named(payload: Payload) -> Iterable[str]:
    """Files are called by what they are and nothing more."""
    for name in payload.files:
        if not FILE.fullmatch(name):
            yield f"a file called {name!r}"


def _told(payload: Payload, live: Iterable[Live]) -> Iterable[str]:
    """Secrets that nobody may have while a match is on; and to everybody no place of a card."""
    for one in live:
        if any(one.row.secret in text for text in payload.texts):
            yield f"the secret of match {one.id}"
    if payload.receiver is None and any(GAP.search(text) for text in payload.texts):
        yield "where a scouted card went"


def _offered(payload: Payload, live: dict[int, Live], reader: int | None) -> Iterable[str]:
    """Controls of a hand: to its holder alone, and for what they may do."""
    for click in payload.clicks:
        if click.decision is None:
            continue
        if payload.receiver is None:
            yield f"a hand's control for everybody: {click.custom_id}"
            continue
        one = live.get(click.match or 0)
        if one is None:
            continue
        seat = one.seat_of(reader)
        if seat is None:
            yield f"somebody else's control: {click.custom_id}"
        elif one.decision(seat) == click.decision and not _legal(one, seat, click):
            yield f"a control for what isn't theirs to do: {click.custom_id}"


def _legal(live: Live, seat: int, click: Click) -> bool:
    """Whether a button leads to something that the seat may do; menus and pages aren't asked."""
    if click.verb not in {Verb.ORIENT, Verb.SHOW, Verb.THEN_SHOW, Verb.DO}:
        return True
    chosen = next_step(live.view(seat), click)
    assert isinstance(chosen, Orient | Show | Scout | ScoutAndShow)
    return chosen in legal_actions(live.playing.match, seat)
