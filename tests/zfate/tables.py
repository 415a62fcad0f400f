"""Random tables of zFate: scenes, sheets and orders of all kinds, also orders that are refused."""

from __future__ import annotations

import random
from typing import Any

from adjudicator.core.mj import Answer
from adjudicator.core.plain import Plain
from adjudicator.games.zfate.state import LEVELS, SKILLS

PLAYERS, NPCS = ["Ana", "Bob", "Max"], ["Goule", "Rat"]
ALL = PLAYERS + NPCS
ZONES = {"a": ["b"], "b": ["c"], "c": []}
ASPECTS = ["Sombre", "Étroit", "Caché", *(f"P{one}" for one in ALL), *(f"C{one}" for one in ALL)]


def some_case(chance: random.Random) -> Plain:
    """Return a case with three players, two NPCs and a scene, without orders."""
    sheets = {
        name: {
            "concept": f"C{name}",
            "aspects": [f"P{name}"],
            "skills": {skill: chance.randint(0, 4) for skill in chance.sample(list(SKILLS), 5)},
            "armour": chance.choice([0, 0, 1]),
            "stunts": {"Œil": {"form": "bonus", "skill": "Tir", "cost": 1}},
            "weapons": {"arme": {"rating": chance.randint(1, 4)}},
        }
        for name in ALL
    }
    scene = {
        "kind": chance.choice(["conflict", "conflict", "conflict", "free", "contest"]),
        "sides": {"x": PLAYERS if chance.random() < 0.7 else PLAYERS[:2], "y": NPCS},
        "zones": ZONES,
        "places": {name: chance.choice("abc") for name in ALL},
        "oppositions": {"mur": 2},
        "obstacles": [
            {"between": ["a", "b"], "name": "porte", "opposition": 2},
            {"between": ["b", "c"], "name": "garde", "opposition": "Goule"},
        ],
        "aspects": {"Sombre": {"free": {chance.choice(ALL): 2}}, "Étroit": {"on": "a"}, "Caché": {"hidden": True}},
        "boosts": {"élan": chance.choice(ALL)},
    }
    points = {name: {**sheets[name], "points": chance.randint(0, 3)} for name in PLAYERS}
    options = {
        "reactions": chance.choice(["window", "never"]),
        "boxes": chance.choice(["one", "sum"]),
        "personal": chance.choice(["bonus", "any"]),
    }
    npcs = {name: sheets[name] for name in NPCS}
    return {"players": PLAYERS, "sheets": points, "npcs": npcs, "scene": scene, "options": options}


def _action(chance: random.Random) -> Plain:
    skill = chance.choice(list(SKILLS))
    against = {"against": chance.choice([*ALL, "mur", "porte", "garde"])} if chance.random() < 0.5 else {}
    return chance.choice(
        [
            {"attack": {"target": chance.choice([*ALL, "nearest"]), "skill": "Tir", "trade": True}},
            {"attack": {"target": chance.choice(ALL), "skill": chance.choice(["Mêlée", "Tir"])}},
            {"attack": {"target": chance.choice(ALL), "skill": "Tir", "stunt": "Œil"}},
            {"create": {"aspect": chance.choice([*ASPECTS, "Neuf"]), "skill": skill, **against}},
            {"overcome": {"skill": skill, "if_fail": "cost", **against}},
            {"overcome": {"skill": skill, "to": chance.choice("abc")}},
            {"help": chance.choice(ALL)},
            {"full_defence": True},
            {"treat": {"who": chance.choice(PLAYERS), "consequence": "mild", "skill": "Médecine"}},
            {},
        ]
    )


def _item(chance: random.Random) -> Plain:
    item: Plain = {"aspect": chance.choice([*ASPECTS, "boost", "Neuf"])}
    more: list[Plain] = [{"effect": "reroll"}, {"on": "defence"}, {"on": chance.choice(ALL)}, {"always": True}, {}, {}]
    more += [{"against": chance.choice(ALL)}, {"with": "free"}, {"with": "point"}]
    return {**item, **chance.choice(more), **chance.choice(more)}


def some_reaction(chance: random.Random) -> Plain:
    """Return what somebody may send in a window."""
    return {"invoke": [_item(chance) for _ in range(chance.randint(1, 4))]}


def some_orders(chance: random.Random, name: str) -> Plain:
    """Return orders of an exchange, allowed or not."""
    absorbed: list[Plain] = [
        {"never": chance.choice(list(LEVELS))},
        {"extreme": f"P{name}"},
        {"hits": {chance.choice(NPCS): [chance.choice([1, 2]), chance.choice(list(LEVELS))]}},
    ]
    more: dict[str, Any] = {
        "instead": [each for each in (_action(chance), _action(chance)) if each] or [{"full_defence": True}],
        "move": chance.choice([chance.choice("abc"), {"to": chance.choice("abc"), "when": "after"}]),
        "defence": chance.choice(["Mêlée", "Athlétisme"]),
        "cover": chance.choice(ALL),
        "intercept": [chance.choice(ALL)],
        "invoke": some_reaction(chance)["invoke"],
        "aim": {
            "action": chance.choice(["tie", "succeed", "style", "nothing"]),
            "defence": chance.choice(["safe", "beat", "style", "nothing"]),
        },
        "at_most": chance.randint(0, 2),
        "absorb": chance.choice(absorbed),
        "concede": chance.choice([True, {"consequence": "mild"}, {"margin": 3}, {"out": chance.choice(ALL)}]),
        "pass": [{"aspect": chance.choice(ASPECTS), "to": chance.choice(ALL), "n": 1}],
        "detail": {"text": "une corde", "aspect": f"P{name}"},
        "object": [{"who": chance.choice(PLAYERS), "aspect": chance.choice(ASPECTS), "why": "non"}],
    }
    return {**_action(chance), **{key: value for key, value in more.items() if chance.random() < 0.3}}


def some_answers(chance: random.Random, orders: Plain) -> dict[tuple[str, tuple[str, ...]], Answer]:
    """Return answers of the MJ to everything that an exchange needs."""
    answers = {("npc", (name,)): Answer(orders[name]) for name in NPCS if name in orders}
    answers |= {("opposition", (name,)): Answer(chance.choice([0, 2, "none"])) for name in ALL}
    answers[("fits", (chance.choice(ALL), chance.choice(ASPECTS)))] = Answer(False)
    return {**answers, ("next", ()): Answer("exchange")}
