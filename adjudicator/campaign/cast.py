"""Who plays which character, in a new campaign of a game whose players may be known by characters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from adjudicator.campaign.beginning import Plan, RefusedPlanError, campaign_game, misnamed
from adjudicator.campaign.lookalikes import strange_names
from adjudicator.core.faults import Fault, Mark
from adjudicator.core.words import Names, fold, nearest
from adjudicator.rulesets import game

_PLAYED_BY = re.compile(r"(.+?)\s*[:=→]\s*(.+)")
"""A player and his character, as those write it who do not put it in parentheses."""


def cast(plan: Plan) -> Plan:
    """Take for characters what stands in parentheses after players and names a character that the game knows.

    All else stays a name on the forum. Raises ``RefusedPlanError`` where it might be either, or another character.
    """
    name = campaign_game(plan)
    known = game(name).setup.characters
    faults = [fault for each in plan.forum_names.items() for fault in _unclear(*each, known)]
    if faults:
        raise RefusedPlanError(faults, name)
    played = {player: _named(called, known) for player, called in plan.forum_names.items()}
    forum = {player: called for player, called in plan.forum_names.items() if not played[player]}
    characters = {player: named for player, named in played.items() if named}
    return _checked(replace(plan, game=name, forum_names=forum, characters={**plan.characters, **characters}))


def with_characters(plan: Plan, persons: Sequence[tuple[str, str]]) -> Plan:
    """Return the plan with more characters: ``persons`` are players, each with his own.

    One that the game does not know is taken as it stands. Raises ``RefusedPlanError``.
    """
    known, players = game(plan.game).setup.characters, Names(plan.people[""])
    pairs = [_pair(one, other, players) for one, other in persons]
    faults = [fault for pair in pairs for fault in _unfit(*pair, players, known)]
    owners = [players.find(player) for player, _ in pairs]
    faults += [Fault("character-twice", found=name) for name in players.names if owners.count(name) > 1]
    if faults:
        raise RefusedPlanError(faults, plan.game)
    more = {players.find(player) or player: _whole(character, known) for player, character in pairs}
    return _checked(replace(plan, characters={**plan.characters, **more}))


def _pair(one: str, other: str, players: Names) -> tuple[str, str]:
    """Return a player and his character, whichever of the two was written first."""
    if not other and (both := _PLAYED_BY.fullmatch(one)):
        one, other = both[1], both[2]
    return (other, one) if players.find(one) is None and players.find(other) else (one, other)


def _unclear(player: str, called: str, known: Sequence[str]) -> Iterator[Fault]:
    """Return the fault of a player whose name, or what he is called, may be a character and may be none."""
    if _named(called, known):
        return
    if _named(player, known):
        yield Fault("character-first", found=player)
    elif near := _suggested(called, known):
        yield Fault("character-or-forum", found=called, expected=tuple(near))


def _unfit(player: str, character: str, players: Names, known: Sequence[str]) -> Iterator[Fault]:
    if not character:
        yield Fault("character-alone", found=player)
    elif players.find(player) is None:
        yield Fault("unknown-player", found=player, nearest=players.nearest(player))
    elif len(_partly(character, known)) > 1:
        yield Fault("character-unclear", found=character, expected=tuple(_partly(character, known)))


def _checked(plan: Plan) -> Plan:
    """Return the plan, if its characters can be. Raises ``RefusedPlanError``."""
    faults = [fault for character in plan.characters.values() for fault in misnamed(character)]
    faults = faults or list(_objected(plan)) or list(_strange(plan.characters))
    if faults:
        raise RefusedPlanError(faults, plan.game)
    return plan


def _objected(plan: Plan) -> Iterator[Fault]:
    if not plan.characters:
        return
    people = [{"name": name, "character": plan.characters.get(name, "")} for name in plan.people[""]]
    for objection in game(plan.game).setup.objections({"players": people}):
        yield Fault(objection.code, values=objection.values, nearest=objection.nearest)


def _strange(characters: Mapping[str, str]) -> Iterator[Fault]:
    return strange_names((Mark(), character) for character in characters.values())


# A character by his name, or by a part of it ------------------------------------------------------------------------


def _whole(text: str, known: Sequence[str]) -> str:
    """Return the character that ``text`` names, if only by a part of his name; else the text."""
    return next(iter(_partly(text, known)), text)


def _named(text: str, known: Sequence[str]) -> str:
    """Return the one character whose whole name, or surname, ``text`` is; or nothing."""
    form = fold(text)
    whole = [character for character in known if fold(character) == form]
    named = whole or [character for character in known if form and fold(character).endswith(f" {form}")]
    return named[0] if len(named) == 1 else ""


def _partly(text: str, known: Sequence[str]) -> list[str]:
    """Return the characters of whose names ``text`` is the whole, or words at their beginning or their end."""
    form = fold(text)
    whole = [character for character in known if fold(character) == form]
    return whole or [character for character in known if _is_part(form, fold(character))]


def _is_part(form: str, character: str) -> bool:
    return bool(form) and (character.startswith(f"{form} ") or character.endswith(f" {form}"))


def _suggested(text: str, known: Sequence[str]) -> list[str]:
    """Return the characters that what stands in parentheses may mean: in part, among more words, or misspelt."""
    words = " ".join(re.findall(r"\w+", fold(text)))
    among = [character for character in known if f" {fold(character)} " in f" {words} "]
    near = nearest(text, known)
    return _partly(text, known) or among or ([near] if near else [])
