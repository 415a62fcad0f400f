"""What is kept of a campaign as plain data: the types of its records, and the check that a signed record is sound.

The types describe what ``orders.json`` hands on from stage to stage, and the acts of the MJ. ``has_shape`` tells
whether a record read from disk has the shape of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NotRequired, TypeAlias, TypedDict

from adjudicator.core.plain import Plain
from adjudicator.speech.voice import FaultRow
from adjudicator.store.layout import stage_called


class SentAhead(TypedDict):
    """An accepted file for a later turn, handed on from stage to stage until that turn comes."""

    turn: int
    text: str
    """The text of the file, which is judged again when its turn has come."""
    source: str
    players: list[str]
    receipts: dict[str, str]
    """By player, the receipt of his orders in words."""
    called: NotRequired[dict[str, str]]
    """The people who held the seats of others when the file came, by seat; missing if nobody did."""
    sender: NotRequired[str]
    """The name, at that time, of the player who sent the file; missing if only the text names the player."""
    file: NotRequired[str]
    """The path of the file in ``turns/``; earlier versions did not record it."""
    refused: NotRequired[list[str]]
    """Why the stage that begins next cannot use the file; empty if the file holds the orders of several players."""


class RefusedFile(TypedDict):
    """A file that was refused and that its players have not corrected since."""

    source: str
    kept: NotRequired[str]
    """The path of the file in ``turns/``, if it came in the stage awaited."""
    begins: NotRequired[str]
    """The first words of a file that has neither a name nor a known player."""
    players: list[str]
    """The players named in the file who have sent no accepted file since."""
    faults: list[FaultRow]
    note: NotRequired[str | None]
    turn: NotRequired[int]
    """The later turn for which the file was meant."""
    file: NotRequired[str]
    """The path of the file in ``turns/``, if it was for a later turn."""
    table: bool
    """Whether the file held the orders of several players."""
    kinds: list[str]
    """What is still missing because of the refusal: ``orders``, ``standing`` or both; empty for a past turn."""


class RefusedSource(TypedDict):
    """A refused file, as the MJ's report lists it."""

    source: str
    begins: NotRequired[str]
    players: list[str]


class MJWords(TypedDict):
    """A message of the MJ for the reports of a stage."""

    camp: str
    """The camp whose players alone read the message; empty for everybody."""
    lines: list[str]
    """The paragraphs of the message."""


class Corrected(TypedDict):
    """Why a stage that had been taken back is played again."""

    read: NotRequired[int]
    """The number of the undoing that took back the version which players last read; 0 if they had read none.

    It is written only if it differs from ``number``.
    """

    number: int
    """The number of the undoing that took back this stage, counted over the whole campaign from 1."""
    said: str
    """The reason, in the MJ's words for everybody."""


class Decided(TypedDict):
    """A question to the MJ and the answer with which the stage was played: see ``core.mj``."""

    purpose: str
    key: list[str]
    print: str
    value: Any
    by: str
    kind: NotRequired[str]
    """The place of the vocabulary to which the words in the answer belong; missing if they are not such words."""
    early: NotRequired[bool]
    """Written if the answer does not depend on the orders and came before the players' time was over."""


class Answers(TypedDict):
    """The answers in a file of the MJ's."""

    answers: list[Answered]
    rest: str | None
    """What happens to the other questions: ``yours`` leaves them to the program, ``ask`` keeps them open.

    None if the file does not say.
    """
    corrections: NotRequired[list[Correction]]


class Correction(TypedDict):
    """An amendment to the table of the stage awaited, in an MJ file of answers."""

    table: Plain
    """The amendment, in canonical words."""
    reason: str
    """The reason, for the MJ's records."""
    said: NotRequired[str]
    """The reason, in words for everybody."""


class Answered(TypedDict):
    """One answer in a file of the MJ's."""

    purpose: str
    key: list[str]
    value: Any
    by: str
    print: NotRequired[str]
    """The fingerprint of the question when the file came; missing if the answer fits the question in any form."""
    kind: NotRequired[str]
    """``text`` if the value is free text by the MJ."""
    early: NotRequired[bool]
    """Written if the answer does not depend on the orders and came before the players' time was over."""


