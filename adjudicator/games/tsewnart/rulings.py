"""The rulings R1 to R27: what the author's text leaves open, each decided in one place.

To rule otherwise, an MJ finds the decision by its number and changes it in that place alone. The numbers are those of
the rules page, and the reports name them. A ruling that shapes a rule, rather than making a choice, is stated with that
rule: search for its number and a full stop.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.core.stage import PUBLIC, Reader, camp_reader

if TYPE_CHECKING:
    from adjudicator.games.tsewnart.board import Board, Cell
    from adjudicator.games.tsewnart.state import Ghost


def captain(players: Sequence[str], named: str | None) -> str:
    """R2. Choice and placement are sent by the first player listed in the camp, unless the campaign names another."""
    return named or players[0]


def initiative(camps: Sequence[str], turn: int, listed: Sequence[Sequence[str]] = ()) -> tuple[str, ...]:
    """R3. Camps act in campaign order, rotated by one each turn, or as listed.

    ``listed`` holds the order of each turn; after its last turn it starts again.
    """
    if listed:
        return tuple(listed[(turn - 1) % len(listed)])
    first = (turn - 1) % len(camps)
    return (*camps[first:], *camps[:first])


def in_turn(players: Iterable[str], roster: Mapping[str, int]) -> list[str]:
    """R5. Two players of one camp who have the same role act in the same item, in roster order."""
    return sorted(players, key=roster.__getitem__)


def destination(board: Board, start: Cell, where: str | Cell) -> Cell | None:
    """R6. A cell must be adjacent to where the piece stands when its item comes; a direction is taken from there.

    Return the destination, or None if it is not adjacent or lies beyond an edge.
    """
    if isinstance(where, str):
        return board.step(start, where)
    return where if where in board and board.adjacent(start, where) else None


def fate(role: str, wounded: bool, sanctified: bool) -> str:
    """R7. A sanctified piece is spared altogether: an unwounded Brute is not even wounded there.

    Return what becomes of a piece that would be eliminated: ``protected``, ``wounded`` or ``eliminated``.
    """
    if sanctified:
        return "protected"
    return "wounded" if role == "brute" and not wounded else "eliminated"


def enters(fate_of_other: str) -> bool:
    """R8. A mover succeeds and takes the cell only from a piece that it eliminates; wounding a Brute is a failure."""
    return fate_of_other == "eliminated"


def scores(by: str, victim: str) -> bool:
    """R10. Only the elimination of an enemy's piece scores; an allied piece hit by an arrow scores for nobody."""
    return by != victim


def told_to(reveal_to: str, camp: str) -> Reader:
    """R12. A Mystique's revelation is told to its camp, unless the option ``reveal_to`` says ``public``."""
    return PUBLIC if reveal_to == "public" else camp_reader(camp)


def spends(success: bool) -> bool:
    """R13. Only a success uses up one of the uses of a power."""
    return success


def within_reach(board: Board, piece: Cell, ghost: Cell) -> bool:
    """R14. A Croque-Mort examines one cell away, including diagonals and the Croque-Mort's own cell."""
    return ghost in board and max(board.spans(piece, ghost)) <= 1


def in_range(board: Board, archer: Cell, target: Cell, reach: str) -> bool:
    """R15. An Archer aims and shoots at a distance of exactly 2: two cells straight, or one diagonally.

    If the option ``reach`` is ``within``, shorter distances are allowed too.
    """
    return target in board and board.distance(archer, target) in ((2,) if reach == "exact" else (0, 1, 2))


def conceals(role: str, declared: bool) -> bool:
    """R19. A ghost's camp learns the player's name, unless the piece is a Croque-Mort whose player said otherwise.

    Return whether the name stays hidden; ``declared`` is whether the player ordered ``conceal``.
    """
    return role == "croque-mort" and declared


def sees_ghosts(option: str, own: bool) -> bool:
    """R20. Ghosts stand on the public board; if the option ``ghosts`` is ``hidden``, each camp sees only its own."""
    return own or option != "hidden"


def has_surrendered(votes: int, players: int) -> bool:
    """R22. A camp has surrendered when more than half of its players have an outstanding ``surrender``."""
    return 2 * votes > players


def winners(goal: str, eliminated_by: Mapping[str, int]) -> list[str]:
    """R23. The camp with the most enemy pieces eliminated wins, even if dead or surrendered; a tie is shared.

    ``goal`` is the option ``victory``, of which ``eliminations`` is the only value. Raise ``KeyError`` for another.
    """
    scores_by_camp = {"eliminations": eliminated_by}[goal]
    best = max(scores_by_camp.values())
    return [camp for camp, score in scores_by_camp.items() if score == best]


# R25. Declarations have no item and no result, and terror does not touch them.
DECLARATIONS = ("conceal", "surrender", "stop")


def refused_together(exclusive: Collection[str]) -> bool:
    """R26. If exclusive orders are given together, every one of them fails, including ``move``."""
    return len(exclusive) > 1


def spawn_candidates(zone: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the candidates for the cell of a new ghost: the cells of the start zone sorted by x, then y (R27).

    The draw is made for the player's name.
    """
    return tuple(sorted(set(zone)))


def choice_candidates(ghosts: Sequence[Ghost], roster: Mapping[str, int]) -> list[Ghost]:
    """R27. A draw depends on the seed, the turn, the purpose and what it is for, over candidates in a fixed order.

    Return the ghosts in roster order, as candidates for a choice among ghosts; it is drawn for the step and the cell.
    """
    return sorted(ghosts, key=lambda ghost: roster[ghost.player])
