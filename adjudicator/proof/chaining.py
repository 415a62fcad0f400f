"""The chain looked at from its beginning: every link made again from what lies on the disk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.acts import acts_in, undoings
from adjudicator.campaign.stages import Progress, stood_before
from adjudicator.desk.hash_chain import Link, link_of, made, since_when
from adjudicator.orders.received import number_of
from adjudicator.proof.difference import DifferenceError, place
from adjudicator.store import disk
from adjudicator.store.layout import CHAIN, ORDERS, PUBLISHED, TURNS, WITHDRAWN, withdrawn_folder

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act


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
