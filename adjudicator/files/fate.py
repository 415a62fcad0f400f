"""What becomes of a player in the stage awaited if nothing more comes from him: for receipts, forms, reminders."""

from __future__ import annotations

from adjudicator.core.phrase import Filling, Listed, Phrase
from adjudicator.core.ruleset import Plain
from adjudicator.files.attendance import attendance
from adjudicator.files.clock import Clock, moment
from adjudicator.files.stages import Progress


def fate(
    progress: Progress, player: str, ordered: bool, standing: Plain, clock: Clock, orders: str = "these"
) -> Phrase:
    """Return the sentence for ``player``, who has ``ordered`` or not, and whose ``standing`` orders these are.

    ``orders`` says which those ordered are: ``these`` that were just spoken of, or those for this ``turn``.
    """
    if player not in attendance(progress, ()).awaited:
        return Phrase("fate.not-awaited")
    if clock.held:
        return Phrase("fate.held")
    campaign = progress.campaign
    end = clock.due if clock.until(clock.due) else clock.closes
    due = Phrase("fate.due", {"moment": moment(campaign, end)}) if end else ""
    waits = campaign.when_missing == "wait" or not campaign.game.can_do_without(progress.state)
    if ordered:
        return _orders(clock, due, waits, Phrase(f"fate.of.{orders}"))
    if not campaign.game.can_do_without(progress.state):
        return Phrase("fate.waits")
    what = {"what": _without(progress, player, standing)}
    if waits or not due:
        return Phrase("fate.waits.unless-forced", what)
    return Phrase("fate.missing", {"due": due, **what})


def _orders(clock: Clock, due: Filling, waits: bool, orders: Phrase) -> Phrase:
    if not due or (waits and not clock.on_time):
        return Phrase("fate.orders.complete", {"orders": orders})
    return Phrase("fate.orders.due" if clock.on_time else "fate.orders.early", {"orders": orders, "due": due})


def _without(progress: Progress, player: str, standing: Plain) -> Phrase:
    """Say what is played for a player without orders: his standing ones as far as they serve now, else the rule."""
    campaign = progress.campaign
    rules, setting, state = campaign.game, campaign.setting, progress.state
    used = rules.standing_orders(setting, state, player, standing) if standing else {}
    if used and campaign.when_missing != "nothing":
        return Phrase("fate.standing", {"list": Listed(tuple(rules.standing_said(setting, player, used)))})
    return rules.without_orders(setting, state, player)
