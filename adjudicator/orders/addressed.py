"""Files whose sender is known besides what they say: a player by the address of his mail, by his name on a forum.

Such a file need not say whose it is, nor for which turn where that is known; and it is never another player's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import read_record
from adjudicator.core.faults import Fault, KeyPath, Mark, Phrase
from adjudicator.orders.submission import Submission
from adjudicator.store.layout import PUBLISHED, stage_called

if TYPE_CHECKING:
    from adjudicator.campaign.stages import Progress
    from adjudicator.core.context import Context
    from adjudicator.core.stage import Stage
    from adjudicator.reading.schemas import Schema
    from adjudicator.reading.strict_yaml import Document


def turn_meant(progress: Progress, sent: datetime | None, answered: str = "") -> int | None:
    """Return the turn for which a message that names none is: the one awaited, if it was ``sent`` since that began.

    None where that is not sure, as nobody knows when it was sent, or it answers a letter about a stage, ``answered``,
    with which the like was asked before: it must then name its turn.
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
    """Tell whether what is ``awaited`` was asked once before by the letters about a stage that was ``played``.

    Whoever answers « yes » to the first vote says nothing of the second. Letters about a stage are those of the time
    when it was awaited, and its report, which asks what comes next. Where a game asks the same every time, as one whose
    stages are all turns, nobody answers what was asked then: any letter at hand will do.
    """
    if answered not in played[:-1]:
        return False
    phases = [found[1].phase if (found := stage_called(name)) else "" for name in played]
    at = played.index(answered)
    alike = [number for number in (at, at + 1) if phases[number] == awaited.phase]
    return bool(alike) and any(phase != awaited.phase for phase in phases[alike[0] :])


# Made where they are used: most files are no mails.
_ANSWER = r"(?i)\s*(?:re|ré|rép|réf|tr|fw|fwd|aw|wg|sv|vs|odp|ynt|rif|antw|i|r)\.?\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:"
_TAGS = r"\[[^\[\]]{0,200}\]"
_LONGEST_SUBJECT = 400


def is_answer(subject: str) -> bool:
    """Tell whether the subject of a mail is that of an answer."""
    return re.match(_ANSWER, re.sub(_TAGS, " ", subject[:_LONGEST_SUBJECT])) is not None


def turns_titled(subject: str, names: Sequence[str], context: Context) -> tuple[int, ...]:
    """Return the turns that the subject of a mail names in its sender's own words.

    None in the subject of an answer, which is that of the mail answered; nor in the ``names`` of the campaign.
    """
    from adjudicator.reading.line_matcher import NUMBERED

    if is_answer(subject):
        return ()
    own = re.sub(_TAGS, " ", subject[:_LONGEST_SUBJECT])
    for name in names:
        own = re.sub(re.escape(name), " ", own, flags=re.IGNORECASE)
    named = NUMBERED.finditer(own)
    return tuple(
        dict.fromkeys(int(n["number"]) for n in named if context.vocabulary.meaning("envelope", n["word"]) == "turn")
    )


def addressed(document: Document, schema: Schema, context: Context) -> tuple[Document, list[Phrase]]:
    """Return a document with its sender and the turn where it says neither, and what is said of that in the receipt."""
    if context.sender is None or not isinstance(document.root, dict):
        return document, []
    from adjudicator.reading.lines import top

    said = {context.vocabulary.meaning("envelope", key) for key in document.root}
    head: dict[str, str] = {}
    phrases: list[Phrase] = []
    if not said & {"player", "players", "camp"}:
        head[context.vocabulary.word("envelope", "player", context.language)] = context.sender
        phrases.append(Phrase("read.player", {"name": context.sender}))
    if context.turn is not None and not said & {"turn", "players"} and top(schema).takes("turn"):
        head[context.vocabulary.word("envelope", "turn", context.language)] = str(context.turn)
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
    """Return the refusal of a file that says that it is another's than its sender's, as its lines have ``named`` them.

    Nothing else of it is told; it counts as its sender's. None where it is not so: what is wrong with it is then told
    to him alone.
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
    """Return where a file says whose it is, as far as it could be read."""
    for key in document.root if document and isinstance(document.root, dict) else ():
        if context.vocabulary.meaning("envelope", key) in ("player", "camp"):
            return document.keys[(key,)] if document else Mark()
    return Mark()
