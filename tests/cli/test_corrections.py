"""``corrections:`` in a file of the MJ's: the table of the stage awaited is amended, each time with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance import campaigns as fleet
from support.campaigns import undo
from support.clocked import acts, fresh_clock
from support.commands import campaign, good, killed_everywhere, plain, run, tree

PAUL = "{table: {pièces: {Paul: {case: (3;1)}}}, raison: j’avais mal lu la carte}"
ANNA = "{table: {pièces: {Anna: {blessé: oui}}}, motif: oubli, dit à tous: Anna était blessée}"
BOTH = f"tour: 2\nmj:\n  corrections:\n    - {PAUL}\n    - {ANNA}\n"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def amendments(folder: Path) -> list[tuple[str, str]]:
    return [(act["reason"], act["said"]) for act in acts(folder) if act["act"] == "amend"]


def test_each_correction_is_an_amendment_with_its_reason(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    told = good("submit", folder, "-", stdin=BOTH).out
    assert "Correction (j’avais mal lu la carte) : Paul : (6;1) → (3;1)" in told
    assert "Correction (oubli) : Anna (Brute) : pièce blessée" in told
    assert amendments(folder) == [
        ("j’avais mal lu la carte", "une erreur sur la table"),
        ("oubli", "Anna était blessée"),
    ]
    assert "Motif : « oubli ». Aux joueurs : « Anna était blessée »" in good("journal", folder).out
    letters = [plain(path.read_text(encoding="utf-8")) for path in folder.glob("outbox/*/*amend-*")]
    assert any("Anna était blessée" in letter for letter in letters)
    assert not any("mal lu" in letter or "oubli" in letter for letter in letters)
    good("resolve", folder, "--force")
    good("verify", folder)


def test_a_correction_that_is_wrong_changes_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    for text, said in (
        (BOTH.replace("raison: j’avais mal lu la carte", "dit à tous: oups"), "-:4:7: Il manque « raison »"),
        (BOTH.replace("blessé: oui", "case: (9;9)"), "-:5:"),
        (BOTH.replace("tour: 2", "tour: 3"), "-:1:7: Ces réponses sont pour « 3 »"),
        (BOTH.replace("pièces: {Paul", "pieces: {Pol"), "« Pol » n’est pas un joueur"),
    ):
        done = run("submit", folder, "-", stdin=text)
        assert (done.code, said in done.err) == (1, True), done
        assert amendments(folder) == []


def test_nobody_but_the_mj_corrects(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    (folder / "inbox" / "max.yaml").write_text(BOTH, encoding="utf-8")
    good("status", folder)
    run("run", folder)
    assert amendments(folder) == []


def test_a_correction_is_carried_out_once(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    good("submit", folder, "-", stdin=BOTH)
    assert "la table était déjà ainsi" in good("submit", folder, "-", stdin=BOTH).out
    good("resolve", folder, "--force")
    undo(folder)
    good("resolve", folder, "--force")
    assert len(amendments(folder)) == 2
    good("verify", folder)


def test_killed_anywhere_the_next_command_carries_it_out(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    copies = killed_everywhere(folder, tmp_path / "work", "submit", "{}", "-", stdin=BOTH, every=40)
    for copy in copies:
        good("submit", copy)
        if list(copy.glob("turns/*-turn-2/orders/*.yaml")):
            assert len(amendments(copy)) == 2
        good("verify", copy)
    assert copies


def test_a_game_that_asks_nothing_takes_corrections(tmp_path: Path) -> None:
    folder = fleet.voting(tmp_path / "p")
    text = "étape: vote 2\nmj: {corrections: [{table: {rejets: 2}, raison: erreur}]}\n"
    before = tree(folder)
    assert "Correction (erreur) :" in good("check", folder, "-", stdin=text).out
    assert tree(folder) == before and "Correction (erreur) :" in good("submit", folder, "-", stdin=text).out
    assert [act["table"] for act in acts(folder)] == [{"rejections": 2}]
