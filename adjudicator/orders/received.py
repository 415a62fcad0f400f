"""Order files received for the stage awaited: every one is kept, with what became of it.

In the stage's folder ``orders/``, each file received is a number: ``0007.yaml`` is what came, byte for byte, and
``0007.accepted.json`` or ``0007.refused.json`` is the verdict. The bytes are on disk before they are judged, so
that no order that was received ever disappears; one without a verdict (a crash) is judged again.

``0007.came.json`` tells how it came: see :class:`Dropped`. (Version 0.1 kept its name alone, as ``0007.name``.)

``0007.owed``, where it lies, says that the letter that answers it could not be written yet.

Each stage hands on the files for later turns (``ahead`` in its ``orders.json``) until their turn comes, when they are
judged once more as the first to arrive; and those of them that were refused (``refused_ahead``): their correction is
awaited then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NotRequired

from adjudicator.campaign.editions import read_record
from adjudicator.campaign.seats import Seats, called_in
from adjudicator.campaign.stages import Progress
from adjudicator.core.tuples import NamedTuple
from adjudicator.orders.dropped import Besides, Came, Dropped, Times, read_some, source_name, times_of
from adjudicator.orders.spent import SPENT, spent_in
from adjudicator.orders.verdict import Verdict, judged_file
from adjudicator.store.disk import names
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import ORDERS

if TYPE_CHECKING:
    from adjudicator.campaign.records import RefusedFile, SentAhead
    from adjudicator.orders.submission import Submission


class Row(Times):
    """A file received in the stage awaited: how it came, what became of it."""

    number: str
    name: str
    players: list[str]
    accepted: bool
    at: NotRequired[str]
    way: NotRequired[str]


class Pile(NamedTuple):
    """The files received for the stage awaited as they lay when they were read, all but those whose verdict is spent.

    See ``orders/spent.py``.
    """

    files: Sequence[tuple[Path, Verdict | None]]
    """Where each is, in the order in which they arrived, and its verdict; None where none can be read."""
    ahead: Sequence[Verdict]
    """The verdicts on those that came before the stage began: they count as if they had come first."""
    lying: Mapping[str, int] = MappingProxyType({})
    """All that lay there, files and verdicts, spent ones too: number by name."""
    owed: Sequence[str] = ()
    """Of those whose receipts are owed the numbers, as they are written."""

    @property
    def last(self) -> int:
        """The number of the last file that was received; 0 for none."""
        return max(self.lying.values(), default=0)


def pile_of(progress: Progress) -> Pile:
    """Return what has been received for the stage awaited. Raises ``UnusableError`` when the bytes of a file are gone.

    Nothing is written.
    """
    ahead, stage = _ahead(progress), progress.stage_folder
    lying = _lying_in(stage)
    spent = spent_in(stage, lying.numbers, basis_of(progress, ahead)) if (stage / SPENT).exists() else set()
    read = _read(lying.files(spent), progress)
    if spent and any(verdict is None for _, verdict in read):  # it may become another, for which others are needed
        read = _read(lying.files(), progress)
    return Pile(read, ahead, lying.numbers, lying.owed)


def _read(files: Sequence[Path], progress: Progress) -> list[tuple[Path, Verdict | None]]:
    return [(path, verdict_on(path, progress)) for path in files]


def basis_of(progress: Progress, ahead: Sequence[Verdict]) -> str:
    """Return what the verdicts of the stage awaited stand on: its amendments, who sits where, what came ``ahead``."""
    basis = [len(progress.amendments), progress.campaign.seats.acts, ahead]
    return sha256(json.dumps(basis, sort_keys=True).encode()).hexdigest()


def records_of(progress: Progress, pile: Pile) -> list[Verdict]:
    """Return the verdicts for the stage awaited, in the order in which the files arrived; nothing is written.

    Files that came ahead are first, judged as if they came now. One without a verdict that can be read is judged again
    from its bytes. Files that came in the stage awaited tell where they are ``kept``.
    """
    return [*pile.ahead, *_judged_files(progress, pile.files)] if progress.stage is not None else []


def records(progress: Progress, before: int | None = None) -> list[Verdict]:
    """Return the same of all files, each read, as far as they came before the number ``before``."""
    files = [path for path in stored(progress) if before is None or number_of(path) < before]
    return records_of(progress, Pile(_read(files, progress), _ahead(progress)))


def _ahead(progress: Progress) -> list[Verdict]:
    came_ahead = [_judged_ahead(file, progress) for file in progress.ahead_now]
    return came_ahead + [_awaited_now(file) for file in progress.refused_ahead_now]


def _judged_files(progress: Progress, files: Sequence[tuple[Path, Verdict | None]]) -> list[Verdict]:
    return [{**(verdict or _judged(path, progress)), "kept": _place(path)} for path, verdict in files]


def register(progress: Progress) -> list[Row]:
    """Return how each file received in the stage awaited came, and what became of it, in the order of their numbers."""
    files = _read(stored(progress), progress)
    judged = _judged_files(progress, files)
    return [_row(path, verdict) for (path, _), verdict in zip(files, judged, strict=True)]


def _row(path: Path, verdict: Verdict) -> Row:
    row: Row = {
        "number": path.stem,
        "name": verdict["source"],
        "players": verdict["players"],
        "accepted": verdict["accepted"],
    }
    if (known := came(path)) is not None:
        row["at"], row["way"] = known["at"], known["way"]
        row.update(times_of(known))  # type: ignore[typeddict-item]
    return row


def _place(path: Path) -> str:
    """Return where in the campaign's ``turns/`` a file lies that was received."""
    return "/".join(path.parts[-3:])


