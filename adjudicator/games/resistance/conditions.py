"""The conditions of standing orders, each judged only on what its player may know.

``CONDITIONS`` defines them by name, ``given_when`` tells which facts are fixed for an order, and ``HANGS_ON`` gives the
part of a view on which the objections to an argument depend.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
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
from adjudicator.core.faults import Listed, Objection, Phrase, PhraseArgument, Word, either, together
from adjudicator.games.resistance.rules import MISSIONS, PROPOSALS, SQUAD_SIZES, TO_WIN
from adjudicator.games.resistance.state import COLONS, CYLONS
from adjudicator.games.resistance.views import PlayerView

# The phases in which a condition can be seen: all, those with a squad, and those in which its votes are published.
_ALL = frozenset({"proposal", "vote", "mission"})
_OF_A_SQUAD = frozenset({"vote", "mission"})
_VOTED = frozenset({"mission"})


# Whether a condition holds on a view; None if the player cannot see it ---------------------------------------


def _named(view: PlayerView, names: Any) -> list[str]:
    """Return the players who are named, with the player's own name in place of ``ME``."""
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
    """Return a function that returns True if the player knows that somebody is on ``side``, or None if not."""

    def holds(view: PlayerView, name: str) -> Truth:
        own = name == view.player and view.side == side
        return True if own or (side == CYLONS and name in view.fellows) else None

    return holds


def given_when(view: PlayerView, order: str, condition: str, argument: Any) -> Truth:
    """Return whether a fact is fixed whenever an order can be given: True or False, or None if it may vary.

    Some facts are fixed because only the Commandant proposes, and only members of the squad play cards.
    """
    if order in ("squad", "target") and condition == "commander":
        return view.player in _named(view, argument)
    if order != "mission":
        return None
    if condition == "in_squad":
        return argument is True
    if condition in ("squad_has", "squad_has_one"):
        named = set(_named(view, argument))
        return True if named == {view.player} or (condition == "squad_has_one" and view.player in named) else None
    return None


# Conditions in words, and objections to those that never or always hold --------------------------------------


def _names_said(names: Any) -> list[PhraseArgument]:
    """Return the names as they are worded, with the player (``ME``) last."""
    those = [name for name in listed(names) if name != ME]
    return [*those, Phrase("condition.me")] if ME in listed(names) else those


def _squad_has_said(names: Any) -> Phrase:
    if listed(names) == [ME]:
        return Phrase("condition.in_squad.yes")
    return Phrase("condition.squad_has", {"names": together(_names_said(names))})


def _squad_has_one_said(names: Any) -> Phrase:
    if not listed(names)[1:]:
        return _squad_has_said(names)
    return Phrase("condition.squad_has_one", {"names": either(_names_said(names))})


def _commander_said(names: Any) -> Phrase:
    if listed(names) == [ME]:
        return Phrase("condition.commander.me")
    return Phrase("condition.commander", {"names": either(_names_said(names))})


def _voted_said(key: str) -> Callable[[Any], Phrase]:
    def said(names: Any) -> Phrase:
        those = listed(names)
        if those == [ME]:
            return Phrase(f"condition.{key}.me")
        full = f"condition.{key}.with-me" if ME in those else f"condition.{key}"
        return Phrase(full, {"names": together(_names_said(names))}, n=None if ME in those else len(those))

    return said


def _of_bound(key: str) -> Callable[[Any], Phrase]:
    return lambda bound: Phrase(f"condition.{key}", {"bound": bound_said(bound)})


def _missions_left(view: PlayerView) -> list[int]:
    return [number for number in range(1, MISSIONS + 1) if number not in view.allowed.done]


def _sizes_left(view: PlayerView) -> list[int]:
    """Return the squad sizes of the missions that are left."""
    return [SQUAD_SIZES[len(view.players)][number - 1] for number in _missions_left(view)]


def _fits_a_squad(view: PlayerView, names: Any) -> Iterator[Objection]:
    """Yield an objection if more players are named than any remaining squad has members."""
    most, named = max(_sizes_left(view)), len(set(_named(view, names)))
    if named > most:
        yield Objection("condition-squad", (), {"most": most, "named": named})


