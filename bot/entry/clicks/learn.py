"""Clicks on lessons, and typing in one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.base import times
from bot.base.times import MINUTE
from bot.entry.clicks import alone
from bot.entry.clicks.press import Press
from bot.entry.deals import server_of
from bot.host import lessons
from bot.layouts import learn as layouts
from bot.layouts.base import Layout
from bot.layouts.hand import HandContext
from bot.layouts.learn import DECISION, NOWHERE, ROUND, SHOW_ME, Asked
from bot.match import typed
from bot.match.lessons import LESSONS, SEAT, Step
from bot.match.refusal import Refusal
from bot.match.scene import Where
from bot.match.steps import Step as Choice
from bot.match.steps import as_offered, next_step
from bot.pictures import Style, hand_picture, orientation_picture
from bot.render import preview
from bot.texts import SeatName, display_names
from bot.texts.actions import acted, proposal
from bot.texts.happenings import round_end
from bot.texts.rule_errors import rule_error
from data.matches.models import MatchOptions
from engine import (
    Action,
    Match,
    Move,
    Orient,
    RuleError,
    Scout,
    ScoutAndShow,
    Show,
    apply,
    legal_actions,
    view,
)
from engine.events import PublicAction

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

OPEN_MS = 15 * MINUTE
"""For so long after a lesson was shown it can be typed what is done in it: as its message lives."""

LEVEL = "easy"
"""Whom the last lesson's round is played against."""


async def press(desk: Desk, visitor: Visitor, answer: Answer, press: Press) -> None:
    """What was pressed in a lesson."""
    where = layouts.asked(press.click)
    if where.lesson is None:
        await _answer(answer, menu(visitor))
        return
    step = LESSONS[where.lesson][where.step]
    if where.word == ROUND:
        await _round(desk, visitor, answer)
    elif where.word == SHOW_ME:
        await _act(desk, visitor, answer, where, step.answer)
    elif where.click is None:
        await _show(desk, visitor, answer, where)
    else:
        chosen = next_step(view(step.match, SEAT), where.click, press.values)
        if isinstance(chosen, Orient | Show | Scout | ScoutAndShow):
            await _act(desk, visitor, answer, where, chosen)
        else:
            await _show(desk, visitor, answer, where, choice=chosen)


def menu(visitor: Visitor) -> Layout:
    """The lessons."""
    return layouts.menu(visitor.texts, visitor.player.lessons if visitor.player else 0)


async def open_lesson(desk: Desk, visitor: Visitor, answer: Answer, lesson: int) -> None:
    """A lesson's first step; lessons count from 0."""
    await _show(desk, visitor, answer, Asked(lesson))


async def act(desk: Desk, visitor: Visitor, answer: Answer, line: str) -> bool:
    """Do what was typed in the lesson that was shown last; False if none is open."""
    opened = desk.lessons.get(visitor.discord_id)
    if opened is None or times.now() - opened[0] > OPEN_MS:
        return False
    where = opened[1]
    assert where.lesson is not None
    seen = view(LESSONS[where.lesson][where.step].match, SEAT)
    legal = legal_actions(LESSONS[where.lesson][where.step].match, SEAT)
    meant = typed.read(line, seen, as_offered(seen, legal))
    await _act(desk, visitor, answer, where, meant[0])
    return True


async def _act(desk: Desk, visitor: Visitor, answer: Answer, where: Asked, action: Action) -> None:
    """Judge an action: on to the next step, or what follows from it and once more."""
    assert where.lesson is not None
    texts, step = visitor.texts, LESSONS[where.lesson][where.step]
    try:
        after = step.after(action)
    except RuleError as error:
        names = display_names(texts, _names(visitor, step.match))
        raise Refusal(rule_error(texts, error, names)) from error
    events = apply(step.match, Move(SEAT, action)).events
    seen = next((one for one in events if isinstance(one, PublicAction)), None)
    said = acted(texts, action, seen)
    if not step.is_right(action):
        missed = texts.gettext("That is allowed, but it isn't what was asked. Try once more.")
        notice = "\n".join([f"❌ {said}", *_followed(visitor, step, action, after), missed])
        await _show(desk, visitor, answer, replace(where, misses=where.misses + 1), notice=notice)
        return
    notice = "\n".join([f"✅ **{said}**", *_followed(visitor, step, action, after)])
    if where.word == SHOW_ME:
        shown = proposal(texts, view(step.match, SEAT), action)
        notice = texts.gettext("💡 This is it: **{proposal}**.", proposal=shown)
    if where.step + 1 < len(LESSONS[where.lesson]):
        await _show(desk, visitor, answer, Asked(where.lesson, where.step + 1), notice=notice)
        return
    if where.lesson + 1 < len(LESSONS):
        await lessons.finish(desk.db, desk.people, visitor, where.lesson)
    desk.lessons.pop(visitor.discord_id, None)
    await _answer(answer, layouts.done(texts, where.lesson, notice))


def _followed(visitor: Visitor, step: Step, action: Action, after: Match) -> list[str]:
    """What follows from an action, besides what was done."""
    texts, names = visitor.texts, display_names(visitor.texts, _names(visitor, after))
    before, public = view(step.match, None), view(after, None)
    lines = []
    if isinstance(action, Scout | ScoutAndShow) and before.owner is not None:
        owner = names[before.owner - 1]
        lines.append(texts.gettext("{name} gets a Scout token.", name=owner))
    if public.end is not None:
        scores = [
            texts.gettext("{name} {points}", name=who, points=texts.number(points, signed=True))
            for who, points in zip(names, public.scores or (), strict=True)
        ]
        lines += [round_end(texts, public, names), " · ".join(scores)]
    return lines


async def _show(
    desk: Desk,
    visitor: Visitor,
    answer: Answer,
    where: Asked,
    *,
    choice: Choice | None = None,
    notice: str | None = None,
) -> None:
    """A step of a lesson, in place of the one before."""
    assert where.lesson is not None
    step = LESSONS[where.lesson][where.step]
    seen, picture = view(step.match, SEAT), None
    if not visitor.preferences.text_only:
        style = Style(visitor.preferences.high_contrast, visitor.texts.locale)
        if seen.phase == "orient":
            picture = await desk.kit.studio.draw(orientation_picture, seen, style)
        else:
            picture = await desk.kit.studio.draw(hand_picture, seen, style, preview(choice))
    context = HandContext(
        texts=visitor.texts,
        view=seen,
        match=NOWHERE,
        decision=DECISION,
        names=_names(visitor, step.match),
        where=Where("", 0),
        picture=picture,
        notice=notice,
    )
    desk.opened_lesson(visitor.discord_id, times.now(), where)
    await _answer(answer, layouts.step(context, where, choice))


def _names(visitor: Visitor, match: Match) -> tuple[SeatName, ...]:
    computers = (SeatName("", is_computer=True, level=LEVEL),) * (match.players - 1)
    return (SeatName(visitor.name), *computers)


async def _round(desk: Desk, visitor: Visitor, answer: Answer) -> None:
    """The round with which the last lesson ends."""
    guild_name = desk.guild_name(server_of(visitor))
    match_id = await desk.daily.hidden(
        visitor,
        guild_name,
        answer.interaction.id,
        options=MatchOptions(seats=3, rounds=1, pace="untimed", rated=False, open=False),
        level=LEVEL,
    )
    await alone.show(desk, visitor, answer, await desk.mailboxes.board(match_id))


async def _answer(answer: Answer, layout: Layout) -> None:
    if answer.on_component and not answer.on_public_message and not answer.on_direct_message:
        await answer.update(layout)
    else:
        await answer.private(layout)
