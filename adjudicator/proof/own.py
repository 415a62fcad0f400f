"""A player's own file in an export: what became of its bytes, by the code of its receipt."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from adjudicator.campaign.chain import leaf_of
from adjudicator.core.phrase import Phrase
from adjudicator.core.stage import Stage
from adjudicator.proof.binding import called_in, entries, stage_of, verdicts
from adjudicator.proof.difference import DifferenceError
from adjudicator.proof.export import Exported, Received
from adjudicator.proof.exported import Shown, of_any_shape
from adjudicator.speech.voice import Voice
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import TURNS, stage_called


class Own(NamedTuple):
    """What became of a file that its player has shown with the code of its receipt."""

    stage: Phrase
    number: str
    accepted: bool
    played: bool
    """Whether its orders, as the export has them, are those that were played in its stage."""
    withdrawn: bool
    """Whether the stage was taken back, be it before it was played."""
    bare: bool
    """Whether it was taken and has no orders for a stage: words for chance, a note, standing orders alone."""
    orders: dict[str, str]
    """What was played of its players in its stage, or its turn, in words."""


def own_file(shown: Shown, data: bytes, code: str, voice: Voice) -> Own:
    """Return what became of a player's own file, by the code of its receipt; ``voice`` says what was played.

    Raises ``UnusableError`` while the game goes on, and ``DifferenceError`` where no such file is bound.
    """
    export = shown.export
    if export["seed"] is None:
        raise UnusableError("verify.own.early")
    leaf = leaf_of(_as_written(code), sha256(data).hexdigest())
    with of_any_shape():
        found = [
            _own(shown, index, name, voice)
            for index, row in enumerate(export["stages"])
            for name, there in entries(row).items()
            if there == leaf and name.endswith(_ORDER)
        ]
    if not found:
        raise DifferenceError("verify.own.unknown", code=code)
    return max(
        found, key=lambda own: (own.played, not own.withdrawn, own.accepted)
    )  # one may have come back by a replay


_ORDER = ".yaml"


def _as_written(code: str) -> str:
    """Return a code as receipts have it, however it was typed: groups of four letters and digits."""
    letters = "".join(filter(str.isalnum, code)).upper()
    return "-".join(letters[first : first + 4] for first in range(0, len(letters), 4))


def _own(shown: Shown, index: int, name: str, voice: Voice) -> Own:
    """Return what became of a file that a stage's link binds: one that came for a stage taken back was never played."""
    row = shown.export["stages"][index]
    above, _, file = name.rpartition("/")
    number = file.removesuffix(_ORDER)
    _, stage = stage_called(above.split("/")[-2]) or (0, Stage("", 0))
    here = above.startswith(f"{TURNS}/{row['stage']}/")
    received = next((one for one in row["received"] if one["number"] == number), None) if here else None
    accepted = received["accepted"] if received else True in verdicts(row, f"{above}/").get(number, ())
    if received is None or not accepted:
        return Own(stage.said, number, accepted, False, not here or row["withdrawn"], False, {})
    given, ahead = received.get("orders", {}), "turn" in received
    rows = list(_rows_of(shown, index, received))
    played = bool(given) and any(all(one["orders"].get(who) == given[who] for who in given) for _, one in rows)
    orders = {} if not rows else _said(shown, *rows[-1], list(given), voice)
    return Own(stage.said, number, accepted, played, row["withdrawn"] and not ahead, not given, orders)


def _rows_of(shown: Shown, index: int, received: Received) -> Iterator[tuple[int, Exported]]:
    """Yield the stages for which a file was that came in the one at ``index``: of a later turn, those that count."""
    for at, row in enumerate(shown.export["stages"]):
        of_turn = stage_of(row)[1].turn == received["turn"] if "turn" in received else at == index
        if of_turn and not ("turn" in received and row["withdrawn"]):
            yield at, row


def _said(shown: Shown, index: int, row: Exported, players: list[str], voice: Voice) -> dict[str, str]:
    """Return in words what was played of some players in a stage, on what each of them saw, by their names then."""
    campaign, orders = shown.campaign, row["orders"]
    if campaign is None:
        return {}
    called, said = called_in(shown.export, index), dict[str, str]()
    for player in players:
        if player in orders:
            receipt = campaign.game.orders.receipt(campaign.view(shown.begun[index], player), orders[player])
            said[called.get(player, player)] = voice.receipt(receipt)
    return said
