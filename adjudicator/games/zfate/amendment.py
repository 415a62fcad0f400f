"""§11 of the rules: amendments by the MJ, and the differences between two states in words for the MJ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from adjudicator.core.faults import KeyPath, Listed, Objection, Phrase
from adjudicator.core.plain import Plain, Sealed
from adjudicator.core.stage import stage_changes, value_changes
from adjudicator.core.words import Names
from adjudicator.games.zfate import sheets
from adjudicator.games.zfate.frame import npc_objections, obstacle_of, zone_objections
from adjudicator.games.zfate.reports import (
    aspect_said,
    consequence_said,
    obstacle_said,
    stress_said,
    stunt_said,
    weapon_said,
    worsens_said,
)
from adjudicator.games.zfate.sheets import unknown, written
from adjudicator.games.zfate.state import MJ, SCENE, Aspect, Setting, State, Weapon
from adjudicator.games.zfate.words import signed

NOTHING = "nothing"
OF_PEOPLE = ("refresh", "skills", "ticked", "consequences", "weapons", "armour")
"""The keys whose values are told of characters by name, and change their sheets."""


def amended(setting: Setting, state: State, table: Plain) -> State:
    """Return a copy of the state with an amendment applied.

    Points are not set: each is a line of the ledger, so many from the MJ to a player, or back if below 0.
    """
    after = state.copy()
    scene = after.scene
    after.cap, after.sitting = table.get("cap", after.cap), table.get("sitting", after.sitting)
    for name, sheet in table.get("npcs", {}).items():
        _put_npc(setting, after, name, sheet)
    people, zones = setting.people(after.npcs), Names(list(scene.zones))
    for name, more in table.get("points", {}).items():
        if more:
            source, target = (MJ, name) if more > 0 else (name, MJ)
            after.pay(source, target, abs(more), "correction")
    for key in OF_PEOPLE:
        for who, value in table.get(key, {}).items():
            _put(setting, after, people.spelt(who), key, value)
    for text, told in table.get("aspects", {}).items():
        _put_aspect(after, people, text, told)
    for text, told in table.get("worsens", {}).items():
        for aspect in after.found(text)[:1]:
            aspect.worsens = None if told == NOTHING else Sealed(dict(told))
    for name, zone in table.get("places", {}).items():
        scene.places[people.spelt(name)] = zones.spelt(zone)
    if "obstacles" in table:
        scene.obstacles = [obstacle_of(each, people, zones) for each in table["obstacles"]]
    scene.oppositions |= table.get("oppositions", {})
    for key in ("out", "conceded"):
        if key in table:
            setattr(scene, key, list(dict.fromkeys(people.spelt(name) for name in table[key])))
    victories = scene.victories | {people.spelt(name): n for name, n in table.get("victories", {}).items()}
    scene.victories = {name: n for name, n in victories.items() if n}
    return after


def _put_npc(setting: Setting, state: State, name: str, sheet: Plain) -> None:
    """Give an NPC a sheet; a new one joins the scene and acts last."""
    sheets.put_sheet(setting, state, name, sheet)
    if name not in state.npcs:
        state.npcs.append(name)
        state.scene.present.append(name)
        if state.scene.order:
            state.scene.order.append(name)
        if state.scene.zones:
            state.scene.places[name] = next(iter(state.scene.zones))


def _put(setting: Setting, state: State, name: str, key: str, value: Any) -> None:
    """Change one thing of somebody's sheet."""
    sheet = state.sheets[name]
    if key == "skills":
        before = dict(sheet.skills)
        sheet.skills |= {setting.skill_names.spelt(skill): level for skill, level in value.items()}
        sheets.add_boxes(setting, sheet, before)
    elif key == "ticked":
        sheet.ticked |= {track: sorted(set(boxes)) for track, boxes in value.items()}
    elif key == "weapons":
        sheet.weapons |= {weapon: Weapon(**told) for weapon, told in value.items()}
    elif key == "consequences":
        for level, text in value.items():
            held = next((each for each in reversed(state.consequences(name)) if each.level == level), None)
            if held is not None:
                state.aspects.remove(held)
            if text != NOTHING:
                old = held or Aspect("", name, "consequence", level=level, harm=state.scene.harm)
                state.aspects.append(replace(old, text=text))
    else:
        setattr(sheet, key, value)


def _put_aspect(state: State, people: Names, text: str, told: Any) -> None:
    """Bring an aspect into play, change the one that has this text, or take it out of play."""
    held = next(iter(state.found(text)), None)
    if held is not None:
        state.aspects.remove(held)
    if told == NOTHING:
        return
    old = held or Aspect(text, SCENE, "situation")
    bearer = told.get("bearer", old.bearer)
    aspect = replace(old, bearer=people.spelt(bearer), kind=told.get("kind", old.kind))
    if "hidden" in told:
        aspect.known_to = (old.known_to or []) if told["hidden"] else None
    if "free" in told:
        free = {people.spelt(name): n for name, n in told["free"].items()}
        aspect.free = {name: n for name, n in {**old.free, **free}.items() if n}
    state.aspects.append(aspect)


# Objections -------------------------------------------------------------------------------------------------------


