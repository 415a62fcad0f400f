"""What players and captains may order. All is judged on the player's own view (§3), so a refusal reveals nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, TypeAlias

from adjudicator.core.actions import Action, Choice, Receipt
from adjudicator.core.faults import Objection, Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.games.tsewnart.board import DIRECTIONS, Cell, cell_of, text
from adjudicator.games.tsewnart.orders import EXCLUSIVE, GHOST_ORDERS, VOTES, parts_of_item, place_of
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY, POWER_OF, items_of_a_turn
from adjudicator.games.tsewnart.rulings import DECLARATIONS
from adjudicator.games.tsewnart.state import ROLES
from adjudicator.games.tsewnart.views import PlayerView

Values: TypeAlias = Callable[[PlayerView], Iterable[Any]]

# Orders in words ---------------------------------------------------------------------------------------------


def said(player: str, order: str, value: Any) -> Phrase:
    """Word one order of a turn for the ``player`` who gave it."""
    values: Mapping[str, PhraseArgument] = _parts(value)
    suffix = ""
    if isinstance(value, bool):
        suffix = "yes" if value else "no"
    elif order == "capture":
        values, suffix = ({}, "own") if value == player else ({"name": value}, "")
    elif order == "pull":
        values = {"side": Phrase(f"side.{value}")}
    elif order == "reorder":
        suffix = place_of(value)
    elif order in ("move", "extra_move"):
        values = {"where": where(value)}
    elif order == "swap":
        values, suffix = ({"where": where(value)}, "direction") if isinstance(value, str) else (values, "cell")
    elif "camp" in values or "name" in values:  # a ghost
        suffix = "player" if "name" in values else "camp"
    return Phrase(f"receipt.{order}.{suffix}" if suffix else f"receipt.{order}", values)


def given(order: str, value: Any) -> PhraseArgument:
    """Word the value of an order for the MJ's account; an empty string if the name of the order says it all."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, str):
        return value if order == "capture" else Word("directions", value)
    values = _parts(value)
    if order == "reorder":
        return Phrase(f"given.reorder.{place_of(value)}", values)
    ghost = values.get("name") or (
        Phrase("given.ghost", {"cell": values["cell"], "camp": values["camp"]}) if "camp" in values else values["cell"]
    )
    return Phrase("given.steer_ghost", {"ghost": ghost, "where": values["where"]}) if order == "steer_ghost" else ghost


def _parts(value: Any) -> dict[str, PhraseArgument]:
    """Return the parts of a value in words: a cell, or what a mapping names."""
    if isinstance(value, list):
        return {"cell": text(cell_of(value))}
    if not isinstance(value, Mapping):
        return {}
    if "action" in value:
        return {"action": item_phrase(value["action"]), "reference": item_phrase(value[place_of(value)])}
    told: dict[str, PhraseArgument] = _parts(value["cell"]) if "cell" in value else {"name": value["player"]}
    told |= {"camp": value["camp"]} if "camp" in value else {}
    return told | ({"where": where(value["to"])} if "to" in value else {})


def where(value: Any) -> Phrase:
    """Word a direction or a cell as a destination."""
    return Phrase(f"where.{value}") if isinstance(value, str) else Phrase("where.cell", _parts(list(value)))


def item_phrase(item: str) -> Phrase:
    """Word an item of the order of play."""
    step, camp = parts_of_item(item)
    return Phrase("item", {"step": Word("steps", step), "camp": camp})


def receipt(view: PlayerView, orders: Plain) -> Receipt:
    """Return a phrase for each order, or one that says that a player who could act does nothing.

    The actions are in the order in which they will be played.
    """
    if view.phase != "turn":
        return Receipt(tuple(_choice_said(phase, chosen) for phase, chosen in orders.items()))
    in_time = sorted(orders, key=lambda order: (_rank(view, order), order))
    actions = [said(view.player, order, orders[order]) for order in in_time if order not in DECLARATIONS]
    besides = [_declared(view, order, orders[order]) for order in DECLARATIONS if order in orders]
    if all(order in VOTES for order in orders) and (view.unit != "nothing" or not orders):
        actions = [Phrase("receipt.nothing")]
    return Receipt(tuple(actions), tuple(besides))


def _rank(view: PlayerView, order: str) -> int:
    """Return the position of the player's order in the order of play; a capture comes last (§8)."""
    role = view.role if view.unit == "piece" else None
    played = (
        i for i, step in enumerate(ORDER_OF_PLAY) if step.order == order and (order != "move" or step.role == role)
    )
    return next(played, len(ORDER_OF_PLAY))


def _declared(view: PlayerView, order: str, value: bool) -> Phrase:
    """Word a declaration; a vote that changes nothing is said to stay as it is."""
    if order in VOTES and value is getattr(view, order):
        return Phrase(f"receipt.{order}.{'still' if value else 'none'}")
    return said(view.player, order, value)


