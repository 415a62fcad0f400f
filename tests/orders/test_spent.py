"""Verdicts that count for nothing any more are not read again, and the table is the same as if they were."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from badness import progress
from commands import TINY, campaign, good, killed_everywhere, orders, result, results, run, send, stage_folder, tree
from depth import deep, examples, sample
from hypothesis import given
from hypothesis import strategies as st
from resealed import GONE, HOSTILE, reseal

from adjudicator.orders.verdict import Verdict
from adjudicator.table.table import needed, table_of

STEPS = ("haut", "bas", "gauche", "droite")
MANY = 150


# Of verdicts --------------------------------------------------------------------------------------------------

PLAYERS = st.lists(st.sampled_from(("Anna", "Luc", "Max")), min_size=1, max_size=2, unique=True)
TIMES = st.sampled_from((None, None, "2026-11-20T10:00:00+00:00", "2026-11-21T10:00:00+00:00"))


@st.composite
def verdicts(draw: st.DrawFn) -> list[Verdict]:
    """As they may be given on any files at all: tables, mails with their times, standing orders, files for later."""
    made = []
    for number in range(1, draw(st.integers(0, 14)) + 1):
        verdict: dict[str, Any] = {
            "source": draw(st.sampled_from(("a.yaml", "b.yaml", "-"))),
            "players": draw(PLAYERS),
            "way": "file",
            "accepted": draw(st.booleans()),
            "kept": f"0005-turn-4/orders/{number:04d}.yaml",
        }
        players, kinds = verdict["players"], draw(st.sets(st.sampled_from(("orders", "standing"))))
        if verdict["accepted"]:
            verdict["orders"] = {player: {"move": str(number)} for player in players if "orders" in kinds}
            verdict["receipts"] = dict.fromkeys(players, str(number))
            verdict["text"] = ""
            if "standing" in kinds:
                verdict["standing"] = {player: {"move": str(number)} for player in players}
            if draw(st.booleans()):
                verdict["luck"] = dict.fromkeys(players, str(number))
        else:
            verdict["faults"] = [{"code": draw(st.sampled_from(("wrong-key", "unknown")))}]
            verdict |= {"table": len(players) > 1, "kinds": sorted(kinds)}
            verdict["players"] = draw(st.sampled_from((players, [])))
        if draw(st.integers(0, 3)) == 0:
            verdict["turn"] = draw(st.integers(5, 6))
        if draw(st.booleans()):
            verdict["note"] = str(number)
        if (dated := draw(TIMES)) is not None:
            verdict["dated"] = dated
        made.append(verdict)
    return made  # type: ignore[return-value]


def shown(found: Sequence[Verdict]) -> object:
    table = table_of(progress(), found)
    return table, list(table.notes)


@examples(200)
@given(verdicts(), verdicts())
def test_what_is_needed_makes_the_same_table_whatever_comes(before: list[Verdict], after: list[Verdict]) -> None:
    assert shown([*needed(progress(), before), *after]) == shown([*before, *after])


@examples(100)
@given(verdicts(), verdicts(), verdicts())
def test_of_what_was_needed_again_some_may_be_left_out(
    one: list[Verdict], two: list[Verdict], three: list[Verdict]
) -> None:
    some = needed(progress(), [*needed(progress(), one), *two])
    assert shown([*some, *three]) == shown([*one, *two, *three])


def test_of_orders_that_replace_one_another_the_last_is_needed() -> None:
    came: list[Any] = [
        {"source": "-", "players": ["Anna"], "way": "file", "accepted": True, "orders": {"Anna": {"move": str(number)}}}
        for number in range(100)
    ]
    assert needed(progress(), came) == came[-1:]


# Of files -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of two, who have corrected their orders often; a note and a refused file are among them."""
    folder = campaign(tmp_path_factory.mktemp("spent") / "partie", "turn-1", TINY)
    texts = [orders("Anna" if n % 3 else "Paul", 1, f"{{déplacement: {STEPS[n % 4]}}}") for n in range(MANY)]
    texts[10] += "note: un mot\n"
    texts[20] = orders("Paul", 1, "{déplacement: nulle part}")
    texts[30] = "joueur: Paul\ntour: 1\npermanents: {déplacement: haut}\n"
    texts[-5] = orders("Anna", 1, "{déplacement: ailleurs}")
    for number, text in enumerate(texts):
        (folder / "inbox" / f"{number:04d}.yaml").write_text(text, encoding="utf-8")
        os.utime(folder / "inbox" / f"{number:04d}.yaml", (number, number))
    assert run("submit", folder).code == 1
    assert noted(folder)
    return folder


def noted(folder: Path) -> bool:
    return (stage_folder(folder, "turn-1") / "spent.json").exists()


def received(folder: Path) -> Path:
    return stage_folder(folder, "turn-1") / "orders"


@pytest.fixture
def folder(tmp_path: Path, base: Path) -> Path:
    return Path(shutil.copytree(base, tmp_path / "partie"))


