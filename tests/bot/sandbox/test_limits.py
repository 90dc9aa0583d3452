"""What Discord refuses is refused, with its codes and the path of the fault."""

from typing import Any

import pytest

from bot.sandbox import compose
from bot.sandbox.compose import Body
from bot.sandbox.errors import ApiError
from bot.sandbox.limits.commands import check_commands
from bot.sandbox.limits.modals import check_choices, check_modal
from bot.sandbox.model import COMPONENTS_V2
from bot.sandbox.world import World

Json = dict[str, Any]


def button(number: int = 0, **more: object) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": f"b{number}"} | more


def menu(count: int = 1, **more: object) -> Json:
    options = [{"label": f"o{number}", "value": f"v{number}"} for number in range(count)]
    return {"type": 3, "custom_id": "m", "options": options} | more


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def text(content: str = "hello") -> Json:
    return {"type": 10, "content": content}


def send(body: Json, files: dict[int, tuple[str, bytes]] | None = None) -> ApiError | None:
    world = World(people=2)
    channel = next(iter(world.channels.values()))
    try:
        compose.new_message(world, channel, Body(body, files or {}))
    except ApiError as error:
        return error
    return None


def v2(*components: Json, **more: object) -> Json:
    return {"flags": COMPONENTS_V2, "components": list(components)} | more


def codes(tree: Any, path: str = "") -> set[str]:
    """Every fault as ``path code``."""
    if not isinstance(tree, dict):
        return set()
    found = {f"{path} {one['code']}" for one in tree.get("_errors", [])}
    for key, value in tree.items():
        if key != "_errors":
            found |= codes(value, f"{path}.{key}".lstrip("."))
    return found


GOOD = [
    {"content": "hi", "allowed_mentions": {"parse": ["roles", "everyone"], "users": ["1"] * 100}},
    {"content": "x" * 2000},
    {"content": "hi", "components": [row(*(button(n) for n in range(5))) for _ in range(1)]},
    {"components": [row(menu(25))]},
    v2(text("x" * 4000)),
    v2({"type": 17, "components": [text(), row(button())]}),
    v2(*(text(f"{n}") for n in range(40))),
    v2({"type": 9, "components": [text()], "accessory": button()}),
    {"components": [row(button(emoji={"name": "🃏"}, label=None))]},
    {"components": [row(button(emoji={"name": "1️⃣"}))]},
]

BAD = [
    ({"content": "x" * 2001}, "content BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label"),
    ({"components": [row(button(custom_id="x" * 101))]}, "components.0.components.0.custom_id"),
    ({"components": [row(button(custom_id=None))]}, "components.0.components.0.custom_id"),
    ({"components": [row(button(label=None))]}, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    ({"components": [row(button(emoji={"name": "abc"}))]}, "INVALID_EMOJI"),
    ({"components": [row(button(1), button(1))]}, "components.0.components.1.custom_id COMPONENT"),
    ({"components": [row(*(button(n) for n in range(6)))]}, "components.0.components BASE_TYPE"),
    ({"components": [row(button(), menu())]}, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"components": [row(button(n)) for n in range(6)]}, "components BASE_TYPE_MAX_LENGTH"),
    ({"components": [row()]}, "components.0.components BASE_TYPE_BAD_LENGTH"),
    ({"components": [button()]}, "components.0.type BASE_TYPE_CHOICES"),
    ({"components": [row(menu(0))]}, "components.0.components.0.options BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(menu(26))]}, "components.0.components.0.options BASE_TYPE_BAD_LENGTH"),
    ({"components": [row(menu(placeholder="x" * 151))]}, "placeholder BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(menu(min_values=3, max_values=2))]}, "SELECT_COMPONENT_MIN_GT_MAX"),
    (
        {"components": [row(menu(options=[{"label": "a", "value": "1"}] * 2))]},
        "components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        {"components": [row(menu(options=[{"label": "x" * 101, "value": "1"}]))]},
        "components.0.components.0.options.0.label BASE_TYPE_BAD_LENGTH",
    ),
    ({"components": [text()]}, "components.0.type BASE_TYPE_CHOICES"),
    (v2(text(), content="both"), "content MESSAGE_CANNOT_USE_LEGACY_FIELDS"),
    (v2(text(), embeds=[{"title": "both"}]), "embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS"),
    (v2(*(text(f"{n}") for n in range(41))), "components BASE_TYPE_MAX_LENGTH"),
    (
        v2(*({"type": 17, "components": [row(button(n))]} for n in range(14))),
        "components BASE_TYPE_MAX_LENGTH",
    ),
    (v2(text("x" * 3000), text("x" * 1001)), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    (v2(text("")), "components.0.content BASE_TYPE_REQUIRED"),
    (v2({"type": 9, "components": [text()]}), "components.0.accessory BASE_TYPE_REQUIRED"),
    (v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}), "components.0.comp"),
    (v2({"type": 12, "items": []}), "components.0.items BASE_TYPE_BAD_LENGTH"),
    (
        v2({"type": 12, "items": [{"media": {"url": "attachment://x.png"}}]}),
        "components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        v2({"type": 12, "items": [{"media": {"url": "https://x"}, "description": "x" * 1025}]}),
        "components.0.items.0.description BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"content": "hi", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "hi", "allowed_mentions": {"parse": ["all"]}},
        "allowed_mentions.parse.0 BASE_TYPE_CHOICES",
    ),
    (
        {"content": "hi", "allowed_mentions": {"roles": ["1"] * 101}},
        "allowed_mentions.roles BASE_TYPE_MAX_LENGTH",
    ),
    ({"content": "hi", "flags": 64}, "flags MESSAGE_FLAGS_INVALID"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"description": "x" * 4000}] * 2}, "embeds MAX_EMBED_SIZE_EXCEEDED"),
    ({"content": "hi", "attachments": [{"id": 0}]}, "attachments.0.id ATTACHMENT_NOT_FOUND"),
]


