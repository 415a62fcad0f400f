"""The positions of a campaign for one reader, stage after stage: as data, and as a page shows each.

A position is made of the report of its stage and reader, so that nothing is in it that he was not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.labels import short_name
from adjudicator.core.game import Moment
from adjudicator.core.plain import Plain
from adjudicator.core.readers import Reader
from adjudicator.core.stage import Stage
from adjudicator.core.words import slug
from adjudicator.reports.contents import report_data
from adjudicator.reports.environment import Hand, filled
from adjudicator.reports.spoken import about, spoken, spoken_report
from adjudicator.reports.writing import data_of
from adjudicator.speech.text import capitalised
from adjudicator.speech.voice import Voice

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.stages import Played
    from adjudicator.reports.records import PositionRow


class Position(NamedTuple):
    """How a campaign stood for one reader after a stage, or at a moment of it: as data, and all that it is made of."""

    row: PositionRow
    report: Plain
    """His report of the stage."""
    moment: Moment | None = None
    """Where it is one within the stage."""


def position_id(stage: Stage, voice: Voice) -> str:
    """Return by what a link leads to a stage on a page of positions: ``tour-7``, ``vote-3``, ``roles``."""
    return slug(short_name(stage, voice)) if stage.turn else stage.phase


def position_of(campaign: Campaign, played: Played, reader: Reader, voice: Voice, page: str = "") -> Position:
    """Return how a campaign stood for a ``reader`` after a stage; ``page`` is where its report lies, if anywhere."""
    report = report_data(campaign, played, reader) if page else data_of(campaign, played, reader, voice)
    reports, stage = campaign.game.reports, played.stage
    row: PositionRow = {
        "id": position_id(stage, voice),
        "stage": {"phase": stage.phase, "turn": stage.turn, "said": voice.phrase(stage.said)},
        "title": capitalised(voice.phrase(stage.said)),
        "said": spoken(reports.headline(campaign.setting, played.before, played.outcome), voice),
        "pictures": spoken(reports.position(report), voice),
    }
    if page:
        row["page"] = page
    else:
        row["report"] = spoken_report(report, campaign, voice)
    return Position(row, report)


def moments_of(campaign: Campaign, played: Played, after: Position, voice: Voice) -> Iterator[Position]:
    """Yield the moments of a stage, which are the MJ's alone; what stood ``after`` it comes behind them."""
    found = campaign.game.reports.moments(campaign.setting, played.before, played.outcome, played.table["orders"])
    for number, moment in enumerate(found):
        row: PositionRow = {
            "id": f"{after.row['id']}-{number}",
            "stage": after.row["stage"],
            "title": voice.say("positions.moment", stage=after.row["title"], moment=moment.title),
            "said": spoken(moment.said, voice),
            "pictures": spoken(moment.pictures, voice),
        }
        yield Position(row, after.report, moment)


def replay_data(campaign: Campaign, reader: Reader, rows: list[Any], voice: Voice) -> Plain:
    """Return the positions of a reader, the first one first, as they are given to programs."""
    whom = {"kind": reader.kind, "name": reader.name}
    return {**about(campaign, voice), "title": campaign.title, "reader": whom, "positions": rows}


def written(position: Position, campaign: Campaign, hand: Hand) -> str:
    """Return a position as it stands in a page."""
    row, moment = position.row, position.moment
    pictures = moment.pictures if moment else campaign.game.reports.position(position.report)
    return filled(
        "position.html.j2",
        hand,
        id=row["id"],
        title=row["title"],
        said=[capitalised(line["said"]) for line in row["said"]],
        page=row.get("page"),
        pictures=pictures,
        report=None if moment else position.report,
    ).strip()
