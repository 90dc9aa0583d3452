"""A round's scores, and the result of a match."""

from __future__ import annotations

from dataclasses import replace

from bot.layouts import Layout, results
from bot.layouts.sharing import Sharing
from bot.match.live import Live
from bot.match.scene import Scene
from bot.pictures import Style, match_picture, round_picture
from bot.render.kit import Kit
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
        await _context(kit, scene),
        ratings=await _ratings(kit, live),
        record=replay.record,
        fair=replay.fair,
        sharing=shared or Sharing(offered=scene.guild.settings.sharing),
    )
    return results.match_result(context)


async def brief_layout(kit: Kit, scene: Scene) -> Layout:
    """The result in brief, for the message that was the match's lobby."""
    url = scene.url(scene.message("final"))
    return results.result_in_brief(await _context(kit, scene), url)


async def _context(kit: Kit, scene: Scene) -> results.MatchContext:
    """Who won a match that is over, and its picture."""
    live, hosted, row = scene.live, scene.live.playing, scene.live.row
    scores = [ended.round.scores() for ended in hosted.results if ended.round]
    picture = None
    if scores:
        style = Style(locale=scene.texts.locale)
        picture = await kit.studio.draw_at(
            Rank.LATER, match_picture, tuple(scores), live.names, style
        )
    return results.MatchContext(
        texts=scene.texts,
        match=live.number,
        names=live.names,
        rounds=tuple(scores),
        totals=hosted.match.totals,
        winners=() if hosted.ended else hosted.match.winners(),
        ended=hosted.ended.reason if hosted.ended else None,
        unrated="void" if row.status == "void" else row.unrated_reason,
        picture=picture,
    )
