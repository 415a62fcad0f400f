"""The MJ's amendment file: read it, and judge the table that it would make. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator.campaign.records import Act, Correction
from adjudicator.campaign.stages import Progress, is_called
from adjudicator.core.faults import Fault, KeyPath, Mark
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Stage
from adjudicator.reading import strict_yaml
from adjudicator.reading.schemas import game_schema
from adjudicator.reading.strict_yaml import MAX_FAULTS
from adjudicator.reading.understanding import Understood, objected
from adjudicator.reading.unquote import decoded
from adjudicator.reading.validation import read
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ORDERS


class Amendment(NamedTuple):
    """What the MJ amends on the table of the stage awaited, in canonical words; empty if the file has faults."""

    table: Plain
    turn: int | None = None
    """The turn that is awaited next, for a game that was played by hand until then; None for any other game."""
    faults: tuple[Fault, ...] = ()


def read_amendment(data: bytes, progress: Progress, language: str | None = None) -> Amendment:
    """Read the bytes of an amendment file and judge it for the stage awaited; its faults use words in ``language``.

    Raises ``UnusableError`` if the game is over or has no schema for amendments.
    """
    stage, campaign = progress.stage, progress.campaign
    if stage is None:
        raise UnusableError("resolve.over")
    try:
        schema = game_schema(campaign.game.id, "amendment")
    except FileNotFoundError as error:
        raise UnusableError("amend.unknown", game=campaign.game.id) from error
    document = strict_yaml.read(decoded(data).data, beside=campaign.vocabulary.beside)
    if not document.complete or not isinstance(document.root, dict):
        mark = document.values.get((), Mark())
        fault = Fault("empty-file") if document.root is None else Fault("not-an-amendment", mark)
        return Amendment({}, None, tuple(document.faults) or (fault,))

    def objections(understood: Understood, whole: bool) -> Iterator[Fault]:
        wrong = list(_stage_faults(understood, progress, stage))
        yield from wrong
        if whole and not wrong:
            table, turn = understood.root["table"], _hand_played(understood.root, progress, stage)
            rules = campaign.game.rules
            before: Any = progress.state if turn is None else rules.by_hand(campaign.setting, turn)
            yield from _faults_on(before, table, ("table",), understood, progress, stage)

    understood, faults = read(document, schema, campaign.context(language), objections)
    if faults:
        return Amendment({}, None, tuple(faults[:MAX_FAULTS]))
    return Amendment(understood.root["table"], _hand_played(understood.root, progress, stage))


def act_of(amendment: Amendment, progress: Progress, act: Act) -> Act:
    """Return ``act`` with the data of ``amendment``, which must have been judged for the stage awaited."""
    kept: Act = {**act, "table": progress.campaign.seats.own(amendment.table)}
    if amendment.turn is not None:
        kept["turn"] = amendment.turn
    if not progress.folders:
        kept["pinned"] = progress.basis
    return kept


def tried(amendment: Amendment, progress: Progress) -> Progress:
    """Return the progress of the campaign as it would be with ``amendment``, which must have been judged already."""
    act: Act = {"act": "amend", "at": "", "by": "", "stage": progress.stage_folder.name}
    return progress.amended(act_of(amendment, progress, act))


def corrected(progress: Progress, corrections: Sequence[Correction]) -> Progress:
    """Return the progress of the campaign as it would be with ``corrections``, which must have been judged already."""
    for correction in corrections:
        progress = tried(Amendment(correction["table"]), progress)
    return progress


def correction_faults(understood: Understood, progress: Progress, awaited: Stage) -> Iterator[Fault]:
    """Yield the faults of the corrections in an MJ file, each judged on the table that the ones before it make."""
    for number, correction in enumerate(understood.root["mj"].get("corrections") or ()):
        path = ("mj", "corrections", number, "table")
        if faults := list(_faults_on(progress.state, correction["table"], path, understood, progress, awaited)):
            yield from faults
            return  # the later corrections build on a table that cannot exist
        progress = corrected(progress, [correction])


def _stage_faults(understood: Understood, progress: Progress, awaited: Stage) -> Iterator[Fault]:
    """Yield a fault if an amendment is neither for the stage awaited nor the start of a game played by hand."""
    root = understood.root
    turn, stage = root.get("turn"), root.get("stage")
    if isinstance(stage, str) and not is_called(awaited, stage, progress.campaign.game.id):
        yield Fault("amend-stage", understood.mark(("stage",)), stage, values={"stage": awaited.said})
    by_hand = _hand_played(root, progress, awaited)
    if by_hand is not None and has_orders(progress):
        yield Fault("amend-late", understood.mark(("turn",)), str(turn), values={"stage": awaited.said_with_turn})
    elif isinstance(turn, int) and turn != awaited.turn and by_hand is None:
        yield Fault("amend-turn", understood.mark(("turn",)), str(turn), values={"stage": awaited.said_with_turn})


def _hand_played(root: Plain, progress: Progress, awaited: Stage) -> int | None:
    """Return the turn at which an amendment starts a game that was played by hand; None if it does not start one."""
    turn = root.get("turn")
    if progress.folders or "stage" in root or not isinstance(turn, int) or turn == awaited.turn:
        return None
    campaign = progress.campaign
    return None if campaign.game.rules.by_hand(campaign.setting, turn) is None else turn


def has_orders(progress: Progress) -> bool:
    """Return whether order files have arrived for the stage awaited."""
    return bool(disk.entries(progress.stage_folder / ORDERS, "*.yaml"))


def _faults_on(
    before: Any, table: Plain, path: KeyPath, understood: Understood, progress: Progress, awaited: Stage
) -> Iterator[Fault]:
    """Yield the faults of amending the state ``before`` with ``table``, which stands at ``path`` of the file.

    An amendment that would change which stage is awaited is a fault.
    """
    rules, setting = progress.campaign.game.rules, progress.campaign.setting
    objections = rules.amendment_objections(setting, before, table)
    yield from (objected(objection, understood, path) for objection in objections)
    if not objections and rules.stage(rules.amended(setting, before, table)) != rules.stage(before):
        yield Fault("amend-another-stage", understood.mark(path, on_key=True), values={"stage": awaited.said})
