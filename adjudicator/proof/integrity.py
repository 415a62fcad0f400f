"""Checks that a campaign's files are complete and unchanged, without playing anything again.

:func:`check_files` checks each file by its own hash, :func:`check_chain` the hash chain over all stages. The first
difference found is raised as a :class:`DifferenceError`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.acts import act_files, acts_in, undoings
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.records import Act, Link
from adjudicator.campaign.stages import Progress, stood_before
from adjudicator.core.faults import Phrase, PhraseArgument
from adjudicator.core.stage import PUBLIC, Stage
from adjudicator.desk.hash_chain import link_of, made, since_when
from adjudicator.desk.undo import DONE
from adjudicator.orders.received import number_of
from adjudicator.reading.validation import fits
from adjudicator.reports.contents import end_of
from adjudicator.reports.markup import PNG, SVG
from adjudicator.speech.voice import LANGUAGES, wrapped
from adjudicator.store import disk, layout
from adjudicator.store.published import MANIFEST, intact, is_as_sealed, manifests, read_sealed

_SEALED = (layout.AMENDED, layout.BEGAN, layout.LAPSED, layout.POSTED, layout.VISIT, layout.WITHDRAWALS)
"""The files in a campaign's folder that contain a hash of themselves."""


def check_files(folder: Path) -> None:
    """Check every file of the campaign in ``folder`` that can be checked on its own.

    Raises ``DifferenceError`` for the first changed file, and ``UnusableError`` for a file of a later version.
    """
    for name in _SEALED:
        _check_sealed(folder / name, folder)
    for path in act_files(folder):
        _check_sealed(path, folder)
    for path in disk.entries(folder / layout.WITHDRAWN):
        if not (path / DONE).exists():
            raise DifferenceError("verify.missing", file=place(path / DONE, folder))
        _check_sealed(path / DONE, folder)
    for stages in _stages(folder):
        for stage in stages:
            _check_stage(stage, folder, stage == stages[-1])
    for shown in disk.entries(folder / layout.PUBLIC):
        _check_manifests(shown, folder)
    _check_withdrawn_pages(folder)
    _check_positions(folder)


def _stages(folder: Path) -> Iterator[list[Path]]:
    """Yield the folders of the played stages, then those that each undoing took back."""
    for above in (folder, *disk.entries(folder / layout.WITHDRAWN)):
        yield disk.entries(above / layout.TURNS)


def _check_stage(stage: Path, folder: Path, last: bool) -> None:
    for path in disk.entries(stage / layout.ORDERS):
        if number_of(path) and path.suffix == ".json":
            _check_sealed(path, folder)
    for record in ("reminded.json", "unanswered.json"):
        _check_sealed(stage / record, folder)
    if not (stage / layout.RESULT).is_dir():
        return
    result = _published(stage / layout.RESULT, folder)
    _check_sealed(stage / layout.PUBLISHED, folder)
    _check_sealed(stage / layout.CHAIN, folder)
    published, link = read_record("published", stage / layout.PUBLISHED), link_of(stage)
    if published is None:
        if not last or link is not None:
            raise DifferenceError("verify.missing", file=place(stage / layout.PUBLISHED, folder))
        return
    if (published["head"] is None) != (link is None):
        raise DifferenceError("verify.missing", file=place(stage / layout.CHAIN, folder))
    if link is not None and published["head"] != link["head"]:
        raise DifferenceError(
            "verify.result", file=place(stage / layout.PUBLISHED, folder), manifest=place(stage / layout.CHAIN, folder)
        )
    if published["told"] is not None:
        _check_handed_on(stage, folder, published["head"], result)
        _check_shown(stage, folder)
    if stage.parent.parent == folder and not (folder / layout.PUBLIC / stage.name).is_dir():
        raise DifferenceError("verify.missing", file=f"{layout.PUBLIC}/{stage.name}")


def _check_sealed(path: Path, folder: Path) -> None:
    """Raise ``DifferenceError`` if a file has changed; a missing file is left to other checks."""
    if not path.exists():
        return
    value = read_sealed(path)
    if value is None or not is_as_sealed(value, disk.read_file(path)):
        raise DifferenceError("verify.file", file=place(path, folder))


