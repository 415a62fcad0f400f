"""Files of a campaign cut short, changed in one bit, or lost: the right result all the same, or a refusal naming them.

A campaign in turn 2 has received orders and waits for the last ones; ``status`` is asked, they are submitted, the turn
is resolved. Each of the three either does what it does in an undamaged campaign, or says which file is damaged and
changes nothing.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.commands import TINY, TWO, Done, campaign, good, opened, orders, plain, results, run, send, table, tree
from support.depth import few, sample
from support.disks import unreadable

BEGINNING, NOW = "2026-11-20T12:00:00+01:00", "2026-11-24T20:05:00+01:00"
DEADLINE = 'échéance: {jours: 5, heure: "20:00", fuseau: Europe/Paris, dès que complet: oui}\n'
LAST = orders("Anna", 2, "{déplacement: droite}")
COMMANDS = (("status", "{}"), ("submit", "{}", "-"), ("resolve", "{}"))

READ = (
    "campaign.yaml",
    "began.json",
    "acts/*.json",
    "turns/0003-turn-1/published.json",
    "turns/0003-turn-1/result/*.json",
    "turns/0004-turn-2/orders/*ed.json",
)
"""What is read by the three commands."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign in turn 2: held and released, with orders, a note, standing orders and a refused file."""
    folder = tmp_path_factory.mktemp("base") / "partie"
    with at(BEGINNING):
        campaign(folder, "turn-2", TINY + DEADLINE)
        assert run("submit", folder, "-", stdin=orders("Paul", 2, "{déplacement: nulle part}")).code == 1
        send(folder, orders("Paul", 2, "{déplacement: gauche}") + "note: jusqu’à jeudi\n")
        send(folder, "joueur: Anna\ntour: 2\npermanents: {déplacement: haut}\n")
        good("hold", folder, "--reason", "vacances")
        good("release", folder, "--reason", "de retour")
    return folder


