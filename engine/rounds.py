"""One round, from the orientation choice to its end (R7 to R27)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from engine import actions as a
from engine import legality
from engine.cards import Cards, card_text, flipped
from engine.errors import RuleError
from engine.events import Chosen, Event, Inserted, Oriented, RoundEnded, Scouted, Showed, turn_began
from engine.rules import EndReason, LastCard

Phase = Literal["orient", "play", "over"]

TWO_PLAYER_TOKENS = 3
"""Scout tokens that each of two players starts a round with (R24)."""

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
        number: which round of the match, from 1.
        starter: the starting player's seat (R5).
        last_card: the option of R22.
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
        history: the public play, one line an action, cards as they lay on the table (R18).
    """

    number: int
    starter: int
    last_card: LastCard
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
    history: tuple[str, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def phase(self) -> Phase:
        """Orientation choice, play, or over."""
        if self.end:
            return "over"
        return "play" if self.turn else "orient"

    def scores(self) -> tuple[int, ...]:
        """Each seat's points for the round as it stands, by seat (R23, R27)."""
        ender = self.end.seat if self.end else None
        return tuple(
            captured + tokens - (0 if seat == ender else len(hand))
            for seat, (captured, tokens, hand) in enumerate(
                zip(self.captured, self.tokens, self.hands, strict=True), start=1
            )
        )


def new_round(number: int, starter: int, last_card: LastCard, hands: tuple[Cards, ...]) -> Round:
    """A round as dealt, before anyone has chosen the orientation."""
    players = len(hands)
    return Round(
        number=number,
        starter=starter,
        last_card=last_card,
        hands=hands,
        ready=(False,) * players,
        turn=None,
        table=(),
        owner=None,
        captured=(0,) * players,
        tokens=(TWO_PLAYER_TOKENS if players == 2 else 0,) * players,
        scout_and_show=(players > 2,) * players,
        scouts_since_show=0,
        end=None,
        history=(),
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
    match action:
        case a.Show():
            after, events = _show(state, seat, action)
        case a.Scout():
            after, events = _scout(state, seat, action)
        case a.ScoutAndShow():
            after, events = _scout_and_show(state, seat, action)
    after = ended(after, seat)
    if after.end:
        events += (RoundEnded(after.end.reason, after.end.seat, after.scores()),)
    elif after.turn:
        events += (turn_began(after.turn),)
    return after, events


def ended(state: Round, actor: int) -> Round:
    """The round, ended if one of the ends is reached after ``actor``'s action (R21, R22, R26)."""
    end: RoundEnd | None = None
    turn, players = state.turn, len(state.hands)
    if turn is None:
        raise ValueError("only a round in play can reach its end")
    if not state.hands[actor - 1]:
        end = RoundEnd("empty", actor)
    elif players == 2:
        if state.owner and not legality.can_act(_turn(state, turn)):
            end = RoundEnd("stuck", state.owner)
    elif state.scouts_since_show == len(state.hands) - 1 and (
        state.table or state.last_card == "end"
    ):
        # Everyone else has scouted, so the next in turn is the player of the last Show (R22).
        end = RoundEnd("unbeaten", turn)
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
    two_players = len(state.hands) == 2
    can_pay = not two_players or state.tokens[seat - 1] > 0
    has_scout_and_show = state.scout_and_show[seat - 1]
    return legality.Turn(
        seat, state.hands[seat - 1], state.table, can_pay, two_players, has_scout_and_show
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


def _after_turn(  # noqa: PLR0913 - what a turn can change
    state: Round,
    *,
    hands: tuple[Cards, ...],
    turn: int,
    table: Cards,
    owner: int | None,
    captured: tuple[int, ...],
    tokens: tuple[int, ...],
    scouts_since_show: int,
    line: str,
) -> Round:
    """The round gone on by a Scout or Show, with one line more of history."""
    # In the order of the fields: with their names this would cost twice as much, and with
    # `_replace` three times, as often as anything happens.
    return Round(
        state.number,
        state.starter,
        state.last_card,
        hands,
        state.ready,
        turn,
        table,
        owner,
        captured,
        tokens,
        state.scout_and_show,
        scouts_since_show,
        state.end,
        (*state.history, line),
    )


def _show(state: Round, seat: int, showing: a.Show) -> tuple[Round, tuple[Event, ...]]:
    hand = state.hands[seat - 1]
    cards = hand[showing.first - 1 : showing.last]
    beaten = len(state.table)
    after = _after_turn(
        state,
        hands=_with(state.hands, seat, hand[: showing.first - 1] + hand[showing.last :]),
        turn=_next(state, seat),
        table=cards,
        owner=seat,
        captured=_with(state.captured, seat, state.captured[seat - 1] + beaten),
        tokens=state.tokens,
        scouts_since_show=0,
        line=f"{seat} show {' '.join(map(card_text, cards))}",
    )
    return after, (Showed(seat, cards, beaten),)


def _scout(state: Round, seat: int, scouting: a.Scout) -> tuple[Round, tuple[Event, ...]]:
    table, hand = legality.take(state.table, scouting, state.hands[seat - 1])
    # A one-card set has one end; "left" is how that is written.
    end: a.End = scouting.end if len(state.table) > 1 else "left"
    card = state.table[0 if end == "left" else -1]
    two_players = len(state.hands) == 2
    payee = None if two_players else state.owner
    tokens = state.tokens
    if two_players:
        tokens = _with(tokens, seat, tokens[seat - 1] - 1)
    elif payee:
        tokens = _with(tokens, payee, tokens[payee - 1] + 1)
    after = _after_turn(
        state,
        hands=_with(state.hands, seat, hand),
        turn=seat if two_players else _next(state, seat),
        table=table,
        owner=state.owner if table else None,
        captured=state.captured,
        tokens=tokens,
        scouts_since_show=state.scouts_since_show + 1,
        line=f"{seat} scout {end} {card_text(card)}",
    )
    return after, (
        Scouted(seat, end, card, payee),
        Inserted(seat, hand[scouting.place - 1], scouting.place),
    )


def _scout_and_show(
    state: Round, seat: int, action: a.ScoutAndShow
) -> tuple[Round, tuple[Event, ...]]:
    between, first_events = _scout(state, seat, action.scout)
    shown, then_events = _show(between, seat, action.show)
    *earlier, scout_line, show_line = shown.history
    after = shown._replace(
        scout_and_show=_with(state.scout_and_show, seat, False),
        history=(*earlier, scout_line + show_line.removeprefix(str(seat))),
    )
    return after, first_events + then_events


def _next(state: Round, seat: int) -> int:
    return seat % len(state.hands) + 1


def _with(values: Sequence[T], seat: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[seat - 1] = value
    return tuple(changed)
