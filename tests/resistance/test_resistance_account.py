"""The MJ's account of each case of the Resistance: every fact of the log, as words with the rules that decided.

After a change that is meant ``make golden`` writes the golden file again; read the difference before you keep it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from support import commands
from support.campaigns import cases_of
from support.golden import Golden

from adjudicator.games.resistance.cases import play
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.reports import happened
from adjudicator.games.resistance.state import State
from adjudicator.proof.cases import case_files
from adjudicator.speech.voice import Voice, catalogue, vocabulary

CASES = commands.CASES / "resistance"
PEOPLE = ["Anna", "Bruno", "Chloé", "Denis", "Emma", "Farid", "Gilles", "Hélène"]
DEALS = {
    "tirages": {"options": {"seats": "drawn", "first_commander": "drawn", "isolated_cylons": True}},
    "personnage": {"cast": {"Emma": "Lee Adama", "Chloé": "Gaius Baltar"}},
    "liste": {},
}
"""What no case shows: deals, by a name for each."""


GAMES = {
    "partie": ({}, {"Farid": {"mission": "failure"}}),
    "partie aux attaques ciblées": ({"targeted_attacks": True, "strict_colons": False, "no_squad": "drawn"}, {}),
}
"""Whole games in memory, by a name for each: the options, and orders that are sent in every stage."""


def games() -> Iterator[str]:
    """Whole games, stage by stage as data: what no reader sees of them must be right too."""
    for name, (options, always) in GAMES.items():
        setting = GAME.setup.setting({"players": PEOPLE, "options": options})
        state = GAME.rules.begin(setting)
        yield f"# {name}"
        while GAME.rules.stage(state) is not None:
            sent = orders_of(state)
            sent |= {player: {**sent.get(player, {}), **more} for player, more in always.items()}
            outcome = GAME.rules.resolve(setting, state, sent, "s")
            state = outcome.state
            yield json.dumps(GAME.rules.dump(state), ensure_ascii=False)
            yield from (f"  {fact.kind} {json.dumps(fact.data, ensure_ascii=False)}" for fact in outcome.log)


def orders_of(state: State) -> dict[str, Any]:
    """Everybody's orders: first proposals are voted down, Cylons fail each other mission, some are silent."""
    if state.phase == "vote":
        yes = state.proposal > 1
        return {player: {"vote": "yes" if yes or player < "C" else "no"} for player in PEOPLE[: 8 - state.turn % 3]}
    if state.phase == "proposal" and (state.round, state.proposal) == (2, 1):
        return {}
    return {player: {"mission": "failure" if state.round % 2 else "success"} for player in state.cylons[:2]} | (
        {state.commander: {"squad": list(reversed(state.seats))[: 3 + (state.round > 1) + (state.round > 3)]}}
    )


def account() -> Iterator[str]:
    voice = Voice(catalogue("fr", "resistance"), vocabulary("resistance"))
    for name, deal in DEALS.items():
        cast = deal.get("cast", {})
        people = [{"name": each, "character": cast.get(each, "")} for each in PEOPLE]
        setting = GAME.setup.setting({"players": people, "options": deal.get("options", {})})
        yield f"# {name}"
        yield from (
            voice.phrase(happened(fact)) for fact in GAME.rules.resolve(setting, GAME.rules.begin(setting), {}, "s").log
        )
    for path in case_files([CASES]):
        for case in cases_of(path):
            yield f"# {case.plain['id']}"
            yield from (voice.phrase(happened(fact)) for fact in play(case.plain).log)
    yield from games()


def test_the_account_of_each_case_is_as_it_was_looked_at(golden: Golden) -> None:
    golden.check("resistance-accounts.txt", "\n".join(account()) + "\n")
