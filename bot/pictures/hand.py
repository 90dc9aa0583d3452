"""The hand as its holder sees it, and the choice between its two orientations."""

from __future__ import annotations

from bot.pictures import alt
from bot.pictures.canvas import WIDTH, Box, Canvas
from bot.pictures.fan import MARGIN, Bracket, Tone, draw, plan
from bot.pictures.picture import Picture, Style
from bot.pictures.spans import made_by, sets_in, shows_of, strongest
from bot.pictures.theme import theme
from bot.texts import texts_for
from bot.texts.cards import kind_name, numbers
from engine.actions import Action, Scout, ScoutAndShow, Show
from engine.cards import flipped
from engine.legality import take
from engine.view import View

CAPTION = 24.0


def hand_picture(view: View, style: Style, preview: Action | None = None) -> Picture:
    """The hand with the Shows it allows bracketed.

    Args:
        view: of the seat that holds the hand.
        style: for whom.
        preview: an action being considered: a Show's cards are marked; a Scout's card stands in
            its gap, with what it would make there (R15); a Scout & Show shows both.
    """
    texts = texts_for(style.locale)
    hand, fresh, caption = view.hand, None, ""
    tone: Tone = "strong" if view.turn == view.seat else "quiet"
    brackets = [Bracket(*span, tone) for span in shows_of(view)]
    scouting = preview.scout if isinstance(preview, ScoutAndShow) else preview
    if isinstance(scouting, Scout):
        _, hand = take(view.table, scouting, view.hand)
        fresh = scouting.place
        span = made_by(hand, fresh)
        brackets = [Bracket(*span)] if span[1] > span[0] else []
        made = hand[span[0] - 1 : span[1]]
        caption = texts.gettext(
            "makes {numbers} ({kind})", numbers=numbers(texts, made), kind=kind_name(texts, made)
        )
    showing = preview.show if isinstance(preview, ScoutAndShow) else preview
    if isinstance(showing, Show):
        brackets = [Bracket(showing.first, showing.last)]
        shown = hand[showing.first - 1 : showing.last]
        caption = texts.gettext(
            "shows {numbers} ({kind})", numbers=numbers(texts, shown), kind=kind_name(texts, shown)
        )
    layout = plan(len(hand), brackets)
    foot = CAPTION if caption else 0.0
    canvas = Canvas(
        theme(style.high_contrast), layout.height + 12 + foot, right_to_left=texts.right_to_left
    )
    draw(canvas, 8, hand, layout, brackets, fresh=fresh)
    if caption:
        box = Box(MARGIN, layout.height + 6, WIDTH - 2 * MARGIN, CAPTION)
        canvas.text(box, caption, 13, bold=True, align="centre", smallest=9)
    return Picture(canvas.encoded(), "hand.png", alt.hand(view, texts, preview))


def orientation_picture(view: View, style: Style) -> Picture:
    """Both ways to hold the hand, under each other, each with the sets it holds at once (R7)."""
    texts = texts_for(style.locale)
    both = ((texts.gettext("Keep"), view.hand), (texts.gettext("Flip"), flipped(view.hand)))
    plans = [
        (label, hand, spans, plan(len(hand), spans, widest=50))
        for label, hand in both
        for spans in [[Bracket(*span) for span in sets_in(hand)]]
    ]
    height = sum(layout.height + 30 for *_, layout in plans) + 8
    canvas = Canvas(theme(style.high_contrast), height, right_to_left=texts.right_to_left)
    top = 4.0
    for label, hand, spans, layout in plans:
        title = Box(MARGIN, top + 2, WIDTH - 2 * MARGIN, 22)
        with canvas.reading(title):
            canvas.text(Box(title.x, title.y, 110, 22), label, 15, bold=True)
            best = strongest(hand)
            shown = hand[best[0] - 1 : best[1]]
            said = texts.gettext(
                "strongest: {numbers} ({kind})",
                numbers=numbers(texts, shown),
                kind=kind_name(texts, shown),
            )
            room = Box(title.x + 116, title.y, title.width - 116, 22)
            canvas.text(room, said, 12, canvas.theme.quiet, align="right", smallest=9)
        draw(canvas, top + 26, hand, layout, spans)
        top += layout.height + 30
    return Picture(canvas.encoded(), "orientation.png", alt.orientation(view, texts))
