"""Fair play: deals that neither the bot's host nor a player can steer.

Before a match starts its lobby shows a *commitment*: the SHA-256 of a secret. The *start id* is
made by Discord when somebody presses Start, after the commitment was shown. Secret and start id
together are the seed of every deal, and the finished match reveals the secret. So the host couldn't
choose the deals (the start id wasn't known), nobody else could foresee them (the secret wasn't),
and afterwards anyone can check both with a shell:

    printf %s SECRET | sha256sum          # is the commitment
    printf %s SECRET:START | sha256sum    # is the seed of engine.deals
"""

from __future__ import annotations

import hashlib


def commitment(secret: str) -> str:
    """What a lobby shows of a secret: its SHA-256, 64 lowercase hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed(secret: str, start: str) -> str:
    """The seed of a match's deals, 64 lowercase hexadecimal digits, for ``engine.deals.deal``."""
    return hashlib.sha256(f"{secret}:{start}".encode()).hexdigest()