def _check_manifests(shown: Path, folder: Path) -> None:
    """Raise ``DifferenceError`` if public pages have changed.

    The pages of stages that were taken back are one folder deeper.
    """
    if not shown.is_dir():
        return
    if shown.name.startswith(f"{layout.WITHDRAWN}-"):
        for path in disk.entries(shown):
            _check_manifests(path, folder)
    else:
        _published(shown, folder)


def _check_shown(stage: Path, folder: Path) -> None:
    """Raise ``DifferenceError`` if a public page differs from the report that was handed on, apart from its links.

    A PNG image is not compared, because versions of the package that draws it may differ; its manifest protects it.
    """
    from adjudicator.reports.pages import without_links

    shown = folder / layout.PUBLIC / stage.name
    for path in disk.entries(shown) if stage.parent.parent == folder else ():
        if path.name == MANIFEST:
            continue
        handed_on = stage / layout.REPORTS / path.name
        if path.name == f"{PUBLIC.kind}.{PNG}" and handed_on.with_suffix(f".{SVG}").exists():
            continue
        if not handed_on.exists() or without_links(disk.read_file(path)) != disk.read_file(handed_on):
            raise DifferenceError("verify.file", file=place(path, folder))


def _check_withdrawn_pages(folder: Path) -> None:
    """Raise ``DifferenceError`` if a public page of a stage taken back lacks the published report, if that is kept."""
    for above in disk.entries(folder / layout.PUBLIC, f"{layout.WITHDRAWN}-*"):
        kept = folder / layout.WITHDRAWN / above.name.rpartition("-")[2] / layout.TURNS
        for path in (path for stage in disk.entries(above) for path in disk.entries(stage) if path.name != MANIFEST):
            reports = kept / path.parent.name / layout.RESULT / layout.REPORTS
            published = reports / path.name
            if reports.is_dir() and not published.exists():
                raise DifferenceError("verify.file", file=place(path, folder))
            if published.exists() and not _holds(disk.read_file(path), disk.read_file(published), path.name):
                raise DifferenceError("verify.file", file=place(path, folder))


def _check_positions(folder: Path) -> None:
    """Raise ``DifferenceError`` if the replay positions have changed or do not belong to the played stages.

    A stage that is not announced may have old positions, which are made again later. Older program versions kept none.
    """
    from adjudicator.reports.pages import rows_in, shows_positions

    public = folder / layout.PUBLIC
    if not (public / layout.REPLAY).exists():
        if shows_positions(public):
            raise DifferenceError("verify.missing", file=place(public / layout.REPLAY, folder))
        return
    rows = rows_in(public)
    announced = ((stage, read_record("published", stage / layout.PUBLISHED)) for stage in layout.stages_played(folder))
    heads = {stage.name: published["head"] for stage, published in announced if published is not None}
    told = [(heads.get(str(row.get("page")).partition("/")[0]), row.get("head")) for row in rows or ()]
    if rows is None or any(head is not None and head != shown for head, shown in told):
        raise DifferenceError("verify.file", file=place(public / layout.REPLAY, folder))


def _published(target: Path, folder: Path) -> dict[str, bytes]:
    """Return the files of a published folder, each read once. Raises ``DifferenceError`` for a changed one."""
    files = _all_in(target)
    if files.pop(MANIFEST, None) not in manifests(files):
        changed, kept = (place(target / name, folder) for name in ((intact(target) or [MANIFEST])[0], MANIFEST))
        raise DifferenceError("verify.result", file=changed, manifest=kept)
    return files


