"""Order files received for a stage: where they are stored, the verdicts on them, and the limit on their number.

In the stage's folder ``orders/``, each file received has a number. ``0007.yaml`` holds its exact bytes, and
``0007.accepted.json`` or ``0007.refused.json`` the verdict. The bytes are written before they are judged, so no
received order ever disappears; a file left without a verdict by a crash is judged again.

``0007.came.json`` tells how it came, see ``DroppedFile``. (Version 0.1 stored only its name, as ``0007.name``.)

``0007.unjudged.json`` replaces the verdict if its players had sent too many files. ``0007.owed`` says that the letter
that answers it could not be written yet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, NotRequired

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import Act, Came, RefusedFile, SentAhead, Times, ToldVerdict, Verdict
from adjudicator.campaign.seats import Seats
from adjudicator.campaign.stages import Progress, withdrawals, withdrawn_ahead, withdrawn_from
from adjudicator.core.faults import Fault
from adjudicator.orders.inbox import FROM_PLAYERS, DroppedFile, MailExtras, read_some, source_name, times_of
from adjudicator.orders.submission import Submission
from adjudicator.speech.voice import one_line
from adjudicator.store import disk
from adjudicator.store.disk import MACHINE_TROUBLES, UnusableError, names, read_file
from adjudicator.store.layout import ORDERS


def came_file(number: str) -> str:
    """Return the name of the file that tells how the file with this ``number`` came."""
    return f"{number}.came.json"


def came(path: Path) -> Came | None:
    """Return how the file stored at ``path`` came; None if that record is lost."""
    known = read_record("came", path.with_name(came_file(path.stem)))
    if known is None:
        return None
    how: Came = known  # type: ignore[assignment]
    return how


def as_sent(path: Path, progress: Progress) -> tuple[DroppedFile, Progress]:
    """Return the file stored at ``path``, and ``progress`` as it must be read with.

    Names in the file mean the people who had these names when it came.
    """
    known, campaign = came(path), progress.campaign
    if known is None:
        name = path.name
        with suppress(FileNotFoundError):  # version 0.1 stored the original name beside the file
            name = source_name(read_file(path.with_suffix(".name")).decode("utf-8", "replace"))
        return DroppedFile(name, read_some(path)), progress
    changes = known.get("seats", 0)
    then = progress if changes == campaign.seats.acts else _called_as(progress, campaign.seats.after(changes))
    return _dropped(path, known), then


def _dropped(path: Path, known: Came) -> DroppedFile:
    times = times_of(known)
    return DroppedFile(
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
    """Return the verdict on the file stored at ``path``; None if none can be read.

    A verdict given before the MJ last amended the table no longer counts.
    """
    kept = verdict_by_seat(path, progress)
    return progress.campaign.named_in(kept) if kept is not None else None


def verdict_by_seat(path: Path, progress: Progress) -> Verdict | None:
    """Return the same verdict as :func:`verdict_on`, with the seats' own names as stored."""
    return next((verdict for _, verdict in _verdicts(path) if _is_of(verdict, progress)), None)


def outdated(path: Path, progress: Progress) -> tuple[dict[Path, Verdict], bool]:
    """Return the verdicts on the file at ``path`` that were given before the last amendment, by path.

    The latest comes first. Return also whether there is a verdict given since then.
    """
    found = list(_verdicts(path))
    old = [(where, verdict) for where, verdict in found if not _is_of(verdict, progress)]
    return dict(sorted(old, key=lambda one: one[1].get("amended", 0), reverse=True)), len(old) < len(found)


def _is_of(verdict: Verdict, progress: Progress) -> bool:
    """Return whether a verdict was given after the last amendment; at the end all those on the last stage stand."""
    return progress.stage is None or verdict.get("amended", 0) == len(progress.amendments)


def _verdicts(path: Path) -> Iterator[tuple[Path, Verdict]]:
    """Yield the verdicts on the file at ``path`` with their paths, each read only when it is asked for."""
    for ending in VERDICTS:
        where = path.with_name(path.stem + ending)
        record = read_record("verdict", where)
        if record is not None and record["accepted"] is (ending == VERDICTS[0]):
            yield where, record  # type: ignore[misc]


def last_verdict(path: Path, progress: Progress) -> Verdict | None:
    """Return the latest verdict on the file stored at ``path``, however the table was amended since; None if none."""
    found = verdict_at(path)
    return progress.campaign.named_in(found) if found else None


