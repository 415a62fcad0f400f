"""Propose an order file from a message written in sentences.

The proposal is never played: its sender gets it back, completes or corrects it, and sends it. ``answer`` recognises
replies to a question that everybody is asked, such as a vote.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.words import fold
from adjudicator.reading.lexicon import Recognised, SaidOrder
from adjudicator.reading.line_matcher import NUMBERED, LineMatcher
from adjudicator.reading.lines import BLANK, BULLET, COMMAS, PARTS
from adjudicator.reading.normalise import in_own_words, named_oneself

_CLAUSE = re.compile(r"[.,;:!?()\n]+|\s[-–—]\s")
_CLAUSES = re.compile(rf"({_CLAUSE.pattern})")


class Proposal(NamedTuple):
    """A file to send, and how certain it is."""

    lines: tuple[str, ...]
    """The lines of the file, with ``BLANK`` for what the sender has to write."""
    rest: list[str]
    """The parts of the message in which nothing was recognised."""
    sure: bool
    """Whether what was recognised has only one meaning; if not, the sender has to write the values."""
    empty: bool
    """Whether nothing was recognised."""
    player: str | None
    """The player who gives the orders, if the message says so."""
    other_turn: int | None = None
    """The turn that the message names, if no orders can be sent for it; ``lines`` name another turn then."""
    nothing: str = ""
    """The line that orders nothing; empty if that may not be sent."""
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The orders left blank that take one of a few words, each with these words."""
    unasked: bool = False
    """Whether nothing was recognised, and the player is not asked for any orders."""
    thanks: bool = False
    """Whether the message says thanks, and nothing else."""


class MessageContext(NamedTuple):
    """What is known about a message besides its words."""

    turn: int | None
    """The turn for which orders are expected."""
    player: str | None = None
    """The sender."""
    keyed: bool = False
    """Whether an order file needs a key."""
    beside: str = ""
    """What else the sender wrote."""
    owed: tuple[str, ...] = ()
    """The orders that everybody who is asked for orders has to give."""
    ahead: bool = False
    """Whether orders for a later turn may be sent."""
    named: int | None = None
    """The turn for which the message says that it is."""
    camps: Mapping[str, Sequence[str]] = {}
    """The players of each camp."""
    unasked: Collection[str] = ()
    """The players from whom no orders are expected now; this is public."""
    standing: bool = False
    """Whether the text stands behind the word for standing orders."""


def proposal(sheet: LineMatcher, text: str, known: MessageContext) -> Proposal:
    """Return the order file that a ``text`` seems to mean."""
    said = _OwnOrders(sheet, text, known).proposal() if sheet.list_place is None else _list(sheet, text, known)
    return said._replace(thanks=said.empty and sheet.besides.thanks(text, known.player or "", bool(known.owed)))


