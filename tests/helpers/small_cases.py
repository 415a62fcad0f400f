"""Small cases, right and wrong, and files of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from adjudicator.proof.cases import Case, read_cases

BRUTE = """\
- id: BRUTE-1
  title: An attacker wounds the Brute and stays where it was
  rule: "§4.4, R8"
  board: {size: [6, 3], topology: closed}
  camps: [bleu, rouge]
  pieces:
    - {player: Anna, camp: bleu, role: brute, at: [3, 2]}
    - {player: Paul, camp: rouge, role: archer, at: [4, 2]}
  orders:
    Paul: {move: left}
  expect:
    pieces: {Anna: [3, 2], Paul: [4, 2]}
    results: {Paul: {move: failure}}
    wounded: [Anna]
"""

VOTE = """\
- id: VOTE-1
  game: resistance
  title: Two yes of five reject a squad
  rule: "R10"
  players: [Anna, Boris, Chloé, David, Emma]
  cylons: [Boris, Emma]
  stages:
    - {squad: [Anna, Boris]}
    - {yes: [Anna, Boris], no: [Chloé, David, Emma]}
  expect: {phase: proposal, commander: Boris, approved: no}
"""

WRONG = (
    BRUTE.replace("BRUTE-1", "WRONG-0")
    .replace("wounded: [Anna]", "wounded: []")
    .replace("Paul: [4, 2]}\n", "Paul: [3, 2]}\n")
)


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


@cache
def cases_of(path: Path, language: str | None = None) -> list[Case]:
    """Return the cases of a file, read once: all tests look at the same ones, and change none."""
    return read_cases(path, language)
