"""What of a view decides what forms by clicks ask a game: where it is the same for many players, they ask once.

A game that says nothing of it is asked of each player; what it says is only about time. Each page has to be as if its
player had been asked himself (tests/games/test_form_pages.py holds both side by side).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

View = TypeVar("View")


class AskedOnce(Generic[View]):
    """The part of ``Orders`` that says so; None is always: it is not known."""

    def hangs_on(self, view: View, order: str, now: bool) -> Hashable:
        """Return what of a view decides, for whoever may give an ``order`` at all, what it may be and its words.

        Where it is the empty tuple, any value of its schema is possible. What is said of who names himself may differ
        from what is said of who names others, and is the same for all of these players but for the name. ``now`` is for
        the stage awaited; else it is for later ones, or stands.
        """
        return None

    def lasting_hangs_on(self, view: View) -> Hashable:
        """Return what of a view decides which orders may be given for later turns or stand, and how they go together.

        What a single one may be apart, as that is told by :meth:`hangs_on`.
        """
        return None

    def pairs_hang_on(self, view: View) -> Hashable:
        """Return what of a view decides whether two orders exclude one another, and why: the orders, not their values.

        Two are meant each of which may be given by itself.
        """
        return None

    def may_name(self, view: View, order: str) -> Sequence[str] | None:
        """Return which players an ``order`` may name, where nothing else decides whether its values are possible.

        What is returned hangs on no more of a view than :meth:`hangs_on` says.
        """
        return None

    def condition_hangs_on(self, view: View, condition: str) -> Hashable:
        """Return what of a view decides whether a ``condition`` has an example, and what is objected to its arguments.

        With whose view it is, it decides what ``Orders.given_when`` says too.
        """
        return None
