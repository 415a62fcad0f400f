"""Order files as forums and mails bring them: one block of code among other text, tags that say how it looks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.core.faults import Fault


def unwrapped(data: bytes) -> bytes:
    """Return what stands in the one ``[code]`` or fence of a forum's paste, if there is one; lines keep their numbers.

    A greeting before it and a signature after it are no orders; nor is how a forum's post looks.
    """
    return block_of(_without_looks(data))


def block_of(data: bytes) -> bytes:
    """Return the same, with the tags that say how it looks: of what is read by people."""
    block = _block(data, 0)
    if block is None or block.end is None or not _begins_line(data, block.tag) or _second(data, block):
        return data
    return b"\n" * data.count(b"\n", 0, block.start) + data[block.start : block.end].rstrip()


def unfenced(data: bytes) -> bytes:
    """Return a paste with a line's end in place of each tag of a block: what stood in it begins a line."""
    return _ANY_TAG.sub(b"\n", _without_looks(data))


def two_blocks(data: bytes) -> Fault | None:
    """Return the fault of a paste with a second block of code, where it begins: nobody can say which one is meant."""
    from adjudicator.reading.places import mark_at

    data = _without_looks(data)
    first = _block(data, 0)
    second = _second(data, first) if first else None
    if second is None:
        return None
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    before = data[: second.start(1)].decode("utf-8", "replace").removeprefix("\ufeff")
    return Fault("two-blocks", mark_at(text, len(before)), "```" if second[1].startswith(b"`") else "[code]")


@dataclass(frozen=True)
class _Block:
    """A block of code: its opening ``tag``, and where its content starts and ends; no end where it is not closed."""

    tag: re.Match[bytes]
    start: int
    end: int | None


def _block(data: bytes, at: int) -> _Block | None:
    """Return the first block from a place on; tags with nothing or a mere word between them are talk of tags."""
    while (tag := _OPENING.search(data, at)) is not None:
        closing = (_CLOSING_FENCE if tag[1].startswith(b"`") else _CLOSING).search(data, tag.end())
        block = _Block(tag, tag.end(), closing.start() if closing else None)
        if closing is None or _holds_orders(data[block.start : block.end]):
            return block
        at = closing.end()
    return None


def _holds_orders(content: bytes) -> bool:
    return b":" in content or b"\n" in content.strip()


def _second(data: bytes, first: _Block) -> re.Match[bytes] | None:
    """Return the tag that opens a second block: after the first one, or before that is closed."""
    if first.end is None:
        return None
    nested = None if first.tag[1].startswith(b"`") else _OPENING_OF_LINE.search(data, first.start, first.end)
    if nested is not None:
        return nested
    second = _block(data, first.end + len(b"```"))
    return second.tag if second and (second.end is not None or _begins_line(data, second.tag)) else None


def _begins_line(data: bytes, tag: re.Match[bytes]) -> bool:
    line = data.rfind(b"\n", 0, tag.start(1)) + 1
    return not data[line : tag.start(1)].strip(b" \t\xef\xbb\xbf")


def _without_looks(data: bytes) -> bytes:
    """Return a forum's post without the tags that only say how it looks, as ``[b]…[/b]``.

    ``[b]`` may be a list of one name: tags are known by the one that closes, which no YAML holds.
    """
    return _TAG.sub(b"", data) if _CLOSING_TAG.search(data) else data


# Each pattern looks at a place but a bounded number of times: a hostile file costs no more than its length.
LOOKS = "b|i|u|size|color|font|center|left|right|justify|spoiler|hide"
"""Tags that only say how a post looks."""
_LOOKS = rb"(?:" + LOOKS.encode() + rb")"
_TAG = re.compile(rb"\[/?" + _LOOKS + rb"(?:=[^\[\]\n]{0,200})?\]", re.IGNORECASE)
_CLOSING_TAG = re.compile(rb"\[/" + _LOOKS + rb"\]", re.IGNORECASE)
_CODE = rb"\[code(?:=\w+)?\]"
_FENCE = rb"```[a-z]*(?=\s)(?!\s*\Z)"
_OPENING = re.compile(
    rb"(?:^[ \t\xef\xbb\xbf]*(?=```)|(?=\[code))(" + _CODE + rb"|" + _FENCE + rb")", re.IGNORECASE | re.MULTILINE
)
_OPENING_OF_LINE = re.compile(rb"^[ \t]*(" + _CODE + rb")", re.IGNORECASE | re.MULTILINE)
_CLOSING = re.compile(rb"\[/code\]", re.IGNORECASE)
_CLOSING_FENCE = re.compile(rb"```")
_ANY_TAG = re.compile(rb"\[/?code(?:=\w+)?\]|```", re.IGNORECASE)
