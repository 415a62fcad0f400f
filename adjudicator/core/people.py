"""Those who play, as a campaign lists them: by name alone, or with more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.core.faults import Objection, Path
from adjudicator.core.words import fold


def name_of(person: str | Mapping[str, Any]) -> str:
    """Return the name of a player, listed by name alone or with more (``{name: …, email: …}``)."""
    return person if isinstance(person, str) else str(person["name"])


def names_listed(people: Any) -> list[str]:
    """Return the names in a list of players that nobody has checked yet; what is odd is left out."""
    listed = people if isinstance(people, list) else []
    names = [person.get("name") if isinstance(person, Mapping) else person for person in listed]
    return [name for name in names if isinstance(name, str)]


def same_names(listed: Iterable[tuple[Path, str]], on_key: bool = False) -> Iterator[Objection]:
    """Object to each name that a reader would take for an earlier one; ``listed`` are names with their places."""
    forms: dict[str, str] = {}
    for path, name in listed:
        if fold(name) in forms:
            yield Objection("same-name", path, {"name": name, "other": forms[fold(name)]}, on_key=on_key)
        forms.setdefault(fold(name), name)


def people_in(campaign: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return those who play in each camp of a canonical campaign, as it lists them; under "" those without a camp."""
    sides: dict[str, list[Any]] = {name: camp["players"] for name, camp in campaign.get("camps", {}).items()}
    return sides | ({"": campaign["players"]} if "players" in campaign else {})


def forum_names(campaign: Mapping[str, Any]) -> dict[str, str]:
    """Return the names that players have on the forum, each with the player's own.

    One that could mean somebody else as well, in any way, means nobody.
    """
    people = [person for side in people_in(campaign).values() for person in side]
    called = [(str(person["forum"]), name_of(person)) for person in people if has_forum_name(person)]
    others = [name_of(absence["substitute"]) for absence in campaign.get("absences", ()) if absence.get("substitute")]
    meant: dict[str, set[str]] = {}
    for form, owner in (*called, *((name_of(person), name_of(person)) for person in people), *((o, o) for o in others)):
        meant.setdefault(fold(form), set()).add(owner)
    return {form: owner for form, owner in called if fold(form) and len(meant[fold(form)]) == 1}


def shorter_names(campaign: Mapping[str, Any], aliases: Mapping[str, str]) -> dict[str, str]:
    """Return the words of ``aliases`` by which nobody else here could be called, each with the player: « Roslin »."""
    if not aliases:
        return {}
    people = [person for side in people_in(campaign).values() for person in side]
    called = [(name_of(person), name_of(person)) for person in people]
    called += [(str(person["forum"]), name_of(person)) for person in people if has_forum_name(person)]
    others = [name_of(absence["substitute"]) for absence in campaign.get("absences", ()) if absence.get("substitute")]
    called += [(other, f"({other})") for other in others]  # whoever stands in for somebody is no player
    owners: dict[str, set[str]] = {}
    for name, owner in (*called, *aliases.items()):
        for word in fold(name).split():
            owners.setdefault(word, set()).add(owner)
    words = {word: owner for alias, owner in aliases.items() for word in fold(alias).split()}
    return {word: owner for word, owner in words.items() if owners[word] == {owner} and len(word) >= _SHORTEST}


_SHORTEST = 4
"""Letters of a word that is a name by itself: not « de », « von », « Dr »."""


def has_forum_name(person: str | Mapping[str, Any]) -> bool:
    """Tell whether a player is listed with his name on the forum."""
    return not isinstance(person, str) and isinstance(person.get("forum"), str)


def address_of(person: str | Mapping[str, Any]) -> dict[str, str]:
    """Return the ``name`` of a person, and ``email`` and ``forum`` where they are known."""
    known = {} if isinstance(person, str) else person
    return {"name": name_of(person), **{key: known[key] for key in ("email", "forum") if key in known}}
