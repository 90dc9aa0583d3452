"""Every picture in words: what screen readers say, and what stands where no pictures are wanted.

Hands and sets are given in the notation, ``3/7 1/3``: active number first. A description never
says more than its picture may show, and is never longer than Discord takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.pictures.gaps import made_at, places, taken_card
from bot.pictures.picture import MAX_ALT, Placed, Preview, RatingPoint, Resting, Taking
from bot.pictures.spans import sets_in, shows_after, shows_of
from bot.pictures.totals import ranking, totals_by_round
from bot.texts import N_, SeatName, Texts
from bot.texts.actions import history_line, proposal
from bot.texts.cards import both_ends, kind_name, numbers, positions
from bot.texts.happenings import round_end
from bot.texts.names import framed, spoken, told_apart
from engine.actions import Action, Scout, ScoutAndShow
from engine.cards import Cards, flipped
from engine.combinations import active_numbers, strength
from engine.legality import take
from engine.views import View, points_so_far

_NAME_LENGTHS = (40, 24, 16, 10)


def hand(view: View, texts: Texts, preview: Preview | None = None) -> str:
    """A hand, what it could show, and the action being considered."""
    parts = [
        texts.ngettext(
            "Your hand, {n} card: {cards}.",
            "Your hand, {n} cards: {cards}.",
            len(view.hand),
            cards=both_ends(texts, view.hand),
        )
    ]
    if isinstance(preview, Resting):
        return _clipped(" ".join(parts))
    if preview is not None:
        return _clipped(" ".join([*parts, *_considered(view, texts, preview)]))
    spans = shows_of(view)
    if view.phase == "play" and not spans:
        parts.append(texts.gettext("Nothing in it can be shown."))
    elif spans:
        parts.append(_can_be_shown(texts, view.hand, spans))
    return _clipped(" ".join(parts))


def _considered(view: View, texts: Texts, preview: Action | Taking | Placed) -> list[str]:
    if isinstance(preview, Taking):
        return [_gaps(view, texts, preview)]
    action = preview.scout if isinstance(preview, Placed) else preview
    scouting = action.scout if isinstance(action, ScoutAndShow) else action
    parts = [texts.gettext("Considered: {action}.", action=proposal(texts, view, action))]
    if isinstance(scouting, Scout):
        after = take(view.table, scouting, view.hand)[1]
        said = texts.gettext("The hand would be: {cards}.", cards=both_ends(texts, after))
        parts.append(said)
        spans = shows_after(view, scouting) if isinstance(preview, Placed) else []
        if spans:
            parts.append(_can_be_shown(texts, after, spans))
    return parts


def _gaps(view: View, texts: Texts, taking: Taking) -> str:
    """The places where the card makes a set, strongest first, and that the others make none."""
    card = taken_card(view, taking)
    made = {place: made_at(view, taking, place) for place in places(view, taking)}
    useful = sorted(
        (place for place, cards in made.items() if len(cards) > 1),
        key=lambda place: strength(active_numbers(made[place])),
        reverse=True,
    )
    said = texts.gettext("Where does {card} go?", card=texts.ltr(card))
    for place in useful:
        said += " " + texts.gettext(
            "Gap {place} makes {numbers}.",
            place=place,
            numbers=numbers(texts, made[place]),
        )
    return said


def orientation(view: View, texts: Texts) -> str:
    """Both orientations, and the sets that each has at once."""
    parts = []
    for message, cards in (
        (N_("Keep: {cards}."), view.hand),
        (N_("Flip: {cards}."), flipped(view.hand)),
    ):
        parts.append(texts.gettext(message, cards=both_ends(texts, cards)))
        if spans := sets_in(cards):
            parts.append(texts.gettext("Sets: {sets}.", sets=_listed(texts, cards, spans)))
    return _clipped(" ".join(parts))


def table(view: View, names: Sequence[SeatName], texts: Texts) -> str:
    """The table: round, active set, turn, last action, and what each seat has."""

    def said(who: Sequence[str]) -> str:
        parts = [round_of(view, texts), _started(view, who, texts), *middle(view, who, texts)]
        parts.extend(seat_in_words(view, seat, who[seat - 1], texts) for seat in _seats(view))
        return " ".join(parts)

    return fitting(said, spoken(texts, names))


def moment(
    view: View, names: Sequence[SeatName], played: Action, best: Action, texts: Texts
) -> str:
    """What a seat saw when it was to decide, what it did, and what it might have done."""

    def said(who: Sequence[str]) -> str:
        parts = [round_of(view, texts), *middle(view, who, texts)]
        parts.append(texts.gettext("Hand: {cards}.", cards=both_ends(texts, view.hand)))
        parts.append(texts.gettext("Played: {action}.", action=proposal(texts, view, played)))
        parts.append(texts.gettext("Instead: {action}.", action=proposal(texts, view, best)))
        return " ".join(parts)

    return fitting(said, spoken(texts, names))


def round_result(view: View, names: Sequence[SeatName], texts: Texts) -> str:
    """How each seat's points of a round came about."""

    def said(who: Sequence[str]) -> str:
        parts = [round_of(view, texts), round_end(texts, view, who)]
        parts.extend(_score(view, seat, who[seat - 1], texts) for seat in _seats(view))
        return " ".join(parts)

    return fitting(said, spoken(texts, names))


