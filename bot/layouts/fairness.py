"""How a match's deals are proved fair: for who asks, and for them alone."""

from __future__ import annotations

from bot.layouts import base
from bot.layouts.base import Layout, Tone
from bot.match.ids import Click, Verb, numbered
from bot.texts import Texts
from data.matches.models import StoredMatch


def fairness(texts: Texts, row: StoredMatch, *, fair: bool | None) -> Layout:
    """What is proved and what isn't; once the match is over, how anyone can check it.

    Args:
        texts: the reader's language.
        row: the match.
        fair: whether its deals follow from the secret; None while that is still secret.
    """
    head = texts.gettext("Match {number}: a fair deal", number=row.id)
    proved = texts.gettext(
        "I fixed a secret for this match before it started. The deals and the order of the seats "
        "follow from it and from the id of the match's first message after Start. Discord makes "
        "that id, and anyone can look it up: so once that message stood nobody could choose or "
        "change a card, and no player ever could."
    )
    unproved = texts.gettext(
        "That whoever runs me didn't throw a start away and begin anew can't be proved, and I "
        "don't claim it."
    )
    fixed = texts.gettext("SHA-256 of the secret:\n`{commitment}`", commitment=row.commitment)
    lines = [f"### {head}", proved, f"-# {unproved}", fixed]
    if row.start_id is not None:
        lines.append(_start(texts, row, row.start_id))
    if fair is None:
        lines.append(texts.gettext("The secret itself is shown when the match is over."))
        return base.layout([base.text("\n".join(lines))], tone=Tone.PLAIN)
    lines += [
        texts.gettext("Secret:\n`{secret}`", secret=row.secret),
        _checked(texts, fair=fair),
        texts.gettext("Check it yourself, with the record:"),
        "```sh",
        f"printf %s {row.secret} | sha256sum",
        f"python -m engine replay scout-{row.id}.txt",
        "```",
    ]
    record = base.button(texts.gettext("Record"), Click(Verb.RECORD, numbered(row)))
    return base.layout([base.text("\n".join(lines)), base.row(record)], tone=Tone.PLAIN)


def _start(texts: Texts, row: StoredMatch, start_id: str) -> str:
    """The id, and the message that has it; what is played alone has none."""
    if not row.published:
        return texts.gettext("Start id: `{start}`", start=start_id)
    url = f"https://discord.com/channels/{row.guild_id}/{row.place}/{start_id}"
    return texts.gettext("Start id, of [that message]({url}): `{start}`", url=url, start=start_id)


def _checked(texts: Texts, *, fair: bool) -> str:
    if fair:
        return texts.gettext("✅ The deals follow from them.")
    return unfair(texts)


def unfair(texts: Texts) -> str:
    """The warning where the deals of a match that is over don't follow from its secret."""
    return texts.gettext("⚠️ The deals do **not** follow from the secret that was fixed.")
