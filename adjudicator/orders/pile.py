"""The pile of order files received for the stage awaited, read at once: as they lie, and the verdicts on them.

Each stage hands on the files for later turns (``ahead`` in its ``orders.json``) until their turn comes, when they are
judged once more as the first to arrive; and those of them that were refused (``refused_ahead``): their correction is
awaited then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, NotRequired

from adjudicator.campaign.stages import Progress
from adjudicator.campaign.withdrawals import withdrawn_ahead
from adjudicator.orders.dropped import Times, times_of
from adjudicator.orders.received import (
    OWED,
    UNJUDGED,
    VERDICTS,
    as_sent,
    came,
    judge_ahead,
    number_in,
    number_of,
    place_in_turns,
    verdict_on,
    withdrawn_seats,
)
from adjudicator.orders.verdict import Verdict, judged_file, without
from adjudicator.store.disk import UnusableError, names
from adjudicator.store.layout import ORDERS

if TYPE_CHECKING:
    from adjudicator.campaign.records import RefusedFile, SentAhead


class Pile(NamedTuple):
    """The files received for the stage awaited as they lay when they were read, but those that are kept unjudged."""

    files: Sequence[tuple[Path, Verdict | None]]
    """Where each is, in the order in which they arrived, and its verdict; None where none can be read."""
    ahead: Sequence[Verdict]
    """The verdicts on those that came before the stage began: they count as if they had come first."""
    lying: Mapping[str, int] = MappingProxyType({})
    """All that lay there, files and verdicts: number by name."""
    owed: Sequence[str] = ()
    """Of those whose receipts are owed the numbers, as they are written."""

    @property
    def last(self) -> int:
        """The number of the last file that was received; 0 for none."""
        return max(self.lying.values(), default=0)

    @property
    def unjudged(self) -> int:
        """How many files are kept unjudged, as their players had sent too many."""
        return sum(name.endswith(UNJUDGED) for name in self.lying)


def pile_of(progress: Progress) -> Pile:
    """Return what has been received for the stage awaited. Raises ``UnusableError`` when the bytes of a file are gone.

    Nothing is written.
    """
    ahead, lying = _ahead(progress), _lying_in(progress.stage_folder)
    return Pile(_read(lying.files(), progress), ahead, lying.numbers, lying.owed)


def _read(files: Sequence[Path], progress: Progress) -> list[tuple[Path, Verdict | None]]:
    return [(path, verdict_on(path, progress)) for path in files]


def records_of(progress: Progress, pile: Pile) -> list[Verdict]:
    """Return the verdicts for the stage awaited, in the order in which the files arrived; nothing is written.

    What the MJ has withdrawn is left out.

    Files that came ahead are first, judged as if they came now. One without a verdict that can be read is judged again
    from its bytes. Files that came in the stage awaited tell where they are ``kept``.
    """
    if progress.stage is None:
        return []
    come = _judged_files(progress, pile.files)
    left = [
        without(verdict, withdrawn_players(path, progress)) for (path, _), verdict in zip(pile.files, come, strict=True)
    ]
    return [*pile.ahead, *filter(None, left)]


def records(progress: Progress, before: int | None = None) -> list[Verdict]:
    """Return the same of all files, each read, as far as they came before the number ``before``."""
    files = [path for path in stored(progress) if before is None or number_of(path) < before]
    return records_of(progress, Pile(_read(files, progress), _ahead(progress)))


def _ahead(progress: Progress) -> list[Verdict]:
    came_ahead = (_judged_ahead(file, progress) for file in progress.ahead_now)
    return [*filter(None, came_ahead), *map(_awaited_now, progress.refused_ahead_now)]


def _judged_ahead(file: SentAhead, progress: Progress) -> Verdict | None:
    verdict: Verdict = {**judge_ahead(file, progress)[1], "standing": {}, "note": None, "ahead": True}
    if "file" in file:
        verdict["file"] = file["file"]
    return without(verdict, withdrawn_ahead(progress.mended, file, progress.campaign.seats))


def _awaited_now(file: RefusedFile) -> Verdict:
    """Return the verdict on a file that came ahead and was refused, now that its turn is awaited."""
    verdict: Verdict = {
        "source": file["source"],
        "accepted": False,
        "players": file["players"],
        "faults": file["faults"],
        "table": file["table"],
        "kinds": file["kinds"],
        "way": "file",
        "ahead": True,
    }
    return {**verdict, "file": file["file"]} if "file" in file else verdict


def _judged_files(progress: Progress, files: Sequence[tuple[Path, Verdict | None]]) -> list[Verdict]:
    return [{**(verdict or _judged(path, progress)), "kept": place_in_turns(path)} for path, verdict in files]


def withdrawn_players(path: Path, progress: Progress) -> set[str]:
    """Return for whom the MJ has withdrawn the file at ``path``, of those received for the stage awaited."""
    return set(map(progress.campaign.seats.name_of, withdrawn_seats(path, progress.mended)))


def _judged(path: Path, progress: Progress) -> Verdict:
    return judged_file(*as_sent(path, progress))[1]


class Row(Times):
    """A file received in the stage awaited: how it came, what became of it."""

    number: str
    name: str
    players: list[str]
    accepted: bool
    at: NotRequired[str]
    way: NotRequired[str]
    withdrawn: NotRequired[list[str]]
    """For whom the MJ has withdrawn it; not there for nobody."""


def register(progress: Progress) -> list[Row]:
    """Return how each file received in the stage awaited came, and what became of it, in the order of their numbers."""
    files = _read(stored(progress), progress)
    judged = _judged_files(progress, files)
    gone = [withdrawn_players(path, progress) for path, _ in files]
    return [_row(path, verdict, names) for (path, _), verdict, names in zip(files, judged, gone, strict=True)]


def _row(path: Path, verdict: Verdict, withdrawn: Collection[str]) -> Row:
    row: Row = {
        "number": path.stem,
        "name": verdict["source"],
        "players": verdict["players"],
        "accepted": verdict["accepted"],
    }
    if (known := came(path)) is not None:
        row["at"], row["way"] = known["at"], known["way"]
        row.update(times_of(known))  # type: ignore[typeddict-item]
    if withdrawn:
        row["withdrawn"] = [player for player in verdict["players"] if player in withdrawn]
    return row


def stored(progress: Progress) -> list[Path]:
    """Return the files received for the stage awaited, as :func:`stored_in` does."""
    return stored_in(progress.stage_folder)


def stored_unjudged(progress: Progress) -> list[Path]:
    """Return the files received for the stage awaited that are kept unjudged."""
    return _lying_in(progress.stage_folder).unjudged()


def stored_in(stage: Path) -> list[Path]:
    """Return the files received for the stage of a folder, in the order in which they arrived.

    Those that are kept unjudged are left out. Raises ``UnusableError`` when one is gone whose verdict is there: its
    orders would disappear without a word.
    """
    return _lying_in(stage).files()


class _Lying(NamedTuple):
    """What lies in a stage's folder of orders."""

    folder: Path
    numbers: dict[str, int]
    """Of the files received, and of their verdicts, by name."""
    owed: list[str]

    def files(self) -> list[Path]:
        """Return the files received in their order, but those that are kept unjudged."""
        unjudged = set(self.unjudged())
        return [path for path in self._all() if path not in unjudged]

    def unjudged(self) -> list[Path]:
        """Return those that are."""
        numbers = {number for name, number in self.numbers.items() if name.endswith(UNJUDGED)}
        return [path for path in self._all() if number_of(path) in numbers] if numbers else []

    def _all(self) -> list[Path]:
        named = {number: name for name, number in self.numbers.items() if name.endswith(_FILE)}
        return [self.folder / named[number] for number in sorted(named)]


def _lying_in(stage: Path) -> _Lying:
    """Return what lies in a stage's folder of orders. Raises what :func:`stored_in` raises."""
    folder = stage / ORDERS
    lying = names(folder)
    numbers = {name: number for name in lying if name.endswith(_RECEIVED) and (number := number_in(name))}
    received = {number for name, number in numbers.items() if name.endswith(_FILE)}
    for number in numbers.values():
        if number not in received:
            raise UnusableError("error.damaged", file=str(folder / f"{number:04d}.yaml"))
    return _Lying(folder, numbers, [name.removesuffix(OWED) for name in lying if name.endswith(OWED)])


_FILE = ".yaml"
_RECEIVED = (_FILE, *VERDICTS, UNJUDGED)
