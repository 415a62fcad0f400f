"""Every kind of page that the program writes, of each game in each language, as it lies where people open it.

They are those of the example campaigns: ``demo`` and ``resistance`` are in French, ``torus`` and
``resistance-targeted`` in English. The public ones are those of ``public/``, with their links.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from commands import good
from depth import deep
from examples import NOW, played, send

from adjudicator.store.layout import data_folder

STAGES = {
    "demo": {"roles": "player-01", "placement": "player-02", "turn-5": "player-05", "turn-12": "player-11"},
    "torus": {"roles": "player-01", "placement": "player-04", "turn-3": "player-06", "turn-5": "player-07"},
    "resistance": {
        "deal": "player-04",
        "proposal-12": "player-06",
        "vote-5": "player-01",
        "mission-19": "player-08",
        "mission-26": "player-03",
    },
    "resistance-targeted": {
        "deal": "player-02",
        "proposal-4": "player-01",
        "vote-5": "player-04",
        "mission-6": "player-03",
        "vote-15": "player-05",
    },
}
"""By example, a stage of each phase and the last one, with the player whose report is looked at."""

INDEXES = ("before", "amid", "end")
"""The first page of ``public/``: before anything is played; when a stage was taken back; when the game is over."""

HISTORIES = {
    "demo": {"camp-01": "camp:Lune", "player-05": "player:Élodie", "mj": "mj"},
    "torus": {"camp-01": "camp:Herons", "player-05": "player:Erin", "mj": "mj"},
    "resistance": {"public": "public", "player-04": "player:Denis", "mj": "mj"},
    "resistance-targeted": {"public": "public", "player-01": "player:Nathan", "mj": "mj"},
}
"""By example, whose page of all positions is looked at, with what he is called; the MJ’s is of one turn."""


def _readers(example: str, player: str) -> tuple[str, ...]:
    return ("public", player, "mj") if example.startswith("resistance") else ("public", "camp-01", player, "mj")


FORMS = {
    "demo": {"begin": "hugo", "roles": "agathe", "turn-4": "elodie", "turn-6": "damien"},
    "torus": {"begin": "alice", "roles": "dylan", "placement": "grace", "turn-2": "alice"},
    "resistance": {"deal": "bruno", "proposal-4": "denis", "vote-2": "bruno"},
    "resistance-targeted": {"deal": "maya", "proposal-4": "nathan", "vote-5": "nathan"},
}
"""By example, forms by clicks of each kind, by the stage after which they are filled: a captain’s of roles, and of
places; of a Professeur, who sorts a list; of a ghost. A squad, a vote, a mission."""

_GAMES = (("demo", "torus"), ("resistance", "resistance-targeted"))
"""The examples of each game: in French, in English."""


def _of(example: str) -> list[list[str]]:
    """Return the names of an example's pages, those of a stage together."""
    stages = [
        [f"{example} {stage} {reader}" for reader in _readers(example, player)]
        for stage, player in STAGES[example].items()
    ]
    histories = [f"{example} history {reader}" for reader in HISTORIES[example]]
    forms = [[f"{example} {stage} form-{player}"] for stage, player in FORMS[example].items()]
    bureau = [[f"{example} {next(reversed(STAGES[example]))} bureau"]]
    indexes = [f"{example} index {when}" for when in INDEXES]
    return [*stages, indexes, [f"{example} withdrawn public"], histories, *forms, *bureau]


def _pages() -> Iterator[Any]:
    for examples in _GAMES:
        for i, stages in enumerate(zip(*map(_of, examples), strict=True)):
            for j, pair in enumerate(zip(*stages, strict=True)):
                now, deeper = pair if (i + j) % 2 == 0 else pair[::-1]
                yield now
                yield from deep(deeper)


PAGES = list(_pages())
"""The names of all pages, as parameters: every day each kind of each phase in one of the two languages, by turns."""

KINDS = [
    *(f"demo turn-5 {reader}" for reader in _readers("demo", STAGES["demo"]["turn-5"])),
    *(f"resistance vote-5 {reader}" for reader in _readers("resistance", STAGES["resistance"]["vote-5"])),
    *("demo index end", "demo withdrawn public", "resistance index amid", "resistance withdrawn public"),
    *("demo history player-05", "demo history mj", "resistance history player-04"),
    *("demo turn-4 form-elodie", "torus roles form-dylan", "resistance-targeted deal form-maya", "demo turn-12 bureau"),
]
"""One page of each kind, for what hangs on nothing else."""
OFTEN = [
    *("demo turn-5 public", "demo turn-5 player-05", "resistance vote-5 mj", "demo index end", "demo withdrawn public"),
    *("resistance history player-04", "demo turn-4 form-elodie", "resistance-targeted deal form-maya"),
    "demo turn-12 bureau",
]
"""Those that are looked at every day."""


