"""The positions of a campaign for one reader, stage after stage: as data, and as a page shows each.

A position is made of the report of its stage and reader, so that nothing is in it that he was not told. Those that
everybody may see lie in the public folder, as data in ``replay.json``; they are made again at each publication.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator import __version__
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.stages import short_name
from adjudicator.core.game import Moment
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, Reader, Stage
from adjudicator.core.words import slug
from adjudicator.reports.contents import report_data
from adjudicator.reports.environment import Hand, filled
from adjudicator.reports.spoken import FORMAT, about, spoken, spoken_report
from adjudicator.reports.writing import data_of
from adjudicator.speech.voice import Voice, capitalised
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import PUBLISHED, REPLAY, data_folder

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.stages import Played, Progress
    from adjudicator.reports.records import PositionRow


class Position(NamedTuple):
    """How a campaign stood for one reader after a stage, or at a moment of it: as data, and all that it is made of."""

    row: PositionRow
    report: Plain
    """His report of the stage."""
    moment: Moment | None = None
    """Where it is one within the stage."""


def position_id(stage: Stage, voice: Voice) -> str:
    """Return by what a link leads to a stage on a page of positions: ``tour-7``, ``vote-3``, ``roles``."""
    return slug(short_name(stage, voice)) if stage.turn else stage.phase


def position_of(campaign: Campaign, played: Played, reader: Reader, voice: Voice, page: str = "") -> Position:
    """Return how a campaign stood for a ``reader`` after a stage; ``page`` is where its report lies, if anywhere."""
    report = report_data(campaign, played, reader) if page else data_of(campaign, played, reader, voice)
    reports, stage = campaign.game.reports, played.stage
    row: PositionRow = {
        "id": position_id(stage, voice),
        "stage": {"phase": stage.phase, "turn": stage.turn, "said": voice.phrase(stage.said)},
        "title": capitalised(voice.phrase(stage.said)),
        "said": spoken(reports.headline(campaign.setting, played.before, played.outcome), voice),
        "pictures": spoken(reports.position(report), voice),
    }
    if page:
        row["page"] = page
    else:
        row["report"] = spoken_report(report, campaign, voice)
    return Position(row, report)


def moments_of(campaign: Campaign, played: Played, after: Position, voice: Voice) -> Iterator[Position]:
    """Yield the moments of a stage, which are the MJ's alone; what stood ``after`` it comes behind them."""
    found = campaign.game.reports.moments(campaign.setting, played.before, played.outcome, played.table["orders"])
    for number, moment in enumerate(found):
        row: PositionRow = {
            "id": f"{after.row['id']}-{number}",
            "stage": after.row["stage"],
            "title": voice.say("positions.moment", stage=after.row["title"], moment=moment.title),
            "said": spoken(moment.said, voice),
            "pictures": spoken(moment.pictures, voice),
        }
        yield Position(row, after.report, moment)


def replay_data(campaign: Campaign, reader: Reader, rows: list[Any], voice: Voice) -> Plain:
    """Return the positions of a reader, the first one first, as they are given to programs."""
    whom = {"kind": reader.kind, "name": reader.name}
    return {**about(campaign, voice), "title": campaign.title, "reader": whom, "positions": rows}


def written(position: Position, campaign: Campaign, hand: Hand) -> str:
    """Return a position as it stands in a page."""
    row, moment = position.row, position.moment
    pictures = moment.pictures if moment else campaign.game.reports.position(position.report)
    return filled(
        "position.html.j2",
        hand,
        id=row["id"],
        title=row["title"],
        said=[capitalised(line["said"]) for line in row["said"]],
        page=row.get("page"),
        pictures=pictures,
        report=None if moment else position.report,
    ).strip()


# Of the public folder -------------------------------------------------------------------------------------------


def public_positions(progress: Progress, hand: Hand, chained: str | None = None) -> tuple[Plain, list[str]]:
    """Return all public positions as data and as they stand in a page, the first one first.

    ``chained`` is the last stage's head of the chain while it is announced. A stage whose files are damaged has no
    position.
    """
    rows: list[Plain] = []
    shown: list[str] = []
    made_by = _made_by(progress, hand)
    for index in range(len(progress.folders)):
        with suppress(UnusableError):
            row, text = _public_position(progress, index, hand)
            seen = sha256(text.encode()).hexdigest()
            rows.append({**row, "head": _head(progress, index, chained), "by": made_by, "shown": seen})
            shown.append(text)
    return replay_data(progress.campaign, PUBLIC, rows, progress.campaign.voice()), shown


def _public_position(progress: Progress, index: int, hand: Hand) -> tuple[PositionRow, str]:
    """Return a position as the stage at ``index`` left it, told with the names of its time."""
    then = progress.as_played(index)
    campaign, page = then.campaign, f"{progress.folders[index].name}/{PUBLIC.kind}.html"
    position = position_of(campaign, then.played(index), PUBLIC, campaign.voice(), page)
    return position.row, written(position, campaign, hand)


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


def shows_positions(public: Path) -> bool:
    """Tell whether the first page of a public folder shows positions."""
    try:
        return b'<article class="position"' in disk.read_file(public / "index.html")
    except OSError:
        return False


def rows_in(public: Path) -> list[Plain] | None:
    """Return the positions in the ``replay.json`` of a public folder; None where it is not as it was written."""
    try:
        whole = disk.read_file(public / REPLAY)
        data = whole.rpartition(_SEAL)[0]
        known: Any = json.loads(data + b"}")
    except (OSError, ValueError, RecursionError):
        return None
    rows = known.get("positions") if isinstance(known, dict) and known.get("format") == FORMAT else None
    if whole != _sealed(data) or not isinstance(rows, list) or not all(map(_is_row, rows)):
        return None
    return rows


def _is_row(row: Any) -> bool:
    return isinstance(row, dict) and isinstance(row.get("id"), str)


_SEAL = b',"seal":"'
_HEAD = re.compile(rb'(?<="head":")[0-9a-f]{64}(?=")')
"""No text that anybody wrote can be taken for it: quotation marks in texts have a backslash before them."""


def replay_bytes(data: Plain) -> bytes:
    """Return positions as they are written, sealed by a hash of all but the heads, which are seals themselves."""
    return _sealed(json.dumps(data, ensure_ascii=False, separators=(",", ":")).removesuffix("}").encode())


def _sealed(data: bytes) -> bytes:
    """Return data that lack their last bracket with their seal."""
    return data + _SEAL + sha256(_HEAD.sub(b"", data)).hexdigest().encode() + b'"}\n'
