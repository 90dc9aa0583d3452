"""A person's preferences: each control changes one at once."""

from __future__ import annotations

from typing import get_args

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import BadCustomId, Click, Verb
from bot.texts import N_, OFFERED, Texts
from data.people.models import Preferences

AUTO = "auto"
"""The menu's value for "no language chosen"."""

RETRY_DM = "retrydm"
"""The argument of the button that asks for direct messages again; it changes no preference."""

_PINGS = {
    "dm": N_("a direct message when it is my turn"),
    "channel": N_("a ping in the channel when it is my turn"),
    "none": N_("no ping; I look for myself"),
}
_SWITCHES = {
    "challenges": N_("Others may invite me"),
    "confirm": N_("Ask before each action"),
    "high_contrast": N_("High contrast pictures"),
    "text_only": N_("Text instead of pictures"),
}


def preferences(texts: Texts, chosen: Preferences, *, dm_blocked: bool = False) -> Layout:
    """The preferences as they are, with a control for each.

    Args:
        texts: the person's language.
        chosen: what they chose.
        dm_blocked: whether a direct message was refused, so that none is tried any more; then a
            button asks for another try (``RETRY_DM`` as its argument).
    """
    head = texts.gettext("Your preferences")
    small = texts.gettext("They hold in every server, and only you see this.")
    items: list[Item] = [base.text(f"### {head}\n{small}")]
    items += [base.text(texts.gettext("**Language**")), _languages(texts, chosen)]
    items += [base.text(texts.gettext("**Your turn**")), _pings(texts, chosen)]
    switches = [
        _switch(texts, name, on=getattr(chosen, name), label=texts.gettext(label))
        for name, label in _SWITCHES.items()
    ]
    if dm_blocked:
        switches.append(base.button(texts.gettext("Try direct messages again"), _click(RETRY_DM)))
    return base.layout([*items, *base.rows(switches)], tone=Tone.PLAIN)


def changed(click: Click, values: tuple[str, ...], chosen: Preferences) -> Preferences:
    """The preferences after a click on one of the controls.

    Raises:
        BadCustomId: there is no such control or choice.
    """
    name = click.args[0] if click.args else ""
    word = values[0] if values else (click.args[1] if len(click.args) > 1 else "")
    if name == "locale" and word in (*OFFERED, AUTO):
        return chosen.model_copy(update={"locale": None if word == AUTO else word})
    if name == "pings" and word in get_args(Preferences.model_fields["pings"].annotation):
        return chosen.model_copy(update={"pings": word})
    if name in _SWITCHES and word in ("on", "off"):
        return chosen.model_copy(update={name: word == "on"})
    raise BadCustomId(click.custom_id)


def _languages(texts: Texts, chosen: Preferences) -> Item:
    options = [
        base.option(texts.gettext("As in my Discord"), AUTO, default=chosen.locale is None),
        *(
            base.option(own_name, code, default=chosen.locale == code)
            for code, own_name in OFFERED.items()
        ),
    ]
    return base.menu(_click("locale"), options, texts.gettext("Language"))


def _pings(texts: Texts, chosen: Preferences) -> Item:
    options = [
        base.option(texts.gettext(said), code, default=chosen.pings == code)
        for code, said in _PINGS.items()
    ]
    return base.menu(_click("pings"), options, texts.gettext("How you are told"))


def _switch(texts: Texts, name: str, *, on: bool, label: str) -> Item:
    state = texts.gettext("on") if on else texts.gettext("off")
    return base.button(f"{label}: {state}", _click(name, "off" if on else "on"))


def _click(*args: str) -> Click:
    return Click(Verb.PREFERENCE, None, None, args)
