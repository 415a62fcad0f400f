"""A campaign tried out on a copy: what would come of a command, with not a byte of it changed."""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from adjudicator.campaign.loading import load_campaign
from adjudicator.office.recovery import refuse_lost
from adjudicator.office.session import Session, opened
from adjudicator.store.disk import LOCK
from adjudicator.store.layout import OUTBOX, PUBLIC

_PLACE = "adjudicator-trial-"
"""What begins the name of the folder of a copy."""
_A_DAY = 86_400
"""Seconds."""


@contextmanager
def rehearsal(folder: Path, now: datetime, language: str | None = None) -> Iterator[Session]:
    """Hold a copy of the campaign in ``folder``, that is gone when the ``with`` block ends.

    Raises what ``load_campaign`` and ``recovered`` raise of the campaign itself.
    """
    refuse_lost(folder)
    _clear()
    with TemporaryDirectory(prefix=_PLACE) as place:
        copy = Path(place) / "campaign"
        shutil.copytree(folder, copy, ignore=_left_out(folder), symlinks=True)
        yield opened(load_campaign(copy, language), now, language)


def _clear() -> None:
    """Remove copies that a kill has left, a day old: nobody tries out a campaign for so long."""
    for left in Path(gettempdir()).glob(f"{_PLACE}*"):
        with suppress(OSError):
            about = left.lstat()
            own = about.st_uid == os.getuid() if hasattr(os, "getuid") else True  # there others may write
            if own and stat.S_ISDIR(about.st_mode) and about.st_mtime < time.time() - _A_DAY:
                shutil.rmtree(left)


def _left_out(folder: Path) -> Callable[[str, list[str]], list[str]]:
    """What is shown and sent can be made again; a pipe would be waited for."""

    def left_out(inside: str, names: list[str]) -> list[str]:
        here = Path(inside)
        apart = (OUTBOX, PUBLIC, LOCK) if here == folder else ()
        return [name for name in names if name in apart or not _can_be_copied(here / name)]

    return left_out


def _can_be_copied(path: Path) -> bool:
    return path.is_symlink() or path.is_file() or path.is_dir()
