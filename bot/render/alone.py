"""A hidden match as its one person sees it while it is on them."""

from __future__ import annotations

from bot.layouts import Layout
from bot.layouts.alone import AloneContext, alone
from bot.layouts.base import relative
from bot.layouts.hand import HandContext
from bot.match.ids import Decision
from bot.match.live import Live
from bot.match.scene import Scene
from bot.match.steps import Step
from bot.pictures import Style, hand_picture, orientation_picture, table_picture
from bot.render.hand import preview
from bot.render.kit import Kit
from bot.texts import Texts, display_names
from bot.texts.actions import history_line
from bot.texts.happenings import round_end
from data.daily import days
from data.matches.models import StoredMatch
from engine import Action, view
from engine.views import View

ALONE = 1
"""The person's, in every hidden match."""


async def alone_layout(
    kit: Kit,
    scene: Scene,
    texts: Texts,
    *,
    step: Step | None = None,
    notice: str | None = None,
    hint: Action | None = None,
) -> Layout:
    """Table, hand and the controls of ``step``."""
    live = scene.live
    mine, public, decision = live.view(ALONE), live.view(None), live.decision(ALONE)
    preferences = scene.preferences(ALONE)
    table = picture = None
    if not preferences.text_only:
        style = Style(preferences.high_contrast, texts.locale)
        if mine.phase == "orient":
            picture = await kit.studio.draw(orientation_picture, mine, style)
        else:
            table = await kit.studio.draw(table_picture, public, live.names, style)
            picture = await kit.studio.draw(hand_picture, mine, style, preview(step))
    context = HandContext(
        texts=texts,
        view=mine,
        match=live.number,
        decision=Decision(decision.round, decision.turn) if decision else None,
        names=live.names,
        where=scene.where,
        picture=picture,
        hints=not live.row.sealed,
        hint=hint,
        notice=notice,
    )
    told = tuple(happened(texts, live))
    title, small = title_of(texts, live.row), _small(texts, live.row)
    return alone(AloneContext(context, title, small, told, public, table), step)


def title_of(texts: Texts, row: StoredMatch) -> str:
    """What a hidden match is."""
    day = days.day_of(row.start_id)
    if day is None:
        return texts.gettext("A round for practice")
    said = texts.day(day)
    if row.deal_id is None:
        return texts.gettext("Practice: the deal of {day}", day=said)
    return texts.gettext("Daily deal of {day}", day=said)


def _small(texts: Texts, row: StoredMatch) -> str:
    number = texts.gettext("match {number}", number=row.id)
    day = days.day_of(row.start_id)
    if day is None or row.deal_id is None:
        return f"{number} · " + texts.gettext("it counts for nothing")
    closing = texts.gettext("closes {when}", when=relative(days.closes_at(day)))
    again = texts.gettext("`/scout daily` brings this message back")
    return f"{number} · {closing} · {again}"


def happened(texts: Texts, live: Live) -> list[str]:
    """What happened since the person last acted; with the result of a round that ended."""
    names = display_names(texts, live.names)
    public = live.view(None)
    if public.phase != "orient":
        return _since_own(texts, public, names)
    if not live.playing.results:
        return []
    last = view(live.playing.results[-1], None)
    return [
        *_since_own(texts, last, names),
        round_end(texts, last, names),
        _scores(texts, last, names),
    ]


def _since_own(texts: Texts, public: View, names: tuple[str, ...]) -> list[str]:
    lines: list[str] = []
    for done in reversed(public.history):
        if done.seat == ALONE:
            break
        lines.insert(0, history_line(texts, names, done))
    return lines


def _scores(texts: Texts, over: View, names: tuple[str, ...]) -> str:
    scores = zip(names, over.scores or (), strict=True)
    listed = " · ".join(f"{name} {texts.number(points, signed=True)}" for name, points in scores)
    return texts.gettext("Round {number}: {scores}", number=texts.number(over.round), scores=listed)
