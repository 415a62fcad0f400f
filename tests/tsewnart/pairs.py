"""Pairs of turns that a given reader cannot tell apart, and what a reader may know (§10 of the rules).

``may_know`` is written from the rules alone: it looks at the state before, the orders, the MJ's log and the state
after, never at views, notices or reports. A pair begins with any turn; then hidden things are changed one after the
other (other players and roles on the same pieces, other orders, wounds, uses, labels, votes, draws), and each
change that leaves all that the reader may know as it was is kept.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

from hypothesis import HealthCheck, Phase, given, seed, settings
from support.leaks import EVERY_DAY, Pair, campaign_of, pair_of
from tsewnart.tables import Table, tables

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import EMPTY
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import Outcome, Reader, Stage
from adjudicator.games.tsewnart.board import DIRECTIONS, Cell
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY, POWER_OF
from adjudicator.games.tsewnart.state import ROLES, Ghost, Piece, Setting, State, new_piece

Plain: TypeAlias = dict[str, Any]
Known: TypeAlias = dict[str, Any]
Chance: TypeAlias = random.Random


@dataclass(frozen=True)
class Side:
    """One turn, played: one of the two of a pair."""

    table: Table
    kept: Plain = field(default_factory=dict)
    """What else was on the MJ's table: ``absent`` players, ``notes``, ``refused`` files, ``standing`` orders."""

    @property
    def campaign(self) -> Campaign:
        """A campaign played on the table's setting."""
        return campaign_on(self.table.setting)

    @property
    def seed(self) -> str:
        """From what is drawn."""
        return self.table.seed

    @property
    def again(self) -> Side:
        """The same turn, to be played anew."""
        return replace(self)

    @cached_property
    def outcome(self) -> Outcome:
        """The turn played; before turn 1, the choice of roles or the placement."""
        table = self.table
        return GAME.rules.resolve(table.setting, table.state, table.orders, table.seed)

    @property
    def played(self) -> Played:
        """The turn as it is published."""
        state = self.table.state
        kept = {"orders": self.table.orders, **self.kept}
        return Played(Path(), Stage.of(state), state, self.outcome, {**EMPTY, **kept})

    @cached_property
    def learnt(self) -> dict[str, set[tuple[Any, ...]]]:
        """What was learnt, by camp; by everybody under the empty name."""
        return Replay(self).learnt


@cache
def campaign_on(setting: Setting) -> Campaign:
    """Return a campaign played on ``setting``; nothing of it is on a disk."""
    camps = {
        camp.name: {"captain": camp.captain, "zone": [list(cell) for cell in camp.zone], "players": list(camp.players)}
        for camp in setting.camps
    }
    board = {"size": [setting.board.width, setting.board.height], "topology": setting.board.topology}
    options = setting.options._asdict()
    return replace(campaign_of("tsewnart", board=board, camps=camps, options=options), setting=setting)


# What a reader may know (§10) --------------------------------------------------------------------------------


def may_know(side: Side, reader: Reader) -> Known:
    """Return all that ``reader`` may know of a turn, before and after it."""
    known = public_facts(side)
    if reader.kind == "public":
        return known
    camp = reader.name if reader.kind == "camp" else side.table.setting.camp_of[reader.name]
    known |= camp_facts(side, camp)
    if reader.kind == "player":
        known["own"] = own_facts(side, reader.name), own_standing(side, reader.name)
    return known


EARLIER = {"stage", "board before", "votes before", "left before", "taken", "seed", "players before"}
"""What of it is no news of the turn: known before it, or (the seed) published with it for other reasons."""


def public_facts(side: Side) -> Known:
    """Return what everybody may know."""
    setting, before, after = side.table.setting, side.table.state, side.outcome.state
    ending = after.ending
    return {
        "stage": (before.phase, before.turn),
        "board before": board(setting, before),
        "votes before": votes(setting, before),
        "left before": left(setting, before),
        "taken": {camp.name: sorted(after.roles.get(player, "") for player in camp.players) for camp in setting.camps},
        "seed": side.table.seed if ending else None,
        "next": (after.phase, after.turn),
        "board": board(setting, after),
        "votes": votes(setting, after),
        "eliminated": {fact.data["player"] for fact in side.outcome.log if fact.kind == "eliminated"},
        "captured": captured(side),
        "learnt": side.learnt[""],
        "end": (ending.cause, set(ending.winners), after.scores) if ending else None,
    }


