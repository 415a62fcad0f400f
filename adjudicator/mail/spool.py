"""The folder ``courrier/`` of a root: every mail received, exactly as it came, and what became of it.

- ``came/<hash>.eml`` is a mail, synced to disk before anything else is done with it. ``came/<hash>.json`` says what
  became of it and is written last: a mail without it is pending.
- ``twins/`` recognises a mail that arrives twice by different routes, so that it counts once.
- ``giving/`` lists mails being handed to a campaign, so that an interruption is noticed.
- ``questions/`` holds the questions put to players, and ``handed/`` the temporary files of ``receive``.
- ``places.json`` says where pending mails are on a server, so that they are not read each time.
- ``untold/`` lists mails that were accepted by a program whose output nobody reads.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from types import MappingProxyType

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import Giving, MailVerdict, OwnerQuestion, Untold
from adjudicator.mail.mailbox import Mail
from adjudicator.store import disk

PLAYED, REFUSED, TO_SEE = "played", "refused", "to-see"


class Spool:
    """The folder ``courrier/`` of a root; whoever judges mails holds its lock."""

    def __init__(self, folder: Path) -> None:
        """Take the folder, which need not exist yet."""
        self.folder = folder
        self.came, self.twins, self.questions = folder / "came", folder / "twins", folder / "questions"
        self._giving, self._handed, self._untold = folder / "giving", folder / "handed", folder / "untold"

    def make(self) -> None:
        """Create the folders. Raise ``OSError``."""
        parts = (self.came, self.twins, self.questions, self._giving, self._handed, self._untold)
        for part in (self.folder, *parts):
            disk.make_folder(part)

    def clean(self) -> None:
        """Remove what interrupted writers left behind; the caller holds the lock."""
        for part in (self.folder, self.came, self.twins, self.questions, self._giving, self._untold):
            disk.clean(part)
        for path in disk.entries(self._handed):
            with suppress(FileNotFoundError):
                if path.stat().st_mtime < time.time() - _A_DAY:  # no writer is still busy after a day
                    path.unlink()

    def store(self, mails: Sequence[Mail]) -> list[str]:
        """Store mails in order of arrival and return their hashes. When this returns, they are safely on disk.

        A mail that was not read whole gets a file ``<hash>.cut``. Raise ``OSError``.
        """
        known = [sha256(mail.data).hexdigest() for mail in mails]
        new = {name: mail for name, mail in zip(known, mails, strict=True) if not self.has(name)}
        cut = {f"{name}.cut": b"" for name, mail in new.items() if not mail.whole}
        begun = time.time_ns()
        disk.write_all(self.came, {**cut, **{f"{name}.eml": mail.data for name, mail in new.items()}})
        # Increasing modification times keep the order: those that the system sets are too coarse when many files are
        # written at once. If the disk refuses other times, the files keep those they have, and are safe all the same.
        with suppress(OSError):
            for number, name in enumerate(new):
                moment = begun + number * _APART
                os.utime(self.came / f"{name}.eml", ns=(moment, moment))
        return known

    def hand_in(self, mail: Mail) -> str:
        """Store a mail without holding the lock and return its hash.

        When this returns, the mail is safely on disk. Raise ``OSError``. Several programs may do this at once, even
        with the same mail: each writes its own temporary file, and only complete files are moved into place.
        """
        name = sha256(mail.data).hexdigest()
        files = {**({} if mail.whole else {f"{name}.cut": b""}), f"{name}.eml": mail.data}
        for file, data in files.items() if not self.has(name) else ():
            self._put(self.came / file, data)
        disk.sync(self.came)  # an existing file may have been moved here a moment ago by another program
        return name

    def _put(self, path: Path, data: bytes) -> None:
        """Write a complete file that others may be writing too, without the lock; the caller syncs its folder."""
        written = self._handed / token_hex(16)
        try:
            disk.write_new([(str(written), data)], readable=False)
            disk.patiently(written.replace, path)
        except BaseException:
            written.unlink(missing_ok=True)
            raise

    def is_cut(self, mail: str) -> bool:
        """Return whether a mail was too large to be stored whole."""
        return (self.came / f"{mail}.cut").exists()

    def has(self, mail: str) -> bool:
        """Return whether a mail is stored."""
        return (self.came / f"{mail}.eml").exists()

    def read(self, mail: str) -> bytes:
        """Return the bytes of a mail as it came. Raise ``OSError``."""
        return disk.read_file(self.came / f"{mail}.eml")

    def latest(self, most: int) -> Iterator[bytes]:
        """Yield the last ``most`` mails that came. Raise ``OSError``."""
        for path in sorted(self.came.glob("*.eml"), key=lambda path: path.stat().st_mtime)[-most:]:
            yield disk.read_file(path)

    def pending(self) -> list[str]:
        """Return the mails that have no verdict yet."""
        names = set(os.listdir(self.came))  # noqa: PTH208 - there may be very many
        return sorted(name[:-4] for name in names if _OWN.fullmatch(name) and f"{name[:-4]}.json" not in names)

    def came_at(self, mail: str) -> float:
        """Return when a mail was stored, as a timestamp in seconds."""
        return (self.came / f"{mail}.eml").stat().st_mtime

    def verdict(self, mail: str) -> MailVerdict | None:
        """Return what became of a mail; None if it is pending or if the record is damaged."""
        return read_record("mail", self.came / f"{mail}.json")  # type: ignore[return-value]

    def close(self, verdicts: Mapping[str, MailVerdict]) -> None:
        """Write what became of mails, which are no longer pending then."""
        disk.write_all(self.came, {f"{mail}.json": record_bytes("mail", one) for mail, one in verdicts.items()})

    def first_of(self, twin: str) -> str:
        """Return the first mail of those with the same ``twin`` mark, or an empty string if none was recorded."""
        if not twin:
            return ""
        try:
            return disk.read_file(self.twins / twin).decode()
        except FileNotFoundError:
            return ""

    def claim(self, twins: Mapping[str, str]) -> None:
        """Record mails by their ``twin_of`` marks before they are handed on, so that later copies are recognised."""
        disk.write_all(self.twins, {twin: mail.encode() for twin, mail in twins.items() if twin})

    def give(self, campaign: str, mails: Sequence[str]) -> None:
        """Record that mails are being handed to a campaign."""
        giving: Giving = {"campaign": campaign, "mails": list(mails)}
        disk.write_whole(self._given_to(campaign), record_bytes("giving", giving))

    def giving(self) -> dict[str, str]:
        """Return the mails that were being handed on when the program was interrupted, each with its campaign."""
        kept = [read_record("giving", path) for path in disk.entries(self._giving, "*.json")]
        return {mail: one["campaign"] for one in kept if one is not None for mail in one["mails"]}

    def forget_given(self, pending: Sequence[str]) -> None:
        """Delete the records of finished hand-overs: those with no mail in ``pending``."""
        giving = self.giving() if disk.entries(self._giving, "*.json") else {}
        for campaign in set(giving.values()) - {giving[mail] for mail in pending if mail in giving}:
            self.given(campaign)

    def given(self, campaign: str) -> None:
        """Delete the record of mails being handed to a campaign, because that is done."""
        with suppress(FileNotFoundError):
            self._given_to(campaign).unlink()

    def _given_to(self, campaign: str) -> Path:
        return self._giving / f"{sha256(campaign.encode()).hexdigest()[:16]}.json"

    def owe_word(self, mail: str, files: Mapping[str, Sequence[Untold]] = MappingProxyType({})) -> None:
        """Record that the MJ has yet to be told of a mail, and of the ``files`` from it that campaigns accepted."""
        path = self._untold / f"{mail}.json"
        if path.exists() and not files:
            return
        kept: dict[str, list[Untold]] = (read_record("untold", path) or {"files": {}})["files"]
        for campaign, taken in files.items():
            kept.setdefault(campaign, []).extend(taken)
        self._put(path, record_bytes("untold", {"files": kept}))
        disk.sync(self._untold)

    def untold(self) -> dict[str, Mapping[str, Sequence[Untold]]]:
        """Return the mails that the MJ has yet to be told of, each with the files that campaigns accepted from it."""
        kept = {path.stem: read_record("untold", path) for path in disk.entries(self._untold, "*.json")}
        return {mail: one["files"] if one is not None else {} for mail, one in kept.items()}

    def told(self, mails: Sequence[str]) -> None:
        """Record that the MJ has been told of mails."""
        for mail in mails:
            with suppress(FileNotFoundError):
                (self._untold / f"{mail}.json").unlink()

    def asked(self) -> dict[str, OwnerQuestion]:
        """Return the questions, by their codes."""
        found = {path.stem: read_record("asked", path) for path in disk.entries(self.questions, "*.json")}
        return {code: one for code, one in found.items() if one is not None}  # type: ignore[misc]

    def ask(self, code: str, question: OwnerQuestion) -> None:
        """Record a question, or its answer."""
        disk.write_whole(self.questions / f"{code}.json", record_bytes("asked", question))

    def places(self) -> dict[str, dict[str, str]]:
        """Return the pending mails by mailbox and by their identifier in it."""
        kept = read_record("places", self.folder / "places.json")
        return kept["boxes"] if kept is not None else {}

    def place(self, boxes: Mapping[str, Mapping[str, str]]) -> None:
        """Record where pending mails are. The file is not synced: if it is lost, the mails are just read once more."""
        if boxes != self.places():
            data = record_bytes("places", {"boxes": boxes})
            disk.write_all(self.folder, {"places.json": data}, synced=False)


_OWN = re.compile(r"[0-9a-f]{64}\.eml")
_A_DAY = 86_400
"""In seconds."""
_APART = 1_000
"""Nanoseconds between two files. Times as floats in seconds can tell apart a quarter of this."""


def twin_of(message_id: str | None, sender: str | None, data: bytes) -> str:
    """Return a mark that all copies of one mail share, whatever servers added; empty without a Message-ID or sender.

    Repeated spaces count as one, and spaces at the ends of lines and empty lines at the end are ignored, as mail
    signatures allow such changes (RFC 6376).
    """
    if not message_id or not sender:
        return ""
    body = re.split(rb"\r?\n\r?\n", data, maxsplit=1)[-1]
    text = b"\n".join(_SPACES.sub(b" ", line).rstrip() for line in body.splitlines()).rstrip(b"\n")
    return sha256(b"\0".join([message_id.encode(), sender.encode(), text])).hexdigest()


_SPACES = re.compile(rb"[ \t]+")
