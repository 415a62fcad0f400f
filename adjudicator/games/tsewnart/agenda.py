"""The order of play of one turn: the items still to come, and how a Professeur may change them (§3, §6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Agenda:
    """The items of one turn as canonical words, such as ``terrorise rouge``, which are resolved one after the other.

    R18. A reordering holds for this turn alone: each turn makes a new agenda, and nothing of it is kept.
    """

    def __init__(self, items: Iterable[str]) -> None:
        """Take the items in the order of play."""
        self._items = list(items)
        self._reached = 0

    @property
    def past(self) -> list[str]:
        """The items that have been reached, in order; the last one is being resolved."""
        return self._items[: self._reached]

    def __iter__(self) -> Iterator[str]:
        """Yield the items one by one; a move made meanwhile changes what follows."""
        while self._reached < len(self._items):
            self._reached += 1
            yield self._items[self._reached - 1]

    def move(self, action: str, place: str, reference: str) -> str | None:
        """Put ``action`` directly ``before`` or ``after`` ``reference``; return None, or the reason why it cannot be.

        R17. The item moved must lie after the one being resolved now, and land after it: the earliest place is directly
        after the item being resolved. Naming the same item twice fails.
        """
        items, past = self._items, self.past
        if action not in items or reference not in items:
            return "no-such-item"
        if action == reference:
            return "same-item"
        if action in past:
            return "action-past"
        if reference in past and (reference != past[-1] or place == "before"):
            return "reference-past"
        items.remove(action)
        items.insert(items.index(reference) + (place == "after"), action)
        return None
