"""An order file judged: understood and allowed, or refused with all its faults. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from adjudicator.campaign.absences import stood_in_for
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Fault, Mark
from adjudicator.core.game import Receipt
from adjudicator.core.phrase import Filling, Listed, Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Stage
from adjudicator.orders.envelope import (
    MOST_AHEAD,
    Given,
    entries_in,
    is_too_far,
    kinds_in,
    later_phase,
    sender_in,
    standing_in,
    turn_named,
    whole_number,
)
from adjudicator.orders.keys import Claim, Claims, claims_in, stages_of
from adjudicator.reading.schemas import game_schema
from adjudicator.reading.understanding import objected
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import MOST_COUNTED

if TYPE_CHECKING:
    from adjudicator.core.context import Context
    from adjudicator.orders.glance import Line
    from adjudicator.reading.strict_yaml import Document
    from adjudicator.reading.understanding import Understood


@dataclass
class Submission:
    """What became of one order file: orders by player if it has no faults, else its faults."""

    source: str
    orders: dict[str, Plain] = field(default_factory=dict)
    standing: dict[str, Plain] = field(default_factory=dict)
    """Standing orders, which hold until others come."""
    receipts: dict[str, Receipt] = field(default_factory=dict)
    """By player, what he is told of his orders; whoever keeps the standing ones adds what is told of these."""
    players: list[str] = field(default_factory=list)
    """Whose orders the file holds, good or not, as far as that could be read."""
    note: str | None = None
    table: bool = False
    """Whether it is the MJ's: a table of several players' orders, some of which may not even be readable."""
    later: int | None = None
    """The later turn that the orders are for, good or not; None for the stage awaited."""
    kinds: tuple[str, ...] = ("orders",)
    """What the file holds, good or not: ``orders``, ``standing`` ones, or both; nothing if it is for a past turn."""
    proven: bool = True
    """Whether its sender may be told more than that it is refused: not if its key is not the player's of this stage."""
    fates: dict[str, Phrase] = field(default_factory=dict)
    """By player, what happens in the stage awaited if nothing more comes."""
    faults: list[Fault] = field(default_factory=list)

    @property
    def accepted(self) -> bool:
        """Whether the file was accepted: all of it, or nothing."""
        return not self.faults


def judge(data: bytes, source: str, progress: Progress, language: str | None = None, ahead: bool = False) -> Submission:
    """Judge the bytes of one order file for the stage that is awaited; never raises for what the file holds.

    A file for a later turn is judged by what can be known of that turn now. One that came ``ahead`` and whose turn is
    awaited now has proved its key when it came. Should the program itself fail over a file, the file is refused.
    """
    try:
        return _judge(data, source, progress, language, ahead)
    except MACHINE_TROUBLES:
        raise
    except Exception as error:  # what goes wrong with one file stays with it
        return unjudged(source, error)


MACHINE_TROUBLES = (OSError, MemoryError, UnusableError)
"""What is no fault of an order file, whatever was done with it when it came."""


def unjudged(source: str, error: Exception) -> Submission:
    """Return the refusal of a file over which the program failed; nobody but the MJ hears of it."""
    fault = Fault("internal", values={"reason": f"{type(error).__name__}: {error}"})
    return Submission(source, proven=False, faults=[fault])


def _judge(data: bytes, source: str, progress: Progress, language: str | None, ahead: bool) -> Submission:
    from adjudicator.reading import strict_yaml

    submission = Submission(source)
    stage, context = progress.stage, progress.campaign.context(language)
    if stage is None:
        submission.faults = [Fault("game-over")]
        return submission
    bare, second = _unpasted(data)
    document = strict_yaml.read(bare, is_text=lambda key: context.vocabulary.meaning("envelope", key) == "note")
    readable = second is None and document.complete and isinstance(document.root, dict)
    if readable:
        _judge_document(document, submission, progress, stage, context, ahead)
    else:
        submission.faults = [second] if second else document.faults or [_no_orders(document)]
    named = _judge_lines(bare, submission, progress, stage, context, readable) if submission.faults else {}
    if not ahead:
        _judge_key(data, bare, document if readable else None, submission, progress, context)
    if submission.proven:
        _judge_senders(named, submission)
    return submission


