"""A campaign tried out on a copy: what would come of a command, with not a byte of it changed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from adjudicator.campaign.loading import load_campaign
from adjudicator.office.recovery import refuse_lost
from adjudicator.office.session import Session, opened
from adjudicator.store.layout import OUTBOX, PUBLIC
from adjudicator.store.lock import LOCK


@contextmanager
def rehearsal(folder: Path, now: datetime, language: str | None = None) -> Iterator[Session]:
    """Hold a copy of the campaign in ``folder``, that is gone when the ``with`` block ends.

    Raises what ``load_campaign`` and ``recovered`` raise of the campaign itself.
    """
    refuse_lost(folder)
    with TemporaryDirectory(prefix="adjudicator-") as place:
        copy = Path(place) / "campaign"
        shutil.copytree(folder, copy, ignore=_left_out(folder), symlinks=True)
        yield opened(load_campaign(copy, language), now, language)


def _left_out(folder: Path) -> Callable[[str, list[str]], list[str]]:
    """What is shown and sent can be made again; a pipe would be waited for."""

    def left_out(inside: str, names: list[str]) -> list[str]:
        here = Path(inside)
        apart = (OUTBOX, PUBLIC, LOCK) if here == folder else ()
        return [name for name in names if name in apart or not _can_be_copied(here / name)]

    return left_out


def _can_be_copied(path: Path) -> bool:
    return path.is_symlink() or path.is_file() or path.is_dir()
