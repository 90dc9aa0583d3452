"""The hand: by direct message, to oneself alone, by typing, and with very many cards."""

from __future__ import annotations

import random

import pytest
from sqlalchemy.engine import Connection

from bot.match.ids import Click, Verb
from bot.match.typed import written
from bot.texts import texts_for
from data.people import guilds, players
from data.people.models import GuildSettings
from engine import Show, views
from tests.e2e.test_matches import started
from tests.e2e.world import Person, World, controls, text

HAND = Click(Verb.HAND, 1).custom_id


async def in_play(world: World, people: list[Person]) -> Person:
    """Everybody has chosen the orientation; who is on turn."""
    for person in people:
        await person.act(random.Random(1))
    return on_turn(people)


def on_turn(people: list[Person]) -> Person:
    [person] = [one for one in people if one.hand() is not None]
    return person


async def seat_of(world: World, person: Person) -> int:
    row = await world.row()
    return next(seat.seat for seat in row.seats if seat.name == person.name)


async def test_the_first_hand_explains_a_turn_and_says_where_it_belongs(world: World) -> None:
    ada, _ = await started(world, 2, 2)
    said = text(ada.hand())
    assert "Harbour" in said
    assert "match 1" in said
    [thread] = world.channel.threads
    assert f"<#{thread.id}>" in said
    [picture] = ada.hand().attachments
    assert picture.description


async def test_the_hand_rests_without_controls_from_then_on(
    world: World,
) -> None:
    people = await started(world, 2, 2, pace="untimed")
    person = await in_play(world, people)
    [other] = [one for one in people if one is not person]
    hand = person.hand()
    show = next(one for one in controls(hand) if one.click.verb is Verb.SHOW)
    result = await person.click(hand, show.custom_id)
    assert result.acknowledged
    resting = world.fresh(hand)
    assert not controls(resting)
    assert text(resting).startswith("You showed")
    assert "isn't your turn" in text(resting)
    [picture] = resting.attachments
    assert picture.description.startswith("Your hand")
    seat = await seat_of(world, person)
    held = len((await world.live()).view(seat).hand)
    assert f", {held} card" in picture.description, "the hand as it is now"
    await other.slash("scout act", action="scout left 1")
    assert person.hand() is None, "still the other's turn"
    assert text(world.fresh(hand)) == text(resting)
    rng = random.Random(1)
    while person.hand() is None:
        assert await other.act(rng)
    assert text(world.fresh(hand)) == text(resting), "it stays, for no further call"


async def test_a_choice_of_orientation_becomes_the_heading_of_its_round(world: World) -> None:
    people = await started(world, 2, 2)
    first = {person: person.hand() for person in people}
    person = await in_play(world, people)
    [other] = [one for one in people if one is not person]
    assert text(world.fresh(first[person])).startswith("### Round 1 of 2")
    resting = world.fresh(first[other])
    assert text(resting).startswith("### Round 1 of 2")
    assert "It isn't your turn now." in text(resting), "their cards, to plan with"
    assert resting.attachments


async def test_my_hand_is_for_its_player_alone_and_stays_fresh(world: World) -> None:
    people = await started(world, 2, 2)
    person = await in_play(world, people)
    [other] = [one for one in people if one is not person]
    table = await world.message("table")
    opened = await other.click(table, HAND)
    assert opened.ephemeral
    assert not [one for one in controls(opened.response) if one.click.decision]
    hand = person.hand()
    shows = [one for one in controls(hand) if one.click.verb is Verb.SHOW]
    await person.click(hand, shows[-1].custom_id)
    assert [one for one in controls(opened.response) if one.click.decision], "it is their turn"
    stranger = world.person("Zoe")
    refused = await stranger.click(table, HAND)
    assert refused.ephemeral
    assert not refused.response.attachments


