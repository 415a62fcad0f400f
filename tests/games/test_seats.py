"""Seats taken over by others: to the rules all is as it was; whoever reads finds the names of those who play now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.depth import examples, few, share
from support.leaks import Side
from support.suites import SUITES

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.campaign_file import is_inner
from adjudicator.campaign.loading import outcome_files
from adjudicator.campaign.stages import Played, Progress
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import Outcome
from adjudicator.core.words import fold
from adjudicator.forms.order_form import form_to_copy
from adjudicator.reports.markup import FORMATS
from adjudicator.reports.writing import render

if TYPE_CHECKING:
    from adjudicator.campaign.records import Taken

GAME = pytest.mark.parametrize("game", SUITES)
STRANGE = (
    *(
        "Rien",
        "Null",
        "Moi",
        "Ordres",
        "Tour 3",
        "d’Artagnan",
        "Marie-Lise",
        "Reg Été",
        "Ωμέγα",
        "Иван",
        "Jean-Paul II",
    ),
    *("Dr. No", "Non", "Yes", "Clé", "Camp", "Personne", "Graine", "Vote", "Brute 2", "007", "Joueur", "Haut"),
)


def taken_over(campaign: Campaign, names: Sequence[str]) -> Campaign:
    """Return a campaign in which others sit on all seats."""
    seats: list[Taken] = [{"seat": seat, "name": name} for seat, name in zip(campaign.players, names, strict=False)]
    return campaign.with_seats(campaign.all_seats.changed(seats))


def renamed(side: Side, campaign: Campaign) -> Played:
    """Return a stage as those read of it who sit there now."""
    played, rules, named = side.played, campaign.game.rules, campaign.seats.named
    before = rules.load(named(rules.dump(played.before)))
    table = campaign.named_in(played.table)
    return Played(played.folder, played.stage, before, campaign.named(played.outcome), table)


def usable(side: Side) -> None:
    """Leave out tables that no campaign's file describes, or whose names are words of the game."""
    campaign = side.campaign
    assume(campaign.setting == campaign.game.setup.setting({**campaign.plain, "edition": campaign.edition}))
    assume(not any(is_inner(name, campaign.game.id, campaign.camps) for name in campaign.players))


def newcomers(side: Side) -> st.SearchStrategy[list[str]]:
    taken = {fold(name) for name in (*side.campaign.players, *side.campaign.camps)}
    free = [name for name in STRANGE if fold(name) not in taken]
    return st.permutations(free)


@GAME
@examples(share(30, SUITES))
@given(data=st.data())
def test_what_is_kept_is_the_same_whoever_plays(game: str, data: st.DataObject) -> None:
    side: Side = data.draw(SUITES[game].stages)
    usable(side)
    assume(not getattr(side, "answers", None))  # an answer is written with the names of those who play
    own = replace(side.campaign, plain={**side.campaign.plain, "seed": side.seed})
    names = data.draw(st.one_of(newcomers(side), st.permutations(side.campaign.players)))
    campaign = taken_over(own, names)
    played = renamed(side, campaign)
    orders = played.table["orders"]
    again = campaign.resolve(played.before, {p: orders[p] for p in campaign.players if p in orders}, {})
    assert plain(again) == plain(played.outcome)
    files = outcome_files(campaign, again, played.table)
    kept = outcome_files(own, side.played.outcome, side.played.table)
    for name in ("orders.json", "outcome.json", "state.json", "pinned.json"):
        assert files[name] == kept[name], name


@few(2)
@GAME
@examples(share(6, SUITES))
@given(data=st.data())
def test_nobody_reads_the_names_of_those_who_have_gone(game: str, data: st.DataObject) -> None:
    side: Side = data.draw(SUITES[game].stages)
    usable(side)
    campaign = taken_over(side.campaign, data.draw(newcomers(side)))
    played = renamed(side, campaign)
    assume(len(campaign.players) <= len(STRANGE) - 2)
    characters = " ".join(campaign.game.setup.aliases(campaign.setting))
    gone = [name for name in side.campaign.players if name not in campaign.players and name not in characters]
    files_left_out = played._replace(table={**played.table, "refused": []})  # they are called as their senders did
    for reader, form, language, text in shown(campaign, files_left_out):
        kept = SUITES[game].keeps_name
        rest = re.sub(rf"\b{kept}\s*({'|'.join(map(re.escape, gone))})\b", "", text) if kept else text
        found = [name for name in gone if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", rest)]
        assert not found, (reader, form, language, text)
    for reader in campaign.game.reports.readers(campaign.setting):
        SUITES[game].read_back(campaign, played, reader, "text", "fr")


def shown(campaign: Campaign, played: Played) -> Iterator[tuple[object, str, str, str]]:
    """Every report, and every form of the stage that begins."""
    progress = Progress(campaign, [])
    progress.state = played.outcome.state
    for language in ("fr", "en"):
        for reader in campaign.game.reports.readers(campaign.setting):
            for form in FORMATS:
                yield reader, form, language, render(campaign, played, reader, form, language)
        for player in campaign.players:
            yield player, "form", language, "\n".join(form_to_copy(progress, player, campaign.voice(language)))


@GAME
@examples(share(40, SUITES))
@given(data=st.data())
def test_every_text_that_is_kept_is_a_name_or_a_word_of_the_game(game: str, data: st.DataObject) -> None:
    """So that a name that is none of these words cannot be taken for anything else."""
    side: Side = data.draw(SUITES[game].stages)
    campaign, played = side.campaign, side.played
    usable(side)
    kept = [*plain(played.outcome).values(), campaign.game.rules.dump(played.before)]
    others = {*campaign.players, *campaign.camps, *campaign.game.setup.aliases(campaign.setting)}
    names = {text for text in texts(kept) if could_be_name(text)} - others - set(SUITES[game].texts)
    assert not [name for name in names if not is_inner(name, game, campaign.camps)]


def could_be_name(text: str) -> bool:
    return re.search(r"^(?!.*\n)\w+(?:(?:[ .’'-]|\. )\w+)*\.?$", text) is not None


def texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield key
            yield from texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value)


def plain(outcome: Outcome[Any]) -> dict[str, Any]:
    return {
        "state": to_plain(outcome.state),
        "log": [to_plain(fact.data) for fact in outcome.log],
        "notices": [(to_plain(notice.facts), str(notice.to)) for notice in outcome.notices],
        "results": to_plain(outcome.results),
    }
