"""What happens to a player in the stage awaited if nothing more comes from him, and what the MJ can withdraw.

Receipts, forms and reminders tell the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import Act, StoodBefore, Verdict
from adjudicator.campaign.stages import Progress, as_it_stood
from adjudicator.core import standing_orders
from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import orders_said
from adjudicator.orders.received import place_of, records
from adjudicator.store.disk import UnusableError, read_file
from adjudicator.store.layout import TURNS, stage_number
from adjudicator.table.clock import Clock, moment
from adjudicator.table.table import Submissions, attendance, in_force_of, table_of

if TYPE_CHECKING:
    from adjudicator.table.situation import Situation


def fate(
    progress: Progress,
    player: str,
    ordered: bool,
    standing: Plain,
    clock: Clock,
    orders: str = "these",
    correcting: bool = False,
) -> Phrase:
    """Return what happens to ``player`` if nothing more comes from him, given his orders and standing orders.

    ``ordered`` says whether he has sent orders. ``orders`` says how to refer to them: ``these`` (just mentioned),
    ``before`` (sent earlier), or ``turn`` (of this turn). Pass ``correcting`` if a later file of his was refused.
    ``clock`` is the one that counts for his orders, see :func:`clock_of_orders`.
    """
    stage = progress.stage
    present = attendance(progress, (player,) if ordered else (), clock)
    if stage is None or player not in present.awaited:
        return Phrase("fate.not-awaited")
    if clock.held:
        return Phrase("status.held")
    waits = not progress.phase.default or (progress.campaign.when_missing == "wait" and not clock.ends)
    # Once the deadline has passed, the end of its grace counts; in a stage that waits for everybody neither does then.
    end = clock.due if clock.until(clock.due) else clock.closes
    due: PhraseArgument = ""
    if end is not None and not (waits and not clock.until(end)):
        due = Phrase("fate.due", {"moment": moment(progress.campaign, end)})
    if not ordered:
        if clock.window and not correcting and _answers(progress, player, standing):
            return _answered(clock, due, _without(progress, player, standing))
        what = _without(progress, player, standing)
        return _missing(progress, due, waits, player in present.away, what, not clock.until(clock.closes))
    which = "stage" if orders == "turn" and not stage.turn else orders
    said = Phrase(f"fate.of.{which}", {"turn": stage.turn})
    if correcting and clock.until(clock.closes):
        return _dated("fate.correcting", "fate.correcting.due", due, {"orders": said})
    return _orders(clock, due, waits, said)


def _answers(progress: Progress, player: str, standing: Plain) -> bool:
    """Return whether a player's standing orders answer for him in a window."""
    campaign = progress.campaign
    if not standing or campaign.when_missing == "nothing":
        return False
    return standing_orders.answers(campaign.game.orders, progress.view(player), progress.state.phase, standing)


def _answered(clock: Clock, due: PhraseArgument, what: Phrase) -> Phrase:
    if not due or not clock.until(clock.closes):
        return Phrase("fate.window.answered", {"what": what})
    key = "fate.window.answered.hour" if clock.on_time else "fate.window.answered.due"
    return Phrase(key, {"what": what, "due": due})


def _missing(progress: Progress, due: PhraseArgument, waits: bool, away: bool, what: Phrase, overdue: bool) -> Phrase:
    if not progress.phase.default:  # it cannot be played without all orders
        return _dated("fate.waits", "fate.waits.due", due, {})
    if away:
        return Phrase("fate.away", {"what": what})
    if waits or not due:
        return _dated("fate.waits.unless-forced", "fate.waits.unless-forced.due", due, {"what": what})
    return Phrase("fate.missing.overdue" if overdue else "fate.missing", {"due": due, "what": what})


def _dated(key: str, dated: str, due: PhraseArgument, values: dict[str, PhraseArgument]) -> Phrase:
    """Return the sentence ``dated`` if there is a deadline to name, else the sentence ``key``."""
    return Phrase(dated, {"due": due, **values}) if due else Phrase(key, values)


def clock_of_orders(campaign: Campaign, clock: Clock, sent: bool) -> Clock:
    """Return the clock that counts for orders, which may have been ``sent`` only before the stage began.

    If those do not count as sent, the stage waits for its deadline.
    """
    if sent or campaign.counts_ahead or clock.deadline is None:
        return clock
    return clock._replace(deadline=clock.deadline._replace(early=False))


def fate_in(situation: Situation, player: str) -> Phrase:
    """Return what happens to ``player`` as things stand, with all that has come from him."""
    table = situation.table
    standing = table.standing.get(player, {})
    correcting = player in (*table.correcting, *table.mending)
    clock = clock_of_orders(situation.campaign, situation.clock, player in table.sent)
    return fate(situation.progress, player, player in table.orders, standing, clock, "turn", correcting)


