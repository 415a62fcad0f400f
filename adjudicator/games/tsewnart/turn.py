"""A turn while it is played: the position, the orders, and the few methods by which rules change anything.

Each change is recorded as a fact in the log, so that the log tells the whole turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.dice import Dice
from adjudicator.core.stage import Fact, Notice, Reader
from adjudicator.games.tsewnart import rulings
from adjudicator.games.tsewnart.board import Cell, text
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


class Turn:
    """One turn of Tsewnart while it is played; it changes the state that it is given."""

    def __init__(
        self,
        setting: Setting,
        state: State,
        orders: Mapping[str, Mapping[str, Any]],
        dice: Dice,
        initiative: tuple[str, ...],
        items: Iterable[str],
    ) -> None:
        """Prepare the turn.

        ``orders`` are canonical orders by player, ``initiative`` the camps in that order, ``items`` the order of play.
        """
        self.hand: Hand | None = None
        self.setting, self.board, self.dice = setting, setting.board, dice
        self.initiative = initiative
        self.state = state
        self.log: list[Fact] = []
        self.results: dict[str, dict[str, Result]] = {}
        self.eliminated: list[str] = []
        self.captured: list[dict[str, Any]] = []
        self._notices: dict[tuple[Any, ...], Notice] = {}
        pieces, ghosts = state.pieces, state.ghosts
        self._units = {player: pieces.get(player) or ghosts.get(player) for player in orders}
        self.orders = {player: orders[player] for player in rulings.in_turn(orders, setting.roster)}
        # An aim and a last terror count only in the turn directly after theirs (§5).
        self._last = {player: (piece.aimed, piece.last_terror) for player, piece in pieces.items()}
        for piece in pieces.values():
            piece.aimed = piece.last_terror = None
        self._silenced: set[str] = set()
        self._steered: set[str] = set()
        self._sanctified: set[Cell] = set()
        self.agenda = Agenda(items)

    # Questions that a rule may ask

    def unit(self, player: str) -> Piece | Ghost | None:
        """R9. Orders are for what the player controlled as the turn began: a ghost made this turn has none.

        Return that unit, or None.
        """
        return self._units[player]

    def value(self, player: str, order: str) -> Any:
        """Return the value of an ``order`` of ``player`` in the form that the rules use."""
        return parse_one(order, self.orders[player][order])

    def piece(self, player: str) -> Piece | None:
        """Return the piece that ``player`` controls now, or None."""
        return self.state.pieces.get(player)

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

    def is_sanctified(self, cell: Cell) -> bool:
        """Return whether ``cell`` has been sanctified this turn."""
        return cell in self._sanctified

    def is_silenced(self, player: str) -> bool:
        """Return whether what ``player`` controls has been terrorised this turn."""
        return player in self._silenced

    def is_steered(self, player: str) -> bool:
        """Return whether the ghost of ``player`` has been steered this turn."""
        return player in self._steered

    def last_aim(self, piece: Piece) -> Cell | None:
        """Return the cell at which ``piece`` aimed successfully the turn before, or None."""
        return self._last[piece.player][0]

    def last_terror(self, piece: Piece) -> Cell | None:
        """Return the cell that ``piece`` terrorised successfully the turn before, or None."""
        return self._last[piece.player][1]

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
        self.note("moved", player=piece.player, role=piece.role, camp=piece.camp, start=piece.cell, end=cell)
        piece.cell = cell

    def swap(self, piece: Piece, other: Piece) -> None:
        """Make two pieces change places."""
        self.note("swapped", player=piece.player, other=other.player, start=piece.cell, end=other.cell)
        piece.cell, other.cell = other.cell, piece.cell

    def move_ghost(self, ghost: Ghost, cell: Cell) -> None:
        """Put ``ghost`` on ``cell``, whatever stands there."""
        self.note("ghost-moved", player=ghost.player, camp=ghost.camp, start=ghost.cell, end=cell)
        ghost.cell = cell

    def wound(self, piece: Piece, by: str) -> None:
        """Wound a Brute."""
        self.note("wounded", player=piece.player, cell=piece.cell, by=by)
        piece.wounded = True

    def eliminate(self, piece: Piece, by: str) -> None:
        """Take ``piece`` off the board for the camp ``by``; its player's ghost appears at once (§4)."""
        self.note("eliminated", player=piece.player, role=piece.role, cell=piece.cell, by=by)
        del self.state.pieces[piece.player]
        self.eliminated.append(piece.player)
        if rulings.scores(by, piece.camp):
            self.state.scores[by] = self.state.scores.get(by, 0) + 1
        zone = rulings.spawn_candidates(self.setting.camp[piece.camp].zone)
        cell = self.dice.pick("spawn", piece.player, zone)
        self._appear(Ghost(piece.player, piece.camp, piece.role, cell), "R9", "R27")

    def capture(self, piece: Piece, taker: Ghost, others: list[Ghost]) -> None:
        """Give ``piece`` to ``taker``; the three ghosts disappear, and a ghost of the former player appears there (§8).

        R21. Nobody scores for a capture.
        """
        former, camp = piece.player, piece.camp
        names = [ghost.player for ghost in others]
        self.note("captured", player=former, taker=taker.player, others=names, cell=piece.cell, rulings=("R21",))
        self.captured.append({"player": former, "camp": camp, "cell": piece.cell, "by": taker.camp})
        for ghost in (taker, *others):
            del self.state.ghosts[ghost.player]
        del self.state.pieces[former]
        piece.player, piece.camp = taker.player, taker.camp
        self.state.pieces[piece.player] = piece
        self._appear(Ghost(former, camp, piece.role, piece.cell))

    def spend(self, piece: Piece, use: str) -> None:
        """Use up one of the ``teleports`` or ``extra_moves`` of ``piece``; ``use`` names which."""
        left = getattr(piece, use) - 1
        setattr(piece, use, left)
        self.note("spent", player=piece.player, use=use, left=left)

    def aim(self, piece: Piece, cell: Cell) -> None:
        """Record that ``piece`` aims at ``cell``, at which it may shoot the turn after."""
        self.note("aimed", player=piece.player, cell=cell)
        piece.aimed = cell

    def bar_terror(self, piece: Piece, cell: Cell) -> None:
        """Bar ``piece`` from terrorising ``cell`` the turn after."""
        self.note("barred", player=piece.player, cell=cell)
        piece.last_terror = cell

    def vote(self, player: str, vote: str, cast: bool) -> None:
        """Record that ``player`` casts or withdraws a vote (``surrender`` or ``stop``).

        Nothing is recorded if a vote is withdrawn that was not cast.
        """
        voters: list[str] = getattr(self.state, vote)
        stands = player in voters
        if cast or stands:
            self.note("voted", player=player, vote=vote, cast=cast, rulings=("R22",))
        if cast and not stands:
            voters.append(player)
        if stands and not cast:
            voters.remove(player)

    def sanctify(self, cell: Cell) -> None:
        """Sanctify ``cell`` until the end of the turn."""
        self.note("sanctified", cell=cell)
        self._sanctified.add(cell)

    def silence(self, unit: Piece | Ghost) -> None:
        """Cancel every order of ``unit`` that is not resolved yet this turn."""
        self.note("terrorised", player=unit.player, cell=unit.cell)
        self._silenced.add(unit.player)

    def steer(self, ghost: Ghost, cell: Cell) -> None:
        """Move ``ghost`` for a Croque-Mort, and remember that it was steered."""
        self.move_ghost(ghost, cell)
        self._steered.add(ghost.player)

    def tell(self, to: Reader, kind: str, **facts: Any) -> None:
        """Tell the reader ``to`` some ``facts``; the same fact is told only once."""
        key = (to.kind, to.name, kind, *facts.values())
        self._notices.setdefault(key, Notice(kind, facts, to))

    def note(self, kind: str, **data: Any) -> None:
        """Record one fact in the MJ's account."""
        self.log.append(Fact(kind, data))

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
        """Sort everything that is kept by player into roster order, so that it does not show the order of events."""
        self.state.pieces = self._by_roster(self.state.pieces)
        self.state.ghosts = self._by_roster(self.state.ghosts)
        self.results = self._by_roster(self.results)
        self.state.stop = rulings.in_turn(self.state.stop, self.setting.roster)
        self.state.surrender = rulings.in_turn(self.state.surrender, self.setting.roster)
        self.eliminated = rulings.in_turn(self.eliminated, self.setting.roster)
        self.captured.sort(key=lambda capture: self.setting.roster[capture["player"]])

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was learnt, sorted by reader, kind, place and name so that it does not show the order of events."""
        return tuple(self._notices[key] for key in sorted(self._notices, key=repr))

    def _by_roster(self, kept: dict[str, T]) -> dict[str, T]:
        return {player: kept[player] for player in rulings.in_turn(kept, self.setting.roster)}

    def _appear(self, ghost: Ghost, *by: str) -> None:
        self.note("ghost-appeared", player=ghost.player, role=ghost.role, cell=ghost.cell, rulings=by)
        self.state.ghosts[ghost.player] = ghost