class OnTable(TypedDict):
    """What was on record when a stage was played, as ``orders.json`` keeps it."""

    orders: dict[str, Plain]
    """The orders that were played, by player; for players in ``stood_in``, the ones that their standing orders gave."""
    stood_in: list[str]
    absent: list[str]
    """The players without any orders."""
    standing: dict[str, Plain]
    """The standing orders in force, by player."""
    left_in: NotRequired[dict[str, str]]
    """By player, the path in ``turns/`` of the file with his standing orders; earlier versions did not record it."""
    ahead: list[SentAhead]
    """The files for later turns."""
    refused_ahead: list[RefusedFile]
    """The refused files for later turns that have not been corrected."""
    notes: dict[str, str]
    """The players' notes to the MJ."""
    refused: list[RefusedSource]
    """The files refused for this stage that have not been corrected."""
    words: list[MJWords]
    """The MJ's messages at the head of the reports."""
    corrected: Corrected | None
    """Why the stage is played again; None if it is played for the first time."""
    amended: list[str]
    """Why the MJ amended the table before the stage, in his words for everybody: one entry for each amendment."""
    answered: NotRequired[list[str]]
    """In a window, the players whose standing orders answered that they do nothing; missing if there are none."""
    luck: NotRequired[dict[str, str]]
    """The words that players sent with the first stage and on which all draws depend; missing if there are none."""
    seats: NotRequired[int]
    """The number of acts that had changed seats before the stage was played; missing if there were none."""
    clauses: NotRequired[dict[str, list[Plain]]]
    """By player, the clauses of his standing orders that were evaluated, with their results (see ``core.leaving``).

    Players without evaluated clauses are missing, and so is the whole key if there are no such players.
    """
    mj: NotRequired[list[Decided]]
    """The questions to the MJ with the answers that were played, in the order asked; missing if there were none."""
    asked_beyond: NotRequired[int]
    """The number of questions not asked because there were too many; missing if there were none."""
    asked_twice: NotRequired[list[tuple[str, list[str]]]]
    """The questions asked twice in different forms, by purpose and key; missing if there were none."""


class Cause(TypedDict):
    """Why the emergency brake stopped the campaign; times are in ISO format."""

    code: str
    """The reason, as a code.

    It is one of ``backwards``, ``never-came``, ``never-could``, ``silence``, ``repaired``, ``cut``, ``moved``,
    ``share``, ``silent`` or ``unmailed``.
    """
    moment: NotRequired[str]
    """When it happened; empty for a deadline that no longer exists."""
    n: NotRequired[int]
    """How many players were missing."""
    names: NotRequired[list[str]]
    """The players who were missing; empty if that was not recorded."""
    awaited: NotRequired[int]
    """How many players were awaited."""
    closes: NotRequired[str]
    """The end of the grace period after which they counted as missing; empty if that was not recorded."""


class Taken(TypedDict):
    """A record that a person holds a seat from now on."""

    seat: str
    """The name that ``campaign.yaml`` gives to the seat."""
    name: str
    email: NotRequired[str]
    forum: NotRequired[str]
    until: NotRequired[str]
    """When the seat goes back to its former holder."""
    left: NotRequired[bool]
    """True if the person named has left and the seat is empty."""


class StoodBefore(TypedDict):
    """The standing orders that apply again in place of withdrawn ones."""

    of: str
    """The path in ``turns/`` of the file with the withdrawn standing orders; empty if that was not recorded."""
    orders: Plain
    """The standing orders, with the seats' own names; empty if there are none."""
    file: str
    """The path of the file with these standing orders; empty if there are none or it was not recorded."""


