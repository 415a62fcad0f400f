"""An export verified by anybody: its chain, its seed, every stage played again, every report that it holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import __version__
from adjudicator.campaign.campaign import Campaign, campaign_of, seed_hash
from adjudicator.campaign.chain import head_of, leaf_of, salt_of
from adjudicator.campaign.editions import STEPS
from adjudicator.campaign.luck import seed_of_draws
from adjudicator.campaign.records import EMPTY
from adjudicator.campaign.seats import led
from adjudicator.campaign.stages import outcome_files
from adjudicator.core.phrase import Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.stage import Stage
from adjudicator.orders.judging import MACHINE_TROUBLES
from adjudicator.proof.difference import DifferenceError
from adjudicator.proof.export import MASK, Export, Exported, keys_for
from adjudicator.reading.schemas import load_schema
from adjudicator.reading.validation import fits
from adjudicator.rulesets import GAMES, game
from adjudicator.store.disk import read_file
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import CAMPAIGN_FILE, REPORTS, RESULT, TURNS, stage_called
from adjudicator.store.published import MANIFEST
from adjudicator.store.sealed import read_sealed, sealed


class Shown(NamedTuple):
    """What an export was found to hold."""

    export: Export
    stages: int
    links: int
    head: str


class Own(NamedTuple):
    """What became of a file that its player has shown with the code of its receipt."""

    stage: Phrase
    number: str
    accepted: bool
    played: bool
    """Whether its orders are those that were played in its stage."""
    withdrawn: bool


def read_export(path: Path) -> Export:
    """Return the export in a file; its shape is that of ``schemas/export.schema.json``.

    Raises ``UnusableError`` for what is none, is cut short, has a changed byte, or is of a later version.
    """
    data = read_file(path)
    try:
        written = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnusableError("verify.export.damaged", file=str(path)) from error
    if not isinstance(written, dict) or "seed_hash" not in written or "stages" not in written:
        raise UnusableError("verify.export.none", file=str(path))
    kept = read_sealed(path)
    if kept is None or not _is_as_written(kept, data):
        raise UnusableError("verify.export.damaged", file=str(path))
    if kept.pop("format", None) != len(STEPS["export"]) or kept.get("game") not in list(GAMES):
        raise UnusableError("error.later-format", file=str(path))
    if not fits(kept, load_schema("urn:adjudicator:export")):
        raise UnusableError("verify.export.shape")
    export: Export = kept  # type: ignore[assignment]
    if export.get("edition", 1) not in game(export["game"]).editions:
        raise UnusableError("error.later-rules", file=str(path))
    return export


def _is_as_written(kept: dict[str, Any], data: bytes) -> bool:
    try:
        return sealed(kept) == data
    except UnicodeEncodeError:  # half a character, which JSON can escape and no file holds
        return False


@contextmanager
def _of_any_shape() -> Iterator[None]:
    """Tell what no game can be played from: anybody may have written an export, and rules take what was judged.

    Raises ``DifferenceError``.
    """
    try:
        yield
    except (DifferenceError, *MACHINE_TROUBLES):
        raise
    except Exception as error:
        raise DifferenceError("verify.export.shape") from error


def verify_export(export: Export) -> Shown:
    """Verify an export. Raises ``DifferenceError`` for the first thing in it that is not as it was told."""
    with _of_any_shape():
        return _verify_shut(export) if export["seed"] is None else _verify_open(export)


def _verify_shut(export: Export) -> Shown:
    """Verify what is public: all stages in a row, whose reports tell their heads."""
    head = ""
    for number, row in enumerate(export["stages"], start=1):
        there, stage = _called(row)
        if there != number:
            raise DifferenceError("verify.export.gap", stage=stage.said)
        head = row["link"]["head"] if row["link"] else ""
        for text in row["reports"].values():
            if head not in text or export["seed_hash"] not in text:
                raise DifferenceError("verify.export.head", stage=stage.said)
    return Shown(export, len(export["stages"]), sum(row["link"] is not None for row in export["stages"]), head)


def _verify_open(export: Export) -> Shown:
    """Verify a game that is over: its seed, the chain, every stage again, the last of which ends it."""
    if seed_hash(export["seed"] or "") != export["seed_hash"]:
        raise DifferenceError("verify.export.seed")
    head, links, campaign = "", 0, _campaign(export)
    rules = campaign.game.rules
    states: dict[int, Any] = {0: rules.begin(campaign.setting)}
    seatings, last = sum("seats" in act for act in export["acts"]), 0
    for row in export["stages"]:
        last, stage = _called(row)
        if last - 1 not in states:
            raise DifferenceError("verify.export.gap", stage=stage.said)
        if row["link"] is not None or head:
            head, links = _check_link(export, row, head, stage), links + 1
        states[last] = _played_again(campaign, row, states[last - 1], stage)
        _check_reports(campaign, row, rules.stage(states[last]), stage, seatings)
    if rules.stage(states[last]) is not None:
        raise DifferenceError("verify.export.end")
    return Shown(export, len(export["stages"]), links, head)


def _called(row: Exported) -> tuple[int, Stage]:
    """Return the number and the stage of a row. Raises ``DifferenceError`` for a name that no stage has."""
    called = stage_called(row["stage"])
    if called is None:
        raise DifferenceError("verify.export.shape")
    return called


def _campaign(export: Export) -> Campaign:
    plain = {**export["campaign"], "seed": export["seed"]}
    return campaign_of(Path(CAMPAIGN_FILE).parent, plain, game(export["game"]), export["edition"], b"")


def _check_link(export: Export, row: Exported, before: str, stage: Stage) -> str:
    """Refuse a link that does not follow, or does not bind what the export says of its stage; return its head."""
    link = row["link"]
    if link is None or link["before"] != before:
        raise DifferenceError("verify.export.gap", stage=stage.said)
    name = f"{TURNS}/{row['stage']}/{RESULT}/{MANIFEST}"
    written = (json.dumps({"format": 1, "files": row["manifest"]}, indent=2, sort_keys=True) + "\n").encode()
    leaf = leaf_of(salt_of(export["seed"] or "", before, name), sha256(written).hexdigest())
    if link["entries"].get(name) != leaf or head_of(before, link["entries"]) != link["head"]:
        raise DifferenceError("verify.export.chain", stage=stage.said)
    return link["head"]


def _played_again(campaign: Campaign, row: Exported, before: Any, stage: Stage) -> Any:
    """Refuse a stage that comes to something else than was published; return the state after it."""
    rules = campaign.game.rules
    state = rules.load(row["before"]) if "before" in row else before
    seed = seed_of_draws(campaign.seed, campaign.words_by_seat(row.get("luck", {})))
    plain = {**led(campaign.plain, row.get("captains", {})), "edition": campaign.edition}
    outcome = rules.resolve(campaign.game.setup.setting(plain), state, row["orders"], seed)
    files = outcome_files(campaign, outcome, EMPTY)
    for name in ("state.json", "outcome.json"):
        if sha256(files[name]).hexdigest() != row["manifest"][name]:
            raise DifferenceError("verify.export.outcome", stage=stage.said)
    return outcome.state


def _check_reports(campaign: Campaign, row: Exported, begins: Stage | None, stage: Stage, seatings: int) -> None:
    keys = keys_for(campaign, begins, seatings) if begins else []
    for name, text in row["reports"].items():
        texts = [text, *(text.replace(MASK, key) for key in keys)] if MASK in text else [text]
        digest = row["manifest"].get(f"{REPORTS}/{name}")
        if not any(sha256(one.encode()).hexdigest() == digest for one in texts):
            raise DifferenceError("verify.export.report", stage=stage.said, file=name)


def is_of_another_version(export: Export) -> bool:
    """Tell whether another version of the program wrote an export."""
    return export["version"] != __version__


def own_file(export: Export, data: bytes, code: str) -> Own:
    """Return what became of a player's own file, by the code of its receipt.

    Raises ``UnusableError`` while the game goes on, and ``DifferenceError`` where no such file is bound.
    """
    if export["seed"] is None:
        raise UnusableError("verify.own.early")
    leaf = leaf_of(_as_written(code), sha256(data).hexdigest())
    with _of_any_shape():
        bound = [(row, name) for row in export["stages"] for name, there in _entries(row) if there == leaf]
        found = [_own(export, row, name) for row, name in bound if name.endswith(".yaml")]
    if not found:
        raise DifferenceError("verify.own.unknown", code=code)
    return max(
        found, key=lambda own: (own.played, not own.withdrawn, own.accepted)
    )  # one may have come back by a replay


def _entries(row: Exported) -> Iterable[tuple[str, str]]:
    """Return what a stage's link binds, by their names and leaves."""
    return row["link"]["entries"].items() if row["link"] else ()


