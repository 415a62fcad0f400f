"""The check of a player's own file against an export: what became of it, found by the code of its receipt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator.campaign.acts import seatings
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.seats import Seats, seats_of
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Stage
from adjudicator.desk.hash_chain import leaf_of
from adjudicator.orders.inbox import PASSED
from adjudicator.orders.received import number_of
from adjudicator.orders.submission import Submission
from adjudicator.proof.export import Export, ExportedFile, acts_told, acts_until, called_in, entries, stage_of, verdicts
from adjudicator.proof.exported import ExportContents, is_stage, of_any_shape
from adjudicator.proof.integrity import DifferenceError
from adjudicator.speech.voice import Voice
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import TURNS, stage_called


class Own(NamedTuple):
    """What became of a file that its player has shown together with the code of its receipt."""

    stage: Phrase
    number: str
    accepted: bool = False
    amended: bool = False
    """Whether the file had been accepted and was refused after the MJ amended the table.

    This follows from the code, because only accepted files get one.
    """
    judged: bool = False
    """Whether its bytes were judged again; otherwise the orders are those that the export gives."""
    played: bool = False
    """Whether its orders are those that were played in its stage."""
    withdrawn: bool = False
    """Whether its stage was taken back, even before it was played."""
    bare: bool = False
    """Whether it was accepted without orders for a stage: words for draws, a note, or standing orders only."""
    orders: Mapping[str, str | None] = MappingProxyType({})
    """In words, what was played for its players in its stage or turn; None for nothing."""
    luck: Mapping[str, str | None] = MappingProxyType({})
    """The words for draws that counted for the players who sent one in this file; None for no word."""
    same_luck: bool = True
    """Whether those words are the ones in the file."""


def own_file(shown: ExportContents, data: bytes, code: str, voice: Voice) -> Own:
    """Return what became of a player's own file with the ``code`` of its receipt; ``voice`` words what was played.

    Raises ``UnusableError`` while the game goes on, and ``DifferenceError`` if the hash chain binds no such file.
    """
    export = shown.export
    if export["seed"] is None:
        raise UnusableError("verify.own.early")
    # The code may have been typed in any way; receipts write it in groups of four capital letters and digits.
    letters = "".join(filter(str.isalnum, code)).upper()
    written = "-".join(letters[first : first + 4] for first in range(0, len(letters), 4))
    leaf = leaf_of(written, sha256(data).hexdigest())
    with of_any_shape():
        found = [
            _own(shown, index, name, data, voice)
            for index, row in enumerate(export["stages"])
            for name, there in entries(row).items()
            if there == leaf and _is_order(name, export)
        ]
    if not found:
        raise DifferenceError("verify.own.unknown", code=code)
    return max(
        found, key=lambda own: (own.played, not own.withdrawn, own.accepted)
    )  # stages that are played again may bind the same file more than once


_ORDER = ".yaml"


def _is_order(name: str, export: Export) -> bool:
    """Return whether a link's entry is an order file of a stage that the game can have."""
    stage, _, file = ("", "", *name.split("/"))[-3:]
    return file.endswith(_ORDER) and number_of(Path(file)) > 0 and is_stage(stage, export["game"])


def _own(shown: ExportContents, index: int, name: str, data: bytes, voice: Voice) -> Own:
    """Return what became of a file that a stage's link binds.

    A file that came for the stage awaited when stages were taken back was never played.
    """
    row = shown.export["stages"][index]
    above, _, file = name.rpartition("/")
    number = file.removesuffix(_ORDER)
    _, stage = stage_called(above.split("/")[-2]) or (0, Stage("", 0))
    here = above.startswith(f"{TURNS}/{row['stage']}/")
    received = next((one for one in row["received"] if one["number"] == number), None) if here else None
    own = Own(stage.said, number, withdrawn=not here or row["withdrawn"])
    accepted = received["accepted"] if received else True in verdicts(row, f"{above}/").get(number, ())
    if not accepted:
        return own._replace(amended="amend" in acts_told([row]))
    own = own._replace(accepted=True)
    if received is None:
        return own._replace(judged=True)
    found = _read(shown, index, received, data)
    given, drawn = found.reading.orders, found.reading.luck
    withdrawn = own.withdrawn and found.reading.later is None
    own = own._replace(judged=found.judged, played=found.played, bare=not given, withdrawn=withdrawn)
    if found.at is None:
        return own
    words = shown.export["stages"][found.at].get("luck", {})
    luck = {player: words.get(player) for player in drawn}
    return own._replace(orders=_said(shown, found, voice), luck=luck, same_luck=luck == drawn)


class _Found(NamedTuple):
    """What a file orders, and the index of the stage that it was for; None if no such stage was played."""

    reading: RejudgedOrders
    judged: bool
    at: int | None = None
    played: bool = False


def _read(shown: ExportContents, index: int, received: ExportedFile, data: bytes) -> _Found:
    """Return what a file orders: by its bytes or, if this version does not accept them, by the export.

    A file may have been for several stages and its names may be read in several ways. A reading that was played comes
    first.
    """
    told = RejudgedOrders(received.get("players", ()), received.get("orders", {}), {}, received.get("turn"))
    judged = list(readings(shown, index, index, data, False, told.players))
    found = [one for reading in judged for one in _found(shown, index, reading, data)]
    if not judged:
        found = [_Found(told, False, at) for at in _stages_for(shown, index, told)]
    for one in found:
        orders = shown.export["stages"][one.at]["orders"] if one.at is not None else {}
        given = one.reading.orders
        if given and all(orders.get(who) == given[who] for who in given):
            return one._replace(played=True)
    return found[0] if found else _Found((judged or [told])[0], bool(judged))


