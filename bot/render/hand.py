"""A seat's hand with its controls, and the line that it becomes by acting; for its player alone."""

from __future__ import annotations

from bot.layouts import Layout, hand
from bot.match import steps
from bot.match.ids import Decision
from bot.match.live import Live
from bot.match.scene import Scene
from bot.match.steps import Step
from bot.pictures import (
    Picture,
    Placed,
    Preview,
    Style,
    Taking,
    hand_picture,
    orientation_picture,
)
from bot.render.kit import Kit
from bot.texts import Texts
from bot.workers.pool import Rank
from engine import Action, Orient


async def hand_layout(
    kit: Kit,
    scene: Scene,
    seat: int,
    texts: Texts,
    *,
    step: Step | None = None,
    notice: str | None = None,
    hint: Action | None = None,
    clicked: bool = False,
) -> Layout:
    """A seat's hand with the controls of ``step``; for nobody but its player.

    With ``clicked`` somebody waits for it, and its picture is drawn before all others.
    """
    live = scene.live
    mine = live.view(seat)
    decision = live.decision(seat)
    preferences = scene.preferences(seat)
    picture: Picture | None = None
    if not preferences.text_only:
        style = Style(preferences.high_contrast, texts.locale)
        rank = Rank.NOW if clicked else Rank.SOON
        if mine.phase == "orient" and decision is not None:
            picture = await kit.studio.draw_at(rank, orientation_picture, mine, style)
        else:
            picture = await kit.studio.draw_at(rank, hand_picture, mine, style, preview(step))
    context = hand.HandContext(
        texts=texts,
        view=mine,
        match=live.number,
        decision=Decision(decision.round, decision.turn) if decision else None,
        names=live.names,
        where=scene.where,
        picture=picture,
        due=scene.due.get(seat),
        hints=not live.counts or live.playing.solo,
        first_match=_is_first_match(scene, seat),
        hint=hint,
        notice=notice,
    )
    return hand.hand(context, step)


def acted_layout(scene: Scene, seat: int, before: Live, action: Action, texts: Texts) -> Layout:
    """The line that a hand's message becomes by acting; ``before`` is the match before it."""
    context = hand.HandContext(
        texts=texts,
        view=before.view(seat),
        match=before.number,
        decision=None,
        names=before.names,
        where=scene.where,
    )
    return hand.acted(context, action)


def _is_first_match(scene: Scene, seat: int) -> bool:
    """Whether this is the person's first match of all."""
    player = scene.people.get(seat)
    return player is not None and player.first_match_at == scene.live.row.started_at


def preview(step: Step | None) -> Preview | None:
    """What a step is about to do, so that the picture can show it."""
    match step:
        case steps.Gaps(end, turned, then):
            return Taking(end, turned, then)
        case steps.Then(scouting):
            return Placed(scouting)
        case steps.Confirm(action):
            return None if isinstance(action, Orient) else action
    return None
