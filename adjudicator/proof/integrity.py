"""The files of a campaign as they were written: whole, unchanged, none too many. Nothing is asked of what they say."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.campaign.acts import act_files
from adjudicator.campaign.editions import read_record
from adjudicator.core.stage import PUBLIC as EVERYBODY
from adjudicator.desk.hash_chain import link_of
from adjudicator.desk.undo import DONE
from adjudicator.orders.received import number_of
from adjudicator.post.bureau import texts_of
from adjudicator.proof.difference import DifferenceError, place
from adjudicator.reports.contents import end_of
from adjudicator.reports.markup import PNG, SVG
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
)
from adjudicator.store.published import MANIFEST, intact, manifests
from adjudicator.store.signed_json import is_as_sealed, read_sealed

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
