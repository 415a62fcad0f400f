"""The export of a campaign: one file with which anybody can verify it, without addresses, keys and notes.

While a game goes on, or if its secrets are kept after the end, the export holds the public reports and their heads.
Otherwise it holds the seed, orders, verdicts, the reports of all but the MJ, and the hash chain. What is left out (the
bytes of order files, notes, the MJ's reports) appears only as a hash, which anybody who has the file can compare.
Standing orders, of which nothing is proved, are left out, because some games keep them secret for ever. The orders that
were played are not, since no stage can be played again without them. Everything uses the seats' own names. The checks
here compare the parts of an export with what the hash chain binds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, NotRequired, TypedDict, cast

from adjudicator import __version__
from adjudicator.campaign.acts import KINDS, acts_in, amendments_of
from adjudicator.campaign.acts import seatings as seatings_in
from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.editions import formatted, read_result, state_steps
from adjudicator.campaign.records import Act, Link, Verdict
from adjudicator.campaign.seats import NOBODY_MOVED
from adjudicator.campaign.stages import Progress, acts_known_to, amended, as_it_stood, seats_when
from adjudicator.core.mj import without_reason
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Stage
from adjudicator.desk.hash_chain import link_of
from adjudicator.orders.keys import order_key
from adjudicator.orders.received import number_of, verdict_at, withdrawn_seats, without
from adjudicator.proof.integrity import DifferenceError, are_told, check_words, in_turn
from adjudicator.reports.contents import keeps_the_end
from adjudicator.store import disk
from adjudicator.store.layout import ORDERS, PINNED, REPORTS, RESULT, TURNS, stage_called
from adjudicator.store.published import MANIFEST, read_json, sealed
from adjudicator.table.table import in_force_of

MASK = "****-****"
"""The replacement for a player's key."""


class ExportedFile(TypedDict):
    """An order file with its verdict; whoever has the file can recognise it by its hash."""

    number: str
    accepted: bool
    players: NotRequired[list[str]]
    """The players whose orders it holds; missing for a refused file, because the hash chain does not bind them."""
    orders: NotRequired[Plain]
    turn: NotRequired[int]
    """The later turn that the orders are for."""
    withdrawn: NotRequired[list[str]]
    """The players for whom the MJ withdrew the file; its orders for them are left out."""
    passed_over: NotRequired[list[str]]
    """The players whose orders in it do not count although it came last, such as a mail sent before another."""


class Exported(TypedDict):
    """A stage of an export; stages are in the order of their publication."""

    stage: str
    """The name of the stage's folder."""
    withdrawn: bool
    link: Link | None
    manifest: NotRequired[dict[str, str]]
    """The SHA-256 of each file in the stage's result folder."""
    pinned: NotRequired[str]
    """The text of the result's ``pinned.json``: the settings with which the stage was played."""
    before: NotRequired[Plain]
    """The state in which the stage began, if the MJ had amended it."""
    captains: NotRequired[dict[str, str]]
    """By camp, the seats of the captains whom the MJ had named since the game began."""
    orders: NotRequired[Plain]
    """The orders that were played, standing orders included."""
    luck: NotRequired[dict[str, str]]
    """The players' words on which the draws depend."""
    mj: NotRequired[list[Plain]]
    """The decisions of the MJ with which the stage was played, without the name of the person who made them."""
    received: NotRequired[list[ExportedFile]]
    reports: dict[str, str]
    """The reports by file name."""


class Export(TypedDict):
    """A whole export."""

    version: str
    """The version of the program that wrote it."""
    title: str
    game: str
    language: str
    seed_hash: str
    seed: str | None
    """None while the seed is secret."""
    stages: list[Exported]
    campaign: NotRequired[Plain]
    edition: NotRequired[int]
    acts: NotRequired[list[Plain]]
    """The MJ's acts, with the reasons that were published."""


def export_of(progress: Progress) -> Export:
    """Return the export of a campaign as it stands now."""
    campaign, open_now = progress.campaign, progress.stage is None and not keeps_the_end(progress.campaign)
    export: Export = {
        "version": __version__,
        "title": campaign.title,
        "game": campaign.game.id,
        "language": campaign.language,
        "seed_hash": seed_hash(campaign.seed),
        "seed": campaign.seed if open_now else None,
        "stages": [],
    }
    if not open_now:
        export["stages"] = [_shut(stage) for stage in progress.folders]
        return export
    # Addresses are left out, and settings that may change at any time.
    shown = {key: value for key, value in campaign.pinned.items() if key not in ("edition", "seed")}
    shown |= {key: campaign.plain[key] for key in ("title", "language") if key in campaign.plain}
    export |= {"campaign": shown, "edition": campaign.edition}
    export["acts"] = [_public(act) for act in acts_in(campaign.folder)]
    export["stages"] = list(_opened(progress))
    return export


