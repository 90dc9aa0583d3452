"""Discord's HTTP API, as far as this bot needs it; what is missing answers 501 and is logged."""

from bot.sandbox.rest import (
    applications,
    channels,
    guilds,
    interactions,
    messages,
    threads,
    users,
)
from bot.sandbox.rest.router import Router

ROUTES = (
    *applications.ROUTES,
    *channels.ROUTES,
    *guilds.ROUTES,
    *interactions.ROUTES,
    *messages.ROUTES,
    *threads.ROUTES,
    *users.ROUTES,
)

__all__ = ["ROUTES", "Router"]
