"""The rule sheet of Tsewnart, in the order of the sheet.

§3 a turn, §4 moving, §5 the roles, §6 the Professeur, §7 ghosts, §8 capture, §9 the end, then the order of play. A rule
is a function of the turn and of one order, and returns the result of the order. It changes the position only through
the methods of :class:`~adjudicator.games.tsewnart.turn.Turn`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from adjudicator.core.stage import PUBLIC, camp_reader
from adjudicator.games.tsewnart import rulings
from adjudicator.games.tsewnart.board import Cell
from adjudicator.games.tsewnart.orders import (
    EXCLUSIVE,
    GHOST_ORDERS,
    VOTES,
    Examine,
    Reorder,
    Steer,
    Where,
)
from adjudicator.games.tsewnart.state import Ghost, Piece, Setting, State
from adjudicator.games.tsewnart.turn import Agenda, Result, Turn, failure, success

# §3 A turn: what may stop an order when its item comes -------------------------------------------------------


def stopped(turn: Turn, player: str, order: str) -> Result | None:
    """Return the failure of an order that is stopped before it begins, or None.

    The first reason that applies is given: the order is not the player's to give; exclusive orders were given together
    (R26); the piece was eliminated before the item of the order; the piece or ghost was terrorised before it; the ghost
    was steered.

    R24. A ghost steered with success loses its own move, not yet resolved; its ``capture`` stands.
    """
    unit = turn.unit(player)
    if not is_his_to_give(unit, order):
        return failure("not-his")
    if order in EXCLUSIVE and rulings.refused_together(EXCLUSIVE.intersection(turn.orders[player])):
        return failure("exclusive", "R26")
    if isinstance(unit, Piece) and player not in turn.state.pieces:
        return failure("gone", "R9")
    if player in turn.silenced:
        return failure("terrorised")
    if order == "move" and player in turn.steered:
        return failure("steered", "R24")
    return None


def kept_from_it(turn: Turn, player: str, order: str) -> Result | None:
    """Return the failure of an order that the rule sheet or the MJ's ruling stops, or None."""
    found = stopped(turn, player, order)
    return found if turn.hand is None else turn.hand(turn, player, order, found)


def is_his_to_give(unit: Piece | Ghost | None, order: str) -> bool:
    """Return whether the order is one for what its player controls.

    Another role's power, or a ghost's order for a piece, is not.
    """
    if isinstance(unit, Piece):
        return order == "move" or POWER_OF.get(order) == unit.role
    return unit is not None and order in GHOST_ORDERS


# §4 Moving ---------------------------------------------------------------------------------------------------


def move(turn: Turn, piece: Piece, where: Where) -> Result:
    """Move a piece to an adjacent cell; a move ends in one of six ways (§4)."""
    cell = rulings.destination(turn.board, piece.cell, where)
    if cell is None:
        return failure("unreachable", "R6")
    other = turn.piece_on(cell)
    if other is None:
        turn.move(piece, cell)
        return success("moved")
    if other.camp == piece.camp:
        return failure("ally-there")
    fate = strike(turn, other, by=piece.camp)
    if not rulings.enters(fate):
        return failure(fate, *(["R8"] if fate == "wounded" else spared(other, fate)))
    turn.move(piece, cell)
    return success("eliminated")


def strike(turn: Turn, piece: Piece, by: str) -> str:
    """*Elimination*, *wounds*, *sanctified* (§4): whatever would eliminate ``piece`` comes here. Return its fate.

    The fate is ``protected``, ``wounded`` or ``eliminated``; the camp ``by`` strikes.
    """
    fate = rulings.fate(piece.role, piece.wounded, piece.cell in turn.sanctified)
    if fate == "wounded":
        turn.change("wounded", player=piece.player, cell=piece.cell, by=by)
    if fate == "eliminated":
        turn.eliminate(piece, by)
    return fate


def spared(piece: Piece, fate: str) -> list[str]:
    """Return R7 if a sanctified cell spares an unwounded Brute even its wound; for other pieces §4.3 says it all."""
    return ["R7"] if fate == "protected" and piece.role == "brute" and not piece.wounded else []


# §5 The roles ------------------------------------------------------------------------------------------------


def teleport(turn: Turn, piece: Piece, cell: Cell) -> Result:
    """Dément: move once per game to any cell that holds no piece then. Only a success uses this up."""
    if not piece.teleports:
        return failure("spent")
    if cell not in turn.board:
        return failure("off-board")
    free = turn.piece_on(cell) is None
    if free:
        turn.move(piece, cell)
    if rulings.spends(free):
        turn.spend(piece, "teleports")
    return success("moved") if free else failure("occupied")