def export_bytes(export: Export) -> bytes:
    """Return the bytes of an export file: JSON that contains a hash of itself."""
    return sealed(formatted("export", export))


def _shut(stage: Path) -> Exported:
    """Return the public part of a stage: its public report and the head in it."""
    path = stage / REPORTS / "public.txt"
    path = path if path.exists() else stage / RESULT / REPORTS / "public.txt"
    reports = {path.name: disk.read_file(path).decode("utf-8", "replace")}
    link = link_of(stage)
    head: Link | None = {**link, "before": "", "acts": 0, "orders": 0, "entries": {}} if link else None
    return {"stage": stage.name, "withdrawn": False, "link": head, "reports": reports}


_TOLD = (
    "act",
    "at",
    "by",
    "stage",
    "until",
    "said",
    "back_to",
    "down_from",
    "through",
    "table",
    "turn",
    "captains",
    "player",
)


def _public(act: Act) -> Plain:
    """Return an act without the MJ's private reason and without addresses."""
    kept = {key: act[key] for key in _TOLD if key in act}  # type: ignore[literal-required]
    seats = [{"seat": seat["seat"], "name": seat["name"]} for seat in act.get("seats", ())]
    return {**kept, "seats": seats} if seats else kept


def _opened(progress: Progress) -> Iterator[Exported]:
    alone, acts = copy(progress), acts_in(progress.campaign.folder)
    campaign = alone.campaign = progress.campaign.with_seats(NOBODY_MOVED)
    seatings = len(seatings_in(acts))
    for course, index in in_turn(progress):
        stage = course[index]
        table = read_result("orders", stage / RESULT / "orders.json")
        row: Exported = {
            "stage": stage.name,
            "withdrawn": stage not in progress.folders,
            "link": link_of(stage),
            "manifest": read_json(stage / RESULT / MANIFEST)["files"],
            "pinned": disk.read_file(stage / RESULT / PINNED).decode(),
            "orders": table["orders"],
            "received": list(_received(stage, acts)),
            "reports": dict(_reports(stage, campaign, seatings)),
        }
        if "luck" in table:
            row["luck"] = table["luck"]
        if "mj" in table:
            # Who decided, and the MJ's own reason, stay secret.
            row["mj"] = [
                {"purpose": one["purpose"], "key": one["key"], "value": without_reason(one["value"])}
                for one in table["mj"]
            ]
        if captains := seats_when(progress.campaign, stage).captains:
            row["captains"] = dict(captains)
        if table["amended"]:
            link = row["link"]
            known = acts[: link["acts"]] if link else acts
            row["before"] = campaign.game.rules.dump(as_it_stood(alone, list(course[:index]), known).state)
        yield row


def _received(stage: Path, acts: Sequence[Act]) -> Iterator[ExportedFile]:
    """Yield the files that had arrived for a stage when it was announced.

    Later files are left out: they arrived after the game was over, and the hash chain does not bind them.
    """
    link = link_of(stage)
    known = acts[: link["acts"]] if link is not None else acts_known_to(acts, stage.name)
    paths = [path for path in disk.entries(stage / ORDERS, "*.yaml") if number_of(path)]
    bound = [path for path in paths if link is None or number_of(path) <= link["orders"]]
    found = ((path, verdict_at(path)) for path in bound)
    came = [(path, verdict, withdrawn_seats(path, known)) for path, verdict in found if verdict is not None]
    kept = [_without(verdict, gone) for _, verdict, gone in came]
    counting = in_force_of([one for one in kept if one["accepted"] and "turn" not in one], "orders")
    places = {id(verdict): number for number, verdict in enumerate(kept)}
    last = {player: places[id(verdict)] for player, verdict in counting.items()}
    for number, ((path, whole, gone), verdict) in enumerate(zip(came, kept, strict=True)):
        row: ExportedFile = {"number": path.stem, "accepted": verdict["accepted"]}
        if verdict["accepted"]:
            row["players"] = whole["players"]
            if taken := [player for player in whole["players"] if player in gone]:
                row["withdrawn"] = taken
        if "orders" in verdict:
            row["orders"] = verdict["orders"]
        if "turn" in verdict:
            row["turn"] = verdict["turn"]
        over = [player for player in row.get("orders", ()) if last.get(player, -1) < number]
        if over and "turn" not in row:
            row["passed_over"] = over
        yield row


