"""An order file that somebody brings: its bytes, and how it came."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, NotRequired, TypedDict

from adjudicator.speech.voice import one_line
from adjudicator.store.disk import read_file
from adjudicator.store.layout import MOST_COUNTED


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


class Besides(NamedTuple):
    """What a mail holds besides the text that is its order file: none of it is an order, all may raise a doubt."""

    other: str = ""
    """What it says in its other form, where that is not what its text says."""
    quoted: str = ""
    """What it quotes, as far as its sender may have filled that in."""
    titled: tuple[int, ...] = ()
    """The turns that its subject names."""


NOTHING_BESIDES = Besides()


class Whence(NamedTuple):
    """What is known of a file besides what it says, see :class:`Dropped`."""

    handed_in: bool = True
    proved: bool = False
    sender: str | None = None
    turn: int | None = None
    besides: Besides = NOTHING_BESIDES
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
    besides: Besides = NOTHING_BESIDES
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