def _is_left_out(view: PlayerView, names: Any) -> Iterator[Objection]:
    """Yield an objection if every remaining squad needs one of the named players, as the others are too few for it."""
    least, others = min(_sizes_left(view)), set(view.players).difference(_named(view, names))
    if len(others) < least:
        yield Objection("condition-squad-always", (), {"least": least})


def _is_somebody(view: PlayerView, names: Any) -> Iterator[Objection]:
    """Yield an objection if all players are named, so that the condition always holds."""
    if not set(view.players).difference(_named(view, names)):
        yield Objection("condition-everybody")


def _is_told(side: str) -> Callable[[PlayerView, str], Iterator[Objection]]:
    """Return a function that objects to a side that the player does not know and will never be told.

    After the deal no card shows anybody's side (R5, R6).
    """
    holds = _known(side)

    def objections(view: PlayerView, name: str) -> Iterator[Objection]:
        if view.side and holds(view, name) is None:
            if view.player == name:
                yield Objection("condition-own-side")
            elif view.side == COLONS:
                yield Objection("condition-never-told", (), {"name": name})
            else:
                yield Objection("condition-told-otherwise", (), {"name": name})

    return objections


def _others(view: PlayerView) -> tuple[str, ...]:
    return tuple(other for other in view.players if other != view.player)


def _someone(view: PlayerView) -> PhraseArgument:
    return _others(view)[0]


def _unoffered(view: PlayerView) -> None:
    """Return no example, so that forms do not offer it: what a player was told at the deal never changes."""


def _side_said(key: str) -> Callable[[Any], Phrase]:
    return lambda name: Phrase(f"condition.{key}", {"names": name})


def _bound(
    key: str,
    phases: frozenset[str],
    holds: Callable[[PlayerView, Any], Truth],
    span: Callable[[PlayerView], tuple[int, int]],
    example: Callable[[PlayerView], Mapping[PhraseArgument, PhraseArgument] | int],
    still: Callable[[PlayerView], tuple[Sequence[int], Objection]] | None = None,
) -> Condition:
    """Return a condition on a number; ``key`` is its name in the catalogue.

    ``span`` returns the lowest and the highest value in any game. ``still`` returns the values that are still possible
    in this one, and the objection to a bound that allows none of them.
    """

    def objections(view: PlayerView, bound: Any) -> Iterator[Objection]:
        return bound_objections(bound, *span(view), *(still(view) if still else ()))

    return Condition(phases, holds, _of_bound(key), example, objections)


_AT_LEAST, _AT_MOST = Word("bounds", "at_least"), Word("bounds", "at_most")
_ROUNDS = (1, MISSIONS)


def _rounds_left(view: PlayerView) -> tuple[Sequence[int], Objection]:
    return range(view.round, MISSIONS + 1), Objection("condition-round-past", (), {"round": view.round})


def _targets_left(view: PlayerView) -> tuple[Sequence[int], Objection]:
    left = _missions_left(view)
    return left, Objection("condition-mission-done", (), {"list": Listed(tuple(left))})


def _score_from(success: bool) -> Callable[[PlayerView], tuple[Sequence[int], Objection]]:
    """Return a function that returns the numbers of successes (or failures) still possible, with the objection.

    A number that is already reached cannot fall.
    """

    def still(view: PlayerView) -> tuple[Sequence[int], Objection]:
        score = view.score(success)
        return range(score, TO_WIN), Objection("condition-score-past", (), {"score": score})

    return still


def _of_approvals(view: PlayerView, bound: Any) -> Iterator[Objection]:
    """10. Yield objections to a number of yes votes: an approved squad has more than half of those that count."""
    uncounted = view.options.missing_vote == "uncounted"
    least, most = 1 if uncounted else len(view.players) // 2 + 1, len(view.players)
    approved = Objection("condition-approved", (), {"least": least, "most": most})
    return bound_objections(bound, 0, most, range(least, most + 1), approved)