def sanctify(turn: Turn, piece: Piece, cell: Cell) -> Result:
    """Religieux: sanctify any cell until the end of the turn; not as the only piece alive of the camp."""
    if cell not in turn.board:
        return failure("off-board")
    if len(turn.pieces_of(piece.camp)) == 1:
        return failure("sole-survivor")
    turn.sanctify(cell)
    return success("sanctified-cell")


def reveal(turn: Turn, piece: Piece, cell: Cell) -> Result:
    """Mystique: see every piece and ghost on any cell as they stand then, and whether it is sanctified (R12)."""
    if cell not in turn.board:
        return failure("off-board")
    to = rulings.told_to(turn.setting.options.reveal_to, piece.camp)
    for unit in turn.units_on(cell):
        turn.tell(to, "revealed", cell=cell, camp=unit.camp, role=unit.role, player=unit.player)
    turn.tell(to, "hallowed", cell=cell, sanctified=cell in turn.sanctified)
    return success("revealed", "R12")


def extra_move(turn: Turn, piece: Piece, where: Where) -> Result:
    """Agile: make a second move, by the same rules, twice per game; only a success uses one up (R13)."""
    if not piece.extra_moves:
        return failure("spent")
    result = move(turn, piece, where)
    if rulings.spends(result.success):
        turn.spend(piece, "extra_moves")
    return result._replace(rulings=(*result.rulings, "R13"))


def examine(turn: Turn, piece: Piece, order: Examine) -> Result:
    """Croque-Mort: see the role of a ghost one cell away (R14), for the own camp alone; of several, one at random."""
    if not rulings.within_reach(turn.board, piece.cell, order.cell):
        return failure("too-far", "R14")
    fitting = turn.ghosts_on(order.cell, order.camp)
    if not fitting:
        return failure("no-ghost")
    ghost = turn.choose("examine", piece, order.cell, fitting)
    turn.tell(camp_reader(piece.camp), "examined", cell=ghost.cell, camp=ghost.camp, role=ghost.role)
    return success("examined", "R14")


def steer_ghost(turn: Turn, piece: Piece, order: Steer) -> Result:
    """Croque-Mort: move a ghost standing anywhere by the ghosts' own rules; of several, one at random (R24)."""
    fitting = ghosts_meant(turn, piece.camp, order)
    if not fitting:
        return failure("no-ghost")
    cell = haunt(turn, fitting[0].cell, order.to)
    if isinstance(cell, Result):
        return cell
    ghost = turn.choose("steer-ghost", piece, fitting[0].cell, fitting)
    turn.steer(ghost, cell)
    return success("steered", "R24")


def ghosts_meant(turn: Turn, camp: str, order: Steer) -> list[Ghost]:
    """Return the ghosts that an order ``steer_ghost`` fits: those on the cell, or one of the own camp by its player."""
    if order.player is not None:
        ghost = turn.state.ghosts.get(order.player)
        return [ghost] if ghost and ghost.camp == camp else []
    return turn.ghosts_on(order.cell, order.camp)


def aim(turn: Turn, piece: Piece, cell: Cell) -> Result:
    """Archer: aim at a cell that is in range then (R15)."""
    if not _in_range(turn, piece, cell):
        return _out_of_range(turn)
    turn.change("aimed", player=piece.player, cell=cell)
    return success("aimed" if turn.setting.options.reach == "exact" else "aimed-within", "R15")


def _in_range(turn: Turn, piece: Piece, cell: Cell) -> bool:
    return rulings.in_range(turn.board, piece.cell, cell, turn.setting.options.reach)


def _out_of_range(turn: Turn) -> Result:
    return failure("out-of-range" if turn.setting.options.reach == "exact" else "out-of-reach", "R15")


def shoot(turn: Turn, piece: Piece, order: bool) -> Result:
    """Archer: shoot at the cell aimed at the turn before, if still in range (R15).

    The arrow eliminates any piece there, friend or foe (R10).
    """
    cell = turn.before.pieces[piece.player].aimed
    if cell is None:
        return failure("no-aim")
    if not _in_range(turn, piece, cell):
        return _out_of_range(turn)
    target = turn.piece_on(cell)
    if target is None:
        return success("arrow-empty")
    fate = strike(turn, target, by=piece.camp)
    return success(f"arrow-{fate}", *spared(target, fate), *(["R10"] if target.camp == piece.camp else []))


