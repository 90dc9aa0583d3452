"""The limits on modals and on autocomplete choices."""

from bot.sandbox.errors import ApiError, Form
from bot.sandbox.limits.components import (
    ROW,
    SELECTS,
    TEXT,
    TEXT_INPUT,
    check_select,
)
from bot.sandbox.model import Json

LABEL = 18


def check_modal(data: Json) -> None:
    """Check the data of a modal answer (callback type 9).

    Raises:
        ApiError: 50035 with what is wrong; 501 for a kind of field that the page can't show.
    """
    form = Form()
    form.length("data.title", data.get("title"), 1, 45)
    form.length("data.custom_id", data.get("custom_id"), 1, 100)
    components = data.get("components")
    if form.count("data.components", components, 1, 5):
        assert isinstance(components, list)
        for index, component in enumerate(components):
            _check_field(form, f"data.components.{index}", component)
        _check_unique(form, components)
    form.check()


def fields(components: list[Json]) -> list[tuple[str, Json]]:
    """The fields that can be filled in, each with the label it carries."""
    found = []
    for component in components:
        if component["type"] == ROW:
            found += [(child.get("label", ""), child) for child in component["components"]]
        elif component["type"] == LABEL:
            found.append((component.get("label", ""), component["component"]))
    return found


def _check_unique(form: Form, components: list[Json]) -> None:
    if form.tree:
        return
    names = [field["custom_id"] for _, field in fields(components)]
    if len(set(names)) < len(names):
        form.add(
            "data.components",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        )


def _check_field(form: Form, path: str, component: Json) -> None:
    kind = component.get("type")
    if kind == TEXT:
        form.length(f"{path}.content", component.get("content"), 1, 4000)
    elif kind == ROW:
        children = component.get("components")
        if form.count(f"{path}.components", children, 1, 1):
            assert isinstance(children, list)
            if children[0].get("type") != TEXT_INPUT:
                form.add(f"{path}.components.0.type", "BASE_TYPE_CHOICES", "Must be one of (4,).")
                return
            form.length(f"{path}.components.0.label", children[0].get("label"), 1, 45)
            _check_text_input(form, f"{path}.components.0", children[0])
    elif kind == LABEL:
        form.length(f"{path}.label", component.get("label"), 1, 45)
        if component.get("description") is not None:
            form.length(f"{path}.description", component["description"], 0, 100)
        inner = component.get("component") or {}
        if inner.get("type") == TEXT_INPUT:
            _check_text_input(form, f"{path}.component", inner)
        elif inner.get("type") in SELECTS:
            check_select(form, f"{path}.component", inner)
        else:
            raise ApiError(
                501, 0, f"The sandbox can't show a modal field of type {inner.get('type')}"
            )
    else:
        form.add(f"{path}.type", "BASE_TYPE_CHOICES", "Must be one of (1, 10, 18).")


def _check_text_input(form: Form, path: str, field: Json) -> None:
    form.length(f"{path}.custom_id", field.get("custom_id"), 1, 100)
    form.integer(f"{path}.style", field.get("style"), 1, 2)
    for name, low, high in (("min_length", 0, 4000), ("max_length", 1, 4000)):
        if field.get(name) is not None:
            form.integer(f"{path}.{name}", field[name], low, high)
    for name, high in (("placeholder", 100), ("value", 4000)):
        if field.get(name) is not None:
            form.length(f"{path}.{name}", field[name], 0, high)


def check_choices(data: Json, option_type: int) -> list[Json]:
    """The choices of an autocomplete answer (callback type 8), checked.

    Raises:
        ApiError: 50035 with what is wrong.
    """
    form = Form()
    choices = data.get("choices", [])
    if form.count("data.choices", choices, 0, 25):
        for index, choice in enumerate(choices):
            path = f"data.choices.{index}"
            form.length(f"{path}.name", choice.get("name"), 1, 100)
            if option_type == 3:
                form.length(f"{path}.value", choice.get("value"), 1, 100)
            elif isinstance(choice.get("value"), bool | str):
                form.add(f"{path}.value", "NUMBER_TYPE_COERCE", "Value is not a number.")
    form.check()
    return list(choices)
