"""SCOUT once more, written naively and apart from the engine, to compare it with.

A state is a dictionary, a card a pair, an action the text of the notation. Only play is covered:
no orientation, no scores.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

State = dict[str, Any]
Pair = tuple[int, int]


def state(
    hands: list[list[Pair]], turn: int, table: list[Pair] | None = None, owner: int | None = None
) -> State:
    """A position with fresh tokens; seats from 1."""
    n = len(hands)
    return {
        "hands": hands,
        "turn": turn,
        "table": table or [],
        "owner": owner,
        "shower": owner,
        "scouts": 0,
        "tokens": [3 if n == 2 else 0] * n,
        "captured": [0] * n,
        "special": [n > 2] * n,
        "over": False,
    }


def is_set(numbers: list[int]) -> bool:
    same = all(n == numbers[0] for n in numbers)
    up = all(n == numbers[0] + i for i, n in enumerate(numbers))
    down = all(n == numbers[0] - i for i, n in enumerate(numbers))
    return same or up or down


def value(numbers: list[int]) -> tuple[int, int, int]:
    same = all(n == numbers[0] for n in numbers)
    return (len(numbers), 1 if same else 0, min(numbers))


def shows(hand: list[Pair], table: list[Pair]) -> list[tuple[int, int]]:
    found = []
    for i in range(len(hand)):
        for j in range(i + 1, len(hand) + 1):
            numbers = [card[0] for card in hand[i:j]]
            if not is_set(numbers):
                continue
            if table and value(numbers) <= value([card[0] for card in table]):
                continue
            found.append((i + 1, j))
    return found


def scouts(s: State) -> list[tuple[str, list[Pair], list[Pair]]]:
    """Text, table after, hand after."""
    table, hand = s["table"], s["hands"][s["turn"] - 1]
    if not table or (len(s["hands"]) == 2 and s["tokens"][s["turn"] - 1] == 0):
        return []
    found = []
    for end in ["left", "right"] if len(table) > 1 else ["left"]:
        rest = list(table)
        card = rest.pop(0 if end == "left" else -1)
        for turned in (False, True):
            for gap in range(len(hand) + 1):
                new = list(hand)
                new.insert(gap, (card[1], card[0]) if turned else card)
                found.append((f"scout {end} {'turned ' if turned else ''}{gap + 1}", rest, new))
    return found


def span(first: int, last: int) -> str:
    return f"show {first}" if first == last else f"show {first}-{last}"


def legal(s: State) -> set[str]:
    if s["over"]:
        return set()
    hand = s["hands"][s["turn"] - 1]
    listed = {span(*show) for show in shows(hand, s["table"])}
    for text, rest, new in scouts(s):
        listed.add(text)
        if s["special"][s["turn"] - 1]:
            listed.update(f"{text} {span(*show)}" for show in shows(new, rest))
    return listed


def after(s: State, action: str, last_card: str = "end") -> State:
    """The state after a legal action."""
    s = deepcopy(s)
    n, me = len(s["hands"]), s["turn"] - 1
    scout_text, has_show, show_text = action.partition("show")
    if scout_text:
        _scout(s, scout_text.strip(), me)
    if has_show:
        first, _, last = show_text.strip().partition("-")
        start, stop = int(first) - 1, int(last or first)
        hand = s["hands"][me]
        s["captured"][me] += len(s["table"])
        s["table"] = hand[start:stop]
        s["hands"][me] = hand[:start] + hand[stop:]
        s["owner"] = s["shower"] = me + 1
        s["scouts"] = 0
        if scout_text:
            s["special"][me] = False
    if has_show or n > 2:
        s["turn"] = s["turn"] % n + 1
    if not s["hands"][me]:
        s["over"] = True
    elif n == 2:
        s["over"] = not legal(s)
    elif s["scouts"] == n - 1:
        s["over"] = last_card == "end" or bool(s["table"])
    return s


def _scout(s: State, text: str, me: int) -> None:
    rest, new = next((rest, new) for t, rest, new in scouts(s) if t == text)
    if len(s["hands"]) == 2:
        s["tokens"][me] -= 1
    else:
        s["tokens"][s["owner"] - 1] += 1
    s["table"], s["hands"][me] = rest, new
    if not rest:
        s["owner"] = None
    s["scouts"] += 1
