"""A campaign of the game: how its setting is built, and objections to its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.context import name_of, same_names
from adjudicator.core.faults import Objection
from adjudicator.core.game import People
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names, fold, nearest
from adjudicator.games.resistance.rules import FIRST_COMMANDERS
from adjudicator.games.resistance.state import Options, Setting


def character_of(person: str | Mapping[str, Any]) -> str:
    """Return the character of a player as listed in a campaign or a case; an empty string if there is none."""
    return "" if isinstance(person, str) else str(person.get("character", ""))


def make_setting(campaign: Mapping[str, Any]) -> Setting:
    """Build the setting of a canonical campaign or case."""
    people = campaign["players"]
    characters = {name_of(person): _as_known(character_of(person)) for person in people if character_of(person)}
    return Setting(tuple(map(name_of, people)), characters, Options(**campaign.get("options", {})))


def _as_known(character: str) -> str:
    """Return a character as the rule sheet spells it if it is one of the five named there (R3), or else unchanged."""
    return next((known for known in FIRST_COMMANDERS if fold(known) == fold(character)), character)


CHARACTERS = FIRST_COMMANDERS


def campaign_objections(campaign: Plain) -> list[Objection]:
    """Judge the players and their characters."""
    return list(people_objections(campaign["players"]))


def aliases(setting: Setting) -> Mapping[str, str]:
    """Return the characters, by which orders may name their players, each mapped to its player."""
    return {character: player for player, character in setting.characters.items()}


def suggestion(people: People, asked: Plain) -> Plain:
    """Return the characters that command first, so that the MJ sees how they are spelt."""
    return {"characters": CHARACTERS}


def people_objections(people: list[Any]) -> Iterator[Objection]:
    """Yield objections to the players of a campaign or a case: equal names or characters, and misspelt characters.

    A character must not be another player's name, because orders may name a player by character. A character that is
    almost one of the five that matter (R3) is refused as misspelt: otherwise nobody would notice that its player does
    not command first.
    """
    yield from same_names((("players", i), name_of(person)) for i, person in enumerate(people))
    played = [(i, character_of(person)) for i, person in enumerate(people) if character_of(person)]
    yield from same_names((("players", i, "character"), character) for i, character in played)
    names = Names([name_of(person) for person in people])
    for i, character in played:
        path = ("players", i, "character")
        if names.find(character) not in (None, name_of(people[i])):
            yield Objection("same-name", path, {"name": character, "other": names.find(character) or ""})
        near = nearest(character, FIRST_COMMANDERS)
        if near is not None and fold(near) != fold(character):
            yield Objection("near-character", path, {"name": character}, nearest=near)
