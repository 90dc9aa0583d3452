"""What a finished round and a finished match post."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import discord

from bot.layouts import base, review, sharing
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.fairness import unfair
from bot.layouts.sharing import NOT_SHARED, Sharing
from bot.match.ids import Click, Numbered, Verb
from bot.pictures import Picture
from bot.texts import SeatName, Texts, display_names
from bot.texts.happenings import ending, round_end, unrated
from bot.texts.names import level_name
from engine.views import View


@dataclass(frozen=True, slots=True)
class RoundContext:
    """A round that is over: the public's view of it, who plays, and its picture."""

    texts: Texts
    view: View
    match: Numbered
    names: tuple[SeatName, ...]
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating before and after, as shown to people; few matches make it provisional."""

    before: int
    after: int
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class MatchContext:
    """A match that is over.

    Attributes:
        texts: the server's language.
        match: its number.
        names: who played, by seat.
        rounds: each ended round's scores by seat, first round first.
        totals: points over all rounds, by seat.
        winners: the seats that won; empty if it ended before its last round did.
        ended: the reason, if it ended before its last round did.
        rated: whether it counts.
        unrated: why it doesn't, by ``data.matches.models.UnratedReason``.
        ratings: by seat; empty if nothing changed.
        picture: the totals by round, drawn.
        record: the record's text; None if there is nothing to record.
        fair: whether the deals follow from the secret that was committed to.
        rematch: whether Rematch is offered.
        sharing: how far it is shown.
    """

    texts: Texts
    match: Numbered
    names: tuple[SeatName, ...]
    rounds: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    ended: str | None = None
    rated: bool = True
    unrated: str | None = None
    ratings: tuple[RatingChange | None, ...] = ()
    picture: Picture | None = None
    record: str | None = None
    fair: bool = True
    rematch: bool = True
    sharing: Sharing = NOT_SHARED


def round_result(context: RoundContext) -> Layout:
    """A round's scores, with how they came about.

    Raises:
        ValueError: the view's round is not over.
    """
    texts, view = context.texts, context.view
    if view.end is None or view.scores is None:
        raise ValueError("the round is not over")
    names = display_names(texts, context.names)
    picture, files = base.shown(context.picture)
    title = texts.gettext(
        "Match {match}: round {number} of {count} is over",
        match=context.match,
        number=texts.number(view.round),
        count=texts.number(view.rounds),
    )
    head = f"### {title}\n{round_end(texts, view, names)}"
    items: list[Item] = [base.text(head), *picture]
    if not picture:
        lines = [_account(texts, view, seat, name) for seat, name in enumerate(names, start=1)]
        items.append(base.text("\n".join(lines)))
    return base.layout(items, tone=Tone.RESULT, files=files)


def _account(texts: Texts, view: View, seat: int, name: str) -> str:
    """One seat's score and its parts: captured + tokens - cards left (R23, R27)."""
    i = seat - 1
    scores = view.scores or view.totals
    captured, tokens, left = view.captured[i], view.tokens[i], view.hand_sizes[i]
    parts = [
        texts.ngettext("{n} captured", "{n} captured", captured),
        "+ " + texts.ngettext("{n} Scout token", "{n} Scout tokens", tokens),
    ]
    if view.spared != seat:
        parts.append("− " + texts.ngettext("{n} card left", "{n} cards left", left))
    elif left:
        parts.append(
            texts.ngettext(
                "({n} card left doesn't count: ended the round)",
                "({n} cards left don't count: ended the round)",
                left,
            )
        )
    score = texts.number(scores[i], signed=True)
    total = texts.gettext("total {points}", points=texts.number(view.totals[i]))
    return f"**{name}** **{score}** · {total}\n-# {' '.join(parts)}"


def match_result(context: MatchContext) -> Layout:
    """The final table, what it did to the ratings, and what can be done next."""
    texts = context.texts
    names = display_names(texts, context.names)
    picture, files = base.shown(context.picture)
    items: list[Item] = [base.text(_headline(context, names)), *picture]
    if not picture:
        items.append(base.text(_standings(context, names)))
    if ratings := _ratings(context, names):
        items.append(base.small(ratings))
    if not context.fair:
        items.append(base.text(unfair(texts)))
    if context.sharing.by is not None:
        openers = [_replay(context)] if context.record is not None else []
        items += sharing.foot(texts, context.sharing.by, *openers, match=context.match)
        return base.layout(items, tone=Tone.RESULT, files=files)
    if context.record is not None:
        item, file = base.attached(context.record.encode(), f"scout-{context.match}.txt")
        items.append(item)
        files.append(file)
    if buttons := _buttons(context):
        items.append(base.row(*buttons))
    return base.layout(items, tone=Tone.RESULT, files=files)


