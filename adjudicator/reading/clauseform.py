"""One clause as somebody wrote it, put into the form in which it is read, or told how to write it."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.core.conditions import AND, ONCE, OR, THEN, UNLESS
from adjudicator.core.faults import Fault
from adjudicator.core.standing_orders import IF
from adjudicator.core.words import fold
from adjudicator.reading.clausefacts import mend_argument, mend_group
from adjudicator.reading.mending import Heard, Mending, Otherwise
from adjudicator.reading.rows import BLANK
from adjudicator.reading.twigs import Branches, Twig, written


@dataclass
class ClauseForm:
    """Mends clauses, one by one, in a ``mending``."""

    mending: Mending

    def mend(self, twig: Twig, branches: Branches) -> None:
        """Mend a clause: what stands under its words, ``branches``."""
        self._unwrapped(branches)
        for key, inner in list(branches.items()):
            if self.mending.place.meaning(key, self.mending.context) is None:
                self._renamed(key, inner, branches)
        if found := self.mending.under(THEN, branches):
            self.mend_orders(found[1])
        for key, inner in branches.items():
            if self.mending.fact(key):
                mend_argument(self.mending, key, inner)
            elif any(self.mending.means(part, key) for part in (AND, OR, UNLESS)):
                self._groups(key, inner)
        self._grouped(twig, branches)
        self._once(branches)
        for key, inner in list(branches.items()):
            if key in branches and self.mending.place.meaning(key, self.mending.context) is None:
                self._strange(key, inner, twig, branches)

    def _once(self, branches: Branches) -> None:
        """Take « once: no » as nothing; tell of one without an answer."""
        found = self.mending.under(ONCE, branches)
        if found is None:
            return
        key, inner = found
        words = self.mending.context.vocabulary
        if isinstance(inner.node, str) and words.meaning("booleans", inner.node) == "false":
            del branches[key]
            self.mending.put_right = True
        elif inner.node is None:
            yes = words.word("booleans", "true", self.mending.context.language)
            self.mending.tell(Fault("clauses-bare", inner.mark, key), [f"{key}: {yes}"])

    def _groups(self, key: str, twig: Twig) -> None:
        """Mend groups of facts; tell of a sentence in their place."""
        if isinstance(twig.node, str):
            fault = Fault("clauses-facts-words", twig.mark, twig.node, values={"fill": ""})
            self.mending.tell(fault, [f"{key}: {{{BLANK}: {BLANK}}}"])
            self.mending.spoil(twig)
            return
        for group in twig.node if isinstance(twig.node, list) else [twig]:
            mend_group(self.mending, group)

    def _unwrapped(self, branches: Branches) -> None:
        """Take « if: facts » within a clause as its facts."""
        found = self.mending.under(IF, branches)
        if found is None or not isinstance(found[1].node, dict):
            return
        key, inner = found
        if not isinstance(inner.node, dict) or inner.node.keys() & branches.keys() or not inner.whole:
            return
        ordered = {**inner.node, **{other: twig for other, twig in branches.items() if other != key}}
        branches.clear()
        branches.update(ordered)
        self.mending.put_right = True

    def _renamed(self, key: str, inner: Twig, branches: Branches) -> None:
        """Take « if the squad has: … », « and proposal: … », « unless I am in: … », « then vote: … » as meant."""
        first, _, rest = key.strip().partition(" ")
        rest = rest.strip()
        while self.mending.means(UNLESS, first) and self.mending.means(IF, rest.partition(" ")[0]):
            rest = rest.partition(" ")[2].strip()
        fact, joins = self.mending.fact(rest), self.mending.means(IF, first) or self.mending.means(AND, first)
        if joins and fact and rest not in branches:
            put_under(branches, key, rest, inner)
        elif self.mending.means(UNLESS, first) and fact and not self.mending.under(UNLESS, branches):
            put_under(branches, key, self.mending.word(UNLESS), Twig({rest: inner}, inner.key or inner.mark, inner.key))
        elif self.mending.means(THEN, first) and self.mending.order(rest) and not self.mending.under(THEN, branches):
            put_under(branches, key, self.mending.word(THEN), Twig({rest: inner}, inner.key or inner.mark, inner.key))
        else:
            return
        self.mending.put_right = True

    def _strange(self, key: str, inner: Twig, twig: Twig, branches: Branches) -> None:
        """Tell of a word that has no place in a clause, where more can be said than that."""
        mending, mark, others = self.mending, inner.key or inner.mark, {**branches}
        del others[key]
        plain = " ".join(part for part in key.split() if fold(part) not in mending.ear.denying)
        first, _, rest = key.partition(" ")
        if mending.context.vocabulary.meaning("otherwise", key):
            fault = Fault("clauses-else", mark, key, values={"fill": ""})
            mending.heard.append(Heard(fault, is_clause=False, otherwise=self.otherwise(inner)))
        elif mending.order(key) and not mending.under(THEN, branches):
            mending.tell(Fault("clauses-then", mark, key, values={"fill": ""}), [self._with_then(branches)])
            for order in [other for other in others if self._is_order_alone(other)]:
                del branches[order]
            branches[mending.word(THEN)] = Twig(None, mark)
        elif plain != key and mending.fact(plain) and not mending.under(UNLESS, branches):
            mending.tell(
                Fault("clauses-denial", mark, key, values={"fill": ""}), [self._with_unless(others, plain, inner)]
            )
        elif mending.means(OR, first) and mending.fact(rest.strip()) and any(map(mending.fact, others)):
            mending.tell(Fault("clauses-or", mark, key), [self._with_or(others, rest.strip(), inner)])
        else:
            return
        del branches[key]
        twig.whole = False
        if not branches:
            mending.spend(twig)

    def _is_order_alone(self, key: str) -> bool:
        return self.mending.order(key) and not self.mending.fact(key)

    def _with_then(self, branches: Branches) -> str:
        """Return a clause whose orders stand among its facts as it would be written."""
        orders = {key: each for key, each in branches.items() if self._is_order_alone(key)}
        rest = {key: each for key, each in branches.items() if key not in orders}
        return f"- {written(Twig({**rest, self.mending.word(THEN): Twig(orders)}))}"

    def _with_unless(self, branches: Branches, fact: str, argument: Twig) -> str:
        """Return a clause with a fact that is denied as it would be written."""
        then = self.mending.under(THEN, branches)
        rest = {key: each for key, each in branches.items() if not then or key != then[0]}
        last = {then[0]: then[1]} if then else {}
        return f"- {written(Twig({**rest, self.mending.word(UNLESS): Twig({fact: argument}), **last}))}"

    def _with_or(self, branches: Branches, fact: str, argument: Twig) -> str:
        """Return a clause of which one fact or another is enough as it would be written."""
        facts = {key: each for key, each in branches.items() if self.mending.fact(key)}
        rest = {key: each for key, each in branches.items() if key not in facts}
        groups = [Twig({key: each}) for key, each in (*facts.items(), (fact, argument))]
        return f"- {written(Twig({self.mending.word(OR): Twig(groups), **rest}))}"

    def otherwise(self, twig: Twig) -> Otherwise:
        """Return the orders that stand under « else », which is no word of a clause."""
        if isinstance(twig.node, dict):
            return {word: written(inner) for word, inner in twig.node.items()}
        heard = self.mending.ear.orders.written(twig.node) if isinstance(twig.node, str) else []
        return {order.word: order.value for order in heard[0]} if len(heard) == 1 else {BLANK: BLANK}

    # Parts of a clause ------------------------------------------------------------------------------------------

    def mend_orders(self, twig: Twig) -> None:
        """Take « vote no » as « {vote: no} », and a list of orders as these orders."""
        if isinstance(twig.node, list):
            parts = [item.node for item in twig.node if isinstance(item.node, dict)]
            keys = [key for part in parts for key in part]
            if len(parts) == len(twig.node) and len(set(map(fold, keys))) == len(keys):
                twig.node = {key: inner for part in parts for key, inner in part.items()}
                self.mending.put_right = True
        if not isinstance(twig.node, str):
            return
        words, ear = self.mending.context.vocabulary, self.mending.ear
        nothing = words.meaning("nothing", twig.node) is not None
        if nothing and ear.may_be_nothing:
            return
        if nothing or ear.orders.besides.idles_outright(twig.node):
            if ear.may_be_nothing:
                word = words.word("nothing", "nothing", self.mending.context.language)
                lines = [f"{self.mending.word(THEN)}: {word}"]
                self.mending.tell(Fault("clauses-then-idle", twig.mark, twig.node), lines)
            else:
                self.mending.tell(Fault("clauses-then-nothing", twig.mark, twig.node), ())
            self.mending.spoil(twig)
            return
        heard = self.mending.ear.orders.written(twig.node)
        if len(heard) == 1 and len({order.word for order in heard[0]}) == len(heard[0]):
            twig.node = {order.word: Twig(order.value, twig.mark, twig.mark) for order in heard[0]}
            self.mending.put_right = True
            return
        alone = self.mending.ear.orders.alone(twig.node) or self.mending.ear.orders.hear(twig.node).said
        shown = [f"{self.mending.word(THEN)}: {{{order.word}: {order.value or BLANK}}}" for order in alone[:3]]
        shown = shown or [f"{self.mending.word(THEN)}: {{{BLANK}: {BLANK}}}"]
        self.mending.tell(Fault("clauses-then-words", twig.mark, twig.node, values={"fill": ""}), shown)
        self.mending.spoil(twig)

    def _grouped(self, twig: Twig, branches: Branches) -> None:
        """Take groups that are written without their list where that has one meaning."""
        found = self.mending.under(AND, branches)
        if found and (parts := _single(found[1])) and not parts.keys() & branches.keys():
            del branches[found[0]]
            branches |= parts
            self.mending.put_right = True
        found = self.mending.under(OR, branches)
        parts = _single(found[1]) if found else None
        if found is None or parts is None:
            return
        key, inner = found
        facts = {other: fact for other, fact in branches.items() if self.mending.fact(other)}
        groups = [Twig({word: argument}, argument.key or argument.mark) for word, argument in parts.items()]
        if len(groups) > 1 and not facts and isinstance(inner.node, dict):
            inner.node, self.mending.put_right = groups, True
            return
        rest = {other: each for other, each in branches.items() if other not in facts and other != key}
        every = [Twig({other: fact}) for other, fact in facts.items()] + groups
        lines = [f"- {written(Twig({key: Twig(every), **rest}))}"] if len(every) > 1 else []
        if facts and len(groups) > 1:
            lines.append(f"- {written(Twig({**facts, key: Twig([*groups]), **rest}))}")
        mark = inner.key or inner.mark
        self.mending.tell(Fault("clauses-or", mark, key) if lines else Fault("clauses-or-alone", mark, key), lines)
        del branches[key]
        twig.whole = False


def _single(twig: Twig) -> Branches | None:
    """Return the facts of one group where several are asked for: written without a list, or alone in it."""
    node = twig.node
    if isinstance(node, list) and len(node) == 1:
        node = node[0].node
    return node if isinstance(node, dict) and node and twig.whole else None


def put_under(branches: Branches, key: str, other: str, twig: Twig) -> None:
    """Put something under another word, at the same place."""
    changed = {other if word == key else word: twig if word == key else each for word, each in branches.items()}
    branches.clear()
    branches.update(changed)
