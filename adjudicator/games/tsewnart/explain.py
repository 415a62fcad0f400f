"""What holds for a player and why, for the MJ: what they control, and what touched it in the last turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.faults import Phrase, PhraseArgument, Word
from adjudicator.core.game_reports import Past
from adjudicator.core.stage import Fact
from adjudicator.games.tsewnart.account import came_to, happened, steps
from adjudicator.games.tsewnart.board import text
from adjudicator.games.tsewnart.state import Piece, Setting, State


def explain(setting: Setting, state: State, name: str, past: Sequence[Past]) -> list[Phrase]:
    """Return what the player ``name`` controls and has voted for, and what happened to it in the last stage."""
    knows = [] if state.phase == "roles" else [Phrase("why.knows", {"camp": setting.camp_of[name]})]
    return [*knows, *_controlled(state, name), *_captured(name, past), *_votes(state, name), *_last(name, past)]


def _controlled(state: State, name: str) -> Iterator[Phrase]:
    piece, ghost = state.pieces.get(name), state.ghosts.get(name)
    if piece:
        yield Phrase("why.piece", {"role": Word("roles", piece.role), "cell": text(piece.cell), "camp": piece.camp})
        yield from _carried(piece)
    elif ghost:
        yield Phrase("why.ghost", {"role": Word("roles", ghost.role), "cell": text(ghost.cell), "camp": ghost.camp})
    elif name in state.roles and state.phase == "placement":
        yield Phrase("why.role", {"role": Word("roles", state.roles[name])})
    else:
        yield Phrase("why.nothing")


def _carried(piece: Piece) -> Iterator[Phrase]:
    if piece.wounded:
        yield Phrase("why.wounded")
    if piece.role == "dement":
        yield Phrase("why.teleports", n=piece.teleports)
    if piece.role == "agile":
        yield Phrase("why.extra-moves", n=piece.extra_moves)
    if piece.aimed:
        yield Phrase("why.aimed", {"cell": text(piece.aimed)})
    if piece.last_terror:
        yield Phrase("why.last-terror", {"cell": text(piece.last_terror)})


def _captured(name: str, past: Sequence[Past]) -> Iterator[Phrase]:
    """Say in which earlier turns the player lost a piece to a capture, or took one; the last turn is told whole."""
    for one in past[:-1]:
        for fact in one.outcome.log:
            if fact.kind == "captured" and name in (fact.data["player"], fact.data["taker"]):
                yield _of_stage(one, happened(fact))


def _votes(state: State, name: str) -> Iterator[Phrase]:
    if name in state.stop:
        yield Phrase("why.stop")
    if name in state.surrender:
        yield Phrase("why.surrender")


def _last(name: str, past: Sequence[Past]) -> Iterator[Phrase]:
    """Say each order of the player in the last turn with its result and reason, and what others did to the player."""
    if not past or past[-1].stage.phase != "turn":
        return
    last = past[-1]
    had = name in last.before.pieces or name in last.before.ghosts
    if had and name not in last.orders:
        yield Phrase("why.no-orders", {"stage": last.stage.said})
    for facts in steps(last.outcome.log):
        first = facts[0]
        own = first.kind == "tried" and first.data["player"] == name
        told = facts[1:-1] if first.kind == "tried" else facts
        told = [fact for fact in told if own or name in _named(fact)]
        if first.kind == "tried" and (own or told):
            yield _of_stage(last, came_to(first.data, facts[-1].data))
        for fact in told:
            yield _of_stage(last, happened(fact))


def _named(fact: Fact) -> set[str]:
    """Return the players whom a fact is about."""
    data = fact.data
    return {data[key] for key in ("player", "other", "taker", "ghost") if key in data} | {*data.get("others", ())}


def _of_stage(one: Past, what: PhraseArgument) -> Phrase:
    return Phrase("why.in-stage", {"stage": one.stage.said, "what": what})
