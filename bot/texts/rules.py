"""The rules of SCOUT for players, in our own words, in short pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.texts.catalogue import N_, Texts

Topic = Literal["aim", "deal", "sets", "beats", "scout", "both", "end", "points", "two", "signs"]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the rules: what it is about, its title, its paragraphs."""

    topic: Topic
    title: str
    paragraphs: tuple[str, ...]


_PAGES = (
    Page(
        "aim",
        N_("What it is about"),
        (
            N_(
                "Get rid of your cards by showing better and better sets, or improve them with "
                "cards that you scout from the table. After a few rounds the highest total wins; "
                "whoever ties shares the win."
            ),
            N_(
                "A card has two different numbers from 1 to 10, one at each end; the **upper** one "
                "counts. Every pair of numbers is there once: 45 cards. With 4 or 2 players the "
                "9/10 stays out, with 3 players every card that has a 10."
            ),
            N_(
                "Three to five players play as many rounds as they are, and everyone starts one. "
                "Two players play two rounds, by rules of their own."
            ),
        ),
    ),
    Page(
        "deal",
        N_("Before a round"),
        (
            N_(
                "Your hand **stays in the order** in which it was dealt, left to right. First you "
                "choose once, in secret: **Keep** it, or **Flip** it, which turns every card and "
                "keeps the order."
            ),
            N_(
                "In the first round whoever holds the card 1/2 starts; if nobody does, or with the "
                "option `starter: random`, chance decides. Each further round the next player "
                "starts. A flag marks who started."
            ),
            N_(
                "Turns go clockwise. On yours you do one thing: **Show**, **Scout**, or **Scout & "
                "Show**. You can't pass."
            ),
        ),
    ),
    Page(
        "sets",
        N_("Show: groups and runs"),
        (
            N_(
                "Put down one card, or several that are **next to each other** in your hand: a "
                "**group**, all equal, or a **run**, which climbs or falls by one each. 10 and 1 "
                "are not neighbours."
            ),
            N_(
                "They become the active set, and it is yours. If there was one before, yours must "
                "beat it, and you capture its cards: a point each."
            ),
        ),
    ),
    Page(
        "beats",
        N_("What beats what"),
        (
            N_(
                "**More cards** beat fewer. With equally many, a **group** beats a run. Of the "
                "same kind, the **higher lowest number** wins; to compare the highest numbers "
                "comes to the same. Equal never beats. On an empty table anything may be shown."
            ),
            N_(
                "What counts is what lies there now: when the 8 of 8 9 has been scouted, a single "
                "9 is left."
            ),
        ),
    ),
    Page(
        "scout",
        N_("Scout"),
        (
            N_(
                "Take the card at the left or right **end** of the active set, **either way up**, "
                "and put it into **any gap** of your hand. The set's owner gets a Scout token, "
                "worth a point. What is left stays on the table and stays theirs."
            ),
            N_(
                "Everyone sees which card you took. Nobody sees where you put it, or which way up. "
                "If it was the last one, the table is empty and the next player must Show."
            ),
        ),
    ),
    Page(
        "both",
        N_("Scout & Show"),
        (
            N_(
                "Once a round you may Scout and at once Show, as one turn. The Show must beat what "
                "the Scout left there, and captures only that."
            ),
        ),
    ),
    Page(
        "end",
        N_("How a round ends"),
        (
            N_("At once when somebody has **no cards left** after a Show."),
            N_(
                "Or when **everyone else has scouted** since somebody's Show: nobody beat it. A "
                "Scout & Show counts as a Show."
            ),
            N_(
                "With the option `last_card: continue` the round goes on if the last of those "
                "Scouts took the set's last card; then that player must Show."
            ),
        ),
    ),
    Page(
        "points",
        N_("Points"),
        (
            N_(
                "**+1** for each captured card, **+1** for each Scout token, **−1** for each card "
                "left in your hand. Points can be negative."
            ),
            N_(
                "Whoever ended the round loses nothing for cards left. With the option `spared: "
                "emptied` only an empty hand is spared."
            ),
            N_(
                "The cards of the active set score nothing, for its owner neither. Nor does an "
                "unused Scout & Show."
            ),
        ),
    ),
    Page(
        "two",
        N_("With two players"),
        (
            N_(
                "There is no Scout & Show. Each starts each round with **3 Scout tokens**, and a "
                "Scout costs one of them; the other player gets nothing. Then it is **your turn "
                "again**, until you Show. Without one you must Show if you can."
            ),
            N_(
                "The round ends when a hand is empty after a Show, or when the player on turn can "
                "do neither: then the owner of the active set ended it. Scout tokens you "
                "kept are +1 each."
            ),
            N_(
                "The second round is played with the 22 cards that were set aside, and the other "
                "player starts."
            ),
        ),
    ),
    Page(
        "signs",
        N_("The signs at the table"),
        (
            N_(
                "Points at the table are those that are sure so far: of the rounds before, and of "
                "this one the captured cards and Scout tokens. Cards left are deducted at the end."
            ),
        ),
    ),
)

PAGES = len(_PAGES)
TOPICS: tuple[Topic, ...] = tuple(page.topic for page in _PAGES)


def title(texts: Texts, page: int) -> str:
    """A page's title; pages count from 0."""
    return texts.gettext(_PAGES[page].title)


def body(texts: Texts, page: int) -> str:
    """A page's text."""
    return "\n\n".join(texts.gettext(paragraph) for paragraph in _PAGES[page].paragraphs)