def standing_said(standing: Plain) -> Iterator[Phrase]:
    """Yield standing orders in words, in the order in which they were left."""
    for order, value in standing.items():
        answer = Word("booleans", str(value).lower()) if isinstance(value, bool) else given(order, value)
        yield Phrase("standing.order", {"order": Word("orders", order), "value": answer})


# What is wrong with orders -----------------------------------------------------------------------------------


def objections(view: PlayerView, orders: Plain) -> list[Objection]:
    """Judge orders for the stage awaited. A value of None could not be read, and only its key is judged."""
    return list(_turn_objections(view, orders) if view.phase == "turn" else _captain_objections(view, orders))


def ahead_objections(view: PlayerView, orders: Plain) -> list[Objection]:
    """Judge standing orders or orders for a later turn: object to what no turn can make right.

    The orders may be meant for what the player controls now, or for the ghost that their piece may become by then.
    Nothing is known of a piece that the player may capture, so orders for it can be left only once the player has it.
    Uses left, an aim and the last terror will have changed by then, and are judged when the turn comes.
    """
    return list(_turn_objections(view, orders, lasting=True))


standing_objections = ahead_objections


def standing_trouble(view: PlayerView, standing: Plain) -> Iterator[Phrase]:
    """Yield a phrase for each standing order that cannot be used in the turn awaited, with the reason."""
    for objection in _turn_objections(view, standing):
        if objection.code in TROUBLES:
            values: dict[str, PhraseArgument] = {**objection.values, "word": Word("orders", str(objection.path[0]))}
            yield Phrase(f"trouble.{objection.code}", values)


TROUBLES = ("not-for-ghosts", "nothing-left", "other-role", "spent", "no-aim", "same-cell")
"""The codes of objections that may arise later against a standing order that was accepted when it was left.

An order for ghosts alone is not reported for a piece: it is kept in case the player becomes a ghost.
"""
NEEDED = {"teleport": "teleports", "extra_move": "extra_moves", "shoot": "aimed"}
"""What a piece must have for some orders when their turn comes: uses left, or an aim."""


def _turn_objections(view: PlayerView, orders: Plain, lasting: bool = False) -> Iterator[Objection]:
    foreign = {order: objection for order in orders if (objection := _not_his(view, order, lasting)) is not None}
    yield from foreign.values()
    his = {order: value for order, value in orders.items() if order not in foreign}
    # Of orders that exclude one another, the first is kept and each later one is refused.
    first, *others = [order for order in his if order in EXCLUSIVE] or [""]
    for order in others:
        yield Objection("exclusive", (order,), on_key=True, related=(first,))
    for order, value in his.items():
        if value is not None:
            yield from _off_board(view, order, value)
            yield from _value_objections(view, order, value)
            yield from () if lasting else _objections_now(view, order, value)


def _not_his(view: PlayerView, order: str, lasting: bool = False) -> Objection | None:
    """Object to another role's power, a ghost's order for a piece, and any order of a player with nothing left."""
    role = POWER_OF.get(order, view.role)
    if order in VOTES:
        return None
    if view.unit == "nothing":
        return _about(order, "nothing-left")
    if view.unit == "ghost":
        return None if order in GHOST_ORDERS else _about(order, "not-for-ghosts")
    if order == "capture":
        return None if lasting else _about(order, "only-for-ghosts")
    return None if role == view.role else _about(order, "other-role", power_of=Word("roles", str(role)))


def _off_board(view: PlayerView, order: str, value: Any) -> Iterator[Objection]:
    parts = {(order, key): part for key, part in value.items()} if isinstance(value, Mapping) else {(order,): value}
    for path, part in parts.items():
        if isinstance(part, list):
            yield from view.grid.objections(cell_of(part), path)


def _value_objections(view: PlayerView, order: str, value: Any) -> Iterator[Objection]:
    if order == "reorder":
        place = place_of(value)
        if value.get("action") is not None and value["action"] == value.get(place):
            yield Objection("same-item", (order, place), {"item": item_phrase(value["action"])})
    elif order == "steer_ghost":
        if value.get("player") is not None and value["player"] not in view.mates:
            yield Objection("other-camp", (order, "player"), {"name": value["player"], "camp": view.camp})
    elif order == "capture" and value not in view.mates:
        yield Objection("capture-for-other-camp", (order,), {"name": value, "camp": view.camp})


def _objections_now(view: PlayerView, order: str, value: Any) -> Iterator[Objection]:
    if order in NEEDED and not getattr(view, NEEDED[order]):
        yield _about(order, "no-aim" if order == "shoot" else "spent")
    elif order == "terrorise" and view.last_terror is not None and tuple(value) == tuple(view.last_terror):
        yield Objection("same-cell", (order,), {"cell": text(cell_of(value))})