def board(setting: Setting, state: State) -> Any:
    """Return what the public board shows: whose piece and how many ghosts of each camp stand on each cell."""
    pieces = {piece.cell: piece.camp for piece in state.pieces.values()}
    shown = setting.options.ghosts == "shown"
    return pieces, Counter((ghost.cell, ghost.camp) for ghost in state.ghosts.values() if shown)


def left(setting: Setting, state: State) -> Any:
    """Return how many players of each camp control something: all but two for each capture, which was public."""
    return Counter(setting.camp_of[player] for player in (*state.pieces, *state.ghosts))


def votes(setting: Setting, state: State) -> Any:
    """Return the camps that have surrendered and how many vote to stop."""
    return gave_up(setting, state), len(set(state.stop))


def gave_up(setting: Setting, state: State) -> set[str]:
    """Return the camps more than half of whose players vote to surrender."""
    return {camp.name for camp in setting.camps if 2 * len({*camp.players} & {*state.surrender}) > len(camp.players)}


def captured(side: Side) -> set[tuple[Any, ...]]:
    """Return whose piece was captured where by which camp."""
    camp_of = side.table.setting.camp_of
    told = [fact.data for fact in side.outcome.log if fact.kind == "captured"]
    return {(data["player"], data["cell"], camp_of[data["taker"]]) for data in told}


def camp_facts(side: Side, camp: str) -> Known:
    """Return what a camp may know besides: its players, their results, what it learnt."""
    setting, outcome = side.table.setting, side.outcome
    names = setting.camp[camp].players
    return {
        "players before": {player: situation(side.table.state, player) for player in names},
        "players": {player: (situation(outcome.state, player), results(side, player)) for player in names},
        "learnt by the camp": side.learnt[camp],
    }


def situation(state: State, player: str) -> Any:
    """Return what a player controls, and all it carries."""
    unit = state.pieces.get(player) or state.ghosts.get(player)
    if isinstance(unit, Piece):
        uses = {"dement": unit.teleports, "agile": unit.extra_moves}.get(unit.role)
        return unit.role, unit.cell, unit.wounded, uses, unit.aimed, unit.last_terror
    if isinstance(unit, Ghost):
        return unit.role, unit.cell
    return state.roles.get(player) if state.phase == "placement" else None


def results(side: Side, player: str) -> Any:
    """Return what each order of a player came to; the reason under the option ``reasons`` alone."""
    reasons = side.table.setting.options.reasons
    rows = side.outcome.results.get(player, {})
    return {order: (row["success"], row["reason"] if reasons else "") for order, row in rows.items()}


def own_facts(side: Side, player: str) -> Any:
    """Return what a player alone knows: his orders and his votes."""
    cast = [(player in state.stop, player in state.surrender) for state in (side.table.state, side.outcome.state)]
    return side.table.orders.get(player), cast


def own_standing(side: Side, player: str) -> Any:
    """Return a player's standing orders, and whether they stood in for him."""
    return side.kept.get("standing", {}).get(player), player in side.kept.get("stood_in", ())