def verdict_at(path: Path) -> Verdict | None:
    """Return the latest verdict on the file stored at ``path`` with the seats' own names; None if there is none."""
    found = [verdict for _, verdict in _verdicts(path)]
    return max(found, key=lambda verdict: verdict.get("amended", 0)) if found else None


def written(progress: Progress, number: str, verdict: Verdict) -> dict[str, bytes]:
    """Return a verdict as it is written: the name of its file, and the bytes."""
    times = len(progress.amendments)
    kept: Verdict = {**verdict, "amended": times} if times else verdict
    unjudged = any(fault["code"] == "too-many-files" for fault in verdict.get("faults", ()))
    ending = UNJUDGED if unjudged else VERDICTS[0 if verdict["accepted"] else 1]
    return {f"{number}{ending}": record_bytes("verdict", progress.campaign.own_in(kept))}


def came_too_late(verdict: Verdict) -> bool:
    """Return whether a file came after the game was over: it is stored with the last stage, but was not for it."""
    return any(fault["code"] == "game-over" for fault in verdict.get("faults", ()))


def _called_as(progress: Progress, then: Seats) -> Progress:
    read = copy(progress)
    read.campaign = progress.campaign.called_as(then)
    return read


def judge_ahead(file: SentAhead, progress: Progress) -> tuple[Submission, Verdict]:
    """Judge a file that was sent ahead for the turn that is awaited now."""
    return judged_file(file_ahead(file), as_sent_ahead(file, progress), ahead=True)


def file_ahead(file: SentAhead) -> DroppedFile:
    """Return a file that was sent ahead as one that comes now."""
    turn = file["turn"] if "sender" in file else None
    return DroppedFile(file["source"], file["text"].encode(), sender=file.get("sender"), turn=turn)


def as_sent_ahead(file: SentAhead, progress: Progress) -> Progress:
    """Return ``progress`` to read a file sent ahead with: names mean the people who had them when it came."""
    return _called_as(progress, progress.campaign.seats.before(file.get("called", {})))


def place_in_turns(path: Path) -> str:
    """Return the place of a received file, relative to the campaign's ``turns/``."""
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
    """Return the number of a file in ``orders/``; 0 for a foreign file, such as somebody's copy."""
    return number_in(path.name)


def number_in(name: str) -> int:
    """Return the number in such a file's name; 0 for a foreign name."""
    found = _OWN.fullmatch(name)
    return int(found[1]) if found else 0


# All files received for the stage awaited. Each stage passes on the files for later turns (``ahead`` in its
# ``orders.json``), which are judged again, as the first to arrive, when their turn comes; and the refused ones
# (``refused_ahead``), whose correction is awaited then.


class StageFiles(NamedTuple):
    """The files received for the stage awaited when they were read, except those that are kept unjudged."""

    files: Sequence[tuple[Path, Verdict | None]]
    """The path of each file, in order of arrival, and its verdict; None if no verdict can be read."""
    ahead: Sequence[Verdict]
    """The verdicts on the files that came before the stage began; they count as the first to arrive."""
    numbers: Mapping[str, int] = MappingProxyType({})
    """The number of every stored file and verdict, by file name."""
    owed: Sequence[str] = ()
    """The numbers, as written, of the files whose receipts are still owed."""

    @property
    def last(self) -> int:
        """The number of the last file received; 0 if there is none."""
        return max(self.numbers.values(), default=0)

    @property
    def unjudged(self) -> int:
        """How many files are kept unjudged because their players had sent too many."""
        return sum(name.endswith(UNJUDGED) for name in self.numbers)


def stage_files_of(progress: Progress) -> StageFiles:
    """Return what has been received for the stage awaited; nothing is written.

    Raise ``UnusableError`` if the bytes of a file are missing.
    """
    ahead, folder = _ahead(progress), _orders_folder(progress.stage_folder)
    return StageFiles(_read(folder.files(), progress), ahead, folder.numbers, folder.owed)


def _read(files: Sequence[Path], progress: Progress) -> list[tuple[Path, Verdict | None]]:
    return [(path, verdict_on(path, progress)) for path in files]


