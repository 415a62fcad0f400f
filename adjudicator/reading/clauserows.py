"""The lines of orders with conditions as a file has them: each clause with the sign of a list, no sign before a number.

Only lines below « if » among standing orders are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.core.conditions import THEN
from adjudicator.core.faults import Phrase
from adjudicator.core.standing_orders import IF
from adjudicator.reading.bounds import bound_in
from adjudicator.reading.conditionals import Conditionals
from adjudicator.reading.outline import Place
from adjudicator.reading.rows import BULLET, Row, indents, pair_in, say
from adjudicator.reading.sheet import Sheet

_SIGNED = re.compile(r"(?P<key>[^\W\d][^{}\[\],:;<>=≤≥\n]*?)\s*:?\s*(?P<bound>(?:[<>]=?|=[<>]|[≤≥])\s*\w+)")
"""A bound with a sign, « proposal: > 3 », also without its colon: YAML takes the sign for one of its own."""


def of_clauses(sheet: Sheet, rows: Sequence[Row]) -> list[bool]:
    """Tell of each line whether it stands below « if »."""
    within, told = False, []
    for row in rows:
        within = within and not sheet.opens(row)
        told.append(within)
        within = within or heads_clauses(sheet, row)
    return told


def heads_clauses(sheet: Sheet, row: Row) -> bool:
    """Tell whether a line is the one below which orders with conditions stand."""
    pair = pair_in(row.text)
    if pair is None or BULLET.match(row.text) or not sheet.may_stand:
        return False
    return sheet.context.vocabulary.meaning("clauses", pair["key"].strip()) == IF and place_of(sheet) is not None


def place_of(sheet: Sheet) -> Place | None:
    """Return the place of a clause in a file, or None."""
    standing = sheet.places[0].inner("standing")
    return standing.items(IF) if standing is not None else None


def is_sentence(sheet: Sheet, row: Row) -> bool:
    """Tell whether a line is a sentence that says orders with a condition, « if the squad has Bruno I vote no »."""
    place = place_of(sheet) if pair_in(row.text) is None and sheet.may_stand else None
    if place is None:
        return False
    ear = Conditionals(place, sheet.context)
    return ear.begins(row.text) and ear.is_conditional(row.text)


def _goes_on(sheet: Sheet, row: Row) -> bool:
    """Tell whether a line below such a sentence says what is ordered otherwise."""
    place = place_of(sheet) if pair_in(row.text) is None else None
    return place is not None and Conditionals(place, sheet.context).begins_else(row.text)


def sentences_in(sheet: Sheet, rows: Sequence[Row]) -> list[Row]:
    """Return the lines below the word for orders that are such sentences, with those that say what else is ordered."""
    found: list[Row] = []
    within = False
    for number, row in enumerate(rows):
        goes_on = bool(found) and number > 0 and found[-1] is rows[number - 1]
        if within and (is_sentence(sheet, row) or (goes_on and _goes_on(sheet, row))):
            found.append(row)
        within = within or sheet.word_of(row) in ("orders", "standing")
    return found


def as_keys(sheet: Sheet, rows: Sequence[Row], said: list[Phrase]) -> list[Row]:
    """Return lines with such sentences as words of the file, in quotation marks: what they say is told with it."""
    sentences = sentences_in(sheet, rows)
    put: list[Row] = []
    if sentences:
        say(said, Phrase("read.clauses"))
    for row in rows:
        text = row.text.strip().replace("\\", " ").replace('"', " ")
        if row not in sentences:
            put.append(row)
        elif put and is_sentence(sheet, row):
            put.append(Row(row.number, f'{row.text[: len(row.text) - len(row.text.lstrip())]}"{text}":'))
        else:
            put[-1] = Row(put[-1].number, f'{put[-1].text[:-2]}, {text}":')
    return put


def as_clauses(sheet: Sheet, rows: Sequence[Row], said: list[Phrase]) -> list[Row]:
    """Return lines with those below « if » as a file has them."""
    within = of_clauses(sheet, rows)
    if not any(within):
        return list(rows)
    rows = _with_their_orders(sheet, rows, within, said)
    rows = [_braced(sheet, row, said) if inside else row for row, inside in zip(rows, within, strict=True)]
    signed = [_signed(sheet, row, said) if inside else row for row, inside in zip(rows, within, strict=True)]
    first, last = within.index(True), len(within) - within[::-1].index(True)
    return [*signed[:first], *_dashed(sheet, signed[first:last], said), *signed[last:]]


def _signed(sheet: Sheet, row: Row, said: list[Phrase]) -> Row:
    """Write « proposal: > 3 » as « proposal: {at least: 4} », where a condition asks for a number."""
    place = place_of(sheet)

    def bound(found: re.Match[str]) -> str:
        name = place.meaning(found["key"].strip(" -"), sheet.context) if place is not None else None
        asks = name is not None and place is not None and "integer" in place.part(name).schema.get("x-read", ())
        number = bound_in(found["bound"], sheet.context) if asks else None
        return f"{found['key']}: {number}" if number is not None else found[0]

    text = _SIGNED.sub(bound, row.text)
    if text == row.text:
        return row
    say(said, Phrase("read.clauses"))
    return Row(row.number, text)


def _with_their_orders(sheet: Sheet, rows: Sequence[Row], within: Sequence[bool], said: list[Phrase]) -> list[Row]:
    """Give a line « then: … » right below « - {facts} » the sign of a list: YAML has closed what it belongs to."""
    put: list[Row] = []
    for row, inside in zip(rows, within, strict=True):
        before = BULLET.match(put[-1].text) if put and inside else None
        pair = pair_in(row.text)
        closed = before is not None and before["rest"][0] == "{" and before["rest"].rstrip().endswith("}")
        if before and closed and pair and not BULLET.match(row.text) and _word(sheet, pair["key"]) == THEN:
            say(said, Phrase("read.clauses"))
            row = Row(row.number, f"{before['space']}- {row.text.strip()}")  # noqa: PLW2901
        put.append(row)
    return put


_COMMAS = re.compile(r"[,;](?![^{\[(]*[}\])])")
"""What parts a clause on one line, outside braces, brackets and cells."""
_ARROW = re.compile(r"\s*(?:=+>|-+>|→|⇒)\s*")


def _braced(sheet: Sheet, row: Row, said: list[Phrase]) -> Row:
    """Write « - squad has: Bruno, then: vote no » with braces, and an arrow before orders as « then »."""
    item = BULLET.match(row.text)
    if item is None or item["rest"][0] in "{[":
        return row
    text = item["rest"].strip()
    text = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    facts, arrow, orders = text, "", ""
    if (found := _ARROW.search(text)) and found.end() != len(text):
        facts, arrow, orders = text[: found.start()], found[0], text[found.end() :]
    parts = [part.strip() for part in _COMMAS.split(facts)]
    if len(parts) + bool(arrow) < 2 or not all(_word(sheet, pair["key"]) for pair in map(pair_in, parts) if pair):
        return row
    if not all(map(pair_in, parts)):
        return row
    if arrow:
        words = sheet.context.vocabulary
        parts.append(f"{words.word('clauses', THEN, sheet.context.language)}: {orders}")
    say(said, Phrase("read.clauses"))
    return Row(row.number, f"{item['space']}- {{{', '.join(parts)}}}")


def _dashed(sheet: Sheet, rows: list[Row], said: list[Phrase]) -> list[Row]:
    """Write several clauses without the sign of a list with it: each begins with the same word, and ends with « then ».

    Where that is not so nobody knows where the next begins.
    """
    written = [row for row in rows if row.text.strip() and not row.text.lstrip().startswith("#")]
    if not written or any(BULLET.match(row.text) for row in written):
        return rows
    margin = indents([written[0].text])[0]
    own = [row for row in written if indents([row.text])[0] <= margin]
    pairs = [pair_in(row.text) for row in own]
    words = [_word(sheet, pair["key"]) if pair else "" for pair in pairs]
    starts = [at for at, word in enumerate(words) if word == words[0]]
    ends = [at for at, word in enumerate(words) if word == THEN]
    if len(starts) < 2 or "" in words or ends != [*(at - 1 for at in starts[1:]), len(own) - 1]:
        return rows
    if any(indents([row.text])[0] != margin for row in own):
        return rows
    say(said, Phrase("read.clauses"))
    begun = {own[at].number for at in starts}
    space = " " * margin
    return [_with_dash(row, space, row.number in begun) for row in rows]


def _with_dash(row: Row, space: str, begins: bool) -> Row:
    return Row(row.number, f"{space}- {row.text.strip()}" if begins else f"  {row.text}")


def _word(sheet: Sheet, key: str) -> str:
    place = place_of(sheet)
    return (place.meaning(key.strip(), sheet.context) if place is not None else None) or ""
