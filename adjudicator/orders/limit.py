"""How many files players may send for one stage: what comes over that is kept, and not judged.

Files that the MJ hands in himself have no limit. The others are counted by the players in whose name they are, so that
nobody uses up what others may send; those of which nobody has proved whose they are have a count of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from adjudicator.campaign.editions import read_record
from adjudicator.core.faults import Fault
from adjudicator.orders.dropped import FROM_PLAYERS, Dropped
from adjudicator.orders.received import UNJUDGED, number_of
from adjudicator.orders.submission import Submission
from adjudicator.orders.verdict import Verdict
from adjudicator.store import disk
from adjudicator.store.layout import ORDERS

MOST_FILES = 200
"""Files for one stage in the name of the same players; nobody corrects his orders as often."""
_UNPROVEN = {"wrong-key", "no-key", "changed-since", "internal"}
"""Faults of a file of which it is not sure that it comes from the player whom it names."""


class Counted:
    """The files received for a stage, counted by the players in whose name they are."""

    def __init__(self, stage: Path, verdicts: Iterable[Verdict], before: int | None = None) -> None:
        """Count the files by their ``verdicts``: all in the folder of a ``stage``, or those ``before`` a number."""
        self._files = Counter(whose for verdict in verdicts if (whose := _whose(verdict)) is not None)
        self._stage, self._before = stage, before
        self._told: set[frozenset[str]] = set()

    def has_too_many(self, file: Dropped) -> bool:
        """Tell whether there are too many files already of the known sender of this one."""
        return file.sender is not None and not file.handed_in and self._is_over(frozenset((file.sender,)))

    def adds_too_many(self, verdict: Verdict) -> bool:
        """Count a file by the ``verdict`` that it would have; tell whether it is one too many."""
        whose = _whose(verdict)
        if whose is None:
            return False
        self._files[whose] += 1
        return self._files[whose] > MOST_FILES

    def is_told(self, players: Iterable[str]) -> bool:
        """Tell whether these players have been told already that they have sent too many; from now on they have."""
        whose = frozenset(players)
        told = whose in self._told or any(whose == frozenset(each) for each in self._kept_unjudged())
        self._told.add(whose)
        return told

    def _is_over(self, whose: frozenset[str]) -> bool:
        return self._files[whose] >= MOST_FILES

    def _kept_unjudged(self) -> Iterator[list[str]]:
        """Yield the players of each file that is kept unjudged; they are read one by one, as they are asked for."""
        for path in disk.entries(self._stage / ORDERS, f"*{UNJUDGED}"):
            if number_of(path) and (self._before is None or number_of(path) < self._before):
                known = read_record("verdict", path)
                if known is not None:
                    yield known["players"]


def too_many(file: Dropped, players: Iterable[str]) -> Submission:
    """Return the refusal of a file of some ``players`` that is one too many."""
    fault = Fault("too-many-files", values={"limit": MOST_FILES})
    return Submission(file.source, players=list(players), kinds=(), corrects=False, faults=[fault])


def is_too_many(submission: Submission) -> bool:
    """Tell whether a file was refused as one too many."""
    return [fault.code for fault in submission.faults] == ["too-many-files"]


def _whose(verdict: Verdict) -> frozenset[str] | None:
    """Return in whose name a file is; nobody's where that is not proved, None for a file that is not counted."""
    if "ahead" in verdict or verdict["way"] not in FROM_PLAYERS:
        return None
    if verdict["accepted"]:
        return frozenset(verdict["players"]) or None  # without players it is the MJ's answers
    unproven = any(fault["code"] in _UNPROVEN for fault in verdict.get("faults", ()))
    return frozenset(() if unproven else verdict["players"])