def _unpasted(data: bytes) -> tuple[bytes, Fault | None]:
    """Return a file as it was before it was pasted into a forum, and the fault of one with two blocks of code."""
    lower = data.lower()
    if not any(mark in lower for mark in (b"[code", b"```", b"[/")):
        return data, None
    from adjudicator.reading.paste import two_blocks, unfenced, unwrapped

    second = two_blocks(data)
    return unwrapped(data) if second is None else unfenced(data), second


def _judge_lines(
    data: bytes, submission: Submission, progress: Progress, stage: Stage, context: Context, readable: bool
) -> dict[str, Mark]:
    """Take from the lines of a refused file whose it is; where it is not ``readable``, what it holds and for when.

    Return by whom it says that it is, with the places.
    """
    from adjudicator.orders.glance import lines_told, senders

    lines = lines_told(data, context)
    if not readable:
        _judge_contents(lines, submission, progress, stage)
    named = senders(lines, progress.campaign, context)
    if len(named) == 1 and not submission.players and not submission.table:
        submission.players = [player for player in named if player in progress.campaign.players]
    return named


def _judge_key(
    data: bytes,
    bare: bytes,
    document: Document | None,
    submission: Submission,
    progress: Progress,
    context: Context,
) -> None:
    """Refuse a file that claims to have a key and has not the right one: ``bare`` is what was read of its ``data``.

    This comes last, and takes back whatever else would be told.
    """
    lines = claims_in(document, context) if document is not None else []
    if submission.faults or bare is not data:
        lines += _claims_in_text(data, bare, submission, context)
    claims = Claims(lines, submission.players, submission.table, progress.campaign.seed)
    wrong = claims.wrong([progress.stage] if progress.stage else [])
    if wrong is None:
        return
    late = [fault for fault in submission.faults if fault.code == "wrong-turn"]
    if late and claims.wrong(stages_of(progress, whole_number(late[0].found))) is None:
        _refuse_unproven(submission, late[0])
    else:
        _refuse_unproven(submission, Fault("wrong-key", wrong))


def _claims_in_text(data: bytes, bare: bytes, submission: Submission, context: Context) -> list[Claim]:
    """Return the lines for a key in a text: in orders that are good, those alone that stand outside their block."""
    from adjudicator.orders.glance import text_of
    from adjudicator.orders.keys import claims_in_lines, claims_outside

    text = text_of(data, MOST_COUNTED)
    if submission.faults:
        return claims_in_lines(text, context)
    return claims_outside(text, text_of(bare, MOST_COUNTED), context)


def _judge_contents(lines: Sequence[Line], submission: Submission, progress: Progress, stage: Stage) -> None:
    """Take from the lines of a file that cannot be understood what it holds, and for which turn."""
    turns = {whole_number(line.value) for line in lines if line.word == "turn"}
    turn = turns.pop() if len(turns) == 1 else None
    submission.kinds = kinds_in({line.word: None for line in lines}, False, turn, stage)
    if "orders" in submission.kinds and later_phase(turn, progress, stage) and not is_too_far(turn, stage):
        submission.later = turn


def _refuse_unproven(submission: Submission, fault: Fault) -> None:
    """Refuse a file whose key is not right: whoever sent it is told that alone, and nothing of what else it holds."""
    submission.proven = False
    submission.orders, submission.standing, submission.receipts = {}, {}, {}
    submission.note = None  # nobody knows whose it is
    submission.faults = [fault]


def _judge_senders(named: Mapping[str, Mark], submission: Submission) -> None:
    """Let a file of several players be nobody's, and tell them to send one each: no half of it is to be deleted."""
    if len(named) < 2:
        return
    submission.players = []
    if submission.faults[0].code != "two-blocks":
        faults = [fault for fault in submission.faults if not _of_a_second_file(fault)]
        submission.faults = sorted([*faults, _two_players(named)], key=lambda fault: fault.mark)


def _two_players(named: Mapping[str, Mark]) -> Fault:
    (first, where), (second, mark), *_ = named.items()
    values: dict[str, str | int] = {"first": first, "line": where.line, "second": second}
    return Fault("two-players", mark, values=values)


def _of_a_second_file(fault: Fault) -> bool:
    return fault.code == "two-documents" or (fault.code == "duplicate-key" and fault.mark.column == 1)


def _no_orders(document: Document) -> Fault:
    if document.root is None:
        return Fault("empty-file")
    kind = "expected.array" if isinstance(document.root, list) else "expected.string"
    return Fault("not-a-map", document.values.get((), Fault("").mark), expected=(kind,))


