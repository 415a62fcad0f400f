"""The lines of a message, rewritten as an order file would have them.

`put_right` yields the readings of a message, `said_by` and `meanings` read orders in words on one line. No word of an
order is changed. Each correction adds a phrase for the receipt to ``said``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from adjudicator.core.faults import Fault, Mark, Phrase
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import fold
from adjudicator.reading.excerpt import without
from adjudicator.reading.line_matcher import NUMBERED, LineMatcher, as_clauses, as_keys, of_clauses
from adjudicator.reading.lines import (
    BULLET,
    COMMAS,
    PARTS,
    Place,
    Reading,
    Row,
    escaped,
    indents,
    is_quoted,
    pair_in,
    quoted,
    say,
)

_NUMBER = re.compile(r"(?P<word>\D{1,12}?)\s*(?P<number>\d{1,6})\.?")
_DASH = re.compile(r"(\s[-–—]\s)")
_PART = re.compile(r"(?P<name>[^:=>()]{1,60}?)\s*(?::|=>?|->|→|\s[-–—]\s)\s*(?P<value>[^:={}\[\]]{1,60})")


def put_right(sheet: LineMatcher, reading: Reading) -> Iterator[Reading]:
    """Yield a reading with its lines as in an order file, or several readings if a line has several meanings."""
    if short := in_one_line(sheet, reading):
        yield from short
        return
    said = list(reading.said)
    rows = _idled(sheet, reading.rows, said)
    rows = [part for row in rows for part in _unpacked(sheet, row, said)]
    rows = as_keys(sheet, rows, said)
    rows = [_listed(sheet, row, said, of_pairs) for row, of_pairs in zip(rows, of_clauses(sheet, rows), strict=True)]
    rows = as_clauses(sheet, rows, said)
    rows = [_mapped(sheet, row, said) for row in rows]
    rows = [_signed(sheet, row, said) for row in rows]
    rows = [_with_colon(sheet, row, said) for row in rows]
    rows = [_numbered(sheet, row, said) for row in rows]
    rows = _noted(sheet, rows, said)
    rows = _with_oneself(sheet, rows, said)
    rows = _headed(sheet, rows, said)
    yield from _of_values(sheet, replace(reading, rows=tuple(rows), said=tuple(said)))


def with_head(sheet: LineMatcher, reading: Reading) -> Reading:
    """Return a reading with « Zoé » as « player: Zoé » and « turn 5 » as « turn: 5 », if no other line gives them.

    It also rewrites a heading for standing orders, and « me » in a list.
    """
    parted = replace(reading, rows=tuple(_parted_heads(sheet, reading.rows)))
    return _with_standing(sheet, _listing_oneself(sheet, _with_player(sheet, _with_turn(sheet, parted))))


def _parted_heads(sheet: LineMatcher, rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows, with « Zoé, turn 5 » above the orders split into a row with the name and one with the turn."""
    head = _head_in(sheet, rows)
    first = head.number if head and (sheet.is_order(head.below) or sheet.opens(head.below)) else None
    for number, row in enumerate(rows):
        found = NUMBERED.search(row.text) if number == first else None
        if found and sheet.turns_named(row.text):
            yield from (Row(row.number, _bare(row.text)), Row(row.number, found[0]))
        else:
            yield row


def _bare(text: str) -> str:
    """Return a line without its turn and the punctuation around it."""
    return NUMBERED.sub("", text, count=1).strip(" ,;:.–—-")


class _Head(NamedTuple):
    """A line with a player's name, alone or with a turn.

    ``number`` is its index among the rows, and ``below`` is the next row that is not blank.
    """

    number: int
    below: Row


def _head_in(sheet: LineMatcher, rows: Sequence[Row]) -> _Head | None:
    """Return the first line that names whose the orders are, or None if a line of the file precedes it.

    Other lines above it, such as a greeting, are judged with everything else around the orders.
    """
    for number, row in enumerate(rows):
        if sheet.players.find(_bare(row.text)) is not None:
            below = next((other for other in rows[number + 1 :] if other.text.strip()), None)
            return _Head(number, below) if below else None
        if sheet.is_known(row):
            return None
    return None


