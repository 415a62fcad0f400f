"""What is kept of a campaign as plain data: the types of its records, and the check that a signed record is sound.

The first types describe what ``orders.json`` hands on from stage to stage. The others are the signed records, whose
types are also their checks: ``has_shape`` tells whether a record read from disk has the shape of its kind.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from adjudicator.core.plain import Plain
from adjudicator.core.shapes import DEEPEST, ByKey, check_of, is_count, is_plain, is_text
from adjudicator.store.layout import stage_called

# Annotations are evaluated in this module, because the checks are made from them.


_EARLIEST, _LATEST = 100, 9900
"""The range of years that is accepted, so that adding some months or a time zone stays within the calendar."""


def _is_time(value: Any) -> bool:
    """Return whether a value is a time in ISO format with a zone, in a year from which the program can calculate."""
    year = _year_of(value)
    return year is not None and _EARLIEST < year < _LATEST


def _year_of(value: Any) -> int | None:
    """Return the year of a time in ISO format with a zone, else None; times without one cannot be compared."""
    try:
        time = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return time.year if time.tzinfo is not None else None


Time = Annotated[str, _is_time]
SendersTime = Annotated[str, lambda value: _year_of(value) is not None]
"""A time that comes from the sender of a file and may be wrong."""
Count = Annotated[int, is_count]
StageName = Annotated[str, lambda value: is_text(value) and stage_called(value) is not None]
"""The name of a stage's folder."""


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


class StoredFault(TypedDict):
    """What every version stored of a fault; see :class:`FaultRow`."""

    code: str
    message: str
    line: Count
    column: Count
    lines: NotRequired[list[str]]


class RefusedSource(TypedDict):
    """A refused file, as the MJ's report lists it."""

    source: str
    begins: NotRequired[str]
    """The first words of a file that has neither a name nor a known player."""
    players: list[str]
    """The players named in the file who have sent no accepted file since."""


class RefusedFile(RefusedSource):
    """A file that was refused and that its players have not corrected since."""

    kept: NotRequired[str]
    """The path of the file in ``turns/``, if it came in the stage awaited."""
    faults: list[StoredFault]
    note: NotRequired[str | None]
    turn: NotRequired[int]
    """The later turn for which the file was meant."""
    file: NotRequired[str]
    """The path of the file in ``turns/``, if it was for a later turn."""
    table: bool
    """Whether the file held the orders of several players."""
    kinds: list[str]
    """What is still missing because of the refusal: ``orders``, ``standing`` or both; empty for a past turn."""


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


class Answers(TypedDict):
    """The answers in a file of the MJ's."""

    answers: list[Answered]
    rest: str | None
    """What happens to the other questions: ``yours`` leaves them to the program, ``ask`` keeps them open.

    None if the file does not say.
    """
    corrections: NotRequired[list[Correction]]


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
    """By player, the clauses of his standing orders that were evaluated, with their results.

    ``core/standing_orders.py`` evaluates them. Players without evaluated clauses are missing, and so is the whole key
    if there are no such players.
    """
    mj: NotRequired[list[Decided]]
    """The questions to the MJ with the answers that were played, in the order asked; missing if there were none."""
    asked_beyond: NotRequired[int]
    """The number of questions not asked because there were too many; missing if there were none."""
    asked_twice: NotRequired[list[tuple[str, list[str]]]]
    """The questions asked twice in different forms, by purpose and key; missing if there were none."""


# Signed records, whose annotations are also their checks. A record of the wrong shape counts as damaged even if its
# hash is right, since anybody who edits a record can compute the hash again. Whether a sound record fits its campaign
# is checked elsewhere. All times are in ISO format.


class Cause(TypedDict):
    """Why the emergency brake stopped the campaign."""

    code: str
    """The reason, as a code: one of those in ``_CAUSES``."""
    moment: NotRequired[Time]
    """When it happened."""
    n: NotRequired[Count]
    """How many players were missing."""
    names: NotRequired[list[str]]
    """The players who were missing; empty if that was not recorded."""
    awaited: NotRequired[Count]
    """How many players were awaited."""
    closes: NotRequired[Time | Literal[""]]
    """The end of the grace period after which they counted as missing; empty if that was not recorded."""


