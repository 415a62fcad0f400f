"""Which files are opened by what runs in this process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def opened(folder: Path) -> Iterator[list[str]]:
    """Yield the names of the files in ``folder`` that are opened meanwhile, each as often as it is."""
    names: list[str] = []
    looking = True

    def hook(event: str, arguments: tuple[object, ...]) -> None:  # it cannot be taken away again
        if looking and event == "open" and str(arguments[0]).startswith(f"{folder}/"):
            names.append(Path(str(arguments[0])).relative_to(folder).as_posix())

    sys.addaudithook(hook)
    try:
        yield names
    finally:
        looking = False
