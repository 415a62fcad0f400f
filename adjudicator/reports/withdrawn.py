"""The public reports of a stage that was taken back: as they were, marked so below their titles."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.campaign.campaign import Campaign
from adjudicator.reports.heads import Frame, framed
from adjudicator.reports.markup import FORMATS, finished
from adjudicator.reports.pages import unlinked
from adjudicator.reports.templates import hand_of
from adjudicator.reports.writing import dialect_of


def marked(files: Mapping[str, bytes], campaign: Campaign, said: str) -> dict[str, bytes]:
    """Return the reports of a stage by their names, each with a notice that it was taken back; ``said`` is why."""
    return {name: _marked(data, form, campaign, said) for name, data in files.items() if (form := _form_of(name))}


def _form_of(name: str) -> str | None:
    """Return the format of a report; None for a picture, which is not shown any more: nothing marks it."""
    ending = name.rpartition(".")[2]
    return next((form for form, known in FORMATS.items() if known == ending), None)


def _marked(data: bytes, form: str, campaign: Campaign, said: str) -> bytes:
    hand = hand_of(campaign, form, campaign.voice(), dialect_of(campaign), ("m",))
    notice = hand["m"].notice(hand["say"]("report.withdrawn"), hand["say"]("report.withdrawn.why", reason=said))
    head = finished(notice.strip("\n"), form).encode()
    return framed([unlinked(data)], form, Frame(head, b""))[0]
