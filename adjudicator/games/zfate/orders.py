"""The orders of an exchange in one shape, with the names in them as their sender knows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.core.faults import KeyPath, Listed, Objection
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
    aspect: str
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
    listed = orders.get("invoke") or ()
    return [_item(owner, number, each) for number, each in enumerate(listed) if each is not None]


def _item(owner: str, number: int, given: Any) -> Item:
    told = given if isinstance(given, Mapping) else {"aspect": given}
    return Item(
        owner,
        number,
        told.get("aspect") or "",
        told.get("effect", "bonus"),
        told.get("on") or "action",
        told.get("against") or "",
        told.get("with", ""),
        told.get("always", False),
        told.get("why", ""),
        told.get("written") or told.get("aspect") or "",
    )


def conceding(orders: Plain) -> Plain | None:
    """Return the conditions of a concession, empty if it holds at once; None if there is none."""
    given = orders.get("concede")
    if given is None or given is False:
        return None
    return {} if given is True else {key: value for key, value in given.items() if key != "terms"}


def move_of(orders: Plain) -> tuple[str, str]:
    """Return the zone of a step, empty if there is none, and whether it comes before or after the action."""
    given = orders.get("move")
    if isinstance(given, Mapping):
        return given.get("to") or "", given.get("when", "before")
    return given or "", "before"


def defence_of(orders: Plain) -> tuple[str, str]:
    """Return the skill and the stunt named for all defences; empty if there are none."""
    given = orders.get("defence")
    if isinstance(given, Mapping):
        return given.get("skill") or "", given.get("stunt") or ""
    return given or "", ""


def named(given: Any) -> list[str]:
    """Return the names in a name or a list of names."""
    return [given] if isinstance(given, str) else [each for each in given or () if each is not None]


def fits_stunt(stunt: Stunt, skill: str) -> bool:
    """Z100. Return whether a stunt can be used with a skill."""
    return skill == (stunt.instead if stunt.form == "swap" else stunt.skill or skill)


# Names ------------------------------------------------------------------------------------------------------------


class _Names:
    """Finds the names in the orders of one view, and objects to those that it does not know."""

    def __init__(self, view: PlayerView) -> None:
        self.view = view
        self.objections: list[Objection] = []
        scene = view.scene
        seen = [*(each.name for each in scene.obstacles), *(each.name for each in scene.tasks), *scene.met]
        sheet = view.sheet
        self.people = view.people
        self.listed: Mapping[str, Iterable[str]] = {
            "zone": scene.zones,
            "skill": view.setting.skills,
            "weapon": sheet.weapons if sheet else (),
            "stunt": sheet.stunts if sheet else (),
            "opposition": (*scene.present, *seen, *scene.oppositions),
            "task": [each.name for each in scene.tasks],
        }
        self.seen = (*scene.present, *seen)

    def known(self, place: str) -> Names:
        """Return the names that the player knows at a place."""
        return self.people if place == "target" else Names(list(dict.fromkeys(self.listed[place])))

    def suggested(self, place: str) -> Names:
        """Return the names from which one is suggested: no opposition that nobody has met."""
        return Names(list(dict.fromkeys(self.seen))) if place == "opposition" else self.known(place)

    def name(self, place: str, given: Any, path: KeyPath, code: str = "") -> Any:
        """Return the name that is meant at a place; None, with an objection, if there is none."""
        if not isinstance(given, str):
            return given
        known = self.known(place)
        if (found := known.find(given)) is not None:
            return found
        if place == "opposition" and (person := self.people.find(given)) is not None:
            return person
        self._unknown(
            code or ("no-task" if place == "task" else f"unknown-{place}"),
            path,
            given,
            self.suggested(place).nearest(given),
        )
        return None

    def _unknown(self, code: str, path: KeyPath, given: str, near: str | None) -> None:
        self.objections.append(Objection(code, path, {"name": given}, nearest=near))

    def aspect(self, given: Any, path: KeyPath, own: bool = False, code: str = "unknown-aspect") -> Any:
        """Return an aspect as it is in play; with ``own``, one of the player's own."""
        if not isinstance(given, str) or (fold(given) == BOOST and not own):
            return BOOST if isinstance(given, str) else given
        mine = [each for each in self.view.aspects if not own or each.bearer == self.view.player]
        found = [each for each in self.view.found(given) if each in mine]
        if len(found) == 1:
            alone = len(self.view.found(found[0].text)) == 1
            return found[0].text if alone else found[0].label
        if found:
            labels = Listed(tuple(each.label for each in found))
            self.objections.append(Objection("ambiguous", path, {"name": given, "names": labels}))
            return None
        made = self.view.declared.made if self.view.declared is not None else []
        if not own and (new := Names(made).find(given)) is not None:
            return new
        near = Names([each.text for each in mine]).nearest(given)
        self._unknown(code, path, given, near)
        return None

    def parts(self, given: Any, places: Mapping[str, str], path: KeyPath) -> Any:
        """Return an order whose parts are names of some places."""
        if not isinstance(given, Mapping):
            return given
        codes = {"stunt": "no-stunt"}
        return {
            key: self.name(places[key], value, (*path, key), codes.get(places[key], "")) if key in places else value
            for key, value in given.items()
        }

    def several(self, given: Any, path: KeyPath) -> Any:
        if not isinstance(given, list):
            return self.name("target", given, path)
        return [self.name("target", each, (*path, i)) for i, each in enumerate(given)]

    def action(self, key: str, given: Any, path: KeyPath) -> Any:
        """Return an action with the names in it."""
        if key == "help":
            return self.name("target", given, path)
        if not isinstance(given, Mapping):
            return given
        places = {
            "attack": {"target": "target", "skill": "skill", "weapon": "weapon", "stunt": "stunt"},
            "create": {"skill": "skill", "stunt": "stunt", "against": "opposition"},
            "overcome": {"skill": "skill", "stunt": "stunt", "against": "opposition", "to": "zone"},
            "treat": {"who": "target", "skill": "skill"},
        }[key]
        if key == "attack" and given.get("target") == NEAREST:
            places = {name: place for name, place in places.items() if name != "target"}
        if key == "overcome" and self.view.scene.tasks:
            places = places | {"against": "task"}
        made: Any = self.parts({**given}, places, path)
        if key == "create" and isinstance(made.get("on"), str):
            made["on"] = self._bearer(made["on"])
        return made

    def _bearer(self, given: str) -> str:
        """Return who or what is to bear an aspect: somebody, a zone, or any text for a thing or a group."""
        known = self.people.find(given) or self.known("zone").find(given)
        return known or (SCENE if given == SCENE else given)

    def item(self, given: Any, path: KeyPath) -> Any:
        if not isinstance(given, Mapping):
            return self.aspect(given, path)
        made: dict[str, Any] = dict(given)
        if "aspect" in made:
            made["aspect"] = self.aspect(made["aspect"], (*path, "aspect"))
        if made.get("on") not in (None, "action", "defence"):
            made["on"] = self.name("target", made["on"], (*path, "on"))
        if "against" in made:
            made["against"] = self.name("target", made["against"], (*path, "against"), "unknown-opposition")
        return made

    def each(self, key: str, given: Any) -> Any:  # noqa: PLR0911 - one return a shape of order
        """Return the order under a key with the names in it."""
        path: KeyPath = (key,)
        if given is None:
            return None
        if key in MAIN:
            return self.action(key, given, path)
        if key == "instead":
            return [
                {one: self.action(one, value, (*path, i, one)) for one, value in each.items()} if each else each
                for i, each in enumerate(given)
            ]
        if key == "invoke":
            return [self.item(each, (*path, i)) for i, each in enumerate(given)]
        if key == "move":
            whole = isinstance(given, Mapping)
            return self.parts(given, {"to": "zone"}, path) if whole else self.name("zone", given, path)
        if key == "defence":
            whole = isinstance(given, Mapping)
            places = {"skill": "skill", "stunt": "stunt"}
            return self.parts(given, places, path) if whole else self.name("skill", given, path)
        if key in ("cover", "intercept"):
            return self.several(given, path)
        if key == "concede":
            return self.parts(given, {"out": "target"}, path)
        if key == "absorb":
            return self._absorb(given, path)
        if key == "detail" and isinstance(given, Mapping):
            return {**given, "aspect": self.aspect(given.get("aspect"), (*path, "aspect"), own=True)}
        if key == "pass":
            return [self._passed(each, (*path, i)) for i, each in enumerate(given)]
        if key in ("object", "compel"):
            listed = given if isinstance(given, list) else [given]
            made = [self.parts(each, {"who": "target"}, (*path, i)) for i, each in enumerate(listed)]
            return made if isinstance(given, list) else self.parts(given, {"who": "target"}, path)
        return given

    def _absorb(self, given: Any, path: KeyPath) -> Any:
        if not isinstance(given, Mapping):
            return given
        made: dict[str, Any] = dict(given)
        if "extreme" in made:
            made["extreme"] = self.aspect(made["extreme"], (*path, "extreme"), own=True, code="unknown-replaced")
        if isinstance(made.get("hits"), Mapping):
            hits = {self.name("target", who, (*path, "hits", who)): taken for who, taken in made["hits"].items()}
            made["hits"] = {who: taken for who, taken in hits.items() if who is not None}
        return made

    def _passed(self, given: Any, path: KeyPath) -> Any:
        if not isinstance(given, Mapping):
            return given
        made = self.parts(given, {"to": "target"}, path)
        return {**made, "aspect": self.aspect(given.get("aspect"), (*path, "aspect"))}


