"""§14 of the rules: what is wrong with the orders of an exchange, judged on what their sender may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.faults import KeyPath, Objection, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.games.zfate.absorption import Absorbed, wrong
from adjudicator.games.zfate.orders import (
    BOOST,
    NEAREST,
    Item,
    boxes_and_levels,
    defence_of,
    fits_stunt,
    items_of,
    main_actions,
    meant,
    move_of,
    stunts_of,
)
from adjudicator.games.zfate.state import CARE, CHALLENGE, CONFLICT, MENTAL
from adjudicator.games.zfate.views import PlayerView
from adjudicator.games.zfate.words import NO_NAME


def exchange_objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """Judge the orders of an exchange, or what is sent in its window together with what was declared."""
    known, unknown = meant(view, orders)
    yield from unknown
    yield from _Judge(view, known).all()


class _Judge:
    """Judges the orders of one view; a value of None could not be read and is not judged."""

    def __init__(self, view: PlayerView, orders: Plain) -> None:
        self.view, self.orders, self.state, self.scene, self.me = view, orders, view.state, view.scene, view.player
        self.here = self.scene.zone(self.me)
        self.window = view.phase == "reactions"

    def all(self) -> Iterator[Objection]:
        """Yield everything that is wrong."""
        given = main_actions(self.orders)
        for key, _ in given[1:]:
            yield Objection("two-actions", (key,), on_key=True, related=(given[0][0],))
        for key, value in given:
            yield from self.action(key, value, (key,))
        for i, each in enumerate(self.orders.get("instead") or ()):
            for key, value in main_actions(each or {}):
                yield from self.action(key, value, ("instead", i, key), instead=True)
        yield from self.move()
        yield from self.defence()
        yield from self.protecting()
        yield from self.invokes()
        yield from self.absorb()
        yield from self.passing()
        yield from self.compels()
        if any(key in self.orders for key in ("invoke", "detail", "compel", "answer", *dict(given))):
            yield from self.points()

    # Actions

    def place_then(self) -> str:
        """Return the zone in which the player is once a step before the action is done."""
        zone, when = move_of(self.orders)
        return zone if when == "before" and zone in self.scene.zones.get(self.here, ()) else self.here

    def other(self, name: Any, path: KeyPath, code: str = "unknown-target") -> Iterator[Objection]:
        """Object to somebody who is out or has conceded, and to the player himself."""
        if name in self.scene.present and (name == self.me or not self.scene.can_act(name)):
            yield Objection(code, path, {"name": name})

    def stunt(self, given: Mapping[str, Any], path: KeyPath, defence: bool = False) -> Iterator[Objection]:
        name, skill = given.get("stunt"), given.get("skill")
        if name and skill and self.view.sheet is not None:
            stunt = self.view.sheet.stunts[name]
            if not fits_stunt(stunt, skill) or (defence and stunt.cost):
                yield Objection("no-stunt", (*path, "stunt"), {"name": name})

    def action(self, key: str, given: Any, path: KeyPath, instead: bool = False) -> Iterator[Objection]:
        if key == "help":
            yield from self.other(given, path)
        if not isinstance(given, Mapping):
            return
        yield from self.stunt(given, path)
        if key == "attack":
            yield from self.attack(given, path, instead)
        elif key == "treat":
            yield from self.treat(given, path)
        else:
            yield from self.other(given.get("against"), (*path, "against"), "unknown-opposition")
            if instead and "against" not in given:
                yield Objection("unknown-opposition", path, {"name": NO_NAME}, on_key=True)
            if key == "overcome":
                yield from self.overcome(given, path, instead)

    def attack(self, given: Mapping[str, Any], path: KeyPath, instead: bool) -> Iterator[Objection]:
        if self.scene.kind != CONFLICT:
            yield Objection("no-attack-here", path, on_key=True)
            return
        target, name = given.get("target"), given.get("skill")
        yield from self.other(target, (*path, "target"))
        skill = self.view.setting.skills.get(name or "")
        if skill is None:
            return
        far = self.scene.zone(str(target)) != self.place_then()
        if skill.attacks != self.scene.harm:
            yield Objection("wrong-kind", (*path, "skill"), self._kind(name))
        elif skill.close and far and not instead and target not in (None, NEAREST):
            yield Objection("other-zone", (*path, "target"), {"name": str(target)})

    def _kind(self, skill: Any) -> dict[str, PhraseArgument]:
        return {"skill": str(skill), "kind": Word("harms", self.scene.harm)}

    def overcome(self, given: Mapping[str, Any], path: KeyPath, instead: bool) -> Iterator[Objection]:
        zone, here = given.get("to"), self.place_then()
        if zone and not instead and (zone == here or self.scene.steps(here, zone) is None):
            yield Objection("too-far", (*path, "to"), {"zone": zone})
        if self.scene.kind != CHALLENGE:
            return
        task = self.scene.task(given.get("against"))
        if "against" not in given or (task is not None and task.outcome):
            yield Objection("no-task", path, {"name": given.get("against") or NO_NAME}, on_key=True)
        elif given.get("skill") in self.scene.used:
            yield Objection("skill-used", (*path, "skill"), {"skill": given["skill"]})

    def treat(self, given: Mapping[str, Any], path: KeyPath) -> Iterator[Objection]:
        who, text, skill = given.get("who"), given.get("consequence"), given.get("skill")
        if who != self.me or not self.scene.can_act(who):
            yield from self.other(who, (*path, "who"))
        if not who or not text or not skill:
            return
        found = self.state.treatable(who, text)
        if found is None:
            yield Objection("not-treatable", (*path, "consequence"), {"name": text})
            return
        if skill != CARE[found.harm]:
            yield Objection("wrong-care", (*path, "skill"), {"skill": CARE[found.harm]})
        if who == self.me and found.harm == MENTAL:
            yield Objection("alone", (*path, "who"))
        if f"{self.me}/{who}/{found.level}" in self.scene.cared:
            yield Objection("same-scene", (*path, "consequence"), {"name": found.text})

    # What goes with it

    def move(self) -> Iterator[Objection]:
        zone, when = move_of(self.orders)
        brought = (self.orders.get("overcome") or {}).get("to") if when == "after" else None
        if not zone or zone in self.scene.zones.get(brought or "", ()):
            return  # Z56. A step behind the action is judged from where that leaves him.
        if zone not in self.scene.zones.get(self.here, ()):
            yield Objection("too-far", ("move", "to"), {"zone": zone})
        elif any(not each.guard for each in self.scene.between(self.here, zone)):
            yield Objection("blocked", ("move", "to"), {"zone": zone})

    def defence(self) -> Iterator[Objection]:
        skill, stunt = defence_of(self.orders)
        known = self.view.setting.skills.get(skill)
        if known is None:
            return
        if known.defends != self.scene.harm if self.scene.kind == CONFLICT else not known.defends:
            yield Objection("wrong-kind", ("defence", "skill"), self._kind(skill))
        yield from self.stunt({"skill": skill, "stunt": stunt}, ("defence",), defence=True)

    def protecting(self) -> Iterator[Objection]:
        # He is there until his turn comes, and perhaps after his step.
        near = {self.here, move_of(self.orders)[0]}
        for key in ("cover", "intercept"):
            for name in self.orders.get(key) or ():
                gone = list(self.other(name, (key,)))
                yield from gone
                if name and not gone and self.scene.zone(name) not in near:
                    yield Objection("not-here", (key,), {"name": name})

    def invokes(self) -> Iterator[Objection]:
        rolls: dict[tuple[str, str], list[Item]] = {}
        for item in items_of(self.me, self.orders):
            path: KeyPath = ("invoke", item.number)
            if item.on not in ("action", "defence"):
                yield from self.other(item.on, (*path, "on"))
            yield from self.other(item.against, (*path, "against"), "unknown-opposition")
            if item.mode == "point" and self.is_boost(item):
                yield Objection("boost-paid", path, {"aspect": item.aspect})
            if item.always or item.against:
                rolls.setdefault(("against", item.against) if item.against else ("on", item.on), []).append(item)
        for together in rolls.values():
            yield from self.one_roll(together)

    def is_boost(self, item: Item) -> bool:
        return item.aspect == BOOST or any(each.kind == "boost" for each in self.state.found(item.aspect))

    def mode(self, item: Item) -> str:
        """Return how an item would be used as the player stands now: ``free`` or ``point``."""
        held = any(each.free.get(self.me) for each in self.state.found(item.aspect))
        return item.mode or ("free" if held or self.is_boost(item) else "point")

    def one_roll(self, together: list[Item]) -> Iterator[Objection]:
        """Z18, Z21, Z93. Judge what is invoked in any case on one roll."""
        modes: dict[str, Counter[str]] = {}
        personal = 0
        for item in together:
            path, values = ("invoke", item.number), {"aspect": item.aspect}
            found = self.state.found(item.aspect)
            counted = item.effect == "bonus" or self.view.setting.options.personal == "any"
            if counted and found and found[0].personal:
                personal += 1
                if personal > 1:
                    yield Objection("personal-limit", path, values)
            if item.aspect == BOOST:
                continue
            used = modes.setdefault(item.aspect, Counter())
            used[self.mode(item)] += 1
            if used["free"] and used["point"]:
                yield Objection("free-and-paid", path, values)
            elif used["point"] > 1:
                yield Objection("paid-twice", path, values)

    def points(self) -> Iterator[Objection]:
        """Z17. Object to more than the player's points pay for, together with what a compel brings or costs."""
        declared: Any = self.state.declared.orders if self.window and self.state.declared else {}
        orders = {**meant(self.view, declared.get(self.me) or {})[0], **self.orders}
        items = items_of(self.me, orders)
        paid = sum((item.always or bool(item.against)) and self.mode(item) == "point" for item in items)
        stunts = self.view.sheet.stunts if self.view.sheet else {}
        paid += max((stunts[name].cost for name in stunts_of(orders) if name in stunts), default=0)
        paid += bool(orders.get("detail"))
        paid += (orders.get("compel") or {}).get("who") not in (None, self.me)
        answer, have = orders.get("answer"), self.view.points
        for pending in self.view.compels:
            have += 0 if isinstance(answer, Mapping) else -pending.price if answer == "refuse" else 1
        if paid > max(have, 0):
            key = next(key for key in ("invoke", "detail", "compel", *orders) if key in orders)
            yield Objection("no-points", (key,), {"points": self.view.points, "needed": int(paid)}, on_key=True)

    def absorb(self) -> Iterator[Objection]:
        given = self.orders.get("absorb") or {}
        if given.get("extreme"):
            replaced = self.state.found(given["extreme"])[0]
            path: KeyPath = ("absorb", "extreme")
            if replaced.kind == "concept":
                yield Objection("extreme-concept", path)
            elif not replaced.personal:
                yield Objection("unknown-replaced", path, {"name": given["extreme"]})
            if self.state.extreme.get(self.me):
                yield Objection("extreme-used", path)
        for attacker, taken in (given.get("hits") or {}).items():
            yield from self.hit(attacker, *boxes_and_levels(taken))

    def hit(self, attacker: str, boxes: list[int], levels: list[str]) -> Iterator[Objection]:
        path: KeyPath = ("absorb", "hits", attacker)
        if len(boxes) > 1 and self.view.setting.options.boxes == "one":
            yield Objection("one-box", path)
        if not self.window:
            return
        damage, taken = self.view.hits.get(attacker, 0), Absorbed(tuple(boxes), tuple(levels))
        values: dict[str, Plain] = {"unknown-replaced": {"name": NO_NAME}, "not-enough": {"damage": damage}}
        free, slots = self.state.free_boxes(self.me, self.scene.harm), self.state.free_slots(self.me)
        for code in wrong(taken, damage, free, slots, extreme="extreme" in self.orders["absorb"]):
            yield Objection(code, path, values.get(code, {}))

    def passing(self) -> Iterator[Objection]:
        """Z24. Object to passing on more free invokes than the player has."""
        given: Counter[str] = Counter()
        for i, each in enumerate(self.orders.get("pass") or ()):
            if not each or each.get("aspect") is None:
                continue
            yield from self.other(each.get("to"), ("pass", i, "to"))
            oldest = self.state.oldest_boost(self.me)
            found = [oldest] if each["aspect"] == BOOST else self.state.found(each["aspect"])
            given[each["aspect"]] += each.get("n") or 1
            if given[each["aspect"]] > max((one.free.get(self.me, 0) for one in found if one is not None), default=0):
                yield Objection("no-free", ("pass", i), {"aspect": each["aspect"]})

    def compels(self) -> Iterator[Objection]:
        answer, have = self.orders.get("answer"), self.view.points
        if answer is not None and not self.view.compels:
            yield Objection("no-compel", ("answer",), on_key=True)
        for pending in self.view.compels if answer == "refuse" else ():
            if pending.price > have:
                yield Objection("must-accept", ("answer",), {"price": pending.price, "points": self.view.points})
            have -= pending.price
