"""The limits on application commands, checked when the bot registers them."""

import re
from collections.abc import Iterator

from discord import Locale

from bot.sandbox.errors import Form
from bot.sandbox.model import Json

CHAT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, NUMBER = 3, 4, 10
# Word characters of any script, hyphen and apostrophe; Discord also wants lower case.
NAME = re.compile(r"^[-_'’\w]{1,32}$")
LOCALES = frozenset(locale.value for locale in Locale)


def check_commands(commands: list[Json]) -> None:
    """Check a whole set of commands.

    Raises:
        ApiError: 50035 with what is wrong.
    """
    form = Form()
    for kind, high in ((CHAT, 100), (USER, 15), (MESSAGE, 15)):
        of_kind = [one for one in commands if one.get("type", CHAT) == kind]
        if len(of_kind) > high:
            form.add("_", "APPLICATION_COMMANDS_MAX", f"At most {high} commands of type {kind}.")
        names = [one.get("name") for one in of_kind]
        for index, name in enumerate(names):
            if name in names[:index]:
                form.add(
                    f"{index}.name",
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                )
    for index, command in enumerate(commands):
        _check_command(form, str(index), command)
    form.check()


def _check_command(form: Form, path: str, command: Json) -> None:
    if command.get("type", CHAT) != CHAT:
        form.length(f"{path}.name", command.get("name"), 1, 32)
        for name in ("description", "options"):
            if command.get(name):
                form.add(f"{path}.{name}", "APPLICATION_COMMAND_CONTEXT_MENU", "Must be empty.")
        _check_locales(form, path, command, "name", 32)
        return
    _check_named(form, path, command)
    _check_options(form, path, command.get("options") or [], depth=0)
    if sum(_sizes(command)) > 8000:
        form.add(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            "Command exceeds maximum size (8000)",
        )


def _check_named(form: Form, path: str, node: Json) -> None:
    names = {"name": node.get("name"), **_localized(node, "name")}
    for key, name in names.items():
        where = f"{path}.name" if key == "name" else f"{path}.name_localizations.{key}"
        if form.length(where, name, 1, 32):
            assert isinstance(name, str)
            if not NAME.match(name) or name != name.lower():
                form.add(
                    where,
                    "APPLICATION_COMMAND_INVALID_NAME",
                    f'Command name is invalid: "{name}"',
                )
    form.length(f"{path}.description", node.get("description"), 1, 100)
    _check_locales(form, path, node, "name", 32)
    _check_locales(form, path, node, "description", 100)


def _localized(node: Json, field: str) -> Json:
    return node.get(f"{field}_localizations") or {}


def _check_locales(form: Form, path: str, node: Json, field: str, high: int) -> None:
    for locale, text in _localized(node, field).items():
        where = f"{path}.{field}_localizations.{locale}"
        if locale not in LOCALES:
            form.add(where, "BASE_TYPE_CHOICES", f'"{locale}" is not a locale that Discord knows.')
        form.length(where, text, 1, high)


def _check_options(form: Form, path: str, options: list[Json], depth: int) -> None:
    if not form.count(f"{path}.options", options, 0, 25):
        return
    seen: set[str] = set()
    optional_seen = False
    kinds = {option.get("type") in (SUBCOMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        form.add(
            f"{path}.options",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-commands and groups can't be mixed with other option types",
        )
    for index, option in enumerate(options):
        here = f"{path}.options.{index}"
        _check_named(form, here, option)
        if option.get("name") in seen:
            form.add(
                f"{path}.options",
                "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                f"Option name already exists: {option.get('name')}",
            )
        seen.add(str(option.get("name")))
        kind = option.get("type")
        if kind in (SUBCOMMAND, GROUP):
            deepest = 1 if kind == GROUP else 2
            if depth >= deepest:
                form.add(here, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
            else:
                _check_options(form, here, option.get("options") or [], depth + 1)
            continue
        if option.get("required") and optional_seen:
            form.add(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        _check_value_option(form, here, option)


def _check_value_option(form: Form, path: str, option: Json) -> None:
    form.integer(f"{path}.type", option.get("type"), 3, 11)
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        form.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
            "Choices and autocomplete are mutually exclusive",
        )
    if not form.count(f"{path}.choices", choices, 0, 25):
        return
    names = [choice.get("name") for choice in choices]
    if len(set(names)) < len(names):
        form.add(
            f"{path}.choices",
            "APPLICATION_COMMAND_OPTIONS_CHOICES_NAME_DUPLICATE",
            "Option choice name already exists",
        )
    for index, choice in enumerate(choices):
        here = f"{path}.choices.{index}"
        form.length(f"{here}.name", choice.get("name"), 1, 100)
        _check_locales(form, here, choice, "name", 100)
        if option.get("type") == STRING:
            form.length(f"{here}.value", choice.get("value"), 1, 100)
    for name, high in (("min_length", 6000), ("max_length", 6000)):
        if option.get(name) is not None:
            form.integer(f"{path}.{name}", option[name], 0, high)


def _sizes(node: Json) -> Iterator[int]:
    """What counts towards 8,000: the longest of each name, description and value, all levels."""
    for field in ("name", "description"):
        yield max(
            len(str(text)) for text in (node.get(field) or "", *_localized(node, field).values())
        )
    for choice in node.get("choices") or []:
        yield from _sizes(choice)
        yield len(str(choice.get("value", "")))
    for option in node.get("options") or []:
        yield from _sizes(option)
