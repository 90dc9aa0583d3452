"""The lessons' pages: a hand with its real controls, a sentence why and a sentence what to do.

What a click means stands in its custom_id: lesson, step, misses so far, and the step of a hand that
it stands for (``bot.match.steps``), so that nothing is remembered between two clicks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord

from bot.layouts import base, hand
from bot.layouts.base import Item, Layout, Tone
from bot.layouts.hand import HandContext
from bot.layouts.shows import Controls
from bot.match import steps
from bot.match.ids import BadCustomId, Click, Decision, Numbered, Verb
from bot.match.lessons import LESSONS, MISSES
from bot.texts import Texts
from bot.texts.lessons import title, why_and_what

MENU, SHOW_ME, ROUND = "menu", "showme", "round"
"""What a click asks for that is no step of a hand: the list, the answer, the round for practice."""

NOWHERE = Numbered(0)
"""A lesson is no match."""

DECISION = Decision(1, 1)
"""There is one decision in a step; its clicks never grow stale."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a click on a lesson asks for.

    Attributes:
        lesson: which, from 0; None for the list of them.
        step: which of its steps, from 0.
        misses: legal actions so far that weren't what was to be done.
        word: ``SHOW_ME`` or ``ROUND``.
        click: the click of a hand that it stands for.
    """

    lesson: int | None = None
    step: int = 0
    misses: int = 0
    word: str = ""
    click: Click | None = None


def asked(click: Click) -> Asked:
    """Read a click.

    Raises:
        BadCustomId: there is no such lesson or step.
    """
    match click.args:
        case ("menu",):
            return Asked()
        case (lesson, step, misses, *rest) if all(map(_is_number, (lesson, step, misses))):
            where = Asked(int(lesson), int(step), min(int(misses), MISSES))
            if int(lesson) < len(LESSONS) and int(step) < len(LESSONS[int(lesson)]):
                return _with(where, click, rest)
    raise BadCustomId(click.custom_id)


def _with(where: Asked, click: Click, rest: list[str]) -> Asked:
    if not rest:
        return where
    word, *args = rest
    if word in (SHOW_ME, ROUND) and not args:
        return replace(where, word=word)
    try:
        inner = Click(Verb(word), NOWHERE, DECISION, tuple(args))
    except ValueError:
        raise BadCustomId(click.custom_id) from None
    return replace(where, click=inner)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 3


def opening(where: Asked, *rest: str) -> Click:
    """The click that opens a step of a lesson, or asks for something there."""
    args = (str(where.lesson), str(where.step), str(where.misses), *rest)
    return Click(Verb.LEARN, args=args)


@dataclass(frozen=True, slots=True)
class LessonControls(Controls):
    """A hand's controls that click for a lesson instead of a match."""

    where: Asked = Asked()

    def click(self, verb: Verb, *args: object) -> Click:
        """A click for this step."""
        return opening(self.where, verb.value, *map(str, args))

    def back(self) -> Item:
        """The button back to the step's beginning."""
        return base.button(self.texts.gettext("Back"), self.click(Verb.BACK), emoji="↩️")


def menu(texts: Texts, finished: int) -> Layout:
    """The lessons, with those that are finished marked (a bit each)."""
    said = texts.gettext(
        "Eight short lessons, with the buttons of the real game. Nothing counts, and you can stop "
        "whenever you like."
    )
    buttons = []
    for lesson in range(len(LESSONS)):
        done = bool(finished >> lesson & 1)
        buttons.append(
            base.button(
                f"{texts.number(lesson + 1)}. {title(texts, lesson)}",
                opening(Asked(lesson)),
                style=discord.ButtonStyle.secondary if done else discord.ButtonStyle.primary,
                emoji="✅" if done else None,
            )
        )
    head = texts.gettext("Learn SCOUT")
    return base.layout([base.text(f"### {head}\n{said}"), *_rows(buttons)], tone=Tone.GAME)


def step(context: HandContext, where: Asked, shown: steps.Step | None = None) -> Layout:
    """A step of a lesson.

    Args:
        context: the hand, with what is said on top as its notice.
        where: which step.
        shown: how far a choice of several clicks has come.
    """
    texts, view, lesson = context.texts, context.view, where.lesson or 0
    shown = shown or steps.Home()
    why, what = why_and_what(texts, lesson, where.step)
    count = len(LESSONS[lesson])
    of = texts.gettext(
        "Lesson {number}: {title} · step {step} of {steps}",
        number=texts.number(lesson + 1),
        title=title(texts, lesson),
        step=texts.number(where.step + 1),
        steps=texts.number(count),
    )
    lines = [f"### {of}", why, f"➡️ {what}"]
    picture, files = base.shown(context.picture)
    items: list[Item] = [
        base.text("\n".join([context.notice, *lines] if context.notice else lines))
    ]
    items += picture or [base.text(hand.in_words(context, shown))]
    if view.phase != "orient":
        items.append(base.text(hand.active_set_line(context, shown)))
    parts = LessonControls(
        texts, view, NOWHERE, DECISION, drawn=context.picture is not None, where=where
    )
    items += hand.controls(context, parts, shown)
    more = [base.button(texts.gettext("All lessons"), Click(Verb.LEARN, args=(MENU,)))]
    if where.misses >= MISSES:
        more.insert(0, base.button(texts.gettext("Show me"), opening(where, SHOW_ME), emoji="💡"))
    return base.layout([*items, base.row(*more)], tone=Tone.TURN, files=files)


def done(texts: Texts, lesson: int, notice: str) -> Layout:
    """A lesson is finished: on to the next, or a round for practice."""
    said = texts.gettext("Lesson {number} is done.", number=texts.number(lesson + 1))
    last = lesson == len(LESSONS) - 1
    if last:
        said = texts.gettext(
            "Now a round against two easy computers. Hints are on, and it counts for nothing."
        )
        on = base.button(
            texts.gettext("Play the round"),
            opening(Asked(lesson), ROUND),
            style=discord.ButtonStyle.success,
            emoji="🃏",
        )
    else:
        on = base.button(
            f"{lesson + 2}. {title(texts, lesson + 1)}",
            opening(Asked(lesson + 1)),
            style=discord.ButtonStyle.success,
            emoji="▶️",
        )
    every = base.button(texts.gettext("All lessons"), Click(Verb.LEARN, args=(MENU,)))
    return base.layout([base.text(f"{notice}\n{said}"), base.row(on, every)], tone=Tone.RESULT)


def _rows(buttons: list[Item]) -> list[Item]:
    """Four in a row: so they are read two by two on a phone."""
    return [base.row(*buttons[at : at + 4]) for at in range(0, len(buttons), 4)]
