"""From a match's scene to its messages: what the publisher posts and the handlers answer with.

Pictures are drawn off the loop, layouts are built from them. Nothing here decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.layouts import Layout, hand, lobby, results, table, votes
from bot.match import follow, levels, steps
from bot.match.ids import Decision
from bot.match.live import Live
from bot.match.recount import lately
from bot.match.replaying import Replays
from bot.match.scene import Scene
from bot.match.steps import Step
from bot.pictures import (
    Picture,
    Placed,
    Preview,
    Style,
    Taking,
    hand_picture,
    match_picture,
    orientation_picture,
    round_picture,
    table_picture,
)
from bot.texts import Texts
from bot.workers.studio import Studio
from data.matches import log
from data.matches.hosted import Control, Hosted
from data.standings import standings
from data.standings.rating import PROVISIONAL_BELOW
from data.store.database import Database
from engine import Action, Orient, view


@dataclass(frozen=True, slots=True)
class Kit:
    """What layouts are made with.

    Attributes:
        studio: draws.
        db: tells how a match that is over was played and rated.
        replays: those of matches that are over.
    """

    studio: Studio
    db: Database
    replays: Replays


async def hand_layout(
    kit: Kit,
    scene: Scene,
    seat: int,
    texts: Texts,
    *,
    step: Step | None = None,
    notice: str | None = None,
    hint: Action | None = None,
    clicked: bool = False,
) -> Layout:
    """A seat's hand with the controls of ``step``; for nobody but its player.

    With ``clicked`` somebody waits for it, and its picture is drawn before all others.
    """
    live = scene.live
    mine = live.view(seat)
    decision = live.decision(seat)
    preferences = scene.preferences(seat)
    picture: Picture | None = None
    if not preferences.text_only:
        style = Style(preferences.high_contrast, texts.locale)
        draw = kit.studio.draw if clicked else kit.studio.draw_behind
        if mine.phase == "orient" and decision is not None:
            picture = await draw(orientation_picture, mine, style)
        else:
            picture = await draw(hand_picture, mine, style, _preview(step))
    context = hand.HandContext(
        texts=texts,
        view=mine,
        match=live.id,
        decision=Decision(decision.round, decision.turn) if decision else None,
        names=live.names,
        where=scene.where,
        picture=picture,
        due=scene.due.get(seat),
        hints=not live.counts,
        first_match=is_first_match(scene, seat),
        hint=hint,
        notice=notice,
    )
    return hand.hand(context, step)


def acted_layout(scene: Scene, seat: int, before: Live, action: Action, texts: Texts) -> Layout:
    """The line that a hand's message becomes by acting; ``before`` is the match before it."""
    context = hand.HandContext(
        texts=texts,
        view=before.view(seat),
        match=before.id,
        decision=None,
        names=before.names,
        where=scene.where,
    )
    return hand.acted(context, action)


def is_first_match(scene: Scene, seat: int) -> bool:
    """Whether this is the person's first match of all."""
    player = scene.people.get(seat)
    return player is not None and player.first_match_at == scene.live.row.started_at


def lobby_layout(scene: Scene) -> Layout:
    """The lobby as it stands, or what came of it."""
    row = scene.live.row
    seated = [seat for seat in row.seats if seat.status != "invited"]
    hosts = [place for place, seat in enumerate(seated, 1) if seat.player_id == row.host_id]
    held = tuple(
        scene.people[seat.seat].discord_id or 0 for seat in row.seats if seat.status == "invited"
    )
    state: lobby.LobbyState = "open"
    if row.started_at is not None:
        state = "started"
    elif row.status != "lobby":
        state = "idle" if row.end_reason == "idle" else "cancelled"
    table_message = scene.message("table")
    context = lobby.LobbyContext(
        texts=scene.texts,
        match=row.id,
        host=hosts[0] if hosts else None,
        names=tuple(scene.live.names[seat.seat - 1] for seat in seated),
        options=row.options,
        levels=levels.LEVELS,
        level=levels.DEFAULT_LEVEL,
        held=held,
        state=state,
        mention=scene.guild.settings.lobby_role,
        table=scene.url(table_message),
    )
    return lobby.lobby(context)


