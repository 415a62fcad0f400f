"""Seats and absences: who holds which seat, and who is away.

A seat is a place in the game and keeps the name that ``campaign.yaml`` gives it, whoever holds it. The rules, the draws
and all stored records use the seats' own names; the names that people read and write are those of the present holders,
which follow from the MJ's acts. Absences of players and their substitutes are at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from adjudicator.campaign.acts import seatings
from adjudicator.campaign.deadline import midnight, zone_of
from adjudicator.campaign.records import Act, Taken
from adjudicator.core.context import address_of, forum_names, name_of, people_in
from adjudicator.core.faults import Fault, Mark
from adjudicator.core.game_rules import MJDecision
from adjudicator.core.plain import Plain, renamed
from adjudicator.core.words import Names, fold
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ACTS, CAMPAIGN_FILE

if TYPE_CHECKING:
    from adjudicator.reading.understanding import Understood


Record = TypeVar("Record", bound=Mapping[str, Any])

_NONE: Mapping[str, Any] = MappingProxyType({})
_START = Mark()


class SeatHolder(NamedTuple):
    """The person who holds a seat: his name, and ``email`` and ``forum`` if they are known."""

    name: str
    address: Mapping[str, str]
    left: bool = False
    """Whether he has left and nobody has taken his place."""

    def taking(self, seat: str) -> Taken:
        """Return the record of an act by which he takes ``seat``."""
        taken: Taken = {"seat": seat, "name": self.name, **self.address}  # type: ignore[typeddict-item]
        return {**taken, "left": True} if self.left else taken


class Lent(NamedTuple):
    """Until when somebody holds a seat temporarily, and who gets it back then."""

    until: datetime
    owner: SeatHolder


class Seats(NamedTuple):
    """Who holds which seat after ``acts`` acts that changed seats; keys are the seats' own names."""

    sitters: Mapping[str, SeatHolder] = _NONE
    """The holders, in roster order."""
    times: Mapping[str, int] = _NONE
    """How many times each seat has been left or taken."""
    lent: Mapping[str, Lent] = _NONE
    captains: Mapping[str, str] = _NONE
    """The seats of the captains whom the MJ has named, by camp."""
    acts: int = 0
    gone: Mapping[str, str] = _NONE
    """The people who have left a seat and hold none now, with their last seat."""
    past: tuple[Mapping[str, SeatHolder], ...] = ()
    """The holders after each of the acts."""

    @property
    def called(self) -> dict[str, str]:
        """The holders of seats that have another name than theirs, by seat; empty if nobody has moved."""
        return {seat: sitter.name for seat, sitter in self.sitters.items() if sitter.name != seat}

    @property
    def empty(self) -> tuple[str, ...]:
        """The names of the people who have left seats that nobody has taken, in roster order."""
        return tuple(sitter.name for sitter in self.sitters.values() if sitter.left)

    @property
    def people(self) -> tuple[str, ...]:
        """The names by which seats are called now, in roster order."""
        return tuple(sitter.name for sitter in self.sitters.values())

    @property
    def ever(self) -> dict[str, str]:
        """Everybody who has ever taken a seat, with his last seat."""
        return {sitter.name: seat for sitters in self.past for seat, sitter in sitters.items() if sitter.name != seat}

    def seat_of(self, name: str) -> str:
        """Return the seat whose holder is called ``name``; the name itself if there is none."""
        return next((seat for seat, sitter in self.sitters.items() if sitter.name == name), name)

    def holder(self, name: str) -> str:
        """Return the text that identifies a player in his key: his seat, and how often it has been left or taken.

        The number keeps the keys of former holders from being valid.
        """
        seat = self.seat_of(name)
        return f"{seat}|{self.times[seat]}" if self.times.get(seat) else seat

    def name_of(self, seat: str) -> str:
        """Return the name of the holder of ``seat``."""
        return self.sitters[seat].name if seat in self.sitters else seat

    def gone_fault(self, text: str, mark: Mark = _START) -> Fault | None:
        """Return the fault for the name of a former player, which names his successor; None for other names."""
        seat = next((seat for name, seat in self.gone.items() if fold(name) == fold(text)), None)
        if seat is None:
            return None
        # The present holder of the seat may have held it before somebody else did.
        successor = self.name_of(seat)
        sat = [seat, *(sitters[seat].name for sitters in self.past)]
        others = [number for number, name in enumerate(sat) if name != successor]
        code = "taken-back" if others and successor in sat[: others[-1]] else "replaced"
        return Fault(code, mark, text, values={"player": successor})

    def changed(self, taken: Sequence[Taken], captains: Mapping[str, str] | None = None) -> Seats:
        """Return the seats after an act by which seats are ``taken`` or left and ``captains`` are named."""
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

    def _owner_behind(self, taken: Taken) -> SeatHolder:
        """Return the person to whom a temporarily taken seat goes back.

        If the same person takes it once more, that remains the owner for whom he already held it.
        """
        seat, sitter = taken["seat"], self.sitters[taken["seat"]]
        return self.lent[seat].owner if seat in self.lent and sitter.name == taken["name"] else sitter

    def stays(self, taken: Taken) -> bool:
        """Return whether ``taken`` lets a temporary holder keep his seat for good or until another date."""
        seat = taken["seat"]
        if seat not in self.lent or self.name_of(seat) != taken["name"] or taken.get("left"):
            return False
        return "until" not in taken or _time(taken) != self.lent[seat].until

    def named(self, data: Any) -> Any:
        """Return plain data with the names of people in place of the seats' own names."""
        return renamed(data, self.called)

    def own(self, data: Any) -> Any:
        """Return plain data with the seats' own names in place of the names of people."""
        return renamed(data, {name: seat for seat, name in self.called.items()})

    def before(self, called: Mapping[str, str]) -> Seats:
        """Return the seats as they were when their holders were ``called`` these names, by seat."""
        return Seats({seat: SeatHolder(called.get(seat, seat), {}) for seat in self.sitters})

    def after(self, acts: int) -> Seats:
        """Return the seats as they were after this many acts; only the names are filled in."""
        return Seats(self.past[acts - 1]) if 0 < acts <= len(self.past) else self.before({})

    def since(self, then: Seats) -> dict[str, str]:
        """Return the present holders of the seats, by the names of their holders at the time of ``then``."""
        return {sitter.name: self.name_of(seat) for seat, sitter in then.sitters.items()}


