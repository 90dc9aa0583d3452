"""Hands that are open to one person alone, and stay fresh while Discord lets them (15 minutes).

Of each seat one is kept fresh, the newest; it closes the one before. They are kept in memory only:
after a restart My hand opens a new one, and a click on an old one works all the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.base import logs, times
from bot.base.times import MINUTE
from bot.layouts import Layout, between
from bot.match import recount
from bot.match.scene import Scene
from bot.render import Kit, hand_layout
from bot.texts import Texts

LIFETIME_MS = 14 * MINUTE
"""An interaction's message can be changed for 15 minutes; we stop a little before."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A message that only one person sees.

    Attributes:
        message_id: Discord's.
        edit: changes it, for as long as Discord lets.
    """

    message_id: int
    edit: Callable[[Layout], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Window:
    """An open hand.

    Attributes:
        sheet: its message.
        texts: the person's language.
        until: when the message can be changed no more, UTC milliseconds.
        shows: what of the match it shows (``_shown``).
    """

    sheet: Sheet
    texts: Texts
    until: int
    shows: object


class Windows:
    """The open hands, by match and seat."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._open: dict[int, dict[int, Window]] = {}
        self._former: dict[int, set[int]] = {}

    async def opened(self, scene: Scene, seat: int, sheet: Sheet, texts: Texts) -> None:
        """A hand was shown to its player, or changed by a click on it: the one before is closed."""
        match_id, windows = scene.live.id, self._open.setdefault(scene.live.id, {})
        former = windows.get(seat)
        windows[seat] = Window(sheet, texts, times.now() + LIFETIME_MS, _shown(scene, seat))
        if former is None or former.sheet.message_id == sheet.message_id:
            return
        self._former.setdefault(match_id, set()).add(former.sheet.message_id)
        if former.until > times.now():
            await self._edit(match_id, seat, former, between.closed_hand(former.texts))

    def superseded(self, match_id: int, message_id: int) -> bool:
        """Whether a newer hand was opened since; Discord didn't let this one be closed then."""
        return message_id in self._former.get(match_id, ())

    def any(self, match_id: int) -> bool:
        """Whether one of a match's hands is open."""
        return match_id in self._open

    async def refresh(self, scene: Scene) -> None:
        """Bring the match's open hands up to date."""
        windows = self._open.get(scene.live.id, {})
        for seat, window in list(windows.items()):
            if window.until <= times.now():
                del windows[seat]
            elif _left(scene, seat):
                del windows[seat]
                await self._edit(scene.live.id, seat, window, _given_up(scene, seat, window.texts))
            elif window.shows != _shown(scene, seat):
                await self._refresh(scene, seat, window)
        if scene.live.playing.over:
            self._former.pop(scene.live.id, None)
        if not windows or scene.live.playing.over:
            self._open.pop(scene.live.id, None)

    async def _refresh(self, scene: Scene, seat: int, window: Window) -> None:
        try:
            layout = await hand_layout(self._kit, scene, seat, window.texts)
            if self._open.get(scene.live.id, {}).get(seat) is not window:
                return  # a click was faster
            kept = await self._edit(scene.live.id, seat, window, layout)
        except Exception as error:  # noqa: BLE001  (it must not fail anew at every change)
            logs.fault("window-failed", error, match=scene.live.id, seat=seat)
            kept = False
        if kept:
            await self.opened(scene, seat, window.sheet, window.texts)
        else:
            self._open.get(scene.live.id, {}).pop(seat, None)

    async def _edit(self, match_id: int, seat: int, window: Window, layout: Layout) -> bool:
        """Change a window's message; whether that was possible."""
        try:
            await window.sheet.edit(layout)
        except discord.HTTPException as error:
            # Closed by its reader, or too old: My hand opens a new one.
            logs.record("window-closed", match=match_id, seat=seat, code=error.code)
            return False
        return True


def _shown(scene: Scene, seat: int) -> object:
    """What of the match a hand depends on; who else is ready doesn't reach it."""
    view, hosted = scene.live.view(seat), scene.live.playing
    asked = (scene.live.decision(seat), hosted.paused, hosted.seats[seat - 1].control)
    return (*asked, scene.due.get(seat), view.round, view.phase, view.hand, view.table, view.turn)


def _given_up(scene: Scene, seat: int, texts: Texts) -> Layout:
    """What becomes of a hand whose seat was given up."""
    said = recount.of_your_seat(texts, scene.live, seat)
    return between.line(texts, said, scene.where, scene.live.id)


def _left(scene: Scene, seat: int) -> bool:
    """Whether the seat was given up, so that its hand is nobody's business any more."""
    return scene.live.playing.seats[seat - 1].control == "left"
