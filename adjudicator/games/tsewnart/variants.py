"""By which options a game is played, where they are not those of the sheet: everybody is told."""

from __future__ import annotations

from adjudicator.core.faults import Phrase
from adjudicator.games.tsewnart.state import OF_THE_SHEET, Setting


def variants(setting: Setting) -> list[Phrase]:
    """Say each option that is another than that of the sheet."""
    chosen = setting.options._asdict()
    return [
        Phrase(f"variant.{name}.{value}".lower())
        for name, value in chosen.items()
        if value != getattr(OF_THE_SHEET, name)
    ]
