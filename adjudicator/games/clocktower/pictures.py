"""The pictures of a report: the town square for everybody, and for the MJ the grimoire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Phrase

if TYPE_CHECKING:
    from adjudicator.core.pictures import Picture


def pictures(report: Mapping[str, Any]) -> list[Picture]:
    """Return the pictures of a report: the town square and, for the MJ, the grimoire."""
    seats = {"report.square": report["public"]["seats"], "report.grimoire": report.get("grimoire")}
    return [{"kind": "circle", "title": Phrase(key), "shows": {"seats": rows}} for key, rows in seats.items() if rows]
