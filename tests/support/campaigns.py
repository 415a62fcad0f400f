"""The example campaigns, played from their files by the real program."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import Played, Progress, progress_of
from adjudicator.proof.cases import Case, read_cases
from adjudicator.store.layout import data_folder
from support.commands import Done, good, plain, run, tree
from support.depth import is_deep
from support.leaks import Side, progress
from support.shared import once

STAGES = 60
"""More than any example has: it must come to its end before."""
BEGUN = {"zfate": "reactions-9"}
"""Up to which stage a long example is played every day."""


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


def play(example: str, folder: Path, last: str = "") -> Game:
    """Play an example to its end, or to its ``last`` stage: an MJ waits no longer than for what its files hold."""
    source = data_folder("campaigns") / example
    folder.mkdir()
    (folder / "campaign.yaml").write_bytes((source / "campaign.yaml").read_bytes())
    campaign = load_campaign(folder)
    while (stage := (progress := progress_of(campaign)).stage) and len(progress.folders) < STAGES:
        send(folder, source / "orders" / stage.label)
        good("resolve", folder, "--force")
        if stage.label == last:
            break
    return game_in(folder, example)


def game_in(folder: Path, example: str) -> Game:
    """Read the game of an example that has been played in a folder."""
    campaign = load_campaign(folder)
    progress = progress_of(campaign)
    stages = [progress.played(index) for index in range(len(progress.folders))]
    return Game(data_folder("campaigns") / example, campaign, stages)


NOW = "2026-11-24T20:05:00+00:00"
"""When all that ``played`` returns was played: when a stage was published is part of what is published."""
_room = TemporaryDirectory(prefix="adjudicator-examples-")


@cache
def played(example: str) -> Game:
    """Return an example played to its end (see BEGUN), once for all tests: nothing may be changed in its folder.

    Each process has a copy of its own, as a command may lock the folder in which it only reads.
    """

    def made(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ADJUDICATOR_NOW", NOW)
            play(example, folder, "" if is_deep() else BEGUN.get(example, ""))

    folder = Path(_room.name) / example
    shutil.copytree(once(f"example-{example}", made), folder)
    return game_in(folder, example)


@cache
def demo(game: str) -> tuple[Done, Path]:
    """Return what ``demo`` says of a game, and the folder that it filled, once for all tests: change nothing there."""

    def made(room: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ADJUDICATOR_NOW", NOW)
            done = good("demo", "--game", game, room / "demo")
        write(room, "said.json", json.dumps(done))

    room = once(f"demo-{game}", made)
    return Done(*json.loads((room / "said.json").read_bytes())), room / "demo"


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
            for player, orders in record.get("orders", {}).items():
                if orders != sent.setdefault(player, orders) and stage.table["orders"][player] == orders:
                    yield stage.stage.label, player


# Players in front of a form, of any stage of any table: the same each day.


class Situated(NamedTuple):
    """A player in front of a form."""

    now: Progress
    player: str


@cache
def situations(game: str, number: int) -> list[Situated]:
    """Return so many players who may order something, of any stage of any table: the same each day."""
    from support.suites import suite_of  # it loads the suites of all games, which import this module

    found: list[Situated] = []
    tried, times = count(), Counter[str]()
    chance = random.Random(f"forms {game}")

    @seed(f"forms {game}")
    @settings(max_examples=4 * number, phases=[Phase.generate], deadline=None, suppress_health_check=list(HealthCheck))
    @given(suite_of(game).stages)
    def collect(side: Side) -> None:
        if len(found) < number:
            stages_played = next(tried) % 10
            now = at_first(side, chance, stages_played) if stages_played < 2 else progress(side, "before")
            players = [player for player in now.campaign.players if offered(now, player)] if now.stage else []
            if players:
                player = min(
                    chance.sample(players, len(players)), key=lambda one: min(times[o] for o in offered(now, one))
                )
                times.update(offered(now, player))
                found.append(Situated(now, player))

    collect()
    assert len(found) == number
    return found


def at_first(side: Side, chance: random.Random, stages: int) -> Progress:
    """Return the same campaign when so many stages have been played."""
    campaign, rules = side.campaign, side.campaign.game.rules
    now = Progress(campaign, [])
    now.state = rules.begin(campaign.setting)
    for _ in range(stages):
        orders = {}
        for player in rules.awaited(campaign.setting, now.state):
            view = rules.view(campaign.setting, now.state, player)
            if possible := [*islice(campaign.game.orders.possible(view), 50)]:
                orders[player] = chance.choice(possible)
        now.state = rules.resolve(campaign.setting, now.state, orders, side.seed).state
    return now


def offered(now: Progress, player: str) -> list[str]:
    """Return what a player may choose, now or as a standing order."""
    forms, view = now.campaign.game.forms, now.view(player)
    standing = forms.standing_choices(view) if now.campaign.when_missing != "nothing" else []
    return [*(choice.order for choice in forms.choices(view)), *(f"standing {choice.order}" for choice in standing)]


# Small cases, right and wrong, and files of them.


BRUTE = """\
- id: BRUTE-1
  title: An attacker wounds the Brute and stays where it was
  rule: "§4.4, R8"
  board: {size: [6, 3], topology: closed}
  camps: [bleu, rouge]
  pieces:
    - {player: Anna, camp: bleu, role: brute, at: [3, 2]}
    - {player: Paul, camp: rouge, role: archer, at: [4, 2]}
  orders:
    Paul: {move: left}
  expect:
    pieces: {Anna: [3, 2], Paul: [4, 2]}
    results: {Paul: {move: failure}}
    wounded: [Anna]