def _about(order: str, code: str, **values: PhraseArgument) -> Objection:
    return Objection(code, (order,), values, on_key=True)


# The orders of a turn ----------------------------------------------------------------------------------------


def _cells(view: PlayerView) -> list[list[int]]:
    return list(map(list, view.grid.cells()))


def _ways(view: PlayerView) -> list[Any]:
    return [*DIRECTIONS, *_cells(view)]


def _reorders(view: PlayerView) -> Iterator[Plain]:
    for action, reference in permutations(items_of_a_turn(view.camps), 2):
        yield from ({"action": action, place: reference} for place in ("before", "after"))


def _ghosts(view: PlayerView) -> Iterator[Plain]:
    """Yield the values that name a ghost by its cell, or by its cell and camp."""
    for cell in _cells(view):
        yield {"cell": cell}
        yield from ({"cell": cell, "camp": camp} for camp in view.camps)


def _steered(view: PlayerView) -> Iterator[Plain]:
    """Yield each ghost with each place it may be moved to; one of the player's own camp may be named by its player."""
    for ghost in (*_ghosts(view), *({"player": mate} for mate in view.mates)):
        yield from ({**ghost, "to": to} for to in _ways(view))


def _inward(view: PlayerView) -> Word:
    """Return a direction that does not lead off the board, or ``up`` if there is none; wraps are ignored."""
    ways = (way for way, step in DIRECTIONS.items() if _step(view.cell, step) in view.grid)
    return Word("directions", next(ways, "up"))


def _cell(*steps: Cell) -> Values:
    """Return a function that returns a cell for an example: one of these ``steps`` away, or else the player's own.

    It is never the cell that was terrorised last turn, which a terror may not name.
    """

    def example(view: PlayerView) -> str:
        cells = [_step(view.cell, step) for step in (*steps, (0, 0), *DIRECTIONS.values())]
        return text(next(cell for cell in cells if cell in view.grid and cell != view.last_terror))

    return example


def _step(cell: Cell, step: tuple[int, int]) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def _reorder_example(view: PlayerView) -> Mapping[Word, Phrase]:
    action, other = f"terrorise {view.camps[-1]}", f"reveal {view.camp}"
    return {Word("reorder", "action"): item_phrase(action), Word("reorder", "after"): item_phrase(other)}


def _order(
    order: str,
    values: Values,
    example: Callable[[PlayerView], Any],
    lines: Callable[[PlayerView], Sequence[tuple[Any, ...]]] = lambda view: (),
    parts: tuple[Word, ...] = (),
) -> Action:
    """Return an order of a turn, with all ``values`` that the schema allows and an ``example`` for a form."""

    def choices(view: PlayerView) -> Iterator[Choice]:
        if _offered(view, order):
            nearer = view.reach == "within" and order in ("aim", "shoot")
            remark = Phrase(f"choice.{order}.within" if nearer else f"choice.{order}")
            yield Choice(order, example(view), remark, _group(view, order), tuple(lines(view)), parts)

    def standing_choices(view: PlayerView) -> Iterator[Choice]:
        if order in ("move", "capture", "conceal") and _not_his(view, order) is None:
            yield Choice(order, example(view), Phrase(f"choice.standing.{order}"))

    role = POWER_OF.get(order)
    needs = {"capture": {"ghost"}, "move": set()}.get(order, {str(role), order} if order in NEEDED else {str(role)})
    return Action(
        (order,),
        frozenset({"turn"}),
        lambda view: ({order: value} for value in values(view)) if _offered(view, order) else (),
        lambda view, orders: said(view.player, order, orders[order]),
        choices,
        standing_choices=standing_choices,
        needs=None if order in (*VOTES, "terrorise") else frozenset(needs),
    )


def _group(view: PlayerView, order: str) -> str:
    if order not in EXCLUSIVE:
        return "votes" if order in VOTES else "also"
    return "one-of" if sum(_offered(view, each) for each in EXCLUSIVE) > 1 else "alone"


def _offered(view: PlayerView, order: str) -> bool:
    return _not_his(view, order) is None and (order not in NEEDED or bool(getattr(view, NEEDED[order])))


def _always(answer: str) -> Callable[[PlayerView], Word]:
    return lambda view: Word("booleans", answer)


def _vote(vote: str) -> Action:
    """Return a vote; its example is the vote as it is now, so that sending it unchanged changes nothing."""
    return _order(vote, lambda view: (True, False), lambda view: Word("booleans", str(getattr(view, vote)).lower()))


def _parts_of(place: str, *parts: str) -> tuple[Word, ...]:
    return tuple(Word(place, part) for part in parts)


