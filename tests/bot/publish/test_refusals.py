"""The table of refusals: each row, and that the README shows the same."""

from __future__ import annotations

import re
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.base import codes
from bot.publish import refusals
from bot.publish.refusals import About, Closes, Meaning, meaning
from tests.bot.publish.refused import refused

README = (Path(refusals.__file__).parent / "README.md").read_text()
WORDS = {
    Closes.DMS: "their direct messages",
    Closes.MESSAGE: "that message",
    Closes.PLACE: "the place",
    Closes.PLACE_AT_THIRD: "the place, at the third in a row",
    Closes.DISCORD_AT_FIFTH: "Discord, at the fifth in a row",
}
NAMES = {value: name for name, value in vars(codes).items() if isinstance(value, int)}


def _rows(cells: int) -> set[tuple[str, ...]]:
    told = re.findall(r"^\| (.+) \|$", README, re.MULTILINE)
    rows = {tuple(cell.strip() for cell in row.split("|")) for row in told}
    return {row for row in rows if len(row) == cells and row[0] not in ("meaning", "status")}


def test_the_readme_tells_what_each_meaning_entails() -> None:
    assert _rows(5) == {
        (
            kind.name,
            kind.about.value,
            "; ".join(WORDS[one] for one in kind.closes) or "nothing",
            kind.value.opens,
            kind.value.again,
        )
        for kind in Meaning
    }


def test_the_readme_tells_what_each_code_and_status_means() -> None:
    by_code = {
        ("below 500", str(code), NAMES[code], kind.name) for code, kind in refusals.BY_CODE.items()
    }
    by_status = {
        (str(status), "none", "", kind.name) for status, kind in refusals.BY_STATUS.items()
    }
    limits = f"{refusals.LIMITS.start}–{refusals.LIMITS.stop - 1}, others"
    assert _rows(4) == by_code | by_status | {
        ("5xx", "any", "", meaning(refused(500)).name),
        ("below 500", limits, "", meaning(refused(400, refusals.LIMITS.start)).name),
        ("any other", "none", "", meaning(refused(418)).name),
        ("any other", "any other", "", meaning(refused(400, 99_999)).name),
        ("no connection", "", "", meaning(ConnectionResetError()).name),
        ("no answer in time", "", "", meaning(TimeoutError()).name),
    }


def test_every_code_with_a_name_has_a_row() -> None:
    assert set(NAMES) == set(refusals.BY_CODE)


@pytest.mark.parametrize("status", [400, 403, 404, 429])
@pytest.mark.parametrize(("code", "kind"), refusals.BY_CODE.items())
def test_a_code_means_the_same_whatever_the_status(status: int, code: int, kind: Meaning) -> None:
    assert meaning(refused(status, code)) is kind


@pytest.mark.parametrize(("status", "kind"), refusals.BY_STATUS.items())
def test_a_status_without_a_code(status: int, kind: Meaning) -> None:
    assert meaning(refused(status)) is kind


@pytest.mark.parametrize("status", [500, 502, 503, 504, 520])
@pytest.mark.parametrize("code", [0, codes.DMS_CLOSED])
def test_a_server_error_is_no_ones_but_discords(status: int, code: int) -> None:
    assert meaning(refused(status, code)) is Meaning.DISCORD_DOWN


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (OSError(), Meaning.DISCORD_DOWN),
        (ConnectionResetError(), Meaning.DISCORD_DOWN),
        (aiohttp.ServerDisconnectedError(), Meaning.DISCORD_DOWN),
        (aiohttp.ServerTimeoutError(), Meaning.DISCORD_DOWN),
        (TimeoutError(), Meaning.NO_ANSWER),
        (discord.RateLimited(3.0), Meaning.PAUSED),
        (refused(429, 12_345), Meaning.PAUSED),
        (refused(400, 30_007), Meaning.FULL),
        (refused(403, 99_999), Meaning.UNTOLD),
        (refused(404), Meaning.UNTOLD),
    ],
)
def test_what_has_no_row_of_its_own(error: refusals.Failure, kind: Meaning) -> None:
    assert meaning(error) is kind


def test_only_what_is_about_a_person_closes_their_direct_messages() -> None:
    closing = {code for code, kind in refusals.BY_CODE.items() if Closes.DMS in kind.closes}
    assert closing == {50007, 50278, 10013, 50033}
    assert all(kind.about is About.PERSON for kind in Meaning if Closes.DMS in kind.closes)
    for outage in (refused(403), refused(403, 40003), refused(403, 20026), refused(429)):
        assert Closes.DMS not in meaning(outage).closes


def test_only_our_own_faults_are_faults() -> None:
    assert [kind for kind in Meaning if kind.fault] == [Meaning.OUR_FAULT]


def test_the_pause_that_discord_asks_for() -> None:
    assert refusals.pause_s(refused(429, Retry_After="1.5")) == 1.5
    assert refusals.pause_s(refused(429)) is None
    assert refusals.pause_s(refused(429, Retry_After="soon")) is None
    assert refusals.pause_s(refused(503, Retry_After="1")) is None
    assert refusals.pause_s(discord.RateLimited(4.0)) == 4.0
    assert refusals.pause_s(TimeoutError()) is None


def test_which_429s_are_for_the_whole_bot() -> None:
    assert refusals.for_the_whole_bot(refused(429, X_RateLimit_Global="true"))
    barred = refused(429)
    del barred.response.headers["Via"]
    assert refusals.for_the_whole_bot(barred)
    assert not refusals.for_the_whole_bot(refused(429))
    assert not refusals.for_the_whole_bot(refused(503, X_RateLimit_Global="true"))
    assert not refusals.for_the_whole_bot(discord.RateLimited(4.0))