def _deep(page: Any) -> list[Any]:
    return deep(page) if isinstance(page, str) else [page]


SOME = [
    *OFTEN,
    *deep(*(page for page in KINDS if page not in OFTEN)),
    *(one for page in PAGES if page not in KINDS for one in _deep(page)),
]
"""All pages, of which some are looked at every day."""


def shown_page(name: str) -> Path:
    """Return the file of a page."""
    example, stage, reader = name.split(" ")
    if stage == "history":
        return _history(example, reader)
    if stage == "withdrawn" or (stage == "index" and reader != "end"):
        return _taken_back(example)[reader if stage == "index" else stage]
    if reader == "bureau" or reader.startswith("form-"):
        return last_bureau(example) if reader == "bureau" else _form(example, stage, reader.removeprefix("form"))
    stages = played(example).stages
    public = stages[0].folder.parent.parent / "public"
    if stage == "index":
        return public / "index.html"
    (folder,) = (one.folder for one in stages if one.stage.label == stage)
    if reader == "public":
        return public / folder.name / "public.html"
    (path,) = (folder / "reports").glob(f"{reader}*.html")
    return path


_room = TemporaryDirectory(prefix="adjudicator-pages-")


@cache
def last_bureau(example: str) -> Path:
    """Return the bureau of an example that was played to its end, of which all but the last reports has been posted."""
    game = played(example)
    folder = Path(_room.name) / f"{example}-posted"
    shutil.copytree(game.campaign.folder, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", NOW)
        last = game.stages[-1].folder.name
        rows = good("posted", folder, "--json").json()
        first = next(row["number"] for row in rows if row["stage"] == last and row["kind"] == "public")
        good("posted", folder, f"1-{first - 1}")
    return folder / "bureau.html"


@cache
def _history(example: str, reader: str) -> Path:
    """Return the page of all positions of a reader; of the MJ, that of one turn of Tsewnart."""
    folder = played(example).stages[0].folder.parent.parent
    path = Path(_room.name) / f"{example}-{reader}.html"
    one = ["--turn", "3"] if reader == "mj" and not example.startswith("resistance") else []
    good("report", folder, "--for", HISTORIES[example][reader], "--history", *one, "--output", path)
    return path


def _form(example: str, stage: str, ending: str) -> Path:
    """Return the form by clicks whose name ends so, of those that are filled after a stage."""
    folders = [one.folder for one in played(example).stages if one.stage.label == stage]
    folder = folders[0] / "forms" if folders else _first_forms(example)
    return next(folder.glob(f"*{ending}.html"))


@cache
def _first_forms(example: str) -> Path:
    """Return the folder of the forms with which a game begins: before it they are written when the MJ asks."""
    folder = Path(_room.name) / f"{example}-begins"
    folder.mkdir()
    (folder / "campaign.yaml").write_bytes((data_folder("campaigns") / example / "campaign.yaml").read_bytes())
    good("template", folder, "--html", "--into", folder / "forms")
    return folder / "forms"


@cache
def _taken_back(example: str) -> dict[str, Path]:
    """Return the pages of an example that is held before its beginning, and whose second stage is then taken back."""
    folder = Path(_room.name) / example
    folder.mkdir()
    source = data_folder("campaigns") / example
    (folder / "campaign.yaml").write_bytes((source / "campaign.yaml").read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", NOW)
        good("hold", folder, "--reason", "On attend quelqu’un.")
        before = Path(_room.name) / f"{example}.html"
        before.write_bytes((folder / "public" / "index.html").read_bytes())
        good("release", folder, "--reason", "Tous sont là.")
        for stage in ("deal", "proposal-1") if example.startswith("resistance") else ("roles", "placement"):
            send(folder, source / "orders" / stage)
            good("resolve", folder, "--force")
        good("undo", folder, "--yes", "--reason", "x", "--public", "Un ordre avait été oublié.")
    (withdrawn,) = (folder / "public").glob("withdrawn-*/*/public.html")
    return {"before": before, "amid": folder / "public" / "index.html", "withdrawn": withdrawn}