@pytest.mark.parametrize("body", GOOD)
def test_what_discord_takes_is_taken(body: Json) -> None:
    assert send(body) is None


@pytest.mark.parametrize(("body", "fault"), BAD, ids=lambda one: str(one)[:60])
def test_what_discord_refuses_is_refused(body: Json, fault: str) -> None:
    error = send(body)
    assert error is not None
    assert (error.status, error.code) == (400, 50035)
    assert any(fault in one for one in codes(error.tree)), codes(error.tree)


def test_a_wrong_edit_is_refused_like_a_wrong_message() -> None:
    world = World(people=2)
    channel = next(iter(world.channels.values()))
    message = compose.new_message(world, channel, Body({"content": "before"}))
    wrong = {"content": "after", "allowed_mentions": {"parse": ["all"]}}
    with pytest.raises(ApiError) as refused:
        compose.changed_message(world, message, Body(wrong))
    assert codes(refused.value.tree) == {"allowed_mentions.parse.0 BASE_TYPE_CHOICES"}


@pytest.mark.parametrize(
    ("allowed", "mentioned"),
    [
        (None, True),
        ({"parse": []}, False),
        ({"parse": ["users"]}, True),
        ({"parse": ["roles"]}, False),
        ({"users": []}, False),
    ],
)
def test_who_may_be_mentioned_is_pinged(allowed: Json | None, mentioned: bool) -> None:
    world = World(people=2)
    channel = next(iter(world.channels.values()))
    ada = world.people[0].id
    body = {"content": f"<@{ada}>"} | ({} if allowed is None else {"allowed_mentions": allowed})
    message = compose.new_message(world, channel, Body(body))
    assert message.pings == ([ada] if mentioned else [])


def test_nothing_at_all_is_not_a_message() -> None:
    for body in ({}, {"content": "  "}):
        error = send(body)
        assert error is not None
        assert error.code == 50006


def test_files_have_limits_of_their_own() -> None:
    listed = [{"id": 0, "description": "x" * 1025}]
    error = send({"attachments": listed}, {0: ("a.png", b"x")})
    assert error is not None
    assert codes(error.tree) == {"attachments.0.description BASE_TYPE_MAX_LENGTH"}
    big = send({}, {0: ("a.bin", bytes(10 * 1024 * 1024 + 1))})
    assert big is not None
    assert (big.status, big.code) == (413, 40005)
    many = send({}, dict.fromkeys(range(11), ("a.bin", b"x")))
    assert many is not None
    assert codes(many.tree) == {"attachments BASE_TYPE_MAX_LENGTH"}


def test_a_refused_edit_changes_nothing_and_v2_stays() -> None:
    world = World(people=2)
    channel = next(iter(world.channels.values()))
    message = compose.new_message(world, channel, Body(v2(text("before"))))
    with pytest.raises(ApiError):
        compose.changed_message(world, message, Body({"content": "legacy", "flags": 0}))
    fresh = compose.changed_message(world, message, Body({"components": [text("after")]}))
    assert message.components[0]["content"] == "before"
    assert fresh.components[0]["content"] == "after"
    assert fresh.flags & COMPONENTS_V2


def test_an_edit_keeps_the_files_unless_it_lists_others() -> None:
    world = World(people=2)
    channel = next(iter(world.channels.values()))
    message = compose.new_message(world, channel, Body({}, {0: ("a b.png", b"x")}))
    first = message.attachments[0]
    assert first.filename == "a_b.png"
    fresh = compose.changed_message(world, message, Body({"content": "text"}))
    assert fresh.attachments == [first]
    again = {"attachments": [{"id": str(first.id)}, {"id": 0, "filename": "c.png"}]}
    fresh = compose.changed_message(world, message, Body(again, {0: ("c.png", b"y")}))
    assert [one.filename for one in fresh.attachments] == ["a_b.png", "c.png"]
    fresh = compose.changed_message(world, message, Body({"content": "text", "attachments": []}))
    assert fresh.attachments == []


