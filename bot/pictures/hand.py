"""The hand as its holder sees it, and the choice between its two orientations."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures import alt
from bot.pictures.canvas import WIDTH, Box, Canvas
from bot.pictures.fan import CLEAR, MARGIN, Bracket, Tone, draw, plan
from bot.pictures.gaps import draw_gaps, gaps_height, gaps_plan
from bot.pictures.picture import Picture, Placed, Preview, Resting, Style, Taking
from bot.pictures.spans import made_by, sets_in, shows_after, shows_of, strongest
from bot.pictures.theme import theme
from bot.texts import Texts, texts_for
from bot.texts.cards import kind_name, numbers
from engine.actions import Action, Scout, ScoutAndShow, Show
from engine.cards import Cards, flipped
from engine.legality import take
from engine.views import View

CAPTION = 24.0


def hand_picture(view: View, style: Style, preview: Preview | None = None) -> Picture:
    """The hand with the Shows it allows bracketed.

    Args:
        view: of the seat that holds the hand.
        style: for whom.
        preview: what is being considered, one of what is legal: a Show's cards are marked; a
            Scout's card stands in its gap, with what it would make there (R15); a Scout & Show
            shows both. ``Taking`` shows every gap, ``Placed`` every Show that may follow,
            ``Resting`` the hand's groups and runs, whatever lies on the table.
    """
    texts = texts_for(style.locale)
    colours = theme(style.high_contrast)
    if isinstance(preview, Taking):
        gaps = gaps_plan(len(view.hand))
        canvas = Canvas(colours, gaps_height(gaps), texts=texts)
        draw_gaps(canvas, view, preview, gaps, texts)
    else:
        held = considered(view, preview, texts)
        layout = plan(len(held.hand), held.brackets)
        foot = CAPTION if held.caption else 4.0
        canvas = Canvas(colours, 8 + layout.height + foot, texts=texts)
        draw(canvas, 8, held.hand, layout, held.brackets, fresh=held.fresh)
        box = Box(CLEAR, 8 + layout.height - 2, WIDTH - MARGIN - CLEAR, CAPTION)
        if held.caption:
            canvas.text(box, held.caption, 14, bold=True, align="centre")
    return Picture(canvas.encoded(), "hand.png", alt.hand(view, texts, preview))


@dataclass(frozen=True, slots=True)
class Held:
    """A hand as it would be, and what to point out in it.

    Attributes:
        hand: the cards, an inserted one among them.
        brackets: the spans to mark.
        fresh: the position of the inserted card.
        caption: what is about to happen.
    """

    hand: Cards
    brackets: tuple[Bracket, ...]
    fresh: int | None = None
    caption: str = ""


def considered(view: View, preview: Action | Placed | Resting | None, texts: Texts) -> Held:
    """The hand under a preview."""
    match preview:
        case Show():
            return Held(
                view.hand,
                (Bracket(preview.first, preview.last),),
                caption=_shows(view.hand, preview, texts),
            )
        case Scout():
            hand = take(view.table, preview, view.hand)[1]
            first, last = made_by(hand, preview.place)
            made = hand[first - 1 : last]
            caption = texts.gettext(
                "makes {numbers} ({kind})",
                numbers=numbers(texts, made),
                kind=kind_name(texts, made),
            )
            alone = first == last
            return Held(hand, () if alone else (Bracket(first, last),), preview.place, caption)
        case ScoutAndShow(scout, show):
            hand = take(view.table, scout, view.hand)[1]
            chosen = (Bracket(show.first, show.last),)
            return Held(hand, chosen, scout.place, _shows(hand, show, texts))
        case Placed(scout):
            hand = take(view.table, scout, view.hand)[1]
            brackets = tuple(Bracket(*span) for span in shows_after(view, scout))
            caption = texts.gettext("Which cards do you show?")
            return Held(hand, brackets, scout.place, caption)
        case Resting():
            return Held(view.hand, tuple(Bracket(*span, "quiet") for span in sets_in(view.hand)))
    tone: Tone = "strong" if view.turn == view.seat else "quiet"
    return Held(view.hand, tuple(Bracket(*span, tone) for span in shows_of(view)))


def _shows(hand: Cards, show: Show, texts: Texts) -> str:
    shown = hand[show.first - 1 : show.last]
    return texts.gettext(
        "shows {numbers} ({kind})", numbers=numbers(texts, shown), kind=kind_name(texts, shown)
    )


def orientation_picture(view: View, style: Style) -> Picture:
    """Both ways to hold the hand, under each other, each with the sets it holds at once (R7)."""
    texts = texts_for(style.locale)
    both = ((texts.gettext("Keep"), view.hand), (texts.gettext("Flip"), flipped(view.hand)))
    plans = [
        (label, hand, spans, plan(len(hand), spans))
        for label, hand in both
        for spans in [[Bracket(*span) for span in sets_in(hand)]]
    ]
    height = sum(layout.height + 30 for *_, layout in plans) + 6
    canvas = Canvas(theme(style.high_contrast), height, texts=texts)
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
            canvas.text(room, said, 13, canvas.theme.quiet, align="right")
        draw(canvas, top + 26, hand, layout, spans)
        top += layout.height + 30
    return Picture(canvas.encoded(), "orientation.png", alt.orientation(view, texts))
