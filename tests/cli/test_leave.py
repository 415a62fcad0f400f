"""``adjudicator leave``: somebody goes and nobody comes; the game says what that means."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from resistance.campaigns import FIVE, dealt, on_mission, order, voting
from support.campaigns import untimed
from support.clocked import THREE_DAYS, at, cron, fresh_clock
from support.commands import (
    PLACES,
    TINY,
    TURNS,
    TWO,
    campaign,
    good,
    killed_everywhere,
    orders,
    plain,
    report,
    result,
    run,
    send,
    tree,
)
from support.depth import deep

WHY = ("--reason", "mail d’Anna", "--public", "Anna s’en va.")


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def leave(folder: Path, *more: str) -> str:
    return plain(good("leave", folder, *more, *WHY).out)


def refused(folder: Path, *args: object) -> str:
    """What a command says that is refused, and changes nothing."""
    before = tree(folder)
    done = run(*args)
    assert done.code in (1, 2), done
    assert tree(folder) == before
    return plain(done.err or done.out)


@pytest.mark.deep
def test_in_turns_nothing_is_awaited_of_him_and_what_is_his_does_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, TURNS[1])  # what he has sent counts no more
    said = leave(folder, "Anna")
    assert "Anna ne joue plus, et personne ne prend sa place." in said
    assert "Plus rien n’est attendu de cette place (Anna)" in said
    told = good("status", folder, "--json").json()
    assert "Anna" not in (*told["received"], *told["missing"])
    good("resolve", folder)
    assert "Anna" not in result(folder, "turn-2", "orders.json")["orders"]
    assert "Anna" not in good("status", folder, "--json").json()["missing"]
    assert "Anna" in report(folder, "--for", "camp:bleu")  # where the piece stands


@pytest.mark.deep
def test_the_last_who_was_waited_for_is_waited_for_no_more(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    folder = campaign(tmp_path / "p", "turn-2", TWO + THREE_DAYS)
    cron(folder)
    send(folder, *(orders(name, 2, "rien") for name in ("Luc", "Max", "Paul", "Rita", "Zoé")))
    leave(folder, "Anna")
    assert "joué" in cron(folder).out


def test_nothing_is_sent_to_him_and_his_orders_are_refused(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    leave(folder, "Anna")
    done = run("submit", folder, "-", stdin=orders("Anna", 2, "{déplacement: haut}"))
    assert done.code == 1
    assert "« Anna » ne joue plus : personne n’envoie d’ordres pour cette place." in done.err
    good("resolve", folder, "--force")
    letters = [path.name for path in (folder / "outbox").glob("0004-turn-2/*.txt")]
    assert "seats-1-02-luc.txt" in letters
    assert "report-02-luc.txt" in letters
    assert not [name for name in letters if "anna" in name]


@pytest.mark.deep
def test_no_form_is_written_for_who_has_gone(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    leave(folder, "Anna")
    good("replace", folder, "Luc=Yann", *WHY)
    assert "« Anna » ne joue plus" in refused(folder, "template", folder, "--for", "Anna")
    assert "« Luc » ne joue plus : Yann a pris sa place." in refused(folder, "template", folder, "--for", "Luc")
    good("template", folder, "--into", tmp_path / "forms")
    assert not [path for path in (tmp_path / "forms").iterdir() if "anna" in path.name]
    good("resolve", folder, "--force")
    assert "« Luc » ne joue plus : Yann a pris sa place." in refused(folder, "report", folder, "--for", "joueur:Luc")


def test_before_the_first_turn_the_game_waits_for_a_captain(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "roles", TWO)
    assert "La partie attend que quelqu’un prenne cette place (Anna)." in leave(folder, "Anna")
    good("replace", folder, "Anna=Yann", *WHY)
    send(folder, "joueur: Yann\nrôles: {Yann: brute, Luc: agile, Max: archer}\n")


def test_before_the_first_turn_a_captain_chooses_for_a_seat_left_empty(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "roles", TWO)
    said = "Avant le tour 1, c’est le capitaine qui choisit pour cette place (Luc) ; ensuite, ce qui est à elle ne fait"
    assert said in leave(folder, "Luc")
    assert said in plain((folder / "outbox/0001-roles/seats-1-03-max.txt").read_text(encoding="utf-8"))
    said = "Avant le tour 1, c’est le capitaine qui choisit pour cette place (Anna)"
    assert said in leave(folder, "Anna", "--captain", "Max")
    send(folder, "joueur: Max\nrôles: {Anna: brute, Luc: agile, Max: archer}\n")
    send(folder, "joueur: Paul\nrôles: {Paul: terreur, Rita: savant, Zoé: professeur}\n")
    good("resolve", folder)
    assert "Luc" not in good("status", folder, "--json").json()["missing"]


def test_what_a_captain_who_has_gone_had_chosen_is_played(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "placement", TWO)
    send(folder, *PLACES[TWO])
    assert "Ce qui a été choisi par cette place (Anna) pour son camp est joué." in leave(folder, "Anna")
    good("resolve", folder)
    assert "Anna" not in good("status", folder, "--json").json()["missing"]


def test_the_resistance_waits_where_something_is_awaited_of_the_seat(tmp_path: Path) -> None:
    folder = voting(tmp_path / "p")
    send(folder, order(folder, Anna="vote: oui"))
    assert "La partie attend que quelqu’un prenne cette place (Emma)." in leave(folder, "Emma")
    said = (
        "Ce qui a été ordonné pour cette place (Anna) est joué à cette étape ; la prochaine fois que quelque chose en"
    )
    assert said in leave(folder, "Anna")
    others = on_mission(tmp_path / "mission")
    (name, *_) = sorted({*FIVE} - {*good("status", others, "--json").json()["missing"]})
    assert f"Rien n’est attendu de cette place ({name}) à cette étape ; dès que" in leave(others, name)
    assert good("status", others, "--json").json()["empty"] == []


def test_another_may_be_captain(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "roles", TWO)
    leave(folder, "Anna", "--captain", "Luc")
    send(folder, "joueur: Luc\nrôles: {Anna: brute, Luc: agile, Max: archer}\n")


@pytest.mark.parametrize("captain", ["Anna", "Max"])
def test_nobody_who_has_gone_is_captain(tmp_path: Path, captain: str) -> None:
    folder = campaign(tmp_path / "p", "roles", TWO)
    leave(folder, "Max")
    said = refused(folder, "leave", folder, "Anna", "--captain", captain, *WHY)
    assert f"{captain} ne joue plus : nommer quelqu’un d’autre capitaine." in plain(said)


@pytest.mark.deep
def test_the_resistance_waits_for_a_successor_and_says_so(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    folder = dealt(tmp_path / "p")
    file = folder / "campaign.yaml"
    file.write_text(file.read_text(encoding="utf-8") + THREE_DAYS + "absents: rien\n", encoding="utf-8")
    (name,) = good("status", folder, "--json").json()["missing"]
    leave(folder, name)
    why = f"une place est vide ({name}), et la partie attend un successeur"
    assert why in plain(good("status", folder).out)
    assert good("status", folder, "--json").json()["empty"] == [name]
    assert f"La partie attend que quelqu’un prenne une place laissée vide : {name}." in plain(
        good("status", folder).out
    )
    assert "prenne une place laissée vide" in run("resolve", folder).err
    assert f"une place laissée vide : {name}." in " ".join(plain(report(folder)).split())
    for day in range(20, 25):
        at(f"2026-11-{day} 21:00")
        done = cron(folder)
    assert why in plain(done.out).lower().replace(name.lower(), name)
    assert done.code == 1
    good("replace", folder, f"{name}=Yann", *WHY)
    assert good("status", folder, "--json").json()["missing"] == ["Yann"]
    assert "laissée vide" not in report(folder)


@pytest.mark.deep
def test_no_reminder_is_told_that_is_not_written(tmp_path: Path) -> None:
    at("2026-11-20 10:00")
    folder = voting(tmp_path / "p")
    file = folder / "campaign.yaml"
    file.write_text(file.read_text(encoding="utf-8") + THREE_DAYS, encoding="utf-8")
    cron(folder)
    leave(folder, "Emma")
    for day in (21, 22, 23):
        at(f"2026-11-{day} 12:00")
        cron(folder)
    at("2026-11-23 20:00")
    told = plain(cron(folder).out)
    assert "relances écrites dans outbox : Anna, Bruno, Chloé, Denis\n" in told
    assert good("status", folder, "--json").json()["reminded"].keys() == {"Anna", "Bruno", "Chloé", "Denis"}
    send(folder, order(folder, **dict.fromkeys(("Anna", "Bruno", "Chloé", "Denis"), "vote: oui")))
    assert "relance" not in plain(cron(folder).out)
    good("replace", folder, "Emma=Yann", *WHY)
    assert "relance écrite dans outbox : Yann" in plain(cron(folder).out)


@pytest.mark.deep
def test_who_left_comes_back_or_somebody_comes_later(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    send(folder, TURNS[1])
    leave(folder, "Anna")
    leave(folder, "Paul")
    good("resolve", folder)
    assert "Anna revient, et reprend sa place." in good("replace", folder, "Anna=Anna", *WHY).out
    good("replace", folder, "Paul=Yann", *WHY)
    missing = good("status", folder, "--json").json()["missing"]
    assert {"Anna", "Yann"} <= set(missing)


@pytest.mark.parametrize(("name", "said"), [("Ana", "Peut-être « Anna » ?"), ("Luc", "déjà noté comme parti")])
def test_what_cannot_be_is_said_and_changes_nothing(tmp_path: Path, name: str, said: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    leave(folder, "Luc")
    assert said in refused(folder, "leave", folder, name, *WHY)


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    before = tree(folder)
    assert "À blanc : rien n’est écrit." in leave(folder, "Anna", "--dry-run")
    assert tree(folder) == before


@pytest.mark.parametrize(("every", "least"), [(29, 3), *deep((1, 15))])
def test_killed_anywhere_it_is_done_by_the_next_command(tmp_path: Path, every: int, least: int) -> None:
    base = campaign(tmp_path / "base", "turn-2", TINY)
    folders = killed_everywhere(base, tmp_path / "work", "leave", "{}", "Anna", *WHY, every=every)
    assert len(folders) >= least
    whole = tree(tmp_path / "work" / "whole")
    for folder in folders:
        recorded = (folder / "acts" / "0001-leave.json").exists()
        good("submit", folder)
        assert untimed(tree(folder)) == untimed(whole if recorded else tree(base)), folder
