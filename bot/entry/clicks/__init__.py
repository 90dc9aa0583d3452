"""What each verb of a custom_id does: the table from verbs to handlers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.entry.clicks import (
    daily,
    films,
    hands,
    learn,
    lobbies,
    pages,
    privacy,
    replays,
    reviews,
    seasons,
    sharing,
    standings,
    tables,
    votes,
)
from bot.entry.clicks.press import Press
from bot.match.ids import Verb

if TYPE_CHECKING:
    from bot.entry.answer import Answer
    from bot.entry.desk import Desk
    from bot.match.visitor import Visitor

__all__ = ["HANDLERS", "Press"]

Handler = Callable[["Desk", "Visitor", "Answer", Press], Awaitable[None]]

HANDLERS: dict[Verb, Handler] = {
    Verb.ORIENT: hands.step,
    Verb.SHOW: hands.step,
    Verb.SHOWS: hands.step,
    Verb.SHOWS_PAGE: hands.step,
    Verb.BOTH: hands.step,
    Verb.CARD: hands.step,
    Verb.GAP: hands.step,
    Verb.THEN_PAGE: hands.step,
    Verb.THEN_SHOW: hands.step,
    Verb.THEN_SHOWS: hands.step,
    Verb.DO: hands.step,
    Verb.HINT: hands.hint,
    Verb.HAND: hands.open_hand,
    Verb.BACK: hands.back,
    Verb.RULES: pages.rules,
    Verb.HELP: pages.help_page,
    Verb.NUDGE: tables.nudge,
    Verb.REMATCH: tables.rematch,
    Verb.RECORD: replays.record,
    Verb.VOTE: votes.vote,
    Verb.PROPOSE: votes.propose,
    Verb.RETURN: votes.back,
    Verb.QUIT: votes.leave,
    Verb.JOIN: lobbies.join,
    Verb.LEAVE: lobbies.leave,
    Verb.ADD_COMPUTER: lobbies.add_computer,
    Verb.COMPUTER_LEVEL: lobbies.add_computer,
    Verb.REMOVE_COMPUTER: lobbies.remove_computer,
    Verb.INVITE: lobbies.invite,
    Verb.START: lobbies.start,
    Verb.CANCEL: lobbies.cancel,
    Verb.ACCEPT: lobbies.accept,
    Verb.DECLINE: lobbies.leave,
    Verb.BOARD: standings.board,
    Verb.MATCHES: standings.matches,
    Verb.REPLAYS: replays.open_replay,
    Verb.REPLAY: replays.move,
    Verb.REVIEW: reviews.press,
    Verb.ANIMATE: films.animate,
    Verb.PAGE: films.page,
    Verb.FAIRNESS: replays.fairness,
    Verb.LEARN: learn.press,
    Verb.SEASON: seasons.press,
    Verb.DAILY: daily.press,
    Verb.PRIVACY: privacy.press,
    Verb.SHARE: sharing.share,
    Verb.UNSHARE: sharing.unshare,
    Verb.PREFERENCE: pages.preference,
    Verb.SETTING: pages.setting,
    Verb.SETTINGS_PAGE: pages.settings_page,
}
"""Every verb has its handler; ``tests/bot`` sees to it."""
