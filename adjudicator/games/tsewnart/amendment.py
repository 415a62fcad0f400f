"""Amendments by the MJ to the position, and the differences between two positions in words for the MJ.

An amendment is judged by the position it results in. Cases name pieces and ghosts in the same words, and share the
judgement of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from adjudicator.core.faults import KeyPath, Listed, Objection, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.core.stage import stage_changes
from adjudicator.games.tsewnart.board import Board, Cell, cell_of, text
from adjudicator.games.tsewnart.orders import VOTES
from adjudicator.games.tsewnart.rules import cause_of_the_end
from adjudicator.games.tsewnart.state import ROLE_OF, USES, Ghost, Piece, Setting, State, new_piece

NOTHING = "nothing"
"""The word for a piece or ghost that no longer exists, and for a value such as an aim that is removed."""

# Pieces and ghosts as a case or an amendment describes them --------------------------------------------------


class Row(NamedTuple):
    """A piece or a ghost that a file names.

    ``kind`` is ``pieces`` or ``ghosts``, ``path`` its place in the file, and ``unit`` its values there.
    """

    kind: str
    path: KeyPath
    player: str
    unit: Mapping[str, Any]


def unit_objections(board: Board, rows: Sequence[Row]) -> Iterator[Objection]:
    """Object to cells that are not on the board, to two pieces on a cell, and to what no piece of that role carries."""
    taken: dict[Cell, str] = {}
    for row in rows:
        for key in ("at", *ROLE_OF):
            if isinstance(row.unit.get(key), (list, tuple)):
                yield from board.objections(cell_of(row.unit[key]), (*row.path, key))
        if row.kind == "pieces":
            cell = cell_of(row.unit["at"])
            if cell in taken:
                yield Objection("cell-twice", (*row.path, "at"), {"cell": text(cell), "other": taken[cell]})
            taken.setdefault(cell, row.player)
    for _, path, _, unit in (row for row in rows if row.kind == "pieces"):
        for key, role in ROLE_OF.items():
            value = unit.get(key)
            if value and unit["role"] != role:
                yield Objection("not-of-role", (*path, key), {"role": Word("roles", role)}, on_key=True)
            elif value and key in USES and value > USES[key]:
                yield Objection("too-great", (*path, key), {"found": value, "limit": USES[key]})


def make_piece(player: str, camp: str, unit: Mapping[str, Any]) -> Piece:
    """Build a piece; values that are not given are those at the start of the game."""
    piece = new_piece(player, camp, unit["role"], cell_of(unit["at"]))
    for key in ROLE_OF:
        value = unit.get(key)
        if value is not None:
            setattr(piece, key, cell_of(value) if isinstance(value, (list, tuple)) else value)
    return piece


def make_ghost(player: str, camp: str, unit: Mapping[str, Any]) -> Ghost:
    """Build a ghost."""
    return Ghost(player, camp, unit["role"], cell_of(unit["at"]))


UNITS: Mapping[str, Callable[[str, str, Mapping[str, Any]], Piece | Ghost]] = {
    "pieces": make_piece,
    "ghosts": make_ghost,
}
"""What a player may control, with the function that builds it."""

# The amended position ----------------------------------------------------------------------------------------

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
        given = {player: cast[vote] for player, cast in table.get("votes", {}).items() if vote in cast}
        voters = [player for player in setting.roster if given.get(player, player in getattr(state, vote))]
        setattr(after, vote, voters)
    rows = _rows(state, table)
    for kind, make in UNITS.items():
        units = {
            row.player: make(row.player, setting.camp_of[row.player], row.unit) for row in rows if row.kind == kind
        }
        setattr(after, kind, {player: units[player] for player in setting.roster if player in units})
    return after


def _chosen(setting: Setting, state: State, table: Plain) -> dict[str, str]:
    """Return the chosen role of each player after the amendment.

    The role of an amended piece or ghost counts as its player's chosen role, unless the piece was captured.
    """
    units = [(player, unit) for kind in UNITS for player, unit in table.get(kind, {}).items()]
    named = {player: unit["role"] for player, unit in units if _gives_role(unit)}
    roles = {**state.roles, **named, **table.get("roles", {})}
    return {player: roles[player] for player in setting.roster if player in roles}


def _gives_role(unit: Any) -> bool:
    return isinstance(unit, Mapping) and "role" in unit and not unit.get("captured")


def _rows(state: State, table: Plain) -> list[Row]:
    """Return all pieces and ghosts after the amendment, those first that it does not name."""
    rows = [
        Row(kind, (kind, player), player, _whole(state, kind, player, table.get(kind, {}).get(player, {})))
        for kind in UNITS
        for player in {**getattr(state, kind), **table.get(kind, {})}
        if table.get(kind, {}).get(player) != NOTHING
    ]
    named = [(kind, player) for kind in UNITS for player in table.get(kind, {})]
    return sorted(rows, key=lambda row: named.index(row.path) + 1 if row.path in named else 0)


def _whole(state: State, kind: str, player: str, unit: Mapping[str, Any]) -> dict[str, Any]:
    """Return all values of a piece or ghost: its old values, overridden by those that the amendment names.

    A player who had a piece and is given a ghost keeps the role of the piece for it. A piece whose role changes keeps
    only its cell.
    """
    old = getattr(state, kind).get(player)
    kept: dict[str, Any] = {}
    if old is not None:
        kept = {"at" if key == "cell" else key: value for key, value in asdict(old).items()}
    elif kind == "ghosts" and player in state.pieces:
        kept = {"role": state.pieces[player].role}
    if isinstance(old, Piece) and unit.get("role", old.role) != old.role:
        kept = {"at": old.cell}
    whole = {**kept, **unit}
    return {
        key: value for key, value in whole.items() if value != NOTHING and key not in ("captured", "player", "camp")
    }


def amendment_objections(setting: Setting, state: State, table: Plain) -> list[Objection]:
    """Judge an amendment: return objections if no game can reach the position that it results in."""
    not_now = [key for key in table if key not in IN_PHASE.get(state.phase, ())]
    rows = _rows(state, table)
    early = [Objection("amend-not-now", (key,), on_key=True) for key in not_now] + [
        Objection("unit-lacks", row.path, {"name": row.player, "key": Word("unit", key)}, on_key=True)
        for row in rows
        for key in ("role", "at")
        if key not in row.unit
    ]
    if early:
        return early
    found = [
        *_twice(rows, table),
        *unit_objections(setting.board, rows),
        *_same_roles(setting, state, rows, table),
        *_unnamed(setting, state, table),
    ]
    if state.phase == "turn" and not found and (cause := cause_of_the_end(setting, amended(setting, state, table))):
        # A game ends only by being played.
        return [Objection("amend-ends", (), {"cause": Word("causes", cause)})]
    return found


def _twice(rows: list[Row], table: Plain) -> Iterator[Objection]:
    """Object to a player who would have both a piece and a ghost."""
    ghosts = [row.player for row in rows if row.kind == "ghosts"]
    for player in (row.player for row in rows if row.kind == "pieces" and row.player in ghosts):
        kind = "ghosts" if player in table.get("ghosts", {}) else "pieces"
        yield Objection("piece-and-ghost", (kind, player), {"name": player}, on_key=True)


def _same_roles(setting: Setting, state: State, rows: list[Row], table: Plain) -> Iterator[Objection]:
    """Object to a role that two players of the same camp would have, or would have chosen.

    Only roles that the amendment names are judged. A captured piece keeps the role it had in its former camp, so a
    repeated role is accepted if either piece is marked as captured.
    """
    units = [(row, table.get(row.kind, {}).get(row.player, {})) for row in rows]
    role_of = {row.player: row.unit["role"] for row, unit in units if not unit.get("captured")}
    chosen = _chosen(setting, state, table)
    judged = [
        *(((*row.path, "role"), row.player, role_of) for row, unit in units if _gives_role(unit)),
        *((("roles", player), player, chosen) for player in table.get("roles", {})),
    ]
    for path, player, roles in judged:
        mates = setting.camp[setting.camp_of[player]].players
        other = next((mate for mate in mates if mate != player and roles.get(mate) == roles[player]), None)
        if other is not None:
            yield Objection("role-twice", path, {"role": Word("roles", roles[player]), "other": other})


def _unnamed(setting: Setting, state: State, table: Plain) -> Iterator[Objection]:
    """Object if the first amendment of a game played by hand leaves out a player; ``nothing`` must be stated too."""
    if state.phase != "turn" or state.pieces or state.ghosts:
        return
    left_out = [player for player in setting.roster if not any(player in table.get(kind, {}) for kind in UNITS)]
    if left_out:
        yield Objection("unit-unnamed", (), {"names": Listed(tuple(left_out))})


# The differences between two states; they do not follow the order of events -----------------------------------


def changes(setting: Setting, before: State, after: State) -> list[Phrase]:
    """Return a phrase for every difference, field by field in the order of the state, each in roster or camp order.

    If a player now controls a piece instead of a ghost, or the other way round, the new unit is described in full;
    otherwise only what changed. A piece or ghost gained is not said to have a camp, because it is its player's camp.
    A missing score counts as 0, and the order of votes is ignored.
    """
    found = [*stage_changes(before, after)]
    for player in setting.roster:
        found += _role(player, before, after)
    for player in setting.roster:
        found += _controlled(player, before, after)
    for camp in setting.camp_names:
        old, new = before.scores.get(camp, 0), after.scores.get(camp, 0)
        if old != new:
            found.append(Phrase("change.score", {"camp": camp, "before": old, "after": new}))
    for vote in VOTES:
        for player in setting.roster:
            if (player in getattr(before, vote)) != (player in getattr(after, vote)):
                cast = "yes" if player in getattr(after, vote) else "no"
                found.append(Phrase(f"happened.voted.{vote}.{cast}", {"player": player}))
    if after.ending is None and before.ending is not None:
        found.append(Phrase("change.resumed"))
    elif after.ending is not None and after.ending != before.ending:
        found.append(Phrase(f"change.ended.{after.ending.cause}", {"winners": Listed(after.ending.winners)}))
    return found


def _role(player: str, before: State, after: State) -> Iterator[Phrase]:
    """Yield what has become of a chosen role, unless what is said of the player's new piece or ghost names it."""
    old, new, role = _unit(before, player), _unit(after, player), after.roles.get(player)
    told = new is not None and new.role == role and (type(old) is not type(new) or old.role != role)
    if role is None and player in before.roles:
        yield Phrase("change.role-chosen.none", {"player": player})
    elif role is not None and role != before.roles.get(player) and not told:
        yield Phrase("change.role-chosen", {"player": player, "role": Word("roles", role)})


