"""What the lessons say: for each step why, and what to do; both together forty words at most."""

from __future__ import annotations

from bot.texts.catalogue import N_, Texts

TITLES: tuple[str, ...] = (
    N_("Order and ends"),
    N_("Group and run"),
    N_("Beat and capture"),
    N_("Scout"),
    N_("Tokens"),
    N_("Scout & Show"),
    N_("Keep or flip"),
    N_("How a round ends"),
)

STEPS: tuple[tuple[tuple[str, str], ...], ...] = (
    (
        (
            N_(
                "A card has two numbers; the upper one counts. Cards in your hand stay where they "
                "are."
            ),
            N_("The table is empty: **Show** your 8."),
        ),
        (
            N_("Only neighbours go together, so the two 4s can't be shown as a pair."),
            N_("Show your strongest card."),
        ),
    ),
    (
        (
            N_("Neighbours with the same number are a **group**."),
            N_("Show the group of two."),
        ),
        (
            N_("Neighbours that go up or down by one are a **run**."),
            N_("Show the run of three."),
        ),
    ),
    (
        (
            N_(
                "More cards beat fewer. With equally many a group beats a run, then the higher "
                "number wins. What you beat is yours: a point a card."
            ),
            N_("Beat the run on the table."),
        ),
        (
            N_("A tie beats nothing."),
            N_("Beat the 5."),
        ),
    ),
    (
        (
            N_(
                "Can't beat it? **Scout**: take a card from either end, and put it anywhere in "
                "your hand."
            ),
            N_("Take the 6, and put it behind your 5."),
        ),
        (
            N_("A scouted card may be turned. After that it stays as it is."),
            N_("Take the card as a 4, between your 3 and your 5."),
        ),
    ),
    (
        (
            N_("Whose card you scout gets a **Scout token**, a point. It still pays: see the 8s."),
            N_("Take an 8, and put it in front of your 7."),
        ),
        (
            N_("Every Scout is another point for them. You needn't scout if you can beat it."),
            N_("Beat the 7."),
        ),
    ),
    (
        (
            N_("Once a round you may do both in one turn: scout a card, and show at once."),
            N_("**Scout & Show**: a 7 in front of your 8, then show all three."),
        ),
    ),
    (
        (
            N_(
                "Before play you may turn your hand, all of it and once: every card shows its "
                "other number. This one hides a run of five."
            ),
            N_("**Flip** it."),
        ),
    ),
    (
        (
            N_(
                "A round ends when somebody has no cards left. Cards that others hold cost a point "
                "each."
            ),
            N_("Show all you have."),
        ),
        (
            N_(
                "It ends too when all others have scouted since the last Show. Your left-hand "
                "neighbour owns the 8, the other one has scouted."
            ),
            N_("Don't let it end: beat the 8."),
        ),
    ),
)


def title(texts: Texts, lesson: int) -> str:
    """What a lesson is called; lessons count from 0."""
    return texts.gettext(TITLES[lesson])


def why_and_what(texts: Texts, lesson: int, step: int) -> tuple[str, str]:
    """Why, and what to do; both count from 0."""
    why, what = STEPS[lesson][step]
    return texts.gettext(why), texts.gettext(what)
