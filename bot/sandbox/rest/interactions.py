"""Answers to interactions, and the webhook through which everything after the answer goes."""

from bot.sandbox import payloads
from bot.sandbox.calls import Answer
from bot.sandbox.errors import unknown_webhook
from bot.sandbox.model import Interaction
from bot.sandbox.rest.router import Call, Route


async def callback(call: Call) -> Answer:
    """POST /interactions/{interaction_id}/{token}/callback."""
    entry = call.interactions.answer(call.id("interaction_id"), call.path["token"], call.body)
    if call.query.get("with_response", "").lower() in ("1", "true"):
        return call.interactions.callback(entry)
    return None


def _entry(call: Call) -> Interaction:
    if call.id("application_id") != call.world.application_id:
        raise unknown_webhook()
    return call.interactions.by_token(call.path["token"])


async def follow_up(call: Call) -> Answer:
    """POST a follow-up."""
    return payloads.message(call.world, call.interactions.follow_up(_entry(call), call.body))


async def get_message(call: Call) -> Answer:
    """GET the original answer or a follow-up."""
    found = call.interactions.find(_entry(call), call.path["message_id"])
    return payloads.message(call.world, found)


async def edit_message(call: Call) -> Answer:
    """PATCH the original answer or a follow-up."""
    which = call.path["message_id"]
    return payloads.message(call.world, call.interactions.edit(_entry(call), which, call.body))


async def delete_message(call: Call) -> Answer:
    """DELETE the original answer or a follow-up."""
    call.interactions.delete(_entry(call), call.path["message_id"])
    return None


WEBHOOK = "/webhooks/{application_id}/{token}"
MESSAGE = WEBHOOK + "/messages/{message_id}"

ROUTES: tuple[Route, ...] = (
    ("POST", "/interactions/{interaction_id}/{token}/callback", callback),
    ("POST", WEBHOOK, follow_up),
    ("GET", MESSAGE, get_message),
    ("PATCH", MESSAGE, edit_message),
    ("DELETE", MESSAGE, delete_message),
)