_CAUSES = ByKey(
    "code",
    (("backwards", "never-came", "never-could", "silence", "repaired", "cut", "moved"), ("moment",), ()),
    (("silent", "unmailed"), ("n", "names", "closes"), ()),
    (("share",), ("n", "names", "closes", "awaited"), ()),
)


class Taken(TypedDict):
    """A record that a person holds a seat from now on."""

    seat: str
    """The name that ``campaign.yaml`` gives to the seat."""
    name: str
    email: NotRequired[str]
    forum: NotRequired[str]
    until: NotRequired[Time]
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
    """An act that changed the course of a campaign."""

    act: str
    """One of the kinds in ``_ACTS``."""
    at: Time
    by: str
    stage: str
    """The folder name of the stage that was awaited at the time."""
    reason: NotRequired[str]
    until: NotRequired[Time]
    """The new deadline of an extension or an undoing; for a hold, when it is meant to end."""
    back_to: NotRequired[StageName]
    """The folder name of the first stage that was taken back."""
    down_from: NotRequired[StageName]
    """The folder name of the last stage that was taken back."""
    through: NotRequired[StageName]
    """The folder name of the last stage that is to be replayed."""
    again: NotRequired[Count]
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
    turn: NotRequired[Count]
    """The turn awaited next, for a game that was played by hand until then."""
    pinned: NotRequired[Plain]
    """The parts of the campaign file on which an amendment rests, if no stage has been played that would pin them."""
    seats: NotRequired[list[Taken]]
    """The seats that are taken or left by this act."""
    captains: NotRequired[dict[str, str]]
    """The seats of the captains whom the MJ has named with this act, by camp."""
    cause: NotRequired[Annotated[Cause, _CAUSES]]
    """Why the emergency brake holds the campaign, in place of a reason."""
    player: NotRequired[str]
    """The seat whose orders are withdrawn."""
    files: NotRequired[dict[str, str]]
    """The SHA-256 of each file that no longer counts for that seat, by its path in ``turns/``."""
    texts: NotRequired[list[str]]
    """The SHA-256 of the texts of files sent ahead whose path was not recorded."""
    standing: NotRequired[StoodBefore]
    """The seat's earlier standing orders, if the withdrawn ones had been handed on to the stage."""


_ACTS = ByKey(
    "act",
    (("hold", "release"), ("reason",), ("until", "cause")),
    (("hold",), ("cause",), ("until",)),
    (("extend",), ("reason", "until"), ()),
    (("undo",), ("back_to", "down_from", "said"), ("reason", "until", "head", "unread")),
    (("replay",), ("through",), ()),
    (("amend",), ("table", "said"), ("reason", "turn", "again", "pinned", "file")),
    (("replace", "leave"), ("seats",), ("captains", "reason", "said")),
    (("closed",), (), ()),
    (("withdraw",), ("player", "files", "reason"), ("texts", "standing")),
)


class Times(TypedDict):
    """When a file was saved in the inbox and when it was sent, as far as known."""

    saved: NotRequired[SendersTime]
    dated: NotRequired[SendersTime]


