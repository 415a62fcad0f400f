"""The pages of a campaign's public folder: the index, the links between reports, and the positions of a campaign.

Positions show how a campaign stood after each stage, as data and on pages. Links are not part of a report: they are
added when it is published, and renewed when another stage follows. The module also marks the reports of withdrawn
stages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from markupsafe import Markup

from adjudicator import __version__
from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.stages import Played, Progress, short_name
from adjudicator.core.faults import Phrase
from adjudicator.core.game_reports import Moment
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

_LINKS = re.compile(rb"<nav\b[^>]*>.*?</nav>", re.DOTALL)
"""Text written by people can never match this, because it is escaped in pages."""
_LINKED = re.compile(_LINKS.pattern + rb"\n", re.DOTALL)


def page_hand(campaign: Campaign, language: str | None = None) -> Hand:
    """Return the variables for the templates of these pages, by default in the campaign's language."""
    macros = ("m", "common", "parts", "replay")
    return hand_of(campaign, "html", campaign.voice(language), dialect_of(campaign), macros)


class Now(NamedTuple):
    """The facts about a campaign that change with time."""

    due: Phrase | None
    """When the awaited stage will be played; None if that is not set."""
    held: bool
    """Whether the campaign is suspended."""
    awaited: Phrase | None
    """How many orders are expected; None if that is not public."""
    due_at: str = ""
    """When the awaited stage will be played, for programs: in ISO 8601."""


def index_page(
    progress: Progress,
    now: Now,
    hand: Hand,
    withdrawn: Sequence[tuple[str, Stage, Phrase]] = (),
    chained: str | None = None,
) -> tuple[bytes, bytes]:
    """Return the HTML page with the current state and all positions, and the positions as data.

    The page shows what comes next from the last public report. ``withdrawn`` lists the stages that were taken back, as
    (folder, stage, when and why). ``chained`` is the last stage's head of the hash chain while it is being announced.
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
    """Return what the script of these pages reads: its phrases, and the list of positions."""
    return {
        "title": data["title"],
        "where": voice.say("positions.where", title="{title}", number="{number}", total="{total}"),
        "here": voice.say("index.here", moment="{moment}"),
        "positions": [{"id": row["id"], "title": row["title"]} for row in data["positions"]],
    }


def linked(page: bytes, progress: Progress, index: int, hand: Hand) -> bytes:
    """Return the page of the stage played at ``index`` with links added at the top and at the end."""
    above, below = _links(progress, index, hand)
    begin, body, rest = page.partition(b"<body>\n")
    content, end, rest = rest.rpartition(b"</body>")
    return begin + body + above + b"\n" + content + below + b"\n" + end + rest


def relinked(page: bytes, progress: Progress, index: int, hand: Hand) -> bytes:
    """Return a published page with its links updated; a page without links stays as it is."""
    links = iter(_links(progress, index, hand))
    return _LINKS.sub(lambda found: next(links, found[0]), page)


def without_links(page: bytes) -> bytes:
    """Return a published page as it was before :func:`linked`; other files stay as they are."""
    return _LINKED.sub(b"", page)


def unlinked(page: bytes) -> bytes:
    """Return a page without links but with their line breaks; other files stay as they are."""
    return _LINKS.sub(b"", page)


def _links(progress: Progress, index: int, hand: Hand) -> list[bytes]:
    """Return the links for the top and for the end of a page.

    Each has its own name, so that screen readers can tell them apart.
    """
    before, after = _page(progress, index - 1), _page(progress, index + 1)
    written = (filled("links.html.j2", hand, before=before, after=after, top=top) for top in (True, False))
    return [links.strip().encode() for links in written]


def _page(progress: Progress, index: int) -> Plain | None:
    if not 0 <= index < len(progress.folders):
        return None
    return {"folder": progress.folders[index].name, **progress.stage_played(index).plain}


# The positions of a campaign for one reader, stage by stage, as data and as shown on a page. A position is made from
# the reader's report of its stage, so that it contains nothing the reader was not told. The public ones are in
# ``replay.json`` in the public folder and are rebuilt at each publication.


class Position(NamedTuple):
    """How a campaign stood for one reader after a stage or at a moment within it: the data and their sources.

    ``row`` is described in ``schemas/replay.schema.json``: it has the ``page`` of the stage's public report or, if
    there is none, the whole ``report``.
    """

    row: Plain
    report: Plain
    """The reader's report of the stage."""
    moment: Moment | None = None
    """The moment, if the position is one within the stage."""


