"""A server's settings: two pages of controls, each of which changes one setting at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import discord
from discord import ui

from bot.layouts import base
from bot.layouts.base import Item, Layout, Tone
from bot.match.ids import BadCustomId, Click, Verb
from bot.texts import OFFERED, Texts
from bot.texts.options import PACES, RULES, entry, rated
from data.matches.models import MatchOptions
from data.people.models import GuildSettings
from engine.cards import PLAYER_COUNTS

Model = TypeVar("Model", GuildSettings, MatchOptions)

AUTO = "auto"
TOLD = (
    "daily_channel",
    "results_channel",
    "results_matches",
    "results_digest",
    "results_champions",
)
"""Settings of what the bot tells on its own account."""
PAGES = 3
MATCHES_AT_ONCE = (1, 2, 3, 5, 10, 20, 50, 100)
MATCH_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
]


def settings(texts: Texts, chosen: GuildSettings, page: int = 0) -> Layout:
    """A page of the settings as they are, with a control for each."""
    page = max(0, min(page, PAGES - 1))
    head = texts.gettext(
        "SCOUT in this server: settings {page}/{pages}",
        page=texts.number(page + 1),
        pages=texts.number(PAGES),
    )
    items: list[Item] = [base.text(f"### {head}")]
    items += (_place, _defaults, _told)[page](texts, chosen)
    labels = (
        texts.gettext("Where and how"),
        texts.gettext("A match's defaults"),
        texts.gettext("Daily deal and results"),
    )
    others = [
        base.button(label, Click(Verb.SETTINGS_PAGE, None, None, (str(number),)))
        for number, label in enumerate(labels)
        if number != page
    ]
    return base.layout([*items, base.row(*others)], tone=Tone.PLAIN)


def page_of(click: Click) -> int:
    """The page that a control stands on, so that it stays in view when it is used."""
    word = click.args[0] if click.args else ""
    if click.verb is Verb.SETTINGS_PAGE:
        return int(word) if word in {"1", "2"} else 0
    if word in TOLD:
        return 2
    return int(word in MatchOptions.model_fields)


def changed(click: Click, values: Sequence[str], chosen: GuildSettings) -> GuildSettings:
    """The settings after a click on one of the controls.

    Args:
        click: its first argument names the setting.
        values: what was chosen from a menu: ids of channels or a role, or codes; empty for none.
        chosen: the settings before.

    Raises:
        BadCustomId: there is no such setting or choice.
    """
    name = click.args[0] if click.args else ""
    words = list(values) or list(click.args[1:])
    try:
        if name in MatchOptions.model_fields:
            defaults = _validated(chosen.defaults, {name: _value(words[0])})
            return _validated(chosen, {"defaults": defaults})
        return _validated(chosen, {name: _setting(name, words)})
    except (ValueError, IndexError) as error:  # pydantic's ValidationError is a ValueError
        raise BadCustomId(click.custom_id) from error


def _validated(model: Model, change: dict[str, object]) -> Model:
    return type(model).model_validate({**dict(model), **change})


def _setting(name: str, words: list[str]) -> object:
    match name:
        case "channels":
            return tuple(int(word) for word in words)
        case "lobby_role" | "daily_channel" | "results_channel":
            return int(words[0]) if words else None
        case "locale":
            if words[0] not in (*OFFERED, AUTO):
                raise ValueError(words[0])
            return None if words[0] == AUTO else words[0]
        case "threads" | "sharing" | "results_matches" | "results_digest" | "results_champions":
            return _value(words[0])
        case "max_matches":
            return int(words[0])
    raise ValueError(name)


def _value(word: str) -> object:
    return {"on": True, "off": False, AUTO: None}.get(word, word)


def _place(texts: Texts, chosen: GuildSettings) -> list[Item]:
    channels: Item = ui.ActionRow(
        ui.ChannelSelect(
            custom_id=_click("channels").custom_id,
            channel_types=MATCH_TYPES,
            placeholder=texts.gettext("Every channel"),
            min_values=0,
            max_values=25,
            default_values=[
                discord.SelectDefaultValue(id=one, type=discord.SelectDefaultValueType.channel)
                for one in chosen.channels[:25]
            ],
        )
    )
    roles: Item = ui.ActionRow(
        ui.RoleSelect(
            custom_id=_click("lobby_role").custom_id,
            placeholder=texts.gettext("No role"),
            min_values=0,
            max_values=1,
            default_values=[
                discord.SelectDefaultValue(
                    id=chosen.lobby_role, type=discord.SelectDefaultValueType.role
                )
            ]
            if chosen.lobby_role
            else [],
        )
    )
    languages = [(AUTO, texts.gettext("As the server's")), *OFFERED.items()]
    counts = [
        (str(n), texts.ngettext("{n} match at once", "{n} matches at once", n))
        for n in sorted({*MATCHES_AT_ONCE, chosen.max_matches})
    ]
    return [
        base.text(texts.gettext("**Channels** where matches may be played")),
        channels,
        base.text(texts.gettext("**Language** of what everybody sees")),
        _menu("locale", languages, chosen.locale or AUTO),
        base.text(texts.gettext("**Role** that is mentioned when a lobby opens")),
        roles,
        base.text(texts.gettext("**How many** matches at once")),
        _menu("max_matches", counts, str(chosen.max_matches)),
        base.row(
            _switch(texts, "threads", texts.gettext("A thread per match"), on=chosen.threads),
            _switch(texts, "sharing", texts.gettext("Sharing in channels"), on=chosen.sharing),
        ),
    ]


def _told(texts: Texts, chosen: GuildSettings) -> list[Item]:
    """Where what is told on the bot's own account; it is off until a channel is chosen."""
    said = texts.gettext(
        "I tell it in the server's language, and mention nobody. Without a channel I tell nothing."
    )
    switches = [
        _switch(
            texts, "results_matches", texts.gettext("Rated matches"), on=chosen.results_matches
        ),
        _switch(texts, "results_digest", texts.gettext("Week"), on=chosen.results_digest),
        _switch(
            texts, "results_champions", texts.gettext("Champions"), on=chosen.results_champions
        ),
    ]
    return [
        base.small(said),
        base.text(texts.gettext("**Daily deal**: one message a deal, its board in the end")),
        _channel(texts, "daily_channel", chosen.daily_channel),
        base.text(texts.gettext("**Results**: rated matches, weeks, and champions of months")),
        _channel(texts, "results_channel", chosen.results_channel),
        base.row(*switches),
    ]