async def test_after_a_quarter_of_an_hour_my_hand_brings_a_new_one(world: World) -> None:
    people = await started(world, 2, 2, pace="untimed")
    person = await in_play(world, people)
    [other] = [one for one in people if one is not person]
    table = await world.message("table")
    opened = await other.click(table, HAND)
    await world.env.advance_time(15 * 60 + 1)
    await person.act(random.Random(2))
    assert not [one for one in controls(opened.response) if one.click.decision]
    fresh = await other.click(table, HAND)
    assert fresh.ephemeral


async def test_an_action_elsewhere_closes_the_direct_message(world: World) -> None:
    people = await started(world, 2, 2)
    person = await in_play(world, people)
    hand = person.hand()
    seat = await seat_of(world, person)
    seen = (await world.live()).view(seat)
    answer = await person.slash("scout act", action=written(seen, views.legal_actions(seen)[0]))
    assert "You showed" in text(answer.response)
    assert "You showed" in text(world.fresh(hand))
    assert not controls(world.fresh(hand))


async def test_typing_completes_to_legal_actions_only(world: World) -> None:
    people = await started(world, 2, 2)
    person = await in_play(world, people)
    seat = await seat_of(world, person)
    seen = (await world.live()).view(seat)
    legal = {written(seen, one) for one in views.legal_actions(seen)}
    offered = await person.member.autocomplete(world.channel, "scout act", "action", "")
    assert offered
    assert {one["value"] for one in offered} <= legal
    buttons = [one.click for one in controls(person.hand()) if one.click.verb is Verb.SHOW]
    strongest = [written(seen, Show(*map(int, click.args))) for click in buttons]
    assert [one["value"] for one in offered][: len(strongest)] == strongest
    number = seen.hand[0].active
    offered = await person.member.autocomplete(world.channel, "scout act", "action", f"{number}")
    assert offered[0]["name"].startswith(f"Show {number}")
    offered = await person.member.autocomplete(world.channel, "scout act", "action", "SHOW  cards")
    assert all(one["value"].startswith("show cards") for one in offered)
    [other] = [one for one in people if one is not person]
    assert not await other.member.autocomplete(world.channel, "scout act", "action", "")
    assert not await world.person("Zoe").member.autocomplete(
        world.channel, "scout act", "action", ""
    )


async def test_what_may_mean_several_places_is_asked_and_then_done(world: World) -> None:
    people = await started(world, 2, 2)
    person = await in_play(world, people)
    seat = await seat_of(world, person)
    seen = (await world.live()).view(seat)
    # Nothing lies there yet: a number that the hand has twice can be shown from either place.
    numbers = [card.active for card in seen.hand]
    twice = next(number for number in numbers if numbers.count(number) > 1)
    before = (await world.live()).head
    asked = await person.slash("scout act", action=str(twice))
    assert asked.ephemeral
    assert (await world.live()).head == before
    offered = controls(asked.response)
    assert len(offered) == numbers.count(twice)
    done = await person.click(asked.response, offered[0].click.custom_id)
    assert f"You showed {twice}" in text(done.response)
    assert (await world.live()).head > before


@pytest.mark.parametrize("typed", ["dance", "show 99", "scout left 1", "show 5-3", "keep"])
async def test_what_is_not_legal_is_refused_in_words(world: World, typed: str) -> None:
    people = await started(world, 2, 2)
    person = await in_play(world, people)
    before = (await world.live()).head
    answer = await person.slash("scout act", action=typed)
    assert answer.ephemeral
    assert len(text(answer.response)) > 20
    assert (await world.live()).head == before


async def test_confirmation_can_be_asked_for(world: World) -> None:
    people = await started(world, 2, 2)
    person = await in_play(world, people)
    page = await person.slash("scout preferences")
    [switch] = [one for one in controls(page.response) if "confirm" in one.custom_id]
    await person.click(page.response, switch.custom_id)
    hand = person.hand()
    show = next(one for one in controls(hand) if one.click.verb is Verb.SHOW)
    before = (await world.live()).head
    await person.click(hand, show.custom_id)
    assert (await world.live()).head == before
    do = next(one for one in controls(world.fresh(hand)) if one.click.verb is Verb.DO)
    await person.click(world.fresh(hand), do.custom_id)
    assert (await world.live()).head > before


