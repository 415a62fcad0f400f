"""The board of Tsewnart (§1): cells, three topologies, adjacency and distances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from adjudicator.core.faults import KeyPath, Objection

Cell: TypeAlias = tuple[int, int]
"""(column, row), both counted from 1."""


def text(cell: Cell) -> str:
    """Return a cell as players write it: ``(3;5)``."""
    return f"({cell[0]};{cell[1]})"


def cell_of(value: Any) -> Cell:
    """Return a cell from its form in files and orders, a list of column and row."""
    return value[0], value[1]


TOPOLOGIES = ("closed", "cylinder", "torus")

# R1. Columns are counted from the left and rows from the top, both from 1: up is y−1.
DIRECTIONS: Mapping[str, tuple[int, int]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of ``width`` columns and ``height`` rows; ``topology`` is one of ``TOPOLOGIES``."""

    width: int
    height: int
    topology: str

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Board:
        """Build a board from canonical ``{size: [width, height], topology: word}``."""
        width, height = plain["size"]
        return cls(width, height, plain["topology"])

    @property
    def size(self) -> Cell:
        """The numbers of columns and rows."""
        return self.width, self.height

    @property
    def wraps_x(self) -> bool:
        """Whether the left and right edges meet (bouée and sphérique)."""
        return self.topology != "closed"

    @property
    def wraps_y(self) -> bool:
        """Whether the top and bottom edges meet (sphérique)."""
        return self.topology == "torus"

    def __contains__(self, cell: Cell) -> bool:
        """Return whether ``cell`` lies on the board."""
        return 1 <= cell[0] <= self.width and 1 <= cell[1] <= self.height

    def objections(self, cell: Cell, path: KeyPath = ()) -> Iterator[Objection]:
        """Object to a cell that does not lie on the board."""
        if cell not in self:
            yield Objection("off-board", path, {"cell": text(cell), "width": self.width, "height": self.height})

    def cells(self) -> tuple[Cell, ...]:
        """Return all cells, sorted by x then y."""
        return tuple((x, y) for x in range(1, self.width + 1) for y in range(1, self.height + 1))

    def step(self, cell: Cell, direction: str) -> Cell | None:
        """Return the cell one step from ``cell`` in ``direction``, or None beyond an edge that does not wrap."""
        dx, dy = DIRECTIONS[direction]
        x, y = cell[0] + dx, cell[1] + dy
        if self.wraps_x:
            x = (x - 1) % self.width + 1
        if self.wraps_y:
            y = (y - 1) % self.height + 1
        return (x, y) if (x, y) in self else None

    def spans(self, cell: Cell, other: Cell) -> Cell:
        """Return the distances along the two axes, the shorter way round where an axis wraps."""
        dx, dy = abs(cell[0] - other[0]), abs(cell[1] - other[1])
        if self.wraps_x:
            dx = min(dx, self.width - dx)
        if self.wraps_y:
            dy = min(dy, self.height - dy)
        return dx, dy

    def distance(self, cell: Cell, other: Cell) -> int:
        """Return the least number of steps from ``cell`` to ``other``, wraps included."""
        return sum(self.spans(cell, other))

    def adjacent(self, cell: Cell, other: Cell) -> bool:
        """Return whether the cells are one step apart; diagonal neighbours are not adjacent."""
        return self.distance(cell, other) == 1
