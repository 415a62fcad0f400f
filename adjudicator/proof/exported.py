"""An export verified by anybody: its chain, its seed, every stage played again, every report that it holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import __version__
from adjudicator.campaign.campaign import Campaign, campaign_of, seed_hash
from adjudicator.campaign.chain import head_of, leaf_of, salt_of
from adjudicator.campaign.editions import EMPTY, STEPS
from adjudicator.campaign.luck import seed_of_draws
from adjudicator.campaign.seats import led
from adjudicator.campaign.stages import outcome_files
from adjudicator.core.stage import Stage
from adjudicator.orders.submission import MACHINE_TROUBLES
from adjudicator.proof.binding import (
    begun_in,
    check_acts,
    check_luck,
    check_received,
    check_told,
    check_withdrawn,
    stage_of,
)
from adjudicator.proof.difference import DifferenceError
from adjudicator.proof.export import MASK, Export, Exported, keys_for
from adjudicator.reading.schemas import load_schema
from adjudicator.reading.validation import fits
from adjudicator.rulesets import GAMES, game
from adjudicator.store.disk import read_file
from adjudicator.store.errors import UnusableError
from adjudicator.store.layout import CAMPAIGN_FILE, REPORTS, RESULT, TURNS
from adjudicator.store.published import MANIFEST
from adjudicator.store.sealed import read_sealed, sealed


class Told(NamedTuple):
    """A head that everybody was told, with the report of a stage."""

    stage: Stage
    withdrawn: bool
    head: str


class Shown(NamedTuple):
    """What an export was found to hold."""

    export: Export
    heads: list[Told]
    """Those of its links, in the order of time."""
    campaign: Campaign | None = None
    """None while the game goes on."""
    begun: Sequence[Any] = ()
    """The state in which each of its stages began; nothing while the game goes on."""

    @property
    def head(self) -> str:
        """The last head; empty where there is none."""
        return self.heads[-1].head if self.heads else ""


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
def of_any_shape() -> Iterator[None]:
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
    with of_any_shape():
        return _verify_shut(export) if export["seed"] is None else _verify_open(export)


def _verify_shut(export: Export) -> Shown:
    """Verify what is public: all stages in a row, whose reports tell their heads."""
    for number, row in enumerate(export["stages"], start=1):
        there, stage = stage_of(row)
        if there != number:
            raise DifferenceError("verify.export.gap", stage=stage.said)
        head = row["link"]["head"] if row["link"] else ""
        for text in row["reports"].values():
            if head not in text or export["seed_hash"] not in text:
                raise DifferenceError("verify.export.head", stage=stage.said)
    return Shown(export, _heads(export))


def _heads(export: Export) -> list[Told]:
    rows = export["stages"]
    return [Told(stage_of(row)[1], row.get("withdrawn", False), row["link"]["head"]) for row in rows if row["link"]]


def _verify_open(export: Export) -> Shown:
    """Verify a game that is over: its seed, the chain, every stage again, the last of which ends it."""
    if seed_hash(export["seed"] or "") != export["seed_hash"]:
        raise DifferenceError("verify.export.seed")
    campaign, head = _campaign(export), ""
    rules, begun = campaign.game.rules, list[Any]()
    states: dict[int, Any] = {0: rules.begin(campaign.setting)}
    words: dict[int, Mapping[str, str]] = {0: {}}
    last = 0
    for index, row in enumerate(export["stages"]):
        last, stage = stage_of(row)
        if last - 1 not in states:
            raise DifferenceError("verify.export.gap", stage=stage.said)
        if row["link"] is not None or head:
            head = _check_link(export, row, head, stage)
        begun.append(begun_in(campaign, export, index, states[last - 1]))
        if rules.stage(begun[index]) != stage:
            raise DifferenceError("verify.export.gap", stage=stage.said)
        words[last] = check_luck(campaign, export, index, words[last - 1])
        states = {number: state for number, state in states.items() if number < last}  # the rest was taken back
        states[last] = _played_again(campaign, row, begun[index], stage)
        check_received(row)
        check_told(export, row)
        _check_reports(campaign, export, row, rules.stage(states[last]), stage)
    check_withdrawn(export)
    check_acts(export)
    if rules.stage(states[last]) is not None:
        raise DifferenceError("verify.export.end")
    return Shown(export, _heads(export), campaign, begun)


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
    seed = seed_of_draws(campaign.seed, campaign.words_by_seat(row.get("luck", {})))
    plain = {**led(campaign.plain, row.get("captains", {})), "edition": campaign.edition}
    outcome = rules.resolve(campaign.game.setup.setting(plain), before, row["orders"], seed)
    files = outcome_files(campaign, outcome, EMPTY)
    for name in ("state.json", "outcome.json"):
        if sha256(files[name]).hexdigest() != row["manifest"][name]:
            raise DifferenceError("verify.export.outcome", stage=stage.said)
    return outcome.state


def _check_reports(campaign: Campaign, export: Export, row: Exported, begins: Stage | None, stage: Stage) -> None:
    seatings = sum("seats" in act for act in export["acts"])
    keys = keys_for(campaign, begins, seatings) if begins else []
    for name, text in row["reports"].items():
        texts = [text, *(text.replace(MASK, key) for key in keys)] if MASK in text else [text]
        digest = row["manifest"].get(f"{REPORTS}/{name}")
        if not any(sha256(one.encode()).hexdigest() == digest for one in texts):
            raise DifferenceError("verify.export.report", stage=stage.said, file=name)


def is_of_another_version(export: Export) -> bool:
    """Tell whether another version of the program wrote an export."""
    return export["version"] != __version__