def _with_standing(sheet: LineMatcher, reading: Reading) -> Reading:
    """Return a reading with a heading like « My standing orders: » above orders as the word of the file."""
    rows = reading.rows
    if not sheet.may_stand or any(sheet.word_of(row) == "standing" for row in rows):
        return reading
    for number, row in enumerate(rows):
        pair = pair_in(row.text)
        if pair is None or pair["value"].strip() or not sheet.besides.heads_standing(pair["key"]):
            continue
        below = next((other for other in rows[number + 1 :] if other.text.strip()), None)
        if below and sheet.is_order(below):
            word = sheet.context.word("envelope", "standing")
            said = Phrase("read.standing", {"line": pair["key"].strip(), "word": word})
            return reading.with_row(number, Row(row.number, f"{word}:"), said)
    return reading


def _listing_oneself(sheet: LineMatcher, reading: Reading) -> Reading:
    """Return the reading of a list with « me » replaced by the sender's name.

    « me » counts where it begins a line of the list, or stands behind the word for orders.
    """
    name = sheet.only_sender(reading.rows) or sheet.context.sender
    if sheet.list_place is None or name is None:
        return reading
    rows = tuple(_listing(sheet, row, name) for row in reading.rows)
    said = () if rows == reading.rows else (Phrase("read.me", {"name": name}),)
    return replace(reading, rows=rows, said=(*reading.said, *said))


def _listing(sheet: LineMatcher, row: Row, name: str) -> Row:
    pair, bullet = pair_in(row.text), BULLET.match(row.text)
    if pair is not None and sheet.word_of(row) == sheet.section:
        return Row(row.number, row.text[: pair.start("value")] + named_oneself(sheet, pair["value"], name))
    start = bullet.start("rest") if bullet else len(row.margin)
    me = re.match(r"[^\W\d_]+(?:-[^\W\d_]+)?", row.text[start:])
    if me is None or not sheet.besides.is_oneself(me[0]) or not sheet.given_in(name + row.text[start + me.end() :]):
        return row
    return Row(row.number, row.text[:start] + name + row.text[start + me.end() :])


def _with_player(sheet: LineMatcher, reading: Reading) -> Reading:
    """Replace a player's name by « player: … », if the turn or the heading of the orders follows it."""
    head = _head_in(sheet, reading.rows)
    if head is None or sheet.word_of(head.below) not in ("turn", "standing", sheet.section):
        return reading
    first = reading.rows[head.number]
    name = sheet.players.find(first.text.strip())
    if name is None or any(sheet.word_of(row) in ("player", "players", "camp") for row in reading.rows):
        return reading
    line = Row(first.number, f"{sheet.context.word('envelope', 'player')}: {quoted(name)}")
    return reading.with_row(head.number, line, Phrase("read.player", {"name": name}))


def _with_turn(sheet: LineMatcher, reading: Reading) -> Reading:
    """Return a reading with « turn 5 » on a line of its own as « turn: 5 », if no other line gives the turn."""
    found = [(number, turn) for number, row in enumerate(reading.rows) if (turn := _turn_on(sheet, row)) is not None]
    if len(found) != 1 or any(sheet.word_of(row) == "turn" for row in reading.rows):
        return reading
    [(number, turn)] = found
    word = sheet.context.word("envelope", "turn")
    line = Row(reading.rows[number].number, f"{word}: {turn}")
    return reading.with_row(number, line, Phrase("read.turn", {"turn": turn}))


def _turn_on(sheet: LineMatcher, row: Row) -> int | None:
    """Return the turn that a line like « turn 5 » gives, or None."""
    named = sheet.turns_named(row.text)
    return named[0] if len(named) == 1 and not _bare(row.text) else None


def _idled(sheet: LineMatcher, rows: Sequence[Row], said: list[Phrase]) -> list[Row]:
    """Rewrite « orders: » followed by a single « nothing: yes » as « orders: nothing »."""
    at = next((number for number, row in enumerate(rows) if sheet.word_of(row) == "orders"), None)
    written = [row for row in rows[at + 1 :] if row.text.strip()] if at is not None else []
    inside = [row for row in written if row.text[:1] in " \t"] or written[:1]
    pairs = [pair_in(row.text) for row in inside]
    if at is None or len(pairs) != 1 or pairs[0] is None or not is_nothing(sheet, pairs[0]["key"].strip()):
        return list(rows)
    value = pairs[0]["value"].strip()
    if value and sheet.context.vocabulary.meaning("booleans", value) != "true":
        return list(rows)
    say(said, Phrase("read.list"))
    line = Row(rows[at].number, f"{rows[at].text.rstrip()} {pairs[0]['key'].strip()}")
    return [*rows[:at], line, *(row for row in rows[at + 1 :] if row is not inside[0])]


