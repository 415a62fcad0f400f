"""A mail that ``receive`` could not keep leaves a note, by which the next ``run`` tells the MJ.

What ``receive`` prints ends in the report that a server of mail sends to the player: it can tell nothing of the MJ's
folders. The note holds nothing of them either: where the root takes none it lies where everybody may write.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from adjudicator.campaign.editions import record_bytes, record_in
from adjudicator.core.faults import Phrase
from adjudicator.speech.voice import reason_of, short
from adjudicator.store import disk, drop_folder
from adjudicator.store.layout import NOT_KEPT, POST
from adjudicator.table.clock import dated_anywhere

_MOST = 4096
"""Bytes of a note."""


def said_to_server(error: Exception) -> Phrase:
    """Return what a server of mail is told of a mail that could not be kept: nothing that is the MJ's alone."""
    return Phrase("receive.later", {"reason": Phrase(_reason(error))})


def note_not_kept(root: Path, error: Exception, now: datetime) -> None:
    """Leave a note for the next run below ``root``, wherever the system lets us; where there is none nobody looks."""
    with suppress(PermissionError):
        if not root.is_dir():
            return
    data = record_bytes("not-kept", {"at": now.isoformat(), "user": _user(), "reason": _reason(error)})
    for path in _places(root):
        with suppress(OSError):
            disk.write_whole(path, data, readable=True)
            return


def not_kept(root: Path, now: datetime) -> Iterator[Phrase]:
    """Give what the MJ is told of mails that could not be kept; the notes of that are taken away."""
    for path in _places(root):
        try:
            found = drop_folder.read_plain(path, _MOST)
        except OSError:
            continue
        known = record_in("not-kept", found.data, path) if found is not None else None
        if known is None:
            continue
        at = dated_anywhere(datetime.fromisoformat(known["at"]), now)
        reason = Phrase(known["reason"] if known["reason"] in _REASONS else _OTHER)
        yield Phrase("run.mail.not-kept", {"moment": at, "user": short(known["user"]), "reason": reason})
        with suppress(OSError):
            path.unlink()


_OTHER = "reason.not-kept"
_REASONS = ("reason.disk-full", "reason.forbidden", "reason.read-only")
"""What may be told to anybody of why the system refused something."""


def _reason(error: Exception) -> str:
    reason = reason_of(error) if isinstance(error, OSError) else ""
    return reason.key if isinstance(reason, Phrase) and reason.key in _REASONS else _OTHER


def _places(root: Path) -> Iterator[Path]:
    """Give where a note may lie, the best place first."""
    import tempfile
    from hashlib import sha256

    yield root / POST / NOT_KEPT
    yield root / NOT_KEPT
    mark = sha256(os.path.realpath(root).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    yield Path(tempfile.gettempdir()) / f"adjudicator-{mark}.json"


def _user() -> str:
    """Return as whom this program runs."""
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "?"
