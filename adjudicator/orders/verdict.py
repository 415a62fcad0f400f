"""What became of one order file, as it is kept and told: it can be made again from the bytes of the file."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.seats import called_in
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault
from adjudicator.core.plain import Plain
from adjudicator.orders.inbox import Dropped, Times
from adjudicator.speech.voice import FaultRow, one_line
from adjudicator.store.disk import MACHINE_TROUBLES

if TYPE_CHECKING:
    from adjudicator.campaign.records import Answers
    from adjudicator.orders.submission import Submission


class ToldVerdict(TypedDict):
    """What became of a file, as its sender and the MJ are told."""

    source: str
    accepted: bool
    players: list[str]
    """Whose orders it holds, good or not."""
    note: NotRequired[str | None]
    """None for one that came ahead: its note was told when it came."""
    turn: NotRequired[int]
    """The later turn that it is for."""
    orders: NotRequired[dict[str, Plain]]
    """By player, what was understood of an accepted one."""
    standing: NotRequired[dict[str, Plain]]
    """By player, the standing orders of an accepted one."""
    luck: NotRequired[dict[str, str]]
    """By player, the word of an accepted one on which draws hang."""
    mj: NotRequired[Answers]
    """What the MJ answers, of an accepted file of his."""
    receipts: NotRequired[dict[str, str]]
    """By player, how an accepted one was said back."""
    warnings: NotRequired[dict[str, list[str]]]
    """By player, which of the orders of an accepted one would fail as he then saw things."""
    faults: NotRequired[list[FaultRow]]
    """Why one was refused."""
    table: NotRequired[bool]
    """Whether a refused one is a table of several players' orders."""
    kinds: NotRequired[list[str]]
    """What a refused one holds: ``orders``, ``standing`` ones, both, or nothing."""
    corrects: NotRequired[bool]
    """Not written, or False for a refused one that means to correct nothing, see :class:`Submission`."""


class Verdict(ToldVerdict, Times):
    """A verdict as it is kept; it can be made again from the bytes of the file."""

    way: str
    """By which way the file came, see :class:`Dropped`."""
    digest: NotRequired[str]
    """The SHA-256 of its bytes."""
    text: NotRequired[str]
    """That of an accepted file for a later turn."""
    called: NotRequired[dict[str, str]]
    """Who sat on the seats of others when such a file came, by seat."""
    sender: NotRequired[str]
    """The player who sent such a file, by his name then, where he was known besides what it says."""
    kept: NotRequired[str]
    """Where in ``turns/`` its bytes are, of one that came in the stage awaited; not written."""
    file: NotRequired[str]
    """The same of one that came before, and of one that is tried out: where they would be; not written."""
    ahead: NotRequired[bool]
    """Whether it came ahead, before the stage awaited began; not written."""
    begins: NotRequired[str]
    """The first words of a refused one that has no name and says of no player that it is his."""
    amended: NotRequired[int]
    """How many times the MJ had amended the table of the stage when the verdict was given; left out for none."""


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
"""The order in which programs read what became of a file."""


def verdict_of(submission: Submission, file: Dropped, campaign: Campaign, language: str | None = None) -> Verdict:
    """Return a verdict as it is kept, with the way by which the file came, its times, and the hash of its bytes.

    That of a file for a later turn has its ``text``, to be judged again then. What is not UTF-8 in it stands outside
    the orders, or they would not have been accepted.
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
    """Return the first words of a text, by which whoever pasted it knows it again."""
    from textwrap import shorten

    from adjudicator.reading.unquote import decoded

    text = decoded(data).data.decode("utf-8", "replace")
    return shorten(one_line(text[:_MOST_READ]), _FIRST, placeholder="…")


_FIRST, _MOST_READ = 40, 400
"""Characters by which a text is named, and of a text that are looked at for that."""


def own_names(verdict: Verdict, campaign: Campaign) -> Verdict:
    """Return a verdict as it is kept: with the seats' own names in place of those of people."""
    return called_in(verdict, {name: seat for seat, name in campaign.seats.called.items()})


def without(verdict: Verdict, players: Collection[str]) -> Verdict | None:
    """Return a verdict as far as it is not about some ``players``; None where nothing is left of it."""
    left = [player for player in verdict["players"] if player not in players]
    if len(left) == len(verdict["players"]):
        return verdict
    by_player = ("orders", "standing", "luck", "receipts", "warnings")
    some: dict[str, Any] = {key: verdict[key] for key in by_player if key in verdict}  # type: ignore[literal-required]
    of_left = {key: {player: value[player] for player in value if player not in players} for key, value in some.items()}
    return {**verdict, **of_left, "players": left} if left else None  # type: ignore[return-value]


def place_of(verdict: Verdict) -> str:
    """Return where in ``turns/`` the bytes of a file are; empty where that was not kept."""
    return verdict.get("kept") or verdict.get("file") or ""


def changed_since(file: Dropped) -> Submission | None:
    """Return the refusal of a file whose bytes somebody has changed since it came, if they are to be judged anew."""
    if not file.changed:
        return None
    from adjudicator.orders.submission import Submission

    return Submission(file.source, proven=False, faults=[Fault("changed-since")])


def judged_file(
    file: Dropped, progress: Progress, language: str | None = None, ahead: bool = False
) -> tuple[Submission, Verdict]:
    """Judge a file, and return it with its verdict; where the program fails over it, it is refused.

    A refusal speaks ``language``, the campaign's own if it is None; receipts, which reports show, always speak that.
    """
    from adjudicator.orders.judging import judge  # most commands judge nothing

    submission = changed_since(file) or judge(file.data, file.source, progress, language, ahead, file.whence)
    spoken = None if submission.accepted else language
    try:
        return submission, verdict_of(submission, file, progress.campaign, spoken)
    except MACHINE_TROUBLES:
        raise
    except Exception as error:  # what goes wrong with one file stays with it
        from adjudicator.orders.submission import unjudged

        submission = unjudged(file.source, error)
        return submission, verdict_of(submission, file, progress.campaign, language)
