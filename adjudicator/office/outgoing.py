"""What is remembered of the server by which letters go, and of how many went to whom within the hour."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.office import postmarks
from adjudicator.store import disk

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts

KNOWN = "sending.json"
"""Beside the accounts: what is known of the server, and how much has been sent to whom within the hour."""
HOUR = timedelta(hours=1)


@dataclass
class Outgoing:
    """What is remembered of the server, and of the last hour."""

    tries: int = 0
    """How many rounds in a row could not use it."""
    at: str = ""
    trouble: str = ""
    recent: dict[str, list[str]] = field(default_factory=dict)
    """When letters went to an address within the hour, in ISO format."""

    @classmethod
    def read(cls, accounts: Accounts, now: datetime) -> Outgoing:
        """Return what is remembered; of a server that was to be used otherwise, nothing but the hour."""
        known = read_record("post", accounts.state / KNOWN)
        if known is None:
            return cls()
        recent = {address: [at for at in times if _within(at, now)] for address, times in known["recent"].items()}
        recent = {address: times for address, times in recent.items() if times}
        if known["of"] != _way(accounts):
            return cls(recent=recent)
        return cls(known["tries"], known["at"], known["trouble"], recent)

    def keep(self, accounts: Accounts) -> None:
        """Write down what is remembered. Raises ``OSError``."""
        known = {"of": _way(accounts), "tries": self.tries, "at": self.at, "trouble": self.trouble}
        recent = dict(sorted(self.recent.items()))
        disk.write_all(accounts.state, {KNOWN: record_bytes("post", {**known, "recent": recent})}, synced=False)

    def rests(self, now: datetime) -> bool:
        """Tell whether the server is left alone for now."""
        if not self.tries:
            return False
        last = datetime.fromisoformat(self.at)
        return last <= now < last + min(postmarks.pause_after(self.tries), HOUR)

    def ill(self, now: datetime, trouble: str) -> None:
        """Remember that the server cannot be used."""
        self.tries, self.at, self.trouble = self.tries + 1, now.isoformat(), trouble

    def well(self) -> None:
        """Remember that it can."""
        self.tries, self.trouble = 0, ""

    def has_enough(self, address: str, most: int, now: datetime) -> bool:
        """Tell whether an address has had so many letters within the hour that the next has to wait."""
        return len(self.recent.get(address, ())) >= most

    def count(self, address: str, now: datetime) -> None:
        """Count a letter to an address."""
        self.recent.setdefault(address, []).append(now.isoformat())


def _within(at: str, now: datetime) -> bool:
    return timedelta() <= now - datetime.fromisoformat(at) < HOUR


def _way(accounts: Accounts) -> str:
    """Return by what it is known again that letters are to go the same way: when that is mended, nothing rests."""
    account = accounts.sending
    password = getattr(account, "password", None)
    parts = [repr(account)]
    if password is not None and password.file is not None:
        try:
            parts.append(str(password.file.stat().st_mtime_ns) + str(password.file.stat().st_mode))
        except OSError:
            parts.append("")
    return sha256("\0".join(parts).encode()).hexdigest()