def _unpacked(sheet: LineMatcher, row: Row, said: list[Phrase]) -> list[Row]:
    """Split « player: Zoé, turn: 5, pull: up » into one row per pair."""
    if set(row.text) & set('{["#') or not sheet.is_known(row):
        return [row]
    parts = [Row(row.number, part.strip()) for part in PARTS.split(row.text)]
    if len(parts) < 2 or not all(map(sheet.is_known, parts)):
        return [row]
    say(said, Phrase("read.list"))
    pair = pair_in(row.text)
    if pair and sheet.context.vocabulary.meaning("clauses", pair["key"].strip()) == IF:  # a sentence, in one piece
        return [Row(row.number, row.text[: pair.start("value")] + quoted(pair["value"].strip()))]
    return parts


def _listed(sheet: LineMatcher, row: Row, said: list[Phrase], of_pairs: bool) -> Row:
    """Remove the list sign from a pair, and rewrite the sign of any other item as YAML's « - ».

    In a list ``of_pairs``, such as clauses, each pair keeps its sign.
    """
    found = BULLET.match(row.text)
    if found is None:
        return row
    rest = found["rest"] if of_pairs else _parted(sheet, found["rest"])
    listed = rest if pair_in(rest) and not of_pairs else f"- {rest}"
    if found["space"] + listed == row.text:
        return row
    say(said, Phrase("read.list"))
    return Row(row.number, found["space"] + listed)


def _parted(sheet: LineMatcher, text: str) -> str:
    """Rewrite « Zoé – archer » as « Zoé: archer », if the first part has a place in the file."""
    if pair_in(text) is None and (given := sheet.given_in(text)):
        return ": ".join(given)
    first, dash, rest = _DASH.split(text, maxsplit=1) if _DASH.search(text) else (text, "", "")
    return f"{first}: {rest}" if dash and sheet.is_known(Row(0, f"{first}: {rest}")) else text


def _mapped(sheet: LineMatcher, row: Row, said: list[Phrase]) -> Row:
    """Rewrite « roles: Zoé=archer, Max=savant » with braces, if each name has a place below « roles »."""
    pair = pair_in(row.text)
    inner = sheet.places[0].inner(sheet.word_of(row) or "") if pair else None
    if pair is None or inner is None or "x-names" not in inner.schema:
        return row
    split = [[_part(sheet, inner, part.strip()) for part in by.split(pair["value"].strip())] for by in (PARTS, COMMAS)]
    named = next(([part for part in parts if part] for parts in split if all(parts)), [])
    if not named:
        return row
    say(said, Phrase("read.list"))
    values = ", ".join(f"{name}: {value}" for name, value in named)
    return Row(row.number, f"{row.text[: pair.start('value')]} {{{values}}}")


def _part(sheet: LineMatcher, inner: Place, text: str) -> tuple[str, str] | None:
    """Return the name and the value of a list part such as « Zoé=archer » or « Zoé (1,1) », or None."""
    found = sheet.given_in(text)
    part = None if found else _PART.fullmatch(text)
    if part and inner.meaning(part["name"].strip(), sheet.context):
        return part["name"].strip(), part["value"].strip()
    return found


def _signed(sheet: LineMatcher, row: Row, said: list[Phrase]) -> Row:
    """Rewrite « word=value » and « word:value » as « word: value »."""
    pair = pair_in(row.text)
    if pair is None or not sheet.is_known(row):
        return row
    value = pair["value"]
    if pair["sign"] == ":" and (not value or value[0] in " \t"):
        return row
    say(said, Phrase("read.sign"))
    return Row(row.number, f"{row.margin}{pair['key'].strip()}: {value.lstrip('> ')}")