def _check_handed_on(stage: Path, folder: Path, head: str | None, result: Mapping[str, bytes]) -> None:
    """Raise ``DifferenceError`` if a handed-on report lacks the published text or the head of the hash chain."""
    into, reports = stage / layout.REPORTS, f"{layout.REPORTS}/"
    published = {name.removeprefix(reports): data for name, data in result.items() if name.startswith(reports)}
    handed_on = _all_in(into)
    handed_on.pop(layout.BUREAU, None)  # only old program versions put this page among the reports
    for name in sorted(published.keys() ^ handed_on.keys()):
        raise DifferenceError("verify.file", file=place(into / name, folder))
    for name, data in handed_on.items():
        lacks_head = head is not None and name == "public.txt" and head.encode() not in data
        if lacks_head or not _holds(data, published[name], name):
            raise DifferenceError("verify.file", file=place(into / name, folder))


def _all_in(folder: Path, below: str = "") -> dict[str, bytes]:
    """Return the files below a folder by their relative names; symbolic links are left out.

    This avoids ``Path`` objects, which would take longer than everything else for so many files.
    """
    files: dict[str, bytes] = {}
    for entry in os.scandir(folder) if folder.is_dir() else ():
        if entry.is_dir(follow_symlinks=False):
            files |= _all_in(folder / entry.name, f"{below}{entry.name}/")
        elif entry.is_file(follow_symlinks=False):
            files[below + entry.name] = disk.read_file(entry.path)
    return files


def _holds(data: bytes, published: bytes, name: str) -> bool:
    """Return whether a handed-on report contains the whole published one; a picture must be identical."""
    if name.endswith(f".{SVG}"):
        return data == published
    title, end, rest = published.partition(b"</h1>\n" if name.endswith(".html") else b"\n\n")
    body, _, close = rest.rpartition(end_of(published)) if name.endswith(".html") else (rest.rstrip(b"\n"), b"", b"\n")
    if not data.startswith(title + end) or not data.endswith(close):
        return False
    if body in data:
        return True
    # A report split into several posts ends with their number, which stays the last line.
    body, _, number = body.rpartition(b"\n\n")
    return body in data and data.rstrip(b"\n").endswith(number)


class DifferenceError(Exception):
    """Something differs from what was written or published; ``said`` is the sentence about it."""

    def __init__(self, key: str, **values: PhraseArgument) -> None:
        """Take the key of the sentence and the values for its placeholders."""
        super().__init__(key)
        self.said = Phrase(key, values)


def place(path: Path, folder: Path) -> str:
    """Return the path of a file relative to the campaign's ``folder``, as messages name it."""
    return path.relative_to(folder).as_posix()


# The words that players send so that draws depend on them.


_FORM = {"$ref": "urn:adjudicator:common#/$defs/luck"}


def check_words(campaign: Campaign, words: Mapping[str, str], stage: Stage) -> None:
    """Raise ``DifferenceError`` for words, by player, that nobody could have sent.

    Each must belong to a player of the ``campaign`` and have the required form.
    """
    if not all(player in campaign.players and fits(word, _FORM) for player, word in words.items()):
        raise DifferenceError("verify.luck-form", stage=stage.said)


def are_told(campaign: Campaign, words: Mapping[str, str], report: str) -> bool:
    """Return whether a first report, as plain text, has one section of words, with exactly these in this order.

    ``words`` are keyed by the players' names at that time. Whole blocks are compared: in joined text, one player's word
    could read like the words of two.
    """
    blocks = report.rstrip("\n").split("\n\n")
    known = [_section(campaign, some, language) for language in LANGUAGES for some in ({}, {"": ""})]
    begins = [index for index, block in enumerate(blocks) if any(block == section[0] for section in known)]
    sections = [_section(campaign, words, language) for language in LANGUAGES]
    return len(begins) == 1 and any(blocks[begins[0] : begins[0] + len(one)] == one for one in sections)


def _section(campaign: Campaign, words: Mapping[str, str], language: str) -> list[str]:
    """Return the blocks of a report that list the words; they match ``words_of_luck`` in ``templates/common.j2``."""
    voice = campaign.voice(language)
    if not words:
        return ["\n".join(wrapped(voice.say("report.luck.none")))]
    title = voice.say("report.luck")
    items = [voice.say("report.luck.word", player=player, word=word) for player, word in words.items()]
    lines = [line for item in items for line in wrapped(item, "- ", "  ")]
    text = wrapped(voice.say("report.luck.text"))
    return [f"{title}\n{'-' * len(title)}", "\n".join(lines), "\n".join(text)]


