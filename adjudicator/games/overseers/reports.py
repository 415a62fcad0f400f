"""What each reader is told about a stage: notices addressed to the reader, in words, and what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.faults import Listed, Pairs, Phrase, PhraseArgument, Word
from adjudicator.core.game_reports import Chapter, Past
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, Outcome, Reader
from adjudicator.games.overseers.actions import all_said
from adjudicator.games.overseers.rules import totals
from adjudicator.games.overseers.state import BLANK, OVERSEERS, TRAITS, Card, Setting, State, word_of, words_of


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> Plain:
    """Return what ``reader`` may know after the stage."""
    state = outcome.state
    found: Plain = {"public": public_part(setting, before, outcome)}
    if reader.kind == "player":
        found |= {
            "orders": list(all_said(orders.get(reader.name, {}))),
            "told": [
                fact_said(one.kind, one.facts) for one in outcome.notices if one.to == reader and one.kind != "hand"
            ],
            "hand": list(map(word_of, state.hands.get(reader.name, ()))),
            "taken": list(map(word_of, state.taken.get(reader.name, ()))),
            "held": list(map(words_of, state.held.get(reader.name, ()))),
            "cards": _cards(state, reader.name, known=True),
        }
    if reader.kind == "mj":
        found |= {
            "account": [
                Phrase("account.line", {"what": fact_said(kind, data), "rules": Listed(tuple(data["rules"]))})
                for kind, data in outcome.log
            ],
            "table": _table(setting, state, known=True),
            "hidden": [*_hidden(state)],
        }
    return found


_IN_TABLES = ("voted", "not-voted", "shown", "showdown", "scored", "overseer", "laid")
"""The facts that reports tell in tables."""


def public_part(setting: Setting, before: State, outcome: Outcome[State]) -> Plain:
    """Return what everybody is told: what happened, the votes, the sums that were counted, and the table."""
    state = outcome.state
    told = [notice for notice in outcome.notices if notice.to == PUBLIC]
    return {
        "events": [fact_said(one.kind, one.facts) for one in told if one.kind not in _IN_TABLES],
        "votes": [
            {"player": one.facts["player"], "vote": one.facts.get("other")}
            for one in told
            if one.kind in ("voted", "not-voted")
        ],
        "shown": [_shown(one.facts) for one in told if one.kind == "shown"],
        "sums": [_sums(one.kind, one.facts) for one in told if one.kind in ("showdown", "scored")],
        "round": state.round,
        "leader": state.leader,
        "step": state.step if state.phase in ("pick", "placement") and state.hands else None,
        "table": _table(setting, state, known=False),
        "scores": [{"player": player, "points": list(points)} for player, points in state.scores.items()],
        "totals": totals(state) if state.phase == "over" or setting.options.totals == "open" else None,
        "winners": list(state.winners),
    }


def _shown(facts: Mapping[str, Any]) -> Plain:
    """30. Return the cards that a player shows in the Showdown, with what they count as."""
    cards = [card_said(Card(number, trait, True, nature), True) for number, trait, nature in facts["shown"]]
    return {"player": facts["player"], "cards": cards}


def _sums(kind: str, facts: Mapping[str, Any]) -> Plain:
    """30, 40. Return a table of sums: a row for each thing that counts, and a column for each player."""
    sums = {player: {line[0]: _cell(*line) for line in own} for player, own in facts["sums"].items()}
    counted = [what for what in (*TRAITS, BLANK, *OVERSEERS) if any(what in own for own in sums.values())]
    rows = [{"what": word_of(what), "cells": [own.get(what) for own in sums.values()]} for what in counted]
    return {"kind": kind, "players": list(sums), "rows": rows, "totals": list(facts["totals"].values())}


def _cell(what: str, cards: int, points: int) -> Phrase:
    """Say a line of a sum; what an Overseer adds or takes has a sign."""
    if what in (*TRAITS, BLANK):
        return Phrase("sum.cell", {"cards": cards, "points": points})
    return Phrase("sum.plus" if points >= 0 else "sum.minus", {"points": abs(points)})


def _table(setting: Setting, state: State, known: bool) -> list[Plain]:
    """Return the row of each player as everybody sees it or, if all cards are ``known``, the MJ."""
    own = {player: word_of(overseer) for player, overseer in state.overseers.items()}
    return [{"player": p, "overseer": own.get(p), "cards": _cards(state, p, known)} for p in setting.players]


def _cards(state: State, player: str, known: bool) -> list[Phrase]:
    """Return the cards of a player; from the Showdown on all see what they count as."""
    return [card_said(card, known or bool(state.showdown)) for card in state.cards.get(player, ())]


def card_said(card: Card, known: bool) -> Phrase:
    """Return a card as somebody sees it: a face-down card, unless known, is only its number."""
    values: dict[str, PhraseArgument] = {"number": card.number, "trait": word_of(card.trait)}
    if not known:
        return Phrase("card.up", values) if card.up else Phrase("card.down", {"number": card.number})
    values["nature"] = word_of(card.counts)
    return Phrase(f"card.{'up' if card.up else 'own'}{'.as' if card.nature else ''}", values)


def _hidden(state: State) -> Iterator[Phrase]:
    """Yield for the MJ what nobody or only one player sees: hands, cards taken, the pile, what is set aside, lists."""
    for player, hand in state.hands.items():
        if hand or state.taken.get(player):
            values = {"hand": words_of(hand), "taken": words_of(state.taken[player])}
            yield Phrase("hidden.hand", {"player": player, **values})
    yield Phrase("hidden.pile", {"cards": words_of(state.pile)})
    yield Phrase("hidden.aside", {"cards": words_of(state.aside)})
    for player, lists in state.lists.items():
        yield Phrase("hidden.ties", {"player": player, "said": Listed(tuple(all_said({"ties": lists})))})


# Facts in words ----------------------------------------------------------------------------------------------


def fact_said(kind: str, facts: Mapping[str, Any]) -> Phrase:
    """Return a fact in words; its sentence is named by its kind."""
    of_nobody = ".of-nobody" if kind == "drawn" and not facts["player"] else ""
    return Phrase(f"event.{kind}{of_nobody}", dict(_values(facts)))


def _values(facts: Mapping[str, Any]) -> Iterator[tuple[str, PhraseArgument]]:
    for key, value in facts.items():
        if key in ("rules", "sums"):
            continue
        if key in ("card", "model"):
            number, trait = value
            yield key, card_said(Card(number, trait, up=bool(trait)), known=False)
        elif key == "shown":
            yield key, Listed(tuple(_shown(facts)["cards"]))
        elif key == "purpose":
            yield key, Word("table" if value == "leader" else "draws", value)
        elif key in ("counts", "totals"):
            yield key, Pairs(tuple(value.items()))
        elif isinstance(value, list | tuple):  # a fact that was kept has lists
            yield key, Listed(tuple(map(_value, value))) if value else Phrase("cards.none")
        else:
            yield key, _value(value) if key in ("trait", "overseer") else value


def _value(value: Any) -> PhraseArgument:
    return word_of(value) if value in (*TRAITS, BLANK, *OVERSEERS) else value


# More for everybody --------------------------------------------------------------------------------------------

_HEADLINES = ("dealt", "became", "accused", "nobody-accused", "admits", "denies", "guilty", "innocent", "robbed", "won")


def headline(setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
    """Return the public facts of a stage that matter most."""
    told = [notice for notice in outcome.notices if notice.to == PUBLIC and notice.kind in _HEADLINES]
    return [Phrase("headline", {"what": fact_said(notice.kind, notice.facts)}) for notice in told[:3]]


def winner(setting: Setting, state: State) -> Phrase | None:
    """42. Say who has won; None while the game goes on."""
    return Phrase("winner", {"players": Listed(tuple(state.winners))}) if state.winners else None


def epilogue(setting: Setting, past: Sequence[Past]) -> list[Chapter]:
    """Tell everybody at the end what was secret, stage by stage: hands, picks, face-down cards, piles and draws."""
    found = []
    for one in past:
        public = {notice.kind for notice in one.outcome.notices if notice.to == PUBLIC}
        lines = [fact_said(fact.kind, fact.data) for fact in one.outcome.log if fact.kind not in public]
        found += [Chapter(one.stage.said, lines)] if lines else []
    return found
