"""Which way a message runs: its lines, and what stands in them, for languages read from the right.

A line of text takes its direction from its first strong letter (Unicode Standard Annex 9), in
Discord's clients too. In a language that is read from the right a line must therefore begin with a
mark, or one that begins with a name or a number would run to the right; and what runs to the right
inside it (numbers, cards, names, code) is isolated, so that it doesn't change places with its
neighbours. Translators write neither: both are done here, once for all messages.

>>> isolated("R1–R3: `/scout act`").replace(LRI, "[").replace(PDI, "]")
'[R1–R3]: [`/scout act`]'
>>> isolated("Show، Scout & Show: 5 6 7").replace(LRI, "[").replace(PDI, "]")
'[Show]، [Scout & Show]: [5 6 7]'
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from typing import Any

LRM, RLM = "\N{LEFT-TO-RIGHT MARK}", "\N{RIGHT-TO-LEFT MARK}"
LRI, FSI, PDI = (
    "\N{LEFT-TO-RIGHT ISOLATE}",
    "\N{FIRST STRONG ISOLATE}",
    "\N{POP DIRECTIONAL ISOLATE}",
)

RIGHT_TO_LEFT = frozenset({"fa"})

_LINE = re.compile(rf"^((?:-# |#{{1,3}} |> |- |\* )*+)(?=[^{RLM}\n])", re.MULTILINE)
"""The start of a line, behind what Discord reads as its kind."""

_ISOLATED = re.compile(
    rf"[{LRI}{FSI}][^{PDI}]*{PDI}"  # is one already
    r"|\{[^{}]*\}"  # a placeholder: isolated when it is filled
    r"|`[^`]*`"
    r"|<[^<>\s]+>"
    r"|[+−-][۰-۹]+"  # these run as they should without a sign
    r"|[+−-]?\w+(?:(?: & |[ .,:/–−-])\w+)*",
    re.ASCII,
)
"""Code, mentions, Latin words, and numbers in rows as cards stand in a hand."""


def directed(message: str) -> str:
    """A message of a right-to-left language with the marks that it needs; placeholders stay."""
    return _LINE.sub(rf"\1{RLM}", isolated(message))


def begun(text: str) -> str:
    """A text whose lines begin with a mark if a right-to-left language says anything in them.

    >>> begun(f"-# {FSI}Ada{PDI} · {RLM}x")[3] == RLM, begun("Ada") == "Ada"
    (True, True)
    >>> begun(f"### {RLM}x").startswith("### ")
    True
    """
    if RLM not in text:
        return text
    return "\n".join(_LINE.sub(rf"\1{RLM}", one) if RLM in one else one for one in text.split("\n"))


def isolated(message: str) -> str:
    """A message with all that runs to the right in isolates; placeholders stay."""
    return _ISOLATED.sub(_isolate, message)


def _isolate(found: re.Match[str]) -> str:
    part = found[0]
    return part if part[0] in (LRI, FSI, "{") else f"{LRI}{part}{PDI}"


def unmarked(text: str) -> str:
    """A text without its marks, for where no line is laid out, as in a spreadsheet's cell."""
    return text.translate(_UNMARKED)


_UNMARKED = {ord(mark): None for mark in (LRM, RLM, LRI, FSI, PDI)}

_ADDRESSES = ("](", "<#", "<@", "<t:")
"""What stands before the address of a link, a mention or a moment."""


class Isolating(string.Formatter):
    """Fills placeholders, each isolated by its own first strong letter unless it is already.

    What stands in code, a mention or a link's address is left alone: it is copied or followed.
    """

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """As ``str.format``, with what is filled in isolated."""
        said, in_code = [], False
        for literal, field, spec, conversion in self.parse(format_string):
            said.append(literal)
            in_code ^= literal.count("`") % 2 == 1
            if field is None:
                continue
            value, _ = self.get_field(field, args, kwargs)
            filled = self.format_field(self.convert_field(value, conversion or None), spec or "")
            said.append(filled if in_code or literal.endswith(_ADDRESSES) else _framed(filled))
        return "".join(said)


def _framed(text: str) -> str:
    return text if not text or _is_isolate(text) else f"{FSI}{text}{PDI}"


def _is_isolate(text: str) -> bool:
    """Whether a text is one isolate from its first character to its last.

    >>> _is_isolate(f"{FSI}Ada{PDI}"), _is_isolate(f"{FSI}Ada{PDI}, {FSI}Berk{PDI}")
    (True, False)
    """
    depth = 0
    for index, character in enumerate(text):
        depth += (character in {LRI, FSI}) - (character == PDI)
        if not depth:
            return index == len(text) - 1 and character == PDI
    return False
