"""The pictures of the READMEs and of the guides, made from the example game: ``make pictures``.

The board is a file as the program writes it; the report is a page as a browser shows it, and its picture keeps the hash
of that page, so that a test can tell whether it is still the one that is shown.
"""

from __future__ import annotations

import re
import struct
import zlib
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser

from support.browser import chromium
from support.commands import good

PLACE = Path(__file__).parents[2] / "docs" / "pictures"
NAMES = {"fr": ("plateau.svg", "rapport.png"), "en": ("board.svg", "report.png")}
"""By language: the board that a camp sees, and the report of one of its players."""

TURN, CAMP, PLAYER = "6", "Lune", "Agathe"
PAGES = {
    "formulaire.png": "turns/0006-turn-4/forms/formulaire-bastien.html",
    "bureau.png": "bureau.html",
    "partie.png": "public/index.html",
}
"""The pictures of pages that the guides show, with the page in the folder of the example."""
_CLICKS = {
    "formulaire.png": ("#ask button:nth-child(2)", "#board .cell:nth-child(43)"),
    "bureau.png": (".tick input >> nth=0",),
}
"""What is clicked on them first."""
_WIDE, _HIGH = 1100, 1010
_KEY = b"page"


def sources(folder: Path) -> dict[str, tuple[bytes, bytes]]:
    """Play the example in ``folder``; return, by language, the picture of the board and the page of the report.

    It is always the same day, since pages say until when orders are awaited.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", "2026-03-02T18:00:00+01:00")
        good("demo", folder)
        return {language: (_told(folder, language, "svg"), _told(folder, language, "html")) for language in NAMES}


def _told(folder: Path, language: str, form: str) -> bytes:
    reader, path = (f"camp:{CAMP}" if form == "svg" else f"player:{PLAYER}"), folder.parent / f"{language}.{form}"
    good("report", folder, "--turn", TURN, "--for", reader, "--format", form, "--language", language, "--output", path)
    return path.read_bytes()


def pages_of(folder: Path) -> dict[str, bytes]:
    """Return the pages of which the guides show pictures, of the example as ``sources`` played it in ``folder``."""
    return {name: (folder / path).read_bytes() for name, path in PAGES.items()}


def page_of(picture: bytes) -> str:
    """Return the hash of the page that a picture shows."""
    found = re.search(rb"tEXt" + _KEY + rb"\0([0-9a-f]{64})", picture)
    assert found, "no picture of a page"
    return found[1].decode()


def hash_of(page: bytes) -> str:
    """Return the hash by which a page is known again."""
    return sha256(page).hexdigest()


def _signed(picture: bytes, page: bytes) -> bytes:
    """Put the hash of the page into a picture, before its last chunk."""
    said = b"tEXt" + _KEY + b"\0" + hash_of(page).encode()
    chunk = struct.pack(">I", len(said) - 4) + said + struct.pack(">I", zlib.crc32(said))
    return picture[:-12] + chunk + picture[-12:]


def photographed(pages: dict[str, bytes], browser: Browser) -> dict[str, bytes]:
    """Return pictures of pages, by the same names, as a browser shows their beginnings."""
    found: dict[str, bytes] = {}
    for name, page in pages.items():
        shown = browser.new_page(viewport={"width": _WIDE, "height": _HIGH})
        shown.set_content(page.decode())
        for clicked in _CLICKS.get(name, ()):
            shown.click(clicked, force=True)
        shown.evaluate("scrollTo(0, 0)")
        found[name] = _signed(shown.screenshot(), page)
        shown.close()
    return found


def main() -> None:
    """Write the pictures anew."""
    PLACE.mkdir(exist_ok=True)
    with TemporaryDirectory() as room:
        made = sources(Path(room) / "demo")
        pages = pages_of(Path(room) / "demo")
    pages |= {NAMES[lang][1]: page for lang, (_, page) in made.items()}
    with chromium() as browser:
        for name, data in photographed(pages, browser).items():
            (PLACE / name).write_bytes(data)
    for language, (board, _) in made.items():
        (PLACE / NAMES[language][0]).write_bytes(board)


if __name__ == "__main__":
    main()
