"""What of a message is its sender's report, pasted with the form at its end: none of it is his own words."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from adjudicator.campaign.stages import Progress
from adjudicator.core.words import fold
from adjudicator.store.disk import read_file
from adjudicator.store.layout import REPORTS

_MOST = 64 * 1024
"""Characters of a message that is looked at so: no report is longer."""
_TAG = re.compile(r"<[^<>\n]{0,300}>|\[/?[a-z*][^\[\]\n]{0,200}\]", re.IGNORECASE)
_FENCE = re.compile(r"[^\W_]|`")
"""What a line has that parts a block of code from the rest."""
_WORD = re.compile(r"[^\W_]+")
_FEW = 6
"""Lines that are no report with its form."""
_LONG = 40
"""Characters of a line that nobody writes by chance as a report does."""
_LEAD = 8
"""Lines at most of what a letter says above the report that it brings: long ones may have been broken."""
_SEAL = re.compile(r"[0-9a-f]{64}")


def without_report(text: str, progress: Progress, players: Sequence[str]) -> str:
    """Return a message with empty lines in place of what is copied from the last report that its sender has.

    That is the public one, and his own where one player alone says that the message is his: nothing hangs on what
    others read. A line is copied where the one before or behind it is too, or where it is long.
    """
    if text.count("\n") < _FEW or len(text) > _MOST:
        return text
    lines = _without_lead(text.split("\n"), progress)
    bare = [_bare(line) for line in lines]
    reports = [_report(path, progress, players) for path in _reports(progress, players)]
    copied = {number for number in _copied(bare, reports) if bare[number] or not _FENCE.search(lines[number])}
    return "\n".join("" if number in copied else line for number, line in enumerate(lines))


def _without_lead(lines: Sequence[str], progress: Progress) -> list[str]:
    """Return lines with empty ones in place of what the letter says above a report: from the stage awaited to the seal.

    What it says between is another thing from day to day, and is not looked up: the same file is always read alike.
    """
    if progress.stage is None:
        return list(lines)
    begins = _bare(progress.campaign.voice().say("letter.now", stage=progress.stage.said))
    for start, line in enumerate(lines):
        if _bare(line) == begins:
            below = range(start + 1, min(start + _LEAD, len(lines)))
            end = next((number for number in below if _SEAL.search(lines[number])), None)
            if end is not None:
                return [*lines[:start], *[""] * (end + 1 - start), *lines[end + 1 :]]
    return list(lines)


def _copied(bare: Sequence[str], reports: Sequence[Sequence[str]]) -> Iterator[int]:
    """Return which lines stand in a report; those without a word beside them too, as rules and boards have."""
    known = {line for report in reports for line in report if len(line) >= _LONG}
    pairs = {pair for report in reports for pair in pairwise(report)}
    worded = [number for number, line in enumerate(bare) if line]
    copied = {number for number in worded if bare[number] in known}
    for one, other in pairwise(worded):
        if (bare[one], bare[other]) in pairs:
            copied |= {one, other}
    for one, other in pairwise([-1, *worded, len(bare)]):
        yield from range(one + 1, other) if {one, other} & copied else ()
    yield from copied


def _reports(progress: Progress, players: Sequence[str]) -> Iterator[Path]:
    """Return the files of the last report, in every format, as they are handed on."""
    if not progress.folders:
        return
    folder = progress.folders[-1] / REPORTS
    names = [f"player-{progress.campaign.players.index(player) + 1:02d}-*" for player in players[:1]]
    for name in ("public.*", *names):
        yield from (path for path in sorted(folder.glob(name)) if path.is_file())


def _report(path: Path, progress: Progress, players: Sequence[str]) -> list[str]:
    """Return the lines of a report that say something, but for those of the form at its end."""
    word = progress.campaign.voice().word("envelope", "player")
    begins = [_bare(f"{word} {player}") for player in players]
    lines = [line for line in map(_bare, read_file(path).decode("utf-8", "replace").split("\n")) if line]
    end = next((number for number, line in enumerate(lines) if line in begins), len(lines))
    return lines[:end]


def _bare(line: str) -> str:
    """Return the words of a line without its tags."""
    words = _TAG.sub(" ", line) if "<" in line or "[" in line else line
    return " ".join(fold(word) for word in _WORD.findall(html.unescape(words)))
