"""What is no file where one is expected, and a stage of another game: each is said in one sentence."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.commands import SEED, TWO, Done, adjudicator, campaign, good, orders, play, run, send, table
from support.depth import HANG, few, sample

ALL = ("Anna", "Luc", "Max", "Paul", "Rita", "Zoé")


@few(1)
@pytest.mark.parametrize("place", ["campaign.yaml", "acts/0001-hold.json"])
def test_a_pipe_is_refused_and_nothing_waits_for_it(tmp_path: Path, place: str) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    good("hold", folder, "--reason", "motif")
    (folder / place).unlink()
    os.mkfifo(folder / place)
    for command in (("status",), ("resolve",), ("submit",)):
        done = adjudicator(*command, folder, timeout=HANG)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"« {folder / place} » n’est pas un fichier ordinaire : rien n’en a été lu.")
    assert f"à réparer. « {folder / place} » n’est pas un fichier ordinaire" in _cron(tmp_path).err


def _cron(root: Path) -> Done:
    return adjudicator("run", root, timeout=HANG)


# What is no file, in the place of every file there is ---------------------------------------------------------


def _link(to: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(to)


def _socket(path: Path) -> None:
    """Leave a socket; its name is bound in its folder, as that of the whole path may be too long."""
    here = os.open(".", os.O_RDONLY)
    try:
        os.chdir(path.parent)
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.fchdir(here)
        os.close(here)


ODD: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "device": _link("/dev/zero"),
    "folder": Path.mkdir,
    "socket": _socket,
    "link to itself": lambda path: path.symlink_to(path.name),
    "link to nothing": _link("nowhere"),
}
_PARTS = 60
CORRECTION = ("--yes", "--reason", "x", "--public", "y")
GIVEN = (
    ("undo", *CORRECTION),
    ("submit",),
    ("resolve", "--force"),
    ("status",),
    ("verify",),
    ("report",),
    ("journal",),
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with a campaign that has nearly every kind of file."""
    root = tmp_path_factory.mktemp("whole") / "parties"
    folder = campaign(root / "p", "turn-2", TWO + 'échéance: {jours: 5, heure: "20:00", dès que complet: oui}\n')
    send(folder, orders("Paul", 2, "{déplacement: gauche}"), "joueur: Anna\ntour: 2\npermanents: {déplacement: haut}\n")
    send(folder, orders("Anna", 3, "{déplacement: haut}"))
    assert run("submit", folder, "-", stdin=orders("Rita", 2, "{déplacement: nulle part}")).code == 1
    good("undo", folder, *CORRECTION)
    play(folder, table(1, **dict.fromkeys(ALL, "rien")))
    send(folder, orders("Paul", 2, "{déplacement: gauche}"))
    good("hold", folder, "--reason", "x")
    good("release", folder, "--reason", "x")
    run("run", root)
    (folder / "inbox" / "x.yaml").write_text(orders("Luc", 2, "rien"), encoding="utf-8")
    (folder / "mot.txt").write_text("Bonjour.\n", encoding="utf-8")
    return root


def _kind(path: Path) -> str:
    """Return what a file is, whatever its number and the player in it."""
    return re.sub(r"\d+|(?<=\d-)[a-z]+", "0", path.as_posix())


def _one_of_each_kind(root: Path) -> list[Path]:
    files = [path.relative_to(root) for path in sorted(root.rglob("*")) if path.is_file()]
    return list({_kind(path): path for path in files}.values())


@few(1)
@pytest.mark.parametrize(("part", "odd"), sample([(part, odd) for part in range(_PARTS) for odd in ODD], 71))
def test_nothing_waits_for_what_is_no_file(tmp_path: Path, whole: Path, part: int, odd: str) -> None:
    """Each command does its work, or says in a sentence what is wrong: none waits, none ends in an error of its own."""
    names = _one_of_each_kind(whole)
    assert len(names) > 60
    for name in names[part::_PARTS]:
        root = tmp_path / "parties"
        shutil.copytree(whole, root)
        (root / name).unlink()
        ODD[odd](root / name)
        for command in (*((command, root / "p", *rest) for command, *rest in GIVEN), ("run", root)):
            with limited(f"{name} {odd} {command[0]}"):
                done = run(*command)
            assert done.code in (0, 1, 2, 3), (name, done)
            assert "Erreur du programme" not in done.out + done.err, (name, done)
        shutil.rmtree(root)