def _controlled(player: str, before: State, after: State) -> Iterator[Phrase]:
    old, new = _unit(before, player), _unit(after, player)
    if isinstance(old, Piece) and isinstance(new, Piece):
        yield from _moved(player, old, new)
        yield from _carried(old, new)
    elif isinstance(old, Ghost) and isinstance(new, Ghost):
        yield from _moved(Phrase("change.ghost", {"player": player}), old, new)
    elif isinstance(old, Piece) and isinstance(new, Ghost):
        yield Phrase(_loss(before, after, new, old.role), {"player": player, "ghost": _said(new)})
    elif isinstance(old, Ghost) and isinstance(new, Piece):
        yield Phrase("change.takes", {"player": player, "piece": _said(new)})
    elif old != new:
        yield Phrase("pair", {"name": player, "what": _said(new)})


def _unit(state: State, player: str) -> Piece | Ghost | None:
    return state.pieces.get(player) or state.ghosts.get(player)


def _moved(who: PhraseArgument, old: Piece | Ghost, new: Piece | Ghost) -> Iterator[Phrase]:
    if old.camp != new.camp:
        yield Phrase("change.camp", {"who": who, "before": old.camp, "after": new.camp})
    if old.role != new.role:
        roles: dict[str, PhraseArgument] = {"before": Word("roles", old.role), "after": Word("roles", new.role)}
        yield Phrase("change.role", {"who": who, **roles})
    if old.cell != new.cell:
        yield Phrase("change.cell", {"who": who, "before": text(old.cell), "after": text(new.cell)})


