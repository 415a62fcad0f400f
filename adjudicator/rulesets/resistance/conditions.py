"""What orders may hang on: the conditions, each judged on what a player may know and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.core.conditions import (
    ME,
    Condition,
    Conditions,
    Truth,
    all_of,
    bound_objections,
    bound_said,
    is_within,
    listed,
)
from adjudicator.core.faults import Objection
from adjudicator.core.phrase import Filling, Listed, Phrase, Word
from adjudicator.rulesets.resistance.rules import MISSIONS, PROPOSALS, SQUAD_SIZES, TO_WIN
from adjudicator.rulesets.resistance.state import COLONS, CYLONS
from adjudicator.rulesets.resistance.views import PlayerView

_ALL = frozenset({"proposal", "vote", "mission"})
_OF_A_SQUAD = frozenset({"vote", "mission"})
_VOTED = frozenset({"mission"})


# What they say of a view ---------------------------------------------------------------------------------------


def _named(view: PlayerView, names: Any) -> list[str]:
    """Return who is named, he himself by his name."""
    return [view.player if name == ME else name for name in listed(names)]


def _squad_has(view: PlayerView, names: Any) -> Truth:
    return all(name in view.squad for name in _named(view, names)) if view.squad else None


def _squad_has_one(view: PlayerView, names: Any) -> Truth:
    return any(name in view.squad for name in _named(view, names)) if view.squad else None


def _in_squad(view: PlayerView, answer: bool) -> Truth:
    return (view.player in view.squad) is answer if view.squad else None


def _commander(view: PlayerView, names: Any) -> Truth:
    return view.commander in _named(view, names)


def _last_mission(view: PlayerView, result: str) -> Truth:
    return view.missions[-1].success is (result == "success") if view.missions else None


def _sabotages(view: PlayerView, bound: Any) -> Truth:
    return is_within(view.missions[-1].failures if view.missions else None, bound)


def _yes_votes(view: PlayerView, bound: Any) -> Truth:
    return is_within(None if view.votes is None else list(view.votes.values()).count("yes"), bound)


def _voted(cast: str) -> Callable[[PlayerView, Any], Truth]:
    def holds(view: PlayerView, names: Any) -> Truth:
        votes = view.votes
        return all_of(None if votes is None else votes.get(name) == cast for name in _named(view, names))

    return holds


def _known(side: str) -> Callable[[PlayerView, str], Truth]:
    """Return what tells that he was told the side of a player; where he was not, it cannot be seen."""

    def holds(view: PlayerView, name: str) -> Truth:
        own = name == view.player and view.side == side
        return True if own or (side == CYLONS and name in view.fellows) else None

    return holds


# In words, and what of them makes no sense ---------------------------------------------------------------------


def _of_names(key: str) -> Callable[[Any], Phrase]:
    return lambda names: Phrase(f"condition.{key}", {"names": _names_said(names)})


def _names_said(names: Any) -> Listed:
    return Listed(tuple(Phrase("condition.me") if name == ME else name for name in listed(names)))


def _commander_said(names: Any) -> Phrase:
    those = listed(names)
    if those == [ME]:
        return Phrase("condition.commander.me")
    return Phrase("condition.commander.one" if those[1:] else "condition.commander", {"names": _names_said(names)})


def _of_bound(key: str) -> Callable[[Any], Phrase]:
    return lambda bound: Phrase(f"condition.{key}", {"bound": bound_said(bound)})


def _fits_a_squad(view: PlayerView, names: Any) -> Iterator[Objection]:
    most = max(SQUAD_SIZES[len(view.players)])
    if len(set(listed(names))) > most:
        yield Objection("condition-squad", (), {"most": most, "named": len(set(listed(names)))})


def _someone(view: PlayerView) -> Filling:
    return next(other for other in view.players if other != view.player)


def _names(key: str, phases: frozenset[str], holds: Callable[[PlayerView, Any], Truth]) -> Condition:
    return Condition(phases, holds, _of_names(key), _someone)


def _bound(
    key: str,
    phases: frozenset[str],
    holds: Callable[[PlayerView, Any], Truth],
    span: Callable[[PlayerView], tuple[int, int]],
    example: Mapping[Filling, Filling] | int,
) -> Condition:
    def objections(view: PlayerView, bound: Any) -> Iterator[Objection]:
        return bound_objections(bound, *span(view))

    return Condition(phases, holds, _of_bound(key), lambda view: example, objections)


_AT_LEAST, _AT_MOST = Word("bounds", "at_least"), Word("bounds", "at_most")

CONDITIONS: Conditions = {
    "squad_has": _names("squad_has", _OF_A_SQUAD, _squad_has)._replace(objections=_fits_a_squad),
    "squad_has_one": _names("squad_has_one", _OF_A_SQUAD, _squad_has_one)._replace(
        example=lambda view: view.players[:2]
    ),
    "in_squad": Condition(
        _OF_A_SQUAD,
        _in_squad,
        lambda answer: Phrase(f"condition.in_squad.{'yes' if answer else 'no'}"),
        lambda view: Word("booleans", "true"),
    ),
    "commander": _names("commander", _ALL, _commander)._replace(
        said=_commander_said, example=lambda view: Word("myself", ME)
    ),
    "round": _bound("round", _ALL, lambda view, bound: is_within(view.round, bound), lambda view: (1, MISSIONS), 1),
    "proposal": _bound(
        "proposal", _ALL, lambda view, bound: is_within(view.proposal, bound), lambda view: (1, PROPOSALS), PROPOSALS
    ),
    "target": _bound(
        "target", _OF_A_SQUAD, lambda view, bound: is_within(view.target, bound), lambda view: (1, MISSIONS), 4
    ),
    "successes": _bound(
        "successes", _ALL, lambda view, bound: is_within(view.score(True), bound), lambda view: (0, TO_WIN - 1), 2
    ),
    "failures": _bound(
        "failures", _ALL, lambda view, bound: is_within(view.score(False), bound), lambda view: (0, TO_WIN - 1), 2
    ),
    "last_mission": Condition(
        _ALL,
        _last_mission,
        lambda result: Phrase(f"condition.last_mission.{result}"),
        lambda view: Word("cards", "failure"),
    ),
    "sabotages": _bound(
        "sabotages", _ALL, _sabotages, lambda view: (0, max(SQUAD_SIZES[len(view.players)])), {_AT_LEAST: 1}
    ),
    "yes_votes": _bound("yes_votes", _VOTED, _yes_votes, lambda view: (0, len(view.players)), {_AT_MOST: 4}),
    "voted_yes": _names("voted_yes", _VOTED, _voted("yes")),
    "voted_no": _names("voted_no", _VOTED, _voted("no")),
    "known_cylon": _names("known_cylon", _ALL, _known(CYLONS)),
    "known_colon": _names("known_colon", _ALL, _known(COLONS)),
}
"""The conditions of docs/resistance.md, in its order."""
