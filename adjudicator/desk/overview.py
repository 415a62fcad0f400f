"""How a campaign stands: what everybody may know of it, what the MJ may know, and what cron would do next."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NotRequired, TypedDict

from adjudicator.campaign.campaign import seed_hash
from adjudicator.campaign.records import Act, RefusedFile
from adjudicator.core import standing_orders
from adjudicator.core.stage import MJ, PUBLIC, Reader
from adjudicator.core.standing_orders import IF
from adjudicator.desk.foreword import foreword
from adjudicator.desk.heads import without_form_page
from adjudicator.desk.last_run import last_seen, last_visit
from adjudicator.desk.reception import judged, lapsed
from adjudicator.desk.session import refuse_lost
from adjudicator.orders.inbox import Inbox, look_into, not_taken, waiting
from adjudicator.post.bureau import waiting as to_be_posted
from adjudicator.post.letters import reminded
from adjudicator.speech.voice import TROUBLES, told
from adjudicator.store.disk import UnusableError
from adjudicator.table.decision import decide
from adjudicator.table.situation import Situation
from adjudicator.table.table import ahead_of, counted_openly


class TablePart(TypedDict, total=False):
    """The part of an overview about what lies on the table."""

    table: list[str]
    """In words; the key is missing if the game says nothing of it."""


class SharedOverview(TablePart):
    """The part of an overview that is the same for everybody and for the MJ; times are in ISO format."""

    title: str
    game: str
    phase: str
    turn: int | None
    """The awaited turn; None when the game is over."""
    due: str | None
    held: bool
    winner: str | None
    """Who has won, in words; None while the game goes on."""
    seed_hash: str
    language: str


class PublicOverview(SharedOverview):
    """What everybody may know of a campaign: numbers but no names."""

    received: int | None
    """How many orders have come since the stage began; None if the number would reveal too much."""
    awaited: int | None
    """How many orders are expected; None in a window of which it is not told how many players may act."""
    of_camps: bool
    """Whether each order file is that of a whole camp."""
    deadline: dict[str, Any] | None
    """``days``, ``weekdays`` or ``hours``, ``time``, ``timezone`` and ``skip``, as configured for the stage."""


class Ahead(TypedDict):
    """The players who have sent orders for a later turn, in roster order."""

    turn: int
    players: list[str]


class Cron(TypedDict):
    """What cron would do: now, or at the future time ``at`` if one was asked for."""

    at: str | None
    what: str
    """The decision (see :class:`decision.Decision`), or ``broken``."""
    why: str
    look: bool
    """Whether somebody would have to look."""


class LastVisit(TypedDict):
    """The result of cron's last visit, and since when visits have had it; times in ISO format."""

    at: str
    what: str
    since: str


class Prospect(TypedDict):
    """What happens next."""

    ready: bool
    """Whether ``resolve`` would play the stage."""
    cron: Cron
    visit: LastVisit | None


class Left(TypedDict):
    """A player's conditional standing orders, for the MJ alone."""

    player: str
    said: str
    now: int | None
    """Number of the clause, from 1, that would act for the player as things stand; None if none would."""


class LeftPart(TypedDict, total=False):
    """The part of an overview about conditional standing orders."""

    left: list[Left]
    """The players who have such orders; the key is missing if nobody has."""


class AskedRow(TypedDict):
    """A question that waits for the MJ's answer."""

    purpose: str
    key: list[str]
    proposal: Any
    options: list[Any]
    stale: bool
    """Whether he answered it when it was put differently."""


class Overview(Prospect, LeftPart, SharedOverview):
    """What the MJ may know of a campaign; names are in roster order."""

    received: list[str]
    missing: list[str]
    empty: list[str]
    """The missing players whose seats are empty: the game waits for somebody to take them."""
    away: list[str]
    """Players without orders for whom the game does not wait."""
    answered: NotRequired[list[str]]
    """In a window stage, the players for whom their standing orders answer; the key is missing in other stages."""
    standing: list[str]
    """Players for whom standing orders would be played."""
    lapsed: list[str]
    """Players whose standing orders no longer apply."""
    ahead: list[Ahead]
    refused: list[RefusedFile]
    notes: dict[str, str]
    inbox: int
    """How many files are in the inbox."""
    not_taken: list[str]
    closes: str | None
    extension: Act | None
    reminded: dict[str, str]
    """When each player was last reminded."""
    asked: NotRequired[list[AskedRow]]
    """The questions for the MJ; the key is missing if nothing waits for him."""
    formless: NotRequired[list[str]]
    """Players whose form to click could not be made; the key is missing if there are none."""
    to_post: NotRequired[int]
    """How many items wait to be posted by hand; the key is missing if there are none."""


