"""Answering an interaction: exactly once, within Discord's three seconds, come what may.

A component's click may be answered by changing the message it sits on (``update``) or by a message
to that person alone (``private``); a command only by the latter. When the answer is late the
interaction is deferred, and both go on working.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import discord

from bot.base import counts, logs
from bot.base.codes import (
    ALREADY_ANSWERED,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    WEBHOOK_TOKEN_INVALID,
)
from bot.publish.windows import Sheet

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from bot.layouts import Layout

GONE = (UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, WEBHOOK_TOKEN_INVALID)
"""What Discord says of an answer that was put away, or whose time is over."""

PATIENCE_S = 1.5
"""Seconds after which an interaction that has no answer yet is deferred."""


class Answer:
    """The one answer to one interaction.

    Attributes:
        interaction: which.
        given: whether it was answered.
        sheet: the message that shows the answer to the person alone.
    """

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction = interaction
        self.given = False
        self.sheet: Sheet | None = None
        self._came = perf_counter()
        counts.INTERACTIONS.labels(interaction.type.name).inc()
        self._turn = asyncio.Lock()

    @property
    def on_component(self) -> bool:
        """Whether a message stands behind the interaction that could be changed."""
        return self.interaction.type is discord.InteractionType.component

    @property
    def on_public_message(self) -> bool:
        """Whether the clicked message is everybody's."""
        return self._clicked is not None and not self._only_theirs

    @property
    def on_direct_message(self) -> bool:
        """Whether the clicked message is one that the bot sent them directly."""
        interaction = self.interaction
        return interaction.guild_id is None and not (
            self._clicked is None or self._clicked.flags.ephemeral
        )

    @property
    def _clicked(self) -> discord.Message | None:
        return self.interaction.message if self.on_component else None

    @property
    def _only_theirs(self) -> bool:
        return self.interaction.guild_id is None or (
            self._clicked is not None and self._clicked.flags.ephemeral
        )

    async def update(self, layout: Layout) -> None:
        """Change the clicked message into ``layout``; what is everybody's stays as it is.

        Then, and to a command, it is shown to that person alone.
        """
        if self.on_public_message or not self.on_component:
            await self.private(layout)
        else:
            await self.update_public(layout)

    async def update_public(self, layout: Layout) -> None:
        """Change the clicked message into ``layout``, for everybody who sees it."""
        view, files = layout.view, list(layout.files)
        async with self._turn:
            self.given = True
            if self.interaction.response.is_done():
                await self.interaction.edit_original_response(view=view, attachments=files)
            else:
                await self.interaction.response.edit_message(view=view, attachments=files)
                self._answered()
            if self._clicked is not None and self._only_theirs:
                self.sheet = Sheet(self._clicked.id, self._edit_original)

    async def private(self, layout: Layout) -> None:
        """Show ``layout`` to the person who clicked or typed, alone."""
        view, files = layout.view, list(layout.files)
        async with self._turn:
            self.given = True
            if self.interaction.response.is_done():
                later = await self.interaction.followup.send(
                    view=view, files=files, ephemeral=True, wait=True
                )
                self.sheet = Sheet(later.id, partial(_edit, later))
            else:
                sent = await self.interaction.response.send_message(
                    view=view, files=files, ephemeral=True
                )
                self._answered()
                assert sent.message_id is not None
                self.sheet = Sheet(sent.message_id, self._edit_original)

    async def change(self, layout: Layout) -> None:
        """Change what was answered to that person alone, unless it is gone or too old for that.

        Discord lets it be changed for 15 minutes.
        """
        assert self.sheet is not None
        async with self._turn:
            try:
                await self.sheet.edit(layout)
            except discord.HTTPException as error:
                if error.code not in GONE:
                    raise

    async def public(self, layout: Layout) -> None:
        """Show ``layout`` to everybody where it was clicked; it pings nobody."""
        view, files = layout.view, list(layout.files)
        nobody = discord.AllowedMentions.none()
        async with self._turn:
            self.given = True
            if self.interaction.response.is_done():
                send = self.interaction.followup.send
                await send(view=view, files=files, allowed_mentions=nobody)
            else:
                answer = self.interaction.response.send_message
                await answer(view=view, files=files, allowed_mentions=nobody)
                self._answered()

    async def remove(self) -> None:
        """Delete the clicked message; it may be gone already."""
        async with self._turn:
            self.given = True
            if not self.interaction.response.is_done():
                await self.interaction.response.defer()
                self._answered()
            try:
                await self.interaction.delete_original_response()
            except discord.NotFound as error:
                if error.code not in GONE:
                    raise

    async def _edit_original(self, layout: Layout) -> None:
        files = list(layout.files)
        await self.interaction.edit_original_response(view=layout.view, attachments=files)

    async def choices(self, choices: Sequence[discord.app_commands.Choice[Any]]) -> None:
        """Offer these completions of what is being typed."""
        self.given = True
        await self.interaction.response.autocomplete(choices)
        self._answered()

    async def defer(self) -> None:
        """Tell Discord that the answer will come."""
        async with self._turn:
            if not self.interaction.response.is_done():
                await self.interaction.response.defer(
                    ephemeral=True, thinking=not self.on_component
                )
                self._answered()

    def _answered(self) -> None:
        """Discord has the first answer."""
        took = perf_counter() - self._came
        counts.ANSWERED.labels(self.interaction.type.name).observe(took)

    @contextlib.asynccontextmanager
    async def deferred_if_late(self) -> AsyncIterator[None]:
        """Within this block the interaction is deferred once ``PATIENCE_S`` have passed."""
        guard = asyncio.create_task(self._defer_late(), name="defer-late")
        try:
            yield
        finally:
            guard.cancel()
            await asyncio.gather(guard, return_exceptions=True)

    async def _defer_late(self) -> None:
        await asyncio.sleep(PATIENCE_S)
        try:
            await self.defer()
        except discord.HTTPException as error:
            # The handler goes on: what it commits counts, shown or not.
            logs.warn("defer-refused", code=error.code)


async def _edit(message: discord.WebhookMessage, layout: Layout) -> None:
    await message.edit(view=layout.view, attachments=list(layout.files))


def too_late(error: discord.HTTPException) -> bool:
    """Whether Discord refused an answer because one was given already, or the time is over."""
    return error.code in (ALREADY_ANSWERED, UNKNOWN_INTERACTION)
