"""The acts that change the course of a campaign, done by the MJ or by the program for him.

They are holds, releases, extensions, undoings, replays, amendments, withdrawn orders and changes of seats, and the
closing of the players' time for a stage that still waits for the MJ. Each act is a file of its own in ``acts/``,
written once: it says when it was done, by whom, why, and at which stage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import Act
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ACTS, stage_number

PROGRAM = "adjudicator"
"""The author of acts that the program does on its own."""


KINDS = ("hold", "release", "extend", "undo", "replay", "amend", "replace", "leave", "closed", "withdraw")
"""The kinds of acts; the kind is part of the file name."""


SEATING = ("replace", "leave")
"""The kinds of acts by which people take or leave seats."""


def acts_in(folder: Path, kinds: Sequence[str] = KINDS) -> list[Act]:
    """Return the acts of the given ``kinds`` in the campaign's ``folder``, in order.

    Raises ``UnusableError`` if one is damaged or was written by a later version: whether a campaign is held must not be
    guessed.
    """
    return [_read(path) for path in act_files(folder) if path.stem.partition("-")[2] in kinds]


def act_files(folder: Path) -> list[Path]:
    """Return the files of the acts in the campaign's ``folder``, in order.

    Other files, such as somebody's copy of an act, are ignored. Raises ``UnusableError`` for an act of an unknown kind:
    ignoring it would change the game.
    """
    found = sorted((path for path in disk.entries(folder / ACTS) if _number_of(path)), key=_number_of)
    for path in found:
        if path.stem.partition("-")[2] not in KINDS:
            raise UnusableError("error.later-format", file=str(path))
    return found


_OWN = re.compile(r"(\d{4,})-([a-z]+)\.json")


def _number_of(path: Path) -> int:
    """Return the number of an act, or 0 for a file that is not an act."""
    found = _OWN.fullmatch(path.name)
    return int(found[1]) if found else 0


def _read(path: Path) -> Act:
    act = read_record("act", path)
    if act is None:
        raise UnusableError("error.damaged", file=str(path))
    return act  # type: ignore[return-value]


def record(folder: Path, act: Act) -> None:
    """Write an act into the campaign's ``folder``; the caller must hold the campaign's lock."""
    acts = folder / ACTS
    disk.make_folder(acts)
    disk.clean(acts)
    number = 1 + max(map(_number_of, act_files(folder)), default=0)
    disk.write_whole(acts / f"{number:04d}-{act['act']}.json", record_bytes("act", act))


def untold(folder: Path, file: str, acts: Sequence[Act]) -> list[tuple[int, Act]]:
    """Return those of ``acts`` of which the players have not been told, each with its number.

    A ``file`` of the campaign's ``folder``, named after the kind of its record, keeps of how many they have been told.
    """
    known = read_record(file.removesuffix(".json"), folder / file)
    return list(enumerate(acts, 1))[known["told"] if known is not None else 0 :]


def mark_told(folder: Path, file: str, acts: Sequence[Act]) -> None:
    """Record in such a ``file`` that the players have been told of all these ``acts``."""
    disk.write_whole(folder / file, record_bytes(file.removesuffix(".json"), {"told": len(acts)}))


def hold_in_force(acts: Sequence[Act]) -> Act | None:
    """Return the last hold if it has not been released, else None."""
    last = next((act for act in reversed(acts) if act["act"] in ("hold", "release")), None)
    return last if last is not None and last["act"] == "hold" else None


def seatings(acts: Sequence[Act]) -> list[Act]:
    """Return the acts by which people took or left seats, in order; taking stages back does not undo them."""
    return [act for act in acts if act["act"] in SEATING]


def undoings(acts: Sequence[Act]) -> list[Act]:
    """Return the acts by which stages were taken back, in order: the first one made ``withdrawn/0001``."""
    return [act for act in acts if act["act"] == "undo"]


def undoing_of(acts: Sequence[Act], stage: str) -> Act | None:
    """Return the last act that took back the stage with this folder name; None if there is none."""
    return next((act for act in reversed(undoings(acts)) if _reaches(act, stage)), None)


def corrects(acts: Sequence[Act], stage: str) -> int | None:
    """Return the number of the last undoing that took back this stage after it had been played; None if there is none.

    The first undoing of a campaign has the number 1.
    """
    undone = list(enumerate(undoings(acts), 1))
    return next((n for n, undo in reversed(undone) if _reaches(undo, stage) and _had_played(undo, stage)), None)


def last_read(acts: Sequence[Act], stage: str) -> int:
    """Return the number of the undoing that took back the version of a stage that players last read; 0 for none."""
    undone = [undo for undo in enumerate(undoings(acts), 1) if _reaches(undo[1], stage) and _had_played(undo[1], stage)]
    return next((number for number, undo in reversed(undone) if not undo.get("unread")), 0)


def _reaches(undo: Act, stage: str) -> bool:
    return stage_number(undo["back_to"]) <= stage_number(stage)


def _had_played(undo: Act, stage: str) -> bool:
    return stage_number(stage) <= stage_number(undo["down_from"])


def replay_of(acts: Sequence[Act], stage: str) -> Act | None:
    """Return the act that gives a stage the orders back that it had when it was taken back; None if there is none.

    The stage that was awaited after the last one played gets the orders back that had arrived for it.
    """
    since = acts_since(acts, stage)
    replay = next((act for act in reversed(since) if act["act"] == "replay"), None)
    return replay if replay is not None and stage_number(stage) <= stage_number(replay["through"]) + 1 else None


def comes_back(acts: Sequence[Act], stage: str) -> bool:
    """Return whether a stage, when it is awaited, gets the orders back that it had when it was taken back.

    It does if there is a replay, or if the stage was the one awaited when stages before it were taken back and has not
    been played since.
    """
    for undo in reversed(undoings(acts)):
        if _reaches(undo, stage) and (undo["stage"] == stage or _had_played(undo, stage)):
            return set_aside(undo) == stage or replay_of(acts, stage) is not None
    return False


def set_aside(undo: Act) -> str | None:
    """Return the folder name of the stage that was awaited when others were taken back; None if the game was over."""
    return None if _had_played(undo, undo["stage"]) else undo["stage"]


def amendments(acts: Sequence[Act]) -> list[Act]:
    """Return all acts by which the MJ amended the table, in order, including those that no longer apply."""
    return [act for act in acts if act["act"] == "amend"]


def amendments_of(acts: Sequence[Act], number: int) -> list[Act]:
    """Return the amendments that apply to the stage with this ``number`` (the first stage is 1), in order.

    An amendment belongs to the stage that was awaited when it was made. It applies until an earlier stage is taken
    back, because the table is different then. If the stage itself is taken back, its orders and its amendments come
    back.
    """
    return [
        act
        for index, act in enumerate(acts)
        if act["act"] == "amend"
        and stage_number(act["stage"]) == number
        and not any(stage_number(undo["back_to"]) < number for undo in undoings(acts[index:]))
    ]


def acts_before(acts: list[Act], undo: Act) -> list[Act]:
    """Return the acts before ``undo``, which is compared by identity as another act may be equal to it."""
    return acts[: next(index for index, act in enumerate(acts) if act is undo)]


def acts_since(acts: Sequence[Act], stage: str) -> Sequence[Act]:
    """Return the acts since a stage was last taken back; earlier acts concern a version that no longer counts."""
    undo = undoing_of(acts, stage)
    return acts if undo is None else acts[acts.index(undo) + 1 :]


def closing_of(acts: Sequence[Act], stage: str) -> Act | None:
    """Return the act that closed the players' time for a stage, so that only the MJ is awaited; None if it is open."""
    since = acts_since(acts, stage)
    return next((act for act in reversed(since) if act["act"] == "closed" and act["stage"] == stage), None)


def extension_of(acts: Sequence[Act], stage: str) -> Act | None:
    """Return the last act that moved the players' deadline of a stage, or None.

    Extensions made after the players' time was closed move the MJ's deadline and do not count here.
    """
    since, closing = acts_since(acts, stage), closing_of(acts, stage)
    since = since[: since.index(closing)] if closing is not None else since
    extended = next((act for act in reversed(since) if act["act"] == "extend" and act["stage"] == stage), None)
    undo = undoing_of(acts, stage)
    return extended or (undo if undo and "until" in undo and undo["back_to"] == stage else None)
