"""What has been received for the stage awaited, and whose orders are missing.

Status, reminders, reports, cron and the rules share this one answer.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from functools import reduce
from typing import Any, Literal, NamedTuple, TypeAlias

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import Answers, RefusedFile, SentAhead, Verdict
from adjudicator.campaign.seats import away
from adjudicator.campaign.stages import Progress
from adjudicator.core import standing_orders
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import Consulted
from adjudicator.orders.received import place_of
from adjudicator.table.clock import Clock

_Kind: TypeAlias = Literal["orders", "standing", "luck"]


class Sent(NamedTuple):
    """The file by which orders came: its name, the way, and its times in UTC; see ``orders.inbox.DroppedFile``."""

    source: str
    way: str
    saved: str | None = None
    dated: str | None = None

    @property
    def time(self) -> str:
        """When it was sent or saved; empty if unknown."""
        return self.dated or self.saved or ""

    @classmethod
    def by(cls, verdict: Verdict) -> Sent:
        """Return the file that a ``verdict`` is on."""
        return cls(verdict["source"], verdict["way"], verdict.get("saved"), verdict.get("dated"))


class _Come(NamedTuple):
    """The sum of the verdicts so far; each later file changes only this."""

    in_force: dict[_Kind, dict[str, Verdict]]
    """By kind and player: the verdict on the file whose orders count."""
    notes: dict[str, str]
    refused: list[RefusedFile]
    correcting: set[str]
    mending: set[str]
    """The same players as in ``correcting``, judged only by the files sent since the stage began."""
    ahead: list[Verdict]
    last: Verdict | None
    """The verdict on the last file with orders for the stage."""


class Submissions(NamedTuple):
    """The orders and notes by player, in roster order, and the files as plain data, in order of arrival."""

    orders: dict[str, Plain]
    """Each player's orders for the stage awaited: the last valid ones to arrive."""
    standing: dict[str, Plain]
    """The last standing orders of each player, whatever stage they came in; none if he took them back."""
    luck: dict[str, str]
    """The last word of each player, on which the draws depend, if words are awaited."""
    notes: dict[str, str]
    """The last note of each player to the MJ, from accepted files."""
    refused: list[RefusedFile]
    """Refused files that have not been corrected."""
    correcting: tuple[str, ...]
    """Players whose orders for the stage are there, but whose last file with orders was refused."""
    mending: tuple[str, ...]
    """Players without orders whose last file with orders was refused in the stage awaited.

    Files sent ahead do not count: windows shift the turn numbers, so a file may have been meant for another stage.
    """
    ahead: list[SentAhead]
    """Accepted files for later turns."""
    left_in: dict[str, str]
    """By player: where in ``turns/`` the file with his standing orders is, if that was stored."""
    sent: dict[str, Sent]
    """By player: the file of his orders, if it came since the stage began and not before."""
    last: str | None
    """Where the last file with orders is stored; empty for one that comes just now, None if there is none."""
    answers: Sequence[Answers] = ()
    """The MJ's answers, file by file in order of arrival."""

    @property
    def refused_now(self) -> list[RefusedFile]:
        """The refused files for the stage awaited."""
        return [file for file in self.refused if "turn" not in file]

    @property
    def refused_ahead(self) -> list[RefusedFile]:
        """The refused files for later turns, as passed on to the next stage; without notes, which have been told."""
        return [_handed_on(file) for file in self.refused if "turn" in file]

    def still_refused(self, sources: Sequence[str]) -> int:
        """Return how many of the refused files with these names have not been corrected."""
        waiting = [file["source"] for file in self.refused if file["kinds"]]
        return sum(source in waiting for source in sources)


