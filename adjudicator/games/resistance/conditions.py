"""The conditions of standing orders, each judged only on what its player may know.

``CONDITIONS`` defines them by name, and ``given_when`` tells which facts are fixed for an order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from adjudicator.core.conditions import (
    ME,
    ConditionFact,
    Conditions,
    Truth,
    conditions_on,
    named,
    names,
    number,
)
from adjudicator.core.faults import Listed, Objection, Word
from adjudicator.games.resistance.rules import MISSIONS, PROPOSALS, SQUAD_SIZES, TO_WIN
from adjudicator.games.resistance.state import COLONS, CYLONS
from adjudicator.games.resistance.views import PlayerView

_ALL = frozenset({"proposal", "vote", "mission"})
_OF_A_SQUAD = frozenset({"vote", "mission"})
"""The phases in which there is a squad."""
_VOTED = frozenset({"mission"})
"""The phases in which the votes on it are published."""


# Values that a view shows; None if it does not ---------------------------------------------------------------


def _squad(view: PlayerView) -> tuple[str, ...] | None:
    return view.squad or None


def _in_squad(view: PlayerView) -> bool | None:
    return view.player in view.squad if view.squad else None


def _last_mission(view: PlayerView) -> str | None:
    return ("success" if view.missions[-1].success else "failure") if view.missions else None


def _sabotages(view: PlayerView) -> int | None:
    return view.missions[-1].failures if view.missions else None


def _voted(vote: str, view: PlayerView) -> list[str] | None:
    """Return the players who cast this vote."""
    return None if view.votes is None else [player for player, cast in view.votes.items() if cast == vote]


def _yes_votes(view: PlayerView) -> int | None:
    voted = _voted("yes", view)
    return None if voted is None else len(voted)


def _known(side: str, view: PlayerView) -> list[str]:
    """Return the players of whom the player knows that they are on ``side``."""
    return [*([view.player] if view.side == side else []), *(view.fellows if side == CYLONS else [])]


def _if_known(known: Iterable[bool]) -> Truth:
    """Return True if it is known of somebody; otherwise nothing is seen, as nobody is known not to be on a side."""
    return any(known) or None


def given_when(view: PlayerView, order: str, condition: str, argument: Any) -> Truth:
    """Return whether a fact is fixed whenever an order can be given: True or False, or None if it may vary.

    Some facts are fixed because only the Commandant proposes, and only members of the squad play cards.
    """
    if order in ("squad", "target") and condition == "commander":
        return view.player in named(view, argument)
    if order != "mission":
        return None
    if condition == "in_squad":
        return argument is True
    if condition in ("squad_has", "squad_has_one"):
        those = set(named(view, argument))
        return True if those == {view.player} or (condition == "squad_has_one" and view.player in those) else None
    return None


# Objections to conditions that never or always hold ----------------------------------------------------------


def _missions_left(view: PlayerView) -> list[int]:
    return [number for number in range(1, MISSIONS + 1) if number not in view.allowed.done]


def _sizes_left(view: PlayerView) -> list[int]:
    """Return the squad sizes of the missions that are left."""
    return [SQUAD_SIZES[len(view.players)][number - 1] for number in _missions_left(view)]


def _fits_a_squad(view: PlayerView, names: Any) -> Iterator[Objection]:
    """Yield an objection if more players are named than any remaining squad has members."""
    most, count = max(_sizes_left(view)), len(set(named(view, names)))
    if count > most:
        yield Objection("condition-squad", (), {"most": most, "named": count})


def _is_left_out(view: PlayerView, names: Any) -> Iterator[Objection]:
    """Yield an objection if every remaining squad needs one of the named players, as the others are too few for it."""
    least, others = min(_sizes_left(view)), set(view.players).difference(named(view, names))
    if len(others) < least:
        yield Objection("condition-squad-always", (), {"least": least})


def _is_somebody(view: PlayerView, names: Any) -> Iterator[Objection]:
    """Yield an objection if all players are named, so that the condition always holds."""
    if not set(view.players).difference(named(view, names)):
        yield Objection("condition-everybody")


def _is_told(side: str, view: PlayerView, name: str) -> Iterator[Objection]:
    """Object to a side that the player does not know and will never be told.

    After the deal no card shows anybody's side (R5, R6).
    """
    if view.side and name not in _known(side, view):
        if view.player == name:
            yield Objection("condition-own-side")
        elif view.side == COLONS:
            yield Objection("condition-never-told", (), {"name": name})
        else:
            yield Objection("condition-told-otherwise", (), {"name": name})


def _rounds_left(view: PlayerView) -> tuple[Sequence[int], Objection]:
    return range(view.round, MISSIONS + 1), Objection("condition-round-past", (), {"round": view.round})


def _targets_left(view: PlayerView) -> tuple[Sequence[int], Objection]:
    left = _missions_left(view)
    return left, Objection("condition-mission-done", (), {"list": Listed(tuple(left))})


def _approvals(view: PlayerView) -> tuple[Sequence[int], Objection]:
    """10. An approved squad has more than half of the votes that count."""
    uncounted = view.options.missing_vote == "uncounted"
    least, most = 1 if uncounted else len(view.players) // 2 + 1, len(view.players)
    return range(least, most + 1), Objection("condition-approved", (), {"least": least, "most": most})


# The conditions ----------------------------------------------------------------------------------------------


def _others(view: PlayerView) -> list[str]:
    return [other for other in view.players if other != view.player]


def _someone(view: PlayerView) -> str:
    return _others(view)[0]


def _score(key: str, success: bool) -> ConditionFact:
    """Return the fact of how many missions have succeeded or failed; a number that is reached cannot fall."""

    def still(view: PlayerView) -> tuple[Sequence[int], Objection]:
        score = view.score(success)
        return range(score, TO_WIN), Objection("condition-score-past", (), {"score": score})

    return number(
        key, lambda view: (0, TO_WIN - 1), lambda view: TO_WIN - 1, still, value=lambda view: view.score(success)
    )


def _side(key: str, side: str) -> ConditionFact:
    """Return the fact of who is known to be on a side; it never changes after the deal, so forms do not offer it."""
    return names(key, partial(_known, side), lambda view: None, _if_known, objections=partial(_is_told, side))


CONDITIONS: Conditions = conditions_on(
    _ALL,
    names("squad_has", _squad, _someone, phases=_OF_A_SQUAD, objections=_fits_a_squad, with_orders=True),
    names(
        "squad_has_one",
        _squad,
        lambda view: _others(view)[:2],
        any,
        phases=_OF_A_SQUAD,
        objections=_is_left_out,
        with_orders=True,
    ),
    ConditionFact("in_squad", _in_squad, phases=_OF_A_SQUAD, with_orders=True),
    names("commander", lambda view: [view.commander], lambda view: ME, any, objections=_is_somebody, with_orders=True),
    number("round", lambda view: (1, MISSIONS), lambda view: min(view.round + 1, MISSIONS), _rounds_left),
    number("proposal", lambda view: (1, PROPOSALS), lambda view: PROPOSALS),
    number(
        "target",
        lambda view: (1, MISSIONS),
        lambda view: _missions_left(view)[-1],
        _targets_left,
        phases=_OF_A_SQUAD,
    ),
    _score("successes", True),
    _score("failures", False),
    ConditionFact("last_mission", _last_mission, lambda view: "failure", written=lambda result: Word("cards", result)),
    number(
        "sabotages",
        lambda view: (0, max(SQUAD_SIZES[len(view.players)])),
        lambda view: {"at_least": 1},
        value=_sabotages,
    ),
    number(
        "yes_votes",
        lambda view: (0, len(view.players)),
        lambda view: {"at_most": len(view.players) - 1},
        _approvals,
        value=_yes_votes,
        phases=_VOTED,
    ),
    names("voted_yes", partial(_voted, "yes"), _someone, phases=_VOTED, counted=True),
    names("voted_no", partial(_voted, "no"), _someone, phases=_VOTED, counted=True),
    _side("known_cylon", CYLONS),
    _side("known_colon", COLONS),
)
"""The conditions by name, in the order of docs/resistance.md."""