class Replay:
    """A turn told again from the MJ's log, for what was learnt in it."""

    def __init__(self, side: Side) -> None:
        self.setting, self.orders, self.before = side.table.setting, side.table.orders, side.table.state
        self.pieces = {player: (unit.camp, unit.role, unit.cell) for player, unit in self.before.pieces.items()}
        self.ghosts = {player: (unit.camp, unit.role, unit.cell) for player, unit in self.before.ghosts.items()}
        self.sanctified: set[Cell] = set()
        self.drawn = ""
        self.learnt: dict[str, set[tuple[Any, ...]]] = {name: set() for name in ("", *self.setting.camp_names)}
        for fact in side.outcome.log:
            getattr(self, f"on_{fact.kind.replace('-', '_')}", self.nothing)(fact.data)
        if self.before.phase == "turn":
            self.ghosts_see()

    def nothing(self, data: Plain) -> None:
        """Nothing is learnt by it, and nothing stands elsewhere."""

    def on_tried(self, data: Plain) -> None:
        self.drawn = ""

    def on_drawn(self, data: Plain) -> None:
        self.drawn = data["player"]

    def on_moved(self, data: Plain) -> None:
        self.pieces[data["player"]] = (*self.pieces[data["player"]][:2], data["end"])

    def on_swapped(self, data: Plain) -> None:
        one, other = self.pieces[data["player"]], self.pieces[data["other"]]
        self.pieces[data["player"]], self.pieces[data["other"]] = (*one[:2], other[2]), (*other[:2], one[2])

    def on_ghost_moved(self, data: Plain) -> None:
        self.ghosts[data["player"]] = (*self.ghosts[data["player"]][:2], data["end"])

    def on_eliminated(self, data: Plain) -> None:
        del self.pieces[data["player"]]

    def on_ghost_appeared(self, data: Plain) -> None:
        player = data["player"]
        self.ghosts[player] = (self.setting.camp_of[player], data["role"], data["cell"])

    def on_captured(self, data: Plain) -> None:
        _, role, cell = self.pieces.pop(data["player"])
        for player in (data["taker"], *data["others"]):
            del self.ghosts[player]
        self.pieces[data["taker"]] = (self.setting.camp_of[data["taker"]], role, cell)

    def on_sanctified(self, data: Plain) -> None:
        self.sanctified.add(data["cell"])

    def on_result(self, data: Plain) -> None:
        """A Mystique learns what stands on a cell, a Croque-Mort the role of one ghost."""
        if data["result"] != "success" or data["order"] not in ("reveal", "examine"):
            return
        camp, value = self.setting.camp_of[data["player"]], self.orders[data["player"]][data["order"]]
        if data["order"] == "reveal":
            self.reveal("" if self.setting.options.reveal_to == "public" else camp, (value[0], value[1]))
        else:
            self.examine(camp, value if isinstance(value, dict) else {"cell": value})

    def reveal(self, to: str, cell: Cell) -> None:
        for units in (self.pieces, self.ghosts):
            there = [("revealed", cell, player, *unit[:2]) for player, unit in units.items() if unit[2] == cell]
            self.learnt[to].update(there)
        self.learnt[to].add(("hallowed", cell, cell in self.sanctified))

    def examine(self, camp: str, order: Plain) -> None:
        cell = (order["cell"][0], order["cell"][1])
        there = [unit for unit in self.ghosts.values() if unit[2] == cell and unit[0] == order.get("camp", unit[0])]
        ghost = self.ghosts[self.drawn] if self.drawn else there[0]
        self.learnt[camp].add(("examined", cell, *ghost[:2]))

    def ghosts_see(self) -> None:
        """At the end: the role to everybody, the name to the ghost's camp unless a Croque-Mort's player conceals."""
        on = {cell: (player, camp, role) for player, (camp, role, cell) in self.pieces.items()}
        for ghostly, _, cell in self.ghosts.values():
            player, camp, role = on.get(cell, ("", ghostly, ""))
            if camp == ghostly:
                continue
            self.learnt[""].add(("seen", cell, camp, role))
            was = self.before.pieces.get(player)
            hides = role == "croque-mort" and was and was.role == role and self.orders.get(player, {}).get("conceal")
            if not hides:
                self.learnt[ghostly].add(("name", cell, player))


# Hidden changes ----------------------------------------------------------------------------------------------


def other_players(chance: Chance, table: Table, hidden: Sequence[str]) -> Table | None:
    """Let players of one camp change places, each with all that was the other's: piece or ghost, orders, votes."""
    names = _mates(chance, table.setting, hidden)
    if len(names) < 2:
        return None
    some = chance.sample(names, chance.randint(2, len(names)))
    to = dict(zip(some, [*some[1:], some[0]], strict=True))
    state = table.state.copy()
    for part in ("pieces", "ghosts"):
        kept = {to.get(name, name): unit for name, unit in getattr(state, part).items()}
        for name, unit in kept.items():
            unit.player = name
        setattr(state, part, _by_roster(table.setting, kept))
    for part in ("stop", "surrender"):
        setattr(
            state, part, [name for name in table.setting.roster if name in {to.get(n, n) for n in getattr(state, part)}]
        )
    orders = {to.get(name, name): _renamed(given, to) for name, given in table.orders.items()}
    return replace(table, state=state, orders=_by_roster(table.setting, orders))


def _mates(chance: Chance, setting: Setting, hidden: Sequence[str]) -> list[str]:
    camp = setting.camp_of[chance.choice(hidden)]
    return [player for player in setting.camp[camp].players if player in hidden]


def _by_roster(setting: Setting, kept: Mapping[str, Any]) -> dict[str, Any]:
    return {player: kept[player] for player in setting.roster if player in kept}


