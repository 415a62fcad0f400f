"""A message of a forum page, and what all kinds of pages have in common.

`ForumPost` and `Page` are the results of `forum_page.page`. The functions compare authors, find edit notes and dates of
boards, and mark messages that another author may have typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.core.words import LONGEST, fold

MOST = 1000
"""The most messages of a page."""


@dataclass(frozen=True)
class ForumPost:
    """A message as its author wrote it, without quotations, signature and what the board adds."""

    author: str
    text: str
    line: int
    """The line of its head in the page."""
    written: str = ""
    """Its date as the board writes it."""
    when: datetime | None = None
    """When it got its present text, written or last edited, in the board's time zone; None if unknown."""
    first: datetime | None = None
    """When it was written, if it was edited later; otherwise None."""
    number: int | None = None
    """Its number on the board, which counts messages as they are written, or None if the page does not show it."""
    doubt: Phrase | None = None
    """Why it is taken for nobody, as a clause that names a line, or None."""
    unseen: Phrase | None = None
    """Why it does not count, as a clause, or None: the board hides it, or shows it to moderators only."""
    notes: tuple[Phrase, ...] = ()
    """What the MJ should know about the message if it is taken, as clauses."""


@dataclass(frozen=True)
class Page:
    """The messages of a page in page order, or the reason why it has none."""

    posts: tuple[ForumPost, ...] = ()
    doubt: Phrase | None = None
    """Why nothing in the page can be taken, as a clause, or None."""
    heads: int = 0
    """How many lines of a text are heads or look like one; 0 for HTML, where nobody needs to count."""


def same_author(one: str, other: str) -> bool:
    """Return whether two names are the same on a board, which ignores case only: « Zoe » may not be « Zoé »."""
    return named(one) == named(other) != ""


def named(name: str) -> str:
    """Return a name as boards compare names: Unicode-composed, in lower case, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", name[:LONGEST]).lower().split())


def without_foot(lines: Sequence[str]) -> list[str]:
    """Return the lines of a message before its foot: an edit note, or a rule and the signature below it."""
    for number, line in enumerate(lines):
        flat = " ".join(line.split())
        if _EDITED.match(flat) or _RULE.fullmatch(flat):
            return list(lines[:number])
    return list(lines)


_EDITED = re.compile(
    r"(?:dernière (?:édition|modification) par|dernière modification le|modifié en dernier par|last edited (?:by|on)"
    r"|édité par|edited by|modifié par)\s.*\d|modifié le\s.*\d",
    re.IGNORECASE,
)
_RULE = re.compile(r"_{10,}")
_CUT = re.compile(
    r"(?:.*[\[(]\s?)?(?:…|\.{3,})(?:\s?[\])])?|.*\b(?:(?:lire|voir|afficher) (?:la suite|plus|le message complet)"
    r"|(?:read|show|view) (?:more|full (?:message|post))|message tronqué)\W*",
    re.IGNORECASE,
)
"""The end of the last line of a message of which the board shows only the beginning."""


def is_cut_short(text: str) -> bool:
    """Return whether the mark at the end of a message says that the board shows only its beginning."""
    lines = [line for line in text.split("\n") if line.strip()]
    return bool(lines) and _CUT.fullmatch(lines[-1].strip()[-_LONGEST_MARK:]) is not None


_LONGEST_MARK = 300


_TAKEN_AWAY = re.compile(
    r"(?:ce )?message (?:a été )?supprimé\b.*|(?:this )?(?:post|message) (?:has been |was )?deleted\b.*"
    r"|(?:ce )?message (?:est )?en attente d['’]approbation\b.*"
    r"|(?:this )?(?:post|message) (?:is )?awaiting approval\b.*"
    r"|this (?:post|message) is not visible to other users\b.*"
    r"|ce message a été (?:rédigé|écrit) par .{1,60} que vous ignorez\b.*"
    r"|this post was made by .{1,60} who is currently on your ignore list\b.*",
    re.IGNORECASE,
)


def is_taken_away(line: str) -> bool:
    """Return whether a line is a board's notice in place of a message that it does not show to everybody."""
    return _TAKEN_AWAY.fullmatch(" ".join(line.replace("\u00a0", " ").split())) is not None


def edit_notes(lines: Iterable[str]) -> list[str]:
    """Return the edit notes in a board's own lines, each from its beginning to the end of its line."""
    return [line[found.start() :] for line in lines if (found := _EDITED.search(line))]


