"""``adjudicator journal``: all that happened, in the order of time, each thing once."""

from __future__ import annotations

from collections.abc import Iterator
from getpass import getuser
from pathlib import Path

import pytest
from support.clocked import at, fresh_clock
from support.commands import TINY, campaign, good, orders, run, send, tree

WHY = ("--by", "Zoé", "--reason", "Max mal recopié")
SAID = (*WHY, "--public", "Un ordre était faux.")


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def lived(folder: Path) -> Path:
    """A campaign in which everything has happened that can, an hour after another."""
    campaign(folder, "turn-1", TINY)
    at("2026-11-21 09:00")
    run("submit", folder, "-", stdin=orders("Anna", 1, "{voler: haut}"))
    at("2026-11-21 10:00")
    run("submit", folder, "-", stdin="note: [")
    at("2026-11-21 11:00")
    send(folder, orders("Anna", 1, "rien"))
    at("2026-11-21 12:00")
    good("hold", folder, *WHY, "--until", "2026-12-01 12:00")
    at("2026-11-21 13:00")
    good("release", folder, *WHY)
    at("2026-11-21 14:00")
    good("resolve", folder, "--force")
    at("2026-11-21 15:00")
    send(folder, orders("Paul", 2, "rien"))
    at("2026-11-21 16:00")
    good("undo", folder, *SAID)
    at("2026-11-21 17:00")
    good("amend", folder, "-", *SAID, stdin="tour: 1\ntable: {pièces: {Anna: {case: (2;1)}}}\n")
    at("2026-11-21 18:00")
    good("resolve", folder, "--force")
    return folder


def test_it_tells_everything_once_in_the_order_of_time(tmp_path: Path) -> None:
    folder = lived(tmp_path / "p")
    before = tree(folder)
    lines = good("journal", folder).out.splitlines()
    assert [line.partition(" 21 novembre 2026 à ")[2].replace(" h 00", "") for line in lines[-10:]] == [
        "9 : Anna : ordres reçus (tour 1), texte collé, refusé.",
        "10 : envoi reçu (tour 1), on ne sait de qui, texte collé, refusé.",
        "11 : Anna : ordres reçus (tour 1), texte collé, accepté.",
        "12 : la partie est mise en pause par Zoé (tour 1), jusqu’au mardi 1er décembre 2026 à 12."
        " Motif : « Max mal recopié ».",
        "13 : la partie est relancée par Zoé (tour 1). Motif : « Max mal recopié ».",
        f"14 : tour 1 : joué et publié, par {getuser()}.",
        "15 : Paul : ordres reçus (tour 2), texte collé, accepté.",
        "16 : tour 1 : retiré par Zoé. Motif : « Max mal recopié ». Aux joueurs : « Un ordre était faux. »",
        "17 : la table est amendée par Zoé (tour 1). Motif : « Max mal recopié ». "
        "Aux joueurs : « Un ordre était faux. »",
        f"18 : tour 1 : joué et publié, par {getuser()}.",
    ]
    assert lines[0].endswith("la partie commence.")
    assert tree(folder) == before


@pytest.mark.deep
def test_programs_read_the_same(tmp_path: Path) -> None:
    folder = lived(tmp_path / "p")
    told = good("journal", folder, "--json").json()
    assert [event["kind"] for event in told[-10:]] == [
        *("order", "order", "order", "hold", "release", "published", "order", "undo", "amend", "published"),
    ]
    times = [event["at"] for event in told]
    assert times == sorted(times)
    assert [event["accepted"] for event in told if event["kind"] == "order"][-4:] == [False, False, True, True]
    assert told[-1]["head"] == good("verify", folder, "--json").json()["head"]


@pytest.mark.deep
def test_stages_played_again_at_the_same_hour_stand_behind_what_took_them_back(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TINY)
    good("undo", folder, *SAID)
    good("replay", folder)
    kinds = [event["kind"] for event in good("journal", folder, "--json").json()]
    assert kinds[-3:] == ["undo", "replay", "published"]


def test_a_game_that_has_not_begun_has_no_story(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p")
    (folder / "began.json").unlink(missing_ok=True)
    assert good("journal", folder).out == "La partie n’a pas commencé : il n’y a rien à raconter.\n"


@pytest.mark.deep
def test_it_speaks_english_too(tmp_path: Path) -> None:
    out = good("journal", lived(tmp_path / "p"), "--language", "en").out
    assert "Saturday 21 November 2026 at 13:00: the game is released by Zoé (turn 1). Reason: “Max mal recopié”." in out