class _OwnOrders:
    """What a text with a player's own orders says.

    ``own`` is the text without words such as « always », ``text`` also has the sender's name in place of « me ».
    """

    def __init__(self, sheet: LineMatcher, text: str, known: MessageContext) -> None:
        self.sheet, self.known = sheet, known
        plain = sheet.besides.without_lasting(text) if sheet.may_stand else None
        self.own = text if plain is None else plain
        self.stands = known.standing or plain is not None
        """Whether its orders are standing orders."""
        self.sender = known.player or _sender(sheet, self.own)
        self.text = _with_oneself(sheet, self.own, self.sender)
        signed = _is_signed(sheet, self.text, self.sender)
        if signed:  # the name would be taken for one more of a list that ends the line above it
            self.text = self.text.rstrip().rpartition("\n")[0]
        acting = _without_idle(sheet, self.text) if sheet.may_be_nothing else self.text
        self.heard = _heard(sheet, acting, known.owed, alone=not self.stands)
        self.said = list(dict.fromkeys((order.word, order.value) for order in self.heard.said))
        self.idle = _idle(sheet, self.text) if not self.said and sheet.may_be_nothing else None
        """The words beside those that order nothing; None if the text does not order nothing."""
        self.undecided = bool(self.said) and acting != self.text
        """Whether it gives orders and also says that nothing is ordered."""
        self.player = known.player or (self.sender if signed else _sender(sheet, self.heard.unused))
        self.turns = set(sheet.turns_named(self.text)) | ({known.named} if known.named else set())
        silent = not self.said and self.idle is None
        self.takes_back = silent and plain is not None and sheet.besides.takes_standing_back(text)
        """Whether it takes standing orders back."""
        self.empty = silent and not self.takes_back

    def has_one_meaning(self) -> bool:
        """Return whether nothing in the text or beside it can give its orders another meaning."""
        sheet, heard, beside = self.sheet, self.heard, self.known.beside
        words = {word for word, _ in self.said}
        if self.undecided or len(words) < len(heard.said if self.stands else self.said) or len(self.turns) > 1:
            return False
        if any(not order.sure for order in heard.said[1:]):  # a bare value may belong to the order before it
            return False
        if sheet.besides.turns(beside) or sheet.recogniser.speaks_of_orders(beside):
            return False
        parts = heard.rest if self.idle is None else [self.idle]
        if any(name != self.player for part in parts for name in sheet.players.within(part)):
            return False  # the orders may be that player's
        if sheet.besides.denies(heard.unused) if self.idle is None else sheet.besides.hedges(self.idle):
            return False
        return not any(sheet.recogniser.contradicts(word, value, heard.unused) for word, value in self.said if value)

    def proposal(self) -> Proposal:
        """Return the order file that the text seems to mean."""
        sheet, known, sure = self.sheet, self.known, self.has_one_meaning()
        named = next(iter(self.turns)) if len(self.turns) == 1 else None
        meant = named if known.turn and named and named > known.turn and known.ahead else known.turn
        player = self.player
        if self.empty:
            meant, named = known.turn, known.turn
            player = None if known.player is None and _is_spoken_to(sheet, self.text, player) else player
        unasked = self.empty and not self.stands and player in known.unasked
        shown = _shown(sheet, known, {word: value if sure and value else BLANK for word, value in self.said})
        lines = (*_head(sheet, known, player or BLANK, meant), *self._below(shown, sure))
        other, choices = named if named != meant else None, tuple(_choices(sheet, shown))
        sure = sure or self.takes_back
        return Proposal(lines, self._rest(), sure, self.empty, player, other, _nothing(sheet), choices, unasked)

    def _below(self, shown: Mapping[str, str], sure: bool) -> Iterator[str]:
        """Yield the lines below the head: those ``shown``, or that nothing is ordered, or stands any longer."""
        if self.takes_back:
            yield self.sheet.nothing_standing
        elif self.idle is not None and sure:
            yield _nothing(self.sheet)
        else:
            now = not self.stands or (not sure and self.said)  # the sender is to choose one of the two sections
            sections = [*([self.sheet.section] if now else []), *(["standing"] if self.stands else [])]
            yield from _sections(self.sheet, sections, shown)

    def _rest(self) -> list[str]:
        """Return the parts in which nothing was recognised, in the sender's own words."""
        rest = [part for part in self.heard.rest if not _is_name_or_turn(self.sheet, part)] if self.idle is None else []
        if self.sender is None:
            return rest
        return [part for part in in_own_words(rest, self.own, self.sender) if _says(self.sheet, part)]


def _with_oneself(sheet: LineMatcher, text: str, sender: str | None) -> str:
    """Return a text with its sender's name in place of « me », except in the parts that are a player's name alone."""
    if sender is None:
        return text
    parts = _CLAUSES.split(text)
    named = [part if sheet.players.find(_bare(sheet, part)) else named_oneself(sheet, part, sender) for part in parts]
    return "".join(named)


def _list(sheet: LineMatcher, text: str, known: MessageContext) -> Proposal:
    """Return the proposal for a text that gives something to each of several players.

    If the text does not say who sends it, the file is for the camp of these players.
    """
    sender = known.player or _sender(sheet, text)
    named = _with_oneself(sheet, text, sender)
    pieces = [piece for line in named.split("\n") for piece in _pieces(sheet, line) if piece.strip()]
    found = [_given(sheet, piece) for piece in pieces]
    given = list(dict.fromkeys(each for each, _ in found if each))
    rest = [part for _, part in found if part.strip(" :")]
    player = known.player or _sender(sheet, "\n".join(rest))
    rest = [part for part in in_own_words(rest, text, sender) if _says(sheet, part)] if sender else rest
    sure = len({name for name, _ in given}) == len(given) and not any(map(sheet.besides.denies, (*rest, known.beside)))
    values = {name: value if sure else BLANK for name, value in given}
    below = _sections(sheet, [sheet.section], _shown(sheet, known, values))
    lines = (*_list_head(sheet, known, player, list(values)), *below)
    return Proposal(lines, [part for part in rest if not _is_name_or_turn(sheet, part)], sure, not given, player)


def _given(sheet: LineMatcher, piece: str) -> tuple[tuple[str, str] | None, str]:
    """Return the name and value in a piece of a list, or None, and the words before them.

    These words may be no part of the list. If there is no name with a value, they are the whole piece.
    """
    starts = [found.start() for found in re.finditer(r"\S+", piece)]
    for start in starts:
        if given := sheet.given_in(piece[start:]):
            return given, piece[:start]
    return None, piece


