"""One attempt to read an order file: the orders are understood and accepted, or all faults are found.

The module also handles files whose sender is known from the way they came, by a mail address or a forum name. Nothing
is written here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.seats import stood_in_for
from adjudicator.campaign.stages import Progress
from adjudicator.core import standing_orders
from adjudicator.core.actions import Receipt
from adjudicator.core.context import Context
from adjudicator.core.faults import Fault, KeyPath, Listed, Mark, Phrase, PhraseArgument
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Stage
from adjudicator.core.standing_orders import IF
from adjudicator.orders.keys import misplaced, order_schema, with_word
from adjudicator.orders.submission import (
    MOST_AHEAD,
    Given,
    Submission,
    add_read,
    also,
    entries_in,
    is_too_far,
    kinds_in,
    later_phase,
    lines_told,
    sender_in,
    senders,
    standing_in,
    turn_named,
    whole_number,
    without_camp,
    words_in,
)
from adjudicator.reading import strict_yaml
from adjudicator.reading.schemas import Schema
from adjudicator.reading.strict_yaml import MAX_FAULTS, Document
from adjudicator.reading.understanding import Understood, objected, understand
from adjudicator.store.layout import PUBLISHED, stage_called


class Attempt(NamedTuple):
    """The result of one way to read a file: the bytes that were read, and the document if they could be parsed."""

    submission: Submission
    bare: bytes
    document: Document | None
    data: bytes | None = None
    """The part of the file that is the sender's own text; None if that is all of it."""


_RESUMED = 5
"""How many lines may be left out, one after the other, to find the faults beyond them."""
_ENDS = ("two-documents", "too-big", "far-too-big", "not-utf8", "no-text")
"""Faults after which the rest of the file cannot be read."""
_OF_WORDS = ("unknown-word", "not-understood", "unknown-player", "unknown-camp")
"""Faults of single words, which hold whatever stands around these."""
_TYPED = 8 * 1024
"""The largest file, in bytes, of which all faults are looked for; nobody has typed a larger one."""


class JudgingContext(NamedTuple):
    """Everything that is needed to judge a file."""

    source: str
    progress: Progress
    stage: Stage
    context: Context
    ahead: bool

    @property
    def schema(self) -> Schema:
        """The schema of order files for the stage awaited."""
        return order_schema(self.progress)

    def attempt(self, bare: bytes) -> Attempt:
        """Judge one way to read a file."""
        submission = Submission(self.source)
        text = strict_yaml.quoted_names(bare, self.context.players)
        words = self.context.vocabulary
        document = strict_yaml.read(
            text, is_text=lambda key: words.meaning("envelope", key) == "note", beside=words.beside
        )
        if document.complete and isinstance(document.root, dict):
            document, said = addressed(document, self.schema, self.context)
            _judge_document(document, submission, self)
            if submission.faults and (put_right := self._clauses_put_right(document)):
                document, how = put_right
                submission, said = Submission(self.source), [*said, *how]
                _judge_document(document, submission, self)
            add_read(submission, said)
            return Attempt(submission, bare, document)
        submission.faults = self._all_faults(text, document) or [_no_orders(document, text)]
        return Attempt(submission, bare, None)

    def _clauses_put_right(self, document: Document) -> tuple[Document, list[Phrase]] | None:
        """Return the document with its conditional orders in the expected form, and what to tell of that, or None."""
        from adjudicator.reading.clauses import mended

        later = later_phase(turn_named(document, self.context), self.progress, self.stage)
        return mended(document, order_schema(self.progress, later), self.context)

    def _all_faults(self, bare: bytes, document: Document) -> list[Fault]:
        """Return the faults of a file that could not be read to its end, including those beyond the first."""
        faults, last = list(document.faults), 0
        lines = bare.split(b"\n")
        for _ in range(_RESUMED):
            fault = document.faults[-1] if document.faults else None
            if document.complete or fault is None or len(bare) > _TYPED:
                break
            if fault.code in _ENDS or fault.mark.line <= last:
                break
            faults += [] if fault in faults else [fault]
            last = fault.mark.line
            lines[last - 1 : last] = [b""]
            document = strict_yaml.read(b"\n".join(lines), beside=self.context.vocabulary.beside)
        if document.complete and isinstance(document.root, dict):
            found = understand(document, self.schema, self.context).faults
            # Only faults of words: other faults may come from the lines that were left out.
            faults += [fault for fault in found if fault.code in _OF_WORDS]
        once = [fault for n, fault in enumerate(faults) if fault not in faults[:n]]
        return sorted(once, key=lambda fault: fault.mark)

    def judge_lines(self, attempt: Attempt) -> dict[str, Mark]:
        """Find the players of a refused file from its lines; return the names in it, each with its place.

        If the file could not be read as a document, find also what it holds and for which turn.
        """
        lines, submission, campaign = lines_told(attempt.bare, self.context), attempt.submission, self.progress.campaign
        if attempt.document is None:
            turns = {whole_number(line.value) for line in lines if line.word == "turn"}
            turn = turns.pop() if len(turns) == 1 else None
            self.judge_contents(submission, {line.word: None for line in lines}, False, turn)
        named = senders(lines, campaign, self.context)
        if len(named) == 1 and not submission.players and not submission.table:
            submission.players = [player for player in named if player in campaign.players]
        return named

    def judge_contents(self, submission: Submission, root: Plain, readable: bool, turn: int | None) -> None:
        """Note what a file holds, and the later turn for which it is, if it is for one that may be ordered ahead."""
        submission.kinds = kinds_in(root, readable, turn, self.stage)
        later = later_phase(turn, self.progress, self.stage)
        if later is not None and "orders" in submission.kinds and not is_too_far(turn, self.stage):
            submission.later = turn


