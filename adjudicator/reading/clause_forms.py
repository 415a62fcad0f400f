"""The correction of one clause: its facts, groups, bounds and orders.

`ClauseForm` corrects a clause in place, or reports a fault with lines that show how to write it. `ClauseRepair`
collects the faults of one file, and `standing_lines` writes standing orders with given clauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adjudicator.core.conditions import AND, ONCE, OR, THEN, UNLESS
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, Mark, Phrase
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import fold
from adjudicator.reading.lexicon import bound_in, braced, written_value
from adjudicator.reading.line_matcher import Conditionals
from adjudicator.reading.lines import BLANK, Place, YamlMapping, YamlNode, block, written
from adjudicator.reading.schemas import Schema

Found: TypeAlias = "tuple[str, YamlNode] | None"
"""The key that was found, as it is written, and its value; None if there is none."""


Otherwise: TypeAlias = "Mapping[str, str]"
"""The orders behind « else », word and value as in a file; `BLANK` stands for what is not known."""


class ClauseSentence(NamedTuple):
    """The fault of a sentence in the place of a clause, or of « else » inside a clause."""

    fault: Fault
    is_clause: bool = True
    """Whether the sentence stands in the place of a clause."""
    otherwise: Otherwise = MappingProxyType({})


@dataclass
class ClauseRepair:
    """The correction of one file: what was corrected and which faults were found.

    ``place`` is the place of a clause in the schema.
    """

    place: Place
    context: Context
    faults: list[Fault] = field(default_factory=list)
    put_right: bool = False
    heard: list[ClauseSentence] = field(default_factory=list)
    """Sentences among standing orders, which are reported together in a single fault."""

    spent: set[int] = field(default_factory=set)
    """The ``id`` of each node that is removed because its sentence is in ``heard``."""

    def __post_init__(self) -> None:
        """Prepare the recognition of facts and orders in words."""
        self.conditionals = Conditionals(self.place, self.context)

    def word(self, word: str) -> str:
        """Return the word of clauses ``word`` as it is shown to the sender."""
        return self.context.word("clauses", word)

    def means(self, word: str, key: str) -> bool:
        """Return whether ``key`` stands for the word of clauses ``word``."""
        return self.context.vocabulary.meaning("clauses", key) == word

    def under(self, word: str, branches: YamlMapping) -> Found:
        """Return the key that stands for the word of clauses ``word``, with its value, or None."""
        return next(((key, entry) for key, entry in branches.items() if self.means(word, key)), None)

    def fact(self, key: str) -> str | None:
        """Return the condition that a key stands for, or None."""
        known = self.place.meaning(key, self.context)
        return known if known in self.context.vocabulary.canonical("conditions") else None

    def order(self, key: str) -> bool:
        """Return whether a key is an order that a clause may give."""
        inner = self.place.inner(THEN)
        return inner is not None and inner.meaning(key, self.context) is not None

    def tell(self, fault: Fault, lines: Iterable[str]) -> None:
        """Add a fault with lines that show what may stand there.

        If the fault has a ``fill`` value and a line has blanks, ``fill`` asks the sender to fill them in.
        """
        shown = tuple(lines)
        fill = Phrase("prose.fill") if any(BLANK in line for line in shown) else ""
        values = {**fault.values, "fill": fill} if "fill" in fault.values else fault.values
        self.faults.append(fault._replace(values=values, lines=shown))

    def tell_form(self, mark: Mark, found: str) -> None:
        """Add the fault of a clause that has a form of its own, with the form that a clause has."""
        lines = standing_lines(self.context, [self.conditionals.empty_clause()])
        self.tell(Fault("clauses-form", mark, found, values={"fill": ""}), lines)

    def tell_bare(self, key: str, entry: YamlNode) -> None:
        """Add the fault of a word that has no value though it is to be « yes »."""
        yes = self.context.word("booleans", "true")
        self.tell(Fault("clauses-bare", entry.mark, key), [f"{key}: {yes}"])

    def spoil(self, entry: YamlNode) -> None:
        """Empty a node that has a fault, so that no later step complains about it again."""
        entry.node = None

    def hear(self, entry: YamlNode, text: str, mark: Mark | None = None) -> None:
        """Record a sentence in the place of a clause, and empty its node."""
        self.heard.append(ClauseSentence(Fault("clauses-in-words", mark or entry.mark, text, values={"fill": ""})))
        self.spend(entry)

    def spend(self, entry: YamlNode) -> None:
        """Empty a node whose content is reported with the recorded sentences."""
        self.spoil(entry)
        self.spent.add(id(entry))


class ClauseForm(ClauseRepair):
    """Corrects clauses one by one."""

    def mend(self, entry: YamlNode, branches: YamlMapping) -> None:
        """Correct the clause ``entry``, whose keys and values are ``branches``."""
        if joined := next(filter(self._is_joined, branches), None):
            self.tell_form(entry.mark, joined)
            self.spend(entry)
            return
        if found := self.under(THEN, branches):
            self.mend_orders(found[1])
        for key, inner in branches.items():
            if self.fact(key):
                mend_argument(self, key, inner)
            elif any(self.means(part, key) for part in (AND, OR, UNLESS)):
                self._groups(key, inner)
        self._grouped(entry, branches)
        self._once(branches)
        for key, inner in list(branches.items()):
            if key in branches and self.place.meaning(key, self.context) is None:
                self._strange(key, inner, entry, branches)

    def _once(self, branches: YamlMapping) -> None:
        """Report « once » without a value."""
        found = self.under(ONCE, branches)
        if found is not None and found[1].node is None:
            self.tell_bare(*found)

    def _groups(self, key: str, entry: YamlNode) -> None:
        """Correct the groups of facts below « and », « or » or « unless », and report a sentence in their place."""
        if isinstance(entry.node, str):
            fault = Fault("clauses-facts-words", entry.mark, entry.node, values={"fill": ""})
            self.tell(fault, [f"{key}: {{{BLANK}: {BLANK}}}"])
            self.spoil(entry)
            return
        for group in entry.node if isinstance(entry.node, list) else [entry]:
            mend_group(self, group)

    def _is_joined(self, key: str) -> bool:
        """Return whether a key joins a word of clauses with more words, as in « then vote: … », or is « if »."""
        first, _, rest = key.strip().partition(" ")
        joins = self.means(IF, key) or (rest and any(self.means(word, first) for word in (IF, AND, UNLESS, THEN)))
        return bool(joins) and self.place.meaning(key, self.context) is None

    def _strange(self, key: str, inner: YamlNode, entry: YamlNode, branches: YamlMapping) -> None:
        """Report an unknown key of a clause if a fault can say more than that it is unknown, and remove it."""
        mark, others = inner.key or inner.mark, {**branches}
        del others[key]
        plain = " ".join(part for part in key.split() if fold(part) not in self.conditionals.denying)
        first, _, rest = key.partition(" ")
        if self.context.vocabulary.meaning("otherwise", key):
            fault = Fault("clauses-else", mark, key, values={"fill": ""})
            self.heard.append(ClauseSentence(fault, is_clause=False, otherwise=self.otherwise(inner)))
        elif self.order(key) and not self.under(THEN, branches):
            self.tell(Fault("clauses-then", mark, key, values={"fill": ""}), [self._with_then(branches)])
            for order in [other for other in others if self._is_order_alone(other)]:
                del branches[order]
            branches[self.word(THEN)] = YamlNode(None, mark)
        elif plain != key and self.fact(plain) and not self.under(UNLESS, branches):
            self.tell(
                Fault("clauses-denial", mark, key, values={"fill": ""}), [self._with_unless(others, plain, inner)]
            )
        elif self.means(OR, first) and self.fact(rest.strip()) and any(map(self.fact, others)):
            self.tell(Fault("clauses-or", mark, key), [self._with_or(others, rest.strip(), inner)])
        else:
            return
        del branches[key]
        entry.whole = False
        if not branches:
            self.spend(entry)

    def _is_order_alone(self, key: str) -> bool:
        return self.order(key) and not self.fact(key)

    def _with_then(self, branches: YamlMapping) -> str:
        """Return the text of a clause with the orders among its facts moved below « then »."""
        orders = {key: each for key, each in branches.items() if self._is_order_alone(key)}
        rest = {key: each for key, each in branches.items() if key not in orders}
        return f"- {written(YamlNode({**rest, self.word(THEN): YamlNode(orders)}))}"

    def _with_unless(self, branches: YamlMapping, fact: str, argument: YamlNode) -> str:
        """Return the text of a clause with the denied ``fact`` moved below « unless »."""
        then = self.under(THEN, branches)
        rest = {key: each for key, each in branches.items() if not then or key != then[0]}
        last = {then[0]: then[1]} if then else {}
        return f"- {written(YamlNode({**rest, self.word(UNLESS): YamlNode({fact: argument}), **last}))}"

    def _with_or(self, branches: YamlMapping, fact: str, argument: YamlNode) -> str:
        """Return the text of a clause in which ``fact`` or any other of its facts is enough."""
        facts = {key: each for key, each in branches.items() if self.fact(key)}
        rest = {key: each for key, each in branches.items() if key not in facts}
        groups = [YamlNode({key: each}) for key, each in (*facts.items(), (fact, argument))]
        return f"- {written(YamlNode({self.word(OR): YamlNode(groups), **rest}))}"

    def otherwise(self, entry: YamlNode) -> Otherwise:
        """Return the orders below « else », a word that clauses do not have.

        A sentence is read as orders if it has a single reading. Otherwise the result is one blank order.
        """
        if isinstance(entry.node, dict):
            return {word: written(inner) for word, inner in entry.node.items()}
        heard = self.conditionals.orders.written(entry.node) if isinstance(entry.node, str) else []
        return {order.word: order.value for order in heard[0]} if len(heard) == 1 else {BLANK: BLANK}

    # Parts of a clause ------------------------------------------------------------------------------------------

    def mend_orders(self, entry: YamlNode) -> None:
        """Rewrite « vote no » as « {vote: no} »; report a fault for any other text, and remove it."""
        if not isinstance(entry.node, str):
            return
        words, conditionals = self.context.vocabulary, self.conditionals
        nothing = words.meaning("nothing", entry.node) is not None
        if nothing and conditionals.may_be_nothing:
            return
        if nothing or conditionals.orders.besides.idles_outright(entry.node):
            if conditionals.may_be_nothing:
                word = self.context.word("nothing", "nothing")
                lines = [f"{self.word(THEN)}: {word}"]
                self.tell(Fault("clauses-then-idle", entry.mark, entry.node), lines)
            else:
                self.tell(Fault("clauses-then-nothing", entry.mark, entry.node), ())
            self.spoil(entry)
            return
        heard = self.conditionals.orders.written(entry.node)
        if len(heard) == 1 and len({order.word for order in heard[0]}) == len(heard[0]):
            entry.node = {order.word: YamlNode(order.value, entry.mark, entry.mark) for order in heard[0]}
            self.put_right = True
            return
        alone = self.conditionals.orders.alone(entry.node) or self.conditionals.orders.hear(entry.node).said
        shown = [f"{self.word(THEN)}: {{{order.word}: {order.value or BLANK}}}" for order in alone[:3]]
        shown = shown or [f"{self.word(THEN)}: {{{BLANK}: {BLANK}}}"]
        self.tell(Fault("clauses-then-words", entry.mark, entry.node, values={"fill": ""}), shown)
        self.spoil(entry)

    def _grouped(self, entry: YamlNode, branches: YamlMapping) -> None:
        """Correct « and » and « or » groups that are written without a list if that has a single meaning.

        « or » beside other facts may have two meanings, so it is reported with a line for each of them.
        """
        found = self.under(AND, branches)
        if found and (parts := _single(found[1])) and not parts.keys() & branches.keys():
            del branches[found[0]]
            branches |= parts
            self.put_right = True
        found = self.under(OR, branches)
        parts = _single(found[1]) if found else None
        if found is None or parts is None:
            return
        key, inner = found
        facts = {other: fact for other, fact in branches.items() if self.fact(other)}
        groups = [YamlNode({word: argument}, argument.key or argument.mark) for word, argument in parts.items()]
        if len(groups) > 1 and not facts and isinstance(inner.node, dict):
            inner.node, self.put_right = groups, True
            return
        rest = {other: each for other, each in branches.items() if other not in facts and other != key}
        every = [YamlNode({other: fact}) for other, fact in facts.items()] + groups
        lines = [f"- {written(YamlNode({key: YamlNode(every), **rest}))}"] if len(every) > 1 else []
        if facts and len(groups) > 1:
            lines.append(f"- {written(YamlNode({**facts, key: YamlNode([*groups]), **rest}))}")
        mark = inner.key or inner.mark
        self.tell(Fault("clauses-or", mark, key) if lines else Fault("clauses-or-alone", mark, key), lines)
        del branches[key]
        entry.whole = False


def _single(entry: YamlNode) -> YamlMapping | None:
    """Return the facts of a single group, written without a list or alone in one, or None for anything else."""
    node = entry.node
    if isinstance(node, list) and len(node) == 1:
        node = node[0].node
    return node if isinstance(node, dict) and node and entry.whole else None


def put_under(branches: YamlMapping, key: str, other: str, entry: YamlNode) -> None:
    """Replace ``key`` by the key ``other`` with the value ``entry``, at the same position."""
    changed = {other if word == key else word: entry if word == key else each for word, each in branches.items()}
    branches.clear()
    branches.update(changed)


# Arguments of facts ---------------------------------------------------------------------------------------------


def mend_group(repair: ClauseRepair, group: YamlNode) -> None:
    """Correct the facts of a group; a word of clauses there is a fault."""
    if not isinstance(group.node, dict):
        return
    for key, inner in list(group.node.items()):
        if repair.fact(key):
            mend_argument(repair, key, inner)
        elif repair.place.meaning(key, repair.context) is not None:
            repair.tell(Fault("clauses-nested", inner.key or inner.mark, key), ())
            del group.node[key]
            group.whole = False


def mend_argument(repair: ClauseRepair, key: str, entry: YamlNode) -> None:
    """Correct the argument of the fact that is written as ``key``."""
    words, place = repair.context.vocabulary, repair.place.part(repair.fact(key) or key)
    kinds = place.schema.get("x-read", ())
    if place.schema.get("type") == "boolean":
        if entry.node is None:
            repair.tell_bare(key, entry)
    elif place.schema.get("type") == "object":
        _mend_object(repair, key, entry, place)
    elif "integer" in kinds:
        _mend_bound(repair, entry)
    elif "yes" in kinds and isinstance(entry.node, str) and words.meaning("booleans", entry.node) == "false":
        yes = repair.context.word("booleans", "true")
        fault = Fault("clauses-denial", entry.mark, f"{key}: {entry.node}", values={"fill": ""})
        repair.tell(fault, [f"{repair.word(UNLESS)}: {{{key}: {yes}}}"])
        repair.spoil(entry)
    else:
        _tell_several(repair, key, entry, place.schema)


# Numbers --------------------------------------------------------------------------------------------------------


def _mend_bound(repair: ClauseRepair, entry: YamlNode) -> None:
    """Rewrite « > 3 », « at least 4 », « {at least 4} » and « two » in the form in which bounds are read."""
    text = entry.node if isinstance(entry.node, str) else None
    if isinstance(entry.node, dict) and len(entry.node) == 1:
        text = _bound_of(repair, *next(iter(entry.node.items())))
    found = bound_in(text, repair.context) if text is not None else None
    if found is None or found == text:
        return
    if found.startswith("{"):
        entry.node = _pairs(found, entry)
    elif found.startswith("["):
        entry.node = [YamlNode(number, entry.mark) for number in found.strip("[]").split(", ")]
    else:
        entry.node = found
    repair.put_right = True


def _bound_of(repair: ClauseRepair, key: str, inner: YamlNode) -> str | None:
    """Return the text of an incomplete bound, such as « at least 4 » without a colon or « more than: 3 », or None."""
    if inner.node is None:
        return key
    if repair.context.vocabulary.meaning("bounds", key) is None and isinstance(inner.node, str):
        return f"{key} {inner.node}"
    return None


def _pairs(bound: str, entry: YamlNode) -> YamlMapping:
    """Return the mapping for a bound in the form ``{at least: 2, at most: 4}``."""
    pairs = (part.split(": ") for part in bound.strip("{}").split(", "))
    return {word: YamlNode(number, entry.mark, entry.key or entry.mark) for word, number in pairs}


# Several parts --------------------------------------------------------------------------------------------------


def _mend_object(repair: ClauseRepair, key: str, entry: YamlNode, place: Place) -> None:
    """Correct bounds among the parts of an argument, and report an argument that is a text without parts."""
    if isinstance(entry.node, dict):
        inner = repair.place.inner(repair.fact(key) or key)
        for word, each in list(entry.node.items()):
            strange = inner is not None and inner.meaning(word, repair.context) is None
            text = _bound_of(repair, word, each) if strange and place.takes("at_least") else None
            found = bound_in(text, repair.context) if text is not None else None
            if found is not None and found.startswith("{") and not _pairs(found, each).keys() & entry.node.keys():
                del entry.node[word]
                entry.node |= _pairs(found, each)
                repair.put_right = True
    elif isinstance(entry.node, str):
        shown = braced(place, entry.node, repair.context)
        repair.tell(Fault("clauses-parts", entry.mark, key, values={"fill": ""}), [f"{key}: {shown}"])
        repair.spoil(entry)


def _tell_several(repair: ClauseRepair, key: str, entry: YamlNode, schema: Schema) -> None:
    """Report several values joined by words, « Anna or Bruno », or a list where one value is expected.

    The suggested line uses « or » if one value is enough or no list is allowed there, and a list otherwise.
    """
    takes_list = any(each.get("type") == "array" for each in schema.get("anyOf", ()))
    if isinstance(entry.node, list) and not takes_list:
        values = [item.node for item in entry.node if isinstance(item.node, str)]
        if len(values) < 2 or len(values) < len(entry.node):
            return
        either = True
    elif isinstance(entry.node, list) and any(_runs_together(repair, schema, item) for item in entry.node):
        values, either = [], False
    elif isinstance(entry.node, str) and _read(repair, schema, entry.node) is None:
        values = _joined(repair, schema, entry.node)
        either = repair.conditionals.is_joined(entry.node) or not takes_list
    else:
        return
    if len(values) < 2 and "player" in schema.get("x-read", ()) and repair.context.players is not None:
        values = repair.context.players.within(written(entry))
    if len(values) < 2:
        return
    groups = written(YamlNode([YamlNode({key: YamlNode(each)}) for each in values]))
    lines = [f"{repair.word(OR)}: {groups}"] if either else [f"{key}: [{', '.join(map(str, values))}]"]
    found = written(entry) if isinstance(entry.node, list) else str(entry.node)
    fault = Fault("clauses-either", entry.mark, found) if either else Fault("clauses-several", entry.mark, found)
    repair.tell(fault, lines)
    repair.spoil(entry)


def _runs_together(repair: ClauseRepair, schema: Schema, item: YamlNode) -> bool:
    """Return whether an item of a list holds several names, as in « [Anna Bruno] »."""
    players = repair.context.players if "player" in schema.get("x-read", ()) else None
    if players is None or not isinstance(item.node, str) or _read(repair, schema, item.node) is not None:
        return False
    return len(players.within(item.node)) > 1


def _joined(repair: ClauseRepair, schema: Schema, text: str) -> list[str]:
    """Return the values that a text joins by « or », « and » or commas, or [] if one of them cannot be read."""
    words = repair.context.vocabulary
    joins = "|".join(re.escape(form) for word in (OR, AND) for form in words.forms("clauses", word))
    parts = [part for part in re.split(rf"\s*,\s*|\s+(?:{joins})\s+", text.strip(), flags=re.IGNORECASE) if part]
    values = [_read(repair, schema, part) for part in parts]
    return [value for value in values if value is not None] if None not in values else []


def _read(repair: ClauseRepair, schema: Schema, text: str) -> str | None:
    return written_value(schema.get("x-read", ()), text, repair.context)


def beside(conditionals: Conditionals, plain: YamlMapping, otherwise: Iterable[Otherwise]) -> YamlMapping:
    """Return the orders beside clauses: the ``plain`` ones and those behind « else ».

    An order that is given twice with different values is left blank.
    """
    shown = {_meant(conditionals, key): (key, entry) for key, entry in plain.items()}
    for said in otherwise:
        for word, value in said.items():
            # An order file writes several values as a list between brackets.
            given = (
                YamlNode([YamlNode(part) for part in value[1:-1].split(", ")])
                if value.startswith("[")
                else YamlNode(value)
            )
            key, entry = shown.get(_meant(conditionals, word), (word, given))
            shown[_meant(conditionals, word)] = (key, entry if fold(written(entry)) == fold(value) else YamlNode(BLANK))
    return dict(shown.values())


def _meant(conditionals: Conditionals, word: str) -> str:
    inner = conditionals.place.inner(THEN)
    return (inner.meaning(word, conditionals.context) if inner is not None else None) or word


def standing_lines(context: Context, clauses: Sequence[str], plain: YamlMapping | None = None) -> Iterator[str]:
    """Yield the lines of standing orders with the ``plain`` orders and the given clauses, one per line."""
    yield f"{context.word('envelope', 'standing')}:"
    yield from block(YamlNode(plain or {}), 2)
    yield f"  {context.word('clauses', IF)}:"
    yield from (f"    - {clause}" for clause in clauses)