def _with_colon(sheet: LineMatcher, row: Row, said: list[Phrase]) -> Row:
    """Rewrite « pull up », « Zoé archer » or « archer: Zoé » on a line of its own as a word, a colon and its value."""
    given = sheet.given_in(row.text) if not sheet.is_known(row) else None
    if given is not None:
        say(said, Phrase("read.sign"))
        return Row(row.number, f"{row.margin}{given[0]}: {given[1]}")
    orders = sheet.recogniser.written(row.text.strip()) if sheet.is_worded(row) else []
    if len(orders) != 1 or len(orders[0]) != 1:
        return row
    say(said, Phrase("read.sign"))
    return Row(row.number, f"{row.margin}{orders[0][0].word}: {orders[0][0].value}")


def _numbered(sheet: LineMatcher, row: Row, said: list[Phrase]) -> Row:
    """Rewrite « turn: turn 1 » as « turn: 1 »."""
    pair = pair_in(row.text)
    if pair is None or sheet.word_of(row) != "turn":
        return row
    found = _NUMBER.fullmatch(pair["value"].strip())
    word = found and sheet.context.vocabulary.meaning("envelope", found["word"].strip(" .°"))
    if found is None or (word != "turn" and found["word"].strip(" .°").lower() not in ("n", "no", "nº")):
        return row
    say(said, Phrase("read.turn", {"turn": int(found["number"])}))
    return Row(row.number, row.text[: pair.start("value")] + f" {int(found['number'])}")


def _noted(sheet: LineMatcher, rows: Sequence[Row], said: list[Phrase]) -> list[Row]:
    """Join the lines of a note into its first line."""
    noted: list[Row] = []
    for row in rows:
        before = noted[-1] if noted else None
        if before and row.text.strip() and sheet.is_note(before) and pair_in(row.text) is None:
            noted[-1] = Row(before.number, _longer(before.text, row.text))
            say(said, Phrase("read.note"))
        else:
            noted.append(row)
    return noted


def _with_oneself(sheet: LineMatcher, rows: list[Row], said: list[Phrase]) -> list[Row]:
    """Replace « me » in a player's orders by the player's name."""
    name = next((found for row in rows if (found := sheet.sender_of(row))), None)
    return rows if name is None else [_naming(sheet, row, name, said) for row in rows]


def _naming(sheet: LineMatcher, row: Row, name: str, said: list[Phrase]) -> Row:
    pair = pair_in(row.text)
    if pair is None or sheet.is_note(row) or not sheet.is_known(row):
        return row
    order = sheet.recogniser.place.meaning(pair["key"].strip(), sheet.context)
    nameless = (
        order is not None
        and sheet.recogniser.lexicon.kinds[order]
        and sheet.recogniser.lexicon.value(order, name) is None
    )
    if nameless and "{" not in pair["value"]:
        return row
    value = named_oneself(sheet, pair["value"], name)
    if value == pair["value"]:
        return row
    say(said, Phrase("read.me", {"name": name}))
    return Row(row.number, row.text[: pair.start("value")] + value)


def _headed(sheet: LineMatcher, rows: list[Row], said: list[Phrase]) -> list[Row]:
    """Add the word for orders above the first order if it is missing, and move all orders below it.

    Lines such as the player or a note, which belong above the orders, may stand among them. They are moved above.
    """
    around = [sheet.word_of(row) for row in rows]
    if {sheet.section, "players"} & set(around):
        return rows
    end = around.index("standing") if "standing" in around else len(rows)
    first = next((number for number, row in enumerate(rows[:end]) if sheet.is_order(row)), None)
    # An order right below a note may belong to a sentence in the note: « note: next time I shall », « aim: … ».
    said_on = any(
        sheet.is_note(note) and sheet.is_order(order) and sheet.besides.denies(note.text)
        for note, order in pairwise(rows)
    )
    if first is None or said_on or not _is_below(sheet, rows[end:]):
        return rows
    word = sheet.context.word("envelope", sheet.section)
    say(said, Phrase("read.headed", {"word": word}))
    head, below = _parted_from_head(sheet, rows[first:end])
    return [*rows[:first], *head, Row(rows[first].number, f"{word}:"), *below, *rows[end:]]


def _is_below(sheet: LineMatcher, rows: Sequence[Row]) -> bool:
    """Return whether all orders after the first of some rows are indented below it.

    The first row is « standing: … ». An order at its margin may be an order for this stage instead.
    """
    depths = indents(row.text for row in rows[:1])
    return all(indents([row.text]) > depths for row in rows[1:] if sheet.is_order(row))


