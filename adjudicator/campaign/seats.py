"""Who sits where: a seat keeps the name that ``campaign.yaml`` gives it, whoever plays it.

Rules, draws, and all that is kept of a stage know seats by their own names. Where names are read or shown, they are
those of the people who sit there now: the acts of the MJ say who.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from adjudicator.campaign.acts import seatings
from adjudicator.core.context import address_of, people_in
from adjudicator.core.faults import Fault, Mark
from adjudicator.core.plain import Plain, renamed
from adjudicator.core.words import Names, fold
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ACTS, CAMPAIGN_FILE

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act, Taken


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
