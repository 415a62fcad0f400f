"""Amendments by the MJ to the position: each is judged by the position it results in, and then applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from adjudicator.core.faults import Listed, Objection, Word
from adjudicator.core.plain import Plain
from adjudicator.games.tsewnart.changes import changes  # noqa: F401 - part of the contract
from adjudicator.games.tsewnart.orders import VOTES
from adjudicator.games.tsewnart.rules import cause_of_the_end
from adjudicator.games.tsewnart.state import Piece, Setting, State
from adjudicator.games.tsewnart.units import (
    UNITS,
    Row,
    cell_objections,
    make_ghost,
    make_piece,
    role_objections,
)

NOTHING = "nothing"
"""The word for a piece or ghost that no longer exists, and for a value such as an aim that is removed."""
IN_PHASE = {"placement": ("roles",), "turn": ("roles", *UNITS, "scores", "votes")}
"""The parts of the position that may be amended while each phase is awaited."""


def by_hand(setting: Setting, turn: int) -> State:
    """Return the state to amend if the game was played by hand until ``turn``: no pieces, no ghosts, all scores 0."""
    return State("turn", turn, scores=dict.fromkeys(setting.camp_names, 0))


def amended(setting: Setting, state: State, table: Plain) -> State:
    """Return the amended state; a piece that is given another role keeps nothing but its cell."""
    after = state.copy()
    after.roles = _chosen(setting, state, table)
    after.scores |= table.get("scores", {})
    for vote in VOTES:
        _count(setting, after, vote, table.get("votes", {}))
    for kind in UNITS:
        for player in table.get(kind, {}):
            getattr(after, kind).pop(player, None)
    for row in _named(state, table):
        make: Any = make_piece if row.kind == "pieces" else make_ghost
        getattr(after, row.kind)[row.player] = make(row.player, setting.camp_of[row.player], row.unit)
    for kind in UNITS:
        units = getattr(after, kind)
        setattr(after, kind, {player: units[player] for player in setting.roster if player in units})
    return after


def _chosen(setting: Setting, state: State, table: Plain) -> dict[str, str]:
    """Return the chosen role of each player after the amendment.

    The role of an amended piece or ghost counts as its player's chosen role, unless the piece was captured.
    """
    roles = dict(state.roles)
    for kind in UNITS:
        for player, unit in table.get(kind, {}).items():
            if isinstance(unit, Mapping) and "role" in unit and not unit.get("captured"):
                roles[player] = unit["role"]
    roles |= table.get("roles", {})
    return {player: roles[player] for player in setting.roster if player in roles}


def _count(setting: Setting, after: State, vote: str, votes: Mapping[str, Mapping[str, bool]]) -> None:
    """Record ``vote`` for the players for whom the amendment says yes, and remove it for those for whom it says no."""
    given = {player: cast[vote] for player, cast in votes.items() if vote in cast}
    cast = [player for player in getattr(after, vote) if player not in given]
    setattr(after, vote, [*cast, *(player for player in setting.roster if given.get(player))])


def amendment_objections(setting: Setting, state: State, table: Plain) -> list[Objection]:
    """Judge an amendment: return objections if no game can reach the position that it results in."""
    early = [*_phase_objections(state, table), *_lacking(state, table)]
    if early:
        return early
    rows = [*_others(state, table), *_named(state, table)]
    found = [
        *_twice(rows, table),
        *cell_objections(setting.board, rows),
        *role_objections(rows),
        *_same_roles(setting, state, rows, table),
        *_unnamed(setting, state, table),
    ]
    return found or list(_ending(setting, amended(setting, state, table)))


def _phase_objections(state: State, table: Plain) -> Iterator[Objection]:
    for key in table:
        if key not in IN_PHASE.get(state.phase, ()):
            yield Objection("amend-not-now", (key,), on_key=True)


# Pieces and ghosts -------------------------------------------------------------------------------------------


def _named(state: State, table: Plain) -> list[Row]:
    """Return the pieces and ghosts that an amendment names, completed with the values that they keep."""
    return [
        Row(kind, (kind, player), player, _whole(state, kind, player, unit))
        for kind in UNITS
        for player, unit in table.get(kind, {}).items()
        if unit != NOTHING
    ]


def _others(state: State, table: Plain) -> list[Row]:
    """Return the pieces and ghosts that the amendment does not name, which stay as they are."""
    return [
        Row(kind, (kind, player), player, _as_written(unit))
        for kind in UNITS
        for player, unit in getattr(state, kind).items()
        if player not in table.get(kind, {})
    ]


def _whole(state: State, kind: str, player: str, unit: Mapping[str, Any]) -> dict[str, Any]:
    """Return all values of an amended piece or ghost: its old values, overridden by those that the amendment names.

    A player who had a piece and is given a ghost keeps the role of the piece for it. A piece whose role changes keeps
    only its cell.
    """
    old = getattr(state, kind).get(player)
    kept = {} if old is None else _as_written(old)
    if kind == "ghosts" and old is None and player in state.pieces:
        kept = {"role": state.pieces[player].role}
    if isinstance(old, Piece) and unit.get("role", old.role) != old.role:
        kept = {"at": old.cell}
    whole = {**kept, **unit}
    return {key: value for key, value in whole.items() if value != NOTHING and key != "captured"}


def _as_written(unit: Any) -> dict[str, Any]:
    """Return a piece or a ghost in the form in which a file describes it."""
    plain = asdict(unit)
    return {"at": unit.cell, **{key: plain[key] for key in plain if key not in ("player", "camp", "cell")}}


def _lacking(state: State, table: Plain) -> Iterator[Objection]:
    """Object to a new piece or ghost that has no role or no cell."""
    for _, path, player, unit in _named(state, table):
        for key in ("role", "at"):
            if key not in unit:
                yield Objection("unit-lacks", path, {"name": player, "key": Word("unit", key)}, on_key=True)


def _twice(rows: list[Row], table: Plain) -> Iterator[Objection]:
    """Object to a player who would have both a piece and a ghost."""
    having = {kind: {row.player: row for row in rows if row.kind == kind} for kind in UNITS}
    for player in having["pieces"]:
        if player in having["ghosts"]:
            kind = "ghosts" if player in table.get("ghosts", {}) else "pieces"
            yield Objection("piece-and-ghost", (kind, player), {"name": player}, on_key=True)


def _same_roles(setting: Setting, state: State, rows: list[Row], table: Plain) -> Iterator[Objection]:
    """Object to a role that two players of the same camp would have.

    Only roles that the amendment names are judged. A captured piece keeps the role it had in its former camp, so a
    repeated role is accepted if either piece is marked as captured.
    """
    for row in rows:
        named = table.get(row.kind, {}).get(row.player)
        if not isinstance(named, Mapping) or "role" not in named or named.get("captured"):
            continue
        for other in rows:
            said = table.get(other.kind, {}).get(other.player)
            captured = isinstance(said, Mapping) and said.get("captured")
            if other.player != row.player and not captured and _alike(setting, row, other):
                values: dict[str, Any] = {"role": Word("roles", row.unit["role"]), "other": other.player}
                yield Objection("role-twice", (*row.path, "role"), values)
                break
    yield from _roles_chosen(setting, state, table)


def _alike(setting: Setting, row: Row, other: Row) -> bool:
    camps = {setting.camp_of[each.player] for each in (row, other)}
    return len(camps) == 1 and row.unit["role"] == other.unit["role"]


def _roles_chosen(setting: Setting, state: State, table: Plain) -> Iterator[Objection]:
    """Object to a chosen role that two players of the same camp would have."""
    roles = _chosen(setting, state, table)
    for player, role in table.get("roles", {}).items():
        mates = setting.camp[setting.camp_of[player]].players
        other = next((mate for mate in mates if mate != player and roles.get(mate) == role), None)
        if other is not None:
            yield Objection("role-twice", ("roles", player), {"role": Word("roles", role), "other": other})


def _unnamed(setting: Setting, state: State, table: Plain) -> Iterator[Objection]:
    """Object if the first amendment of a game played by hand leaves out a player; ``nothing`` must be stated too."""
    if state.phase != "turn" or state.pieces or state.ghosts:
        return
    left_out = [player for player in setting.roster if not any(player in table.get(kind, {}) for kind in UNITS)]
    if left_out:
        yield Objection("unit-unnamed", (), {"names": Listed(tuple(left_out))})


def _ending(setting: Setting, after: State) -> Iterator[Objection]:
    """Object to an amendment that would end the game: a game ends only by being played."""
    if after.phase == "turn" and (cause := cause_of_the_end(setting, after)):
        yield Objection("amend-ends", (), {"cause": Word("causes", cause)})
