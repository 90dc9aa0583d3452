"""One round, from the orientation choice to its end (R7 to R27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from engine import actions as a
from engine import legality
from engine.cards import Cards, flipped
from engine.errors import RuleError
from engine.events import Chosen, Event, Inserted, Oriented, PublicAction, RoundEnded, turn_began
from engine.history import History
from engine.rules import EndReason, Rules

Phase = Literal["orient", "play", "over"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """Why a round ended and who ended it: R21 ``empty``, R22 ``unbeaten``, R26 ``stuck``."""

    reason: EndReason
    seat: int


class Round(NamedTuple):
    """The whole truth about a round; never changed, only succeeded by the next one.

    Seats count from 1; tuples run by seat, seat 1 first.

    Attributes:
        rules: what it is played by.
        number: which round of the match, from 1.
        starter: the starting player's seat (R5).
        hands: each seat's cards, left to right.
        ready: who has chosen the orientation (R7).
        turn: who must act; None while orientations are chosen and when the round is over.
        table: the active set, left to right; empty when there is none.
        owner: who showed the active set; None when there is none (R17).
        captured: captured cards (R14).
        tokens: Scout tokens: received (R16), or with two players unspent (R24).
        scout_and_show: who still has the Scout & Show token (R19); none with two players.
        scouts_since_show: Scouts since the last Show (R22).
        end: how the round ended; None while it goes on.
        history: what everybody saw (R18).
    """

    rules: Rules
    number: int
    starter: int
    hands: tuple[Cards, ...]
    ready: tuple[bool, ...]
    turn: int | None
    table: Cards
    owner: int | None
    captured: tuple[int, ...]
    tokens: tuple[int, ...]
    scout_and_show: tuple[bool, ...]
    scouts_since_show: int
    end: RoundEnd | None
    history: History

    @property
    def players(self) -> int:
        """How many play."""
        return self.rules.players

    @property
    def phase(self) -> Phase:
        """Orientation choice, play, or over."""
        if self.end:
            return "over"
        return "play" if self.turn else "orient"

    def scores(self) -> tuple[int, ...]:
        """Each seat's points for the round as it stands, by seat (R23, R27)."""
        spared = self.end.seat if self.end and self.rules.spares(self.end.reason) else None
        return tuple(
            captured + tokens - (0 if seat == spared else len(hand))
            for seat, (captured, tokens, hand) in enumerate(
                zip(self.captured, self.tokens, self.hands, strict=True), start=1
            )
        )


def new_round(rules: Rules, number: int, starter: int, hands: tuple[Cards, ...]) -> Round:
    """A round as dealt, before anyone has chosen the orientation."""
    players = rules.players
    return Round(
        rules=rules,
        number=number,
        starter=starter,
        hands=hands,
        ready=(False,) * players,
        turn=None,
        table=(),
        owner=None,
        captured=(0,) * players,
        tokens=(rules.tokens,) * players,
        scout_and_show=(rules.scout_and_show,) * players,
        scouts_since_show=0,
        end=None,
        history=History(),
    )


def legal_actions(state: Round, seat: int) -> tuple[a.Action, ...]:
    """What ``seat`` may do now; empty when it has nothing to decide."""
    if state.phase == "orient" and not state.ready[seat - 1]:
        return (a.KEEP, a.FLIP)
    return legality.actions(_turn(state, seat)) if state.turn == seat else ()


def apply(state: Round, seat: int, action: a.Action) -> tuple[Round, tuple[Event, ...]]:
    """The round after ``seat``'s action, and what happened.

    Raises:
        RuleError: ``round-over``, ``wrong-phase``, ``already-chosen``, ``not-your-turn``, or what
            ``legality.check`` raises, tested in this order. ``state`` is as before.
    """
    _check_time(state, seat, action)
    if isinstance(action, a.Orient):
        return _orient(state, seat, action)
    legality.check(_turn(state, seat), action)
    after, events = _play(state, seat, action)
    after = ended(after, seat)
    if after.end:
        events += (RoundEnded(after.end.reason, after.end.seat, after.scores()),)
    elif after.turn:
        events += (turn_began(after.turn),)
    return after, events


