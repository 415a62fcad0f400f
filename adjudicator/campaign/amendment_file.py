"""The MJ's word on the table, a small file: read, and judged as the table that it makes. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.stages import Progress, is_called
from adjudicator.core.faults import Fault, KeyPath, Mark
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Stage
from adjudicator.reading import strict_yaml
from adjudicator.reading.schemas import game_schema
from adjudicator.reading.strict_yaml import MAX_FAULTS, Document
from adjudicator.reading.understanding import Understood, objected
from adjudicator.reading.unquote import decoded
from adjudicator.reading.validation import read
from adjudicator.speech.catalogue import vocabulary
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ORDERS

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act, Correction


class Amendment(NamedTuple):
    """What the MJ amends of the table of the stage awaited, in canonical words; nothing where there are faults."""

    table: Plain
    turn: int | None = None
    """The turn awaited next in a game that was played by hand until then; None in any other."""
    faults: tuple[Fault, ...] = ()


def read_amendment(data: bytes, progress: Progress, language: str | None = None) -> Amendment:
    """Read the bytes of an amendment and judge it for the stage awaited; its faults name words in ``language``.

    Raises ``UnusableError`` when the game is over, or has no schema of amendments.
    """
    stage, campaign = progress.stage, progress.campaign
    if stage is None:
        raise UnusableError("resolve.over")
    try:
        schema = game_schema(campaign.game.id, "amendment")
    except FileNotFoundError as error:
        raise UnusableError("amend.unknown", game=campaign.game.id) from error
    document = strict_yaml.read(decoded(data).data, beside=vocabulary(campaign.game.id).beside)
    if not document.complete or not isinstance(document.root, dict):
        return Amendment({}, None, tuple(document.faults) or (_no_amendment(document),))

    def objections(understood: Understood, whole: bool) -> Iterator[Fault]:
        wrong = list(_stage_faults(understood, progress, stage))
        yield from wrong
        if whole and not wrong:
            yield from _table_faults(understood, progress, stage)

    understood, faults = read(document, schema, campaign.context(language), objections)
    if faults:
        return Amendment({}, None, tuple(faults[:MAX_FAULTS]))
    return Amendment(understood.root["table"], _hand_played(understood.root, progress, stage))


def act_of(amendment: Amendment, progress: Progress, act: Act) -> Act:
    """Return an ``act`` with what it keeps of an amendment that was judged for the stage awaited."""
    kept: Act = {**act, "table": progress.campaign.seats.own(amendment.table)}
    if amendment.turn is not None:
        kept["turn"] = amendment.turn
    if not progress.folders:
        kept["pinned"] = progress.basis
    return kept


def tried(amendment: Amendment, progress: Progress) -> Progress:
    """Return how far the campaign would have come with an amendment that was judged for the stage awaited."""
    act: Act = {"act": "amend", "at": "", "by": "", "stage": progress.stage_folder.name}
    return progress.amended(act_of(amendment, progress, act))


def corrected(progress: Progress, corrections: Sequence[Correction]) -> Progress:
    """Return how far the campaign would have come with corrections that were judged for the stage awaited."""
    for correction in corrections:
        progress = tried(Amendment(correction["table"]), progress)
    return progress


def correction_faults(understood: Understood, progress: Progress, awaited: Stage) -> Iterator[Fault]:
    """Judge the corrections in a file of the MJ's, each on the table that those before it make."""
    for number, correction in enumerate(understood.root["mj"].get("corrections") or ()):
        path = ("mj", "corrections", number, "table")
        if faults := list(_faults_on(progress.state, correction["table"], path, understood, progress, awaited)):
            yield from faults
            return  # those that follow would be on a table that cannot be
        progress = corrected(progress, [correction])


def _no_amendment(document: Document) -> Fault:
    if document.root is None:
        return Fault("empty-file")
    return Fault("not-an-amendment", document.values.get((), Mark()))


def _stage_faults(understood: Understood, progress: Progress, awaited: Stage) -> Iterator[Fault]:
    """An amendment is for the stage awaited, or begins a game that was played by hand."""
    root = understood.root
    turn, stage = root.get("turn"), root.get("stage")
    if isinstance(stage, str) and not is_called(awaited, stage, progress.campaign.game.id):
        yield Fault("amend-stage", understood.mark(("stage",)), stage, values={"stage": awaited.said})
    by_hand = _hand_played(root, progress, awaited)
    if by_hand is not None and has_orders(progress):
        yield Fault("amend-late", understood.mark(("turn",)), str(turn), values={"stage": awaited.said})
    elif isinstance(turn, int) and turn != awaited.turn and by_hand is None:
        yield Fault("amend-turn", understood.mark(("turn",)), str(turn), values={"stage": awaited.said})


def _hand_played(root: Plain, progress: Progress, awaited: Stage) -> int | None:
    """Return the turn that an amendment sets before anything has been played; None where it sets none."""
    turn = root.get("turn")
    if progress.folders or "stage" in root or not isinstance(turn, int) or turn == awaited.turn:
        return None
    campaign = progress.campaign
    return None if campaign.game.rules.by_hand(campaign.setting, turn) is None else turn


def has_orders(progress: Progress) -> bool:
    """Tell whether orders have come for the stage awaited."""
    return bool(disk.entries(progress.stage_folder / ORDERS, "*.yaml"))


def _table_faults(understood: Understood, progress: Progress, awaited: Stage) -> Iterator[Fault]:
    """Judge by the rules of the game the table that an amendment makes; another stage is not awaited for it."""
    rules, setting = progress.campaign.game.rules, progress.campaign.setting
    table, turn = understood.root["table"], _hand_played(understood.root, progress, awaited)
    before: Any = progress.state if turn is None else rules.by_hand(setting, turn)
    yield from _faults_on(before, table, ("table",), understood, progress, awaited)


def _faults_on(
    before: Any, table: Plain, path: KeyPath, understood: Understood, progress: Progress, awaited: Stage
) -> Iterator[Fault]:
    """Judge what a ``table`` that stands at ``path`` of a file makes of the state ``before``."""
    rules, setting = progress.campaign.game.rules, progress.campaign.setting
    objections = rules.amendment_objections(setting, before, table)
    yield from (objected(objection, understood, path) for objection in objections)
    if not objections and rules.stage(rules.amended(setting, before, table)) != rules.stage(before):
        yield Fault("amend-another-stage", understood.mark(path, on_key=True), values={"stage": awaited.said})
