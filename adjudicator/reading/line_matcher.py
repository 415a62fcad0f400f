"""Decide what each line of a message can be in an order file of a given schema.

``LineMatcher`` recognises headings, orders, names and notes. ``as_clauses`` and ``as_keys`` rewrite orders with
conditions as an order file has them. ``Conditionals`` recognises conditions in sentences: they are never taken as
orders.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from adjudicator.core.conditions import OR, THEN, UNLESS
from adjudicator.core.context import Context, read_integer
from adjudicator.core.faults import Phrase, Unread
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import Names, fold, spaced
from adjudicator.reading.lexicon import OrderRecogniser, bound_in, written_value
from adjudicator.reading.lines import BLANK, BULLET, Place, Row, pair_in, say, top
from adjudicator.reading.schemas import Schema
from adjudicator.reading.stop_words import StopWords

_BETWEEN = re.compile(r"(\s*(?::|=>?|->|→|\s[-–—]\s)\s*|\s+)")
"""What may stand between a name and what the person gets; captured so that the pieces can be joined again."""

NUMBERED = re.compile(r"(?<![^\W\d])(?P<word>[^\W\d]+)\s*(?:(?:n\s?[°º]?|°)\s*)?(?P<number>\d{1,6})(?![\w-])")
"""A word with a number behind it, as « turn 4 »; a key, « T47Y-3EFM », does not match.