async def test_text_instead_of_pictures(world: World) -> None:
    ada, berk = world.people(2)
    page = await ada.slash("scout preferences")
    [switch] = [one for one in controls(page.response) if "text_only" in one.custom_id]
    await ada.click(page.response, switch.custom_id)
    await ada.slash("scout play", computers=1)
    assert not ada.hand().attachments
    hand = (await world.live()).view(await seat_of(world, ada)).hand
    first = hand[0]
    assert f"**{first.active}**/{first.other}" in text(ada.hand())
    del berk


async def test_pings_in_the_channel_or_none_at_all(world: World) -> None:
    ada = world.person("Ada")
    for choice, dms, pings in (("channel", 0, 1), ("none", 0, 1), ("dm", 1, 1)):
        page = await ada.slash("scout preferences")
        [menu] = [one for one in controls(page.response) if "pings" in one.custom_id]
        await ada.choose(page.response, menu.custom_id, choice)
        await ada.slash("scout play", computers=1)
        if choice == "none":
            continue
        kinds = [one.kind for number in (1, 2, 3) for one in await world.shown(number)]
        assert kinds.count("hand") == dms
        assert kinds.count("ping") == pings


async def test_rematch_holds_the_seats_of_the_others(world: World) -> None:
    ada, berk = await started(world, 3, 2, rounds=1)
    await world.play_to_the_end([ada, berk])
    final = await world.message("final")
    await berk.click(final, Click(Verb.REMATCH, 1).custom_id)
    row = await world.row(2)
    assert row.status == "lobby"
    assert sorted(seat.status for seat in row.seats) == ["invited", "seated", "seated"]
    assert [seat.is_computer for seat in row.seats].count(True) == 1
    lobby = await world.message("lobby", match=2)
    await ada.click(lobby, Click(Verb.ACCEPT, 2).custom_id)
    await berk.click(world.fresh(lobby), Click(Verb.START, 2).custom_id)
    assert (await world.row(2)).status == "playing"
    again = await ada.click(final, Click(Verb.REMATCH, 1).custom_id)
    assert again.ephemeral
    assert await world.row(3) is None, "a match has one rematch"