def table_of(progress: Progress, verdicts: Sequence[Verdict]) -> Submissions:
    """Return what has come for the stage awaited, given its ``verdicts`` in order of arrival."""
    come = _come(progress, verdicts)
    orders = _counting(progress, come.in_force["orders"])
    given, words = come.in_force["standing"], come.in_force["luck"]
    standing = progress.standing | {player: verdict["standing"][player] for player, verdict in given.items()}
    left_in = progress.left_in | {player: place_of(verdict) for player, verdict in given.items()}
    left = {player: standing[player] for player in progress.campaign.players if standing.get(player)}
    sent = {player: Sent.by(one) for player, one in come.in_force["orders"].items() if "ahead" not in one}
    return Submissions(
        orders=orders,
        standing=left,
        left_in={player: place for player in left if (place := left_in.get(player))},
        luck={player: words[player]["luck"][player] for player in progress.campaign.players if player in words},
        notes=come.notes,
        refused=come.refused,
        correcting=tuple(player for player in orders if player in come.correcting),
        mending=tuple(player for player in progress.campaign.players if player in come.mending.difference(orders)),
        ahead=[*progress.ahead_later, *map(_ahead, come.ahead)],
        sent=sent,
        last=come.last.get("kept", "") if come.last is not None else None,
        answers=[verdict["mj"] for verdict in verdicts if verdict["accepted"] and "mj" in verdict],
    )


def _come(progress: Progress, verdicts: Sequence[Verdict]) -> _Come:
    accepted = [verdict for verdict in verdicts if verdict["accepted"]]
    now = [verdict for verdict in accepted if "turn" not in verdict]
    return _Come(
        in_force={
            "orders": in_force_of(now, "orders"),
            "standing": in_force_of(accepted, "standing"),
            "luck": in_force_of(now, "luck"),
        },
        notes={player: note for verdict in accepted if (note := verdict.get("note")) for player in verdict["players"]},
        refused=_refused(progress, verdicts),
        correcting=reduce(correcting, filter(corrects, verdicts), set()),
        mending=reduce(correcting, [verdict for verdict in verdicts if "ahead" not in verdict], set()),
        ahead=[verdict for verdict in accepted if "turn" in verdict],
        last=next((verdict for verdict in reversed(now) if verdict["orders"] and "ahead" not in verdict), None),
    )


def _counting(progress: Progress, in_force: dict[str, Verdict]) -> dict[str, Plain]:
    """Return the orders that count, by player.

    Orders of a player who has left do not count if the game goes on without him. A player who owes none may have sent
    some: they count if the rules allow them, as for a captain until another one leads.
    """
    idle, owing, rules = progress.idle, awaited(progress), progress.campaign.game.orders
    players = [player for player in progress.campaign.players if player in in_force and player not in idle]
    orders = {player: in_force[player]["orders"][player] for player in players}
    return {
        player: given
        for player, given in orders.items()
        if player in owing or not rules.objections(progress.view(player), given)
    }


def words_for(progress: Progress, table: Submissions) -> dict[str, str]:
    """Return the players' words on which the draws of the stage depend: those that came for the first stage."""
    return progress.told_on_table.get("luck", {}) if progress.folders else table.luck


def in_force_of(accepted: Sequence[Verdict], kind: _Kind) -> dict[str, Verdict]:
    """Return by player the verdict on the file whose orders of this ``kind`` count: the last to arrive.

    A message that a mail server or a forum had before the counting one does not replace it, even if it arrives later.
    """
    latest: dict[str, Verdict] = {}
    for verdict in accepted:
        for player in verdict.get(kind, {}):
            if player not in latest or not is_older_mail(Sent.by(verdict), Sent.by(latest[player])):
                latest[player] = verdict
    return latest


def is_older_mail(one: Sent, other: Sent) -> bool:
    """Return whether both times from servers or forums are known, and the first is earlier."""
    return bool(one.dated and other.dated and one.dated < other.dated)


def ahead_of(ahead: Sequence[SentAhead], player: str) -> dict[int, str]:
    """Return the later turns, in order, for which ``player`` has orders in the files ``ahead``, with the receipts.

    Of several files for a turn, the last to arrive counts.
    """
    said = {file["turn"]: file["receipts"][player] for file in ahead if player in file["receipts"]}
    return dict(sorted(said.items()))


def _ahead(verdict: Verdict) -> SentAhead:
    """Return an accepted file for a later turn in the form in which it is passed on."""
    ahead: SentAhead = {key: verdict[key] for key in _OF_AHEAD if key in verdict}  # type: ignore[literal-required, assignment]
    place = place_of(verdict)
    return {**ahead, "file": place} if place else ahead


