"""The options of a campaign that differ from those of the rule sheet, which everybody is told."""

from __future__ import annotations

from adjudicator.core.faults import Phrase
from adjudicator.games.tsewnart.state import OF_THE_SHEET, Setting


def options(setting: Setting) -> list[Phrase]:
    """Return a phrase for each option whose value is not that of the rule sheet."""
    chosen = setting.options._asdict()
    return [
        Phrase(f"variant.{name}.{value}".lower())
        for name, value in chosen.items()
        if value != getattr(OF_THE_SHEET, name)
    ]
