"""Random tables of zFate: scenes, sheets and orders of all kinds, also orders that are refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from support.leaks import SEED, Drawn, campaign_of

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.dice import Dice
from adjudicator.core.mj import Answer
from adjudicator.core.plain import Plain
from adjudicator.games.zfate.cases import make_state
from adjudicator.games.zfate.game import GAME
from adjudicator.games.zfate.sheets import put_sheet
from adjudicator.games.zfate.state import BANK, LEVELS, SKILLS, Aspect, Compel, State
from adjudicator.speech.voice import vocabulary

PLAYERS, NPCS = ["Ana", "Bob", "Zoé"], ["Goule", "Rat"]
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


STORY = "La nuit tombe."

TEXTS = (
    *("Sombre", "Étroit", "Caché", "Neuf", "Ranger", "Têtu", "Nouveau", "Survivante", "Œil", "Ouïe", "Brume", "Trappe"),
    *("Guetteur", "Sourd", "Le quai", "il hésite", "Sang-froid", "Un passé trouble", "Double fond", "Côtes fêlées"),
    *(STORY, "non", "élan", "mur", "porte", "garde", "arme", "une corde", "P", *ZONES, *NPCS, *ASPECTS, "x", "y"),
)
"""What people write in these stages that is no word of the game."""

# Stages of a game -------------------------------------------------------------------------------------------------

CHOICES = {
    "reactions": ("window", "never"),
    "boxes": ("one", "sum"),
    "attack_style": ("trade", "free"),
    "personal": ("bonus", "any"),
    "surplus": ("lost", "keep"),
}
"""The options whose values are words, the default first."""


def some_campaign(chance: random.Random) -> Campaign:
    """Return a campaign of three players with any options; where nothing is listed, the opposition is mostly 2."""
    words = vocabulary("zfate")
    chosen = {words.word("options", one, "en"): words.word(one, chance.choice(values), "en")
              for one, values in CHOICES.items()}  # fmt: skip
    numbers = {"severe sittings": chance.randint(1, 4)} | ({"opposition": 2} if chance.random() < 0.8 else {})
    return campaign_of("zfate", players=PLAYERS, options={**chosen, **numbers})


def some_state(chance: random.Random, campaign: Campaign) -> State:
    """Return a table in an exchange, with hidden aspects, consequences, and secret compels that wait or were paid."""
    setting = campaign.setting
    state = make_state(some_case(chance), setting, Dice("seed", 1))
    if state.scene.kind == "free" and chance.random() < 0.3:
        state.scene.kind = "challenge"
        state.scene.tasks = []
    state.aspects.append(Aspect("Un passé trouble", chance.choice(PLAYERS), "personal", known_to=[]))
    state.aspects.append(Aspect("Double fond", "scene", "situation", known_to=chance.choice([[], ["Ana"]])))
    if chance.random() < 0.5:
        hurt, level = chance.choice(ALL), chance.choice(list(LEVELS)[:3])
        state.aspects.append(Aspect("Côtes fêlées", hurt, "consequence", None, {}, level, "physical", "Rat"))
    if chance.random() < 0.5:
        state.pay(BANK, chance.choice(PLAYERS), 1, "compel", "Un passé trouble", told=False)
    if chance.random() < 0.4:
        state.scene.compels.append(Compel(chance.choice(PLAYERS), "mj", "P", "il hésite", secret=chance.random() < 0.5))
    return state


def some_sheet(chance: random.Random) -> Plain:
    """Return a sheet that a player may send."""
    hidden = {"aspect": "Un passé trouble", "hidden": True}
    skills = {skill: chance.randint(1, 3) for skill in chance.sample(list(SKILLS), 4)}
    return {"concept": "Ranger", "aspects": ["Têtu", hidden][: chance.randint(0, 2)], "skills": skills}


def some_choice(chance: random.Random) -> Plain:
    """Return what a player may choose at a milestone, allowed or not."""
    listed: list[Plain] = [
        {"swap": chance.sample(list(SKILLS), 2)},
        {"buy_stunt": "Sang-froid"},
        {"rename": {"old": chance.choice(ASPECTS), "new": "Nouveau"}},
        {"rename_concept": {"old": "CAna", "new": "Survivante"}},
        {"replace_stunt": {"old": "Œil", "new": "Ouïe"}},
        {"above": chance.choice(list(SKILLS))},
        {},
    ]
    more: list[Plain] = [{"point": chance.choice(list(SKILLS))}, {}]
    return {**chance.choice(listed), **chance.choice(more)}


def some_frame(chance: random.Random) -> Plain:
    """Return a frame that the MJ may answer."""
    aspects = ["Brume", {"aspect": "Trappe", "hidden": True}]
    npc = {"skills": {"Furtivité": 4}, "aspects": [{"aspect": "Sourd", "hidden": True}]}
    scene: Plain = {"scene": "Le quai", "kind": chance.choice(["free", "challenge", "contest"]), "aspects": aspects}
    more: list[Plain] = [{}, {"sitting": "new"}, {"rest": ["Ana"]}, {"milestone": "major"}, {"keep": ["Sombre"]}]
    return {**scene, "npcs": {"Guetteur": npc}, **chance.choice(more)}


def judged(campaign: Campaign, state: State, sent: Plain) -> Plain:
    """Return the orders that are not refused, by the players in order."""
    views = {name: GAME.rules.view(campaign.setting, state, name) for name in sent}
    return {name: sent[name] for name in PLAYERS
            if sent.get(name) and not GAME.orders.objections(views[name], sent[name])}  # fmt: skip


def allowed_orders(chance: random.Random, campaign: Campaign, state: State) -> Plain:
    """Return orders of some players for the stage awaited, none of them refused."""
    make = {
        "sheets": lambda name: some_sheet(chance),
        "exchange": lambda name: some_orders(chance, name),
        "reactions": lambda name: some_reaction(chance),
        "milestone": lambda name: some_choice(chance),
    }[state.phase]
    sent: Plain = {}
    for name in GAME.rules.awaited(campaign.setting, state):
        tries = (judged(campaign, state, {name: make(name)}) for _ in range(6))
        sent |= next(filter(None, tries), {}) if chance.random() < 0.85 else {}
    return sent


def some_game(number: int) -> Iterator[Drawn]:
    """Yield stages of a game: its sheets, a frame, exchanges with their windows, and a milestone."""
    chance = random.Random(number)
    campaign = some_campaign(chance)
    begun = GAME.rules.begin(campaign.setting)
    for name in chance.sample(PLAYERS, chance.randint(0, 2)):
        put_sheet(campaign.setting, begun, name, some_sheet(chance))
    yield Drawn(campaign, begun, allowed_orders(chance, campaign, begun))
    state = some_state(chance, campaign)
    for _ in range(4):
        if state.phase in ("exchange", "reactions"):
            answers = {("npc", (name,)): Answer(some_orders(chance, name)) for name in NPCS if chance.random() < 0.4}
            answers |= {("story", ()): Answer(STORY)} if chance.random() < 0.3 else {}
            stage = Drawn(campaign, state, allowed_orders(chance, campaign, state), answers=answers)
            yield stage
            state = stage.played.outcome.state
    state = state.copy()
    state.phase, state.declared = "frame", None
    framed = Drawn(campaign, state, {}, answers={("frame", ()): Answer(some_frame(chance))})
    yield framed
    state = framed.played.outcome.state.copy()
    state.phase = "milestone"
    state.rights = {name: [chance.choice(["minor", "notable", "major"])] for name in PLAYERS}
    yield Drawn(campaign, state, allowed_orders(chance, campaign, state), seed=SEED)


def some_stage(number: int, part: float) -> Drawn:
    """Return a stage of a game; its first is part 0, its last part 1."""
    game = list(some_game(number))
    return game[round(part * (len(game) - 1))]


def nonsense(chance: random.Random, stage: Drawn) -> Plain:
    """Return orders that their schema lets through, for anybody and any phase, allowed or not."""
    names = chance.sample([*PLAYERS, "nobody"], chance.randint(0, 4))
    make = (some_sheet, some_choice, some_reaction, lambda one: some_orders(one, "Ana"), lambda one: {})
    return {name: {**chance.choice(make)(chance), **chance.choice(make)(chance)} for name in names}
