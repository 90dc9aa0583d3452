"""One thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found.

    Attributes:
        what: what was looked at.
        said: how it is.
        remedy: what to do about it; empty if nothing is wrong.
    """

    what: str
    said: str
    remedy: str = ""

    @property
    def wrong(self) -> bool:
        """Whether something must be done."""
        return bool(self.remedy)

    def __str__(self) -> str:
        if not self.wrong:
            return f"ok     {self.what}: {self.said}"
        return f"WRONG  {self.what}: {self.said}\n       {self.remedy}"
