"""What stands above and below a report that is handed on: until when by date, how to answer.

It hangs on the hour, so it is no part of a stage's result: it is put around the report that was published, which stays
as it was, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.reports.markup import finished
from adjudicator.reports.templates import Hand, filled

if TYPE_CHECKING:
    from adjudicator.reports.records import HeadPart


class Frame(NamedTuple):
    """What is put around a report: blocks of its format, empty where nothing is."""

    head: str
    foot: str


class Framer:
    """Makes what is put around the reports of one stage in one format."""

    def __init__(self, hand: Hand) -> None:
        """Write in the format of ``hand``."""
        self._hand = hand
        self._heads: dict[tuple[bool, bool], str] = {}

    def frame(self, part: HeadPart) -> Frame:
        """Return what is put around the report of one reader; heads say the same to all who are awaited alike."""
        alike = (part["reader"]["kind"] == "player", part["awaited"])
        if alike not in self._heads:
            self._heads[alike] = self._filled("head.j2", part)
        return Frame(self._heads[alike], self._filled("foot.j2", part) if part["form"] else "")

    def _filled(self, template: str, part: HeadPart) -> str:
        text = filled(template, self._hand, head=part).strip("\n")
        return finished(text, self._hand["format"]) if text else ""


def framed(posts: Sequence[str], form: str, frame: Frame) -> list[str]:
    """Return a report, in one post or several, with the head below its title and the foot at its end."""
    first = _headed(posts[0], form, frame.head) if frame.head else posts[0]
    posts = [first, *posts[1:]]
    last = _footed(posts[-1], form, frame.foot, len(posts) > 1) if frame.foot else posts[-1]
    return [*posts[:-1], last]


def _headed(text: str, form: str, head: str) -> str:
    ends = "</h1>\n" if form == "html" else "\n\n"
    title, end, rest = text.partition(ends)
    return f"{title}{end}{head}{rest}" if form == "html" else f"{title}{end}{head}\n{rest}"


def _footed(text: str, form: str, foot: str, numbered: bool) -> str:
    """Put the foot below a text; one of several posts is ``numbered`` in its last line, which stays the last."""
    if form == "html":
        above, end, below = text.rpartition("</body>")
        return f"{above}{foot}{end}{below}"
    if not numbered:
        return f"{text}\n{foot}"
    above, end, number = text.rpartition("\n\n")
    return f"{above}{end}{foot}\n{number}"