async def table_layout(kit: Kit, scene: Scene) -> Layout:
    """The public table."""
    live, hosted = scene.live, scene.live.playing
    public = live.view(None)
    picture = await kit.studio.draw_behind(
        table_picture, public, live.names, Style(locale=scene.texts.locale)
    )
    context = table.TableContext(
        texts=scene.texts,
        view=public,
        match=live.id,
        names=live.names,
        stood_in=_controlled(hosted, "stand-in"),
        left=_controlled(hosted, "left"),
        picture=picture,
        due=min(scene.due.values(), default=None),
        notes=lately(scene.texts, live),
        nudge=_can_be_nudged(hosted),
        state=_table_state(live),
        result=scene.url(scene.message("final")),
    )
    return table.table(context)


def _can_be_nudged(hosted: Hosted) -> bool:
    """Whether a person is awaited whom somebody else in the match could nudge."""
    awaits = any(hosted.seats[seat - 1].control == "person" for seat in hosted.awaited())
    return awaits and len(hosted.people()) > 1


def _controlled(hosted: Hosted, control: Control) -> frozenset[int]:
    seats = enumerate(hosted.seats, start=1)
    return frozenset(seat for seat, one in seats if one.control == control)


def _table_state(live: Live) -> table.TableState:
    if live.playing.ended:
        return "ended"
    if live.playing.over:
        return "over"
    return "paused" if live.playing.paused else "playing"


def _preview(step: Step | None) -> Preview | None:
    """What a step is about to do, so that the picture can show it."""
    match step:
        case steps.Gaps(end, turned, then):
            return Taking(end, turned, then)
        case steps.Then(scouting):
            return Placed(scouting)
        case steps.Confirm(action):
            return None if isinstance(action, Orient) else action
    return None


async def round_layout(kit: Kit, scene: Scene, number: int) -> Layout:
    """The scores of a round that is over."""
    live = scene.live
    at_end = view(live.playing.results[number - 1], None)
    style = Style(locale=scene.texts.locale)
    picture = await kit.studio.draw_behind(round_picture, at_end, live.names, style)
    return results.round_result(
        results.RoundContext(scene.texts, at_end, live.id, live.names, picture)
    )


async def _ratings(kit: Kit, live: Live) -> tuple[results.RatingChange | None, ...]:
    """What a match that is over did to the ratings, by seat."""
    changes = await kit.db.read(lambda conn: standings.changes_of(conn, live.id))
    return tuple(
        results.RatingChange(
            change.before.points, change.after.points, change.matches < PROVISIONAL_BELOW
        )
        if (change := changes.get(seat.seat))
        else None
        for seat in live.row.seats
    )


async def final_layout(kit: Kit, scene: Scene) -> Layout:
    """The result of a match that is over, with its record."""
    live, hosted, row = scene.live, scene.live.playing, scene.live.row
    scores = [ended.round.scores() for ended in hosted.results if ended.round]
    picture = None
    if scores:
        style = Style(locale=scene.texts.locale)
        picture = await kit.studio.draw_behind(match_picture, tuple(scores), live.names, style)
    entries = await kit.db.read(lambda conn: log.load(conn, live.id))
    replay = await kit.replays.of(row, entries)
    context = results.MatchContext(
        texts=scene.texts,
        match=live.id,
        names=live.names,
        rounds=tuple(scores),
        totals=hosted.match.totals,
        winners=() if hosted.ended else hosted.match.winners(),
        ended=hosted.ended.reason if hosted.ended else None,
        unrated="void" if row.status == "void" else row.unrated_reason,
        ratings=await _ratings(kit, live),
        picture=picture,
        record=replay.record,
        fair=replay.fair,
    )
    return results.match_result(context)


def vote_layout(scene: Scene, about: str, *, is_open: bool) -> Layout:
    """A proposal with who has agreed, or what became of it."""
    hosted = scene.live.playing
    agreed = hosted.agreed(about)
    outcome = {
        "pause": hosted.paused,
        "resume": not hosted.paused,
        "end": hosted.ended is not None and hosted.ended.reason == "agreed",
    }[about]
    return votes.vote(
        votes.VoteContext(
            texts=scene.texts,
            match=scene.live.id,
            about=about,
            names=scene.live.names,
            agreed=agreed,
            waiting=follow.voters(scene.live) - agreed,
            outcome=None if is_open else outcome,
        )
    )
