"""A campaign as one reader saw it, stage after stage, for the MJ moment after moment: a page of its own, or data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, Reader
from adjudicator.reports.environment import filled
from adjudicator.reports.pages import for_script, hand_of_pages
from adjudicator.reports.positions import Position, moments_of, position_of, replay_data, written
from adjudicator.reports.spoken import json_text

if TYPE_CHECKING:
    from adjudicator.speech.voice import Voice

Told: TypeAlias = Sequence[tuple[Progress, Reader, int]]
"""Stages by their index, each with the campaign and the reader by the names of its time."""


def history_json(campaign: Campaign, told: Told, language: str | None = None) -> str:
    """Return the positions of a reader as data for programs."""
    voice = campaign.voice(language)
    rows = [position.row for _, position in _positions(told, voice)]
    return json_text(replay_data(campaign, told[-1][1], rows, voice))


def history_page(campaign: Campaign, told: Told, language: str | None = None) -> str:
    """Return a page of HTML with the positions of a reader."""
    voice, hand, reader = campaign.voice(language), hand_of_pages(campaign, language), told[-1][1]
    found = list(_positions(told, voice))
    data: Plain = replay_data(campaign, reader, [position.row for _, position in found], voice)
    title = Phrase(f"positions.whose.{reader.kind}", {"title": campaign.title, "name": reader.name})
    return filled(
        "history.html.j2",
        hand,
        title=title,
        shown=[written(position, of_then, hand) for of_then, position in found],
        moments=any(position.moment for _, position in found),
        last=found[-1][1].report,
        data=for_script(data, voice),
    )


def _positions(told: Told, voice: Voice) -> Iterator[tuple[Campaign, Position]]:
    """Yield each position with the campaign as it then was; for the MJ what led to it first."""
    for progress, reader, index in told:
        campaign, played = progress.campaign, progress.played(index)
        after = position_of(campaign, played, reader, voice)
        if reader == MJ:
            yield from ((campaign, moment) for moment in moments_of(campaign, played, after, voice))
        yield campaign, after
