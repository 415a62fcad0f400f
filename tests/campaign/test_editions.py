"""Files that say their format, and games that say the edition of their rules: what of another version is done with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.clocked import ALL, THREE_DAYS, at, cron, fleet, fresh_clock, put, put_table, tsewnart
from support.commands import drop, good, orders, run, tree
from support.depth import deep, few, sample

from adjudicator.campaign.editions import STEPS
from adjudicator.games import GAMES, game
from adjudicator.store.published import json_bytes, manifest, sealed


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


REMINDED = "échéance: {jours: 2, relances: [24]}\nabsents: permanents\n"


def lived(folder: Path) -> Path:
    """A campaign in which everything has been written that the program writes."""
    tsewnart(folder, REMINDED)
    drop(folder, "anna.yaml", orders("Anna", 1, "{déplacement: droite}"))
    drop(folder, "luc.yaml", "joueur: Luc\ntour: 1\npermanents: {déplacement: haut}\n")
    drop(folder, "max.yaml", orders("Max", 3, "{déplacement: haut}"))
    drop(folder, "rita.yaml", "joueur: Rita\ntour: 1\nordres: {voler: haut}\n")
    cron(folder)
    at("2026-11-21 21:00")
    cron(folder)
    good("hold", folder, "--reason", "pause")
    good("release", folder, "--reason", "suite")
    good("extend", folder, "--more", "1j", "--reason", "fête")
    put(folder, "Paul", "Zoé")
    good("resolve", folder, "--force")
    put(folder, "Anna", turn=2)
    text = (folder / "campaign.yaml").read_text(encoding="utf-8")
    (folder / "campaign.yaml").write_text(text.replace("absents: permanents", "absents: rien"), encoding="utf-8")
    cron(folder)
    return folder


FORMATS = {"orders.json": 4, "published.json": 3}
"""Of the files that are not of format 1."""


def written(folder: Path) -> list[str]:
    return [path for path in tree(folder) if path.endswith(".json")]


def before(folder: Path) -> list[str]:
    return written(tsewnart(folder, REMINDED))


def test_every_file_that_is_written_says_its_format(tmp_path: Path) -> None:
    folder = lived(tmp_path / "p")
    new = sorted(set(written(folder)) - set(before(tmp_path / "q")))
    kinds = {Path(path).name.lstrip("0123456789-.") for path in new}
    assert kinds >= {
        *("MANIFEST.json", "accepted.json", "refused.json", "came.json", "campaign.json", "extend.json", "hold.json"),
        *("lapsed.json", "orders.json", "outcome.json", "pinned.json", "published.json", "release.json"),
        *("chain.json", "reminded.json", "state.json", "visit.json"),
    }
    for path in new:
        assert json.loads((folder / path).read_bytes())["format"] == FORMATS.get(Path(path).name, 1), path


def test_what_is_written_when_stages_are_taken_back_says_its_format(tmp_path: Path) -> None:
    folder = lived(tmp_path / "p")
    there = set(written(folder))
    good("undo", folder, "--reason", "Max mal recopié", "--public", "Un ordre était mal recopié.")
    new = sorted(set(written(folder)) - there)
    assert {Path(path).name for path in new} >= {"0004-undo.json", "withdrawn.json"}
    for path in new:
        assert json.loads((folder / path).read_bytes())["format"] == FORMATS.get(Path(path).name, 1), path


def test_a_beginning_says_its_format(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    good("new", folder, "--camp", "bleu=Anna,Luc,Max", "--camp", "rouge=Paul,Rita,Zoé")
    cron(folder)
    assert json.loads((folder / "began.json").read_bytes())["format"] == 1


# A later version ------------------------------------------------------------------------------------------------

LATER = {
    "an act": "acts/0001-hold.json",
    "a verdict": "turns/0004-turn-2/orders/0001.accepted.json",
    "what was on the table": "turns/0003-turn-1/result/orders.json",
    "what is pinned": "turns/0003-turn-1/result/pinned.json",
    "a state": "turns/0003-turn-1/result/state.json",
    "when a stage was published": "turns/0003-turn-1/published.json",
    "a visit": "visit.json",
}


def later(path: Path) -> None:
    """Let a file be of a format to come; what holds its hash holds the new one."""
    record: dict[str, Any] = json.loads(path.read_bytes())
    was_sealed = record.pop("sha256", None) is not None
    record["format"] = 99
    path.write_bytes(sealed(record) if was_sealed else json_bytes(record))
    if path.parent.name == "result":
        others = [each for each in path.parent.rglob("*") if each.is_file() and each.name != "MANIFEST.json"]
        files = {each.relative_to(path.parent).as_posix(): each.read_bytes() for each in others}
        (path.parent / "MANIFEST.json").write_bytes(manifest(files))


@few(1)
@pytest.mark.parametrize("what", sample(LATER, 3))
def test_a_file_of_a_later_version_is_refused_and_nothing_changes(tmp_path: Path, what: str) -> None:
    folder = lived(tmp_path / "p")
    later(folder / LATER[what])
    there = tree(folder)
    for command in (("resolve", folder, "--force"), ("submit", folder, "-"), ("status", folder)):
        done = run(*command, stdin=orders("Anna", 2, "rien"))
        if what == "a visit" and command[0] != "status":
            continue  # nothing but cron and what tells of it looks at the last visit
        assert done.code == 2, command
        assert "a été écrit par une version plus récente du programme" in done.err + done.out
        assert LATER[what] in done.err + done.out
    assert {path: data for path, data in tree(folder).items() if path in there} == there or what == "a visit"


@few(1)
@pytest.mark.parametrize("what", sample(LATER, 3))
def test_cron_says_of_a_later_version_that_the_campaign_cannot_be_used_and_goes_on(tmp_path: Path, what: str) -> None:
    folder, other = lived(tmp_path / "a"), lived(tmp_path / "b")
    later(folder / LATER[what])
    there = tree(folder)
    put_table(other, *ALL, turn=2)
    done = cron(tmp_path)
    assert done.code == 1
    assert "par une version plus récente du programme" in done.err
    assert "joué, tour 2" in done.out
    changed = {path for path, data in tree(folder).items() if there.get(path) != data}
    assert changed <= {"visit.json", ".lock"} and (what != "a visit" or not changed)


def test_an_act_of_a_kind_to_come_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    folder = lived(tmp_path / "p")
    act = json.loads((folder / "acts/0001-hold.json").read_bytes()) | {"act": "pause"}
    act.pop("sha256")
    (folder / "acts/0002-pause.json").write_bytes(sealed(act))
    there = tree(folder)
    for command in (("resolve", folder, "--force"), ("submit", folder, "-"), ("status", folder), ("journal", folder)):
        done = run(*command, stdin=orders("Anna", 2, "rien"))
        assert done.code == 2, command
        assert "acts/0002-pause.json » a été écrit par une version plus récente du programme" in done.err + done.out
    assert {path: data for path, data in tree(folder).items() if path in there} == there


# Earlier ones ---------------------------------------------------------------------------------------------------


def test_what_was_understood_of_a_campaign_by_another_format_is_read_anew(tmp_path: Path) -> None:
    folder = lived(tmp_path / "p")
    path = folder / "turns/0003-turn-1/result/campaign.json"
    record = json.loads(path.read_bytes())
    del record["format"]
    path.write_bytes(json_bytes(record))
    later(folder / "turns/0003-turn-1/result/orders.json")  # for its manifest alone
    orders_file = folder / "turns/0003-turn-1/result/orders.json"
    table = json.loads(orders_file.read_bytes())
    table["format"] = 1
    orders_file.write_bytes(json_bytes(table))
    others = [each for each in path.parent.rglob("*") if each.is_file() and each.name != "MANIFEST.json"]
    files = {each.relative_to(path.parent).as_posix(): each.read_bytes() for each in others}
    (path.parent / "MANIFEST.json").write_bytes(manifest(files))
    assert "tour 2" in good("status", folder).out


def test_each_kind_of_file_has_a_step_from_what_0_1_wrote() -> None:
    assert all(len(steps) >= 1 for steps in STEPS.values())


@few(1)
@pytest.mark.parametrize("data", [b"[]", b"3", b"{}", b'{"edition": []}', b"[" * 100_000, b"\xff", b""])
@pytest.mark.parametrize("name", ["campaign.json", *deep("pinned.json", "MANIFEST.json")])
def test_whatever_stands_in_a_damaged_file_of_a_stage_is_told_in_a_sentence(
    tmp_path: Path, name: str, data: bytes
) -> None:
    folder = lived(tmp_path / "p")
    (folder / "turns/0003-turn-1/result" / name).write_bytes(data)
    there = tree(folder)
    for command in (("status", folder), ("submit", folder, "-"), ("resolve", folder, "--force"), ("run", folder)):
        done = run(*command, stdin=orders("Anna", 2, "rien"))
        if name == "campaign.json":
            assert done.code in (0, 1) and "Traceback" not in done.err
            break  # it is read anew, and the game goes on
        assert done.code == (1 if command[0] == "run" else 2)
        assert f"{name} » manque ou est abîmé" in done.err
    assert {path: data for path, data in tree(folder).items() if path in there and path != "visit.json"} == {
        path: data for path, data in there.items() if path != "visit.json"
    }


# Editions of rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [tsewnart, fleet])
def test_the_first_stage_pins_the_edition_of_the_rules(tmp_path: Path, make: Any) -> None:
    folder = make(tmp_path / "p", THREE_DAYS)
    good("resolve", folder, "--force")
    *_, last = sorted(folder.glob("turns/*/result/pinned.json"))
    assert json.loads(last.read_bytes())["edition"] == 1


@few(1)
@pytest.mark.parametrize("make", [tsewnart, fleet])
def test_a_game_is_played_on_by_the_edition_with_which_it_began(
    tmp_path: Path, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New rules are for new games; a version that no longer knows the old ones refuses an old game."""
    folder = make(tmp_path / "p", THREE_DAYS)
    good("resolve", folder, "--force")
    name = json.loads(good("status", folder, "--json").out)["game"]
    seen: list[int] = []
    honest = game(name).setup.setting

    def setting(campaign: dict[str, Any]) -> Any:
        seen.append(campaign["edition"])
        return honest(campaign)

    monkeypatch.setattr(game(name), "editions", (1, 2))
    monkeypatch.setattr(game(name).setup, "setting", setting)
    good("resolve", folder, "--force")
    assert set(seen) == {1}
    seen.clear()
    good("status", make(tmp_path / "new", stage="roles" if make is tsewnart else "deal"))
    assert set(seen) == {2}
    monkeypatch.setattr(game(name), "editions", (2,))
    there = tree(folder)
    done = run("resolve", folder, "--force")
    assert (done.code, done.out) == (2, "")
    assert "demande une édition des règles que cette version du programme ne connaît pas" in done.err
    assert tree(folder) == there


def test_every_game_has_an_edition() -> None:
    assert all(game(name).editions for name in GAMES)
