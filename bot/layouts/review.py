"""What a seat's decisions in a match that is over cost it, and its three dearest moments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bot.layouts import base, sharing
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.history import seat_names
from bot.layouts.sharing import NOT_SHARED, Sharing
from bot.match.ids import BadCustomId, Click, Numbered, Verb, numbered
from bot.match.moments import Moment
from bot.pictures import Picture
from bot.texts import Texts, display_names, label_names
from bot.texts.actions import proposal
from bot.texts.cards import active_set_in_full, both_ends
from bot.texts.costs import points, sign
from bot.texts.reasons import reason
from data.matches.models import StoredMatch
from data.matches.reviews import FEWEST, Judged, Review
from engine.actions import Orient, parse
from engine.players.reasons import explain

DEAREST = 3
"""Moments that are shown."""

MENU = "of"
"""The argument of the menu that asks for another seat."""


@dataclass(frozen=True, slots=True)
class ReviewContext:
    """A review.

    Attributes:
        texts: the reader's language.
        row: the match.
        seat: whose decisions.
        mine: whether the reader sat there.
        moments: the decisions.
        review: what was found of them.
        pictures: those of the dearest moments, in their order; none where words are wanted.
        sharing: how far it is shown.
    """

    texts: Texts
    row: StoredMatch
    seat: int
    mine: bool
    moments: tuple[Moment, ...]
    review: Review
    pictures: tuple[Picture | None, ...] = ()
    sharing: Sharing = NOT_SHARED


def seat_of(click: Click, values: Sequence[str] = ()) -> int:
    """Whose review a click asks for; 0: their own who clicked.

    Raises:
        BadCustomId: no seat.
    """
    chosen = tuple(values) if click.args == (MENU,) else click.args
    if len(chosen) != 1 or chosen[0] not in {"0", "1", "2", "3", "4", "5"}:
        raise BadCustomId(click.custom_id)
    return int(chosen[0])


def button(texts: Texts, match: Numbered) -> Item:
    """The button that asks for one's own review."""
    label = texts.gettext("What did it cost me?")
    return base.button(label, Click(Verb.REVIEW, match, None, ("0",)), emoji="🔎")


def button_of(texts: Texts, row: StoredMatch, seat: int) -> Item:
    """The button that asks for a seat's review."""
    name = label_names(texts, seat_names(row))[seat - 1]
    label = texts.gettext("Match {match}: what it cost {name}", match=row.id, name=name)
    click = Click(Verb.REVIEW, numbered(row), None, (str(seat),))
    return base.button(label, click, emoji="🔎")


def dearest(review: Review, moments: Sequence[Moment]) -> tuple[tuple[Moment, Judged], ...]:
    """The decisions that cost most, those that cost nothing left out."""
    by_sequence = {one.sequence: one for one in moments}
    costly = sorted((one for one in review.decisions if one.cost), key=lambda one: -one.cost)
    return tuple((by_sequence[one.sequence], one) for one in costly[:DEAREST])


def waiting(texts: Texts, row: StoredMatch, seat: int, decisions: int, *, mine: bool) -> Layout:
    """What stands there while it is thought out."""
    said = texts.ngettext(
        "I'm trying {n} decision out on hundreds of deals. What I find will stand here, in some "
        "seconds, or later while many tables play.",
        "I'm trying {n} decisions out on hundreds of deals. What I find will stand here, in some "
        "seconds, or later while many tables play.",
        decisions,
    )
    again = Click(Verb.REVIEW, numbered(row), None, (str(seat),))
    items = [
        base.text(f"### {_title(texts, row, seat, mine=mine)}\n{said}"),
        base.row(base.button(texts.gettext("Look again"), again)),
    ]
    return base.layout(items, tone=Tone.PLAIN)


