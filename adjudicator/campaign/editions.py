"""The formats of what is written in a campaign's folder, and the steps by which what an earlier version wrote is read.

Each file that the program writes says its ``format``: a number for each kind of file, raised when its shape changes.
Version 0.1 wrote most without one, which counts as 0. What is read is brought to the format of this version by one
small function a step, so that nothing else knows of older shapes; what was published stays as it was written.

The *edition* of a game's rules is another thing: it is pinned by each campaign (``pinned.json``), see
:func:`edition_of`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator.campaign.records import has_shape, is_count
from adjudicator.core.game import AnyGame, Rules
from adjudicator.core.plain import Plain
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import PINNED, RESULT, stages_played
from adjudicator.store.published import read_published
from adjudicator.store.signed_json import json_bytes, json_of, read_json, read_sealed, sealed, unsealed

if TYPE_CHECKING:
    from adjudicator.campaign.records import OnTable

EMPTY: OnTable = {
    "orders": {},
    "stood_in": [],
    "absent": [],
    "standing": {},
    "ahead": [],
    "refused_ahead": [],
    "notes": {},
    "refused": [],
    "words": [],
    "corrected": None,
    "amended": [],
}
"""A table on which nothing lies."""

Step: TypeAlias = Callable[[Plain], Plain]
"""Brings a record from one format to the next; it may change what it is given."""


def _same(record: Plain) -> Plain:
    """Only the number is new."""
    return record


def _act_1(act: Plain) -> Plain:
    """Version 0.1.0 did not keep who was missing when the brake held, nor at the end of which grace."""
    if "n" in act.get("cause", {}):
        act["cause"] = {"names": [], "closes": "", **act["cause"]}
    return act


def _orders_1(orders: Plain) -> Plain:
    """Version 0.1.0 began without standing orders, orders ahead, notes."""
    return {**EMPTY, **orders}


def _orders_2(orders: Plain) -> Plain:
    """The MJ could say nothing at the head of reports."""
    return {"words": [], **orders}


def _orders_3(orders: Plain) -> Plain:
    """No stage could be taken back and played again."""
    return {"corrected": None, **orders}


def _orders_4(orders: Plain) -> Plain:
    """No table could be amended."""
    return {"amended": [], **orders}


def _verdict_1(verdict: Plain) -> Plain:
    """Version 0.1.0 did not keep by which way a file came."""
    return {"way": "file", **verdict}


def _visit_1(visit: Plain) -> Plain:
    """Version 0.1.0 kept neither what was looked at, nor how many acts there were, nor until when players had time."""
    if seen := visit.get("seen"):
        seen.setdefault("announced", {"due": seen["due"], "closes": seen["due"], "extension": None})
    held = visit.get("what") == "held"  # then there was one act at least
    return {"looked": [], "acts": 1 if held else 0, **visit}


def _pinned_1(pinned: Plain) -> Plain:
    """Rules had no editions."""
    return {"edition": 1, **pinned}


def _published_2(published: Plain) -> Plain:
    """Reports had no heads that tell the date."""
    return {"told": None, **published}


def _published_3(published: Plain) -> Plain:
    """Stages added no link to a chain."""
    return {"head": None, **published}


def _reminded_1(reminded: Plain) -> Plain:
    """Reminders stood by their names where now the format stands."""
    return {"reminders": reminded}


def _digest_2(known: Plain) -> Plain:
    """Nothing was told but what has to be looked at."""
    return {"events": [], "pending": [], "more": 0, "heard": {}, **known}


_MOST_KEYS = 20
"""Keys of a campaign that an export shows: far more than there are."""


def _export_2(export: Plain) -> Plain:
    """What a stage pins of the campaign was not told: it is made again, and holds as far as its manifest has the hash.

    Where the seed stood in the file is not known any more: of the places where it may have stood one is right. Raises
    ``ValueError`` for more than a campaign has; anybody may have written an export.
    """
    import hashlib

    shown = {key: value for key, value in export.get("campaign", {}).items() if key not in ("title", "language")}
    head, items = {"format": 1, "edition": export.get("edition", 1)}, list(shown.items())
    if len(items) > _MOST_KEYS:
        raise ValueError(len(items))
    seed = ("seed", export["seed_hash"])
    texts = [json_bytes({**head, **dict([*items[:at], seed, *items[at:]])}) for at in range(len(items) + 1)]
    by_hash = {hashlib.sha256(text).hexdigest(): text.decode() for text in texts}
    for row in export["stages"]:
        if "manifest" in row:
            row["pinned"] = by_hash.get(row["manifest"].get(PINNED), "")
    return export


STEPS: Mapping[str, Sequence[Step]] = {
    "act": (_act_1,),
    "amended": (_same,),
    "asked": (_same,),
    "began": (_same,),
    "bureau": (_same,),
    "came": (_same,),
    "chain": (_same,),
    "closed": (_same,),
    "digest": (_same, _digest_2),
    "export": (_same, _export_2),
    "giving": (_same,),
    "heard": (_same,),
    "lapsed": (_same,),
    "letter": (_same,),
    "mail": (_same,),
    "not-kept": (_same,),
    "orders": (_orders_1, _orders_2, _orders_3, _orders_4),
    "outcome": (_same,),
    "pinned": (_pinned_1,),
    "places": (_same,),
    "post": (_same,),
    "posted": (_same,),
    "published": (_same, _published_2, _published_3),
    "reminded": (_reminded_1,),
    "seated": (_same,),
    "understood": (_same,),
    "unanswered": (_same,),
    "untold": (_same,),
    "verdict": (_verdict_1,),
    "visit": (_visit_1,),
    "withdrawals": (_same,),
    "withdrawn": (_same,),
}
"""For each kind of file the steps from format 0 on; their number is the format that is written."""


def state_steps(rules: Rules[Any, Any, Any]) -> Sequence[Step]:
    """Return the steps of a game's states: those of its own come after format 1, which had the shape of format 0."""
    return (_same, *rules.state_steps)


