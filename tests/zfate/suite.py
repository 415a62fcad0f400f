"""What zFate gives to the tests for all games."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from support import commands
from support.leaks import Drawn, Patch, Planted, differ, door_leaks, quick_leaks, spoil, spoil_on_the_state
from support.report_parsers import read
from support.suite import Suite
from zfate.pairs import files_of, pairs
from zfate.tables import TEXTS, nonsense, some_stage

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.faults import Objection, Phrase
from adjudicator.core.stage import Reader
from adjudicator.games.zfate.game import GAME
from adjudicator.games.zfate.state import Setting, State
from adjudicator.reports import writing
from adjudicator.reports.markup import DIALECTS


def check_state(setting: Setting, state: State) -> None:
    """Points are conserved, boxes and slots are taken once, and free invokes are somebody's."""
    accounts = {account for line in state.ledger for account in (line.source, line.target)}
    assert sum(map(state.balance, accounts)) == 0
    assert all(state.balance(name) >= 0 for name in setting.players)
    assert [line.n for line in state.ledger] == list(range(1, len(state.ledger) + 1))
    for aspect in state.aspects:
        assert all(held > 0 for held in aspect.free.values())
        assert aspect.kind != "boost" or sum(aspect.free.values()) == 1
    for name, sheet in state.sheets.items():
        for track, ticked in sheet.ticked.items():
            assert len(set(ticked)) == len(ticked) and set(ticked) <= set(sheet.boxes[track])
        levels = [each.level for each in state.borne(name) if each.kind == "consequence" and each.level != "extreme"]
        assert len(set(levels)) == len(levels)


def shuffled(chance: random.Random, side: Drawn) -> Drawn:
    """Return the same stage with orders that came in another order."""
    return replace(
        side, orders={name: side.orders[name] for name in chance.sample(list(side.orders), len(side.orders))}
    )


def read_back(campaign: Campaign, played: Played, reader: Reader, kind: str, language: str) -> object:
    """Compare what a report says of points, refresh and who is out with the table."""
    dialect = DIALECTS.get(kind, next(iter(DIALECTS.values())))
    text = writing.render(campaign, played, reader, "bbcode" if kind in DIALECTS else kind, language, dialect)
    voice, state = campaign.voice(language), played.outcome.state
    facts = [" ".join(map(str, fact)) for fact in read(text, kind, voice.say("colon")).facts]
    assert voice.phrase(played.stage.said) in text
    for name in campaign.players:
        if name in state.sheets and (state.phase != "reactions" or name == reader.name):
            points = state.balance(name, told=reader.kind != "mj" and reader.name != name)
            said = voice.say("sheet.points", points=points, refresh=state.sheets[name].refresh)
            assert any(said in fact for fact in facts), (said, facts)
    return facts


def allowed(chance: random.Random, side: Drawn) -> Any:
    """Return orders that somebody awaited after a stage may send."""
    phase = side.played.outcome.state.phase
    return {
        "sheets": {"concept": "Ranger"},
        "exchange": {"goal": "tenir"},
        "reactions": {"reaction": "none"},
        "milestone": {"swap": ["Entente", "Bricolage"]},
    }.get(phase, {})


CAMPAIGN = """jeu: zfate
titre: Trois
joueurs: [Ana, Bob, Léa]
mj: {soin: {fiche: fais-le}}
"""


def ready(folder: Path) -> Path:
    """Make a campaign that awaits sheets, whom the MJ lets through: one is received, the others lie in the inbox."""
    (folder / "inbox").mkdir(parents=True, exist_ok=True)
    (folder / "campaign.yaml").write_text(f"{CAMPAIGN}graine: {commands.SEED}\n", encoding="utf-8")
    sheet = "joueur: {}\ntour: 1\nordres: {{concept: Ranger, compétences: {{Tir: 2}}}}\n"
    commands.good("submit", folder, "-", stdin=sheet.format("Ana"))
    for second, player in enumerate(("Bob", "Léa"), 1):
        commands.drop(folder, f"{second}.yaml", sheet.format(player), second=second)
    return folder


# Leaks that are planted -------------------------------------------------------------------------------------------


def told_to_all(name: str, of: Callable[[Played], Any]) -> Callable[[Patch], None]:
    """Return a leak of this name: all reports show what ``of`` takes from a stage."""

    def plant(patch: Patch) -> None:
        spoil(patch, writing, "report_data", lambda data, campaign, seen, *_: {**data, "more": repr(of(seen))})

    plant.__name__ = name
    return plant


