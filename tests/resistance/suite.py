"""What the Resistance gives to the tests for all games."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st
from resistance import campaigns
from resistance.leaks import PLANTED, allowed
from resistance.pairs import Side, differ, files_of, pairs
from resistance.plan import plan_game
from resistance.plan_told import check
from resistance.tables import NUMBERS, SIZES, nonsense, shuffled, some_game
from support import commands
from support.leaks import Pair
from support.suite import Suite

from adjudicator.games.resistance.state import Setting, State


def stage(number: int, part: float) -> Side:
    """Return a stage of a game, one of three with Le Plan; its first is part 0, its last part 1."""
    game = plan_game(number) if number % 3 == 0 else some_game(number)
    table = game[round(part * (len(game) - 1))]
    return Side(
        table,
        {table.setting.players[-1]: "un mot au MJ"},
        [{"source": "ordres.yaml", "players": [table.setting.players[0]]}],
    )


def mixed(chance: random.Random, one: Side) -> Side:
    """Return the same stage with what was sent in another order."""
    return replace(one, table=shuffled(chance, one.table))


def check_state(setting: Setting, state: State) -> None:
    """A squad that is voted on or on its way has the size of its mission, and all are players."""
    assert sorted(state.seats) in ([], sorted(setting.players))
    assert set(state.cylons) <= set(state.seats)
    if state.phase in ("vote", "mission"):
        assert type(state.target) is int
        assert len(set(state.squad)) == SIZES[len(setting.players)][state.target - 1]


def before_a_mission(pair: Pair[Side]) -> bool:
    """Tell whether a mission follows: who is then waited for tells the most."""
    return bool(pair.one.table.outcome.state.phase == "mission")


def ready(folder: Path) -> Path:
    """Make a campaign whose squad is on its way, one card received and the other in the inbox."""
    campaigns.on_mission(folder)
    campaigns.submit(folder, Anna="carte: réussite")
    (folder / "inbox").mkdir(exist_ok=True)
    commands.drop(folder, "1.yaml", campaigns.order(folder, Bruno="carte: échec"), second=1)
    commands.drop(folder, "2.yaml", campaigns.order(folder, Bruno="carte: réussite"), second=2)
    return folder


SUITE = Suite(
    stages=st.builds(stage, NUMBERS, st.floats(0, 1)),
    pairs=pairs,
    differ=differ,
    files_of=files_of,
    allowed=allowed,
    planted=PLANTED,
    check_state=check_state,
    shuffled=mixed,
    read_back=check,
    nonsense=lambda chance, one: nonsense(chance, one.table),
    ready=ready,
    legends=("mission.two", "legend.two", "legend.votes", "legend.pending", "legend.sides"),
    first=before_a_mission,
)