NOBODY_MOVED = Seats()


def seats_of(plain: Plain, acts: Sequence[Act]) -> Seats:
    """Return who holds which seat in a campaign with these contents of its file, after the given acts.

    Raises ``UnusableError`` if an act changes a seat that the file does not list because a name in it was edited.
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
    """Return the seats of a campaign with the people whom its file lists."""
    people = [address_of(person) for side in people_in(plain).values() for person in side]
    return Seats({person["name"]: SeatHolder(person.pop("name"), person) for person in people})


def _time(taken: Taken) -> datetime:
    return datetime.fromisoformat(taken["until"])


def _sitter(taken: Taken) -> SeatHolder:
    address = {"email": taken.get("email", ""), "forum": taken.get("forum", "")}
    return SeatHolder(taken["name"], {key: text for key, text in address.items() if text}, taken.get("left", False))


def seated(plain: Plain, seats: Seats) -> Plain:
    """Return a canonical campaign with the people who hold its seats now."""
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
    camps = {
        name: {**camp, "captain": captains[name]} if name in captains else camp
        for name, camp in plain.get("camps", {}).items()
    }
    return {**plain, "camps": camps}


def _camp(name: str, camp: Plain, seats: Seats) -> Plain:
    captain = seats.captains.get(name) or Names(list(seats.sitters)).find(camp.get("captain", ""))
    led_by = {"captain": seats.name_of(captain)} if captain else {}
    return {**camp, **led_by, "players": _people(camp["players"], seats)}


def _people(people: Sequence[Any], seats: Seats) -> list[Any]:
    return [_person(person, seats) for person in people]


def _person(person: Any, seats: Seats) -> Any:
    """Return the list entry of a seat for its present holder; what belongs to the seat, such as a character, stays."""
    seat = person if isinstance(person, str) else str(person["name"])
    sitter = seats.sitters[seat]
    more = {} if isinstance(person, str) else {k: v for k, v in person.items() if k not in ("name", "email", "forum")}
    listed = {**more, "name": sitter.name, **sitter.address}
    return sitter.name if list(listed) == ["name"] else listed


def called_in(record: Record, names: Mapping[str, str], decisions: Mapping[str, MJDecision]) -> Record:
    """Return a record of orders with the players' names in it replaced according to ``names``.

    Free text stays as it is; ``decisions`` say what is free text in the MJ's answers.
    """
    return {key: _called(key, value, names, decisions) for key, value in record.items()} if names else record  # type: ignore[return-value]


def facts_renamed(facts: Mapping[str, Any], rename: Callable[[Any], Any]) -> Plain:
    """Return the facts of a notice with names replaced by ``rename``; words that a person said stay as written."""
    renamed_facts: Plain = rename(facts)
    return {**renamed_facts, "said": facts["said"]} if "said" in facts else renamed_facts


_OF_PLAYERS = ("orders", "standing", "players", "stood_in", "absent", "clauses", "asked_twice")
_BY_PLAYER = ("receipts", "warnings", "notes", "luck", "left_in")
_FILES = ("ahead", "refused_ahead", "refused")


def _called(key: str, value: Any, names: Mapping[str, str], decisions: Mapping[str, MJDecision]) -> Any:
    if key in _OF_PLAYERS:
        return renamed(value, names)
    if key == "mj":
        if isinstance(value, Mapping):
            return {**value, "answers": [_answer_called(row, names, decisions) for row in value["answers"]]}
        return [_answer_called(row, names, decisions) for row in value]
    if key in _BY_PLAYER:
        return {names.get(player, player): told for player, told in value.items()}
    if key in _FILES and isinstance(value, list):
        return [called_in(file, names, decisions) if isinstance(file, dict) else file for file in value]
    return value


def _answer_called(row: Plain, names: Mapping[str, str], decisions: Mapping[str, MJDecision]) -> Plain:
    """Return an answer of the MJ with people's names replaced, from a file of his or from the record of a stage."""
    from adjudicator.core.mj import key_renamed, value_renamed  # imported here because most campaigns ask nothing

    known = decisions.get(row["purpose"], MJDecision())
    value = value_renamed(row.get("kind", ""), row["value"], names, known.texts)
    return {**row, "key": key_renamed(known.key, row["key"], names), "value": value}