def after(seen: Played) -> State:
    """Return the state after a stage."""
    state: State = seen.outcome.state
    return state


def sent(seen: Played, *keys: str) -> Any:
    """Return what was sent under these keys."""
    return [(name, key, given.get(key)) for name, given in seen.table["orders"].items() for key in keys]


IN_REPORTS = [
    told_to_all("hidden_aspects", lambda seen: [each.text for each in after(seen).aspects]),
    told_to_all("how_many_aspects_are_hidden", lambda seen: len(after(seen).aspects)),
    told_to_all("skills_of_npcs", lambda seen: [after(seen).sheets[name].skills for name in after(seen).npcs]),
    told_to_all("armour_of_npcs", lambda seen: [after(seen).sheets[name].armour for name in after(seen).npcs]),
    told_to_all("slots_of_npcs", lambda seen: [after(seen).sheets[name].slots for name in after(seen).npcs]),
    told_to_all("points_with_untold_lines", lambda seen: [after(seen).balance(name) for name in after(seen).sheets]),
    told_to_all("how_many_lines_the_ledger_has", lambda seen: len(after(seen).ledger)),
    told_to_all("secret_compels", lambda seen: len(after(seen).scene.compels)),
    told_to_all("aims", lambda seen: sent(seen, "aim")),
    told_to_all("how_much_somebody_would_have_paid", lambda seen: sent(seen, "at_most")),
    told_to_all("what_was_to_be_invoked", lambda seen: sent(seen, "invoke")),
    told_to_all("conditions_of_a_concession", lambda seen: sent(seen, "concede")),
    told_to_all("what_was_dropped", lambda seen: [fact.data for fact in seen.outcome.log if fact.kind == "dropped"]),
    told_to_all("oppositions_that_nobody_has_met", lambda seen: after(seen).scene.oppositions),
]


def a_window_that_knows_what_was_left(patch: Patch) -> None:
    """Let nobody be awaited in a window who aims at nothing."""

    def awaited(names: Any, setting: Any, state: State) -> Any:
        orders: Any = state.declared.orders if state.phase == "reactions" and state.declared else {}
        return [name for name in names if "aim" not in orders.get(name, {})]

    spoil(patch, GAME.rules, "awaited", awaited)


def a_fault_that_suggests_what_is_hidden(patch: Patch) -> None:
    """Let the nearest of all aspects be suggested, whoever knows it."""

    def told(found: list[Objection], setting: Any, state: State, player: str, *_: Any) -> list[Objection]:
        texts = sorted(each.text for each in state.aspects if each.known_to is not None)
        return [one._replace(nearest=(texts or [None])[0]) for one in found]

    spoil_on_the_state(patch, GAME, GAME.orders, "objections", told)


def a_form_that_knows_a_secret_compel(patch: Patch) -> None:
    """Let what happens to a player without orders hang on the compels of others."""

    def told(said: Phrase, setting: Any, state: State, player: str) -> Phrase:
        return (
            Phrase("fate.nothing")
            if any(each.secret for each in state.scene.compels)
            else Phrase("game.about", {"title": "…"})
        )

    spoil_on_the_state(patch, GAME, GAME.orders, "without", told)


PLANTED: Planted = {
    quick_leaks: IN_REPORTS,
    door_leaks: [
        a_window_that_knows_what_was_left,
        a_fault_that_suggests_what_is_hidden,
        a_form_that_knows_a_secret_compel,
    ],
}

SUITE = Suite(
    stages=st.builds(some_stage, st.integers(0, 2**32 - 1), st.floats(0, 1)),
    pairs=pairs,
    differ=differ,
    files_of=files_of,
    allowed=allowed,
    planted=PLANTED,
    check_state=check_state,
    shuffled=shuffled,
    read_back=read_back,
    nonsense=nonsense,
    ready=ready,
    texts=TEXTS,
    # A boost and a consequence that the MJ does not name are called so for good.
    keeps_name=r"(?:boost|légère|modérée|sévère|extrême|mild|moderate|severe|extreme)\s*:",
    added=("points",),
    names=("Goule", "Rat", "a", "b", "mur", "Tir", "Physique", "Sombre", "PAna", "CBob", "Neuf"),
)
