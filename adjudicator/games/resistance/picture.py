"""The pictures of a report: the five missions as a track, and who voted how on which squad as a grid.

Both are made of the report alone: all of it stands in its tables too.
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
    """Return what is drawn of a report: the missions, then the votes as its reader may see them."""
    public: PublicPart = report["public"]
    votes = grid(public, own(report), sides(report))
    return [
        {"kind": "track", "title": Phrase("report.missions"), "shows": track(public)},
        {"kind": "grid", "title": Phrase("report.proposals"), "shows": votes},
    ]


def position(report: Mapping[str, Any]) -> list[Picture]:
    """Return the missions, and the votes of the round that is played alone: those before stand with their stages."""
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
    """Return the player whose report it is; empty where it is no player's."""
    return str(report["reader"]["name"]) if report["reader"]["kind"] == "player" else ""


def sides(report: Mapping[str, Any]) -> dict[str, str]:
    """Return the sides that the reader of a report may know, by player: at the end all, and in the MJ's report."""
    ending = report["public"]["ending"]
    if ending is not None:
        known = ending["sides"]
    elif "you" in report:
        known = report["you"]["known"]
    else:
        known = report.get("sides", [])
    return {row["player"]: row["side"] for row in known}


def _awaited(public: PublicPart) -> Mapping[str, Any]:
    """Return what is awaited next; at the end nothing is, and no squad is named."""
    return {"phase": "over", "squad": [], "sizes": [], "targeted": False, **public["now"]}


# The missions ------------------------------------------------------------------------------------------------


def track(public: PublicPart) -> TrackShown:
    """Return the five missions: what each takes, or what came of it."""
    return {"stations": [_station(public, row) for row in public["missions"]]}


def _station(public: PublicPart, row: MissionRow) -> StationShown:
    label = Phrase("station.mission", {"number": row["number"]})
    needed = [Phrase("station.two")] if _takes_two(public, row) else []
    if row["result"]:
        notes = [Phrase("station.failures", n=row["failures"]), *needed]
        return {"label": label, "text": "", "state": _RESULTS[row["result"]], "notes": notes, "names": row["squad"]}
    return {
        "label": label,
        "text": str(row["size"]),
        "state": "next" if row["number"] in _may_come(public) else "open",
        "notes": needed,
        "names": _on_its_way(public, row["number"]),
    }


_RESULTS: Mapping[str, Literal["good", "bad"]] = {"success": "good", "failure": "bad"}
_FOURTH = 4


def _takes_two(public: PublicPart, row: MissionRow) -> bool:
    """Tell whether a mission takes two failures: mission 4, or by option the one that is carried out fourth."""
    if not public["two_in_fourth"]:
        return row["two"]
    if row["result"]:
        return row["round"] == _FOURTH
    done = [one for one in public["missions"] if one["result"]]
    return len(done) == _FOURTH - 1 and row["number"] in _may_come(public)


def _may_come(public: PublicPart) -> list[int]:
    """Return the missions of which one is the next: the one that has a squad, else all that may be proposed."""
    now = _awaited(public)
    return [now["target"]] if now["squad"] else [one["target"] for one in now["sizes"]]


def _on_its_way(public: PublicPart, number: int) -> list[str]:
    """Return the squad that is on its way to a mission; nobody where it is only proposed."""
    now = _awaited(public)
    return list(now["squad"]) if now["phase"] == "mission" and now["target"] == number else []


# The votes ---------------------------------------------------------------------------------------------------


def grid(public: PublicPart, player: str, known: Mapping[str, str]) -> GridShown:
    """Return who voted how: a row for each seat, a column for each proposal; ``player`` reads it, sides are ``known``.

    The proposal that is still to be voted on is the last column.
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
    """Return the proposal whose squad is to be voted on, or is on its way without a vote, as the MJ has amended it."""
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
    """Tell whether the squad of a proposal is on its way."""
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
    if row["target"] and _are_aimed(public):
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


def _are_aimed(public: PublicPart) -> bool:
    """Tell whether it needs saying for which mission a proposal is: its round does not say it."""
    elsewhere = [row for row in public["proposals"] if row["target"] not in (0, row["round"])]
    return bool(elsewhere) or bool(_awaited(public)["targeted"])


def _came_of(public: PublicPart, row: ProposalRow) -> CameShown:
    """Return what the mission of an approved squad came to, as far as that is known."""
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
