"""The MJ's rulings on single orders in the middle of a turn: the question asked, and the effect of the answer."""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word
from adjudicator.core.mj import Mj, Question, is_offered, options_said
from adjudicator.core.stage import PUBLIC
from adjudicator.games.tsewnart.actions import given
from adjudicator.games.tsewnart.state import Setting, State
from adjudicator.games.tsewnart.turn import Result, Turn, failure

LIFTED = ("exclusive", "terrorised", "steered")
"""The reasons for failure that the MJ may override, so that the order is played all the same.

With these, the order is the player's to give and its piece or ghost is there. With any other reason, the order cannot
be played at all.
"""


class Ruling(NamedTuple):
    """The MJ's ruling on an order: ``fails`` or ``stands``, and what everybody is told about it.

    The reason that only the MJ may see is not part of it.
    """

    verdict: str
    said: str = ""

    @property
    def fails(self) -> bool:
        """Whether the order fails."""
        return self.verdict == "fails"

    @classmethod
    def of(cls, value: Any) -> Ruling:
        """Build a ruling from an answer: a verdict alone, or a dict with ``verdict`` and perhaps ``said``."""
        if not isinstance(value, dict):
            return cls(value)
        return cls(value["verdict"], value.get("said", ""))


def kept_from_it(mj: Mj, turn: Turn, player: str, order: str, found: Result | None) -> Result | None:
    """Return the failure of an order after the MJ's ruling, if there is one; None if the order is played.

    ``found`` is the failure by the rule sheet, or None. The MJ may rule on any order, either that it fails or that it
    is played in spite of a reason in ``LIFTED``. An order that is not the player's to give, or whose piece is gone, is
    never played.
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
    """Return the question about an order that the MJ rules on; ``found`` decides the proposal."""
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
    """Name the order that the MJ rules on, with its player and its value."""
    told = given(order, value)
    of = Phrase("account.value", {"value": told}) if told else ""
    return Phrase("ruled.order", {"player": player, "order": Word("orders", order), "given": of})


def verdict_said(setting: Setting, value: Any) -> list[PhraseArgument]:
    """Say a ruling in one word: its verdict."""
    return [Word("verdicts", Ruling.of(value).verdict)]


def judge(setting: Setting, state: State, question: Question, value: Any) -> list[Objection]:
    """Object to a ruling that is not among the options, such as ``stands`` for an order that cannot be played."""
    if is_offered(question, Ruling.of(value).verdict):
        return []
    return [Objection("answer-option", (), {"options": options_said(question)})]
