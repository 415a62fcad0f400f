"""What the MJ did to the course of a campaign, and the program in his stead: holds, releases, extensions, undoings,
replays, orders withdrawn, who sits on which seat; and when the players' time for a stage was over, while the MJ was
still to decide.

Each act is a file of its own in ``acts/``, written once: when, by whom, why, at which stage.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ACTS, stage_number

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act

PROGRAM = "adjudicator"
"""The author of what the program does by itself."""


KINDS = ("hold", "release", "extend", "undo", "replay", "amend", "replace", "leave", "closed", "withdraw")
"""What an act may be: the word stands in the name of its file."""


SEATING = ("replace", "leave")
"""Those by which seats are taken or left."""


def acts_in(folder: Path, kinds: Sequence[str] = KINDS) -> list[Act]:
    """Return the acts of some ``kinds`` in the campaign's ``folder``, in their order.

    Raises ``UnusableError`` when one is damaged, or a later version wrote it: whether a campaign is held must not be
    guessed.
    """
    return [_read(path) for path in act_files(folder) if path.stem.partition("-")[2] in kinds]


def act_files(folder: Path) -> list[Path]:
    """Return the files of the acts in the campaign's ``folder``, in their order."""
    return _files(folder / ACTS)


_OWN = re.compile(r"(\d{4,})-([a-z]+)\.json")


def _files(acts: Path) -> list[Path]:
    """Return the files of acts in their order; somebody's copy of one is none.

    Raises ``UnusableError`` for an act of a kind that this version does not know: it would be left out of the game.
    """
    found = sorted((path for path in disk.entries(acts) if _number_of(path)), key=_number_of)
    for path in found:
        if path.stem.partition("-")[2] not in KINDS:
            raise UnusableError("error.later-format", file=str(path))
    return found


def _number_of(path: Path) -> int:
    """Return the number of an act; 0 for a file that is none."""
    found = _OWN.fullmatch(path.name)
    return int(found[1]) if found else 0


def how_many(folder: Path) -> int:
    """Return how many acts there are in the campaign's ``folder``."""
    return len(act_files(folder))


def _read(path: Path) -> Act:
    kept = read_record("act", path)
    if kept is None:
        raise UnusableError("error.damaged", file=str(path))
    act: Act = kept  # type: ignore[assignment]
    return act


def record(folder: Path, act: Act) -> None:
    """Write an act into the campaign's ``folder``; the caller holds the campaign's lock."""
    acts = folder / ACTS
    disk.make_folder(acts)
    disk.clean(acts)
    number = 1 + max(map(_number_of, _files(acts)), default=0)
    disk.write_whole(acts / f"{number:04d}-{act['act']}.json", record_bytes("act", act))


def hold_in_force(acts: Sequence[Act]) -> Act | None:
    """Return the hold that nobody has released, or None."""
    last = next((act for act in reversed(acts) if act["act"] in ("hold", "release")), None)
    return last if last is not None and last["act"] == "hold" else None


def seatings(acts: Sequence[Act]) -> list[Act]:
    """Return the acts by which seats were taken or left, in their order. Taking stages back takes none of them back."""
    return [act for act in acts if act["act"] in SEATING]


def undoings(acts: Sequence[Act]) -> list[Act]:
    """Return the acts by which stages were taken back, in their order: the first made ``withdrawn/0001``."""
    return [act for act in acts if act["act"] == "undo"]


def undoing_of(acts: Sequence[Act], stage: str) -> Act | None:
    """Return the last act by which a stage, by the name of its folder, was taken back; None if it never was."""
    return next((act for act in reversed(undoings(acts)) if _reaches(act, stage)), None)


def corrects(acts: Sequence[Act], stage: str) -> int | None:
    """Return by the how-manieth undoing a stage was taken back that had been played: 1 for the first; None for none."""
    undone = list(enumerate(undoings(acts), 1))
    return next((n for n, undo in reversed(undone) if _reaches(undo, stage) and _had_played(undo, stage)), None)


