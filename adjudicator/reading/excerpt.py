"""What of a message is meant: not what it quotes, nor the words around the orders; of several blocks each one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.core.faults import Filling, Listed, Phrase
from adjudicator.reading import posts
from adjudicator.reading.around import Around
from adjudicator.reading.clauserows import sentences_in
from adjudicator.reading.rows import BULLET, Reading, Row, pair_in, rows_of
from adjudicator.reading.sheet import Sheet


def chosen(sheet: Sheet, text: str) -> Iterator[Reading]:
    """Return a message without what it quotes; of several blocks of code each one that may be orders."""
    plain = posts.plain(text)
    own = posts.unquoted(plain)
    looked_at = {
        "read.struck": posts.has_struck(text),
        "read.spaces": _margins(plain) != _margins(posts.unstruck(text)),
        "read.quote": own != plain,
        "read.tags": posts.untagged(own) != own,
    }
    said = tuple(Phrase(key) for key, done in looked_at.items() if done)
    blocks = [(block, _rows_in(own, block)) for block in posts.blocks(own)]
    orders = [(block, rows) for block, rows in blocks if any(map(sheet.opens, rows))]
    dead = [block for block, rows in blocks if any(map(sheet.opens, rows)) or not posts.has_words(rows)]
    outside = unquoted(sheet, Reading(tuple(rows_of(posts.untagged(posts.blank(own, dead if orders else []))))))
    for _, rows in orders:
        block = Reading(tuple(rows), (*said, Phrase("read.block")))
        yield without(sheet, block, [row for row in outside.rows if row.text.strip()])
    if not orders:
        yield replace(outside, said=(*said, *outside.said))


def _rows_in(text: str, block: re.Match[str]) -> list[Row]:
    return rows_of(posts.untagged(block[1]), text.count("\n", 0, block.start(1)))


def _margins(text: str) -> list[str]:
    """Return what stands before the first word of each line."""
    return [line[: len(line) - len(line.lstrip())] for line in text.splitlines() if line.strip()]


def unquoted(sheet: Sheet, reading: Reading) -> Reading:
    """Leave out the lines that a mail quotes: those marked, and all after the head of another's message."""
    kept: list[Row] = []
    number = 0
    while number < len(reading.rows):
        row, following = reading.rows[number], reading.rows[number : number + _HEAD]
        broken = posts.broken_attribution([other.text for other in following])
        attributed = broken > 0 or posts.is_attribution(row.text)
        below = attributed or posts.begins_a_mail(following)
        if below and _holds_a_file(sheet, kept, headed=attributed or posts.has_head(following)):
            break
        if _is_aside_of_quotes(sheet, reading.rows, number, kept):
            kept.append(Row(row.number, row.text.lstrip("> ")))
        elif not attributed and not posts.is_marked(row.text):
            kept.append(row)
        number += broken or 1
    if len(kept) == len(reading.rows):
        return reading
    return replace(reading, rows=tuple(kept), said=(*reading.said, Phrase("read.quote")))


def _is_aside_of_quotes(sheet: Sheet, rows: Sequence[Row], number: int, kept: Sequence[Row]) -> bool:
    """Tell whether a marked line stands alone below orders: nobody is quoted so, and it may be the sender's own."""
    if not posts.is_marked(rows[number].text):
        return False
    around = [*rows[max(number - 2, 0) : number], *rows[number + 1 : number + 2]]
    others = any(posts.is_marked(other.text) or posts.is_attribution(other.text) for other in around)
    return not others and _holds_a_file(sheet, kept, headed=False)


_HEAD = 5
"""Lines in which the head of a mail is known."""


def _holds_a_file(sheet: Sheet, rows: Sequence[Row], headed: bool) -> bool:
    """Tell whether a line is of an order file: where some say whose they are, and for when, an order alone is.

    So it is above what is surely another's mail, ``headed`` by who sent it: a mere rule may part anything.
    """
    named = headed and any(map(sheet.is_name, rows)) and any(map(sheet.is_turn, rows))
    known = named or sheet.context.sender is not None
    return any(sheet.opens(row) or (known and sheet.is_known(row)) for row in rows)


def bounded(sheet: Sheet, reading: Reading) -> Reading:
    """Leave out the words around the orders; one that speaks of orders itself is a fault of the reading."""
    rows = reading.rows
    opening = [number for number, row in enumerate(rows) if sheet.opens(row)]
    known = [number for number, row in enumerate(rows) if sheet.is_known(row) or sheet.is_listed(row)]
    if not any(sheet.word_of(rows[number]) in (sheet.section, "players") for number in opening):
        # An order may then stand above them all.
        opening += [number for number in known if opening and sheet.is_order(rows[number])]
    first = min(opening or known, default=0)
    again = _said_again(sheet, rows)
    last = max(_last(sheet, rows, known, again), first) if known else len(rows) - 1
    kept: list[Row] = []
    outside: list[Row] = []
    sentences = sentences_in(sheet, rows)
    last = max([last, *(number for number, row in enumerate(rows) if row in sentences)]) if known else last
    for number, row in enumerate(rows):
        inside = first <= number <= last and (not row.text.strip() or _may_be_orders(sheet, row, kept))
        inside = (inside and row not in again) or row in sentences
        (kept if inside or not known else outside).append(row)
    return without(sheet, replace(reading, rows=tuple(kept)), [row for row in outside if row.text.strip()])


