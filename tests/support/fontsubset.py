"""The font that pictures are drawn with, made again: of DejaVu Sans what names may hold, and the signs of boards.

    python tests/support/fontsubset.py DejaVuSans.ttf           writes adjudicator/pictures/font (``make font``)
    python tests/support/fontsubset.py DejaVuSans.ttf --costs   says what each block costs, and writes nothing

From the same file, with the fontTools of ``pyproject.toml``, come the same bytes. ``SOURCE`` is the one of Debian 12
(fonts-dejavu-core 2.37-6); others of release 2.37 have the same characters, some of whose outlines differ a little.
"""

from __future__ import annotations

import io
import sys
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from support.commands import ROOT

FOLDER = ROOT / "adjudicator" / "pictures" / "font"
FONT = FOLDER / "DejaVuSans.ttf"
TABLE = FOLDER / "characters.txt"
INSTALLED = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
"""Where Debian has it; ``make font FONT=…`` takes another."""
SOURCE = "abdc775b21b1bc470d50c97e790d276f2054b7504e56e5bd3e64f48d68582322"
"""SHA-256 of the file of which the font in the package was made."""

WANTED = {
    "Latin": "20-7E A0-24F 1E00-1EFF 2C60-2C7F FB00-FB06",
    "Phonetic, of which small capitals are made": "250-2FF 1D00-1DBF A700-A71F A730-A731",
    "Combining marks": "300-36F 1DC0-1DFF 20D0-20FF",
    "Greek": "370-3FF 1F00-1FFF",
    "Cyrillic": "400-52F",
    "Armenian": "530-58F",
    "Hebrew": "590-5FF",
    "Arabic": "600-6FF",
    "Georgian": "10A0-10FF",
    "Punctuation and currencies": "2000-205F 20A0-20CF 2E00-2E7F FFFD",
    "Numbers, above and below": "2070-209F 2150-218F 2460-24FF",
    "Some letters and operators": "2116 2120-2122 212E 2200-2211 2212-221E 2227-222B 2248 2260-2265",
    "Arrows": "2190-21FF 27F5-27FF 2B00-2BFF",
    "Shapes and some things": "2302 2318 231A-231B 2500 25A0-25FF",
    "Stars, chess, suits, dice, weather": "2600-26FF",
    "Checks, crosses, more stars": "2700-27BF",
    "Cards: a back and a joker": "1F0A0 1F0CF",
    "Faces": "1F300-1F64F",
}
"""The characters wanted, where the font has them, by what they are."""
JOINERS = {0x200C, 0x200D}
"""Shown by nothing, but letters beside them look otherwise."""
_GRAPHEME_JOINER = 0x34F
_LEFT_OUT = ("C", "Zl", "Zp")
"""How categories begin of what nobody sees in a name."""


def wanted(ranges: Iterable[str], had: Collection[int]) -> set[int]:
    """Return the characters of such ranges that the font ``had`` and that somebody can see."""
    spans = [one.split("-") for line in ranges for one in line.split()]
    found = {code for span in spans for code in range(int(span[0], 16), int(span[-1], 16) + 1)}
    return {code for code in found if code in had and code != _GRAPHEME_JOINER and _is_seen(chr(code))}


def _is_seen(character: str) -> bool:
    return not unicodedata.category(character).startswith(_LEFT_OUT)


def subset(source: bytes, characters: Collection[int]) -> bytes:
    """Return a font with these characters alone, all names that it had (a licence is one), no hints for screens."""
    options = Options()
    options.hinting = False
    options.name_IDs = ["*"]
    options.notdef_outline = True  # what a picture names that the font lacks is a box at least
    options.drop_tables = [*options.drop_tables, "FFTM", "GlyphOrder", "MATH"]
    font = TTFont(io.BytesIO(source), recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def characters_of(font: bytes) -> set[int]:
    """Return the characters that a font has."""
    return set(TTFont(io.BytesIO(font)).getBestCmap())


def table(characters: Iterable[int]) -> str:
    """Return the characters as ``pictures/drawing.py`` reads them: a line for each range, in hexadecimal."""
    return "".join(f"{first:04X}-{last:04X}\n" for first, last in _ranges(characters))


def _ranges(characters: Iterable[int]) -> Iterator[tuple[int, int]]:
    for _, run in groupby(enumerate(sorted(characters)), lambda pair: pair[1] - pair[0]):
        codes = [code for _, code in run]
        yield codes[0], codes[-1]


def vendored(source: bytes) -> bytes:
    """Return the font of the package as it is made of ``source``."""
    return subset(source, wanted(WANTED.values(), characters_of(source)) | JOINERS)


def costs(source: bytes) -> Iterator[str]:
    """Say how many characters each block has, and by how many bytes the font would be smaller without it."""
    had = characters_of(source)
    every, whole = wanted(WANTED.values(), had) | JOINERS, len(vendored(source))
    for name, ranges in WANTED.items():
        block = wanted([ranges], had)
        yield f"{len(block):5} {whole - len(subset(source, every - block)):7,}  {name}"
    yield f"{len(every):5} {whole:7,}"


def main(path: Path, *options: str) -> None:
    """Write the font and its table, of the font at ``path``."""
    source = path.read_bytes()
    if "--costs" in options:
        print("\n".join(costs(source)))
        return
    if sha256(source).hexdigest() != SOURCE:
        print(f"{path} is not the file of which the font was made: its bytes will differ.")
    FONT.write_bytes(vendored(source))
    TABLE.write_text(table(characters_of(FONT.read_bytes())), encoding="ascii", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
