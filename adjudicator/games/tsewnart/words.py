"""The readers of the kinds of values that only Tsewnart's files contain.

These are cells, items of the order of play, sizes, spans, and orders named by their player.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from adjudicator.core.context import Context, Kind, SplitValue
from adjudicator.core.faults import Unread
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names, Vocabulary, fold, nearest

# These patterns are compiled when they are first used, because most commands need none of them.
_CELL = r"(?a)\(?\s*(-?\d{1,4})\s*[;,]\s*(-?\d{1,4})\s*\)?"
_PARTED = r"(?a)\(?\s*(\d{1,3})\s*[/-]\s*(\d{1,3})\s*\)?"
_NAMED = r"\(?([^\W\d]{1,8})\s*(\d{1,3})\s*[;,/-]?\s*([^\W\d]{1,8})\s*(\d{1,3})\)?"
_LETTERED_CELL = r"(?ai)([A-Z]{1,2})[ ;,-]?(\d{1,4})"
_HALF_CELL = r"(?a)\(\s*-?\d{1,4}|-?\d{1,4}\s*\)"
_SIZE = r"(?ai)(\d{1,3})\s*[x×*]\s*(\d{1,3})"
_SPAN = r"(?a)(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?"


def read_cell(node: Any, context: Context) -> list[int]:
    """Read ``(3;5)``, ``3;5``, ``[3;5]``, ``[3, 5]``, ``3/5``, ``x3 y5`` or ``row 5, column 3`` as ``[x, y]``.

    Raise ``Unread`` for anything else. Whether the cell lies on the board is judged later.
    """
    if isinstance(node, list):
        if any(isinstance(half, str) and re.fullmatch(_HALF_CELL, half) for half in node):
            raise Unread(("expected.cell",), code="split-cell")
        node = ";".join(part for part in node if isinstance(part, str)) if len(node) in (1, 2) else None
    if isinstance(node, str):
        node = node.replace("\u2060", "").strip(" “”«»\u00a0\u202f.!")  # left over from a post or from quoting
        node = node[1:-1] if node[:1] == "[" and node[-1:] == "]" else node
        if node.count("(") == node.count(")") and (cell := _cell_in(node.strip(), context)):
            return cell
        if re.fullmatch(_HALF_CELL, node.strip()):
            raise Unread(("expected.cell",), code="split-cell")
    raise Unread(("expected.cell",))


def _cell_in(text: str, context: Context) -> list[int] | None:
    """Return the cell that a text means, column first unless the text names its axes; None if it is not a cell."""
    if match := re.fullmatch(_CELL, text) or re.fullmatch(_PARTED, text):
        return [int(match[1]), int(match[2])]
    named = re.fullmatch(_NAMED, text)
    axes = {context.vocabulary.meaning("axes", named[n]): int(named[n + 1]) for n in (1, 3)} if named else {}
    return [axes["column"], axes["row"]] if axes.keys() == {"column", "row"} else None


def read_lettered_cell(node: Any, context: Context) -> list[int]:
    """Read ``C3`` as column C and row 3, or any other form of a cell; columns after Z are AA, AB and so on."""
    if isinstance(node, str) and (match := re.fullmatch(_LETTERED_CELL, node.strip(" “”«»\u00a0\u202f.!()"))):
        return [column_of(match[1]), int(match[2])]
    return read_cell(node, context)


def column_of(letters: str) -> int:
    """Return the number of a column from its letters, such as 1 for ``A`` and 27 for ``AA``."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def torn(text: str) -> SplitValue | None:
    """Recognise a key that is half a cell: YAML splits ``(3,5)`` at its comma if it stands in brackets or braces."""
    opened, closed = text.startswith("("), text.endswith(")")
    return SplitValue("split-cell", closed) if opened != closed and text.strip("() -").isdigit() else None


def read_item(node: Any, context: Context) -> str:
    """Read an item of the order of play, ``STEP CAMP``, where CAMP is the longest camp name that ends the text.

    Raise ``Unread``, with a suggestion if there is one, if the step or the camp is not known.
    """
    if not isinstance(node, str) or context.camps is None or not context.camps.names:  # the camps may be unusable
        raise Unread(("expected.item",))
    words, camps = context.vocabulary, context.camps
    camp, before = _split(node.replace("(", " ").replace(")", " "), camps, words)
    step = words.meaning("steps", _steps(words).get(before, ""))
    if camp is None:
        example = f"{context.word('steps', 'terrorise')} {camps.names[0]}"
        raise Unread((example,), _meant("steps", before, camps, context), "item-without-camp")
    if step is None:
        raise Unread(("expected.item",), _near("steps", before, camp, context), "unknown-item")
    return f"{step} {camp}"


