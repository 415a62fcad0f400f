"""Sealed records whose hash is right and whose shape is not: anybody can take a hash. No command ends in a traceback.

A record of a wrong shape is damaged, and counts as any other that is (``test_damage``): as missing where it can be made
again, else it stops the command in a sentence. What is wrong with one campaign stays with it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.campaigns import HOSTILE, places_in, record_at, reseal
from support.clocked import START, THREE_DAYS, at, cron, fresh_clock, paris, put, put_table, rewrite, stages, tsewnart
from support.commands import Done, drop, good, orders, run
from support.depth import few, is_deep, sample
from support.posted import ANNA, PAUL, deliver, game, mail, sending_root

INTERNAL = "erreur du programme"
"""What is told of an error for which nobody has a sentence."""


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


# All records ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root in which nearly every kind of record has been written: two campaigns, and one that is played by mail."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", "")
        at(START)
        root = tmp_path_factory.mktemp("lived") / "root"
        by_mail(root)
        braked(root / "braked")
        changed(root / "changed")
    return root


def by_mail(root: Path) -> None:
    """A campaign of which two mails were played, one was refused; a fourth is a stranger's. All letters are sent."""
    sending_root(root)
    game(root / "mailed")
    for sender, order in ((ANNA, "{voler: haut}"), (ANNA, "rien"), (PAUL, "rien"), ("x@example.org", "rien")):
        deliver(root, mail(f"tour: 1\nordres: {order}\n", sender, date="Fri, 20 Nov 2026 09:05:00 +0000"))
    cron(root)


def braked(folder: Path) -> None:
    """A campaign whose players were reminded, and that was held in place of being played: nobody had sent anything."""
    tsewnart(folder, "échéance: {jours: 3, relances: [24]}\nabsents: rien\n", began="2026-11-19 10:00")
    for moment in ("2026-11-20 10:00", "2026-11-21 21:00", "2026-11-22 20:30"):
        at(moment)
        cron(folder)


def changed(folder: Path) -> None:
    """A campaign with orders, standing ones, ones ahead, a refused file, whose MJ has done all that an MJ may."""
    tsewnart(folder, "échéance: {jours: 2, relances: [24]}\nabsents: permanents\n", began="2026-11-23 10:00")
    at("2026-11-23 10:30")
    drop(folder, "anna.yaml", orders("Anna", 1, "{déplacement: droite}") + "note: un mot\n")
    drop(folder, "luc.yaml", "joueur: Luc\ntour: 1\npermanents: {déplacement: haut}\n")
    drop(folder, "max.yaml", orders("Max", 3, "{déplacement: haut}"))
    drop(folder, "rita.yaml", orders("Rita", 1, "{voler: haut}"))
    cron(folder)
    at("2026-11-24 12:00")
    cron(folder)
    good("extend", folder, "--more", "1j", "--reason", "fête")
    good("hold", folder, "--reason", "pause", "--until", "2026-12-01 20:00")
    good("release", folder, "--reason", "suite")
    put(folder, "Paul", "Zoé")
    good("resolve", folder, "--force")
    good("replace", folder, "Max=Nina", "--reason", "x", "--public", "y")
    put(folder, "Anna", turn=2)
    good("submit", folder)
    good("undo", folder, "--reason", "Max mal recopié", "--public", "Un ordre était mal recopié.")
    rewrite(folder, "absents: permanents", "absents: rien")
    cron(folder)


RECORDS = (
    *("changed/visit.json", "changed/seated.json", "changed/lapsed.json", "mailed/began.json"),
    *(f"changed/acts/*-{act}.json" for act in ("extend", "hold", "release", "replace", "undo")),
    *("braked/acts/*-hold.json", "braked/turns/*/reminded.json", "changed/withdrawn/0001/withdrawn.json"),
    *(f"changed/turns/*-turn-1/orders/{file}.json" for file in ("0001.accepted", "0003.accepted", "0004.refused")),
    *("changed/turns/*-turn-1/orders/0001.came.json", "mailed/turns/*-turn-1/orders/0001.came.json"),
    *("changed/turns/*-placement/published.json", "changed/turns/*-placement/chain.json"),
    *("mailed/sent/*/receipt-0001-*.json", "mailed/sent/began.json", "courrier/came/*.json", "courrier/places.json"),
    *("courrier/told.json", "courrier/sending.json", "courrier/sent/*/digest-*.json"),
)
"""One of each kind."""


