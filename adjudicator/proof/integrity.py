"""The files of a campaign as they were written: whole, unchanged, none too many. Nothing is asked of what they say."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.acts import act_files, acts_in, undoings
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.stages import Progress, stood_before
from adjudicator.core.faults import Filling, Phrase
from adjudicator.core.stage import PUBLIC as EVERYBODY
from adjudicator.core.stage import Stage
from adjudicator.desk.hash_chain import Link, link_of, made, since_when
from adjudicator.desk.undo import DONE
from adjudicator.orders.received import number_of
from adjudicator.post.bureau import texts_of
from adjudicator.reading.validation import fits
from adjudicator.reports.contents import end_of
from adjudicator.reports.markup import PNG, SVG
from adjudicator.speech.catalogue import LANGUAGES
from adjudicator.speech.voice import wrapped
from adjudicator.store import disk
from adjudicator.store.layout import (
    AMENDED,
    BEGAN,
    BUREAU,
    CHAIN,
    LAPSED,
    ORDERS,
    POSTED,
    PUBLIC,
    PUBLISHED,
    REPLAY,
    REPORTS,
    RESULT,
    TURNS,
    VISIT,
    WITHDRAWALS,
    WITHDRAWN,
    stages_played,
    withdrawn_folder,
)
from adjudicator.store.published import MANIFEST, intact, manifests
from adjudicator.store.signed_json import is_as_sealed, read_sealed

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act


_SEALED = (AMENDED, BEGAN, LAPSED, POSTED, VISIT, WITHDRAWALS)
"""Files of a campaign that say by themselves whether they are as they were written."""


def check_files(folder: Path) -> None:
    """Look at every file that says whether it is as it was written, of the campaign in ``folder``.

    Raises ``DifferenceError`` for the first that does not, and ``UnusableError`` for one of a later version.
    """
    for name in _SEALED:
        _check_sealed(folder / name, folder)
    for path in act_files(folder):
        _check_sealed(path, folder)
    for path in disk.entries(folder / WITHDRAWN):
        if not (path / DONE).exists():
            raise DifferenceError("verify.missing", file=place(path / DONE, folder))
        _check_sealed(path / DONE, folder)
    for stages in _stages(folder):
        for stage in stages:
            _check_stage(stage, folder, stage == stages[-1])
    for shown in disk.entries(folder / PUBLIC):
        _check_manifests(shown, folder)
    _check_withdrawn_pages(folder)
    _check_positions(folder)


def _stages(folder: Path) -> Iterator[list[Path]]:
    """Yield the stages that are played, then what each undoing took back."""
    for above in (folder, *disk.entries(folder / WITHDRAWN)):
        yield disk.entries(above / TURNS)


def _check_stage(stage: Path, folder: Path, last: bool) -> None:
    for path in disk.entries(stage / ORDERS):
        if number_of(path) and path.suffix == ".json":
            _check_sealed(path, folder)
    for record in ("reminded.json", "unanswered.json"):
        _check_sealed(stage / record, folder)
    if not (stage / RESULT).is_dir():
        return
    result = _published(stage / RESULT, folder)
    _check_sealed(stage / PUBLISHED, folder)
    _check_sealed(stage / CHAIN, folder)
    published, link = read_record("published", stage / PUBLISHED), link_of(stage)
    if published is None:
        if not last or link is not None:
            raise DifferenceError("verify.missing", file=place(stage / PUBLISHED, folder))
        return
    if (published["head"] is None) != (link is None):
        raise DifferenceError("verify.missing", file=place(stage / CHAIN, folder))
    if link is not None and published["head"] != link["head"]:
        raise DifferenceError(
            "verify.result", file=place(stage / PUBLISHED, folder), manifest=place(stage / CHAIN, folder)
        )
    if published["told"] is not None:
        _check_handed_on(stage, folder, published["head"], result)
        _check_shown(stage, folder)
    if stage.parent.parent == folder and not (folder / PUBLIC / stage.name).is_dir():
        raise DifferenceError("verify.missing", file=f"{PUBLIC}/{stage.name}")


def _check_sealed(path: Path, folder: Path) -> None:
    """Refuse a file that is not, byte for byte, as the program wrote it; one that is not there is another's affair."""
    if not path.exists():
        return
    value = read_sealed(path)
    if value is None or not is_as_sealed(value, disk.read_file(path)):
        raise DifferenceError("verify.file", file=place(path, folder))


