"""The verdict on one order file: what became of it, as it is stored and reported.

A verdict can be made again from the bytes of the file.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import ToldVerdict, Verdict
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault
from adjudicator.orders.inbox import DroppedFile
from adjudicator.speech.voice import one_line
from adjudicator.store.disk import MACHINE_TROUBLES

if TYPE_CHECKING:
    from adjudicator.orders.submission import Submission


def record_of(submission: Submission, campaign: Campaign, language: str | None = None) -> ToldVerdict:
    """Return what became of a file as plain data: what was understood, or every fault."""
    voice = campaign.voice(language)
    record: ToldVerdict = {"source": submission.source, "accepted": submission.accepted, "players": submission.players}
    if submission.accepted:
        record["orders"] = submission.orders
        if submission.standing:
            record["standing"] = submission.standing
        if submission.luck:
            record["luck"] = submission.luck
        if submission.answers is not None:
            record["mj"] = submission.answers
        record["receipts"] = {player: voice.receipt(said) for player, said in submission.receipts.items()}
        if submission.warnings:
            record["warnings"] = {player: list(map(voice.phrase, said)) for player, said in submission.warnings.items()}
    else:
        record["faults"] = [voice.fault_row(fault, submission.source) for fault in submission.faults]
        record["table"], record["kinds"] = submission.table, list(submission.kinds)
        if not submission.corrects:
            record["corrects"] = False
    if submission.later is not None:
        record["turn"] = submission.later
    if submission.note:
        record["note"] = submission.note
    shown: ToldVerdict = {key: record[key] for key in _SHOWN if key in record}  # type: ignore[literal-required, assignment]
    return shown


_SHOWN = (
    *("source", "accepted", "orders", "standing", "luck", "mj", "receipts", "warnings", "faults", "table", "kinds"),
    *("corrects", "turn", "players", "note"),
)
"""The order of the keys in what became of a file, as programs read it."""


def verdict_of(submission: Submission, file: DroppedFile, campaign: Campaign, language: str | None = None) -> Verdict:
    """Return the verdict to store, with the way by which the file came, its times, and the hash of its bytes.

    The verdict on a file for a later turn includes its ``text``, which is judged again when that turn comes. Bytes that
    are not UTF-8 may be replaced there: they stand outside the orders, or the file would not have been accepted.
    """
    digest = sha256(file.data).hexdigest()
    what = record_of(submission, campaign, language)
    verdict: Verdict = {**what, "way": file.way, "digest": digest, **file.times}  # type: ignore[typeddict-item]
    if not submission.accepted and not submission.players and file.source == "-":
        verdict["begins"] = _first_words(file.data)
    if submission.accepted and submission.later is not None:
        from adjudicator.reading.unquote import decoded

        verdict["text"] = decoded(file.data).data.decode("utf-8", "replace")
        if campaign.seats.called:
            verdict["called"] = campaign.seats.called
        if file.sender is not None:
            verdict["sender"] = file.sender
    return verdict


def _first_words(data: bytes) -> str:
    """Return the first words of a text, by which the person who pasted it can recognise it."""
    from textwrap import shorten

    from adjudicator.reading.unquote import decoded

    text = decoded(data).data.decode("utf-8", "replace")
    return shorten(one_line(text[:_MOST_READ]), _FIRST, placeholder="…")


_FIRST, _MOST_READ = 40, 400
"""The length of the first words shown, and how many characters are read to find them."""


def without(verdict: Verdict, players: Collection[str]) -> Verdict | None:
    """Return the verdict without what concerns ``players``; None if nothing is left."""
    left = [player for player in verdict["players"] if player not in players]
    if len(left) == len(verdict["players"]):
        return verdict
    by_player = ("orders", "standing", "luck", "receipts", "warnings")
    some: dict[str, Any] = {key: verdict[key] for key in by_player if key in verdict}  # type: ignore[literal-required]
    of_left = {key: {player: value[player] for player in value if player not in players} for key, value in some.items()}
    return {**verdict, **of_left, "players": left} if left else None  # type: ignore[return-value]


def place_of(verdict: Verdict) -> str:
    """Return where in ``turns/`` the bytes of a file are; empty if that is unknown."""
    return verdict.get("kept") or verdict.get("file") or ""


def changed_since(file: DroppedFile) -> Submission | None:
    """Return the refusal of a file that is judged again but whose bytes have changed since it came, else None."""
    if not file.changed:
        return None
    from adjudicator.orders.submission import Submission

    return Submission(file.source, proven=False, faults=[Fault("changed-since")])


def judged_file(
    file: DroppedFile, progress: Progress, language: str | None = None, ahead: bool = False
) -> tuple[Submission, Verdict]:
    """Judge a file and return the submission with its verdict; if judging crashes, the file is refused.

    A refusal uses ``language``, or the campaign's own if it is None. Receipts always use the campaign's language,
    because reports show them.
    """
    from adjudicator.orders.judging import judge  # imported here, because most commands judge nothing

    submission = changed_since(file) or judge(file.data, file.source, progress, language, ahead, file.whence)
    spoken = None if submission.accepted else language
    try:
        return submission, verdict_of(submission, file, progress.campaign, spoken)
    except MACHINE_TROUBLES:
        raise
    except Exception as error:  # one bad file must not stop the handling of others
        from adjudicator.orders.submission import unjudged

        submission = unjudged(file.source, error)
        return submission, verdict_of(submission, file, progress.campaign, language)
