"""A command's time with a campaign: held for it alone, read as it then is, brought into order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.ruleset import Stage
from adjudicator.files.campaign import load_campaign, refuse_no_campaign
from adjudicator.files.disk import locked
from adjudicator.files.layout import stages_played
from adjudicator.files.recovery import recovered
from adjudicator.files.situation import Situation


class Session(NamedTuple):
    """How a campaign stands now that it is held, and what has happened to it meanwhile."""

    situation: Situation
    overtaken: Stage | None
    """The stage that was awaited when the command was given, if somebody has played it since."""


@contextmanager
def session(folder: Path, now: Callable[[], datetime], language: str | None = None) -> Iterator[Session]:
    """Hold the campaign in ``folder`` while the ``with`` block runs; nothing of it is read before.

    What was read before the wait for another command could be old: ``campaign.yaml`` may have been edited meanwhile.
    ``now`` is asked once the wait is over; messages about the file name words in ``language``. Raises what
    ``load_campaign`` and ``recovered`` raise, and ``Busy`` when another command does not let go.
    """
    refuse_no_campaign(folder)  # else a lock would be left in a folder that is none
    seen = len(stages_played(folder))
    with locked(folder):
        situation = recovered(load_campaign(folder, language), now())
        progress = situation.progress
        yield Session(situation, progress.stage_played(seen) if seen < len(progress.folders) else None)
