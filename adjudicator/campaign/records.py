"""What is kept of a campaign, as plain data: what is handed on from stage to stage in ``orders.json``, what the MJ did.

For the type checker alone: nothing imports this module when the program runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NotRequired, TypeAlias, TypedDict

from adjudicator.core.plain import Plain
from adjudicator.speech.voice import FaultRow
from adjudicator.store.layout import stage_called


class SentAhead(TypedDict):
    """A file for a later turn that was accepted, as it is handed on from stage to stage until then."""

    turn: int
    text: str
    """What is judged again when its turn has come."""
    source: str
    players: list[str]
    receipts: dict[str, str]
    """By player, how his orders were said."""
    called: NotRequired[dict[str, str]]
    """Who sat on the seats of others when it came, by seat; nothing where nobody did."""
    sender: NotRequired[str]
    """The player who sent it, by his name then; nothing where he is known by what the text says alone."""
    file: NotRequired[str]
    """Where in ``turns/`` its bytes are; earlier versions did not keep it."""
    refused: NotRequired[list[str]]
    """Why the stage that begins next cannot use it; empty for a table of several players' orders."""


class RefusedFile(TypedDict):
    """A file that was refused, and has not been mended by its players since."""

    source: str
    kept: NotRequired[str]
    """Where in ``turns/`` its bytes are, of one that came in the stage awaited."""
    begins: NotRequired[str]
    """The first words of one that has no name and no known player."""
    players: list[str]
    """Those of its players who have sent no accepted file since."""
    faults: list[FaultRow]
    note: NotRequired[str | None]
    turn: NotRequired[int]
    """The later turn that it was for."""
    file: NotRequired[str]
    """Where in ``turns/`` its bytes are, of one for a later turn."""
    table: bool
    """Whether it was a table of several players' orders."""
    kinds: list[str]
    """What of it has not come anew: ``orders``, ``standing`` ones, both; nothing of one for a past turn."""


class RefusedSource(TypedDict):
    """A file that was refused, for the MJ's report."""

    source: str
    begins: NotRequired[str]
    players: list[str]


class MJWords(TypedDict):
    """A few words of the MJ for the reports of a stage."""

    camp: str
    """Whose players alone read them; empty for everybody."""
    lines: list[str]
    """A paragraph each."""


class Corrected(TypedDict):
    """That a stage is played again which was taken back."""

    read: NotRequired[int]
    """By the how-manieth of these undoings that was taken back which players had last read; 0 where they had read
    nothing of the stage. Not written where it is ``number``."""

    number: int
    """How many times stages have been taken back in the campaign, this one among them."""
    said: str
    """Why, in the MJ's words for everybody."""


class Decided(TypedDict):
    """A question to the MJ, and what was played for it: see ``core.mj``."""

    purpose: str
    key: list[str]
    print: str
    value: Any
    by: str
    kind: NotRequired[str]
    """The place of the vocabulary whose words its values are; not written where they are none."""
    early: NotRequired[bool]
    """Written where it was answered before the players' time was over, and does not hang on their orders."""


class Answers(TypedDict):
    """What a file of the MJ's answers."""

    answers: list[Answered]
    rest: str | None
    """``yours``: what he leaves to the program; ``ask``; None where the file does not say."""
    corrections: NotRequired[list[Correction]]


class Correction(TypedDict):
    """What a file of the MJ's amends of the table of the stage awaited."""

    table: Plain
    """In canonical words."""
    reason: str
    """For the MJ's records."""
    said: NotRequired[str]
    """Why, in words for everybody."""


class Answered(TypedDict):
    """An answer in a file of the MJ's."""

    purpose: str
    key: list[str]
    value: Any
    by: str
    print: NotRequired[str]
    """That of the question when the file came; none of one that fits whatever is asked."""
    kind: NotRequired[str]
    """``text`` where the value is the MJ's own words."""
    early: NotRequired[bool]
    """Written where it came before the players' time was over, and does not hang on their orders."""


