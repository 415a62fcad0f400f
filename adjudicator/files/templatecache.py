"""Compiled templates, kept between runs in the user's own cache folder: compiling costs more than writing a turn."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import __version__

if TYPE_CHECKING:
    from jinja2 import BytecodeCache


def cache_folder() -> Path:
    """Return the folder for what can be made again at any time, where this system keeps such things."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        root = str(Path.home() / "Library" / "Caches")
    else:
        root = os.environ.get("XDG_CACHE_HOME")
    return Path(root or Path.home() / ".cache") / "adjudicator" / __version__


def _is_ones_own(folder: Path) -> bool:
    """Whether nobody else may write there: what lies in it is run."""
    if sys.platform == "win32":
        return True
    about = folder.stat()
    return about.st_uid == os.getuid() and not about.st_mode & 0o022


def template_cache() -> BytecodeCache | None:
    """Return the cache, or None where its folder cannot be made: then templates are compiled each time."""
    from jinja2 import FileSystemBytecodeCache
    from jinja2.bccache import Bucket

    class Cache(FileSystemBytecodeCache):
        """A cache that is given up, not failed over, when the disk refuses it."""

        def dump_bytecode(self, bucket: Bucket) -> None:
            try:
                super().dump_bytecode(bucket)
            except OSError:
                return

    try:
        folder = cache_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ones_own(folder):
            return None
    except (OSError, RuntimeError):  # no home, or one that cannot be written
        return None
    return Cache(str(folder))