@pytest.fixture(scope="module")
def wanted(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Wanted:
    return Wanted(base, tmp_path_factory.mktemp("whole") / "partie")


class Wanted:
    """What becomes of the undamaged campaign: the results, and the files that were read on the way."""

    def __init__(self, base: Path, folder: Path) -> None:
        """Give the three commands on a copy of ``base``."""
        shutil.copytree(base, folder)
        with opened(folder) as names, at(NOW):
            for done in given(folder):
                assert done.code == 0, done
        self.read = set(names)
        self.results = results(folder)


@contextmanager
def at(moment: str) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", moment)
        yield


def given(folder: Path) -> Iterator[Done]:
    for args in COMMANDS:
        yield run(*(arg.replace("{}", str(folder)) for arg in args), stdin=LAST)


# Damage ------------------------------------------------------------------------------------------------------


def flipped(data: bytes, place: int) -> bytes:
    """Return ``data`` with one bit changed, the same one each time."""
    changed = bytearray(data)
    changed[place] ^= 1 << random.Random(data).randrange(8)
    return bytes(changed)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "half": lambda data: data[: len(data) // 2],
    "first": lambda data: flipped(data, 0),
    "middle": lambda data: flipped(data, len(data) // 2),
    "last": lambda data: flipped(data, -1),
}
KINDS = pytest.mark.parametrize("kind", [*DAMAGES, "gone"])


def damage(path: Path, kind: str) -> None:
    if kind == "gone":
        path.unlink()
    elif data := path.read_bytes():
        path.write_bytes(DAMAGES[kind](data))


def files_like(base: Path, patterns: Iterable[str]) -> list[str]:
    return sorted(path.relative_to(base).as_posix() for pattern in patterns for path in base.glob(pattern))


def check(folder: Path, damaged: Iterable[str], wanted: Wanted) -> None:
    """Give the commands; each one either refuses the damaged file by its name and changes nothing, or is right."""
    before = tree(folder)
    for done in given(folder):
        after = tree(folder)
        if done.code == 2:
            assert any(str(folder / name) in done.err or name in done.err.split() for name in damaged), done
            assert after == before
        else:
            assert done.code == 0, done
        before = after
    if done.code == 0:
        assert without(results(folder), damaged) == without(wanted.results, damaged)


def without(files: dict[str, bytes], names: Iterable[str]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if name not in names}


@few(2)
@KINDS
@pytest.mark.parametrize("pattern", sample(READ, 2))
def test_what_is_read_is_right_or_named(tmp_path: Path, base: Path, wanted: Wanted, pattern: str, kind: str) -> None:
    names = files_like(base, [pattern])
    assert names
    assert wanted.read.issuperset(names)
    for number, name in enumerate(names):
        if (name, kind) == ("acts/0002-release.json", "gone"):
            continue  # see the test below
        folder = tmp_path / str(number)
        shutil.copytree(base, folder)
        damage(folder / name, kind)
        with at(NOW):
            check(folder, [name], wanted)


@few(3)
@KINDS
def test_what_is_not_read_does_not_matter(tmp_path: Path, base: Path, wanted: Wanted, kind: str) -> None:
    """Reports may be mended by hand; what came for stages that have been played, and what was sent, is history."""
    read = {*wanted.read, *files_like(base, ["turns/0004-turn-2/orders/*.yaml"] if kind == "gone" else [])}
    names = [name for name in tree(base) if not name.endswith("/") and name not in read]
    assert len(names) > 80
    folder = tmp_path / "partie"
    shutil.copytree(base, folder)
    for name in names:
        damage(folder / name, kind)
    with at(NOW):
        check(folder, names, wanted)


def test_a_release_that_is_lost_leaves_the_campaign_held(tmp_path: Path, base: Path) -> None:
    """Nothing tells that there was one act more: the campaign is as it was before it, and plays nothing."""
    folder = tmp_path / "partie"
    shutil.copytree(base, folder)
    damage(folder / "acts" / "0002-release.json", "gone")
    before = results(folder)
    with at(NOW):
        status, submit, resolve = given(folder)
    assert (status.code, submit.code, resolve.code) == (0, 0, 3)
    assert "vacances" in status.out
    assert "vacances" in resolve.err
    assert results(folder) == before


# A copy that stopped half-way -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", ["turns", "turns/0003-turn-1", "turns/0003-turn-1/result"])
def test_stages_that_public_shows_and_turns_has_lost_are_named(tmp_path: Path, base: Path, lost: str) -> None:
    """``cp`` copies ``turns`` last; to go on would be to begin anew what everybody has read."""
    folder = tmp_path / "partie"
    shutil.copytree(base, folder)
    shutil.rmtree(folder / "turns" / "0004-turn-2")
    shutil.rmtree(folder / lost)
    gone = ["0001-roles", "0002-placement", "0003-turn-1"] if lost == "turns" else ["0003-turn-1"]
    before = tree(folder)
    with at(NOW):
        for done in (*list(given(folder))[1:], run("run", folder), run("hold", folder, "--reason", "x")):
            assert done.code == (1 if done.err.startswith(f"À VOIR : {folder} : à réparer. ") else 2)
            assert f"« public » montre ce que « turns » n’a pas : {', '.join(gone)}. Rien n’a été changé." in done.err
            assert "remettez « turns », de votre sauvegarde" in done.err
            public, outbox = (", ".join(f"{name}/{stage}" for stage in gone) for name in ("public", "outbox"))
            assert f"Si vous revenez exprès en arrière, effacez aussi {public} et {outbox}." in done.err
        for options in ((), ("--json",)):
            done = run("status", folder, *options)
            assert (done.code, done.err) == (2, "")
            assert f"« public » montre ce que « turns » n’a pas : {', '.join(gone)}. Rien n’a été changé." in done.out
    (folder / "visit.json").unlink()
    assert tree(folder) == before


def test_who_goes_back_on_purpose_plays_the_turn_anew(tmp_path: Path, base: Path, wanted: Wanted) -> None:
    folder = tmp_path / "partie"
    shutil.copytree(base, folder)
    for name in ("turns/0003-turn-1", "turns/0004-turn-2", "public/0003-turn-1", "outbox/0003-turn-1"):
        shutil.rmtree(folder / name)
    with at(NOW):
        send(folder, orders("Anna", 1, "rien"))
        good("resolve", folder, "--force")
    assert (folder / "public" / "0003-turn-1").is_dir()
    assert "0003-turn-1/result/state.json" in "\n".join(results(folder))


def test_a_result_that_may_not_be_read_is_no_damaged_one(tmp_path: Path, base: Path) -> None:
    folder = tmp_path / "partie"
    shutil.copytree(base, folder)
    for name in ("state.json", "MANIFEST.json", "campaign.json"):
        file = folder / "turns" / "0003-turn-1" / "result" / name
        for command in ("status", "resolve"):
            with at(NOW), unreadable(file) as place:
                done = place.run(sys.executable, "-m", "adjudicator", command, str(folder))
            if name != "campaign.json":  # what it holds is in campaign.yaml too
                assert done.returncode == 2
                assert plain(done.stderr).startswith(f"Accès refusé : « {file} » ne peut pas être lu")
            assert "abîmé" not in done.stderr


@pytest.mark.parametrize("number", ["0001", "0002", "0003"])
def test_an_order_file_that_is_lost_is_named(tmp_path: Path, base: Path, wanted: Wanted, number: str) -> None:
    """Else its orders would disappear without a word."""
    name, folder = f"turns/0004-turn-2/orders/{number}.yaml", tmp_path / "partie"
    shutil.copytree(base, folder)
    damage(folder / name, "gone")
    with at(NOW):
        check(folder, [name], wanted)
        assert run("resolve", folder).code == 2


@few(2)
@KINDS
@pytest.mark.parametrize("file", sample(["0004.yaml", "0004.accepted.json", "0004.came.json"], 2))
def test_orders_ahead_count_or_are_named_before_anything_is_played(
    tmp_path: Path, base: Path, file: str, kind: str
) -> None:
    ahead, folder, name = tmp_path / "ahead", tmp_path / "partie", f"turns/0004-turn-2/orders/{file}"
    shutil.copytree(base, ahead)
    with at(BEGINNING):
        send(ahead, orders("Anna", 3, "{déplacement: haut}"))
    wanted = Wanted(ahead, tmp_path / "whole")
    shutil.copytree(ahead, folder)
    damage(folder / name, kind)
    with at(NOW):
        check(folder, [name], wanted)


# A folder of acts that has gone ----------------------------------------------------------------------------------


@few(1)
@pytest.mark.parametrize("known", [True, False], ids=["number", "held alone"])
def test_acts_that_cron_has_seen_do_not_end_in_silence(tmp_path: Path, known: bool) -> None:
    """``rm -r acts`` after a hold would end it; the version before remembered no number, but that it was held."""
    from adjudicator.store.published import sealed

    folder = campaign(tmp_path / "p", "turn-1", TWO)
    with at(NOW):
        good("hold", folder, "--reason", "vacances")
        assert "pause" in run("run", tmp_path).out
        if not known:
            visited = json.loads((folder / "visit.json").read_bytes())
            (folder / "visit.json").write_bytes(
                sealed({key: told for key, told in visited.items() if key not in ("acts", "format", "sha256")})
            )
        shutil.rmtree(folder / "acts")
        send_all = table(1, **dict.fromkeys(("Anna", "Luc", "Max", "Paul", "Rita", "Zoé"), "rien"))
        (folder / "inbox" / "table.yaml").write_text(send_all, encoding="utf-8")
        for command in (("run", tmp_path), ("resolve", folder), ("submit", folder), ("hold", folder, "--reason=x")):
            done = run(*command)
            assert done.code == (1 if command[0] == "run" else 2)
            assert "« acts » a perdu des fichiers que cron a vus à son dernier passage" in done.err
        assert (folder / "inbox" / "table.yaml").exists()
        (folder / "visit.json").unlink()
        good("resolve", folder)


@pytest.mark.deep
def test_an_act_that_has_gone_from_among_others_is_named_too(tmp_path: Path) -> None:
    with at(NOW):
        folder = campaign(tmp_path / "p", "turn-1", TWO + DEADLINE)
        good("run", folder)
        good("extend", folder, "--more", "2j", "--reason", "x")
        good("hold", folder, "--reason", "x")
        run("run", folder)
        (folder / "acts" / "0001-extend.json").unlink()
        assert "« acts » a perdu des fichiers" in run("run", folder).err


# What does not belong here -----------------------------------------------------------------------------------


def test_orders_under_another_name_are_named(tmp_path: Path) -> None:
    """A folder of the stage awaited that somebody has renamed: its orders would count for nothing."""
    folder = campaign(tmp_path / "p", "turn-2", TINY)
    send(folder, orders("Paul", 2, "{déplacement: gauche}"))
    awaited = folder / "turns" / "0004-turn-2"
    strange = awaited.rename(awaited.with_name("0004-turn-22"))
    before = tree(folder)
    for command in ("status", "check", "submit", "resolve"):
        done = run(command, folder)
        assert (done.code, tree(folder)) == (2, before), command
        assert str(strange) in done.err
        assert "« 0004-turn-2 »" in done.err
    strange.rename(awaited)
    assert good("status", folder, "--json").json()["received"] == ["Paul"]


def test_the_campaign_of_another_game_is_told_and_stops_no_other(tmp_path: Path) -> None:
    changed, healthy = (campaign(tmp_path / name, "turn-1", TINY) for name in ("a", "b"))
    (changed / "campaign.yaml").write_text(
        f"jeu: resistance\ntitre: La flotte\njoueurs: [Anna, Bruno, Chloé, Denis, Emma]\ngraine: {'0' * 32}\n"
    )
    told = "« campaign.yaml » a changé depuis le début de la partie (jeu)."
    for command in ("status", "check", "submit", "resolve"):
        done = run(command, changed)
        assert done.code == 2
        assert told in done.err
    done = run("run", tmp_path)
    assert done.code == 1
    assert told in done.err
    assert (healthy / "visit.json").exists()


# When a stage began --------------------------------------------------------------------------------------------


RECORDS = ("turns/0003-turn-1/published.json", "turns/0003-turn-1/chain.json")


@few(4)
@pytest.mark.parametrize("kind", ["first", "middle", "last", "empty", "gone"])
@pytest.mark.parametrize("name", RECORDS)
def test_a_record_of_the_announcement_that_is_damaged_moves_no_deadline(
    tmp_path: Path, base: Path, name: str, kind: str
) -> None:
    """A stage is announced once: what is lost of that later is told, whatever is done, and ``verify`` tells it too."""
    folder = tmp_path / "partie"
    shutil.copytree(base, folder)
    with at("2026-11-23T20:05:00+01:00"):
        before = good("status", folder, "--json").json()["due"]
        damage(folder / name, kind)
        kept = tree(folder)
        for command in (
            ("submit", folder, "-"),
            ("resolve", folder),
            ("run", tmp_path),
            ("hold", folder, "--reason=x"),
        ):
            done = run(*command, stdin=LAST)
            assert done.code in (1, 2)
            assert str(folder / name) in done.err
        (folder / "visit.json").unlink(missing_ok=True)
        assert tree(folder) == kept
        done = run("verify", folder)
        assert done.code == 1
        assert Path(name).name in done.err + done.out
        shutil.copy(base / name, folder / name)
        assert good("status", folder, "--json").json()["due"] == before


@pytest.mark.parametrize("kind", ["middle", "empty", "gone"])
@pytest.mark.parametrize("seen", ["orders", "visit"])
def test_a_game_that_has_begun_does_not_begin_anew(tmp_path: Path, seen: str, kind: str) -> None:
    folder = campaign(tmp_path / "p", "roles", TINY + DEADLINE)
    with at(BEGINNING):
        if seen == "orders":
            send(folder, "camp: bleu\nrôles: {Anna: agile}\n")
        else:
            good("run", tmp_path)
        before = good("status", folder, "--json").json()["due"]
    damaged = (folder / "began.json").read_bytes()
    damage(folder / "began.json", kind)
    with at("2026-11-23T20:05:00+01:00"):
        for command in (("submit", folder, "-"), ("status", folder), ("run", tmp_path)):
            done = run(*command, stdin="camp: rouge\nrôles: {Paul: archer}\n")
            assert done.code in (1, 2)
            assert str(folder / "began.json") in done.err
        (folder / "began.json").write_bytes(damaged)
        assert good("status", folder, "--json").json()["due"] == before


def test_an_announcement_interrupted_between_its_records_is_finished(tmp_path: Path, base: Path) -> None:
    """The link is written last; of it and the stage's own record a crash can leave the latter alone."""
    folder = tmp_path / "partie"
    shutil.copytree(base, folder)
    with at(NOW):
        send(folder, LAST)
        good("resolve", folder)
        chain = folder / "turns" / "0004-turn-2" / "chain.json"
        written = chain.read_bytes()
        chain.unlink()
        good("submit", folder)
        assert chain.read_bytes() == written
        good("verify", folder)


def test_without_a_backup_the_stage_can_be_announced_again(tmp_path: Path, base: Path) -> None:
    """As the guide says: the two records deleted, the orders that had come put into the inbox once more."""
    folder = tmp_path / "partie"
    shutil.copytree(base, folder)
    awaited = folder / "turns" / "0004-turn-2"
    with at("2026-11-23T20:05:00+01:00"):
        for name in RECORDS:
            (folder / name).unlink()
        assert str(folder / RECORDS[0]) in run("submit", folder).err
        for file in awaited.glob("orders/*.yaml"):
            shutil.move(file, folder / "inbox" / file.name)
        shutil.rmtree(awaited)
        assert "déplaces vers la gauche" in run("submit", folder).out
        good("extend", folder, "--until", "25/11/2026 20:00", "--reason", "x")
        good("verify", folder)
        assert good("status", folder, "--json").json()["received"] == ["Paul"]
