"""A seat's hand with its controls, and what it becomes by acting; for its player alone."""

from __future__ import annotations

from bot.layouts import Layout, base, between, hand, pings
from bot.match import recount, steps, story
from bot.match.ids import Decision
from bot.match.scene import Scene
from bot.match.steps import Step
from bot.pictures import (
    Picture,
    Placed,
    Preview,
    Resting,
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
    control = live.playing.seats[seat - 1].control
    # While it stands still, or a computer plays for them, nothing is asked of them.
    asked = control == "person" and not live.playing.paused
    decision = live.decision(seat) if asked else None
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
        over=live.playing.over,
        paused=live.playing.paused and live.on,
        away=recount.of_your_seat(texts, live, seat) if control == "stand-in" else None,
        story=story.story(texts, live, seat) if step is None or step == steps.Home() else (),
    )
    return hand.hand(context, step)


async def resting_layout(
    kit: Kit,
    scene: Scene,
    seat: int,
    decision: Decision,
    words: str,
    texts: Texts,
    *,
    clicked: bool = False,
) -> Layout:
    """A hand that asks for nothing until its player's next turn; ``words`` say what was done.

    It stays so in the history: a round's first with the round's heading.
    """
    mine, preferences = scene.live.view(seat), scene.preferences(seat)
    picture = None
    if mine.hand and not preferences.text_only:
        style = Style(preferences.high_contrast, texts.locale)
        rank = Rank.NOW if clicked else Rank.LATER
        picture = await kit.studio.draw_at(rank, hand_picture, mine, style, Resting())
    hosted = scene.live.playing
    stood_in = hosted.seats[seat - 1].control == "stand-in"
    return between.resting(
        texts,
        (*_heading(scene, decision, texts), words),
        scene.where,
        mine.hand,
        picture,
        paused=hosted.paused,
        back=pings.back_button(texts, scene.live.number) if stood_in else None,
    )


def closed_layout(scene: Scene, decision: Decision, words: str, texts: Texts) -> Layout:
    """What a hand's message is in the end: a line; of a round's first choice the heading."""
    live, where = scene.live, scene.where
    if decision.turn:
        return between.line(texts, words, where, live.id)
    return between.heading((*_heading(scene, decision, texts), words))


def _heading(scene: Scene, decision: Decision, texts: Texts) -> tuple[str, ...]:
    """What a round's part of the history begins with; empty but at the round's first choice."""
    if decision.turn:
        return ()
    live = scene.live
    title = texts.gettext(
        "Round {number} of {count}",
        number=texts.number(decision.round),
        count=texts.number(live.playing.match.options.rounds),
    )
    place = base.place(texts, scene.where, live.id)
    told = story.round_before(texts, live, decision.round)
    return (f"### {title}", place, *(f"-# {line}" for line in told))


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
