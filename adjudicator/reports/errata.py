"""What a correction changed in what a reader may read: his report as it was and as it is, compared line by line.

Both are written as lines of words, from what he may know alone, so that a correction can tell him nothing else. Nothing
is said of what stands there still.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played, progress_of
from adjudicator.core.stage import Reader
from adjudicator.reports.contents import report_data
from adjudicator.reports.environment import Hand, filled
from adjudicator.reports.markup import DEFAULT_DIALECT, DIALECTS, SECTION
from adjudicator.reports.templates import hand_of
from adjudicator.speech.voice import Voice

if TYPE_CHECKING:
    from adjudicator.reports.records import Erratum

Line: TypeAlias = tuple[str, str]
"""A section, and what is said in it."""


Told: TypeAlias = "Callable[[Reader], list[Erratum]]"
"""Says to a reader what is different for him."""


def errata_of(campaign: Campaign, played: Played, voice: Voice) -> Told:
    """Return what says to a reader what is different in a stage that was played again.

    Nothing is, in one that was played for the first time, or of which what was played before is not kept any more.
    """
    corrected = played.table["corrected"]
    if corrected is None or not corrected.get("read", corrected["number"]):
        return _nothing
    from adjudicator.campaign.stages import played_before

    before = played_before(progress_of(campaign), played.folder.name, corrected.get("read", corrected["number"]))
    return errata_between(campaign, before, played, voice) if before is not None else _nothing


def amendments_to(campaign: Campaign, played: Played, voice: Voice) -> Told:
    """Return what says to a reader what the MJ changed on the table before a stage."""
    if not played.table["amended"]:
        return _nothing
    from adjudicator.campaign.stages import last_before

    return amended_since(campaign, last_before(progress_of(campaign), played.folder), played.before, voice)


def amended_since(campaign: Campaign, last: Played | None, state: Any, voice: Voice) -> Told:
    """Return what says to a reader what is different in a ``state`` from what he was told of the ``last`` stage.

    Nothing is told where none has been played: he was told nothing.
    """
    if last is None:
        return _nothing
    return errata_between(campaign, last, last._replace(outcome=last.outcome._replace(state=state)), voice)


def _nothing(reader: Reader) -> list[Erratum]:
    return []


def errata_between(campaign: Campaign, one: Played, other: Played, voice: Voice) -> Told:
    """Return what says to a reader what is different in his report of the ``other`` from that of the ``one``."""
    hand = hand_of(campaign, "words", voice, DIALECTS[DEFAULT_DIALECT])

    def errata(reader: Reader) -> list[Erratum]:
        sides = {"before": one, "after": other}
        before, after = (list(_lines(campaign, played, reader, hand, side)) for side, played in sides.items())
        return list(_compared(before, after))

    return errata


def _lines(campaign: Campaign, played: Played, reader: Reader, hand: Hand, side: str) -> Iterator[Line]:
    """What a reader's report says of the game: neither the MJ's words, nor what is told at the end."""
    data = {**report_data(campaign, played, reader), "corrected": None, "amended": [], "words": [], "side": side}
    section = ""
    for line in filled(f"{campaign.game.id}/{reader.kind}.j2", hand, report=data).split("\n"):
        if line.startswith(SECTION):
            section = line.removeprefix(SECTION)
        elif line.strip():
            yield section, line


def _compared(before: Sequence[Line], after: Sequence[Line]) -> Iterator[Erratum]:
    """What is said no more, and what is new, section by section."""
    gone, new = Counter(before) - Counter(after), Counter(after) - Counter(before)
    for section in dict.fromkeys(section for section, _ in (*after, *before)):
        for lines, old in ((gone, True), (new, False)):
            for where, line in lines.elements():
                if where == section:
                    yield {"section": section, "line": line, "gone": old}
