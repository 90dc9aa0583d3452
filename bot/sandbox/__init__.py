"""A pocket Discord on loopback: the real bot connects to it, people play in a web page.

It speaks to discord.py as Discord does (API v10), as far as this bot needs it, with Discord's own
limits and error codes. What it does not know answers 501 and shows in the page's log; it never
pretends. Nothing outside this package knows that it exists.

* ``model``, ``world``: who and what is there; every change goes through ``World``. ``founding``:
  how it begins.
* ``payloads``, ``permissions``: the world as Discord's JSON; who may do what.
* ``limits``: what Discord refuses, and how it says so.
* ``gateway``: the bot's event sockets. ``rest``: its HTTP calls; ``rates``: how often it may call;
  ``troubles``: what goes wrong with a call; ``calls``: all of them, counted.
* ``interactions``: commands, clicks, menus and modals on their way to the bot and back.
* ``people``: the page's socket. ``sight``: what a person sees. ``doings`` and ``actions``: what
  they can do. ``faults``: what can go wrong. ``page``: the page itself.
* ``server``: all of it on one port. ``launcher``: ``python -m bot play``.
"""
