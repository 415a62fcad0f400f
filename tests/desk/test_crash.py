"""What a kill, a full disk, a forbidden folder and a second process at the same time leave of a campaign."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest
from support.clocked import waiting_takes_no_time
from support.commands import (
    TINY,
    TURNS,
    TWO,
    announced,
    campaign,
    drop,
    good,
    killed_everywhere,
    orders,
    plain,
    play,
    printed,
    received,
    result,
    results,
    run,
    send,
    stage_folder,
    start,
    table,
    tree,
    unlinked,
    unposted,
)
from support.depth import HANG, deep, is_deep
from support.disks import full_disk, killed_at, read_only

from adjudicator.store.disk import locked
from adjudicator.store.published import intact

SIGKILL = -9
LEFT_OVER = (".tmp-", ".stage-")
EARLIER = orders("Paul", 1, "{déplacement: gauche}")
FIRST = orders("Anna", 1, "{déplacement: haut}")
SECOND = orders("Anna", 1, "{déplacement: droite}")


def ready(folder: Path, text: str = TINY) -> Path:
    """Make a campaign in turn 1 whose last orders lie in the inbox."""
    campaign(folder, "turn-1", text)
    send(folder, EARLIER)
    if text == TWO:
        send(folder, table(1, Luc="rien", Max="rien", Rita="rien", Zoé="rien"))
    drop(folder, "1.yaml", FIRST, second=1)
    drop(folder, "2.yaml", SECOND, second=2)
    return folder


def left_over(folder: Path) -> list[str]:
    return [name for name in tree(folder) if any(part.startswith(LEFT_OVER) for part in name.split("/"))]


def check_killed(folder: Path, base: Path) -> None:
    """What was published is whole, what was accepted counts, and no order that came has gone."""
    assert [intact(path) for path in (folder / "turns").glob("*/result")] in ([[]] * 2, [[]] * 3)
    before, after = unlinked(tree(base)), unlinked(tree(folder))
    kept = {name: data for name, data in unposted(before).items() if not name.startswith("inbox/")}
    page, positions = kept.pop("public/index.html"), kept.pop("public/replay.json")
    assert kept.items() <= after.items()
    with_one_more = (folder / "public" / "0003-turn-1").is_dir() and (
        folder / "turns" / "0003-turn-1" / "result"
    ).is_dir()
    assert (after["public/index.html"], after["public/replay.json"]) == (page, positions) or with_one_more
    there = {data for name, data in after.items() if name.startswith("inbox/") or "/orders/" in name}
    assert {FIRST.encode(), SECOND.encode()} <= there
    status = good("status", folder, "--json").json()
    assert status["turn"] == 2 or "Paul" in status["received"]


@pytest.mark.parametrize(("text", "every", "least"), [(TINY, 59, 2), *deep((TINY, 1, 80), (TWO, 7, 15))])
def test_resolve_killed_anywhere_and_run_again_gives_the_same(
    tmp_path: Path, text: str, every: int, least: int
) -> None:
    base = ready(tmp_path / "base", text)
    folders = killed_everywhere(base, tmp_path / "work", "resolve", "{}", every=every)
    assert len(folders) > least
    wanted = results(tmp_path / "work" / "whole")
    assert len([name for name in wanted if name.endswith("public.txt")]) == 3
    played = 0
    for folder in folders:
        check_killed(folder, base)
        already = results(folder) == wanted
        done = run("resolve", folder)
        assert done.code == (3 if already else 0), done
        assert results(folder) == wanted
        assert announced(folder) == announced(tmp_path / "work" / "whole")
        assert left_over(folder) == []
        assert set(received(folder, "turn-1")) == {EARLIER.encode(), FIRST.encode(), SECOND.encode()} | (
            {table(1, Luc="rien", Max="rien", Rita="rien", Zoé="rien").encode()} if text == TWO else set()
        )
        played += already
    assert 0 < played < len(folders)


@pytest.mark.parametrize(("every", "least"), [(17, 2), *deep((1, 25))])
def test_submit_killed_anywhere_and_run_again_gives_the_same(tmp_path: Path, every: int, least: int) -> None:
    base = ready(tmp_path / "base")
    folders = killed_everywhere(base, tmp_path / "work", "submit", "{}", every=every)
    assert len(folders) > least
    whole = tmp_path / "work" / "whole"
    good("resolve", whole)
    assert result(whole, "turn-1", "orders.json")["orders"] == {"Anna": {"move": "right"}, "Paul": {"move": "left"}}
    for folder in folders:
        check_killed(folder, base)
        good("submit", folder)
        assert good("status", folder, "--json").json()["missing"] == []
        good("resolve", folder)
        assert results(folder) == results(whole)
        assert announced(folder) == announced(whole)
        assert left_over(folder) == []


@pytest.mark.parametrize("every", [23, *deep(2)])
def test_orders_that_came_after_a_killed_submit_are_not_beaten_by_those_before(tmp_path: Path, every: int) -> None:
    base = ready(tmp_path / "base")
    last = orders("Anna", 1, "rien")
    for folder in killed_everywhere(base, tmp_path / "work", "submit", "{}", every=every):
        send(folder, last)
        good("resolve", folder)
        assert result(folder, "turn-1", "orders.json")["orders"]["Anna"] == {}


@pytest.mark.parametrize("every", [19, *deep(1)])
def test_a_file_submitted_by_hand_is_accepted_whole_or_can_be_sent_again(tmp_path: Path, every: int) -> None:
    base = campaign(tmp_path / "base", "turn-1", TINY)
    send(base, EARLIER)
    for folder in killed_everywhere(base, tmp_path / "work", "submit", "{}", "-", stdin=FIRST, every=every):
        assert good("status", folder).code == 0
        send(folder, FIRST)
        good("resolve", folder)
        assert result(folder, "turn-1", "orders.json")["orders"] == {"Anna": {"move": "up"}, "Paul": {"move": "left"}}


def test_new_killed_anywhere_leaves_a_whole_campaign_or_none(tmp_path: Path) -> None:
    empty = tmp_path / "base"
    empty.mkdir()
    options = ("--camp", "bleu=Anna", "--camp", "rouge=Paul", "--seed", "x" * 30)
    folders = killed_everywhere(empty, tmp_path / "work", "new", "{}", *options)
    wanted = tree(tmp_path / "work" / "whole")
    assert len(folders) > (4 if is_deep() else 2)
    for folder in folders:
        if (folder / "campaign.yaml").exists():
            assert tree(folder)["campaign.yaml"] == wanted["campaign.yaml"]
            assert good("status", folder).code == 0
        else:
            good("new", folder, *options)
            assert tree(folder) == wanted


def test_a_real_kill_of_a_real_process(tmp_path: Path) -> None:
    """One moment in the middle by :func:`disks.killed_at`, which forks from nothing."""
    folder = ready(tmp_path / "p")
    whole = ready(tmp_path / "whole")
    good("resolve", whole)
    base = shutil.copytree(folder, tmp_path / "base")
    assert killed_at(40, folder, "-m", "adjudicator", "resolve", str(folder)).returncode == SIGKILL
    check_killed(folder, base)
    assert killed_at(0, folder, "-m", "adjudicator", "resolve", str(folder)).returncode in (0, 3)
    assert results(folder) == results(whole)


# --- A full disk, a forbidden folder


def command(*args: Any) -> list[str]:
    return [sys.executable, "-m", "adjudicator", *map(str, args)]


@pytest.mark.parametrize("room", [1 << 14, *deep(0, 1 << 12, 1 << 15)])
def test_resolve_on_a_full_disk_publishes_nothing_and_works_again(tmp_path: Path, room: int) -> None:
    wanted = ready(tmp_path / "whole")
    good("resolve", wanted)
    with full_disk(tmp_path) as disk:
        ready(disk.folder)
        before = results(disk.folder)
        disk.fill(room)
        done = disk.run(*command("resolve", disk.folder))
        assert done.returncode == 2
        assert plain(done.stderr).startswith("Le disque est plein : « ")
        assert plain(done.stderr).endswith(
            " » n’a pas pu être écrit. Rien n’a été publié ; faites de la place et recommencez.\n"
        )
        assert "Traceback" not in done.stderr
        assert results(disk.folder) == before
        assert {FIRST.encode(), SECOND.encode(), EARLIER.encode()} <= set(tree(disk.folder).values())
        disk.free()
        again = disk.run(*command("resolve", disk.folder))
        assert (again.returncode, again.stderr) == (0, "")
        assert results(disk.folder) == results(wanted)
        assert left_over(disk.folder) == []


@pytest.mark.parametrize("room", [1 << 12, *deep(0)])
def test_submit_on_a_full_disk_loses_nothing_and_works_again(tmp_path: Path, room: int) -> None:
    with full_disk(tmp_path) as disk:
        folder = ready(disk.folder)
        disk.fill(room)
        done = disk.run(*command("submit", folder))
        assert done.returncode == 2
        assert "Le disque est plein" in done.stderr
        status = good("status", folder, "--json").json()
        assert "Paul" in status["received"]
        assert {FIRST.encode(), SECOND.encode(), EARLIER.encode()} <= set(tree(folder).values())
        disk.free()
        assert disk.run(*command("submit", folder)).returncode == 0
        good("resolve", folder)
        assert result(folder, "turn-1", "orders.json")["orders"] == {
            "Anna": {"move": "right"},
            "Paul": {"move": "left"},
        }


def test_a_forbidden_folder_is_said_left_alone_and_can_be_read(tmp_path: Path) -> None:
    folder = ready(tmp_path / "p")
    before = tree(folder)
    with read_only(folder) as place:
        for what in (("resolve",), ("submit",)):
            done = place.run(*command(what[0], folder))
            assert done.returncode == 2
            assert plain(done.stderr) == (
                f"Accès refusé : « {folder / '.lock'} » ne peut pas être lu ou écrit. Rien n’a été changé.\n"
            )
        for name in ("status", "report", "check"):
            assert place.run(*command(name, folder)).returncode == 0
        assert place.run(*command("resolve", "--dry-run", folder)).returncode == 0
    assert tree(folder) == before
    good("resolve", folder)


def test_a_campaign_file_that_may_not_be_read_is_said(tmp_path: Path) -> None:
    from support.disks import unreadable

    folder = ready(tmp_path / "p")
    file = folder / "campaign.yaml"
    with unreadable(file) as place:
        done = place.run(*command("status", folder))
    assert done.returncode == 2
    assert plain(done.stderr).startswith(f"Accès refusé : « {file} » ne peut pas être lu")


# --- Two at once


def at_once(folder: Path, *lines: Iterable[Any], **options: Any) -> list[tuple[int, str, str]]:
    """Start commands that all wait for the campaign's lock, then let them go; return what each one did."""
    with locked(folder):
        processes = [start(*line, **options) for line in lines]
        end = time.monotonic() + 8  # less than the ten seconds for which the first of them waits
        while time.monotonic() < end and not all(waits(process, folder / ".lock") for process in processes):
            time.sleep(0.02)
    told = [process.communicate(timeout=HANG) for process in processes]
    return [
        (process.returncode, plain(out.decode()), plain(err.decode()))
        for process, (out, err) in zip(processes, told, strict=True)
    ]