A match begins where a word begins, and two runs of spaces have a sign between them: so a long word or a long run of
spaces takes linear time only.
"""
_SAID = 2
"""The fewest words that a remark to another player has."""
_WORDS = 5
"""The most words of a line that may still be a line « word: value » with a misspelt word."""


@dataclass(frozen=True)
class LineMatcher:
    """An order file of a ``schema``, written with the words of a ``context``."""

    schema: Schema
    context: Context

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places at which lines may stand in the file, the outermost first."""
        return tuple(_places(top(self.schema)))

    @cached_property
    def recogniser(self) -> OrderRecogniser:
        """Recognises the orders of the file in sentences."""
        inner = top(self.schema).inner("orders")
        return OrderRecogniser(inner or top(self.schema), self.context)

    @property
    def besides(self) -> StopWords:
        """Recognises what people write besides orders."""
        return self.recogniser.besides

    @cached_property
    def players(self) -> Names:
        """The names of the players; none while they are not known."""
        return self.context.players or Names(())

    @cached_property
    def section(self) -> str:
        """The canonical word above the orders: ``orders``, or the one of a captain's file."""
        whole = self.places[0]
        names = [name for name in whole.schema.get("properties", {}) if name not in ("players", "standing")]
        return next((name for name in names if whole.inner(name)), "orders")

    @property
    def may_be_nothing(self) -> bool:
        """Whether the file may say that nothing is ordered."""
        return self.section == "orders" and "x-nothing" in self.recogniser.place.schema

    @property
    def may_stand(self) -> bool:
        """Whether the file may contain standing orders."""
        return self.section == "orders" and self.places[0].inner("standing") is not None

    @property
    def nothing_standing(self) -> str:
        """The line that takes standing orders back."""
        return f"{self.context.word('envelope', 'standing')}: {self.context.word('nothing', 'nothing')}"

    def turns_named(self, text: str) -> list[int]:
        """Return the numbers of the turns that a text names."""
        return turns_named(text, self.context)

    def is_name(self, row: Row) -> bool:
        """Return whether a line is only a player's name, perhaps with a turn."""
        return self.players.find(NUMBERED.sub("", row.text).strip(" ,;.-")) is not None

    def is_turn(self, row: Row) -> bool:
        """Return whether a line names a turn and hardly anything else."""
        return bool(self.turns_named(row.text)) and len(row.text.split()) <= _WORDS

    def names_orders(self, text: str) -> bool:
        """Return whether a text contains the word for orders."""
        words = spaced(text)
        return any(spaced(form) in words for form in self.context.vocabulary.forms("envelope", "orders"))

    def turn_in(self, rows: Sequence[Row]) -> int | None:
        """Return the turn that lines « turn: … » name first; None if there is none or it is no number."""
        pairs = [pair_in(row.text) for row in rows if self.word_of(row) == "turn"]
        with suppress(Unread):
            return next((read_integer(pair["value"], self.context) for pair in pairs if pair), None)
        return None

    def word_of(self, row: Row) -> str | None:
        """Return the canonical word of the file's top level that a line begins with, or None."""
        pair = pair_in(row.text)
        return self.places[0].meaning(pair["key"].strip(), self.context) if pair else None

    @cached_property
    def list_place(self) -> Place | None:
        """The place of a list of names with what each person gets, as in a captain's file; None in any other file."""
        place = self.places[0].inner(self.section)
        return place if place is not None and "x-names" in place.schema else None

    def given_in(self, text: str) -> tuple[str, str] | None:
        """Return the name and the value in « Zoé archer », « Zoé : (1,1) » or « archer : Zoé », or None.

        Only a file that lists names has such lines. A name that begins with a sign is returned between quotation
        marks.
        """
        if self.list_place is None:
            return None
        value, sign, name = text.strip(" ,;.\t").rpartition(":" if ":" in text else " ")
        turned = self.given_at(self.list_place, f"{name.strip()} : {value.strip()}") if sign else None
        return self.given_at(self.list_place, text) or turned

    def given_at(self, place: Place, text: str) -> tuple[str, str] | None:
        """Return the same for a line at any place whose keys are names."""
        words = _BETWEEN.split(text.strip(" ,;.\t"))
        for size in range(len(words) - 2, 0, -2):
            name, value = "".join(words[:size]).strip(), "".join(words[size + 1 :]).strip()
            known = self._value_for(place, name, value) if place.meaning(name, self.context) else None
            if known is not None:
                return name if name[0].isalnum() else json.dumps(name, ensure_ascii=False), known
        return None

    def _value_for(self, place: Place, name: str, value: str) -> str | None:
        """Return the value that a list gives to ``name``, or None; skip words like « in » or « on cell » before it."""
        kinds, words = place.part(name).schema.get("x-read", ()), value.split()
        while (known := written_value(kinds, " ".join(words), self.context)) is None:
            if len(words) < 2 or fold(words[0]) not in self.besides.placing:
                return None
            del words[0]
        return known

    def is_listed(self, row: Row) -> bool:
        """Return whether a line gives something to a person in the file's list, whatever sign stands between them."""
        if self.list_place is None:
            return False
        bullet = BULLET.match(row.text)
        return self.given_in(bullet["rest"] if bullet else row.text) is not None

    def opens(self, row: Row) -> bool:
        """Return whether a line begins with a word of the file's top level."""
        return self.word_of(row) is not None

    def is_order(self, row: Row) -> bool:
        """Return whether a line begins with the word for an order, or with a name in a list."""
        pair = pair_in(row.text)
        place = self.list_place or self.recogniser.place
        known = pair is not None and place.meaning(pair["key"].strip(), self.context) is not None
        return known or self.is_listed(row)

    def is_known(self, row: Row) -> bool:
        """Return whether a line begins with a word or a name that has a place anywhere in the file."""
        pair = pair_in(row.text)
        return pair is not None and any(place.meaning(pair["key"].strip(), self.context) for place in self.places)

    def is_near(self, key: str) -> bool:
        """Return whether a word looks like one of the file's words, perhaps misspelt."""
        words = self.context.vocabulary
        places = [place.schema["x-keys"] for place in self.places if "x-keys" in place.schema]
        return any(words.nearest(place, key, self.context.language) for place in places)

    def is_nearly_around(self, key: str) -> bool:
        """Return whether a word looks like one of the file's top level; words with anything but letters do not."""
        words, place = self.context.vocabulary, self.places[0].schema["x-keys"]
        return key.isalpha() and words.nearest(place, key, self.context.language) is not None

    def is_of_a_camp(self, row: Row) -> bool:
        """Return whether a line says which camp the orders are for, although the file takes no camp."""
        pair = pair_in(row.text)
        known = self.context.vocabulary.meaning("envelope", pair["key"].strip()) if pair else None
        return known == "camp" and not self.places[0].takes("camp")

    def sender_of(self, row: Row) -> str | None:
        """Return the player whom a line « player: Zoé » names, or None."""
        pair = pair_in(row.text)
        return self.players.find(pair["value"].strip()) if pair and self.word_of(row) == "player" else None

    def only_sender(self, rows: Sequence[Row]) -> str | None:
        """Return the player whom lines « player: … » name; None if there is none, or more than one as in a table."""
        senders = {name for row in rows if (name := self.sender_of(row))}
        return senders.pop() if len(senders) == 1 else None

    def others_in(self, text: str, sender: str | None) -> list[str]:
        """Return the players other than ``sender`` whom a text names; none if the sender is unknown."""
        return [name for name in self.players.within(text) if name != sender] if sender else []

    def is_aside(self, row: Row) -> bool:
        """Return whether a line is a remark besides the orders, « PS: … » or a sentence with a colon."""
        pair = pair_in(row.text)
        if pair is None or self._is_to_somebody(pair["key"], pair["value"]):
            return pair is not None
        if self.is_known(row):
            return False
        return self.besides.is_aside(pair["key"]) or len(pair["key"].split()) > _WORDS

    def _is_to_somebody(self, name: str, text: str) -> bool:
        """Return whether a line speaks to a player, « Max: are you there? », rather than giving orders for them."""
        named = self.list_place is None and self.players.find(name.strip(" @")) is not None
        if not named or len(text.split()) < _SAID or "{" in text:
            return False
        return not self.recogniser.speaks_of_orders(text) and self.besides.idles(text) is None

    def is_note(self, row: Row) -> bool:
        """Return whether a line begins a player's note."""
        return self.word_of(row) == "note"

    def is_worded(self, row: Row) -> bool:
        """Return whether a line is an order in the words of a file that only lacks its colon: « pull up »."""
        text = row.text.strip()
        if not text or pair_in(text) is not None:
            return False
        return any(map(bool, self.recogniser.written(text))) or self.given_in(text) is not None


