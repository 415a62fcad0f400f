"""An order file received: it is kept, with what became of it.

In the stage's folder ``orders/``, each file received is a number: ``0007.yaml`` is what came, byte for byte, and
``0007.accepted.json`` or ``0007.refused.json`` is the verdict. The bytes are on disk before they are judged, so
that no order that was received ever disappears; one without a verdict (a crash) is judged again.

``0007.came.json`` tells how it came: see :class:`Dropped`. (Version 0.1 kept its name alone, as ``0007.name``.)

``0007.unjudged.json`` lies there in place of a verdict where its players had sent too many files (``limit.py``).

``0007.owed``, where it lies, says that the letter that answers it could not be written yet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, NotRequired

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.seats import Seats, called_in
from adjudicator.campaign.stages import Progress
from adjudicator.campaign.withdrawals import withdrawals, withdrawn_ahead, withdrawn_from
from adjudicator.core.faults import Fault
from adjudicator.orders.inbox import FROM_PLAYERS, Came, Dropped, MailExtras, Times, read_some, source_name, times_of
from adjudicator.orders.submission import Submission
from adjudicator.orders.verdict import Verdict, judged_file, own_names, without
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError, names, read_file
from adjudicator.store.layout import ORDERS

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act, RefusedFile, SentAhead


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
        return source_name(read_file(path.with_suffix(".name")).decode("utf-8", "replace"))
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
        besides=MailExtras(known.get("other", ""), known.get("quoted", ""), tuple(known.get("titled", ()))),
        at=known["at"],
        reply=known.get("reply", False),
        unanswerable=known.get("unanswerable", False),
        unread=tuple(known.get("unread", ())),
        cut=known.get("cut", False),
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
        if record is not None and record["accepted"] is (ending == VERDICTS[0]):
            yield where, record  # type: ignore[misc]


def last_verdict(path: Path, progress: Progress) -> Verdict | None:
    """Return the last verdict given on the file received at ``path``, on whatever table; None if there is none."""
    found = verdict_at(path)
    return called_in(found, progress.campaign.seats.called) if found else None


def verdict_at(path: Path) -> Verdict | None:
    """Return the last verdict given on the file received at ``path`` as it is kept, by the seats' own names."""
    found = [verdict for _, verdict in _verdicts(path)]
    return max(found, key=lambda verdict: verdict.get("amended", 0)) if found else None


def written(progress: Progress, number: str, verdict: Verdict) -> dict[str, bytes]:
    """Return a verdict as it is written: the name of its file, and its bytes."""
    times = len(progress.amendments)
    kept: Verdict = {**verdict, "amended": times} if times else verdict
    unjudged = any(fault["code"] == "too-many-files" for fault in verdict.get("faults", ()))
    ending = UNJUDGED if unjudged else VERDICTS[0 if verdict["accepted"] else 1]
    return {f"{number}{ending}": record_bytes("verdict", own_names(kept, progress.campaign))}


def came_too_late(verdict: Verdict) -> bool:
    """Tell whether a file came when the game was over: it lies with those of the last stage, and was not for it."""
    return any(fault["code"] == "game-over" for fault in verdict.get("faults", ()))


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


def place_in_turns(path: Path) -> str:
    """Return where in the campaign's ``turns/`` a file lies that was received."""
    return "/".join(path.parts[-3:])


def withdrawn_seats(path: Path, acts: Sequence[Act]) -> set[str]:
    """Return the seats for which the file at ``path`` has been withdrawn by some of the ``acts``."""
    place = place_in_turns(path)
    if not any(place in act["files"] for act in withdrawals(acts)):
        return set()
    known = came(path)
    digest = sha256(read_file(path)).hexdigest()
    return withdrawn_from(acts, place, digest, known["at"] if known is not None else None)


OWED = ".owed"
VERDICTS = (".accepted.json", ".refused.json")
UNJUDGED = ".unjudged.json"
_OWN = re.compile(r"(\d{4,})\.(?:yaml|name|came\.json|accepted\.json|refused\.json|unjudged\.json)")


def number_of(path: Path) -> int:
    """Return the number of a file in ``orders/``; 0 for one that is none of ours, such as somebody's copy."""
    return number_in(path.name)


def number_in(name: str) -> int:
    """Return the same of a file's name."""
    found = _OWN.fullmatch(name)
    return int(found[1]) if found else 0


# The pile of order files received for the stage awaited, read at once: as they lie, and the verdicts on them.
#
# Each stage hands on the files for later turns (``ahead`` in its ``orders.json``) until their turn comes, when they are
# judged once more as the first to arrive; and those of them that were refused (``refused_ahead``): their correction is
# awaited then.


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


class ReceivedFile(Times):
    """A file received in the stage awaited: how it came, what became of it."""

    number: str
    name: str
    players: list[str]
    accepted: bool
    at: NotRequired[str]
    way: NotRequired[str]
    withdrawn: NotRequired[list[str]]
    """For whom the MJ has withdrawn it; not there for nobody."""


def register(progress: Progress) -> list[ReceivedFile]:
    """Return how each file received in the stage awaited came, and what became of it, in the order of their numbers."""
    files = _read(stored(progress), progress)
    judged = _judged_files(progress, files)
    gone = [withdrawn_players(path, progress) for path, _ in files]
    return [_row(path, verdict, names) for (path, _), verdict, names in zip(files, judged, gone, strict=True)]


def _row(path: Path, verdict: Verdict, withdrawn: Collection[str]) -> ReceivedFile:
    row: ReceivedFile = {
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


# How many files players may send for one stage: what comes over that is kept, and not judged.
#
# Files that the MJ hands in himself have no limit. The others are counted by the players in whose name they are, so
# that nobody uses up what others may send; those of which nobody has proved whose they are have a count of their own.


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
