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
    return {name: _marked(data, _form_of(name), campaign, said) for name, data in files.items()}


def _form_of(name: str) -> str:
    ending = name.rpartition(".")[2]
    return next((form for form, known in FORMATS.items() if known == ending), "text")


def _marked(data: bytes, form: str, campaign: Campaign, said: str) -> bytes:
    hand = hand_of(campaign, form, campaign.voice(), dialect_of(campaign), ("m",))
    notice = hand["m"].notice(hand["say"]("report.withdrawn"), hand["say"]("report.withdrawn.why", reason=said))
    head = finished(notice.strip("\n"), form).encode()
    return framed([unlinked(data)], form, Frame(head, b""))[0]
