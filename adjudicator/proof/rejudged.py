"""The bytes of a player's own file judged anew, on the table of a stage as an export shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.acts import seatings
from adjudicator.campaign.seats import Seats, seats_of
from adjudicator.campaign.stages import Progress
from adjudicator.proof.binding import acts_until, stage_of

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.core.plain import Plain
    from adjudicator.orders.submission import Submission
    from adjudicator.proof.exported import Shown


class Reading(NamedTuple):
    """What the bytes of an accepted file say, by the seats' own names."""

    players: Sequence[str]
    orders: Mapping[str, Plain]
    luck: Mapping[str, str]
    later: int | None = None
    """The later turn that they are for."""


def readings(
    shown: Shown, came: int, at: int, data: bytes, ahead: bool, senders: Sequence[str] = ()
) -> Iterator[Reading]:
    """Yield what the ``data`` of a file say that ``came`` for the stage at one index, on the table of the one ``at``.

    These are the same, but for a file that had come ``ahead``.

    Nothing, where this version would not accept it. Names mean who was called so when it came; an export does not say
    after how many changes of seats that was: it is read by each that may be. One that does not say whose it is, as a
    mail, is read as that of each of its ``senders``, by their seats.
    """
    first, last = _changes(shown, came - 1), _changes(shown, at)
    for changes in range(first, last + 1):
        awaited, seats = _awaited(shown, at, changes)
        for submission in _accepted(data, awaited, ahead, [*map(awaited.campaign.seats.name_of, senders)]):
            yield Reading(
                [seats.seat_of(player) for player in submission.players],
                seats.own(submission.orders),
                {seats.seat_of(player): word for player, word in submission.luck.items()},
                submission.later,
            )


def _accepted(data: bytes, awaited: Progress, ahead: bool, senders: Sequence[str]) -> list[Submission]:
    """Judge a file whose key was right when it came: it had been accepted."""
    from adjudicator.orders.inbox import PASSED
    from adjudicator.orders.judging import judge

    known = PASSED._replace(proved=True)
    whole = judge(data, "-", awaited, ahead=ahead, whence=known)
    if whole.accepted:
        return [whole]
    turn = awaited.stage.turn if awaited.stage else None
    each = [known._replace(sender=player, turn=turn) for player in senders]
    found = [judge(data, "-", awaited, ahead=ahead, whence=whence) for whence in each]
    return [submission for submission in found if submission.accepted]


def _changes(shown: Shown, index: int) -> int:
    """Return how many acts that changed seats are bound by the links up to that of a stage."""
    return len(seatings(acts_until(shown.export, index))) if index >= 0 else 0


def _awaited(shown: Shown, at: int, changes: int) -> tuple[Progress, Seats]:
    """Return a stage as it was awaited, read by the names of people after so many changes; and who sat there then."""
    begun, acts = shown.begun[at], seatings(acts_until(shown.export, at))
    seats = seats_of(begun.campaign.as_written, acts)
    campaign, rules = begun.campaign.with_seats(seats), begun.campaign.game.rules
    if seats.acts:
        campaign = campaign.called_as(seats.after(changes))
    state = rules.load(seats.named(rules.dump(begun.state)))
    return _Awaited(campaign, stage_of(shown.export["stages"][at])[0], state), seats


class _Awaited(Progress):
    """A stage of an export as if it were awaited, without a disk: as much of it as judging asks for."""

    def __init__(self, campaign: Campaign, number: int, state: Any) -> None:
        """Take the ``number`` of the stage and the state in which it begins."""
        self.campaign, self.state = campaign, state
        self.folders = [campaign.folder] * (number - 1)
        self.mended, self.amendments, self.closings = [], [], []
        self.__dict__["_handed_on"] = None
