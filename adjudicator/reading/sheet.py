"""The order file that a message is read against: which words may open its lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from adjudicator.core.context import Context, read_integer
from adjudicator.core.faults import Unread
from adjudicator.core.words import fold, spaced
from adjudicator.reading.besides import Besides
from adjudicator.reading.lexicon import written_value
from adjudicator.reading.outline import Place, top
from adjudicator.reading.prose import Ear
from adjudicator.reading.rows import BULLET, Row, pair_in
from adjudicator.reading.schemas import Schema

_BETWEEN = re.compile(r"(\s*(?::|=>?|->|→|\s[-–—]\s)\s*|\s+)")

NUMBERED = re.compile(r"(?P<word>[^\W\d]+)\s*n?°?\s*(?P<number>\d{1,6})(?![\w-])")
"""A word with a number behind it, as « turn 4 »; a key, « T47Y-3EFM », is none."""
_SAID = 2
"""Words that are said to somebody, at least."""
_WORDS = 5
"""Words of which a line may be a pair of the file whose word is misspelt."""


@dataclass(frozen=True)
class Sheet:
    """An order file of a ``schema``, filled in in the words of a ``context``."""

    schema: Schema
    context: Context

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The places at which lines may stand in it, the outermost first."""
        return tuple(_places(top(self.schema)))

    @cached_property
    def ear(self) -> Ear:
        """Recognises its orders in words."""
        inner = top(self.schema).inner("orders")
        return Ear(inner or top(self.schema), self.context)

    @property
    def besides(self) -> Besides:
        """Recognises what is said besides its orders."""
        return self.ear.besides

    @cached_property
    def section(self) -> str:
        """The word above what is ordered in it: ``orders``, or that of a captain's file."""
        whole = self.places[0]
        names = [name for name in whole.schema.get("properties", {}) if name not in ("players", "standing")]
        return next((name for name in names if whole.inner(name)), "orders")

    @property
    def may_be_nothing(self) -> bool:
        """Whether it may say that nothing is ordered."""
        return self.section == "orders" and "x-nothing" in self.ear.place.schema

    @property
    def may_stand(self) -> bool:
        """Whether it may hold standing orders."""
        return self.section == "orders" and self.places[0].inner("standing") is not None

    @property
    def nothing_standing(self) -> str:
        """The line that takes standing orders back."""
        words, language = self.context.vocabulary, self.context.language
        return f"{words.word('envelope', 'standing', language)}: {words.word('nothing', 'nothing', language)}"

    def turns_named(self, text: str) -> list[int]:
        """Return the turns that a text names."""
        named = NUMBERED.finditer(text)
        return [int(n["number"]) for n in named if self.context.vocabulary.meaning("envelope", n["word"]) == "turn"]

    def is_name(self, row: Row) -> bool:
        """Tell whether a line is a player's name alone, or with a turn."""
        players = self.context.players
        return players is not None and players.find(NUMBERED.sub("", row.text).strip(" ,;.-")) is not None

    def is_polite(self, text: str) -> bool:
        """Tell whether a text greets, thanks or says who writes it, for which turn, and nothing else."""
        players, words = self.context.players, spaced(NUMBERED.sub("", text)).replace(" mj ", " ")
        for phrase in sorted(self.besides.naming, key=len, reverse=True):
            words = words.replace(f" {phrase} ", " ")
        named = " ".join(players.within(text)) if players else ""
        return words.strip() in ("", spaced(named).strip()) or self.besides.thanks(text, named)

    def is_turn(self, row: Row) -> bool:
        """Tell whether a line names a turn, and says hardly more."""
        return bool(self.turns_named(row.text)) and len(row.text.split()) <= _WORDS

    def names_orders(self, text: str) -> bool:
        """Tell whether a text has the word for orders."""
        words = spaced(text)
        return any(spaced(form) in words for form in self.context.vocabulary.forms("envelope", "orders"))

    def turn_in(self, rows: Sequence[Row]) -> int | None:
        """Return the turn that lines say they are for, if they say one."""
        pairs = [pair_in(row.text) for row in rows if self.word_of(row) == "turn"]
        with suppress(Unread):
            return next((read_integer(pair["value"], self.context) for pair in pairs if pair), None)
        return None

    def word_of(self, row: Row) -> str | None:
        """Return the canonical word around orders that a line begins with, or None."""
        pair = pair_in(row.text)
        return self.places[0].meaning(pair["key"].strip(), self.context) if pair else None

    @cached_property
    def list_place(self) -> Place | None:
        """Where it lists names and what each gets, as a captain's file does; None in any other."""
        place = self.places[0].inner(self.section)
        return place if place is not None and "x-names" in place.schema else None

    def given_in(self, text: str) -> tuple[str, str] | None:
        """Return the name and the value of « Zoé archer », « Zoé : (1,1) », where the file gives something to each."""
        place = self.list_place
        words = _BETWEEN.split(text.strip(" ,;.\t")) if place else []
        for size in range(len(words) - 2, 0, -2):
            name, value = "".join(words[:size]).strip(), "".join(words[size + 1 :]).strip()
            known = self._value_for(place, name, value) if place and place.meaning(name, self.context) else None
            if known is not None:
                return name if name[0].isalnum() else json.dumps(name, ensure_ascii=False), known
        return None

    def _value_for(self, place: Place, name: str, value: str) -> str | None:
        """Return what a list gives to a ``name``, also behind « in » or « on cell »; None where it gives nothing."""
        kinds, words = place.part(name).schema.get("x-read", ()), value.split()
        while (known := written_value(kinds, " ".join(words), self.context)) is None:
            if len(words) < 2 or fold(words[0]) not in self.besides.placing:
                return None
            del words[0]
        return known

    def is_listed(self, row: Row) -> bool:
        """Tell whether a line gives something to one of those whom the file lists, whatever the sign between them."""
        if self.list_place is None:
            return False
        bullet = BULLET.match(row.text)
        return self.given_in(bullet["rest"] if bullet else row.text) is not None

    def opens(self, row: Row) -> bool:
        """Tell whether a line begins with a word that stands around orders."""
        return self.word_of(row) is not None

    def is_order(self, row: Row) -> bool:
        """Tell whether a line begins with a word that stands among the orders themselves, or a name in a list."""
        pair = pair_in(row.text)
        place = self.list_place or self.ear.place
        known = pair is not None and place.meaning(pair["key"].strip(), self.context) is not None
        return known or self.is_listed(row)

    def is_known(self, row: Row) -> bool:
        """Tell whether a line begins with a word or a name that has a place somewhere in the file."""
        pair = pair_in(row.text)
        return pair is not None and any(place.meaning(pair["key"].strip(), self.context) for place in self.places)

    def is_near(self, key: str) -> bool:
        """Tell whether a word is nearly one of the file."""
        words = self.context.vocabulary
        places = [place.schema["x-keys"] for place in self.places if "x-keys" in place.schema]
        return any(words.nearest(place, key, self.context.language) for place in places)

    def is_nearly_around(self, key: str) -> bool:
        """Tell whether a word is nearly one that stands around orders: no number makes it one."""
        words, place = self.context.vocabulary, self.places[0].schema["x-keys"]
        return key.isalpha() and words.nearest(place, key, self.context.language) is not None

    def is_of_a_camp(self, row: Row) -> bool:
        """Tell whether a line says which camp's orders these are, in a file that is no camp's."""
        pair = pair_in(row.text)
        known = self.context.vocabulary.meaning("envelope", pair["key"].strip()) if pair else None
        return known == "camp" and not self.places[0].takes("camp")

    def sender_of(self, row: Row) -> str | None:
        """Return whose orders a line says that they are, « player: Zoé », or None."""
        pair, players = pair_in(row.text), self.context.players
        if pair is None or players is None or self.word_of(row) != "player":
            return None
        return players.find(pair["value"].strip())

    def only_sender(self, rows: Sequence[Row]) -> str | None:
        """Return whose orders some lines are, where they say that they are one player's; None for a table too."""
        senders = {name for row in rows if (name := self.sender_of(row))}
        return senders.pop() if len(senders) == 1 else None

    def others_in(self, text: str, sender: str | None) -> list[str]:
        """Return the players whom a text names besides the ``sender``; nobody where it is not known who that is."""
        players = self.context.players
        return [name for name in players.within(text) if name != sender] if players and sender else []

    def is_aside(self, row: Row) -> bool:
        """Tell whether a line says something besides, « PS: … » or a sentence with a colon, and is none of the file."""
        pair = pair_in(row.text)
        if pair is None or self._is_to_somebody(pair["key"], pair["value"]):
            return pair is not None
        if self.is_known(row):
            return False
        return self.besides.is_aside(pair["key"]) or len(pair["key"].split()) > _WORDS

    def _is_to_somebody(self, name: str, text: str) -> bool:
        """Tell whether a line speaks to a player, « Max: are you there? », and gives him no orders."""
        players = self.context.players if self.list_place is None else None
        if players is None or players.find(name.strip(" @")) is None or len(text.split()) < _SAID or "{" in text:
            return False
        return not self.ear.speaks_of_orders(text) and self.besides.idles(text) is None

    def is_note(self, row: Row) -> bool:
        """Tell whether a line begins a player's note."""
        return self.word_of(row) == "note"

    def is_worded(self, row: Row) -> bool:
        """Tell whether a line is an order in the words of a file, but for its colon: « pull up »."""
        text = row.text.strip()
        if not text or pair_in(text) is not None:
            return False
        return any(map(bool, self.ear.written(text))) or self.given_in(text) is not None


def _places(place: Place) -> Iterator[Place]:
    yield place
    names = list(place.schema.get("properties", {})) or ([""] if "x-names" in place.schema else [])
    for name in names:
        inner = place.inner(name)
        if inner is not None:
            yield from _places(inner)
