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
from collections.abc import Iterator, Sequence
from copy import copy
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.seats import Seats, called_in
from adjudicator.campaign.stages import Progress
from adjudicator.campaign.withdrawals import withdrawals, withdrawn_from
from adjudicator.orders.dropped import Besides, Came, Dropped, read_some, source_name, times_of
from adjudicator.orders.verdict import Verdict, judged_file, own_names
from adjudicator.store.disk import read_file

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act, SentAhead
    from adjudicator.orders.submission import Submission


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
        besides=Besides(known.get("other", ""), known.get("quoted", ""), tuple(known.get("titled", ()))),
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
