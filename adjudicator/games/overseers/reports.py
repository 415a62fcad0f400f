"""What each reader is told about a stage: notices addressed to the reader, in words, and what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.faults import Listed, Pairs, Phrase, PhraseArgument
from adjudicator.core.game import Chapter, Past
from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC, Outcome, Reader
from adjudicator.games.overseers.actions import all_said
from adjudicator.games.overseers.rules import totals
from adjudicator.games.overseers.state import (
    BLANK,
    OF_THE_SHEET,
    OVERSEERS,
    TRAITS,
    Card,
    Setting,
    State,
    word_of,
    words_of,
)


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> Plain:
    """Return what ``reader`` may know after the stage."""
    found: Plain = {"public": public_part(setting, before, outcome)}
    if reader.kind == "player":
        found |= player_part(before, outcome, orders, reader)
    if reader.kind == "mj":
        found |= {
            "account": [account_line(fact.kind, fact.data) for fact in outcome.log],
            "table": [*_table(setting, outcome.state, None)],
            "hidden": [*_hidden(outcome.state)],
        }
    return found


def public_part(setting: Setting, before: State, outcome: Outcome[State]) -> Plain:
    """Return what everybody is told: what happened, the sums that were counted, and the table as all see it."""
    state = outcome.state
    told = [notice for notice in outcome.notices if notice.to == PUBLIC]
    return {
        "events": [fact_said(notice.kind, notice.facts) for notice in told if "sums" not in notice.facts],
        "sums": [_sums(notice.kind, notice.facts) for notice in told if "sums" in notice.facts],
        "round": state.round,
        "leader": state.leader,
        "step": state.step if state.phase == "pick" else None,
        "aside": len(state.aside),
        "table": [*_table(setting, state, "")],
        "scores": [{"player": player, "points": list(points)} for player, points in state.scores.items()],
        "totals": _totals(setting, state),
        "winners": list(state.winners),
    }


def _totals(setting: Setting, state: State) -> dict[str, int] | None:
    """41. Return the points of all rounds counted, if everybody may be told."""
    return totals(state) if state.phase == "over" or setting.options.totals == "open" else None


def _sums(kind: str, facts: Mapping[str, Any]) -> Plain:
    """30, 40. Return a table of sums: a row for each thing that counts, and a column for each player."""
    sums: Mapping[str, list[tuple[str, int, int]]] = facts["sums"]
    every = [
        what for what in (*TRAITS, BLANK, *OVERSEERS) if any(what == line[0] for own in sums.values() for line in own)
    ]
    rows = []
    for what in every:
        lines = [next((line for line in own if line[0] == what), None) for own in sums.values()]
        cells = [
            Phrase("sum.cell" if line[1] else "sum.points", {"cards": line[1], "points": line[2]}) if line else None
            for line in lines
        ]
        rows.append({"what": word_of(what), "cells": cells})
    return {"kind": kind, "players": list(sums), "rows": rows, "totals": list(facts["totals"].values())}


def _table(setting: Setting, state: State, reader: str | None) -> Iterator[Plain]:
    """Yield the row of each player as ``reader`` sees it: everybody (empty), a player, or the MJ (None)."""
    for player in setting.players:
        overseer = state.overseers.get(player, "")
        cards = [card_said(card, reader in (None, player)) for card in state.cards.get(player, ())]
        yield {"player": player, "overseer": word_of(overseer) if overseer else None, "cards": cards}


def card_said(card: Card, known: bool) -> Phrase:
    """Return a card as somebody sees it: a face-down card, unless known, is only its number."""
    if not known:
        values: dict[str, PhraseArgument] = {"number": card.number, "trait": word_of(card.trait)}
        return Phrase("card.up", values) if card.up else Phrase("card.down", {"number": card.number})
    values = {"number": card.number, "trait": word_of(card.trait), "nature": word_of(card.counts)}
    side = "up" if card.up else "own"
    return Phrase(f"card.{side}{'.as' if card.nature else ''}", values)


def player_part(before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader) -> Plain:
    """Return what only this player is told: orders, what was shown, and the cards that the player holds or has."""
    state, own = outcome.state, orders.get(reader.name, {})
    return {
        "orders": list(all_said(own)),
        "told": [fact_said(one.kind, one.facts) for one in outcome.notices if one.to == reader],
        "taken": [word_of(trait) for trait in state.taken.get(reader.name, ())],
        "held": [[word_of(trait) for trait in hand] for hand in state.held.get(reader.name, ())],
        "cards": [card_said(card, True) for card in state.cards.get(reader.name, ())],
    }


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


def account_line(kind: str, data: Mapping[str, Any]) -> Phrase:
    """Return a fact of the MJ's account in words, with the rule that decided it."""
    return Phrase("account.line", {"what": fact_said(kind, data), "rules": Listed(tuple(data["rules"]))})


def fact_said(kind: str, facts: Mapping[str, Any]) -> Phrase:
    """Return a fact in words; its sentence is named by its kind."""
    return Phrase(f"event.{kind}", dict(_values(facts)))


def _values(facts: Mapping[str, Any]) -> Iterator[tuple[str, PhraseArgument]]:
    for key, value in facts.items():
        if key in ("rules", "sums"):
            continue
        if key in ("card", "model"):
            number, trait = value
            values = {"number": number, "trait": word_of(trait)} if trait else {"number": number}
            yield key, Phrase("card.up" if trait else "card.down", values)
        elif key in ("players", "numbers"):
            yield key, Listed(tuple(value))
        elif isinstance(value, list | tuple):  # a fact that was kept has lists
            yield key, words_of(value)
        elif key in ("trait", "overseer"):
            yield key, word_of(value)
        elif key in ("counts", "totals"):
            yield key, Pairs(tuple(value.items()))
        else:
            yield key, value


# More for everybody --------------------------------------------------------------------------------------------

_HEADLINES = ("dealt", "became", "accused", "nobody-accused", "admits", "denies", "guilty", "innocent", "robbed", "won")


def headline(setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
    """Return the public facts of a stage that matter most."""
    told = [notice for notice in outcome.notices if notice.to == PUBLIC and notice.kind in _HEADLINES]
    return [fact_said(notice.kind, notice.facts) for notice in told[:3]]


def winner(setting: Setting, state: State) -> Phrase | None:
    """42. Say who has won; None while the game goes on."""
    return Phrase("winner", {"players": Listed(tuple(state.winners))}) if state.winners else None


def options(setting: Setting) -> list[Phrase]:
    """Return in words each option that differs from the rule sheet."""
    chosen = setting.options._asdict()
    return [Phrase(f"variant.{key}") for key, value in chosen.items() if value != getattr(OF_THE_SHEET, key)]


def epilogue(setting: Setting, past: Sequence[Past]) -> list[Chapter]:
    """Tell everybody at the end all that happened, stage by stage."""
    return [Chapter(one.stage.said, [fact_said(fact.kind, fact.data) for fact in one.outcome.log]) for one in past]