@contextmanager
def limited(what: str) -> Iterator[None]:
    """End what hangs."""

    def hangs(*_: object) -> None:
        raise TimeoutError(what)

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(HANG)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@few(1)
@pytest.mark.parametrize("odd", sample(ODD, 4))
def test_stages_whose_public_report_is_no_file_can_be_taken_back(tmp_path: Path, whole: Path, odd: str) -> None:
    """What is left of them is shown as withdrawn; the game goes on."""
    root = tmp_path / "parties"
    shutil.copytree(whole, root)
    report = root / "p" / "turns" / "0003-turn-1" / "result" / "reports" / "public.md"
    report.unlink()
    ODD[odd](report)
    for command in (("undo", root / "p", *CORRECTION), ("submit", root / "p"), ("resolve", root / "p", "--force")):
        with limited(command[0]):
            good(*command)
    shown = {path.name for path in (root / "p" / "public" / "withdrawn-0002" / "0003-turn-1").iterdir()}
    assert "public.txt" in shown
    assert "public.md" not in shown


def test_stages_whose_orders_are_no_file_are_not_taken_back(tmp_path: Path, whole: Path) -> None:
    """They could not be awaited again with them; nothing is recorded before that is known."""
    root = tmp_path / "parties"
    shutil.copytree(whole, root)
    order = next((root / "p" / "turns" / "0003-turn-1" / "orders").glob("*.yaml"))
    order.unlink()
    os.mkfifo(order)
    acts = sorted((root / "p" / "acts").iterdir())
    done = run("undo", root / "p", *CORRECTION)
    assert (done.code, sorted((root / "p" / "acts").iterdir())) == (2, acts)
    assert f"« {order} » n’est pas un fichier ordinaire" in done.err


@pytest.mark.parametrize("command", ["submit", "cases", "verify", "check"])
def test_a_pipe_that_is_named_is_refused(tmp_path: Path, command: str) -> None:
    """On a pipe there is standard input, ``-``."""
    folder = campaign(tmp_path / "p", "turn-1")
    os.mkfifo(tmp_path / "pipe")
    named = (folder, tmp_path / "pipe") if command in ("submit", "check") else (tmp_path / "pipe",)
    with limited(command):
        done = run(command, *named)
    assert done.code == 2


def test_a_folder_in_place_of_campaign_yaml_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "campaign.yaml").mkdir()
    done = run("status", tmp_path)
    assert (done.code, done.err) == (2, f"« {tmp_path / 'campaign.yaml'} » est un dossier, pas un fichier.\n")


def test_an_inbox_that_leads_nowhere_is_said(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    shutil.rmtree(folder / "inbox")
    (folder / "inbox").symlink_to(tmp_path / "lost")
    for command in (("status",), ("submit",), ("resolve",), ("check",)):
        done = run(*command, folder)
        assert done.code == 2, command
        assert f"« {folder / 'inbox'} » est un lien qui ne mène nulle part : aucun ordre ne peut y arriver." in done.err
    assert "à réparer. " in run("run", tmp_path).err


def test_a_rehearsal_that_waits_says_so_to_a_program(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    done = run("resolve", folder, "--dry-run", "--json")
    assert done.code == 3
    told = done.json()
    assert told["stage"] == {"phase": "turn", "turn": 1}
    assert (told["missing"], told["away"], told["can_force"]) == (list(ALL), [], True)
    assert told["waits"].startswith("il manque les ordres de 6 joueurs")


def test_a_stage_of_another_game_is_said_to_be_one(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    other = campaign(tmp_path / "q", "turn-1", TWO.replace(SEED, SEED[::-1]))
    for each in (folder, other):
        play(each, table(1, **dict.fromkeys(ALL, "rien")))
    (stage,) = folder.glob("turns/*-turn-1")
    shutil.rmtree(stage)
    shutil.copytree(other / "turns" / stage.name, stage)
    done = run("status", folder)
    assert done.code == 2
    assert done.err == (
        f"« {stage} » est une étape d’une autre partie ; rien n’a été changé."
        " Ôtez ce dossier, ou remettez le bon, de votre sauvegarde.\n"
    )


def test_a_seed_that_the_mj_has_changed_is_still_that(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    file = folder / "campaign.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace(SEED, SEED[::-1]), encoding="utf-8")
    assert "« campaign.yaml » a changé depuis le début de la partie (graine)" in run("status", folder).err