def _renamed(given: Plain, to: Mapping[str, str]) -> Plain:
    """Return a player's orders with the names in them changed."""
    changed = dict(given)
    if "capture" in given:
        changed["capture"] = to.get(given["capture"], given["capture"])
    if "player" in given.get("steer_ghost", {}):
        steered = given["steer_ghost"]
        changed["steer_ghost"] = {**steered, "player": to.get(steered["player"], steered["player"])}
    return changed


CARRIED = ("role", "wounded", "teleports", "extra_moves", "aimed", "last_terror")


def other_roles(chance: Chance, table: Table, hidden: Sequence[str]) -> Table | None:
    """Let two pieces of one camp exchange their roles with all they carry, and mostly their powers' orders."""
    names = [name for name in _mates(chance, table.setting, hidden) if name in table.state.pieces]
    if len(names) < 2:
        return None
    one, two = chance.sample(names, 2)
    state, orders = table.state.copy(), dict(table.orders)
    here, there = state.pieces[one], state.pieces[two]
    for name in CARRIED:
        mine, his = getattr(here, name), getattr(there, name)
        setattr(here, name, his)
        setattr(there, name, mine)
    if chance.random() < 0.8:
        given = table.orders.get(one, {}), table.orders.get(two, {})
        orders[one] = _kept(given[0]) | _powers(given[1])
        orders[two] = _kept(given[1]) | _powers(given[0])
    return replace(table, state=state, orders=_by_roster(table.setting, orders))


def _powers(given: Plain) -> Plain:
    return {order: value for order, value in given.items() if order in POWER_OF}


def _kept(given: Plain) -> Plain:
    return {order: value for order, value in given.items() if order not in POWER_OF}


def another_role(chance: Chance, table: Table, hidden: Sequence[str]) -> Table | None:
    """Give a piece or a ghost another role; a piece starts anew with it."""
    state = table.state.copy()
    unit = _unit(chance, state, hidden)
    if isinstance(unit, Piece):
        state.pieces[unit.player] = new_piece(unit.player, unit.camp, chance.choice(ROLES), unit.cell)
    elif unit:
        unit.role = chance.choice(ROLES)
    return replace(table, state=state)


def _unit(chance: Chance, state: State, hidden: Sequence[str]) -> Piece | Ghost | None:
    player = chance.choice(hidden)
    return state.pieces.get(player) or state.ghosts.get(player)


def another_burden(chance: Chance, table: Table, hidden: Sequence[str]) -> Table | None:
    """Let a piece carry something else: a wound, fewer uses, an aim, a last terror."""
    state = table.state.copy()
    piece = _unit(chance, state, hidden)
    if not isinstance(piece, Piece):
        return None
    if piece.role == "brute":
        piece.wounded = not piece.wounded
    elif piece.role == "dement":
        piece.teleports = 1 - piece.teleports
    elif piece.role == "agile":
        piece.extra_moves = chance.randrange(3)
    elif piece.role in ("archer", "terreur"):
        cell = chance.choice([None, *table.setting.board.cells()])
        setattr(piece, "aimed" if piece.role == "archer" else "last_terror", cell)
    return replace(table, state=state)


def other_orders(chance: Chance, table: Table, hidden: Sequence[str]) -> Table:
    """Give one player other orders, or none."""
    player = chance.choice(hidden)
    orders = {**table.orders, player: any_orders(chance, table, player)}
    if not orders[player]:
        del orders[player]
    return replace(table, orders=_by_roster(table.setting, orders))


def another_power(chance: Chance, table: Table, hidden: Sequence[str]) -> Table | None:
    """Let one piece use its power instead of whatever it did."""
    player = chance.choice(hidden)
    piece = table.state.pieces.get(player)
    powers = [order for order, role in POWER_OF.items() if piece and role == piece.role]
    if not powers:
        return None
    value = any_value(chance, table, player, powers[0] if len(powers) == 1 else chance.choice(powers))
    return value and replace(table, orders=_by_roster(table.setting, {**table.orders, player: value}))


def other_voters(chance: Chance, table: Table, hidden: Sequence[str]) -> Table:
    """Let one player vote in another's stead, and one change his mind about surrender."""
    state = table.state.copy()
    one, two = chance.choice(hidden), chance.choice(hidden)
    if one in state.stop and two not in state.stop:
        state.stop = [two if name == one else name for name in state.stop]
    state.surrender = [name for name in state.surrender if name != one] + [one] * (one not in state.surrender)
    return replace(table, state=state)