MARKS = (("aimed", "happened.aimed", "change.aimed.none"), ("last_terror", "happened.barred", "change.barred.none"))
"""The cells that a piece keeps, each with the sentences that it is now marked, and that it is no more."""


def _carried(old: Piece, new: Piece) -> Iterator[Phrase]:
    """Yield the changes in what a piece carries: wound, uses, aim, last terror."""
    player = new.player
    if old.wounded != new.wounded:
        role = Word("roles", new.role)
        yield Phrase("change.wounded" if new.wounded else "change.healed", {"player": player, "role": role})
    for use, code in (("teleports", "change.teleports"), ("extra_moves", "change.extra-moves")):
        if getattr(old, use) != getattr(new, use):
            yield Phrase(code, {"player": player, "before": getattr(old, use), "after": getattr(new, use)})
    for mark, made, no_more in MARKS:
        was, now = getattr(old, mark), getattr(new, mark)
        if now is not None and now != was:
            yield Phrase(made, {"player": player, "cell": text(now)})
        elif was is not None and now is None:
            yield Phrase(no_more, {"player": player, "cell": text(was)})


def _loss(before: State, after: State, ghost: Ghost, role: str) -> str:
    """Return the catalogue key that says how the player of ``ghost`` lost a piece of ``role``.

    The states show it: a captured piece stands on the cell of the ghost and belongs to another player. If two ghosts
    there both lost a piece of that role, the two cases cannot be told apart (``change.lost``).
    """
    takers = [player for player, piece in after.pieces.items() if (piece.cell, piece.role) == (ghost.cell, role)]
    if all(player in before.pieces for player in takers):
        return "change.eliminated"
    losers = [player for player, other in after.ghosts.items() if other.cell == ghost.cell and player in before.pieces]
    alike = [player for player in losers if before.pieces[player].role == role]
    return "change.captured" if len(alike) == 1 else "change.lost"


def _said(unit: Piece | Ghost | None) -> Phrase:
    """Say what a player controls, and of a piece what it carries that differs from the start of the game."""
    if unit is None:
        return Phrase("unit.nothing")
    where: dict[str, PhraseArgument] = {"role": Word("roles", unit.role), "cell": text(unit.cell)}
    if isinstance(unit, Ghost):
        return Phrase("unit.ghost", where)
    fresh = new_piece(unit.player, unit.camp, unit.role, unit.cell)
    besides: dict[str, PhraseArgument] = {"wounded": Phrase("unit.wounded") if unit.wounded else ""}
    for use, code in (("teleports", "unit.teleports"), ("extra_moves", "unit.extra-moves")):
        left = getattr(unit, use)
        besides[use] = Phrase(code, n=left) if left != getattr(fresh, use) else ""
    for mark, code in (("aimed", "unit.aimed"), ("last_terror", "unit.last-terror")):
        cell = getattr(unit, mark)
        besides[mark] = Phrase(code, {"cell": text(cell)}) if cell else ""
    return Phrase("change.piece", {"piece": Phrase("unit.piece", where), **besides})
