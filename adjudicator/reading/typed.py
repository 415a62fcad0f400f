"""Answers as they are typed into a form: below the question, in a quoted form, as a tick; written behind their word."""

from __future__ import annotations

import re

from adjudicator.reading import unquote
from adjudicator.reading.line_matcher import Sheet
from adjudicator.reading.lines import BULLET, PAIR, Row

_TICKS, _EMPTY = "☑☒✅✔✓", "☐◻□"
_TICKED = rf"[\[(]\s?[xX{_TICKS}]\s?[\])]|[{_TICKS}]\uFE0F?"
_BOX = re.compile(rf"\s*(?P<box>(?P<ticked>{_TICKED})|[\[(]\s?[\])]|[{_EMPTY}])\s*(?P<text>[^\[({_TICKS}{_EMPTY}]*)")
_CHOICES = re.compile(r"(?P<key>[^:()]{1,40}?)\s*\([^()]{1,60}\)\s*")
_MARK = re.compile(r"[ \t]*(?:>[ \t]?)+")


def answered(sheet: Sheet, text: str) -> str:
    """Return a message with each answer behind the word of its question, all else as it is, line for line.

    An answer below a question that is quoted makes this, and whose the quoted form is and for when, the sender's own.
    """
    before = unquote.evened(text).split("\n")
    lines = [*before]
    answers = [at for at in range(len(lines)) if _put_behind(sheet, lines, at)]
    if not answers:
        return text
    for answer in answers:
        at = answer - 1 if unquote.is_marked(before[answer]) else -1
        while at >= 0 and (not before[at].strip() or unquote.is_marked(before[at])):
            own = _MARK.sub("", before[at])
            if sheet.word_of(Row(at, own)) in ("player", "turn", "key", "orders"):
                lines[at] = own
            at -= 1
    return "\n".join(lines)


def _put_behind(sheet: Sheet, lines: list[str], at: int) -> bool:
    """Put the answer to the question on a line, if it is one, behind its word; tell whether there is one."""
    marked = unquote.is_marked(lines[at])
    own = _MARK.sub("", lines[at]) if marked else lines[at]
    bullet = BULLET.match(own)
    pair = PAIR.match((bullet["rest"] if bullet else own).strip())
    chosen = _CHOICES.fullmatch(pair["key"]) if pair else None
    key = chosen["key"] if chosen else pair["key"] if pair else ""
    order = sheet.ear.place.meaning(key.strip(), sheet.context) if sheet.list_place is None else None
    if pair is None or order is None or order not in sheet.ear.lexicon.kinds:
        return False
    value = pair["value"].partition("#")[0]
    value, below = value.strip(), [] if marked and value.strip() else _below(lines, at, marked)
    if not value and below:
        ticked = [number for number in below if _BOX.match(lines[number].strip())]
        value = " ".join(lines[number].strip() for number in (ticked or below[:1]))
        below = ticked or below[:1]
    else:
        below = []
    said = _ticked(sheet, order, value)
    said = value if said is None and (below or (chosen and not marked)) else said
    if said is None or not said or sheet.ear.lexicon.value(order, said) is None:
        return False
    indent = own[: len(own) - len(own.lstrip())]
    lines[at] = f"{indent}{key.strip()}: {said}"
    for number in below:
        lines[number] = ""
    return True


def _below(lines: list[str], at: int, marked: bool) -> list[int]:
    """Return the lines below a question that may answer it: the next that stands there, and those that go on with it.

    Below a question that is quoted it is none that is.
    """
    found: list[int] = []
    for number in range(at + 1, len(lines)):
        text = lines[number].strip()
        if unquote.is_marked(lines[number]) or PAIR.match(text):
            break
        if text and not text.startswith("#"):
            found.append(number)
        elif found or (not text and not marked):
            break
    return found


def _ticked(sheet: Sheet, order: str, value: str) -> str | None:
    """Return what is ticked: a word of several, or yes where nothing stands beside the tick; None for anything else."""
    bare = re.sub(rf"\s*(?:{_TICKED})\s*$", "", value)
    if bare and bare != value and not _BOX.search(bare):
        return bare
    boxes = list(_BOX.finditer(value))
    if not boxes or "".join(box[0] for box in boxes).strip() != value:
        return None
    ticked = [box["text"].strip(" ,;/") for box in boxes if box["ticked"]]
    if len(ticked) != 1:
        return None
    yes = sheet.context.vocabulary.word("booleans", "true", sheet.context.language)
    return ticked[0] or (yes if len(boxes) == 1 and sheet.ear.lexicon.value(order, yes) is not None else None)
