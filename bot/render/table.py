"""The public table."""

from __future__ import annotations

from bot.layouts import Layout, table
from bot.match.live import Live
from bot.match.recount import lately
from bot.match.scene import Scene
from bot.pictures import Style, table_picture
from bot.render.kit import Kit
from bot.workers.pool import Rank
from data.matches.hosted import Control, Hosted


async def table_layout(kit: Kit, scene: Scene) -> Layout:
    """The public table."""
    live, hosted = scene.live, scene.live.playing
    public = live.view(None)
    picture = await kit.studio.draw_at(
        Rank.LATER, table_picture, public, live.names, Style(locale=scene.texts.locale)
    )
    context = table.TableContext(
        texts=scene.texts,
        view=public,
        match=live.number,
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
    if live.playing.aside:
        return "aside"
    return "paused" if live.playing.paused else "playing"