class Came(Times):
    """How a file came, as ``0007.came.json`` stores it beside the file's bytes; see ``DroppedFile``."""

    at: Time
    """When it was received."""
    name: str
    way: str
    identity: list[int]
    """The identity of the file in the inbox; see :class:`adjudicator.store.disk.Found`."""
    digest: str
    seats: NotRequired[Count]
    """The number of acts that had changed seats by then; absent if it is 0."""
    sender: NotRequired[str]
    """The player who sent it, by his name then; absent if only the file itself says who he is."""
    turn: NotRequired[Count]
    """The turn that it is for if it names none; absent if it must name one."""
    message_id: NotRequired[str]
    """The ``Message-ID`` of a mail, to which the receipt replies; absent if it has none."""
    other: NotRequired[str]
    quoted: NotRequired[str]
    titled: NotRequired[list[Count]]
    """``other``, ``quoted`` and ``titled`` are what a mail holds besides its text; see :class:`MailExtras`."""
    reply: NotRequired[bool]
    """Whether the mail replies to a letter of ours; absent if not."""
    unanswerable: NotRequired[bool]
    """Whether it is a mail that is never answered; absent if not."""
    unread: NotRequired[list[str]]
    """The names of the parts of a mail that are not read; absent if there are none."""
    cut: NotRequired[bool]
    """Whether only the beginning and the end of the mail were read; absent if it was read whole."""


class ToldVerdict(TypedDict):
    """What became of a file, as its sender and the MJ are told."""

    source: str
    accepted: bool
    players: list[str]
    """The players whose orders it holds, valid or not."""
    note: NotRequired[str | None]
    """The note to the MJ; None for a file that came ahead, whose note was told when it came."""
    turn: NotRequired[Count]
    """The later turn that it is for."""
    orders: NotRequired[dict[str, Plain]]
    """By player: what was understood of an accepted file."""
    standing: NotRequired[dict[str, Plain]]
    """By player: the standing orders of an accepted file."""
    luck: NotRequired[dict[str, str]]
    """By player: the word of an accepted file on which the draws depend."""
    mj: NotRequired[Annotated[Answers, is_plain]]
    """The MJ's answers, if this is an accepted file of answers."""
    receipts: NotRequired[dict[str, str]]
    """By player: the receipt for an accepted file."""
    warnings: NotRequired[dict[str, list[str]]]
    """By player: which accepted orders would fail, by what he knew when the file came."""
    faults: NotRequired[list[StoredFault]]
    """Why a file was refused."""
    table: NotRequired[bool]
    """Whether a refused file is a table of several players' orders."""
    kinds: NotRequired[list[Annotated[str, check_of(Literal["orders", "standing", "answers"])]]]
    """What a refused file holds: ``orders``, ``standing``, both, or nothing."""
    corrects: NotRequired[bool]
    """Absent, or False for a refused file that means to correct nothing; see :class:`Submission`."""


class StoredVerdict(ToldVerdict, Times):
    """A verdict as it is stored; it can be made again from the bytes of the file."""

    way: str
    """The way by which the file came; see ``DroppedFile``."""
    digest: NotRequired[str]
    """The SHA-256 of the file's bytes."""
    text: NotRequired[str]
    """The text of an accepted file for a later turn."""
    called: NotRequired[dict[str, str]]
    """For a file for a later turn: the names of people who sat on others' seats when it came, by seat."""
    sender: NotRequired[str]
    """For a file for a later turn: its sender's name then, if the way by which it came told it."""
    begins: NotRequired[str]
    """The first words of a refused file that was pasted and names no player."""
    amended: NotRequired[Count]
    """How often the MJ had amended the stage's table when the verdict was given; absent if never."""


class Verdict(StoredVerdict):
    """A verdict with what is known of the file and not stored."""

    kept: NotRequired[str]
    """Where in ``turns/`` the bytes of a file of this stage are."""
    file: NotRequired[str]
    """The same for a file of an earlier stage; for one only tried out, where they would be."""
    ahead: NotRequired[bool]
    """Whether it came before the stage awaited began."""


class Link(TypedDict):
    """Contents of a stage's ``chain.json``."""

    before: str
    """The previous head; empty for the first link of a campaign."""
    acts: Count
    """How many acts had been recorded when the stage was announced."""
    orders: Count
    """Number of the last order file that came for the stage; files received after the game's end have higher ones."""
    entries: dict[str, str]
    """Leaf of each bound file by its name, in the order in which the head takes them."""
    head: str


class ToldDeadline(TypedDict):
    """What the players were told about their deadline; see :class:`decision.Announced`."""

    due: Time | None
    closes: Time | None
    extension: str | None


