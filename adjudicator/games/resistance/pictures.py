"""The pictures of a report: the five missions as a track, and the votes on each squad as a grid.

Both are made from the report alone and show nothing that its tables do not say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from adjudicator.core.faults import Phrase
from adjudicator.games.resistance.state import COLONS

if TYPE_CHECKING:
    from adjudicator.core.pictures import (
        CameShown,
        CellShown,
        ColumnShown,
        GridShown,
        Picture,
        RowShown,
        StationShown,
        TrackShown,
    )
    from adjudicator.games.resistance.records import MissionRow, ProposalRow, PublicPart, SeatRow


def pictures(report: Mapping[str, Any]) -> list[Picture]:
    """Return the pictures of a report: the missions, then the votes as its reader may see them."""
    public: PublicPart = report["public"]
    votes = grid(public, own(report), sides(report))
    return [
        {"kind": "track", "title": Phrase("report.missions"), "shows": track(public)},
        {"kind": "grid", "title": Phrase("report.proposals"), "shows": votes},
    ]


def position(report: Mapping[str, Any]) -> list[Picture]:
    """Return the missions and the votes of the last round only, because earlier stages already show the others."""
    missions, votes = pictures(report)
    if votes["kind"] != "grid" or not votes["shows"]["columns"]:
        return [missions]
    return [missions, {**votes, "shows": _of_last_round(votes["shows"])}]


def _of_last_round(grid: GridShown) -> GridShown:
    groups = [column["group"] for column in grid["columns"]]
    first = groups.index(groups[-1])
    rows = [cast("RowShown", {**row, "cells": row["cells"][first:]}) for row in grid["rows"]]
    return {**grid, "columns": grid["columns"][first:], "rows": rows}


def own(report: Mapping[str, Any]) -> str:
    """Return the player whose report it is; an empty string if the reader is no player."""
    return str(report["reader"]["name"]) if report["reader"]["kind"] == "player" else ""


def sides(report: Mapping[str, Any]) -> dict[str, str]:
    """Return the sides that the reader of a report may know, by player: all of them at the end and for the MJ."""
    ending = report["public"]["ending"]
    if ending is not None:
        known = ending["sides"]
    elif "you" in report:
        known = report["you"]["known"]
    else:
        known = report.get("sides", [])
    return {row["player"]: row["side"] for row in known}


def _awaited(public: PublicPart) -> Mapping[str, Any]:
    """Return what is awaited next; at the end, the phase ``over`` without a squad or a mission."""
    return {"phase": "over", "squad": [], "sizes": [], "targeted": False, **public["now"]}


# The missions ------------------------------------------------------------------------------------------------


def track(public: PublicPart) -> TrackShown:
    """Return the five missions: what each takes or, once it is carried out, its result."""
    return {"stations": [_station(public, row) for row in public["missions"]]}


def _station(public: PublicPart, row: MissionRow) -> StationShown:
    label = Phrase("station.mission", {"number": row["number"]})
    needed = [Phrase("station.two")] if _takes_two(public, row) else []
    if row["result"]:
        notes = [Phrase("station.failures", n=row["failures"]), *needed]
        return {"label": label, "text": "", "state": _RESULTS[row["result"]], "notes": notes, "names": row["squad"]}
    now = _awaited(public)
    on_its_way = now["phase"] == "mission" and now["target"] == row["number"]
    return {
        "label": label,
        "text": str(row["size"]),
        "state": "next" if row["number"] in _may_come(public) else "open",
        "notes": needed,
        "names": list(now["squad"]) if on_its_way else [],
    }


_RESULTS: Mapping[str, Literal["good", "bad"]] = {"success": "good", "failure": "bad"}
_FOURTH = 4


def _takes_two(public: PublicPart, row: MissionRow) -> bool:
    """Return whether a mission takes two failures to fail: mission 4 or, by option, the fourth one carried out."""
    if not public["two_in_fourth"]:
        return row["two"]
    if row["result"]:
        return row["round"] == _FOURTH
    done = [one for one in public["missions"] if one["result"]]
    return len(done) == _FOURTH - 1 and row["number"] in _may_come(public)


def _may_come(public: PublicPart) -> list[int]:
    """Return the missions that may be the next: the one that has a squad, or else all that may be proposed."""
    now = _awaited(public)
    return [now["target"]] if now["squad"] else [one["target"] for one in now["sizes"]]


# The votes ---------------------------------------------------------------------------------------------------


def grid(public: PublicPart, player: str, known: Mapping[str, str]) -> GridShown:
    """Return who voted how: a row for each seat, a column for each proposal.

    ``player`` is the reader's own name, or empty, and ``known`` holds the sides that the reader may know. A proposal
    that is still to be voted on is the last column.
    """
    proposals = [*public["proposals"], *_pending(public)]
    return {
        "captions": _CAPTIONS,
        "columns": [_column(public, one) for one in proposals],
        "rows": [_row(seat, proposals, player, known) for seat in public["seats"]],
    }


_CAPTIONS = {
    "groups": Phrase("grid.rounds"),
    "labels": Phrase("grid.proposals"),
    "aims": Phrase("grid.missions"),
    "totals": Phrase("grid.votes"),
    "came": Phrase("grid.failures"),
}


def _pending(public: PublicPart) -> list[ProposalRow]:
    """Return the proposal that is still to be voted on, in a list; an empty list if there is none.

    An amendment by the MJ may also send a squad on its mission without a vote; that squad is returned, too.
    """
    now = _awaited(public)
    if not now["squad"] or any(_goes(now, row) for row in public["proposals"][-1:]):
        return []
    return [
        {
            "round": now["round"],
            "number": now["proposal"],
            "commander": now["commander"],
            "target": now["target"],
            "squad": now["squad"],
            "drawn": False,
            "yes": [],
            "no": [],
            "defaulted": [],
            "result": "",
        }
    ]


def _goes(now: Mapping[str, Any], row: ProposalRow) -> bool:
    """Return whether the squad of a proposal is on its mission now."""
    same = all(row[key] == now[key] for key in ("round", "target", "squad"))
    return now["phase"] == "mission" and row["result"] == "approved" and same


def _column(public: PublicPart, row: ProposalRow) -> ColumnShown:
    voted = row["result"] in ("approved", "rejected")
    column: ColumnShown = {
        "group": str(row["round"]),
        "label": str(row["number"]),
        "state": _STATES[row["result"]],
        "total": f"{len(row['yes'])}–{len(row['no'])}" if voted else "",
    }
    # The mission of a proposal is shown only where the number of the round does not already tell it.
    elsewhere = any(one["target"] not in (0, one["round"]) for one in public["proposals"])
    if row["target"] and (elsewhere or _awaited(public)["targeted"]):
        column["aim"] = str(row["target"])
    if row["result"] == "approved":
        column["came"] = _came_of(public, row)
    return column


_STATES: Mapping[str, Literal["good", "bad", "next", "none"]] = {
    "approved": "good",
    "rejected": "bad",
    "skipped": "none",
    "": "next",
}


def _came_of(public: PublicPart, row: ProposalRow) -> CameShown:
    """Return the result of an approved squad's mission, or the state ``next`` if it is not carried out yet."""
    for done in public["missions"]:
        if done["result"] and (done["round"], done["number"]) == (row["round"], row["target"]):
            return {"state": _RESULTS[done["result"]], "text": str(done["failures"])}
    return {"state": "next", "text": ""}


def _row(seat: SeatRow, proposals: list[ProposalRow], player: str, known: Mapping[str, str]) -> RowShown:
    name = seat["player"]
    row: RowShown = {"name": name, "cells": [_cell(name, one) for one in proposals]}
    if seat["character"]:
        row["note"] = seat["character"]
    if name in known:
        row["side"] = "good" if known[name] == COLONS else "bad"
    if seat["commander"]:
        row["leads"] = True
    if name == player:
        row["own"] = True
    return row


def _cell(player: str, row: ProposalRow) -> CellShown:
    cell: CellShown = {"mark": "yes" if player in row["yes"] else "no" if player in row["no"] else "none"}
    if player in row["squad"]:
        cell["chosen"] = True
    if player == row["commander"]:
        cell["leads"] = True
    if player in row["defaulted"]:
        cell["assumed"] = True
    return cell
