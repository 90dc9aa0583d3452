"""Hands that are open to one person alone, and stay fresh while Discord lets them (15 minutes).

They are kept in memory only: after a restart My hand opens a new one, and a click on an old one
works all the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.base import logs, times
from bot.base.times import MINUTE
from bot.match.scene import Scene
from bot.render import Kit, hand_layout
from bot.texts import Texts

LIFETIME_MS = 14 * MINUTE
"""An interaction's message can be changed for 15 minutes; we stop a little before."""


@dataclass(frozen=True, slots=True)
class Window:
    """An open hand.

    Attributes:
        interaction: its token changes the message.
        texts: the person's language.
        until: when the token has run out, UTC milliseconds.
        shows: what of the match it shows (``_shown``).
    """

    interaction: discord.Interaction
    texts: Texts
    until: int
    shows: object


class Windows:
    """The open hands, by match and seat; the last one opened counts."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._open: dict[int, dict[int, Window]] = {}

    def opened(
        self, scene: Scene, seat: int, interaction: discord.Interaction, texts: Texts
    ) -> None:
        """A hand was shown to its player, or changed by a click on it."""
        window = Window(interaction, texts, times.now() + LIFETIME_MS, _shown(scene, seat))
        self._open.setdefault(scene.live.id, {})[seat] = window

    def any(self, match_id: int) -> bool:
        """Whether one of a match's hands is open."""
        return match_id in self._open

    async def refresh(self, scene: Scene) -> None:
        """Bring the match's open hands up to date."""
        windows = self._open.get(scene.live.id, {})
        for seat, window in list(windows.items()):
            if window.until <= times.now() or _left(scene, seat):
                del windows[seat]
            elif window.shows != _shown(scene, seat):
                await self._refresh(scene, seat, window)
        if not windows or scene.live.playing.over:
            self._open.pop(scene.live.id, None)

    async def _refresh(self, scene: Scene, seat: int, window: Window) -> None:
        try:
            layout = await hand_layout(self._kit, scene, seat, window.texts)
            if self._open.get(scene.live.id, {}).get(seat) is not window:
                return  # a click was faster
            await window.interaction.edit_original_response(
                view=layout.view, attachments=list(layout.files)
            )
        except discord.HTTPException as error:
            # Closed by its reader, or too old: My hand opens a new one.
            logs.record("window-closed", match=scene.live.id, seat=seat, code=error.code)
            self._open.get(scene.live.id, {}).pop(seat, None)
        except Exception as error:  # noqa: BLE001  (it must not fail anew at every change)
            logs.fault("window-failed", error, match=scene.live.id, seat=seat)
            self._open.get(scene.live.id, {}).pop(seat, None)
        else:
            self.opened(scene, seat, window.interaction, window.texts)


def _shown(scene: Scene, seat: int) -> object:
    """What of the match a hand depends on; who else is ready doesn't reach it."""
    view = scene.live.view(seat)
    return (scene.live.decision(seat), view.round, view.phase, view.hand, view.table, view.turn)


def _left(scene: Scene, seat: int) -> bool:
    """Whether the seat was given up, so that its hand is nobody's business any more."""
    return scene.live.playing.seats[seat - 1].control == "left"
