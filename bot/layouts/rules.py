"""The rules, page by page, for whoever asks."""

from __future__ import annotations

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import Click, Numbered, Verb
from bot.pictures import Picture
from bot.pictures.rules import in_words
from bot.texts import Texts
from bot.texts.rules import PAGES, body, title


def page_in(page: int) -> int:
    """The page itself, or the nearest one if it isn't there; pages count from 0."""
    return max(0, min(page, PAGES - 1))


def rules(
    texts: Texts, page: int = 0, match: Numbered | None = None, picture: Picture | None = None
) -> Layout:
    """A page of the rules; a page that isn't there becomes the nearest one.

    Args:
        texts: the reader's language.
        page: from 0.
        match: the match from which it was opened, if any.
        picture: the page's examples drawn; None to say them in words.
    """
    page = page_in(page)
    head = texts.gettext(
        "Rules {page}/{pages}: {title}",
        page=texts.number(page + 1),
        pages=texts.number(PAGES),
        title=title(texts, page),
    )
    options = [
        base.option(
            f"{texts.mark}{texts.number(number + 1)}. {title(texts, number)}",
            str(number),
            default=number == page,
        )
        for number in range(PAGES)
    ]
    drawn, files = base.shown(picture)
    items: list[Item] = [
        base.text(f"### {head}"),
        *(drawn or [base.text(in_words(texts, page))]),
        base.text(body(texts, page)),
        base.row(*_turn(texts, page, match)),
        base.menu(Click(Verb.RULES, match, None, ("choose", "turn")), options, head),
    ]
    return base.layout(items, tone=Tone.PLAIN, files=files)


def _turn(texts: Texts, page: int, match: Numbered | None) -> list[Item]:
    """The buttons to the pages before and after."""
    buttons = []
    if page > 0:
        before = Click(Verb.RULES, match, None, (str(page - 1), "turn"))
        buttons.append(base.button(texts.gettext("Previous"), before, emoji="◀️"))
    if page < PAGES - 1:
        behind = Click(Verb.RULES, match, None, (str(page + 1), "turn"))
        buttons.append(base.button(texts.gettext("Next"), behind, emoji="▶️"))
    return buttons


def page_of(click: Click, values: tuple[str, ...] = ()) -> int:
    """Which page a click on Rules, or a choice from its menu, asks for; 0 if it says none."""
    word = values[0] if values else (click.args[0] if click.args else "0")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 3 else 0


def turns(click: Click) -> bool:
    """Whether the click comes from a page of the rules, which then turns in place."""
    return click.args[1:] == ("turn",)


def _numbered(texts: Texts, page: int) -> str:
    return f"{texts.mark}{texts.number(page + 1)}. {title(texts, page)}"
