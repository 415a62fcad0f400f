"""What orders may hang on: facts of a player's view at the start of the stage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from adjudicator.core.conditions import (
    ME,
    ConditionFact,
    Conditions,
    Truth,
    bound_in,
    bound_objections,
    bound_said,
    conditions_on,
    in_words,
    is_within,
    listed,
    named,
    names,
    number,
)
from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word, either
from adjudicator.games.overseers.rules import ROUNDS
from adjudicator.games.overseers.views import PlayerView

_GREED = frozenset({"greed"})
_JUDGED = _GREED | {"judgement"}
_LAID = _JUDGED | {"powers", "vote"}
_DRAFT = frozenset({"pick", "placement"})
_KNOWN = _LAID | _DRAFT
_SHOWN = frozenset({"fushen", "powers"})


def _somebody(key: str, value: Callable[[PlayerView], str], phases: frozenset[str] | None) -> ConditionFact:
    """Return the fact of who is something; it is false of everybody while nobody is."""
    return names(key, lambda view: [value(view)], lambda view: ME, any, phases=phases)


def _overseers(key: str, value: Callable[[PlayerView], Iterable[str]], example: str) -> ConditionFact:
    return ConditionFact(
        key,
        lambda view: list(value(view)),
        lambda view: example,
        lambda those: {"names": either([Word("overseers", one) for one in listed(those)])},
        read=lambda view, those: listed(those),
        written=lambda those: Word("overseers", those),
        phases=_KNOWN,
    )


def _has(cards: Sequence[str], asked: Any) -> Truth:
    asked = asked if isinstance(asked, Mapping) else {"trait": asked}
    return is_within(cards.count(asked["trait"]), bound_in(asked))


def _said(asked: Any) -> Mapping[str, PhraseArgument]:
    """Return what a sentence says of cards or votes that are asked for: of whom, of what trait, and how many."""
    asked = asked if isinstance(asked, Mapping) else {"trait": asked}
    name = {"name": Phrase("condition.me") if asked["player"] == ME else asked["player"]} if "player" in asked else {}
    if "trait" not in asked:
        return {**name, "bound": bound_said(bound_in(asked))}
    return {**name, "trait": Word("traits", asked["trait"]), "count": asked.get("at_least", 1)}


def _cards(key: str, value: Callable[[PlayerView], Sequence[str]], phases: frozenset[str]) -> ConditionFact:
    """Return the fact of which traits are among certain cards of the player."""
    trait = Word("traits", "anger")
    return ConditionFact(
        key, value, lambda view: "anger", _said, holds=_has, written=lambda asked: trait, phases=phases
    )


def _of_player(view: PlayerView, argument: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**argument, "player": named(view, argument["player"])[0]}


def _in_parts(argument: Mapping[str, Any]) -> Mapping[Word, Any]:
    """Return an argument about a player in words."""
    return {Word("has", key): Word("traits", one) if key == "trait" else in_words(one) for key, one in argument.items()}


def _rounds_left(view: PlayerView) -> tuple[Sequence[int], Objection]:
    return range(view.round, ROUNDS + 1), Objection("condition-round-past", (), {"round": view.round})


CONDITIONS: Conditions = conditions_on(
    _KNOWN | _SHOWN,
    number("round", lambda view: (1, ROUNDS), lambda view: ROUNDS, _rounds_left),
    _somebody("leader", lambda view: view.leader, None),
    _overseers("i_am", lambda view: [view.overseer], "xie"),
    _overseers("in_play", lambda view: view.overseers.values(), "suyin"),
    _cards("hand_has", lambda view: view.hand, _DRAFT),
    _cards("took", lambda view: view.taken, _DRAFT),
    _cards("have", lambda view: [card.trait for card in view.cards], _LAID),
    ConditionFact(
        "shows",
        lambda view: view.shows,
        lambda view: {"player": view.others[0], "trait": "courage"},
        _said,
        holds=lambda shows, asked: _has(shows.get(asked["player"], ()), asked),
        read=_of_player,
        written=_in_parts,
        phases=_LAID,
    ),
    ConditionFact(
        "offered",
        example=lambda view: "liang",
        words=lambda what: {"what": Word("offers", what)},
        holds=lambda offered, what: what in offered,
        written=lambda what: Word("offers", what),
        phases=_SHOWN,
    ),
    _somebody("accused", lambda view: view.accused, _JUDGED),
    _somebody("thief", lambda view: view.thief, _GREED),
    ConditionFact(
        "votes",
        example=lambda view: {"player": view.others[0], "at_least": 2},
        words=_said,
        read=lambda view, asked: {**_of_player(view, asked), **bound_in(asked)},
        written=_in_parts,
        objections=lambda view, asked: bound_objections(bound_in(asked), 0, len(view.players)),
        phases=_JUDGED,
    ),
    ConditionFact("guilty", phases=_GREED),
)
"""The conditions by name, in the order of docs/overseers.md."""
