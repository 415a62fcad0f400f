"""No key of a vocabulary is said in French in place of its word: ``croque-mort`` for « Croque-Mort ».

Rules and reports hold canonical words, which are keys. One that goes into a sentence as text, and not as a ``Word``,
looks right in a test as long as the key happens to be the French word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.campaigns import examples_of, played
from support.depth import examples, share
from support.suites import SUITES

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.core.game_reports import Past
from adjudicator.reports import environment
from adjudicator.reports.writing import dialect_of, render
from adjudicator.speech.voice import Voice
from adjudicator.store.layout import data_folder

EXAMPLES = [(game, example) for game in SUITES for example in sorted(examples_of(game))]


@cache
def keys_alone(game: str) -> frozenset[str]:
    """Return the keys of a game's vocabulary that are not, letter by letter, a French word of it."""
    folder = data_folder("schemas")
    files = [json.loads((folder / name / "vocabulary.json").read_bytes()) for name in ("", game)]
    words = [one for places in files for place in places.values() for one in place.items()]
    french = {word for _, spelt in words for word in spelt["fr"]}
    return frozenset({key for key, _ in words if not key.isdecimal()} - french)


@contextmanager
def marking(game: str) -> Iterator[None]:
    """Put brackets around each key that a sentence or a template in text is given as text meanwhile."""
    keys, escaped_in, fill, phrase = keys_alone(game), environment.escaped_in, Voice.fill, Voice.phrase

    def marked(value: Any) -> Any:
        return f"⟦{value}⟧" if isinstance(value, str) and str(value) in keys else value

    def in_sentence(voice: Voice, one: Phrase) -> str:
        return phrase(voice, one._replace(values={name: marked(value) for name, value in one.values.items()}))

    def in_format(form: str) -> Any:  # in a page, keys are the names of classes
        return (lambda text: escaped_in(form)(marked(text))) if form == "text" else escaped_in(form)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(environment, "escaped_in", in_format)
        patch.setattr(Voice, "fill", lambda voice, value: fill(voice, marked(value)))
        patch.setattr(Voice, "phrase", in_sentence)
        yield


def keys_said(campaign: Campaign, stages: Iterable[Played]) -> set[str]:
    """Return the keys that are said of stages in French: by a report, or by a sentence beside them and about orders."""
    with marking(campaign.game.id):
        return {key for stage in stages for text in said_of(campaign, stage) for key in re.findall("⟦.*?⟧", text)}


def said_of(campaign: Campaign, stage: Played) -> Iterator[str]:
    reports, setting, after = campaign.game.reports, campaign.setting, stage.outcome.state
    for reader in reports.readers(setting):
        for form in ("text", "html"):
            yield render(campaign, stage, reader, form, "fr")
    phrases = [*reports.headline(setting, stage.before, stage.outcome), *reports.options(setting)]
    phrases += reports.changes(setting, stage.before, after)
    for moment in reports.moments(setting, stage.before, stage.outcome):
        phrases += [moment.title, *moment.said]
    past = [Past(stage.stage, stage.before, stage.outcome)]
    for chapter in reports.epilogue(setting, past):
        phrases += [chapter.title, *chapter.lines]
    for player in campaign.players:
        phrases += [*reports.explain(setting, after, player, past), *about_orders(campaign, after, player)]
    yield from map(campaign.voice("fr").phrase, phrases)


def about_orders(campaign: Campaign, state: Any, player: str) -> Iterator[Phrase]:
    """Yield what a player reads of his orders in the stage that begins."""
    game, setting = campaign.game, campaign.setting
    if game.rules.stage(state) is None or player not in game.rules.awaited(setting, state):
        return
    view = game.rules.view(setting, state, player)
    yield from (*game.rules.known_by(setting, state, player), *game.forms.situation(view), game.orders.without(view))
    yield from (choice.remark for choice in (*game.forms.choices(view), *game.forms.standing_choices(view)))
    for orders in islice(game.orders.possible(view), 0, 200, 7):
        receipt = game.orders.receipt(view, orders)
        yield from (*receipt.actions, *receipt.besides, *game.orders.warnings(view, orders))


@pytest.mark.deep
@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_no_key_is_said_in_an_example(game: str, example: str) -> None:
    stages = played(example).stages
    assert keys_said(played(example).campaign, [*stages[:2], *stages[4:-1:5], stages[-1]]) == set()


@pytest.mark.parametrize("game", SUITES)
@examples(share(10, SUITES))
@given(st.data())
def test_no_key_is_said_of_any_stage(game: str, data: st.DataObject) -> None:
    side = data.draw(SUITES[game].stages)
    assert keys_said(side.campaign, [side.played]) == set()


def test_a_key_in_place_of_its_word_is_found() -> None:
    """In a sentence, in a list, in a template that says a sentence, and in one that writes a value as it is."""
    campaign = played("demo").campaign
    voice, key = campaign.voice("fr"), "croque-mort"
    told = {"player": "Zoé", "camp": "Lune"}
    right = "Zoé (camp Lune)\u00a0: Croque-Mort"
    with marking("tsewnart"):
        assert voice.phrase(Phrase("epilogue.player", {**told, "role": Word("roles", key)})) == right
        wrong = [voice.phrase(Phrase("epilogue.player", {**told, "role": key})), voice.fill(Listed(("x", key)))]
        hand = environment.hand_of(campaign, "text", voice, dialect_of(campaign), ())
        wrong += [hand["say"]("epilogue.player", **told, role=key)]
        wrong += [environment.environment("text").from_string("{{ role }}").render(role=key)]
    assert [re.findall("⟦.*?⟧", text) for text in wrong] == [["⟦croque-mort⟧"]] * 4
