"""What orders may hang on: facts of a player's view, and in a window what all know of the provisional pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from adjudicator.core.conditions import ME, ConditionFact, Conditions, conditions_on, listed, named, names, number
from adjudicator.core.faults import Objection, Word, either
from adjudicator.core.words import Names
from adjudicator.games.zfate.sheets import unknown
from adjudicator.games.zfate.state import CONFLICT
from adjudicator.games.zfate.views import PlayerView

_WINDOW = frozenset({"reactions"})
_HIGHEST = 99
"""A number that neither fate points, nor damage, nor exchanges come near."""


def _one_of(
    key: str, place: str, value: Callable[[PlayerView], Any], example: str, phases: frozenset[str] | None = None
) -> ConditionFact:
    """Return the fact whose argument is a word of a ``place``, or a list of words of which one is enough."""
    return ConditionFact(
        key,
        value,
        lambda view: example,
        lambda argument: {"what": either([Word(place, one) for one in listed(argument)])},
        read=lambda view, argument: listed(argument),
        holds=lambda found, asked: any(one in asked for one in found),
        written=lambda argument: Word(place, argument),
        phases=phases,
    )


def _consequences(view: PlayerView) -> list[str]:
    return [each.level for each in view.state.consequences(view.player)]


def _outcome(view: PlayerView) -> list[str] | None:
    """Return the outcome of the player's own action; None if it had no roll."""
    declared = view.state.declared
    found = declared.outcomes.get(view.player) if declared else None
    return None if found is None else [found]


def _unknown_zone(view: PlayerView, argument: Any) -> Iterator[Objection]:
    """Object to a zone that there is not; in a scene without zones every name may be that of a later one."""
    if view.scene.zones:
        yield from unknown(Names(list(view.scene.zones)), "unknown-zone", [((), argument)])


def _people(view: PlayerView, argument: Any) -> list[str]:
    return [view.people.spelt(name) for name in named(view, argument)]


def _enemies(view: PlayerView) -> list[str]:
    """Return the enemies who can act in the zone of the player."""
    scene = view.scene
    return [name for name in scene.enemies(view.player) if scene.zone(name) == scene.zone(view.player)]


CONDITIONS: Conditions = conditions_on(
    frozenset({"exchange"}) | _WINDOW,
    number("points", lambda view: (0, _HIGHEST), lambda view: {"at_least": 1}),
    _one_of("consequence", "levels", _consequences, "moderate"),
    ConditionFact(
        "zone",
        lambda view: view.scene.zone(view.player),
        lambda view: next(iter(view.scene.zones), None),
        lambda argument: {"zone": argument},
        read=lambda view, argument: Names(list(view.scene.zones)).spelt(argument),
        objections=_unknown_zone,
    ),
    ConditionFact(
        "enemy_here",
        _enemies,
        words=lambda argument: {"names": either(listed(argument))},
        holds=lambda found, asked: bool(found) is asked if isinstance(asked, bool) else any(n in found for n in asked),
        read=lambda view, argument: argument if isinstance(argument, bool) else _people(view, argument),
    ),
    _one_of("scene", "scenes", lambda view: [view.scene.kind], CONFLICT),
    number(
        "exchange", lambda view: (1, _HIGHEST), lambda view: {"at_least": 2}, value=lambda view: view.scene.exchange
    ),
    names("out", lambda view: [*view.scene.out, *view.scene.conceded], lambda view: ME)._replace(read=_people),
    _one_of("outcome", "outcomes", _outcome, "fail", _WINDOW),
    number(
        "hit",
        lambda view: (0, _HIGHEST),
        lambda view: {"at_least": 4},
        value=lambda view: max(view.hits.values(), default=0),
        phases=_WINDOW,
    ),
    ConditionFact(
        "would_be_out",
        lambda view: view.state.declared is not None and view.player in view.state.declared.out,
        phases=_WINDOW,
    ),
)
"""The conditions by name, in the order of docs/zfate.md."""
