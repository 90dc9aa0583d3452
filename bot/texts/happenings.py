"""What happens to a match beside the play: seats, the clock, pauses and endings, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.catalogue import N_, Texts
from engine.views import View

ENDINGS = {
    "agreed": N_("The players agreed to end it."),
    "host": N_("The host ended it."),
    "moderator": N_("A moderator ended it."),
    "deserted": N_("The last person left, so it ends here."),
    "endless": N_(
        "The round went on for 1,000 actions and would never have ended; the rules set no limit, "
        "so it was given up."
    ),
    "gone": N_("Its channel is gone, or the bot may no longer see it."),
    "broken": N_(
        "What is stored about it can't be replayed. It was closed so that nobody is stuck in it; "
        "whoever runs this bot finds the reason in the log."
    ),
    "closed": N_("The deal closed before it was played to its end."),
}
UNRATED: dict[str, str] = {
    "unfinished": N_("It wasn't played to its end, so it doesn't count for the ratings."),
    "asked": N_("It was unrated."),
    "short": N_("It had fewer rounds than a whole match, so it doesn't count for the ratings."),
    "repeated": N_(
        "The same people's fourth rated match within a day doesn't count for the ratings."
    ),
    "assisted": N_("Hints were asked for, so it doesn't count for the ratings."),
    "void": N_("A moderator voided it: it doesn't count."),
}
_UNRATED = N_("It doesn't count for the ratings.")


def ending(texts: Texts, reason: str) -> str:
    """Why a match ended before its last round did."""
    return texts.gettext(ENDINGS[reason])


def unrated(texts: Texts, reason: str | None) -> str:
    """Why a match counts for no rating: an ``UnratedReason`` or ``void``; None: not told."""
    return texts.gettext(UNRATED.get(reason or "", _UNRATED))


def seat_change(texts: Texts, name: str, change: str, by: str) -> str:
    """Who plays a seat now.

    Args:
        texts: the readers' language.
        name: the person's name, made harmless.
        change: ``take-over``, ``return`` or ``leave``.
        by: ``player``, ``clock``, ``others``, ``moderator`` or ``discord``.
    """
    if change == "return":
        return texts.gettext("{name} is back", name=name)
    if change == "take-over" and by == "others":
        return texts.gettext(
            "The others decided: the computer plays for {name} until they are back", name=name
        )
    if change == "take-over":
        return texts.gettext(
            "{name} has been away for three turns; the computer plays until they are back",
            name=name,
        )
    if by == "moderator":
        return texts.gettext("A moderator gave {name}'s seat to the computer", name=name)
    if by == "discord":
        return texts.gettext("{name} left the server; the computer plays on", name=name)
    return texts.gettext("{name} left the match; the computer plays on", name=name)


def your_seat(texts: Texts, change: str, by: str) -> str:
    """The same, a ``take-over`` or a ``leave``, to the person whose seat it is."""
    if change == "take-over" and by == "others":
        return texts.gettext("The others decided: the computer plays for you until you are back.")
    if change == "take-over":
        return texts.gettext(
            "You missed three turns in a row: the computer plays for you until you are back."
        )
    if by == "moderator":
        return texts.gettext("A moderator gave your seat to the computer.")
    if by == "discord":
        return texts.gettext("You left the server: the computer has your seat.")
    return texts.gettext("You left the match: the computer has your seat.")


def expired(texts: Texts, name: str, *, orienting: bool) -> str:
    """Somebody's time was up, and the bot acted for them."""
    if orienting:
        return texts.gettext("{name}'s time was up: the hand was kept as dealt", name=name)
    return texts.gettext("{name}'s time was up: the computer played for them", name=name)


def your_time_was_up(texts: Texts, *, orienting: bool) -> str:
    """The same, to them."""
    if orienting:
        return texts.gettext("Your time was up: your hand was kept as dealt")
    return texts.gettext("Your time was up: the computer played for you")


def overdue(texts: Texts, name: str) -> str:
    """In a match without a clock somebody is waited for all too long."""
    return texts.gettext("{name} hasn't acted for three days", name=name)


def outage(texts: Texts) -> str:
    """Decisions ran out while nobody could make them."""
    return texts.gettext("Nobody could act for a while: whose time ran out has all of it again")


def time_left(texts: Texts, due: str, *, orienting: bool) -> str:
    """What happens to the player's decision if they don't make it; ``due`` counts down to that."""
    if orienting:
        return texts.gettext("Your hand is kept as dealt {due}", due=due)
    return texts.gettext("The computer plays for you {due}", due=due)


def time_left_of(texts: Texts, due: str) -> str:
    """The same of somebody whose turn it is, to everybody."""
    return texts.gettext("the computer plays for them {due}", due=due)


def time_left_to_choose(texts: Texts, due: str) -> str:
    """The same of those who haven't kept or flipped yet, to everybody."""
    return texts.gettext("hands are kept as dealt {due}", due=due)


def warning(texts: Texts, due: str, *, orienting: bool) -> str:
    """The warning before that happens, to the player."""
    then = time_left(texts, due, orienting=orienting)
    return texts.gettext("Your time is nearly up. {then}", then=then)


def round_end(texts: Texts, view: View, names: Sequence[str]) -> str:
    """Who ended a round that is over, and how (R21, R22, R26).

    Raises:
        ValueError: it isn't over.
    """
    if view.end is None:
        raise ValueError("the round is not over")
    name = names[view.end.seat - 1]
    match view.end.reason:
        case "empty":
            return texts.gettext("{name} has no cards left.", name=name)
        case "unbeaten":
            return texts.gettext("Nobody could beat the set of {name}.", name=name)
        case "stuck":
            return texts.gettext("Nothing can be done against the set of {name}.", name=name)


def paused(texts: Texts) -> str:
    """The match stands still, to a player who was asked for something."""
    return texts.gettext("⏸️ The match is paused: nothing is asked of you until it goes on.")


def pause(texts: Texts, by: str, *, on: bool) -> str:
    """The clock was stopped, or goes on."""
    if not on and by == "clock":
        return texts.gettext("The pause is over: the match goes on")
    if not on:
        return texts.gettext("The match goes on")
    if by == "moderator":
        return texts.gettext("A moderator paused the match")
    if by == "aside":
        return texts.gettext("Set aside for a newer match")
    if by == "discord":
        return texts.gettext("Paused: the bot can't reach this place for now")
    return texts.gettext("Paused by agreement")