_OF_AHEAD = ("turn", "text", "source", "players", "receipts", "called", "sender")


def _handed_on(file: RefusedFile) -> RefusedFile:
    """Return a refused file for a later turn in the form in which it is passed on."""
    handed_on: RefusedFile = {key: file[key] for key in _HANDED_ON}  # type: ignore[literal-required, assignment]
    place = file.get("kept") or file.get("file")
    return {**handed_on, "file": place} if place else handed_on


_HANDED_ON = ("source", "players", "faults", "turn", "table", "kinds")


def _refused(progress: Progress, verdicts: Sequence[Verdict]) -> list[RefusedFile]:
    """Return the refused files that have not been corrected.

    A file that names no player may come from any player missing when it arrived, so it counts as corrected once all of
    them have sent orders.
    """
    waiting = [(file, frozenset[str]()) for file in progress.refused_ahead_later]
    missing = frozenset(awaited(progress))
    for verdict in verdicts:
        if not verdict["accepted"]:
            file = _refused_file(verdict)
            may_be_anybodys = not file["players"] and "turn" not in file and "answers" not in file["kinds"]
            waiting.append((file, missing if may_be_anybodys else frozenset()))
            continue
        came = frozenset(() if "turn" in verdict else verdict["orders"])
        missing -= came
        still = [(_still_refused(file, verdict), senders) for file, senders in waiting]
        waiting = [(file, senders - came) for file, senders in still if file and not (senders and senders <= came)]
    return [file for file, _ in waiting]


def _refused_file(verdict: Verdict) -> RefusedFile:
    file: RefusedFile = {key: verdict[key] for key in _SHOWN if key in verdict}  # type: ignore[literal-required, assignment]
    return file


_SHOWN = ("source", "kept", "begins", "players", "faults", "note", "turn", "table", "kinds", "file")
"""The order of the keys of a refused file, as programs read it."""


def _still_refused(refused: RefusedFile, accepted: Verdict) -> RefusedFile | None:
    """Return what is left of a refused file after another was accepted: players and kinds not sent again.

    Orders for another turn, or standing orders alone, do not correct refused orders.
    """
    if refused.get("turn") != accepted.get("turn"):
        return refused
    if "answers" in refused["kinds"]:
        return None if "mj" in accepted else refused
    if not refused["players"]:
        mended = refused["source"] == accepted["source"] != "-"
        return None if mended else refused
    if not refused["kinds"]:  # it was for a past turn: a player who sends again has noticed that
        players = [player for player in refused["players"] if player not in accepted["players"]]
        return {**refused, "players": players} if players else None
    came = {"orders": accepted["orders"], "standing": accepted.get("standing", {})}
    lacking = {player: [kind for kind in refused["kinds"] if player not in came[kind]] for player in refused["players"]}
    players = [player for player, kinds in lacking.items() if kinds]
    kinds = [kind for kind in refused["kinds"] if any(kind in lacks for lacks in lacking.values())]
    return {**refused, "players": players, "kinds": kinds} if players else None


def corrects(verdict: Verdict) -> bool:
    """Return whether a file may show that a player means to correct his orders; a reply without orders does not."""
    return verdict.get("corrects", True)


def correcting(before: Collection[str], verdict: Verdict) -> set[str]:
    """Return the players whose last file with orders for this stage was refused, given those ``before`` a verdict.

    They probably mean to send it again. A file with a wrong key may be anybody's. A file for a past turn, or one that
    came after the players' time was over, corrects nothing now. Such files must not hold up the stage.
    """
    now = set(before)
    if "turn" in verdict:
        return now
    if verdict["accepted"]:
        return now.difference(verdict["orders"])
    forged = any(fault["code"] in ("wrong-key", "closed") for fault in verdict["faults"])
    return now if forged or "orders" not in verdict["kinds"] else now.union(verdict["players"])


class StoodIn(NamedTuple):
    """The orders that standing orders give to players without any."""

    orders: dict[str, Plain]
    """By player: the resulting orders; players without any are left out."""
    consulted: dict[str, Sequence[Consulted]]
    """By player: the clauses that were evaluated; players without any are left out."""