def _no_orders(document: Document, text: bytes) -> Fault:
    if document.root is None:
        lines = text.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()
        remarks = ((number, line.strip()) for number, line in enumerate(lines, 1) if line.strip()[:1] == "#")
        number, remark = next(remarks, (0, ""))
        return Fault("only-remarks", Mark(number), remark) if number else Fault("empty-file")
    kind = "expected.array" if isinstance(document.root, list) else "expected.string"
    return Fault("not-a-map", document.values.get((), Fault("").mark), expected=(kind,))


def _judge_document(document: Document, submission: Submission, judging: JudgingContext) -> None:
    from adjudicator.reading.validation import read

    _, progress, stage, context, ahead = judging
    turn = turn_named(document, context)
    later = later_phase(turn, progress, stage)
    schema = order_schema(progress, later)

    def objections(understood: Understood, whole: bool) -> Iterator[Fault]:
        if not ahead:
            yield from _turn_faults(understood, stage, later is not None)
        yield from _objected(understood, progress, later is not None)

    understood, faults = read(document, schema, context, objections)
    entries, standing = (
        list(entries_in(understood.root, progress)),
        list(standing_in(understood.root, progress.campaign)),
    )
    words = list(words_in(understood.root, progress.campaign))
    _judge_envelope(understood, submission, progress, [*entries, *standing, *words])
    judging.judge_contents(submission, understood.root, bool(entries), turn)
    submission.ahead = None if later is None else turn
    if faults:
        submission.faults = _told(faults, document, submission, judging)[:MAX_FAULTS]
    else:
        submission.orders = {given.player: given.orders for given in entries}
        submission.standing = {given.player: given.orders for given in standing}
        submission.receipts = {player: _receipt(submission, player, progress) for player in submission.orders}
        for player in (given.player for given in words):
            word = submission.luck[player] = understood.root["luck"]
            submission.receipts[player] = with_word(submission.receipts.get(player), word)
        submission.warnings = _warnings(submission, stage, progress)