@contextmanager
def opened() -> Iterator[list[str]]:
    """Yield the names of the verdicts that are opened meanwhile, each as often as it is."""
    names: list[str] = []
    looking = True

    def hook(event: str, arguments: tuple[object, ...]) -> None:  # it cannot be taken away again
        if looking and event == "open" and str(arguments[0]).endswith(("ed.json",)) and "/orders/" in str(arguments[0]):
            names.append(Path(str(arguments[0])).name)

    sys.addaudithook(hook)
    try:
        yield names
    finally:
        looking = False


def status(folder: Path) -> object:
    done = run("status", folder, "--json")
    row = json.loads(done.out) if done.out else {}
    row.pop("files", None)  # every verdict is read for these
    return done.code, done.err, row


def status_of_all(folder: Path) -> object:
    """Return what is said when each verdict is read."""
    (stage_folder(folder, "turn-1") / "spent.json").unlink(missing_ok=True)
    return status(folder)


def test_status_reads_what_counts_and_once(folder: Path) -> None:
    with opened() as names:
        assert "Anna, Paul" in good("status", folder).out
    assert 2 <= len(names) == len(set(names)) < 10


def test_one_more_file_does_not_read_what_came_before(folder: Path) -> None:
    with opened() as names:
        send(folder, orders("Anna", 1, "{déplacement: bas}"))
    assert len(names) < 20
    assert status(folder) == status_of_all(folder)


def test_files_that_come_one_by_one_are_not_read_for_ever(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "partie", "turn-1", TINY)
    for number in range(80):
        send(folder, orders("Anna", 1, f"{{déplacement: {STEPS[number % 4]}}}"))
    assert noted(folder)
    with opened() as names:
        good("status", folder)
    assert 0 < len(names) < 80 - 60
    send(folder, orders("Paul", 1, "rien"))
    good("resolve", folder)
    assert result(folder, "turn-1", "orders.json")["orders"]["Anna"] == {"move": "right"}


def test_few_files_leave_nothing_behind(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "partie", "turn-1", TINY)
    for number in range(9):
        send(folder, orders("Anna", 1, f"{{déplacement: {STEPS[number % 4]}}}"))
    assert not noted(folder)


def test_a_stage_is_played_with_each_verdict_read(folder: Path) -> None:
    with opened() as names:
        good("resolve", folder, "--force")
    assert {name.partition(".")[0] for name in names} == {f"{number:04d}" for number in range(1, MANY + 1)}
    assert not list(folder.glob("turns/*/spent.json"))
    assert good("verify", folder).code == 0


