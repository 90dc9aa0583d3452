"""Which messages a match must have, and making it so.

``reconcile`` compares the rows of ``messages`` with what the match needs now, and posts, changes or
takes back what differs. It may be interrupted anywhere and run again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import render
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
    scene = await render.scene(host, live)
    if live.hosted is None:
        await public.show_lobby(host, scene)
        return
    if live.on and live.row.thread_id is None:
        scene = await threads.open_thread(host, scene)
    # Hands first: they are what somebody waits for.
    await hands.show_hands(host, scene)
    await public.show_table(host, scene)
    await public.show_votes(host, scene)
    await public.show_results(host, scene)
    await public.show_lobby(host, await render.scene(host, scene.live))
    await host.publisher.windows.refresh(scene)