def turns_named(text: str, context: Context) -> list[int]:
    """Return the numbers of the turns that a text names, as `LineMatcher.turns_named`."""
    named = NUMBERED.finditer(text)
    return [int(n["number"]) for n in named if context.vocabulary.meaning("envelope", n["word"]) == "turn"]


def _places(place: Place) -> Iterator[Place]:
    """Yield a place and all places inside it."""
    yield place
    names = list(place.schema.get("properties", {})) or ([""] if "x-names" in place.schema else [])
    for name in names:
        inner = place.inner(name)
        if inner is not None:
            yield from _places(inner)


# Clauses (orders with conditions): their lines are rewritten as an order file has them, with braces around each clause
# and words instead of signs before numbers. This concerns only lines below « if » among standing orders.


_SIGNED = re.compile(r"(?P<key>[^\W\d][^{}\[\],:;<>=≤≥\n]*?)\s*:?\s*(?P<bound>(?:[<>]=?|=[<>]|[≤≥])\s*\w+)")
"""A limit with a sign, « proposal: > 3 », with or without the colon: YAML would take « > » for its own syntax."""


def of_clauses(sheet: LineMatcher, rows: Sequence[Row]) -> list[bool]:
    """Return for each line whether it stands below « if »."""
    within, told = False, []
    for row in rows:
        within = within and not sheet.opens(row)
        told.append(within)
        within = within or heads_clauses(sheet, row)
    return told


def heads_clauses(sheet: LineMatcher, row: Row) -> bool:
    """Return whether a line is the heading « if » of orders with conditions."""
    pair = pair_in(row.text)
    if pair is None or BULLET.match(row.text) or not sheet.may_stand:
        return False
    return sheet.context.vocabulary.meaning("clauses", pair["key"].strip()) == IF and place_of(sheet) is not None


def place_of(sheet: LineMatcher) -> Place | None:
    """Return the place of a clause in the file, or None."""
    standing = sheet.places[0].inner("standing")
    return standing.items(IF) if standing is not None else None


def is_sentence(sheet: LineMatcher, row: Row) -> bool:
    """Return whether a line is a sentence with a conditional order, « if the squad has Bruno I vote no »."""
    place = place_of(sheet) if pair_in(row.text) is None and sheet.may_stand else None
    if place is None:
        return False
    conditionals = Conditionals(place, sheet.context)
    return conditionals.begins(row.text) and conditionals.is_conditional(row.text)


def _goes_on(sheet: LineMatcher, row: Row) -> bool:
    """Return whether a line begins with « else » and so continues the conditional sentence above it."""
    place = place_of(sheet) if pair_in(row.text) is None else None
    return place is not None and Conditionals(place, sheet.context).begins_else(row.text)


