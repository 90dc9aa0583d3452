"""Records that the record tests start from."""

from __future__ import annotations

HEAD = """\
[Players "3"]
[Seat 1 "Ada"]
[Seat 3 "computer:expert"]
[Rounds "1"]
[Starter "lowest-card"]
[Last card "end"]
[Spared "ender"]
[Rules "1"]
"""

DEAL = """\

round 1 starter 2
hand 1 3/7 1/3 5/9 6/1 4/8 2/9 8/3 7/1 6/5 9/4 3/2 5/1
hand 2 6/7 8/2 6/2 2/1 5/8 1/8 2/4 7/4 3/9 1/9 3/4 2/7
hand 3 8/9 3/5 6/9 6/4 6/3 1/4 5/7 2/5 7/9 5/4 7/8 6/8
"""

PLAY = """\
1 flip
3 keep
2 keep
2 show 11-12
3 show 3-5
1 scout right turned 11
2 scout right turned 10 show 8
3 show 8-9
1 show 9-13
2 scout left 10
3 scout right turned 4
"""

RESULT = """\
end unbeaten 1
score 1 4
score 2 -10
score 3 -3

total 1 4
total 2 -10
total 3 -3
winner 1
"""

CANONICAL = HEAD + DEAL + PLAY + RESULT
"""A whole match of one round, in canonical form."""

BY_HAND = """\
# A round typed by hand: odd spacing, capitals, comments, results left out.
[ players   "3" ]   # how many
[SEAT 1 "Ada"]
[Seat  3  "computer:expert"]
[Rounds "1"]

ROUND 1\tstarter   2
hand 3 8/9 3/5 6/9 6/4 6/3 1/4 5/7 2/5 7/9 5/4 7/8 6/8
  Hand 1  3/7 1/3 5/9 6/1 4/8 2/9 8/3 7/1 6/5 9/4 3/2 5/1
hand 2 6/7 8/2 6/2 2/1 5/8 1/8 2/4 7/4 3/9 1/9 3/4 2/7 # holds 2/1
1 Flip
3 keep#quick
2 KEEP

2 show 11-12
3 show 3-5 # 6-6-6
1 scout right turned 11
2 scout right turned 10 show 8
3  SHOW  8-9
1 show 9-13
2 scout left 10
3 scout right turned 4
score 2 -10
winner 1
"""
"""The same record as somebody may type it."""

STUDY = """\
[Players "4"]
[Study "1"]
[Rounds "1"]
[Starter "random"]
[Last card "end"]
[Spared "ender"]
[Rules "1"]

position turn 4
hand 1 8/2 3/1
hand 2 2/1
hand 3 7/1 7/2
hand 4 9/1 5/2 5/3
table 1 8/4 9/3
captured 1 3
captured 4 1
tokens 1 2
spent 2
scouts 2
4 scout left 1
"""
"""A study in canonical form, over after its one action (R22)."""

STUDY_RESULT = """\
end unbeaten 1
score 1 6
score 2 -1
score 3 -2
score 4 -3

total 1 6
total 2 -1
total 3 -2
total 4 -3
winner 1
"""

TWO_PLAYERS = """\
[Players "2"]
[Study "1"]
position turn 2
hand 1 1/7 2/9
hand 2 3/1 5/2
table 1 8/1 9/4
tokens 2 1
2 scout left turned 3
"""
"""A study for two that ends with its action: seat 2 is stuck (R26)."""
