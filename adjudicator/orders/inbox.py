"""The inbox of a campaign: a folder in which others may write, from which order files are taken."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import NamedTuple, NotRequired, TypedDict

from adjudicator.campaign.campaign import Campaign
from adjudicator.speech.voice import one_line, reason_of
from adjudicator.store import disk, drop_folder
from adjudicator.store.disk import UnusableError, read_file
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


# An order file that somebody brings: its bytes, and how it came.


class Times(TypedDict):
    """When a file was saved in the inbox, and sent, as far as that is known; in ISO format."""

    saved: NotRequired[str]
    dated: NotRequired[str]


def times_of(known: Times) -> Times:
    """Return the times among what is known of a file."""
    times: Times = {}
    if "saved" in known:
        times["saved"] = known["saved"]
    if "dated" in known:
        times["dated"] = known["dated"]
    return times


class Came(Times):
    """How a file came, as ``0007.came.json`` keeps it beside its bytes: see :class:`Dropped`."""

    at: str
    """When it was received."""
    name: str
    way: str
    identity: list[int]
    """By which it is known in the inbox, see ``commons.Found``."""
    digest: str
    seats: NotRequired[int]
    """After how many acts that changed seats; not written for none."""
    sender: NotRequired[str]
    """The player who sent it, by his name then; not written where he is not known but by what the file says."""
    turn: NotRequired[int]
    """The turn it is for where it names none; not written where it must name one."""
    message_id: NotRequired[str]
    """Of a mail its name, by which its receipt answers it; not written where it has none."""
    other: NotRequired[str]
    quoted: NotRequired[str]
    titled: NotRequired[list[int]]
    """What a mail holds besides its text, see :class:`Besides`; each not written where it has none."""
    reply: NotRequired[bool]
    """Whether it is a mail that answers a letter of ours; not written where it is none."""
    unanswerable: NotRequired[bool]
    """Whether it is a mail that is not answered, whatever becomes of it; not written where it is none."""
    unread: NotRequired[list[str]]
    """The names of what a mail holds that is not read; not written for none."""
    cut: NotRequired[bool]
    """Whether it is a mail of which only the beginning and the end were read; not written where it is none."""


class MailExtras(NamedTuple):
    """What a mail holds besides the text that is its order file: none of it is an order, all may raise a doubt."""

    other: str = ""
    """What it says in its other form, where that is not what its text says."""
    quoted: str = ""
    """What it quotes, as far as its sender may have filled that in."""
    titled: tuple[int, ...] = ()
    """The turns that its subject names."""


NOTHING_BESIDES = MailExtras()


class Whence(NamedTuple):
    """What is known of a file besides what it says, see :class:`Dropped`."""

    handed_in: bool = True
    proved: bool = False
    sender: str | None = None
    turn: int | None = None
    besides: MailExtras = NOTHING_BESIDES
    mailed: bool = False
    at: str | None = None
    reply: bool = False


PASSED = Whence()
"""Of a file of which no more is known than that the MJ has handed it in."""


class Dropped(NamedTuple):
    """An order file that somebody brings: its name, its bytes, and by which way it came."""

    source: str
    data: bytes
    way: str = "file"
    """``inbox``, ``file`` (named on the command line), ``pasted`` (standard input), ``mail``, or ``forum``."""
    path: Path | None = None
    """Where it lies in the inbox."""
    identity: tuple[int, ...] = ()
    """By which it is known again in the inbox, see ``commons.Found``."""
    saved: str | None = None
    """When a file of the inbox was saved there, in ISO format."""
    dated: str | None = None
    """When a server took it, where it is a mail that says so, or a forum shows it, in ISO format."""

    proved: bool = False
    """Whether it was accepted before, so that its key was right then; it need not be any more."""
    digest: str | None = None
    """The hash of its bytes as it came, of one that is read back."""

    sender: str | None = None
    """The player who sent it, where the way by which it came tells: it need not name him, and may name nobody else."""
    turn: int | None = None
    """The turn it is for where it names none, see ``addressed.turn_meant``."""
    message_id: str | None = None
    """The name of the mail that it is, as that says it."""
    besides: MailExtras = NOTHING_BESIDES
    """What that mail holds besides."""
    at: str | None = None
    """When it was received, of one that is read back; None of one that comes now."""
    reply: bool = False
    """Whether it is the text of a mail that answers a letter of ours."""
    unanswerable: bool = False
    """Whether it is the text of a mail that is not answered, see ``Arrived.answerable``."""
    unread: tuple[str, ...] = ()
    """What that mail holds besides that is not read, see ``Arrived.unread``."""
    cut: bool = False
    """Whether that mail was so large that only its beginning and its end were read."""

    @property
    def handed_in(self) -> bool:
        """Whether the MJ himself has handed it in."""
        return self.way not in FROM_PLAYERS

    @property
    def whence(self) -> Whence:
        """What is known of it besides what it says."""
        mailed = self.way == "mail"
        return Whence(self.handed_in, self.proved, self.sender, self.turn, self.besides, mailed, self.at, self.reply)

    @property
    def times(self) -> Times:
        """When it was saved and sent, as far as that is known."""
        times: Times = {}
        if self.saved:
            times["saved"] = self.saved
        if self.dated:
            times["dated"] = self.dated
        return times

    def came(self, at: str, seats: int = 0) -> Came:
        """Return how it came, as it is kept beside its bytes: ``at`` a time in ISO format, after how many changes."""
        digest, identity = sha256(self.data).hexdigest(), list(self.identity)
        how: Came = {"at": at, "name": self.source, "way": self.way, "identity": identity, "digest": digest}
        how.update(self.times)  # type: ignore[typeddict-item]
        if seats:
            how["seats"] = seats
        if self.sender is not None:
            how["sender"] = self.sender
        if self.turn is not None:
            how["turn"] = self.turn
        if self.message_id is not None:
            how["message_id"] = self.message_id
        if self.besides.other:
            how["other"] = self.besides.other
        if self.besides.quoted:
            how["quoted"] = self.besides.quoted
        if self.besides.titled:
            how["titled"] = [*self.besides.titled]
        if self.reply:
            how["reply"] = True
        if self.unanswerable:
            how["unanswerable"] = True
        if self.unread:
            how["unread"] = [*self.unread]
        if self.cut:
            how["cut"] = True
        return how

    @property
    def changed(self) -> bool:
        """Whether its bytes are no longer those that came."""
        return self.digest is not None and self.digest != sha256(self.data).hexdigest()


FROM_PLAYERS = ("inbox", "mail", "forum")
"""The ways by which files of players come that the MJ has not handed in himself."""


def source_name(name: str) -> str:
    """Return a file's name as it can be shown and stored: on one line, whatever bytes the system let into it."""
    return one_line(name.encode("utf-8", "replace").decode())


def bare(source: str) -> str:
    """Return the name of a file without the folders of the MJ's machine; ``./-`` is no pasted text."""
    name = source.replace("\\", "/").rpartition("/")[2]
    return source if name in ("", "-") else name


LARGEST = MOST_COUNTED + 1
"""Bytes read of a file at most: enough to know that it is absurdly large."""


def read_some(path: Path) -> bytes:
    """Return the bytes of a file, or its beginning when it is absurdly large."""
    return read_file(path, LARGEST)