def read_given(node: Any, context: Context) -> str:
    """Read an order of a turn named by its player, ``échange de Zoé`` or ``swap/Zoé``, as ``swap/Zoé``.

    Raise ``Unread``, with a suggestion if there is one, if the order or the player is not known.
    """
    players, words = context.players or Names(()), context.vocabulary
    player, before = _split(re.sub("[/’']", " ", node) if isinstance(node, str) else "", players, words)
    order = words.meaning("orders", before) if before else None
    if player is not None and order is not None:
        return f"{order}/{player}"
    meant = _meant("orders", before, players, context) if player is None else _near("orders", before, player, context)
    raise Unread(("expected.given",), meant)


@cache
def _steps(vocabulary: Vocabulary) -> Mapping[str, str]:
    """Return the words for steps by their form without articles.

    The result is cached, because a form reads all items of the order of play.
    """
    words = (*vocabulary.all_words("steps"), *vocabulary.canonical("steps"))
    return {_bare(word, vocabulary): word for word in words}


def _split(text: str, names: Names, vocabulary: Vocabulary) -> tuple[str | None, str]:
    """Split a text into the longest of ``names`` that ends it, or None, and the words before it without articles."""
    bare = {_bare(name, vocabulary): name for name in names.names}
    for form, known in ((fold(text), names), (_bare(text, vocabulary), Names(tuple(bare)))):
        parts = form.split()
        for size in range(len(parts), 0, -1):
            if (name := known.find(" ".join(parts[-size:]))) is not None:
                return bare.get(name, name), _bare(" ".join(parts[:-size]), vocabulary)
    return None, _bare(text, vocabulary)


def _near(place: str, words: str, name: str, context: Context) -> str | None:
    """Return the word of ``place`` that is most like ``words``, followed by ``name``; None if none is similar."""
    near = context.vocabulary.nearest(place, words, context.language) if words else None
    meant = context.vocabulary.meaning(place, near) if near else None
    return f"{context.word(place, meant)} {name}" if meant else None


def _meant(place: str, text: str, names: Names, context: Context) -> str | None:
    """Return the word of ``place`` and the name that a text with a misspelt name means, or None."""
    for name in names.names:
        size = len(_bare(name, context.vocabulary).split())
        before, ending = text.split()[:-size], text.split()[-size:]
        if before and nearest(" ".join(ending), [name]):
            return _near(place, " ".join(before), name, context)
    return None


def _bare(text: str, vocabulary: Vocabulary) -> str:
    """Return ``text`` folded and without articles, which are optional."""
    return " ".join(word for word in fold(text).split() if vocabulary.meaning("articles", word) is None)


def read_size(node: Any, context: Context) -> list[int]:
    """Read ``6x3`` or ``[6, 3]`` as ``[width, height]``; raise ``Unread`` for anything else."""
    if isinstance(node, list) and len(node) == 2 and all(isinstance(part, str) for part in node):
        node = "x".join(node)
    match = re.fullmatch(_SIZE, node.strip()) if isinstance(node, str) else None
    if not match:
        raise Unread(("expected.size",))
    return [int(match[1]), int(match[2])]


def read_span(node: Any, context: Context) -> list[int]:
    """Read ``2`` or ``1-2`` as ``[first, last]``; raise ``Unread`` for anything else."""
    match = re.fullmatch(_SPAN, node.strip()) if isinstance(node, str) else None
    if not match or int(match[1]) > int(match[2] or match[1]):
        raise Unread(("expected.span",))
    return [int(match[1]), int(match[2] or match[1])]


KINDS: dict[str, Kind] = {
    "cell": read_cell,
    "item": read_item,
    "size": read_size,
    "span": read_span,
    "given": read_given,
}
LETTERED: dict[str, Kind] = {**KINDS, "cell": read_lettered_cell}


def kinds_in(campaign: Plain) -> Mapping[str, Kind]:
    """Return the readers of values; a cell may also be written ``C3`` if the campaign's columns have letters."""
    return LETTERED if campaign.get("options", {}).get("columns") == "letters" else KINDS