def waits(process: Popen[bytes], lock: Path) -> bool:
    handles = Path(f"/proc/{process.pid}/fd")
    try:
        return any(handle.resolve() == lock.resolve() for handle in handles.iterdir())
    except OSError:  # no such process any more, or no such system
        return False


def test_of_two_resolves_at_once_exactly_one_plays(tmp_path: Path) -> None:
    folder, wanted = ready(tmp_path / "p"), ready(tmp_path / "wanted")
    good("resolve", wanted)
    done = at_once(folder, ("resolve", folder), ("resolve", folder), ("resolve", folder))
    assert sorted(code for code, _, _ in done) == [0, 3, 3]
    assert sum("Joué : tour 1." in out for _, out, _ in done) == 1
    assert results(folder) == results(wanted)
    assert intact(stage_folder(folder, "turn-1") / "result") == []


@pytest.mark.deep
def test_of_two_resolves_by_force_at_once_exactly_one_plays(tmp_path: Path) -> None:
    folder = ready(tmp_path / "p")
    done = at_once(folder, ("resolve", folder, "--force"), ("resolve", folder, "--force"))
    assert sum("Joué : tour" in out for _, out, _ in done) == 1
    assert good("status", folder, "--json").json()["turn"] == 2


def test_two_submits_at_once_lose_nothing(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    lines = []
    for name in ("Anna", "Luc", "Max", "Paul"):
        file = tmp_path / f"{name}.yaml"
        file.write_text(orders(name, 1, "rien"), encoding="utf-8")
        lines.append(("submit", folder, file))
    done = at_once(folder, *lines)
    assert [code for code, _, _ in done] == [0] * 4
    assert good("status", folder, "--json").json()["received"] == ["Anna", "Luc", "Max", "Paul"]
    assert sorted(received(folder, "turn-1")) == sorted(line[2].read_bytes() for line in lines)


@pytest.mark.deep
def test_two_submits_of_the_inbox_at_once_take_each_file_once(tmp_path: Path) -> None:
    folder = ready(tmp_path / "p")
    done = at_once(folder, ("submit", folder), ("submit", folder))
    assert [(code, err) for code, _, err in done] == [(0, "")] * 2
    assert sorted(received(folder, "turn-1")) == sorted([EARLIER.encode(), FIRST.encode(), SECOND.encode()])


@pytest.mark.deep
def test_a_submit_and_a_resolve_at_once(tmp_path: Path) -> None:
    folder = ready(tmp_path / "p")
    late = tmp_path / "late.yaml"
    late.write_text(orders("Anna", 1, "rien"), encoding="utf-8")
    played, sent = at_once(folder, ("resolve", folder), ("submit", folder, late))
    assert played[0] == 0
    # It came in time and counts, or too late and is refused: never accepted for nothing.
    in_time = result(folder, "turn-1", "orders.json")["orders"]["Anna"] == {}
    assert sent[0] == (0 if in_time else 1)
    assert in_time or "attendu maintenant : tour 2" in sent[2]


def test_who_waits_too_long_is_told_that_another_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    waiting_takes_no_time(monkeypatch)
    before = tree(folder)
    with locked(folder):
        done = run("resolve", folder)
    assert done == (2, "", "Une autre commande travaille sur cette partie. Réessayez dans un instant.\n")
    assert tree(folder) == before


def test_reading_does_not_wait_for_who_writes(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-2")
    with locked(folder):
        assert good("status", folder).code == 0
        assert good("check", folder).code == 0
        assert printed("report", folder)
    play(folder, TURNS[1])


# --- An outbox that refuses


def test_orders_are_received_though_no_letter_can_be_written(tmp_path: Path) -> None:
    """A file is in the place of the folder: the same for root and for an ordinary user."""
    folder, whole = (campaign(tmp_path / name, "turn-1") for name in ("p", "whole"))
    outbox = folder / "outbox"
    for one in (folder, whole):
        shutil.rmtree(one / "outbox")
    outbox.write_text("précieux")
    for player, order in (("Anna", "rien"), ("Luc", "rien"), ("Max", "{déplacement: nulle part}")):
        run("submit", whole, "-", stdin=orders(player, 1, order))
        done = run("submit", folder, "-", stdin=orders(player, 1, order))
        assert done.code == 2
        assert ("accepté." in done.out) == (player != "Max")
        assert (
            "Les ordres reçus sont gardés, mais un message qui y répond n’a pas pu être écrit :"
            f" « {outbox / '0003-turn-1'} » (un fichier en tient la place)." in done.err
        )
        assert "Rien n’a été changé" not in done.err
    assert good("status", folder, "--json").json()["received"] == ["Anna", "Luc"]
    done = run("resolve", folder, "--force")
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith("rien n’est joué d’ici là.\n")
    assert outbox.read_text() == "précieux"
    outbox.unlink()
    good("submit", folder)
    assert announced(folder) == announced(whole)
    assert left_over(folder) == []
    before = tree(folder)
    good("submit", folder)
    assert tree(folder) == before


def test_letters_that_are_owed_are_written_by_whichever_command_comes_next(tmp_path: Path) -> None:
    folder, whole = (campaign(tmp_path / name, "turn-1", TINY) for name in ("p", "whole"))
    outbox = folder / "outbox"
    shutil.rmtree(outbox, ignore_errors=True)
    outbox.write_text("")
    drop(folder, "1.yaml", FIRST, second=1)
    assert run("submit", folder, "--json").code == 2
    outbox.unlink()
    good("hold", folder, "--reason", "x")
    assert sorted(outbox.rglob("*.txt")) == [outbox / "0003-turn-1" / "receipt-0001-01-anna.txt"]
    drop(whole, "1.yaml", FIRST, second=1)
    good("submit", whole)
    assert [name for name in tree(folder) if "/orders/" in name] == [name for name in tree(whole) if "/orders/" in name]


@pytest.mark.parametrize("every", [17, *deep(1)])
def test_letters_owed_are_not_forgotten_by_a_kill(tmp_path: Path, every: int) -> None:
    base = campaign(tmp_path / "base", "turn-1", TINY)
    shutil.rmtree(base / "outbox", ignore_errors=True)
    (base / "outbox").write_text("")
    for order in (FIRST, EARLIER):
        assert run("submit", base, "-", stdin=order).code == 2
    (base / "outbox").unlink()
    folders = killed_everywhere(base, tmp_path / "work", "submit", "{}", every=every)
    assert len(folders) > 2
    for folder in folders:
        good("submit", folder)
        assert announced(folder) == announced(tmp_path / "work" / "whole")
        assert len(list((folder / "outbox").rglob("receipt-*.txt"))) == 2
        assert tree(folder) == tree(tmp_path / "work" / "whole")


def test_what_follows_an_act_and_cannot_be_written_does_not_undo_it(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TINY + "échéance: {jours: 3}\n")
    good("submit", folder)
    for name in ("outbox", "public"):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).write_text("")
    acts = (("extend", "--more", "2j"), ("hold",), ("release",))
    for number, (name, *options) in enumerate(acts, 1):
        done = run(name, folder, *options, "--reason", "x")
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("C’est fait et gardé, mais « ")
        assert done.err.endswith("(un fichier en tient la place) : prévenez vous-même les joueurs.\n")
        assert len(list((folder / "acts").iterdir())) == number


def test_a_stage_that_still_cannot_be_announced_lets_nothing_else_be_done(tmp_path: Path) -> None:
    folder = ready(tmp_path / "p")
    shutil.rmtree(folder / "outbox")
    good("submit", folder)
    shutil.rmtree(folder / "outbox")
    (folder / "outbox").write_text("")
    done = run("resolve", folder)
    assert done.code == 2
    assert done.err.startswith("L’étape est jouée et publiée, mais « ")
    before = tree(folder)
    done = run("submit", folder, "-", stdin=orders("Anna", 2, "rien"))
    assert done.code == 2
    assert done.err.startswith("La dernière étape est jouée et publiée, mais « ")
    assert "Rien d’autre n’a été fait" in done.err
    assert {name: data for name, data in tree(folder).items() if "/orders/" in name} == {
        name: data for name, data in before.items() if "/orders/" in name
    }
    (folder / "outbox").unlink()
    send(folder, orders("Anna", 2, "rien"))


def test_what_a_killed_act_left_is_cleared_away_by_the_next_command(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", TINY)
    (folder / "acts").mkdir()
    (folder / "acts" / ".tmp-0001-undo.json").write_bytes(b"{")
    good("submit", folder)
    assert left_over(folder) == []
