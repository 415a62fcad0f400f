"""Pictures as PNG: no text vanishes, whatever fonts a machine has; the same picture is the same bytes."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
import unicodedata
import zlib
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from support import fontsubset
from support.commands import GOLDEN
from support.depth import few

from adjudicator.core.faults import PackageMissingError
from adjudicator.games import GAMES
from adjudicator.pictures import drawing as module
from adjudicator.pictures.drawing import BOX, drawable, png
from adjudicator.reports.markup import escape_html
from adjudicator.speech.voice import LANGUAGES, TROUBLES, told, vocabulary
from adjudicator.store.layout import locale_folder

SIDE = 26
JOINERS = "\u200c\u200d"
LACKING = "字"
"""A character that the font lacks: it is drawn as all of these are."""


def picture(text: str, style: str = "") -> str:
    """A small picture with nothing but a text on it, which stays as it is."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}">'
    return f'{head}<text x="4" y="19" style="{style}">{escape_html(text)}</text></svg>'


class Pixels(NamedTuple):
    """What a PNG shows."""

    width: int
    height: int
    rows: tuple[bytes, ...]
    """Four bytes a pixel: red, green, blue, and how much of it covers what lies behind."""

    @property
    def ink(self) -> int:
        """How many pixels are not quite transparent."""
        return sum(1 for row in self.rows for part in row[3::4] if part)


