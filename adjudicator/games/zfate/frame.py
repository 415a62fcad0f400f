"""Frames: the MJ opens sittings and scenes, gives rest, and names milestones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from adjudicator.core.dice import Dice
from adjudicator.core.faults import KeyPath, Objection
from adjudicator.core.mj import Question
from adjudicator.core.words import Names
from adjudicator.games.zfate.exchange import worsen
from adjudicator.games.zfate.sheets import aspect_of, level_of, put_sheet, sheet_objections, unknown, written
from adjudicator.games.zfate.state import (
    BANK,
    CONFLICT,
    ESCROW,
    INITIATIVE,
    MENTAL,
    MJ,
    PHYSICAL,
    SCENE,
    Obstacle,
    Scene,
    Setting,
    State,
    Table,
    Task,
    bare,
    is_of_the_game,
)

MODERATE_WAITS = 2
"""Z46. How many sittings later a treated moderate consequence may end; that of its treatment is not a full one."""


def play(table: Table, given: Mapping[str, Any]) -> None:
    """Take one frame of the MJ's."""
    setting, state = table.setting, table.state
    if given.get("text"):
        table.note("story", text=given["text"])
    if "scene" in given or "kind" in given or given.get("end"):
        end_scene(table, given.get("keep", ()))
    if given.get("sitting"):
        open_sitting(table)
    for name in given.get("rest", ()):
        rest(state, name)
        table.note("rest", name=name)
    if "scene" in given or "kind" in given:
        state.scene = make_scene(setting, state, given, table.dice)
        table.note("scene", name=state.scene.name, genre=state.scene.kind)
    elif state.scene.kind == CONFLICT and state.scene.winner:
        state.scene.kind, state.scene.winner, state.scene.order = "free", "", []
    give_back(state, () if given.get("end") else state.scene.present)
    if given.get("sitting") == "new":
        refresh(setting, state)
    if given.get("milestone"):
        name_milestone(setting, state, given["milestone"])
        table.note("milestone", milestone=given["milestone"])


def give_back(state: State, there: Collection[str]) -> None:
    """Z30. Give back the points that players put into compels of those who are not ``there`` to answer."""
    for compel in [each for each in state.scene.compels if each.by != MJ and each.who not in there]:
        state.scene.compels.remove(compel)
        state.pay(ESCROW, compel.by, 1, "third", compel.about, told=not compel.secret)


def end_scene(table: Table, keep: Iterable[str]) -> None:
    """End the scene: boosts go, and situation aspects that are not kept; treated mild consequences may heal."""
    state = table.state
    kept = {bare(text) for text in keep}
    if state.scene.kind == CONFLICT and not state.scene.winner:
        state.pay_concessions(table.setting.players)
    stays = ("concept", "personal", "consequence")
    state.aspects = [each for each in state.aspects if each.kind in stays or
                     (each.kind == "situation" and bare(each.text) in kept)]  # fmt: skip
    heal(table, "mild", 0)
    state.tell_all()  # Z83. Secret compels are told when the scene ends.


def heal(table: Table, level: str, sittings: int) -> None:
    """Z46. Ask about each treated consequence of a level whose time is over."""
    state = table.state
    for aspect in [each for each in state.aspects if each.level == level and each.treated]:
        if state.sitting - aspect.since >= sittings and table.mj.ask(Question("heal", (aspect.text,), True)):
            state.aspects.remove(aspect)
            table.note("healed", name=aspect.bearer, aspect=aspect.text)


def open_sitting(table: Table) -> None:
    """Open a sitting: what has gone untreated for long becomes worse, what was treated may heal."""
    state = table.state
    state.sitting += 1
    worsen(state, table.mj, "sittings", table.note)
    heal(table, "moderate", MODERATE_WAITS)
    heal(table, "severe", table.setting.options.severe_sittings + 1)
    table.note("sitting", n=state.sitting)


def refresh(setting: Setting, state: State) -> None:
    """Z32. Give everybody as many points as the refresh says, by lines that would show what is untold."""
    state.tell_all()
    for name in setting.players:
        if name not in state.sheets:
            continue
        more = state.sheets[name].refresh - state.balance(name)
        if more > 0:
            state.pay(BANK, name, more, "refresh")
        elif more < 0 and setting.options.surplus == "lost":
            state.pay(name, BANK, -more, "refresh")


def rest(state: State, name: str) -> None:
    """Z71. Clear the lowest ticked box of the physical and of the mental track."""
    sheet = state.sheets[name]
    for track in (PHYSICAL, MENTAL):
        sheet.ticked[track] = sorted(sheet.ticked.get(track, ()))[1:]


def name_milestone(setting: Setting, state: State, kind: str) -> None:
    """Give all players the right to a milestone; a major one brings refresh, whatever they choose (Z66)."""
    for name in setting.players:
        if name in state.sheets:
            state.rights[name] = [*state.rights.get(name, ()), kind]
            if kind == "major":
                state.sheets[name].refresh += 1
                state.extreme[name] = False


