"""What each reader may see of a state (§10).

Views are built field by field from plain values and never contain a piece or a state, so nothing else can slip in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.core.faults import Word
from adjudicator.core.plain import Plain
from adjudicator.games.tsewnart import rules, rulings
from adjudicator.games.tsewnart.board import Board, Cell
from adjudicator.games.tsewnart.orders import NOWHERE
from adjudicator.games.tsewnart.state import Piece, Setting, State


def public_view(setting: Setting, state: State) -> Plain:
    """Return what everybody sees: the board, surrendered camps, how many vote to stop, the next initiative order."""
    return {
        "board": board_view(setting, state, own=None),
        "surrendered": rules.surrendered_in(setting.camp_of, setting.camp_names, state),
        "stop_votes": len(state.stop),
        "players": len(setting.roster),
        "initiative": next_initiative(setting, state),
    }


def next_initiative(setting: Setting, state: State) -> list[str]:
    """Return the camps in initiative order for the turn awaited; empty before turn 1 and after the end."""
    if state.phase != "turn":
        return []
    return list(rulings.initiative(setting.camp_names, state.turn, setting.initiative))


def board_view(setting: Setting, state: State, own: str | None, everything: bool = False) -> Plain:
    """Return the board as the camp ``own`` sees it, or as everybody sees it if ``own`` is None.

    It is a ``core.pictures.BoardShown`` with the topology and the number of pieces and ghosts of each camp besides.
    Pieces and ghosts are shown with their camps. Players and roles are shown only for pieces of the own camp. If
    ``everything`` is True it is the MJ's board, with all ghosts, players and roles, whatever the options say.
    """
    rank = {camp: i for i, camp in enumerate(setting.camp_names)}
    option = setting.options.ghosts
    shown = [camp for camp in setting.camp_names if rulings.sees_ghosts(option, own=everything or camp == own)]
    ghosts = Counter((ghost.cell, ghost.camp) for ghost in state.ghosts.values() if ghost.camp in shown)
    return {
        "width": setting.board.width,
        "height": setting.board.height,
        "lettered": setting.options.columns == "letters",
        "topology": setting.board.topology,
        "wraps_across": setting.board.wraps_x,
        "wraps_down": setting.board.wraps_y,
        "zones": zones(setting) if state.phase == "placement" else [],
        "camps": list(setting.camp_names),
        "tally": [
            {
                "camp": camp,
                "pieces": sum(piece.camp == camp for piece in state.pieces.values()),
                # None if the reader does not see them.
                "ghosts": sum(ghost.camp == camp for ghost in state.ghosts.values()) if camp in shown else None,
            }
            for camp in setting.camp_names
        ],
        "pieces": [
            _piece_shown(player, piece, known=everything or piece.camp == own)
            for player, piece in sorted(state.pieces.items(), key=lambda item: item[1].cell)
        ],
        "ghosts": [
            {"cell": cell, "camp": camp, "count": count}
            for (cell, camp), count in sorted(ghosts.items(), key=lambda item: (item[0][0], rank[item[0][1]]))
        ],
    }


def zones(setting: Setting) -> list[Plain]:
    """Return the start zone of each camp."""
    return [{"camp": camp.name, "cells": list(camp.zone)} for camp in setting.camps]


def _piece_shown(player: str, piece: Piece, known: bool) -> Plain:
    """Return a piece, with its role and player only if these are ``known`` to the reader."""
    if not known:
        return {"cell": piece.cell, "camp": piece.camp}
    return {"cell": piece.cell, "camp": piece.camp, "player": player, "kind": Word("roles", piece.role)}


def own_marked(board: Plain, player: str, ghost: tuple[Cell, str] | None) -> Plain:
    """Return the board of a camp with the piece of ``player`` marked ``own``, or the ``ghost`` by its cell and camp."""
    return {
        **board,
        "pieces": [{**one, "own": True} if one.get("player") == player else one for one in board["pieces"]],
        "ghosts": [{**one, "own": True} if (one["cell"], one["camp"]) == ghost else one for one in board["ghosts"]],
    }


def camp_view(setting: Setting, state: State, camp: str) -> Plain:
    """Return what a camp sees besides: each of its players, and the board with its own ghosts."""
    return {
        "camp": camp,
        "members": [member_view(state, player) for player in setting.camp[camp].players],
        "board": board_view(setting, state, own=camp),
    }


def member_view(state: State, player: str) -> Plain:
    """Return what a player's camp knows of the player: what the player controls (``unit``), where, what it carries."""
    piece, ghost = state.pieces.get(player), state.ghosts.get(player)
    if piece:
        return {
            "player": player,
            "unit": "piece",
            "role": piece.role,
            "cell": piece.cell,
            "wounded": piece.wounded,
            # The uses left; None if the role has no such uses.
            "teleports": piece.teleports if piece.role == "dement" else None,
            "extra_moves": piece.extra_moves if piece.role == "agile" else None,
            # The cells at which it aimed and that it terrorised with success in the turn before, if any.
            "aimed": piece.aimed,
            "last_terror": piece.last_terror,
        }
    if ghost:
        return {"player": player, "unit": "ghost", "role": ghost.role, "cell": ghost.cell}
    # Before the placement a player has only the role that was chosen for them.
    return {
        "player": player,
        "unit": "nothing",
        "role": state.roles.get(player) if state.phase == "placement" else None,
    }