def _check_manifests(shown: Path, folder: Path) -> None:
    """Refuse public pages that are not as they were shown; those of stages taken back lie a folder deeper."""
    if not shown.is_dir():
        return
    if shown.name.startswith(f"{WITHDRAWN}-"):
        for path in disk.entries(shown):
            _check_manifests(path, folder)
    else:
        _published(shown, folder)


def _check_shown(stage: Path, folder: Path) -> None:
    """Refuse a public page that is not the report which was handed on, but for its links.

    An image is made of the picture, by a package whose versions may differ: its manifest says that it is as it was.
    """
    from adjudicator.reports.pages import without_links

    shown = folder / PUBLIC / stage.name
    for path in disk.entries(shown) if stage.parent.parent == folder else ():
        if path.name == MANIFEST:
            continue
        handed_on = stage / REPORTS / path.name
        if path.name == f"{EVERYBODY.kind}.{PNG}" and handed_on.with_suffix(f".{SVG}").exists():
            continue
        if not handed_on.exists() or without_links(disk.read_file(path)) != disk.read_file(handed_on):
            raise DifferenceError("verify.file", file=place(path, folder))


def _check_withdrawn_pages(folder: Path) -> None:
    """Refuse a public page of a stage taken back that does not hold what was published of it, where that is kept."""
    for above in disk.entries(folder / PUBLIC, f"{WITHDRAWN}-*"):
        kept = folder / WITHDRAWN / above.name.rpartition("-")[2] / TURNS
        for path in (path for stage in disk.entries(above) for path in disk.entries(stage) if path.name != MANIFEST):
            reports = kept / path.parent.name / RESULT / REPORTS
            published = reports / path.name
            if reports.is_dir() and not published.exists():
                raise DifferenceError("verify.file", file=place(path, folder))
            if published.exists() and not _holds(disk.read_file(path), disk.read_file(published), path.name):
                raise DifferenceError("verify.file", file=place(path, folder))


def _check_positions(folder: Path) -> None:
    """Refuse positions that are not as they were written, or not of the stages that are played.

    Of a stage that is not announced they may be of another: they are made again. Older versions kept none.
    """
    from adjudicator.reports.pages import rows_in, shows_positions

    public = folder / PUBLIC
    if not (public / REPLAY).exists():
        if shows_positions(public):
            raise DifferenceError("verify.missing", file=place(public / REPLAY, folder))
        return
    rows = rows_in(public)
    heads = {stage.name: published["head"] for stage, published in _announced(folder)}
    if rows is None or any(_is_of_another(row, heads) for row in rows):
        raise DifferenceError("verify.file", file=place(public / REPLAY, folder))


def _announced(folder: Path) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    for stage in stages_played(folder):
        published = read_record("published", stage / PUBLISHED)
        if published is not None:
            yield stage, published


def _is_of_another(row: Mapping[str, Any], heads: Mapping[str, str | None]) -> bool:
    """Tell whether a position is of a stage that has told another head."""
    head = heads.get(str(row.get("page")).partition("/")[0])
    return head is not None and head != row.get("head")


def _published(target: Path, folder: Path) -> dict[str, bytes]:
    """Return the files of a folder that was published, each read once. Raises ``DifferenceError`` for a changed one."""
    files = _all_in(target)
    if files.pop(MANIFEST, None) not in manifests(files):
        changed, kept = (place(target / name, folder) for name in ((intact(target) or [MANIFEST])[0], MANIFEST))
        raise DifferenceError("verify.result", file=changed, manifest=kept)
    return files


