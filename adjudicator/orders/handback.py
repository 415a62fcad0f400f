"""Orders said in words, handed back to their sender as a file to send: with what was not understood, or is refused."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from adjudicator.core.faults import Fault, Filling, Listed, Mark, Phrase
from adjudicator.core.words import Names
from adjudicator.orders.attempt import Attempt, Desk
from adjudicator.orders.submission import Submission
from adjudicator.reading.lines import BLANK
from adjudicator.reading.proposal import Proposal


def handed_back(desk: Desk, first: Attempt, said: Proposal, mark: Mark) -> Attempt:
    """Return the refusal of a sentence, with a file to send; it is its sender's, where it says whose it is."""
    said, gone = _without_gone(desk, said)
    objections = [other._replace(mark=mark) for other in (*gone, *_objections(desk, said))]
    fault = _told(said, desk.stage.said, bool(objections))._replace(mark=mark)
    players = [said.player] if said.player else []
    refused = Submission(first.submission.source, players=players, faults=[fault, *objections])
    if said.other_turn is not None:
        values: dict[str, Filling] = {"stage": desk.stage.said}
        refused.faults.append(Fault("wrong-turn", mark, str(said.other_turn), values=values))
    return first._replace(submission=refused)


def _without_gone(desk: Desk, said: Proposal) -> tuple[Proposal, list[Fault]]:
    """Return what a sentence seems to order without the names in it of those who play no more, and a fault for each."""
    seats = desk.progress.campaign.seats
    if not seats.gone:
        return said, []
    names = Names([*seats.gone])
    found = [(part, names.within(part)) for part in said.rest]
    faults = [
        fault for name in dict.fromkeys(chain(*(those for _, those in found))) if (fault := seats.gone_fault(name))
    ]
    return said._replace(rest=[part for part, those in found if not those]), faults


def _objections(desk: Desk, said: Proposal) -> list[Fault]:
    """Return why what was recognised in a sentence would be refused; of what has blanks, whatever stands in them."""
    blank = any(BLANK in line for line in said.lines)
    if said.empty or (blank and said.player is None):
        return []
    faults = desk.attempt("\n".join(said.lines).encode()).submission.faults
    if not blank:
        return faults
    words = {line.partition(":")[0].strip() for line in said.lines}
    return [fault for fault in faults if fault.values.get("word") in words and fault.code not in _OF_BLANKS]


_OF_BLANKS = ("not-understood", "unknown-player", "unknown-word")
"""Faults of what is still to be written."""


def _told(said: Proposal, stage: Phrase, refused: bool) -> Fault:
    """Return the fault of a sentence, with what was recognised in it as a file to send, or to put right."""
    if said.thanks:
        return Fault("thanks")
    if said.unasked:
        return Fault("unasked", values={"stage": stage})
    choices = _choices(said)
    if said.empty:
        nothing = Phrase("prose.nothing", {"line": said.nothing}) if said.nothing else ""
        return Fault("no-orders", lines=said.lines, values={"choices": choices, "nothing": nothing})
    if not said.sure and not refused:
        return Fault("prose-unsure", lines=said.lines, values={"choices": choices})
    fill = Phrase("prose.fill") if any(BLANK in line for line in said.lines) else ""
    values: dict[str, Filling] = {"fill": fill, "choices": choices}
    if not said.rest:
        return Fault("prose-refused" if refused else "prose", lines=said.lines, values=values)
    values["rest"] = Listed(tuple(map(_quoted, _few(said.rest))))
    return Fault("prose-rest-refused" if refused else "prose-rest", lines=said.lines, values=values)


def _choices(said: Proposal) -> Filling:
    """Return what may stand in the blanks, behind a sentence; empty where that is no choice among a few words."""
    each = [
        Phrase("prose.choice", {"word": word, "some": Listed(tuple(some)), "other": other})
        for word, (*some, other) in said.choices
    ]
    return Phrase("prose.choices", {"list": Listed(tuple(each))}) if each else ""


def _few(texts: Sequence[str]) -> list[str]:
    """Return the first of some texts, as many as fit into a message."""
    few: list[str] = []
    for text in texts:
        if len("".join(few)) + len(text) > _FEW:
            return [*few, BLANK]
        few.append(text)
    return few


_FEW = 36
"""Characters of a sentence that was not understood which are shown."""


def _quoted(text: str) -> Phrase:
    return Phrase("read.line", {"line": text.strip()})
