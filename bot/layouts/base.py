"""What every layout is made of: a message as data, and small builders for its parts."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import discord
from discord import ui

from bot.layouts import limits
from bot.match.ids import Click, Numbered, Verb
from bot.match.scene import Where
from bot.pictures import Picture
from bot.texts import Texts, name
from bot.texts.direction import begun

Item = ui.Item[Any]


@dataclass(frozen=True, slots=True)
class Layout:
    """A message, ready to be sent or to replace another one.

    Attributes:
        view: the components; stopped, so that discord.py keeps nothing of it.
        files: the attachments it refers to; each can be sent once.
    """

    view: ui.LayoutView
    files: tuple[discord.File, ...] = ()

    @property
    def text(self) -> str:
        """All the text it shows, one part a line."""
        texts = [one for one in self.view.walk_children() if isinstance(one, ui.TextDisplay)]
        return "\n".join(one.content for one in texts)


class Still(ui.LayoutView):
    """A view that is data only: discord.py neither stores it nor waits for it.

    A stored view would answer in the dispatcher's place, and forget its buttons at a restart.
    """

    def is_finished(self) -> bool:
        """Always: nothing is listened to."""
        return True

    def is_dispatchable(self) -> bool:
        """Never: the dispatcher answers."""
        return False


class Tone(IntEnum):
    """The coloured edge of a message; what it says stands in words too."""

    PLAIN = 0x4F545C
    TURN = 0x2D7D46
    GAME = 0x3B6EA8
    RESULT = 0xB8860B
    TROUBLE = 0xA83232


def layout(items: Iterable[Item], *, tone: Tone, files: Sequence[discord.File] = ()) -> Layout:
    """One container with these items.

    Raises:
        limits.LimitError: Discord would refuse it; a fault of whoever built it.
    """
    view = Still(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=int(tone)))
    view.stop()
    components: list[limits.Component] = view.to_components()  # type: ignore[no-untyped-call]
    limits.check(components, files)
    return Layout(view, tuple(files))


def text(content: str) -> Item:
    """A paragraph; Discord's markdown."""
    return ui.TextDisplay(begun(content))


def small(content: str) -> Item:
    """A paragraph in small print."""
    return ui.TextDisplay(begun(f"-# {content}"))


def line() -> Item:
    """A dividing line."""
    return ui.Separator()


def rows(buttons: Sequence[Item]) -> list[Item]:
    """Buttons in as many rows as they need."""
    width = limits.ROW_WIDTH
    return [ui.ActionRow(*buttons[i : i + width]) for i in range(0, len(buttons), width)]


def row(*items: Item) -> Item:
    """One row of up to five buttons, or of one menu."""
    return ui.ActionRow(*items)


def button(
    label: str,
    click: Click,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    disabled: bool = False,
    emoji: str | None = None,
) -> Item:
    """A button that sends ``click``."""
    return ui.Button(
        label=_cut(label, limits.LABEL),
        custom_id=click.custom_id,
        style=style,
        disabled=disabled,
        emoji=emoji,
    )


def link(label: str, url: str) -> Item:
    """A button that opens ``url``."""
    return ui.Button(label=_cut(label, limits.LABEL), url=url)


def option(
    label: str, value: str, description: str | None = None, *, default: bool = False
) -> discord.SelectOption:
    """A line of a menu."""
    return discord.SelectOption(
        label=_cut(label, limits.OPTION_TEXT),
        value=value,
        description=_cut(description, limits.OPTION_TEXT) if description else None,
        default=default,
    )


def menu(
    click: Click,
    options: Sequence[discord.SelectOption],
    placeholder: str,
    *,
    disabled: bool = False,
) -> Item:
    """A row with a menu that sends ``click`` with the chosen value."""
    return ui.ActionRow(
        ui.Select(
            custom_id=click.custom_id,
            options=list(options),
            placeholder=_cut(placeholder, limits.PLACEHOLDER),
            disabled=disabled,
        )
    )


def people_menu(click: Click, placeholder: str, most: int) -> Item:
    """A row with a menu of the server's people, of whom up to ``most`` can be chosen."""
    return ui.ActionRow(
        ui.UserSelect(
            custom_id=click.custom_id,
            placeholder=_cut(placeholder, limits.PLACEHOLDER),
            min_values=1,
            max_values=most,
        )
    )


def shown(picture: Picture | None, which: str = "") -> tuple[list[Item], list[discord.File]]:
    """A picture as an item with its file; both empty without one.

    Args:
        picture: what is shown.
        which: tells pictures of one name in one message apart.
    """
    if picture is None:
        return [], []
    alt, filename = _cut(picture.alt, limits.ALT), which + picture.filename
    file = discord.File(io.BytesIO(picture.data), filename=filename, description=alt)
    media = discord.MediaGalleryItem(f"attachment://{filename}", description=alt)
    return [ui.MediaGallery(media)], [file]


def beside(content: str, picture: Picture | None) -> tuple[Item, list[discord.File]]:
    """A paragraph with a small picture beside it, and the picture's file."""
    if picture is None:
        return text(content), []
    alt = _cut(picture.alt, limits.ALT)
    file = discord.File(io.BytesIO(picture.data), filename=picture.filename, description=alt)
    thumbnail: Item = ui.Thumbnail(f"attachment://{picture.filename}", description=alt)
    return ui.Section(ui.TextDisplay(content), accessory=thumbnail), [file]


def attached(data: bytes, filename: str) -> tuple[Item, discord.File]:
    """A file to download, as an item and the file itself."""
    return ui.File(f"attachment://{filename}"), discord.File(io.BytesIO(data), filename=filename)


def relative(at: int) -> str:
    """A moment, as Discord counts down to it in the reader's language.

    Args:
        at: UTC milliseconds.
    """
    return f"<t:{at // 1000}:R>"


def place(texts: Texts, where: Where, match: int) -> str:
    """Which match this is, in small letters: server, channel, number with a link to the table."""
    linked = match_link(texts, where, match)
    return f"-# {name(where.guild)} · <#{where.channel}> · {linked}"


def match_link(texts: Texts, where: Where, match: int) -> str:
    """The match by its number, with a link to the table."""
    number = texts.gettext("match {number}", number=match)
    return f"[{number}]({where.url})" if where.url else number


def fair_button(texts: Texts, match: Numbered, *, fair: bool = True) -> Item:
    """The button that opens how the deals are proved; without its check if they failed theirs."""
    label = texts.gettext("Fair deal ✓") if fair else texts.gettext("Fair deal?")
    return button(label, Click(Verb.FAIRNESS, match))


def rules_button(texts: Texts, match: Numbered | None) -> Item:
    """The button that opens the rules."""
    return button(texts.gettext("Rules"), Click(Verb.RULES, match, None, ("0",)))


def learn_button(texts: Texts) -> Item:
    """The button that leads to the lessons."""
    return button(texts.gettext("Never played?"), Click(Verb.LEARN, args=("menu",)), emoji="🎓")


def _cut(label: str, limit: int) -> str:
    label = begun(label)
    return label if len(label) <= limit else label[: limit - 1] + "…"
