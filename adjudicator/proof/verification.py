"""Verification of a campaign: its files, its hash chain, its seed, and every stage played again from the start."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.campaign.acts import acts_in, undoing_of
from adjudicator.campaign.campaign import Campaign, campaign_of, seed_hash
from adjudicator.campaign.editions import read_result
from adjudicator.campaign.loading import load_campaign, made_by, to_keep
from adjudicator.campaign.records import Act, Answers, Verdict
from adjudicator.campaign.stages import Played, Progress, acts_known_to, as_it_stood, progress_of, seats_at
from adjudicator.core.faults import Phrase
from adjudicator.core.mj import record, recorded
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.stage import PUBLIC, Outcome
from adjudicator.core.standing_orders import as_kept
from adjudicator.desk.hash_chain import link_of
from adjudicator.orders.received import as_sent, came, came_too_late, judged_file, records, stored, verdict_by_seat
from adjudicator.post.bureau import offers_else
from adjudicator.proof.integrity import Chain, DifferenceError, check_chain, check_files, check_words, in_turn, place
from adjudicator.store.disk import read_file
from adjudicator.store.layout import BUREAU, PINNED, REPORTS, RESULT, UNDERSTOOD, stage_number, stages_played
from adjudicator.store.published import read_json
from adjudicator.table.questions import Asking, given_in, heard_by_seat, withdrawn_by
from adjudicator.table.table import Submissions, stood_in, table_of, words_for


class Proof(NamedTuple):
    """The result of a successful verification."""

    chain: Chain
    stages: int
    """How many stages were played again, including those that were taken back."""
    withdrawn: int
    verdicts: int
    """How many order files were judged again."""
    other: int
    """How many stages another program version or another ``campaign.yaml`` published; their texts are not compared."""


def verify(folder: Path, language: str | None = None) -> Proof:
    """Verify the campaign in ``folder`` without writing anything.

    Raises ``DifferenceError`` for the first difference from what was published, and the errors of ``load_campaign`` and
    ``progress_of``.
    """
    check_files(folder)
    campaign = load_campaign(folder, language)
    for stage in stages_played(folder):
        pinned = read_result("pinned", stage / RESULT / PINNED)
        if pinned["seed"] != seed_hash(campaign.seed):
            raise DifferenceError("verify.seed", file=place(stage / RESULT / PINNED, folder))
    progress = progress_of(campaign)
    if offers_else(progress):
        raise DifferenceError("verify.file", file=BUREAU)
    chain = check_chain(progress)
    stages = withdrawn = verdicts = other = 0
    acts = acts_in(folder)
    for course, index in in_turn(progress):
        of_then = _understood(campaign, course[index])
        at = _as_it_stood(progress, of_then or campaign, course, index, acts)
        alike = of_then is not None
        before = _understood(campaign, course[index - 1]) if index else None
        verdicts += _Again(at, folder, alike, before).check(course[index], course[index] in progress.folders)
        stages, other = stages + 1, other + (not alike)
        withdrawn += course[index] not in progress.folders
    return Proof(chain, stages, withdrawn, verdicts, other)


def _as_it_stood(
    progress: Progress, campaign: Campaign, course: list[Path], index: int, acts: Sequence[Act]
) -> Progress:
    """Return the progress of ``campaign`` when the stage at ``index`` of ``course`` was awaited.

    ``acts`` are all acts of the campaign; only those recorded before the stage was announced count.
    """
    link = link_of(course[index])
    known = acts[: link["acts"]] if link is not None else acts_known_to(acts, course[index].name)
    then = copy(progress)
    then.folders = course
    then.campaign = campaign.with_seats(then.seats_at(index))
    return as_it_stood(then, course[:index], known)


def _understood(campaign: Campaign, stage: Path) -> Campaign | None:
    """Return the campaign as it was read when a stage was published, or None if another program version published it.

    Another version may word texts differently and refuse other orders, so these are not compared then.
    """
    kept = read_json(stage / RESULT / UNDERSTOOD) if (stage / RESULT / UNDERSTOOD).exists() else {}
    if kept.get("made_by") != made_by(campaign.game.id) or kept.get("game") != campaign.game.id:
        return None
    if kept.get("made_of") == to_keep(campaign)["made_of"]:
        return campaign
    plain = {**kept["campaign"], "seed": campaign.seed}
    return campaign_of(campaign.folder, plain, campaign.game, campaign.edition, campaign.data)


class _Again(NamedTuple):
    """A stage that is played again, with the progress at that time.

    ``alike`` says whether the same program version published it.
    """

    at: Progress
    folder: Path
    alike: bool
    before: Campaign | None
    """The campaign as it was read when the previous stage was published, because orders may have been judged by it."""

    def check(self, stage: Path, in_force: bool) -> int:
        """Raise ``DifferenceError`` if the stage has another result now; return the number of order files."""
        whole = copy(self.at)
        whole.folders = [*self.at.folders, stage]
        played = whole.played(len(whole.folders) - 1)
        verdicts = self._check_verdicts(played)
        self._check_table(played)
        self._check_outcome(played)
        if self.alike and in_force:
            self._check_reports(played)
        return verdicts

    def _check_verdicts(self, played: Played) -> int:
        files = stored(self._among(played.folder))
        for path in files:
            kept = verdict_by_seat(path, self.at)
            if kept is None:
                continue
            if came_too_late(kept) and self.at.campaign.game.rules.stage(played.outcome.state) is None:
                continue
            # Its bytes do not show whether a file was refused because the players' time was over.
            closed = not kept["accepted"] and any(fault["code"] == "closed" for fault in kept["faults"])
            if closed or (not kept["accepted"] and self._was_brought_back(path, played)):
                continue
            if not any(self._is_same(kept, now) for now in self._verdicts(path, kept["accepted"])):
                raise DifferenceError("verify.verdict", file=place(path, self.folder), stage=played.stage.said)
        return len(files)

    def _verdicts(self, path: Path, accepted: bool) -> Iterator[Verdict]:
        """Yield the verdicts on a file judged again: as of its arrival, and as of each later change of seats.

        The stored verdict may date from any of these times.
        """
        known, last = came(path), self.at.campaign.seats.acts
        for campaign in filter(None, (self.at.campaign, self.before)):
            for changes in range(known.get("seats", 0) if known is not None else last, last + 1):
                at = self._seated(campaign, changes)
                file, then = as_sent(path, at)
                yield at.campaign.own_in(judged_file(file._replace(proved=accepted), then)[1])

    def _seated(self, campaign: Campaign, changes: int) -> Progress:
        """Return the progress with the people who held the seats after this many changes."""
        if campaign is self.at.campaign and changes == campaign.seats.acts:
            return self.at
        at = copy(self.at)
        at.campaign = campaign.with_seats(seats_at(campaign, changes))
        return as_it_stood(at, at.folders, at.mended)

    def _is_same(self, kept: Verdict, now: Verdict) -> bool:
        """Return whether two verdicts on a file agree, as far as its bytes decide.

        A refused file with answers of the MJ which can be read was refused because of the questions that were open at
        the time, or because of a game's judgement of an answer to one of them. Its bytes show neither.
        """
        if not kept["accepted"] and "mj" in now:
            return True
        both = kept["accepted"] and now["accepted"]
        keys = ("accepted", "players", "orders", "standing", "luck") if self.alike else ("orders",) if both else ()
        return all(kept.get(key) == now.get(key) for key in keys)

    def _was_brought_back(self, path: Path, played: Played) -> bool:
        """Return whether a file had arrived before earlier stages were taken back.

        If it was refused then, it stays refused, whatever the state of the game is now.
        """
        undo, known = undoing_of(self.at.mended, played.folder.name), came(path)
        if undo is None or known is None:
            return False
        return stage_number(undo["back_to"]) < stage_number(played.folder.name) and known["at"] <= undo["at"]

    def _among(self, stage: Path) -> Progress:
        """Return the progress with the folder that holds a stage's files now; stages taken back lie elsewhere."""
        at = copy(self.at)
        at.campaign = replace(at.campaign, folder=stage.parent.parent)
        return at

    def _check_table(self, played: Played) -> None:
        """Raise ``DifferenceError`` if the stage was played with other orders than those that had arrived."""
        at = self._among(played.folder)
        table = table_of(at, records(at))
        given = {**table.orders, **self._stood_in(played, table)}
        words, drawn = words_for(self.at, table), played.table.get("luck", {})
        check_words(self.at.campaign, drawn, played.stage)
        for player in self.at.campaign.players:
            if words.get(player) != drawn.get(player):
                raise DifferenceError("verify.luck", player=player, stage=played.stage.said)
            stood = player in played.table["stood_in"] and not self.alike
            if not stood and given.get(player) != played.table["orders"].get(player):
                raise DifferenceError("verify.orders", player=player, stage=played.stage.said)

    def _stood_in(self, played: Played, table: Submissions) -> dict[str, Plain]:
        """Return the orders from standing orders.

        Conditional clauses use their recorded results, and no condition is judged again.
        """
        asked = played.table.get("clauses", {})
        if not asked:
            return stood_in(self.at, table.orders, table.standing).orders
        plain = {player: orders for player, orders in table.standing.items() if player not in asked}
        rules = self.at.campaign.game.orders
        by_clauses = {
            player: as_kept(rules, self.at.view(player), table.standing.get(player, {}), rows)
            for player, rows in asked.items()
        }
        some = {player: orders for player, orders in by_clauses.items() if orders is not None}
        return {**stood_in(self.at, table.orders, plain).orders, **some}

    def _check_outcome(self, played: Played) -> None:
        campaign, orders = self.at.campaign, played.table["orders"]
        rules = campaign.game.rules
        rows = played.table.get("mj", [])
        mj = recorded(campaign.own_in(played.table).get("mj", [])) if rules.decisions else None
        outcome = campaign.resolve(played.before, orders, played.table.get("luck", {}), mj)
        if mj is not None and [one["print"] for one in record(mj.asked)] != [row["print"] for row in rows]:
            raise DifferenceError("verify.asked", stage=played.stage.said)
        at = self._among(played.folder)
        answers = table_of(at, records(at)).answers if mj is not None else ()
        if mj is not None and (rows or answers):
            self._check_answers(played, answers)
        if rules.dump(outcome.state) != rules.dump(played.outcome.state):
            said = campaign.game.reports.changes(campaign.setting, played.outcome.state, outcome.state)
            what = said[0] if said else Phrase("verify.unsaid")
            raise DifferenceError("verify.state", stage=played.stage.said, what=what)
        if _written(outcome) != _written(played.outcome):
            raise DifferenceError("verify.outcome", stage=played.stage.said)

    def _check_answers(self, played: Played, answers: Sequence[Answers]) -> None:
        """Raise ``DifferenceError`` if the stage used other answers than those in the MJ's files and those kept."""
        campaign, corrected = self.at.campaign, played.table["corrected"]
        before = withdrawn_by(campaign, played.folder.name, corrected["number"]) if corrected else {}
        heard = heard_by_seat(campaign, *given_in(answers, before))
        outcome = campaign.resolve(played.before, played.table["orders"], played.table.get("luck", {}), heard)
        if _as_json(Asking(campaign, outcome, heard).rows) != played.table.get("mj", []):
            raise DifferenceError("verify.answers", stage=played.stage.said)

    def _check_reports(self, played: Played) -> None:
        """Raise ``DifferenceError`` if the public report has changed.

        The other reports need no check, because the data from which they are made has been compared.
        """
        from adjudicator.reports.writing import all_reports

        for name, data in all_reports(self.at.campaign, played, ("text",), (PUBLIC,)).items():
            if read_file(played.folder / RESULT / name) != data:
                file = place(played.folder / RESULT / REPORTS / name.rpartition("/")[2], self.folder)
                raise DifferenceError("verify.report", file=file, stage=played.stage.said)


def _written(outcome: Outcome[Any]) -> Plain:
    """Return a stage's result apart from its state, as JSON stores it."""
    written: Plain = _as_json((to_plain(outcome.log), to_plain(outcome.notices), to_plain(outcome.results)))
    return written


def _as_json(kept: Any) -> Any:
    return json.loads(json.dumps(kept))
