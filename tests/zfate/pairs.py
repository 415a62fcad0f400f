"""Pairs of stages that a given reader cannot tell apart, and what a reader may know, written from the rules alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from support.leaks import EVERY_DAY, Drawn, Pair, file_of, own_papers, walk
from zfate.tables import NPCS, PLAYERS, allowed_orders, judged, some_game, some_orders

from adjudicator.core.mj import Answer
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import PUBLIC, Reader, player_reader
from adjudicator.games.zfate.sheets import put_sheet
from adjudicator.games.zfate.state import BANK, SKILLS, Aspect, Compel, Sheet, State, Weapon

OF_STATE = ("phase", "turn", "sitting", "extreme", "cap", "rights", "dead")
OF_SCENE = (
    *("name", "kind", "harm", "present", "sides", "zones", "places", "obstacles", "order", "exchange", "out"),
    *("conceded", "suffered", "victories", "tasks", "used", "cared", "winner", "met"),
)
SECRET = ("dropped", "undecided", "help_lost")
"""The kinds of facts that only the MJ, and the player whom they are about, may know."""
COMPELS = ("compel", "countered", "offered")
OF_THE_SHEET = ("skill", "stunt", "weapon", "difficulty")
"""What a roll of an NPC tells of its sheet."""


def may_know(side: Drawn, reader: Reader) -> Any:
    """Return all that ``reader`` may know of a stage, before and after it."""
    states, log = (side.state, side.played.outcome.state), side.played.outcome.log
    name = reader.name if reader.kind == "player" else ""
    told = [[fact.kind, public_fact(fact.kind, to_plain(fact.data), side.state.npcs)] for fact in log]
    known: Any = [table(state, name) for state in states], [each for each in told if each[1] is not None]
    if not name:
        return known
    dropped = [
        to_plain(fact.data) for fact in log if fact.kind in ("dropped", "help_lost") and fact.data["name"] == name
    ]
    return known, dropped, side.orders.get(name), own_papers(side.papers, reader)


def table(state: State, name: str) -> Any:
    """Return what everybody knows of a table, and what the player ``name`` knows of it."""
    scene = state.scene
    own = [each for each in scene.compels if not each.secret or name in (each.who, each.by)]
    lines = [each for each in state.ledger if each.told or name in (each.source, each.target)]
    aspects = [each for each in state.aspects if each.known_to is None or (name and each.known_by(name))]
    absent = [npc for npc in state.npcs if npc not in scene.present]
    aspects = [each for each in aspects if each.bearer not in absent]
    declared = state.declared
    window = declared and (declared.awaited, declared.hits, declared.outcomes, declared.made, declared.out)
    sent: Any = declared and declared.orders
    return to_plain(
        [
            {key: getattr(state, key) for key in OF_STATE},
            {key: getattr(scene, key) for key in OF_SCENE},
            {key: scene.oppositions[key] if key in scene.met else None for key in scene.oppositions},
            {
                who: sheet if who not in state.npcs else [sheet.boxes, sheet.ticked]
                for who, sheet in state.sheets.items()
                if who not in absent
            },
            own,
            [each for each in own if name == each.who],
            [replace(each, n=0) for each in lines],
            [[replace(each, worsens=None), each.known_to is None] for each in aspects],
            window,
            (sent or {}).get(name),
        ]
    )


def public_fact(kind: str, data: Any, npcs: list[str]) -> Any:
    """Return what everybody is told of a fact; None if nothing."""
    if kind in SECRET or (kind in COMPELS and data["secret"]):
        return None
    if kind != "roll":
        return data
    shown = {key: data[key] for key in data if data["actor"] not in npcs or key not in OF_THE_SHEET}
    if (defence := data["defence"]) is not None and defence["name"] in npcs:
        shown["defence"] = {key: defence[key] for key in defence if key not in ("skill", "full")}
    return shown


# Hidden changes ---------------------------------------------------------------------------------------------------


def changed(side: Drawn, change: Callable[[State], None]) -> Drawn:
    """Return the stage played from a table that was changed."""
    state = side.state.copy()
    change(state)
    return replace(side, state=state)


def other_hidden_aspects(chance: random.Random, side: Drawn) -> Drawn:
    """Let a hidden aspect have another text, or there be one more or less, of the scene, an NPC or a player."""

    def change(state: State) -> None:
        hidden = [each for each in state.aspects if each.known_to is not None]
        if hidden and chance.random() < 0.6:
            one = chance.choice(hidden)
            one.text = f"Secret {chance.randrange(99)}"
            state.aspects = [each for each in state.aspects if each is not one or chance.random() < 0.7]
        else:
            bearer = chance.choice(["scene", *NPCS, *PLAYERS])
            kind = "situation" if bearer == "scene" else "personal"
            state.aspects.append(Aspect(f"Secret {chance.randrange(99)}", bearer, kind, known_to=[]))

    return changed(side, change)


def other_npc_sheets(chance: random.Random, side: Drawn) -> Drawn:
    """Let an NPC have other skills, weapons, armour or slots."""

    def change(state: State) -> None:
        if not state.npcs:
            return
        sheet: Sheet = state.sheets[chance.choice(state.npcs)]
        what = chance.randrange(4)
        if what == 0:
            sheet.skills[chance.choice(list(SKILLS))] = chance.randint(0, 4)
        elif what == 1:
            sheet.weapons["griffes"] = Weapon(chance.randint(1, 4), chance.choice(list(SKILLS)))
        elif what == 2:
            sheet.armour = chance.randint(0, 2)
        else:
            sheet.slots = chance.sample(["mild", "moderate", "severe"], chance.randint(0, 3))

    return changed(side, change)


def other_absent_npcs(chance: random.Random, side: Drawn) -> Drawn:
    """Let an NPC be ready who is not there, with a sheet and aspects that nobody hid."""

    def change(state: State) -> None:
        name = f"Absent {chance.randrange(9)}"
        state.npcs.append(name)
        sheet = {"concept": f"Secret {chance.randrange(99)}", "aspects": ["Neuf"]}
        put_sheet(side.campaign.setting, state, name, sheet)

    return changed(side, change)


def other_orders(chance: random.Random, side: Drawn) -> Drawn:
    """Let somebody send other orders, or only other aims, limits and conditions."""
    if chance.random() < 0.3 or not side.orders or side.state.phase not in ("exchange", "reactions"):
        sent = allowed_orders(chance, side.campaign, side.state) if side.state.phase != "frame" else {}
        return replace(side, orders=sent)
    name = chance.choice(list(side.orders))
    drawn = some_orders(chance, name)
    keys = ("invoke", "aim", "at_most", "absorb", *(("concede", "defence") if side.state.phase == "exchange" else ()))
    more = {key: drawn[key] for key in keys if key in drawn}
    given = {**side.orders[name], **more}
    orders = {**side.orders, **judged(side.campaign, side.state, {name: given})}
    return replace(side, orders=orders)


def other_answers(chance: random.Random, side: Drawn) -> Drawn:
    """Let the MJ have an NPC aim, or invoke, something else."""
    place = ("npc", (chance.choice(NPCS),))
    if place not in side.answers:
        return side
    given = {**side.answers[place].value, **some_orders(chance, place[1][0])}
    return replace(side, answers={**side.answers, place: Answer(given)})


def other_compels(chance: random.Random, side: Drawn) -> Drawn:
    """Let a secret compel wait for somebody, or have been accepted."""

    def change(state: State) -> None:
        name, text = chance.choice(PLAYERS), f"Secret {chance.randrange(99)}"
        if chance.random() < 0.5:
            state.scene.compels.append(Compel(name, "mj", text, "il hésite", secret=True))
        else:
            state.pay(BANK, name, 1, "compel", text, told=False)

    return changed(side, change)


def other_declarations(chance: random.Random, side: Drawn) -> Drawn:
    """Let somebody have declared other aims, limits and conditions before the window."""

    def change(state: State) -> None:
        if state.declared is not None:
            orders: Any = state.declared.orders
            if orders:
                name = chance.choice(list(orders))
                drawn = some_orders(chance, name)
                orders[name] |= {key: drawn[key] for key in ("invoke", "aim", "at_most", "absorb") if key in drawn}

    return changed(side, change)


def other_oppositions(chance: random.Random, side: Drawn) -> Drawn:
    """Let what nobody has met be harder, or easier."""

    def change(state: State) -> None:
        for name in state.scene.oppositions:
            if name not in state.scene.met:
                state.scene.oppositions[name] = chance.randint(0, 6)

    return changed(side, change)


CHANGES = (
    other_absent_npcs,
    *(other_hidden_aspects, other_npc_sheets, other_npc_sheets, other_orders, other_orders, other_answers),
    *(other_compels, other_declarations, other_oppositions),
)

# Pairs ------------------------------------------------------------------------------------------------------------

GAMES, STEPS = 8, 12


def pairs(name: str) -> list[Pair[Drawn]]:
    """Return pairs for the public and for two players of each stage of some games."""
    chance, found = random.Random(name), []
    first = 0 if name == EVERY_DAY else chance.randrange(2**32)
    for number in range(first, first + GAMES):
        for stage in some_game(number):
            players = chance.sample(PLAYERS, 2)
            readers = (PUBLIC, *map(player_reader, players))
            found += [walk(chance, replace(stage), reader, CHANGES, STEPS, may_know) for reader in readers]
    return found


def files_of(pair: Pair[Drawn], player: str) -> list[bytes]:
    """Return order files of a player, good and bad; some name what he may not know, or nearly."""
    state = pair.one.state
    known: Mapping[str, Any] = pair.one.orders.get(player) or {}
    given: list[Any] = [
        known,
        {"concept": "Ranger", "aspects": ["Têtu"]},
        {"attack": {"target": "Goule", "skill": "Tir"}, "invoke": ["Secret 7", "Sombr", {"aspect": "Trape"}]},
        {"attack": {"target": "Rt", "skill": "Mêlée", "weapon": "griffe"}, "at_most": 1},
        {"overcome": {"skill": "Tir", "against": "murr"}, "answer": "refuse"},
        {"overcome": {"skill": "Tir", "against": "mur"}, "detail": {"text": "une corde", "aspect": "Un passé"}},
        {"create": {"aspect": "Double fond", "skill": "Tir", "against": "Goule"}, "concede": {"margin": 3}},
        {"absorb": {"hits": {"Goule": [1]}}, "answer": "accept"},
        {"point": "Tir", "rename": {"old": "Un passé", "new": "Rangé"}},
    ]
    written = [{key.replace("_", " "): value for key, value in one.items()} for one in given]
    files = [file_of(player, turn, orders=one) for one in written for turn in (state.turn, state.turn + 1) if one]
    return [
        *files,
        file_of(player, state.turn, standing={"reaction": "none"}),
        f"joueur: {player}\nbut: [oui\n".encode(),
    ]