class OnTable(TypedDict):
    """What was on the MJ's table when a stage was played, as ``orders.json`` keeps it."""

    orders: dict[str, Plain]
    """What was played, by player; those of the players in ``stood_in`` by their standing orders."""
    stood_in: list[str]
    absent: list[str]
    """Players who had none."""
    standing: dict[str, Plain]
    """The standing orders in force, by player."""
    left_in: NotRequired[dict[str, str]]
    """By player, where in ``turns/`` the file is by which they came; earlier versions did not keep it."""
    ahead: list[SentAhead]
    """The files for later turns."""
    refused_ahead: list[RefusedFile]
    """Those for later turns that were refused and not mended."""
    notes: dict[str, str]
    """The players' notes to the MJ."""
    refused: list[RefusedSource]
    """The files refused for the stage, and not mended."""
    words: list[MJWords]
    """What the MJ says at the head of the reports."""
    corrected: Corrected | None
    """Why the stage is played again; None the first time."""
    amended: list[str]
    """Why the MJ amended the table before the stage, in his words for everybody, each time that he did."""
    answered: NotRequired[list[str]]
    """In a window, for whom what he had left answered that he does nothing; not written for nobody."""
    luck: NotRequired[dict[str, str]]
    """The words of the players, sent with the first stage, on which all draws hang; not written for none."""
    seats: NotRequired[int]
    """After how many acts that changed seats it was played; not written for none."""
    clauses: NotRequired[dict[str, list[Plain]]]
    """Of players for whom standing orders stood in, the clauses that were asked, each with what became of it and of its
    facts (see ``core.leaving``); nobody of whom none was asked, and not written for nobody."""
    mj: NotRequired[list[Decided]]
    """What the MJ was asked, and what was played for it, in the order in which it was; not written for nothing."""
    asked_beyond: NotRequired[int]
    """How many questions besides were not asked, being too many; not written for none."""
    asked_twice: NotRequired[list[tuple[str, list[str]]]]
    """What was asked twice and otherwise, by purpose and key; not written for nothing."""


class Cause(TypedDict):
    """What set off the brake; times in ISO format."""

    code: str
    """``backwards``, ``never-came``, ``never-could``, ``silence``, ``repaired``, ``cut``, ``moved``, ``share``,
    ``silent`` or ``unmailed``."""
    moment: NotRequired[str]
    """When it happened; empty for a deadline that is no more."""
    n: NotRequired[int]
    """How many were missing."""
    names: NotRequired[list[str]]
    """Who was missing; empty where that was not kept."""
    awaited: NotRequired[int]
    """How many were awaited."""
    closes: NotRequired[str]
    """The end of the grace at which they were; empty where that was not kept."""


class Taken(TypedDict):
    """That somebody sits on a seat from now on."""

    seat: str
    """By the name that ``campaign.yaml`` gives it."""
    name: str
    email: NotRequired[str]
    forum: NotRequired[str]
    until: NotRequired[str]
    """When it goes back to the one before."""
    left: NotRequired[bool]
    """That he has gone, and nobody has come."""


class StoodBefore(TypedDict):
    """The standing orders that stand in the place of those which were withdrawn."""

    of: str
    """Where in ``turns/`` the file is by which the withdrawn ones came; empty where that was not kept."""
    orders: Plain
    """By the seats' own names; empty for none."""
    file: str
    """Where the file is by which these came; empty where there are none, or that was not kept."""


class Act(TypedDict):
    """What was done to the course of a campaign; times in ISO format."""

    act: str
    """One of ``KINDS``."""
    at: str
    by: str
    stage: str
    """The name of the folder of the stage that was awaited."""
    reason: NotRequired[str]
    until: NotRequired[str]
    """The new deadline of an extension or an undoing; until when a hold is meant to last."""
    back_to: NotRequired[str]
    """The name of the folder of the first stage that was taken back."""
    down_from: NotRequired[str]
    """That of the last one."""
    through: NotRequired[str]
    """The name of the folder of the last stage that is to be played again."""
    again: NotRequired[int]
    """The number of the act, one that went with a stage taken back, that this one is again."""
    said: NotRequired[str]
    """Why, in words for everybody."""
    unread: NotRequired[bool]
    """That nobody had read anything of the stages that were taken back."""
    head: NotRequired[str]
    """The last head of the chain that had been told when stages were taken back; see :mod:`chain`."""
    table: NotRequired[Plain]
    """What an amendment makes of the table, in canonical words."""
    file: NotRequired[str]
    """The SHA-256 of the MJ's file that holds the amendment, and which of its corrections it is: ``HASH#1``."""
    turn: NotRequired[int]
    """The turn that is awaited next in a game that was played by hand until then."""
    pinned: NotRequired[Plain]
    """What of the campaign's file an amendment rests on, where no stage has been played that would pin it."""
    seats: NotRequired[list[Taken]]
    """Whose seats change, or are left, all at once."""
    captains: NotRequired[dict[str, str]]
    """The seats of captains whom the MJ has named with it, by camp."""
    cause: NotRequired[Cause]
    """Why the brake holds, in place of a reason."""
    player: NotRequired[str]
    """The seat whose orders are withdrawn."""
    files: NotRequired[dict[str, str]]
    """The SHA-256 of each file that counts no more for that seat, by where it lies in ``turns/``."""
    texts: NotRequired[list[str]]
    """The SHA-256 of the texts of those that came ahead, where it was not kept where they lie."""
    standing: NotRequired[StoodBefore]
    """What the seat had left before, where the withdrawn orders had been handed on to the stage."""