def public_overview(situation: Situation, language: str | None = None) -> PublicOverview:
    """Return what everybody may know of a campaign, in ``language`` or, if it is None, in the campaign's own."""
    campaign, attendance = situation.campaign, situation.attendance
    stage, due = situation.progress.stage, situation.clock.due
    told = situation.progress.phase.counted or not situation.progress.window
    # Whether orders sent ahead still count depends on secrets, so only orders that came since are public.
    received = [player for player in attendance.received if player in situation.table.sent]
    deadline = campaign.clock(situation.progress.state)
    public = ("days", "weekdays", "hours", "time", "timezone", "skip")  # not how long late orders are waited for
    winner = campaign.game.reports.winner(campaign.setting, situation.progress.state) if stage is None else None
    spokesmen = tuple(campaign.game.setup.spokesman(campaign.setting, camp) for camp in campaign.camps)
    return {
        "title": campaign.title,
        "game": campaign.game.id,
        "phase": stage.phase if stage else "over",
        "turn": stage.turn if stage else None,
        "received": len(received) if counted_openly(campaign, situation.progress.state) else None,
        "awaited": len(attendance.awaited) if told else None,
        "of_camps": stage is not None and not stage.turn and bool(spokesmen) and attendance.awaited == spokesmen,
        "deadline": deadline and {key: deadline[key] for key in public if key in deadline},
        "due": due.isoformat() if due else None,
        "held": stage is not None and situation.clock.held,
        **_table(situation, PUBLIC, language),
        "winner": campaign.voice(language).phrase(winner) if winner is not None else None,
        "seed_hash": seed_hash(campaign.seed),
        "language": language or campaign.language,
    }


def overview(situation: Situation, now: datetime, language: str | None = None, foreseen: bool = False) -> Overview:
    """Return what the MJ may know of a campaign as it stands ``now``.

    If ``foreseen`` is true, the situation is a future one, and cron is assumed to keep coming until then.
    """
    public = public_overview(situation, language)
    table, attendance, clock = situation.table, situation.begun(now).attendance, situation.clock
    on = situation.progress.stage is not None
    reminders = reminded(situation) if on else {}
    return {
        "title": public["title"],
        "game": public["game"],
        "phase": public["phase"],
        "turn": public["turn"],
        "received": list(table.orders),
        "missing": list(attendance.missing),
        "empty": list(attendance.unseated),
        "away": list(attendance.away),
        **({"answered": list(attendance.answered)} if clock.window else {}),  # type: ignore[typeddict-item]
        "standing": list(situation.stood_in) if on else [],
        **_left(situation, language),
        **_table(situation, MJ, language),
        "lapsed": list(lapsed(situation)) if on else [],
        "ahead": _ahead(situation),
        "refused": table.refused,
        "notes": table.notes,
        "inbox": len(waiting(situation.campaign)),
        "not_taken": not_taken(situation.campaign),
        "due": public["due"],
        "held": public["held"],
        "closes": clock.closes.isoformat() if clock.closes else None,
        "extension": clock.extension,
        "reminded": {player: when.isoformat() for player, when in reminders.items()},
        **({"asked": asked} if (asked := _asked(situation)) else {}),  # type: ignore[typeddict-item]
        **({"formless": formless} if (formless := without_form_page(situation.progress)) else {}),  # type: ignore[typeddict-item]
        **({"to_post": to_post} if (to_post := _to_post(situation)) else {}),  # type: ignore[typeddict-item]
        **prospect(situation, now, language, foreseen),
        "winner": public["winner"],
        "seed_hash": public["seed_hash"],
        "language": public["language"],
    }


