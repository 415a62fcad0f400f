"""Whatever goes wrong with one order file stays with it: the MJ sees which, and the campaign goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.clocked import ALL, THREE_DAYS, at, cron, fresh_clock, letter, put_table, stages, status, tsewnart
from support.commands import campaign, drop, good, orders, received, result, run, send, stage_folder, table, verdicts
from support.depth import few

from adjudicator.desk import reception
from adjudicator.games.tsewnart.game import GAME

UP = "{déplacement: haut}"
AHEAD = b"Voil\xe0 mes ordres\n[code]\njoueur: Anna\ntour: 3\nordres: {d\xc3\xa9placement: haut}\n[/code]\n"
"""A good file for a later turn, with a letter in Latin-1 outside its block."""


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


# --- A letter in another encoding


def test_a_letter_in_latin_1_outside_the_orders_stops_nothing(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    drop(folder, "anna.txt", AHEAD)
    assert "gardé pour le tour 3" in good("submit", folder).out
    assert received(folder, "turn-1") == [AHEAD]
    for turn in (1, 2):
        put_table(folder, *ALL, turn=turn)
        assert good("status", folder, "--json").json()["ahead"] == [{"turn": 3, "players": ["Anna"]}]
        assert f"joué, tour {turn}" in cron(folder).out
    assert status(folder)["received"] == ["Anna"]
    put_table(folder, *ALL[1:], turn=3)
    assert "joué, tour 3" in cron(folder).out
    assert result(folder, "turn-3", "orders.json")["orders"]["Anna"] == {"move": "up"}


# --- A file over which the program fails


def fail_for(patch: pytest.MonkeyPatch, owner: Any, name: str, player: str) -> None:
    """Let a part of the program fail over the orders of one player, as nobody foresaw."""
    honest = getattr(owner, name)

    def failing(*given: Any, **named: Any) -> Any:
        if player in given or any(getattr(each, "player", None) == player for each in given):
            raise IndexError("personne n’y a pensé")
        return honest(*given, **named)

    patch.setattr(owner, name, failing)


@few(1)
@pytest.mark.parametrize(
    ("owner", "name"),
    [(GAME.orders, "objections"), (GAME.orders, "receipt"), (reception, "fate")],
    ids=["judging", "receipt", "fate"],
)
def test_a_file_over_which_the_program_fails_is_refused_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str
) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    with monkeypatch.context() as patch:
        fail_for(patch, owner, name, "Luc")
        drop(folder, "anna.txt", orders("Anna", 1, "rien"), 1)
        drop(folder, "luc.txt", orders("Luc", 1, "rien"), 2)
        drop(folder, "max.txt", orders("Max", 1, "rien"), 3)
        done = cron(folder)
    assert done.code == 1
    assert "refusé : luc.txt, 1 faute" in done.out
    shown = good("status", folder).out
    assert "Le programme n’a pas su juger ce fichier (IndexError: personne n’y a pensé)" in shown
    assert "turns/0003-turn-1/orders/0002.yaml" in shown
    assert status(folder)["received"] == ["Anna", "Max"]
    assert received(folder, "turn-1")[1] == orders("Luc", 1, "rien").encode()
    send(folder, table(1, **dict.fromkeys(ALL, "rien")))
    assert "joué, tour 1" in cron(folder).out


def test_a_file_sent_ahead_over_which_the_program_fails_in_its_turn_is_refused_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    send(folder, orders("Luc", 2, UP))
    with monkeypatch.context() as patch:
        fail_for(patch, GAME.orders, "objections", "Luc")
        put_table(folder, *(name for name in ALL if name != "Luc"))
        good("resolve", folder, "--force")
        assert stages(folder)[-1] == "0003-turn-1"
        assert status(folder)["received"] == []
        assert "n’a pas su juger" in good("status", folder).out
    assert status(folder)["received"] == ["Luc"], "mended, the program judges it again"


def test_what_the_machine_refuses_is_no_fault_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tsewnart(tmp_path / "p")

    def full(*given: Any) -> Any:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(GAME.orders, "objections", full)
        done = run("submit", folder, "-", stdin=orders("Luc", 1, "rien"))
        assert (done.code, "disque est plein" in done.err) == (2, True)
    good("submit", folder)
    assert status(folder)["received"] == ["Luc"]


@pytest.mark.parametrize("lacking", ["orders", "receipts", "players", "source"])
def test_a_verdict_that_lacks_something_is_made_again(tmp_path: Path, lacking: str) -> None:
    from adjudicator.store.published import sealed

    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Luc", 1, UP))
    (path,) = stage_folder(folder, "turn-1").glob("orders/0001.accepted.json")
    kept = json.loads(path.read_bytes())
    path.write_bytes(sealed({key: value for key, value in kept.items() if key not in (lacking, "sha256")}))
    assert status(folder)["received"] == ["Luc"]
    good("submit", folder)
    assert json.loads(path.read_bytes()) == kept


# --- What is kept of a file


def test_when_and_by_which_way_a_file_came_is_kept(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    at("2026-11-20 19:58")
    named = tmp_path / "anna.yaml"
    named.write_text(orders("Anna", 1, "rien"), encoding="utf-8")
    drop(folder, "luc.txt", orders("Luc", 1, "rien"), 5)
    good("submit", folder, named, "-", stdin=orders("Max", 1, "rien"))
    kept = [json.loads(path.read_bytes()) for path in sorted(stage_folder(folder, "turn-1").glob("orders/*.came.json"))]
    assert [(one["name"], one["way"]) for one in kept] == [("luc.txt", "inbox"), (str(named), "file"), ("-", "pasted")]
    assert {one["at"] for one in kept} == {"2026-11-20T18:58:00+00:00"}
    assert {one["format"] for one in kept} == {1}
    assert [one.get("saved") for one in kept] == ["2023-11-14T22:13:25+00:00", None, None]
    hashes = [hashlib.sha256(data).hexdigest() for data in received(folder, "turn-1")]
    assert [verdict["digest"] for verdict in verdicts(folder, "turn-1")] == hashes


def test_the_mj_sees_when_each_file_came(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    at("2026-11-20 19:58")
    drop(folder, "luc.txt", orders("Luc", 1, "rien"))
    good("submit", folder)
    at("2026-11-20 20:03")
    run("submit", folder, "-", stdin=orders("Luc", 1, "{voler: haut}"))
    shown = good("status", folder, "--files").out
    saved = "enregistré dans inbox le mardi 14 novembre 2023 à 23 h 13"
    assert f"  0001, vendredi 20 novembre à 19 h 58 : luc.txt, {saved}, Luc ; accepté\n" in shown
    assert "  0002, vendredi 20 novembre à 20 h 03 : texte collé, Luc ; refusé\n" in shown
    assert "Fichiers reçus" not in good("status", folder).out


def test_names_kept_by_the_version_before_are_read(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    run("submit", folder, "-", stdin=orders("Luc", 1, "{voler: haut}"))
    room = stage_folder(folder, "turn-1") / "orders"
    (room / "0001.came.json").unlink()
    (room / "0001.refused.json").unlink()
    (room / "0001.name").write_text("luc-du-forum.txt", encoding="utf-8")
    assert status(folder)["refused"][0]["source"] == "luc-du-forum.txt"
    good("submit", folder)
    assert status(folder)["refused"][0]["source"] == "luc-du-forum.txt"


# --- A file for a past turn


def test_a_file_of_the_past_turn_saved_once_more_holds_up_nobody(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    drop(folder, "anna.txt", orders("Anna", 1, UP), 1)
    cron(folder)
    put_table(folder, *ALL, turn=2)
    drop(folder, "anna.txt", orders("Anna", 1, UP), 2_000)
    done = cron(folder)
    assert "refusé : anna.txt (Anna), 1 faute" in done.out
    assert "joué, tour 2 : tous les ordres sont là." in done.out


def test_a_file_of_the_past_turn_that_cannot_be_read_holds_up_nobody(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    cron(folder)
    put_table(folder, *ALL, turn=2)
    drop(folder, "anna.txt", "joueur: Anna\ntour: 1\nordres: {viser: [\n", 2_000)
    assert "joué, tour 2 : tous les ordres sont là." in cron(folder).out


def test_a_file_of_the_past_turn_is_shown_until_its_player_sends_anew(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    put_table(folder, *ALL)
    cron(folder)
    run("submit", folder, "-", stdin=orders("Anna", 1, UP))
    send(folder, orders("Luc", 2, UP))
    assert [told["players"] for told in status(folder)["refused"]] == [["Anna"]]
    send(folder, orders("Anna", 2, UP))
    assert status(folder)["refused"] == []


def test_a_correction_for_this_turn_is_still_waited_for(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p", THREE_DAYS)
    put_table(folder, *ALL)
    drop(folder, "anna.txt", orders("Anna", 1, "{déplacement: hautt}"), 2_000)
    assert "joué" not in cron(folder).out
    assert stages(folder) == ["0001-roles", "0002-placement"]


# --- What everybody may know of orders sent ahead


def test_public_status_counts_what_has_come_since_the_stage_began(tmp_path: Path) -> None:
    """Whether orders sent ahead still count hangs on what the others may not know."""
    folder = tsewnart(tmp_path / "p")
    send(folder, orders("Luc", 2, UP))
    put_table(folder, *ALL)
    cron(folder)
    assert status(folder)["received"] == ["Luc"]
    assert good("status", folder, "--public", "--json").json()["received"] == 0
    send(folder, orders("Anna", 2, "rien"))
    assert good("status", folder, "--public", "--json").json()["received"] == 1
    send(folder, orders("Luc", 2, "rien"))
    assert good("status", folder, "--public", "--json").json()["received"] == 2


# --- Names


def test_a_file_called_a_dash_is_no_pasted_text(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    drop(folder, "-", orders("Luc", 1, "{voler: haut}"))
    done = run("submit", folder)
    assert done.err.startswith("./-:3:")
    assert "./-:3:" in letter(folder, "receipt-0001-02-luc")
    drop(folder, "-", orders("Luc", 1, "rien"), 3)
    assert good("submit", folder).out.startswith("./- : accepté.")


# --- A file that somebody changes where it is kept


def test_a_file_changed_where_it_is_kept_is_not_judged_anew_as_it_now_is(tmp_path: Path) -> None:
    folder = tsewnart(tmp_path / "p")
    run("submit", folder, "-", stdin=orders("Luc", 1, "{déplacement: hautt}"))
    for path in (stage_folder(folder, "turn-1") / "orders").iterdir():
        path.write_bytes(path.read_bytes().replace(b"hautt", b"haut"))
    good("submit", folder)
    assert status(folder)["received"] == []
    assert "Ce fichier n’est plus tel qu’il est arrivé" in good("status", folder).out
