"""What Overseers gives to the tests for all games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from overseers.pairs import files_of, pairs
from overseers.tables import IN_PLAY, NUMBERS, Chance, nonsense, some_order, some_stage
from support import commands
from support.leaks import Drawn, Patch, Planted, differ, door_leaks, quick_leaks, spoil, spoil_on_the_state
from support.report_parsers import read
from support.suite import Suite

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import Reader
from adjudicator.games.overseers.game import GAME
from adjudicator.reports import writing
from adjudicator.reports.markup import DIALECTS


def check_state(setting: Any, state: Any) -> None:
    """All cards are somewhere, and nobody has the Overseer of another."""
    zones = (*state.hands.values(), *state.taken.values(), state.pile, state.aside)
    cards = sum(map(len, (*zones, *state.cards.values())))
    assert cards in (0, IN_PLAY[len(setting.players)])
    assert max(Counter(state.overseers.values()).values(), default=1) == 1


def shuffled(chance: Chance, side: Drawn) -> Drawn:
    """Return the same stage with orders that came in another order."""
    names = chance.sample(list(side.orders), len(side.orders))
    return replace(side, orders={name: side.orders[name] for name in names})


def read_back(campaign: Campaign, played: Played, reader: Reader, kind: str, language: str) -> object:
    """Compare the cards that a report shows with those on the table."""
    dialect = DIALECTS.get(kind, next(iter(DIALECTS.values())))
    text = writing.render(campaign, played, reader, "bbcode" if kind in DIALECTS else kind, language, dialect)
    facts = str(read(text, kind, campaign.voice(language).catalogue.say("colon")).facts)
    voice = campaign.voice(language)
    assert voice.phrase(played.stage.said) in text
    for player in campaign.players:
        assert player in facts
    return facts


def allowed(chance: Chance, side: Drawn) -> Any:
    """Return orders that somebody awaited after a stage may send."""
    state = side.played.outcome.state
    owing = GAME.rules.awaited(side.campaign.setting, state)
    return some_order(chance, side.campaign, state, owing[0]) if owing else {}


CAMPAIGN = """jeu: overseers
titre: Quatre
joueurs: [Anna, Bruno, Chloé, Denis]
barème: {courage: [2, 7, 15], espoir: [3, 8, 12]}
options: {surveillants: neuf}
"""


def ready(folder: Path) -> Path:
    """Make a campaign in which everybody picks: one order is received, and the others lie in the inbox."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "campaign.yaml").write_text(f"{CAMPAIGN}graine: {commands.SEED}\n", encoding="utf-8")
    commands.good("resolve", folder)
    commands.good("submit", folder, "-", stdin="joueur: Anna\ntour: 1\npermanents: {classement: [colère, espoir]}\n")
    (folder / "inbox").mkdir(exist_ok=True)
    for second, player in enumerate(("Bruno", "Chloé"), 1):
        text = f"joueur: {player}\ntour: 1\npermanents: {{classement: [luxure, courage]}}\n"
        commands.drop(folder, f"{second}.yaml", text, second=second)
    return folder


# Leaks that are planted ----------------------------------------------------------------------------------------


def told_to_all(name: str, of: Callable[[Any], Any]) -> Callable[[Patch], None]:
    """Return a leak of this name: all reports show what ``of`` takes from the outcome of a stage."""

    def plant(patch: Patch) -> None:
        spoil(patch, writing, "report_data", lambda data, campaign, seen, *_: {**data, "more": repr(of(seen.outcome))})

    plant.__name__ = name
    return plant


def facts_of(outcome: Any, *kinds: str) -> list[Any]:
    """Return the facts of some kinds."""
    return [fact for fact in outcome.log if fact.kind in kinds]


def what_was_left(patch: Patch) -> None:
    """Show in all reports the rankings that players had left, by which they picked, laid aside and laid face down."""

    def told(data: Any, campaign: Any, seen: Played, *_: Any) -> Any:
        left = [
            (player, key, given[key])
            for player, given in seen.table["orders"].items()
            for key in given
            if key.endswith("ranking")
        ]
        return {**data, "more": repr(left)}

    spoil(patch, writing, "report_data", told)


IN_REPORTS = [
    what_was_left,
    told_to_all("hands_that_were_passed_on", lambda outcome: outcome.state.hands),
    told_to_all("cards_that_lie_face_down", lambda outcome: outcome.state.cards),
    told_to_all("the_pile", lambda outcome: outcome.state.pile),
    told_to_all("what_was_offered", lambda outcome: facts_of(outcome, "offered", "offered-cards", "kept-card")),
    told_to_all("what_meixiu_has_seen", lambda outcome: outcome.state.shown),
    told_to_all("cards_that_were_admitted", lambda outcome: outcome.state.admitted),
    told_to_all("lists_for_ties", lambda outcome: outcome.state.lists),
    told_to_all("what_was_set_aside", lambda outcome: outcome.state.aside),
    told_to_all("who_picked_by_a_ranking", lambda outcome: facts_of(outcome, "picked-ranked")),
]


def a_fate_that_knows_what_is_set_aside(patch: Patch) -> None:
    """Let what happens to a player without orders hang on the cards that are set aside."""
    from adjudicator.core.faults import Phrase

    def told(said: Phrase, setting: Any, state: Any, player: str) -> Phrase:
        return Phrase("fate.nothing") if "greed" in state.aside else said

    spoil_on_the_state(patch, GAME, GAME.orders, "without", told)


PLANTED: Planted = {
    quick_leaks: IN_REPORTS,
    door_leaks: [a_fate_that_knows_what_is_set_aside],
}

SUITE = Suite(
    stages=st.builds(some_stage, NUMBERS, st.floats(0, 1)),
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
)
