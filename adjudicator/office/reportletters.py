"""The letters with the reports of a stage: to whom, and what else stands in them.

Of a window those alone are written to whom it concerned, or whom the next stage awaits: so many pass in which nobody
does anything. The others read the report of it in their next letter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.campaign.stages import Progress
from adjudicator.core.stage import player_reader
from adjudicator.mail import outbox
from adjudicator.speech.voice import Voice
from adjudicator.store.disk import read_file
from adjudicator.table.consequences import fate_in
from adjudicator.table.situation import Situation
from adjudicator.table.table import owing

WITH_OTHERS = "reports"
"""What a letter is about that holds more than one report, so that it goes as text: a page is one report."""


def report_letters(situation: Situation, chained: str) -> Iterator[outbox.Message]:
    """Each player's report, what is awaited of him now, and the head of the chain: he has it then in his own hands.

    Raises ``OSError``.
    """
    campaign, progress = situation.campaign, situation.progress
    voice, last = campaign.voice(), len(progress.folders) - 1
    subject = voice.say("letter.report.subject", title=campaign.title, stage=progress.stage_played(last).said)
    seal = voice.say("foot.chain", head=chained)
    concerned = concerned_by(progress, last)
    for player in campaign.players:
        if player not in concerned:
            continue
        lines = [*_now(situation, player, voice), seal, "", *_report(progress, last, player)]
        reports = ((index, _report(progress, index, player)) for index in _unread(progress, last, player))
        unread = [(progress.stage_played(index).said, report) for index, report in reports if report]
        for stage, report in unread:
            lines += ["", voice.say("letter.window", stage=stage), "", *report]
        yield outbox.Message(player, WITH_OTHERS if unread else "report", subject, lines)


def concerned_by(progress: Progress, index: int) -> Collection[str]:
    """Return who is written to when the stage at ``index`` has been played: everybody, but of a window.

    Of that who was awaited in it, or is in what follows, as everybody knows; at the end everybody.
    """
    campaign, rules = progress.campaign, progress.campaign.game.rules
    if not rules.has_windows:
        return campaign.players
    before, after = progress.state_before(index), progress.state_after(index + 1)
    if not rules.is_window(before) or rules.stage(after) is None:
        return campaign.players
    return {*owing(campaign, before), *owing(campaign, after)}


def _unread(progress: Progress, index: int, player: str) -> Iterator[int]:
    """Yield the stages before the one at ``index`` of which a player has had no letter yet, the last one first."""
    while index > 0 and player not in concerned_by(progress, index - 1):
        index -= 1
        yield index


def _report(progress: Progress, index: int, player: str) -> list[str]:
    """Return the lines of a player's report of the stage at ``index``; none where another had his seat then."""
    from adjudicator.reports.writing import report_name

    campaign, then = progress.campaign, progress.campaign
    if campaign.seats.acts and index < len(progress.folders) - 1:
        then = progress.as_played(index).campaign
    if then.seats.holder(player) != campaign.seats.holder(player):
        return []
    path = progress.folders[index] / report_name(then, player_reader(player), "text")
    return read_file(path).decode().splitlines()


def _now(situation: Situation, player: str, voice: Voice) -> list[str]:
    """Return what a player should know of the stage that begins, and his report does not say: until when."""
    stage = situation.progress.stage
    if stage is None:
        return []
    return [voice.say("letter.now", stage=stage.said), voice.phrase(fate_in(situation, player))]
