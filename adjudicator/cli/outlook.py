"""What the MJ should know as he holds a campaign or lets it go on: who is missing, and what would happen now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.cli.console import explicit_language, now, say

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.speech.voice import Voice
    from adjudicator.table.situation import Situation


def tell_missing(situation: Situation, voice: Voice) -> None:
    """Name those whose orders are awaited, if any are."""
    if situation.attendance.missing:
        say(voice, "status.missing", names=voice.list(situation.attendance.missing))
    if situation.attendance.unseated:
        say(voice, "head.empty", names=voice.list(situation.attendance.unseated))


def tell_outlook(situation: Situation, voice: Voice) -> None:
    """Say what cron would do now, in a campaign to which it comes or in which the time decides; not of a game over."""
    from adjudicator.core.faults import Phrase
    from adjudicator.desk.last_run import last_visit

    timed = bool(situation.campaign.plain.get("deadline"))
    if situation.progress.stage is None or not (timed or last_visit(situation.campaign.folder)):
        return
    from adjudicator.desk.overview import prospect

    row = prospect(situation, now(), explicit_language())
    say(voice, would_do(situation, row["cron"]["what"]), when=Phrase("status.now"), why=row["cron"]["why"])


def would_do(situation: Situation, what: str) -> str:
    """Return the sentence that says what a visit would do; it names cron where cron has come, and nowhere else."""
    return f"status.cron.{what}" if has_cron(situation.campaign) else f"status.alone.{what}"


def has_cron(campaign: Campaign) -> bool:
    """Tell whether a campaign has ever been visited by ``run``: an MJ who plays by hand need not know of cron."""
    from adjudicator.desk.last_run import last_visit

    return last_visit(campaign.folder) is not None
