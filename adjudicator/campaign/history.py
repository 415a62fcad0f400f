"""What has been: the stages of a campaign as they stood before some were taken back, and what came before one."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.acts import acts_before, amendments_of, undoings
from adjudicator.campaign.stages import MENDING, Played, Progress
from adjudicator.store.layout import WITHDRAWN, stage_number, stages_played, withdrawn_folder

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act


def stood_before(progress: Progress, number: int) -> Progress:
    """Return how far the campaign had come when the ``number``-th undoing took stages back: 1 is the first.

    What cannot be found in ``withdrawn/`` any more is missing from its folders.
    """
    folder, before = progress.campaign.folder, copy(progress)
    undone = undoings(before.mended)
    for later in range(len(undone), number - 1, -1):
        first = stage_number(undone[later - 1]["back_to"])
        kept = [path for path in before.folders if stage_number(path.name) < first]
        before.folders = kept + stages_played(withdrawn_folder(folder, later))
        before.mended = acts_before(before.mended, undone[later - 1])
    return before


def as_it_stood(progress: Progress, folders: list[Path], acts: Sequence[Act]) -> Progress:
    """Return how far the campaign had come when these stages had been played, and these ``acts`` done."""
    at = copy(progress)
    at.__dict__.pop("_handed_on", None)
    at.folders, at.mended = folders, [act for act in acts if act["act"] in MENDING]
    at.closings = [act for act in acts if act["act"] in ("closed", "undo")]
    at.state, at.amendments = at.state_before(len(folders)), amendments_of(at.mended, len(folders) + 1)
    return at


def played_before(progress: Progress, stage: str, number: int) -> Played | None:
    """Return a stage, by the name of its folder, as it had been played when the ``number``-th undoing took it back.

    None where it is not kept any more. Raises ``UnusableError`` when what is kept is damaged.
    """
    before = stood_before(progress, number)
    names = [path.name for path in before.folders]
    return before.played(names.index(stage)) if stage in names else None


def last_before(progress: Progress, stage: Path) -> Played | None:
    """Return the stage after which the one in a folder was played, be it taken back since; None for a first one.

    None too where it is not kept any more. Raises ``UnusableError`` when what is kept is damaged.
    """
    above = stage.parent.parent
    before = stood_before(progress, int(above.name)) if above.parent.name == WITHDRAWN else progress
    index = stage_number(stage.name) - 2
    return before.played(index) if 0 <= index < len(before.folders) else None