def _judge_document(
    document: Document, submission: Submission, progress: Progress, stage: Stage, context: Context, ahead: bool
) -> None:
    from adjudicator.reading.read import read
    from adjudicator.reading.strict_yaml import MAX_FAULTS

    turn = turn_named(document, context)
    later = later_phase(turn, progress, stage)
    schema = game_schema(progress.campaign.game.id, later or stage.phase)

    def objections(understood: Understood, whole: bool) -> Iterator[Fault]:
        if not ahead:
            yield from _turn_faults(understood, stage, later is not None)
        yield from _objected(understood, progress, later is not None)

    understood, faults = read(document, schema, context, objections)
    entries, standing = (
        list(entries_in(understood.root, progress)),
        list(standing_in(understood.root, progress.campaign)),
    )
    _judge_envelope(understood, submission, progress, [*entries, *standing])
    submission.kinds = kinds_in(understood.root, bool(entries), turn, stage)
    if later is not None and "orders" in submission.kinds and not is_too_far(turn, stage):
        submission.later = turn
    submission.faults = [_named_substitute(fault, progress.campaign) for fault in faults][:MAX_FAULTS]
    if not faults:
        submission.orders = {given.player: given.orders for given in entries}
        submission.standing = {given.player: given.orders for given in standing}
        submission.receipts = {player: _receipt(submission, player, progress) for player in submission.orders}


def _judge_envelope(understood: Understood, submission: Submission, progress: Progress, given: Sequence[Given]) -> None:
    """Take from an understood document whose it is, with the orders that are ``given``, and its note."""
    submission.players = list(dict.fromkeys(each.player for each in given))
    named = understood.root.keys() & {"player", "players"}  # of a player's name its line tells better, see glance.py
    if not submission.players and not named and (sender := sender_in(understood.root, progress.campaign)):
        submission.players = [sender]
    submission.note = understood.root.get("note")
    submission.table = "players" in understood.root


def _objected(understood: Understood, progress: Progress, later: bool) -> Iterator[Fault]:
    """Judge orders, for a ``later`` turn or this, and standing ones, each on the view of the player whose they are."""
    campaign = progress.campaign
    entries, standing = entries_in(understood.root, progress), list(standing_in(understood.root, campaign))
    if any(given.orders for given in standing) and campaign.when_missing == "nothing":  # to take them back is allowed
        yield Fault("no-standing-here", understood.mark(("standing",), on_key=True))
    rules = campaign.game.orders
    objections = rules.ahead_objections if later else rules.objections
    for judge_one, sent in ((objections, entries), (rules.standing_objections, standing)):
        for given in sent:
            for objection in judge_one(progress.view(given.player), given.orders):
                yield objected(objection, understood, given.path)


def _named_substitute(fault: Fault, campaign: Campaign) -> Fault:
    """Return the fault of a name that is a substitute's as one that says whose name belongs there; any other as is."""
    players = stood_in_for(campaign.plain, fault.found or "") if fault.code == "unknown-player" else []
    if not players:
        return fault
    if len(players) == 1:
        return Fault("substitute-named", fault.mark, fault.found, values={"player": players[0]})
    return Fault("substitute-of-several", fault.mark, fault.found, values={"players": Listed(tuple(players))})


def _receipt(submission: Submission, player: str, progress: Progress) -> Receipt:
    """Return what a player is told of his orders."""
    rules = progress.campaign.game.orders
    say = rules.receipt if submission.later is None else rules.ahead_receipt
    receipt = say(progress.view(player), submission.orders[player])
    if submission.later is None:
        return receipt
    return also(receipt, Phrase("receipt.later", {"turn": submission.later}))


def also(receipt: Receipt, *phrases: Phrase) -> Receipt:
    """Return a receipt that says ``phrases`` besides."""
    return receipt._replace(besides=(*receipt.besides, *phrases))


def _turn_faults(understood: Understood, stage: Stage, later: bool) -> Iterator[Fault]:
    turn = understood.root.get("turn")
    if isinstance(turn, int) and turn != stage.turn and not later:
        yield Fault("wrong-turn", understood.mark(("turn",)), str(turn), values={"stage": stage.said})
    elif isinstance(turn, int) and is_too_far(turn, stage):
        values: dict[str, Filling] = {"stage": stage.said, "limit": stage.turn + MOST_AHEAD}
        yield Fault("too-far-ahead", understood.mark(("turn",)), str(turn), values=values)