def with_edit(post: ForumPost, lines: Iterable[str], now: datetime) -> ForumPost:
    """Return a message with the time of its last edit, taken from the edit notes in ``lines``.

    If such a time cannot be read or is in the future, the message's time is unknown. An author who types such a note
    can only make his own message later.
    """
    notes = [" ".join(line.replace("\u00a0", " ").split()) for line in lines]
    told = [dated(note, now) for note in notes if _EDITED.match(note)]
    if not told:
        return post
    times = [one.when if one else None for one in told]
    last = None if None in times else max(time for time in times if time)
    if last is None or post.when is None or last > now + _AHEAD:
        return replace(post, when=None, first=post.when)
    return replace(post, when=last, first=post.when) if last > post.when else post


_AHEAD = timedelta(days=1)
"""How much a board's clock may be ahead of ours."""


def tidied(lines: Sequence[str]) -> str:
    """Return lines of a message as a text, without outer or repeated blank lines and spaces at line ends."""
    kept: list[str] = []
    for line in (line.replace("\u00a0", " ").rstrip() for line in lines):
        if line or (kept and kept[-1]):
            kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    return "\n".join(kept) + "\n" if kept else ""


def doubtful(post: ForumPost, code: str, line: int) -> ForumPost:
    """Return a message with a doubt about a line; a message that has a doubt already keeps it."""
    return post if post.doubt else replace(post, doubt=Phrase(f"forum.doubt.{code}", {"line": line}))


def sure(posts: Sequence[ForumPost], odd: Sequence[int], messages: int | None) -> Iterator[ForumPost]:
    """Yield the messages, with a doubt for those whose head an earlier author may have typed.

    They need no doubt if the MJ counts as many ``messages`` as there are posts, and no ``odd`` line looks like a head.
    """
    counted = messages == len(posts) and not odd
    before: ForumPost | None = None
    forged = False
    for post in posts:
        forged = forged or (before is not None and not same_author(before.author, post.author))
        if (forged or (before is not None and _may_hide(before))) and not counted:
            yield doubtful(post, "typed", post.line)
        else:
            yield post
        forged = forged or _may_hide(post)
        before = post


def _may_hide(post: ForumPost) -> bool:
    """Return whether the doubt of a message allows that another author's head in it was missed."""
    return post.doubt is not None and post.doubt.key.rpartition(".")[2] in ("head", "no-author", "above", "end")


# Dates in French and English, as boards write them --------------------------------------------------------------


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
"""The most characters of a line in which a date is searched; heads are short."""


class Dated(NamedTuple):
    """A date in a line, from offset ``start`` to ``end``, and its time, None if it cannot be known."""

    start: int
    end: int
    when: datetime | None


def dated(line: str, now: datetime) -> Dated | None:
    """Return the last date with a time of day in the last ``_LONGEST`` characters of a line, or None.

    ``now`` is when the page was read, which gives « hier » its meaning. The offsets count from the first of these
    characters.
    """
    matches = (match for form in _FORMS for match in form.finditer(line[-_LONGEST:]))
    found = []
    for match in matches:
        month = match.groupdict().get("month")
        if month is None or _folded(month) in _MONTHS:
            found.append(Dated(_start(match), match.end(), _time(match, now)))
    return max(found, key=lambda one: (one.end, -one.start), default=None)


def _start(match: re.Match[str]) -> int:
    """Return where a date begins, without a leading word that is no day of the week."""
    word = match.groupdict().get("weekday")
    if word is None or _folded(word) in _DAYS:
        return match.start()
    rest = match[0][match.end("weekday") - match.start() :]
    return match.end() - len(rest.lstrip(", "))


def _folded(word: str | None) -> str:
    return fold((word or "").rstrip("."))


def _time(match: re.Match[str], now: datetime) -> datetime | None:
    """Return the time that a match gives, or None for « 5 minutes ago » and for days that do not exist."""
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
    """Return the day of a date, or None if there is none.

    Without a year, it is the latest such day of this year or the last one, up to tomorrow, on the weekday if one is
    given.
    """
    month = int(parts["number"] or 0) if "number" in parts else _MONTHS[_folded(parts["month"])]
    day = int(parts["day"] or 0)
    if parts.get("year"):
        year = int(parts["year"] or 0)
        return date(year + 2000 if year < 100 else year, month, day)
    weekday = _DAYS.get(_folded(parts.get("weekday")))
    latest = now.date() + timedelta(days=1)  # a board's clock may differ from ours
    for year in range(latest.year, latest.year - _YEARS, -1):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found <= latest and weekday in (None, found.weekday()):
            return found
    return None


_YEARS = 2
"""How many years to try. Boards omit the current year, but in January last year may still be meant."""
