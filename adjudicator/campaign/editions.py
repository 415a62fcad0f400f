"""The formats of the files in a campaign's folder, and the steps that convert what earlier versions wrote.

Each file states its ``format``: a number per kind of file, raised when its shape changes. Version 0.1 wrote most files
without one, which counts as 0. On reading, one small function per step converts a record to the current format, so that
no other module knows older shapes. Published files are never rewritten. The *edition* of a game's rules is something
else: each campaign pins it in ``pinned.json``, see :func:`edition_of`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias

from adjudicator.campaign.records import OnTable, has_shape
from adjudicator.core.game import Game
from adjudicator.core.game_rules import Rules
from adjudicator.core.plain import Plain
from adjudicator.core.shapes import is_count
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import PINNED, RESULT, stages_played
from adjudicator.store.published import json_bytes, json_of, read_json, read_published, read_sealed, sealed, unsealed

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
"""The ``OnTable`` record of a stage for which nothing has arrived."""

Step: TypeAlias = Callable[[Plain], Plain]
"""A function that converts a record to the next format; it may change its argument."""


def _same(record: Plain) -> Plain:
    """Return the record unchanged: only the format number is new."""
    return record


def _adding(**absent: Any) -> Step:
    """Return a step that adds these values where they are absent."""
    return lambda record: {**deepcopy(absent), **record}


def _act_1(act: Plain) -> Plain:
    """Add who was missing and when the grace period ended, which version 0.1.0 did not record for the brake."""
    if "n" in act.get("cause", {}):
        act["cause"] = {"names": [], "closes": "", **act["cause"]}
    return act


def _visit_1(visit: Plain) -> Plain:
    """Add what was looked at, the number of acts and the announced deadline, which version 0.1.0 did not record."""
    if seen := visit.get("seen"):
        seen.setdefault("announced", {"due": seen["due"], "closes": seen["due"], "extension": None})
    held = visit.get("what") == "held"  # a campaign on hold has at least one act
    return {"looked": [], "acts": 1 if held else 0, **visit}


def _reminded_1(reminded: Plain) -> Plain:
    """Move the reminders under a key of their own: their names stood at the level where the format now stands."""
    return {"reminders": reminded}


_MOST_KEYS = 20
"""The maximum number of campaign keys in an export: far more than there are."""


def _export_2(export: Plain) -> Plain:
    """Add what each stage pins of the campaign, which exports did not contain.

    The pinned data is rebuilt and used only if its hash is the one in the manifest. The position of the seed among the
    keys is not known any more, so every position is tried. Raises ``ValueError`` if the campaign has more keys than
    possible, as anybody may have written the export.
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
    "asked": (_same, _same),  # the time of a question is not kept any more
    "digest": (_same, _adding(events=[], pending=[], more=0, heard={})),  # digests did not mention events
    "export": (_same, _export_2),
    "mail": (_same, _same),  # nor that of a mail's verdict
    "orders": (
        _adding(**EMPTY),  # the first files of version 0.1.0 lack standing orders, orders sent ahead and notes
        _adding(words=[]),  # the MJ's messages at the head of reports did not exist
        _adding(corrected=None),  # no stage could be taken back and played again
        _adding(amended=[]),  # no table could be amended
    ),
    "pinned": (_adding(edition=1),),  # rules had none
    "posted": (_same, _same),  # nor when mail was first sent
    "published": (_same, _adding(told=None), _adding(head=None)),  # no deadline at the head of reports; no hash chain
    "reminded": (_reminded_1,),
    "verdict": (_adding(way="file"),),  # version 0.1.0 did not record how a file arrived
    "visit": (_visit_1,),
}
"""For each kind of file whose shape has changed, the steps from format 0 on; their number is the current format."""
_ONE_SHAPE: Sequence[Step] = (_same,)
"""The steps of all other kinds, whose format is 1."""