def _channel(texts: Texts, name: str, chosen: int | None) -> Item:
    """A menu of channels to write in, of which one or none is chosen."""
    kind = discord.SelectDefaultValueType.channel
    there = [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=kind)]
    return ui.ActionRow(
        ui.ChannelSelect(
            custom_id=_click(name).custom_id,
            channel_types=[discord.ChannelType.text, discord.ChannelType.news],
            placeholder=texts.gettext("No channel"),
            min_values=0,
            max_values=1,
            default_values=there,
        )
    )


def _defaults(texts: Texts, chosen: GuildSettings) -> list[Item]:
    defaults = chosen.defaults
    seats = [(str(n), texts.ngettext("{n} seat", "{n} seats", n)) for n in PLAYER_COUNTS]
    whole = range(1, max(PLAYER_COUNTS) + 1)
    rounds = [
        (AUTO, texts.gettext("all rounds")),
        *((str(n), texts.ngettext("{n} round", "{n} rounds", n)) for n in whole),
    ]
    return [
        base.text(texts.gettext("What a new lobby starts with")),
        _menu("seats", seats, str(defaults.seats)),
        _menu("pace", _said(texts, PACES), defaults.pace),
        _menu("rounds", rounds, AUTO if defaults.rounds is None else str(defaults.rounds)),
        *(_menu(name, _said(texts, said), getattr(defaults, name)) for name, said in RULES.items()),
        base.row(
            _toggle("rated", rated(texts, counts=defaults.rated), on=defaults.rated),
            _toggle("open", entry(texts, is_open=defaults.open), on=defaults.open),
        ),
    ]


def _said(texts: Texts, codes: dict[str, str]) -> list[tuple[str, str]]:
    return [(code, texts.gettext(said)) for code, said in codes.items()]


def _menu(name: str, choices: Sequence[tuple[str, str]], chosen: str) -> Item:
    options = [base.option(label, code, default=code == chosen) for code, label in choices]
    return base.menu(_click(name), options, dict(choices).get(chosen, "–"))


def _switch(texts: Texts, name: str, label: str, *, on: bool) -> Item:
    state = texts.gettext("on") if on else texts.gettext("off")
    return _toggle(name, f"{label}: {state}", on=on)


def _toggle(name: str, label: str, *, on: bool) -> Item:
    return base.button(label, _click(name, "off" if on else "on"))


def _click(*args: str) -> Click:
    return Click(Verb.SETTING, None, None, args)
