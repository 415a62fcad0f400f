"""The pictures of a report: the five missions as a track, and the votes on each squad as a grid.

Both are made from the report alone and show nothing that its tables do not say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Phrase
from adjudicator.core.plain import Plain
from adjudicator.games.resistance.state import COLONS
from adjudicator.games.resistance.views import VOTED

if TYPE_CHECKING:
    from adjudicator.core.pictures import Picture


def pictures(report: Mapping[str, Any]) -> list[Picture]:
    """Return the pictures of a report: the missions, then the votes as its reader may see them."""
    missions: Any = {"stations": [_station(report["public"], row) for row in report["public"]["missions"]]}
    votes: Any = _grid(report)
    made: list[Picture] = [
        {"kind": "track", "title": Phrase("report.missions"), "shows": missions},
        {"kind": "grid", "title": Phrase("report.proposals"), "shows": votes},
    ]
    hands = report["public"]["plots"]["hands"] if "plots" in report["public"] else []
    rows: Any = [{"heading": Phrase("seat.plots", {"player": row["player"]}), "cards": _cards(row)} for row in hands]
    return [*made, {"kind": "cards", "title": Phrase("report.plots"), "shows": {"rows": rows}}] if rows else made


def _cards(row: Plain) -> list[Plain]:
    """Return the Complot cards before a player; all of them lie open."""
    blank = {"number": "", "colour": "", "shape": 0, "down": False}
    return [{**blank, "text": card} for card in row["cards"].parts]


def position(report: Mapping[str, Any]) -> list[Picture]:
    """Return the missions and the votes of the last round only, because earlier stages already show the others."""
    missions, votes, *plots = pictures(report)
    shows: Any = votes["shows"]
    if not shows["columns"]:
        return [missions, *plots]
    groups = [column["group"] for column in shows["columns"]]
    first = groups.index(groups[-1])
    rows = [{**row, "cells": row["cells"][first:]} for row in shows["rows"]]
    last: Any = {**shows, "columns": shows["columns"][first:], "rows": rows}
    return [missions, {"kind": "grid", "title": votes["title"], "shows": last}, *plots]


def _awaited(public: Plain) -> Plain:
    """Return what is awaited next; at the end, the phase ``over`` without a squad or a mission."""
    return {"phase": "over", "squad": [], "sizes": [], "targeted": False, **public["now"]}


# The missions ------------------------------------------------------------------------------------------------


def _station(public: Plain, row: Plain) -> Plain:
    """Return one of the five missions: what it takes or, once it is carried out, its result."""
    label = Phrase("station.mission", {"number": row["number"]})
    needed = [Phrase("station.two")] if _takes_two(public, row) else []
    if row["result"]:
        notes = [Phrase("station.failures", n=row["failures"]), *needed]
        return {"label": label, "text": "", "state": _RESULTS[row["result"]], "notes": notes, "names": row["squad"]}
    now = _awaited(public)
    on_its_way = now["phase"] in ("mission", "close_eye") and now["target"] == row["number"]
    return {
        "label": label,
        "text": str(row["size"]),
        "state": "next" if row["number"] in _may_come(public) else "open",
        "notes": needed,
        "names": list(now["squad"]) if on_its_way else [],
    }


_RESULTS = {"success": "good", "failure": "bad"}
_FOURTH = 4


def _takes_two(public: Plain, row: Plain) -> bool:
    """Return whether a mission takes two failures to fail: mission 4 or, by option, the fourth one carried out."""
    if not public["two_in_fourth"]:
        return bool(row["two"])
    if row["result"]:
        return bool(row["round"] == _FOURTH)
    done = [one for one in public["missions"] if one["result"]]
    return len(done) == _FOURTH - 1 and row["number"] in _may_come(public)


def _may_come(public: Plain) -> list[int]:
    """Return the missions that may be the next: the one that has a squad, or else all that may be proposed."""
    now = _awaited(public)
    return [now["target"]] if now["squad"] else [one["target"] for one in now["sizes"]]


# The votes ---------------------------------------------------------------------------------------------------


def _grid(report: Mapping[str, Any]) -> Plain:
    """Return who voted how: a row for each seat, a column for each proposal.

    A proposal that is still to be voted on is the last column. The sides shown are those that the reader may know.
    """
    public, reader = report["public"], report["reader"]
    if public["ending"] is not None:
        known = public["ending"]["sides"]
    else:
        known = report["you"]["known"] if "you" in report else report.get("sides", [])
    sides = {row["player"]: row["side"] for row in known}
    own = reader["name"] if reader["kind"] == "player" else ""
    proposals = [*public["proposals"], *_pending(public)]
    return {
        "captions": _CAPTIONS,
        "columns": [_column(public, one) for one in proposals],
        "rows": [_row(seat, proposals, own, sides) for seat in public["seats"]],
    }


_CAPTIONS = {
    "groups": Phrase("grid.rounds"),
    "labels": Phrase("grid.proposals"),
    "aims": Phrase("grid.missions"),
    "totals": Phrase("grid.votes"),
    "came": Phrase("grid.failures"),
}


def _pending(public: Plain) -> list[Plain]:
    """Return the proposal that is still to be voted on, in a list; an empty list if there is none.

    An amendment by the MJ may also send a squad on its mission without a vote; that squad is returned, too.
    """
    now = _awaited(public)
    if not now["squad"] or any(_goes(now, row) for row in public["proposals"][-1:]):
        return []
    shared = {key: now[key] for key in ("round", "commander", "target", "squad")}
    return [{**shared, "number": now["proposal"], "yes": [], "no": [], "defaulted": [], "result": ""}]


def _goes(now: Plain, row: Plain) -> bool:
    """Return whether the squad of a proposal is on its mission now."""
    same = all(row[key] == now[key] for key in ("round", "target", "squad"))
    return now["phase"] in VOTED and row["result"] == "approved" and same


def _column(public: Plain, row: Plain) -> Plain:
    voted = row["result"] in ("approved", "rejected")
    column = {
        "group": str(row["round"]),
        "label": str(row["number"]),
        "state": {"approved": "good", "rejected": "bad", "skipped": "none", "": "next"}[row["result"]],
        "total": f"{len(row['yes'])}–{len(row['no'])}" if voted else "",
    }
    # The mission of a proposal is shown only where the number of the round does not already tell it.
    elsewhere = any(one["target"] not in (0, one["round"]) for one in public["proposals"])
    if row["target"] and (elsewhere or _awaited(public)["targeted"]):
        column["aim"] = str(row["target"])
    return {**column, "came": _came_of(public, row)} if row["result"] == "approved" else column


def _came_of(public: Plain, row: Plain) -> Plain:
    """Return the result of an approved squad's mission, or the state ``next`` if it is not carried out yet."""
    for done in public["missions"]:
        if done["result"] and (done["round"], done["number"]) == (row["round"], row["target"]):
            return {"state": _RESULTS[done["result"]], "text": str(done["failures"])}
    return {"state": "next", "text": ""}


def _row(seat: Plain, proposals: list[Plain], own: str, sides: Mapping[str, str]) -> Plain:
    name = seat["player"]
    row: Plain = {"name": name, "cells": [_cell(name, one) for one in proposals]}
    if seat["character"]:
        row["note"] = seat["character"]
    if name in sides:
        row["side"] = "good" if sides[name] == COLONS else "bad"
    if seat["commander"]:
        row["leads"] = True
    if name == own:
        row["own"] = True
    return row


def _cell(player: str, row: Plain) -> Plain:
    mark = "yes" if player in row["yes"] else "no" if player in row["no"] else "none"
    there = {
        "chosen": player in row["squad"],
        "leads": player == row["commander"],
        "assumed": player in row["defaulted"],
    }
    return {"mark": mark, **{key: True for key, holds in there.items() if holds}}