def terrorise(turn: Turn, piece: Piece, cell: Cell) -> Result:
    """Terreur: cancel all unresolved orders of every piece and ghost on the cell; not the same cell twice running."""
    if cell not in turn.board:
        return failure("off-board")
    if cell == turn.before.pieces[piece.player].last_terror:
        return failure("same-cell")
    for unit in turn.units_on(cell):
        turn.silence(unit)
    turn.change("barred", player=piece.player, cell=cell)
    return success("terror")


def swap(turn: Turn, piece: Piece, where: Where) -> Result:
    """Tacticien: change places with an adjacent piece, friend or foe; nobody is eliminated."""
    cell = rulings.destination(turn.board, piece.cell, where)
    if cell is None:
        return failure("unreachable", "R6")
    other = turn.piece_on(cell)
    if other is None:
        return failure("nobody-there")
    turn.change("swapped", player=piece.player, other=other.player, start=piece.cell, end=other.cell)
    return success("swapped")


def pull(turn: Turn, piece: Piece, direction: str) -> Result:
    """Savant: pull the first piece met in that direction one cell nearer (R16).

    An adjacent ally stays where it is. An adjacent enemy eliminates the Savant and takes the cell, unless a sanctified
    cell protects the Savant.
    """
    met, cell = first_met(turn, piece, direction)
    if met is None:
        return failure("nobody-met", "R16")
    if cell != piece.cell:
        turn.move(met, cell)
        return success("pulled", "R16")
    if met.camp == piece.camp:
        return failure("ally-pulled", "R16")
    if not rulings.enters(strike(turn, piece, by=met.camp)):
        return failure("protected", "R16")
    turn.move(met, cell)
    return success("suicide", "R16")


def first_met(turn: Turn, piece: Piece, direction: str) -> tuple[Piece | None, Cell]:
    """Return the first piece met, or None, and the cell just before it on the way.

    The search wraps where the board does, ignores ghosts, and ends at an edge or back at the piece itself.

    R16. To attract is to bring the first piece met in the direction named one cell nearer, against it.
    """
    near, cell = piece.cell, turn.board.step(piece.cell, direction)
    while cell is not None and cell != piece.cell:
        met = turn.piece_on(cell)
        if met is not None:
            return met, near
        near, cell = cell, turn.board.step(cell, direction)
    return None, near


# §6 The Professeur -------------------------------------------------------------------------------------------


def reorder(turn: Turn, piece: Piece, order: Reorder) -> Result:
    """Professeur: put an item directly before or after the reference, if neither is past (R17), this turn (R18)."""
    trouble = turn.agenda.move(order.action, order.place, order.reference)
    if trouble:
        return failure(trouble, "R17")
    turn.note(
        "reordered",
        player=piece.player,
        action=str(order.action),
        place=order.place,
        reference=str(order.reference),
    )
    return success("reordered", "R18")


# §7 Ghosts ---------------------------------------------------------------------------------------------------


def move_ghost(turn: Turn, ghost: Ghost, where: Where) -> Result:
    """Move a ghost to an adjacent cell on the board, with or without a piece, but not to a sanctified one."""
    cell = haunt(turn, ghost.cell, where)
    if isinstance(cell, Result):
        return cell
    turn.move_ghost(ghost, cell)
    return success("moved")


def haunt(turn: Turn, start: Cell, where: Where) -> Cell | Result:
    """Return the cell that a ghost on ``start`` may move to, or the failure that says why it may not."""
    cell = rulings.destination(turn.board, start, where)
    if cell is None:
        return failure("unreachable", "R6")
    return failure("sanctified") if cell in turn.sanctified else cell


def see(turn: Turn) -> None:
    """Publish the role of each piece on whose cell an enemy ghost ends the turn.

    The ghost's camp also learns the name of the piece's player, unless it is concealed (R19).
    """
    for player in rulings.in_turn(turn.state.ghosts, turn.setting.roster):
        ghost = turn.state.ghosts[player]
        piece = turn.piece_on(ghost.cell)
        if piece is None or piece.camp == ghost.camp:
            continue
        hidden = rulings.conceals(piece.role, declared=concealed(turn, piece))
        kind = "seen-concealed" if hidden else "seen"
        turn.note(kind, player=piece.player, ghost=player, cell=piece.cell, role=piece.role, rulings=("R19",))
        turn.tell(PUBLIC, "role-seen", cell=piece.cell, camp=piece.camp, role=piece.role)
        if not hidden:
            turn.tell(camp_reader(ghost.camp), "name-seen", cell=piece.cell, player=piece.player)


