"""Orders that the MJ has withdrawn: which files no longer count, and for whom.

An act ``withdraw`` names a seat and the files whose orders no longer count for it. Nothing else is written: a file
stays where it is with its verdict, and readers of a stage's files leave out what was withdrawn. A file stays withdrawn
when its stage is taken back; a later file of the same name is a different file.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from adjudicator.campaign.acts import undoings
from adjudicator.store.layout import stage_number

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act, OnTable, RefusedFile, SentAhead
    from adjudicator.campaign.seats import Seats


def withdrawals(acts: Sequence[Act]) -> list[Act]:
    """Return the acts by which orders were withdrawn, in order."""
    return [act for act in acts if act["act"] == "withdraw"]


def acts_known_to(acts: Sequence[Act], stage: str) -> list[Act]:
    """Return ``acts`` without the withdrawals that were made after this stage, given by its folder name, was played.

    It serves for stages without a link in the hash chain, which would tell how many acts there were.
    """
    number = stage_number(stage)
    return [act for act in acts if act["act"] != "withdraw" or stage_number(act["stage"]) <= number]


def withdrawn_from(acts: Sequence[Act], place: str, digest: str, at: str | None) -> set[str]:
    """Return the seats for which a file of the stage awaited no longer counts.

    ``place`` is its path in ``turns/``, ``digest`` the SHA-256 of its bytes, and ``at`` when it arrived, or None if
    that is not known.
    """
    named = [act for act in withdrawals(acts) if place in act["files"]]
    return {act["player"] for act in named if act["files"][place] == digest and _came_before(at, act)}


def _came_before(at: str | None, act: Act) -> bool:
    return at is None or datetime.fromisoformat(at) <= datetime.fromisoformat(act["at"])


def handed_on_without(acts: Sequence[Act], table: OnTable, seats: Seats) -> OnTable:
    """Return ``table`` without the standing orders and files sent ahead that were withdrawn."""
    if not withdrawals(acts):
        return table
    ahead = (_ahead_without(acts, file, seats) for file in table["ahead"])
    refused = (_refused_without(acts, file, seats) for file in table["refused_ahead"])
    return {
        **_standing_without(acts, table, seats),
        "ahead": list(filter(None, ahead)),
        "refused_ahead": list(filter(None, refused)),
    }


def withdrawn_ahead(acts: Sequence[Act], file: SentAhead | RefusedFile, seats: Seats) -> set[str]:
    """Return the players for whom a file that was handed on to a later stage no longer counts."""
    place = file.get("file")
    if place is not None:
        named = [act for index, act in enumerate(acts) if _names(act, place) and not _came_again(acts[index:], place)]
    else:
        text = sha256(str(file.get("text", "")).encode()).hexdigest()
        named = [act for act in withdrawals(acts) if text in act.get("texts", ())]
    return {seats.name_of(act["player"]) for act in named}


def _names(act: Act, place: str) -> bool:
    return act["act"] == "withdraw" and place in act["files"]


def _came_again(since: Sequence[Act], place: str) -> bool:
    """Return whether the stage in which a file arrived was taken back since.

    If so, what is handed on comes from another file.
    """
    number = stage_number(place.partition("/")[0])
    return any(stage_number(undo["back_to"]) <= number for undo in undoings(since))


def _ahead_without(acts: Sequence[Act], file: SentAhead, seats: Seats) -> SentAhead | None:
    gone = withdrawn_ahead(acts, file, seats)
    players = [player for player in file["players"] if player not in gone]
    receipts = {player: said for player, said in file["receipts"].items() if player not in gone}
    return {**file, "players": players, "receipts": receipts} if players else None


def _refused_without(acts: Sequence[Act], file: RefusedFile, seats: Seats) -> RefusedFile | None:
    gone = withdrawn_ahead(acts, file, seats)
    players = [player for player in file["players"] if player not in gone]
    return {**file, "players": players} if players or not gone else None


def _standing_without(acts: Sequence[Act], table: OnTable, seats: Seats) -> OnTable:
    """Return ``table`` with each player's earlier standing orders in place of those that were withdrawn."""
    standing, left_in = dict(table["standing"]), dict(table.get("left_in", {}))
    for index, act in enumerate(acts):
        if act["act"] != "withdraw" or "standing" not in act:
            continue
        player, before = seats.name_of(act["player"]), act["standing"]
        if player in standing and left_in.get(player, "") == before["of"]:
            if before["of"] and _came_again(acts[index:], before["of"]):
                continue
            standing.pop(player)
            left_in.pop(player, None)
            if before["orders"]:
                standing[player] = seats.named(before["orders"])
            if before["file"]:
                left_in[player] = before["file"]
    return {**table, "standing": standing, "left_in": left_in}
