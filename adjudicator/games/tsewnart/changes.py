"""The differences between two states in words for the MJ; they do not follow the order of events."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.stage import stage_changes
from adjudicator.games.tsewnart.board import Cell, text
from adjudicator.games.tsewnart.orders import VOTES
from adjudicator.games.tsewnart.state import Ghost, Piece, Setting, State, new_piece


def changes(setting: Setting, before: State, after: State) -> list[Phrase]:
    """Return a phrase for every difference, field by field in the order of the state, each in roster or camp order.

    If a player now controls a piece instead of a ghost, or the other way round, the new unit is described in full;
    otherwise only what changed. A piece or ghost gained is not said to have a camp, because it is its player's camp.
    A missing score counts as 0, and the order of votes is ignored.
    """
    return [
        *stage_changes(before, after),
        *_roles(setting, before, after),
        *(phrase for player in setting.roster for phrase in _controlled(player, before, after)),
        *_scores(setting, before, after),
        *_votes(setting, before, after),
        *_ending(before, after),
    ]


def _roles(setting: Setting, before: State, after: State) -> Iterator[Phrase]:
    for player in setting.roster:
        role = after.roles.get(player)
        if role is None and player in before.roles:
            yield Phrase("change.role-chosen.none", {"player": player})
        elif role is not None and role != before.roles.get(player) and not _tells(role, player, before, after):
            yield Phrase("change.role-chosen", {"player": player, "role": Word("roles", role)})


def _tells(role: str, player: str, before: State, after: State) -> bool:
    """Return whether the phrase about what a player controls already names the ``role``, as for a new unit or role."""
    old, new = _unit(before, player), _unit(after, player)
    return new is not None and new.role == role and (type(old) is not type(new) or old.role != role)


# What a player controls --------------------------------------------------------------------------------------


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


def _carried(old: Piece, new: Piece) -> Iterator[Phrase]:
    """Yield the changes in what a piece carries: wound, uses, aim, last terror."""
    player, role = new.player, Word("roles", new.role)
    if old.wounded != new.wounded:
        yield Phrase("change.wounded" if new.wounded else "change.healed", {"player": player, "role": role})
    if old.teleports != new.teleports:
        yield Phrase("change.teleports", {"player": player, "before": old.teleports, "after": new.teleports})
    if old.extra_moves != new.extra_moves:
        yield Phrase("change.extra-moves", {"player": player, "before": old.extra_moves, "after": new.extra_moves})
    yield from _marked(player, old.aimed, new.aimed, "happened.aimed", "change.aimed.none")
    yield from _marked(player, old.last_terror, new.last_terror, "happened.barred", "change.barred.none")


def _marked(player: str, old: Cell | None, new: Cell | None, marked: str, no_more: str) -> Iterator[Phrase]:
    if new is not None and new != old:
        yield Phrase(marked, {"player": player, "cell": text(new)})
    elif old is not None and new is None:
        yield Phrase(no_more, {"player": player, "cell": text(old)})


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
    if unit is None:
        return Phrase("unit.nothing")
    where: dict[str, PhraseArgument] = {"role": Word("roles", unit.role), "cell": text(unit.cell)}
    if isinstance(unit, Ghost):
        return Phrase("unit.ghost", where)
    return Phrase("change.piece", {"piece": Phrase("unit.piece", where), **_besides(unit)})


def _besides(piece: Piece) -> dict[str, PhraseArgument]:
    """Return phrases for what a piece carries that differs from the start of the game; empty where nothing does."""
    fresh = new_piece(piece.player, piece.camp, piece.role, piece.cell)
    uses = piece.teleports != fresh.teleports, piece.extra_moves != fresh.extra_moves
    aimed, last_terror = piece.aimed, piece.last_terror
    return {
        "wounded": Phrase("unit.wounded") if piece.wounded else "",
        "teleports": Phrase("unit.teleports", n=piece.teleports) if uses[0] else "",
        "extra_moves": Phrase("unit.extra-moves", n=piece.extra_moves) if uses[1] else "",
        "aimed": Phrase("unit.aimed", {"cell": text(aimed)}) if aimed else "",
        "last_terror": Phrase("unit.last-terror", {"cell": text(last_terror)}) if last_terror else "",
    }


# Scores, votes, the end --------------------------------------------------------------------------------------


def _scores(setting: Setting, before: State, after: State) -> Iterator[Phrase]:
    for camp in setting.camp_names:
        old, new = before.scores.get(camp, 0), after.scores.get(camp, 0)
        if old != new:
            yield Phrase("change.score", {"camp": camp, "before": old, "after": new})


def _votes(setting: Setting, before: State, after: State) -> Iterator[Phrase]:
    for vote in VOTES:
        old, new = getattr(before, vote), getattr(after, vote)
        for player in setting.roster:
            if (player in old) != (player in new):
                cast = "yes" if player in new else "no"
                yield Phrase(f"happened.voted.{vote}.{cast}", {"player": player})


def _ending(before: State, after: State) -> Iterator[Phrase]:
    if before.ending == after.ending:
        return
    if after.ending is None:
        yield Phrase("change.resumed")
    else:
        yield Phrase(f"change.ended.{after.ending.cause}", {"winners": Listed(after.ending.winners)})
