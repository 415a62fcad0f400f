"""What becomes of a player in the stage awaited if nothing more comes from him: for receipts, forms, reminders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.campaign.stages import Progress
from adjudicator.core import standing_orders
from adjudicator.core.faults import Filling, Listed, Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import orders_said
from adjudicator.table.attendance import attendance
from adjudicator.table.clock import Clock, moment

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.table.situation import Situation


def fate(
    progress: Progress,
    player: str,
    ordered: bool,
    standing: Plain,
    clock: Clock,
    orders: str = "these",
    correcting: bool = False,
) -> Phrase:
    """Return the sentence for ``player``, who has ``ordered`` or not, and whose ``standing`` orders these are.

    ``orders`` says which those ordered are: ``these`` that were just spoken of, those from ``before``, or those for
    this ``turn``. He is ``correcting`` them when a later file of his was refused. The ``clock`` is that of his orders,
    see :func:`clock_of_orders`.
    """
    stage = progress.stage
    present = attendance(progress, (player,) if ordered else (), clock)
    if stage is None or player not in present.awaited:
        return Phrase("fate.not-awaited")
    if clock.held:
        return Phrase("fate.held")
    waits = _needs(progress) or (progress.campaign.when_missing == "wait" and not clock.ends)
    due = _due(progress, clock, waits)
    if not ordered:
        if clock.window and not correcting and _answers(progress, player, standing):
            return _answered(clock, due, _without(progress, player, standing))
        what = _without(progress, player, standing)
        return _missing(progress, due, waits, player in present.away, what, not clock.until(clock.closes))
    which = "stage" if orders == "turn" and not stage.turn else orders
    said = Phrase(f"fate.of.{which}", {"turn": stage.turn})
    if correcting and clock.until(clock.closes):
        return _dated("fate.correcting", "fate.correcting.due", due, {"orders": said})
    return _orders(clock, due, waits, said)


def _answers(progress: Progress, player: str, standing: Plain) -> bool:
    """Tell whether what a player has left answers for him in a window."""
    campaign = progress.campaign
    if not standing or campaign.when_missing == "nothing":
        return False
    return campaign.game.orders.answers(progress.view(player), standing)


def _answered(clock: Clock, due: Filling, what: Phrase) -> Phrase:
    if not due or not clock.until(clock.closes):
        return Phrase("fate.window.answered", {"what": what})
    key = "fate.window.answered.hour" if clock.on_time else "fate.window.answered.due"
    return Phrase(key, {"what": what, "due": due})


def _needs(progress: Progress) -> bool:
    """Tell whether the stage cannot be played without all orders."""
    return not progress.campaign.game.rules.can_do_without(progress.state)


def _missing(progress: Progress, due: Filling, waits: bool, away: bool, what: Phrase, overdue: bool) -> Phrase:
    if _needs(progress):
        return _dated("fate.waits", "fate.waits.due", due, {})
    if away:
        return Phrase("fate.away", {"what": what})
    if waits or not due:
        return _dated("fate.waits.unless-forced", "fate.waits.unless-forced.due", due, {"what": what})
    return Phrase("fate.missing.overdue" if overdue else "fate.missing", {"due": due, "what": what})


def _dated(key: str, dated: str, due: Filling, values: dict[str, Filling]) -> Phrase:
    """Return the sentence ``key``, or where there is an hour to say the one that says until when, ``dated``."""
    return Phrase(dated, {"due": due, **values}) if due else Phrase(key, values)


def clock_of_orders(campaign: Campaign, clock: Clock, sent: bool) -> Clock:
    """Return the clock by which orders are played that were ``sent`` since the stage began, or only before it.

    Those may wait for the deadline.
    """
    if sent or campaign.counts_ahead or clock.deadline is None:
        return clock
    return clock._replace(deadline=clock.deadline._replace(early=False))


def fate_in(situation: Situation, player: str) -> Phrase:
    """Return the sentence for ``player`` as things stand, with what has come from him."""
    table = situation.table
    standing = table.standing.get(player, {})
    correcting = player in (*table.correcting, *table.mending)
    clock = clock_of_orders(situation.campaign, situation.clock, player in table.sent)
    return fate(situation.progress, player, player in table.orders, standing, clock, "turn", correcting)


def _due(progress: Progress, clock: Clock, waits: bool) -> Filling:
    """Say until when orders are awaited: the end of grace only once the deadline has passed.

    Empty for ever: no hour counts, or those that counted have passed in a stage that ``waits``.
    """
    end = clock.due if clock.until(clock.due) else clock.closes
    if end is None or (waits and not clock.until(end)):
        return ""
    return Phrase("fate.due", {"moment": moment(progress.campaign, end)})


def _orders(clock: Clock, due: Filling, waits: bool, orders: Phrase) -> Phrase:
    values: dict[str, Filling] = {"orders": orders, "when": _when_complete(clock)}
    if due and not clock.until(clock.closes):
        return Phrase("fate.orders.overdue", {"orders": orders, "due": due})
    if not due or (waits and not clock.on_time):
        return _dated("fate.orders.complete", "fate.orders.complete.due", due, values)
    if not clock.on_time:
        return Phrase("fate.orders.early", {**values, "due": due})
    return Phrase("fate.orders.waits" if waits else "fate.orders.due", {"orders": orders, "due": due})


def _when_complete(clock: Clock) -> Phrase:
    """Say when a stage is played for which all orders are there, before its deadline."""
    if clock.taken_back:
        return Phrase("fate.complete.taken-back")
    if clock.window:
        return Phrase("fate.complete.window")
    if clock.deadline is None or not clock.deadline.pause or clock.due is None or not clock.until(clock.due):
        return Phrase("fate.complete")
    return Phrase("fate.complete.pause", n=int(clock.deadline.pause.total_seconds()) // 3600)


def _without(progress: Progress, player: str, standing: Plain) -> Phrase:
    """Say what is played for a player without orders: his standing ones as far as they serve now, else the rule."""
    campaign = progress.campaign
    rules, view, stage = campaign.game.orders, progress.view(player), progress.stage
    used, _ = standing_orders.answer(rules, view, stage.phase, standing) if stage is not None else (None, ())
    if used is not None and campaign.when_missing != "nothing":
        return Phrase("fate.standing", {"list": Listed(tuple(orders_said(rules, used)))})
    return rules.without(view)
