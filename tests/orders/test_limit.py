"""A limit of files for a stage in the name of the same players: what is over it is kept, and not judged."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.commands import SEED, TINY, Done, campaign, good, orders, result, run, send, stage_folder
from support.depth import few
from support.posted import NOW, PAUL, deliver, mail, root_of

from adjudicator.core.stage import Stage
from adjudicator.orders import received
from adjudicator.orders.inbox import DroppedFile
from adjudicator.orders.keys import order_key

STEPS = ("haut", "bas", "gauche", "droite")
FEW = 5


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(received, "MOST_FILES", FEW)
    return campaign(tmp_path / "partie", "turn-1", TINY)


def flood(folder: Path, count: int, text: str = "", name: str = "f") -> Done:
    for number in range(count):
        path = folder / "inbox" / f"{name}{number:04d}.yaml"
        given = text or orders("Anna", 1, f"{{déplacement: {STEPS[number % 4]}}}")
        path.write_text(given, encoding="utf-8")
        os.utime(path, (number, number))
    return run("submit", folder)


def orders_folder(folder: Path) -> Path:
    return stage_folder(folder, "turn-1") / "orders"


def unjudged(folder: Path) -> list[str]:
    return sorted(path.name.partition(".")[0] for path in orders_folder(folder).glob("*.unjudged.json"))


def letters(folder: Path, player: str) -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in (folder / "outbox").rglob("*.txt")]
    return [text for text in texts if player in text and "Déjà" in text]


def test_what_is_over_the_limit_is_kept_and_not_judged(folder: Path) -> None:
    done = flood(folder, FEW + 3)
    assert (done.code, done.err.count(f"Déjà {FEW} fichiers")) == (1, 3)
    assert unjudged(folder) == ["0006", "0007", "0008"]
    assert (orders_folder(folder) / "0008.yaml").read_bytes() == orders("Anna", 1, "{déplacement: droite}").encode()
    assert not list((folder / "inbox").iterdir())
    assert "3 fichiers de trop" in good("status", folder).out
    send(folder, orders("Paul", 1, "rien"))
    good("resolve", folder)
    assert result(folder, "turn-1", "orders.json")["orders"]["Anna"] == {"move": "up"}
    good("verify", folder)


def test_the_player_is_told_once(folder: Path) -> None:
    flood(folder, FEW + 3)
    flood(folder, 2, name="g")
    assert len(unjudged(folder)) == 5
    assert len(letters(folder, "Anna")) == 1


def test_a_flood_of_one_player_stops_no_other(folder: Path) -> None:
    flood(folder, FEW + 9)
    assert flood(folder, 1, orders("Paul", 1, "{déplacement: gauche}")).code == 0
    both = "tour: 1\njoueurs:\n  Anna: {déplacement: bas}\n  Paul: {déplacement: haut}\n"
    flood(folder, FEW + 9, both)
    flood(folder, 1, orders("Paul", 1, "{déplacement: haut}"))
    good("resolve", folder)
    assert result(folder, "turn-1", "orders.json")["orders"]["Paul"] == {"move": "up"}


def test_who_has_not_the_key_uses_up_nothing_of_the_player(folder: Path) -> None:
    wrong = "joueur: Anna\ntour: 1\nclé: AAAA-BBBB\nordres: {déplacement: bas}\n"
    flood(folder, FEW + 4, wrong)
    assert len(unjudged(folder)) == 4
    right = wrong.replace("AAAA-BBBB", order_key(SEED, Stage("turn", 1), "Anna"))
    assert flood(folder, 1, right).code == 0


@pytest.mark.parametrize("text", ["n’importe quoi", "joueur: Personne\ntour: 1\nordres: rien\n", "{{{", ""])
def test_files_of_nobody_are_bounded_and_stop_nobody(folder: Path, text: str) -> None:
    flood(folder, FEW + 4, text or "\n")
    assert len(unjudged(folder)) == 4
    assert not letters(folder, "")
    assert flood(folder, 1).code == 0


def test_what_the_mj_hands_in_has_no_limit(folder: Path) -> None:
    flood(folder, FEW + 1)
    for _ in range(FEW + 1):
        send(folder, orders("Anna", 1, "{déplacement: gauche}"))
    assert len(unjudged(folder)) == 1
    good("resolve", folder, "--force")
    assert result(folder, "turn-1", "orders.json")["orders"]["Anna"] == {"move": "left"}


@contextmanager
def opened() -> Iterator[list[str]]:
    """Yield the names of the files of orders that are opened meanwhile, each as often as it is."""
    names: list[str] = []
    looking = True

    def hook(event: str, arguments: tuple[object, ...]) -> None:  # it cannot be taken away again
        if looking and event == "open" and "/orders/" in str(arguments[0]):
            names.append(Path(str(arguments[0])).name)

    sys.addaudithook(hook)
    try:
        yield names
    finally:
        looking = False


def test_what_is_kept_unjudged_is_not_opened(folder: Path) -> None:
    flood(folder, 20)
    with opened() as names:
        good("status", folder)
    assert {name.partition(".")[0] for name in names} == {f"{number:04d}" for number in range(1, FEW + 1)}


def test_bytes_that_are_lost_are_named(folder: Path) -> None:
    flood(folder, FEW + 2)
    (orders_folder(folder) / "0007.yaml").unlink()
    done = run("status", folder)
    assert (done.code, "0007.yaml" in done.err) == (2, True)


def test_a_file_that_a_kill_left_without_a_verdict_is_over_the_limit_again(folder: Path) -> None:
    flood(folder, FEW + 2)
    for name in ("0006", "0007"):
        (orders_folder(folder) / f"{name}.unjudged.json").unlink()
    good("hold", folder, "--reason", "x")
    assert unjudged(folder) == ["0006", "0007"]


def test_a_verdict_within_the_limit_that_is_damaged_is_judged_again(folder: Path) -> None:
    flood(folder, FEW + 2)
    path = orders_folder(folder) / "0003.accepted.json"
    before = path.read_bytes()
    path.write_bytes(before[:-9])
    good("hold", folder, "--reason", "x")
    assert path.read_bytes() == before


def test_a_stage_that_is_taken_back_and_played_again_comes_to_the_same(folder: Path) -> None:
    flood(folder, FEW + 2)
    good("resolve", folder, "--force")
    before = result(folder, "turn-1", "orders.json")["orders"]
    good("undo", folder, "--yes", "--reason", "x", "--public", "y")
    assert list(folder.glob("withdrawn/*/turns/*-turn-1/orders/0007.yaml"))
    good("resolve", folder, "--force")
    assert result(folder, "turn-1", "orders.json")["orders"] == before
    good("verify", folder)


def test_an_amended_table_judges_only_what_was_judged(folder: Path) -> None:
    flood(folder, FEW + 2)
    good(
        "amend",
        folder,
        "-",
        "--reason",
        "x",
        "--public",
        "y",
        "--yes",
        stdin="tour: 1\ntable: {pièces: {Paul: {case: (3;1)}}}\n",
    )
    assert unjudged(folder) == ["0006", "0007"]


def test_an_export_of_it_can_be_verified(folder: Path, tmp_path: Path) -> None:
    flood(folder, FEW + 2)
    good("resolve", folder, "--force")
    good("export", folder, tmp_path / "export.json")
    good("verify", tmp_path / "export.json")
    bound = json.loads((stage_folder(folder, "turn-1") / "chain.json").read_bytes())["entries"]
    assert "turns/0003-turn-1/orders/0007.yaml" in bound


def test_a_mail_of_a_player_who_has_sent_too_many_is_not_even_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(received, "MOST_FILES", FEW)
    monkeypatch.setenv("ADJUDICATOR_NOW", NOW)
    root = root_of(tmp_path / "root", "duo")
    folder = root / "duo"
    texts = [orders("Anna", 1, f"{{déplacement: {STEPS[number % 4]}}}") for number in range(FEW + 3)]
    deliver(root, *map(mail, texts), mail(orders("Paul", 1, "{déplacement: haut}"), PAUL))
    judged: list[str | None] = []
    honest = received.judged_file

    def counted(file: DroppedFile, *more: Any) -> Any:
        judged.append(file.sender)
        return honest(file, *more)

    monkeypatch.setattr(received, "judged_file", counted)
    run("run", root)
    assert (judged.count("Anna"), judged.count("Paul")) == (FEW, 1)
    assert len(list(folder.glob("turns/*-turn-1/orders/*.unjudged.json"))) == 3
    assert len(letters(folder, "Anna")) == 1


def test_the_limit_is_generous(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "partie", "turn-1", TINY)
    assert received.MOST_FILES == 200
    flood(folder, 201)
    assert unjudged(folder) == ["0201"]


@few(1)
@pytest.mark.parametrize("data", [b"", b"{", b'{"format": 1, "needed": [1], "last": 9}'])
def test_what_version_0_3_noted_as_spent_is_ignored(folder: Path, tmp_path: Path, data: bytes) -> None:
    flood(folder, 3)
    copy = Path(shutil.copytree(folder, tmp_path / "copy"))
    (stage_folder(folder, "turn-1") / "spent.json").write_bytes(data)
    for each in (folder, copy):
        send(each, orders("Paul", 1, "rien"))
        good("resolve", each)
        good("verify", each)
    assert result(folder, "turn-1", "orders.json") == result(copy, "turn-1", "orders.json")
    good("undo", folder, "--yes", "--reason", "x", "--public", "y")
    good("resolve", folder, "--force")
    good("verify", folder)