def _told(faults: list[Fault], document: Document, submission: Submission, judging: JudgingContext) -> list[Fault]:
    """Return the faults of a document as its sender is told of them, adapted to what he probably meant."""
    _, progress, stage, context, _ = judging
    # These are the words of orders for the stage, not of standing orders or in a table.
    among_orders = {
        mark
        for path, mark in document.keys.items()
        if len(path) == 2 and context.vocabulary.meaning("envelope", str(path[0])) == "orders"
    }
    faults = [
        _for_player(fault, submission, progress, context) if fault.mark in among_orders else fault for fault in faults
    ]
    faults = [without_camp(fault, faults, document, context) for fault in faults]
    faults = [misplaced(fault, progress, context) for fault in faults]
    turns = {
        mark
        for path, mark in document.values.items()
        if len(path) == 1 and context.vocabulary.meaning("envelope", str(path[0])) == "turn"
    }
    faults = [with_turn(fault, stage, context, turns) for fault in faults]
    return [_of_nobody_here(fault, progress.campaign) for fault in faults]


def _judge_envelope(understood: Understood, submission: Submission, progress: Progress, given: Sequence[Given]) -> None:
    """Set the players, the note and the table flag of an understood document; ``given`` are its orders."""
    submission.players = list(dict.fromkeys(each.player for each in given))
    named = understood.root.keys() & {"player", "players"}  # a named player is found in the lines (see _judge_lines)
    if not submission.players and not named and (sender := sender_in(understood.root, progress.campaign)):
        submission.players = [sender]
    submission.note = understood.root.get("note")
    submission.table = "players" in understood.root


def _objected(understood: Understood, progress: Progress, later: bool) -> Iterator[Fault]:
    """Yield the rules' objections to each player's orders and standing orders, judged by that player's view.

    ``later`` says whether the orders are for a later turn.
    """
    campaign = progress.campaign
    entries, standing = list(entries_in(understood.root, progress)), list(standing_in(understood.root, campaign))
    for given in (*entries, *standing, *words_in(understood.root, campaign)):
        if given.player in campaign.left:
            yield Fault("left", understood.mark(given.path, on_key=True), given.player)
            return
    if any(given.orders for given in standing) and campaign.when_missing == "nothing":  # taking them back is allowed
        yield Fault("no-standing-here", understood.mark(("standing",), on_key=True))
    rules = campaign.game.orders
    objections = rules.ahead_objections if later else rules.objections
    spoilt = understood.spoilt_in(("standing", IF))
    left_objections = partial(standing_orders.objections, rules, readable=lambda n: n not in spoilt)
    for judge_one, sent in ((objections, entries), (left_objections, standing)):
        for given in sent:
            whose = given.player if given.path[:1] == ("players",) else ""
            for objection in judge_one(progress.view(given.player), given.orders):
                if objection.incomplete and given.path in understood.incomplete:
                    continue  # what is owed may stand under the key that could not be read
                yield objected(objection, understood, given.path)._replace(player=whose)


def _of_nobody_here(fault: Fault, campaign: Campaign) -> Fault:
    """Return the fault of an unknown player's name as a more helpful one if possible, else unchanged.

    For somebody who has left, it says whose place it was; for a substitute, whose name belongs there.
    """
    if fault.code != "unknown-player":
        return fault
    if gone := campaign.seats.gone_fault(fault.found or "", fault.mark):
        return gone
    players = stood_in_for(campaign.plain, fault.found or "")
    if not players:
        return fault
    if len(players) == 1:
        return Fault("substitute-named", fault.mark, fault.found, values={"player": players[0]})
    return Fault("substitute-of-several", fault.mark, fault.found, values={"players": Listed(tuple(players))})


def with_turn(fault: Fault, stage: Stage, context: Context, turns: Collection[Mark]) -> Fault:
    """Return the fault of a turn that is missing, or not understood at one of ``turns``, with the line to write.

    Any other fault is returned unchanged.
    """
    word = context.word("envelope", "turn")
    line = f"{word}: {stage.turn}"
    if fault.code == "not-understood" and fault.mark in turns and stage.turn:
        return fault._replace(lines=(line,))
    if fault.code != "missing-key" or fault.values.get("key") != word or not stage.turn:
        return fault
    return Fault("missing-turn", fault.mark, expected=fault.expected, values={"stage": stage.said}, lines=(line,))


