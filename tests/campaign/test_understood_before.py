"""A campaign's file is not read and checked again while it is the same; when it has changed in anything, it is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.commands import EVERY_ROLE, SEED, THREE, TURNS, TWO, campaign, good, play, report, run, send, tree
from support.depth import few, sample

from adjudicator.campaign import loading
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.campaign_file import read_campaign
from adjudicator.campaign.loading import load_campaign
from adjudicator.reading.schemas import edition
from adjudicator.store.layout import locale_folder
from adjudicator.store.published import MANIFEST, publish_folder

RICH = f"""\
# Tout ce qui peut s’y trouver
graine: {SEED}
jeu: tsewnart
titre: "Trois\\u00a0camps « là »"
langue: anglais
plateau: {{taille: 5x5, topologie: sphérique}}
options: {{raisons: oui, fantômes: cachés, révéler à: public}}
absents: rien
échéance: {{jours: 3, heure: "20:00", fuseau: Europe/Paris}}
initiative: [[vert, bleu, rouge], [bleu, vert, rouge]]
camps:
  bleu: {{zone: {{lignes: 1}}, joueurs: [{{nom: Anna, courriel: anna@example.org}}, Luc], capitaine: Luc}}
  rouge: {{zone: {{lignes: 3, colonnes: 2-5}}, joueurs: [Paul, Rita]}}
  vert: {{zone: [(1;5), (3;5), (5;5)], joueurs: [Vera, Yves, Ugo]}}
"""


def last(folder: Path) -> Path:
    *_, stage = sorted((folder / "turns").glob("*/result"))
    return stage


def lie(folder: Path, change: Callable[[dict[str, Any]], None] = lambda kept: None) -> None:
    """Publish the last stage with another title than the campaign's in what was kept: who shows it, has believed it."""
    stage = last(folder)
    files = {name: data for name, data in tree(stage).items() if not name.endswith("/") and name != MANIFEST}
    kept = json.loads(files["campaign.json"])
    kept["campaign"]["title"] = "Un mensonge"
    change(kept)
    files["campaign.json"] = json.dumps(kept).encode()
    shutil.rmtree(stage)
    publish_folder(stage, files)


def title(folder: Path) -> str:
    return str(good("status", folder, "--json").json()["title"])


def edit(folder: Path, old: str, new: str) -> None:
    file = folder / "campaign.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def told(loaded: Campaign) -> tuple[Any, ...]:
    """All that a campaign is, in its order."""
    return (*map(json.dumps, (loaded.plain, loaded.pinned)), loaded.setting, loaded.folder, loaded.game, loaded.data)


@pytest.mark.parametrize("text", [TWO, THREE, EVERY_ROLE, RICH])
def test_what_was_kept_is_what_the_file_says(tmp_path: Path, text: str) -> None:
    folder = campaign(tmp_path, "roles", text)
    read = load_campaign(folder)
    roles = {name: dict(zip(names, ("Brute", "Agile", "Archer"), strict=False)) for name, names in read.camps.items()}
    if text != EVERY_ROLE:
        send(folder, *(f"camp: {name}\nroles: {json.dumps(taken)}\n" for name, taken in roles.items()))
        good("resolve", folder)
    else:
        campaign(folder, "placement", text)
    assert told(load_campaign(folder)) == told(read) == told(read_campaign(read.data, folder / "campaign.yaml"))
    lie(folder)
    assert title(folder) == "Un mensonge"  # it was what had been kept


def test_before_anything_is_played_the_file_is_read(tmp_path: Path) -> None:
    folder = campaign(tmp_path)
    assert title(folder) == "La grande partie"
    edit(folder, "La grande partie", "La petite")
    assert title(folder) == "La petite"


def test_a_new_title_takes_effect_and_is_kept_with_the_next_stage(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    edit(folder, "La grande partie", "La petite")
    assert title(folder) == "La petite"
    play(folder, TURNS[0])
    assert report(folder).startswith("La petite : tour 1\n")
    assert title(folder) == "La petite"
    lie(folder)
    assert title(folder) == "Un mensonge"


@pytest.mark.parametrize(
    ("old", "new"), [("La grande", "La  grande"), ("6x3", "6x3 "), ("titre:", "# un mot\ntitre:"), ("\n", "\r\n")]
)
def test_whatever_changes_in_the_file_it_is_read_again(tmp_path: Path, old: str, new: str) -> None:
    folder = campaign(tmp_path, "turn-1")
    lie(folder)
    file = folder / "campaign.yaml"
    file.write_bytes(file.read_bytes().replace(old.encode(), new.encode()))
    assert title(folder) in ("La grande partie", "La  grande partie")


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [("6x3", "7x3", "plateau"), ("Luc, Max", "Max, Luc", "camps"), (SEED, SEED[::-1], "graine")],
)
def test_a_pinned_part_that_changed_is_refused(tmp_path: Path, old: str, new: str, what: str) -> None:
    folder = campaign(tmp_path, "turn-1")
    edit(folder, old, new)
    before = tree(folder)
    for command in ("status", "resolve", "submit", "report"):
        done = run(command, folder)
        assert done.code == 2
        assert "campaign.yaml" in done.err and what in done.err
    assert tree(folder) == before