def position_id(stage: Stage, voice: Voice) -> str:
    """Return the link target of a stage on a page of positions: ``tour-7``, ``vote-3``, ``roles``."""
    return slug(short_name(stage, voice)) if stage.turn else stage.phase


def position_of(campaign: Campaign, played: Played, reader: Reader, voice: Voice, page: str = "") -> Position:
    """Return how a campaign stood for a ``reader`` after a stage; ``page`` is the path of its published report."""
    report = report_data(campaign, played, reader) if page else data_of(campaign, played, reader, voice)
    reports, stage = campaign.game.reports, played.stage
    row: Plain = {
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
    """Yield the moments within a stage, for the MJ only; ``after`` is the position at its end, which follows them."""
    found = campaign.game.reports.moments(campaign.setting, played.before, played.outcome)
    for number, moment in enumerate(found):
        row: Plain = {
            "id": f"{after.row['id']}-{number}",
            "stage": after.row["stage"],
            "title": voice.say("positions.moment", stage=after.row["title"], moment=moment.title),
            "said": spoken(moment.said, voice),
            "pictures": spoken(moment.pictures, voice),
        }
        yield Position(row, after.report, moment)


def replay_data(campaign: Campaign, reader: Reader, rows: list[Any], voice: Voice) -> Plain:
    """Return the positions of a reader in order, as data for programs."""
    whom = {"kind": reader.kind, "name": reader.name}
    return {**about(campaign, voice), "title": campaign.title, "reader": whom, "positions": rows}


def written(position: Position, campaign: Campaign, hand: Hand) -> str:
    """Return a position as HTML for a page."""
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
        whole=lambda: _whole_report(campaign, position.report, hand["language"]),
    ).strip()


def _whole_report(campaign: Campaign, report: Plain, language: str) -> Markup:
    """Return all that a report says below its title, for a game whose templates do not say what a position shows.

    The report is written with variables of its own: what a template writes once for all readers of a stage would
    otherwise be that of the first stage.
    """
    hand = hand_of(campaign, "html", campaign.voice(language), dialect_of(campaign))
    page = filled(f"{campaign.game.id}/{report['reader']['kind']}.j2", hand, report=report)
    return Markup(finished(page, "html").partition("</h1>\n")[2].rpartition("</main>")[0])


# The public folder ---------------------------------------------------------------------------------------------


def public_positions(progress: Progress, hand: Hand, chained: str | None = None) -> tuple[Plain, list[str]]:
    """Return all public positions in order, as data and as HTML.

    ``chained`` is the last stage's head of the hash chain while it is being announced. Stages with damaged files are
    left out.
    """
    rows: list[Plain] = []
    shown: list[str] = []
    campaign = progress.campaign
    # A hash of everything public that affects how positions are written and may change between two stages.
    templates = _templates(data_folder("templates"))
    look: list[Any] = [__version__, templates, campaign.game.id, campaign.language, hand["letters"], hand["colours"]]
    made_by = sha256(json.dumps(look).encode()).hexdigest()[:16]
    for index in range(len(progress.folders)):
        with suppress(UnusableError):
            then = progress.as_played(index)  # with the names that people had at that time
            page = f"{progress.folders[index].name}/{PUBLIC.kind}.html"
            position = position_of(then.campaign, then.played(index), PUBLIC, then.campaign.voice(), page)
            text = written(position, then.campaign, hand)
            seen = sha256(text.encode()).hexdigest()
            rows.append({**position.row, "head": _head(progress, index, chained), "by": made_by, "shown": seen})
            shown.append(text)
    return replay_data(campaign, PUBLIC, rows, campaign.voice()), shown


def _head(progress: Progress, index: int, chained: str | None) -> str | None:
    """Return the published head of a stage's hash chain, or None if there is none yet."""
    if chained is not None and index == len(progress.folders) - 1:
        return chained
    published = read_record("published", progress.folders[index] / PUBLISHED)
    return published["head"] if published else None


