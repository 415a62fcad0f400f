"""What the MJ can withdraw of a player: the files whose orders would count no more, and what would count then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.stages import Progress, as_it_stood
from adjudicator.core import standing_orders
from adjudicator.core.faults import Filling, Listed, Phrase
from adjudicator.orders.received import records
from adjudicator.orders.verdict import Verdict, place_of
from adjudicator.store.disk import UnusableError, read_file
from adjudicator.store.layout import TURNS, stage_number
from adjudicator.table.table import Table, in_force_of, table_of

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.campaign.records import Act, SentAhead, StoodBefore
    from adjudicator.table.situation import Situation


class Withdrawal(NamedTuple):
    """What would be withdrawn of a player."""

    player: str
    files: dict[str, str]
    """The SHA-256 of each file, by where it lies in ``turns/``."""
    texts: list[str]
    """The SHA-256 of the texts of those of which it was not kept where they lie."""
    said: Phrase
    """Which file it is, and what was understood of it, as the MJ is told."""
    standing: StoodBefore | None = None

    def act(self, act: Act, progress: Progress) -> Act:
        """Return the ``act`` by which this is withdrawn."""
        act = {**act, "player": progress.campaign.seats.seat_of(self.player), "files": self.files}
        if self.texts:
            act["texts"] = self.texts
        if self.standing is not None:
            act["standing"] = self.standing
        return act


def withdrawal(situation: Situation, name: str, turn: int | None = None, standing: bool = False) -> Withdrawal:
    """Return what would be withdrawn of the player called ``name``: the last file that counts for the stage awaited.

    With a ``turn`` it is the last file that he has sent ahead for that turn, and with ``standing`` the file of his
    standing orders. Copies of the same file go with it. A file goes whole, as far as it is about him. Raises
    ``UnusableError`` when he has sent nothing of the kind, when it has been played, and once the players' time is over.
    """
    campaign, progress = situation.campaign, situation.progress
    if situation.closing is not None:  # nothing else could come in its place
        raise UnusableError("withdraw.closed", None, campaign.game.id, stage=progress.awaited)
    player = campaign.names.find(name)
    if player is None:
        raise UnusableError("seats.unknown", campaign.names.nearest(name), name=name)
    found = _Counting(progress, records(progress), player)
    if standing:
        return found.left()
    stage = progress.stage
    if turn is not None and (stage is None or turn != stage.turn):
        return found.ahead(turn)
    return found.now()


class _Counting:
    """The files that count for a player."""

    def __init__(self, progress: Progress, verdicts: Sequence[Verdict], player: str) -> None:
        self.progress, self.player = progress, player
        self.verdicts = [verdict for verdict in verdicts if player in verdict["players"]]
        self.table = table_of(progress, verdicts)

    def now(self) -> Withdrawal:
        """Return the last file that counts for the stage awaited: one that was refused, where it waits to be mended."""
        now = [verdict for verdict in self.verdicts if "turn" not in verdict]
        if self.player in (*self.table.correcting, *self.table.mending):
            refused = [one for one in now if not one["accepted"] and "orders" in one["kinds"]]
            if refused:
                return self._taken(refused[-1])
        accepted = [verdict for verdict in now if verdict["accepted"]]
        found = in_force_of(accepted, "orders").get(self.player) or in_force_of(accepted, "luck").get(self.player)
        if found is not None:
            return self._taken(found)
        raise self._nothing()

    def ahead(self, turn: int) -> Withdrawal:
        """Return the last file for a later turn."""
        for verdict in reversed(self.verdicts):
            if verdict.get("turn") == turn:
                return self._taken(verdict)
        for file in reversed(self.progress.ahead_later):
            if file["turn"] == turn and self.player in file["players"]:
                return self._taken_ahead(file)
        raise UnusableError("withdraw.nothing.ahead", player=self.player, turn=turn)

    def left(self) -> Withdrawal:
        """Return the file of his standing orders."""
        orders = self.table.standing.get(self.player)
        if not orders:
            raise UnusableError("withdraw.nothing.standing", player=self.player)
        place = self.table.left_in.get(self.player, "")
        here = next((verdict for verdict in self.verdicts if place and place_of(verdict) == place), None)
        if here is not None and "ahead" not in here:
            return self._taken(here)
        what = Listed(tuple(standing_orders.said(self.progress.campaign.game.orders, orders)))
        found = self._with_copies(place, "", Phrase("withdraw.standing", {"player": self.player, "what": what}))
        return found if place else found._replace(standing={"of": "", "orders": {}, "file": ""})

    def _nothing(self) -> UnusableError:
        """Say that nothing counts for the stage awaited, and what may have been meant."""
        progress = self.progress
        values: dict[str, Filling] = {"player": self.player, "stage": progress.awaited}
        game = progress.campaign.game.id
        if progress.folders and self.player in progress.told_on_table["orders"]:
            played = progress.stage_played(len(progress.folders) - 1).said
            return UnusableError("withdraw.played", None, game, **values, played=played)
        return UnusableError("withdraw.nothing", None, game, **values)

    def _taken(self, verdict: Verdict) -> Withdrawal:
        said = self._file_said(verdict["source"], verdict.get("receipts", {}))
        return self._with_copies(place_of(verdict), verdict.get("text", ""), said)

    def _taken_ahead(self, file: SentAhead) -> Withdrawal:
        said = self._file_said(file["source"], file["receipts"])
        return self._with_copies(file.get("file", ""), file["text"], said)

    def _file_said(self, source: str, receipts: Mapping[str, str]) -> Phrase:
        values = {"player": self.player, "source": Phrase("source.pasted") if source == "-" else source}
        if self.player not in receipts:
            return Phrase("withdraw.file.bare", values)
        return Phrase("withdraw.file", {**values, "what": receipts[self.player]})

    def _with_copies(self, place: str, text: str, said: Phrase) -> Withdrawal:
        """Return a file with those of the same bytes, and what stands in the place of his standing orders then."""
        digest = self._digest(place) if place else sha256(text.encode()).hexdigest()
        here = [place_of(verdict) for verdict in self.verdicts if verdict.get("digest") == digest]
        files = {one: digest for one in dict.fromkeys([place, *here]) if one}
        texts = []
        for file in (*self.progress.ahead_now, *self.progress.ahead_later):
            if self.player in file["players"] and (not text or file["text"] == text):
                of_text = sha256(file["text"].encode()).hexdigest()
                if "file" in file and self._digest(file["file"]) == digest:
                    files[file["file"]] = digest
                elif "file" not in file and of_text == digest:
                    texts.append(of_text)
        return Withdrawal(self.player, files, texts, said, self._before(files))

    def _digest(self, place: str) -> str:
        path: Path = self.progress.campaign.folder / TURNS / place
        return sha256(read_file(path)).hexdigest()

    def _before(self, files: dict[str, str]) -> StoodBefore | None:
        """Return what he had left before the standing orders that the last stage handed on, if those are withdrawn."""
        progress, player = self.progress, self.player
        place = progress.left_in.get(player, "")
        if player not in progress.standing or place not in files:
            return None
        then = as_it_stood(progress, progress.folders[: stage_number(place.partition("/")[0]) - 1], progress.mended)
        stood = table_of(then, [verdict for verdict in records(then) if place_of(verdict) not in files])
        own = progress.campaign.seats.own(stood.standing.get(player, {}))
        return {"of": place, "orders": own, "file": stood.left_in.get(player, "")}


def table_without(progress: Progress, act: Act) -> Table:
    """Return what would lie on the table if an ``act`` of withdrawal were recorded."""
    after = progress.withdrawn(act)
    return table_of(after, records(after))