def stored(progress: Progress) -> list[Path]:
    """Return the files received for the stage awaited, as :func:`stored_in` does."""
    return stored_in(progress.stage_folder)


def stored_in(stage: Path) -> list[Path]:
    """Return the files received for the stage of a folder, in the order in which they arrived.

    Raises ``UnusableError`` when one is gone whose verdict is there: its orders would disappear without a word.
    """
    return _lying_in(stage).files()


class _Lying(NamedTuple):
    """What lies in a stage's folder of orders."""

    folder: Path
    numbers: dict[str, int]
    """Of the files received, and of their verdicts, by name."""
    owed: list[str]

    def files(self, without: Collection[int] = ()) -> list[Path]:
        """Return the files received in their order, ``without`` those of some numbers."""
        named = {number: name for name, number in self.numbers.items() if name.endswith(_FILE)}
        return [self.folder / named[number] for number in sorted(named) if number not in without]


def _lying_in(stage: Path) -> _Lying:
    """Return what lies in a stage's folder of orders. Raises what :func:`stored_in` raises."""
    folder = stage / ORDERS
    lying = names(folder)
    numbers = {name: number for name in lying if name.endswith(_RECEIVED) and (number := _number_in(name))}
    received = {number for name, number in numbers.items() if name.endswith(_FILE)}
    for number in numbers.values():
        if number not in received:
            raise UnusableError("error.damaged", file=str(folder / f"{number:04d}.yaml"))
    return _Lying(folder, numbers, [name.removesuffix(OWED) for name in lying if name.endswith(OWED)])


def came_file(number: str) -> str:
    """Return the name of the file that tells how the file with a ``number`` came."""
    return f"{number}.came.json"


def came(path: Path) -> Came | None:
    """Return how the file stored at ``path`` came; None where that has been lost."""
    known = read_record("came", path.with_name(came_file(path.stem)))
    if known is None:
        return None
    how: Came = known  # type: ignore[assignment]
    return how


def _name_of(path: Path) -> str:
    """Return by what name version 0.1 kept that the file stored at ``path`` came; its own where that has been lost."""
    try:
        return source_name(path.with_suffix(".name").read_text(encoding="utf-8", errors="replace"))
    except FileNotFoundError:
        return path.name


def as_sent(path: Path, progress: Progress) -> tuple[Dropped, Progress]:
    """Return the file received that is stored at ``path``, and ``progress`` as it is read.

    Names in it mean those who were called so when it came.
    """
    known, campaign = came(path), progress.campaign
    if known is None:
        return Dropped(_name_of(path), read_some(path)), progress
    changes = known.get("seats", 0)
    then = progress if changes == campaign.seats.acts else _called_as(progress, campaign.seats.after(changes))
    return _dropped(path, known), then


def _dropped(path: Path, known: Came) -> Dropped:
    times = times_of(known)
    return Dropped(
        known["name"],
        read_some(path),
        known["way"],
        saved=times.get("saved"),
        dated=times.get("dated"),
        digest=known["digest"],
        sender=known.get("sender"),
        turn=known.get("turn"),
        besides=Besides(known.get("other", ""), known.get("quoted", ""), tuple(known.get("titled", ()))),
        at=known["at"],
    )


def verdict_on(path: Path, progress: Progress) -> Verdict | None:
    """Return the verdict on the file received at ``path``, or None if there is none that can be read.

    One that was given before the table was amended is none any more.
    """
    kept = verdict_by_seat(path, progress)
    return called_in(kept, progress.campaign.seats.called) if kept is not None else None


