"""The conditions of standing orders, each judged only on what its player may know.

``CONDITIONS`` defines them by name, and ``given_when`` tells which facts are fixed for an order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from adjudicator.core.conditions import (
    ME,
    ConditionFact,
    Conditions,
    Truth,
    all_of,
    conditions_on,
    named,
    names,
    number,
)
from adjudicator.core.faults import Listed, Objection, Word
from adjudicator.games.resistance.plot_actions import USED_IN, in_deck, kept_in_deck, plot
from adjudicator.games.resistance.rules import MISSIONS, PROPOSALS, SQUAD_SIZES, TO_WIN
from adjudicator.games.resistance.state import COLONS, CYLONS
from adjudicator.games.resistance.views import VOTED, PlayerView

_VOTED = frozenset(VOTED)
_OF_A_SQUAD = frozenset({"opinion", "vote"}) | _VOTED
"""The phases in which there is a squad."""
_ALL = frozenset({"chief", "give", "immediate", "proposal"}) | _OF_A_SQUAD


# Values that a view shows; None if it does not ---------------------------------------------------------------


def _squad(view: PlayerView) -> tuple[str, ...] | None:
    return view.squad or None


def _in_squad(view: PlayerView) -> bool | None:
    return view.player in view.squad if view.squad else None


def _last_mission(view: PlayerView) -> str | None:
    return ("success" if view.missions[-1].success else "failure") if view.missions else None


def _sabotages(view: PlayerView) -> int | None:
    return view.missions[-1].failures if view.missions else None


def _voted(vote: str, view: PlayerView) -> Mapping[str, bool] | None:
    """Return for each player whose vote is published whether it was this one; L32: in stage ``vote`` open votes."""
    if view.votes is not None:
        return {player: view.votes.get(player) == vote for player in view.players}
    if view.phase == "vote" and view.plots is not None:
        return {player: cast == vote for player, cast in view.plots.opinions.items()}
    return None


def _all_known(found: Mapping[str, bool], those: Sequence[str]) -> Truth:
    """Return whether something is true of all of ``those``; None if it is not known of one, and false of none."""
    return all_of(found.get(name) for name in those)


def _yes_votes(view: PlayerView) -> int | None:
    return None if view.votes is None else list(view.votes.values()).count("yes")


def _known(side: str, view: PlayerView) -> Mapping[str, bool]:
    """Return for each player of whom the player knows that they are on ``side``, or with Le Plan on the other."""
    known = {name: found == side for name, found in view.known.items()}
    return known if view.plots is not None else {name: True for name, is_on in known.items() if is_on}


def given_when(view: PlayerView, order: str, condition: str, argument: Any) -> Truth:
    """Return whether a fact is fixed whenever an order can be given: True or False, or None if it may vary.

    Some facts are fixed because only the Commandant proposes, and only members of the squad play cards.
    """
    if order in ("squad", "target", "give") and condition == "commander":
        return view.player in named(view, argument)
    if condition == "i_hold":  # a card that an order uses lies before its player (L32)
        return argument in (cards[order] for cards in USED_IN.values() if order in cards) or None
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

    After the deal no card shows anybody's side (R5, R6), but for those of Le Plan (L32).
    """
    open_still = view.plots is not None and view.player != name
    if view.side and not _known(side, view).get(name) and not open_still:
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
    fact = names(key, partial(_known, side), lambda view: None, objections=partial(_is_told, side))
    return fact._replace(holds=_all_known)


def _votes(key: str, vote: str) -> ConditionFact:
    """Return the fact of who has cast a vote; before the count, only open votes can be seen, with Le Plan."""
    fact = names(key, partial(_voted, vote), _someone, phases=_VOTED | {"vote"}, counted=True)
    seen = {True: _VOTED | {"vote"}, False: _VOTED}
    return fact._replace(holds=_all_known, narrowed=lambda view: seen[view.plots is not None])


def _of_plots(key: str, field: str, **more: Any) -> ConditionFact:
    """Return a fact that is ``field`` of the public cards of Le Plan; None where it is not played."""
    return ConditionFact(key, lambda view: view.plots and getattr(view.plots, field), **more)


def _card(key: str, field: str, **more: Any) -> ConditionFact:
    """Return the fact of which cards there are, of which the argument names one."""
    return _of_plots(
        key,
        field,
        example=lambda view: next(iter(kept_in_deck(view)), None),
        words=lambda card: {"plot": plot(card)},
        holds=lambda found, card: card in found,
        written=plot,
        **more,
    )


def _holds(view: PlayerView) -> Mapping[str, tuple[str, ...]] | None:
    return view.plots and view.plots.hands


def _lit(view: PlayerView) -> list[str] | None:
    return None if view.plots is None else [view.plots.lit] if view.plots.lit else []


_PLOTS = (
    _of_plots(
        "usurped", "usurped", example=lambda view: bool(in_deck(view, "strong_leader")) or None, phases=_ALL - {"chief"}
    ),
    _card("i_hold", "own", with_orders=True),
    ConditionFact(
        "holds",
        _holds,
        lambda view: {"player": _someone(view), "plot": kept[:2][-1]} if (kept := kept_in_deck(view)) else None,
        words=lambda asked: {"player": asked["player"], "plot": plot(asked["plot"])},
        holds=lambda found, asked: asked["plot"] in found.get(asked["player"], ()),
        written=lambda asked: {
            Word("holding", "player"): asked["player"],
            Word("holding", "plot"): plot(asked["plot"]),
        },
    ),
    names(
        "passed",
        lambda view: view.plots and view.plots.passed,
        lambda view: _someone(view) if view.plots else None,
    ),
    _card("drawn", "drawn", phases=frozenset({"give"})),
    names(
        "lit",
        _lit,
        lambda view: _someone(view) if in_deck(view, "spotlight") else None,
        any,
        phases=frozenset({"mission", "close_eye"}),
    ),
)
"""32. The facts of Le Plan."""


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
    _votes("voted_yes", "yes"),
    _votes("voted_no", "no"),
    _side("known_cylon", CYLONS),
    _side("known_colon", COLONS),
    *_PLOTS,
)
"""The conditions by name, in the order of docs/resistance.md."""