def test_a_fault_in_a_free_part_is_told_at_its_place(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "turn-1")
    edit(folder, "titre: La grande partie", "titre: La grande partie\néchéance: {jours: zéro}")
    for command in ("status", "resolve", "submit"):
        done = run(command, folder)
        assert done.code == 2
        assert done.err.startswith(f"{folder / 'campaign.yaml'}:3:19: « zéro »")


def flipped(data: bytes) -> bytes:
    at = data.index(b"grande")
    return data[:at] + b"G" + data[at + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes | None]] = {
    "missing": lambda data: None,
    "truncated": lambda data: data[:100],
    "empty": lambda data: b"",
    "a list": lambda data: b"[]",
    "an object of nothing": lambda data: b"{}",
    "deep": lambda data: b"[" * 100_000,
    "flipped": flipped,
}


@few(2)
@pytest.mark.parametrize("damage", sample(DAMAGE, 2))
def test_what_was_kept_damaged_is_not_used(tmp_path: Path, damage: str) -> None:
    folder, whole = campaign(tmp_path / "1", "turn-1"), campaign(tmp_path / "2", "turn-1")
    file = last(folder) / "campaign.json"
    data = DAMAGE[damage](file.read_bytes())
    file.unlink()
    if data is not None:
        file.write_bytes(data)
    before = tree(folder)
    said, wanted = good("status", folder).out, good("status", whole).out
    assert said.replace(str(folder), str(whole)) == wanted
    assert tree(folder) == before
    play(folder, TURNS[0])
    play(whole, TURNS[0])
    assert tree(last(folder)) == tree(last(whole))


CHANGES: dict[str, Callable[[dict[str, Any]], None]] = {
    "made of other bytes": lambda kept: kept.update(made_of="0" * 64),
    "without what it was made of": lambda kept: kept.pop("made_of"),
    "of a game that there is not": lambda kept: kept.update(game="échecs"),
    "without a game": lambda kept: kept.pop("game"),
    "kept in another way": lambda kept: kept.clear(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_another_program_kept_is_not_used(tmp_path: Path, change: str) -> None:
    folder = campaign(tmp_path, "turn-1")
    lie(folder, CHANGES[change])
    assert title(folder) == "La grande partie"
    assert good("status", folder).out.startswith("La grande partie : tour 1\n")


@pytest.fixture
def another_process() -> Iterator[Callable[[], None]]:
    """Forgets the hash of words and schemas, which is made once in a process."""
    yield edition.cache_clear
    edition.cache_clear()


@pytest.mark.usefixtures("another_process")
def test_another_version_reads_the_file_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = campaign(tmp_path, "turn-1")
    lie(folder)
    assert title(folder) == "Un mensonge"
    monkeypatch.setattr("adjudicator.reading.schemas.__version__", "0.0.0")
    edition.cache_clear()
    assert title(folder) == "La grande partie"


def test_other_words_or_schemas_let_the_file_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, another_process: Callable[[], None]
) -> None:
    from adjudicator.reading import schemas
    from adjudicator.store import layout

    folder = campaign(tmp_path / "partie", "turn-1")
    lie(folder)
    copy = tmp_path / "schemas"
    shutil.copytree(layout.data_folder("schemas"), copy)
    monkeypatch.setattr(schemas, "data_folder", lambda name: copy)
    another_process()
    assert title(folder) == "Un mensonge"
    for name in ("vocabulary.json", "tsewnart/vocabulary.json", "campaign.schema.json", "tsewnart/table.schema.json"):
        before = (copy / name).read_bytes()
        (copy / name).write_bytes(before + b"\n")
        another_process()
        assert title(folder) == "La grande partie", name
        (copy / name).write_bytes(before)
    another_process()
    assert title(folder) == "Un mensonge"


def test_a_seed_written_in_other_characters_is_read_each_time(tmp_path: Path) -> None:
    folder = campaign(tmp_path, "roles", TWO.replace(SEED, '"\\u0030' + SEED[1:] + '"'))
    assert load_campaign(folder).seed == SEED
    campaign(other := tmp_path / "autre", "turn-1")
    shutil.copytree(other / "turns", folder / "turns")
    play(folder, TURNS[0])
    assert title(folder) == "La grande partie"
    assert load_campaign(folder).seed == SEED
    assert all(SEED.encode() not in data for name, data in tree(folder).items() if "/result/" in name)


def test_other_words_of_a_game_are_another_version_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {game: loading.made_by.__wrapped__(game) for game in ("tsewnart", "zfate")}
    words = shutil.copytree(locale_folder(), tmp_path / "locale")
    with (words / "fr" / "LC_MESSAGES" / "zfate.mo").open("ab") as file:
        file.write(b"\0")
    monkeypatch.setattr(loading, "locale_folder", lambda: words)
    assert loading.made_by.__wrapped__("tsewnart") == known["tsewnart"]
    assert loading.made_by.__wrapped__("zfate") != known["zfate"]