def _for_player(fault: Fault, submission: Submission, progress: Progress, context: Context) -> Fault:
    """Return the fault of an unknown word for an order as one that lists the orders its player may give now."""
    words = context.vocabulary
    if fault.code != "unknown-word" or len(submission.players) != 1 or submission.later is not None:
        return fault
    given = [choice.order for choice in progress.choices(submission.players[0])]
    usable = [word for word in words.words("orders", context.language) if words.meaning("orders", word) in given]
    if not usable or not set(usable) <= set(fault.expected):
        return fault
    known = words.meaning("orders", fault.found or "") is not None  # an order of another stage
    near = None if known else words.nearest("orders", fault.found or "", context.language, given)
    spoken = words.meaning("spoken", fault.found or "") if "spoken" in words.places else None
    if spoken in given:
        near = context.word("orders", spoken or "")
    return fault._replace(expected=tuple(usable), nearest=near or fault.nearest)


def _receipt(submission: Submission, player: str, progress: Progress) -> Receipt:
    """Return the receipt for a player's orders."""
    rules = progress.campaign.game.orders
    say = rules.receipt if submission.later is None else rules.ahead_receipt
    receipt = say(progress.view(player), submission.orders[player])
    if submission.later is None:
        return receipt
    return also(receipt, Phrase("receipt.later", {"turn": submission.later}))


def _warnings(submission: Submission, stage: Stage, progress: Progress) -> dict[str, list[Phrase]]:
    """Return, by player, which orders for the stage awaited and standing orders will fail, by his present view."""
    rules = progress.campaign.game.orders
    found: dict[str, list[Phrase]] = {}
    for player, given in submission.orders.items() if submission.later is None else ():
        found[player] = list(rules.warnings(progress.view(player), given))
    for player, standing in submission.standing.items():
        found.setdefault(player, []).extend(
            standing_orders.warnings(rules, progress.view(player), stage.phase, standing)
        )
    return {player: phrases for player, phrases in found.items() if phrases}


def _turn_faults(understood: Understood, stage: Stage, later: bool) -> Iterator[Fault]:
    turn = understood.root.get("turn")
    if isinstance(turn, int) and turn != stage.turn and not later:
        yield Fault("wrong-turn", understood.mark(("turn",)), str(turn), values={"stage": stage.said_with_turn})
    elif isinstance(turn, int) and is_too_far(turn, stage):
        values: dict[str, PhraseArgument] = {"stage": stage.said, "limit": stage.turn + MOST_AHEAD}
        yield Fault("too-far-ahead", understood.mark(("turn",)), str(turn), values=values)


# Files whose sender is known: by his mail address, or by his name on a forum. Such a file need not name its player, nor
# its turn if that is known; it must not name another player.


def turn_meant(progress: Progress, sent: datetime | None, answered: str = "") -> int | None:
    """Return the turn that a message without one is for: the turn awaited, if ``sent`` since it began.

    Return None if that is not certain, and the message must name its turn: it is unknown when it was sent, or it
    replies to a letter about the stage ``answered``, in which the same was asked before.
    """
    stage = progress.stage
    if stage is None or not stage.turn or sent is None:
        return None
    if answered and asked_before(answered, [folder.name for folder in progress.folders], stage):
        return None
    if not progress.folders:
        return stage.turn
    began = read_record("published", progress.folders[-1] / PUBLISHED)
    return stage.turn if began is not None and sent >= datetime.fromisoformat(began["at"]) else None


def asked_before(answered: str, played: Sequence[str], awaited: Stage) -> bool:
    """Return whether the letters about the stage ``answered`` asked for an earlier stage like the one ``awaited``.

    ``played`` are the folders of the stages played. For example, « yes » in reply to the first vote says nothing about
    the second. The letters about a stage are those sent while it was awaited, and its report, which asks for the next
    stage. In a game that asks the same every time, because all its stages are turns, the result is False: players reply
    to whatever letter is at hand.
    """
    if answered not in played[:-1]:
        return False
    phases = [found[1].phase if (found := stage_called(name)) else "" for name in played]
    at = played.index(answered)
    alike = [number for number in (at, at + 1) if phases[number] == awaited.phase]
    return bool(alike) and any(phase != awaited.phase for phase in phases[alike[0] :])


