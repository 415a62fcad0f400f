"""The example campaigns, played from their files by the real program."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from commands import good, run, tree

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import Played, progress_of
from adjudicator.store.layout import data_folder

STAGES = 60
"""More than any example has: it must come to its end before."""


@dataclass(frozen=True)
class Game:
    """An example that has been played: where its files lie, and what the program published."""

    source: Path
    campaign: Campaign
    stages: list[Played]

    @cached_property
    def turns(self) -> list[Played]:
        return [stage for stage in self.stages if stage.stage.turn]

    @cached_property
    def files(self) -> list[Path]:
        return sorted((self.source / "orders").rglob("*.*"))

    @property
    def end(self) -> Any:
        return self.stages[-1].outcome.state

    def facts(self, kind: str) -> list[dict[str, Any]]:
        return [dict(fact.data) for turn in self.turns for fact in turn.outcome.log if fact.kind == kind]

    def notices(self, kind: str) -> list[Any]:
        return [notice for turn in self.turns for notice in turn.outcome.notices if notice.kind == kind]

    def results(self, order: str, success: bool, unit: str = "") -> list[tuple[int, str]]:
        """The turns and players whose ``order`` came to this; ``unit``: pieces or ghosts as the turn began."""
        return [
            (turn.stage.turn, player)
            for turn in self.turns
            for player, given in turn.outcome.results.items()
            if order in given and given[order]["success"] is success
            if not unit or player in getattr(turn.before, unit)
        ]


def received(stage: Played) -> list[dict[str, Any]]:
    """The verdicts on the files that were sent for a stage, in the order in which they came."""
    return [json.loads(path.read_bytes()) for path in sorted((stage.folder / "orders").glob("*ed.json"))]


def send(folder: Path, orders: Path) -> None:
    """Send a stage's files in the order of their names; some are refused, and some stages have none."""
    if orders.is_dir():
        with chdir(orders):
            names = sorted(path.name for path in orders.iterdir())
            refused = any("refuse" in name for name in names)
            assert run("submit", folder, *names).code == (1 if refused else 0)


def play(example: str, folder: Path) -> Game:
    """Play an example to its end, as an MJ does who waits no longer than for what its files hold."""
    source = data_folder("campaigns") / example
    folder.mkdir()
    (folder / "campaign.yaml").write_bytes((source / "campaign.yaml").read_bytes())
    campaign = load_campaign(folder)
    while (stage := (progress := progress_of(campaign)).stage) and len(progress.folders) < STAGES:
        send(folder, source / "orders" / stage.label)
        good("resolve", folder, "--force")
    return Game(source, campaign, [progress.played(index) for index in range(len(progress.folders))])


NOW = "2026-11-24T20:05:00+00:00"
"""When all that ``played`` returns was played: when a stage was published is part of what is published."""
_room = TemporaryDirectory(prefix="adjudicator-examples-")


@cache
def played(example: str) -> Game:
    """Return an example played to its end, once for all tests of a process: nothing may be changed in its folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", NOW)
        return play(example, Path(_room.name) / example)


def examples_of(game: str) -> set[str]:
    """The names of all examples of a game."""
    folders = [path for path in data_folder("campaigns").iterdir() if path.is_dir()]
    return {path.name for path in folders if load_campaign(path).game.id == game}


def written_so(game: Game, pattern: str) -> bool:
    """Whether an order file that is not meant to be refused is written in this way."""
    accepted = [path for path in game.files if "refuse" not in path.stem]
    return any(re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE) for path in accepted)


def in_english(game: Game) -> float:
    """The share of order files that are in English."""
    texts = [path.read_text(encoding="utf-8") for path in game.files]
    return sum(bool(re.search(r"^(player|turn|orders):", text, re.MULTILINE)) for text in texts) / len(texts)


def all_but_who(folder: Path, who: str) -> dict[str, bytes]:
    """Everything in a campaign's folder but the hours of its stages, each of which says who published it."""
    found = tree(folder)
    told = [json.loads(found.pop(name)) for name in [*found] if name.endswith("/published.json")]
    assert len(told) == len(list((folder / "turns").iterdir())) > 10
    assert {(one["at"], one["by"]) for one in told} == {("2026-11-24T20:05:00+00:00", who)}
    return found


def corrections(game: Game) -> Iterator[tuple[str, str]]:
    """Each accepted file that an accepted file of the same player replaced with other orders, which were played."""
    for stage in game.stages:
        sent: dict[str, Any] = {}
        for record in received(stage):
            for player, given in record.get("orders", {}).items():
                if given != sent.setdefault(player, given) and stage.table["orders"][player] == given:
                    yield stage.stage.label, player
