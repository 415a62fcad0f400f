"""What is longer than any word or name is not put into another form first: that may take very long."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import campaign, good, orders, run

from adjudicator.core import words
from adjudicator.core.words import LONGEST, composed, fold, nearest

MARKS = "e" + "\u0301\u0316" * 15_000
"""Marks that have to be put in order: twice as many take four times as long."""
LONGEST_NOTE = 2000


@pytest.fixture
def normalised(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The lengths of the texts that are brought into another form of Unicode."""
    lengths = []
    real = unicodedata.normalize

    def counted(form: str, text: str) -> str:  # type: ignore[no-untyped-def]
        lengths.append(len(text))
        return real(form, text)

    monkeypatch.setattr(unicodedata, "normalize", counted)
    words._folded.cache_clear()
    return lengths


FILES = {
    "player": f"joueur: {MARKS}\ntour: 1\nordres: rien\n",
    "camp": f"camp: {MARKS}\nordres: rien\n",
    "note": orders("Anna", 1, "rien") + f"note: {MARKS}\n",
    "key": orders("Anna", 1, "rien") + f"clé: {MARKS}\n",
    "turn": f"joueur: Anna\ntour: {MARKS}\nordres: rien\n",
    "orders": orders("Anna", 1, MARKS),
    "order": orders("Anna", 1, f"{{? {MARKS} : haut}}"),
    "direction": orders("Anna", 1, f"{{déplacement: {MARKS}}}"),
    "item": orders("Anna", 1, f"{{modifier: {{action: {MARKS}, avant: {MARKS}x}}}}"),
    "broken": f"joueur: {MARKS}\ntour: 1\nordres: [\n",
    "word": f"{MARKS}: Anna\ntour: 1\nordres: [\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_an_order_file_of_marks_is_refused_without_sorting_them(
    tmp_path: Path, normalised: list[int], text: str
) -> None:
    folder = campaign(tmp_path / "partie", "turn-1")
    normalised.clear()
    done = run("check", folder, "-", stdin=text)
    assert done.code == 1, done
    assert max(normalised, default=0) <= LONGEST


def test_a_note_of_marks_costs_no_more_than_the_longest_note(tmp_path: Path, normalised: list[int]) -> None:
    """One of letters and accents apart, as some systems write them, is as long as it looks."""
    folder = campaign(tmp_path / "partie", "turn-1")
    normalised.clear()
    decomposed = unicodedata.normalize("NFD", "é" * LONGEST_NOTE)
    assert len(decomposed) == 2 * LONGEST_NOTE
    good("submit", folder, "-", stdin=orders("Anna", 1, "rien") + f"note: {decomposed}\n")
    assert "é" * 50 in good("status", folder).out
    assert max(normalised, default=0) <= 4 * LONGEST_NOTE


@pytest.mark.parametrize("file", ["title", "player"])
def test_a_campaign_of_marks(tmp_path: Path, normalised: list[int], file: str) -> None:
    folder = campaign(tmp_path / "partie")
    path = folder / "campaign.yaml"
    text = path.read_text(encoding="utf-8")
    changed = f"titre: {MARKS}\n{text.partition(chr(10))[2]}" if file == "title" else text.replace("Luc", MARKS)
    path.write_text(changed, encoding="utf-8")
    normalised.clear()
    assert run("status", folder).code == 2
    assert max(normalised, default=0) <= 4 * LONGEST


@given(st.text(max_size=2 * LONGEST))
def test_a_text_that_is_short_enough_is_composed(text: str) -> None:
    longest = len(unicodedata.normalize("NFC", text))
    assert composed(text, longest) == unicodedata.normalize("NFC", text)
    if len(composed(text, 10)) <= 10:
        assert composed(text, 10) == unicodedata.normalize("NFC", text)


def test_no_word_is_like_what_is_longer_than_any() -> None:
    text = "Anna" + " " * LONGEST
    assert fold(text) == text
    assert nearest(text, ["Anna"]) is None
    assert nearest(text[:LONGEST], ["Anna"]) == "Anna"


def test_what_players_type_is_not_kept_for_ever() -> None:
    for number in range(10_000):
        fold(f"un mot {number}")
    assert words._folded.cache_info().currsize < 5_000
