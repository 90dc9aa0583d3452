"""Which messages a match must have, and making it so.

``reconcile`` compares the rows of ``messages`` with what the match needs now, and posts, changes or
takes back what differs. It may be interrupted anywhere and run again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import scene as scenes
from bot.publish import hands, public, threads

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
    if scene.message("table") is None:
        # The first hands lead back to the table, so it has to be there.
        await public.show_table(host, scene)
        scene = await scenes.scene(host, scene.live)
    await hands.show_hands(host, scene)
    await host.publisher.windows.refresh(scene)
    await public.show_results(host, scene)
    scene = await scenes.scene(host, scene.live)
    await public.show_table(host, scene)
    await public.show_votes(host, scene)
    await public.show_lobby(host, scene)