def records_of(progress: Progress, stage_files: StageFiles) -> list[Verdict]:
    """Return the verdicts for the stage awaited, in order of arrival; nothing is written.

    Files withdrawn by the MJ are left out. Files sent ahead come first, judged as if they came now. A file without a
    readable verdict is judged again from its bytes. Verdicts on files of this stage tell in ``kept`` where the bytes
    are.
    """
    if progress.stage is None:
        return []
    come = _judged_files(progress, stage_files.files)
    left = [
        without(verdict, withdrawn_players(path, progress))
        for (path, _), verdict in zip(stage_files.files, come, strict=True)
    ]
    return [*stage_files.ahead, *filter(None, left)]


def records(progress: Progress, before: int | None = None) -> list[Verdict]:
    """Return the verdicts as :func:`records_of` does, reading only the files with a number below ``before``."""
    files = [path for path in stored(progress) if before is None or number_of(path) < before]
    return records_of(progress, StageFiles(_read(files, progress), _ahead(progress)))


def _ahead(progress: Progress) -> list[Verdict]:
    came_ahead = []
    for file in progress.ahead_now:
        verdict: Verdict = {**judge_ahead(file, progress)[1], "standing": {}, "note": None, "ahead": True}
        if "file" in file:
            verdict["file"] = file["file"]
        if left := without(verdict, withdrawn_ahead(progress.mended, file, progress.campaign.seats)):
            came_ahead.append(left)
    return [*came_ahead, *map(_awaited_now, progress.refused_ahead_now)]


def _awaited_now(file: RefusedFile) -> Verdict:
    """Return the verdict on a refused file that was sent ahead, now that its turn is awaited."""
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
    return [
        {**(verdict or judged_file(*as_sent(path, progress))[1]), "kept": place_in_turns(path)}
        for path, verdict in files
    ]


def withdrawn_players(path: Path, progress: Progress) -> set[str]:
    """Return the players for whom the MJ has withdrawn the file at ``path``, received for the stage awaited."""
    return set(map(progress.campaign.seats.name_of, withdrawn_seats(path, progress.mended)))


class ReceivedFile(Times):
    """A file received in the stage awaited: how it came, and what became of it."""

    number: str
    name: str
    players: list[str]
    accepted: bool
    at: NotRequired[str]
    way: NotRequired[str]
    withdrawn: NotRequired[list[str]]
    """The players for whom the MJ has withdrawn it; absent if there are none."""


def register(progress: Progress) -> list[ReceivedFile]:
    """Return how each file of the stage awaited came, and what became of it, by number."""
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
    """Return the files received for the stage awaited; see :func:`stored_in`."""
    return stored_in(progress.stage_folder)


def stored_unjudged(progress: Progress) -> list[Path]:
    """Return the files received for the stage awaited that are kept unjudged."""
    return _orders_folder(progress.stage_folder).unjudged()


def stored_in(stage: Path) -> list[Path]:
    """Return the files in the folder of a ``stage``, in order of arrival, without those kept unjudged.

    Raise ``UnusableError`` if a verdict is there whose file is missing: its orders would disappear silently.
    """
    return _orders_folder(stage).files()


class _OrdersFolder(NamedTuple):
    """The content of a stage's folder of orders."""

    folder: Path
    numbers: dict[str, int]
    """The numbers of the received files and of their verdicts, by file name."""
    owed: list[str]

    def files(self) -> list[Path]:
        """Return the received files in order, without those kept unjudged."""
        unjudged = set(self.unjudged())
        return [path for path in self._all() if path not in unjudged]

    def unjudged(self) -> list[Path]:
        """Return the files kept unjudged."""
        numbers = {number for name, number in self.numbers.items() if name.endswith(UNJUDGED)}
        return [path for path in self._all() if number_of(path) in numbers] if numbers else []

    def _all(self) -> list[Path]:
        named = {number: name for name, number in self.numbers.items() if name.endswith(_FILE)}
        return [self.folder / named[number] for number in sorted(named)]


def _orders_folder(stage: Path) -> _OrdersFolder:
    """Return the content of a stage's folder of orders; raise what :func:`stored_in` raises."""
    folder = stage / ORDERS
    present = names(folder)
    numbers = {name: number for name in present if name.endswith(_RECEIVED) and (number := number_in(name))}
    received = {number for name, number in numbers.items() if name.endswith(_FILE)}
    for number in numbers.values():
        if number not in received:
            raise UnusableError("error.damaged", file=str(folder / f"{number:04d}.yaml"))
    return _OrdersFolder(folder, numbers, [name.removesuffix(OWED) for name in present if name.endswith(OWED)])