def meant(view: PlayerView, orders: Plain) -> tuple[Plain, list[Objection]]:
    """Return orders with the names in them as the sender knows them; a name that he does not know becomes None."""
    reading = _Names(view)
    return {key: reading.each(key, given) for key, given in orders.items()}, reading.objections


def played(view: PlayerView, orders: Mapping[str, Any]) -> Plain:
    """Return orders as they are played: names as they are known; what names somebody unknown is left out."""
    found, _ = meant(view, dict(orders))
    listed = orders.get("invoke")
    if isinstance(listed, list) and isinstance(found.get("invoke"), list):
        found["invoke"] = [_with_written(*pair) for pair in zip(found["invoke"], listed, strict=True)]
    if "instead" in found:
        found["instead"] = [each for each in found["instead"] or () if each and all(map(_is_whole, each.values()))]
    return {key: value for key, value in found.items() if value is not None and (key not in MAIN or _is_whole(value))}


def _is_whole(given: Any) -> bool:
    return given is not None and not (isinstance(given, Mapping) and None in given.values())


def _with_written(found: Any, written: Any) -> Plain:
    """Return an item to invoke with its aspect as it was written, which may come into play later."""
    told = written if isinstance(written, Mapping) else {"aspect": written}
    known = found if isinstance(found, Mapping) else {"aspect": found}
    text = told.get("aspect") or ""
    return {**told, **known, "aspect": known.get("aspect") or text, "written": text}


def boxes_and_levels(taken: Any) -> tuple[list[int], list[str]]:
    """Return the boxes and the levels in a list such as ``[2, mild]``."""
    listed = list(taken) if isinstance(taken, (list, tuple)) else [taken]
    return [one for one in listed if isinstance(one, int)], [one for one in listed if isinstance(one, str)]


def alternatives(orders: Plain) -> Iterator[tuple[str, Any]]:
    """Yield the action of some orders, then what is to be done where it is impossible."""
    yield from main_actions(orders)[:1]
    for each in orders.get("instead") or ():
        yield from main_actions(each or {})[:1]
