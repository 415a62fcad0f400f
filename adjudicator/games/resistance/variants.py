"""The options of a game that differ from those of the rule sheet, in words for everybody."""

from __future__ import annotations

from adjudicator.core.faults import Phrase
from adjudicator.games.resistance.rules import starting_character
from adjudicator.games.resistance.state import OF_THE_SHEET, Setting


def options(setting: Setting) -> list[Phrase]:
    """Return in words each option that differs from the rule sheet and matters in this game."""
    chosen = setting.options._asdict()
    if starting_character(setting) is not None:  # R3: this character decides who commands first
        del chosen["first_commander"]
    # In order, the fourth mission carried out is mission 4; with fewer than seven players it takes one failure anyway.
    if not setting.options.targeted_attacks or len(setting.players) < 7:
        del chosen["two_failures"]
    return [
        Phrase(f"variant.{name}.{value}".lower())
        for name, value in chosen.items()
        if value != getattr(OF_THE_SHEET, name)
    ]