async def test_computers_in_a_row_are_one_update_of_the_table(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("scout play", computers=4, rounds=1)
    await ada.act(random.Random(1))
    table = await world.message("table")

    def edits() -> int:
        return sum(
            one.method == "PATCH" and one.path.endswith(str(table.id))
            for one in world.env.http_requests
        )

    before, history = edits(), len((await world.live()).view(None).history)
    await ada.act(random.Random(1))
    assert len((await world.live()).view(None).history) == history + 5
    assert edits() <= before + 2, "the person's turn at once, the four computers' together"


async def test_direct_messages_speak_the_language_of_their_reader(world: World) -> None:
    ada = world.person("Ada")
    emit = world.env.backend.emit

    def in_polish(event: str, payload: dict[str, object]) -> None:
        emit(event, {**payload, "locale": "pl"})

    world.env.backend.emit = in_polish
    await ada.slash("scout play", computers=1)
    person = await world.bot.parts.desk.db.read(lambda conn: players.find(conn, ada.user.id))
    assert person is not None
    assert person.preferences.seen_locale == "pl"
    assert person.preferences.locale is None, "they have chosen none"


async def test_who_speaks_what_the_bot_does_not_is_told_in_the_servers_language(
    world: World,
) -> None:
    ada = world.person("Ada")
    emit, spoken = world.env.backend.emit, "de"
    world.env.backend.emit = lambda event, payload: emit(event, {**payload, "locale": spoken})
    settings = GuildSettings(locale="tr")

    def choose(conn: Connection) -> None:
        guilds.get_or_create(conn, world.guild.id, "Harbour", 1)
        guilds.set_settings(conn, world.guild.id, settings)

    await world.bot.parts.desk.db.write(choose)
    help_page = await ada.slash("scout help")
    assert texts_for("tr").gettext("SCOUT: help") in text(help_page.response)
    await ada.slash("scout play", computers=1)
    spoken = "pl"
    help_page = await ada.slash("scout help")
    assert texts_for("pl").gettext("SCOUT: help") in text(help_page.response)
    person = await world.bot.parts.desk.db.read(lambda conn: players.find(conn, ada.user.id))
    assert person is not None
    assert person.preferences.seen_locale == "pl"


async def test_an_open_hand_goes_no_further_once_its_seat_is_given_up(world: World) -> None:
    ada, berk = await started(world, 3, 2, rounds=1)
    window = await ada.click(await world.message("table"), Click(Verb.HAND, 1).custom_id)
    answer = await ada.slash("scout leave")
    await ada.press(answer.response, "Leave for good")
    before = text(world.fresh(window.response))
    await berk.act(random.Random(1))
    assert (await world.live()).view(None).phase == "play"
    assert text(world.fresh(window.response)) == before


def deciding(message: object) -> list[object]:
    """The controls of a message that would act."""
    return [one for one in controls(message) if one.click.decision]


async def test_a_newer_hand_closes_the_former(world: World) -> None:
    people = await started(world, 2, 2, pace="untimed")
    person = await in_play(world, people)
    table = await world.message("table")
    first = await person.click(table, HAND)
    assert deciding(first.response)
    second = await person.slash("scout hand")
    assert deciding(second.response)
    assert not controls(first.response)
    assert "newer hand" in text(first.response)
    show = next(one for one in controls(second.response) if one.click.verb is Verb.SHOW)
    await person.click(second.response, show.custom_id)
    assert "You showed" in text(second.response), "a click on it closes nothing"


async def test_a_hand_that_could_not_be_closed_any_more_closes_when_it_is_touched(
    world: World,
) -> None:
    people = await started(world, 2, 2, pace="untimed")
    person = await in_play(world, people)
    table = await world.message("table")
    first = await person.click(table, HAND)
    await world.env.advance_time(15 * 60)
    await person.click(table, HAND)
    assert deciding(first.response), "Discord doesn't let it be changed any more"
    before = (await world.live()).head
    await person.click(first.response, deciding(first.response)[0].custom_id)
    assert (await world.live()).head == before
    assert not controls(first.response)
    assert "My hand" in text(first.response)


async def test_typed_play_leaves_no_trail_of_live_buttons(world: World) -> None:
    ada, berk = await started(world, 2, 2, rounds=1, pace="untimed")
    answers: dict[Person, list[object]] = {ada: [], berk: []}
    for person in (ada, berk):
        answers[person].append((await person.slash("scout act", action="keep")).response)
    while (await world.row()).status == "playing":
        person = on_turn([ada, berk])
        seen = (await world.live()).view(await seat_of(world, person))
        action = written(seen, views.legal_actions(seen)[0])
        if len(answers[person]) == 3:
            # What is typed so may mean several places, and is asked back.
            answers[person].append((await person.slash("scout act", action="scout left")).response)
        answers[person].append((await person.slash("scout act", action=action)).response)
        for one in (ada, berk):
            live = [shown for shown in answers[one] if deciding(shown)]
            assert len(live) <= 1, "the newest, at most"
    for one in (ada, berk):
        assert len(answers[one]) > 3
        assert not [shown for shown in (*answers[one], *one.dms()) if deciding(shown)]
        assert not [shown for shown in answers[one] if "next round" in text(shown)]


async def test_nothing_speaks_of_a_next_round_when_there_is_none(world: World) -> None:
    ada, berk = await started(world, 2, 2, rounds=1, pace="untimed")
    window = await ada.click(await world.message("table"), HAND)
    await world.play_to_the_end([ada, berk])
    assert text(window.response).startswith("### The match is over")
    for message in (window.response, *ada.dms(), *berk.dms()):
        assert "next round" not in text(message).lower()
