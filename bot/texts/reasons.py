"""Why a move, in one sentence, for whoever asked a computer player."""

from __future__ import annotations

from bot.texts.catalogue import N_, Texts
from engine.players.reasons import Code, Reason

_SAID: dict[Code, str] = {
    "orient-best-set": N_("This way up the best set is {best}."),
    "show-out": N_("That empties the hand and ends the round."),
    "show-strong": N_("{best} is hard to beat."),
    "show-single": N_("That gets rid of the {number}."),
    "scout-ends-round": N_("With that the round is over."),
    "scout-cannot-show": N_("Nothing in the hand beats what lies there, so the {number} is taken."),
    "scout-makes": N_("The {number} makes {best}."),
    "scout-prepares": N_(
        "What could be shown now is worth more later, so the {number} is taken first."
    ),
    "special-out": N_("That empties the hand and ends the round."),
}


def reason(texts: Texts, why: Reason) -> str:
    """A reason as a sentence of its own, such as ``It captures 3 cards.``."""
    params: dict[str, object] = dict(why.params)
    if "group" in why.params:
        params["best"] = _set(texts, why)
    if why.code in _SAID:
        return texts.gettext(_SAID[why.code], **params)
    return _counted(texts, why)


def _counted(texts: Texts, why: Reason) -> str:
    """The reasons whose words hang on a number."""
    count = why.params
    match why.code:
        case "orient-fewer-turns":
            return texts.ngettext(
                "This way up {n} Show could empty the hand; the other way it takes {other}.",
                "This way up {n} Shows could empty the hand; the other way it takes {other}.",
                count["turns"],
                other=count["other"],
            )
        case "show-captures":
            return texts.ngettext(
                "It captures {n} card.", "It captures {n} cards.", count["captured"]
            )
        case "show-joins":
            return texts.ngettext(
                "The cards beside it then make a set of {n} card.",
                "The cards beside it then make a set of {n} cards.",
                count["makes"],
            )
        case "show-sheds":
            return texts.ngettext(
                "That is {n} card fewer in the hand; {left} are left.",
                "That is {n} cards fewer in the hand; {left} are left.",
                count["cards"],
                left=count["left"],
            )
        case "special-makes":
            return texts.ngettext(
                "With the {number} it is a set of {n} card.",
                "With the {number} it is a set of {n} cards.",
                count["cards"],
                number=count["number"],
            )
        case "special-captures":
            return texts.ngettext(
                "It beats and captures the {n} card that is left there.",
                "It beats and captures the {n} cards that are left there.",
                count["captured"],
            )
        case "special-shows":
            return texts.ngettext(
                "With the {number} taken the table is empty, and {n} card goes.",
                "With the {number} taken the table is empty, and {n} cards go.",
                count["cards"],
                number=count["number"],
            )
    raise ValueError(f"there are no words for {why.code!r}")


def _set(texts: Texts, why: Reason) -> str:
    """A set by its numbers: ``7 7 7``, ``4 5 6``."""
    lowest, cards = why.params["lowest"], why.params["cards"]
    step = 0 if why.params["group"] else 1
    return texts.ltr(" ".join(str(lowest + step * index) for index in range(cards)))