def _without(verdict: Verdict, gone: Collection[str]) -> Verdict:
    """Return a verdict without the orders of players for whom the file was withdrawn."""
    taken = [player for player in verdict["players"] if player in gone]
    if not verdict["accepted"] or not taken:
        return verdict
    left: Mapping[str, Any] = without(verdict, taken) or {"orders": {}}
    return cast("Verdict", {**verdict, **left})


def _reports(stage: Path, campaign: Campaign, seatings: int) -> Iterator[tuple[str, str]]:
    """Yield the text reports of a stage except the MJ's, with keys masked."""
    rules = campaign.game.rules
    begins = rules.stage(rules.load(read_result("state", stage / RESULT / "state.json", state_steps(rules))))
    keys = keys_for(campaign, begins, seatings) if begins else []
    for path in disk.entries(stage / RESULT / REPORTS, "*.txt"):
        if not path.name.startswith(MJ.kind):
            text = disk.read_file(path).decode("utf-8", "replace")
            for key in keys:
                text = text.replace(key, MASK)
            yield path.name, text


def keys_for(campaign: Campaign, begins: Stage, seatings: int) -> list[str]:
    """Return the keys that reports may contain for a stage, for each holder that a seat can have had.

    ``seatings`` is the number of changes of seats so far.
    """
    holders = [f"{seat}|{n}" if n else seat for seat in campaign.players for n in range(seatings + 1)]
    return [order_key(campaign.seed, begins, holder) for holder in holders]


# Checks of the parts of an export besides the results of its stages: acts, verdicts, reports and words.


def stage_of(row: Exported) -> tuple[int, Stage]:
    """Return the number and the stage of a row. Raises ``DifferenceError`` if no stage has the row's folder name."""
    called = stage_called(row["stage"])
    if called is None:
        raise DifferenceError("verify.export.shape")
    return called


def entries(row: Exported) -> Mapping[str, str]:
    """Return the leaves that a stage's link binds, by file name."""
    return row["link"]["entries"] if row["link"] else {}


# The course of the game ------------------------------------------------------------------------------------------


def check_withdrawn(export: Export) -> None:
    """Raise ``DifferenceError`` if a stage is wrongly marked as taken back or not.

    A stage was taken back if a later row has the same number or a lower one.
    """
    numbers = [stage_of(row)[0] for row in export["stages"]]
    for index, row in enumerate(export["stages"]):
        if row["withdrawn"] != any(later <= numbers[index] for later in numbers[index + 1 :]):
            raise DifferenceError("verify.export.withdrawn", stage=stage_of(row)[1].said)


_ACT = re.compile(rf"acts/\d{{4,}}-({'|'.join(KINDS)})\.json")


def acts_told(rows: Iterable[Exported]) -> list[str]:
    """Return the kinds of the acts that the links of some stages bind, in order, each act once.

    An act from before a stage that was taken back and played again is bound by the links of both.
    """
    names = dict.fromkeys(name for row in rows for name in entries(row))
    return [found[1] for name in names if (found := _ACT.fullmatch(name))]


def check_acts(export: Export) -> None:
    """Raise ``DifferenceError`` if the acts differ from the bound ones; acts since the last stage are not bound."""
    bound = acts_told(export["stages"])
    if [act.get("act") for act in export["acts"]][: len(bound)] != bound:
        raise DifferenceError("verify.export.acts")


def acts_until(export: Export, index: int) -> list[Act]:
    """Return the acts that the links of the stages up to the one at ``index`` bind."""
    return export["acts"][: len(acts_told(export["stages"][: index + 1]))]  # type: ignore[return-value]


def called_in(export: Export, index: int) -> dict[str, str]:
    """Return the names of the people who held changed seats in a stage, by seat."""
    return {seat["seat"]: seat["name"] for act in acts_until(export, index) for seat in act.get("seats", ())}


