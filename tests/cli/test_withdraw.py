"""``adjudicator withdraw``: an order filed for a player counts no more, is kept, and is taken back for good."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from resistance.campaigns import voting
from support.campaigns import undo, untimed
from support.clocked import ALL, THREE_DAYS, acts, cron, fresh_clock, letters, put, stages, status, tsewnart
from support.commands import (
    STOP,
    TINY,
    TURNS,
    TWO,
    campaign,
    good,
    killed_everywhere,
    on_terminal,
    orders,
    plain,
    play,
    result,
    run,
    send,
    table,
    tree,
)
from support.depth import deep, few

UP, LEFT, RIGHT = (f"{{déplacement: {where}}}" for where in ("haut", "gauche", "droite"))
WHY = ("--reason", "c’était l’ordre d’Anna")


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def withdraw(folder: Path, player: str, *more: object) -> str:
    return plain(good("withdraw", folder, player, *WHY, *more).out)


def refused(folder: Path, player: str, *more: object) -> str:
    """What the command says that does nothing."""
    before = tree(folder)
    done = run("withdraw", folder, player, *WHY, *more)
    assert done.code == 2, done
    assert tree(folder) == before
    return plain(done.err)


def written(folder: Path) -> dict[str, str]:
    """The letters that say that orders were withdrawn, by the names of their files."""
    return {path.name: plain(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("outbox/*/withdraw-*"))}


def on_table(folder: Path, stage: str) -> Any:
    return result(folder, stage, "orders.json")


def leaving(player: str, turn: int, standing: str, order: str = "") -> str:
    given = f"ordres: {order}\n" if order else ""
    return f"joueur: {player}\ntour: {turn}\n{given}permanents: {standing}\n"


def the_rest(folder: Path, turn: int, *but: str) -> None:
    send(folder, table(turn, **{player: "rien" for player in ALL if player not in but}))


# The stage awaited


def test_the_orders_before_count_again_and_without_any_he_is_awaited_again(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Zoé", 1, UP))
    send(folder, orders("Zoé", 1, LEFT))
    kept = {name: data for name, data in tree(folder).items() if "/orders/" in name}
    said = withdraw(folder, "zoe")
    assert "Retiré : texte collé, pour Zoé : tu te déplaces vers la gauche." in said
    assert "Ce qui compte ensuite pour Zoé : tu te déplaces vers le haut." in said
    assert status(folder)["received"] == ["Zoé"]
    assert "Ses ordres sont de nouveau attendus (tour 1)." in withdraw(folder, "Zoé")
    assert "Zoé" in status(folder)["missing"]
    assert {name: data for name, data in tree(folder).items() if "/orders/" in name} == kept
    assert [row["withdrawn"] for row in status(folder)["files"]] == [["Zoé"], ["Zoé"]]
    journal = plain(good("journal", folder).out)
    assert journal.count("Zoé : ordres reçus (tour 1), texte collé, accepté, retiré depuis.") == 2
    assert journal.count("ce qui était noté pour Zoé est retiré") == 2
    assert journal.count("Motif : « c’était l’ordre d’Anna »") == 2
    the_rest(folder, 1, "Zoé")
    good("resolve", folder, "--force")
    assert "Zoé" not in on_table(folder, "turn-1")["orders"]
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)


def test_the_letter_says_what_counts_now_and_neither_the_order_nor_the_reason(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    send(folder, orders("Zoé", 1, UP))
    send(folder, orders("Zoé", 1, LEFT))
    withdraw(folder, "Zoé")
    withdraw(folder, "Zoé")
    first, second = written(folder).values()
    assert "Le MJ a retiré ce qui était noté à ton nom (ordres, tour 1) : cela ne compte plus." in first
    assert "Ce qui compte maintenant : tu te déplaces vers le haut." in first
    assert "Ce qui compte" not in second
    assert "gauche" not in first + second
    assert "Anna" not in first + second
    assert list(written(folder)) == ["withdraw-1-06-zoe.txt", "withdraw-2-06-zoe.txt"]


def test_a_stage_for_which_all_orders_were_there_is_not_due_any_more(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put(folder, *ALL)
    good("submit", folder)
    assert status(folder)["cron"]["what"] == "play"
    withdraw(folder, "Zoé")
    cron(folder)
    assert stages(folder) == stages(campaign(tmp_path / "q", "turn-1", TWO))
    assert status(folder)["missing"] == ["Zoé"]
    assert run("resolve", folder).code == 3


def test_of_a_table_only_his_orders_are_withdrawn(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(1, Anna=UP, Zoé=LEFT))
    withdraw(folder, "Zoé")
    assert status(folder)["received"] == ["Anna"]
    the_rest(folder, 1, "Anna", "Zoé")
    good("resolve", folder, "--force")
    assert on_table(folder, "turn-1")["orders"]["Anna"] == {"move": "up"}
    assert "Zoé" not in on_table(folder, "turn-1")["orders"]
    good("verify", folder)


def test_a_file_that_was_refused_holds_up_nobody_once_it_is_withdrawn(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    put(folder, *ALL)
    good("submit", folder)
    put(folder, "Zoé", order="{déplacement: ici}")
    assert run("submit", folder).code == 1
    withdraw(folder, "Zoé")
    assert status(folder)["refused"] == []
    assert status(folder)["received"] == list(ALL)


def test_copies_of_a_file_are_withdrawn_with_it_and_the_same_sent_again_counts(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Zoé", 1, UP))
    send(folder, orders("Zoé", 1, UP))
    withdraw(folder, "Zoé")
    assert "Zoé" in status(folder)["missing"]
    send(folder, orders("Zoé", 1, UP))
    assert status(folder)["received"] == ["Zoé"]


def test_what_has_been_played_is_refused_and_undo_named(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    play(folder, *TURNS[:1])
    said = refused(folder, "Zoé")
    assert "Ses ordres d’avant ont été joués (tour 1) : « adjudicator undo » retire cette étape" in said
    undo(folder)
    withdraw(folder, "Zoé")
    stopped = plain(good("replay", folder, "--by", "MJ").out)
    assert "Zoé" in stopped
    assert stages(folder)[-1].endswith("placement")
    good("replay", folder, "--force")
    assert "Zoé" not in on_table(folder, "turn-1")["orders"]
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)


@few(1)
@pytest.mark.parametrize("to", ["tour 1", "placement"])
def test_what_was_withdrawn_stays_so_when_its_stage_is_taken_back(tmp_path: Path, to: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Zoé", 1, UP))
    send(folder, orders("Zoé", 1, LEFT))
    withdraw(folder, "Zoé")
    the_rest(folder, 1, "Zoé")
    good("resolve", folder)
    undo(folder, "--to", to)
    good("replay", folder)
    assert on_table(folder, "turn-1")["orders"]["Zoé"] == {"move": "up"}
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)


def test_another_file_that_lies_where_a_withdrawn_one_lay_counts(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Zoé", 1, UP))
    withdraw(folder, "Zoé")
    undo(folder)
    good("resolve", folder)  # by hand: what had come for turn 1 does not come back by it
    send(folder, orders("Zoé", 1, UP))
    assert status(folder)["received"] == ["Zoé"]


def test_nobody_hears_of_a_withdrawn_file_that_fits_no_more_on_an_amended_table(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Max", 1, "{viser: (2;2)}"))
    withdraw(folder, "Max")
    given = ("--reason", "x", "--public", "y")
    good("amend", folder, "-", *given, stdin="tour: 1\ntable: {pièces: {Max: {rôle: dément}}}\n")
    assert [row["accepted"] for row in status(folder)["files"]] == [False]
    assert not [name for name in letters(folder) if "again" in name]
    assert "Max" in status(folder)["missing"]


def test_who_took_the_seat_can_have_withdrawn_what_the_one_before_sent(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Zoé", 1, UP))
    good("replace", folder, "Zoé=Gaston", "--reason", "x", "--public", "y")
    withdraw(folder, "Gaston")
    assert "Gaston" in status(folder)["missing"]
    assert list(written(folder)) == ["withdraw-1-06-gaston.txt"]
    good("resolve", folder, "--force")
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)


def test_it_says_what_it_would_do_and_asks(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Zoé", 1, UP))
    before = tree(folder)
    assert "À blanc : rien n’est écrit." in withdraw(folder, "Zoé", "--dry-run")
    assert tree(folder) == before
    code, said = on_terminal("withdraw", folder, "Zoé", *WHY, answer="non\n")
    assert code == 1
    assert "Retirer (oui, non)" in plain(said)
    assert acts(folder) == []
    assert on_terminal("withdraw", folder, "Zoé", *WHY, "--yes")[0] == 0
    assert [act["act"] for act in acts(folder)] == ["withdraw"]


def test_what_there_is_not_is_not_withdrawn(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    assert "« Zoé » ?" in refused(folder, "Zoe2")
    assert "il n’y a rien à retirer" in refused(folder, "Luc").replace("Ses ordres d’avant", "il n’y a rien à retirer")
    assert "Luc n’a rien envoyé d’avance pour le tour 3." in refused(folder, "Luc", "--turn", 3)
    assert "il n’y a pas de permanents à retirer" in refused(folder, "Luc", "--standing")
    refused(folder, "Luc", "--standing", "--turn", 3)


@pytest.mark.parametrize(("every", "least"), [(13, 3), *deep((1, 15))])
def test_killed_anywhere_it_is_done_by_the_next_command(tmp_path: Path, every: int, least: int) -> None:
    base = campaign(tmp_path / "base", "turn-1", TINY)
    send(base, orders("Anna", 1, "rien"))
    folders = killed_everywhere(base, tmp_path / "work", "withdraw", "{}", "Anna", *WHY, every=every)
    assert len(folders) >= least
    whole = tree(tmp_path / "work" / "whole")
    for folder in folders:
        recorded = (folder / "acts" / "0001-withdraw.json").exists()
        good("submit", folder)
        assert untimed(tree(folder)) == untimed(whole if recorded else tree(base)), folder
        assert len(written(folder)) == recorded
        assert ("Anna" in status(folder)["missing"]) == recorded


# What was left


@pytest.mark.deep
def test_standing_orders_are_withdrawn_and_those_before_stand_again(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, leaving("Zoé", 1, UP))
    the_rest(folder, 1)
    good("resolve", folder)
    send(folder, leaving("Zoé", 2, LEFT))
    the_rest(folder, 2)
    good("resolve", folder)
    said = withdraw(folder, "Zoé", "--standing")
    assert "Retiré : ce que Zoé avait laissé : déplacement gauche." in said
    assert "Ce que Zoé laisse ensuite : déplacement haut." in said
    the_rest(folder, 3, "Zoé")
    good("resolve", folder, "--force")
    assert on_table(folder, "turn-3")["orders"]["Zoé"] == {"move": "up"}
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)
    withdraw(folder, "Zoé", "--standing")
    assert status(folder)["standing"] == []
    undo(folder, "--to", "tour 2")
    assert status(folder)["standing"] == []  # neither those of turn 1 nor those of turn 2
    good("replay", folder, "--force")
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)
    send(folder, leaving("Zoé", 4, LEFT))
    assert status(folder)["standing"] == ["Zoé"]


def test_standing_orders_that_came_in_this_stage_go_with_their_file(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, leaving("Zoé", 1, UP, LEFT))
    said = withdraw(folder, "Zoé")
    assert "Ses ordres sont de nouveau attendus" in said
    assert status(folder)["standing"] == []
    assert "(ordres, tour 1 ; permanents)" in written(folder)["withdraw-1-06-zoe.txt"]


def test_standing_orders_are_withdrawn_in_another_game(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p", cylons=("Bruno", "Emma"))
    turn = good("status", folder, "--json").json()["turn"]
    send(folder, f"joueur: Denis\ntour: {turn}\npermanents: {{vote: oui}}\n")
    withdraw(folder, "Denis", "--standing")
    assert status(folder)["standing"] == []


# What was sent ahead


@few(1)
@pytest.mark.parametrize("played", [0, 1, 2])
def test_what_was_sent_ahead_is_withdrawn_wherever_it_waits(tmp_path: Path, played: int) -> None:
    """In the stage in which it came, in one between, and when its turn is awaited."""
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Zoé", 3, LEFT))
    for turn in range(1, played + 1):
        the_rest(folder, turn)
        good("resolve", folder)
    said = withdraw(folder, "Zoé", "--turn", 3)
    assert "tu te déplaces vers la gauche" in said
    assert "Zoé" in written(folder)["withdraw-1-06-zoe.txt"]
    for turn in range(played + 1, 4):
        the_rest(folder, turn, *(["Zoé"] if turn == 3 else []))
        assert ("Zoé" in status(folder)["missing"]) == (turn == 3)
        good("resolve", folder, "--force")
    assert "Zoé" not in on_table(folder, "turn-3")["orders"]
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)
    undo(folder, "--to", "tour 1")
    assert status(folder)["ahead"] == []
    good("replay", folder)
    assert "Zoé" not in on_table(folder, "turn-3")["orders"]
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)


@pytest.mark.deep
def test_the_same_sent_ahead_again_counts(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Zoé", 3, LEFT))
    the_rest(folder, 1)
    good("resolve", folder)
    withdraw(folder, "Zoé", "--turn", 3)
    send(folder, orders("Zoé", 3, LEFT))
    the_rest(folder, 2)
    good("resolve", folder)
    the_rest(folder, 3, "Zoé")
    good("resolve", folder)
    assert on_table(folder, "turn-3")["orders"]["Zoé"] == {"move": "left"}


@pytest.mark.deep
def test_of_a_table_sent_ahead_the_others_stay(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, table(3, Anna=LEFT, Zoé=LEFT))
    for turn in (1, 2):
        the_rest(folder, turn)
        good("resolve", folder)
        if turn == 1:
            withdraw(folder, "Zoé", "--turn", 3)
    the_rest(folder, 3, "Anna", "Zoé")
    assert status(folder)["missing"] == ["Zoé"]
    good("resolve", folder, "--force")
    assert on_table(folder, "turn-3")["orders"]["Anna"] == {"move": "left"}
    assert "Zoé" not in on_table(folder, "turn-3")["orders"]
    assert "Tout est tel qu’annoncé." in plain(good("verify", folder).out)


@pytest.mark.deep
def test_files_of_a_version_that_kept_no_place_are_withdrawn_too(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Zoé", 3, LEFT), leaving("Zoé", 1, UP))
    the_rest(folder, 1)
    good("resolve", folder)
    _as_before(folder)
    withdraw(folder, "Zoé", "--turn", 3)
    withdraw(folder, "Zoé", "--standing")
    assert (status(folder)["ahead"], status(folder)["standing"]) == ([], [])
    the_rest(folder, 2, "Zoé")
    good("resolve", folder, "--force")
    assert "Zoé" not in on_table(folder, "turn-2")["orders"]


def _as_before(folder: Path) -> None:
    """Let the last stage be as an earlier version wrote it."""
    from adjudicator.store.published import MANIFEST, manifest

    into = sorted(folder.glob("turns/*/result"))[-1]
    kept = json.loads((into / "orders.json").read_bytes())
    kept.pop("left_in")
    for file in kept["ahead"]:
        file.pop("file")
    (into / "orders.json").write_text(json.dumps(kept), encoding="utf-8")
    files = {str(path.relative_to(into)): path.read_bytes() for path in sorted(into.rglob("*")) if path.is_file()}
    files.pop(MANIFEST)
    (into / MANIFEST).write_bytes(manifest(files))


# What is told of it


def test_an_export_verifies_and_tells_neither_the_order_nor_the_reason(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    send(folder, orders("Max", 1, "{viser: (2;2)}"))
    withdraw(folder, "Max")
    play(folder, table(1, **dict.fromkeys(ALL, "rien")))
    play(folder, table(2, **dict.fromkeys(ALL, "{" + STOP + "}")))
    assert status(folder)["phase"] == "over"
    good("export", folder, tmp_path / "e.json")
    told = json.loads((tmp_path / "e.json").read_bytes())
    stage = next(row for row in told["stages"] if row["stage"].endswith("turn-1"))
    first = stage["received"][0]
    assert first["withdrawn"] == ["Max"]
    assert first["orders"] == {}
    assert "c’était l’ordre" not in (tmp_path / "e.json").read_text(encoding="utf-8")
    assert "Tout est tel qu’annoncé." in plain(good("verify", tmp_path / "e.json").out)