"""

VOTE = """\
- id: VOTE-1
  game: resistance
  title: Two yes of five reject a squad
  rule: "R10"
  players: [Anna, Boris, Chloé, David, Emma]
  cylons: [Boris, Emma]
  stages:
    - {squad: [Anna, Boris]}
    - {yes: [Anna, Boris], no: [Chloé, David, Emma]}
  expect: {phase: proposal, commander: Boris, approved: no}
"""

WRONG = (
    BRUTE.replace("BRUTE-1", "WRONG-0")
    .replace("wounded: [Anna]", "wounded: []")
    .replace("Paul: [4, 2]}\n", "Paul: [3, 2]}\n")
)


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


@cache
def cases_of(path: Path) -> list[Case]:
    """Return the cases of a file, read once: all tests look at the same ones, and change none."""
    return read_cases(path)


# Campaigns in which the MJ has mended something, as the tests make them and look at them.


WHY = ("--reason", "Max mal recopié", "--public", "Un ordre avait été mal recopié.")
_KEPT = ("result/orders.json", "result/outcome.json", "result/state.json")
_CORRECTED = ("Corrigé.", "Cette étape a été retirée et rejouée.", "Un ordre avait été mal recopié.", "recopié.")


def undo(folder: Path, *more: str) -> str:
    """Take stages back, and return what is said."""
    return good("undo", folder, *WHY, *more).out


def written(folder: Path) -> dict[str, bytes]:
    """What is kept of the stages played, but for what says that one is played again."""
    found = {}
    for name, data in tree(folder).items():
        if name.startswith("turns/") and name.endswith(_KEPT):
            kept = json.loads(data)
            kept.pop("corrected", None)
            found[name] = json.dumps(kept).encode()
    return found


def reports(folder: Path) -> dict[str, list[str]]:
    """The reports as published, in lines, without the two that say that a stage is played again."""
    return {
        name: [
            line for line in plain(data.decode()).splitlines() if line and not any(map(line.__contains__, _CORRECTED))
        ]
        for name, data in tree(folder).items()
        if name.startswith("turns/") and "/result/reports/" in name
    }


def untimed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Files without those that say when a command ran, or that one did."""
    timed = (".lock", ".json", "acts/", "withdrawn/", "inbox/")
    return {name: data for name, data in files.items() if not name.endswith(timed)}


