"""``python -m engine.players.fast``: make the machine code now, for instance into an image."""

from __future__ import annotations

from engine.players.fast import accel, ready

ready.make()
print(f"machine code is kept in {accel.cache_folder()}")
