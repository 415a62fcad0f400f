"""Put orders with conditions into the form in which they are read, or explain how to write them.

`mended` corrects what has a single meaning: a lone clause without a list dash, a bound in words, « then: vote no ».
What has several meanings, or stands where no condition may stand, becomes a fault with lines that show how to write it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from adjudicator.core.conditions import AND, OR, THEN, UNLESS
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, Mark, Phrase
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import fold
from adjudicator.reading.clause_forms import (
    ClauseForm,
    ClauseSentence,
    Otherwise,
    beside,
    put_under,
    standing_lines,
)
from adjudicator.reading.lines import BLANK, YamlMapping, YamlNode, copied, document_of, top, tree_of, written
from adjudicator.reading.schemas import Schema
from adjudicator.reading.strict_yaml import Document


def mended(document: Document, schema: Schema, context: Context) -> tuple[Document, list[Phrase]] | None:
    """Return the corrected document and the phrases for the receipt, or None if nothing changes.

    Clauses that cannot be corrected become faults of the returned document.
    """
    holder = top(schema).inner("standing")
    place = holder.items(IF) if holder is not None else None
    root = tree_of(document)
    if place is None or not isinstance(root.node, dict):
        return None
    mender = _Mender(place, context)
    mender.file(root.node)
    before = [mender.twice(fault) for fault in document.faults]
    if not mender.faults and not mender.put_right and before == document.faults:
        return None
    before = [fault for fault in before if not mender.told(fault)]
    said = [Phrase("read.clauses")] if mender.put_right else []
    return document_of(root, document, [*before, *mender.faults]), said


@dataclass
class _Mender(ClauseForm):
    """Walk through the tree of a file and correct its clauses."""

    undashed: list[Mark] = field(default_factory=list)
    """Where groups of clauses begin whose limits are unknown because they have no list dashes."""
    as_written: dict[int, str] = field(default_factory=dict)
    """Clauses that have a fault, as they were written, by the ``id`` of their node."""

    def twice(self, fault: Fault) -> Fault:
        """Return the fault of a second « if » as one that says where its clauses go, and any other fault unchanged."""
        again = fault.code == "duplicate-key" and self.means(IF, str(fault.values.get("key", "")))
        if not again:
            return fault
        values = {"key": fault.values["key"], "line": fault.values["line"]}
        return Fault("clauses-twice", fault.mark, values=values)

    def told(self, fault: Fault) -> bool:
        """Return whether a duplicate key belongs to clauses without list dashes.

        The fault about the missing dashes covers it already.
        """
        return fault.code == "duplicate-key" and any(
            first.line <= fault.mark.line and first.column == fault.mark.column for first in self.undashed
        )

    # A file -----------------------------------------------------------------------------------------------------

    def file(self, root: YamlMapping) -> None:
        """Correct all clauses of a file, wherever they stand."""
        words = self.context.vocabulary
        known = {words.meaning("envelope", key): key for key in root}
        orders = root[known["orders"]] if "orders" in known else YamlNode(None)
        if isinstance(orders.node, str) and self.conditionals.begins(orders.node):
            self.hear(orders, orders.node)
        if isinstance(orders.node, dict):
            self._else_keys(orders.node)
            self._conditional_values(orders, orders.node)
            found = self._misplaced(orders.node) or self._keys_in_words(orders.node) or self._else_alone(orders.node)
            orders.whole = orders.whole and found is None
        self._told_together({}, [])
        if "players" in known:
            self._of_table(root[known["players"]])
        if "standing" in known:
            self._standing_orders(root[known["standing"]])
        elif mark := self._misplaced(root) or self._keys_in_words(root):
            self._told_together({}, [])
            inner: YamlMapping = {self.word(IF): YamlNode(None, mark, mark)}
            root[self.context.word("envelope", "standing")] = YamlNode(inner, mark, mark)

    def _of_table(self, table: YamlNode) -> None:
        """Report « if » in a table with the orders of several players, and remove it.

        Each player sends standing orders in a file of his own.
        """
        for player, entry in table.node.items() if isinstance(table.node, dict) else ():
            found = self.under(IF, entry.node) if isinstance(entry.node, dict) else None
            if found and isinstance(entry.node, dict):
                mark = found[1].key or found[1].mark
                self.faults.append(Fault("standing-in-table", mark, found[0], values={"player": player}))
                del entry.node[found[0]]
                entry.whole = False

    def _misplaced(self, branches: YamlMapping) -> Mark | None:
        """Report « if » outside standing orders, and remove it.

        Return its position, or None if there is none.
        """
        found = self.under(IF, branches)
        if found is None:
            return None
        key, entry = found
        mark = entry.key or entry.mark
        clauses, otherwise = self._shown(entry)
        del branches[key]
        otherwise += [self.otherwise(branches.pop(other)) for other in self._elses(branches)]
        lines = standing_lines(self.context, clauses, beside(self.conditionals, {}, otherwise))
        self.tell(Fault("clauses-place", mark, key, values={"fill": ""}), lines)
        return mark

    def _keys_in_words(self, branches: YamlMapping) -> Mark | None:
        """Report keys that are sentences with « if », and remove them.

        Return the position of the last one, or None if there is none.
        """
        last = None
        for key, inner in list(branches.items()):
            if self.means(IF, key) or self.order(key):  # « if I die » is an order
                continue
            if key in branches and self.conditionals.begins(key):
                last = inner.key or inner.mark
                del branches[key]
                self.hear(inner, key, last)
                elses = (self.otherwise(branches.pop(other)) for other in self._elses(branches))
                self.heard += [ClauseSentence(self.heard[-1].fault, False, otherwise) for otherwise in elses]
        return last

    def _else_alone(self, branches: YamlMapping) -> Mark | None:
        """Report « else » beside orders that have no condition, and remove it.

        Only the sender knows the condition, so the lines that are shown leave it blank. Return the position of « else
        », or None if there is nothing to report.
        """
        elses = [key for key in self._elses(branches) if not self.order(key)]  # in some games the word is an order
        if not elses or self.heard:
            return None
        mark = branches[elses[0]].key or branches[elses[0]].mark
        plain = {key: inner for key, inner in branches.items() if self.order(key)}
        then = {BLANK: YamlNode(BLANK), self.word(THEN): YamlNode(plain or {BLANK: YamlNode(BLANK)})}
        otherwise = [self.otherwise(branches.pop(key)) for key in elses]
        lines = standing_lines(self.context, [written(YamlNode(then))], beside(self.conditionals, {}, otherwise))
        word = self.context.word("otherwise", "else")
        self.tell(Fault("clauses-place", mark, word, values={"fill": ""}), lines)
        return mark

    def _else_keys(self, branches: YamlMapping) -> None:
        """Rewrite « else move: up » as « else: {move: up} »."""
        for key, inner in list(branches.items()):
            first, _, rest = key.strip().partition(" ")
            word = self.context.vocabulary.meaning("otherwise", first)
            if word and self.order(rest) and first not in branches:
                put_under(branches, key, first, YamlNode({rest.strip(): inner}, inner.key or inner.mark, inner.key))

    def _elses(self, branches: YamlMapping) -> list[str]:
        """Return the keys that mean « else »."""
        return [key for key in branches if self.context.vocabulary.meaning("otherwise", key)]

    def _shown(self, entry: YamlNode) -> tuple[list[str], list[Otherwise]]:
        """Return clauses and « else » orders as they can be shown in a fault.

        Each clause is a text on one line. The node itself is not changed.
        """
        copy, mender = copied(entry), _Mender(self.place, self.context)
        mender.clauses(copy)
        shown = mender.all_clauses(copy.node if isinstance(copy.node, list) else [])
        return shown or [self.conditionals.empty_clause()], [heard.otherwise for heard in mender.heard]

    def all_clauses(self, items: Sequence[YamlNode]) -> list[str]:
        """Return the clauses of a list and those written as sentences, each on one line, in file order.

        A sentence is shown as an empty clause to fill in.
        """
        dicts = [item for item in items if isinstance(item.node, dict) and item.node]
        placed = [(item.mark, [self.as_written.get(id(item)) or written(item)]) for item in dicts]
        placed += [(heard.fault.mark, [self.conditionals.empty_clause()]) for heard in self.heard if heard.is_clause]
        return [clause for _, clauses in sorted(placed, key=lambda each: each[0]) for clause in clauses]

    def _told_together(self, branches: YamlMapping, items: Sequence[YamlNode]) -> None:
        """Report all sentences in one fault, with lines that include everything that stands beside them."""
        if not self.heard:
            return
        plain = {key: inner for key, inner in branches.items() if self.order(key)}
        shown = beside(self.conditionals, plain, [heard.otherwise for heard in self.heard])
        lines = standing_lines(self.context, self.all_clauses(items), shown)
        self.tell(min((heard.fault for heard in self.heard), key=lambda fault: fault.mark), lines)
        self.heard.clear()

    # Standing orders --------------------------------------------------------------------------------------------

    def _standing_orders(self, entry: YamlNode) -> None:
        if isinstance(entry.node, str):
            if self._is_sentence(entry.node):
                self.hear(entry, entry.node)
                self._told_together({}, [])
        elif isinstance(entry.node, list):
            self._listed(entry, entry.node)
        elif isinstance(entry.node, dict):
            branches = entry.node
            clauses = self._standing_lines(entry, branches)
            items = clauses.node if clauses is not None and isinstance(clauses.node, list) else []
            self._told_together(branches, items)

    def _standing_lines(self, entry: YamlNode, branches: YamlMapping) -> YamlNode | None:
        """Correct standing orders, and return the node of their clauses, or None if there is none."""
        self._else_keys(branches)
        entry.whole = entry.whole and self._keys_in_words(branches) is None
        self._conditional_values(entry, branches, standing=True)
        found = self.under(IF, branches)
        if parts := [key for key in branches if self._is_part(key)]:
            self.tell_form(branches[parts[0]].key or entry.mark, parts[0])
            for key in (*parts, *(found[:1] if found else ())):
                del branches[key]
            entry.whole = False
            return None
        if found:
            self.clauses(found[1])
            self._otherwise(entry, branches)
        return found[1] if found else None

    def _is_part(self, key: str) -> bool:
        """Return whether a key is a part of a clause, such as « then », or « else if »."""
        first, _, rest = key.partition(" ")
        other = self.context.vocabulary.meaning("otherwise", first) and self.means(IF, rest.strip())
        return bool(other) or any(self.means(word, key) for word in (THEN, UNLESS, AND, OR))

    def _listed(self, entry: YamlNode, items: Sequence[YamlNode]) -> None:
        """Report conditions in standing orders that are written as a list."""
        sentence = next(
            (item.node for item in items if isinstance(item.node, str) and self._is_sentence(item.node)), None
        )
        if sentence is not None:
            self.hear(entry, sentence)
            self._told_together({}, [])
        elif any(isinstance(item.node, dict) and self.under(IF, item.node) for item in items):
            self.tell_form(entry.mark, self.word(IF))
            self.spoil(entry)

    def _is_sentence(self, text: str) -> bool:
        """Return whether a text is a sentence with a condition or with « else »."""
        said = self.conditionals
        return said.begins(text) or said.is_conditional(text) or said.begins_else(text)

    def _conditional_values(self, entry: YamlNode, branches: YamlMapping, standing: bool = False) -> None:
        """Report an order with a condition in its value, « vote: no if the squad has Bruno », and remove it.

        Among ``standing`` orders, the word « if » is enough, whatever the condition is.
        """
        conditional = self.conditionals.depends if standing else self.conditionals.is_conditional
        for key, inner in list(branches.items()):
            text = f"{key} {inner.node}" if isinstance(inner.node, str) else ""
            if self.order(key) and conditional(text):
                self.hear(inner, text)
                del branches[key]
                entry.whole = False

    def _otherwise(self, entry: YamlNode, branches: YamlMapping) -> None:
        """Move the orders of « else: … » beside the clauses, among the plain orders.

        Plain orders are the ones that apply when no clause holds.
        """
        words = self.context.vocabulary
        key = next((key for key in branches if words.meaning("otherwise", key)), None)
        if key is None:
            return
        inner = branches[key]
        self.mend_orders(inner)
        if isinstance(inner.node, dict) and not {fold(word) for word in inner.node} & set(map(fold, branches)):
            del branches[key]
            branches |= inner.node
            self.put_right = True
        elif inner.node is None:  # its fault is already reported
            del branches[key]
            entry.whole = False

    def clauses(self, entry: YamlNode) -> None:
        """Correct the value of « if »."""
        if isinstance(entry.node, str):
            self.hear(entry, entry.node)
            return
        if isinstance(entry.node, dict):
            if not entry.whole:
                lines = standing_lines(self.context, [written(entry), "{…}"])
                self.tell(Fault("clauses-dashes", entry.mark, self.word(IF)), lines)
                self.undashed.append(entry.mark)
                self.spoil(entry)
                return
            inner = YamlNode(entry.node, entry.mark)
            entry.node, self.put_right = [inner], True
        for item in entry.node or ():
            if isinstance(item, YamlNode) and isinstance(item.node, str):
                self.hear(item, item.node)
            elif isinstance(item, YamlNode) and isinstance(item.node, dict):
                before, told = written(item), len(self.faults)
                self.mend(item, item.node)
                self.as_written |= {id(item): before} if len(self.faults) > told else {}
        if isinstance(entry.node, list):
            heard = [item for item in entry.node if id(item) in self.spent]
            entry.node = [item for item in entry.node if item not in heard] or heard[:1]
