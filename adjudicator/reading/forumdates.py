"""The dates that boards write at the head of messages, in French and English, found in a line and understood."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import NamedTuple

from adjudicator.core.words import fold

_OF_MONTHS = (
    ("janvier", "janv", "jan", "january"),
    ("fevrier", "fevr", "fev", "feb", "february"),
    ("mars", "mar", "march"),
    ("avril", "avr", "apr", "april"),
    ("mai", "may"),
    ("juin", "june", "jun"),
    ("juillet", "juil", "july", "jul"),
    ("aout", "august", "aug"),
    ("septembre", "sept", "sep", "september"),
    ("octobre", "oct", "october"),
    ("novembre", "nov", "november"),
    ("decembre", "dec", "december"),
)
_OF_DAYS = (
    ("lundi", "lun", "monday", "mon"),
    ("mardi", "mar", "tuesday", "tue", "tues"),
    ("mercredi", "mer", "wednesday", "wed"),
    ("jeudi", "jeu", "thursday", "thu", "thur", "thurs"),
    ("vendredi", "ven", "friday", "fri"),
    ("samedi", "sam", "saturday", "sat"),
    ("dimanche", "dim", "sunday", "sun"),
)
_MONTHS = {name: number for number, names in enumerate(_OF_MONTHS, 1) for name in names}
_DAYS = {name: number for number, names in enumerate(_OF_DAYS) for name in names}
_WORD = r"[A-Za-zéèûôÉÈÛÔ]{3,10}\.?"
_TIME = r"(?P<hour>\d{1,2})\s?[:hH]\s?(?P<minute>\d{2})(?::\d{2})?(?:\s?(?P<half>[ap])\.?m\b\.?)?"
_GAP = r"(?:\s*(?:[-–—,@]|à|at)\s*|\s+)"
_YEAR = r"(?:,?\s?(?P<year>\d{4}))?"
_WEEKDAY = rf"(?:(?P<weekday>{_WORD}),?\s)?"
_FORMS = tuple(
    re.compile(rf"(?<![\w:/]){form}(?![\w:/])", re.IGNORECASE)
    for form in (
        rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?:er|st|nd|rd|th)?\s(?P<month>{_WORD}){_YEAR}{_GAP}{_TIME}",
        rf"{_WEEKDAY}(?P<month>{_WORD})\s(?P<day>\d{{1,2}})(?:st|nd|rd|th)?{_YEAR}{_GAP}{_TIME}",
        rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?P<sign>[/.-])(?P<number>\d{{1,2}})(?P=sign)(?P<year>\d{{4}}|\d\d){_GAP}{_TIME}",
        rf"(?P<year>\d{{4}})-(?P<number>\d{{2}})-(?P<day>\d{{2}})[T\s]{_TIME}",
        rf"(?P<near>aujourd['’]hui|hier|today|yesterday){_GAP}{_TIME}",
        r"(?P<vague>il\sy\sa\s(?:moins\sd['’]une?|une?|\d{1,2})\s(?:seconde|minute|heure)s?"
        r"|(?:less\sthan\san?|an?|\d{1,2})\s(?:second|minute|hour)s?\sago|à\sl['’]instant|just\snow)",
    )
)
_LONGEST = 300
"""Characters of a line in which a date is looked for: heads are short."""


class Dated(NamedTuple):
    """A date as it stands in a line, from ``start`` to ``end``; its time, if it can be known."""

    start: int
    end: int
    when: datetime | None


def dated(line: str, now: datetime) -> Dated | None:
    """Return the last date with an hour in a line; ``now`` is when the page was read, by which « hier » is told."""
    line = line[-_LONGEST:]
    found = [Dated(start, match.end(), when) for start, match, when in _found(line, now)]
    return max(found, key=lambda one: (one.end, -one.start), default=None)


def _found(line: str, now: datetime) -> list[tuple[int, re.Match[str], datetime | None]]:
    matches = (match for form in _FORMS for match in form.finditer(line))
    return [(_start(match), match, _time(match, now)) for match in matches if _is_date(match)]


def _is_date(match: re.Match[str]) -> bool:
    month = match.groupdict().get("month")
    return month is None or _folded(month) in _MONTHS


def _start(match: re.Match[str]) -> int:
    """Return where a date begins: behind a word before it that is no day of the week."""
    word = match.groupdict().get("weekday")
    if word is None or _folded(word) in _DAYS:
        return match.start()
    rest = match[0][match.end("weekday") - match.start() :]
    return match.end() - len(rest.lstrip(", "))


def _folded(word: str | None) -> str:
    return fold((word or "").rstrip("."))


def _time(match: re.Match[str], now: datetime) -> datetime | None:
    """Return the time that a match says; None for « 5 minutes ago » and for days that no calendar has."""
    parts = match.groupdict()
    if "vague" in parts:
        return None
    hour, minute = int(parts["hour"]), int(parts["minute"])
    if parts["half"]:
        hour = hour % 12 + (12 if parts["half"].lower() == "p" else 0)
    try:
        day = _near(parts["near"], now) if "near" in parts else _day(parts, now)
        return datetime(day.year, day.month, day.day, hour, minute, tzinfo=now.tzinfo) if day else None
    except (ValueError, OverflowError):
        return None


def _near(word: str, now: datetime) -> date:
    return now.date() - timedelta(days=1 if _folded(word) in ("hier", "yesterday") else 0)


def _day(parts: dict[str, str | None], now: datetime) -> date | None:
    """Return the day that a date names; without its year, the last one with its weekday that is not to come."""
    month = int(parts["number"] or 0) if "number" in parts else _MONTHS[_folded(parts["month"])]
    day = int(parts["day"] or 0)
    if parts.get("year"):
        year = int(parts["year"] or 0)
        return date(year + 2000 if year < 100 else year, month, day)
    weekday = _DAYS.get(_folded(parts.get("weekday")))
    latest = now.date() + timedelta(days=1)  # boards' clocks differ from ours
    for year in range(latest.year, latest.year - _YEARS, -1):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found <= latest and weekday in (None, found.weekday()):
            return found
    return None


_YEARS = 2
"""Boards leave the year out of this year's dates alone; in January the last one's may still be meant."""
