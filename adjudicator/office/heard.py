"""What is wrong with the post is told once a day, and not at each visit of cron: what the MJ has heard, and when."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.table.decision import to_be_told_again

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts

KNOWN = "heard.json"
"""Beside the accounts: the sentences of the last runs, each with when it was told."""


class Heard:
    """What the MJ has heard of the post of some ``accounts``."""

    def __init__(self, accounts: Accounts, now: datetime) -> None:
        """Read it; where it cannot be read, he has heard nothing."""
        self.accounts, self.now = accounts, now
        self._before: dict[str, str] = {}
        self._now: dict[str, str] = {}
        with suppress(OSError, UnusableError):
            known = read_record("heard", accounts.state / KNOWN)
            self._before = known["lines"] if known is not None else {}

    def is_news(self, sentence: str) -> bool:
        """Tell whether what is wrong is to be told now: it is new, or was told a day ago."""
        lasting = without_what_varies(sentence)
        told = self._before.get(lasting)
        at = datetime.fromisoformat(told) if told is not None else None
        news = at is None or to_be_told_again(at, at, self.now)
        self._now[lasting] = self.now.isoformat() if news else str(told)
        return news

    def keep(self) -> None:
        """Write it down; what is no longer wrong is forgotten. Where that cannot be done, all is told once more."""
        if self._now == self._before:
            return
        with suppress(OSError):
            disk.write_all(self.accounts.state, {KNOWN: record_bytes("heard", {"lines": self._now})}, synced=False)


def without_what_varies(sentence: str) -> str:
    """Return a sentence without what a server says otherwise each time: brackets, and words with digits in them."""
    return " ".join(re.sub(r"\([^()]*\)|\S*\d\S*", "", sentence).split())