def _table(situation: Situation, reader: Reader, language: str | None) -> TablePart:
    """Return in words what lies on the table; empty if the game says nothing of it."""
    campaign, state = situation.campaign, situation.progress.state
    said = campaign.game.reports.table_said(campaign.setting, state, reader) if situation.progress.stage else []
    return {"table": list(map(campaign.voice(language).phrase, said))} if said else {}


def _left(situation: Situation, language: str | None) -> LeftPart:
    """Return the conditional standing orders that may still act, in roster order; empty if there are none."""
    campaign, progress, rules = situation.campaign, situation.progress, situation.campaign.game.orders
    stage = progress.stage
    some = {player: orders for player, orders in situation.table.standing.items() if IF in orders}
    if stage is None or campaign.when_missing == "nothing":
        return {}
    # A player who is out or whose seat is idle can no longer use his.
    some = {
        player: orders
        for player, orders in some.items()
        if player not in progress.idle and campaign.game.forms.standing_choices(progress.view(player))
    }
    if not some:
        return {}
    voice, rows = campaign.voice(language), list[Left]()
    for player, orders in some.items():
        _, asked = standing_orders.answer(rules, progress.view(player), stage.phase, orders)
        now = next((one.number for one in asked if one.became == "applied"), None)
        rows.append(
            {"player": player, "said": voice.list(map(voice.phrase, standing_orders.said(rules, orders))), "now": now}
        )
    return {"left": rows}


def _to_post(situation: Situation) -> int:
    """Return how many items wait to be posted by hand; 0 if the letters or the record of posted ones is unreadable."""
    try:
        return len(to_be_posted(situation))
    except (OSError, UnusableError):
        return 0


def _asked(situation: Situation) -> list[AskedRow]:
    """Return the questions that are shown to the MJ now."""
    asking = situation.asking
    return [
        {
            "purpose": one.question.purpose,
            "key": list(one.question.key),
            "proposal": one.question.proposal,
            "options": list(one.question.options),
            "stale": one.question.place in asking.stale,
        }
        for one in (asking.listed if asking is not None else ())
        if asking is not None
    ]


def _ahead(situation: Situation) -> list[Ahead]:
    """Return who has sent orders ahead, by turn; players are in roster order."""
    ahead = situation.table.ahead
    return [
        {"turn": turn, "players": [player for player in situation.campaign.players if turn in ahead_of(ahead, player)]}
        for turn in sorted({file["turn"] for file in ahead})
    ]


def prospect(situation: Situation, now: datetime, language: str | None = None, foreseen: bool = False) -> Prospect:
    """Return what cron would do now, or in the ``foreseen`` situation, and why, and the result of its last visit.

    Like ``resolve``, cron would first take the files in the inbox.
    """
    before = last_visit(situation.campaign.folder)
    seen = last_seen(before, situation.acts)
    if foreseen and seen is not None:
        seen = seen._replace(came=situation.clock.now, at=situation.clock.now)
    voice = situation.campaign.voice(language)
    last: LastVisit | None = None
    if before is not None:
        last = {"at": before["at"], "what": before["what"], "since": before["since"]}
    at = situation.clock.now.isoformat() if foreseen else None
    try:
        found = visited(situation, now, language)
        decision = decide(found, seen)
        what, why, look = decision.what, voice.phrase(decision.why), decision.look is not None
        refused = [verdict["source"] for verdict in found.more if not verdict["accepted"]]
        ready = decide(found, by_hand=True).what == "play" and not found.table.still_refused(refused)
        if ready or what == "play":
            foreword(situation.campaign)
    except TROUBLES as error:  # an unreadable file in the inbox, a partly copied campaign, or faulty words of the MJ
        what, why, look, ready = "broken", told(error, voice.language)[0], True, False
    return {"ready": ready, "cron": {"at": at, "what": what, "why": why, "look": look}, "visit": last}


def visited(situation: Situation, now: datetime, language: str | None) -> Situation:
    """Return the situation that a visit would find: its time begun ``now``, the inbox received. Nothing is written.

    Raise ``UnusableError`` when a file in the inbox cannot be read, or when the campaign was copied only in part.
    """
    refuse_lost(situation.campaign.folder)
    begun = situation.begun(now)
    inbox = look_into(situation.campaign) if situation.progress.stage is not None else Inbox([])
    inbox.refuse()
    return begun.with_more([verdict for _, verdict in judged(begun, inbox.files, language)])