def _pieces(sheet: LineMatcher, line: str) -> list[str]:
    """Return the items of a line, without its list marker."""
    bullet = BULLET.match(line)
    text = bullet["rest"] if bullet else line
    if sheet.given_in(text):
        return [text]
    by_comma = COMMAS.split(text)
    return by_comma if all(_given(sheet, piece)[0] for piece in by_comma) else PARTS.split(text)


def _list_head(sheet: LineMatcher, known: MessageContext, player: str | None, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines above a list: the player, or the camp if the sender is unknown and all names are of one camp."""
    meant = set(map(sheet.players.find, names))
    camps = [camp for camp, players in known.camps.items() if meant and meant <= set(players)]
    if player is None and len(camps) == 1:
        yield f"{sheet.context.word('envelope', 'camp')}: {camps[0]}"
        yield from list(_head(sheet, known, BLANK, None))[1:]
    else:
        yield from _head(sheet, known, player or BLANK, None)


def _heard(sheet: LineMatcher, text: str, owed: Sequence[str], alone: bool) -> Recognised:
    """Return the orders recognised in a text; if there are none, the answers to the orders that are ``owed``.

    If ``alone``, the owed orders are looked for first, and other words are taken for talk: « I vote yes to the squad
    of Zoé ».
    """
    heard = sheet.recogniser.hear(text, owed if alone else ())
    if any(order.value for order in heard.said):
        return heard
    heard = sheet.recogniser.hear(text)
    if not owed or any(order.value for order in heard.said):
        return heard
    return answer(sheet, text, owed)


def _without_idle(sheet: LineMatcher, text: str) -> str:
    """Return a text without the parts that only say that nothing is ordered: « I don’t move »."""
    return "".join("" if sheet.besides.idles_outright(part) else part for part in _CLAUSES.split(text))


def _idle(sheet: LineMatcher, text: str) -> str | None:
    """Return the rest of a text in which a part says that nothing is ordered; None if no part says so."""
    besides = sheet.besides
    clauses = [(part, "" if besides.idles_outright(part) else besides.idles(part)) for part in _CLAUSE.split(text)]
    if all(rest is None for _, rest in clauses):
        return None
    return "\n".join(clause if rest is None else rest for clause, rest in clauses)


def _says(sheet: LineMatcher, part: str) -> bool:
    """Return whether a part has a word that is no filler; « I, me » are fillers."""
    return any(word not in sheet.besides.fillers for word in fold(part).split())


def _is_spoken_to(sheet: LineMatcher, text: str, player: str | None) -> bool:
    """Return whether a text begins with the player's name and a comma: « Zoé, you … » is addressed to her."""
    first, comma, _ = text.strip().partition(",")
    return bool(comma and player) and sheet.players.find(first) == player


def _is_name_or_turn(sheet: LineMatcher, part: str) -> bool:
    """Return whether a part only says whose the orders are, or for which turn."""
    bare = _bare(sheet, part)
    return not bare or sheet.players.find(bare) is not None


def _head(sheet: LineMatcher, known: MessageContext, player: str, turn: int | None) -> Iterator[str]:
    """Yield the lines above the orders."""
    yield f"{sheet.context.word('envelope', 'player')}: {player}"
    if known.keyed:
        yield f"{sheet.context.word('envelope', 'key')}: {BLANK}"
    if turn and sheet.section == "orders":
        yield f"{sheet.context.word('envelope', 'turn')}: {turn}"


def _sections(sheet: LineMatcher, sections: Sequence[str], shown: Mapping[str, str]) -> Iterator[str]:
    """Yield the heading of each section, each with the lines of all orders in ``shown`` below it."""
    for section in sections:
        yield f"{sheet.context.word('envelope', section)}:"
        yield from (f"  {word}: {value}" for word, value in shown.items())


def _shown(sheet: LineMatcher, known: MessageContext, orders: Mapping[str, str]) -> dict[str, str]:
    """Return the orders to send back, with their values.

    If only owed orders were recognised, all owed orders are included, blank where they were not recognised. If there
    are no orders at all, one blank line stands for them.
    """
    owed = [sheet.context.word("orders", order) for order in known.owed]
    blank = owed if orders.keys() <= set(owed) else []
    return {**dict.fromkeys(blank, BLANK), **orders} or {BLANK: BLANK}


def _choices(sheet: LineMatcher, shown: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the orders left blank that take one of a few words, each with these words."""
    for word, value in shown.items():
        order = sheet.recogniser.place.meaning(word, sheet.context)
        if value == BLANK and order and (choices := sheet.recogniser.lexicon.choices(order)):
            yield word, tuple(choices)


def _nothing(sheet: LineMatcher) -> str:
    """Return the line that orders nothing; an empty text if it may not be sent."""
    if not sheet.may_be_nothing:
        return ""
    return f"{sheet.context.word('envelope', 'orders')}: {sheet.context.word('nothing', 'nothing')}"


def _sender(sheet: LineMatcher, text: str) -> str | None:
    """Return the player whose name alone is one of the first two parts of a text or its last part.

    Return None if there is no such name, or more than one.
    """
    clauses = [clause for clause in map(str.strip, _CLAUSE.split(text)) if clause]
    named = [name for clause in (*clauses[:2], *clauses[-1:]) if (name := sheet.players.find(_bare(sheet, clause)))]
    return named[0] if len(set(named)) == 1 else None


def _is_signed(sheet: LineMatcher, text: str, sender: str | None) -> bool:
    """Return whether the last line of a text is its sender's name alone, and the line above ends no list of names."""
    above, last = ([""] * 2 + [line.strip() for line in text.splitlines() if line.strip()])[-2:]
    begins_list = above.endswith((",", ":")) or sheet.players.find(_bare(sheet, above)) is not None
    return bool(sender and above) and not begins_list and sheet.players.find(_bare(sheet, last)) == sender


def _bare(sheet: LineMatcher, clause: str) -> str:
    """Return a part of a text without turn and introductory words: « Zoé » for « here is Zoé » or « Zoé, turn 4 »."""
    words = NUMBERED.sub("", clause).split()
    while words and fold(words[0]) in sheet.besides.naming:
        del words[0]
    while words and fold(words[-1]) in {*sheet.besides.naming, *sheet.besides.placing}:
        del words[-1]
    return " ".join(words).strip(" ,")


# Answers to the one thing that everybody is asked: « oui », « ok pour moi », « Zoé : oui ».


_PART = re.compile(r"(?P<text>.*?)(?P<sign>[.:!?\n]+|\s[-–—]\s|\Z)", re.DOTALL)
_SMALLER = re.compile(r"[,;()]+")


def answer(sheet: LineMatcher, text: str, owed: Sequence[str]) -> Recognised:
    """Return the ``owed`` orders whose values stand alone in a text, and the other parts of the text.

    A name alone, before a colon or at either end of the text, is the sender's and no squad of one player. A question
    answers nothing.
    """
    found = _signed(sheet, list(_parts(sheet, text, owed)), text)
    valued = [number for number, (_, said) in enumerate(found) if said]
    lone = [number for number in valued if _is_name(sheet, found[number][0])]
    if len(valued) > 1 and lone == valued:
        squad = _value(sheet, ", ".join(found[number][0] for number in valued), owed)
        given = [squad] if squad else []
    else:
        if len(valued) > 1 and lone and lone[0] in (0, len(found) - 1):
            found[lone[0]] = (found[lone[0]][0], None)
        given = [said for _, said in found if said]
    rest = [part for part, said in found if not said]
    return Recognised(given, rest, "\n".join(rest))


def _signed(
    sheet: LineMatcher, found: list[tuple[str, SaidOrder | None]], text: str
) -> list[tuple[str, SaidOrder | None]]:
    """Return the parts of a text; a part that names the sender loses the value that it was taken for."""
    lone = [number for number, (part, said) in enumerate(found) if said and _is_name(sheet, part)]
    begins = lone[:1] == [0] and text.strip()[len(found[0][0]) :].lstrip().startswith(":")
    alone = [number for number, (_, said) in enumerate(found) if said] == lone[:1]
    if begins or (alone and lone and lone[0] in (0, len(found) - 1)):
        found[lone[0]] = (found[lone[0]][0], None)
    return found


def _parts(sheet: LineMatcher, text: str, owed: Sequence[str]) -> Iterator[tuple[str, SaidOrder | None]]:
    """Yield the parts of a text, each with the order that it answers or None.

    A part that is no value as a whole is split at its commas.
    """
    for part in _PART.finditer(text):
        known = () if "?" in part["sign"] else owed
        said = _value(sheet, part["text"], known)
        for piece in [part["text"]] if said else _SMALLER.split(part["text"]):
            if piece.strip():
                yield piece.strip(), said or _value(sheet, piece, known)


def _value(sheet: LineMatcher, text: str, owed: Sequence[str]) -> SaidOrder | None:
    """Return the first of the ``owed`` orders that takes the text as its value, or None."""
    return next((said for order in owed if (said := sheet.recogniser.answers(order, text))), None)


def _is_name(sheet: LineMatcher, text: str) -> bool:
    """Return whether a text is a player's name."""
    return sheet.players.find(text) is not None
