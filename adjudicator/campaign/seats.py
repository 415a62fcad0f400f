"""Who sits where: a seat keeps the name that ``campaign.yaml`` gives it, whoever plays it.

Rules, draws, and all that is kept of a stage know seats by their own names. Where names are read or shown, they are
those of the people who sit there now: the acts of the MJ say who.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from adjudicator.campaign.acts import seatings
from adjudicator.campaign.deadline import midnight, zone_of
from adjudicator.core.context import address_of, forum_names, name_of, people_in
from adjudicator.core.faults import Fault, Mark
from adjudicator.core.plain import Plain, renamed
from adjudicator.core.words import Names, fold
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ACTS, CAMPAIGN_FILE

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act, Taken
    from adjudicator.reading.understanding import Understood


Record = TypeVar("Record", bound=Mapping[str, Any])

_NONE: Mapping[str, Any] = MappingProxyType({})
_START = Mark()


class Sitter(NamedTuple):
    """Who sits on a seat: his name, and ``email`` and ``forum`` where they are known."""

    name: str
    address: Mapping[str, str]
    left: bool = False
    """Whether he has gone and nobody has come."""

    def taking(self, seat: str) -> Taken:
        """Return how an act says that he sits on a ``seat``."""
        taken: Taken = {"seat": seat, "name": self.name, **self.address}  # type: ignore[typeddict-item]
        return {**taken, "left": True} if self.left else taken


class Lent(NamedTuple):
    """Until when a seat is somebody's, and who sits there again then."""

    until: datetime
    owner: Sitter


