"""Text in any script, without Pillow's own text engine."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures import bidi
from bot.pictures.glyphs import FONTS, MARK, MAX_MARKS, clean, face_for
from bot.pictures.names import drawn_names
from bot.pictures.text import fitted, line
from bot.texts import SeatName, texts_for
from tests.bot.pictures.scenes import PERSIAN, SCENES, SCRIPTS

LETTERS = {
    "Polish": "ĄĆĘŁŃÓŚŹŻąćęłńóśźż",
    "Turkish": "ÇĞİıÖŞÜçğiöşü",
    "Persian": "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی۰۱۲۳۴۵۶۷۸۹؟،",
    "Arabic": "ةىيكأإؤئ",
    "Urdu": "ٹڈڑںھہے",
    "Hebrew": "אבגדהוזחטיכלמנסעפצקרשת",
    "Greek": "ΑΒΓΔΩαβγδω",
    "Cyrillic": "АБВГЯабвгяЇїҐґ",
    "Vietnamese": "ăâđêôơưạảấầ",
    "Chinese": "天地玄黃宇宙洪荒汉语學校",
    "Japanese": "あいうえおアイウエオ漢字",
    "Korean": "가나다라한국어",
    "Hindi": "अआइईउकखगघ",
    "Thai": "กขคงจฉชซ",
    "Georgian": "აბგდევზ",
    "Armenian": "ԱԲԳԴաբգդ",
    "Tamil": "அஆஇஈகஙச",
    "Amharic": "ሀለሐመሠረ",
    "symbols in names": "★☆♥♛⚡→✓",
}


@pytest.mark.parametrize("script", LETTERS)
@pytest.mark.parametrize("bold", [False, True])
def test_letters_are_drawn_by_our_own_fonts(script: str, bold: bool) -> None:
    missing = [c for c in LETTERS[script] if face_for(c, bold) is None]
    assert not missing
    assert clean(LETTERS[script]) == unicodedata.normalize("NFC", LETTERS[script])


def test_every_font_has_its_licence() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in FONTS.glob("*.txt"))
    assert "SIL OPEN FONT LICENSE" in texts
    assert "Apache License" in texts
    readme = (FONTS / "README.md").read_text(encoding="utf-8")
    for path in FONTS.glob("*.ttf"):
        family = path.stem.split("-")[0]
        assert family in readme or (family.startswith("NotoSans") and "NotoSans*" in readme)


def test_arabic_letters_join() -> None:
    apart = sum(line(letter, 40).width for letter in "سلام")
    assert line("سلام", 40).width < 0.8 * apart


def test_a_non_joiner_keeps_letters_apart() -> None:
    joined, apart = line("میشود", 40), line("می\u200cشود", 40)
    assert joined.mask is not None
    assert apart.mask is not None
    assert joined.mask.tobytes() != apart.mask.tobytes()
    assert apart.width > joined.width


def test_marks_of_indic_scripts_are_shaped() -> None:
    # The vowel sign is written before its consonant, and the conjunct is narrower than its parts.
    assert line("क्षि", 40).width < line("क", 40).width + line("ष", 40).width + line("ि", 40).width


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("abc", 0, "abc"),
        ("سلام", 1, "مالس"),
        ("abc سلام", 0, "abc مالس"),
        ("سلام abc", 1, "abc مالس"),
        ("سلام 123", 1, "123 مالس"),
        ("\u2068سلام\u2069 (2)", 0, "مالس (2)"),
        ("\u2068سلام\u2069 2", 0, "مالس 2"),
        ("\u2068Ada\u2069 شد 5", 1, "5 دش Ada"),
        ("نوبت \u2068Ada 2\u2069 شد", 1, "دش Ada 2 تبون"),
        ("a \u2067x ب\u2069 c", 0, "a ب x c"),
    ],
)
def test_words_stand_where_the_standard_puts_them(text: str, base: int, expected: str) -> None:
    seen = ""
    for start, stop, level in bidi.visual_runs(text, base):
        piece = text[start:stop]
        seen += piece[::-1] if level % 2 else piece
    assert "".join(c for c in seen if c not in "\u2066\u2067\u2068\u2069") == expected


def test_a_sentence_is_broken_at_spaces_outside_names() -> None:
    text = "\u2068Ada Byron\u2069 scouted it"
    assert [text[at:] for at in bidi.breaks(text)] == [" scouted it", " it"]


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("🎉", MARK),
        ("🎉🎉 Ada 👨‍👩‍👧‍👦", f"{MARK} Ada {MARK}"),
        ("🇹🇷", MARK),
        ("a\u0000b\u0007c\u200bd", "abcd"),
        ("a\nb\u2028c\td", "a b c d"),
        ("\u202eevil", "evil"),
        ("𝓐𝓵𝓲𝓬𝓮", "Alice"),
        ("  a   b  ", "a b"),
        ("\ue000", ""),
        ("\U000e0041", ""),
    ],
)
def test_what_cannot_be_drawn_does_no_harm(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_who_has_no_drawable_name_is_called_by_the_seat() -> None:
    names = [SeatName("Ada"), SeatName("🎉 👨‍👩‍👧‍👦"), SeatName("Ada 🎉"), SeatName("\u200b")]
    drawn = [clean(name).strip("\u2068\u2069") for name in drawn_names(texts_for("en"), names)]
    assert drawn == ["Ada", "Seat 2", f"Ada {MARK}", "Seat 4"]


def test_towers_of_marks_are_levelled() -> None:
    tower = "Z" + "\u0310" * 50
    assert len(clean(tower)) == 1 + MAX_MARKS
    short, tall = line("Z", 40).mask, line(tower, 40).mask
    assert short is not None
    assert tall is not None
    assert tall.height < 2.5 * short.height


def test_a_cut_name_says_that_it_was_cut() -> None:
    found = fitted("\u2068Grzegorz Brzęczyszczykiewicz\u2069", 26, 150)
    assert found.text.startswith("\u2068Grz")
    assert found.text.endswith("…\u2069")
    assert found.width <= 150


def test_text_shrinks_before_it_is_cut() -> None:
    whole = line("Brzęczyszczykiewicz", 26)
    assert fitted("Brzęczyszczykiewicz", 26, whole.width * 0.85, smallest=20).text == whole.text


@settings(max_examples=50)
@given(st.text(max_size=40))
def test_any_text_can_be_drawn(text: str) -> None:
    found = fitted(text, 26, 300, smallest=20)
    assert found.width <= 300
    if found.mask is not None:
        assert found.mask.height < 150


@given(st.text(max_size=30))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(st.text(alphabet="aب1 (\u2066\u2067\u2068\u2069.", max_size=20), st.sampled_from([0, 1]))
def test_every_character_gets_a_place(text: str, base: int) -> None:
    runs = bidi.visual_runs(text, base)
    places = sorted(index for start, stop, _ in runs for index in range(start, stop))
    assert places == list(range(len(text)))


BARE = """
import sys
sys.modules["PIL._imagingft"] = None  # as on a machine without FreeType, Raqm and FriBidi
from PIL import features
assert not features.check("raqm") and not features.check("freetype2")
from bot.texts import SeatName, texts_for
from tests.bot.pictures.scenes import PERSIAN, SCENES, SCRIPTS
print(SCENES["table-5"](SCRIPTS, PERSIAN).data.hex())
"""


def test_pictures_are_the_same_without_the_systems_text_libraries() -> None:

    bare = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=False)
    assert bare.returncode == 0, bare.stderr
    assert bare.stdout.strip() == SCENES["table-5"](SCRIPTS, PERSIAN).data.hex()
