"""Recognise what people write besides their orders.

``StopWords`` answers questions about a text: whether it greets, thanks, says that its sender orders nothing, corrects
an earlier message, takes something back, or may change the meaning of the orders next to it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from adjudicator.core.words import Vocabulary, fold, spaced

HEADS = ("begun", "said", "offered", "persons")
"""Kinds of words that by themselves show what a part of a sentence is about, and that it is no order."""
OFFERED, PERSONS, WHEN, ADDRESS, BESIDE = "offered", "persons", "when", "address", "beside"
"""Kinds of words: they offer orders, concern persons, tell a time, address somebody, or may stand next to any kind."""
LONGEST = 2000
"""The most characters of a text that are examined: nobody needs more to give orders."""

_WORD = re.compile(r"[^\W_]+")
_PLACES = (
    *("turning", "denying", "idle", "everyday", "naming", "parting", "oneself", "idling", "passing", "asides"),
    *("lasting", "correcting", "staying", "pointing"),
)


class StopWords:
    """Recognises the words of a vocabulary that are not orders."""

    def __init__(self, words: Vocabulary) -> None:
        """Use the vocabulary ``words``."""
        self._words = words

    @cached_property
    def fillers(self) -> frozenset[str]:
        """Words without a meaning of their own, folded."""
        return frozenset(fold(word) for place in ("articles", "fillers") for word in self._words.all_words(place))

    @cached_property
    def placing(self) -> frozenset[str]:
        """Words that may stand between a name and what the person gets, folded: « Zoé on the cell … »."""
        return frozenset((*self._forms("fillers", "at"), *self._forms("articles", "the")))

    @cached_property
    def naming(self) -> frozenset[str]:
        """Words with which people introduce themselves by name, folded."""
        return frozenset(phrase.strip() for phrase in self._phrases("naming"))

    def is_oneself(self, word: str) -> bool:
        """Return whether a word stands for its writer."""
        return spaced(word) in self._phrases("oneself")

    def without_lasting(self, text: str) -> str | None:
        """Return a text without the words that make its orders standing orders; None if it has no such words."""
        words = list(_WORD.finditer(text[:LONGEST]))
        forms, cut, at = [fold(word[0]) for word in words], [], 0
        while at < len(words):
            size = next((len(phrase) for phrase in self._lasting if forms[at : at + len(phrase)] == phrase), 0)
            if size:
                cut.append((words[at].start(), words[at + size - 1].end()))
            at += size or 1
        for start, end in reversed(cut):
            text = text[:start] + text[end:]
        return text if cut else None

    @cached_property
    def _lasting(self) -> list[list[str]]:
        """The words of each phrase that makes orders standing orders, the longest phrase first."""
        words = [spaced(form) for form in self._words.forms("envelope", "standing")]
        return sorted((phrase.split() for phrase in (*words, *self._phrases("lasting"))), key=len, reverse=True)

    def idles(self, text: str) -> str | None:
        """Return the rest of a text which says that its sender orders nothing; None for any other text.

        The rest is what remains of its folded words without that statement; it may be blank.
        """
        words = spaced(text)
        for phrase in self._phrases("idling"):
            if phrase in words:
                return words.replace(phrase, " ")
        telling = [word for word in words.split() if word not in self.fillers]
        passing = {phrase.strip() for phrase in self._phrases("passing")}
        return "" if telling and set(telling) <= passing else None

    def idles_outright(self, text: str) -> bool:
        """Return whether a text says that its sender orders nothing, and nothing else: « I stay »."""
        words = spaced(text)
        for phrase in self.idle_phrases:
            words = words.replace(phrase, " ")
        return words != spaced(text) and set(words.split()) <= self.fillers

    @cached_property
    def idle_phrases(self) -> list[str]:
        """The phrases of people who order nothing, the longest first, each between spaces."""
        said = [phrase for place in ("idling", "passing", "staying") for phrase in self._phrases(place)]
        return sorted(said, key=len, reverse=True)

    def thanks(self, text: str, name: str = "", is_asked: bool = False) -> bool:
        """Return whether a text says thanks or acknowledges receipt, and nothing else: « Bien reçu, merci ! ».

        The ``name`` of its sender may stand below. If the sender ``is_asked`` for something, « ok » counts as an
        answer and not as an acknowledgement.
        """
        words = spaced(text)
        kinds = ("thanks", "leave") if is_asked else ("thanks", "leave", "received")
        thanking = [spaced(form) for form in self._forms("thanking", *kinds)]
        if not any(phrase in words for phrase in thanking):
            return False
        polite = [*thanking, *(one for place in ("idle", "parting", "naming") for one in self._phrases(place))]
        for phrase in sorted(polite, key=len, reverse=True):
            words = words.replace(phrase, " ")
        said = [*spaced(name).split(), *self._forms("fillers", "and", "me", "please"), *self._forms("articles", "the")]
        return set(words.split()) <= {*said, "mj"}

    def thanks_outright(self, text: str) -> bool:
        """Return whether a text says thanks or farewell and nothing else: « ok thanks », not a mere « ok »."""
        said = map(spaced, self._forms("thanking", "thanks", "leave"))
        return any(phrase in spaced(text) for phrase in said) and self.thanks(text)

    def _forms(self, place: str, *canonical: str) -> list[str]:
        """Return the folded forms of some canonical words of a ``place`` of the vocabulary."""
        return [form for word in canonical for form in self._words.forms(place, word)]

    def unthanked(self, text: str) -> str:
        """Return a text without thanks at its end."""
        please = self._forms("fillers", "please")
        while (parts := text.rstrip(" ,;.!").rpartition(" "))[1] and fold(parts[2]) in please:
            text = parts[0]
        return text.rstrip(" ,;")

    def talk(self, words: Sequence[str]) -> set[str] | None:
        """Return the kinds of some folded words that say nothing about orders; None if any of them is unknown."""
        known, kinds, at = _talk(self._words), set(), 0
        while at < len(words):
            size = next((n for n in range(_PHRASE, 0, -1) if " ".join(words[at : at + n]) in known), 0)
            if not size:
                return None
            kinds.add(known[" ".join(words[at : at + size])])
            at += size
        return kinds

    def begins_politely(self, text: str) -> bool:
        """Return whether a text greets, thanks or wishes something in a few free words: « Thanks a bunch ».

        « merci de … » asks for something and is no thanks. Texts about their writer or reader, and texts that may
        change or take back something, do not count either.
        """
        words, known = spaced(text).split(), _talk(self._words)
        size = next((n for n in range(min(_PHRASE, len(words)), 0, -1) if known.get(" ".join(words[:n])) == "begun"), 0)
        rest = words[size:]
        asks = bool(rest) and rest[0] in self._forms("articles", "of")
        few = sum(word not in known for word in rest) <= _FREE
        return bool(size) and few and not asks and not (self.turns(text) or self.denies(text) or self.points(text))

    def tells_of(self, text: str) -> bool:
        """Return whether the text next to a name only says, in a few words, what somebody is like: « is odd »."""
        words, known = spaced(text).split(), _talk(self._words)
        at = next((n for n, word in enumerate(words) if word in self._forms("linking", "is")), len(words))
        before = all(known.get(word) in (BESIDE, ADDRESS) for word in words[:at])
        free = 0 < len(words) - at - 1 <= _FREE
        return before and free and not (self.turns(text) or self.denies(text) or self.points(text))

    def undoes(self, text: str) -> bool:
        """Return whether a text has a word that takes something back; conditions and denials may be mere talk."""
        return self._turns_by(text, "mistake", "cancel")

    def has_condition(self, text: str) -> bool:
        """Return whether a text contains « if » or « unless »."""
        forms = (*self._forms("linking", "if"), *self._forms("clauses", "if", "unless"))
        return any(spaced(form) in spaced(text) for form in forms)

    def takes_standing_back(self, text: str) -> bool:
        """Return whether a text takes standing orders back: « cancel my conditions »."""
        return self.without_lasting(text) is not None and self._turns_by(text, "cancel")

    def speaks_of_oneself(self, text: str) -> bool:
        """Return whether a text contains « I » or « my »."""
        return any(
            spaced(word) in spaced(text) for word in (*self._forms("fillers", "me"), *self._forms("oneself", "me"))
        )

    def points(self, text: str) -> bool:
        """Return whether a text mentions its writer or reader, or something nearby: « this »."""
        return any(word in spaced(text) for word in self._phrases("pointing"))

    def names_message(self, text: str) -> bool:
        """Return whether a text contains the word for a message."""
        return any(phrase in spaced(text) for phrase in self._correcting("message"))

    @cached_property
    def to(self) -> frozenset[str]:
        """Words that may precede the name of the person addressed, folded."""
        greetings = [phrase.strip() for phrase in self._phrases("naming") if phrase.strip() in _talk(self._words)]
        return frozenset((*self._forms("addressing", "to", "for"), *greetings))

    def turns(self, text: str) -> bool:
        """Return whether a text may change the meaning of what is next to it: « rather », « unless », « never »."""
        plain, pointed = _turning(self._words)
        return bool(plain.search(self.telling(text)) or pointed.search(spaced(text)))

    def corrects(self, text: str, below: str) -> bool:
        """Return whether a text above orders only says that they replace earlier ones: « Correction: ».

        A sender who admits a mistake, or asks to forget an earlier message, must also say « here they are », in the
        text or in what stands ``below`` it and above the orders. Otherwise the orders may be the ones that the sender
        takes back.
        """
        words = spaced(text)
        if not _any_of(self._words, "correcting").search(words):
            return False
        said = {kind: self._correcting(kind) for kind in ("correction", "wrong", "forget", "earlier", "here")}
        has = {kind: any(phrase in words for phrase in phrases) for kind, phrases in said.items()}
        plain, wrong = has["correction"], has["wrong"] or (has["forget"] and has["earlier"])
        here = any(phrase in words + spaced(below) for phrase in said["here"])
        if not plain and not (wrong and here):
            return False
        for phrase in sorted(self._phrases("correcting"), key=len, reverse=True):
            words = words.replace(phrase, " ")
        kept = [*self._forms("fillers", "me", "please", "and"), *self._forms("articles", "the", "of")]
        return set(words.split()) <= {*kept, "mj"}

    def _correcting(self, canonical: str) -> list[str]:
        """Return the forms of one word of people who correct themselves, each between spaces."""
        return list(map(spaced, self._words.forms("correcting", canonical)))

    def heads_standing(self, text: str) -> bool:
        """Return whether a heading only names standing orders, at most with « here » or « my »."""
        mute = {*self._forms("fillers", "me"), *self._forms("articles", "the")}
        words = [
            word for word in spaced(text).split() if word not in mute and f" {word} " not in self._correcting("here")
        ]
        return " ".join(words) in self._words.forms("envelope", "standing")

    def revises(self, text: str) -> bool:
        """Return whether a message takes back or changes what its sender sent before."""
        return self._turns_by(text, "rather", "mistake", "cancel")

    def hedges(self, text: str) -> bool:
        """Return whether the words next to « I pass my turn » may take that back; a « no » there changes nothing."""
        return self._turns_by(text, "rather", "mistake", "unless", "cancel", "later", "asking")

    def _turns_by(self, text: str, *kinds: str) -> bool:
        """Return whether a text has a word of one of these ``kinds`` of « turning » words."""
        words, known = self.telling(text), self._words
        return any(spaced(form) in words for kind in kinds for form in known.forms("turning", kind))

    def denies(self, text: str) -> bool:
        """Return whether a sentence may say what is not to be done, or what was done before: it is no order then."""
        return self.turns(text) or any(phrase in spaced(text) for phrase in self._phrases("denying"))

    def is_aside(self, word: str) -> bool:
        """Return whether a word introduces a remark besides the orders, as « PS » does."""
        return spaced(word) in self._phrases("asides")

    def is_everyday(self, value: str) -> bool:
        """Return whether a value of an order is also a word of ordinary sentences."""
        return spaced(value) in self._phrases("everyday")

    def parts(self, text: str) -> bool:
        """Return whether a line is a closing phrase; a signature stands below it."""
        return spaced(text) in self._phrases("parting")

    def telling(self, text: str) -> str:
        """Return the folded words of a text without phrases that mean nothing, each between spaces."""
        words = spaced(text)
        if _any_of(self._words, "idle").search(words):
            for idle in self._phrases("idle"):
                words = words.replace(idle, " ")
        return words

    def _phrases(self, place: str) -> list[str]:
        """Return all phrases at a ``place`` of the vocabulary, each between spaces."""
        return _said(self._words)[place]


@cache
def _said(words: Vocabulary) -> Mapping[str, list[str]]:
    """Return the phrases at each place of a vocabulary, each between spaces.

    They are read only once for all files.
    """
    return {
        place: [spaced(form) for known in words.canonical(place) for form in words.forms(place, known)]
        for place in _PLACES
    }


_FREE = 3
"""How many unknown words may follow a greeting or thanks."""
_PHRASE = 8
"""The number of words of the longest phrase that says nothing about orders."""


@cache
def _talk(words: Vocabulary) -> Mapping[str, str]:
    """Return the phrases that say nothing about orders, folded, each with its kind."""
    thanking = [fold(form) for place in ("thanking", "parting") for form in words.all_words(place)]
    talk = [(form, kind) for kind in words.canonical("talk") for form in words.forms("talk", kind)]
    known = dict.fromkeys((*thanking, *words.forms("idle", "thanks")), "said")
    return known | {" ".join(spaced(form).split()): kind for form, kind in talk}


@cache
def _any_of(words: Vocabulary, place: str) -> re.Pattern[str]:
    """Return a pattern that matches any phrase at a ``place``.

    One search is then enough, however many phrases there are.
    """
    return _pattern(_said(words)[place])


@cache
def _turning(words: Vocabulary) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return two patterns of phrases that change the meaning of orders: without and with an idle phrase inside.

    « Tell me if I may » is of the second kind: ``telling`` removes « tell me if », so it must be searched in the
    original text.
    """
    idle, turning = _said(words)["idle"], _said(words)["turning"]
    pointed = [phrase for phrase in turning if any(one in phrase for one in idle)]
    return _pattern([phrase for phrase in turning if phrase not in pointed]), _pattern(pointed)


def _pattern(phrases: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that matches any of some phrases."""
    return re.compile("|".join(map(re.escape, phrases)))
