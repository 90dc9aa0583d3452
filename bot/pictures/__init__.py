"""Pictures of the game, drawn from views alone.

Every function here is pure: the same view, names and style give the same bytes. Drawing takes some
milliseconds, so handlers leave it to ``bot.pictures.studio``.
"""

from bot.pictures.hand import hand_picture, orientation_picture
from bot.pictures.picture import Picture, Style
from bot.pictures.table import table_picture

__all__ = ["Picture", "Style", "hand_picture", "orientation_picture", "table_picture"]