def sentences_in(sheet: LineMatcher, rows: Sequence[Row]) -> list[Row]:
    """Return the conditional sentences below the heading of orders, with the « else » lines that continue them."""
    found: list[Row] = []
    within = False
    for number, row in enumerate(rows):
        goes_on = bool(found) and number > 0 and found[-1] is rows[number - 1]
        if within and (is_sentence(sheet, row) or (goes_on and _goes_on(sheet, row))):
            found.append(row)
        within = within or sheet.word_of(row) in ("orders", "standing")
    return found


def as_keys(sheet: LineMatcher, rows: Sequence[Row], said: list[Phrase]) -> list[Row]:
    """Return lines with each conditional sentence rewritten as a quoted key of the file.

    An « else » line joins the sentence that it continues. What was done is added to ``said``.
    """
    sentences = sentences_in(sheet, rows)
    put: list[Row] = []
    if sentences:
        say(said, Phrase("read.clauses"))
    for row in rows:
        text = row.text.strip().replace("\\", " ").replace('"', " ")
        if row not in sentences:
            put.append(row)
        elif put and is_sentence(sheet, row):
            put.append(Row(row.number, f'{row.margin}"{text}":'))
        else:
            put[-1] = Row(put[-1].number, f'{put[-1].text[:-2]}, {text}":')
    return put


def as_clauses(sheet: LineMatcher, rows: Sequence[Row], said: list[Phrase]) -> list[Row]:
    """Return lines with those below « if » rewritten as an order file has them; add what was done to ``said``."""
    within = zip(rows, of_clauses(sheet, rows), strict=True)
    return [_signed(sheet, _braced(sheet, row, said), said) if inside else row for row, inside in within]


def _signed(sheet: LineMatcher, row: Row, said: list[Phrase]) -> Row:
    """Return « proposal: > 3 » as « proposal: {at least: 4} » if the condition takes a number, else the same line."""
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


_COMMAS = re.compile(r"[,;](?![^{\[(]*[}\])])")
"""What separates the parts of a clause on one line, outside braces, brackets and cells."""


def _braced(sheet: LineMatcher, row: Row, said: list[Phrase]) -> Row:
    """Return « - squad has: Bruno, then: vote no » with braces."""
    item = BULLET.match(row.text)
    if item is None or item["rest"][0] in "{[":
        return row
    text = item["rest"].strip()
    text = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    parts = [part.strip() for part in _COMMAS.split(text)]
    pairs = [pair_in(part) for part in parts]
    if len(parts) < 2 or not all(pair and _word(sheet, pair["key"]) for pair in pairs):
        return row
    say(said, Phrase("read.clauses"))
    return Row(row.number, f"{item['space']}- {{{', '.join(parts)}}}")


def _word(sheet: LineMatcher, key: str) -> str:
    """Return the canonical word that a key stands for in a clause; empty if there is none."""
    place = place_of(sheet)
    return (place.meaning(key.strip(), sheet.context) if place is not None else None) or ""


# Sentences with conditional orders, « I vote no if Bruno is in », are recognised but never taken as orders: conditions
# are only read from YAML or from a form. The sender gets lines to fill in instead.


_LONGEST = 400
"""The most characters of a sentence that are examined."""
_BEFORE_FACT = 3
"""The most words between « if » and the first fact: « if it is the … »."""

Forms = list[list[str]]
"""Ways to say one thing, each as a list of folded words, the longest first."""