_FILE = ".yaml"
_RECEIVED = (_FILE, *VERDICTS, UNJUDGED)


# The limit on files for one stage: files beyond it are kept, but not judged. Files that the MJ hands in have no limit.
# The others are counted by player, so that nobody uses up another's share; unproven files have a count of their own.


MOST_FILES = 200
"""The most files for one stage in the name of the same players; nobody corrects his orders so often."""
_UNPROVEN = {"wrong-key", "no-key", "changed-since", "internal"}
"""The faults of a file that may not come from the player whom it names."""


class Counted:
    """The files received for a stage, counted by the players in whose name they are."""

    def __init__(self, stage: Path, verdicts: Iterable[Verdict], before: int | None = None) -> None:
        """Count the files by their ``verdicts``: all of a ``stage`` folder, or those numbered below ``before``."""
        self._files = Counter(whose for verdict in verdicts if (whose := _whose(verdict)) is not None)
        self._stage, self._before = stage, before
        self._told: set[frozenset[str]] = set()

    def has_too_many(self, file: DroppedFile) -> bool:
        """Return whether the known sender of this file has already sent the most files allowed."""
        if file.sender is None or file.handed_in:
            return False
        return self._files[frozenset((file.sender,))] >= MOST_FILES

    def adds_too_many(self, verdict: Verdict) -> bool:
        """Count a file by the ``verdict`` that it would have, and return whether it exceeds the limit."""
        whose = _whose(verdict)
        if whose is None:
            return False
        self._files[whose] += 1
        return self._files[whose] > MOST_FILES

    def is_told(self, players: Iterable[str]) -> bool:
        """Return whether these players were already told that they sent too many, and remember that now they are."""
        whose = frozenset(players)
        told = whose in self._told or any(whose == frozenset(each) for each in self._kept_unjudged())
        self._told.add(whose)
        return told

    def _kept_unjudged(self) -> Iterator[list[str]]:
        """Yield the players of each file kept unjudged, each read only when it is asked for."""
        for path in disk.entries(self._stage / ORDERS, f"*{UNJUDGED}"):
            if number_of(path) and (self._before is None or number_of(path) < self._before):
                known = read_record("verdict", path)
                if known is not None:
                    yield known["players"]


def too_many(file: DroppedFile, players: Iterable[str]) -> Submission:
    """Return the refusal of a file of these ``players`` that exceeds the limit."""
    fault = Fault("too-many-files", values={"limit": MOST_FILES})
    return Submission(file.source, players=list(players), kinds=(), corrects=False, faults=[fault])


def is_too_many(submission: Submission) -> bool:
    """Return whether a file was refused because its players had sent too many."""
    return [fault.code for fault in submission.faults] == ["too-many-files"]


def _whose(verdict: Verdict) -> frozenset[str] | None:
    """Return the players in whose name a file counts, or None for a file that is not counted.

    The set is empty if it is not proved whose the file is.
    """
    if "ahead" in verdict or verdict["way"] not in FROM_PLAYERS:
        return None
    if verdict["accepted"]:
        return frozenset(verdict["players"]) or None  # a file without players holds the MJ's answers
    unproven = any(fault["code"] in _UNPROVEN for fault in verdict.get("faults", ()))
    return frozenset(() if unproven else verdict["players"])


# The verdict on one file: what became of it, as it is stored and reported. It can be made again from the bytes.


def record_of(submission: Submission, campaign: Campaign, language: str | None = None) -> ToldVerdict:
    """Return what became of a file as plain data: what was understood, or every fault."""
    voice = campaign.voice(language)
    record: ToldVerdict = {"source": submission.source, "accepted": submission.accepted, "players": submission.players}
    if submission.accepted:
        record["orders"] = submission.orders
        if submission.standing:
            record["standing"] = submission.standing
        if submission.luck:
            record["luck"] = submission.luck
        if submission.answers is not None:
            record["mj"] = submission.answers
        record["receipts"] = {player: voice.receipt(said) for player, said in submission.receipts.items()}
        if submission.warnings:
            record["warnings"] = {player: list(map(voice.phrase, said)) for player, said in submission.warnings.items()}
    else:
        record["faults"] = [voice.fault_row(fault, submission.source) for fault in submission.faults]
        record["table"], record["kinds"] = submission.table, list(submission.kinds)
        if not submission.corrects:
            record["corrects"] = False
    if submission.later is not None:
        record["turn"] = submission.later
    if submission.note:
        record["note"] = submission.note
    shown: ToldVerdict = {key: record[key] for key in _SHOWN if key in record}  # type: ignore[literal-required, assignment]
    return shown