def given(root: Path, campaign: Path) -> Iterator[Done]:
    """Give the commands that an MJ and cron give."""
    yield from (run("status", campaign, *more) for more in ((), ("--json", "--files")))
    yield from (run(command, campaign) for command in ("journal", "verify", "report"))
    yield run("submit", campaign, "-", stdin=orders("Anna", 1, "{déplacement: droite}"))
    yield run("hold", campaign, "--reason", "x")
    yield run("run", root)
    yield run("resolve", campaign, "--force")
    yield run("undo", campaign, "--reason", "x", "--public", "y")
    yield run("run", root, "--json")


def _is_an_order(place: tuple[str | int, ...]) -> bool:
    """Tell whether there stands what a player ordered: what a verdict says that it was is believed, as ever."""
    return place[0] in ("orders", "standing") and len(place) > 2


TRIALS = [(record, what, start) for start in range(4) for what in HOSTILE for record in RECORDS]
"""At every fourth place in a record, from one on."""


@few(1)
@pytest.mark.parametrize(("record", "what", "start"), sample(TRIALS, 801), ids=str)
def test_no_command_ends_in_a_traceback(tmp_path: Path, lived: Path, record: str, what: str, start: int) -> None:
    at("2026-11-24 18:00")
    found, *_ = sorted(lived.glob(record))
    campaign = record.partition("/")[0].replace("courrier", "mailed")
    for place in [place for place in places_in(record_at(found)) if not _is_an_order(place)][
        start :: 4 if is_deep() else 12
    ]:
        root = Path(shutil.copytree(lived, tmp_path / "root"))
        reseal(root / found.relative_to(lived), place, HOSTILE[what])
        for done in given(root, root / campaign):
            assert done.code in (0, 1, 2, 3), (place, done)
            assert INTERNAL not in (done.out + done.err).lower(), (place, done)
        shutil.rmtree(root)


# One campaign of two ---------------------------------------------------------------------------------------------

WHOLE = tuple(places_in({"at": 0, "what": 0, "since": 0, "said": [0], "said_at": 0, "looked": 0, "acts": 0}))
SEEN = tuple(places_in({"at": 0, "stage": 0, "due": 0, "announced": {"due": 0, "closes": 0, "extension": 0}}))
VISIT = (("format",), *WHOLE, ("seen",), *(("seen", *place) for place in SEEN))
"""Where values stand in what is remembered of a visit."""


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two campaigns that cron has visited, and for which then all orders have come."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", paris(START).isoformat())
        root = tmp_path_factory.mktemp("visited")
        for name in ("a", "b"):
            tsewnart(root / name, THREE_DAYS)
            assert "looked" in record_at(visit_of(root / name))
            put_table(root / name, "Anna", "Luc", "Max", "Paul", "Rita", "Zoé")
    return root


def visit_of(folder: Path) -> Path:
    """What is remembered of the visits to a campaign, which cron comes to first if it never came."""
    if not (folder / "visit.json").exists():
        cron(folder)
    return folder / "visit.json"


@few(1)
@pytest.mark.parametrize(("place", "what"), sample([(place, what) for what in HOSTILE for place in VISIT], 41), ids=str)
def test_what_is_remembered_oddly_of_one_campaign_stops_no_other(
    tmp_path: Path, visited: Path, place: tuple[str | int, ...], what: str
) -> None:
    root = Path(shutil.copytree(visited, tmp_path / "root"))
    reseal(root / "a" / "visit.json", place, HOSTILE[what])
    for options in ((), ("--json",)):
        assert run("status", root / "a", *options).code in (0, 2)
    done = cron(root)
    assert INTERNAL not in done.err.lower()
    assert stages(root / "b")[-1] == "0003-turn-1"
    assert f"{root / 'b'} : joué" in done.out
    if what != "a huge number":  # of a format to come, or of acts that have gone: that is told
        assert stages(root / "a")[-1] == "0003-turn-1"


def test_what_nobody_has_thought_of_stays_with_its_campaign_too(
    tmp_path: Path, visited: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is raised over what is remembered: nothing is done with that campaign, and it is told as broken."""
    from adjudicator.desk import scheduler

    root = Path(shutil.copytree(visited, tmp_path / "root"))
    honest = scheduler.last_visit

    def odd(folder: Path) -> Any:
        return honest(folder) if folder.name == "b" else {"acts": "x"}

    monkeypatch.setattr(scheduler, "last_visit", odd)
    done = cron(root)
    assert done.code == 1
    assert f"À VOIR : {root / 'a'} : à réparer." in done.err
    assert stages(root / "b")[-1] == "0003-turn-1"
    assert stages(root / "a")[-1] == "0002-placement"