def _check_handed_on(stage: Path, folder: Path, head: str | None, result: Mapping[str, bytes]) -> None:
    """Refuse a report that was handed on, and holds not what was published, or another head of the chain.

    And a bureau that would let the MJ hand on something else.
    """
    into, reports = stage / REPORTS, f"{REPORTS}/"
    published = {name.removeprefix(reports): data for name, data in result.items() if name.startswith(reports)}
    handed_on = _all_in(into)
    page = handed_on.pop(BUREAU, b"")  # a stage that was announced before there were any has none
    for name in sorted(published.keys() ^ handed_on.keys()):
        raise DifferenceError("verify.file", file=place(into / name, folder))
    for name, data in handed_on.items():
        lacks_head = head is not None and name == "public.txt" and head.encode() not in data
        if lacks_head or not _holds(data, published[name], name):
            raise DifferenceError("verify.file", file=place(into / name, folder))
    if not set(texts_of(page)) <= {data.decode("utf-8", "replace") for data in handed_on.values()}:
        raise DifferenceError("verify.file", file=place(into / BUREAU, folder))


def _all_in(folder: Path, below: str = "") -> dict[str, bytes]:
    """Return the files in a folder by their names in it; there are many, and a ``Path`` of each costs more than all.

    What is no file of its own, as a link, is left out.
    """
    files: dict[str, bytes] = {}
    for entry in os.scandir(folder) if folder.is_dir() else ():
        if entry.is_dir(follow_symlinks=False):
            files |= _all_in(folder / entry.name, f"{below}{entry.name}/")
        elif entry.is_file(follow_symlinks=False):
            files[below + entry.name] = disk.read_file(entry.path)
    return files


def _holds(data: bytes, published: bytes, name: str) -> bool:
    """Tell whether a report as it was handed on holds all of the one that was published; a picture is the same."""
    if name.endswith(f".{SVG}"):
        return data == published
    title, end, rest = published.partition(b"</h1>\n" if name.endswith(".html") else b"\n\n")
    body, _, close = rest.rpartition(end_of(published)) if name.endswith(".html") else (rest.rstrip(b"\n"), b"", b"\n")
    if not data.startswith(title + end) or not data.endswith(close):
        return False
    if body in data:
        return True
    body, _, number = body.rpartition(b"\n\n")  # of several posts the last line is their number, and stays the last
    return body in data and data.rstrip(b"\n").endswith(number)


# The first thing that is not as it was told.


class DifferenceError(Exception):
    """Something is not as it was written, or does not come out as it was told; ``said`` names it."""

    def __init__(self, key: str, **values: Filling) -> None:
        """Take the key of the sentence and the values of its places."""
        super().__init__(key)
        self.said = Phrase(key, values)


def place(path: Path, folder: Path) -> str:
    """Return where a file of the campaign in ``folder`` lies, as sentences name it."""
    return path.relative_to(folder).as_posix()


# The words of the players for chance, judged as when they came, and found in the report that told them.


_FORM = {"$ref": "urn:adjudicator:common#/$defs/luck"}


def check_words(campaign: Campaign, words: Mapping[str, str], stage: Stage) -> None:
    """Refuse words that nobody could have sent: of no player of the ``campaign``, or not of the form that is asked for.

    ``words`` are by player. Raises ``DifferenceError``.
    """
    if not all(player in campaign.players and fits(word, _FORM) for player, word in words.items()):
        raise DifferenceError("verify.luck-form", stage=stage.said)


def are_told(campaign: Campaign, words: Mapping[str, str], report: str) -> bool:
    """Tell whether a first report, as plain text, has a section of these ``words`` in this order, and of no others.

    ``words`` are by the names that players had then. They are compared block by block, each a line of its own: put
    together in one text, the word of one player could read as the words of two.
    """
    blocks = report.rstrip("\n").split("\n\n")
    known = [_section(campaign, some, language) for language in LANGUAGES for some in ({}, {"": ""})]
    begins = [index for index, block in enumerate(blocks) if any(block == section[0] for section in known)]
    sections = [_section(campaign, words, language) for language in LANGUAGES]
    return len(begins) == 1 and any(blocks[begins[0] : begins[0] + len(one)] == one for one in sections)


