"""What every message is made with."""

from __future__ import annotations

from dataclasses import dataclass

from bot.match.replaying import Replays
from bot.workers.studio import Studio
from data.store.database import Database


@dataclass(frozen=True, slots=True)
class Kit:
    """What layouts are made with.

    Attributes:
        studio: draws.
        db: tells how a match that is over was played and rated.
        replays: those of matches that are over.
    """

    studio: Studio
    db: Database
    replays: Replays
