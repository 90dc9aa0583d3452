"""From a match's scene to its messages, a file for each: what is posted, and answered with.

Pictures are drawn off the loop, layouts are built from them. Nothing here decides anything.
"""

from bot.render.alone import ALONE, alone_layout, title_of
from bot.render.hand import closed_layout, hand_layout, preview, resting_layout
from bot.render.kit import Kit
from bot.render.lobby import lobby_layout
from bot.render.page import page
from bot.render.results import brief_layout, final_layout, outcome_layout, round_layout
from bot.render.table import table_layout
from bot.render.votes import pause_layout, vote_layout

__all__ = [
    "ALONE",
    "Kit",
    "alone_layout",
    "brief_layout",
    "closed_layout",
    "final_layout",
    "hand_layout",
    "lobby_layout",
    "outcome_layout",
    "page",
    "pause_layout",
    "preview",
    "resting_layout",
    "round_layout",
    "table_layout",
    "title_of",
    "vote_layout",
]
