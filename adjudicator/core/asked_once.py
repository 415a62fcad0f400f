"""Declare which parts of a view decide the answers a game gives, so that click forms can share them between players.

When two players have the same deciding parts, the form code asks the game once for both. A game that declares nothing
is asked for each player. The declarations only save time: each page must be the same as if the game had been asked for
its player alone (tests/games/test_form_pages.py compares the two).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

View = TypeVar("View")


class AskedOnce(Generic[View]):
    """Mixin of ``Orders`` with these declarations; each method returns None by default, which means "unknown"."""

    def hangs_on(self, view: View, order: str, now: bool) -> Hashable:
        """Return the parts of the view that decide which values an ``order`` may take and how it is worded.

        The result is used only for players who may give the order at all. Players with equal results get the same
        answers, except that a player who names themself may get a different answer from one who names someone else.
        That answer must also be the same for all these players, apart from the name. Return an empty tuple if every
        value that the schema allows is possible. ``now`` is True for the stage awaited and False for orders for later
        turns and for standing orders.
        """
        return None

    def lasting_hangs_on(self, view: View) -> Hashable:
        """Return the parts of the view that decide which orders may be given for later turns or as standing orders.

        They also decide which of these orders exclude one another. The possible values of a single order are not
        covered: :meth:`hangs_on` declares what decides those.
        """
        return None

    def pairs_hang_on(self, view: View) -> Hashable:
        """Return the parts of the view that decide which pairs of orders exclude one another, and the reason shown.

        The answer for a pair may depend on the two orders but not on their values. Only pairs are considered in which
        each order may be given by itself.
        """
        return None

    def may_name(self, view: View, order: str) -> Sequence[str] | None:
        """Return the players an ``order`` may name, or None if this does not apply.

        Return a list only if the named player is all that decides whether a value is possible. The list may depend on
        no more of the view than :meth:`hangs_on` returns.
        """
        return None

    def condition_hangs_on(self, view: View, condition: str) -> Hashable:
        """Return the parts of the view that decide if a ``condition`` has an example and which arguments are refused.

        Together with the name of the view's player, they must also decide what ``Orders.given_when`` returns.
        """
        return None
