"""By which options a game is played, where they are not those of the sheet: everybody is told."""

from __future__ import annotations

from dataclasses import fields

from adjudicator.core.phrase import Phrase
from adjudicator.rulesets.tsewnart.state import Options, Setting


def variants(setting: Setting) -> list[Phrase]:
    """Say each option that is another than that of the sheet."""
    chosen = {field.name: getattr(setting.options, field.name) for field in fields(Options)}
    return [
        Phrase(f"variant.{name}.{value}".lower()) for name, value in chosen.items() if value != getattr(Options(), name)
    ]
