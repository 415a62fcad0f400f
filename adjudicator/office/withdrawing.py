"""Orders that the MJ has withdrawn: what counts in their place, and the letter to their player.

The act is recorded first. What follows can be done again from where it was interrupted: ``withdrawals.json`` says of
how many acts the players have been told, and is written last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.withdrawals import withdrawals
from adjudicator.core import standing_orders
from adjudicator.core.faults import Listed, Phrase
from adjudicator.mail import outbox
from adjudicator.orders.received import verdict_at
from adjudicator.store import disk
from adjudicator.store.layout import TURNS, WITHDRAWALS
from adjudicator.table.consequences import fate_in

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act
    from adjudicator.campaign.stages import Progress
    from adjudicator.table.situation import Situation
    from adjudicator.table.table import Table


def tell_withdrawals(situation: Situation) -> None:
    """Tell players whose orders were withdrawn, as far as they have not been told; told once more, it is the same."""
    campaign, progress = situation.campaign, situation.progress
    done = withdrawals(situation.acts)
    known = read_record("withdrawals", campaign.folder / WITHDRAWALS) or {"told": 0}
    if len(done) <= known["told"]:
        return
    stage = progress.stage_folder.name
    letters = [
        _letter(situation, number, act)
        for number, act in list(enumerate(done, 1))[known["told"] :]
        if act["stage"] == stage and progress.stage is not None
    ]
    outbox.put(campaign, stage, letters, situation.clock.now)
    disk.write_whole(campaign.folder / WITHDRAWALS, record_bytes("withdrawals", {"told": len(done)}))


def _letter(situation: Situation, number: int, act: Act) -> outbox.Message:
    """Return what a player is told: what of his counts no more, what counts in its place, what happens now.

    Neither the MJ's reason nor the orders themselves, which may be another player's.
    """
    campaign, progress = situation.campaign, situation.progress
    voice, player = campaign.voice(), campaign.seats.name_of(act["player"])
    what = list(_withdrawn_said(progress, act))
    lines = [voice.say("letter.withdraw", what=Listed(tuple(what)))]
    lines += map(voice.phrase, counts_now(progress, situation.table, player, "player"))
    lines += [voice.phrase(fate_in(situation, player))]
    subject = voice.say("letter.withdraw.subject", title=campaign.title, stage=progress.awaited)
    return outbox.Message(player, f"withdraw-{number}", subject, lines)


def _withdrawn_said(progress: Progress, act: Act) -> Iterator[Phrase]:
    """Say what kinds of orders were withdrawn, each once."""
    seat, kinds = act["player"], set[str]()
    for place in act["files"]:
        verdict = verdict_at(progress.campaign.folder / TURNS / place)
        if verdict is None:
            continue
        accepted, held = verdict["accepted"], verdict.get("kinds", ())
        if seat in verdict["orders"] if accepted else "orders" in held:
            kinds.add(str(verdict.get("turn", "")))
        if seat in verdict.get("standing", {}) if accepted else "standing" in held:
            kinds.add("standing")
    now = {"", str(progress.stage.turn) if progress.stage is not None else ""}
    if kinds & now or not (kinds or "standing" in act):
        yield Phrase("withdraw.what.orders", {"stage": progress.awaited})
    for turn in sorted(int(kind) for kind in kinds - now - {"standing"}):
        yield Phrase("withdraw.what.orders", {"stage": Phrase("stage.later", {"turn": turn})})
    if "standing" in kinds or "standing" in act:
        yield Phrase("withdraw.what.standing")


def counts_now(progress: Progress, table: Table, player: str, to: str) -> Iterator[Phrase]:
    """Say which orders of a player count, ``to`` the MJ (``mj``) or to himself (``player``).

    Of orders that are missing nothing is said: what becomes of him says it.
    """
    campaign = progress.campaign
    rules, voice = campaign.game.orders, campaign.voice()
    if player in table.orders:
        receipt = voice.receipt(rules.receipt(progress.view(player), table.orders[player]))
        yield Phrase(f"withdraw.{to}.orders", {"player": player, "what": receipt})
    if standing := tuple(standing_orders.said(rules, table.standing.get(player, {}))):
        yield Phrase(f"withdraw.{to}.standing", {"player": player, "what": Listed(standing)})
