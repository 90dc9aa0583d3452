"""Players, lobbies and played matches, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType

from sqlalchemy.engine import Connection

from data.matches import hosted, log, matches
from data.matches.models import MatchOptions, StoredMatch, StoredSeat
from data.people import guilds, players
from data.standings import recount, standings
from data.store.work import at_once
from engine import Deal, Match, Move, apply, deal_from_seed, fairness, legal_actions, new_match

GUILD = 900_000_000_000_000_001
CHANNEL = 800_000_000_000_000_001
DISCORD = 700_000_000_000_000_000  # + 1, 2, 3 …: people's ids
START_ID = "600000000000000001"


def person(
    conn: Connection, number: int, names: Mapping[int, str] = MappingProxyType({})
) -> players.Player:
    name = names.get(number, f"Person {number}")
    return players.by_discord(conn, DISCORD + number, name, at=1)


def lobby(
    conn: Connection,
    *people: int,
    levels: tuple[str, ...] = (),
    guild: int = GUILD,
    options: MatchOptions | None = None,
    at: int = 1_000,
    seed: int = 0,
    names: Mapping[int, str] = MappingProxyType({}),
) -> int:
    """A lobby with these people's and then these computers' seats; its id."""
    guilds.get_or_create(conn, guild, "A server", at)
    seated = [person(conn, number, names) for number in people]
    match_id = matches.create(
        conn,
        guild_id=guild,
        channel_id=CHANNEL,
        host_id=seated[0].id,
        options=options or MatchOptions(),
        secret=f"secret {seed}",
        at=at,
    )
    seats = [StoredSeat(0, player_id=player.id, name=player.name) for player in seated]
    seats += [StoredSeat(0, level=level) for level in levels]
    matches.replace_seats(conn, match_id, seats)
    return match_id


def stored(conn: Connection, match_id: int) -> StoredMatch:
    row = matches.get(conn, match_id)
    assert row is not None
    return row


def folded(conn: Connection, match_id: int) -> hosted.Hosted:
    return hosted.fold(stored(conn, match_id), log.load(conn, match_id))


@cache
def play_out(players: int, seed: int, rounds: int | None = None) -> tuple[Deal | Move, ...]:
    """The engine's entries of a whole match of random legal actions."""
    rng = Random(seed)
    match: Match = new_match(players, MatchOptions(rounds=rounds).for_engine(players))
    entries: list[Deal | Move] = []
    while not match.over:
        entry: Deal | Move
        if match.awaits_deal:
            entry = deal_from_seed(match, fairness.seed(f"secret {seed}", START_ID))
        else:
            seat = next(s for s in range(1, players + 1) if legal_actions(match, s))
            # Shows end rounds; random Scouts alone would go on for long.
            choices = legal_actions(match, seat)
            shows = [action for action in choices if str(action).startswith("show")]
            entry = Move(seat, rng.choice(shows or choices))
        match = apply(match, entry).match
        entries.append(entry)
    return tuple(entries)


def as_logged(entry: Deal | Move) -> log.Entry:
    if isinstance(entry, Deal):
        return log.Deal.of(entry)
    return log.Action(seat=entry.seat, text=str(entry.action))


def append(
    conn: Connection, match_id: int, sequence: int, entry: log.Entry, cause: str, at: int
) -> None:
    """One entry."""
    log.append(conn, match_id, [log.Logged(sequence, entry, cause, at)])


def write_log(
    conn: Connection, match_id: int, entries: Sequence[Deal | Move], at: int = 2_000
) -> None:
    for number, entry in enumerate(entries, start=1):
        append(conn, match_id, number, as_logged(entry), f"test:{number}", at + number)


def finished(
    conn: Connection,
    *people: int,
    levels: tuple[str, ...] = (),
    seed: int = 1,
    at: int,
    guild: int = GUILD,
    options: MatchOptions | None = None,
    extra: Sequence[log.Entry] = (),
    names: Mapping[int, str] = MappingProxyType({}),
) -> tuple[int, standings.Finished]:
    """A match played from lobby to final score; ``extra`` entries come after the first deal."""
    options = options or MatchOptions()
    match_id = lobby(
        conn, *people, levels=levels, guild=guild, options=options, at=at, seed=seed, names=names
    )
    matches.change(conn, match_id, start_id=START_ID)
    matches.set_status(conn, match_id, "playing", at=at)
    played = [as_logged(e) for e in play_out(len(people) + len(levels), seed, options.rounds)]
    gone = {e.seat for e in extra if isinstance(e, log.Seat) and e.change != "return"}
    entries = [
        entry.model_copy(update={"by": "stand-in"})
        if isinstance(entry, log.Action) and entry.seat in gone
        else entry
        for entry in (played[0], *extra, *played[1:])
    ]
    log.append(
        conn,
        match_id,
        [
            log.Logged(number, entry, f"test:{number}", at + number)
            for number, entry in enumerate(entries, start=1)
        ],
    )
    return match_id, standings.finish(conn, folded(conn, match_id), at)


def rebuild_all(conn: Connection) -> int:
    """Every server's ratings anew; how many matches were rated."""
    for guild_id in guilds.known(conn):
        recount.ask(conn, guild_id)
    return recount_all(conn)


def recount_all(conn: Connection) -> int:
    """What was asked for, at once; how many matches were rated."""
    return sum(at_once(conn, recount.recount(guild_id)) for guild_id in recount.asked(conn))
