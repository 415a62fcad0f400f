"""Of what shape the program writes each sealed record: of another one it is damaged, though its hash be right.

A hash is no signature: whoever edits a record can take it anew. What is read of a record is then of the kinds that it
is read as, its times are times of one clock, and nothing in it lies too deep to be written again; whether it fits its
campaign is another question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from adjudicator.store.layout import stage_called

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