# Of what shape the program writes each sealed record: of another one it is damaged, though its hash be right.
#
# A hash is no signature: whoever edits a record can take it anew. What is read of a record is then of the kinds that it
# is read as, its times are times of one clock, and nothing in it lies too deep to be written again; whether it fits its
# campaign is another question.


Shape: TypeAlias = Callable[[Any], bool]
"""Tells whether a value is of some shape."""

_DEEPEST = 50
"""How deep what a game has made lies in itself at most: far beyond what any needs, far below what Python bears."""
_EARLIEST, _LATEST = 100, 9900
"""Years: what is months before or after a time, in any zone, is in the calendar as well."""


def has_shape(kind: str, record: Mapping[str, Any]) -> bool:
    """Tell whether a record in the format of this version is of the shape of its ``kind``; other keys may be there."""
    return _SHAPES[kind](record)


def is_count(value: Any) -> bool:
    """Tell whether a value is a whole number from 0 on; a boolean is none."""
    return type(value) is int and value >= 0


# What all are made of ------------------------------------------------------------------------------------------------


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _number(value: Any) -> bool:
    return type(value) is int


def _text(value: Any) -> bool:
    """Tell whether it is a text that a file can hold."""
    return isinstance(value, str) and (value.isascii() or _can_be_written(value))


def _can_be_written(text: str) -> bool:
    """Tell whether a text holds whole characters alone: JSON can escape a half, and no file holds it."""
    try:
        return bool(text.encode())
    except UnicodeEncodeError:
        return False


def _any_time(value: Any) -> bool:
    """Tell whether it is a time in ISO format that says its zone; without one it is compared with no other."""
    return _year_of(value) is not None


def _time(value: Any) -> bool:
    """Tell whether it is such a time, and one that is counted from."""
    year = _year_of(value)
    return year is not None and _EARLIEST < year < _LATEST


def _year_of(value: Any) -> int | None:
    try:
        time = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return time.year if time.tzinfo is not None else None


def _stage(value: Any) -> bool:
    return _text(value) and stage_called(value) is not None


def _plain(value: Any, depth: int = _DEEPEST) -> bool:
    """Tell whether it is plain data that can be written again, whatever it says."""
    if isinstance(value, dict):
        return depth > 0 and all(_text(key) and _plain(part, depth - 1) for key, part in value.items())
    if isinstance(value, list):
        return depth > 0 and all(_plain(part, depth - 1) for part in value)
    return _text(value) or not isinstance(value, str)


def _object(value: Any) -> bool:
    return isinstance(value, dict) and _plain(value)


def _no(value: Any) -> bool:
    return value is None


def _either(*shapes: Shape) -> Shape:
    return lambda value: any(shape(value) for shape in shapes)


def _one_of(*words: str) -> Shape:
    return lambda value: isinstance(value, str) and value in words


def _list(part: Shape) -> Shape:
    return lambda value: isinstance(value, list) and all(map(part, value))


def _row(*parts: Shape) -> Shape:
    def fits(value: Any) -> bool:
        is_row = isinstance(value, list) and len(value) == len(parts)
        return is_row and all(part(one) for part, one in zip(parts, value, strict=True))

    return fits


def _by(part: Shape) -> Shape:
    """Return the shape of what is kept by name: each ``part`` of it is of one shape."""
    return lambda value: isinstance(value, dict) and all(_text(key) and part(one) for key, one in value.items())


