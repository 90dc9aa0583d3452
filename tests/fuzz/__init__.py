"""A fuzzer: people who click, type and forge whatever they can, and a watch on what leaves.

``python -m tests.fuzz --minutes 10 --seed 1`` plays worlds of its own in the simulated Discord
until the time is up, and says what it found; exit code 1 if that is anything. See ``watch`` for
what is looked for, ``people`` for what is done.
"""