CONDITIONS: Conditions = {
    "squad_has": Condition(_OF_A_SQUAD, _squad_has, _squad_has_said, _someone, _fits_a_squad, with_orders=True),
    "squad_has_one": Condition(
        _OF_A_SQUAD, _squad_has_one, _squad_has_one_said, lambda view: _others(view)[:2], _is_left_out, with_orders=True
    ),
    "in_squad": Condition(
        _OF_A_SQUAD,
        _in_squad,
        lambda answer: Phrase(f"condition.in_squad.{'yes' if answer else 'no'}"),
        lambda view: Word("booleans", "true"),
        with_orders=True,
    ),
    "commander": Condition(
        _ALL, _commander, _commander_said, lambda view: Word("myself", ME), _is_somebody, with_orders=True
    ),
    "round": _bound(
        "round",
        _ALL,
        lambda view, bound: is_within(view.round, bound),
        lambda view: _ROUNDS,
        lambda view: min(view.round + 1, MISSIONS),
        _rounds_left,
    ),
    "proposal": _bound(
        "proposal",
        _ALL,
        lambda view, bound: is_within(view.proposal, bound),
        lambda view: (1, PROPOSALS),
        lambda view: PROPOSALS,
    ),
    "target": _bound(
        "target",
        _OF_A_SQUAD,
        lambda view, bound: is_within(view.target, bound),
        lambda view: _ROUNDS,
        lambda view: _missions_left(view)[-1],
        _targets_left,
    ),
    "successes": _bound(
        "successes",
        _ALL,
        lambda view, bound: is_within(view.score(True), bound),
        lambda view: (0, TO_WIN - 1),
        lambda view: TO_WIN - 1,
        _score_from(True),
    ),
    "failures": _bound(
        "failures",
        _ALL,
        lambda view, bound: is_within(view.score(False), bound),
        lambda view: (0, TO_WIN - 1),
        lambda view: TO_WIN - 1,
        _score_from(False),
    ),
    "last_mission": Condition(
        _ALL,
        _last_mission,
        lambda result: Phrase(f"condition.last_mission.{result}"),
        lambda view: Word("cards", "failure"),
    ),
    "sabotages": _bound(
        "sabotages",
        _ALL,
        _sabotages,
        lambda view: (0, max(SQUAD_SIZES[len(view.players)])),
        lambda view: {_AT_LEAST: 1},
    ),
    "yes_votes": Condition(
        _VOTED, _yes_votes, _of_bound("yes_votes"), lambda view: {_AT_MOST: len(view.players) - 1}, _of_approvals
    ),
    "voted_yes": Condition(_VOTED, _voted("yes"), _voted_said("voted_yes"), _someone),
    "voted_no": Condition(_VOTED, _voted("no"), _voted_said("voted_no"), _someone),
    "known_cylon": Condition(_ALL, _known(CYLONS), _side_said("known_cylon"), _unoffered, _is_told(CYLONS)),
    "known_colon": Condition(_ALL, _known(COLONS), _side_said("known_colon"), _unoffered, _is_told(COLONS)),
}
"""The conditions by name, in the order of docs/resistance.md."""


def _on_nothing(view: PlayerView) -> Hashable:
    return ()


def _on_missions(view: PlayerView) -> Hashable:
    return tuple(_missions_left(view))


HANGS_ON: Mapping[str, Callable[[PlayerView], Hashable]] = {
    **dict.fromkeys(("in_squad", "commander", "proposal", "last_mission", "sabotages", "yes_votes"), _on_nothing),
    **dict.fromkeys(("voted_yes", "voted_no"), _on_nothing),
    **dict.fromkeys(("squad_has", "squad_has_one", "target"), _on_missions),
    "round": lambda view: view.round,
    "successes": lambda view: view.score(True),
    "failures": lambda view: view.score(False),
}
"""For each condition, the part of a view that decides which of its arguments are refused.

Conditions that are not listed depend on what only the player knows.
"""


def condition_hangs_on(view: PlayerView, condition: str) -> Hashable:
    """Return what of the view decides about a condition; None if it depends on what only the player knows."""
    return HANGS_ON[condition](view) if condition in HANGS_ON else None