def pixels(data: bytes) -> Pixels:
    """A PNG read by the book (ISO/IEC 15948), as far as resvg writes it: eight bits, four parts, not interlaced."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    parts = list(_chunks(data[8:]))
    width, height, depth, colours, *more = struct.unpack(">IIBBBBB", parts[0][1])
    assert (parts[0][0], depth, colours, more) == (b"IHDR", 8, 6, [0, 0, 0])
    lines = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    rows, before = [], bytes(4 * width)
    for start in range(0, len(lines), 4 * width + 1):
        before = _unfiltered(lines[start], lines[start + 1 : start + 1 + 4 * width], before)
        rows.append(before)
    assert len(rows) == height
    return Pixels(width, height, tuple(rows))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    while data:
        length, kind = struct.unpack(">I4s", data[:8])
        assert struct.unpack(">I", data[8 + length : 12 + length])[0] == zlib.crc32(data[4 : 8 + length])
        yield kind, data[8 : 8 + length]
        data = data[12 + length :]


def _unfiltered(way: int, line: bytes, above: bytes) -> bytes:
    """A row of pixels, of the difference to its neighbours that stands in the file."""
    row = bytearray(line)
    for i in range(len(row) if way else 0):
        left, up, corner = (row[i - 4], above[i], above[i - 4]) if i >= 4 else (0, above[i], 0)
        row[i] = (row[i] + (left, up, (left + up) // 2, _paeth(left, up, corner))[way - 1]) & 0xFF
    return bytes(row)


def _paeth(left: int, up: int, corner: int) -> int:
    near = left + up - corner
    return min((left, up, corner), key=lambda part: abs(near - part))


def drawn(text: str, style: str = "", scale: float = 1.0) -> Pixels:
    return pixels(png(picture(text, style), scale))


# The font --------------------------------------------------------------------------------------------------------


def table() -> list[tuple[int, int]]:
    lines = fontsubset.TABLE.read_text(encoding="ascii").split()
    return [(int(first, 16), int(last, 16)) for first, last in (line.split("-") for line in lines)]


def characters() -> list[str]:
    return [chr(code) for first, last in table() for code in range(first, last + 1)]


def test_the_table_says_what_the_font_has() -> None:
    assert set(map(ord, characters())) == set(TTFont(fontsubset.FONT).getBestCmap())
    assert fontsubset.TABLE.read_text(encoding="ascii") == fontsubset.table(map(ord, characters()))


def test_nothing_is_left_of_the_font_that_is_not_wanted() -> None:
    """And what makes it makes it again, byte for byte, of itself."""
    font = fontsubset.FONT.read_bytes()
    assert fontsubset.vendored(font) == font


def installed() -> bytes:
    return fontsubset.INSTALLED.read_bytes() if fontsubset.INSTALLED.exists() else b""


@pytest.mark.skipif(sha256(installed()).hexdigest() != fontsubset.SOURCE, reason="it was made of another DejaVu Sans")
def test_the_font_is_made_again_of_the_one_that_is_installed() -> None:
    assert fontsubset.vendored(installed()) == fontsubset.FONT.read_bytes()


def test_the_font_comes_with_its_licence_and_under_a_name_that_it_may_have() -> None:
    """Notices and permission in all copies; none that was changed is called Bitstream, Vera, Tavmjong Bah or Arev."""
    told_in = {entry.nameID: str(entry) for entry in TTFont(fontsubset.FONT)["name"].names}
    licence = " ".join((fontsubset.FOLDER / "LICENSE").read_text(encoding="utf-8").split())
    assert all(" ".join(line.split()) in licence for line in told_in[0].splitlines())
    for text in (licence, " ".join(told_in[13].split())):
        assert text.count("this permission notice shall be included in all copies") >= 2
    names = " ".join(told_in[number] for number in (1, 3, 4, 6, 16))
    assert "DejaVu" in names
    assert not re.search("Bitstream|Vera|Tavmjong|Bah|Arev", names)


def test_the_font_has_what_people_are_called_and_what_they_adorn_it_with() -> None:
    samples = (
        "Éloïse Œdipe ŽİĞŁ Ðuro Ənə Ṽẏ Nguyễn Thị ᴀɴɴᴀ ꜱꜰ Ἀχιλλεύς Ωμέγα Дмитрий Ђорђе Ґанна Քնար ზურა שָׁלוֹם سَلام پگاه",
        "l’«\u00a0un\u00a0»\u202f! – — … ‹› “”„ ‐ • ½ ² № ™ € ₽ ← ↑ → ↓ ↔ ⇒ ■□▲△●○◆◇",
        "★☆ ✓✔✗✘ ♔♕♖♗♘♙♚♛♜♝♞♟ ♠♣♥♦ ⚀⚅ ☠⚔⚑☮❤ 😀",
    )
    for sample in samples:
        assert drawable(sample) == unicodedata.normalize("NFC", sample)


# What is drawn ---------------------------------------------------------------------------------------------------


@few(40)
@pytest.mark.parametrize(("first", "last"), table(), ids=lambda code: f"{code:04X}")
def test_each_character_of_the_table_is_drawn_and_not_as_one_that_the_font_lacks(first: int, last: int) -> None:
    """What is empty is decoded; other bytes are other pixels, since the same pixels are the same bytes (below)."""
    empty, marked, lacking = (png(picture(text), 1.0) for text in ("", "o", LACKING))
    assert pixels(empty).ink == 0
    for character in map(chr, range(first, last + 1)):
        shown = png(picture(character), 1.0)
        if character in JOINERS or character.isspace():
            assert shown == empty, f"{ord(character):04X}"
        elif unicodedata.category(character)[0] == "M":
            assert shown != empty, f"{ord(character):04X}"
            assert png(picture(f"o{character}"), 1.0) != marked, f"{ord(character):04X}"
        else:
            assert shown not in (empty, lacking), f"{ord(character):04X}"


STYLES = [
    *(f"font-family: {name}" for name in ("serif", "sans-serif", "monospace", "cursive", "fantasy", "emoji")),
    *(f"font-family: {name}" for name in ("system-ui", "system-ui, sans-serif", "Nowhere", "'DejaVu Serif'", "Arial")),
    *("font-weight: 700", "font-style: italic", "font-stretch: condensed"),
]


@pytest.mark.parametrize("style", STYLES)
def test_all_text_is_drawn_with_the_one_font_whatever_others_there_are(style: str) -> None:
    assert png(picture("Zoé", style)) == png(picture("Zoé"))
    assert drawn("Zoé", style).ink > 50


def test_letters_are_joined_as_their_script_joins_them() -> None:
    """And a joiner that keeps them apart does; in a name of such letters it is left where it stands."""
    assert drawn("مم") != drawn("م\u200cم")
    assert drawable("می\u200cخواهم") == "می\u200cخواهم"


@pytest.mark.parametrize("name", ["字", "日本", "🦊", "한국", "\ue000", "\u200b", "\x07"])
def test_a_name_that_the_font_lacks_is_boxes_and_not_nothing(name: str) -> None:
    assert set(drawable(name)) == {BOX}
    assert drawn(drawable(name)).ink > 0
    assert drawn(drawable(name)) == drawn(BOX * len(name))


def test_what_nobody_has_made_drawable_is_not_nothing_either() -> None:
    assert drawn("字").ink > 0


def test_a_picture_is_scaled() -> None:
    sizes = [(found.width, found.height) for found in (drawn("Zoé", scale=scale) for scale in (1.0, 1.5, 2.0))]
    assert sizes == [(SIDE, SIDE), (SIDE * 3 // 2, SIDE * 3 // 2), (2 * SIDE, 2 * SIDE)]
    assert png(picture("Zoé")) == png(picture("Zoé"), 2.0)


def test_the_same_picture_is_the_same_bytes_in_another_process() -> None:
    text = picture("Zoé ★ שלום 字")
    code = "import sys; from adjudicator.pictures.drawing import png; sys.stdout.write(png(sys.argv[1]).hex())"
    line = [sys.executable, "-c", code, text]
    others = [subprocess.run(line, capture_output=True, check=True).stdout.decode() for _ in range(2)]
    assert others == [png(text).hex()] * 2


# What a game draws -----------------------------------------------------------------------------------------------


def pictured() -> Iterator[str]:
    """The texts of all pictures of the golden pages."""
    for path in sorted(GOLDEN.rglob("*.html")):
        for found in re.findall(r"<svg.*?</svg>", path.read_text(encoding="utf-8"), re.DOTALL):
            yield from map(unescape, re.findall(r"<text[^>]*>([^<]*)</text>", found))


def test_every_character_of_the_pictures_of_games_is_drawn() -> None:
    texts = set(pictured())
    assert len(texts) > 20
    assert [text for text in texts if drawable(text) != text] == []


@few(3)
@pytest.mark.parametrize("domain", ["adjudicator", *GAMES])
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_picture_may_say_can_be_drawn(language: str, domain: str) -> None:
    """All sentences, for a picture may show any of them."""
    with (locale_folder() / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        said = [message.string for message in read_po(file, locale=language) if message.id]
    texts = [text for one in said for text in ([one] if isinstance(one, str) else one)]
    assert [text for text in texts if drawable(text) != text.replace("\n", " ")] == []


@pytest.mark.parametrize("name", GAMES)
def test_whatever_words_a_picture_may_show_can_be_drawn(name: str) -> None:
    words = vocabulary(name)
    shown = [
        words.word(place, one, lang) for place in words.places for one in words.canonical(place) for lang in LANGUAGES
    ]
    assert len(shown) > 100
    assert [word for word in shown if drawable(word) != word] == []


# Names -----------------------------------------------------------------------------------------------------------

NAMES = {
    "E\u0301lise": "Élise",  # letters in one character where there is one
    "A字b🦊c": f"A{BOX}b{BOX}c",
    "👩\u200d👩\u200d👧": BOX,  # what is seen as one sign is one box
    "❤\ufe0f\u200d🔥!": f"{BOX}!",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": BOX,
    "🇫🇷🇩🇪": 2 * BOX,
    "字\u0301\u0302": BOX,
    "नमस्ते": 4 * BOX,
    "\u1112\u1161\u11ab": BOX,  # 한 in three parts
    "☝🏽": "☝",  # the sign is there without what is added to it
    "1\ufe0f\u20e3": "1",
    "e\u1ab0\u0301": "é",
    "\u06c0": "\u06d5\u0654",  # the font has its parts
    "Ａｎｎａ 𝓐𝓷𝓷𝓪 ⒶⓃ ﻼ": "Anna Anna AN لا",
    "﷽": BOX,
    "＜image href＝＂x＂＞ ＆": f"{BOX}image href{BOX}{BOX}x{BOX}{BOX} {BOX}",
    "\u202eanna\u202c\u2066\u2069\u200f": "anna",
    "A\u200bn\u00adn\u2060a\ufeff": "Anna",
    "\u200dA": "A",
    "\u200b\u202e": BOX,
    "\u3164": BOX,
    "\u2800": BOX,
    "a\tb\nc\u3000d\u2028e\u0085f": "a b c d e f",
    "\x00\x1b\x9f": 3 * BOX,
    "\ud800": BOX,
    "\ufffe": BOX,
    "": "",
    " ": " ",
}


@pytest.mark.parametrize(("name", "expected"), NAMES.items(), ids=ascii)
def test_a_name_keeps_as_many_signs_as_are_seen_of_it(name: str, expected: str) -> None:
    assert drawable(name) == expected


@given(st.text(max_size=20) | st.text(alphabet="a字👩\u200d🏽❤\ufe0f🇫\u0301\u1ab0\u200b\u202e<＜ ☝", max_size=12))
def test_whatever_a_name_is_it_is_drawn_and_brings_no_markup(name: str) -> None:
    shown = drawable(name)
    assert set(shown) <= set(characters())
    assert bool(shown) == bool(name)
    assert drawable(shown) == shown
    assert not [sign for sign in "<>&\"'" if shown.count(sign) > name.count(sign)]


def test_no_character_that_the_font_has_is_left_out_and_no_other_is_kept() -> None:
    for character in characters():
        assert drawable(f"x{character}y") == unicodedata.normalize("NFC", f"x{character}y")


def test_what_formats_a_text_is_left_out_or_a_box() -> None:
    """Some numbers and signs of Arabic and other scripts count as such, and are seen."""
    found = {c for c in map(chr, range(0x110000)) if unicodedata.category(c) == "Cf" and c not in JOINERS}
    boxed = {c for c in found if drawable(f"x{c}y") != "xy"}
    assert {"\u202e", "\u2066", "\u200b", "\ufeff", "\u00ad"} <= found - boxed
    assert all(drawable(f"x{c}y") == f"x{BOX}y" for c in boxed)
    assert not [c for c in boxed if unicodedata.bidirectional(c) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI")]


# What is missing -------------------------------------------------------------------------------------------------

SENTENCES = {
    "fr": "Il manque le paquet Python resvg-py, dont cela a besoin\u00a0: pip install 'adjudicator[png]' l’installe.",
    "en": "This needs the Python package resvg-py, which is not installed: pip install 'adjudicator[png]' installs it.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_the_package_one_is_told_how_to_install_it(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)  # as where it is not installed
    with pytest.raises(PackageMissingError) as caught:
        png(picture("Zoé"))
    assert isinstance(caught.value, TROUBLES)
    assert told(caught.value, language) == [SENTENCES[language]]


def test_names_are_drawable_without_the_package_and_nothing_loads_it_before_a_picture_is_made() -> None:
    made = "from adjudicator.pictures.drawing import drawable; drawable('Zoé')"
    code = f"import sys; {made}; print('resvg_py' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.split() == [b"False"]


def test_no_picture_is_made_without_the_font(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "_FONT", tmp_path / "DejaVuSans.ttf")
    with pytest.raises(FileNotFoundError):
        png(picture("Zoé"))


@pytest.mark.parametrize("text", ["", "<svg", "<p/>"])
def test_what_is_no_picture_is_refused(text: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        png(text)