class Seats(NamedTuple):
    """Who sits where, after so many ``acts`` that changed it; everything is by the seats' own names."""

    sitters: Mapping[str, Sitter] = _NONE
    """In roster order."""
    times: Mapping[str, int] = _NONE
    """How many times a seat has been left or taken."""
    lent: Mapping[str, Lent] = _NONE
    captains: Mapping[str, str] = _NONE
    """The seats of captains whom the MJ has named since, by camp."""
    acts: int = 0
    gone: Mapping[str, str] = _NONE
    """Who has left a seat and sits nowhere, with the last seat that was his."""
    past: tuple[Mapping[str, Sitter], ...] = ()
    """Who sat where after each of the acts."""

    @property
    def called(self) -> dict[str, str]:
        """The names of those who sit on the seats of others; empty where everybody sits on his own."""
        return {seat: sitter.name for seat, sitter in self.sitters.items() if sitter.name != seat}

    @property
    def empty(self) -> tuple[str, ...]:
        """The names by which seats are called whose people have gone, and nobody has come; in roster order."""
        return tuple(sitter.name for sitter in self.sitters.values() if sitter.left)

    @property
    def people(self) -> tuple[str, ...]:
        """The names by which seats are called now, in roster order."""
        return tuple(sitter.name for sitter in self.sitters.values())

    @property
    def ever(self) -> dict[str, str]:
        """Everybody who has ever come to a seat, with the last seat that was his."""
        return {sitter.name: seat for sitters in self.past for seat, sitter in sitters.items() if sitter.name != seat}

    def seat_of(self, name: str) -> str:
        """Return the seat of the one who is called ``name``."""
        return next((seat for seat, sitter in self.sitters.items() if sitter.name == name), name)

    def holder(self, name: str) -> str:
        """Return what stands for somebody in his key: his seat, and how many times it has been left or taken."""
        seat = self.seat_of(name)
        return f"{seat}|{self.times[seat]}" if self.times.get(seat) else seat

    def name_of(self, seat: str) -> str:
        """Return who sits on a ``seat``."""
        return self.sitters[seat].name if seat in self.sitters else seat

    def successor_of(self, text: str) -> str:
        """Return who sits where one did who is called so, and plays no more; nothing where there is no such one."""
        gone = {fold(name): seat for name, seat in self.gone.items()}
        return self.name_of(gone[fold(text)]) if fold(text) in gone else ""

    def gone_fault(self, text: str, mark: Mark = _START) -> Fault | None:
        """Return the fault of the name of one who plays no more, with who sits there now; None of any other name."""
        successor = self.successor_of(text)
        if not successor:
            return None
        code = "taken-back" if self._sat_before(successor) else "replaced"
        return Fault(code, mark, text, values={"player": successor})

    def _sat_before(self, name: str) -> bool:
        """Tell whether who sits on a seat had sat there before somebody else did."""
        seat = self.seat_of(name)
        sat = [seat, *(sitters[seat].name for sitters in self.past)]
        others = [number for number, other in enumerate(sat) if other != name]
        return bool(others) and name in sat[: others[-1]]

    def changed(self, taken: Sequence[Taken], captains: Mapping[str, str] | None = None) -> Seats:
        """Return the seats after an act by which some are taken or left, and captains are named."""
        sitters = {**self.sitters, **{each["seat"]: _sitter(each) for each in taken}}
        times = {**self.times, **{each["seat"]: self.times.get(each["seat"], 0) + 1 for each in taken}}
        moved = [each["seat"] for each in taken]
        lent = {seat: lent for seat, lent in self.lent.items() if seat not in moved}
        lent |= {each["seat"]: Lent(_time(each), self._owner_behind(each)) for each in taken if "until" in each}
        gone = {**self.gone, **{self.sitters[seat].name: seat for seat in moved}}
        there = {sitter.name for sitter in sitters.values()}
        gone = {name: seat for name, seat in gone.items() if name not in there}
        past = (*self.past, sitters)
        return Seats(sitters, times, lent, {**self.captains, **(captains or {})}, self.acts + 1, gone, past)

    def _owner_behind(self, taken: Taken) -> Sitter:
        """Return who sits again where somebody sits until a date: whom he stands in for, if he sat there already."""
        seat, sitter = taken["seat"], self.sitters[taken["seat"]]
        return self.lent[seat].owner if seat in self.lent and sitter.name == taken["name"] else sitter

    def stays(self, taken: Taken) -> bool:
        """Tell whether one who sits on a seat until a date now keeps it for good, or until another date."""
        seat = taken["seat"]
        if seat not in self.lent or self.name_of(seat) != taken["name"] or taken.get("left"):
            return False
        return "until" not in taken or _time(taken) != self.lent[seat].until

    def named(self, data: Any) -> Any:
        """Return plain data with the names of people in place of those of their seats."""
        return renamed(data, self.called)

    def own(self, data: Any) -> Any:
        """Return plain data with the seats' own names in place of those of people."""
        return renamed(data, {name: seat for seat, name in self.called.items()})

    def before(self, called: Mapping[str, str]) -> Seats:
        """Return the seats as they were when the people on those of others were ``called`` so, by seat."""
        return Seats({seat: Sitter(called.get(seat, seat), {}) for seat in self.sitters})

    def after(self, acts: int) -> Seats:
        """Return the seats as they were after so many of the acts, as far as names tell."""
        return Seats(self.past[acts - 1]) if 0 < acts <= len(self.past) else self.before({})

    def since(self, then: Seats) -> dict[str, str]:
        """Return what those are called now who sit where each one sat ``then``, by the names of that time."""
        return {sitter.name: self.name_of(seat) for seat, sitter in then.sitters.items()}


NOBODY_MOVED = Seats()


def seats_of(plain: Plain, acts: Sequence[Act]) -> Seats:
    """Return who sits where in a campaign as its file says it, after these acts of the MJ.

    Raises ``UnusableError`` where one is of a seat that the file does not list: somebody was given another name there.
    """
    seats = NOBODY_MOVED
    for act in seatings(acts):
        seats = seats if seats.acts else own_seats(plain)
        for taken in act["seats"]:
            if taken["seat"] not in seats.sitters:
                raise UnusableError("error.no-seat", file=CAMPAIGN_FILE, seat=taken["seat"], acts=ACTS)
        seats = seats.changed(act["seats"], act.get("captains", {}))
    return seats


