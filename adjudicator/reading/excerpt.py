"""What of a message is meant: not what it quotes, nor the words around the orders; of several blocks each one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.core.faults import Fault, Mark
from adjudicator.core.phrase import Filling, Listed, Phrase
from adjudicator.reading import posts
from adjudicator.reading.rows import BULLET, Reading, Row, pair_in, rows_of
from adjudicator.reading.sheet import Sheet


def chosen(sheet: Sheet, text: str) -> Iterator[Reading]:
    """Return a message without what it quotes; of several blocks of code each one that may be orders."""
    plain = posts.plain(text)
    own = posts.unquoted(plain)
    looked_at = {
        "read.spaces": _margins(plain) != _margins(text),
        "read.quote": own != plain,
        "read.tags": posts.untagged(own) != own,
    }
    said = tuple(Phrase(key) for key, done in looked_at.items() if done)
    blocks = [rows_of(posts.untagged(block[1]), own.count("\n", 0, block.start(1))) for block in posts.blocks(own)]
    orders = [block for block in blocks if any(map(sheet.opens, block))]
    for block in orders:
        yield Reading(tuple(block), (*said, Phrase("read.block")))
    if not orders:
        yield unquoted(sheet, Reading(tuple(rows_of(posts.untagged(own))), said))


def _margins(text: str) -> list[str]:
    """Return what stands before the first word of each line."""
    return [line[: len(line) - len(line.lstrip())] for line in text.splitlines() if line.strip()]


def unquoted(sheet: Sheet, reading: Reading) -> Reading:
    """Leave out the lines that a mail quotes: those marked, and all after the head of another's message."""
    kept: list[Row] = []
    for number, row in enumerate(reading.rows):
        attributed = posts.is_attribution(row.text)
        below = attributed or posts.begins_a_mail(reading.rows[number : number + _HEAD])
        if below and any(map(sheet.opens, kept)):
            break
        if not attributed and not posts.is_marked(row.text):
            kept.append(row)
    if len(kept) == len(reading.rows):
        return reading
    return replace(reading, rows=tuple(kept), said=(*reading.said, Phrase("read.quote")))


_HEAD = 5
"""Lines in which the head of a mail is known."""


def bounded(sheet: Sheet, reading: Reading) -> Reading:
    """Leave out the words around the orders; one that speaks of orders itself is a fault of the reading."""
    rows = reading.rows
    opening = [number for number, row in enumerate(rows) if sheet.opens(row)]
    known = [number for number, row in enumerate(rows) if sheet.is_known(row)]
    first = min(opening or known, default=0)
    last = max(_last(sheet, rows, known), first) if known else len(rows) - 1
    kept: list[Row] = []
    outside: list[Row] = []
    for number, row in enumerate(rows):
        inside = first <= number <= last and (not row.text.strip() or _may_be_orders(sheet, row, kept))
        (kept if inside or not known else outside).append(row)
    return without(sheet, replace(reading, rows=tuple(kept)), [row for row in outside if row.text.strip()])


def _last(sheet: Sheet, rows: Sequence[Row], known: Sequence[int]) -> int:
    """Return which line is the last of the orders: after the last that is known, what goes on with it."""
    last = max(known)
    for number in range(last + 1, len(rows)):
        row = rows[number]
        beside = last == number - 1 and (pair_in(row.text) is not None or sheet.is_note(rows[last]))
        if row.text.strip() and (beside or _goes_on(sheet, row)):
            last = number
    return last


def _goes_on(sheet: Sheet, row: Row) -> bool:
    """Tell whether a line after the orders is one of them though its word is not known."""
    pair = pair_in(row.text)
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
        pair_in(text) is not None
        or BULLET.match(text) is not None
        or text[:1] in "#]})"
        or goes_on
        or sheet.is_worded(row)
    )


def without(sheet: Sheet, reading: Reading, outside: Sequence[Row]) -> Reading:
    """Say which lines were left out of a reading; those that speak of orders are its faults."""
    outside = [row for row in outside if not row.text.strip().startswith("#")]  # remarks are of YAML
    if not outside:
        return reading
    said = Phrase("read.around", {"lines": _shortened(outside)})
    faults = tuple(
        Fault("words-around", Mark(row.number, 1 + len(row.text) - len(row.text.lstrip())), row.text.strip())
        for row in outside
        if sheet.ear.speaks_of_orders(row.text)
    )
    return Reading(reading.rows, (*reading.said, said), (*reading.faults, *faults))


def _is_open(rows: Sequence[Row]) -> bool:
    """Tell whether a bracket is open after some lines."""
    text = "".join(row.text for row in rows)
    return any(text.count(opening) > text.count(closing) for opening, closing in ("[]", "{}", "()"))


def _shortened(rows: Sequence[Row]) -> Filling:
    """Return lines left out as they are said: the first words of each, and not too many of them."""
    shown = [row.text.strip()[:_SHOWN].strip() for row in rows[:_ROWS]]
    return Listed(tuple(Phrase("read.line", {"line": text}) for text in shown))


_SHOWN, _ROWS = 30, 3
