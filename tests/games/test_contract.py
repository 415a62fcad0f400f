"""What a game provides has the names and arguments by which the program asks for it."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.campaign.loading import load_campaign
from adjudicator.core.game import Game
from adjudicator.core.game_rules import Constant, Part
from adjudicator.forms.controls import Controls
from adjudicator.games import GAMES, game
from adjudicator.speech.voice import catalogue, vocabulary
from adjudicator.store.layout import data_folder

MUST = {
    "begin",
    "player_view",
    "objections",
    "report",
}
"""What every game has, besides ``resolve``."""


def parts(found: Game) -> list[Part]:
    return [found, found.setup, found.rules, found.orders, found.forms, found.reports, found.cases]


def functions(found: Game) -> Iterator[tuple[str, Any, Any]]:
    """Yield each function of the contract: its name, its declaration, and what the game has under its name."""
    for part in parts(found):
        for _, method in inspect.getmembers(type(part), inspect.isfunction):
            if module_and_name := getattr(method, "contract", None):
                yield module_and_name[1], method, part.own(*module_and_name)


@pytest.mark.parametrize("name", GAMES)
def test_each_function_of_a_game_has_the_arguments_of_the_contract(name: str) -> None:
    for called, declared, own in functions(game(name)):
        if own is not None:
            _, *expected = inspect.signature(declared).parameters.values()
            given = inspect.signature(own).parameters.values()
            needed = [one for one in given if one.default is inspect.Parameter.empty]
            assert len(needed) <= len(expected) <= len(given), f"{called}{inspect.signature(own)}"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_what_every_game_must_have(name: str) -> None:
    own = {called for called, _, found in functions(game(name)) if found is not None}
    assert own >= MUST
    assert game(name).rules.phases and game(name).rules.own("game", "resolve")
    assert game(name).orders.actions or not any(phase.starts == "orders" for phase in game(name).rules.phases)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_declares_has_its_words(name: str) -> None:
    """The list names all that is missing at once: sentences of the catalogue, and words by their place."""
    found, known = game(name), vocabulary(name)
    schemas = "".join(path.read_text("utf-8") for path in (data_folder("schemas") / name).glob("*.schema.json"))
    read = {kind for kinds in re.findall(r'"x-read": (\[[^]]*\])', schemas) for kind in json.loads(kinds)}
    sentences = {
        *(f"phase.{phase.name}" for phase in found.rules.phases),
        *(f"expected.{kind}" for kind in found.kinds if kind in read),
        *(f"ask.{ask.key}" for ask in found.setup.asks),
    }
    words = {
        *(("asked", ask.key) for ask in found.setup.asks),
        *(("decisions", purpose) for purpose in found.rules.decisions),
        *(("table", field) for field in found.reports.fields),
        *(("conditions", key) for key in found.orders.conditions),
    }
    missing = [key for key in sorted(sentences) if not catalogue("fr", name).has(key)]
    missing += [place for place in sorted(words) if place[1] not in known.canonical(place[0])]
    assert missing == []


def test_a_kind_without_a_spelling_is_any_text(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = load_campaign(data_folder("campaigns") / "demo")
    monkeypatch.setattr(type(campaign.game.forms), "spellings", lambda forms, setting: {})
    schema = {"x-read": ["size"]}
    part = Controls(campaign, campaign.voice("fr")).part(("x",), "x", schema, schema)
    assert part.written and not part.options


def test_the_table_at_the_head_of_the_contract_names_all_of_it() -> None:
    import adjudicator.core.game as contract

    head = str(contract.__doc__)
    some = game(next(iter(GAMES)))
    constants = [
        value.name
        for part in parts(some)
        for kind in type(part).__mro__
        for value in vars(kind).values()
        if isinstance(value, Constant)
    ]
    assert {called for called, _, _ in functions(some)} | set(constants) <= set(re.findall(r"``(\w+)``", head))
