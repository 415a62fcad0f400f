"""Adjudication of one turn: ``(state, orders, seed) → outcome``, and the MJ's rulings on single orders in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from adjudicator.core.dice import Seed
from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word
from adjudicator.core.mj import Mj, Question, is_offered, options_said
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, Notice, Outcome
from adjudicator.games.tsewnart import rulings
from adjudicator.games.tsewnart.actions import given
from adjudicator.games.tsewnart.rules import ORDERS, cause_of_the_end, play
from adjudicator.games.tsewnart.state import Ending, Setting, State
from adjudicator.games.tsewnart.turn import Result, Turn, failure


def play_turn(
    setting: Setting, state: State, orders: Mapping[str, Plain], seed: Seed, mj: Mj | None = None
) -> Outcome[State]:
    """Play one turn and return its outcome; ``orders`` are canonical orders by player.

    ``mj`` is given only if the MJ may have ruled on orders; None applies the rule sheet alone.
    """
    turn = Turn(setting, state, orders, seed)
    turn.hand = None if mj is None else partial(kept_from_it, mj)
    play(turn)
    after = turn.state
    after.turn += 1
    if cause := cause_of_the_end(setting, after):
        rulings_applied = ("R23",) if cause == "eliminated" else ("R22", "R23")
        scores = {camp: after.scores.get(camp, 0) for camp in setting.camp_names}
        winners = rulings.winners(setting.options.victory, scores)
        after.phase, after.ending = "over", Ending(cause, tuple(winners))
        turn.note("ended", cause=cause, winners=after.ending.winners, rulings=rulings_applied)
    return Outcome(after, tuple(turn.log), (*losses(turn), *turn.notices), plain_results(turn))


def losses(turn: Turn) -> list[Notice]:
    """Return what everybody learns of each player who loses a piece: name and camp; roles stay secret.

    Of a capture they also learn the cell and the capturing camp.
    """
    roster, camp_of = turn.setting.roster, turn.setting.camp_of
    lost = [fact for fact in turn.log if fact.kind in ("eliminated", "captured")]
    found = []
    for fact in sorted(lost, key=lambda fact: (fact.kind == "captured", roster[fact.data["player"]])):
        player = fact.data["player"]
        facts = {"player": player, "camp": camp_of[player]}
        if fact.kind == "eliminated":
            found.append(Notice("eliminated", facts, PUBLIC))
        else:
            more = {"cell": fact.data["cell"], "by": camp_of[fact.data["taker"]]}
            found.append(Notice("captured", facts | more, PUBLIC))
    return found


def plain_results(turn: Turn) -> dict[str, dict[str, Any]]:
    """Return the results of all orders as plain data.

    They are in the order of the rule sheet, so that they do not reveal the order in which things happened.
    """
    return {
        player: {order: results[order]._asdict() for order in sorted(results, key=ORDERS.index)}
        for player, results in turn.results.items()
    }


# The MJ's rulings on single orders ----------------------------------------------------------------------------

LIFTED = ("exclusive", "terrorised", "steered")
"""The reasons for failure that the MJ may override, so that the order is played all the same.

With these, the order is the player's to give and its piece or ghost is there. With any other reason, the order cannot
be played at all.
"""


def verdict_and_words(value: Any) -> tuple[str, str]:
    """Return what an answer rules, ``fails`` or ``stands``, and what everybody is told about it, if anything.

    The reason that only the MJ may see is left out.
    """
    return (value["verdict"], value.get("said", "")) if isinstance(value, dict) else (value, "")


def kept_from_it(mj: Mj, turn: Turn, player: str, order: str, found: Result | None) -> Result | None:
    """Return the failure of an order after the MJ's ruling, if there is one; None if the order is played.

    ``found`` is the failure by the rule sheet, or None. The MJ may rule on any order, either that it fails or that it
    is played in spite of a reason in ``LIFTED``. An order that is not the player's to give, or whose piece is gone, is
    never played.
    """
    if not mj.rules_on("stands", (order, player)):
        return found
    asked = question(player, order, turn.orders[player][order], found)
    verdict, said = verdict_and_words(mj.ask(asked))
    changes = verdict != asked.proposal and verdict in asked.options
    if changes or said:
        turn.note("ruled", player=player, order=order, verdict=verdict)
    if said:
        turn.tell(PUBLIC, "ruled", said=said)
    if not changes:
        return found
    return failure("decided") if verdict == "fails" else None


def question(player: str, order: str, value: Any, found: Result | None) -> Question:
    """Return the question about an order that the MJ rules on; ``found`` decides the proposal."""
    lifted = found is None or found.reason in LIFTED
    value_said = given(order, value)
    of = Phrase("account.value", {"value": value_said}) if value_said else ""
    return Question(
        "stands",
        (order, player),
        "stands" if found is None else "fails",
        ("fails", "stands") if lifted else ("fails",),
        "verdicts",
        why=None if found is None else Phrase(f"reason.{found.reason}"),
        then=(Phrase("ruled.order", {"player": player, "order": Word("orders", order), "given": of}),),
    )


def verdict_said(setting: Setting, value: Any) -> list[PhraseArgument]:
    """Say a ruling in one word: its verdict."""
    return [Word("verdicts", verdict_and_words(value)[0])]


def ruling_objections(setting: Setting, state: State, question: Question, value: Any) -> list[Objection]:
    """Object to a ruling that is not among the options, such as ``stands`` for an order that cannot be played."""
    if is_offered(question, verdict_and_words(value)[0]):
        return []
    return [Objection("answer-option", (), {"options": options_said(question)})]
