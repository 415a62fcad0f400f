"""What the seals bind of what an export shows besides the outcome of its stages: acts, verdicts, reports, words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.acts import KINDS, amendments_of
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import amended
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, PUBLIC, Stage
from adjudicator.proof.difference import DifferenceError
from adjudicator.proof.export import Export, Exported
from adjudicator.proof.words import are_told, check_words
from adjudicator.store.layout import ORDERS, REPORTS, TURNS, stage_called

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act


def stage_of(row: Exported) -> tuple[int, Stage]:
    """Return the number and the stage of a row. Raises ``DifferenceError`` for a name that no stage has."""
    called = stage_called(row["stage"])
    if called is None:
        raise DifferenceError("verify.export.shape")
    return called


def entries(row: Exported) -> Mapping[str, str]:
    """Return what a stage's link binds: leaves by their names."""
    return row["link"]["entries"] if row["link"] else {}


# The course of the game ------------------------------------------------------------------------------------------


def check_withdrawn(export: Export) -> None:
    """Refuse a stage that is not said to be taken back and was, or the contrary: another one came in its place."""
    numbers = [stage_of(row)[0] for row in export["stages"]]
    for index, row in enumerate(export["stages"]):
        if row["withdrawn"] != any(later <= numbers[index] for later in numbers[index + 1 :]):
            raise DifferenceError("verify.export.withdrawn", stage=stage_of(row)[1].said)


_ACT = re.compile(rf"acts/\d{{4,}}-({'|'.join(KINDS)})\.json")


def acts_told(rows: Iterable[Exported]) -> list[str]:
    """Return of what kinds the acts are that the links of some stages bind, in their order.

    One that came before a stage which was taken back stands in the link of the one that was played again too.
    """
    names = dict.fromkeys(name for row in rows for name in entries(row))
    return [found[1] for name in names if (found := _ACT.fullmatch(name))]


def check_acts(export: Export) -> None:
    """Refuse acts that are other than those which are bound; what the MJ did since the last stage is bound by none."""
    bound = acts_told(export["stages"])
    if [act.get("act") for act in export["acts"]][: len(bound)] != bound:
        raise DifferenceError("verify.export.acts")


def acts_until(export: Export, index: int) -> list[Act]:
    """Return the acts that are bound by the links of the stages up to the one at ``index``."""
    return export["acts"][: len(acts_told(export["stages"][: index + 1]))]  # type: ignore[return-value]


def called_in(export: Export, index: int) -> dict[str, str]:
    """Return what those were called in a stage who sat on seats that had changed, by seat."""
    return {seat["seat"]: seat["name"] for act in acts_until(export, index) for seat in act.get("seats", ())}


def begun_in(campaign: Campaign, export: Export, index: int, after: Any) -> Any:
    """Return the state in which a stage began: that ``after`` the one before, as the acts bound until then amend it.

    Of a stage without a link nobody knows what was bound: it began as the export says.
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
    """Refuse files received that are other than those which are bound, or a verdict that is: their names tell it.

    Whose a refused file was is bound by nothing, nor what was understood of an accepted one that others replaced.
    """
    told = {one["number"]: one["accepted"] for one in row["received"]}
    bound = verdicts(row, f"{TURNS}/{row['stage']}/{ORDERS}/")
    same = told.keys() == bound.keys() and all(accepted in bound[number] for number, accepted in told.items())
    if len(told) != len(row["received"]) or not (same or row["link"] is None):
        raise DifferenceError("verify.export.received", stage=stage_of(row)[1].said)


def check_counted(campaign: Campaign, export: Export, index: int, begun: Any) -> None:
    """Refuse a stage in which a player's last orders, as they are shown among what came, are not those played.

    ``begun`` is the state in which it began. Orders of who has left, or owes none, may not have counted.
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
    """Return by the numbers of the files in a folder whether they were accepted; one may have been judged anew."""
    found: dict[str, set[bool]] = {}
    for name in entries(row):
        number, _, ending = name.removeprefix(folder).partition(".")
        if name.startswith(folder) and ending in _VERDICTS:
            found.setdefault(number, set()).add(_VERDICTS[ending])
    return found


_VERDICTS = {"accepted.json": True, "refused.json": False}


# What was read ---------------------------------------------------------------------------------------------------


def check_told(export: Export, row: Exported) -> None:
    """Refuse a stage of which a report is missing, or whose public report tells of another seed."""
    stage = stage_of(row)[1].said
    for name in row["manifest"]:
        report = name.removeprefix(f"{REPORTS}/")
        if report != name and name.endswith(".txt") and not report.startswith(MJ.kind) and report not in row["reports"]:
            raise DifferenceError("verify.export.no-report", stage=stage, file=report)
    if export["seed_hash"] not in row["reports"][_PUBLIC]:
        raise DifferenceError("verify.export.seed-told", stage=stage)


_PUBLIC = f"{PUBLIC.kind}.txt"


def check_luck(campaign: Campaign, export: Export, index: int, before: Mapping[str, str]) -> Mapping[str, str]:
    """Refuse words for chance that are not those which the first report told everybody; return them.

    ``before`` are those of the stage before: in a game the words are those that came for the first one.
    """
    row = export["stages"][index]
    words, (number, stage) = row.get("luck", {}), stage_of(row)
    check_words(campaign, words, stage)
    if not campaign.asks_for_words:
        holds = not words
    elif number > 1:
        holds = words == before
    else:
        holds = _are_told(campaign, words, called_in(export, index), row["reports"][_PUBLIC])
    if not holds:
        raise DifferenceError("verify.export.luck", stage=stage.said)
    return words


def _are_told(campaign: Campaign, words: Mapping[str, str], called: Mapping[str, str], report: str) -> bool:
    """Tell whether a report tells these words, by seat: in roster order, each by the name of who sat there then."""
    names = {seat: called.get(seat, seat) for seat in campaign.players}
    in_order = list(words) == [seat for seat in campaign.players if seat in words]
    told = {names[seat]: word for seat, word in words.items()}
    return in_order and len(set(names.values())) == len(names) and are_told(campaign, told, report)