def _keys(needed: Mapping[str, Shape], **optional: Shape) -> Shape:
    """Return the shape of an object with the keys ``needed``, and with the ``optional`` ones where they are there."""
    shapes, of_needed = {**needed, **optional}, needed.keys()

    def fits(value: Any) -> bool:
        if not isinstance(value, dict) or not of_needed <= value.keys():
            return False
        for key, one in value.items():  # records are many, and ``all`` takes twice as long
            shape = shapes.get(key)
            if not (shape(one) if shape is not None else _text(key) and _plain(one)):
                return False
        return True

    return fits


# The records ---------------------------------------------------------------------------------------------------------


_TEXTS = _list(_text)
_FILE = {"saved": _any_time, "dated": _any_time}
"""When a file was saved and sent, as far as it is known: whoever sends it may say what he likes."""

_MISSING = {"n": is_count, "names": _TEXTS, "closes": _either(_time, _one_of(""))}
_SINCE = _keys({"code": _text, "moment": _time})
_CAUSES: Mapping[str, Shape] = {
    **dict.fromkeys(("backwards", "never-came", "never-could", "silence", "repaired", "cut", "moved"), _SINCE),
    **dict.fromkeys(("silent", "unmailed"), _keys(_MISSING)),
    "share": _keys({**_MISSING, "awaited": is_count}),
}


def _cause(value: Any) -> bool:
    code = value.get("code") if isinstance(value, dict) else None
    return isinstance(code, str) and code in _CAUSES and _CAUSES[code](value)


_TAKEN = _keys({"seat": _text, "name": _text}, email=_text, forum=_text, until=_time, left=_flag)
_SEATING = _keys({"seats": _list(_TAKEN)}, captains=_by(_text), reason=_text, said=_text)
_REASONED = _keys({"reason": _text}, until=_time, cause=_cause)
_DOINGS: Mapping[str, Shape] = {
    "hold": _either(_REASONED, _keys({"cause": _cause}, until=_time)),
    "release": _REASONED,
    "extend": _keys({"reason": _text, "until": _time}),
    "undo": _keys(
        {"back_to": _stage, "down_from": _stage, "said": _text}, reason=_text, until=_time, head=_text, unread=_flag
    ),
    "replay": _keys({"through": _stage}),
    "amend": _keys(
        {"table": _object, "said": _text}, reason=_text, turn=is_count, again=is_count, pinned=_object, file=_text
    ),
    "replace": _SEATING,
    "leave": _SEATING,
    "closed": _keys({}),
    "withdraw": _keys(
        {"player": _text, "files": _by(_text), "reason": _text},
        texts=_TEXTS,
        standing=_keys({"of": _text, "orders": _object, "file": _text}),
    ),
}
_DONE = _keys({"act": _text, "at": _time, "by": _text, "stage": _text})


def _act(value: Any) -> bool:
    return _DONE(value) and value["act"] in _DOINGS and _DOINGS[value["act"]](value)


_FAULT = _keys({"code": _text, "message": _text, "line": is_count, "column": is_count}, lines=_TEXTS)
_JUDGED = {"source": _text, "accepted": _flag, "players": _TEXTS, "way": _text}
_TAKEN_UP: Mapping[str, Shape] = {"orders": _by(_object), "receipts": _by(_text)}
_TURNED_DOWN: Mapping[str, Shape] = {
    "faults": _list(_FAULT),
    "table": _flag,
    "kinds": _list(_one_of("orders", "standing", "answers")),
}
_BESIDES: Mapping[str, Shape] = {
    "digest": _text,
    "turn": is_count,
    "amended": is_count,
    "note": _either(_text, _no),
    "standing": _by(_object),
    "luck": _by(_text),
    "warnings": _by(_TEXTS),
    "text": _text,
    "begins": _text,
    "sender": _text,
    "called": _by(_text),
    "corrects": _flag,
    **_FILE,
}
_ACCEPTED = _keys({**_JUDGED, **_TAKEN_UP}, **_BESIDES)
_REFUSED = _keys({**_JUDGED, **_TURNED_DOWN}, **_BESIDES)


