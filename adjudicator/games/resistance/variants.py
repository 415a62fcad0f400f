"""By which options a game is played, where they are not those of the sheet: everybody is told."""

from __future__ import annotations

from adjudicator.core.faults import Phrase
from adjudicator.games.resistance.rules import starting_character
from adjudicator.games.resistance.state import OF_THE_SHEET, Setting


def variants(setting: Setting) -> list[Phrase]:
    """Say each option that is another than that of the sheet and is of use in this game."""
    chosen = setting.options._asdict()
    if starting_character(setting) is not None:
        del chosen["first_commander"]
    if not setting.options.targeted_attacks or len(setting.players) < 7:  # the fourth done is mission 4, or takes one
        del chosen["two_failures"]
    return [
        Phrase(f"variant.{name}.{value}".lower())
        for name, value in chosen.items()
        if value != getattr(OF_THE_SHEET, name)
    ]
