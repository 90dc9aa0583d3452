"""The simulated Discord made more like Discord, and the bot's luck the same in every run."""

from __future__ import annotations

import random
from typing import Any

import pytest
import simcord
from simcord.gateway import FakeGateway
from simcord.http.routes import messages as routes

from bot import parts
from bot.entry.clicks import hands
from bot.entry.pace import Pace
from bot.host import computers, daily, expiry, lobby
from tests.e2e.world import servers_of

LOOK_S = 0.005
"""So often SimCord looks whether the bot has settled; with its own 50 ms, tests mostly waited."""

SOON_S = 1.0
"""What the bot plans for later than this comes when a test says so (``advance_time``), never
because the test took so long."""


def hold(patch: pytest.MonkeyPatch, seed: str) -> None:
    """Have Discord's nonces and READYs as they are, deals by ``seed``, and nobody in a hurry."""
    _hold_time(patch)
    _know_nonces(patch)
    _name_servers(patch)
    fixed = Chance(seed)
    for module in (lobby, computers, daily, expiry, hands):
        patch.setattr(module, "secrets", fixed)
    # Time stands still while a test clicks: as fast as it likes, then.
    patch.setattr(parts, "Pace", lambda: Pace(at_once=1_000_000))


class Chance:
    """What the bot uses of ``secrets``, but the same with every run."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def randbits(self, count: int) -> int:
        return self._random.getrandbits(count)

    def token_hex(self, count: int) -> str:
        return self._random.randbytes(count).hex()


def _hold_time(patch: pytest.MonkeyPatch) -> None:
    """Have SimCord settle at once, and nothing fall due while it does."""
    schedule = simcord.Env._schedule_timer

    def soon(env: simcord.Env, record: Any, *where: Any) -> None:
        if record.when - env._virtual_time <= SOON_S:
            schedule(env, record, *where)

    patch.setattr(simcord.Env, "_schedule_timer", soon)
    patch.setitem(simcord.Env._settle_internal.__kwdefaults__, "idle", LOOK_S)


def _know_nonces(patch: pytest.MonkeyPatch) -> None:
    """A nonce that was sent before brings the message of then, and no new one."""
    send, sent = routes.bot_message, {}

    def once(ctx: Any, channel: int) -> Any:
        nonce = ctx.body()["nonce"]
        if nonce not in sent or not ctx.body()["enforce_nonce"]:
            sent[nonce] = send(ctx, channel)
        return sent[nonce]

    patch.setattr(routes, "bot_message", once)


def _name_servers(patch: pytest.MonkeyPatch) -> None:
    """A READY names the servers of its shard; SimCord's names none."""
    feed = FakeGateway.feed

    def naming(gateway: Any, event: str, payload: Any) -> None:
        if event == "READY":
            payload |= {"guilds": servers_of(gateway._backend, *payload["shard"])}
        feed(gateway, event, payload)

    patch.setattr(FakeGateway, "feed", naming)