class PlayerView(NamedTuple):
    """What a player may know when giving orders; orders are judged on this and on nothing else."""

    player: str
    phase: str
    camp: str
    captain: str
    camps: tuple[str, ...]
    mates: tuple[str, ...]
    """The players of the camp, including this player."""
    board: Plain
    """The board as the camp's report shows it."""
    grid: Board
    """The board itself: its cells, and which of them are next to one another."""
    zone: tuple[Cell, ...]
    """The start zone of the camp."""
    initiative: tuple[str, ...]
    members: Mapping[str, Plain]
    """What the camp knows of each of its players, as :func:`member_view` returns it."""
    surrender: bool
    stop: bool
    unit: str
    """``piece``, ``ghost`` or ``nothing``; ``role`` to ``last_terror`` belong to it."""
    role: str | None = None
    cell: Cell = NOWHERE
    wounded: bool = False
    teleports: int | None = None
    """Uses left; None, like ``extra_moves``, if the role has no such uses."""
    extra_moves: int | None = None
    aimed: Cell | None = None
    last_terror: Cell | None = None
    reach: str = "exact"
    """The range of an Archer: ``exact`` or ``within`` (R15)."""
    ghost_cells: Mapping[str, Cell] = MappingProxyType({})
    """The cells of the camp's ghosts, by player."""
    turn: int = 0

    @property
    def pieces(self) -> dict[Cell, str]:
        """The camp of each piece on the board, by its cell."""
        return {one["cell"]: one["camp"] for one in self.board["pieces"]}

    @property
    def sightings(self) -> list[tuple[Cell, str]]:
        """The cell and the camp of each ghost that the camp sees."""
        return [(one["cell"], one["camp"]) for one in self.board["ghosts"] for _ in range(one["count"])]

    @property
    def watched(self) -> list[str]:
        """The camps whose ghosts this camp sees (R20)."""
        return [one["camp"] for one in self.board["tally"] if one["ghosts"] is not None]


def player_view(setting: Setting, state: State, player: str) -> PlayerView:
    """Return what a player may know when giving orders."""
    camp = setting.camp[setting.camp_of[player]]
    members = {mate: member_view(state, mate) for mate in camp.players}
    return PlayerView(
        **members[player],
        phase=state.phase,
        camp=camp.name,
        captain=camp.captain,
        camps=setting.camp_names,
        mates=camp.players,
        board=board_view(setting, state, own=camp.name),
        grid=setting.board,
        zone=camp.zone,
        initiative=tuple(next_initiative(setting, state)),
        members=members,
        surrender=player in state.surrender,
        stop=player in state.stop,
        reach=setting.options.reach,
        ghost_cells={mate: state.ghosts[mate].cell for mate in camp.players if mate in state.ghosts},
        turn=state.turn,
    )


def scores(setting: Setting, state: State) -> list[Plain]:
    """Return the score of each camp."""
    return [{"camp": camp, "score": state.scores.get(camp, 0)} for camp in setting.camp_names]