def test_a_copy_with_its_times_is_read_as_little(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copie")
    with opened() as names:
        good("status", copy)
    assert len(names) < 10


def test_a_damaged_verdict_that_is_spent_is_judged_again_by_the_next_command(folder: Path) -> None:
    path = received(folder) / "0003.accepted.json"
    before = path.read_bytes()
    path.write_bytes(before[:-9])
    assert status(folder) == status_of_all(Path(shutil.copytree(folder, folder.with_name("copy"))))
    good("hold", folder, "--reason", "x")
    assert path.read_bytes() == before


def test_a_damaged_verdict_that_no_time_betrays_is_judged_again_before_anything_is_played(folder: Path) -> None:
    path = received(folder) / "0003.accepted.json"
    before, known = path.read_bytes(), path.stat()
    path.write_bytes(before.replace(b"Anna", b"anna", 1))
    os.utime(path, ns=(known.st_atime_ns, known.st_mtime_ns))
    assert run("verify", folder).code == 1
    good("resolve", folder, "--force")
    assert path.read_bytes() == before
    assert good("verify", folder).code == 0


def test_a_file_that_was_lost_is_named(folder: Path) -> None:
    (received(folder) / "0003.yaml").unlink()
    done = run("status", folder)
    assert done.code == 2
    assert "0003.yaml" in done.err


def flipped(path: Path, chance: Random, keep_time: bool) -> None:
    data, known = bytearray(path.read_bytes()), path.stat()
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    path.write_bytes(bytes(data))
    if keep_time:
        os.utime(path, ns=(known.st_atime_ns, known.st_mtime_ns))


def change(folder: Path, chance: Random) -> None:
    """Do something to the files of a stage that time, a disk or somebody's hand may do."""
    lying = received(folder)
    judged = sorted(lying.glob("*ed.json"))
    path = chance.choice(judged)
    number = path.name.partition(".")[0]
    what = chance.randrange(9)
    if what == 0:
        flipped(path, chance, keep_time=False)
    elif what == 1:
        flipped(path, chance, keep_time=True)
    elif what == 2:
        path.unlink()
    elif what == 3:
        for each in lying.glob(f"{number}.*"):
            each.unlink()
    elif what == 4:
        (lying / f"{MANY + chance.randrange(9) + 1:04d}.yaml").write_text(orders("Paul", 1, "rien"), encoding="utf-8")
    elif what == 5:
        for each in lying.glob(f"{number}.*"):
            shutil.copy2(each, lying / each.name.replace(number, f"{MANY + 20 + chance.randrange(9):04d}"))
    elif what == 6:
        flipped(stage_folder(folder, "turn-1") / "spent.json", chance, keep_time=True)
    elif what == 7:
        shutil.copy2(path, path.with_name(f"{path.stem} (copie).json"))
    else:
        last = max(judged, key=lambda each: each.name)
        for each in lying.glob(f"{last.name.partition('.')[0]}.*"):
            each.unlink()


@pytest.mark.parametrize("seed", [*range(8), *deep(*range(8, 400))])
def test_whatever_becomes_of_the_files_all_is_as_if_each_was_read(folder: Path, seed: int) -> None:
    chance = Random(seed)
    for _ in range(1 + seed % 3):
        change(folder, chance)
    copy = Path(shutil.copytree(folder, folder.with_name("copy")))
    (stage_folder(copy, "turn-1") / "spent.json").unlink()
    assert unnamed(status(folder), folder) == unnamed(status(copy), copy)
    for each in (folder, copy):
        run("submit", each, "-", stdin=orders("Paul", 1, "{déplacement: gauche}"))
    assert unnamed(status(folder), folder) == unnamed(status(copy), copy)
    played = [run("resolve", each, "--force") for each in (folder, copy)]
    assert unnamed(played[0], folder) == unnamed(played[1], copy)
    assert results(folder) == results(copy)
    assert lying_in(folder) == lying_in(copy)


def unnamed(found: object, folder: Path) -> str:
    return str(found).replace(str(folder), "…")


def lying_in(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in tree(folder).items() if "/orders/" in name and not name.endswith("came.json")}


@pytest.mark.parametrize("every", [101, *deep(1)])
@pytest.mark.parametrize("command", ["submit", "resolve"])
def test_a_kill_anywhere_leaves_what_counts(tmp_path: Path, base: Path, command: str, every: int) -> None:
    """In the base all is to be noted anew: somebody has taken away what was."""
    ready = Path(shutil.copytree(base, tmp_path / "base"))
    if command == "submit":
        (stage_folder(ready, "turn-1") / "spent.json").unlink()
    options = ("--force",) if command == "resolve" else ("-",)
    last = orders("Paul", 1, "{déplacement: gauche}")
    folders = killed_everywhere(
        ready, tmp_path / "work", command, "{}", *options, stdin=last if command == "submit" else "", every=every
    )
    assert len(folders) > 2
    whole = tmp_path / "work" / "whole"
    if command == "submit":
        good("resolve", whole, "--force")
    for folder in folders:
        if json.loads(good("status", folder, "--json").out)["turn"] == 2:
            continue  # published before the kill
        assert status(folder) == status_of_all(Path(shutil.copytree(folder, folder.with_name(f"{folder.name}-all"))))
        if command == "submit":
            send(folder, last)
        good("resolve", folder, "--force")
        assert result(folder, "turn-1", "orders.json") == result(whole, "turn-1", "orders.json")
        assert not list(folder.rglob(".tmp-*"))


# Sealed by somebody else --------------------------------------------------------------------------------------

KEYS = ("format", "basis", "last", "needed", "lay")
VALUES = {**HOSTILE, **{f"[{what}]": [value] for what, value in HOSTILE.items() if value is not GONE}, "later": 99}
"""In brackets: in a list."""
LIES = [("needed", "a list")]
"""What has its shape, and is not so: that may be shown, but nothing is played by it."""
ODD = [(key, what) for what in VALUES for key in KEYS if (key, what) not in LIES]
"""Which key of ``spent.json`` says what."""


@pytest.mark.parametrize(("key", "what"), sample(ODD, 61))
def test_a_well_sealed_file_of_any_shape_changes_nothing_that_is_told_or_done(
    folder: Path, key: str, what: str
) -> None:
    """Anybody can take its hash; where nothing can be made of it each verdict is read."""
    odd, copy = stage_folder(folder, "turn-1") / "spent.json", Path(shutil.copytree(folder, folder.with_name("copy")))
    (stage_folder(copy, "turn-1") / "spent.json").unlink()
    reseal(odd, (key,), VALUES[what])
    last, data = orders("Paul", 1, "{déplacement: gauche}"), odd.read_bytes()
    assert unnamed(status(folder), folder) == unnamed(status(copy), copy)
    for command, *options in (("resolve", "--dry-run"), ("hold", "--reason", "x"), ("release", "--reason", "x")):
        odd.write_bytes(data)
        done = [run(command, each, *options) for each in (folder, copy)]
        assert unnamed(done[0], folder) == unnamed(done[1], copy)
    for command, *options in (("submit", "-"), ("run",), ("resolve", "--force")):
        odd.write_bytes(data)
        done = [run(command, each, *options, stdin=last) for each in (folder, copy)]
        assert unnamed(done[0], folder) == unnamed(done[1], copy)
    assert results(folder) == results(copy)
    assert lying_in(folder) == lying_in(copy)
