"""The museum: campaigns as earlier versions left them on disk, each an archive (``tests/museum/README.md``)."""

from __future__ import annotations

import tarfile
from pathlib import Path

from support.commands import ROOT

MUSEUM = ROOT / "tests" / "museum"
ENDING = ".tar.xz"
CAMPAIGNS = sorted(path.relative_to(MUSEUM).as_posix().removesuffix(ENDING) for path in MUSEUM.glob(f"*/*{ENDING}"))
"""Their names: ``0.1/tsewnart-middle`` and so on."""


def unpacked(name: str, folder: Path) -> Path:
    """Unpack a campaign into ``folder``, afresh each time, for whoever unpacks one writes in it; return the folder."""
    with tarfile.open(MUSEUM / f"{name}{ENDING}") as archive:
        archive.extractall(folder, filter="data")
    return folder
