"""Share: what somebody looks at, for everybody; whose it is, who may not, and how it goes again."""

from __future__ import annotations

import random
from typing import Any

import discord
import pytest
from sqlalchemy.engine import Connection

from bot.base.times import MINUTE
from bot.entry.clicks import sharing
from bot.match.ids import Click, Numbered, Verb
from data.matches import matches
from tests.data import factory
from tests.e2e import stages
from tests.e2e.test_matches import started
from tests.e2e.world import Control, Person, World, controls, text


def button(message: Any, verb: Verb = Verb.SHARE) -> Control:
    [found] = [one for one in controls(message) if one.click.verb is verb]
    return found


async def share(person: Person, message: Any) -> Any:
    return await person.click(message, button(message).custom_id)


def mods(world: World) -> discord.Role:
    return world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))


def shared(world: World) -> list[Any]:
    """What everybody sees in the channel that somebody shared."""
    return [one for one in world.channel.history() if "Shared by" in text(one)]


@pytest.fixture
async def over(world: World) -> list[Person]:
    """Two people who have played a match to its end; it is rated, short though it was."""
    stage = await stages.reach(world, "over")

    def counted(conn: Connection) -> None:
        matches.change(conn, 1, unrated_reason=None)
        factory.rebuild_all(conn)

    await world.bot.parts.desk.db.write(counted)
    return [stage.people["mover"], stage.people["other"]]


PAGES = {
    "leaderboard": {},
    "profile": {},
    "replay": {"match": 1},
}
OPENERS = {"leaderboard": Verb.BOARD, "profile": Verb.MATCHES, "replay": Verb.REPLAY}


@pytest.mark.parametrize("page", PAGES)
async def test_a_page_is_shown_to_everybody_with_who_shared_it(
    world: World, over: list[Person], page: str
) -> None:
    ada, berk = over
    own = await ada.slash(f"scout {page}", **PAGES[page])
    assert own.ephemeral
    answer = await share(ada, own.response)
    assert not answer.response.ephemeral
    [message] = shared(world)
    said = text(message)
    assert f"Shared by \u2068{ada.name}\u2069" in said
    assert (ada.name if page == "profile" else "Harbour" if page == "leaderboard" else "1") in said
    # It pings nobody, and nobody turns its pages: one button removes it, one opens another's own.
    assert "<@" not in said
    assert [one.click.verb for one in controls(message)] == [OPENERS[page], Verb.UNSHARE]
    opened = await berk.click(message, button(message, OPENERS[page]).custom_id)
    assert opened.ephemeral
    assert text(world.fresh(message)) == said
    assert "You have no rated match" not in said
    assert message.attachments


async def test_a_result_is_shared_without_its_controls(world: World, over: list[Person]) -> None:
    ada, _ = over
    final = await world.message("final")
    answer = await share(ada, final)
    said = text(answer.response)
    assert text(final).splitlines()[1] in said  # who won
    assert "Shared by" in said
    assert [one.click.verb for one in controls(answer.response)] == [Verb.REPLAY, Verb.UNSHARE]


async def test_it_is_said_in_the_server_s_language(world: World, over: list[Person]) -> None:
    ada, _ = over
    page = (await ada.slash("scout preferences")).response
    custom_id = Click(Verb.PREFERENCE, args=("locale",)).custom_id
    await ada.choose(page, custom_id, "pl")
    own = await ada.slash("scout leaderboard")
    assert "Leaderboard of" not in text(own.response)
    await share(ada, own.response)
    [message] = shared(world)
    assert "Leaderboard of" in text(message)


async def test_whoever_shared_it_removes_it_and_so_does_a_moderator(
    world: World, over: list[Person]
) -> None:
    ada, berk = over
    moderator = world.person("Mod", roles=[mods(world)])
    own = await ada.slash("scout leaderboard")
    for remover, removes in ((berk, False), (ada, True), (moderator, True)):
        await world.env.advance_time(MINUTE / 1000)
        await share(ada, own.response)
        [message] = shared(world)
        answer = await remover.click(message, button(message, Verb.UNSHARE).custom_id)
        if removes:
            assert not shared(world)
        else:
            assert answer.ephemeral
            assert sharing.NOT_YOURS in text(answer.response)
            await ada.click(message, button(message, Verb.UNSHARE).custom_id)


