"""What stands above and below a report that is handed on: until when by date, how to answer.

It hangs on the hour, so it is no part of a stage's result: it is put around the report that was published, which stays
as it was, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.reports.environment import Hand, macros_of
from adjudicator.reports.markup import finished

if TYPE_CHECKING:
    from adjudicator.reports.records import HeadPart


class Frame(NamedTuple):
    """What is put around a report: blocks of its format in UTF-8, empty where nothing is."""

    head: bytes
    foot: bytes


class Framer:
    """Makes what is put around the reports of one stage in one format."""

    def __init__(self, hand: Hand) -> None:
        """Write in the format of ``hand``."""
        self._hand = hand
        self._macros = macros_of("frame.j2", hand)
        self._heads: dict[tuple[bool, bool], bytes] = {}

    def frame(self, part: HeadPart) -> Frame:
        """Return what is put around the report of one reader; heads say the same to all who are awaited alike."""
        alike = (part["reader"]["kind"] == "player", part["awaited"])
        if alike not in self._heads:
            self._heads[alike] = self._written(self._macros.head, part)
        return Frame(self._heads[alike], self._foot(part))

    def _foot(self, part: HeadPart) -> bytes:
        return self._written(self._macros.foot, part) if part["form"] or part["chained"] else b""

    def _written(self, macro: Callable[[HeadPart], str], part: HeadPart) -> bytes:
        text = macro(part).strip("\n")
        return finished(text, self._hand["format"]).encode() if text else b""


def framed(posts: Sequence[bytes], form: str, frame: Frame) -> list[bytes]:
    """Return a report, in one post or several, with the head below its title and the foot at its end.

    All else stays byte for byte.
    """
    first = _headed(posts[0], form, frame.head) if frame.head else posts[0]
    posts = [first, *posts[1:]]
    last = _footed(posts[-1], form, frame.foot, len(posts) > 1) if frame.foot else posts[-1]
    return [*posts[:-1], last]


def end_of(page: bytes) -> bytes:
    """Return where the content of a page ends; those of version 0.2 have no ``main``."""
    return b"</main>" if b"</main>" in page else b"</body>"


def _headed(post: bytes, form: str, head: bytes) -> bytes:
    title, end, rest = post.partition(b"</h1>\n" if form == "html" else b"\n\n")
    return b"".join((title, end, head, b"" if form == "html" else b"\n", rest))


def _footed(post: bytes, form: str, foot: bytes, numbered: bool) -> bytes:
    """Put the foot below a post; one of several is ``numbered`` in its last line, which stays the last."""
    if form == "html":
        above, end, below = post.rpartition(end_of(post))
        return b"".join((above, foot, end, below))
    if not numbered:
        return b"\n".join((post, foot))
    above, end, number = post.rpartition(b"\n\n")
    return b"".join((above, end, foot, b"\n", number))
