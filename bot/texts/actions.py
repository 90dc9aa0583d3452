"""Actions in words: as a label, as a proposal, as what the player did, as what others saw."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.cards import card_ways, kind_name, numbers, positions
from bot.texts.catalogue import Texts
from engine import actions as a
from engine.cards import Card, Cards
from engine.combinations import active_numbers, legal_shows, strength
from engine.events import PublicAction
from engine.legality import take
from engine.views import View


def shown_cards(hand: Cards, showing: a.Show) -> Cards:
    """The cards a Show takes from a hand."""
    return hand[showing.first - 1 : showing.last]


def show_option(texts: Texts, hand: Cards, showing: a.Show) -> str:
    """A Show as a menu has it: ``5 5 5 · cards 3–5 · group``."""
    cards = shown_cards(hand, showing)
    where = positions(texts, showing.first, showing.last)
    return f"{numbers(texts, cards)} · {where} · {kind_name(texts, cards)}"


def scouted_card(view: View, end: a.End, *, turned: bool) -> Card:
    """The card at an end of the active set, as it would come into the hand."""
    card = view.table[0 if end == "left" else -1]
    return card.turned() if turned else card


def scout_label(texts: Texts, view: View, end: a.End, *, turned: bool) -> str:
    """A card to scout as a button has it, by end and the number that would be up: ``Left 8``."""
    number = texts.ltr(scouted_card(view, end, turned=turned).active)
    if len(view.table) == 1:
        return number
    if end == "left":
        return texts.gettext("Left {number}", number=number)
    return texts.gettext("Right {number}", number=number)


def gap_option(texts: Texts, view: View, scouting: a.Scout) -> tuple[str, str]:
    """A gap for a scouted card as a menu has it: its number in the picture, what it makes, where.

    ``("4 \N{RIGHTWARDS ARROW} 5 6 7 (run)", "between 5 and 7")``
    """
    hand = take(view.table, scouting, view.hand)[1]
    place = scouting.place
    made = best_with(hand, place)
    label = texts.gettext(
        "{gap} \N{RIGHTWARDS ARROW} {made} ({kind})",
        gap=texts.ltr(place),
        made=numbers(texts, made),
        kind=kind_name(texts, made),
    )
    before = hand[place - 2].active if place > 1 else None
    behind = hand[place].active if place < len(hand) else None
    if before is None and behind is None:
        return label, texts.gettext("as the only card")
    if before is None:
        return label, texts.gettext("before {number}", number=behind)
    if behind is None:
        return label, texts.gettext("after {number}", number=before)
    return label, texts.gettext("between {before} and {behind}", before=before, behind=behind)


def best_with(hand: Cards, place: int) -> Cards:
    """The strongest group or run of a hand that holds the card at ``place``."""
    shown = active_numbers(hand)
    spans = [span for span in legal_shows(shown, ()) if span[0] <= place <= span[1]]
    first, last = max(spans, key=lambda span: strength(shown[span[0] - 1 : span[1]]))
    return hand[first - 1 : last]


def proposal(texts: Texts, view: View, action: a.Action) -> str:
    """An action as a proposal: ``Show 5 5 5 (cards 3–5)``."""
    match action:
        case a.Orient(flip):
            return texts.gettext("Flip the hand") if flip else texts.gettext("Keep the hand")
        case a.Show(first, last):
            cards = numbers(texts, shown_cards(view.hand, action))
            where = positions(texts, first, last)
            return texts.gettext("Show {cards} ({where})", cards=cards, where=where)
        case a.Scout():
            card = _coming(texts, view, action)
            return texts.gettext("Scout {card} into gap {gap}", card=card, gap=action.place)
        case a.ScoutAndShow(scouting, showing):
            hand = take(view.table, scouting, view.hand)[1]
            return texts.gettext(
                "Scout {card} into gap {gap}, then Show {cards}",
                card=_coming(texts, view, scouting),
                gap=scouting.place,
                cards=numbers(texts, shown_cards(hand, showing)),
            )


def _coming(texts: Texts, view: View, scouting: a.Scout) -> str:
    """A scouted card with both its numbers, as it comes into the hand."""
    return card_ways(texts, scouted_card(view, scouting.end, turned=scouting.turned))


def acted(texts: Texts, action: a.Action, seen: PublicAction | None) -> str:
    """What the player has just done, to that player.

    Args:
        texts: the reader's language.
        action: what was done.
        seen: what everybody saw of it; None of an orientation.
    """
    if isinstance(action, a.Orient):
        if action.flip:
            return texts.gettext("You flipped your hand.")
        return texts.gettext("You kept your hand as it was dealt.")
    assert seen is not None  # everybody sees a Show or a Scout
    cards = numbers(texts, seen.shown)
    if isinstance(action, a.Show):
        if not seen.beaten:
            return texts.gettext("You showed {cards}.", cards=cards)
        return texts.ngettext(
            "You showed {cards} and captured {n} card.",
            "You showed {cards} and captured {n} cards.",
            len(seen.beaten),
            cards=cards,
        )
    scout = action.scout if isinstance(action, a.ScoutAndShow) else action
    assert seen.scouted is not None
    card = card_ways(texts, seen.scouted.turned() if scout.turned else seen.scouted)
    if isinstance(action, a.Scout):
        return texts.gettext("You scouted {card} into gap {gap}.", card=card, gap=scout.place)
    return texts.gettext(
        "You scouted {card} into gap {gap} and showed {cards}.",
        card=card,
        gap=scout.place,
        cards=cards,
    )


def history_line(texts: Texts, names: Sequence[str], done: PublicAction) -> str:
    """One action of a view's history, as everybody saw it.

    Args:
        texts: the readers' language.
        names: the names by seat, made harmless.
        done: the action.
    """
    who = names[done.seat - 1]
    cards = numbers(texts, done.shown)
    if done.scouted is None:
        return texts.gettext("{name} showed {cards}", name=who, cards=cards)
    card = texts.ltr(str(done.scouted))
    if done.shown:
        if done.end == "left":
            return texts.gettext(
                "{name} scouted {card} from the left and showed {cards}",
                name=who,
                card=card,
                cards=cards,
            )
        return texts.gettext(
            "{name} scouted {card} from the right and showed {cards}",
            name=who,
            card=card,
            cards=cards,
        )
    if done.end == "left":
        return texts.gettext("{name} scouted {card} from the left", name=who, card=card)
    return texts.gettext("{name} scouted {card} from the right", name=who, card=card)
