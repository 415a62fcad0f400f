"""Corrections in the MJ's files, carried out as ``amend`` does: each becomes an act of its own, with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.campaign.acts import record
from adjudicator.campaign.amendment_file import Amendment, act_of, corrected
from adjudicator.campaign.records import Act
from adjudicator.desk.publishing import tell_amendments
from adjudicator.table.situation import Situation, situation_of


def carry_out_corrections(situation: Situation) -> Situation:
    """Amend the awaited stage by the corrections that have come and are not yet carried out; return the new situation.

    Each act keeps the hash of its file and the correction's number in it. So no correction is carried out twice, even
    if the program stopped after storing the file and before recording the act. Raise ``OSError`` when the disk refuses.
    """
    acts = list(_acts(situation))
    if not acts:
        return situation
    for act in acts:
        record(situation.campaign.folder, act)
    return tell_amendments(situation_of(situation.campaign, situation.clock.now))


def _acts(situation: Situation) -> Iterator[Act]:
    """Yield the act of each correction that has not been carried out, in the order in which their files came."""
    progress = situation.progress
    if progress.stage is None:
        return
    voice, done = progress.campaign.voice(), {act.get("file") for act in progress.amendments}
    dump = progress.campaign.game.rules.dump
    for verdict in situation.records:
        for number, one in enumerate(verdict["mj"].get("corrections", ()) if "mj" in verdict else (), 1):
            file = f"{verdict['digest']}#{number}"
            after = corrected(progress, [one]) if file not in done else progress
            # It has been carried out already, or it changes nothing.
            if dump(after.state) == dump(progress.state):
                continue
            said = one.get("said") or voice.say("correction.unsaid")
            at, stage = situation.clock.now.isoformat(), progress.stage_folder.name
            act: Act = {"act": "amend", "at": at, "by": "MJ", "stage": stage, "reason": one["reason"], "said": said}
            yield act_of(Amendment(one["table"]), progress, {**act, "file": file})
            progress = after