def other_scores(chance: Chance, table: Table, hidden: Sequence[str]) -> Table:
    """Let past eliminations have been others' deeds."""
    state = table.state.copy()
    state.scores = {camp: chance.randrange(6) for camp in state.scores}
    return replace(table, state=state)


def other_draws(chance: Chance, table: Table, hidden: Sequence[str]) -> Table:
    """Let every draw come out otherwise."""
    return replace(table, seed=f"seed {chance.randrange(1000)}")


def another_archer(chance: Chance, table: Table, hidden: Sequence[str]) -> Table | None:
    """Let the arrow of one Archer have been another's, at the same cell."""
    archers = [name for name in hidden if name in table.state.pieces and "shoot" in table.orders.get(name, {})]
    if not archers:
        return None
    one = chance.choice(archers)
    cell, board = table.state.pieces[one].aimed, table.setting.board
    far = [name for name in hidden if name in table.state.pieces and name != one]
    far = [name for name in far if cell and board.distance(table.state.pieces[name].cell, cell) == 2]
    if not far:
        return None
    two, state = chance.choice(far), table.state.copy()
    state.pieces[two] = replace(state.pieces[two], role="archer", aimed=cell)
    orders = {**table.orders, two: {"shoot": True}, one: _kept(table.orders[one])}
    return replace(table, state=state, orders=_by_roster(table.setting, orders))


def another_shield(chance: Chance, table: Table, hidden: Sequence[str]) -> Table | None:
    """Let a piece be spared for another reason: an unwounded Brute, or another piece on a cell that is sanctified."""
    names = [name for name in _mates(chance, table.setting, hidden) if name in table.state.pieces]
    if len(names) < 2:
        return None
    brutes = [name for name in names if table.state.pieces[name].role == "brute"]
    one = chance.choice(brutes if brutes and chance.random() < 0.7 else names)
    two = chance.choice([name for name in names if name != one])
    state, orders = table.state.copy(), dict(table.orders)
    if one in brutes:
        state.pieces[one] = new_piece(one, state.pieces[one].camp, "tacticien", state.pieces[one].cell)
        state.pieces[two] = new_piece(two, state.pieces[two].camp, "religieux", state.pieces[two].cell)
        orders[two] = {"sanctify": list(state.pieces[one].cell)}
    else:
        state.pieces[one] = new_piece(one, state.pieces[one].camp, "brute", state.pieces[one].cell)
        orders[two] = _kept(table.orders.get(two, {}))
    return replace(table, state=state, orders=_by_roster(table.setting, orders))


CHANGES: tuple[Callable[[Chance, Table, Sequence[str]], Table | None], ...] = (
    other_players,
    other_roles,
    another_role,
    another_burden,
    other_orders,
    other_orders,
    another_power,
    another_power,
    other_voters,
    other_scores,
    other_draws,
    another_archer,
    another_shield,
)


# Orders ------------------------------------------------------------------------------------------------------


def any_orders(chance: Chance, table: Table, player: str) -> Plain:
    """Return orders for ``player``: nothing, a move that fails, his powers, others', too many at once."""
    unit = table.state.pieces.get(player) or table.state.ghosts.get(player)
    kinds = [*([] if isinstance(unit, Ghost) else POWER_OF), "move", "move", "capture"]
    given = chance.sample(sorted(set(kinds)), chance.choice((0, 1, 1, 1, 2)))
    if chance.random() < 0.15:
        given.append(chance.choice(("stop", "surrender")))
    orders: Plain = {}
    for order in given:
        orders |= any_value(chance, table, player, order)
    return orders


def any_value(chance: Chance, table: Table, player: str, order: str) -> Plain:
    """Return ``order`` with a value that may well mean something."""
    return {order: _VALUES.get(order, _onto_a_piece)(chance, table, player)}


def _yes(chance: Chance, table: Table, player: str) -> bool:
    return True


def _yes_or_no(chance: Chance, table: Table, player: str) -> bool:
    return chance.random() < 0.5


def _direction(chance: Chance, table: Table, player: str) -> str:
    return chance.choice(list(DIRECTIONS))


def _somewhere(chance: Chance, table: Table, player: str) -> Any:
    return any_cell(chance, table) if chance.random() < 0.3 else _direction(chance, table, player)


