"""What is put around a report when it is handed on, told from the report as it was published, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class Around(NamedTuple):
    """What stands below the title of a report that was handed on, and at its end, beyond what was published."""

    head: str
    foot: str


def around(sent: str, published: str) -> Around:
    """Return what was put around a report; all else must be as it was published."""
    page = published.startswith("<!DOCTYPE html>")
    title, end, rest = published.partition("</h1>\n" if page else "\n\n")
    closes = "</main>" if "</main>" in published else "</body>"
    body, _, close = rest.rpartition(closes) if page else (rest.rstrip("\n"), "", "")
    assert sent.startswith(title + end)
    rest = sent.removeprefix(title + end)
    head, found, foot = rest.partition(body)
    if not found:  # of several posts the last line is their number, and stays the last
        body, _, number = body.rpartition("\n\n")
        head, found, foot = rest.rstrip("\n").removesuffix(number).partition(body)
    assert found == body
    assert foot.endswith(close)
    return Around(head, foot.removesuffix(f"{closes}{close}") if page else foot.strip("\n"))


def heads(stage: Path) -> Mapping[str, str]:
    """Return the heads of all reports that lie in a stage's folder as they are handed on, by their names.

    Each must be as it was published but for its head; pictures have none. Nothing else lies with them.
    """
    names = sorted(path.name for path in (stage / "result" / "reports").iterdir())
    assert sorted(path.name for path in (stage / "reports").iterdir()) == names
    found = {}
    for name in names:
        published = (stage / "result" / "reports" / name).read_text(encoding="utf-8")
        if name.endswith(".svg"):
            assert (stage / "reports" / name).read_text(encoding="utf-8") == published
            continue
        found[name] = around((stage / "reports" / name).read_text(encoding="utf-8"), published).head
    return found