@dataclass(frozen=True)
class Conditionals:
    """Recognises conditions in sentences; ``place`` is the place of a clause in a schema."""

    place: Place
    context: Context

    @cached_property
    def orders(self) -> OrderRecogniser:
        """Recognises the orders in a clause."""
        return OrderRecogniser(self.place.inner(THEN) or self.place, self.context)

    @cached_property
    def may_be_nothing(self) -> bool:
        """Whether a clause may order nothing."""
        return "x-nothing" in self.place.part(THEN).schema

    @cached_property
    def denying(self) -> frozenset[str]:
        """Words that deny the fact in which they stand, folded."""
        return frozenset(self.context.vocabulary.forms("negating", "not"))

    def begins(self, text: str) -> bool:
        """Return whether a text begins with the word « if » and goes on after it."""
        words = _cut(text)
        return len(words) > 1 and _form_at(words, 0, self._ifs) > 0

    def begins_else(self, text: str) -> bool:
        """Return whether a text begins with the word « else »."""
        return _form_at(_cut(text), 0, self._elses) > 0

    def is_joined(self, text: str) -> bool:
        """Return whether a text contains the word « or »: then its facts need not all hold."""
        return bool({*self.context.vocabulary.forms("clauses", OR)}.intersection(_cut(text)))

    def speaks(self, text: str) -> bool:
        """Return whether a sentence gives a whole clause: « if » or « unless », a fact right after it, and an order."""
        words, ifs = _cut(text), [*self._forms("clauses", UNLESS), *self._ifs]
        first = next((at for at in range(len(words)) if _form_at(words, at, ifs)), None)
        if first is None:
            return False
        behind = [word for word in words[first + _form_at(words, first, ifs) :] if word not in self._mute]
        start = next((at for at in range(len(behind)) if _form_at(behind, at, self._facts)), len(behind))
        return start <= _BEFORE_FACT and start < len(behind) and any(self._ordered(text))

    def is_conditional(self, text: str) -> bool:
        """Return whether the orders in a sentence depend on a condition, even if its facts are unknown."""
        if self.speaks(text):
            return True
        words = _cut(self.orders.besides.telling(text[:_LONGEST]))
        then = self.context.vocabulary.forms("clauses", THEN)
        joined = any(word in then or _form_at(words, at, self._elses) for at, word in enumerate(words))
        has_if = any(_form_at(words, at, self._ifs) for at in range(len(words)))
        return joined and has_if and any(self._ordered(text))

    def depends(self, text: str) -> bool:
        """Return whether a standing order is said with « if » or « unless » beside it, whatever follows."""
        words, ifs = _cut(text), [*self._forms("clauses", UNLESS), *self._ifs]
        return any(_form_at(words, at, ifs) for at in range(len(words))) and any(self._ordered(text))

    def empty_clause(self) -> str:
        """Return a clause on one line with its facts and orders left to fill in."""
        then = self.context.word("clauses", THEN)
        return f"{{{BLANK}: {BLANK}, {then}: {{{BLANK}: {BLANK}}}}}"

    def _ordered(self, text: str) -> Iterator[str]:
        """Yield the words for the orders in a text."""
        text = text[:_LONGEST]
        yield from (order.word for order in self.orders.hear(text).said if order.value)
        yield from (order.word for part in re.split(r"[,;]", text) for order in self.orders.alone(part))

    @cached_property
    def _ifs(self) -> Forms:
        """The words for « if » in sentences; other words allowed in a file's clause mean « when » in a sentence."""
        return self._forms("linking", "if")

    @cached_property
    def _elses(self) -> Forms:
        """The words for « else »."""
        return self._forms("otherwise", "else")

    @cached_property
    def _facts(self) -> Forms:
        """The words for the facts of conditions, without those that also name the player or turn of a file.

        « if you like, turn 5: … » is no condition.
        """
        words = self.context.vocabulary
        around = words.canonical("envelope")
        known = [name for name in self.place.schema["properties"] if name in words.canonical("conditions")]
        forms = {tuple(form) for name in known if name not in around for form in self._forms("conditions", name)}
        return sorted(map(list, forms), key=len, reverse=True)

    @cached_property
    def _mute(self) -> frozenset[str]:
        """Words inside a fact that do not change it, folded: « an enemy is next to me »."""
        linking = (*self._forms("linking", "is"), *self._forms("linking", "there"), *self._forms("articles", "the"))
        telling = {word for form in self._facts for word in form}
        return self.denying | ({word for form in linking for word in form} - telling)

    def _forms(self, place: str, word: str) -> Forms:
        """Return the forms of a word of the vocabulary, each as a list of folded words, the longest first."""
        return sorted(map(_cut, self.context.vocabulary.forms(place, word)), key=len, reverse=True)


def _form_at(words: Sequence[str], at: int, forms: Forms) -> int:
    """Return the number of words of the form that begins at ``at``; 0 if none does."""
    return next((len(form) for form in forms if list(words[at : at + len(form)]) == form), 0)


def _cut(text: str) -> list[str]:
    """Return the words of a text, folded."""
    return re.findall(r"[^\W_]+", fold(text[:_LONGEST]))
