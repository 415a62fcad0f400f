"""Which refused mails are answered no more: a program that answers whatever it is sent would be written to for ever.

Most such programs say in their head what they are (``arrived.may_be_answered``); the others are known by what they say,
and by how often they do: nobody corrects his orders as often as a program writes.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.orders.received import came, number_of, verdict_at
from adjudicator.store import disk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.orders.inbox import Dropped
    from adjudicator.orders.verdict import Verdict

SAME = 2
"""Times that the same text is refused, one after the other, and answered."""
EMPTY = 5
"""Mails in a row without any order that are answered, whatever they say."""
ROW = 8
"""Mails in a row that are refused and answered, whatever they say: who mends his orders again and again needs few."""
_NOTHING = (["no-orders"], ["unasked"], ["thanks"], ["empty-mail"])
"""Faults of a mail that holds no order."""
LASTS = timedelta(days=1)
_MOST = 3 * ROW
"""Mails that are looked at: so many that of those not answered the first is among them only where it is the first."""


class _Refused(NamedTuple):
    """A mail that was refused: when it came, what it says, and whether it holds no order at all."""

    at: datetime
    words: Sequence[bytes]
    empty: bool


def unanswered(folder: Path, number: str, file: Dropped, verdicts: Mapping[str, Verdict]) -> int:
    """Return the how manieth refused mail in a row one is that is not answered; 0 for one that is.

    It lies in ``folder`` under its ``number``, and ``verdicts``, by number, are those on it and on what has been judged
    together with it, which are not written yet. What was accepted, and a day, make an end. Raises ``OSError``.
    """
    if file.way != "mail" or not file.sender:
        return 0
    row = list(_row(folder, int(number), file.sender, verdicts))
    silent = [
        _is_silent([mail for mail in row[first:] if row[first].at - mail.at <= LASTS]) for first in range(len(row))
    ]
    return sum(silent) if silent and silent[0] else 0


def _is_silent(row: Sequence[_Refused]) -> bool:
    """Tell whether the first of some mails in a row, the last of which came first, is not answered."""
    same = next((count for count, mail in enumerate(row) if mail.words != row[0].words), len(row))
    empty = next((count for count, mail in enumerate(row) if not mail.empty), len(row))
    return same > SAME or empty > EMPTY or len(row) > ROW


def _row(folder: Path, number: int, sender: str, verdicts: Mapping[str, Verdict]) -> Iterator[_Refused]:
    """Give the refused mails of a player up to one, the last first, as far as less than a day parts them."""
    lying = {number_of(path): path for path in disk.entries(folder, "*.yaml") if 0 < number_of(path) <= number}
    looked_at, last = 0, None
    for each in sorted(lying, reverse=True):
        how = came(lying[each])
        if how is None or how["way"] != "mail" or how.get("sender") != sender:
            continue
        at, looked_at = datetime.fromisoformat(how["at"]), looked_at + 1
        verdict = verdicts.get(lying[each].stem) or verdict_at(lying[each])
        is_parted = last is not None and last - at > LASTS
        if is_parted or looked_at > _MOST or (verdict is not None and verdict["accepted"]):
            return
        last = at
        yield _refused(at, disk.read_file(lying[each]), verdict)


def _refused(at: datetime, data: bytes, verdict: Verdict | None) -> _Refused:
    """Return a mail that was refused; of one whose ``verdict`` is damaged nobody knows what it holds."""
    codes = [fault["code"] for fault in verdict.get("faults", ())] if verdict is not None else []
    return _Refused(at, data.split(), codes in _NOTHING or (verdict is not None and not verdict.get("corrects", True)))
