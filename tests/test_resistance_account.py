"""The MJ's account of each case of the Resistance: every fact of the log, as words with the rules that decided.

After a change that is meant: ``PYTHONPATH=. .venv/bin/python tests/test_resistance_account.py`` writes the golden file
again; read the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudicator.files.cases import case_files, read_cases
from adjudicator.files.catalogue import catalogue
from adjudicator.files.schemas import vocabulary
from adjudicator.files.voice import Voice
from adjudicator.rulesets.resistance.cases import Played
from adjudicator.rulesets.resistance.game import GAME
from adjudicator.rulesets.resistance.reports import happened

CASES = Path(__file__).parent / "cases" / "resistance"
GOLDEN = Path(__file__).parent / "golden" / "resistance-accounts.txt"
PEOPLE = ["Anna", "Bruno", "Chloé", "Denis", "Emma", "Farid", "Gilles", "Hélène"]
DEALS = {
    "tirages": {"options": {"seats": "drawn", "first_commander": "drawn", "isolated_cylons": True}},
    "personnage": {"cast": {"Emma": "Lee Adama", "Chloé": "Gaius Baltar"}},
    "liste": {},
}
"""What no case shows: deals, by a name for each."""


def account() -> Iterator[str]:
    voice = Voice(catalogue("fr", "resistance"), vocabulary("resistance"))
    for name, deal in DEALS.items():
        cast = deal.get("cast", {})
        people = [{"name": each, "character": cast.get(each, "")} for each in PEOPLE]
        setting = GAME.setting({"players": people, "options": deal.get("options", {})})
        yield f"# {name}"
        yield from (voice.phrase(happened(fact)) for fact in GAME.resolve(setting, GAME.begin(setting), {}, "s").log)
    for path in case_files([CASES]):
        for case in read_cases(path, "en"):
            yield f"# {case.plain['id']}"
            yield from (voice.phrase(happened(fact)) for fact in Played(case.plain).log)


def test_the_account_of_each_case_is_as_it_was_looked_at() -> None:
    assert "\n".join(account()) + "\n" == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(account()) + "\n", encoding="utf-8")