def review(context: ReviewContext) -> Layout:
    """Accuracy, cost by round, the dearest moments, and other seats to look at.

    Every control opens a page for whoever uses it, so those of one that is shared do no harm.
    """
    texts, row = context.texts, context.row
    items: list[Item] = [base.text(_head(context))]
    files = []
    for number, (moment, judged) in enumerate(dearest(context.review, context.moments)):
        drawn = context.pictures[number] if number < len(context.pictures) else None
        picture, file = base.shown(drawn, str(number + 1))
        items += [base.line(), base.text(_moment(context, moment, judged)), *picture]
        files += file
        if not picture:
            items.append(base.small(_seen(context, moment)))
        there = Click(Verb.REPLAY, numbered(row), None, (f"moment{number}", str(moment.step)))
        items.append(base.row(base.button(texts.gettext("Replay there"), there)))
    names = label_names(texts, seat_names(row))
    options = [
        base.option(name, str(seat), default=seat == context.seat)
        for seat, name in enumerate(names, start=1)
    ]
    menu = Click(Verb.REVIEW, numbered(row), None, (MENU,))
    items += [base.line(), base.menu(menu, options, texts.gettext("Whose decisions?"))]
    if context.sharing.by is not None:
        items += sharing.foot(texts, context.sharing.by, match=numbered(row))
    elif context.sharing.offered:
        share = sharing.button(texts, "review", str(context.seat), match=numbered(row))
        items.append(base.row(share))
    return base.layout(items, tone=Tone.GAME, files=files)


def _title(texts: Texts, row: StoredMatch, seat: int, *, mine: bool) -> str:
    if mine:
        return texts.gettext("Match {match}: what it cost you", match=row.id)
    name = display_names(texts, seat_names(row))[seat - 1]
    return texts.gettext("Match {match}: what it cost {name}", match=row.id, name=name)


def _head(context: ReviewContext) -> str:
    texts, review = context.texts, context.review
    lines = [f"### {_title(texts, context.row, context.seat, mine=context.mine)}"]
    decisions = texts.ngettext("{n} decision", "{n} decisions", len(review.decisions))
    if not review.decisions:
        lines.append(texts.gettext("There was nothing to decide."))
        return "\n".join(lines)
    if review.accuracy is None:
        few = texts.gettext(
            "{decisions}: too few for an accuracy, which takes {fewest}.",
            decisions=decisions,
            fewest=FEWEST,
        )
        lines.append(few)
    else:
        lines.append(
            texts.gettext(
                "Accuracy **{percent}** over {decisions}",
                percent=texts.percent(review.accuracy / 100),
                decisions=decisions,
            )
        )
    lines += _rounds(context)
    legend = texts.gettext("🟩 less than half a point lost · 🔷 less than two · 🔺 more")
    lines.append(f"-# {legend}")
    if not any(one.cost for one in review.decisions):
        lines.append(texts.gettext("Nothing better was to be found."))
    return "\n".join(lines)


def _rounds(context: ReviewContext) -> list[str]:
    """What each round cost, with a sign a decision."""
    texts = context.texts
    rounds = {one.sequence: one.view.round for one in context.moments}
    costs: defaultdict[int, list[float]] = defaultdict(list)
    for one in context.review.decisions:
        costs[rounds[one.sequence]].append(one.cost)
    return [
        texts.gettext(
            "Round {round}: **{points}** {signs}",
            round=texts.number(number),
            points=points(texts, sum(found)),
            signs="".join(map(sign, found)),
        )
        for number, found in sorted(costs.items())
    ]


def _moment(context: ReviewContext, moment: Moment, judged: Judged) -> str:
    texts, seen, best = context.texts, moment.view, parse(judged.best)
    number = texts.number(seen.round)
    if isinstance(best, Orient):
        when = texts.gettext("Round {round}, which way up", round=number)
    else:
        turn = texts.number(len(seen.history) + 1)
        when = texts.gettext("Round {round}, turn {turn}", round=number, turn=turn)
    played = proposal(texts, seen, moment.action)
    instead = texts.gettext(
        "Instead: **{proposal}**. {why}",
        proposal=proposal(texts, seen, best),
        why=reason(texts, explain(seen, best)),
    )
    said = texts.gettext("Played: {action}.", action=played)
    return f"**{when}** · {sign(judged.cost)} {points(texts, judged.cost)}\n{said}\n{instead}"


def _seen(context: ReviewContext, moment: Moment) -> str:
    """What the seat had before it, for who has no picture to look at."""
    texts, seen = context.texts, moment.view
    hand = texts.gettext("Hand: {cards}.", cards=both_ends(texts, seen.hand))
    if seen.phase == "orient":
        return hand
    names = display_names(texts, seat_names(context.row))
    return f"{active_set_in_full(texts, seen, names)} {hand}"