def begun_in(campaign: Campaign, export: Export, index: int, after: Any) -> Any:
    """Return the state in which a stage began: the state ``after`` the previous stage with the bound amendments.

    For a stage without a link, the bound amendments are unknown, so the export's own state is used.
    """
    row, rules = export["stages"][index], campaign.game.rules
    if row["link"] is None:
        return rules.load(row["before"]) if "before" in row else after
    state = amended(campaign, after, amendments_of(acts_until(export, index), stage_of(row)[0]))
    if rules.dump(state) != row.get("before", rules.dump(after)):
        raise DifferenceError("verify.export.amended", stage=stage_of(row)[1].said)
    return state


# What was received -----------------------------------------------------------------------------------------------


def check_received(row: Exported) -> None:
    """Raise ``DifferenceError`` if the files received or their verdicts differ from the bound ones.

    The links do not bind the players of a refused file, nor the orders of an accepted file that others replaced.
    """
    told = {one["number"]: one["accepted"] for one in row["received"]}
    bound = verdicts(row, f"{TURNS}/{row['stage']}/{ORDERS}/")
    same = told.keys() == bound.keys() and all(accepted in bound[number] for number, accepted in told.items())
    if len(told) != len(row["received"]) or not (same or row["link"] is None):
        raise DifferenceError("verify.export.received", stage=stage_of(row)[1].said)


def check_counted(campaign: Campaign, export: Export, index: int, begun: Any) -> None:
    """Raise ``DifferenceError`` if a player's last orders among the files received are not those played.

    ``begun`` is the state in which the stage began. Orders of a player who has left or owes none may not have counted.
    """
    row = export["stages"][index]
    last: dict[str, Plain] = {}
    for one in row["received"]:
        if one["accepted"] and "turn" not in one:
            over = one.get("passed_over", ())
            last |= {player: given for player, given in one.get("orders", {}).items() if player not in over}
    sat = {seat["seat"]: act["act"] for act in acts_until(export, index) for seat in act.get("seats", ())}
    for player, given in last.items():
        if player not in row["orders"]:
            view = campaign.view(begun, player)
            if sat.get(player) == "leave" or campaign.game.orders.objections(view, given):
                continue
        if row["orders"].get(player) != given:
            name = called_in(export, index).get(player, player)
            raise DifferenceError("verify.export.counted", stage=stage_of(row)[1].said, player=name)


def verdicts(row: Exported, folder: str) -> dict[str, set[bool]]:
    """Return by file number whether the files in a folder were accepted; a file judged again may have both verdicts."""
    found: dict[str, set[bool]] = {}
    for name in entries(row):
        number, _, ending = name.removeprefix(folder).partition(".")
        if name.startswith(folder) and ending in _VERDICTS:
            found.setdefault(number, set()).add(_VERDICTS[ending])
    return found


_VERDICTS = {"accepted.json": True, "refused.json": False}


# Reports and words -----------------------------------------------------------------------------------------------


def check_told(export: Export, row: Exported) -> None:
    """Raise ``DifferenceError`` if a report of a stage is missing or its public report has another seed hash."""
    stage = stage_of(row)[1].said
    for name in row["manifest"]:
        report = name.removeprefix(f"{REPORTS}/")
        if report != name and name.endswith(".txt") and not report.startswith(MJ.kind) and report not in row["reports"]:
            raise DifferenceError("verify.export.no-report", stage=stage, file=report)
    if export["seed_hash"] not in row["reports"][_PUBLIC]:
        raise DifferenceError("verify.export.seed-told", stage=stage)


_PUBLIC = f"{PUBLIC.kind}.txt"


def check_luck(campaign: Campaign, export: Export, index: int, before: Mapping[str, str]) -> Mapping[str, str]:
    """Raise ``DifferenceError`` for words for draws other than those in the first public report; return the words.

    ``before`` holds the words of the previous stage: all stages of a game use the words received for the first one.
    """
    row = export["stages"][index]
    words, (number, stage) = row.get("luck", {}), stage_of(row)
    check_words(campaign, words, stage)
    if not campaign.asks_for_words:
        holds = not words
    elif number > 1:
        holds = words == before
    else:
        # The report lists the words in roster order, each with the name of the seat's holder at that time.
        called = called_in(export, index)
        names = {seat: called.get(seat, seat) for seat in campaign.players}
        in_order = list(words) == [seat for seat in campaign.players if seat in words]
        told = {names[seat]: word for seat, word in words.items()}
        alike = len(set(names.values())) < len(names)
        holds = in_order and not alike and are_told(campaign, told, row["reports"][_PUBLIC])
    if not holds:
        raise DifferenceError("verify.export.luck", stage=stage.said)
    return words