@cache
def _templates(folder: Path) -> str:
    """Return a hash of the templates for pages in a folder."""
    own = [f"{game}/{name}" for game in disk.names(folder) for name in ("parts.j2", f"{PUBLIC.kind}.j2")]
    names = sorted([*(path.name for path in disk.entries(folder, "*.j2")), "markup/html.j2"])
    names += [name for name in own if (folder / name).exists()]
    return sha256(b"".join(disk.read_file(folder / name) for name in names)).hexdigest()


def shows_positions(public: Path) -> bool:
    """Return whether the index page of a public folder shows positions."""
    try:
        return b'<article class="position"' in disk.read_file(public / "index.html")
    except OSError:
        return False


def rows_in(public: Path) -> list[Plain] | None:
    """Return the positions in ``replay.json`` of a public folder, or None if the file was changed or cannot be read."""
    try:
        whole = disk.read_file(public / REPLAY)
        data = whole.rpartition(_SEAL)[0]
        known: Any = json.loads(data + b"}")
    except (OSError, ValueError, RecursionError):
        return None
    rows = known.get("positions") if isinstance(known, dict) and known.get("format") == FORMAT else None
    if whole != _sealed(data) or not isinstance(rows, list):
        return None
    return rows if all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in rows) else None


_SEAL = b',"seal":"'
_HEAD = re.compile(rb'(?<="head":")[0-9a-f]{64}(?=")')
"""Text written by people can never match this, because quotation marks in texts are preceded by a backslash."""


def replay_bytes(data: Plain) -> bytes:
    """Return positions in the form in which they are stored, sealed by a hash.

    The hash leaves out the heads of the hash chain, which are hashes themselves.
    """
    return _sealed(json.dumps(data, ensure_ascii=False, separators=(",", ":")).removesuffix("}").encode())


def _sealed(data: bytes) -> bytes:
    """Return data without their final brace, completed with the seal and that brace."""
    return data + _SEAL + sha256(_HEAD.sub(b"", data)).hexdigest().encode() + b'"}\n'


# The history of a campaign as one reader saw it, by stages and for the MJ also by moments, as a page or as data.


Told: TypeAlias = Sequence[tuple[Progress, Reader, int]]
"""Stages by index, each with the campaign and the reader under the names of that time."""


def history_json(campaign: Campaign, told: Told, language: str | None = None) -> str:
    """Return the positions of a reader as JSON for programs."""
    voice = campaign.voice(language)
    rows = [position.row for _, position in _positions(told, voice)]
    return json_text(replay_data(campaign, told[-1][1], rows, voice))


def history_page(campaign: Campaign, told: Told, language: str | None = None) -> str:
    """Return an HTML page with the positions of a reader."""
    voice, hand, reader = campaign.voice(language), page_hand(campaign, language), told[-1][1]
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
    """Yield each position with the campaign as it then was; for the MJ, after the moments that led to it."""
    for progress, reader, index in told:
        campaign, played = progress.campaign, progress.played(index)
        after = position_of(campaign, played, reader, voice)
        if reader == MJ:
            yield from ((campaign, moment) for moment in moments_of(campaign, played, after, voice))
        yield campaign, after


# Public reports of a withdrawn stage, unchanged except for a notice below their titles.


def marked(files: Mapping[str, bytes], campaign: Campaign, said: str) -> dict[str, bytes]:
    """Return the reports of a stage, by name, each with a notice that it was withdrawn; ``said`` is the reason.

    Pictures are left out, because they are no longer shown.
    """
    form_of = {ending: form for form, ending in FORMATS.items()}
    forms = {name: form_of.get(name.rpartition(".")[2]) for name in files}
    return {name: _marked(data, form, campaign, said) for name, data in files.items() if (form := forms[name])}


def _marked(data: bytes, form: str, campaign: Campaign, said: str) -> bytes:
    hand = hand_of(campaign, form, campaign.voice(), dialect_of(campaign), ("m",))
    notice = hand["m"].notice(hand["say"]("report.withdrawn"), hand["say"]("report.withdrawn.why", reason=said))
    head = finished(notice.strip("\n"), form).encode()
    return framed([unlinked(data)], form, Frame(head, b""))[0]
