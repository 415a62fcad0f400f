"""The part of a message that is meant as orders, without quotations and surrounding words.

`chosen` yields one reading per block of code with orders, or one for the whole message. `Around` decides which lines
around the orders are dropped and which ones the player is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from adjudicator.core.faults import Fault, Listed, Mark, Phrase, PhraseArgument
from adjudicator.core.words import fold, spaced
from adjudicator.reading import unquote
from adjudicator.reading.line_matcher import NUMBERED, LineMatcher, sentences_in
from adjudicator.reading.lines import BULLET, Reading, Row, pair_in, rows_of
from adjudicator.reading.stop_words import ADDRESS, BESIDE, HEADS, OFFERED, PERSONS, WHEN


def chosen(sheet: LineMatcher, text: str) -> Iterator[Reading]:
    """Yield a message without its quotations, as one reading per block of code that may hold orders.

    Without such a block, yield the whole message as one reading. If several blocks hold orders, there is one reading
    for each, and the caller decides between them.
    """
    plain = unquote.plain(text)
    own = unquote.without_quotes(plain)
    looked_at = {
        "read.struck": unquote.has_struck(text),
        "read.spaces": _margins(plain) != _margins(unquote.unstruck(text)),
        "read.quote": own != plain,
        "read.tags": unquote.untagged(own) != own,
    }
    said = tuple(Phrase(key) for key, done in looked_at.items() if done)
    blocks = [(block, rows_of(unquote.untagged(block.content), block.above)) for block in unquote.blocks(own)]
    orders = [(block, rows) for block, rows in blocks if any(map(sheet.opens, rows))]
    dead = [block for block, rows in blocks if any(map(sheet.opens, rows)) or not unquote.has_words(rows)]
    outside = without_quoted_lines(
        sheet, Reading(tuple(rows_of(unquote.untagged(unquote.blank(own, dead if orders else [])))))
    )
    for _, rows in orders:
        block = Reading(tuple(rows), (*said, Phrase("read.block")))
        yield without(sheet, block, [row for row in outside.rows if row.text.strip()])
    if not orders:
        yield replace(outside, said=(*said, *outside.said))


def _margins(text: str) -> list[str]:
    """Return the text before the first word of each line that is not blank."""
    return [line[: len(line) - len(line.lstrip())] for line in text.splitlines() if line.strip()]


def without_quoted_lines(sheet: LineMatcher, reading: Reading) -> Reading:
    """Drop the lines that a mail quotes: marked lines, and everything from the head of another mail on."""
    kept: list[Row] = []
    number = 0
    while number < len(reading.rows):
        row, following = reading.rows[number], reading.rows[number : number + _HEAD]
        broken = unquote.broken_attribution([other.text for other in following])
        attributed = broken > 0 or unquote.is_attribution(row.text)
        below = attributed or unquote.begins_a_mail(following)
        if below and _holds_a_file(sheet, kept, headed=attributed or unquote.has_head(following)):
            break
        if _is_aside_of_quotes(sheet, reading.rows, number, kept):
            kept.append(Row(row.number, row.text.lstrip("> ")))
        elif not attributed and not unquote.is_marked(row.text):
            kept.append(row)
        number += broken or 1
    if len(kept) == len(reading.rows):
        return reading
    return replace(reading, rows=tuple(kept), said=(*reading.said, Phrase("read.quote")))


def _is_aside_of_quotes(sheet: LineMatcher, rows: Sequence[Row], number: int, kept: Sequence[Row]) -> bool:
    """Return whether a line marked with « > » stands alone below orders.

    Mail programs quote with an attribution or several marked lines, so a single marked line may be the sender's own.
    """
    if not unquote.is_marked(rows[number].text):
        return False
    around = [*rows[max(number - 2, 0) : number], *rows[number + 1 : number + 2]]
    others = any(unquote.is_marked(other.text) or unquote.is_attribution(other.text) for other in around)
    return not others and _holds_a_file(sheet, kept, headed=False)


_HEAD = 5
"""Number of lines in which the head of a quoted mail must show."""


def _holds_a_file(sheet: LineMatcher, rows: Sequence[Row], headed: bool) -> bool:
    """Return whether some line is a line of an order file.

    A line with an order alone counts only if the sender is known, or if ``headed`` and other lines name a player and a
    turn. ``headed`` means that a mail head with its sender follows, which surely begins another mail. A mere rule may
    separate anything.
    """
    named = headed and any(map(sheet.is_name, rows)) and any(map(sheet.is_turn, rows))
    known = named or sheet.context.sender is not None
    return any(sheet.opens(row) or (known and sheet.is_known(row)) for row in rows)


def bounded(sheet: LineMatcher, reading: Reading) -> Reading:
    """Drop the lines before, after and between the orders that are not orders.

    A dropped line that may change the orders becomes a fault of the reading.
    """
    rows = reading.rows
    opening = [number for number, row in enumerate(rows) if sheet.opens(row)]
    known = [number for number, row in enumerate(rows) if sheet.is_known(row) or sheet.is_listed(row)]
    if not any(sheet.word_of(rows[number]) in (sheet.section, "players") for number in opening):
        # Without a word for orders above them, an order may come before all other lines of the file.
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


def _said_again(sheet: LineMatcher, rows: Sequence[Row]) -> list[Row]:
    """Return the lines that repeat in words, « I vote yes », an order given above as « vote: yes »."""
    place, context = sheet.recogniser.place, sheet.context
    again: list[Row] = []
    given: set[str | None] = set()
    for row in rows:
        pair = pair_in(row.text)
        if sheet.opens(row):
            given = set()
        elif pair is not None and pair["value"].partition("#")[0].strip():
            given.add(place.meaning(pair["key"].strip(), context))
        elif given - {None} and sheet.is_worded(row):
            said = [
                place.meaning(one.word, context) for way in sheet.recogniser.written(row.text.strip()) for one in way
            ]
            again += [row] if given & {*said} - {None} else []
    return again


def _last(sheet: LineMatcher, rows: Sequence[Row], known: Sequence[int], again: Sequence[Row]) -> int:
    """Return the index of the last line of orders, which may follow the last line with a known word."""
    last = max(known)
    for number in range(last + 1, len(rows)):
        row = rows[number]
        pair = None if sheet.is_aside(row) else pair_in(row.text)
        beside = last == number - 1 and (pair is not None or sheet.is_note(rows[last]))
        if row.text.strip() and row not in again and (beside or _goes_on(sheet, row)):
            last = number
    return last


def _goes_on(sheet: LineMatcher, row: Row) -> bool:
    """Return whether a line after the orders belongs to them although it has no known word."""
    pair = None if sheet.is_aside(row) else pair_in(row.text)
    if BULLET.match(row.text) or row.text.strip().startswith("#") or sheet.is_worded(row):
        return True
    return pair is not None and (sheet.is_near(pair["key"]) or sheet.recogniser.speaks_of_orders(row.text))


def _may_be_orders(sheet: LineMatcher, row: Row, before: Sequence[Row]) -> bool:
    """Return whether a line among the orders is one of them.

    It is one if it has the form « word: value », is a list item or a comment, continues a note or an open bracket, or
    is an order in words.
    """
    text = row.text.strip()
    if set(text) <= {"-", "."}:  # YAML separates files by « --- » and « ... »
        return len(text) > 2
    written = [other for other in before if other.text.strip()]
    text_before = "".join(other.text for other in written)
    has_open_bracket = any(text_before.count(opening) > text_before.count(closing) for opening, closing in _BRACKETS)
    goes_on = bool(written) and (sheet.is_note(written[-1]) or has_open_bracket)
    return (
        (pair_in(text) is not None and not sheet.is_aside(row))
        or BULLET.match(text) is not None
        or text[:1] in "#]})"
        or goes_on
        or sheet.is_worded(row)
    )


_BRACKETS = (("[", "]"), ("{", "}"), ("(", ")"))


def without(
    sheet: LineMatcher, reading: Reading, outside: Sequence[Row], sender: str | None = None, turn: int | None = None
) -> Reading:
    """Return a reading that records which lines ``outside`` it were left out.

    Lines that may change the orders become faults, so that the player is asked about them. ``sender`` and ``turn``
    default to those that the orders name, then to those of the context. A line above the orders that only presents them
    as corrected, « Correction: », is no fault, because it takes back an earlier message.
    """
    sender = sender or sheet.only_sender(reading.rows) or sheet.context.sender
    head = unquote.head(outside)
    senders = [row for row in outside[:head] if unquote.is_sender(row.text)]
    outside = [row for row in outside[head:] if not row.text.strip().startswith("#")]  # YAML comments
    said = [Phrase("read.head")] if head else []
    said += [Phrase("read.around", {"lines": shortened(outside)})] if outside else []
    turn = turn or sheet.turn_in(reading.rows) or sheet.context.turn
    first = min((row.number for row in reading.rows if row.text.strip()), default=0)
    above = [row for row in outside if row.number < first]
    correcting = [
        row
        for at, row in enumerate(above)
        if sheet.besides.corrects(row.text, "\n".join(other.text for other in above[at + 1 :]))
    ]
    around = Around(sheet, reading.rows, sender, turn)
    faults = [*around.faults([row for row in outside if row not in correcting]), *map(around.naming, senders)]
    return Reading(reading.rows, (*reading.said, *said), (*reading.faults, *filter(None, faults)))


def shortened(rows: Sequence[Row]) -> PhraseArgument:
    """Return the lines left out for the receipt: long lines cut short, and many lines replaced by their number."""
    texts = [row.text.strip() for row in rows]
    shown = texts if len(texts) <= _ROWS else texts[: _ROWS - 1]
    lines = [text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1].rstrip()}…" for text in shown]
    more = [Phrase("read.more", {"count": len(texts) - len(lines)})] if len(lines) < len(texts) else []
    return Listed((*(Phrase("read.line", {"line": line}) for line in lines), *more))


_SHOWN, _ROWS = 60, 12


# Lines around the orders ----------------------------------------------------------------------------------------


_CLAUSE = re.compile(r"[.,;:!?…()\[\]\"«»]+|\s[-–—]+\s")
_SIGNS = frozenset(" -–—_=*~.,;:!/\\|…()'\"’")
"""Signs that mean nothing alone. The question mark is missing because it expresses doubt."""
_ADDRESSED = re.compile(
    r"(?P<word>(?:[^\W\d]+\s+){0,3})(?P<at>@)?(?P<name>[^:,!?]{1,60}?)\s*(?:[:,!?]|\s[-–—]\s|$)(?P<rest>.*)"
)
_PROPER = re.compile(r"(?<=[\w,] )[A-ZÉÈÀÎÔ][^\W\d_A-Z]{2,}")
"""A proper name in a sentence: « Greetings from Brussels »."""
_THEIRS = re.compile(r"\b(?:ton|ta|tes|votre|vos|son|sa|ses|leur|leurs|your|his|her|their) [^\W_]+", re.IGNORECASE)
"""Something that belongs to somebody else, and so is no order of the writer."""
_YOU = re.compile(r"(?<!\w)(?:tu|te|t['’]|toi|ton|ta|tes|vous|votre|vos|you|your)(?!\w)|(?<!\w)t['’]", re.IGNORECASE)
_RULE = re.compile(r"\s*(?:--|[_—]{3,})\s*")
"""A line below which a program or a forum puts a signature."""
_SIGNED, _MOTTO, _STORY = 6, 3, 12
"""Three limits for signatures and stories.