def result_in_brief(context: MatchContext, url: str | None) -> Layout:
    """What a lobby's message becomes in the end: who won, a small picture, a link to the result."""
    texts = context.texts
    said = _headline(context, display_names(texts, context.names))
    item, files = base.beside(said, context.picture)
    items = [item]
    if url is not None:
        items.append(base.row(base.link(texts.gettext("To the result"), url)))
    return base.layout(items, tone=Tone.RESULT, files=files)


def _buttons(context: MatchContext) -> list[Item]:
    texts, match = context.texts, context.match
    buttons = []
    if context.rematch:
        again = Click(Verb.REMATCH, match)
        label = texts.gettext("Rematch")
        buttons.append(base.button(label, again, style=discord.ButtonStyle.success))
    if context.record is not None:
        buttons.append(_replay(context))
        buttons.append(base.fair_button(texts, match, fair=context.fair))
        buttons.append(review.button(texts, match))
    if context.sharing.offered:
        buttons.append(sharing.button(texts, "result", match=match))
    return buttons


def _replay(context: MatchContext) -> Item:
    click = Click(Verb.REPLAY, context.match, None, ("open", "0"))
    return base.button(context.texts.gettext("Replay"), click)


def _headline(context: MatchContext, names: tuple[str, ...]) -> str:
    texts = context.texts
    if context.ended:
        title = texts.gettext("Match {number} has ended early", number=context.match)
        said = ending(texts, context.ended)
    else:
        title = texts.gettext("Match {number} is over", number=context.match)
        winners = [names[seat - 1] for seat in context.winners]
        said = (
            texts.gettext("🏆 **{name}** wins!", name=winners[0])
            if len(winners) == 1
            else texts.gettext(
                "🏆 A tie! {names} share the win.",
                names=texts.listed(f"**{name}**" for name in winners),
            )
        )
    counts = context.rated and context.unrated is None
    small = "" if counts else f"\n-# {unrated(texts, context.unrated)}"
    if context.ended and counts:
        small = "\n-# " + texts.gettext("It was rated: walking out of it counts as losing it.")
    return f"### {title}\n{said}{small}"


def _standings(context: MatchContext, names: tuple[str, ...]) -> str:
    texts = context.texts
    order = sorted(range(len(names)), key=lambda i: -context.totals[i])
    lines = []
    for i in order:
        rank = 1 + sum(total > context.totals[i] for total in context.totals)
        points = texts.ngettext("{n} point", "{n} points", context.totals[i])
        lines.append(f"{texts.mark}{texts.number(rank)}\\. **{names[i]}** · {points}")
        if context.rounds:
            by_round = " ".join(texts.number(scores[i], signed=True) for scores in context.rounds)
            said = texts.gettext("by round: {scores}", scores=texts.ltr(by_round))
            lines.append(f"-# {said}")
    return "\n".join(lines)


def _ratings(context: MatchContext, names: tuple[str, ...]) -> str:
    """What the match did to the ratings; of computers of one level once, since they have one."""
    texts, shared = context.texts, _shared_changes(context)
    changes = [
        texts.gettext("{name} {rating}", name=names[i], rating=rating(texts, change))
        for i, change in enumerate(context.ratings)
        if change and context.names[i].level not in shared
    ]
    for level, once in shared.items():
        who = texts.gettext("Computers ({level})", level=level_name(texts, level))
        changes.append(texts.gettext("{name} {rating}", name=who, rating=rating(texts, once)))
    return texts.gettext("Ratings: {changes}", changes=" · ".join(changes)) if changes else ""


def _shared_changes(context: MatchContext) -> dict[str, RatingChange]:
    """By level, the change of each computer level with several seats: its one rating is theirs."""
    seats = Counter(one.level for one in context.names)
    return {
        one.level: change
        for one, change in zip(context.names, context.ratings, strict=False)
        if change and one.level is not None and seats[one.level] > 1
    }


def rating(texts: Texts, change: RatingChange) -> str:
    """A rating after a match, and by how much it changed."""
    by = texts.number(change.after - change.before, signed=True)
    mark = texts.mark if texts.right_to_left else ""
    now = f"{mark}**{texts.rating(change.after)}** ({by})"
    if change.provisional:
        return texts.gettext("{rating}, provisional", rating=now)
    return now
