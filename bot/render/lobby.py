"""The lobby."""

from __future__ import annotations

from bot.layouts import Layout, lobby
from bot.match import levels
from bot.match.scene import Scene

CLOSED: dict[str, lobby.LobbyState] = {"idle": "idle", "unposted": "unposted"}
"""Why it came to nothing, where nobody cancelled it."""


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
    elif row.status == "starting":
        state = "starting"
    elif row.status != "lobby":
        state = CLOSED.get(row.end_reason or "", "cancelled")
    persons = [seat for seat in row.seats if not seat.is_computer]
    practice = (
        row.options.rated and not row.options.rated_alone and len(persons) == 1 < len(row.seats)
    )
    table_message = scene.message("table")
    context = lobby.LobbyContext(
        texts=scene.texts,
        match=scene.live.number,
        host=hosts[0] if hosts else None,
        names=tuple(scene.live.names[seat.seat - 1] for seat in seated),
        options=row.options,
        levels=levels.LEVELS,
        level=levels.DEFAULT_LEVEL,
        held=held,
        state=state,
        unrated=scene.texts.gettext("Alone against computers it is practice: unrated, with hints.")
        if practice
        else None,
        mention=scene.guild.settings.lobby_role,
        table=scene.url(table_message),
    )
    return lobby.lobby(context)
