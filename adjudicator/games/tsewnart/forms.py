"""The contents of a player's form: the player's situation, the orders possible now, and how values are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.core.actions import Spelling
from adjudicator.core.faults import Pairs, Phrase, PhraseArgument, Word
from adjudicator.games.tsewnart.actions import item_phrase
from adjudicator.games.tsewnart.board import text
from adjudicator.games.tsewnart.orders import VOTES
from adjudicator.games.tsewnart.rules import ORDERS, items_of_a_turn
from adjudicator.games.tsewnart.state import Setting
from adjudicator.games.tsewnart.views import PlayerView, own_marked

if TYPE_CHECKING:
    from adjudicator.core.pictures import BoardShown

# The player's situation --------------------------------------------------------------------------------------


def situation(view: PlayerView) -> list[Phrase]:
    """Tell a player what they control and how they have voted; tell a captain what there is to choose."""
    if view.phase != "turn":
        return list(_captain(view))
    if view.unit == "nothing":
        return [Phrase("situation.nothing"), *_votes(view)]
    values: dict[str, PhraseArgument] = {
        "role": Phrase(f"role.{view.role}"),
        "camp": view.camp,
        "cell": text(view.cell),
    }
    size = Phrase("situation.cells", {"cell": text(view.grid.size)})
    return [Phrase(f"situation.{view.unit}", values), *_carried(view), size, *_votes(view)]


def _captain(view: PlayerView) -> Iterator[Phrase]:
    yield Phrase(f"situation.{view.phase}", {"camp": view.camp})
    if view.phase == "placement":
        yield Phrase("situation.cells", {"cell": text(view.grid.size)})
        pairs = tuple((mate, Word("roles", member["role"])) for mate, member in view.members.items())
        yield Phrase("situation.chosen", {"list": Pairs(pairs)})


def _carried(view: PlayerView) -> Iterator[Phrase]:
    if view.wounded:
        yield Phrase("situation.wounded")
    if view.teleports is not None:
        yield _left("teleports", view.teleports)
    if view.extra_moves is not None:
        yield _left("extra-moves", view.extra_moves)
    if view.aimed:
        yield Phrase("situation.aimed", {"cell": text(view.aimed)})
    if view.last_terror:
        yield Phrase("situation.last-terror", {"cell": text(view.last_terror)})


def _left(uses: str, count: int) -> Phrase:
    return Phrase(f"situation.{uses}", n=count) if count else Phrase(f"situation.{uses}.none")


def _votes(view: PlayerView) -> list[Phrase]:
    return [Phrase(f"situation.{vote}") for vote in VOTES if getattr(view, vote)]


# The board of a click form -----------------------------------------------------------------------------------


def board(view: PlayerView) -> BoardShown | None:
    """Return the board on which the player's orders are judged; None in a phase in which no cell is to be selected.

    Pieces of the player's own camp are shown with their roles and players, as on the board of the camp's report.
    """
    if view.phase not in ("turn", "placement"):
        return None
    marked = ((view.aimed, "aimed"), (view.last_terror, "terrorised"))
    shown: Any = own_marked(view.board, view.player, (view.cell, view.camp) if view.unit == "ghost" else None)
    found: BoardShown = shown | {
        "zones": [zone for zone in shown["zones"] if zone["camp"] == view.camp],
        "marks": [{"cell": cell, "kind": kind} for cell, kind in marked if cell is not None],
    }
    return found


# How values are written --------------------------------------------------------------------------------------


def spellings(setting: Setting) -> Mapping[str, Spelling]:
    """Return how cells, items of the order of play, orders of players, sizes and spans are written."""
    column, row = ("|".join(map(str, range(1, length + 1))) for length in setting.board.size)
    items = items_of_a_turn(setting.camp_names)
    return {
        "cell": Spelling(pattern=rf"^\s*\(?\s*({column})\s*[;,]\s*({row})\s*\)?\s*$"),
        "item": Spelling(values=tuple(map(item_phrase, items)), meant=items),
        "given": Spelling(
            values=tuple(
                Phrase("question.key", {"first": Word("orders", order), "second": player})
                for player in setting.camp_of
                for order in ORDERS
            )
        ),
        "size": Spelling(pattern=r"^\s*\d{1,3}\s*[xX×*]\s*\d{1,3}\s*$"),
        "span": Spelling(pattern=r"^\s*\d{1,3}(\s*[-–]\s*\d{1,3})?\s*$"),
    }
