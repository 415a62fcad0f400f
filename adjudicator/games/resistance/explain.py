"""What holds for a player and why, for the MJ: who they are, whom they know, how they voted, and the last stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.game_reports import Past
from adjudicator.games.resistance.plot_actions import plot
from adjudicator.games.resistance.plot_reports import seen_said
from adjudicator.games.resistance.reports import happened
from adjudicator.games.resistance.rules import told_cylons
from adjudicator.games.resistance.state import CYLONS, Setting, State


def explain(setting: Setting, state: State, name: str, past: Sequence[Past]) -> list[Phrase]:
    """Return the identity, the seat, the votes and the missions of the player ``name``, and the last stage."""
    if not state.side(name):
        return [Phrase("why.not-dealt")]
    return [*_who(setting, state, name), *_voted(state, name), *_served(state, name, past), *_last(name, past)]


def _who(setting: Setting, state: State, name: str) -> Iterator[Phrase]:
    yield Phrase("why.side", {"side": Phrase("side.cylons" if state.side(name) == CYLONS else "side.colons")})
    if told := told_cylons(setting, state, name):
        yield Phrase("why.told-of", {"names": Listed(told)})
    elif state.side(name) == CYLONS:
        yield Phrase("why.isolated")
    number = state.seats.index(name) + 1
    yield Phrase("why.seat", {"number": number, "total": len(state.seats)})
    if character := setting.characters.get(name):
        yield Phrase("why.character", {"character": character})
    if name == state.commander and state.ending is None:
        yield Phrase("why.commander")
    if name in state.squad:
        yield Phrase("why.in-squad", {"mission": state.target})
    if state.plots is None:
        return
    if held := state.plots.of(name):
        yield Phrase("why.plots", {"list": Listed(tuple(map(plot, held)))})
    if name in state.plots.passed:
        yield Phrase("why.passed")
    if shown := state.plots.seen.get(name):
        yield Phrase("why.shown", {"list": Listed(tuple(seen_said(shown)))})


def _voted(state: State, name: str) -> Iterator[Phrase]:
    """Say how the player voted on each squad of the round, or of the last round that has any."""
    proposals = [one for one in state.proposals if one.round == state.proposals[-1].round and one.squad]
    for one in proposals:
        values: dict[str, PhraseArgument] = {
            "proposal": Phrase("proposal.number", {"round": one.round, "number": one.number}),
            "squad": Listed(one.squad),
        }
        if name in one.votes:
            values["vote"] = Word("votes", one.votes[name])
            yield Phrase("why.vote.missing" if name in one.defaulted else "why.vote", values)
        else:
            yield Phrase("why.vote.uncounted", values)


def _served(state: State, name: str, past: Sequence[Past]) -> Iterator[Phrase]:
    """Say each mission that the player took part in, with the player's card as it counted."""
    cards = {
        one.outcome.state.last_played(): Word("cards", fact.data["card"])
        for one in past
        if one.stage.phase == "mission"
        for fact in one.outcome.log
        if fact.kind in ("card", "card-missing", "card-corrected") and fact.data["player"] == name
    }
    for done in state.missions:
        if name in done.squad:
            result = Word("cards", done.result)
            card = cards.get(done.number, "—")
            yield Phrase("why.served", {"mission": done.number, "result": result, "card": card})


def _last(name: str, past: Sequence[Past]) -> Iterator[Phrase]:
    """Say the facts of the last stage that name the player, with the rules that decided."""
    for fact in past[-1].outcome.log if past else ():
        if any(_is_named(name, part) for part in fact.data.values()):
            yield Phrase("why.in-stage", {"stage": past[-1].stage.said, "what": happened(fact)})


def _is_named(name: str, part: Any) -> bool:
    """Return whether a value of a fact is a player, or a list or mapping that names that player."""
    parts = part.values() if isinstance(part, Mapping) else part if isinstance(part, (list, tuple)) else ()
    return name == part or any(_is_named(name, one) for one in parts)