In order: the most lines of a signature, the fewest words of a motto in it, the fewest words of a sentence that tells a
story.
"""


@dataclass(frozen=True)
class Around:
    """Judges the lines around the orders in ``rows``, which are ``sender``'s for ``turn``.

    A line is dropped only if it is known to change nothing: a greeting, thanks, a signature, a footer of a mail
    program, a word to another player, or the same order again. The player is asked about every other line.
    """

    sheet: LineMatcher
    rows: Sequence[Row]
    sender: str | None
    turn: int | None

    def faults(self, outside: Sequence[Row]) -> Iterator[Fault]:
        """Yield a fault for each line ``outside`` the orders that the player must be asked about."""
        start = self._signature(outside)
        for number, row in enumerate(outside):
            if self.sheet.is_of_a_camp(row):  # a line of the file, but this file takes no camp
                yield Fault("camp-needless", _mark(row), row.text.partition(":")[0].strip())
            elif fault := self._fault(row.text.strip(), _mark(row), signed=start < number <= start + _SIGNED):
                yield fault

    def changes_nothing(self, text: str) -> bool:
        """Return whether a line around the orders can be dropped."""
        return self._fault(text.strip(), Mark(), signed=False) is None

    def naming(self, row: Row) -> Fault | None:
        """Return the fault of a line that names a player other than the sender, or None.

        The orders may be that player's. In a file that lists players, such a line may change what the named player
        gets, so it has a fault of its own.
        """
        others = self.sheet.others_in(row.text, self.sender)
        if not others:
            return None
        text = row.text.strip()
        if self.sheet.list_place is not None:
            return Fault("words-turning", _mark(row), text)
        names: PhraseArgument = Listed(tuple(self._as_written(name, text) for name in others))
        return Fault("words-naming", _mark(row), text, values={"names": names, "player": str(self.sender)})

    def _as_written(self, name: str, text: str) -> str:
        """Return the name or alias of player ``name`` as the text writes it."""
        players = self.sheet.players
        for form in (name, *(other for other in players.others if players.find(other) == name)):
            if found := re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text, re.IGNORECASE):
                return found[0]
        return name

    def _fault(self, text: str, mark: Mark, signed: bool) -> Fault | None:
        """Return the fault of a line, or None if the line changes nothing. ``signed`` marks lines of a signature."""
        if set(unquote.unfaced(text)) <= _SIGNS or unquote.is_footer(text):
            return None
        others = self.sheet.others_in(text, self.sender)
        if (signed and not others and self._may_sign(text)) or self._is_to_another(text) or self._says_nothing(text):
            return None
        if self.sheet.may_stand and self.sheet.besides.takes_standing_back(text):
            return Fault("words-standing", mark, text, values={"line": self.sheet.nothing_standing})
        if self.sheet.may_stand and self.sheet.besides.has_condition(text):
            word = self.sheet.context.word("envelope", "standing")
            return Fault("words-if", mark, text, values={"word": word})
        if others and not self.sheet.besides.undoes(text):
            return self.naming(Row(mark.line, " " * (mark.column - 1) + text))
        around = self.sheet.recogniser.speaks_of_orders(text) and not self._is_another_value(text)
        return Fault("words-around" if around else "words-turning", mark, text)

    # A signature ---------------------------------------------------------------------------------------------------

    def _signature(self, outside: Sequence[Row]) -> int:
        """Return the index in ``outside`` of the line that opens the signature, or its length if none does.

        That line is a rule, or the sender's name below a farewell.
        """
        last = max((row.number for row in self.rows), default=0)
        for number, row in enumerate(outside):
            if row.number > last and _RULE.fullmatch(row.text):
                return number
            signs = number > 0 and self.sheet.besides.parts(outside[number - 1].text) and self._is_sender(row.text)
            if row.number > last and signs:
                return number
        return len(outside)

    def _is_sender(self, text: str) -> bool:
        named = text.strip(" ,.").split()[: len((self.sender or "").split()) + 1]
        forms = (" ".join(named), " ".join(named[:-1]))
        return self.sender is not None and self.sender in map(self.sheet.players.find, forms)

    def _may_sign(self, text: str) -> bool:
        """Return whether a line may belong to a signature, as a title or a motto does.

        Such a line names no message or order and takes nothing back.
        """
        words, besides = spaced(text).split(), self.sheet.besides
        meant = self._names_orders(text) if besides.points(text) else besides.names_message(text)
        return len(words) >= _MOTTO and not besides.undoes(text) and not meant

    # A word to somebody else ---------------------------------------------------------------------------------------

    def _is_to_another(self, text: str) -> bool:
        """Return whether a line speaks to another player, « Max, … » or « @Max … », but not about the orders."""
        if self.sender is None or self.sheet.list_place is not None:
            return False
        found = _ADDRESSED.fullmatch(text)
        name = found and self.sheet.players.find(found["name"].strip())
        word = (fold(found["word"]).split() or [""])[-1] if found else ""
        rest = found["rest"] if found else ""
        if name is None and text.startswith("@"):
            name, rest, word = self._begins_with_name(text), text, ""
        told = name not in (None, self.sender) and word in ("", *self.sheet.besides.to) and (rest or "@" in text)
        orders = self._names_orders(_THEIRS.sub("", rest)) or self.sheet.recogniser.speaks_of_orders(rest)
        theirs = _YOU.search(rest) is not None and not self.sheet.besides.speaks_of_oneself(rest)
        return bool(told) and not self.sheet.besides.undoes(rest) and (theirs or not orders)

    def _begins_with_name(self, text: str) -> str | None:
        """Return the player whose name begins a text like « @Max are you there? », or None."""
        words = text[1:].split()
        found = (self.sheet.players.find(" ".join(words[:size]).strip(":,!?")) for size in (3, 2, 1))
        return next((name for name in found if name), None) if text.startswith("@") else None

    def _names_orders(self, text: str) -> bool:
        """Return whether a text has a word for an order, for orders or for a message."""
        words, besides = spaced(text), self.sheet.besides
        orders = (form for form in self.sheet.recogniser.lexicon.orders if spaced(form) in words)
        return self.sheet.names_orders(text) or any(orders) or besides.names_message(text)

    # What says nothing of orders -----------------------------------------------------------------------------------

    def _says_nothing(self, text: str) -> bool:
        """Return whether each part of a text says nothing about orders, or repeats the given ones."""
        pair = pair_in(text)
        text = pair["value"] if pair and self.sheet.besides.is_aside(pair["key"].strip()) else text
        if "\ufffd" in text:  # lost in decoding, so probably an accented letter: try each
            return any(self._says_nothing(text.replace("\ufffd", letter)) for letter in "aceiou")
        text = unquote.unfaced(text)
        if self.sheet.besides.undoes(text):
            return False
        if self._is_talk(text, again=False):
            return self._without_the_same(text) is not None
        left = self._without_the_same(text) if self._given else None
        return (left not in (None, text) and self._is_talk(left or "", again=True)) or self._is_a_story(text)

    def _is_talk(self, text: str, again: bool) -> bool:
        """Return whether all words of a text are known to say nothing about orders.

        ``again`` says that the text also repeated an order, which was cut out of it. The rest then needs no subject of
        its own.
        """
        parts = [self._kinds(part) for part in _CLAUSE.split(text)]
        kinds = {kind for part in parts for kind in part or ()}
        named = set(self.sheet.turns_named(text)) - {self.turn}
        if not all(part is not None and self._is_whole(part, signed=_OWN in kinds) for part in parts):
            return False
        if named and (OFFERED in kinds or max(named) > (self.turn or 0)):
            return False
        if "?" in text and kinds <= {OFFERED, ADDRESS, BESIDE}:
            return False
        return again or bool(kinds & {*HEADS, _OWN}) or kinds == {ADDRESS}

    def _kinds(self, part: str) -> set[str] | None:
        """Return the kinds of words in a part of a sentence, as `StopWords.talk` names them.

        None if a word is unknown, or if together they say more than small talk.
        """
        turns = self.sheet.turns_named(part)
        words, signed = _without_forms(spaced(NUMBERED.sub("", part) if turns else part), self._forms(own=True))
        words, named = _without_forms(words, self._forms(own=False))
        places = {name for name in map(fold, _PROPER.findall(part)) if self.sheet.besides.talk([name]) is None}
        known = self.sheet.besides.talk([word for word in words.split() if word not in self._camps | places])
        if known is None and not turns and self._is_polite(part, words if named else None):
            known = {PERSONS}
        if known is None or (named and PERSONS not in known) or (WHEN in known and OFFERED in known):
            return None
        return known | ({OFFERED} if self.turn in turns else set()) | ({_OWN} if signed else set())

    def _is_polite(self, part: str, of_another: str | None) -> bool:
        """Return whether a part of a sentence, in words that are unknown, only greets or thanks somebody.

        ``of_another`` are the words beside another player's name in it, if there is one: they may say what that player
        is like.
        """
        if of_another is None:
            polite = self.sheet.besides.begins_politely(_THEIRS.sub(" ", part))
        else:
            polite = self.sheet.besides.tells_of(of_another) and not self.sheet.recogniser.speaks_of_orders(part)
        return polite and not self._names_orders(_THEIRS.sub("", part))

    def _is_whole(self, kinds: set[str], signed: bool) -> bool:
        """Return whether a part of a line makes clear by itself what or whom it is about.

        Beside the sender's name, ``signed``, less is enough.
        """
        return bool(kinds & {*HEADS}) or kinds <= {ADDRESS, _OWN} or (signed and WHEN not in kinds)

    def _forms(self, own: bool) -> list[str]:
        """Return the names and aliases of the sender or of all others, the longest first; none if it is unknown."""
        players = self.sheet.players
        known = (*players.names, *players.others) if self.sender is not None else ()
        forms = [form for form in known if (players.find(form) == self.sender) is own]
        return sorted(map(spaced, forms), key=len, reverse=True)

    @cached_property
    def _camps(self) -> frozenset[str]:
        """The words for camps and roles, as in « Luc, the savant of the blues »."""
        camps, words = self.sheet.context.camps, self.sheet.context.vocabulary
        roles = [fold(form) for form in words.all_words("roles")] if "roles" in words.places else []
        named = [fold(name) for name in camps.names] if camps else []
        return frozenset((*roles, *named, *(f"{name}s" for name in named)))

    def _pairs(self) -> list[tuple[str, str]]:
        pairs = [pair_in(row.text) for row in self.rows]
        return [(pair["key"].strip(), pair["value"].strip()) for pair in pairs if pair]

    def _is_another_value(self, text: str) -> bool:
        """Return whether a text gives an order of the rows another value than they do."""
        return any(self.sheet.recogniser.differs(word, value, text) for word, value in self._pairs())

    def _without_the_same(self, text: str) -> str | None:
        """Return a text without the orders that it repeats, or None if it orders something else."""
        recogniser, given, meaning = self.sheet.recogniser, self._given, self.sheet.context.vocabulary.meaning
        if self.sheet.besides.thanks_outright(text):
            return text
        if self._is_another_value(text):
            return None
        for named, meant in given.items():
            for part in filter(str.strip, (text, *_CLAUSE.split(text))):
                if (said := recogniser.answers(named, part)) and recogniser.lexicon.meant(named, said.value) == meant:
                    return text.replace(part, " ", 1)
        heard = recogniser.hear(text)
        for said in (one for one in heard.said if one.value):
            order = recogniser.place.meaning(said.word, self.sheet.context)
            if order is None or given.get(order) is None or recogniser.lexicon.meant(order, said.value) != given[order]:
                return None
        idles = self.sheet.besides.idles(text) is not None
        if idles and not any(meaning("nothing", value) for _, value in self._pairs()):
            return None
        return heard.unused if any(one.value for one in heard.said) else text

    @cached_property
    def _given(self) -> dict[str, str | None]:
        """The orders in the rows, each with the meaning of its value."""
        recogniser, context = self.sheet.recogniser, self.sheet.context
        meant = [(recogniser.place.meaning(word, context), value) for word, value in self._pairs()]
        return {
            order: recogniser.lexicon.meant(order, value)
            for order, value in meant
            if order and order in recogniser.lexicon.kinds
        }

    def _is_a_story(self, text: str) -> bool:
        """Return whether a long text, or one with a link, is about nobody in the game.

        It has neither « I » nor « you » nor « this », and names no message, order or player.
        """
        words = spaced(text).split()
        return (len(words) >= _STORY or "://" in text) and not (
            self.sheet.besides.points(text)
            or self.sheet.besides.undoes(text)
            or self._names_orders(text)
            or self.sheet.recogniser.speaks_of_orders(text)
            or self.sheet.others_in(text, self.sender)
        )


_OWN = "own"
"""The kind of word that stands for the sender's name."""


def _without_forms(words: str, forms: Sequence[str]) -> tuple[str, bool]:
    """Return words without these ``forms``, and whether one of them was among the words."""
    left = words
    for form in forms:
        left = left.replace(form, " ")
    return left, left != words


def _mark(row: Row) -> Mark:
    return Mark(row.number, 1 + len(row.margin))
