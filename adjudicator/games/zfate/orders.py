"""The orders of an exchange in one shape, with the names in them as their sender knows them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.core.faults import KeyPath, Listed, Objection, PhraseArgument
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names, fold
from adjudicator.games.zfate.state import SCENE, Stunt
from adjudicator.games.zfate.views import PlayerView

MAIN = ("attack", "create", "overcome", "help", "full_defence", "treat")
"""Z48. The actions of an exchange, of which somebody has one at most."""
IN_WINDOW = ("invoke", "aim", "at_most", "absorb", "object", "reaction")
"""What may also be sent in the window, where it takes the place of what was declared."""
BOOST = "boost"
"""The word by which orders name the oldest boost of whoever sends them."""
NEAREST = "nearest"


class Item(NamedTuple):
    """An aspect to invoke: whose order it is, its number in the list, and what is wanted of it.

    ``mode`` is ``free``, ``point`` or empty, ``on`` is ``action``, ``defence`` or a name; ``against`` is a name.
    """

    owner: str
    number: int
    aspect: str = ""
    effect: str = "bonus"
    on: str = "action"
    against: str = ""
    mode: str = ""
    always: bool = False
    why: str = ""
    written: str = ""


def main_actions(orders: Plain) -> list[tuple[str, Any]]:
    """Return the actions in some orders; ``full_defence: no`` is none."""
    return [(key, orders[key]) for key in orders if key in MAIN and orders[key] is not False]


def action_of(orders: Plain) -> tuple[str, Any] | None:
    """Return the action in some orders; None if there is none."""
    return next(iter(main_actions(orders)), None)


def items_of(owner: str, orders: Plain) -> list[Item]:
    """Return what somebody wants to invoke, in the order of the list."""
    found = []
    for number, given in enumerate(orders.get("invoke") or ()):
        told = {"mode" if key == "with" else key: value for key, value in (given or {}).items() if value is not None}
        found += [Item(owner, number, **told)] if told else []
    return found


def move_of(orders: Plain) -> tuple[str, str]:
    """Return the zone of a step, empty if there is none, and whether it comes before or after the action."""
    told = orders.get("move") or {}
    return told.get("to") or "", told.get("when", "before")


def defence_of(orders: Plain) -> tuple[str, str]:
    """Return the skill and the stunt named for all defences; empty if there are none."""
    told = orders.get("defence") or {}
    return told.get("skill") or "", told.get("stunt") or ""


def fits_stunt(stunt: Stunt, skill: str) -> bool:
    """Z100. Return whether a stunt can be used with a skill."""
    return skill == (stunt.instead if stunt.form == "swap" else stunt.skill or skill)


# Names ------------------------------------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a name stands in an order: of what it is a name, the code for one that is not known, words beside names."""

    of: str
    code: str
    words: tuple[str, ...] = ()


TARGET, SKILL, STUNT = Place("person", "unknown-target"), Place("skill", "unknown-skill"), Place("stunt", "no-stunt")
ZONE, ASPECT = Place("zone", "unknown-zone"), Place("aspect", "unknown-aspect")
OPPOSITION = Place("opposition", "unknown-opposition")
PARTS: Mapping[str, Mapping[str, Place]] = {
    "attack": {
        "target": TARGET._replace(words=(NEAREST,)),
        "skill": SKILL,
        "weapon": Place("weapon", "unknown-weapon"),
        "stunt": STUNT,
    },
    "create": {"skill": SKILL, "stunt": STUNT, "against": OPPOSITION, "on": Place("bearer", "")},
    "overcome": {"skill": SKILL, "stunt": STUNT, "against": OPPOSITION, "to": ZONE},
    "treat": {"who": TARGET, "skill": SKILL},
    "help": {"": TARGET},
    "move": {"to": ZONE},
    "defence": {"skill": SKILL, "stunt": STUNT},
    "invoke": {
        "aspect": ASPECT,
        "on": TARGET._replace(words=("action", "defence")),
        "against": Place("person", "unknown-opposition"),
    },
    "concede": {"out": TARGET},
    "absorb": {"extreme": Place("own-aspect", "unknown-replaced"), "hits": TARGET},
    "pass": {"to": TARGET, "aspect": ASPECT},
    "detail": {"aspect": Place("own-aspect", "unknown-aspect")},
    "object": {"who": TARGET},
    "compel": {"who": TARGET},
}
"""The parts of each order that are names; under an empty key, an order that is a name alone."""
SHORT = {"move": "to", "defence": "skill", "invoke": "aspect"}
"""The one part of an order that may be written without its word."""