def _parted_from_head(sheet: LineMatcher, rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Split rows that begin with an order into those that belong above the orders, and the orders.

    An indented row belongs to the row before it, whatever its word. If an order without a value has lost the
    indentation of the rows below it, nobody knows which ones are its own, so all rows stay as they are.
    """
    head: list[Row] = []
    below: list[Row] = []
    part, depth = below, 0
    for number, row in enumerate(rows):
        if row.text.strip() and (not number or indents([row.text])[0] <= depth):
            pair, [depth] = pair_in(row.text), indents([row.text])
            if sheet.is_order(row):
                part = below
                after = next((indents([other.text])[0] for other in rows[number + 1 :] if other.text.strip()), depth)
                if pair and not pair["value"].strip() and after <= depth:
                    return [], list(rows)
            elif sheet.opens(row):
                part = head
        part.append(row)
    return head, below


def _of_values(sheet: LineMatcher, reading: Reading) -> Iterator[Reading]:
    """Yield a reading for each meaning of orders in words, « orders: left », or the reading unchanged."""
    for number, row in enumerate(reading.rows):
        pair = orders_in_words(sheet, row)
        texts = [*_taken_back(sheet, row), *meanings(sheet, pair["value"])] if pair else []
        for text in texts:
            assert pair is not None
            line = Row(row.number, f"{row.text[: pair.start('value')]} {text}")
            orders = text[1:-1] if text[0] == "{" else line.text.strip()
            yield reading.with_row(number, line, Phrase("read.words", {"orders": orders}))
        if texts:
            return
    yield reading


def _taken_back(sheet: LineMatcher, row: Row) -> Iterator[str]:
    """Yield the word for « nothing » if a row withdraws standing orders by « standing: no »."""
    pair, words = pair_in(row.text), sheet.context.vocabulary
    value = pair["value"].partition(" #")[0].strip() if pair and sheet.word_of(row) == "standing" else ""
    if words.meaning("booleans", value) == "false":
        yield sheet.context.word("nothing", "nothing")


def _longer(note: str, more: str) -> str:
    """Return the line of a note with another line added to it, in quotation marks."""
    pair = pair_in(note)
    assert pair is not None
    value = pair["value"].strip()
    value = value[1:-1] if is_quoted(value) else escaped(value)
    return f'{note[: pair.start("value")]} "{value} {escaped(more.strip())}"'


# Orders in words on one line, « Zoé, turn 4: left » and « orders: left » -----------------------------------------


_SHORT = re.compile(
    r"(?P<name>[^:]{1,60}?)[\s,;–—-]+(?P<word>[^\W\d]+)\s*(?:(?:n°?|°)\s*)?(?P<number>\d{1,6})"
    r"(?:\s*[:,;–—-]\s*|\s+)(?P<orders>.+)"
)
_TURN_FIRST = re.compile(
    r"(?P<word>[^\W\d]+)\s*(?:(?:n°?|°)\s*)?(?P<number>\d{1,6})[\s,;–—-]+(?P<name>[^:]{1,60}?)\s*:\s*(?P<orders>.+)"
)
_ONESELF = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_END = re.compile(r"\s*[.!?…]+(?:\s+|$)")
_END_SIGNS = 4
"""The most signs that end a sentence."""
_SHORT_WORDS = ("player", "turn", "orders")


def in_one_line(sheet: LineMatcher, reading: Reading) -> list[Reading]:
    """Return the readings of a message with a single line like « Zoé, turn 4: left », one for each of its meanings.

    Return [] for any other message. The other lines are judged as words around the orders.
    """
    lines = [row for row in reading.rows if row.text.strip()]
    found = [(row, *parts) for row in lines if (parts := said_by(sheet, row))]
    if len(found) != 1:
        return []
    row, name, match = found[0]
    orders, *others = _END.split(_with_names(sheet, match["orders"]), maxsplit=1)
    rest = "".join(others).strip()
    orders = named_oneself(sheet, orders, name)
    more = bool(sheet.players.within(rest))  # a name behind the full stop may continue a list
    beside = [Row(row.number, rest)] if rest and not more else []
    outside = [*beside, *(other for other in lines if other is not row)]
    around = without(sheet, reading, outside, name, int(match["number"]))
    player, turn, key = (sheet.context.word("envelope", word) for word in _SHORT_WORDS)
    head = f"{player}: {quoted(name)}, {turn}: {int(match['number'])}, {key}: "
    texts = meanings(sheet, orders)
    said = (*around.said, Phrase("read.short"))
    asks = "?" in match["orders"].removeprefix(orders)[:_END_SIGNS]
    faults = (
        *around.faults,
        *([Fault("words-turning", Mark(row.number), match["orders"].strip())] if asks or more else []),
    )
    rows = [(Row(row.number, "{" + head + text + "}"),) for text in texts]
    return [replace(around, rows=line, said=said, faults=faults) for line in rows]


def _with_names(sheet: LineMatcher, text: str) -> str:
    """Return a text with player names in place of aliases that hold a sign of a sentence's end, such as « Lulu! ».

    Otherwise the alias would end the sentence.
    """
    odd = [name for name in sheet.players.others if _END.search(f"{name} ")]
    for other in sorted(odd, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(other)}", sheet.players.find(other) or other, text, flags=re.IGNORECASE)
    return text


def orders_in_words(sheet: LineMatcher, row: Row) -> re.Match[str] | None:
    """Return the match of « orders: left », a line with orders in words behind the word for them, or None."""
    pair = pair_in(row.text)
    if pair is None or sheet.word_of(row) not in ("orders", "standing"):
        return None
    value = pair["value"].partition(" #")[0].strip()
    return None if not value or value[0] in "{[#|>'\"" or is_nothing(sheet, value) else pair


def meanings(sheet: LineMatcher, text: str) -> list[str]:
    """Return each meaning of orders in words or of a bare value, as an order file writes it.

    Example: « left » gives ``["{move: left}", "{pull: left}"]`` in a game where both orders take a direction.
    """
    text = text.partition(" #")[0].strip()
    if is_nothing(sheet, text):
        return [text]
    ways = sheet.recogniser.written(text) or [[said] for said in sheet.recogniser.alone(text)]
    return ["{" + ", ".join(f"{said.word}: {said.value}" for said in orders) + "}" for orders in ways]


def is_nothing(sheet: LineMatcher, text: str) -> bool:
    """Return whether a text is the word for no orders at all."""
    return sheet.context.vocabulary.meaning("nothing", text) is not None


def sentence_in(sheet: LineMatcher, row: Row) -> tuple[str | None, str, int | None] | None:
    """Return the player, the text and the turn of orders in words on a line, or None; player and turn may be None."""
    if short := said_by(sheet, row):
        name, match = short
        return name, match["orders"], int(match["number"])
    pair = orders_in_words(sheet, row)
    return (None, pair["value"], None) if pair and pair_in(pair["value"].strip()) is None else None


def said_by(sheet: LineMatcher, row: Row) -> tuple[str, re.Match[str]] | None:
    """Return the player and the parts of « Zoé, turn 4: left » or « turn 4, Zoé: left », or None for any other line."""
    text = row.text.strip()
    match = _SHORT.fullmatch(text) or _TURN_FIRST.fullmatch(text)
    name = sheet.players.find(match["name"].strip(" ,;")) if match else None
    if match is None or name is None or sheet.context.vocabulary.meaning("envelope", match["word"]) != "turn":
        return None
    return name, match


def named_oneself(sheet: LineMatcher, text: str, name: str) -> str:
    """Return a text with ``name`` in place of « me ».

    « me » stays where it is a part of a verb: « je me déplace ».
    """

    def named(word: re.Match[str]) -> str:
        if sheet.players.find(word[0]) is not None:
            return word[0]  # older games allowed a player to be called « me »
        after = _ONESELF.match(text, word.end() + 1)
        reflexive = after is not None and fold(f"{word[0]} {after[0]}") in sheet.recogniser.lexicon.spoken
        return name if sheet.besides.is_oneself(word[0]) and not reflexive else word[0]

    return _ONESELF.sub(named, text)


def in_own_words(parts: Sequence[str], text: str, name: str) -> list[str]:
    """Return the parts of ``text``, in which ``name`` replaced « me », as the sender wrote them.

    What is quoted back to a sender must be the sender's own words.
    """
    either = f"(?:{re.escape(name)}|{_ONESELF.pattern})"
    patterns = [re.escape(part).replace(re.escape(name), either) for part in parts]
    found = [re.search(pattern, text) for pattern in patterns]
    return [match[0] if match else part for match, part in zip(found, parts, strict=True)]