def state_steps(rules: Rules) -> Sequence[Step]:
    """Return the steps for a game's states; the game's own follow format 1, which has the same shape as format 0."""
    return (_same, *rules.state_steps)


def formatted(kind: str, record: Mapping[str, Any], steps: Sequence[Step] = ()) -> Plain:
    """Return a record with its format number; pass ``steps`` for the kinds that a game defines (its states)."""
    return {"format": len(steps or STEPS.get(kind, _ONE_SHAPE)), **record}


def upgraded(kind: str, record: Plain, path: Path, steps: Sequence[Step] = ()) -> Plain:
    """Return a record converted to the current format, without the format number.

    Raises ``UnusableError`` if a later version wrote the file at ``path``.
    """
    steps = steps or STEPS.get(kind, _ONE_SHAPE)
    written = record.pop("format", 0)
    if not isinstance(written, int) or not 0 <= written <= len(steps):
        raise UnusableError("error.later-format", file=str(path))
    for step in steps[written:]:
        record = step(record)
    return record


def record_bytes(kind: str, record: Mapping[str, Any]) -> bytes:
    """Return the bytes to write for a record: with its format number, signed with its hash."""
    return sealed(formatted(kind, record))


def read_record(kind: str, path: Path) -> Plain | None:
    """Return a signed record in the current format; None if it is missing or damaged.

    A record is damaged if its hash is wrong or its shape is one that no version wrote. Raises ``UnusableError`` if a
    later version wrote it, or if a record of a kind in ``ENTIRE`` is there but damaged; ``OSError`` if it may not be
    read.
    """
    record = _record(kind, read_sealed(path), path)
    if record is None and kind in ENTIRE and os.path.lexists(path):
        raise UnusableError("error.damaged", file=str(path))
    return record


ENTIRE = ("began", "chain", "published")
"""The kinds of records that are written atomically, synced and never made again, so that damage is never ignored.

Deadlines and the hash chain depend on them: treating a damaged one as missing would begin the stage anew.
"""


def record_in(kind: str, data: bytes, path: Path) -> Plain | None:
    """Return a signed record from its bytes, which were read at ``path``; None if it is damaged.

    Raises ``UnusableError`` if a later version wrote it.
    """
    return _record(kind, unsealed(data), path)


def _record(kind: str, record: Plain | None, path: Path) -> Plain | None:
    if record is None or not is_count(record.get("format", 0)):
        return None
    try:
        record = upgraded(kind, record, path)
    except (AttributeError, KeyError, TypeError, ValueError):  # an older record of an unexpected shape
        return None
    return record if has_shape(kind, record) else None


def edition_of(game: Game, folder: Path) -> int:
    """Return the edition of a game's rules by which the campaign in ``folder`` is played.

    It is the one that its stages have pinned, or the newest one if no stage has been played. Raises ``UnusableError``
    if this version does not know the edition or the pinned file is damaged.
    """
    stages = stages_played(folder)
    if not stages:
        return game.editions[-1]
    path = stages[-1] / RESULT / PINNED
    return edition_in(game, read_published(path.parent, (PINNED,))[PINNED], path)


def edition_in(game: Game, pinned: bytes, path: Path) -> int:
    """Return the edition in the bytes ``pinned`` of the file at ``path``; raise the errors of :func:`edition_of`."""
    edition: int = result_of("pinned", pinned, path)["edition"]
    if edition not in game.editions:
        raise UnusableError("error.later-rules", file=str(path))
    return edition


def read_result(kind: str, path: Path, steps: Sequence[Step] = ()) -> Plain:
    """Return a file of a published stage in the current format. Raises ``UnusableError`` if it cannot be used."""
    return upgraded(kind, read_json(path), path, steps)


def result_of(kind: str, data: bytes, path: Path, steps: Sequence[Step] = ()) -> Plain:
    """Return a file of a published stage in the current format from its bytes ``data``, which were read at ``path``."""
    return upgraded(kind, json_of(data, path), path, steps)