# The hash chain: every link is made again from the files on disk.


class Chain(NamedTuple):
    """A valid hash chain: its number of links, the folder name of its first stage, and its last head."""

    links: int
    since: str
    head: str


def courses(progress: Progress) -> list[list[Path]]:
    """Return the stage folders in order: one list as they stood before each undoing, and one for the present."""
    undone = len(undoings(acts_in(progress.campaign.folder)))
    before = [stood_before(progress, number).folders for number in range(1, undone + 1)]
    return [*before, progress.folders]


def in_turn(progress: Progress) -> Iterator[tuple[list[Path], int]]:
    """Yield each stage that was ever played once, in order of time, as a list of stage folders and an index in it."""
    seen: set[Path] = set()
    for course in courses(progress):
        for index, stage in enumerate(course):
            if stage not in seen:
                seen.add(stage)
                yield course, index


def check_chain(progress: Progress) -> Chain:
    """Make every link of a campaign again. Raises ``DifferenceError`` for the first that differs."""
    folder, acts = progress.campaign.folder, acts_in(progress.campaign.folder)
    _check_kept(folder, acts)
    last, links, since = "", 0, ""
    for course, index in in_turn(progress):
        stage = course[index]
        link = link_of(stage)
        if link is None:
            if last and (stage / layout.PUBLISHED).exists():
                raise DifferenceError("verify.missing", file=place(stage / layout.CHAIN, folder))
            continue
        if link["before"] != last:
            raise DifferenceError("verify.gap", file=place(stage / layout.CHAIN, folder), head=link["before"] or "-")
        _check_link(progress, course[: index + 1], acts, link)
        # Files that come once the game is over are stored with its last stage; to any other none may be added.
        then = copy(progress)
        then.folders = course
        rules, after = progress.campaign.game.rules, len(course)
        if index < after - 1 or rules.stage(then.state_after(after)) is not None:
            for path in disk.entries(stage / layout.ORDERS):
                if number_of(path) > link["orders"]:
                    raise DifferenceError("verify.added", file=place(path, folder))
        last, links, since = link["head"], links + 1, since or stage.name
    return Chain(links, since, last)


def _check_kept(folder: Path, acts: Sequence[Act]) -> None:
    """Raise ``DifferenceError`` if a file that a link binds is missing, or a folder of a stage that was taken back."""
    for number, undo in enumerate(undoings(acts), 1):
        into = layout.withdrawn_folder(folder, number) / layout.TURNS
        for name in (undo["back_to"], undo["down_from"]):
            if not (into / name).is_dir():
                raise DifferenceError("verify.missing", file=place(into / name, folder))
    for stage in (stage for stages in _stages(folder) for stage in stages):
        link = link_of(stage)
        for name in link["entries"] if link else ():
            if not (folder / (where := _where(name, stage, folder))).exists():
                raise DifferenceError("verify.missing", file=where)


def _check_link(progress: Progress, course: Sequence[Path], acts: Sequence[Act], link: Link) -> None:
    folder, stage = progress.campaign.folder, course[-1]
    known = acts[: link["acts"]]
    since = since_when(course[:-1], known)
    again = made(folder, progress.campaign.seed, stage, known, since, link["orders"])
    for name, leaf in link["entries"].items():
        if again["entries"].get(name) != leaf:
            key = "verify.file" if name in again["entries"] else "verify.missing"
            raise DifferenceError(key, file=_where(name, stage, folder))
    for name in again["entries"].keys() - link["entries"].keys():
        raise DifferenceError("verify.added", file=_where(name, stage, folder))
    if again != link:
        raise DifferenceError("verify.file", file=place(stage / layout.CHAIN, folder))


def _where(name: str, stage: Path, folder: Path) -> str:
    """Return the path of a file that a link binds; the files of a stage that was taken back have moved with it."""
    return place(stage.parent.parent / name if name.startswith(f"{layout.TURNS}/") else folder / name, folder)
