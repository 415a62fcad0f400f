"""The MJ's answers as he sent them: without the words around them, each line as a file of answers has it.

What stands around is left out and told, but for what may be an answer itself. No word of an answer is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from adjudicator.core.context import Context
from adjudicator.core.faults import Phrase
from adjudicator.reading import unquote
from adjudicator.reading.excerpt import shortened, without_quoted_lines
from adjudicator.reading.lexicon import written_value
from adjudicator.reading.line_matcher import Sheet
from adjudicator.reading.lines import (
    BULLET,
    Place,
    Reading,
    Row,
    indents,
    is_quoted,
    outlined,
    pair_in,
    quoted,
    rows_of,
    say,
    top,
)
from adjudicator.reading.schemas import Schema

MOST = 16 * 1024
"""Characters of a file that is looked at so: who sends more did not type it."""
_WORDS = 3
"""Words of an answer, at most, that stand behind what is answered without a colon."""


def readings(text: str, schema: Schema, context: Context) -> Iterator[Reading]:
    """Return the ways in which a file may be read, the likeliest first; none where it is not sure what is left out."""
    sheet = Sheet(schema, context)
    plain = unquote.evened(text[: MOST + 1])
    own = unquote.without_quotes(plain)  # tags in his own words are words
    said = (Phrase("read.spaces"),) if plain != text.replace("\r\n", "\n") else ()
    cut = _bounded(sheet, without_quoted_lines(sheet, Reading(tuple(rows_of(own)), said)))
    if len(text) > MOST or cut is None:
        return
    how = list(cut.said)
    reading = replace(cut, rows=tuple(_put_right(sheet, row, how) for row in cut.rows), said=tuple(how))
    yield reading
    moved = outlined([row.text for row in reading.rows], schema, context)
    rows = tuple(Row(row.number, line) for row, line in zip(reading.rows, moved.lines, strict=True))
    if moved.sure and indents(row.text for row in rows) != indents(row.text for row in reading.rows):
        yield Reading(rows, (*reading.said, Phrase("read.indented")))


def _bounded(sheet: Sheet, reading: Reading) -> Reading | None:
    """Leave out the words around the answers; None where one of them may be an answer."""
    rows = reading.rows
    opening = [number for number, row in enumerate(rows) if sheet.opens(row)]
    if not opening:
        return None
    first = min(opening)
    last = first
    while last + 1 < len(rows) and _goes_on(sheet, rows[last + 1], after=rows[last]):
        last += 1
    around = (*rows[:first], *rows[last + 1 :])
    outside = [row for row in around if row.text.strip()]
    signed = next((number for number, row in enumerate(around) if row.text.strip() == "--"), len(around))
    if any(sheet.is_known(row) or _answer(sheet, row.text) for row in around[:signed]):
        return None
    said = (Phrase("read.around", {"lines": shortened(outside)}),) if outside else ()
    return replace(reading, rows=rows[first : last + 1], said=(*reading.said, *said))


def _goes_on(sheet: Sheet, row: Row, after: Row) -> bool:
    """Tell whether a line is one of the answers: blank, moved in, known, or right below them and like one."""
    text = row.text
    if not text.strip() or text[0] in " \t#" or sheet.is_known(row) or _answer(sheet, text) is not None:
        return True
    beside = bool(after.text.strip())
    return beside and (pair_in(text) is not None or BULLET.match(text) is not None or text.strip()[0] in "]}")


def _put_right(sheet: Sheet, row: Row, said: list[Phrase]) -> Row:
    """Write an answer without the sign of a list, with its colon, and with braces around several parts of it."""
    bullet = BULLET.match(row.text)
    space = row.text[: len(row.text) - len(row.text.lstrip())]
    text = bullet["rest"] if bullet else row.text.strip()
    if bullet:
        say(said, Phrase("read.list"))
    pair, answer = pair_in(text), _answer(sheet, text)
    if answer is not None and (pair is None or pair["sign"] != ":"):
        say(said, Phrase("read.sign"))
        text = f"{answer[0]}: {answer[1]}"
    parted = _parted(sheet, text)
    if parted != text:
        say(said, Phrase("read.list"))
    return Row(row.number, space + parted) if parted != row.text.strip() else row


def _answer(sheet: Sheet, text: str) -> tuple[str, str] | None:
    """Return what is answered and the answer of a line with some sign between them, or none."""
    places = [place for place in sheet.places if "x-names" in place.schema]
    pair = pair_in(text)
    if pair is not None:
        key, value = pair["key"].strip(), pair["value"].strip()
        return (key, value) if any(place.meaning(key, sheet.context) for place in places) else None
    words = text.strip(" .-").split()
    for size in range(1, min(_WORDS, len(words) - 1) + 1):
        key, value = " ".join(words[:-size]), " ".join(words[-size:])
        for place in places:
            known = place.meaning(key, sheet.context)
            kinds = place.part(known).schema.get("x-read", ()) if known else ()
            if known and written_value(kinds, value, sheet.context) is not None:
                return key, value
    return None


def _parted(sheet: Sheet, text: str) -> str:
    """Write « swap of Zoé: fails, reason: too late » with braces around the parts of the answer."""
    pair = pair_in(text)
    if pair is None or pair["value"].strip()[:1] in ("{", "[", '"', ""):
        return text
    for place in sheet.places:
        known = place.meaning(pair["key"].strip(), sheet.context) if "x-names" in place.schema else None
        inner = place.inner(known) if known else None
        if inner is not None and (parts := _parts(sheet, inner, pair["value"].strip())):
            return f"{pair['key'].strip()}: {{{', '.join(parts)}}}"
    return text


def _parts(sheet: Sheet, inner: Place, value: str) -> list[str]:
    """Return the parts of an answer, the first of which stands without its word; none where there is but one."""
    words = re.compile(r"[,;]\s*+(?P<key>[^,;:]{1,30}?)\s*+:\s*")
    cuts = [cut for cut in words.finditer(value) if inner.meaning(cut["key"], sheet.context)]
    if not cuts or not (needed := inner.schema.get("required", ())):
        return []
    word = sheet.context.vocabulary.word(inner.schema["x-keys"], needed[0], sheet.context.language)
    ends = [*(cut.start() for cut in cuts[1:]), len(value)]
    texts = [f"{cut['key']}: {_quoted(value[cut.end() : end])}" for cut, end in zip(cuts, ends, strict=True)]
    return [f"{word}: {value[: cuts[0].start()].strip()}", *texts]


def _quoted(text: str) -> str:
    text = text.strip()
    return text if is_quoted(text) else quoted(text)


def holder_of(key: str, schema: Schema, context: Context) -> str | None:
    """Return the word below which a word belongs that stands at the top of a file; None for any other."""
    for name in schema["properties"]:
        inner = top(schema).inner(name)
        if inner is not None and inner.meaning(key, context) is not None:
            return str(name)
    return None
