"""The grammar of custom_ids: what is written is read back, anything else is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.ids import (
    MAX_LENGTH,
    BadCustomId,
    Click,
    Decision,
    Numbered,
    Verb,
    parse,
    read_word,
    word,
)

SNOWFLAKES = st.integers(0, 10**18 - 1)
MARKS = st.from_regex(r"[0-9a-f]{6}", fullmatch=True)
ARGS = st.lists(st.from_regex(r"[A-Za-z0-9_-]{1,8}", fullmatch=True), max_size=5).map(tuple)
CLICKS = st.builds(
    Click,
    st.sampled_from(Verb),
    st.none() | st.builds(Numbered, SNOWFLAKES, st.just("") | MARKS),
    st.none() | st.builds(Decision, st.integers(1, 5), st.integers(0, 1000)),
    ARGS,
)


@given(CLICKS)
def test_a_click_survives_its_custom_id(click: Click) -> None:
    custom_id = click.custom_id
    assert custom_id.isascii()
    assert len(custom_id) <= MAX_LENGTH
    read = parse(custom_id)
    assert read == click
    assert read.custom_id == custom_id  # equal numbers may have other marks


@given(st.text(max_size=120))
def test_any_text_is_read_exactly_or_refused(text: str) -> None:
    try:
        click = parse(text)
    except BadCustomId:
        return
    assert click.custom_id == text


@given(CLICKS, st.data())
def test_one_wrong_character_is_never_read_as_something_that_writes_differently(
    click: Click, data: st.DataObject
) -> None:
    text = list(click.custom_id)
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] = data.draw(st.sampled_from(":.-_0aZ ٣\n"))
    try:
        read = parse("".join(text))
    except BadCustomId:
        return
    assert read.custom_id == "".join(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "s1",
        "s1:show",
        "s0:show:1:1.1",
        "s1:nonsense:1:1.1",
        "s1:show:01:1.1",
        "s1:show:1:1",
        "s1:show:1:1.1:",
        "s1:show:1:1.1::3",
        "s1:show:1:1.1:3:5\n",
        "s1:show:1:1.1:" + "9" * 100,
        "s1:show:99999999999999999999:-",
        "S1:show:1:-",
        "s1:show:1.:-",
        "s1:show:1.abcde:-",
        "s1:show:1.abcdefa:-",
        "s1:show:1.ABCDEF:-",
        "s1:show:-.abcdef:-",
    ],
)
def test_what_we_never_wrote_is_refused(text: str) -> None:
    with pytest.raises(BadCustomId):
        parse(text)


@given(SNOWFLAKES, st.just("") | MARKS)
def test_a_match_is_read_back_with_its_mark(number: int, mark: str) -> None:
    read = read_word(word(Numbered(number, mark)))
    assert (read, read.mark) == (number, mark)


@pytest.mark.parametrize("text", ["", "x", "-1", "1.", "1.abc", "1.abcdef.", "٣", "01", "9" * 19])
def test_no_other_word_is_a_match(text: str) -> None:
    with pytest.raises(BadCustomId):
        read_word(text)


@pytest.mark.parametrize("arg", ["", "a b", "a:b", "ü", "x" * 101])
def test_an_argument_that_could_not_be_read_back_is_not_written(arg: str) -> None:
    with pytest.raises(ValueError, match="not a custom_id"):
        _ = Click(Verb.SHOW, 1, None, (arg,)).custom_id
