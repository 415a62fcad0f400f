"""The inbox of a campaign: a folder in which others may write, from which order files are taken."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.orders.dropped import Dropped, source_name
from adjudicator.speech.voice import reason_of
from adjudicator.store import disk, drop_folder
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import MOST_COUNTED


class Inbox(NamedTuple):
    """What lies in an inbox, in the order in which it arrived."""

    files: list[Dropped]
    refusal: OSError | None = None
    """Why a file could not be read, before which all of ``files`` arrived: later ones may not be taken before it."""

    @property
    def trouble(self) -> UnusableError | None:
        """What is told of the file that could not be read, if there is one."""
        if self.refusal is None:
            return None
        file, reason = str(self.refusal.filename or ""), reason_of(self.refusal)
        return UnusableError("error.inbox-unread", file=file, reason=reason)

    def refuse(self) -> None:
        """Raise the trouble, if there is any."""
        if self.trouble is not None:
            raise self.trouble


def look_into(campaign: Campaign) -> Inbox:
    """Read the files in the inbox in the order in which they arrived (then by name), as far as they can be read.

    A file arrived when it was saved, or, if it is a mail that says so, when the last server took that. One that
    vanishes meanwhile has been taken by another command.
    """
    found: list[tuple[float, str, Dropped]] = []
    refusals: list[tuple[float, OSError]] = []
    for path in _meant(campaign):
        with suppress(FileNotFoundError):
            try:
                read = drop_folder.read_plain(path, MOST_COUNTED)
            except FileNotFoundError:
                raise
            except OSError as refusal:
                refusals.append((path.lstat().st_mtime_ns / 1e9, refusal))
                continue
            if read is not None:
                arrived, dropped = _dropped(path, read)
                found.append((arrived, path.name, dropped))
    found.sort(key=lambda row: row[:2])
    first, refused = min(refusals, key=lambda row: row[0], default=(inf, None))
    return Inbox([dropped for arrived, _, dropped in found if arrived < first], refused)


def _dropped(path: Path, read: drop_folder.Found) -> tuple[float, Dropped]:
    """Return a file of the inbox, and when it arrived, in seconds."""
    saved = _time(read.changed // 10**9)
    dated = _date_of_mail(read.data)
    if dated is not None and (saved is None or dated > saved):  # a clock is wrong, or he would be the last to arrive
        dated = None
    name = source_name(path.name)
    dropped = Dropped(
        f"./{name}" if name == "-" else name,  # which else is what was pasted
        read.data,
        "inbox",
        path,
        tuple(read.identity),
        saved.isoformat() if saved else None,
        dated.isoformat() if dated else None,
    )
    return (dated.timestamp() if dated else read.changed / 1e9), dropped


def _time(seconds: int) -> datetime | None:
    """Return a file's time; None for one that is beyond the calendar, as anybody may set it."""
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


_LONGEST_HEAD = 1 << 16


def _date_of_mail(data: bytes) -> datetime | None:
    """Return when the last server took a mail, by its head; None for what is no mail, or does not say it.

    The date above is that of the sender's own clock, by which nobody knows which of two mails is later.
    """
    if b"\nReceived:" not in data[:_LONGEST_HEAD] and not data.startswith(b"Received:"):
        return None
    head = re.match(rb"\A(?:[A-Za-z][A-Za-z0-9-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+\r?\n", data[:_LONGEST_HEAD])
    taken = re.search(rb"^Received:((?:[^\n]*\n)(?:[ \t][^\n]*\n)*)", head[0], re.MULTILINE) if head else None
    if taken is None:
        return None
    from email.utils import parsedate_to_datetime

    try:
        sent = parsedate_to_datetime(" ".join(taken[1].rpartition(b";")[2].decode("ascii", "replace").split()))
        return (sent if sent.tzinfo else sent.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError, TypeError, IndexError):  # whatever it is, it is no date
        return None


def waiting(campaign: Campaign) -> list[Path]:
    """Return the files in the inbox that are taken: plain files of a size that orders may have, and no links."""
    return [path for path in _meant(campaign) if _is_plain(path)]


def not_taken(campaign: Campaign) -> list[str]:
    """Return the names of what lies in the inbox and is never taken: folders, links, pipes, what is absurdly large.

    Whoever put them there may think that the orders in them have arrived. An empty folder counts too.
    """
    return [source_name(path.name) for path in _meant(campaign) if not _is_plain(path)]


def _meant(campaign: Campaign) -> list[Path]:
    """Return what lies in the inbox: nothing hidden, nothing still being copied, no backup that an editor left.

    Raises ``UnusableError`` for a link that leads nowhere: what is put there cannot arrive.
    """
    if campaign.inbox.is_symlink() and not campaign.inbox.exists():
        raise UnusableError("error.inbox-nowhere", file=str(campaign.inbox))
    return [
        path
        for path in disk.entries(campaign.inbox)
        if not path.name.startswith(".") and path.suffix not in (".part", ".tmp") and not path.name.endswith("~")
    ]


def _is_plain(path: Path) -> bool:
    with suppress(FileNotFoundError):
        return path.is_file() and not path.is_symlink() and path.lstat().st_size <= MOST_COUNTED
    return True  # it has just been taken


def clear(campaign: Campaign, stored: list[list[int]]) -> None:
    """Finish what an interrupted command began: remove the files that are ``stored`` already, by their identities.

    What it had grabbed and was none of them has its name back. Raises ``OSError`` when the system refuses.
    """
    for path in disk.entries(campaign.inbox, f"{drop_folder.GRABBED}*"):
        drop_folder.put_back(path, stored)
    for path in waiting(campaign) if stored else ():
        with suppress(FileNotFoundError):
            identity = drop_folder.identity(path.lstat())
            if identity in stored:
                drop_folder.let_go(path, identity)