_BESIDE = tuple(DIRECTIONS.values())
_TWO_AWAY = ((2, 0), (-2, 0), (0, 2), (0, -2), (1, 1), (-1, -1))

# Before turn 1 -----------------------------------------------------------------------------------------------


def _captain_objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """Judge a choice of roles or a placement: the captain's, for every player of the camp and no other.

    No role is chosen twice; all cells are different and in the start zone. A value of None could not be read.
    """
    phase = view.phase
    if view.player != view.captain:
        yield Objection("captain-only", (), {"captain": view.captain, "camp": view.camp}, on_key=True)
        return
    chosen = orders.get(phase)
    if chosen is None:
        return
    for player in chosen:
        if player not in view.mates:
            yield Objection("other-camp", (phase, player), {"name": player, "camp": view.camp}, on_key=True)
    if forgotten := [player for player in view.mates if player not in chosen]:
        yield Objection("player-forgotten", (phase,), {"names": ", ".join(forgotten)}, on_key=True)
    taken: dict[Any, str] = {}
    for player, value in chosen.items():
        if value is None:
            continue
        what = value if phase == "roles" else cell_of(value)
        if phase == "placement" and what not in view.zone:
            yield Objection("outside-zone", (phase, player), {"cell": text(what), "camp": view.camp})
        if what in taken and phase == "roles":
            yield Objection("role-twice", (phase, player), {"role": Word("roles", value), "other": taken[what]})
        elif what in taken:
            yield Objection("cell-twice", (phase, player), {"cell": text(what), "other": taken[what]})
        taken.setdefault(what, player)


def _choice_said(phase: str, chosen: Mapping[str, Any]) -> Phrase:
    pairs = [(name, Word("roles", what) if phase == "roles" else text(cell_of(what))) for name, what in chosen.items()]
    return Phrase(f"receipt.{phase}", {"list": Pairs(tuple(pairs))})


def _captain(phase: str) -> Action:
    """Return the captain's choice for every player of the camp before turn 1, which has no default (R2)."""

    def values(view: PlayerView) -> Iterator[Plain]:
        choosable: Sequence[Any] = ROLES if phase == "roles" else [list(cell) for cell in view.zone]
        for chosen in permutations(choosable, len(view.mates)) if view.player == view.captain else ():
            yield {phase: dict(zip(view.mates, chosen, strict=True))}

    def choices(view: PlayerView) -> Iterator[Choice]:
        lines: list[tuple[Any, ...]] = [tuple(map(text, view.zone))]
        if phase == "roles":
            lines = [
                (Phrase("pair", {"name": Word("roles", role), "what": Phrase(f"power.{role}")}),) for role in ROLES
            ]
        if view.player == view.captain:
            yield Choice(phase, dict.fromkeys(view.mates), Phrase(f"choice.{phase}"), lines=tuple(lines))

    return Action(
        (phase,),
        frozenset({phase}),
        values,
        lambda view, given: _choice_said(phase, given[phase]),
        choices,
        without=lambda view: Phrase("fate.waiting"),
    )


ACTIONS = (
    _captain("roles"),
    _captain("placement"),
    # In the order of a form: those that exclude one another, those besides, and votes.
    _order("move", _ways, _inward),
    _order(
        "reorder",
        _reorders,
        _reorder_example,
        lambda view: [tuple(item_phrase(f"{step.id} {camp}") for camp in view.initiative) for step in ORDER_OF_PLAY],
        _parts_of("reorder", "action", "before", "after"),
    ),
    _order("shoot", lambda view: (True,), _always("true")),
    _order("terrorise", _cells, _cell(*_BESIDE)),
    _order("sanctify", _cells, _cell()),
    _order("teleport", _cells, _cell(*_BESIDE)),
    _order("pull", lambda view: DIRECTIONS, _inward),
    _order("reveal", _cells, _cell()),
    _order("aim", _cells, _cell(*_TWO_AWAY)),
    _order(
        "steer_ghost",
        _steered,
        lambda view: {Word("ghost", "cell"): text(view.cell), Word("ghost", "to"): _inward(view)},
        parts=_parts_of("ghost", "cell", "camp", "to"),
    ),
    _order(
        "examine",
        lambda view: [*_cells(view), *_ghosts(view)],
        _cell(),
        lambda view: [({Word("ghost", "cell"): text(view.cell), Word("ghost", "camp"): view.camps[-1]},)],
    ),
    _order("extra_move", _ways, _inward),
    _order("swap", _ways, _inward),
    _order("conceal", lambda view: (True, False), _always("true")),
    _order("capture", lambda view: view.mates, lambda view: view.player, lambda view: [tuple(view.ghost_cells)]),
    *map(_vote, VOTES),
)