def last_read(acts: Sequence[Act], stage: str) -> int:
    """Return by the how-manieth undoing that was taken back of a stage which players had last read; 0 for none."""
    undone = [undo for undo in enumerate(undoings(acts), 1) if _reaches(undo[1], stage) and _had_played(undo[1], stage)]
    return next((number for number, undo in reversed(undone) if not undo.get("unread")), 0)


def _reaches(undo: Act, stage: str) -> bool:
    return stage_number(undo["back_to"]) <= stage_number(stage)


def _had_played(undo: Act, stage: str) -> bool:
    return stage_number(stage) <= stage_number(undo["down_from"])


def replay_of(acts: Sequence[Act], stage: str) -> Act | None:
    """Return the act by which a stage gets back the orders that it had when it was taken back; None where none does.

    The stage that was awaited behind the last one played gets back what had come for it.
    """
    since = acts_since(acts, stage)
    replay = next((act for act in reversed(since) if act["act"] == "replay"), None)
    return replay if replay is not None and stage_number(stage) <= stage_number(replay["through"]) + 1 else None


def comes_back(acts: Sequence[Act], stage: str) -> bool:
    """Tell whether a stage, when it is awaited, gets back the orders that it had when it was taken back.

    By a replay; or because it was the one awaited when stages before it were taken back, and has not been played since.
    """
    for undo in reversed(undoings(acts)):
        if _reaches(undo, stage) and (undo["stage"] == stage or _had_played(undo, stage)):
            return set_aside(undo) == stage or replay_of(acts, stage) is not None
    return False


def set_aside(undo: Act) -> str | None:
    """Return the name of the stage that was awaited when others were taken back; None where the game was over."""
    return None if _had_played(undo, undo["stage"]) else undo["stage"]


def amendments(acts: Sequence[Act]) -> list[Act]:
    """Return the acts by which the MJ amended the table, in their order, whatever has become of them."""
    return [act for act in acts if act["act"] == "amend"]


def amendments_of(acts: Sequence[Act], number: int) -> list[Act]:
    """Return the amendments that hold of the stage with a ``number`` (the first is 1), in their order.

    An amendment is of the stage that was awaited. It holds as long as no stage before that one is taken back: then
    another table stands there. With the stage itself its orders come back, and its amendments.
    """
    return [
        act
        for index, act in enumerate(acts)
        if act["act"] == "amend"
        and stage_number(act["stage"]) == number
        and not any(stage_number(undo["back_to"]) < number for undo in undoings(acts[index:]))
    ]


def acts_before(acts: list[Act], undo: Act) -> list[Act]:
    """Return the acts before an ``undo``, one of ``acts``, whatever other looks like it."""
    return acts[: next(index for index, act in enumerate(acts) if act is undo)]


def acts_since(acts: Sequence[Act], stage: str) -> Sequence[Act]:
    """Return the acts since a stage was last taken back: what was done before is of another game."""
    undo = undoing_of(acts, stage)
    return acts if undo is None else acts[acts.index(undo) + 1 :]


def closing_of(acts: Sequence[Act], stage: str) -> Act | None:
    """Return the act by which the players' time for a stage was closed, so that the MJ alone is waited for; or None."""
    since = acts_since(acts, stage)
    return next((act for act in reversed(since) if act["act"] == "closed" and act["stage"] == stage), None)


def extension_of(acts: Sequence[Act], stage: str) -> Act | None:
    """Return the last act that moved a stage's deadline, or None. Those since it was closed move the MJ's."""
    since, closing = acts_since(acts, stage), closing_of(acts, stage)
    since = since[: since.index(closing)] if closing is not None else since
    extended = next((act for act in reversed(since) if act["act"] == "extend" and act["stage"] == stage), None)
    undo = undoing_of(acts, stage)
    return extended or (undo if undo and "until" in undo and undo["back_to"] == stage else None)
