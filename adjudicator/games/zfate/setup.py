"""A campaign of the game: how its setting is built, and objections to its players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.context import name_of, same_names
from adjudicator.core.faults import Objection
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names
from adjudicator.games.zfate.sheets import unknown
from adjudicator.games.zfate.state import SKILLS, STRESS, Options, Setting, Skill, Track, is_of_the_game


def make_setting(campaign: Mapping[str, Any]) -> Setting:
    """Build the setting of a canonical campaign or case."""
    people = campaign["players"]
    characters = {name_of(one): one["character"] for one in people if isinstance(one, Mapping) and "character" in one}
    skills = {name: Skill(**told) for name, told in campaign.get("skills", {}).items()} or SKILLS
    stress = {track: Track(**told) for track, told in campaign.get("stress", {}).items()}
    options = Options(**campaign.get("options", {}))
    return Setting(
        tuple(map(name_of, people)), characters, skills, {**STRESS, **stress}, campaign.get("cap", 3), options
    )


def aliases(setting: Setting) -> Mapping[str, str]:
    """Return the characters, by which orders may name their players, each mapped to its player."""
    return setting.aliases


def campaign_objections(campaign: Plain) -> list[Objection]:
    """Judge the names of players and characters, which are all different, and the skills that tracks name."""
    people = campaign["players"]
    named = [(("players", i), name_of(one)) for i, one in enumerate(people)]
    played = [(("players", i, "character"), one["character"]) for i, one in enumerate(people)
              if isinstance(one, Mapping) and "character" in one]  # fmt: skip
    skills = Names(list(campaign.get("skills", {}) or SKILLS))
    tracks = campaign.get("stress", {}).items()
    wanted = [(("stress", track, "skill"), told["skill"]) for track, told in tracks if told.get("skill")]
    taken = [
        Objection("name-of-the-game", path, {"name": name}) for path, name in (*named, *played) if is_of_the_game(name)
    ]
    return [*taken, *same_names([*named, *played]), *unknown(skills, "unknown-skill", wanted)]
