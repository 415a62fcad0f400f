"""The inbox of a campaign, and the order files that arrive.

The inbox is a folder in which others may write. The module lists, reads and clears it, and defines what is known of an
order file that somebody brings, by whatever way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import Came, Times
from adjudicator.speech.voice import one_line, reason_of
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError, read_file
from adjudicator.store.layout import MOST_COUNTED


class Inbox(NamedTuple):
    """The files found in an inbox, in the order in which they arrived."""

    files: list[DroppedFile]
    refusal: OSError | None = None
    """Why a file could not be read. All of ``files`` arrived before it: later ones must not overtake it."""

    @property
    def trouble(self) -> UnusableError | None:
        """The error to report for the file that could not be read; None if all could."""
        if self.refusal is None:
            return None
        file, reason = str(self.refusal.filename or ""), reason_of(self.refusal)
        return UnusableError("error.inbox-unread", file=file, reason=reason)

    def refuse(self) -> None:
        """Raise the trouble, if there is any."""
        if self.trouble is not None:
            raise self.trouble


def look_into(campaign: Campaign) -> Inbox:
    """Read the files in the inbox by time of arrival, then by name, up to the first that cannot be read.

    A file arrived when it was saved. A mail that tells it arrived when the last mail server took it. A file that
    vanishes meanwhile has been taken by another command.
    """
    found: list[tuple[float, str, DroppedFile]] = []
    refusals: list[tuple[float, OSError]] = []
    for path in _meant(campaign):
        with suppress(FileNotFoundError):
            try:
                read = disk.read_plain(path, MOST_COUNTED)
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


def _dropped(path: Path, read: disk.Found) -> tuple[float, DroppedFile]:
    """Return a file of the inbox, preceded by the time when it arrived, in seconds."""
    saved: datetime | None = None
    with suppress(ValueError, OverflowError, OSError):  # anybody may set a file's time, even outside the calendar
        saved = datetime.fromtimestamp(read.changed // 10**9, UTC)
    dated = _date_of_mail(read.data)
    # A mail cannot have been taken after it was saved: the clock was wrong, and the mail would count as the last.
    if dated is not None and (saved is None or dated > saved):
        dated = None
    name = source_name(path.name)
    dropped = DroppedFile(
        f"./{name}" if name == "-" else name,  # a bare "-" means pasted text
        read.data,
        "inbox",
        path,
        tuple(read.identity),
        saved.isoformat() if saved else None,
        dated.isoformat() if dated else None,
    )
    return (dated.timestamp() if dated else read.changed / 1e9), dropped


_LONGEST_HEAD = 1 << 16


def _date_of_mail(data: bytes) -> datetime | None:
    """Return when the last server took a mail, by its head; None if the data is no mail or does not tell.

    The ``Date`` field does not serve: it comes from the sender's own clock, so two mails cannot be compared by it.
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
    except (ValueError, OverflowError, TypeError, IndexError):  # the field holds no valid date
        return None


def waiting(campaign: Campaign) -> list[Path]:
    """Return the files in the inbox that can be taken: plain files of a plausible size, and no links."""
    return [path for path in _meant(campaign) if _is_plain(path)]


def not_taken(campaign: Campaign) -> list[str]:
    """Return the names of the inbox entries that are never taken: folders, links, pipes, absurdly large files.

    Whoever put them there may believe that the orders in them have arrived. Even an empty folder is listed.
    """
    return [source_name(path.name) for path in _meant(campaign) if not _is_plain(path)]


