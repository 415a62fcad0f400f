"""What lies on the MJ's table for the stage awaited: all that was received, read once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

from adjudicator.campaign.stages import Progress
from adjudicator.core.plain import Plain
from adjudicator.orders.received import records
from adjudicator.table.attendance import attendance


class Sent(NamedTuple):
    """By which file orders came: its name, by which way, and its times in UTC (see ``received.Dropped``)."""

    source: str
    way: str
    saved: str | None = None
    dated: str | None = None

    @property
    def time(self) -> str:
        """When it was sent, or saved; empty where that is not known."""
        return self.dated or self.saved or ""

    @classmethod
    def by(cls, verdict: Plain) -> Sent:
        """Return by which file those came that a ``verdict`` is on; version 0.1 kept no way, and no times."""
        return cls(verdict["source"], verdict.get("way", "file"), verdict.get("saved"), verdict.get("dated"))


@dataclass(frozen=True)
class Table:
    """Orders and notes by player, in roster order, and files as plain data in the order in which they came."""

    orders: dict[str, Plain]
    """Each player's orders for the stage awaited: the last valid ones to arrive."""
    standing: dict[str, Plain]
    """The last standing orders that each player gave, in whatever stage; none where he took them back."""
    notes: dict[str, str]
    """The last note to the MJ of each player, of the files that were accepted."""
    refused: list[Plain]
    """Refused files: source, where kept, faults, note, and those of the players who have sent no accepted one since."""
    correcting: tuple[str, ...]
    """Players whose orders for the stage awaited are there, but whose last file with some was refused."""
    ahead: list[Plain]
    """Accepted files for later turns: turn, text, source, players, receipts."""
    sent: dict[str, Sent]
    """By which files the orders came that players have sent since the stage began, and not only before it."""

    @property
    def refused_now(self) -> list[Plain]:
        """The refused files for the stage awaited."""
        return [one for one in self.refused if "turn" not in one]

    @property
    def refused_ahead(self) -> list[Plain]:
        """The refused files for later turns, as they are handed on to the next stage: their notes have been told."""
        left = ("note", "kept")
        return [{key: value for key, value in one.items() if key not in left} for one in self.refused if "turn" in one]

    def still_refused(self, sources: Sequence[str]) -> int:
        """Return how many of the files that came by these names, and were refused, nobody has mended."""
        waiting = [one["source"] for one in self.refused if one["kinds"]]
        return sum(source in waiting for source in sources)


def table_of(progress: Progress, more: Sequence[Plain] = (), before: int | None = None) -> Table:
    """Return what has come for the stage awaited, with ``more`` verdicts as if they had come last.

    Files that came in this stage are left out from the number ``before`` on.
    """
    told = [*records(progress, before), *more]
    accepted = [record for record in told if record["accepted"]]
    now = [record for record in accepted if "turn" not in record]
    players = progress.campaign.players
    in_force = in_force_of(now, "orders")
    orders = {player: in_force[player]["orders"][player] for player in players if player in in_force}
    given = in_force_of(accepted, "standing")
    standing = progress.standing | {player: record["standing"][player] for player, record in given.items()}
    to_correct: set[str] = reduce(correcting, told, set())
    notes = {player: record["note"] for record in accepted if record.get("note") for player in record["players"]}
    return Table(
        orders=orders,
        standing={player: standing[player] for player in players if standing.get(player)},
        notes=notes,
        refused=_refused(progress.refused_ahead_later, told),
        correcting=tuple(player for player in orders if player in to_correct),
        ahead=[*progress.ahead_later, *(_ahead(record) for record in accepted if "turn" in record)],
        sent={player: Sent.by(record) for player, record in in_force.items() if "ahead" not in record},
    )


def in_force_of(accepted: Sequence[dict[str, Any]], kind: str) -> dict[str, dict[str, Any]]:
    """Return by player the verdict on the file whose orders of a ``kind`` count: the last to arrive.

    A mail that was sent before the one in force does not replace it, in whatever order they were saved.
    """
    latest: dict[str, dict[str, Any]] = {}
    for record in accepted:
        for player in record.get(kind, {}):
            if player not in latest or not is_older_mail(Sent.by(record), Sent.by(latest[player])):
                latest[player] = record
    return latest


def is_older_mail(one: Sent, other: Sent) -> bool:
    """Tell whether both came as mails that say when they were sent, and one was sent before the other."""
    return bool(one.dated and other.dated and one.dated < other.dated)


def ahead_of(ahead: Sequence[Plain], player: str) -> dict[int, str]:
    """Return the later turns for which ``player`` has orders in the files ``ahead``, in order, and how they were said.

    Of several for a turn the last to arrive counts.
    """
    said = {told["turn"]: str(told["receipts"][player]) for told in ahead if player in told["receipts"]}
    return dict(sorted(said.items()))


_HANDED_ON = ("turn", "text", "source", "players", "receipts")


def _ahead(record: dict[str, Any]) -> Plain:
    return {key: record[key] for key in _HANDED_ON if key in record}


_OF_REFUSED = ("source", "kept", "players", "faults", "note", "turn", "table", "kinds")


def _refused(handed_on: Sequence[Plain], told: Sequence[dict[str, Any]]) -> list[Plain]:
    waiting = list(handed_on)
    for record in told:
        if record["accepted"]:
            waiting = [left for one in waiting if (left := _still_refused(one, record))]
        else:
            waiting.append({key: record[key] for key in _OF_REFUSED if key in record})
    return waiting


def _still_refused(refused: Plain, accepted: dict[str, Any]) -> Plain | None:
    """Return what is left of a refused file after another was accepted: the players and kinds that have not come anew.

    Orders for another turn, or standing ones alone, mend no refused orders.
    """
    if refused.get("turn") != accepted.get("turn"):
        return refused
    if not refused["players"]:
        mended = refused["source"] == accepted["source"] != "-"
        return None if mended else refused
    if not refused["kinds"]:  # for a past turn: whoever sends anew has understood
        players = [player for player in refused["players"] if player not in accepted["players"]]
        return {**refused, "players": players} if players else None
    came = {"orders": accepted["orders"], "standing": accepted.get("standing", {})}
    lacking = {player: [kind for kind in refused["kinds"] if player not in came[kind]] for player in refused["players"]}
    players = [player for player, kinds in lacking.items() if kinds]
    kinds = [kind for kind in refused["kinds"] if any(kind in lacks for lacks in lacking.values())]
    return {**refused, "players": players, "kinds": kinds} if players else None


def correcting(before: Collection[str], verdict: Plain) -> set[str]:
    """Return those whose last file with orders for the stage awaited was refused: ``before`` a verdict, and now.

    They mean to send it anew. A file with a wrong key may be anybody's, and one for a past turn corrects nothing now:
    they hold up nobody.
    """
    now = set(before)
    if "turn" in verdict:
        return now
    if verdict["accepted"]:
        return now.difference(verdict["orders"])
    forged = any(fault["code"] == "wrong-key" for fault in verdict["faults"])
    return now if forged or "orders" not in verdict["kinds"] else now.union(verdict["players"])


def stood_in(progress: Progress, orders: dict[str, Plain], standing: dict[str, Plain]) -> dict[str, Plain]:
    """Return what standing orders make of the players whose ``orders`` are missing, by player.

    Nothing, where the campaign says that the missing do nothing.
    """
    campaign = progress.campaign
    if campaign.when_missing == "nothing":
        return {}
    given = {
        player: campaign.game.orders.standing(progress.view(player), standing[player])
        for player in attendance(progress, orders).absent
        if player in standing
    }
    return {player: made for player, made in given.items() if made}
