"""The pictures of a report: the town square for everybody, and for the MJ the grimoire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Phrase
from adjudicator.core.plain import Plain

if TYPE_CHECKING:
    from adjudicator.core.pictures import Picture


def pictures(report: Mapping[str, Any]) -> list[Picture]:
    """Return the pictures of a report: the town square and, for the MJ, the grimoire."""
    square: Any = {"seats": [_seat(row) for row in report["public"]["seats"]]}
    found: list[Picture] = [{"kind": "circle", "title": Phrase("report.square"), "shows": square}]
    if "grimoire" in report:
        tokens: Any = {"seats": [_token(row) for row in report["grimoire"]]}
        found.append({"kind": "circle", "title": Phrase("report.grimoire"), "shows": tokens})
    return found


def _seat(row: Plain) -> Plain:
    return {"name": row["player"], "dead": not row["alive"], "ghost": row["ghost"], "notes": []}


def _token(row: Plain) -> Plain:
    """Return a seat with its token; evil is a square, and a reminder that is asleep is pale and in parentheses."""
    spent = [{"text": Phrase("seat.used"), "pale": False}] if row["spent"] else []
    turned = [{"text": Phrase("seat.reversed"), "pale": False}] if row["reversed"] else []
    notes = [
        {
            "text": Phrase("reminder.asleep", {"what": one["text"]}) if one["asleep"] else one["text"],
            "pale": one["asleep"],
        }
        for one in row["reminders"]
    ]
    return {
        **_seat(row),
        "role": row["role"],
        "side": "good" if row["side"] == "good" else "bad",
        "reversed": row["reversed"],
        "notes": [*turned, *spent, *notes],
    }
