"""What is sent to the players of an order file: how it was understood, or every fault; what happens now."""

from __future__ import annotations

from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault, Listed, Phrase
from adjudicator.mail import outbox
from adjudicator.orders.inbox import Dropped, bare
from adjudicator.orders.received import is_too_many
from adjudicator.orders.submission import OF_ANOTHER, Submission
from adjudicator.speech.voice import Voice, capitalised, short


def receipts(
    progress: Progress, submission: Submission, file: Dropped, number: str, language: str | None
) -> list[outbox.Message]:
    """Return what is sent to the players of a file: how it was understood, or every fault; what happens now.

    It speaks the campaign's own language, whatever ``language`` the faults are told in. Nobody is sent the faults of a
    table of several players' orders: they speak of what the others ordered.
    """
    voice = progress.campaign.voice()
    if progress.stage is None or (submission.table and not submission.accepted):
        return []
    later = Phrase("stage.later", {"turn": submission.later or 0})
    now = progress.stage.said
    stage = voice.phrase(now if submission.later is None else later)
    outcome = "accepted" if submission.accepted else "unasked" if _asks_nothing(submission) else "refused"
    letters = []
    for player in submission.players:
        lines = [voice.say(_opening(submission), stage=stage)]
        if submission.accepted:
            lines.append(capitalised(voice.receipt(submission.receipts[player])))
            if player in submission.warnings:
                lines.append(voice.say("letter.warning", what=Listed(tuple(submission.warnings[player]))))
        else:
            lines += [_told(voice, fault, file) for fault in _faults(progress, submission, file, language)]
            lines += [voice.say("letter.program")] if file.way == "mail" and _says_no_order(submission) else []
        lines += _unread(voice, submission, file)
        lines += [voice.phrase(submission.fates[player])] if player in submission.fates else []
        lines += [voice.say("receipt.code", code=submission.code)] if submission.code else []
        subject = voice.say(f"letter.{outcome}.subject", title=progress.campaign.title, stage=stage)
        letters.append(outbox.Message(player, f"receipt-{number}", subject, lines))
    return letters


def _told(voice: Voice, fault: Fault, file: Dropped) -> str:
    """Return a fault as its player reads it: of his mail the line, of what else he sent the name of the file too."""
    if file.way != "mail":
        return voice.placed(fault, voice.source(bare(file.source)))
    return voice.with_lines(voice.say("letter.fault", line=fault.mark.line, what=voice.fault(fault)), fault)


def _opening(submission: Submission) -> str:
    """Return what says first to a player what became of his file."""
    if not submission.proven:
        return _unproven(submission)
    if _asks_nothing(submission):
        return "letter.unasked"
    return f"letter.{'accepted' if submission.accepted else 'refused'}"


def _unread(voice: Voice, submission: Submission, file: Dropped) -> list[str]:
    """Say what of a mail was not read, where it was too large to be, or nothing else was found in it."""
    names = Listed(tuple(short(name) for name in file.unread))
    if file.cut:
        return [voice.say("letter.cut.named" if file.unread else "letter.cut", names=names)]
    nothing = [fault.code for fault in submission.faults] in (["no-orders"], ["unasked"], ["empty-mail"])
    return [voice.say("letter.unread", names=names)] if nothing and file.unread else []


def _says_no_order(submission: Submission) -> bool:
    """Tell whether no order was recognised in a message: it may be a question to the MJ."""
    return [fault.code for fault in submission.faults] in (["no-orders"], ["unasked"])


def _asks_nothing(submission: Submission) -> bool:
    """Tell whether there is no file to send again, and nothing to put right."""
    return [fault.code for fault in submission.faults] in (["unasked"], ["thanks"])


def _unproven(submission: Submission) -> str:
    """Return what says to a player that a file in his name has a wrong key, or none where one is demanded.

    One that he has sent in another's name is refused as any other.
    """
    openings = {"no-key": "letter.keyless", **dict.fromkeys(OF_ANOTHER, "letter.refused")}
    return openings.get(submission.faults[0].code, "letter.unproven")


def _faults(progress: Progress, submission: Submission, file: Dropped, language: str | None) -> list[Fault]:
    """Return the faults of a file with the words of the campaign's own language, whatever the MJ's command speaks."""
    if language in (None, progress.campaign.language) or is_too_many(submission):
        return submission.faults
    from adjudicator.orders.judging import judge

    return judge(file.data, file.source, progress, whence=file.whence._replace(proved=False)).faults
