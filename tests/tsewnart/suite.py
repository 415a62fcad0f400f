"""What Tsewnart gives to the tests for all games."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from support import commands
from support.suite import Suite
from tsewnart.leaks import PLANTED, files_of
from tsewnart.pairs import Side, any_orders, differ, pairs
from tsewnart.tables import Table, shuffled, tables
from tsewnart.told import check

from adjudicator.games.tsewnart.state import Setting, State

LEGENDS = (
    *("report.legend.text", "report.legend.known.text", "report.legend.you.text"),
    *("report.legend.picture", "report.legend.known.picture", "report.legend.you.picture", "report.legend.acts"),
)


def side(table: Table) -> Side:
    """Return a turn played on a table, with papers that only the MJ has."""
    some = list(table.setting.roster)[:2]
    refused = [{"source": "ordres.yaml", "players": some}]
    kept = {"absent": some, "notes": {some[-1]: "un mot au MJ"}, "refused": refused, "standing": {}, "stood_in": []}
    return Side(table, kept)


def mixed(chance: random.Random, one: Side) -> Side:
    """Return the same turn with what has no order in another order."""
    return replace(one, table=shuffled(one.table, chance.randrange(2**32)))


def check_state(setting: Setting, state: State) -> None:
    """Each player is a piece, a ghost or nothing, of his own camp; one piece a cell."""
    assert not set(state.pieces) & set(state.ghosts)
    for units in (state.pieces, state.ghosts):
        for player, unit in units.items():
            assert (unit.player, unit.camp) == (player, setting.camp_of[player])
            assert unit.cell in setting.board.cells()
        assert list(units) == sorted(units, key=setting.roster.__getitem__)
    cells = [piece.cell for piece in state.pieces.values()]
    assert len(cells) == len(set(cells))


def nonsense(chance: random.Random, one: Side) -> Any:
    """Return orders that any schema lets through, for anybody: of another role, too many, off the board."""
    table = one.table
    chosen = chance.sample(sorted(table.setting.roster), chance.randint(1, len(table.setting.roster)))
    given = {player: any_orders(chance, table, chance.choice(list(table.setting.roster))) for player in chosen}
    return {player: given[player] for player in table.setting.roster if player in given}


def ready(folder: Path) -> Path:
    """Make a campaign in turn 1, some of whose orders have come and some lie in the inbox."""
    commands.campaign(folder, "turn-1", commands.TWO)
    commands.send(folder, commands.orders("Paul", 1, "{déplacement: gauche}"))
    commands.drop(folder, "1.yaml", commands.orders("Anna", 1, "{déplacement: haut}"), second=1)
    commands.drop(folder, "2.yaml", commands.orders("Anna", 1, "{déplacement: droite}"), second=2)
    return folder


def allowed(chance: random.Random, one: Side) -> Any:
    """Return orders that anybody may send."""
    return "rien"


SUITE = Suite(
    stages=tables().filter(lambda table: len(table.setting.roster) > 1).map(side),
    pairs=pairs,
    differ=differ,
    files_of=files_of,
    allowed=allowed,
    planted=PLANTED,
    check_state=check_state,
    shuffled=mixed,
    read_back=check,
    nonsense=nonsense,
    ready=ready,
    legends=LEGENDS,
    awaited_are_public=False,  # who has nothing left is hidden: only how many of each camp is public
)
