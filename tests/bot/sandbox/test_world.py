"""The world by itself: what it keeps, what it counts, whom it tells what."""

from bot.sandbox.compose import Body, changed_message, new_message
from bot.sandbox.model import Channel, Message
from bot.sandbox.world import KEPT_FILES, World


def picture(world: World, channel: Channel) -> Message:
    return world.post(new_message(world, channel, Body({}, {0: ("a.txt", b"x")})))


def place(world: World) -> Channel:
    return next(iter(world.channels.values()))


def test_what_still_shows_is_never_dropped_and_what_does_not_goes_in_the_end() -> None:
    world = World(people=1)
    channel = place(world)
    shown, changed = picture(world, channel), picture(world, channel)
    old = changed.attachments[0].id
    for _ in range(KEPT_FILES + 50):
        again = Body({"attachments": [{"id": 0}]}, {0: ("b.txt", b"y")})
        world.change(changed, changed_message(world, changed, again))
    assert shown.attachments[0].id in world.files
    assert changed.attachments[0].id in world.files
    assert old not in world.files
    assert len(world.files) == KEPT_FILES + 2


def test_a_deleted_message_leaves_its_picture_for_a_while() -> None:
    world = World(people=1)
    channel = place(world)
    message = picture(world, channel)
    world.delete(message)
    assert message.attachments[0].id in world.files
    for _ in range(KEPT_FILES):
        world.delete(picture(world, channel))
    assert message.attachments[0].id not in world.files


def test_many_people_are_in_every_server_and_the_servers_spread_over_shards() -> None:
    world = World(people=60, servers=20)
    assert len({one.key for one in world.people}) == 60
    assert (world.people[7].name, world.people[8].name) == ("Hania", "Player 9")
    for guild in world.guilds.values():
        assert len(guild.members) == 61
        assert sum(one.guild_id == guild.id for one in world.channels.values()) == 2
    for count in (2, 4, 5):
        shards = [(guild_id >> 22) % count for guild_id in world.guilds]
        assert {shards.count(one) for one in range(count)} == {20 // count}


def test_who_listens_is_told_who_may_see_it() -> None:
    world = World(people=3)
    ada, berk, celina = world.people
    told: list[tuple[str, list[str]]] = []
    world.listen(
        lambda event, _, sees: told.append((event, [o.key for o in world.people if sees(o.id)]))
    )
    del world.guild.members[celina.id]
    channel = place(world)
    world.post(Message(world.new_id(), channel.id, world.bot.id, content="for all here"))
    world.post(Message(world.new_id(), channel.id, world.bot.id, visible_to=berk.id))
    world.post(Message(world.new_id(), world.dm(ada).id, world.bot.id))
    messages = [who for event, who in told if event == "message"]
    assert messages == [["ada", "berk"], ["berk"], ["ada"]]
    assert channel.shared == 1
    assert (world.waiting(ada.id), world.waiting(berk.id)) == (1, 0)