def _mate(chance: Chance, table: Table, player: str) -> str:
    return chance.choice(table.setting.camp[table.setting.camp_of[player]].players)


def _reorder(chance: Chance, table: Table, player: str) -> Plain:
    """Two items, often of one player who gives two orders."""
    items = [items_of(table, name) for name in table.orders]
    items = [both for both in items if len(both) > 1]
    if items and chance.random() < 0.7:
        action, reference = chance.sample(chance.choice(items), 2)
    else:
        action, reference = (
            f"{chance.choice(ORDER_OF_PLAY).id} {chance.choice(table.setting.camp_names)}" for _ in "ab"
        )
    return {"action": action, chance.choice(("before", "after")): reference}


def items_of(table: Table, player: str) -> list[str]:
    """Return the items in which the orders of a player's piece come."""
    piece = table.state.pieces.get(player)
    given = table.orders.get(player, {})
    return [
        f"{step.id} {piece.camp}" for step in ORDER_OF_PLAY if piece and step.role == piece.role and step.order in given
    ]


def _haunted(chance: Chance, table: Table, player: str) -> list[int]:
    return any_cell(chance, table, [ghost.cell for ghost in table.state.ghosts.values()])


def _steered(chance: Chance, table: Table, player: str) -> Plain:
    return {"cell": _haunted(chance, table, player), "to": _direction(chance, table, player)}


def _in_range(chance: Chance, table: Table, player: str) -> list[int]:
    unit, board = table.state.pieces.get(player), table.setting.board
    return any_cell(chance, table, [cell for cell in board.cells() if unit and board.distance(unit.cell, cell) == 2])


def _onto_a_piece(chance: Chance, table: Table, player: str) -> list[int]:
    return any_cell(chance, table, [piece.cell for piece in table.state.pieces.values()])


_VALUES: Mapping[str, Callable[[Chance, Table, str], Any]] = {
    "conceal": _yes,
    "shoot": _yes,
    "stop": _yes_or_no,
    "surrender": _yes_or_no,
    "move": _somewhere,
    "extra_move": _somewhere,
    "swap": _somewhere,
    "pull": _direction,
    "capture": _mate,
    "reorder": _reorder,
    "examine": _haunted,
    "steer_ghost": _steered,
    "aim": _in_range,
}


def any_cell(chance: Chance, table: Table, liked: Sequence[Cell] = ()) -> list[int]:
    """Return a cell, mostly one of those ``liked``, rarely one off the board."""
    if chance.random() < 0.05:
        return [0, 1]
    return list(chance.choice(liked if liked and chance.random() < 0.6 else table.setting.board.cells()))


# Pairs -------------------------------------------------------------------------------------------------------

STEPS = 24
"""How many hidden changes are tried on the way from one side of a pair to the other."""
GOES_ON = 40
"""How many more while the MJ's account is still the same."""


def pairs(name: str) -> list[Pair[Side]]:
    """Return pairs for the public, camps and players, the same for the same name."""
    chance, found = random.Random(name), []
    for i, table in enumerate(some_tables(TABLES, name)):
        for kind in ("public", "camp", "player"):
            reader = chance.choice([reader for reader in GAME.reports.readers(table.setting) if reader.kind == kind])
            found.append(walk(chance, prepared(chance, table, reader), reader))
            if i % 8 == 0:
                found += setups(chance, table.setting, reader)
    return found


def walk(chance: Chance, table: Table, reader: Reader) -> Pair[Side]:
    """Return a pair that begins with ``table``: every step on the way leaves what ``reader`` may know as it was."""
    one = now = Side(table, kept_by_the_mj(chance, table.setting, reader))
    known, changes = may_know(one, reader), []
    hidden = hidden_from(chance, table.setting, reader)
    for step in range(STEPS + GOES_ON):
        if step >= STEPS and differ(one, now):
            break
        change = chance.choice(CHANGES)
        changed = change(chance, now.table, hidden)
        then = Side(changed, kept_by_the_mj(chance, table.setting, reader)) if changed else now
        if then is not now and may_know(then, reader) == known:
            now = then
            changes.append(change.__name__)
    return pair_of(reader, one, now, changes, may_know)