class VisitSight(TypedDict):
    """What a visit that could act saw; see :class:`decision.Seen`."""

    at: Time
    """When the visit took place."""
    stage: str
    """Name of the folder of the awaited stage."""
    due: Time | None
    announced: ToldDeadline


class Remembered(TypedDict):
    """What is remembered of the last visit."""

    at: Time
    """When the visit took place."""
    seen: VisitSight | None
    """What the last visit that could act saw; None if none ever could."""
    what: Annotated[str, check_of(Literal["resolved", "waiting", "held", "broken", "over"])]
    """The result of the visit; see :class:`visit.Visit`."""
    since: Time
    """When visits first had this result."""
    said: list[str]
    """What was told."""
    said_at: Time
    """When something was last told."""
    looked: list[str]
    """The parts of it that called for the MJ's attention."""
    acts: Count
    """How many acts there were."""


class HeadRecord(TypedDict):
    """What the heads of a stage's reports say, as ``published.json`` keeps it."""

    due: Time | None
    """The deadline for orders; None if there is none."""
    held: bool
    seats: NotRequired[Count]
    """How many acts had changed seats; left out if none had."""


class Published(TypedDict):
    """Who announced a stage and when, and what its reports say, in ``published.json``."""

    at: Time
    by: str
    told: HeadRecord | None
    """What the heads of its reports say; None for a stage whose reports have no heads."""
    head: str | None
    """The stage's head in the hash chain; None if it has no link there."""
    pages: NotRequired[Count]
    """The number of pages that have no copy in the stage's result; earlier versions did not record it."""


class DeliveryState(TypedDict):
    """The delivery state of a letter to one address."""

    state: Annotated[str, check_of(Literal["waiting", "sending", "sent", "refused"])]
    """``waiting``, ``sending`` (while the outcome is unknown), ``sent``, or ``refused`` for good."""
    id: str
    """The Message-ID, the same for every attempt."""
    since: Time
    """When the letter was first tried."""
    at: Time
    """When the state was last written."""
    tries: Count
    code: int
    said: str
    """The server's last reply about the letter."""
    after: NotRequired[Time]
    """The server asked not to be tried again before this time."""


class DeliveryStates(TypedDict):
    """The delivery states of one letter."""

    letter: str
    """The SHA-256 of the letter."""
    again: Count
    """How often the letter's stage had been taken back."""
    to: dict[str, DeliveryState]


class PostingState(TypedDict):
    """What is recorded about one item to be posted."""

    number: Count
    """The number by which the MJ names the item; 0 for an item that is older than the numbering."""
    posted: Time | None
    """When the MJ reported the item as posted; None until then."""


class PostedRecord(TypedDict):
    """The contents of ``posted.json``."""

    since: Count
    """The number of the first stage that the record covers; items about earlier stages are ignored."""
    last: Count
    """The last number that was given to an item."""
    items: dict[str, PostingState]


class DigestRecord(TypedDict):
    """The record of the last and the next letter to the MJ; each event has the fields of :class:`NewsItem`."""

    reasons: list[str]
    """The last reasons to look."""
    number: Count
    """The number of the last letter."""
    events: list[tuple[str, str, bool, bool]]
    """The events in the last letter."""
    pending: list[tuple[str, str, bool, bool]]
    """The events for the next letter."""
    more: Count
    """How many further mails are only counted."""
    heard: NotRequired[dict[str, Time]]
    """The reasons reported within the day, each with the time of the report."""


class Unanswered(TypedDict):
    """A mail that got no answer: the player who seems to have sent it, and when it came."""

    player: str
    at: Time


class Reminder(TypedDict):
    """A reminder in a stage: when and to whom it was written; ``later`` has the times for players added later."""

    at: Time
    to: list[str]
    later: NotRequired[dict[str, Time]]


