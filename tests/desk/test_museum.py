"""Campaigns that versions of the program left on disk: they are read, told and played on as if nothing had changed.

See ``tests/museum/README.md``.
"""

from __future__ import annotations

import json
import lzma
import os
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from museum.make import packed
from support.commands import Done, good, printed, results, run, stage_folder, tree, unlinked
from support.depth import few, sample
from support.museum import CAMPAIGNS, ENDING, MUSEUM, unpacked

INDEX = "index.json"
FORMATS = {"txt": "text", "md": "markdown", "html": "html", "bbcode": "bbcode", "svg": "svg"}
SAID = (
    *(
        "title",
        "game",
        "language",
        "phase",
        "turn",
        "received",
        "missing",
        "away",
        "standing",
        "lapsed",
        "ahead",
        "notes",
    ),
    *("inbox", "not_taken", "due", "closes", "held", "extension", "reminded", "ready", "visit", "seed_hash", "files"),
)
"""What ``status`` says without sentences, which may be written better one day."""
TOLD_ALIKE: tuple[str, ...] = ()
"""Versions whose reports today's sentences and templates write to the byte: one leaves when a sentence is bettered."""


def told(museum: str) -> Any:
    """Return what the index says of a campaign."""
    version, _, name = museum.partition("/")
    return json.loads((MUSEUM / version / INDEX).read_bytes())[name]


def name_of(museum: str) -> str:
    return museum.replace("/", "-")


SOME = sample(CAMPAIGNS, 5)
"""Of every day: every second campaign is read, told by ``status`` and played on; every report is looked at in fewer."""


@pytest.fixture(params=sample(CAMPAIGNS, 2), ids=name_of)
def museum(request: pytest.FixtureRequest) -> str:
    """Each campaign of the museum."""
    return str(request.param)