_SHOWN = (
    *("source", "accepted", "orders", "standing", "luck", "mj", "receipts", "warnings", "faults", "table", "kinds"),
    *("corrects", "turn", "players", "note"),
)
"""The order of the keys in what became of a file, as programs read it."""


def verdict_of(submission: Submission, file: DroppedFile, campaign: Campaign, language: str | None = None) -> Verdict:
    """Return the verdict to store, with the way by which the file came, its times, and the hash of its bytes.

    The verdict on a file for a later turn includes its ``text``, which is judged again when that turn comes. Bytes that
    are not UTF-8 may be replaced there: they stand outside the orders, or the file would not have been accepted.
    """
    digest = sha256(file.data).hexdigest()
    what = record_of(submission, campaign, language)
    verdict: Verdict = {**what, "way": file.way, "digest": digest, **file.times}  # type: ignore[typeddict-item]
    if not submission.accepted and not submission.players and file.source == "-":
        verdict["begins"] = _first_words(file.data)
    if submission.accepted and submission.later is not None:
        from adjudicator.reading.unquote import decoded

        verdict["text"] = decoded(file.data).data.decode("utf-8", "replace")
        if campaign.seats.called:
            verdict["called"] = campaign.seats.called
        if file.sender is not None:
            verdict["sender"] = file.sender
    return verdict


def _first_words(data: bytes) -> str:
    """Return the first words of a text, by which the person who pasted it can recognise it."""
    from textwrap import shorten

    from adjudicator.reading.unquote import decoded

    text = decoded(data).data.decode("utf-8", "replace")
    return shorten(one_line(text[:_MOST_READ]), _FIRST, placeholder="…")


_FIRST, _MOST_READ = 40, 400
"""The length of the first words shown, and how many characters are read to find them."""


def without(verdict: Verdict, players: Collection[str]) -> Verdict | None:
    """Return the verdict without what concerns ``players``; None if nothing is left."""
    left = [player for player in verdict["players"] if player not in players]
    if len(left) == len(verdict["players"]):
        return verdict
    by_player = ("orders", "standing", "luck", "receipts", "warnings")
    some: dict[str, Any] = {key: verdict[key] for key in by_player if key in verdict}  # type: ignore[literal-required]
    of_left = {key: {player: value[player] for player in value if player not in players} for key, value in some.items()}
    return {**verdict, **of_left, "players": left} if left else None  # type: ignore[return-value]


def place_of(verdict: Verdict) -> str:
    """Return where in ``turns/`` the bytes of a file are; empty if that is unknown."""
    return verdict.get("kept") or verdict.get("file") or ""


def changed_since(file: DroppedFile) -> Submission | None:
    """Return the refusal of a file that is judged again but whose bytes have changed since it came, else None."""
    if not file.changed:
        return None
    return Submission(file.source, proven=False, faults=[Fault("changed-since")])


def judged_file(
    file: DroppedFile, progress: Progress, language: str | None = None, ahead: bool = False
) -> tuple[Submission, Verdict]:
    """Judge a file and return the submission with its verdict; if judging crashes, the file is refused.

    A refusal uses ``language``, or the campaign's own if it is None. Receipts always use the campaign's language,
    because reports show them.
    """
    from adjudicator.orders.judging import judge  # imported here, because most commands judge nothing

    submission = changed_since(file) or judge(file.data, file.source, progress, language, ahead, file)
    spoken = None if submission.accepted else language
    try:
        return submission, verdict_of(submission, file, progress.campaign, spoken)
    except MACHINE_TROUBLES:
        raise
    except Exception as error:  # one bad file must not stop the handling of others
        from adjudicator.orders.submission import unjudged

        submission = unjudged(file.source, error)
        return submission, verdict_of(submission, file, progress.campaign, language)