def _meant(campaign: Campaign) -> list[Path]:
    """Return the inbox entries that count: not hidden files, unfinished copies or an editor's backups.

    Raise ``UnusableError`` if the inbox is a link that leads nowhere: nothing put there could arrive.
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
    return True  # another command has just taken it


def clear(campaign: Campaign, stored: list[list[int]]) -> None:
    """Finish an interrupted command: remove the files whose identities are in ``stored``.

    A file that the command had renamed but not stored gets its name back. Raise ``OSError`` when the system refuses.
    """
    for path in disk.entries(campaign.inbox, f"{disk.GRABBED}*"):
        disk.put_back(path, stored)
    for path in waiting(campaign) if stored else ():
        with suppress(FileNotFoundError):
            identity = disk.identity(path.lstat())
            if identity in stored:
                disk.let_go(path, identity)


# An order file that somebody brings, and how it came.


def times_of(known: Mapping[str, Any]) -> Times:
    """Return only the times from what is known of a file."""
    return {word: known[word] for word in ("saved", "dated") if known.get(word)}  # type: ignore[return-value]


class MailExtras(NamedTuple):
    """What a mail holds besides the text that is its order file: never an order, but it may raise a doubt."""

    other: str = ""
    """The text of its other form (such as HTML), if it differs from the text that is read."""
    quoted: str = ""
    """The text that it quotes, as far as the sender may have filled it in."""
    titled: tuple[int, ...] = ()
    """The turns that its subject names."""


NOTHING_BESIDES = MailExtras()


class DroppedFile(NamedTuple):
    """An order file that somebody brings: its name, its bytes, and the way by which it came."""

    source: str
    data: bytes
    way: str = "file"
    """``inbox``, ``file`` (named on the command line), ``pasted`` (standard input), ``mail``, or ``forum``."""
    path: Path | None = None
    """Its path in the inbox; None if it came by another way."""
    identity: tuple[int, ...] = ()
    """Its identity in the inbox; see :class:`adjudicator.store.disk.Found`."""
    saved: str | None = None
    """When it was saved in the inbox, in ISO format."""
    dated: str | None = None
    """When a mail server took it, or the time that the forum shows, in ISO format; None if unknown."""

    proved: bool = False
    """Whether it was accepted before: its key was right then, and need not be right any more."""
    digest: str | None = None
    """The hash of its bytes when it came, if it is read back from disk."""

    sender: str | None = None
    """The player who sent it, if the way tells: the file need not name him, and must not name another."""
    turn: int | None = None
    """The turn that it is for if it names none; see :func:`adjudicator.orders.attempt.turn_meant`."""
    message_id: str | None = None
    """The ``Message-ID`` of the mail."""
    besides: MailExtras = NOTHING_BESIDES
    """What the mail holds besides its text."""
    at: str | None = None
    """When it was received, if it is read back from disk; None if it comes now."""
    reply: bool = False
    """Whether it is the text of a mail that replies to a letter of ours."""
    unanswerable: bool = False
    """Whether it is the text of a mail that is never answered; see ``Arrived.answerable``."""
    unread: tuple[str, ...] = ()
    """The parts of the mail that are not read; see ``Arrived.unread``."""
    cut: bool = False
    """Whether the mail was so large that only its beginning and its end were read."""

    @property
    def handed_in(self) -> bool:
        """Whether the MJ himself handed it in."""
        return self.way not in FROM_PLAYERS

    @property
    def times(self) -> Times:
        """When it was saved and sent, as far as known."""
        return times_of({"saved": self.saved, "dated": self.dated})

    def came(self, at: str, seats: int = 0) -> Came:
        """Return how it came, as it is stored beside its bytes.

        ``at`` is the time of receipt in ISO format, and ``seats`` the number of acts that have changed seats.
        """
        digest, identity = sha256(self.data).hexdigest(), list(self.identity)
        how = {"at": at, "name": self.source, "way": self.way, "identity": identity, "digest": digest, **self.times}
        more = {
            "seats": seats,
            "sender": self.sender,
            "turn": self.turn,
            "message_id": self.message_id,
            "other": self.besides.other,
            "quoted": self.besides.quoted,
            "titled": [*self.besides.titled],
            "reply": self.reply,
            "unanswerable": self.unanswerable,
            "unread": [*self.unread],
            "cut": self.cut,
        }
        return how | {key: value for key, value in more.items() if value}  # type: ignore[return-value]

    @property
    def changed(self) -> bool:
        """Whether its bytes differ from those that came."""
        return self.digest is not None and self.digest != sha256(self.data).hexdigest()


FROM_PLAYERS = ("inbox", "mail", "forum")
"""The ways by which players' own files come, as opposed to those that the MJ hands in."""


def source_name(name: str) -> str:
    """Return a file name that can be shown and stored: on one line, with unusual bytes replaced."""
    return one_line(name.encode("utf-8", "replace").decode())


def bare(source: str) -> str:
    """Return a file's name without the folders of the MJ's machine.

    ``./-`` stays as it is: « - » alone means pasted text.
    """
    name = source.replace("\\", "/").rpartition("/")[2]
    return source if name in ("", "-") else name


LARGEST = MOST_COUNTED + 1
"""The most bytes read of a file: enough to know that it is absurdly large."""


def read_some(path: Path) -> bytes:
    """Return the bytes of a file, or only its beginning if it is absurdly large."""
    return read_file(path, LARGEST)


PASSED = DroppedFile("", b"")
"""A file of which nothing is known except that the MJ handed it in."""
