"""The positions of a public page, kept from one stage to the next: ``replay.json`` as data, the page as it shows them.

What is kept of a stage is taken again while it is what this version would make: of the same stage, by the head of its
chain, and written by all that decides how it is. Whatever is not so is made anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import __version__
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.stages import Played, Progress
from adjudicator.core.plain import Plain
from adjudicator.core.readers import PUBLIC
from adjudicator.reports.environment import Hand
from adjudicator.reports.positions import position_id, position_of, replay_data, written
from adjudicator.reports.spoken import FORMAT
from adjudicator.store import disk
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import PUBLISHED, REPLAY
from adjudicator.store.paths import data_folder

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
    """Return what a public folder keeps; nothing where it cannot be read, or is not as it was written."""
    rows = rows_in(public)
    if rows is None:
        return NOTHING_KEPT
    try:
        page = disk.read_file(public / "index.html").decode()
    except (OSError, ValueError):
        return NOTHING_KEPT
    return Kept({row["id"]: row for row in rows}, dict(_positions_in(page)))


def shows_positions(public: Path) -> bool:
    """Tell whether the first page of a public folder shows positions."""
    try:
        return _BEGIN.encode() in disk.read_file(public / "index.html")
    except OSError:
        return False


def rows_in(public: Path) -> list[Plain] | None:
    """Return the positions that a public folder keeps as data; None where they are not as they were written."""
    try:
        whole = disk.read_file(public / REPLAY)
        data, _, _ = whole.rpartition(_SEAL)
        kept: Plain = json.loads(data + b"}")
    except (OSError, ValueError, RecursionError):
        return None
    return kept["positions"] if _are_positions(kept) and whole == _sealed(data) else None


def _are_positions(kept: Any) -> bool:
    """Tell whether what was kept is such as this version keeps: of another one, or of another hand, nothing is used."""
    rows = kept.get("positions") if isinstance(kept, dict) and kept.get("format") == FORMAT else None
    return isinstance(rows, list) and all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in rows)


_SEAL = b',"seal":"'
_HEAD = re.compile(rb'(?<="head":")[0-9a-f]{64}(?=")')
"""No text that anybody wrote can be taken for it: quotation marks in texts have a backslash before them."""


def replay_bytes(data: Plain) -> bytes:
    """Return positions as they are written, sealed by a hash of all but the heads, which are seals themselves."""
    return _sealed(json.dumps(data, ensure_ascii=False, separators=(",", ":")).removesuffix("}").encode())


def _sealed(data: bytes) -> bytes:
    """Return data that lack their last bracket with their seal."""
    return data + _SEAL + sha256(_HEAD.sub(b"", data)).hexdigest().encode() + b'"}\n'


def _positions_in(page: str) -> Iterator[tuple[str, str]]:
    """Yield each position of a page by its id."""
    for part in page.split(_BEGIN)[1:]:
        inner = part.partition(_END)[0]
        yield inner.partition('"')[0], f"{_BEGIN}{inner}{_END}"


def public_positions(
    progress: Progress, hand: Hand, kept: Kept, last: Played | None, chained: str | None = None
) -> tuple[Plain, list[str]]:
    """Return all public positions as data and as they stand in a page, the first one first.

    ``last`` is the last stage, if one was played; ``chained`` is its head of the chain while it is announced.
    """
    voice, made_by = progress.campaign.voice(), _made_by(progress, hand)
    rows: list[Plain] = []
    shown: list[str] = []
    for row, text in _all(progress, hand, kept, made_by, (last, chained)):
        rows.append(row)
        shown.append(text)
    return replay_data(progress.campaign, PUBLIC, rows, voice), shown


def _all(
    progress: Progress, hand: Hand, kept: Kept, made_by: str, of_last: tuple[Played | None, str | None]
) -> Iterator[tuple[Plain, str]]:
    """Yield each position; of a stage whose files are damaged there is none, and nothing is built on it here."""
    voice = progress.campaign.voice()
    last, chained = of_last
    for index in range(len(progress.folders)):
        head = _head(progress, index, chained)
        name = position_id(progress.stage_played(index), voice)
        row, text = kept.rows.get(name), kept.shown.get(name)
        if row is not None and text is not None and _is_so(row, text, made_by, head):
            yield row, text
            continue
        with suppress(UnusableError):
            row, text = _made(progress, index, hand, last)
            yield {**row, "head": head, "by": made_by, "shown": _hash(text)}, text


def _is_so(row: Plain, text: str, made_by: str, head: str | None) -> bool:
    """Tell whether what is kept of a position is of the stage with this head, as it would be made now."""
    known = row.get("head"), row.get("by"), row.get("shown")
    return head is not None and known == (head, made_by, _hash(text))


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _made(progress: Progress, index: int, hand: Hand, last: Played | None) -> tuple[Plain, str]:
    """Return a position as the stage at ``index`` left it, told with the names of its time."""
    then, folder = progress.as_played(index), progress.folders[index]
    at_hand = last is not None and last.folder == folder and then is progress
    played = last if at_hand and last is not None else then.played(index)
    campaign = then.campaign
    position = position_of(campaign, played, PUBLIC, campaign.voice(), f"{folder.name}/{PUBLIC.kind}.html")
    return {**position.row}, written(position, campaign, hand)


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
    games = [f"{game}/parts.j2" for game in disk.names(folder) if (folder / game / "parts.j2").exists()]
    names = sorted([*(path.name for path in disk.entries(folder, "*.j2")), *games, "markup/html.j2"])
    return sha256(b"".join(disk.read_file(folder / name) for name in names)).hexdigest()
