"""A harness that kills the bot: SIGKILL at any instant, again and again, and a model to hold it to.

``python -m tests.crash --kills 100 --seed 1``: the real bot as a process of its own, the pocket
Discord and its people in this one. What the people saw and what the database kept are compared
after each kill: what was acknowledged is there, once; what is asked is asked once; and a deadline
stays where it was. Exit code 1 if anything was found.
"""