def hidden_from(chance: Chance, setting: Setting, reader: Reader) -> list[str]:
    """Return the players of whom ``reader`` does not know all: those of other camps, or all but himself.

    Of his own camp he does not know at what an order that failed was aimed, nor the votes.
    """
    camp = {"camp": reader.name, "player": setting.camp_of.get(reader.name)}.get(reader.kind)
    others = [player for player in setting.roster if setting.camp_of[player] != camp]
    return others if chance.random() < 0.8 else [player for player in setting.roster if player != reader.name]


def differ(one: Side, two: Side) -> bool:
    """Tell whether the MJ's account of two turns differs: what was tried and happened, step by step, and why.

    The account of a choice of roles or a placement is who was given what.
    """
    if one.table.state.phase != "turn":
        return one.outcome.state != two.outcome.state
    return one.outcome.log != two.outcome.log


def kept_by_the_mj(chance: Chance, setting: Setting, reader: Reader) -> Plain:
    """Return what only the MJ is told of how the orders came: who was absent, notes, refused files, standing orders.

    A player knows his own standing orders: the reader has none.
    """
    some = [player for player in setting.roster if chance.random() < 0.3]
    others = [player for player in setting.roster if player != reader.name and chance.random() < 0.3]
    return {
        "absent": some,
        "notes": {player: f"note {chance.randrange(99)}" for player in some[1:]},
        "refused": [{"source": f"{chance.randrange(99)}.yaml", "players": some[:1]}],
        "standing": {player: {"move": chance.choice(list(DIRECTIONS)), "capture": player} for player in others},
        "stood_in": others[1:],
    }


def prepared(chance: Chance, table: Table, reader: Reader) -> Table:
    """Return the table, in most cases with something on it that ``reader`` sees but cannot explain."""
    camp = {"camp": reader.name, "player": table.setting.camp_of.get(reader.name)}.get(reader.kind)
    scenes = chance.sample(SCENES, len(SCENES))
    ready = (scene(chance, table, camp) for scene in scenes)
    return table if chance.random() < 0.2 else next((found for found in ready if found), table)


def shot_at(chance: Chance, table: Table, camp: str | None) -> Table | None:
    """Let an Archer shoot at a piece: his arrow may have been another's."""
    shots = _facing(table, 2)
    if not shots:
        return None
    archer, target = chance.choice(shots)
    return _with(table, [replace(archer, role="archer", aimed=target.cell)], {archer.player: {"shoot": True}})


def assaulted(chance: Chance, table: Table, camp: str | None) -> Table | None:
    """Let a piece of ``camp`` attack a Brute: it may have been another piece, and spared for another reason."""
    fights = [(one, two) for one, two in _facing(table, 1) if one.camp != two.camp and one.camp == (camp or one.camp)]
    if not fights:
        return None
    attacker, target = chance.choice(fights)
    units = [new_piece(one.player, one.camp, role, one.cell) for one, role in ((attacker, "savant"), (target, "brute"))]
    return _with(table, units, {attacker.player: {"move": list(target.cell)}, target.player: {}})


def examined(chance: Chance, table: Table, camp: str | None) -> Table | None:
    """Let a Croque-Mort of ``camp`` examine one of several ghosts of one role: it may have been any of them."""
    own, others = _two_camps(chance, table, camp)
    ghosts = [ghost for ghost in table.state.ghosts.values() if ghost.camp == others]
    pieces = _pieces(table, own)
    if not pieces or len(ghosts) < 2:
        return None
    piece, role = chance.choice(pieces), chance.choice(ROLES)
    there = [replace(ghost, cell=piece.cell, role=role) for ghost in ghosts]
    units = [new_piece(piece.player, own, "croque-mort", piece.cell), *there]
    return _with(table, units, {piece.player: {"examine": {"cell": list(piece.cell), "camp": others}}})


def haunted(chance: Chance, table: Table, camp: str | None) -> Table | None:
    """Let a ghost of ``camp`` stand on a Croque-Mort who conceals whose he is: he may be anybody's of his camp."""
    own, others = _two_camps(chance, table, camp)
    ghosts = [ghost for ghost in table.state.ghosts.values() if ghost.camp == own]
    pieces = _pieces(table, others)
    if not ghosts or len(pieces) < 2:
        return None
    piece = chance.choice(pieces)
    units = [
        new_piece(piece.player, others, "croque-mort", piece.cell),
        replace(chance.choice(ghosts), cell=piece.cell),
    ]
    return _with(table, units, {piece.player: {"conceal": True}})