def match_result(rounds: Sequence[Sequence[int]], names: Sequence[SeatName], texts: Texts) -> str:
    """The ranking of a match, and each seat's total after each round."""
    lines = totals_by_round(rounds)

    def said(who: Sequence[str]) -> str:
        parts = [texts.gettext("Final result.")]
        for rank, seat in ranking([line[-1] for line in lines]):
            parts.append(
                texts.gettext(
                    "{rank}. {name}: {total} points; totals by round {totals}.",
                    rank=texts.number(rank),
                    name=who[seat - 1],
                    total=texts.number(lines[seat - 1][-1]),
                    totals=texts.ltr(", ".join(map(texts.number, lines[seat - 1][1:]))),
                )
            )
        return " ".join(parts)

    return fitting(said, spoken(texts, names))


def rating(points: Sequence[RatingPoint], texts: Texts) -> str:
    """A rating's way: first and last, lowest and highest."""
    first, last = points[0], points[-1]
    said = texts.ngettext(
        "Rating after {n} match: {rating} ± {uncertainty} on {date}.",
        "Rating after {n} matches: {rating} ± {uncertainty} on {date}.",
        len(points),
        rating=texts.rating(last.rating),
        uncertainty=texts.rating(last.uncertainty),
        date=texts.date(last.time),
    )
    if len(points) > 1:
        said += " " + texts.gettext(
            "It began at {first} on {date}; lowest {lowest}, highest {highest}.",
            first=texts.rating(first.rating),
            date=texts.date(first.time),
            lowest=texts.rating(min(point.rating for point in points)),
            highest=texts.rating(max(point.rating for point in points)),
        )
    return _clipped(said)


def _seats(view: View) -> Iterable[int]:
    return range(1, view.players + 1)


def round_of(view: View, texts: Texts) -> str:
    """Which round it is."""
    return texts.gettext(
        "Round {round} of {rounds}.",
        round=texts.number(view.round),
        rounds=texts.number(view.rounds),
    )


def _started(view: View, who: Sequence[str], texts: Texts) -> str:
    return texts.gettext("Starting player: {name}.", name=who[view.starter - 1])


def middle(view: View, who: Sequence[str], texts: Texts) -> list[str]:
    """What lies in the middle of the table, what happened last, and whose turn it is."""
    if view.phase == "orient":
        ready = [who[seat - 1] for seat in _seats(view) if view.ready[seat - 1]]
        said = texts.gettext("Everyone chooses which way up to hold the hand.")
        if not ready:
            return [said]
        return [said, texts.gettext("Ready: {names}.", names=texts.listed(ready))]
    parts = []
    if view.owner is None or not view.table:
        parts.append(texts.gettext("No active set."))
    else:
        parts.append(
            texts.gettext(
                "Active set of {name}: {cards} ({kind}).",
                name=who[view.owner - 1],
                cards=both_ends(texts, view.table),
                kind=kind_name(texts, view.table),
            )
        )
    if view.history:
        parts.append(history_line(texts, who, view.history[-1]) + ".")
    if view.turn is None:
        parts.append(round_end(texts, view, who))
    else:
        parts.append(texts.gettext("{name} is on turn.", name=who[view.turn - 1]))
    return parts


def seat_in_words(view: View, seat: int, name: str, texts: Texts) -> str:
    """What everybody knows that a seat has."""
    said = texts.gettext(
        "{name}: in hand {hand}, captured {captured}, Scout tokens {tokens}, points {points}.",
        name=name,
        hand=texts.number(view.hand_sizes[seat - 1]),
        captured=texts.number(view.captured[seat - 1]),
        tokens=texts.number(view.tokens[seat - 1]),
        points=texts.number(points_so_far(view, seat)),
    )
    if not view.rules.scout_and_show:
        return said
    if view.scout_and_show[seat - 1]:
        return said + " " + texts.gettext("Scout & Show left.")
    return said + " " + texts.gettext("Scout & Show used.")


def _score(view: View, seat: int, name: str, texts: Texts) -> str:
    assert view.scores is not None
    cards = 0 if view.spared == seat else view.hand_sizes[seat - 1]
    return texts.gettext(
        "{name}: captured {captured}, Scout tokens {tokens}, deducted for cards in hand {cards}, "
        "so {score}; total {total}.",
        name=name,
        captured=texts.number(view.captured[seat - 1]),
        tokens=texts.number(view.tokens[seat - 1]),
        cards=texts.number(cards),
        score=texts.number(view.scores[seat - 1]),
        total=texts.number(view.totals[seat - 1]),
    )


def _can_be_shown(texts: Texts, cards: Cards, spans: Sequence[tuple[int, int]]) -> str:
    return texts.gettext("Can be shown: {sets}.", sets=_listed(texts, cards, spans))


def _listed(texts: Texts, cards: Cards, spans: Sequence[tuple[int, int]]) -> str:
    return texts.listed(
        f"{numbers(texts, cards[first - 1 : last])} ({positions(texts, first, last)})"
        for first, last in spans
    )


def fitting(said: Callable[[Sequence[str]], str], who: Sequence[str]) -> str:
    """The text with names as long as its length allows, and still told apart."""
    text = said(tuple(map(framed, who)))
    for length in _NAME_LENGTHS:
        if len(text) <= MAX_ALT:
            break
        short = [name if len(name) <= length else f"{name[: length - 1]}…" for name in who]
        text = said(tuple(map(framed, told_apart(short))))
    return _clipped(text)


def _clipped(text: str) -> str:
    return text if len(text) <= MAX_ALT else text[: MAX_ALT - 1] + "…"
