"""A refusal by the rules, to the player who was refused: what is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.catalogue import N_, Texts
from engine.errors import Code, RuleError

SAID: dict[Code, str] = {
    "bad-syntax": N_(
        "I can't read that as an action. Write for example `show 5 6 7`, `show cards 3-5`, "
        "`scout 8 left gap 4`, or `keep` or `flip` before a round."
    ),
    "round-over": N_("The round is over; the next one is dealt in a moment."),
    "wrong-phase": N_(
        "That doesn't fit now: before a round everyone keeps or flips the hand, then it is Show "
        "and Scout."
    ),
    "already-chosen": N_(
        "You have chosen already which way up to hold your hand; that is done once."
    ),
    "not-your-turn": N_("It is {name}'s turn, not yours. You'll be told when it is."),
    "no-scout-and-show": N_("There is no Scout & Show with two players. Scout, or Show."),
    "token-spent": N_("You have used your Scout & Show for this round. Scout, or Show."),
    "no-active-set": N_("The table is empty, so there is nothing to scout. Show something."),
    "no-token": N_("You have no Scout token left to pay with. Show something."),
    "no-such-place": N_(
        "There is no place {place} in your hand; a scouted card can go to places 1 to {places}."
    ),
    "no-such-card": N_("There is no card {card} in that hand; it has cards 1 to {cards}."),
    "not-a-set": N_(
        "{numbers} is no set: a group is all equal, a run climbs or falls by one each time."
    ),
    "not-stronger": N_(
        "{numbers} does not beat {table}. More cards would, or a group instead of a run, or a "
        "higher lowest number."
    ),
}
_OTHER = N_("The rules don't allow that now.")


def rule_error(texts: Texts, error: RuleError, names: Sequence[str] = ()) -> str:
    """Why an action was refused.

    Args:
        texts: the player's language.
        error: the refusal.
        names: the names by seat, made harmless; without them seats are named by number.
    """
    params: dict[str, object] = dict(error.params)
    turn = params.get("turn")
    if isinstance(turn, int):
        params["name"] = names[turn - 1] if names else texts.gettext("seat {seat}", seat=turn)
    for key in ("numbers", "table"):
        if key in params:
            params[key] = texts.ltr(str(params[key]).replace("-", " "))
    return texts.gettext(SAID.get(error.code, _OTHER), **params)