class _Names:
    """Finds the names in the orders of one view, and objects to those that it does not know."""

    def __init__(self, view: PlayerView) -> None:
        self.view = view
        self.objections: list[Objection] = []
        scene, sheet, self.people = view.scene, view.sheet, view.people
        self.seen = [*scene.present, *scene.seen]
        self.listed: Mapping[str, Collection[str]] = {
            "zone": scene.zones,
            "skill": view.setting.skills,
            "weapon": sheet.weapons if sheet else (),
            "stunt": sheet.stunts if sheet else (),
            "opposition": (*self.seen, *scene.oppositions),
            "task": [each.name for each in scene.tasks],
        }

    def known(self, of: str) -> Names:
        """Return the names of a kind that the player knows."""
        return self.people if of == "person" else Names(list(self.listed[of]))

    def name(self, place: Place, given: Any, path: KeyPath) -> Any:
        """Return the name that is meant at a place; None, with an objection, if there is none."""
        code = place.code
        if not isinstance(given, str) or given in place.words:
            return given
        if place.of == "bearer":  # Any other text is a thing or a group.
            return self.people.find(given) or self.known("zone").find(given) or (SCENE if given == SCENE else given)
        if place.of in ("aspect", "own-aspect"):
            return self.aspect(place, given, path)
        known = self.known(place.of)
        found = known.find(given) or (self.people.find(given) if place.of == "opposition" else None)
        if found is None:
            # An opposition that nobody has met is not suggested.
            near = Names(self.seen) if place.of == "opposition" else known
            values: dict[str, PhraseArgument] = {"name": given}
            if place.of == "skill":
                values["known"] = Listed(tuple(known.names))
            self.objections.append(Objection(code, path, values, nearest=near.nearest(given)))
        return found

    def aspect(self, place: Place, given: str, path: KeyPath) -> str | None:
        """Return an aspect as it is in play; only one of the player's own if the place asks for such."""
        own, code = place.of == "own-aspect", place.code
        if fold(given) == BOOST and not own:
            return BOOST
        mine = [each for each in self.view.state.aspects if not own or each.bearer == self.view.player]
        found = [each for each in self.view.state.found(given) if each in mine]
        if len(found) == 1:
            alone = len(self.view.state.found(found[0].text)) == 1
            return found[0].text if alone else found[0].label
        if found:
            labels = Listed(tuple(each.label for each in found))
            self.objections.append(Objection("ambiguous", path, {"name": given, "names": labels}))
            return None
        declared = self.view.state.declared
        if not own and declared and (new := Names(declared.made).find(given)):
            return new
        near = Names([each.text for each in mine]).nearest(given)
        self.objections.append(Objection(code, path, {"name": given}, nearest=near))
        return None

    def order(self, key: str, given: Any, path: KeyPath) -> Any:
        """Return the order under a key in its one shape, with the names in it, or each of a list of such orders."""
        if key in ("cover", "intercept"):
            listed = given if isinstance(given, list) else [given]
            return [self.name(TARGET, each, (*path, i)) for i, each in enumerate(listed)]
        if isinstance(given, list):
            return [self.order(key, each, (*path, i)) for i, each in enumerate(given)]
        if key in SHORT and isinstance(given, str):
            given = {SHORT[key]: given}
        elif key == "concede" and given is True:
            return {}
        parts = PARTS.get(key, {})
        if key == "overcome" and self.view.scene.tasks:
            parts = {**parts, "against": Place("task", "no-task")}
        if not isinstance(given, Mapping):
            return self.name(parts[""], given, path) if "" in parts else given
        made: dict[str, Any] = dict(given)
        if key == "instead":
            return {one: self.order(one, value, (*path, one)) for one, value in made.items()}
        for part in given:
            if part == "hits" and isinstance(made[part], Mapping):
                hits = {self.name(parts[part], who, (*path, part, who)): taken for who, taken in made[part].items()}
                made[part] = {who: taken for who, taken in hits.items() if who is not None}
            elif part in parts:
                made[part] = self.name(parts[part], made[part], (*path, part))
        return {**made, "written": given.get("aspect") or ""} if key == "invoke" else made


def meant(view: PlayerView, orders: Plain) -> tuple[Plain, list[Objection]]:
    """Return orders with the names in them as the sender knows them; a name that he does not know becomes None."""
    reading = _Names(view)
    return {key: reading.order(key, given, (key,)) for key, given in orders.items()}, reading.objections


def played(view: PlayerView, orders: Mapping[str, Any]) -> Plain:
    """Return orders as they are played: names as they are known; what names somebody unknown is left out."""
    found, _ = meant(view, dict(orders))
    for each in found.get("invoke") or ():
        each["aspect"] = each["aspect"] or each["written"]  # it may come into play later
    if "instead" in found:
        found["instead"] = [each for each in found["instead"] or () if each and all(map(_is_whole, each.values()))]
    return {key: value for key, value in found.items() if value is not None and (key not in MAIN or _is_whole(value))}


def _is_whole(given: Any) -> bool:
    return given is not None and not (isinstance(given, Mapping) and None in given.values())


def stunts_of(orders: Plain) -> list[str]:
    """Return the stunts that are named for actions."""
    named = (given.get("stunt") for _, given in alternatives(orders) if isinstance(given, Mapping))
    return [stunt for stunt in named if stunt]


def boxes_and_levels(taken: Any) -> tuple[list[int], list[str]]:
    """Return the boxes and the levels in a list such as ``[2, mild]``."""
    listed = list(taken) if isinstance(taken, (list, tuple)) else [taken]
    return [one for one in listed if isinstance(one, int)], [one for one in listed if isinstance(one, str)]


def alternatives(orders: Plain) -> Iterator[tuple[str, Any]]:
    """Yield the action of some orders, then what is to be done where it is impossible."""
    yield from main_actions(orders)[:1]
    for each in orders.get("instead") or ():
        yield from main_actions(each or {})[:1]
