"""The pictures of a report: the cards before each player as its reader sees them, and the reader's own hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Phrase, Word
from adjudicator.core.plain import Plain
from adjudicator.games.overseers.state import BLANK, TRAITS

if TYPE_CHECKING:
    from adjudicator.core.pictures import Picture

_COLOURS = dict(zip((*TRAITS, BLANK), ("red", "green", "pink", "orange", "teal", "yellow", "grey"), strict=True))
"""The colour of each trait; its shape has the number of its place in the sheet's order."""


def pictures(report: Mapping[str, Any]) -> list[Picture]:
    """Return the pictures of a report: the table, if cards lie there, then the hand that its reader holds."""
    rows = [_row(row["player"], row["overseer"], _of_reader(report, row)) for row in report["public"]["table"]]
    hands = [_row("", None, report[key], key) for key in ("hand", "taken") if report.get(key)]
    found: list[Picture] = []
    if any(row["cards"] for row in rows):
        found.append({"kind": "cards", "title": Phrase("report.table"), "shows": {"rows": rows}})
    if hands:
        found.append({"kind": "cards", "title": Phrase("report.hand"), "shows": {"rows": hands}})
    return found


def position(report: Mapping[str, Any]) -> list[Picture]:
    """Return the picture of the table alone."""
    return [one for one in pictures(report) if one["title"].key == "report.table"]


def _of_reader(report: Mapping[str, Any], row: Plain) -> Sequence[Phrase]:
    own = report["reader"]["kind"] == "player" and row["player"] == report["reader"]["name"]
    return report["cards"] if own else row["cards"]  # type: ignore[no-any-return]


def _row(player: str, overseer: Word | None, cards: Sequence[Any], key: str = "") -> Any:
    heading = Phrase(f"report.{key}") if key else Phrase("row.player", {"player": player, "overseer": overseer or "–"})
    return {"heading": heading, "cards": list(map(_card, cards))}


def _card(card: Phrase | Word) -> Plain:
    """Return a card of a hand, which is a word, or on the table, which is a phrase, for its drawing."""
    values: Mapping[str, Any] = {"trait": card} if isinstance(card, Word) else card.values
    nature = values.get("nature", values.get("trait"))
    name = nature.canonical if nature else ""
    return {
        "number": str(values.get("number", "")),
        "text": nature or "",
        "colour": _COLOURS.get(name, ""),
        "shape": list(_COLOURS).index(name) if name else 0,
        "down": isinstance(card, Phrase) and not card.key.startswith("card.up"),
    }
