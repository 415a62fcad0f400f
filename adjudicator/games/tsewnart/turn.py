"""A turn while it is played: the position, the orders, and the few methods by which rules change anything.

Each change of the position is a fact in the log (:meth:`Turn.change`), and :func:`apply` alone makes it: the log tells
the whole turn, and replays it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.dice import Seed
from adjudicator.core.stage import Fact, Notice, Reader, Table
from adjudicator.games.tsewnart import rulings
from adjudicator.games.tsewnart.board import Cell, cell_of, text
from adjudicator.games.tsewnart.orders import parse_one
from adjudicator.games.tsewnart.state import Ghost, Piece, Setting, State

T = TypeVar("T")


class Result(NamedTuple):
    """The result of an order; only the MJ sees the reason and the rulings."""

    success: bool
    reason: str
    rulings: tuple[str, ...] = ()


Hand: TypeAlias = "Callable[[Turn, str, str, Result | None], Result | None]"
"""The MJ's ruling on an order: a function that returns what stops it, or None if it is played.

It takes the turn, the player, the order, and what stops the order by the rule sheet (or None).
"""


def success(reason: str, *by: str) -> Result:
    """Return a success for ``reason``; ``by`` are the rulings applied."""
    return Result(True, reason, by)


def failure(reason: str, *by: str) -> Result:
    """Return a failure for ``reason``; ``by`` are the rulings applied."""
    return Result(False, reason, by)


class Agenda:
    """The items still to come in a turn, as canonical words such as ``terrorise rouge`` (§3), and how they change (§6).

    R18. A reordering holds for this turn alone: each turn makes a new agenda, and nothing of it is kept.
    """

    def __init__(self, items: Iterable[str]) -> None:
        """Take the items in the order of play."""
        self._items = list(items)
        self._reached = 0

    @property
    def past(self) -> list[str]:
        """The items that have been reached, in order; the last one is being resolved."""
        return self._items[: self._reached]

    def __iter__(self) -> Iterator[str]:
        """Yield the items one by one; a move made meanwhile changes what follows."""
        while self._reached < len(self._items):
            self._reached += 1
            yield self._items[self._reached - 1]

    def move(self, action: str, place: str, reference: str) -> str | None:
        """Put ``action`` directly ``before`` or ``after`` ``reference``; return None, or the reason why it cannot be.

        R17. The item moved must lie after the one being resolved now, and land after it: the earliest place is directly
        after the item being resolved. Naming the same item twice fails.
        """
        items, past = self._items, self.past
        if action not in items or reference not in items:
            return "no-such-item"
        if action == reference:
            return "same-item"
        if action in past:
            return "action-past"
        if reference in past and (reference != past[-1] or place == "before"):
            return "reference-past"
        items.remove(action)
        items.insert(items.index(reference) + (place == "after"), action)
        return None


def apply(setting: Setting, state: State, fact: Fact) -> None:
    """Change ``state`` as a fact of the log says; a fact of another kind changes nothing.

    A cell may be a list, as it is in a log that was read back.
    """
    data = fact.data
    pieces: dict[str, Any] = state.pieces
    ghosts: dict[str, Any] = state.ghosts
    match fact.kind:
        case "initiative":
            # An aim and a last terror count only in the turn directly after theirs (§5).
            for piece in pieces.values():
                piece.aimed = piece.last_terror = None
        case "moved" | "ghost-moved":
            unit = (pieces if fact.kind == "moved" else ghosts)[data["player"]]
            unit.cell = cell_of(data["end"])
        case "swapped":
            pieces[data["player"]].cell = cell_of(data["end"])
            pieces[data["other"]].cell = cell_of(data["start"])
        case "wounded":
            pieces[data["player"]].wounded = True
        case "eliminated":
            camp, by = pieces.pop(data["player"]).camp, data["by"]
            state.scores[by] = state.scores.get(by, 0) + rulings.scores(by, camp)
        case "ghost-appeared":
            player = data["player"]
            ghosts[player] = Ghost(player, setting.camp_of[player], data["role"], cell_of(data["cell"]))
        case "captured":
            taker = data["taker"]
            state.ghosts = {player: ghost for player, ghost in ghosts.items() if player not in (taker, *data["others"])}
            pieces[taker] = replace(pieces.pop(data["player"]), player=taker, camp=setting.camp_of[taker])
        case "spent":
            setattr(pieces[data["player"]], data["use"], data["left"])
        case "aimed":
            pieces[data["player"]].aimed = cell_of(data["cell"])
        case "barred":
            pieces[data["player"]].last_terror = cell_of(data["cell"])
        case "voted":
            others = [player for player in getattr(state, data["vote"]) if player != data["player"]]
            setattr(state, data["vote"], [*others, *([data["player"]] if data["cast"] else [])])


class Turn(Table[Setting, State]):
    """One turn of Tsewnart while it is played."""

    def __init__(self, setting: Setting, state: State, orders: Mapping[str, Mapping[str, Any]], seed: Seed) -> None:
        """Prepare the turn; ``orders`` are canonical orders by player, and are kept in roster order."""
        in_order = {player: orders[player] for player in rulings.in_turn(orders, setting.roster)}
        super().__init__(setting, state, in_order, seed)
        self.hand: Hand | None = None
        self.board = setting.board
        self.initiative = rulings.initiative(setting.camp_names, state.turn, setting.initiative)
        self.agenda = Agenda(())
        pieces, ghosts = self.state.pieces, self.state.ghosts
        self._units = {player: pieces.get(player) or ghosts.get(player) for player in orders}
        self.silenced: set[str] = set()
        """The players of what has been terrorised this turn."""
        self.steered: set[str] = set()
        """The players whose ghosts have been steered this turn."""
        self.sanctified: set[Cell] = set()
        """The cells that have been sanctified this turn."""

    # Questions that a rule may ask

    def unit(self, player: str) -> Piece | Ghost | None:
        """R9. Orders are for what the player controlled as the turn began: a ghost made this turn has none.

        Return that unit, or None.
        """
        return self._units[player]

    def value(self, player: str, order: str) -> Any:
        """Return the value of an ``order`` of ``player`` in the form that the rules use."""
        return parse_one(order, self.orders[player][order])

    def piece_on(self, cell: Cell) -> Piece | None:
        """Return the piece that stands on ``cell`` now, or None."""
        for piece in self.state.pieces.values():
            if piece.cell == cell:
                return piece
        return None

    def ghosts_on(self, cell: Cell, camp: str | None = None) -> list[Ghost]:
        """Return the ghosts on ``cell`` (of ``camp``, if one is named) in roster order."""
        fitting = [one for one in self.state.ghosts.values() if one.cell == cell and camp in (None, one.camp)]
        return rulings.choice_candidates(fitting, self.setting.roster)

    def units_on(self, cell: Cell) -> list[Piece | Ghost]:
        """Return everything that stands on ``cell`` now: the piece, then the ghosts in roster order."""
        piece = self.piece_on(cell)
        return [*([piece] if piece else []), *self.ghosts_on(cell)]

    def pieces_of(self, camp: str) -> list[Piece]:
        """Return the pieces that ``camp`` has now, including captured ones, which belong to its players."""
        players, pieces = self.setting.camp[camp].players, self.state.pieces
        return [pieces[player] for player in players if player in pieces]

    def choose(self, step: str, piece: Piece, cell: Cell, fitting: list[Ghost]) -> Ghost:
        """Draw one of the ghosts ``fitting`` on ``cell`` for ``piece`` (R27)."""
        among = [ghost.player for ghost in fitting]
        player = self.dice.pick(step, text(cell), among, whose=piece.player)
        if len(fitting) > 1:
            self.note("drawn", player=player, cell=cell, among=among, rulings=("R27",))
        return self.state.ghosts[player]

    # Changes that a rule may make

    def move(self, piece: Piece, cell: Cell) -> None:
        """Put ``piece`` on the free ``cell``."""
        self.change("moved", player=piece.player, role=piece.role, camp=piece.camp, start=piece.cell, end=cell)

    def move_ghost(self, ghost: Ghost, cell: Cell) -> None:
        """Put ``ghost`` on ``cell``, whatever stands there."""
        self.change("ghost-moved", player=ghost.player, camp=ghost.camp, start=ghost.cell, end=cell)

    def eliminate(self, piece: Piece, by: str) -> None:
        """Take ``piece`` off the board for the camp ``by``; its player's ghost appears at once (§4)."""
        self.change("eliminated", player=piece.player, role=piece.role, cell=piece.cell, by=by)
        zone = rulings.spawn_candidates(self.setting.camp[piece.camp].zone)
        cell = self.dice.pick("spawn", piece.player, zone)
        self.change("ghost-appeared", player=piece.player, role=piece.role, cell=cell, rulings=("R9", "R27"))

    def capture(self, piece: Piece, taker: Ghost, others: list[Ghost]) -> None:
        """Give ``piece`` to ``taker``; the three ghosts disappear, and a ghost of the former player appears there (§8).

        R21. Nobody scores for a capture.
        """
        names = [ghost.player for ghost in others]
        self.change(
            "captured", player=piece.player, taker=taker.player, others=names, cell=piece.cell, rulings=("R21",)
        )
        self.change("ghost-appeared", player=piece.player, role=piece.role, cell=piece.cell, rulings=())

    def spend(self, piece: Piece, use: str) -> None:
        """Use up one of the ``teleports`` or ``extra_moves`` of ``piece``; ``use`` names which."""
        self.change("spent", player=piece.player, use=use, left=getattr(piece, use) - 1)

    def sanctify(self, cell: Cell) -> None:
        """Sanctify ``cell`` until the end of the turn."""
        self.note("sanctified", cell=cell)
        self.sanctified.add(cell)

    def silence(self, unit: Piece | Ghost) -> None:
        """Cancel every order of ``unit`` that is not resolved yet this turn."""
        self.note("terrorised", player=unit.player, cell=unit.cell)
        self.silenced.add(unit.player)

    def steer(self, ghost: Ghost, cell: Cell) -> None:
        """Move ``ghost`` for a Croque-Mort, and remember that it was steered."""
        self.move_ghost(ghost, cell)
        self.steered.add(ghost.player)

    def tell(self, to: Reader, kind: str, **facts: Any) -> None:
        """Tell the reader ``to`` some ``facts``; the same fact is told only once."""
        if Notice(kind, facts, to) not in self.notices:
            super().tell(to, kind, **facts)

    def change(self, kind: str, **data: Any) -> None:
        """Record one fact in the MJ's account, and make the change that it tells."""
        self.note(kind, **data)
        apply(self.setting, self.state, self.log[-1])

    def take_up(self, player: str, order: str, item: str | None = None) -> None:
        """Record that ``order`` of ``player`` is tried, with its ``item`` and value, and its piece's role and cell.

        The parts of the value are sorted, so that the record does not depend on the order in which they were written.
        """
        unit, value = self._units[player], self.orders[player][order]
        is_piece = isinstance(unit, Piece)
        now = (self.state.pieces if is_piece else self.state.ghosts).get(player)
        value = dict(sorted(value.items())) if isinstance(value, dict) else value
        role = unit.role if unit and is_piece else None
        cell = unit.cell if unit and unit is now else None
        at = {"item": item} if item else {}
        self.note("tried", **at, player=player, order=order, value=value, role=role, cell=cell)

    def settle(self, player: str, order: str, result: Result) -> None:
        """Record the result of ``order`` of ``player``."""
        self.results.setdefault(player, {})[order] = result
        outcome = "success" if result.success else "failure"
        self.note("result", player=player, order=order, result=outcome, reason=result.reason, rulings=result.rulings)

    def tidy(self) -> None:
        """Sort everything so that it does not show the order of events: what is kept by player in roster order.

        What was learnt is sorted by reader, kind, place and name.
        """
        self.state.pieces = self._by_roster(self.state.pieces)
        self.state.ghosts = self._by_roster(self.state.ghosts)
        self.results = self._by_roster(self.results)
        self.state.stop = rulings.in_turn(self.state.stop, self.setting.roster)
        self.state.surrender = rulings.in_turn(self.state.surrender, self.setting.roster)
        self.notices.sort(key=lambda one: repr((one.to.kind, one.to.name, one.kind, *one.facts.values())))

    def _by_roster(self, kept: dict[str, T]) -> dict[str, T]:
        return {player: kept[player] for player in rulings.in_turn(kept, self.setting.roster)}
