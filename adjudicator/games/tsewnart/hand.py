"""What the MJ rules by hand on a single order in the middle of a turn: how he is asked, and what he has said."""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.core.faults import Objection, Phrase, Word
from adjudicator.core.mj import Mj, Question, is_offered, options_said
from adjudicator.core.stage import PUBLIC
from adjudicator.games.tsewnart.receipt import given
from adjudicator.games.tsewnart.turn import Result, Turn, failure

LIFTED = ("exclusive", "terrorised", "steered")
"""What stops an order that might be played all the same: its piece or ghost is there, and it is its own to give."""


class Ruling(NamedTuple):
    """What the MJ says of an order: that it fails or stands, and why, to everybody. His own reason is no part of it."""

    verdict: str
    said: str = ""

    @property
    def fails(self) -> bool:
        """Whether the order fails."""
        return self.verdict == "fails"

    @classmethod
    def of(cls, value: Any) -> Ruling:
        """Return what a value of an answer says."""
        if not isinstance(value, dict):
            return cls(value)
        return cls(value["verdict"], value.get("said", ""))


def kept_from_it(mj: Mj, turn: Turn, player: str, order: str, found: Result | None) -> Result | None:
    """Return what stops an order, or None, by the word of the MJ where he has ruled on it; ``found`` is by the sheet.

    He may rule on any order: that it fails, or that it is played whatever would stop it, and the turn goes on from
    there. Nothing lets an order be played that is not the player's to give, or has no piece any more.
    """
    if not mj.rules_on("stands", (order, player)):
        return found
    asked = question(player, order, turn.orders[player][order], found)
    ruling = Ruling.of(mj.ask(asked))
    changes = ruling.verdict != asked.proposal and ruling.verdict in asked.options
    if not changes and not ruling.said:
        return found
    turn.note("ruled", player=player, order=order, verdict=ruling.verdict)
    if ruling.said:
        turn.tell(PUBLIC, "ruled", said=ruling.said)
    if not changes:
        return found
    return failure("decided") if ruling.fails else None


def question(player: str, order: str, value: Any, found: Result | None) -> Question:
    """Return what the MJ is asked of an order that he rules on: what is ``found`` of it by the sheet is proposed."""
    lifted = found is None or found.reason in LIFTED
    return Question(
        "stands",
        (order, player),
        "stands" if found is None else "fails",
        ("fails", "stands") if lifted else ("fails",),
        "verdicts",
        why=None if found is None else Phrase(f"reason.{found.reason}"),
        then=(_order_said(player, order, value),),
    )


def _order_said(player: str, order: str, value: Any) -> Phrase:
    """Say to the MJ what order is ruled on."""
    told = given(order, value)
    of = Phrase("account.value", {"value": told}) if told else ""
    return Phrase("ruled.order", {"player": player, "order": Word("orders", order), "given": of})


def objections(question: Question, value: Any) -> list[Objection]:
    """Judge a ruling: an order that cannot be played does not stand."""
    if is_offered(question, Ruling.of(value).verdict):
        return []
    return [Objection("answer-option", (), {"options": options_said(question)})]
