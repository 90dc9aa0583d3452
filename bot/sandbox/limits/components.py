"""The limits on message components: legacy rows and Components V2 layouts."""

from collections.abc import Callable, Iterator

from bot.sandbox.errors import Form
from bot.sandbox.model import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK, PREMIUM = 5, 6

IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
TOP_LEVEL_V2 = (*IN_CONTAINER, CONTAINER)


def walk(components: list[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its path, outer before inner; accessories included."""
    for index, component in enumerate(components):
        here = f"{path}.{index}"
        yield here, component
        children = component.get("components")
        if isinstance(children, list):
            yield from walk(children, f"{here}.components")
        accessory = component.get("accessory")
        if isinstance(accessory, dict):
            yield f"{here}.accessory", accessory


def check_layout(form: Form, components: list[Json], *, v2: bool) -> None:
    """Check the components of a message; faults go into ``form``."""
    if not v2:
        form.count("components", components, 0, 5)
    for index, component in enumerate(components):
        allowed = TOP_LEVEL_V2 if v2 else (ROW,)
        _check(form, f"components.{index}", component, allowed)
    if form.tree:
        return
    everything = list(walk(components))
    if v2 and len(everything) > 40:
        form.add(
            "components",
            "BASE_TYPE_MAX_LENGTH",
            f"Must be 40 or fewer in total, nested ones counted; got {len(everything)}.",
        )
    if v2:
        text = sum(len(one.get("content", "")) for _, one in everything if one["type"] == TEXT)
        if text > 4000:
            form.add(
                "components",
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                "Displayable text exceeds maximum size of 4000",
            )
    _check_unique(form, everything)


def _check_unique(form: Form, everything: list[tuple[str, Json]]) -> None:
    for key, code, what in (
        ("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"),
        ("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"),
    ):
        seen: set[object] = set()
        for path, component in everything:
            value = component.get(key)
            if not value:
                continue
            if value in seen:
                form.add(f"{path}.{key}", code, what)
            seen.add(value)


def _check(form: Form, path: str, component: object, allowed: tuple[int, ...]) -> None:
    if not isinstance(component, dict) or component.get("type") not in allowed:
        choices = ", ".join(str(one) for one in allowed)
        form.add(
            f"{path}.type",
            "BASE_TYPE_CHOICES",
            f'Value of field "type" must be one of ({choices}).',
        )
        return
    CHECKS[component["type"]](form, path, component)


def _row(form: Form, path: str, component: Json) -> None:
    children = component.get("components")
    if not form.count(f"{path}.components", children, 1, 5):
        return
    assert isinstance(children, list)
    width = 0
    for index, child in enumerate(children):
        _check(form, f"{path}.components.{index}", child, (BUTTON, *SELECTS))
        width += 1 if isinstance(child, dict) and child.get("type") == BUTTON else 5
    if width > 5:
        form.add(
            f"{path}.components",
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )


def _button(form: Form, path: str, component: Json) -> None:
    style = component.get("style")
    if not form.integer(f"{path}.style", style, 1, 6):
        return
    if style == LINK:
        form.length(f"{path}.url", component.get("url"), 1, 512)
        if component.get("custom_id"):
            _exclusive(form, path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE")
    elif style != PREMIUM:
        form.length(f"{path}.custom_id", component.get("custom_id"), 1, 100)
        if component.get("url"):
            _exclusive(form, path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE")
    label, emoji = component.get("label"), component.get("emoji")
    if not label and not emoji and style != PREMIUM:
        form.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")
    if label is not None:
        form.length(f"{path}.label", label, 0, 80)
    check_emoji(form, f"{path}.emoji", emoji)


def _exclusive(form: Form, path: str, code: str) -> None:
    form.add(path, code, "A custom id and url cannot both be specified")


def check_emoji(form: Form, path: str, emoji: object) -> None:
    """A custom emoji needs an id, any other must really be one (letters are refused)."""
    if not isinstance(emoji, dict) or emoji.get("id"):
        return
    name = str(emoji.get("name") or "")
    if not name or all(one.isascii() for one in name) or any(one.isalpha() for one in name):
        form.add(f"{path}.name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def check_select(form: Form, path: str, component: Json) -> None:
    """Check any of the five kinds of select menu."""
    form.length(f"{path}.custom_id", component.get("custom_id"), 1, 100)
    if component.get("placeholder") is not None:
        form.length(f"{path}.placeholder", component["placeholder"], 0, 150)
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    bounded = form.integer(f"{path}.min_values", low, 0, 25)
    bounded = form.integer(f"{path}.max_values", high, 1, 25) and bounded
    if bounded and low > high:
        form.add(
            f"{path}.min_values", "SELECT_COMPONENT_MIN_GT_MAX", "min_values exceeds max_values"
        )
    if component["type"] == STRING_SELECT:
        _options(form, path, component, low if bounded else 0, high if bounded else 25)


def _options(form: Form, path: str, component: Json, low: int, high: int) -> None:
    options = component.get("options")
    if not form.count(f"{path}.options", options, 1, 25):
        return
    assert isinstance(options, list)
    seen: set[str] = set()
    for index, option in enumerate(options):
        here = f"{path}.options.{index}"
        form.length(f"{here}.label", option.get("label"), 1, 100)
        form.length(f"{here}.value", option.get("value"), 1, 100)
        if option.get("description") is not None:
            form.length(f"{here}.description", option["description"], 0, 100)
        check_emoji(form, f"{here}.emoji", option.get("emoji"))
        if option.get("value") in seen:
            form.add(
                f"{here}.value",
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(str(option.get("value")))
    defaults = sum(bool(one.get("default")) for one in options)
    if defaults > high:
        form.add(path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many default options")
    if low > len(options):
        form.add(f"{path}.options", "BASE_TYPE_MIN_LENGTH", f"Must be {low} or more in length.")


def _section(form: Form, path: str, component: Json) -> None:
    children = component.get("components")
    if form.count(f"{path}.components", children, 1, 3):
        assert isinstance(children, list)
        for index, child in enumerate(children):
            _check(form, f"{path}.components.{index}", child, (TEXT,))
    if component.get("accessory") is None:
        form.add(f"{path}.accessory", "BASE_TYPE_REQUIRED", "This field is required")
    else:
        _check(form, f"{path}.accessory", component["accessory"], (BUTTON, THUMBNAIL))


def _text(form: Form, path: str, component: Json) -> None:
    form.length(f"{path}.content", component.get("content"), 1, 4000)


def _media(form: Form, path: str, item: Json) -> None:
    media = item.get("media")
    if not isinstance(media, dict) or not media.get("url"):
        form.add(f"{path}.media.url", "BASE_TYPE_REQUIRED", "This field is required")
    if item.get("description") is not None:
        form.length(f"{path}.description", item["description"], 0, 1024)


def _gallery(form: Form, path: str, component: Json) -> None:
    items = component.get("items")
    if form.count(f"{path}.items", items, 1, 10):
        assert isinstance(items, list)
        for index, item in enumerate(items):
            _media(form, f"{path}.items.{index}", item)


def _file(form: Form, path: str, component: Json) -> None:
    file = component.get("file")
    url = file.get("url") if isinstance(file, dict) else None
    if not isinstance(url, str) or not url:
        form.add(f"{path}.file.url", "BASE_TYPE_REQUIRED", "This field is required")


def _separator(form: Form, path: str, component: Json) -> None:
    if component.get("spacing") is not None:
        form.integer(f"{path}.spacing", component["spacing"], 1, 2)


def _container(form: Form, path: str, component: Json) -> None:
    children = component.get("components")
    if form.count(f"{path}.components", children, 1, 40):
        assert isinstance(children, list)
        for index, child in enumerate(children):
            _check(form, f"{path}.components.{index}", child, IN_CONTAINER)
    if component.get("accent_color") is not None:
        form.integer(f"{path}.accent_color", component["accent_color"], 0, 0xFFFFFF)


CHECKS: dict[int, Callable[[Form, str, Json], None]] = {
    ROW: _row,
    BUTTON: _button,
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _media,
    GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
    CONTAINER: _container,
    **dict.fromkeys(SELECTS, check_select),
}