def reordered(chance: Chance, table: Table, camp: str | None) -> Table | None:
    """Let another camp's Professeur turn round two orders of a piece of ``camp``: maybe nothing comes of it."""
    own, others = _two_camps(chance, table, camp)
    if not _pieces(table, own) or not _pieces(table, others):
        return None
    piece, professor = chance.choice(_pieces(table, own)), chance.choice(_pieces(table, others))
    units = [
        new_piece(piece.player, own, "tacticien", piece.cell),
        new_piece(professor.player, others, "professeur", professor.cell),
    ]
    both = {"move": _direction(chance, table, piece.player), "swap": _direction(chance, table, piece.player)}
    round_ = {"action": f"swap {own}", "before": f"move-tacticien {own}"}
    return _with(table, units, {piece.player: both, professor.player: {"reorder": round_}})


SCENES = (shot_at, assaulted, examined, haunted, reordered)


def _two_camps(chance: Chance, table: Table, camp: str | None) -> tuple[str, str]:
    """Return ``camp`` (any, if it is None) and another."""
    own = camp or chance.choice(table.setting.camp_names)
    return own, chance.choice([name for name in table.setting.camp_names if name != own])


def _pieces(table: Table, camp: str) -> list[Piece]:
    return [piece for piece in table.state.pieces.values() if piece.camp == camp]


def _facing(table: Table, distance: int) -> list[tuple[Piece, Piece]]:
    """Return the pairs of pieces at a ``distance`` from each other."""
    pieces, far = table.state.pieces.values(), table.setting.board.distance
    return [(one, two) for one in pieces for two in pieces if far(one.cell, two.cell) == distance]


def _with(table: Table, units: Iterable[Piece | Ghost], orders: Mapping[str, Plain]) -> Table:
    """Return the table with some units and orders in place of others'."""
    state = table.state.copy()
    for unit in units:
        if isinstance(unit, Piece):
            state.pieces[unit.player] = unit
        else:
            state.ghosts[unit.player] = unit
    return replace(table, state=state, orders=_by_roster(table.setting, {**table.orders, **orders}))


TABLES = 150
"""On how many tables there are pairs."""


@cache
def some_tables(number: int, name: str = EVERY_DAY) -> tuple[Table, ...]:
    """Return tables with somebody to hide something, drawn by Hypothesis, the same for the same name."""
    found: list[Table] = []

    @seed(name)
    @settings(
        derandomize=name == EVERY_DAY,
        database=None,
        max_examples=2 * number,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(tables())
    def collect(table: Table) -> None:
        if len(table.setting.roster) > 3 and len(found) < number:
            found.append(table)

    collect()
    return tuple(found)


# Before turn 1 -----------------------------------------------------------------------------------------------


def setups(chance: Chance, setting: Setting, reader: Reader) -> list[Pair[Side]]:
    """Return a pair of choices of roles and one of placements: the same roles and cells, others' players on them."""
    camp = {"camp": reader.name, "player": setting.camp_of.get(reader.name)}.get(reader.kind)
    begin = GAME.rules.begin(setting)
    roles = {each.name: chance.sample(ROLES, len(each.players)) for each in setting.camps}
    cells = {each.name: chance.sample(each.zone, len(each.players)) for each in setting.camps}
    other_roles = {name: given if name == camp else _mixed(chance, given) for name, given in roles.items()}
    other_cells = {name: given if name == camp else _mixed(chance, given) for name, given in cells.items()}
    chosen = [
        Side(_setup(setting, begin, given), kept_by_the_mj(chance, setting, reader)) for given in (roles, other_roles)
    ]
    placed = [
        Side(_setup(setting, side.outcome.state, given), kept_by_the_mj(chance, setting, reader))
        for side, given in zip(chosen, (cells, other_cells), strict=True)
    ]
    return [pair_of(reader, *chosen, ["choose_roles"], may_know), pair_of(reader, *placed, ["place"], may_know)]


def _mixed(chance: Chance, things: Sequence[Any]) -> list[Any]:
    return chance.sample(things, len(things))


def _setup(setting: Setting, state: State, given: Mapping[str, Sequence[Any]]) -> Table:
    """Return a table on which each captain gives his players roles or cells."""
    orders = {
        camp.captain: {
            state.phase: {
                player: list(value) if isinstance(value, tuple) else value
                for player, value in zip(camp.players, given[camp.name], strict=True)
            }
        }
        for camp in setting.camps
    }
    return Table(setting, state, orders, "seed")