def command(**more: object) -> Json:
    return {"name": "scout", "description": "Play", "type": 1} | more


def option(**more: object) -> Json:
    return {"name": "seats", "description": "How many", "type": 4} | more


def sub(*options: Json, name: str = "play", kind: int = 1) -> Json:
    return {"name": name, "description": "x", "type": kind, "options": list(options)}


GOOD_COMMANDS = [
    [command(options=[sub(option())])],
    [command(options=[sub(sub(option(), name="deep"), name="group", kind=2)])],
    [command(name="gra", name_localizations={"tr": "oyna", "pl": "graj-łatwo"})],
    [{"name": "Challenge to SCOUT", "type": 2}, command()],
    [command(options=[option(required=True), option(name="other")])],
]

BAD_COMMANDS = [
    ([command(name="Scout")], "0.name APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name="sc out")], "0.name APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name="x" * 33)], "0.name BASE_TYPE_BAD_LENGTH"),
    ([command(description="")], "0.description BASE_TYPE_REQUIRED"),
    ([command(description="x" * 101)], "0.description BASE_TYPE_BAD_LENGTH"),
    ([command(), command()], "1.name APPLICATION_COMMANDS_DUPLICATE_NAME"),
    ([command(name_localizations={"fa": "بازی"})], "0.name_localizations.fa BASE_TYPE_CHOICES"),
    ([command(name_localizations={"tr": "Oyna"})], "0.name_localizations.tr APPLICATION"),
    ([command(options=[option(), option(name="b", required=True)])], "0.options.1 APPLICATION"),
    ([command(options=[option(), option()])], "0.options APPLICATION_COMMAND_OPTIONS_NAME"),
    ([command(options=[option(name=f"o{n}") for n in range(26)])], "0.options BASE_TYPE_MAX"),
    ([command(options=[sub(), option()])], "0.options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    ([command(options=[sub(sub(sub()), kind=2)])], "0.options.0.options.0.options.0 APPLICATION"),
    (
        [command(options=[option(autocomplete=True, choices=[{"name": "a", "value": 1}])])],
        "0.options.0 APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
    ),
    (
        [command(options=[option(choices=[{"name": f"{n}", "value": n} for n in range(26)])])],
        "0.options.0.choices BASE_TYPE_MAX_LENGTH",
    ),
    (
        [
            command(
                options=[
                    sub(
                        *(option(name=f"o{n}", description="x" * 100) for n in range(25)),
                        name=f"s{m}",
                    )
                    for m in range(4)
                ]
            )
        ],
        "0 APPLICATION_COMMAND_TOO_LARGE",
    ),
    ([{"name": "Challenge", "type": 2, "description": "x"}], "0.description APPLICATION"),
    ([{"name": f"m{n}", "type": 2} for n in range(16)], "_ APPLICATION_COMMANDS_MAX"),
]


@pytest.mark.parametrize("commands", GOOD_COMMANDS)
def test_good_commands_are_registered(commands: list[Json]) -> None:
    check_commands(commands)


@pytest.mark.parametrize(("commands", "fault"), BAD_COMMANDS, ids=lambda one: str(one)[:60])
def test_bad_commands_are_not(commands: list[Json], fault: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_commands(commands)
    assert any(fault in one for one in codes(refused.value.tree)), codes(refused.value.tree)


def test_modals_and_autocomplete_have_limits() -> None:
    field = {"type": 4, "custom_id": "a", "style": 1, "label": "A"}
    check_modal({"title": "T", "custom_id": "m", "components": [row(field)]})
    with pytest.raises(ApiError) as long:
        check_modal({"title": "x" * 46, "custom_id": "m", "components": [row(field)] * 6})
    assert codes(long.value.tree) == {
        "data.title BASE_TYPE_BAD_LENGTH",
        "data.components BASE_TYPE_BAD_LENGTH",
    }
    with pytest.raises(ApiError) as same:
        check_modal({"title": "T", "custom_id": "m", "components": [row(field)] * 2})
    assert codes(same.value.tree) == {"data.components COMPONENT_CUSTOM_ID_DUPLICATED"}
    with pytest.raises(ApiError) as unknown:
        check_modal({"title": "T", "custom_id": "m", "components": [{**row(), "type": 18}]})
    assert unknown.value.tree is not None or unknown.value.status == 501
    assert len(check_choices({"choices": [{"name": "a", "value": "a"}] * 25}, 3)) == 25
    with pytest.raises(ApiError):
        check_choices({"choices": [{"name": "a", "value": "a"}] * 26}, 3)
    with pytest.raises(ApiError):
        check_choices({"choices": [{"name": "x" * 101, "value": "a"}]}, 3)