def _said_again(sheet: Sheet, rows: Sequence[Row]) -> list[Row]:
    """Return the lines that say in words an order which a line above them gives as a file does: « I vote yes »."""
    place, context = sheet.ear.place, sheet.context
    again: list[Row] = []
    given: set[str | None] = set()
    for row in rows:
        pair = pair_in(row.text)
        if sheet.opens(row):
            given = set()
        elif pair is not None and pair["value"].partition("#")[0].strip():
            given.add(place.meaning(pair["key"].strip(), context))
        elif given - {None} and sheet.is_worded(row):
            said = [place.meaning(one.word, context) for way in sheet.ear.written(row.text.strip()) for one in way]
            again += [row] if given & {*said} - {None} else []
    return again


def _last(sheet: Sheet, rows: Sequence[Row], known: Sequence[int], again: Sequence[Row]) -> int:
    """Return which line is the last of the orders: after the last that is known, what goes on with it."""
    last = max(known)
    for number in range(last + 1, len(rows)):
        row = rows[number]
        pair = None if sheet.is_aside(row) else pair_in(row.text)
        beside = last == number - 1 and (pair is not None or sheet.is_note(rows[last]))
        if row.text.strip() and row not in again and (beside or _goes_on(sheet, row)):
            last = number
    return last


def _goes_on(sheet: Sheet, row: Row) -> bool:
    """Tell whether a line after the orders is one of them though its word is not known."""
    pair = None if sheet.is_aside(row) else pair_in(row.text)
    if BULLET.match(row.text) or row.text.strip().startswith("#") or sheet.is_worded(row):
        return True
    return pair is not None and (sheet.is_near(pair["key"]) or sheet.ear.speaks_of_orders(row.text))


def _may_be_orders(sheet: Sheet, row: Row, before: Sequence[Row]) -> bool:
    """Tell whether a line among the orders is one: a pair, a part of a list, a remark; or goes on with a note."""
    text = row.text.strip()
    if set(text) <= {"-", "."}:  # of YAML, between two files
        return len(text) > 2
    written = [other for other in before if other.text.strip()]
    goes_on = bool(written) and (sheet.is_note(written[-1]) or _is_open(written))
    return (
        (pair_in(text) is not None and not sheet.is_aside(row))
        or BULLET.match(text) is not None
        or text[:1] in "#]})"
        or goes_on
        or sheet.is_worded(row)
    )


def without(
    sheet: Sheet, reading: Reading, outside: Sequence[Row], sender: str | None = None, turn: int | None = None
) -> Reading:
    """Say which lines were left out of a reading; those that its sender is asked about are its faults.

    Whose the orders are, and for which ``turn``, they say themselves, where no ``sender`` is given. What says above all
    of them that they are the right ones turns none of them: what they correct was sent before.
    """
    sender = sender or sheet.only_sender(reading.rows) or sheet.context.sender
    head = posts.head(outside)
    senders = [row for row in outside[:head] if posts.is_sender(row.text)]
    outside = [row for row in outside[head:] if not row.text.strip().startswith("#")]  # remarks are of YAML
    said = [Phrase("read.head")] if head else []
    said += [Phrase("read.around", {"lines": shortened(outside)})] if outside else []
    turn = turn or sheet.turn_in(reading.rows) or sheet.context.turn
    first = min((row.number for row in reading.rows if row.text.strip()), default=0)
    above = [row for row in outside if row.number < first]
    correcting = [row for at, row in enumerate(above) if sheet.besides.corrects(row.text, _text_of(above[at + 1 :]))]
    around = Around(sheet, reading.rows, sender, turn)
    faults = [*around.faults([row for row in outside if row not in correcting]), *map(around.naming, senders)]
    return Reading(reading.rows, (*reading.said, *said), (*reading.faults, *filter(None, faults)))


def _text_of(rows: Sequence[Row]) -> str:
    return "\n".join(row.text for row in rows)


def _is_open(rows: Sequence[Row]) -> bool:
    """Tell whether a bracket is open after some lines."""
    text = "".join(row.text for row in rows)
    return any(text.count(opening) > text.count(closing) for opening, closing in ("[]", "{}", "()"))


def shortened(rows: Sequence[Row]) -> Filling:
    """Return lines left out as they are said: those that are long by their first words."""
    texts = [row.text.strip() for row in rows]
    shown = texts if len(texts) <= _ROWS else texts[: _ROWS - 1]
    lines = [text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1].rstrip()}…" for text in shown]
    more = [Phrase("read.more", {"count": len(texts) - len(lines)})] if len(lines) < len(texts) else []
    return Listed((*(Phrase("read.line", {"line": line}) for line in lines), *more))


_SHOWN, _ROWS = 60, 12