@pytest.fixture
def folder(museum: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign of the museum, unpacked, at its time."""
    now = told(museum)["now"]
    monkeypatch.setenv("ADJUDICATOR_NOW", now)
    campaign = unpacked(museum, tmp_path / museum.partition("/")[2])
    for path in campaign.rglob("*"):
        os.utime(path, (datetime.fromisoformat(now).timestamp(),) * 2)
    return campaign


def test_every_campaign_of_a_version_is_here() -> None:
    versions = [path for path in MUSEUM.iterdir() if (path / INDEX).exists()]
    assert {"0.1", "0.2", "0.3"} <= {path.name for path in versions}
    for version in versions:
        listed = set(json.loads((version / INDEX).read_bytes()))
        assert {f"{version.name}/{name}" for name in listed} == {
            name for name in CAMPAIGNS if name.startswith(f"{version.name}/")
        }


@few(6)
def test_an_archive_is_as_make_packs_it(museum: str, tmp_path: Path) -> None:
    """No file hides in one that is not unpacked; none is there twice."""
    assert packed(unpacked(museum, tmp_path / "p")) == lzma.decompress((MUSEUM / f"{museum}{ENDING}").read_bytes())


@few(6)
def test_status_says_what_it_said(museum: str, folder: Path) -> None:
    before, said = tree(folder), told(museum)["status"]
    now = status(folder, "--files")
    assert {key: now[key] for key in SAID} == {key: said[key] for key in SAID}
    assert [one["players"] for one in now["refused"]] == [one["players"] for one in said["refused"]]
    assert now["cron"]["what"] == said["cron"]["what"]
    assert good("status", folder).out.startswith(now["title"])
    assert tree(folder) == before


@few(3)
@pytest.mark.parametrize("museum", [name for name in CAMPAIGNS if name.startswith("0.3/")], ids=name_of, indirect=True)
def test_what_was_mended_can_be_verified_and_told(folder: Path) -> None:
    told = good("verify", folder, "--language", "fr").out
    assert "Tout est tel qu’annoncé." in told or "Aucune étape n’a été jouée" in told
    assert good("journal", folder, "--json").json()
    for export in folder.glob("export.json"):
        assert "Tout est tel qu’annoncé." in good("verify", export, "--language", "fr").out


@few(2)
@pytest.mark.parametrize("museum", SOME, ids=name_of, indirect=True)
def test_every_report_is_told_as_it_was_published(folder: Path) -> None:
    """By every command that a user may give for it, for every stage, reader, format and post."""
    for path, options in reports(folder):
        handed_on = path.parents[2] / "reports" / path.name
        sent = handed_on if handed_on.exists() else path
        assert printed("report", folder, *options) == sent.read_bytes(), path


@few(2)
@pytest.mark.parametrize("museum", SOME, ids=name_of, indirect=True)
def test_every_report_is_made_again_from_its_stage(museum: str, folder: Path) -> None:
    """The files in ``reports`` are for people: without them the state, the log and the notices tell the same.

    In the words of today, where those were bettered: the title at least is as it was.
    """
    published = [(path.read_bytes(), options) for path, options in reports(folder)]
    for path in folder.glob("turns/*/result/reports"):
        shutil.rmtree(path)
    if was := told(museum)["was"]:  # they tell the title and the deadline that there are now
        (folder / "campaign.yaml").write_text(was, encoding="utf-8")
    for data, options in published:
        again = printed("report", folder, *options)
        if museum.partition("/")[0] in TOLD_ALIKE:
            assert again == data, options
        else:
            assert again.splitlines()[:1] == data.splitlines()[:1], options


def reports(folder: Path) -> list[tuple[Path, list[object]]]:
    """Return every report published, with the options by which ``report`` prints it; there must be one of each."""
    found: list[tuple[Path, list[object]]] = []
    for stage in sorted(folder.glob("turns/*/result")):
        names = readers(folder, stage)
        turn = stage.parent.name.partition("-")[2].rpartition("-")[2]
        paths = sorted((stage / "reports").iterdir())
        assert {path.name.split(".")[0] for path in paths} == set(names), stage
        drawn = any(path.suffix == ".svg" for path in paths)  # since version 0.4
        for reader in names:
            forms = {FORMATS[path.suffix[1:]] for path in paths if path.name.split(".")[0] == reader}
            assert forms == {form for form in FORMATS.values() if drawn or form != "svg"}
        for path in paths:
            reader, *part, ending = path.name.split(".")
            options = ["--turn", turn, "--for", names[reader], "--format", FORMATS[ending]]
            several = (path.parent / f"{reader}.2.{ending}").exists()
            found.append((path, [*options, "--part", part[0] if part else 1] if several else options))
    return found


def readers(folder: Path, stage: Path) -> dict[str, str]:
    """Return all who have reports of a stage, by the names of their files, as ``report --for`` calls them now."""
    acts = [json.loads(path.read_bytes()) for path in sorted((folder / "acts").glob("*-replace.json"))]
    now = {taken["seat"]: taken["name"] for act in acts for taken in act["seats"]}
    before = [act for act in acts if act["stage"] <= stage.parent.name]
    called = {taken["seat"]: taken["name"] for act in before for taken in act["seats"]}
    text = yaml.safe_load((folder / "campaign.yaml").read_bytes())
    camps = text.get("camps") or {}
    listed = [camp.get("joueurs") or camp.get("players") for camp in camps.values()]
    players = [one for camp in listed for one in camp] if camps else text["joueurs"]
    people = [one if isinstance(one, str) else one["nom"] for one in players]
    numbered = {"public": "public", "mj": "mj"}
    for kind, names in (("camp", list(camps)), ("player", people)):
        for number, name in enumerate(names, 1):
            plain = called.get(name, name).lower().replace("é", "e")
            numbered[f"{kind}-{number:02d}-{plain}"] = f"{kind}:{now.get(name, name)}"
    return numbered


@few(4)
def test_the_game_goes_on(museum: str, folder: Path) -> None:
    """Cron comes; what is held is released, what is missing is sent or done without; the stage awaited is played."""
    published, before = results(folder), status(folder)
    shown = {name: data for name, data in tree(folder / "public").items() if name != "index.html"}
    played_on(museum, folder)
    now = status(folder)
    assert published.items() <= results(folder).items()
    assert unlinked(shown).items() <= unlinked(tree(folder / "public")).items()
    assert now["title"] == before["title"]
    if before["phase"] == "over":
        assert (now["phase"], results(folder)) == ("over", published)
        return
    assert (now["phase"], now["turn"]) != (before["phase"], before["turn"])
    played = stage_folder(folder, before["phase"] + (f"-{before['turn']}" if before["turn"] else ""))
    assert (played / "published.json").exists()
    for stage in folder.glob("turns/*/result"):  # one that was not announced has been
        assert (stage.parent / "published.json").exists()
        place = stage.parent if (stage.parent / "reports").is_dir() else stage  # where heads tell the date, or before
        shown = folder / "public" / stage.parent.name / "public.html"
        (page,) = unlinked({"public.html": shown.read_bytes()}).values()
        assert page == (place / "reports" / "public.html").read_bytes()
    for path, options in reports(folder):
        handed_on = path.parents[2] / "reports" / path.name
        sent = handed_on if handed_on.exists() else path
        assert printed("report", folder, *options) == sent.read_bytes(), path
    assert not list(folder.glob("inbox/*"))


def played_on(museum: str, folder: Path) -> None:
    """Play the stage awaited, if there is one."""
    awaited = status(folder)
    came = run("run", folder, "--all")
    assert came.code in (0, 1), came
    assert came.out
    if awaited["phase"] == "over":
        assert run("resolve", folder).code == 2
        return
    if status(folder)["held"]:
        good("release", folder, "--reason", "on reprend")
    for text in told(museum)["orders"]:
        good("submit", folder, "-", stdin=text)
    if (status(folder)["phase"], status(folder)["turn"]) == (awaited["phase"], awaited["turn"]):
        done: Done = good("resolve", folder, "--force")
        assert "Joué" in done.out or "Played" in done.out


def status(folder: Path, *options: str) -> Any:
    """Return what ``status --json`` says."""
    return good("status", folder, "--json", *options).json()
