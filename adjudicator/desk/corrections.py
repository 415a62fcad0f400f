"""Corrections in files of the MJ's, carried out as ``amend`` does: each is an act of its own, with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.campaign.acts import record
from adjudicator.campaign.amendment_file import Amendment, act_of, corrected
from adjudicator.campaign.records import Act
from adjudicator.desk.publishing import tell_amendments
from adjudicator.table.situation import Situation, situation_of


def carry_out_corrections(situation: Situation) -> Situation:
    """Amend the table of the stage awaited by the corrections that have come and have not been carried out.

    A correction is known again by the bytes of its file, so that one is never carried out twice, whatever stopped the
    program between the file and the act. Return how the campaign stands then. Raises ``OSError``.
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
            if dump(after.state) == dump(progress.state):
                continue
            said = one.get("said") or voice.say("correction.unsaid")
            at, stage = situation.clock.now.isoformat(), progress.stage_folder.name
            act: Act = {"act": "amend", "at": at, "by": "MJ", "stage": stage, "reason": one["reason"], "said": said}
            yield act_of(Amendment(one["table"]), progress, {**act, "file": file})
            progress = after
