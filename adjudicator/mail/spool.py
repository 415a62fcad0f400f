"""Mails that have come for a root of campaigns, kept as they came, and what became of each: ``courrier/``.

``came/<hash>.eml`` is a mail, byte for byte, synced before anything else is done with it; ``came/<hash>.json`` what
became of it, written last: one without it waits. ``twins/`` knows a mail again that came by two ways: it is one mail.
``giving/`` says which mails are being handed to a campaign, so that a kill in between is seen; ``questions/`` what
players have been asked; in ``handed/`` is written what ``receive`` takes; ``places.json`` says where mails that wait
lie on a server, so that they are not read each time; ``untold/`` which mails were taken where nobody reads what is
said.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from types import MappingProxyType
from typing import NotRequired, TypedDict

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.mail.mailbox import Mail
from adjudicator.store import disk

PLAYED, REFUSED, TO_SEE = "played", "refused", "to-see"


class MailVerdict(TypedDict):
    """What became of a mail."""

    kind: str
    """``played`` or ``refused`` by its campaign, or ``to-see``: somebody should look."""
    campaign: str
    """The campaign's folder as seen from the root; empty for none."""
    player: str
    why: str
    """Why it is to be looked at; empty for one that its campaign has judged."""
    at: str


class Giving(TypedDict):
    """Which mails are being handed to which campaign."""

    campaign: str
    mails: list[str]


class Untold(TypedDict):
    """A file that a campaign took: what is told of it."""

    source: str
    players: list[str]
    faults: int
    table: bool


class OwnerQuestion(TypedDict):
    """A question whether a mail with a player's key is his."""

    campaign: str
    player: str
    address: str
    mail: str
    at: str
    answer: NotRequired[str]
    """``yes`` or ``no``."""


