"""What reports say of the Complot cards: what happened, what lies open, what a player alone was shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from adjudicator.core.faults import Listed, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, Outcome, player_reader
from adjudicator.games.resistance.plot_actions import USED_IN, gifts_said, plot
from adjudicator.games.resistance.plots import cards_of, in_order, who_acts
from adjudicator.games.resistance.state import Plan, Plots, Seen, Setting, State

_WORDS = {"card": "cards", "plot": "plots", "winner": "sides", "cause": "causes"}
"""The keys of facts whose values are canonical words, each with its place in the vocabulary."""


def values_said(data: Mapping[str, Any]) -> Iterator[tuple[str, PhraseArgument]]:
    """Yield the values of a fact in words."""
    for key, value in data.items():
        if key == "rules" or isinstance(value, bool):
            continue
        if key == "given":
            yield key, gifts_said(value)
        elif key == "side":
            yield key, Phrase(f"side.{value}")
        elif isinstance(value, (list, tuple)):
            words: list[PhraseArgument] = list(map(plot, value)) if key == "plots" else list(value)
            yield key, Listed(tuple(words)) if words else Phrase("nobody")
        else:
            yield key, Word(_WORDS[key], value) if key in _WORDS else value


def fact_said(kind: str, data: Mapping[str, Any]) -> Phrase:
    """Return a fact in words; of some kinds the sentence depends on a value."""
    key, count = f"happened.{kind}", None
    if kind == "first-commander":
        key += f".{data['how']}"
    elif kind == "carried-out":
        key += ".success" if data["success"] else ".failure"
        count = data["failures"]
    elif kind == "votes-missing":
        key += f".{data['counted']}"
    return Phrase(key, dict(values_said(data)), count)


def events(before: State, outcome: Outcome[State]) -> list[Phrase]:
    """Return what everybody saw of the cards in a stage; in a window in which nothing happened, that nothing did."""
    told = [fact_said(notice.kind, notice.facts) for notice in outcome.notices if notice.to == PUBLIC]
    # The cards of the next round are no answer to this window.
    answered = [notice for notice in outcome.notices if notice.to == PUBLIC and notice.kind != "plots-drawn"]
    return [*([Phrase("report.quiet")] if before.phase in USED_IN and not answered else []), *told]


def plots_part(setting: Setting, before: State, outcome: Outcome[State]) -> Plain:
    """Return all that is public of the cards (33), always in the same order."""
    after, plots = outcome.state, cards_of(outcome.state)
    lines = [Phrase("report.left", n=len(plots.deck))]
    listed: tuple[tuple[str, Sequence[str]], ...] = (("discarded", plots.discarded), ("drawn", plots.drawn))
    lines += [Phrase(f"report.{key}", {"list": _cards(cards)}) for key, cards in listed if cards]
    if plots.given:
        lines.append(Phrase("report.given", {"list": gifts_said([gift._asdict() for gift in plots.given])}))
    if plots.passed:
        lines.append(Phrase("report.passed", {"names": Listed(plots.passed)}))
    if plots.usurped:
        lines.append(Phrase("report.usurped", {"player": after.commander}))
    if plots.lit:
        lines.append(Phrase("report.lit", {"player": plots.lit}))
    return {
        "events": events(before, outcome),
        "lines": lines,
        "hands": [{"player": player, "cards": _cards(plots.of(player))} for player in after.seats if plots.of(player)],
    }


def cards_said(plots: Plots, seats: Sequence[str], all_of_them: bool) -> list[Phrase]:
    """Return in words the cards before each player; with ``all_of_them`` also the deck, and who has passed."""
    lines = hands_said(plots.hands, seats)
    if all_of_them and plots.passed:
        lines.append(Phrase("table.passed", {"names": Listed(plots.passed)}))
    if all_of_them and plots.deck:
        lines.append(Phrase("table.deck", {"list": _cards(plots.deck)}))
    return lines


def hands_said(hands: Mapping[str, Sequence[str]], seats: Sequence[str]) -> list[Phrase]:
    """Return in words the cards before each player who has any."""
    return [Phrase("table.hand", {"player": one, "list": _cards(hands[one])}) for one in seats if one in hands]


def _cards(cards: Sequence[str]) -> Listed:
    return Listed(tuple(map(plot, cards)))


def awaited_said(state: State) -> list[Phrase]:
    """Return what may be done in a window, and what happens if nothing comes."""
    values: dict[str, PhraseArgument] = {
        "names": Listed(who_acts(state)),
        "commander": state.commander,
        "target": state.target,
        "squad": Listed(state.squad),
        "list": _cards(cards_of(state).drawn),
    }
    missing = "not-now" if state.phase in USED_IN else state.phase
    silence = [Phrase(f"awaited.missing.{missing}")] if state.phase != "opinion" else []
    return [Phrase(f"awaited.{state.phase}", values), *silence]


def learnt(outcome: Outcome[State], player: str) -> list[Phrase]:
    """Return what a player alone was told in a stage."""
    own = [notice for notice in outcome.notices if notice.to == player_reader(player)]
    return [Phrase(f"learnt.{notice.kind}", dict(values_said(notice.facts))) for notice in own]


def seen_said(seen: Sequence[Seen]) -> list[Phrase]:
    """Return in words what somebody was shown."""
    return [
        Phrase("seen.side", {"of": one.player, "side": Phrase(f"side.{one.side}")})
        if one.side
        else Phrase("seen.card", {"of": one.player, "round": one.round, "card": Word("cards", one.card)})
        for one in seen
    ]


def plan_said(plan: Plan) -> list[Phrase]:
    """Return in words how Le Plan is played, for the options of the game."""
    deck = [
        Phrase("variant.plan.card", {"count": len(list(copies)), "plot": plot(card)})
        for card, copies in groupby(in_order(plan.deck))
    ]
    passing = Phrase(f"variant.plan.pass.{plan.passing}")
    return [Phrase("variant.plan", {"draw": plan.draw, "deck": Listed(tuple(deck)), "passing": passing})]