# Compiled only when used, because most files are not mails.
_ANSWER = r"(?i)\s*(?:re|ré|rép|réf|tr|fw|fwd|aw|wg|sv|vs|odp|ynt|rif|antw|i|r)\.?\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:"
_TAGS = r"\[[^\[\]]{0,200}\]"
_LONGEST_SUBJECT = 400


def is_answer(subject: str) -> bool:
    """Return whether the subject of a mail marks it as a reply."""
    return re.match(_ANSWER, re.sub(_TAGS, " ", subject[:_LONGEST_SUBJECT])) is not None


def turns_titled(subject: str, names: Sequence[str], context: Context) -> tuple[int, ...]:
    """Return the turns that the subject of a mail names in the sender's own words.

    The result is empty for a reply, whose subject comes from the mail it answers. Numbers in the campaign's ``names``
    do not count.
    """
    from adjudicator.reading.line_matcher import turns_named

    if is_answer(subject):
        return ()
    own = re.sub(_TAGS, " ", subject[:_LONGEST_SUBJECT])
    for name in names:
        own = re.sub(re.escape(name), " ", own, flags=re.IGNORECASE)
    return tuple(dict.fromkeys(turns_named(own, context)))


def addressed(document: Document, schema: Schema, context: Context) -> tuple[Document, list[Phrase]]:
    """Return the document with its known sender and turn added if missing, and what the receipt says of it."""
    if context.sender is None or not isinstance(document.root, dict):
        return document, []
    from adjudicator.reading.lines import top

    place = top(schema)
    said = {place.meaning(key, context) for key in document.root}
    head: dict[str, str] = {}
    phrases: list[Phrase] = []
    if not said & {"player", "players", "camp"}:
        head[context.word("envelope", "player")] = context.sender
        phrases.append(Phrase("read.player", {"name": context.sender}))
    if context.turn is not None and not said & {"turn", "players"} and place.takes("turn"):
        head[context.word("envelope", "turn")] = str(context.turn)
        phrases.append(Phrase("read.turn", {"turn": context.turn}))
    marks: dict[KeyPath, Mark] = {(key,): Mark() for key in head}
    whole = replace(
        document,
        root={**head, **document.root},
        keys={**marks, **document.keys},
        values={**marks, **document.values},
        quoted={*document.quoted, *marks},
    )
    return whole, phrases


def of_another(
    submission: Submission,
    document: Document | None,
    named: Mapping[str, Mark],
    context: Context,
    players: Sequence[str],
) -> Submission | None:
    """Return the refusal of a file that names another player than its sender, else None.

    ``named`` are the names in its lines. The refusal counts as the sender's, and nothing else of the file is told.
    Otherwise a refused file without a player becomes the sender's, so that he alone is told of its faults.
    """
    sender = context.sender
    if sender is None:
        return None
    others = [name for name in (*submission.players, *named) if name != sender and name in players]
    if others or submission.table:
        mark = next((named[name] for name in others if name in named), _place(document, context))
        fault = Fault("not-the-sender", mark, values={"player": sender})
        fault = Fault("table-of-sender", values={"player": sender}) if submission.table else fault
        return Submission(submission.source, players=[sender], kinds=submission.kinds, proven=False, faults=[fault])
    if submission.faults and not submission.players:
        submission.players = [sender]
    return None


def _place(document: Document | None, context: Context) -> Mark:
    """Return the place where a file names its player, as far as it could be read."""
    for key in document.root if document and isinstance(document.root, dict) else ():
        if context.vocabulary.meaning("envelope", key) in ("player", "camp"):
            return document.keys[(key,)] if document else Mark()
    return Mark()