def make_scene(setting: Setting, state: State, given: Mapping[str, Any], dice: Dice) -> Scene:
    """Return the scene that a frame describes; its NPCs and aspects come into the state."""
    people = setting.people([*state.npcs, *given.get("npcs", {})])
    for name, sheet in given.get("npcs", {}).items():
        if name not in state.npcs:
            state.npcs.append(name)
        put_sheet(setting, state, name, sheet)
    sides = {side: list(map(people.spelt, names)) for side, names in given.get("sides", {}).items()}
    named = [one for names in sides.values() for one in names] or list(map(people.spelt, given.get("present", ())))
    if not named:
        named = [*(one for one in setting.players if one not in state.dead), *given.get("npcs", {})]
    roster = [*setting.players, *state.npcs]
    zones = both_ways(given.get("zones", {}))
    first = next(iter(zones), "")
    found = Names(list(zones))
    scene = Scene(
        name=given.get("scene", ""),
        kind=given.get("kind", "free"),
        harm=given.get("harm", PHYSICAL),
        present=[one for one in roster if one in named],
        sides=sides,
        zones=zones,
        oppositions=dict(given.get("oppositions", {})),
        tasks=[Task(each["name"], each["opposition"]) for each in given.get("tasks", ())],
        compels=state.scene.compels,
    )
    places = {people.spelt(one): found.find(zone) or first for one, zone in given.get("places", {}).items()}
    scene.places = {one: places.get(one, first) for one in scene.present} if zones else {}
    scene.obstacles = [obstacle_of(each, people, found) for each in given.get("obstacles", ())]
    for each in given.get("aspects", ()):
        aspect = aspect_of(each, SCENE, "situation")
        aspect.bearer = people.find(aspect.bearer) or found.spelt(aspect.bearer)
        state.aspects.append(aspect)
    if scene.kind == CONFLICT:
        scene.order = initiative(setting, state, scene, dice)
    return scene


def obstacle_of(given: Mapping[str, Any], people: Names, zones: Names) -> Obstacle:
    """Return what stands between two zones as a frame describes it: a number, or somebody."""
    one, other = map(zones.spelt, given["between"])
    against = given["opposition"]
    stands = {"opposition": against} if isinstance(against, int) else {"guard": people.spelt(against)}
    return Obstacle((one, other), given["name"], **stands)


def both_ways(zones: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the zones with all their neighbours, whichever of two neighbours names the other."""
    known = Names(list(zones))
    pairs = {(one, known.spelt(other)) for one, others in zones.items() for other in others}
    return {one: [other for other in zones if (one, other) in pairs or (other, one) in pairs] for one in zones}


def initiative(setting: Setting, state: State, scene: Scene, dice: Dice) -> list[str]:
    """Z47, Z73. Return the order of a conflict: by two skills, then players before NPCs, then by a draw."""

    def rank(name: str) -> tuple[int, ...]:
        levels = (level_of(setting, state.sheets[name], skill) for skill in INITIATIVE[scene.harm])
        return (*(-level for level in levels), name in state.npcs)

    order: list[str] = []
    drawn = 1
    for _, group in groupby(sorted(scene.present, key=rank), rank):
        equal = list(group)
        if len(equal) > 1:
            equal = list(dice.deal("order", equal, len(equal), first=drawn))
            drawn += len(equal)
        order += equal
    return order


def npc_objections(setting: Setting, npcs: Mapping[str, Any]) -> Iterator[Objection]:
    """Judge the sheets of NPCs, and that none is called like a player, an account or the scene."""
    for name, sheet in npcs.items():
        if setting.people(()).find(name) is not None:
            yield Objection("same-name", ("npcs", name), {"name": name, "other": name}, on_key=True)
        if is_of_the_game(name):
            yield Objection("name-of-the-game", ("npcs", name), {"name": name}, on_key=True)
        for one in sheet_objections(setting, 10**6, sheet, whole=False):
            yield one._replace(path=("npcs", name, *one.path))


def zone_objections(zones: Iterable[str], table: Mapping[str, Any]) -> Iterator[Objection]:
    """Object to places of people, and of obstacles, in zones that there are not."""
    places: list[tuple[KeyPath, str]] = [(("places", one), zone) for one, zone in table.get("places", {}).items()]
    for i, each in enumerate(table.get("obstacles", ())):
        places += written(each, "between", above=("obstacles", i))
    yield from unknown(Names(list(zones)), "unknown-zone", places)


def frame_objections(setting: Setting, state: State, _: Question, given: Mapping[str, Any]) -> Iterator[Objection]:
    """Judge a frame: names that nobody has, zones that there are not, NPCs that are called like somebody else."""
    npcs, sides, zones = given.get("npcs", {}), given.get("sides", {}), given.get("zones", {})
    yield from npc_objections(setting, npcs)
    people = [*written(given, "rest", "present", "places"), *written(sides, *sides, above=("sides",))]
    yield from unknown(setting.people([*state.npcs, *npcs]), "unknown-person", people)
    yield from unknown(Names(list(zones)), "unknown-zone", written(zones, *zones, above=("zones",)))
    yield from zone_objections(zones, given)
    if given.get("kind") == CONFLICT and len(sides) < 2:
        yield Objection("sides-missing", ("kind",))
