"""Pictures of the game, drawn from views alone.

Every function here is pure: the same view, names and style give the same bytes. Drawing takes some
milliseconds, so handlers leave it to ``bot.workers.studio``. How they are made, and how the
reference pictures of the tests are renewed, stands in ``README.md`` beside this file.
"""

from bot.pictures.hand import hand_picture, orientation_picture
from bot.pictures.match import match_picture
from bot.pictures.picture import Picture, Placed, Preview, RatingPoint, Resting, Style, Taking
from bot.pictures.rating import rating_picture
from bot.pictures.scores import round_picture
from bot.pictures.table import table_picture

__all__ = [
    "Picture",
    "Placed",
    "Preview",
    "RatingPoint",
    "Resting",
    "Style",
    "Taking",
    "hand_picture",
    "match_picture",
    "orientation_picture",
    "rating_picture",
    "round_picture",
    "table_picture",
]