# Sealed records as somebody may edit them who takes the hash anew: of any shape, and the hash is right.


GONE = object()
"""In place of a value that is taken out of its record."""


def _nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


HOSTILE = {
    "gone": GONE,
    "nothing": None,
    "a flag": True,
    "a word": "x",
    "half a character": "\ud800",
    "less than nothing": -1,
    "a huge number": 10**30,
    "a fraction": 1.5,
    "infinity": float("inf"),
    "no number": float("nan"),
    "a list": [],
    "an object": {},
    "a list of lists": [[]],
    "a list of words": ["x"],
    "a deep list": _nested(300),
    "a time nowhere": "2026-11-20T10:00:00",
    "the last time": "9999-12-31T23:59:59-12:00",
}
"""What may stand in place of a value."""


def places_in(record: Any, deep: int = 3) -> Iterator[tuple[str | int, ...]]:
    """Yield where values stand in a record, of a list the first alone; ``deep`` is how deep is looked."""
    keys: list[Any] = list(record) if isinstance(record, dict) else [0] if isinstance(record, list) and record else []
    for key in keys if deep else ():
        yield (key,)
        yield from ((key, *rest) for rest in places_in(record[key], deep - 1))


def record_at(path: Path) -> dict[str, Any]:
    """Return what a sealed record says, without its hash."""
    record: dict[str, Any] = json.loads(path.read_bytes())
    del record["sha256"]
    return record


def reseal(path: Path, place: tuple[str | int, ...], value: Any) -> None:
    """Put a ``value`` into a sealed record, or take out what is there if it is ``GONE``, and seal it again."""
    record = record_at(path)
    *above, last = place
    inner: Any = record
    for key in above:
        inner = inner[key]
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    write_sealed(path, record)


def write_sealed(path: Path, record: dict[str, Any]) -> None:
    """Write a record with its hash, as the program does where it can be written so."""
    whole = {**record, "sha256": sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()}
    try:
        data = (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()
    except (UnicodeEncodeError, RecursionError):
        data = json.dumps(whole).encode()
    path.write_bytes(data)


# What is put around a report when it is handed on, told from the report as it was published, byte for byte.


class Around(NamedTuple):
    """What stands below the title of a report that was handed on, and at its end, beyond what was published."""

    head: str
    foot: str


def around(sent: str, published: str) -> Around:
    """Return what was put around a report; all else must be as it was published."""
    page = published.startswith("<!DOCTYPE html>")
    title, end, rest = published.partition("</h1>\n" if page else "\n\n")
    closes = "</main>" if "</main>" in published else "</body>"
    body, _, close = rest.rpartition(closes) if page else (rest.rstrip("\n"), "", "")
    assert sent.startswith(title + end)
    rest = sent.removeprefix(title + end)
    head, found, foot = rest.partition(body)
    if not found:  # of several posts the last line is their number, and stays the last
        body, _, number = body.rpartition("\n\n")
        head, found, foot = rest.rstrip("\n").removesuffix(number).partition(body)
    assert found == body
    assert foot.endswith(close)
    return Around(head, foot.removesuffix(f"{closes}{close}") if page else foot.strip("\n"))


def heads(stage: Path) -> Mapping[str, str]:
    """Return the heads of all reports that lie in a stage's folder as they are handed on, by their names.

    Each must be as it was published but for its head; pictures have none. Nothing else lies with them.
    """
    names = sorted(path.name for path in (stage / "result" / "reports").iterdir())
    assert sorted(path.name for path in (stage / "reports").iterdir()) == names
    found = {}
    for name in names:
        published = (stage / "result" / "reports" / name).read_text(encoding="utf-8")
        if name.endswith(".svg"):
            assert (stage / "reports" / name).read_text(encoding="utf-8") == published
            continue
        found[name] = around((stage / "reports" / name).read_text(encoding="utf-8"), published).head
    return found