class MailVerdict(TypedDict):
    """What became of a mail."""

    kind: str
    """``played`` or ``refused`` by its campaign, or ``to-see`` if a person should look at it."""
    campaign: str
    """The campaign's folder relative to the root; empty for none."""
    player: str
    why: str
    """Why a person should look at it; empty for a mail that its campaign has judged and answered."""


class Giving(TypedDict):
    """The mails being handed to a campaign."""

    campaign: str
    mails: list[str]


class Untold(TypedDict):
    """A file that a campaign accepted, as the MJ will be told of it."""

    source: str
    players: list[str]
    faults: Count
    table: bool


class OwnerQuestion(TypedDict):
    """The question whether a mail with a player's key is from that player."""

    campaign: str
    player: str
    address: str
    mail: str
    answer: NotRequired[str]
    """``yes`` or ``no``."""


class SendingRecord(TypedDict):
    """The failures of the mail server, and the letters sent within the hour."""

    of: str
    """A hash of the sending account and its password file."""
    tries: Count
    """How many rounds in a row failed to use the server."""
    at: Time | str
    """When the last round failed; it need not be a time if ``tries`` is 0."""
    trouble: str
    recent: dict[str, list[Time]]
    """When letters went to each address within the hour."""


# Short records, most of them with a single key; the modules that write them say what they are for.
Began = TypedDict("Began", {"at": Time})
ClosedStages = TypedDict("ClosedStages", {"stages": dict[str, int]})
HeardProblems = TypedDict("HeardProblems", {"lines": dict[str, Time]})
LapsedPlayers = TypedDict("LapsedPlayers", {"players": list[str]})
MailPlaces = TypedDict("MailPlaces", {"boxes": dict[str, dict[str, str]]})
NotKept = TypedDict("NotKept", {"at": Time, "user": str, "reason": str})
Reminders = TypedDict("Reminders", {"reminders": dict[str, Reminder]})
StagesBeforeMail = TypedDict("StagesBeforeMail", {"old": dict[str, Count]})
ToldCount = TypedDict("ToldCount", {"told": Count})
UnansweredMails = TypedDict("UnansweredMails", {"mails": dict[str, Unanswered]})
UntoldFiles = TypedDict("UntoldFiles", {"files": dict[str, list[Untold]]})
WithdrawnStages = TypedDict("WithdrawnStages", {"at": Time, "stages": list[str]})


_KINDS: Mapping[str, Any] = {
    "act": Annotated[Act, _ACTS, lambda act: is_plain(act, DEEPEST + 1)],  # the depth of each value as a whole
    "amended": ToldCount,
    "asked": OwnerQuestion,
    "began": Began,
    "bureau": PostedRecord,
    "came": Came,
    "chain": Link,
    "closed": ClosedStages,
    "digest": DigestRecord,
    "giving": Giving,
    "heard": HeardProblems,
    "lapsed": LapsedPlayers,
    "letter": DeliveryStates,
    "mail": MailVerdict,
    "not-kept": NotKept,
    "places": MailPlaces,
    "post": Annotated[
        SendingRecord,
        lambda post: check_of(SendingRecord)(post) and (not post["tries"] or _is_time(post["at"])),
    ],
    "posted": StagesBeforeMail,
    "published": Published,
    "reminded": Reminders,
    "seated": ToldCount,
    "unanswered": UnansweredMails,
    "untold": UntoldFiles,
    "verdict": Annotated[
        StoredVerdict,
        ByKey("accepted", ((True,), ("orders", "receipts"), ()), ((False,), ("faults", "table", "kinds"), ())),
        # An accepted file for a later turn is judged again then, by its text.
        lambda verdict: not verdict["accepted"] or "text" in verdict or "turn" not in verdict,
    ],
    "visit": Remembered,
    "withdrawals": ToldCount,
    "withdrawn": WithdrawnStages,
}


def has_shape(kind: str, record: Mapping[str, Any]) -> bool:
    """Return whether a record in the current format has the shape of its ``kind``; additional keys are allowed."""
    return check_of(_KINDS[kind])(record)