def concealed(turn: Turn, piece: Piece) -> bool:
    """Return whether the player of ``piece`` declared ``conceal``, which only a Croque-Mort's player can."""
    orders = turn.orders.get(piece.player, {})
    return bool(orders.get("conceal")) and is_his_to_give(turn.unit(piece.player), "conceal")


# §8 Capture --------------------------------------------------------------------------------------------------


def capture(turn: Turn) -> None:
    """Carry out captures in initiative order of the camps, each on the board that the earlier ones left."""
    willing = [player for player, given in turn.orders.items() if "capture" in given]
    for player in willing:
        result = kept_from_it(turn, player, "capture")
        if result:
            settle_capture(turn, player, result)
    cells = cells_of_the_willing(turn, willing)
    for camp in turn.initiative:
        for cell in sorted(cells.get(camp, ())):
            capture_on(turn, camp, cell)
    for player in willing:
        if wants_capture(turn, player):
            settle_capture(turn, player, failure("no-capture"))


def settle_capture(turn: Turn, player: str, result: Result) -> None:
    """Record the result of a ``capture``; it has no item, so it is recorded as tried only now."""
    turn.take_up(player, "capture")
    turn.settle(player, "capture", result)


def cells_of_the_willing(turn: Turn, willing: Iterable[str]) -> dict[str, set[Cell]]:
    """Return, by camp, the cells of its ghosts whose ``capture`` is not cancelled; captures move no ghost."""
    cells: dict[str, set[Cell]] = {}
    for player in willing:
        if wants_capture(turn, player):
            ghost = turn.state.ghosts[player]
            cells.setdefault(ghost.camp, set()).add(ghost.cell)
    return cells


def wants_capture(turn: Turn, player: str) -> bool:
    """Return whether ``player`` has a ``capture`` order that is not cancelled and has no result yet."""
    return "capture" in turn.orders.get(player, {}) and "capture" not in turn.results.get(player, {})


def capture_on(turn: Turn, camp: str, cell: Cell) -> None:
    """Carry out a capture if an enemy piece and three agreeing ghosts of ``camp`` stand on the cell.

    R11. Capture is not elimination: sanctification does not prevent it.
    """
    piece = turn.piece_on(cell)
    group = agreeing(turn, camp, cell)
    if piece is None or piece.camp == camp or not group:
        return
    for ghost in group:
        settle_capture(turn, ghost.player, success("captured", *(["R11"] if cell in turn.sanctified else [])))
    turn.capture(piece, group[0], group[1:])


def agreeing(turn: Turn, camp: str, cell: Cell) -> list[Ghost]:
    """Return PLAYER's ghost and the first two others, in roster order, who name PLAYER; empty if there are none.

    PLAYER must be among those who name PLAYER. If there are two such groups, the PLAYER who comes first in roster order
    leads.
    """
    willing = [ghost for ghost in turn.ghosts_on(cell, camp) if wants_capture(turn, ghost.player)]
    for leader in willing:
        named = [ghost for ghost in willing if turn.orders[ghost.player]["capture"] == leader.player]
        if leader in named and len(named) >= 3:
            return [leader, *[ghost for ghost in named if ghost is not leader][:2]]
    return []


# §9 The end --------------------------------------------------------------------------------------------------


def count_votes(turn: Turn) -> None:
    """Count the votes ``surrender`` and ``stop``, which stay until the player sends ``false`` (R22)."""
    for player, given in turn.orders.items():
        for vote in VOTES:
            # A vote that was not cast cannot be withdrawn.
            if vote in given and (given[vote] or player in getattr(turn.state, vote)):
                turn.change("voted", player=player, vote=vote, cast=given[vote], rulings=("R22",))


def surrendered_in(camp_of: dict[str, str], camps: tuple[str, ...], state: State) -> list[str]:
    """Return the camps of which more than half of the players have an outstanding ``surrender``."""
    players, votes = dict.fromkeys(camps, 0), dict.fromkeys(camps, 0)
    voters = set(state.surrender)
    for player, camp in camp_of.items():
        players[camp] += 1
        votes[camp] += player in voters
    return [camp for camp in camps if rulings.has_surrendered(votes[camp], players[camp])]


def cause_of_the_end(setting: Setting, state: State) -> str | None:
    """Return the cause of the end of the game, or None if it goes on.

    The game ends if at most one camp with pieces has not surrendered, or if two thirds of all players vote ``stop``.
    The cause is ``eliminated``, ``surrendered`` or ``stopped``.
    """
    alive = {piece.camp for piece in state.pieces.values()}
    if len(alive) <= 1:
        return "eliminated"
    if len(alive.difference(surrendered_in(setting.camp_of, setting.camp_names, state))) <= 1:
        return "surrendered"
    return "stopped" if 3 * len(state.stop) >= 2 * len(setting.roster) else None


