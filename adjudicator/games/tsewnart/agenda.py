"""The order of play of one turn: the items still to come, and how a Professeur may change them (§3, §6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise


class Agenda:
    """The items of one turn as canonical words, such as ``terrorise rouge``, which are resolved one after the other.

    R18. A reordering holds for this turn alone: each turn makes a new agenda, and nothing of it is kept. It is a linked
    list, so that moving an item costs the same however many camps there are. ``past`` holds the items that have been
    reached, in the order in which they were reached; ``current`` is the latest of them, None before the first.
    """

    def __init__(self, items: Iterable[str]) -> None:
        """Take the items in the order of play."""
        order: list[str | None] = [None, *items, None]
        self._after = dict(pairwise(order))
        self._before = dict(zip(self._after.values(), self._after, strict=True))
        self.past: dict[str, None] = {}
        self.current: str | None = None

    def __iter__(self) -> Iterator[str]:
        """Yield the items one by one; a move made meanwhile changes what follows. The item yielded is ``current``."""
        while (item := self._after[self.current]) is not None:
            self.current = item
            self.past[item] = None
            yield item

    def move(self, action: str, place: str, reference: str) -> str | None:
        """Put ``action`` directly ``before`` or ``after`` ``reference``; return None, or the reason why it cannot be.

        R17. The item moved must lie after the one being resolved now, and land after it: the earliest place is directly
        after the item being resolved. Naming the same item twice fails.
        """
        if action not in self._after or reference not in self._after:
            return "no-such-item"
        if action == reference:
            return "same-item"
        if action in self.past:
            return "action-past"
        if reference in self.past and (reference != self.current or place == "before"):
            return "reference-past"
        self._unlink(action)
        self._link(action, reference if place == "after" else self._before[reference])
        return None

    def _unlink(self, item: str) -> None:
        before, after = self._before[item], self._after[item]
        self._after[before], self._before[after] = after, before

    def _link(self, item: str, before: str | None) -> None:
        after = self._after[before]
        self._after[before], self._before[item] = item, before
        self._after[item], self._before[after] = after, item