def formatted(kind: str, record: Mapping[str, Any], steps: Sequence[Step] = ()) -> Plain:
    """Return a record with its format; ``steps`` are those of a kind that a game has (its states)."""
    return {"format": len(steps or STEPS[kind]), **record}


def upgraded(kind: str, record: Plain, path: Path, steps: Sequence[Step] = ()) -> Plain:
    """Return a record in the format of this version, without the number.

    Raises ``UnusableError`` when a later version wrote it at ``path``.
    """
    steps = steps or STEPS[kind]
    written = record.pop("format", 0)
    if not isinstance(written, int) or not 0 <= written <= len(steps):
        raise UnusableError("error.later-format", file=str(path))
    for step in steps[written:]:
        record = step(record)
    return record


def record_bytes(kind: str, record: Mapping[str, Any]) -> bytes:
    """Return a record as it is written: with its format, sealed."""
    return sealed(formatted(kind, record))


def read_record(kind: str, path: Path) -> Plain | None:
    """Return a sealed record in the format of this version, or None where none is, or it is not as it was written.

    So it is where its hash is right and its shape is one that no version wrote. Raises ``UnusableError`` when a later
    version wrote it, and for one of ``ENTIRE`` that is there and not as it was written; ``OSError`` when it may not be
    read.
    """
    record = _record(kind, read_sealed(path), path)
    if record is None and kind in ENTIRE and os.path.lexists(path):
        raise UnusableError("error.damaged", file=str(path))
    return record


ENTIRE = ("began", "chain", "published")
"""Records that are written whole and synced, and never made again: one that is damaged is not one that is missing.

Deadlines and the chain hang on them: to go on without one would be to begin the stage anew.
"""


def record_in(kind: str, data: bytes, path: Path) -> Plain | None:
    """Return the same of the bytes of a record that lies at ``path``. Raises ``UnusableError``."""
    return _record(kind, unsealed(data), path)


def _record(kind: str, record: Plain | None, path: Path) -> Plain | None:
    if record is None or not is_count(record.get("format", 0)):
        return None
    try:
        record = upgraded(kind, record, path)
    except (AttributeError, KeyError, TypeError, ValueError):  # an earlier one of whatever shape
        return None
    return record if has_shape(kind, record) else None


def edition_of(game: AnyGame, folder: Path) -> int:
    """Return the edition of a game's rules by which the campaign in ``folder`` is played.

    It is the one by which its first stage was played, or the newest if none has been. Raises ``UnusableError`` for one
    that this version does not know, and where what is pinned is damaged.
    """
    stages = stages_played(folder)
    if not stages:
        return game.editions[-1]
    path = stages[-1] / RESULT / PINNED
    return edition_in(game, read_published(path.parent, (PINNED,))[PINNED], path)


def edition_in(game: AnyGame, pinned: bytes, path: Path) -> int:
    """Return the edition of a game's rules that the file ``pinned`` at ``path`` says. Raises as :func:`edition_of`."""
    edition: int = result_of("pinned", pinned, path)["edition"]
    if edition not in game.editions:
        raise UnusableError("error.later-rules", file=str(path))
    return edition


def read_result(kind: str, path: Path, steps: Sequence[Step] = ()) -> Plain:
    """Return a file of a published stage in the format of this version. Raises ``UnusableError``."""
    return upgraded(kind, read_json(path), path, steps)


def result_of(kind: str, data: bytes, path: Path, steps: Sequence[Step] = ()) -> Plain:
    """Return the same of one whose ``data`` have been read at ``path``."""
    return upgraded(kind, json_of(data, path), path, steps)