def _orders(clock: Clock, due: PhraseArgument, waits: bool, orders: Phrase) -> Phrase:
    values: dict[str, PhraseArgument] = {"orders": orders, "when": _when_complete(clock)}
    if due and not clock.until(clock.closes):
        return Phrase("fate.orders.overdue", {"orders": orders, "due": due})
    if not due or (waits and not clock.on_time):
        return _dated("fate.orders.complete", "fate.orders.complete.due", due, values)
    if not clock.on_time:
        return Phrase("fate.orders.early", {**values, "due": due})
    return Phrase("fate.orders.waits" if waits else "fate.orders.due", {"orders": orders, "due": due})


def _when_complete(clock: Clock) -> Phrase:
    """Return when a stage with all orders is played before its deadline."""
    if clock.taken_back:
        return Phrase("fate.complete.taken-back")
    if clock.window:
        return Phrase("fate.complete.window")
    if clock.deadline is None or not clock.deadline.pause or clock.due is None or not clock.until(clock.due):
        return Phrase("fate.complete")
    return Phrase("fate.complete.pause", n=int(clock.deadline.pause.total_seconds()) // 3600)


def _without(progress: Progress, player: str, standing: Plain) -> Phrase:
    """Return what is played for a player without orders: his standing orders if they apply, else the game's rule."""
    campaign = progress.campaign
    rules, view, stage = campaign.game.orders, progress.view(player), progress.stage
    used, _ = standing_orders.answer(rules, view, stage.phase, standing) if stage is not None else (None, ())
    if used is not None and campaign.when_missing != "nothing":
        return Phrase("fate.standing", {"list": Listed(tuple(orders_said(rules, used)))})
    return rules.without(view)


# What the MJ can withdraw from a player: the files that would no longer count, and what would count in their place.


class Withdrawal(NamedTuple):
    """What would be withdrawn from a player."""

    player: str
    files: dict[str, str]
    """The SHA-256 of each file, by its place in ``turns/``."""
    texts: list[str]
    """The SHA-256 of the text of each file sent ahead whose place was not stored."""
    said: Phrase
    """Which file it is, and what was understood of it, as the MJ is told."""
    standing: StoodBefore | None = None

    def act(self, act: Act, progress: Progress) -> Act:
        """Return the ``act`` completed so that it withdraws this."""
        act = {**act, "player": progress.campaign.seats.seat_of(self.player), "files": self.files}
        if self.texts:
            act["texts"] = self.texts
        if self.standing is not None:
            act["standing"] = self.standing
        return act


def withdrawal(situation: Situation, name: str, turn: int | None = None, standing: bool = False) -> Withdrawal:
    """Return what would be withdrawn from the player called ``name``: the last file that counts for this stage.

    With a ``turn``, it is the last file that he sent ahead for that turn; with ``standing``, the file of his standing
    orders. Copies of the same file are included, and a file is withdrawn as a whole, as far as it concerns him. Raise
    ``UnusableError`` if he has sent nothing of the kind, if it has been played, or if the players' time is over.
    """
    campaign, progress = situation.campaign, situation.progress
    if situation.closing is not None:  # no other file could replace it
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
        """Return the last file that counts for the stage awaited, or a refused one whose correction is awaited."""
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
                said = self._file_said(file["source"], file["receipts"])
                return self._with_copies(file.get("file", ""), file["text"], said)
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
        """Return the error that nothing counts for the stage awaited, with what may have been meant."""
        progress = self.progress
        values: dict[str, PhraseArgument] = {"player": self.player, "stage": progress.awaited}
        game = progress.campaign.game.id
        if progress.folders and self.player in progress.told_on_table["orders"]:
            played = progress.stage_played(len(progress.folders) - 1).said
            return UnusableError("withdraw.played", None, game, **values, played=played)
        return UnusableError("withdraw.nothing", None, game, **values)

    def _taken(self, verdict: Verdict) -> Withdrawal:
        said = self._file_said(verdict["source"], verdict.get("receipts", {}))
        return self._with_copies(place_of(verdict), verdict.get("text", ""), said)

    def _file_said(self, source: str, receipts: Mapping[str, str]) -> Phrase:
        values = {"player": self.player, "source": Phrase("source.pasted") if source == "-" else source}
        if self.player not in receipts:
            return Phrase("withdraw.file.bare", values)
        return Phrase("withdraw.file", {**values, "what": receipts[self.player]})

    def _with_copies(self, place: str, text: str, said: Phrase) -> Withdrawal:
        """Return a withdrawal of a file, its copies, and the standing orders that would then be restored."""
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
        """Return the standing orders from before those passed on by the last stage, if the latter are withdrawn."""
        progress, player = self.progress, self.player
        place = progress.left_in.get(player, "")
        if player not in progress.standing or place not in files:
            return None
        then = as_it_stood(progress, progress.folders[: stage_number(place.partition("/")[0]) - 1], progress.mended)
        stood = table_of(then, [verdict for verdict in records(then) if place_of(verdict) not in files])
        own = progress.campaign.seats.own(stood.standing.get(player, {}))
        return {"of": place, "orders": own, "file": stood.left_in.get(player, "")}


def table_without(progress: Progress, act: Act) -> Submissions:
    """Return what the table would hold if an ``act`` of withdrawal were recorded."""
    after = progress.withdrawn(act)
    return table_of(after, records(after))