def _as_written(code: str) -> str:
    """Return a code as receipts have it, however it was typed: groups of four letters and digits."""
    letters = "".join(filter(str.isalnum, code)).upper()
    return "-".join(letters[first : first + 4] for first in range(0, len(letters), 4))


def _own(export: Export, row: Exported, name: str) -> Own:
    """Return what became of a file that a stage's link binds: one that came for a stage taken back was never played."""
    folder, _, file = name.split("/")[-3:]
    (_, stage), number = stage_called(folder) or (0, Stage("", 0)), file.removesuffix(".yaml")
    of_stage = row["received"] if name.startswith(f"{TURNS}/{row['stage']}/") else []
    received = next((one for one in of_stage if one["number"] == number), None)
    given: dict[str, Plain] = received["orders"] if received is not None and "orders" in received else {}
    turn = received["turn"] if received is not None and "turn" in received else None
    rows = (
        [row] if turn is None else [one for one in export["stages"] if _turn_of(one) == turn and not one["withdrawn"]]
    )
    played = bool(given) and any(all(one["orders"].get(name) == given[name] for name in given) for one in rows)
    withdrawn = row["withdrawn"] and turn is None
    return Own(stage.said, number, received is not None and received["accepted"], played, withdrawn)


def _turn_of(row: Exported) -> int:
    """Return the turn of a stage."""
    return _called(row)[1].turn
