"""The pages of a campaign's public folder: the first one, and the links that lead from one to another.

Links are no part of a report: they are put around it when it is shown, and put anew when a stage follows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from adjudicator import __version__
from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.stages import Progress, short_name
from adjudicator.core.faults import Phrase
from adjudicator.core.game import Moment
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Reader, Stage
from adjudicator.core.words import slug
from adjudicator.reports.contents import Frame, framed, report_data
from adjudicator.reports.environment import Hand, filled, hand_of
from adjudicator.reports.markup import FORMATS, finished
from adjudicator.reports.writing import FORMAT, about, data_of, dialect_of, json_text, spoken, spoken_report
from adjudicator.speech.voice import Voice, capitalised
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import PUBLISHED, REPLAY, data_folder

if TYPE_CHECKING:
    from adjudicator.campaign.stages import Played
    from adjudicator.reports.report_records import PositionRow


_LINKS = re.compile(rb"<nav\b[^>]*>.*?</nav>", re.DOTALL)
"""No text that anybody wrote can be taken for it: it is escaped in pages."""
_LINKED = re.compile(_LINKS.pattern + rb"\n", re.DOTALL)


def page_hand(progress: Progress) -> Hand:
    """Return what the templates of these pages are given."""
    return hand_of_pages(progress.campaign)


def hand_of_pages(campaign: Campaign, language: str | None = None) -> Hand:
    """Return the same for pages in another language too."""
    macros = ("m", "common", "parts", "replay")
    return hand_of(campaign, "html", campaign.voice(language), dialect_of(campaign), macros)


class Now(NamedTuple):
    """What hangs on the hour."""

    due: Phrase | None
    """When the stage awaited is played, if ever."""
    held: bool
    """Whether the campaign is."""
    awaited: Phrase | None
    """Of how many orders are awaited; None where that is nobody's business."""
    due_at: str = ""
    """When it is played, for programs: in ISO 8601."""


def index_page(
    progress: Progress,
    now: Now,
    hand: Hand,
    withdrawn: Sequence[tuple[str, Stage, Phrase]] = (),
    chained: str | None = None,
) -> tuple[bytes, bytes]:
    """Return the page of HTML that shows how things stand ``now`` and all positions; and these as data.

    Of the last public report it shows what comes next.
    ``withdrawn`` are the stages that were taken back, with their folders, and when and why; ``chained`` is the last
    stage's head of the chain while it is announced.
    """
    campaign = progress.campaign
    last = progress.played(len(progress.folders) - 1) if progress.folders else None
    data, shown = public_positions(progress, hand, chained)
    page = filled(
        "index.html.j2",
        hand,
        title=campaign.title,
        stages=[(folder.name, progress.stage_played(i), None) for i, folder in enumerate(progress.folders)],
        withdrawn=withdrawn,
        next=progress.stage,
        **now._asdict(),
        last=report_data(campaign, last, PUBLIC) if last else None,
        seed_hash=seed_hash(campaign.seed),
        shown=shown,
        data=for_script(data, campaign.voice()),
    )
    return page.encode(), replay_bytes(data)


def for_script(data: Plain, voice: Voice) -> Plain:
    """Return what the script of these pages reads: what it says, and where there is a position."""
    return {
        "title": data["title"],
        "where": voice.say("positions.where", title="{title}", number="{number}", total="{total}"),
        "here": voice.say("index.here", moment="{moment}"),
        "positions": [{"id": row["id"], "title": row["title"]} for row in data["positions"]],
    }


def linked(page: bytes, progress: Progress, index: int, hand: Hand) -> bytes:
    """Return the page of the stage at ``index`` of those played with its links, at the top and at the end."""
    above, below = _links(progress, index, hand)
    begin, body, rest = page.partition(b"<body>\n")
    content, end, rest = rest.rpartition(b"</body>")
    return begin + body + above + b"\n" + content + below + b"\n" + end + rest


def relinked(page: bytes, progress: Progress, index: int, hand: Hand) -> bytes:
    """Return a page that is shown with its links as they now are; one that has none stays as it is."""
    links = iter(_links(progress, index, hand))
    return _LINKS.sub(lambda found: next(links, found[0]), page)


