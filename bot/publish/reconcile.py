"""Which messages a match must have, and making it so.

``reconcile`` compares the rows of ``messages`` with what the match needs now, and posts, changes or
takes back what differs. It may be interrupted anywhere and run again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.match import scene as scenes
from bot.publish import delivery, hands, public, threads

if TYPE_CHECKING:
    from bot.host import Host


async def reconcile(host: Host, match_id: int) -> None:
    """Bring all messages of a match up to date.

    Raises:
        BrokenLog: its log can't be replayed.
        Refusal: it is no longer kept.
        discord.HTTPException: Discord failed; worth another try.
    """
    live = await host.ledger.load(match_id)
    scene = await scenes.scene(host, live)
    if live.hosted is None:
        await public.show_lobby(host, scene)
        return
    if live.on and live.row.thread_id is None:
        scene = await threads.open_thread(host, scene)
    attempts = delivery.Attempts()
    if scene.message("table") is None:
        # The first hands lead back to the table, so it has to be there.
        with attempts.one():
            await public.show_table(host, scene)
        scene = await scenes.scene(host, scene.live)
    with attempts.one():
        await hands.show_hands(host, scene)
    with attempts.one():
        await host.publisher.windows.refresh(scene)
    with attempts.one():
        await public.show_results(host, scene)
    scene = await scenes.scene(host, scene.live)
    for show in (public.show_table, public.show_votes, public.show_lobby):
        with attempts.one():
            await show(host, scene)
    attempts.finish()
