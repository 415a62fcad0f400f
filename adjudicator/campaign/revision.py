"""``campaign.yaml`` edited in the middle of a game: what was taken over since the last stage was published."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

from adjudicator.campaign.campaign import FREE
from adjudicator.campaign.deadline import WEEKDAYS, is_clock
from adjudicator.campaign.editions import read_result
from adjudicator.campaign.stages import Progress
from adjudicator.core.context import address_of, name_of, people_in
from adjudicator.core.faults import Filling, Listed, Phrase, Word
from adjudicator.core.plain import Plain
from adjudicator.store.layout import RESULT, UNDERSTOOD
from adjudicator.store.published import changed


def revisions(progress: Progress) -> list[Phrase]:
    """Return what is different from the campaign by which the last stage was published, in one phrase if anything is.

    Before it, what does nothing in the campaign's clocks, and would be refused in a new one. No difference is told
    where what was understood of that campaign is damaged, or was kept by a program that kept it otherwise: the game can
    do without it.
    """
    deadline = progress.campaign.plain.get("deadline", {})
    if not any(map(is_clock, deadline.values())):
        return _changes(progress)
    from adjudicator.campaign.idleclocks import idle_said  # most campaigns have one clock

    return [*idle_said(deadline), *_changes(progress)]


def _changes(progress: Progress) -> list[Phrase]:
    if not progress.folders or progress.folders[-1].name == progress.campaign.understood_in:
        return []
    if changed(progress.folders[-1] / RESULT, (UNDERSTOOD,)):
        return []
    before: Plain | None = read_result("understood", progress.folders[-1] / RESULT / UNDERSTOOD).get("campaign")
    now = progress.campaign.as_written
    if before is None or before == {**now, "seed": None}:
        return []
    changes = [*_addresses(before, now), *_keys(before, now)]
    return [Phrase("revision", {"changes": reduce(_and, changes)})] if changes else []


def _and(one: Phrase, other: Phrase) -> Phrase:
    return Phrase("revision.and", {"one": one, "other": other})


def _keys(before: Plain, now: Plain) -> Iterator[Phrase]:
    for key in FREE:
        old, new = before.get(key), now.get(key)
        if key == "absences":
            old, new = _only(old, new), _only(new, old)
        if old != new:
            word = Word("campaign", key)
            yield Phrase("revision.key", {"key": word, "before": _said(key, old), "after": _said(key, new)})


def _only(some: list[Any] | None, others: list[Any] | None) -> list[Any] | None:
    """Return what of a list is not in another; None when that is nothing."""
    return [item for item in some or () if item not in (others or ())] or None


_PLACES = {
    "language": "languages",
    "forum": "forums",
    "missing": "missing",
    "key": "demand",
    "proof": "proofs",
    "ending": "endings",
    "ahead": "aheads",
}


def _said(key: str, value: Any) -> Filling:
    """Say the value of a key, nearly as it is written."""
    if value is None:
        return Phrase("revision.none")
    if key in _PLACES:
        return Word(_PLACES[key], value)
    if isinstance(value, str):
        return value
    if key == "absences":
        return Listed(tuple(map(_absence, value)))
    return Listed(tuple(_pair(key, name, item) for name, item in value.items()))


def _absence(absence: Plain) -> Phrase:
    values: dict[str, Filling] = {
        "player": absence["player"],
        "start": _day(absence["from"]),
        "end": _day(absence["to"]),
    }
    if "substitute" not in absence:
        return Phrase("revision.absence", values)
    return Phrase("revision.absence.substitute", {**values, "substitute": name_of(absence["substitute"])})


def _day(text: str) -> Phrase:
    year, month, day = text.split("-")
    return Phrase("revision.day", {"year": year, "month": month, "day": day})


def _pair(place: str, name: str, value: Any) -> Filling:
    if isinstance(value, dict):  # the clock of a phase
        inner = Listed(tuple(_pair(place, key, part) for key, part in value.items()))
        return Phrase("revision.clock", {"name": Word(place, name), "what": inner})
    words = {"weekdays": "weekdays", "skip": "weekdays", "early": "booleans", "on_time": "booleans"}
    parts = value if isinstance(value, list) else [value]
    read = [str(part).lower() if isinstance(part, bool) else part for part in parts]
    said = tuple(_word(words.get(name), part) for part in read) or (Phrase("revision.none"),)
    return Phrase("pair", {"name": Word(place, name), "what": Listed(said)})


def _word(place: str | None, part: Any) -> Filling:
    """Return a word of a place as such; of what may be a word or hours, these."""
    if place is not None and isinstance(part, int):
        return Phrase("revision.hours", {"hours": part})
    if place == "weekdays" and part not in WEEKDAYS:
        return _day(part)
    return str(part) if place is None else Word(place, part)


def _addresses(before: Plain, now: Plain) -> Iterator[Phrase]:
    old = [address_of(person) for people in people_in(before).values() for person in people]
    new = [address_of(person) for people in people_in(now).values() for person in people]
    names = tuple(person["name"] for person in new if person not in old)
    if names:
        yield Phrase("revision.addresses", {"names": Listed(names)}, n=len(names))
