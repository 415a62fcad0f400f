"""What is handed on from stage to stage, as ``orders.json`` keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict, TypeVar

from adjudicator.core.plain import Plain, renamed
from adjudicator.speech.voice import FaultRow


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
    refused: NotRequired[list[str]]
    """Why the stage that begins next cannot use it; empty for a table of several players' orders."""


class RefusedFile(TypedDict):
    """A file that was refused, and has not been mended by its players since."""

    source: str
    kept: NotRequired[str]
    """Where in ``turns/`` its bytes are, of one that came in the stage awaited."""
    players: list[str]
    """Those of its players who have sent no accepted file since."""
    faults: list[FaultRow]
    note: NotRequired[str | None]
    turn: NotRequired[int]
    """The later turn that it was for."""
    table: bool
    """Whether it was a table of several players' orders."""
    kinds: list[str]
    """What of it has not come anew: ``orders``, ``standing`` ones, both; nothing of one for a past turn."""


class RefusedSource(TypedDict):
    """A file that was refused, for the MJ's report."""

    source: str
    players: list[str]


class Words(TypedDict):
    """A few words of the MJ for the reports of a stage."""

    camp: str
    """Whose players alone read them; empty for everybody."""
    lines: list[str]
    """A paragraph each."""


class Corrected(TypedDict):
    """That a stage is played again which was taken back."""

    number: int
    """How many times stages have been taken back in the campaign, this one among them."""
    said: str
    """Why, in the MJ's words for everybody."""


class OnTable(TypedDict):
    """What was on the MJ's table when a stage was played, as ``orders.json`` keeps it."""

    orders: dict[str, Plain]
    """What was played, by player; those of the players in ``stood_in`` by their standing orders."""
    stood_in: list[str]
    absent: list[str]
    """Players who had none."""
    standing: dict[str, Plain]
    """The standing orders in force, by player."""
    ahead: list[SentAhead]
    """The files for later turns."""
    refused_ahead: list[RefusedFile]
    """Those for later turns that were refused and not mended."""
    notes: dict[str, str]
    """The players' notes to the MJ."""
    refused: list[RefusedSource]
    """The files refused for the stage, and not mended."""
    words: list[Words]
    """What the MJ says at the head of the reports."""
    corrected: Corrected | None
    """Why the stage is played again; None the first time."""
    amended: list[str]
    """Why the MJ amended the table before the stage, in his words for everybody, each time that he did."""
    luck: NotRequired[dict[str, str]]
    """The words of the players, sent with the first stage, on which all draws hang; not written for none."""
    seats: NotRequired[int]
    """After how many acts that changed seats it was played; not written for none."""


EMPTY: OnTable = {
    "orders": {},
    "stood_in": [],
    "absent": [],
    "standing": {},
    "ahead": [],
    "refused_ahead": [],
    "notes": {},
    "refused": [],
    "words": [],
    "corrected": None,
    "amended": [],
}
"""A table on which nothing lies."""

Record = TypeVar("Record", bound=Mapping[str, Any])


def called_in(record: Record, names: Mapping[str, str]) -> Record:
    """Return a record of orders with each name of a player that is among ``names`` replaced; texts stay as they are."""
    return {key: _called(key, value, names) for key, value in record.items()} if names else record  # type: ignore[return-value]


_OF_PLAYERS = ("orders", "standing", "players", "stood_in", "absent")
_BY_PLAYER = ("receipts", "warnings", "notes", "luck")
_FILES = ("ahead", "refused_ahead", "refused")


def _called(key: str, value: Any, names: Mapping[str, str]) -> Any:
    if key in _OF_PLAYERS:
        return renamed(value, names)
    if key in _BY_PLAYER:
        return {names.get(player, player): told for player, told in value.items()}
    if key in _FILES and isinstance(value, list):
        return [called_in(file, names) if isinstance(file, dict) else file for file in value]
    return value