class Act(TypedDict):
    """An act that changed the course of a campaign; times are in ISO format."""

    act: str
    """One of ``KINDS``."""
    at: str
    by: str
    stage: str
    """The folder name of the stage that was awaited at the time."""
    reason: NotRequired[str]
    until: NotRequired[str]
    """The new deadline of an extension or an undoing; for a hold, when it is meant to end."""
    back_to: NotRequired[str]
    """The folder name of the first stage that was taken back."""
    down_from: NotRequired[str]
    """The folder name of the last stage that was taken back."""
    through: NotRequired[str]
    """The folder name of the last stage that is to be replayed."""
    again: NotRequired[int]
    """The number of the earlier act that this one repeats; that act was lost when stages were taken back."""
    said: NotRequired[str]
    """The reason, in words for everybody."""
    unread: NotRequired[bool]
    """True if nobody had read anything of the stages that were taken back."""
    head: NotRequired[str]
    """The last head of the hash chain that had been announced when stages were taken back; see :mod:`chain`."""
    table: NotRequired[Plain]
    """The changes that an amendment makes to the table, in canonical words."""
    file: NotRequired[str]
    """The SHA-256 of the MJ file that holds the amendment, and the number of the correction: ``HASH#1``."""
    turn: NotRequired[int]
    """The turn awaited next, for a game that was played by hand until then."""
    pinned: NotRequired[Plain]
    """The parts of the campaign file on which an amendment rests, if no stage has been played that would pin them."""
    seats: NotRequired[list[Taken]]
    """The seats that are taken or left by this act."""
    captains: NotRequired[dict[str, str]]
    """The seats of the captains whom the MJ has named with this act, by camp."""
    cause: NotRequired[Cause]
    """Why the emergency brake holds the campaign, in place of a reason."""
    player: NotRequired[str]
    """The seat whose orders are withdrawn."""
    files: NotRequired[dict[str, str]]
    """The SHA-256 of each file that no longer counts for that seat, by its path in ``turns/``."""
    texts: NotRequired[list[str]]
    """The SHA-256 of the texts of files sent ahead whose path was not recorded."""
    standing: NotRequired[StoodBefore]
    """The seat's earlier standing orders, if the withdrawn ones had been handed on to the stage."""


# Validation of signed records: a record of the wrong shape counts as damaged even if its hash is right, since anybody
# who edits a record can compute the hash again. Whether a sound record fits its campaign is checked elsewhere.


Shape: TypeAlias = Callable[[Any], bool]
"""A check that returns whether a value has a certain shape."""

_DEEPEST = 50
"""The maximum depth of nested data: far more than any game needs, and far less than Python's recursion limit."""
_EARLIEST, _LATEST = 100, 9900
"""The range of years that is accepted, so that adding some months or a time zone stays within the calendar."""


def has_shape(kind: str, record: Mapping[str, Any]) -> bool:
    """Return whether a record in the current format has the shape of its ``kind``; additional keys are allowed."""
    return _SHAPES[kind](record)


def is_count(value: Any) -> bool:
    """Return whether a value is a whole number from 0 on; a boolean is not."""
    return type(value) is int and value >= 0


# The parts of records -------------------------------------------------------------------------------------------------


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _number(value: Any) -> bool:
    return type(value) is int


def _text(value: Any) -> bool:
    """Return whether a value is text that can be written to a file."""
    return isinstance(value, str) and (value.isascii() or _can_be_written(value))


def _can_be_written(text: str) -> bool:
    """Return whether a text can be encoded.

    JSON can escape half of a surrogate pair, which no file can hold.
    """
    try:
        return bool(text.encode())
    except UnicodeEncodeError:
        return False


def _any_time(value: Any) -> bool:
    """Return whether a value is a time in ISO format with a zone; times without one cannot be compared with others."""
    return _year_of(value) is not None


def _time(value: Any) -> bool:
    """Return whether a value is such a time in a year from which the program can calculate."""
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
    """Return whether a value is plain data that can be written again, whatever it contains."""
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
    """Return the shape of an object with arbitrary keys whose values all have the shape ``part``."""
    return lambda value: isinstance(value, dict) and all(_text(key) and part(one) for key, one in value.items())


def _keys(needed: Mapping[str, Shape], **optional: Shape) -> Shape:
    """Return the shape of an object that has the keys ``needed`` and may have the keys ``optional``."""
    shapes, of_needed = {**needed, **optional}, needed.keys()

    def fits(value: Any) -> bool:
        if not isinstance(value, dict) or not of_needed <= value.keys():
            return False
        for key, one in value.items():  # there are many records, and ``all`` takes twice as long
            shape = shapes.get(key)
            if not (shape(one) if shape is not None else _text(key) and _plain(one)):
                return False
        return True

    return fits


# The records ---------------------------------------------------------------------------------------------------------


_TEXTS = _list(_text)
_FILE = {"saved": _any_time, "dated": _any_time}
"""When a file was saved and sent, if known; these times come from the sender and may be wrong."""

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
    """Return whether a value is a verdict.

    One that accepts a file for a later turn must hold its text, which is judged again then.
    """
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
