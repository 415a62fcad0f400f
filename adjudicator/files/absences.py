"""Absences that players have announced, and who sends their orders meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Fault
from adjudicator.core.people import name_of, people_in
from adjudicator.core.ruleset import Plain
from adjudicator.core.words import Names, fold
from adjudicator.files.deadline import midnight, zone_of

if TYPE_CHECKING:
    from adjudicator.files.understanding import Understood


@dataclass(frozen=True)
class Absence:
    """A player is away from the first moment of a day to the last of another, on the clock of the campaign."""

    player: str
    start: datetime
    end: datetime
    """The first moment after it."""
    substitute: Any
    """A name, or a person with an address; None for nobody."""

    def at(self, now: datetime) -> bool:
        """Tell whether the player is away now."""
        return self.start <= now < self.end

    def spans(self, now: datetime, due: datetime | None) -> bool:
        """Tell whether the player is away now and will not be back before the stage is ``due``, if it is ever due."""
        return self.at(now) and (due is None or due < self.end)


def absences_in(campaign: Plain) -> list[Absence]:
    """Return the absences of a canonical campaign, in the order of its file."""
    zone = zone_of(campaign.get("deadline", {}))
    return [
        Absence(
            player=one["player"],
            start=midnight(one["from"], zone),
            end=midnight(str(date.fromisoformat(one["to"]) + timedelta(days=1)), zone),  # a day may have 25 hours
            substitute=one.get("substitute"),
        )
        for one in campaign.get("absences", ())
    ]


def absence_faults(understood: Understood) -> Iterator[Fault]:
    """Judge the absences of a canonical campaign beyond its schema; put players' names as the campaign writes them."""
    sides = {side: list(map(name_of, people)) for side, people in people_in(understood.root).items()}
    names = Names([player for players in sides.values() for player in players])
    for i, absence in enumerate(understood.root.get("absences", ())):
        yield from _player_faults(absence, ("absences", i), names, understood)
        if absence["to"] < absence["from"]:
            yield Fault("ends-before", understood.mark(("absences", i, "to")))
        yield from _substitute_faults(absence, ("absences", i), sides, understood)
    yield from _shared_substitutes(understood, sides)


def _shared_substitutes(understood: Understood, sides: Mapping[str, list[str]]) -> Iterator[Fault]:
    """Nobody may stand in for players who may know different things: two camps, or two players without camps."""
    side_of = {player: side or player for side, players in sides.items() for player in players}
    stands_for: dict[str, str] = {}
    for i, absence in enumerate(understood.root.get("absences", ())):
        if "substitute" not in absence or absence["player"] not in side_of:
            continue
        name, side = name_of(absence["substitute"]), side_of[absence["player"]]
        if stands_for.setdefault(fold(name), side) != side:
            yield Fault("substitute-of-two", understood.mark(("absences", i, "substitute")), name)


def _player_faults(
    absence: Plain, path: tuple[str | int, ...], names: Names, understood: Understood
) -> Iterator[Fault]:
    known = names.find(absence["player"])
    if known is None:
        near = names.nearest(absence["player"])
        yield Fault("unknown-player", understood.mark((*path, "player")), absence["player"], nearest=near)
    absence["player"] = known or absence["player"]


def _substitute_faults(
    absence: Plain, path: tuple[str | int, ...], sides: Mapping[str, list[str]], understood: Understood
) -> Iterator[Fault]:
    """A player may stand in for one of his own camp alone: a substitute reads what the player may know.

    He is named as the campaign names him, so that his address is found.
    """
    if "substitute" not in absence:
        return
    others = {side: Names([name for name in names if name != absence["player"]]) for side, names in sides.items()}
    name = name_of(absence["substitute"])
    if fold(name) == fold(absence["player"]):
        yield Fault("own-substitute", understood.mark((*path, "substitute")), name)
    for side, known in others.items():
        mates = side and absence["player"] in sides[side]
        if mates and known.find(name) is not None:
            absence["substitute"] = known.find(name)
        elif known.find(name) is not None:
            values: dict[str, Any] = {"name": name, "player": absence["player"]}
            yield Fault("substitute-plays", understood.mark((*path, "substitute")), name, values=values)
