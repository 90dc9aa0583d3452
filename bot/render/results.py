"""A round's scores, and the result of a match."""

from __future__ import annotations

from dataclasses import replace

from bot.layouts import Layout, outcome, results
from bot.layouts.sharing import Sharing
from bot.match import story
from bot.match.live import Live
from bot.match.scene import Scene
from bot.pictures import Style, match_picture, round_picture
from bot.render.kit import Kit
from bot.texts import Texts
from bot.workers.pool import Rank
from data.matches import log
from data.standings import standings
from data.standings.rating import PROVISIONAL_BELOW
from engine import view


async def round_layout(kit: Kit, scene: Scene, number: int) -> Layout:
    """The scores of a round that is over."""
    live = scene.live
    at_end = view(live.playing.results[number - 1], None)
    style = Style(locale=scene.texts.locale)
    picture = await kit.studio.draw_at(Rank.LATER, round_picture, at_end, live.names, style)
    return results.round_result(
        results.RoundContext(scene.texts, at_end, live.number, live.names, picture)
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


async def final_layout(kit: Kit, scene: Scene, shared: Sharing | None = None) -> Layout:
    """The result of a match that is over, with its record, or as somebody shares it."""
    live, row = scene.live, scene.live.row
    entries = await kit.db.read(lambda conn: log.load(conn, live.id))
    replay = await kit.replays.of(row, entries)
    context = replace(
        await _drawn(kit, scene),
        ratings=await _ratings(kit, live),
        record=replay.record,
        fair=replay.fair,
        sharing=shared or Sharing(offered=scene.guild.settings.sharing),
    )
    return results.match_result(context)


async def brief_layout(kit: Kit, scene: Scene) -> Layout:
    """The result in brief, for the message that was the match's lobby."""
    url = scene.url(scene.message("final"))
    return results.result_in_brief(await _drawn(kit, scene), url)


async def outcome_layout(kit: Kit, scene: Scene, seat: int, texts: Texts) -> Layout:
    """The result to one of the match's players, in a few words."""
    live = scene.live
    context = replace(_context(live, texts), ratings=await _ratings(kit, live))
    rounds = len(context.rounds)
    last = story.round_line(texts, live, rounds) if rounds else ""
    final = scene.url(scene.message("final"))
    return outcome.outcome(context, seat, scene.where, final, last)


async def _drawn(kit: Kit, scene: Scene) -> results.MatchContext:
    """Who won a match that is over, to everybody, and its picture."""
    live = scene.live
    context = _context(live, scene.texts)
    if not context.rounds:
        return context
    style = Style(locale=scene.texts.locale)
    picture = await kit.studio.draw_at(Rank.LATER, match_picture, context.rounds, live.names, style)
    return replace(context, picture=picture)


def _context(live: Live, texts: Texts) -> results.MatchContext:
    """Who won a match that is over."""
    hosted, row = live.playing, live.row
    return results.MatchContext(
        texts=texts,
        match=live.number,
        names=live.names,
        rounds=tuple(ended.round.scores() for ended in hosted.results if ended.round),
        totals=hosted.match.totals,
        winners=() if hosted.ended else hosted.match.winners(),
        ended=hosted.ended.reason if hosted.ended else None,
        unrated="void" if row.status == "void" else row.unrated_reason,
    )
