"""Which refused mails are answered no more: a program that answers whatever it is sent would be written to for ever.

Most such programs say in their head what they are (``arrived.is_automatic``); the others are known by what they say.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.orders.received import came, number_of, verdict_at
from adjudicator.store import disk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.orders.dropped import Dropped
    from adjudicator.orders.verdict import Verdict

SAME = 2
"""Times that the same text is refused, one after the other, and answered."""
EMPTY = 5
"""Mails in a row without any order that are answered, whatever they say."""
_NOTHING = (["no-orders"], ["unasked"], ["thanks"], ["empty-mail"])
"""Faults of a mail that holds no order."""
LASTS = timedelta(days=1)
_MOST = 50
"""Files that are looked at: of more than those somebody else will have heard."""


def unanswered(folder: Path, number: str, file: Dropped, codes: list[str]) -> int:
    """Return the how manieth refused mail in a row one is that is not answered; 0 for one that is.

    It lies in ``folder`` under its ``number``, and was refused for faults of these ``codes``. What was accepted, and a
    day, make an end. Raises ``OSError``.
    """
    own = came(folder / f"{number}.yaml") if file.way == "mail" and file.sender else None
    if own is None:
        return 0
    same, empty = 0, 0
    is_same, is_empty = True, codes in _NOTHING
    for data, verdict in _before(folder, int(number), file.sender or "", datetime.fromisoformat(own["at"])):
        is_same = is_same and data.split() == file.data.split()
        is_empty = is_empty and verdict is not None and _codes(verdict) in _NOTHING
        same, empty = same + is_same, empty + is_empty
        if not is_same and not is_empty:
            break
    return max(same - SAME + 1, empty - EMPTY + 1, 0)


def _before(folder: Path, number: int, sender: str, at: datetime) -> Iterator[tuple[bytes, Verdict | None]]:
    """Give the mails of a player that came before one, the last first, as far as they were refused.

    One that is judged together with it has no verdict yet.
    """
    lying = {number_of(path): path for path in disk.entries(folder, "*.yaml") if 0 < number_of(path) < number}
    for each in sorted(lying, reverse=True)[:_MOST]:
        how = came(lying[each])
        if how is None or how["way"] != "mail" or how.get("sender") != sender:
            continue
        verdict = verdict_at(lying[each])
        if at - datetime.fromisoformat(how["at"]) > LASTS or (verdict is not None and verdict["accepted"]):
            return
        yield disk.read_file(lying[each]), verdict


def _codes(verdict: Verdict) -> list[str]:
    return [fault["code"] for fault in verdict.get("faults", ())]