def amendment_objections(setting: Setting, state: State, table: Plain) -> list[Objection]:
    """Return what is wrong with an amendment; an empty list if there can be such a table."""
    early = [*_names(setting, state, table)]
    return early or [*_values(setting, state, amended(setting, state, table), table)]


def _names(setting: Setting, state: State, table: Plain) -> Iterator[Objection]:
    """Object to names that nobody has, and to changes of what there is not."""
    npcs = table.get("npcs", {})
    people = setting.people(dict.fromkeys([*state.npcs, *npcs]))
    yield from npc_objections(setting, npcs)
    named = list(written(table, *OF_PEOPLE, "places", "victories", "out", "conceded"))
    yield from unknown(people, "unknown-person", named)
    for path, name in named:
        found = people.find(name)
        if found is None or found in npcs:
            continue
        if path[0] in OF_PEOPLE and found not in state.sheets:
            yield Objection("no-sheet", path, {"name": found})
        elif path[0] not in OF_PEOPLE and found not in state.scene.present:
            yield Objection("not-present", path, {"name": found})
    listed = table.get("skills", {})
    yield from unknown(setting.skill_names, "unknown-skill", written(listed, *listed, above=("skills",)))
    yield from zone_objections(state.scene.zones, table)
    told = table.get("aspects", {})
    gone = [("aspects", text) for text in told if told[text] == NOTHING]
    gone += [("worsens", text) for text in table.get("worsens", {}) if text not in told]
    texts = [(path, path[1]) for path in gone if not state.found(path[1])]
    yield from unknown(Names([each.text for each in state.aspects]), "unknown-aspect", texts)


def _values(setting: Setting, state: State, after: State, table: Plain) -> Iterator[Objection]:
    """Object to a table that there cannot be."""
    for text, told in table.get("aspects", {}).items():
        if told != NOTHING:
            yield from _aspect(setting, state, after, text, told)
    for name in table.get("points", {}):
        if after.balance(name) < 0:
            yield Objection("below-zero", ("points", name), {"name": name, "points": state.balance(name)})
    for name, sheet in after.sheets.items():
        for track, ticked in sheet.ticked.items():
            if not set(ticked) <= set(sheet.boxes.get(track, ())):
                yield Objection("no-box", ("ticked", name), {"name": name})
    for name in after.scene.conceded:
        if name in after.scene.out:
            yield Objection("out-and-conceded", ("conceded",), {"name": name})


FIXED = {"boost": ("bearer", "kind", "free"), "consequence": ("bearer", "kind")}
"""What an amendment does not change of boosts and consequences, by their kind."""


def _aspect(setting: Setting, state: State, after: State, text: str, told: Plain) -> Iterator[Objection]:
    held, made = next(iter(state.found(text)), None), after.found(text)[0]
    path: KeyPath = ("aspects", text)
    if "/" in text or "\n" in text:
        yield Objection("aspect-text", path, on_key=True)
    for key in FIXED.get(held.kind, ()) if held else ():
        if key in told:
            yield Objection("amend-other-kind", (*path, key), {"aspect": text}, on_key=True)
    if made.personal and made.bearer not in after.sheets:
        yield Objection("no-sheet", path, {"name": made.bearer})
    elif made.kind == "concept" and sum(each.kind == "concept" for each in after.borne(made.bearer)) > 1:
        yield Objection("two-concepts", path, {"name": made.bearer})
    yield from unknown(setting.people(after.npcs), "unknown-person", written(told, "free", above=path))


# The differences between two states -------------------------------------------------------------------------------


def changes(setting: Setting, before: State, after: State) -> list[Phrase]:
    """Return the differences between two states in words."""
    return [*stage_changes(before, after), *value_changes(*(dict(_told(setting, state)) for state in (before, after)))]


def _told(setting: Setting, state: State) -> Iterator[tuple[str, Any]]:
    scene, held = state.scene, state.sheets
    yield from (("sitting", state.sitting), ("cap", state.cap), ("npcs", _listed(state.npcs)))
    yield "points", {name: state.balance(name) for name in setting.players}
    yield "refresh", {name: sheet.refresh for name, sheet in held.items()}
    yield "skills", {f"{name}, {skill}": signed(n) for name, one in held.items() for skill, n in one.skills.items()}
    yield "ticked", {name: _listed(stress_said(sheet)) for name, sheet in held.items()}
    for key, said in (("weapons", weapon_said), ("stunts", stunt_said)):
        yield key, {name: _listed(said(*each) for each in getattr(one, key).items()) for name, one in held.items()}
    yield "armour", {name: sheet.armour for name, sheet in held.items()}
    yield "consequences", {name: _listed(map(consequence_said, state.consequences(name))) for name in held}
    yield "aspects", {each.label: aspect_said(each, secret=True) for each in state.aspects if not each.level}
    yield "worsens", {each.label: worsens_said(each) for each in state.aspects if each.worsens}
    yield "places", dict(scene.places)
    yield "obstacles", _listed(map(obstacle_said, scene.obstacles))
    yield "oppositions", {name: signed(n) for name, n in scene.oppositions.items()}
    yield from (("out", _listed(scene.out)), ("conceded", _listed(scene.conceded)))
    yield "victories", {name: n for name, n in scene.victories.items() if n}


def _listed(those: Any) -> Any:
    found = tuple(those)
    return Listed(found) if found else None