async def test_twice_a_minute_and_no_more(world: World, over: list[Person]) -> None:
    ada, berk = over
    own, other = await ada.slash("scout leaderboard"), await berk.slash("scout leaderboard")
    for _ in range(sharing.MOST):
        await share(ada, own.response)
    refused = await share(ada, own.response)
    assert refused.ephemeral
    assert sharing.TOO_OFTEN in text(refused.response)
    await share(berk, other.response)  # his own minute
    assert len(shared(world)) == sharing.MOST + 1
    await world.env.advance_time(MINUTE / 1000)
    await share(ada, own.response)
    assert len(shared(world)) == sharing.MOST + 2


async def test_a_server_can_forbid_it(world: World, over: list[Person]) -> None:
    ada, _ = over
    own, final = await ada.slash("scout leaderboard"), await world.message("final")
    moderator = world.person("Mod", roles=[mods(world)])
    page = (await moderator.slash("scout-admin settings")).response
    await moderator.click(page, Click(Verb.SETTING, args=("sharing", "off")).custom_id)
    for message in (own.response, final):
        refused = await share(ada, message)
        assert refused.ephemeral
        assert sharing.FORBIDDEN in text(refused.response)
    for name, options in PAGES.items():
        later = await ada.slash(f"scout {name}", **options)
        assert Verb.SHARE not in [one.click.verb for one in controls(later.response)]
    assert not shared(world)


async def test_who_may_not_write_shares_nothing(world: World, over: list[Person]) -> None:
    ada, _ = over
    quiet = world.guild.create_text_channel(
        "quiet",
        overwrites={world.guild.default_role: discord.PermissionOverwrite(send_messages=False)},
    )
    own = await ada.slash("scout leaderboard", channel=quiet)
    refused = await share(ada, own.response)
    assert refused.ephemeral
    assert sharing.NOT_ALLOWED in text(refused.response)
    assert not quiet.history()


async def test_nothing_of_a_match_that_is_on_can_be_shared(world: World) -> None:
    ada, berk = await started(world, 2, 2)
    rng = random.Random(1)
    for _ in range(3):
        for person in (ada, berk):
            await person.act(rng)
    hands = [(await world.live()).view(seat).hand for seat in (1, 2)]
    assert all(hands)
    number = Numbered(1, (await world.row()).commitment[:6])
    table = await world.message("table")
    for args in (("replay", "0"), ("replay", "expert", "3"), ("result",)):
        forged = await world.forge(ada, table, Click(Verb.SHARE, number, None, args).custom_id)
        assert forged.ephemeral
        assert "There is no match 1" in text(forged.response)
    profile = await world.forge(ada, table, Click(Verb.SHARE, args=("profile", "1")).custom_id)
    assert sharing.NOBODY in text(profile.response)
    for message in (table, ada.dms()[-1]):
        assert Verb.SHARE not in [one.click.verb for one in controls(message)]


async def test_the_lobby_s_message_tells_the_result_in_the_end(
    world: World, over: list[Person]
) -> None:
    del over
    lobby, final = await world.message("lobby"), await world.message("final")
    said = text(lobby)
    assert text(final).splitlines()[1] in said
    assert "has begun" not in said
    assert final.jump_url in str(lobby.components)
    assert "thumbnail" in str(lobby.components).lower() or lobby.attachments
    assert not controls(lobby)


async def test_the_lobby_s_message_follows_when_the_match_is_voided(
    world: World, over: list[Person]
) -> None:
    del over
    moderator = world.person("Mod", roles=[mods(world)])
    await moderator.slash("scout-admin void", match=1)
    assert "voided" in text(await world.message("lobby"))


async def test_while_it_is_played_the_lobby_s_message_leads_to_the_table(world: World) -> None:
    ada, berk = await started(world, 2, 2)
    lobby = await world.message("lobby")
    assert "has begun" in text(lobby)
    assert (await world.message("table")).jump_url in str(lobby.components)
    edits = [one for one in world.env.http_requests if one.path.endswith(f"/messages/{lobby.id}")]
    rng = random.Random(1)
    for _ in range(3):
        for person in (ada, berk):
            await person.act(rng)
    later = [one for one in world.env.http_requests if one.path.endswith(f"/messages/{lobby.id}")]
    assert len(later) == len(edits)
