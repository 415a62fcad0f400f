"""What becomes of a player in the stage awaited if nothing more comes from him: for receipts, forms, reminders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.core.phrase import Filling, Listed, Phrase
from adjudicator.core.ruleset import Plain
from adjudicator.files.attendance import attendance
from adjudicator.files.clock import Clock, moment
from adjudicator.files.stages import Progress

if TYPE_CHECKING:
    from adjudicator.files.situation import Situation


def fate(
    progress: Progress, player: str, ordered: bool, standing: Plain, clock: Clock, orders: str = "these"
) -> Phrase:
    """Return the sentence for ``player``, who has ``ordered`` or not, and whose ``standing`` orders these are.

    ``orders`` says which those ordered are: ``these`` that were just spoken of, or those for this ``turn``.
    """
    stage = progress.stage
    present = attendance(progress, (player,) if ordered else (), clock)
    if stage is None or player not in present.awaited:
        return Phrase("fate.not-awaited")
    if clock.held:
        return Phrase("fate.held")
    due = _due(progress, clock)
    waits = progress.campaign.when_missing == "wait" or not progress.campaign.game.can_do_without(progress.state)
    if ordered:
        which = "stage" if orders == "turn" and not stage.turn else orders
        return _orders(clock, due, waits, Phrase(f"fate.of.{which}", {"turn": stage.turn}))
    if not progress.campaign.game.can_do_without(progress.state):
        return Phrase("fate.waits")
    values: dict[str, Filling] = {"what": _without(progress, player, standing)}
    late = "fate.waits.unless-forced" if waits or not due else "fate.missing"
    return Phrase("fate.away" if player in present.away else late, {"due": due, **values})


def fate_in(situation: Situation, player: str) -> Phrase:
    """Return the sentence for ``player`` as things stand, with what has come from him."""
    table = situation.table
    standing = table.standing.get(player, {})
    return fate(situation.progress, player, player in table.orders, standing, situation.clock, "turn")


def _due(progress: Progress, clock: Clock) -> Filling:
    """Say until when orders are awaited: the end of grace only once the deadline has passed; empty for ever."""
    end = clock.due if clock.until(clock.due) else clock.closes
    return Phrase("fate.due", {"moment": moment(progress.campaign, end)}) if end else ""


def _orders(clock: Clock, due: Filling, waits: bool, orders: Phrase) -> Phrase:
    if not due or (waits and not clock.on_time):
        return Phrase("fate.orders.complete", {"orders": orders})
    key = "fate.orders.early" if not clock.on_time else "fate.orders.waits" if waits else "fate.orders.due"
    return Phrase(key, {"orders": orders, "due": due})


def _without(progress: Progress, player: str, standing: Plain) -> Phrase:
    """Say what is played for a player without orders: his standing ones as far as they serve now, else the rule."""
    campaign = progress.campaign
    rules, setting, state = campaign.game, campaign.setting, progress.state
    used = rules.standing_orders(setting, state, player, standing) if standing else {}
    if used and campaign.when_missing != "nothing":
        return Phrase("fate.standing", {"list": Listed(tuple(rules.standing_said(setting, player, used)))})
    return rules.without_orders(setting, state, player)
