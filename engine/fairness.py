"""Fair play: deals and seats that nobody can choose; NOTATION.md says what is proved and how.

The *commitment* to a secret is shown first; the *start id* is that of the match's first public
message, made by Discord afterwards. Secret and start id are the seed of ``engine.deals``.
"""

from __future__ import annotations

import hashlib


def commitment(secret: str) -> str:
    """What a lobby shows of a secret: its SHA-256, 64 lowercase hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed(secret: str, start: str) -> str:
    """The seed of a match's deals, 64 lowercase hexadecimal digits, for ``engine.deals.deal``."""
    return hashlib.sha256(f"{secret}:{start}".encode()).hexdigest()
