"""Match records: text that people type, logs keep and programs exchange (NOTATION.md).

>>> text = '[Players "3"]'
>>> parse(text).players
3
>>> parse(canonical(parse(text))) == parse(text)
True
"""

from engine.record.model import FairPlay, Reading, Record, RecordError, opening
from engine.record.reader import parse, read
from engine.record.writer import canonical, tag_text

__all__ = [
    "FairPlay",
    "Reading",
    "Record",
    "RecordError",
    "canonical",
    "opening",
    "parse",
    "read",
    "tag_text",
]
