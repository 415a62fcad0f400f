"""The positions of a public page, kept from one stage to the next: ``replay.json`` as data, the page as it shows them.

What is kept of a stage is taken again while it is what this version would make: of the same stage, by the head of its
chain, and sealed with all that decides how it is written. Whatever is not so is made anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator import __version__
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.stages import Progress
from adjudicator.core.plain import Plain
from adjudicator.core.readers import PUBLIC
from adjudicator.reports.environment import Hand
from adjudicator.reports.positions import position_id, position_of, replay_data, written
from adjudicator.store import disk
from adjudicator.store.layout import PUBLISHED, REPLAY
from adjudicator.store.paths import data_folder

if TYPE_CHECKING:
    from adjudicator.speech.voice import Voice

_BEGIN, _END = '<article class="position" id="', "</article>"
"""Between what a position stands in a page. No text that anybody wrote can be taken for it: it is escaped there."""


class Kept(NamedTuple):
    """What lies in a public folder: the positions as data, and as its page shows them."""

    rows: Mapping[str, Plain]
    """By their ids."""
    shown: Mapping[str, str]
    """The same."""


NOTHING_KEPT = Kept({}, {})


def kept_in(public: Path) -> Kept:
    """Return what a public folder keeps; nothing where it cannot be read, or is of another shape."""
    try:
        data = json.loads(disk.read_file(public / REPLAY))
        page = disk.read_file(public / "index.html").decode()
        rows = {row["id"]: row for row in data["positions"]}
    except (OSError, ValueError, TypeError, KeyError, RecursionError, AttributeError):
        return NOTHING_KEPT
    return Kept(rows, dict(_positions_in(page)))


def _positions_in(page: str) -> Iterator[tuple[str, str]]:
    """Yield each position of a page by its id."""
    for part in page.split(_BEGIN)[1:]:
        inner = part.partition(_END)[0]
        yield inner.partition('"')[0], f"{_BEGIN}{inner}{_END}"


def public_positions(progress: Progress, hand: Hand, kept: Kept, chained: str | None = None) -> tuple[Plain, list[str]]:
    """Return all public positions as data and as they stand in a page, the first one first.

    ``chained`` is the last stage's head of the chain while it is announced.
    """
    voice, made_by = progress.campaign.voice(), _made_by(progress, hand)
    rows: list[Plain] = []
    shown: list[str] = []
    for row, text in _all(progress, hand, kept, made_by, chained):
        rows.append(row)
        shown.append(text)
    return replay_data(progress.campaign, PUBLIC, rows, voice), shown


def _all(progress: Progress, hand: Hand, kept: Kept, made_by: str, chained: str | None) -> Iterator[tuple[Plain, str]]:
    voice = progress.campaign.voice()
    for index in range(len(progress.folders)):
        head = _head(progress, index, chained)
        name = position_id(progress.stage_played(index), voice)
        row, text = kept.rows.get(name), kept.shown.get(name)
        of_now = row is not None and head is not None and (row.get("head"), row.get("by")) == (head, made_by)
        if row is None or text is None or not of_now or not is_whole(row, text):
            row, text = _made(progress, index, hand, voice)
            row = {**row, "head": head, "by": made_by}
            row["seal"] = _seal(row, text)
        yield row, text


def _made(progress: Progress, index: int, hand: Hand, voice: Voice) -> tuple[Plain, str]:
    """Return a position as the stage at ``index`` left it, told with the names of its time."""
    then = progress.as_played(index)
    folder = progress.folders[index].name
    position = position_of(then.campaign, then.played(index), PUBLIC, voice, f"{folder}/{PUBLIC.kind}.html")
    return {**position.row}, written(position, then.campaign, hand)


def is_whole(row: Plain, text: str) -> bool:
    """Tell whether a position and what a page shows of it are as they were written."""
    return bool(row.get("seal") == _seal(row, text))


def _seal(row: Plain, text: str) -> str:
    """Return the hash of a position and its text; the head is a seal of its own."""
    bare = {key: value for key, value in row.items() if key not in ("head", "seal")}
    return sha256(f"{json.dumps(bare, sort_keys=True)}\n{text}".encode()).hexdigest()


def _head(progress: Progress, index: int, chained: str | None) -> str | None:
    """Return the head of a stage's chain as everybody was told it; None where there is none yet."""
    if chained is not None and index == len(progress.folders) - 1:
        return chained
    published = read_record("published", progress.folders[index] / PUBLISHED)
    return published["head"] if published else None


def _made_by(progress: Progress, hand: Hand) -> str:
    """Return a hash of all by which positions are written that can change between two stages; all of it is public."""
    campaign = progress.campaign
    look: list[Any] = [__version__, _templates(), campaign.game.id, campaign.language, hand["letters"], hand["colours"]]
    return sha256(json.dumps(look).encode()).hexdigest()[:16]


@cache
def _templates() -> str:
    """Return a hash of the templates of pages."""
    folder = data_folder("templates")
    paths = sorted((*folder.glob("*.j2"), *folder.glob("*/html.j2"), *folder.glob("*/parts.j2")))
    return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
