"""The public table."""

from __future__ import annotations

from bot.layouts import Layout, table
from bot.match import follow
from bot.match.limits import PAUSE_END
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
        due=scene.ends.get(PAUSE_END, min(scene.due.values(), default=None)),
        notes=lately(scene.texts, live),
        nudge=_can_be_nudged(live),
        proposals=follow.possible(live),
        state=_table_state(live),
        result=scene.url(scene.message("final")),
    )
    return table.table(context)


def _can_be_nudged(live: Live) -> bool:
    """Whether a person is awaited whom somebody else in the match could nudge."""
    return bool(follow.to_act(live) | follow.to_vote(live)) and len(live.playing.people()) > 1


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
