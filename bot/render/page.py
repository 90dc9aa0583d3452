"""A finished match as one HTML file that needs no network: step by step, in cards and in words.

What is shown was worked out here, by the engine; the page's script knows no rules, it turns pages.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from bot.layouts.history import seat_names
from bot.layouts.replay import what_happened
from bot.match.replaying import Step
from bot.texts import Texts
from bot.texts.names import spoken
from data.matches.models import StoredMatch
from engine.cards import Cards
from engine.views import view

HERE = Path(__file__).parent

MARKS = "\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT MARK}\u2066\u2067\u2068\u2069"


def page(texts: Texts, row: StoredMatch, steps: Sequence[Step]) -> bytes:
    """The file, in UTF-8.

    Args:
        texts: the reader's language.
        row: a match that is over.
        steps: all of it.
    """
    names = spoken(texts, seat_names(row))
    told = [_told(texts, step, names) for step in steps]
    style, script = _part("page.css"), _part("page.js")
    return (
        _part("page.html")
        .format(
            lang=html.escape(texts.locale),
            dir="rtl" if texts.right_to_left else "ltr",
            title=html.escape(texts.gettext("SCOUT · match {number}", number=row.id)),
            seats=html.escape(" · ".join(names)),
            back=html.escape(texts.gettext("Back")),
            next=html.escape(texts.gettext("Next")),
            table=html.escape(texts.gettext("On the table")),
            keys=html.escape(texts.gettext("Arrow keys turn the pages too.")),
            words="".join(f"<li>{html.escape(str(one['said']))}</li>" for one in told),
            steps=_embedded(told),
            style=style,
            script=script,
            style_hash=_hash(style),
            script_hash=_hash(script),
        )
        .encode()
    )


def _told(texts: Texts, step: Step, names: Sequence[str]) -> dict[str, object]:
    seen, state = view(step.match, None), step.match.round
    assert state is not None
    over = seen.end is not None
    scores = state.scores()
    hands = [
        {
            "name": texts.gettext(
                "{name} · {total} points, {score} this round",
                name=name,
                total=texts.number(step.match.totals[i] - (scores[i] if over else 0)),
                score=texts.number(scores[i], signed=True),
            ),
            "turn": seen.turn == i + 1,
            "cards": _cards(state.hands[i]),
        }
        for i, name in enumerate(names)
    ]
    said = texts.gettext("Round {number}", number=texts.number(step.round))
    happened = _plain(what_happened(texts, step, names))
    return {"said": f"{said}: {happened}", "table": _cards(state.table), "hands": hands}


def _cards(cards: Cards) -> list[list[int]]:
    return [[card.active, card.other] for card in cards]


def _plain(said: str) -> str:
    """What is said in a message, without Discord's markup."""
    plain = said.replace("**", "").replace("-# ", "").replace("`", "").replace("\n", " ")
    return plain.translate(dict.fromkeys(map(ord, MARKS)))


def _embedded(data: object) -> str:
    """JSON that can't end the element that it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def _part(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