def stood_in(progress: Progress, orders: dict[str, Plain], standing: dict[str, Plain]) -> StoodIn:
    """Return the orders that ``standing`` orders give to players without ``orders``.

    All are judged on the table as it is, each by his own view. The result is empty if the campaign does nothing for
    missing players.
    """
    campaign, stage = progress.campaign, progress.stage
    if campaign.when_missing == "nothing" or stage is None:
        return StoodIn({}, {})
    rules = campaign.game.orders
    given = {
        player: standing_orders.answer(rules, progress.view(player), stage.phase, standing[player])
        for player in attendance(progress, orders).absent
        if player in standing
    }
    return StoodIn(
        {player: made for player, (made, _) in given.items() if made is not None},
        {player: asked for player, (_, asked) in given.items() if asked},
    )


def answering(progress: Progress, table: Submissions) -> tuple[str, ...]:
    """Return the players whose standing orders answer for them in a window, so that it does not wait for them.

    A player whose last file was refused is left out, because he probably means to send it again.
    """
    campaign = progress.campaign
    if not progress.window or campaign.when_missing == "nothing":
        return ()
    rules, phase = campaign.game.orders, progress.state.phase
    silent = [player for player in awaited(progress) if player not in table.orders and player not in table.mending]
    some = [player for player in silent if player in table.standing]
    return tuple(p for p in some if standing_orders.answers(rules, progress.view(p), phase, table.standing[p]))


# Who is missing.


class Attendance(NamedTuple):
    """The players whose orders the stage awaited needs, and those whose are missing; in roster order."""

    awaited: tuple[str, ...]
    missing: tuple[str, ...]
    """Players without orders for whom the stage waits."""
    away: tuple[str, ...] = ()
    """Players without orders who announced an absence and have no substitute; the stage does not wait for them."""

    unseated: tuple[str, ...] = ()
    """Those missing whose seat is empty; the game waits for somebody to take it."""
    answered: tuple[str, ...] = ()
    """Players without orders whose standing orders answer for them in a window; it does not wait for them."""

    @property
    def received(self) -> tuple[str, ...]:
        """The players whose orders are there."""
        without = self.absent
        return tuple(player for player in self.awaited if player not in without)

    @property
    def absent(self) -> tuple[str, ...]:
        """All players without orders."""
        return tuple(player for player in self.awaited if player in (*self.missing, *self.away, *self.answered))


def owing(campaign: Campaign, state: Any) -> Sequence[str]:
    """Return the players whose orders the stage of a ``state`` needs, in roster order, even those who have left."""
    rules = campaign.game.rules
    return rules.awaited(campaign.setting, state) if rules.phase(state).starts == "orders" else ()


def awaited(progress: Progress) -> tuple[str, ...]:
    """Return the players whose orders are awaited, in roster order, without those whom the game does without."""
    idle = progress.idle
    players = owing(progress.campaign, progress.state)
    return tuple(player for player in players if player not in idle)


def counted_openly(campaign: Campaign, state: Any) -> bool:
    """Return whether everybody may know how many players have sent in a ``state``; never in a window."""
    rules = campaign.game.rules
    return rules.phase(state).counted and not rules.phase(state).window


def attendance(
    progress: Progress, orders: Container[str], clock: Clock | None = None, answered: Container[str] = ()
) -> Attendance:
    """Return whose orders are awaited and who is missing from ``orders``.

    Announced absences count by the ``clock``; without one, everybody without orders is missing. Players in ``answered``
    are not missing. Those who have left are not awaited if the game goes on without them.
    """
    campaign, players = progress.campaign, awaited(progress)
    empty = campaign.seats.empty
    silent = [player for player in players if player not in orders]
    without = [player for player in silent if player not in answered]
    gone = away(campaign.plain, clock.now, clock.due) if clock is not None and without else set()
    gone = gone.difference(empty)  # after a player leaves, his absence no longer counts: a successor is awaited
    missing = tuple(player for player in without if player not in gone)
    unseated = tuple(player for player in missing if player in empty)
    answers = tuple(player for player in silent if player in answered)
    return Attendance(players, missing, tuple(player for player in without if player in gone), unseated, answers)