def _section(campaign: Campaign, words: Mapping[str, str], language: str) -> list[str]:
    """Return the blocks in which a report tells of the words; see ``words_of_luck`` in ``templates/common.j2``."""
    voice = campaign.voice(language)
    if not words:
        return ["\n".join(wrapped(voice.say("report.luck.none")))]
    title = voice.say("report.luck")
    items = [voice.say("report.luck.word", player=player, word=word) for player, word in words.items()]
    lines = [line for item in items for line in wrapped(item, "- ", "  ")]
    text = wrapped(voice.say("report.luck.text"))
    return [f"{title}\n{'-' * len(title)}", "\n".join(lines), "\n".join(text)]


# The chain looked at from its beginning: every link made again from what lies on the disk.


class Chain(NamedTuple):
    """A chain that holds: how many links, since which stage (the name of its folder), and its last head."""

    links: int
    since: str
    head: str


def courses(progress: Progress) -> list[list[Path]]:
    """Return the stages of a campaign as they stood before each undoing, and as they stand: the folders, in order."""
    undone = len(undoings(acts_in(progress.campaign.folder)))
    before = [stood_before(progress, number).folders for number in range(1, undone + 1)]
    return [*before, progress.folders]


def in_turn(progress: Progress) -> Iterator[tuple[list[Path], int]]:
    """Yield each stage that was ever played once, in the order of time: a course of stages, and its index in it."""
    seen: set[Path] = set()
    for course in courses(progress):
        for index, stage in enumerate(course):
            if stage not in seen:
                seen.add(stage)
                yield course, index


def check_chain(progress: Progress) -> Chain:
    """Make every link of a campaign again. Raises ``DifferenceError`` for the first that is not as it was written."""
    folder, acts = progress.campaign.folder, acts_in(progress.campaign.folder)
    _check_kept(folder, acts)
    last, links, since = "", 0, ""
    for course, index in in_turn(progress):
        stage = course[index]
        link = link_of(stage)
        if link is None:
            if last and _is_announced(stage):
                raise DifferenceError("verify.missing", file=place(stage / CHAIN, folder))
            continue
        if link["before"] != last:
            raise DifferenceError("verify.gap", file=place(stage / CHAIN, folder), head=link["before"] or "-")
        _check_link(progress, course[: index + 1], acts, link)
        if index < len(course) - 1 or not _is_over(progress, course):
            _refuse_late(stage, link, progress)
        last, links, since = link["head"], links + 1, since or stage.name
    return Chain(links, since, last)


def _is_announced(stage: Path) -> bool:
    return (stage / PUBLISHED).exists()


def _check_kept(folder: Path, acts: Sequence[Act]) -> None:
    """Refuse what is gone: files that a link binds, and stages taken back that are kept no more."""
    for number, undo in enumerate(undoings(acts), 1):
        into = withdrawn_folder(folder, number) / TURNS
        for name in (undo["back_to"], undo["down_from"]):
            if not (into / name).is_dir():
                raise DifferenceError("verify.missing", file=place(into / name, folder))
    stages = [*disk.entries(folder / TURNS), *(path for above in _withdrawn(folder) for path in above)]
    for stage in stages:
        link = link_of(stage)
        for name in link["entries"] if link else ():
            if not (folder / (where := _where(name, stage, folder))).exists():
                raise DifferenceError("verify.missing", file=where)


def _withdrawn(folder: Path) -> list[list[Path]]:
    return [disk.entries(above / TURNS) for above in disk.entries(folder / WITHDRAWN)]


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
        raise DifferenceError("verify.file", file=place(stage / CHAIN, folder))


def _where(name: str, stage: Path, folder: Path) -> str:
    """Return where a file lies that a link binds: those of a stage that was taken back have been moved with it."""
    return place(stage.parent.parent / name if name.startswith(f"{TURNS}/") else folder / name, folder)


def _is_over(progress: Progress, course: list[Path]) -> bool:
    """Tell whether the last of these stages ended the game: what came after it lies with its own orders."""
    then = copy(progress)
    then.folders = course
    return progress.campaign.game.rules.stage(then.state_after(len(course))) is None


def _refuse_late(stage: Path, link: Link, progress: Progress) -> None:
    """Refuse an order file that was put beside those that came for a stage."""
    for path in disk.entries(stage / ORDERS):
        if number_of(path) > link["orders"]:
            raise DifferenceError("verify.added", file=place(path, progress.campaign.folder))
