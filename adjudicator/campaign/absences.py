"""Absences that players have announced, and who sends their orders meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.deadline import midnight, zone_of
from adjudicator.campaign.seats import NOBODY_MOVED, Seats
from adjudicator.core.context import forum_names, name_of, people_in
from adjudicator.core.faults import Fault
from adjudicator.core.plain import Plain
from adjudicator.core.words import Names, fold

if TYPE_CHECKING:
    from adjudicator.reading.understanding import Understood


class Absence(NamedTuple):
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


def absences_in(campaign: Plain) -> list[Absence]:
    """Return the absences of a canonical campaign, in the order of its file."""
    if not campaign.get("absences"):
        return []
    zone = zone_of(campaign.get("deadline", {}))
    return [
        Absence(
            player=absence["player"],
            start=midnight(absence["from"], zone),
            end=midnight(str(date.fromisoformat(absence["to"]) + timedelta(days=1)), zone),  # a day may have 25 hours
            substitute=absence.get("substitute"),
        )
        for absence in campaign["absences"]
    ]


def away(campaign: Plain, now: datetime, due: datetime | None) -> set[str]:
    """Return who is away now, with nobody in his stead, and will not be back before a stage is ``due``, if it ever is.

    Late orders may be waited for after that: who was away at the deadline is not awaited before it.
    """
    alone = [absence for absence in absences_in(campaign) if absence.substitute is None]
    back: dict[str, datetime] = {}
    for absence in sorted(alone, key=lambda absence: absence.start):
        in_a_row = absence.player in back and absence.start <= back[absence.player]  # two are one then
        if absence.at(now) or in_a_row:
            back[absence.player] = absence.end
    return {player for player, end in back.items() if due is None or due <= end}


def stood_in_for(campaign: Plain, name: str) -> list[str]:
    """Return the players for whom somebody of this ``name`` stands in, whenever that is, in the order of the file."""
    stood_in = [absence for absence in campaign.get("absences", ()) if "substitute" in absence]
    wanted = [absence["player"] for absence in stood_in if fold(name_of(absence["substitute"])) == fold(name)]
    return list(dict.fromkeys(wanted))


def absence_faults(understood: Understood, aliases: Mapping[str, str], seats: Seats = NOBODY_MOVED) -> Iterator[Fault]:
    """Judge the absences of a canonical campaign beyond its schema; put players' names as the campaign writes them.

    ``aliases`` are other names by which players may be called, each with the player's own; who sits on ``seats``, or
    once did, may be named too.
    """
    own = {name_of(person): side for side, people in people_in(understood.root).items() for person in people}
    ever = {name: seat for name, seat in seats.ever.items() if seat in own}
    now = {sitter.name: seat for seat, sitter in seats.sitters.items()}
    sides = {**own, **{name: own[seat] for name, seat in {**ever, **now}.items()}}
    names = Names([*own, *(name for name in ever if name in seats.people)], aliases)
    called = Names(list(sides), {**forum_names(understood.root), **aliases})
    for i, absence in enumerate(understood.root.get("absences", ())):
        yield from _player_faults(absence, ("absences", i), called, understood)
        if absence["to"] < absence["from"]:
            yield Fault("ends-before", understood.mark(("absences", i, "to")))
        yield from _substitute_faults(absence, ("absences", i), names, sides, understood)
    yield from _shared_substitutes(understood, sides)
    yield from _overlaps(understood)


def _overlaps(understood: Understood) -> Iterator[Fault]:
    """Two absences of a player on one day: with a substitute and without, nobody could say whether he is awaited."""
    absences = understood.root.get("absences", ())
    for i, later in enumerate(absences):
        overlapped = [j for j, earlier in enumerate(absences[:i]) if _overlap(earlier, later)]
        if overlapped:
            line = understood.mark(("absences", overlapped[0])).line
            values: dict[str, str | int] = {"player": later["player"], "line": line}
            yield Fault("absences-overlap", understood.mark(("absences", i)), values=values)


def _overlap(one: Plain, other: Plain) -> bool:
    """Whether two absences are one player's and share a day; of one that ends before it begins enough is said."""
    first, last = max(one["from"], other["from"]), min(one["to"], other["to"])
    return bool(one["player"] == other["player"] and first <= last)


def _shared_substitutes(understood: Understood, sides: Mapping[str, str]) -> Iterator[Fault]:
    """Nobody may stand in for players who may know different things: two camps, or two players without camps."""
    stands_for: dict[str, str] = {}
    for i, absence in enumerate(understood.root.get("absences", ())):
        if "substitute" not in absence or absence["player"] not in sides:
            continue
        name, camp = name_of(absence["substitute"]), sides[absence["player"]]
        side = camp or absence["player"]
        if stands_for.setdefault(fold(name), side) != side:
            code = "substitute-of-two" if camp else "substitute-of-two-players"
            yield Fault(code, understood.mark(("absences", i, "substitute")), name)


def _player_faults(
    absence: Plain, path: tuple[str | int, ...], names: Names, understood: Understood
) -> Iterator[Fault]:
    known = names.find(absence["player"])
    if known is None:
        near = names.nearest(absence["player"])
        yield Fault("unknown-player", understood.mark((*path, "player")), absence["player"], nearest=near)
    absence["player"] = known or absence["player"]


def _substitute_faults(
    absence: Plain, path: tuple[str | int, ...], names: Names, sides: Mapping[str, str], understood: Understood
) -> Iterator[Fault]:
    """A player may stand in for one of his own camp alone: a substitute reads what the player may know.

    He is named as the campaign names him, so that his address is found.
    """
    player, given = absence["player"], name_of(absence.get("substitute", ""))
    meant = names.find(given)
    mark = understood.mark((*path, "substitute"))
    if meant == player:
        yield Fault("own-substitute", mark, given)
    elif meant is not None and sides[meant] and sides[meant] == sides.get(player):
        absence["substitute"] = meant
    elif meant is not None:
        yield Fault("substitute-plays", mark, given, values={"name": given, "player": player})