def verdict_by_seat(path: Path, progress: Progress) -> Verdict | None:
    """Return the verdict of :func:`verdict_on` as it is kept, by the seats' own names."""
    return next((verdict for _, verdict in _verdicts(path) if _is_of(verdict, progress)), None)


def outdated(path: Path, progress: Progress) -> tuple[dict[Path, Verdict], bool]:
    """Return the verdicts on the file at ``path`` given before the table was amended, the last first, and where.

    And whether there is one that was given since.
    """
    found = list(_verdicts(path))
    old = [(where, verdict) for where, verdict in found if not _is_of(verdict, progress)]
    return dict(sorted(old, key=lambda one: one[1].get("amended", 0), reverse=True)), len(old) < len(found)


def _is_of(verdict: Verdict, progress: Progress) -> bool:
    return verdict.get("amended", 0) == len(progress.amendments)


def _verdicts(path: Path) -> Iterator[tuple[Path, Verdict]]:
    """Yield the verdicts on the file at ``path``, and where they are, read as they are asked for."""
    for ending in VERDICTS:
        where = path.with_name(path.stem + ending)
        record = read_record("verdict", where)
        accepted = ending == VERDICTS[0]
        if record is not None and record.get("accepted") is accepted and record.keys() >= _NEEDED[accepted]:
            yield where, record  # type: ignore[misc]


def last_verdict(path: Path, progress: Progress) -> Verdict | None:
    """Return the last verdict given on the file received at ``path``, on whatever table; None if there is none."""
    found = verdict_at(path)
    return called_in(found, progress.campaign.seats.called) if found else None


def verdict_at(path: Path) -> Verdict | None:
    """Return the last verdict given on the file received at ``path`` as it is kept, by the seats' own names."""
    found = [verdict for _, verdict in _verdicts(path)]
    return max(found, key=lambda verdict: verdict.get("amended", 0)) if found else None


def came_too_late(verdict: Verdict) -> bool:
    """Tell whether a file came when the game was over: it lies with those of the last stage, and was not for it."""
    return any(fault["code"] == "game-over" for fault in verdict.get("faults", ()))


_NEEDED = {
    True: {"source", "players", "orders", "receipts"},
    False: {"source", "players", "faults", "table", "kinds"},
}
"""What a verdict that accepts or refuses must hold to be of use."""


def _judged(path: Path, progress: Progress) -> Verdict:
    return judged_file(*as_sent(path, progress))[1]


def _called_as(progress: Progress, then: Seats) -> Progress:
    read = copy(progress)
    read.campaign = progress.campaign.called_as(then)
    return read


def judge_ahead(file: SentAhead, progress: Progress) -> tuple[Submission, Verdict]:
    """Judge a file that came ahead for the stage awaited, which is its turn."""
    return judged_file(file_ahead(file), as_sent_ahead(file, progress), ahead=True)


def file_ahead(file: SentAhead) -> Dropped:
    """Return a file that came ahead as one that comes now."""
    turn = file["turn"] if "sender" in file else None
    return Dropped(file["source"], file["text"].encode(), sender=file.get("sender"), turn=turn)


def as_sent_ahead(file: SentAhead, progress: Progress) -> Progress:
    """Return ``progress`` as a file that came ahead is read: names mean those who were called so when it came."""
    return _called_as(progress, progress.campaign.seats.before(file.get("called", {})))


def _judged_ahead(file: SentAhead, progress: Progress) -> Verdict:
    return {**judge_ahead(file, progress)[1], "standing": {}, "note": None, "ahead": True}


def _awaited_now(file: RefusedFile) -> Verdict:
    """Return the verdict on a file that came ahead and was refused, now that its turn is awaited."""
    return {
        "source": file["source"],
        "accepted": False,
        "players": file["players"],
        "faults": file["faults"],
        "table": file["table"],
        "kinds": file["kinds"],
        "way": "file",
        "ahead": True,
    }


OWED = ".owed"
VERDICTS = (".accepted.json", ".refused.json")
_FILE = ".yaml"
_RECEIVED = (_FILE, *VERDICTS)
_OWN = re.compile(r"(\d{4,})\.(?:yaml|name|came\.json|accepted\.json|refused\.json)")


def number_of(path: Path) -> int:
    """Return the number of a file in ``orders/``; 0 for one that is none of ours, such as somebody's copy."""
    return _number_in(path.name)


def _number_in(name: str) -> int:
    found = _OWN.fullmatch(name)
    return int(found[1]) if found else 0