def without_links(page: bytes) -> bytes:
    """Return a page that is shown as it was before :func:`linked`; what is no page stays as it is."""
    return _LINKED.sub(b"", page)


def unlinked(page: bytes) -> bytes:
    """Return a page without links; what is no page stays as it is."""
    return _LINKS.sub(b"", page)


def _links(progress: Progress, index: int, hand: Hand) -> list[bytes]:
    """Return the links at the top of a page, and those at its end; who listens to it knows them by their names."""
    before, after = _page(progress, index - 1), _page(progress, index + 1)
    written = (filled("links.html.j2", hand, before=before, after=after, top=top) for top in (True, False))
    return [links.strip().encode() for links in written]


def _page(progress: Progress, index: int) -> Plain | None:
    if not 0 <= index < len(progress.folders):
        return None
    stage = progress.stage_played(index)
    return {"folder": progress.folders[index].name, "phase": stage.phase, "turn": stage.turn}


# The positions of a campaign for one reader, stage after stage: as data, and as a page shows each.
#
# A position is made of the report of its stage and reader, so that nothing is in it that he was not told. Those that
# everybody may see lie in the public folder, as data in ``replay.json``; they are made again at each publication.


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


# A campaign as one reader saw it, stage after stage, for the MJ moment after moment: a page of its own, or data.


Told: TypeAlias = Sequence[tuple[Progress, Reader, int]]
"""Stages by their index, each with the campaign and the reader by the names of its time."""


def history_json(campaign: Campaign, told: Told, language: str | None = None) -> str:
    """Return the positions of a reader as data for programs."""
    voice = campaign.voice(language)
    rows = [position.row for _, position in _positions(told, voice)]
    return json_text(replay_data(campaign, told[-1][1], rows, voice))


def history_page(campaign: Campaign, told: Told, language: str | None = None) -> str:
    """Return a page of HTML with the positions of a reader."""
    voice, hand, reader = campaign.voice(language), hand_of_pages(campaign, language), told[-1][1]
    found = list(_positions(told, voice))
    data: Plain = replay_data(campaign, reader, [position.row for _, position in found], voice)
    title = Phrase(f"positions.whose.{reader.kind}", {"title": campaign.title, "name": reader.name})
    return filled(
        "history.html.j2",
        hand,
        title=title,
        shown=[written(position, of_then, hand) for of_then, position in found],
        moments=any(position.moment for _, position in found),
        last=found[-1][1].report,
        data=for_script(data, voice),
    )


def _positions(told: Told, voice: Voice) -> Iterator[tuple[Campaign, Position]]:
    """Yield each position with the campaign as it then was; for the MJ what led to it first."""
    for progress, reader, index in told:
        campaign, played = progress.campaign, progress.played(index)
        after = position_of(campaign, played, reader, voice)
        if reader == MJ:
            yield from ((campaign, moment) for moment in moments_of(campaign, played, after, voice))
        yield campaign, after


# The public reports of a stage that was taken back: as they were, marked so below their titles.


def marked(files: Mapping[str, bytes], campaign: Campaign, said: str) -> dict[str, bytes]:
    """Return the reports of a stage by their names, each with a notice that it was taken back; ``said`` is why."""
    return {name: _marked(data, form, campaign, said) for name, data in files.items() if (form := _form_of(name))}


def _form_of(name: str) -> str | None:
    """Return the format of a report; None for a picture, which is not shown any more: nothing marks it."""
    ending = name.rpartition(".")[2]
    return next((form for form, known in FORMATS.items() if known == ending), None)


def _marked(data: bytes, form: str, campaign: Campaign, said: str) -> bytes:
    hand = hand_of(campaign, form, campaign.voice(), dialect_of(campaign), ("m",))
    notice = hand["m"].notice(hand["say"]("report.withdrawn"), hand["say"]("report.withdrawn.why", reason=said))
    head = finished(notice.strip("\n"), form).encode()
    return framed([unlinked(data)], form, Frame(head, b""))[0]