def ended(state: Round, actor: int) -> Round:
    """The round, ended if one of the ends is reached after ``actor``'s action (R21, R22, R26)."""
    end: RoundEnd | None = None
    turn = state.turn
    if turn is None:
        raise ValueError("only a round in play can reach its end")
    if not state.hands[actor - 1]:
        end = RoundEnd("empty", actor)
    elif state.rules.is_unbeaten(state.scouts_since_show, cards_left=bool(state.table)):
        # Everyone else has scouted, so the next in turn is the player of the last Show (R22).
        end = RoundEnd("unbeaten", turn)
    elif state.rules.scout_price and state.owner and not legality.can_act(_turn(state, turn)):
        end = RoundEnd("stuck", state.owner)
    return state._replace(end=end, turn=None) if end else state


def _check_time(state: Round, seat: int, action: a.Action) -> None:
    if state.end:
        raise RuleError("round-over")
    if isinstance(action, a.Orient):
        if state.turn:
            raise RuleError(
                "wrong-phase", problem="everyone has chosen the orientation; Show or Scout now"
            )
        if state.ready[seat - 1]:
            raise RuleError("already-chosen", seat=seat)
    elif state.turn is None:
        raise RuleError(
            "wrong-phase", problem="play starts when everyone has chosen; keep or flip first"
        )
    elif state.turn != seat:
        raise RuleError("not-your-turn", seat=seat, turn=state.turn)


def _turn(state: Round, seat: int) -> legality.Turn:
    return legality.Turn(
        rules=state.rules,
        seat=seat,
        hand=state.hands[seat - 1],
        table=state.table,
        tokens=state.tokens[seat - 1],
        scout_and_show=state.scout_and_show[seat - 1],
    )


def _orient(state: Round, seat: int, action: a.Orient) -> tuple[Round, tuple[Event, ...]]:
    hands = state.hands
    if action.flip:
        hands = _with(hands, seat, flipped(hands[seat - 1]))
    ready = _with(state.ready, seat, True)
    turn = state.starter if all(ready) else None
    events: tuple[Event, ...] = (Chosen(seat), Oriented(seat, action.flip))
    if turn:
        events += (turn_began(turn),)
    return state._replace(hands=hands, ready=ready, turn=turn), events


def _play(
    state: Round, seat: int, action: a.Show | a.Scout | a.ScoutAndShow
) -> tuple[Round, tuple[Event, ...]]:
    """The round gone on by a legal action, its end not yet looked for."""
    match action:
        case a.Show():
            after = _show(state, seat, action)
            return after, (after.history.last,)
        case a.Scout():
            after, put = _scout(state, seat, action)
            return after, (after.history.last, put)
        case a.ScoutAndShow(scouting, showing):
            between, put = _scout(state, seat, scouting)
            after = _show(between, seat, showing)
            shown = after.history.last
            both = between.history.last._replace(shown=shown.shown, beaten=shown.beaten)
            after = after._replace(
                scout_and_show=_with(state.scout_and_show, seat, False),
                history=state.history.then(both),
            )
            return after, (both, put)


def _show(state: Round, seat: int, showing: a.Show) -> Round:
    hand = state.hands[seat - 1]
    cards = hand[showing.first - 1 : showing.last]
    return state._replace(
        hands=_with(state.hands, seat, hand[: showing.first - 1] + hand[showing.last :]),
        turn=state.rules.next_seat(seat),
        table=cards,
        owner=seat,
        captured=_plus(state.captured, seat, len(state.table)),
        scouts_since_show=0,
        history=state.history.then(PublicAction(seat=seat, shown=cards, beaten=state.table)),
    )


def _scout(state: Round, seat: int, scouting: a.Scout) -> tuple[Round, Inserted]:
    rules, owner = state.rules, state.owner
    table, hand = legality.take(state.table, scouting, state.hands[seat - 1])
    # A one-card set has one end; "left" is how that is written.
    end: a.End = scouting.end if len(state.table) > 1 else "left"
    card = state.table[0 if end == "left" else -1]
    payee = owner if rules.scout_pay else None
    tokens = _plus(state.tokens, seat, -rules.scout_price)
    if payee:
        tokens = _plus(tokens, payee, rules.scout_pay)
    after = state._replace(
        hands=_with(state.hands, seat, hand),
        turn=rules.after_scout(seat),
        table=table,
        owner=owner if table else None,
        tokens=tokens,
        scouts_since_show=state.scouts_since_show + 1,
        history=state.history.then(PublicAction(seat=seat, end=end, scouted=card, payee=payee)),
    )
    return after, Inserted(seat=seat, card=hand[scouting.place - 1], place=scouting.place)


def _plus(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return _with(counts, seat, counts[seat - 1] + more)


def _with(values: Sequence[T], seat: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[seat - 1] = value
    return tuple(changed)