# The order of play (§3) --------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A step of the order of play: the role it is for (None for ghosts), the order, and the rule that plays it."""

    id: str
    role: str | None
    order: str
    rule: Callable[[Turn, Any, Any], Result]


ORDER_OF_PLAY = (
    Step("reorder", "professeur", "reorder", reorder),
    Step("shoot", "archer", "shoot", shoot),
    Step("terrorise", "terreur", "terrorise", terrorise),
    Step("examine", "croque-mort", "examine", examine),
    Step("move-brute", "brute", "move", move),
    Step("sanctify", "religieux", "sanctify", sanctify),
    Step("move-agile", "agile", "move", move),
    Step("move-dement", "dement", "move", move),
    Step("move-tacticien", "tacticien", "move", move),
    Step("move-professeur", "professeur", "move", move),
    Step("move-mystique", "mystique", "move", move),
    Step("move-terreur", "terreur", "move", move),
    Step("move-savant", "savant", "move", move),
    Step("move-religieux", "religieux", "move", move),
    Step("move-croque-mort", "croque-mort", "move", move),
    Step("move-archer", "archer", "move", move),
    Step("teleport", "dement", "teleport", teleport),
    Step("extra-move", "agile", "extra_move", extra_move),
    Step("swap", "tacticien", "swap", swap),
    Step("pull", "savant", "pull", pull),
    Step("reveal", "mystique", "reveal", reveal),
    Step("aim", "archer", "aim", aim),
    Step("steer-ghost", "croque-mort", "steer_ghost", steer_ghost),  # R4. The author's list forgets it
    Step("move-ghosts", None, "move", move_ghost),
)

STEPS = {step.id: step for step in ORDER_OF_PLAY}
POWER_OF = {step.order: step.role for step in ORDER_OF_PLAY if step.order != "move"} | {"conceal": "croque-mort"}
"""The role whose power each order is; ``move`` is not listed, because every piece and ghost can move."""
ORDERS = ("move", *(step.order for step in ORDER_OF_PLAY if step.order != "move"), "capture")
"""All orders that have a result, in the order of the sheet."""
_STEP_OF_ORDER = {step.order: step.id for step in ORDER_OF_PLAY if step.order != "move"}


@lru_cache(maxsize=16)
def items_of_a_turn(initiative: tuple[str, ...]) -> tuple[str, ...]:
    """Return the items of a turn as the sheet has them: each step for each camp, in ``initiative`` order."""
    return tuple(f"{step.id} {camp}" for step in ORDER_OF_PLAY for camp in initiative)


def step_of(unit: Piece | Ghost | None, order: str) -> str | None:
    """Return the step in which an ``order`` for ``unit`` is played; None for declarations and ``capture``."""
    if order in rulings.DECLARATIONS:
        return None
    if order != "move":
        return _STEP_OF_ORDER.get(order)
    return f"move-{unit.role}" if isinstance(unit, Piece) else "move-ghosts"


def due(turn: Turn) -> dict[str, list[str]]:
    """Return for each item the players who have an order in it, in roster order (R5)."""
    items: dict[str, list[str]] = {}
    for player, given in turn.orders.items():
        camp, unit = turn.setting.camp_of[player], turn.unit(player)
        for order in given:
            step = step_of(unit, order)
            if step:
                items.setdefault(f"{step} {camp}", []).append(player)
    return items


def play(turn: Turn) -> None:
    """Play a turn: the order of play, then captures (§8), what ghosts see (§7) and the votes (§9)."""
    turn.agenda = Agenda(items_of_a_turn(turn.initiative))
    turn.change("initiative", camps=turn.initiative, rulings=("R3",))
    players = due(turn)
    for item in turn.agenda:
        if item in players:
            play_item(turn, item, players[item])
    turn.note("after", items=turn.agenda.past)
    capture(turn)
    see(turn)
    count_votes(turn)
    turn.tidy()


def play_item(turn: Turn, item: str, players: list[str]) -> None:
    """Play an item for the ``players`` who have an order in it, in roster order; R5 applies if two share a role."""
    step = STEPS[item.partition(" ")[0]]
    order = step.order
    shared = len(players) > 1 and step.role is not None
    for player in players:
        turn.take_up(player, order, item)
        result = kept_from_it(turn, player, order) or step.rule(turn, turn.unit(player), turn.value(player, order))
        turn.settle(player, order, result._replace(rulings=("R5", *result.rulings)) if shared else result)
