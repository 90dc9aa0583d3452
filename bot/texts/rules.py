"""The rules of SCOUT for players, in our own words, in short pages."""

from __future__ import annotations

from bot.texts.catalogue import N_, Texts

_PAGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        N_("What it is about"),
        (
            N_(
                "Get rid of your cards by showing better and better sets, or make them better "
                "with cards that you scout from the table. After a few rounds the highest total "
                "wins; whoever ties shares the win."
            ),
            N_(
                "A card has two different numbers from 1 to 10, one at each end. Only the "
                "**upper**, big one counts. There is every pair of numbers once: 45 cards. With 4 "
                "or 2 players the 9/10 stays out, with 3 every card that bears a 10."
            ),
            N_(
                "Three to five players play as many rounds as they are, and everyone starts once. "
                "Two players play two rounds, by rules of their own (last page)."
            ),
        ),
    ),
    (
        N_("Before a round"),
        (
            N_(
                "You get your hand in one order, left to right, and it **stays in that order**: "
                "cards are never rearranged."
            ),
            N_(
                "First you choose once, in secret, which way up to hold the whole hand: **Keep** "
                "it, or **Flip** it, which turns every card and keeps the order. The others only "
                "learn that you are ready."
            ),
            N_(
                "In the first round whoever holds the card 1/2 starts (or chance says who, if "
                "nobody does or the table chose so), then it goes clockwise; each further round "
                "starts with the next player. On your turn you do exactly one thing: **Show**, "
                "**Scout**, or **Scout & Show**. You can't pass."
            ),
        ),
    ),
    (
        N_("Show"),
        (
            N_(
                "Put down one card, or several that are **next to each other** in your hand: a "
                "**group**, all equal (5 5 5), or a **run**, which climbs or falls by one each (3 "
                "4 5 or 5 4 3). 10 and 1 are not neighbours."
            ),
            N_(
                "If a set lies on the table, yours must be stronger: more cards beat fewer; of "
                "equally many, a group beats a run; of the same kind, the higher lowest number "
                "wins. Equal is not enough. On an empty table anything goes."
            ),
            N_(
                "What you beat you capture: each card is worth a point. Judged is only what lies "
                "there now: 8 9, after the 8 was scouted, is just a single 9."
            ),
        ),
    ),
    (
        N_("Scout, and Scout & Show"),
        (
            N_(
                "**Scout**: take a card from the left or right **end** of the set on the table, "
                "turn it or not, and put it anywhere into your hand. The set's owner gets a Scout "
                "token, worth a point. What is left stays on the table and stays theirs."
            ),
            N_(
                "If you took the last card, the table is empty and the next player must Show. "
                "Everyone sees which card you took, never where you put it or which way up."
            ),
            N_(
                "**Scout & Show**: once a round you may Scout and at once Show, as one turn. The "
                "Show must beat what the Scout left there, and captures only that."
            ),
        ),
    ),
    (
        N_("End of a round, and the points"),
        (
            N_("The round ends at once when somebody has no cards left after a Show …"),
            N_(
                "… or when everyone else has scouted since somebody's Show: nobody beat it. (If "
                "the last of those Scouts took the set's last card, a table can choose to play "
                "on: then that player must Show.)"
            ),
            N_(
                "**Points**: +1 for each captured card, +1 for each Scout token, −1 for each card "
                "left in your hand. Whoever ended the round loses nothing for cards left (a table "
                "can choose that only an empty hand does so). Points can be negative."
            ),
        ),
    ),
    (
        N_("With two players"),
        (
            N_(
                "There is no Scout & Show. Each starts each round with **3 Scout tokens**, and a "
                "Scout costs one of them; the other player gets nothing."
            ),
            N_(
                "After a Scout it is your turn again, until you Show. Without tokens you can't "
                "Scout and must Show if you can."
            ),
            N_(
                "The round ends when a hand is empty after a Show, or when the player on turn can "
                "do neither: then the owner of the set on the table ended it. Tokens you kept are "
                "+1 each. The second round is played with the 22 cards that were set aside, and "
                "the other player starts."
            ),
        ),
    ),
)

PAGES = len(_PAGES)


def title(texts: Texts, page: int) -> str:
    """A page's title; pages count from 0."""
    return texts.gettext(_PAGES[page][0])


def body(texts: Texts, page: int) -> str:
    """A page's text."""
    return "\n\n".join(texts.gettext(paragraph) for paragraph in _PAGES[page][1])
