"""Many tables at once, played through the pocket Discord: what the bot takes, how soon it answers.

The bot is a process of its own, with its defaults. The pocket Discord and the people are in this
one: no page, no discord.py. See ``tests/benchmarks/README.md`` for how to run it and what its
numbers mean.
"""