# Absences that players have announced, and the substitutes who send their orders meanwhile.


class Absence(NamedTuple):
    """The absence of a player, from the start of one day to the end of another in the campaign's time zone."""

    player: str
    start: datetime
    end: datetime
    """The first moment after the absence."""
    substitute: Any
    """A name, or a person with an address; None if there is no substitute."""

    def at(self, now: datetime) -> bool:
        """Return whether the player is away at the time ``now``."""
        return self.start <= now < self.end


def absences_in(campaign: Plain) -> list[Absence]:
    """Return the absences in a canonical campaign, in the order of its file."""
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
    """Return who is away now without a substitute and will not be back before the stage is ``due``.

    ``due`` is None if the stage has no deadline. Late orders may still be accepted after it, but somebody who was away
    at the deadline is not awaited.
    """
    alone = [absence for absence in absences_in(campaign) if absence.substitute is None]
    back: dict[str, datetime] = {}
    for absence in sorted(alone, key=lambda absence: absence.start):
        in_a_row = absence.player in back and absence.start <= back[absence.player]  # no gap: they count as one
        if absence.at(now) or in_a_row:
            back[absence.player] = absence.end
    return {player for player, end in back.items() if due is None or due <= end}


def stood_in_for(campaign: Plain, name: str) -> list[str]:
    """Return the players for whom ``name`` is a substitute at any time, in the order of the file."""
    stood_in = [absence for absence in campaign.get("absences", ()) if "substitute" in absence]
    wanted = [absence["player"] for absence in stood_in if fold(name_of(absence["substitute"])) == fold(name)]
    return list(dict.fromkeys(wanted))


def absence_faults(understood: Understood, aliases: Mapping[str, str], seats: Seats = NOBODY_MOVED) -> Iterator[Fault]:
    """Yield the faults of a campaign's absences beyond its schema, and write players' names as the campaign does.

    ``aliases`` are other names of players, each with the player's own; people who hold ``seats`` or once did may be
    named too.
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
    """Yield a fault for each absence that shares a day with another one of the same player.

    If one has a substitute and the other has none, it would not be clear whether the player is awaited.
    """
    absences = understood.root.get("absences", ())
    for i, later in enumerate(absences):
        overlapped = [j for j, earlier in enumerate(absences[:i]) if _overlap(earlier, later)]
        if overlapped:
            line = understood.mark(("absences", overlapped[0])).line
            values: dict[str, str | int] = {"player": later["player"], "line": line}
            yield Fault("absences-overlap", understood.mark(("absences", i)), values=values)


def _overlap(one: Plain, other: Plain) -> bool:
    """Return whether two absences belong to one player and share a day.

    An absence that ends before it begins never overlaps: it has a fault of its own.
    """
    first, last = max(one["from"], other["from"]), min(one["to"], other["to"])
    return bool(one["player"] == other["player"] and first <= last)


def _shared_substitutes(understood: Understood, sides: Mapping[str, str]) -> Iterator[Fault]:
    """Yield a fault for each substitute of players who may know different things.

    These are players of two camps, or any two players of a game without camps.
    """
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
    """Yield a fault for a substitute who is a player but not of the same camp: he reads what the player may know.

    A substitute from the camp is written as the campaign names him, so that his address is found.
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