class Spool:
    """The folder ``courrier/`` of a root; whoever judges mails holds its lock."""

    def __init__(self, folder: Path) -> None:
        """Take the folder, which may not be there yet."""
        self.folder = folder
        self.came, self.twins, self.questions = folder / "came", folder / "twins", folder / "questions"
        self._giving, self._handed, self._untold = folder / "giving", folder / "handed", folder / "untold"

    def make(self) -> None:
        """Make the folders. Raises ``OSError``."""
        parts = (self.came, self.twins, self.questions, self._giving, self._handed, self._untold)
        for part in (self.folder, *parts):
            disk.make_folder(part)

    def clean(self) -> None:
        """Remove what interrupted writers left; the caller holds the lock."""
        for part in (self.folder, self.came, self.twins, self.questions, self._giving, self._untold):
            disk.clean(part)
        for path in disk.entries(self._handed):
            with suppress(FileNotFoundError):
                if path.stat().st_mtime < time.time() - _A_DAY:  # whoever began it is at it no more
                    path.unlink()

    def store(self, mails: Sequence[Mail]) -> list[str]:
        """Keep mails in the order in which they came; return their hashes. When this returns they are safe.

        One of which not all was read has ``<hash>.cut`` beside it. Raises ``OSError``.
        """
        known = [sha256(mail.data).hexdigest() for mail in mails]
        new = {name: mail for name, mail in zip(known, mails, strict=True) if not self.has(name)}
        cut = {f"{name}.cut": b"" for name, mail in new.items() if not mail.whole}
        begun = time.time_ns()
        disk.write_all(self.came, {**cut, **{f"{name}.eml": mail.data for name, mail in new.items()}})
        self._order(new, begun)
        return known

    def _order(self, mails: Iterable[str], begun: int) -> None:
        """Let mails have come one after the other, from ``begun`` (in nanoseconds) on.

        A file's own time is that of a clock which stands still for some milliseconds, while many are written. Where a
        disk takes no other they keep those: all are safe already.
        """
        with suppress(OSError):
            for number, name in enumerate(mails):
                moment = begun + number * _APART
                os.utime(self.came / f"{name}.eml", ns=(moment, moment))

    def hand_in(self, mail: Mail) -> str:
        """Keep a mail without holding the lock; return its hash. When this returns it is safe. Raises ``OSError``.

        Several programs may do so at once, with the same mail too: each writes a file of its own, and what is moved to
        its place is always whole.
        """
        name = sha256(mail.data).hexdigest()
        files = {**({} if mail.whole else {f"{name}.cut": b""}), f"{name}.eml": mail.data}
        for file, data in files.items() if not self.has(name) else ():
            self._put(self.came / file, data)
        disk.sync(self.came)  # one that is there may have been moved there just now
        return name

    def _put(self, path: Path, data: bytes) -> None:
        """Write a file whole where others may write it too without the lock; its folder is not synced."""
        written = self._handed / token_hex(16)
        try:
            disk.write_new([(str(written), data)], readable=False)
            disk.patiently(written.replace, path)
        except BaseException:
            written.unlink(missing_ok=True)
            raise

    def is_cut(self, mail: str) -> bool:
        """Tell whether not all of a mail is kept: it was too large."""
        return (self.came / f"{mail}.cut").exists()

    def has(self, mail: str) -> bool:
        """Tell whether a mail is kept."""
        return (self.came / f"{mail}.eml").exists()

    def read(self, mail: str) -> bytes:
        """Return a mail as it came. Raises ``OSError``."""
        return disk.read_file(self.came / f"{mail}.eml")

    def latest(self, most: int) -> Iterator[bytes]:
        """Yield the mails that came last, so many at ``most``. Raises ``OSError``."""
        for path in sorted(self.came.glob("*.eml"), key=lambda path: path.stat().st_mtime)[-most:]:
            yield disk.read_file(path)

    def pending(self) -> list[str]:
        """Return the mails of which nothing has become yet."""
        names = set(os.listdir(self.came))  # noqa: PTH208 - there may be very many
        return sorted(name[:-4] for name in names if _OWN.fullmatch(name) and f"{name[:-4]}.json" not in names)

    def came_at(self, mail: str) -> float:
        """Return when a mail was kept, in seconds."""
        return (self.came / f"{mail}.eml").stat().st_mtime

    def verdict(self, mail: str) -> MailVerdict | None:
        """Return what became of a mail; None of one that waits, or where what was kept of it is damaged."""
        return read_record("mail", self.came / f"{mail}.json")  # type: ignore[return-value]

    def close(self, verdicts: Mapping[str, MailVerdict]) -> None:
        """Write what became of mails."""
        disk.write_all(self.came, {f"{mail}.json": record_bytes("mail", one) for mail, one in verdicts.items()})

    def first_of(self, twin: str) -> str:
        """Return the mail that came first of those that are the same; empty where none has been taken."""
        if not twin:
            return ""
        try:
            return disk.read_file(self.twins / twin).decode()
        except FileNotFoundError:
            return ""

    def claim(self, twins: Mapping[str, str]) -> None:
        """Remember mails, by what is the same of those that are one, before they are taken."""
        disk.write_all(self.twins, {twin: mail.encode() for twin, mail in twins.items() if twin})

    def give(self, campaign: str, mails: Sequence[str]) -> None:
        """Remember that mails are being handed to a campaign."""
        giving: Giving = {"campaign": campaign, "mails": list(mails)}
        disk.write_whole(self._given_to(campaign), record_bytes("giving", giving))

    def giving(self) -> dict[str, str]:
        """Return the mails that were being handed on when something was interrupted, each with its campaign."""
        kept = [read_record("giving", path) for path in disk.entries(self._giving, "*.json")]
        return {mail: one["campaign"] for one in kept if one is not None for mail in one["mails"]}

    def forget_given(self, pending: Sequence[str]) -> None:
        """Forget what was being handed on where it has come to its end: none of its mails is ``pending``."""
        giving = self.giving() if disk.entries(self._giving, "*.json") else {}
        for campaign in set(giving.values()) - {giving[mail] for mail in pending if mail in giving}:
            self.given(campaign)

    def given(self, campaign: str) -> None:
        """Forget what was being handed to a campaign: it has been."""
        with suppress(FileNotFoundError):
            self._given_to(campaign).unlink()

    def _given_to(self, campaign: str) -> Path:
        return self._giving / f"{sha256(campaign.encode()).hexdigest()[:16]}.json"

    def owe_word(self, mail: str, files: Mapping[str, Sequence[Untold]] = MappingProxyType({})) -> None:
        """Remember that the MJ has yet to be told of a mail, and of the ``files`` that campaigns took with it."""
        path = self._untold / f"{mail}.json"
        if path.exists() and not files:
            return
        kept: dict[str, list[Untold]] = (read_record("untold", path) or {"files": {}})["files"]
        for campaign, taken in files.items():
            kept.setdefault(campaign, []).extend(taken)
        self._put(path, record_bytes("untold", {"files": kept}))
        disk.sync(self._untold)

    def untold(self) -> dict[str, Mapping[str, Sequence[Untold]]]:
        """Return the mails of which the MJ has yet to be told, each with the files that campaigns took with it."""
        kept = {path.stem: read_record("untold", path) for path in disk.entries(self._untold, "*.json")}
        return {mail: one["files"] if one is not None else {} for mail, one in kept.items()}

    def told(self, mails: Sequence[str]) -> None:
        """Remember that the MJ has been told of mails."""
        for mail in mails:
            with suppress(FileNotFoundError):
                (self._untold / f"{mail}.json").unlink()

    def asked(self) -> dict[str, OwnerQuestion]:
        """Return the questions, by their codes."""
        found = {path.stem: read_record("asked", path) for path in disk.entries(self.questions, "*.json")}
        return {code: one for code, one in found.items() if one is not None}  # type: ignore[misc]

    def ask(self, code: str, question: OwnerQuestion) -> None:
        """Remember a question, or its answer."""
        disk.write_whole(self.questions / f"{code}.json", record_bytes("asked", question))

    def places(self) -> dict[str, dict[str, str]]:
        """Return the mails that wait, by mailbox and what they are known by there."""
        kept = read_record("places", self.folder / "places.json")
        return kept["boxes"] if kept is not None else {}

    def place(self, boxes: Mapping[str, Mapping[str, str]]) -> None:
        """Remember where mails lie that wait; if that is lost they are read once more."""
        if boxes != self.places():
            data = record_bytes("places", {"boxes": boxes})
            disk.write_all(self.folder, {"places.json": data}, synced=False)


_OWN = re.compile(r"[0-9a-f]{64}\.eml")
_A_DAY = 86_400
"""Seconds."""
_APART = 1_000
"""Nanoseconds: a quarter of them is what times in seconds are told apart by, as floats."""


def twin_of(message_id: str | None, sender: str | None, data: bytes) -> str:
    """Return what is the same of mails that are one, whatever servers wrote into them; empty for one without a name.

    Spaces in a row are one, and those at the end of a line or of the text none: a signature lets them pass (RFC 6376).
    """
    if not message_id or not sender:
        return ""
    body = re.split(rb"\r?\n\r?\n", data, maxsplit=1)[-1]
    text = b"\n".join(_SPACES.sub(b" ", line).rstrip() for line in body.splitlines()).rstrip(b"\n")
    return sha256(b"\0".join([message_id.encode(), sender.encode(), text])).hexdigest()


_SPACES = re.compile(rb"[ \t]+")