def _verdict(value: Any) -> bool:
    """Tell whether it is a verdict; one that accepts a file for a later turn has its text, to be judged again then."""
    if not isinstance(value, dict) or value.get("accepted") is not True:
        return _REFUSED(value)
    return _ACCEPTED(value) and ("text" in value or "turn" not in value)


_CAME = _keys(
    {"at": _time, "name": _text, "way": _text, "identity": _list(_number), "digest": _text},
    seats=is_count,
    sender=_text,
    turn=is_count,
    message_id=_text,
    other=_text,
    quoted=_text,
    titled=_list(is_count),
    reply=_flag,
    unanswerable=_flag,
    unread=_TEXTS,
    cut=_flag,
    **_FILE,
)

_MAYBE_TIME = _either(_time, _no)
_ANNOUNCED = _keys({"due": _MAYBE_TIME, "closes": _MAYBE_TIME, "extension": _either(_text, _no)})
_SIGHT = _keys({"at": _time, "stage": _text, "due": _MAYBE_TIME, "announced": _ANNOUNCED})
_VISIT = _keys(
    {
        "at": _time,
        "since": _time,
        "said_at": _time,
        "seen": _either(_SIGHT, _no),
        "what": _one_of("resolved", "waiting", "held", "broken", "over"),
        "said": _TEXTS,
        "looked": _TEXTS,
        "acts": is_count,
    }
)

_HEADS = _keys({"due": _MAYBE_TIME, "held": _flag}, seats=is_count)
_PUBLISHED = _keys(
    {"at": _time, "by": _text, "told": _either(_HEADS, _no), "head": _either(_text, _no)}, pages=is_count
)

_MARK = _keys(
    {
        "state": _one_of("waiting", "sending", "sent", "refused"),
        "id": _text,
        "since": _time,
        "at": _time,
        "tries": is_count,
        "code": _number,
        "said": _text,
    },
    after=_time,
)
_TAKEN_FILE = _keys({"source": _text, "players": _TEXTS, "faults": is_count, "table": _flag})
_EVENTS = _list(_row(_text, _text, _flag, _flag))

_POST = {"of": _text, "tries": is_count, "trouble": _text, "recent": _by(_list(_time))}

_SHAPES: Mapping[str, Shape] = {
    "act": _act,
    "amended": _keys({"told": is_count}),
    "asked": _keys({**dict.fromkeys(("campaign", "player", "address", "mail"), _text), "at": _time}, answer=_text),
    "began": _keys({"at": _time}),
    "bureau": _keys(
        {
            "since": is_count,
            "last": is_count,
            "items": _by(_keys({"number": is_count, "posted": _MAYBE_TIME})),
        }
    ),
    "came": _CAME,
    "chain": _keys({"before": _text, "acts": is_count, "orders": is_count, "entries": _by(_text), "head": _text}),
    "closed": _keys({"stages": _by(_number)}),
    "digest": _keys(
        {"reasons": _TEXTS, "number": is_count, "events": _EVENTS, "pending": _EVENTS, "more": is_count},
        heard=_by(_time),
    ),
    "giving": _keys({"campaign": _text, "mails": _TEXTS}),
    "heard": _keys({"lines": _by(_time)}),
    "lapsed": _keys({"players": _TEXTS}),
    "letter": _keys({"letter": _text, "again": is_count, "to": _by(_MARK)}),
    "mail": _keys({**dict.fromkeys(("kind", "campaign", "player", "why"), _text), "at": _time}),
    "not-kept": _keys({"at": _time, "user": _text, "reason": _text}),
    "places": _keys({"boxes": _by(_by(_text))}),
    "post": _either(
        _keys({**_POST, "at": _time}),
        _keys({**_POST, "tries": lambda tries: is_count(tries) and not tries, "at": _text}),
    ),
    "posted": _keys({"at": _time, "old": _by(is_count)}),
    "published": _PUBLISHED,
    "reminded": _keys({"reminders": _by(_keys({"at": _time, "to": _TEXTS}, later=_by(_time)))}),
    "seated": _keys({"told": is_count}),
    "unanswered": _keys({"mails": _by(_keys({"player": _text, "at": _time}))}),
    "untold": _keys({"files": _by(_list(_TAKEN_FILE))}),
    "verdict": _verdict,
    "visit": _VISIT,
    "withdrawals": _keys({"told": is_count}),
    "withdrawn": _keys({"at": _time, "stages": _TEXTS}),
}