def _found(shown: ExportContents, index: int, reading: RejudgedOrders, data: bytes) -> Iterator[_Found]:
    """Yield what a file orders in each stage that it was for; a file for a later turn is judged again in that turn."""
    if reading.later is None:
        yield _Found(reading, True, index)
        return
    for at in _stages_for(shown, index, reading):
        for again in readings(shown, index, at, data, True, reading.players):
            yield _Found(again._replace(later=reading.later), True, at)


def _stages_for(shown: ExportContents, index: int, reading: RejudgedOrders) -> list[int]:
    """Return the indexes of the stages that a file was for; for a later turn, those of that turn still in force."""
    if reading.later is None:
        return [index]
    rows = enumerate(shown.export["stages"])
    return [at for at, row in rows if stage_of(row)[1].turn == reading.later and not row["withdrawn"]]


def _said(shown: ExportContents, found: _Found, voice: Voice) -> dict[str, str | None]:
    """Return in words what was played for the players of a file, by their names then; None if nothing was.

    A player without orders in the file is included only if something was played for him. The words depend on what each
    player saw.
    """
    at, given = found.at or 0, found.reading.orders
    orders, begun, called = shown.export["stages"][at]["orders"], shown.begun[at], called_in(shown.export, at)
    said = dict[str, str | None]()
    for player in dict.fromkeys([*given, *found.reading.players]):
        if player in orders:
            receipt = begun.campaign.game.orders.receipt(begun.campaign.view(begun.state, player), orders[player])
            said[called.get(player, player)] = voice.receipt(receipt)
        elif player in given:
            said[called.get(player, player)] = None
    return said


# Judging the bytes of a player's own file again, in a stage of an export.


class RejudgedOrders(NamedTuple):
    """What the bytes of an accepted file order, by the seats' own names."""

    players: Sequence[str]
    orders: Mapping[str, Plain]
    luck: Mapping[str, str]
    later: int | None = None
    """The later turn that the orders are for."""


def readings(
    shown: ExportContents, came: int, at: int, data: bytes, ahead: bool, senders: Sequence[str] = ()
) -> Iterator[RejudgedOrders]:
    """Yield each reading of the ``data`` of a file that arrived in the stage ``came`` and is judged in stage ``at``.

    Both are indexes, and they differ only for a file that came ``ahead``. Nothing is yielded if this version would not
    accept the file. A name means the person who had it when the file came. The export does not say how many changes of
    seats had happened then, so every possible number is tried. A file that names no player, such as a mail, is read as
    the file of each of its ``senders``, given by seat.
    """
    first, last = _changes(shown, came - 1), _changes(shown, at)
    for changes in range(first, last + 1):
        awaited, seats = _awaited(shown, at, changes)
        for submission in _accepted(data, awaited, ahead, [*map(awaited.campaign.seats.name_of, senders)]):
            yield RejudgedOrders(
                [seats.seat_of(player) for player in submission.players],
                seats.own(submission.orders),
                {seats.seat_of(player): word for player, word in submission.luck.items()},
                submission.later,
            )


def _accepted(data: bytes, awaited: Progress, ahead: bool, senders: Sequence[str]) -> list[Submission]:
    """Return the accepted judgements of a file; its key counts as right, because the file was accepted before."""
    from adjudicator.orders.judging import judge

    known = PASSED._replace(proved=True)
    whole = judge(data, "-", awaited, ahead=ahead, whence=known)
    if whole.accepted:
        return [whole]
    turn = awaited.stage.turn if awaited.stage else None
    each = [known._replace(sender=player, turn=turn) for player in senders]
    found = [judge(data, "-", awaited, ahead=ahead, whence=whence) for whence in each]
    return [submission for submission in found if submission.accepted]


def _changes(shown: ExportContents, index: int) -> int:
    """Return the number of changes of seats that the links up to a stage bind."""
    return len(seatings(acts_until(shown.export, index))) if index >= 0 else 0


def _awaited(shown: ExportContents, at: int, changes: int) -> tuple[Progress, Seats]:
    """Return a stage as it was awaited, with the names of people after some changes, and the seats of that stage."""
    begun, acts = shown.begun[at], seatings(acts_until(shown.export, at))
    seats = seats_of(begun.campaign.as_written, acts)
    campaign, rules = begun.campaign.with_seats(seats), begun.campaign.game.rules
    if seats.acts:
        campaign = campaign.called_as(seats.after(changes))
    state = rules.load(seats.named(rules.dump(begun.state)))
    return _Awaited(campaign, stage_of(shown.export["stages"][at])[0], state), seats


class _Awaited(Progress):
    """A stage of an export as if it were awaited, without files on disk; it offers only what judging needs."""

    def __init__(self, campaign: Campaign, number: int, state: Any) -> None:
        """Take the ``number`` of the stage and the state in which it begins."""
        self.campaign, self.state = campaign, state
        self.folders = [campaign.folder] * (number - 1)
        self.mended, self.amendments, self.closings = [], [], []
        self.__dict__["_handed_on"] = None
