"""Fonts and characters: which font draws a character, and what becomes of those that none has.

Text is cleaned here before anything is measured: one line, no invisible controls, no towers of
combining marks, and one small mark for whatever can't be drawn (emoji above all).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

import uharfbuzz as hb

FONTS = Path(__file__).with_name("fonts")

_FALLBACKS = (
    "NotoSans-Regular",
    "DroidSansFallback",
    "ScoutHangul-Regular",
    "NotoSansArabic-Regular",
    "NotoSansArmenian-Regular",
    "NotoSansGeorgian-Regular",
    "NotoSansThai-Regular",
    "NotoSansLao-Regular",
    "NotoSansKhmer-Regular",
    "NotoSansMyanmar-Regular",
    "NotoSansDevanagari-Regular",
    "NotoSansBengali-Regular",
    "NotoSansGurmukhi-Regular",
    "NotoSansGujarati-Regular",
    "NotoSansTamil-Regular",
    "NotoSansTelugu-Regular",
    "NotoSansKannada-Regular",
    "NotoSansMalayalam-Regular",
    "NotoSansSinhala-Regular",
    "NotoSansEthiopic-Regular",
    "NotoSansSymbols-Regular",
    "NotoSansSymbols2-Regular",
)

MARK = "\N{BULLET}"
"""Stands for what no font can draw; several in a row become one."""

ISOLATES = frozenset("\u2066\u2067\u2068\u2069")
"""LRI, RLI, FSI and PDI: they frame a name within a sentence and are never drawn."""

JOINERS = frozenset("\u200c\u200d")
"""The non-joiner that Persian spelling needs, and the joiner of Indic scripts."""

MAX_MARKS = 3
"""Combining marks kept on one letter; more are decoration that would leave the line."""


@dataclass(frozen=True, slots=True)
class Face:
    """One font file: the characters it has, and HarfBuzz fonts of it by size."""

    name: str
    face: hb.Face
    characters: frozenset[int]
    synthetic_bold: bool
    sizes: dict[int, hb.Font] = field(default_factory=dict, compare=False)

    def at(self, size: int) -> hb.Font:
        """The font at ``size`` pixels; its units are 64ths of a pixel."""
        font = self.sizes.get(size)
        if font is None:
            font = hb.Font(self.face)
            font.scale = (size * 64, size * 64)
            if self.synthetic_bold:
                font.synthetic_bold = (0.045, 0.045, False)
            self.sizes[size] = font
        return font


@cache
def _file(name: str) -> tuple[hb.Face, frozenset[int]]:
    face = hb.Face(hb.Blob.from_file_path(str(FONTS / f"{name}.ttf")))
    return face, frozenset(face.unicodes)


@cache
def faces(bold: bool) -> tuple[Face, ...]:
    """The fonts in the order in which they are asked for a character."""
    weight = "Bold" if bold else "Medium"
    own = [Face(name, *_file(name), False) for name in (f"Rubik-{weight}", f"Vazirmatn-{weight}")]
    return (*own, *(Face(name, *_file(name), bold) for name in _FALLBACKS))


@lru_cache(maxsize=16384)
def face_for(character: str, bold: bool) -> Face | None:
    """The first font that has the character; None if none has."""
    code = ord(character)
    return next((face for face in faces(bold) if code in face.characters), None)


def drawable(character: str) -> bool:
    """Whether some font has the character."""
    return face_for(character, False) is not None


@lru_cache(maxsize=2048)
def clean(text: str) -> str:
    """The text on one line, with nothing in it that can't be drawn or would do harm."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if character in ISOLATES or (character in JOINERS and kept and kept[-1] != MARK):
            kept.append(character)
        elif category in {"Zs", "Zl", "Zp"} or character in "\t\n\r":
            kept.append(" ")
        elif category[0] == "C" or category == "Sk":
            continue
        elif category[0] == "M":
            marks += 1
            if kept and marks <= MAX_MARKS and kept[-1] != MARK and drawable(character):
                kept.append(character)
            continue
        else:
            _keep(kept, character)
        marks = 0
    return " ".join("".join(kept).split())


def _keep(kept: list[str], character: str) -> None:
    """Add a character, its plain form if only that can be drawn, or the mark for neither."""
    if drawable(character):
        kept.append(character)
        return
    plain = unicodedata.normalize("NFKC", character)
    if all(drawable(part) for part in plain):
        kept.extend(plain)
    elif not kept or kept[-1] != MARK:
        kept.append(MARK)
