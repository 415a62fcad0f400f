"""What orders may hang on: facts of a player's view at the start of the stage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from adjudicator.core.conditions import (
    ME,
    Condition,
    Conditions,
    Truth,
    bound_objections,
    bound_said,
    is_within,
    listed,
)
from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word, either
from adjudicator.games.overseers.rules import ROUNDS
from adjudicator.games.overseers.views import PlayerView

_GREED = frozenset({"greed"})
_JUDGED = _GREED | {"judgement"}
_LAID = _JUDGED | {"powers", "vote"}
_DRAFT = frozenset({"pick", "placement"})
_KNOWN = _LAID | _DRAFT
_ALL = _KNOWN | {"fushen"}


def _named(view: PlayerView, name: str) -> str:
    return view.player if name == ME else name


def _is_one(of: Callable[[PlayerView], str]) -> Callable[[PlayerView, Any], Truth]:
    return lambda view, names: of(view) in [_named(view, name) for name in listed(names)]


def _has(of: Callable[[PlayerView], Iterable[str]]) -> Callable[[PlayerView, Any], Truth]:
    """Return whether a player has a trait, or at least so many cards of it, among certain cards."""

    def holds(view: PlayerView, argument: Any) -> Truth:
        asked = argument if isinstance(argument, Mapping) else {"trait": argument}
        return bool(list(of(view)).count(asked["trait"]) >= asked.get("at_least", 1))

    return holds


def _shows(view: PlayerView, argument: Any) -> Truth:
    return _has(lambda view: view.shows.get(_named(view, argument["player"]), ()))(view, argument)


def _votes_bound(argument: Any) -> dict[str, int]:
    return {key: number for key, number in argument.items() if key != "player"} or {"at_least": 1}


def _votes(view: PlayerView, argument: Any) -> Truth:
    return is_within(view.votes.get(_named(view, argument["player"]), 0), _votes_bound(argument))


def _guilty(view: PlayerView, answer: bool) -> Truth:
    return None if view.guilty is None else view.guilty is answer


# In words, and objections ------------------------------------------------------------------------------------


def _name_said(name: str) -> PhraseArgument:
    return Phrase("condition.me") if name == ME else name


def _names_said(key: str) -> Callable[[Any], Phrase]:
    return lambda names: Phrase(f"condition.{key}", {"names": either([_name_said(name) for name in listed(names)])})


def _overseers_said(key: str) -> Callable[[Any], Phrase]:
    return lambda named: Phrase(
        f"condition.{key}", {"names": either([Word("overseers", one) for one in listed(named)])}
    )


def _cards_said(key: str) -> Callable[[Any], Phrase]:
    def said(argument: Any) -> Phrase:
        asked = argument if isinstance(argument, Mapping) else {"trait": argument}
        name = {"name": _name_said(asked["player"])} if "player" in asked else {}
        trait, count = Word("traits", asked["trait"]), asked.get("at_least", 1)
        return Phrase(f"condition.{key}", {**name, "trait": trait, "count": count})

    return said


def _votes_said(argument: Any) -> Phrase:
    bound = bound_said(_votes_bound(argument))
    return Phrase("condition.votes", {"name": _name_said(argument["player"]), "bound": bound})


def _round_objections(view: PlayerView, bound: Any) -> Iterator[Objection]:
    past = Objection("condition-round-past", (), {"round": view.round})
    return bound_objections(bound, 1, ROUNDS, range(view.round, ROUNDS + 1), past)


def _some_trait(view: PlayerView) -> Word:
    return Word("traits", "anger")


def _me(view: PlayerView) -> Word:
    return Word("myself", ME)


def _of_player(key: str, value: Any) -> Callable[[PlayerView], Any]:
    return lambda view: {Word("has", "player"): view.others[0], Word("has", key): value}


CONDITIONS: Conditions = {
    "round": Condition(
        _ALL,
        lambda view, bound: is_within(view.round, bound),
        lambda bound: Phrase("condition.round", {"bound": bound_said(bound)}),
        lambda view: ROUNDS,
        _round_objections,
    ),
    "leader": Condition(_ALL, _is_one(lambda view: view.leader), _names_said("leader"), _me),
    "i_am": Condition(
        _KNOWN, _is_one(lambda view: view.overseer), _overseers_said("i_am"), lambda view: Word("overseers", "xie")
    ),
    "in_play": Condition(
        _KNOWN,
        lambda view, named: any(one in view.overseers.values() for one in listed(named)),
        _overseers_said("in_play"),
        lambda view: Word("overseers", "suyin"),
    ),
    "hand_has": Condition(_DRAFT, _has(lambda view: view.hand), _cards_said("hand_has"), _some_trait),
    "took": Condition(_DRAFT, _has(lambda view: view.taken), _cards_said("took"), _some_trait),
    "have": Condition(_LAID, _has(lambda view: [card.trait for card in view.cards]), _cards_said("have"), _some_trait),
    "shows": Condition(_LAID, _shows, _cards_said("shows"), _of_player("trait", Word("traits", "courage"))),
    "offered": Condition(
        frozenset({"fushen", "powers"}),
        lambda view, what: what in view.offered if view.offered else None,
        lambda what: Phrase("condition.offered", {"what": Word("offers", what)}),
        lambda view: Word("offers", "liang"),
    ),
    "accused": Condition(_JUDGED, _is_one(lambda view: view.accused), _names_said("accused"), _me),
    "thief": Condition(_GREED, _is_one(lambda view: view.thief), _names_said("thief"), _me),
    "votes": Condition(_JUDGED, _votes, _votes_said, _of_player("at_least", 2)),
    "guilty": Condition(
        _GREED,
        _guilty,
        lambda answer: Phrase(f"condition.guilty.{'yes' if answer else 'no'}"),
        lambda view: Word("booleans", "true"),
    ),
}
"""The conditions by name, in the order of docs/overseers.md."""
