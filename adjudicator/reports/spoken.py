"""What a reader is told as data for programs: JSON, with each phrase said in one language beside its key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.faults import Listed, Pairs, Phrase, Word
from adjudicator.core.plain import Plain
from adjudicator.speech.voice import Voice

FORMAT = 1
"""The number of the shape of these data; ``schemas/report.schema.json`` and ``replay.schema.json`` describe it."""


def spoken(value: Any, voice: Voice) -> Any:
    """Return a value of a report as plain data: phrases with their ``key``, words with theirs, as they are ``said``.

    Names, numbers and canonical words stay as they are.
    """
    if isinstance(value, Phrase):
        return {"key": value.key, "said": voice.phrase(value)}
    if isinstance(value, Word):
        return {"word": value.canonical, "said": voice.fill(value)}
    if isinstance(value, Listed | Pairs):
        return {"said": voice.fill(value)}
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {key: spoken(item, voice) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [spoken(item, voice) for item in value]
    return value


def about(campaign: Campaign, voice: Voice) -> Plain:
    """Return what stands at the top of all such data."""
    return {"format": FORMAT, "game": campaign.game.id, "language": voice.language}


def spoken_report(data: Plain, campaign: Campaign, voice: Voice) -> Plain:
    """Return all that ``contents.report_data`` tells a reader as plain data."""
    told: Plain = spoken(data, voice)
    return {**about(campaign, voice), **told}


def json_text(value: Plain) -> str:
    """Return plain data as JSON that people can read too."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