def own_seats(plain: Plain) -> Seats:
    """Return the seats of a campaign with those whom its file lists."""
    people = [address_of(person) for side in people_in(plain).values() for person in side]
    return Seats({person["name"]: Sitter(person.pop("name"), person) for person in people})


def _time(taken: Taken) -> datetime:
    return datetime.fromisoformat(taken["until"])


def _sitter(taken: Taken) -> Sitter:
    address = {"email": taken.get("email", ""), "forum": taken.get("forum", "")}
    return Sitter(taken["name"], {key: text for key, text in address.items() if text}, taken.get("left", False))


def seated(plain: Plain, seats: Seats) -> Plain:
    """Return a canonical campaign as it is with those who sit there now."""
    if not seats.acts:
        return plain
    kept = dict(plain)
    if "players" in plain:
        kept["players"] = _people(plain["players"], seats)
    if "camps" in plain:
        kept["camps"] = {name: _camp(name, camp, seats) for name, camp in plain["camps"].items()}
    return kept


def led(plain: Plain, captains: Mapping[str, str]) -> Plain:
    """Return a canonical campaign with these captains, by camp."""
    if not captains:
        return plain
    camps = {name: {**camp, "captain": captains[name]} if name in captains else camp for name, camp in _camps(plain)}
    return {**plain, "camps": camps}


def _camps(plain: Plain) -> list[tuple[str, Plain]]:
    return list(plain.get("camps", {}).items())


def _camp(name: str, camp: Plain, seats: Seats) -> Plain:
    captain = seats.captains.get(name) or Names(list(seats.sitters)).find(camp.get("captain", ""))
    led_by = {"captain": seats.name_of(captain)} if captain else {}
    return {**camp, **led_by, "players": _people(camp["players"], seats)}


def _people(people: Sequence[Any], seats: Seats) -> list[Any]:
    return [_person(person, seats) for person in people]


def _person(person: Any, seats: Seats) -> Any:
    """Return who sits where somebody is listed; what is the seat's, as a character, stays."""
    seat = person if isinstance(person, str) else str(person["name"])
    sitter = seats.sitters[seat]
    more = {} if isinstance(person, str) else {k: v for k, v in person.items() if k not in ("name", "email", "forum")}
    listed = {**more, "name": sitter.name, **sitter.address}
    return sitter.name if list(listed) == ["name"] else listed


def called_in(record: Record, names: Mapping[str, str]) -> Record:
    """Return a record of orders with each name of a player that is among ``names`` replaced; texts stay as they are."""
    return {key: _called(key, value, names) for key, value in record.items()} if names else record  # type: ignore[return-value]


def facts_renamed(facts: Mapping[str, Any], rename: Callable[[Any], Any]) -> Plain:
    """Return the facts of a notice as ``rename`` gives them; what somebody has said stays as he wrote it."""
    renamed_facts: Plain = rename(facts)
    return {**renamed_facts, "said": facts["said"]} if "said" in facts else renamed_facts


_OF_PLAYERS = ("orders", "standing", "players", "stood_in", "absent", "clauses", "asked_twice")
_BY_PLAYER = ("receipts", "warnings", "notes", "luck", "left_in")
_FILES = ("ahead", "refused_ahead", "refused")


def _called(key: str, value: Any, names: Mapping[str, str]) -> Any:
    if key in _OF_PLAYERS:
        return renamed(value, names)
    if key == "mj":
        return _answers_called(value, names)
    if key in _BY_PLAYER:
        return {names.get(player, player): told for player, told in value.items()}
    if key in _FILES and isinstance(value, list):
        return [called_in(file, names) if isinstance(file, dict) else file for file in value]
    return value


def _answers_called(value: Any, names: Mapping[str, str]) -> Any:
    """Return the MJ's answers, of a file or as a stage was played by them, with other names for people."""
    from adjudicator.core.mj import rows_renamed  # most campaigns ask nothing

    if isinstance(value, Mapping):
        return {**value, "answers": rows_renamed(value["answers"], names)}
    return rows_renamed(value, names)


# Absences that players have announced, and who sends their orders meanwhile.


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
