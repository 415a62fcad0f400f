"""The check for orders written as remarks.

A remark begins with « # » and is not read. The form has remarks of its own; if a player adds another that looks like an
order, he is asked what he meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from adjudicator.campaign.stages import Progress
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, Listed, Mark, PhraseArgument
from adjudicator.core.standing_orders import examples
from adjudicator.core.words import fold, spaced
from adjudicator.orders.form_lines import form_lines, remark_lines
from adjudicator.reading.excerpt import Around
from adjudicator.reading.lexicon import OrderRecogniser
from adjudicator.reading.line_matcher import LineMatcher
from adjudicator.reading.lines import PAIR, Row, rows_of
from adjudicator.reading.schemas import Schema
from adjudicator.speech.voice import LANGUAGES

_MOST = 16 * 1024
"""The longest file, in characters, in which remarks are checked; nobody has typed a longer one."""
_ASKED = 3
"""The most remarks that are asked about at once."""
_BROKEN = 25
"""The fewest characters of a piece of a broken form line; a shorter text may be a value copied from it."""
_LONG = 8
"""A remark of this many words may come from an older form; a remark that a player adds is shorter."""
_REMARK = re.compile(r"(?:^|(?<=\s))#[#\s]*(?P<text>.*)$")


def ordering_remarks(text: str, schema: Schema, context: Context, progress: Progress, player: str) -> list[Fault]:
    """Return a fault for each remark in a ``player``'s file that seems to order something."""
    if len(text) > _MOST:
        return []
    remarks = _Remarks(schema, context, progress, player, text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    faults = (remarks.fault(number, line, lines[: number - 1]) for number, line in enumerate(lines, 1))
    return list(islice((fault for fault in faults if fault is not None), _ASKED))


@dataclass(frozen=True)
class _Remarks:
    schema: Schema
    context: Context
    progress: Progress
    player: str
    text: str

    @cached_property
    def sheet(self) -> LineMatcher:
        """Recognises the lines of the file."""
        return LineMatcher(self.schema, self.context)

    @cached_property
    def recogniser(self) -> OrderRecogniser | None:
        """The recogniser of orders in words; None if the file pairs names with values instead."""
        return self.sheet.recogniser if self.sheet.places[0].inner("orders") else None

    @cached_property
    def own(self) -> list[str]:
        """The remarks of the player's form below its head, folded."""
        return self._remarks(self.progress.campaign.language)

    @cached_property
    def foreign(self) -> list[str]:
        """The same remarks in the other languages, since the MJ may have sent a form in one of them."""
        others = [language for language in LANGUAGES if language != self.progress.campaign.language]
        return [remark for language in others for remark in self._remarks(language)]

    def _remarks(self, language: str) -> list[str]:
        stage, campaign = self.progress.stage, self.progress.campaign
        if stage is None:
            return []
        forms, view = campaign.game.forms, self.progress.view(self.player)
        choices, standing = self.progress.choices(self.player), forms.standing_choices(view)
        voice = campaign.voice(language)
        lines = [*form_lines(choices, standing, stage, voice, examples(campaign.game.orders, view))]
        lines += remark_lines(voice.say("form.luck"))
        return [fold(line.strip(" #")) for line in lines if line.lstrip().startswith("#")]

    def fault(self, number: int, line: str, before: Sequence[str]) -> Fault | None:
        """Return the fault of a line whose remark seems to order something and is not the form's own, else None."""
        found = _REMARK.search(line)
        if found is None or not found["text"].strip():
            return None
        said, line = found["text"].strip(), line[: found.start()]
        # The « # » may be part of a text: in quotation marks or in a note.
        pair = PAIR.match(line.strip())
        noted = pair is not None and self.context.vocabulary.meaning("envelope", pair["key"].strip()) == "note"
        if line.count('"') % 2 == 1 or (noted and pair is not None and pair["value"].strip()):
            return None
        if self.recogniser and not line.strip() and self._is_below_orders(before) and (others := self._others(said)):
            values: dict[str, PhraseArgument] = {"names": Listed(tuple(others)), "player": self.player}
            return Fault("words-naming", Mark(number, found.start() + 1), said, values=values)
        if not self._orders(said, line, before) or self._is_known(said):
            return None
        return Fault("remark-order", Mark(number, found.start() + 1), said)

    def _others(self, said: str) -> list[str]:
        """Return the other players whom a remark names; none if it is the form's own."""
        players = self.context.players
        names = [name for name in players.within(said) if name != self.player] if players else []
        return [] if names and self._is_known(said) else names

    def _orders(self, said: str, line: str, before: Sequence[str]) -> bool:
        """Return whether a remark orders something.

        It does if it reads like a line of a file, or, below the first line of orders, if its words do. Behind a value
        it may explain that value in words.
        """
        pair = PAIR.match(said)
        if pair is not None and pair["value"].strip() and self._is_word(pair["key"]):
            return True
        if self.recogniser is None:
            return False
        if line.strip() and not line.rstrip().endswith(":"):
            return (
                self.recogniser.besides.turns(said) or self._says_another(said, line) or not self._explains(said, line)
            )
        if self._is_known(said):  # checked here because it is faster than recognising orders
            return False
        if line.strip() or not self._is_below_orders(before):
            return self.recogniser.speaks_of_orders(said) if line.strip() else self.recogniser.besides.undoes(said)
        short = len(said.split()) < _LONG
        doubted = short and not self.around.changes_nothing(said)
        return doubted or self.recogniser.besides.turns(said) or self.recogniser.speaks_of_orders(said)

    @cached_property
    def around(self) -> Around:
        """The text around the orders of the file."""
        stage = self.progress.stage
        return Around(self.sheet, rows_of(self.text), self.player, stage.turn if stage else None)

    def _explains(self, said: str, line: str) -> bool:
        """Return whether a remark behind a value only explains it, as « Luc's cell » does."""
        players, words = self.context.players, spaced(said)
        for name in players.within(said) if players else ():
            words = words.replace(spaced(name), " ")
        assert self.recogniser is not None
        known = [word for word in words.split() if not word.isdigit() and f" {word} " not in spaced(line)]
        return self.recogniser.besides.talk(known) is not None

    def _says_another(self, said: str, line: str) -> bool:
        """Return whether a remark behind a value names another value; numbers are ignored, as they may be results."""
        assert self.recogniser is not None
        values = [value for _, value, _ in self.recogniser.hear(said).said if value]
        return any(fold(value).split()[-1] not in fold(line) for value in values if value.isalpha())

    def _is_word(self, key: str) -> bool:
        """Return whether a word begins a line of orders, or of a part of an order."""
        whole = self.sheet.places[0]
        places = [place for name in ("orders", self.schema["$id"].rpartition(":")[2]) if (place := whole.inner(name))]
        return whole.meaning(key, self.context) in ("orders", "standing") or any(
            place.meaning(key, self.context) for place in places
        )

    def _is_below_orders(self, before: Sequence[str]) -> bool:
        """Return whether the lines of orders have begun; the lines above them are the head of the form."""
        head = ("player", "camp", "turn", "key", "note", None)
        return any(self.sheet.word_of(Row(0, line)) not in head for line in before)

    def _is_known(self, said: str) -> bool:
        """Return whether a remark is the form's own: one of its lines, or a long piece if a mail program broke it."""
        remark = fold(said)
        return _is_among(remark, self.own) or _is_among(remark, self.foreign)


def _is_among(remark: str, form: Sequence[str]) -> bool:
    return remark in form or (len(remark) >= _BROKEN and remark in " ".join(form))
