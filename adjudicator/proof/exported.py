"""Reading and verification of an export: its shape, hash chain, seed and reports, with every stage played again.

:func:`read_export` reads an untrusted file, and :func:`verify_export` checks what it says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.campaign.campaign import Campaign, campaign_of, seed_hash, seed_of_draws
from adjudicator.campaign.editions import EMPTY, upgraded
from adjudicator.campaign.loading import outcome_files
from adjudicator.campaign.seats import led
from adjudicator.core.mj import recorded
from adjudicator.core.plain import Plain, to_plain
from adjudicator.core.stage import Stage
from adjudicator.desk.hash_chain import head_of, leaf_of, salt_of
from adjudicator.games import GAMES, game
from adjudicator.proof.export import (
    MASK,
    Export,
    Exported,
    begun_in,
    check_acts,
    check_counted,
    check_luck,
    check_received,
    check_told,
    check_withdrawn,
    keys_for,
    stage_of,
)
from adjudicator.proof.integrity import DifferenceError
from adjudicator.reading.schemas import game_schema, load_schema
from adjudicator.reading.validation import fits
from adjudicator.speech.voice import catalogue
from adjudicator.store.disk import MACHINE_TROUBLES, UnusableError, read_file
from adjudicator.store.layout import CAMPAIGN_FILE, PINNED, REPORTS, RESULT, TURNS, stage_called
from adjudicator.store.published import MANIFEST, is_as_sealed, manifest_of, read_sealed


class PublishedHead(NamedTuple):
    """A head of the hash chain that was published with a stage's report."""

    stage: Stage
    withdrawn: bool
    head: str


class Begun(NamedTuple):
    """The beginning of a stage."""

    campaign: Campaign
    """The campaign with which the stage was played."""
    state: Any


class ExportContents(NamedTuple):
    """The contents of a verified export."""

    export: Export
    heads: list[PublishedHead]
    """The heads of its links, in order of time."""
    campaign: Campaign | None = None
    """None while the game goes on."""
    begun: Sequence[Begun] = ()
    """The beginning of each stage; empty while the game goes on."""

    @property
    def head(self) -> str:
        """The last head; empty if there is none."""
        return self.heads[-1].head if self.heads else ""


@contextmanager
def of_any_shape() -> Iterator[None]:
    """Raise ``DifferenceError`` instead of any error that a malformed export causes.

    Anybody may have written the export, while the rules expect data that has been checked.
    """
    try:
        yield
    except (DifferenceError, *MACHINE_TROUBLES):
        raise
    except Exception as error:
        raise DifferenceError("verify.export.shape") from error


def verify_export(export: Export) -> ExportContents:
    """Verify an export. Raises ``DifferenceError`` for the first difference from what was published."""
    with of_any_shape():
        return _verify_shut(export) if export["seed"] is None else _verify_open(export)


def _verify_shut(export: Export) -> ExportContents:
    """Verify a public export: its stages follow one another, and their reports contain their heads."""
    last = ""
    for number, row in enumerate(export["stages"], start=1):
        there, stage = stage_of(row)
        head = row["link"]["head"] if row["link"] else ""
        if there != number or (last and not head):
            raise DifferenceError("verify.export.gap", stage=stage.said)
        for text in row["reports"].values():
            if head not in text or export["seed_hash"] not in text:
                raise DifferenceError("verify.export.head", stage=stage.said)
        last = head
    return ExportContents(export, _heads(export))


def _heads(export: Export) -> list[PublishedHead]:
    rows = export["stages"]
    return [
        PublishedHead(stage_of(row)[1], row.get("withdrawn", False), row["link"]["head"]) for row in rows if row["link"]
    ]


def _verify_open(export: Export) -> ExportContents:
    """Verify the export of a game that is over: the seed, the hash chain, and every stage up to the end."""
    if seed_hash(export["seed"] or "") != export["seed_hash"]:
        raise DifferenceError("verify.export.seed")
    campaign, course = _campaign(export, export["campaign"], export["edition"]), _Course(export)
    for index in range(len(export["stages"])):
        course.go_on(index)
    check_withdrawn(export)
    check_acts(export)
    course.refuse_other_end(campaign)
    return ExportContents(export, _heads(export), campaign, course.begun)


class _Course:
    """The stages of an export played again in order, with the state after each stage in force, by number."""

    def __init__(self, export: Export) -> None:
        """Take the export without playing anything yet."""
        self.export, self.begun = export, list[Begun]()
        self._head = ""
        self._states: dict[int, Any] = {}
        self._words: dict[int, Mapping[str, str]] = {0: {}}

    def go_on(self, index: int) -> None:
        """Play the next stage. Raises ``DifferenceError`` for the first difference from what was published."""
        row = self.export["stages"][index]
        number, stage = stage_of(row)
        if row["link"] is not None or self._head:
            self._head = _check_link(self.export, row, self._head, stage)
        campaign = self._begin(index, number, stage)
        before, begins = self.begun[index].state, campaign.game.rules.stage
        if begins(before) != stage:
            raise DifferenceError("verify.export.gap", stage=stage.said)
        self._words[number] = check_luck(campaign, self.export, index, self._words[number - 1])
        # A stage with this number or a later one was taken back if it was played before.
        self._states = {known: state for known, state in self._states.items() if known < number}
        after = self._states[number] = _played_again(campaign, row, before, stage)
        check_received(row)
        if row["link"] is not None:
            check_counted(campaign, self.export, index, before)
        check_told(self.export, row)
        _check_reports(campaign, self.export, row, begins(after), stage)

    def _begin(self, index: int, number: int, stage: Stage) -> Campaign:
        """Determine the beginning of a stage; return the campaign with which it was played.

        It must be the campaign of the previous stage. Before the first stage the campaign may have changed.
        """
        campaign = campaign_pinned(self.export, self.export["stages"][index], stage)
        if number == 1:
            self._states = {0: campaign.game.rules.begin(campaign.setting)}
        elif number - 1 not in self._states:
            raise DifferenceError("verify.export.gap", stage=stage.said)
        elif not is_same(campaign, self.begun[-1].campaign):
            raise DifferenceError("verify.export.pinned", stage=stage.said)
        self.begun.append(Begun(campaign, begun_in(campaign, self.export, index, self._states[number - 1])))
        return campaign

    def refuse_other_end(self, campaign: Campaign) -> None:
        """Raise ``DifferenceError`` if the last stage does not end the game or was played with another campaign."""
        number, stage = stage_of(self.export["stages"][-1])
        if campaign.game.rules.stage(self._states[number]) is not None:
            raise DifferenceError("verify.export.end")
        if not is_same(campaign, self.begun[-1].campaign):
            raise DifferenceError("verify.export.pinned", stage=stage.said)


def _check_link(export: Export, row: Exported, before: str, stage: Stage) -> str:
    """Raise ``DifferenceError`` if a link does not follow the head ``before`` or bind its stage; return its head."""
    link = row["link"]
    if link is None or link["before"] != before:
        raise DifferenceError("verify.export.gap", stage=stage.said)
    name = f"{TURNS}/{row['stage']}/{RESULT}/{MANIFEST}"
    digest = sha256(manifest_of(row["manifest"])).hexdigest()
    leaf = leaf_of(salt_of(export["seed"] or "", before, name), digest)
    if link["entries"].get(name) != leaf or head_of(before, link["entries"]) != link["head"]:
        raise DifferenceError("verify.export.chain", stage=stage.said)
    return link["head"]


def _played_again(campaign: Campaign, row: Exported, before: Any, stage: Stage) -> Any:
    """Raise ``DifferenceError`` if a stage has another result than the published one; return the state after it."""
    rules = campaign.game.rules
    seed = seed_of_draws(campaign.seed, campaign.words_by_seat(row.get("luck", {})))
    plain = {**led(campaign.plain, row.get("captains", {})), "edition": campaign.edition}
    mj = recorded(row["mj"]) if row.get("mj") else None
    outcome = rules.resolve(campaign.game.setup.setting(plain), before, row["orders"], seed, mj)
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


# Reading an export file. The file may come from anybody, so each fault must lead to a clear message quickly: the size,
# the depth and the numbers are limited before anything is computed.


_DEEPEST = 50
_GREATEST = 1_000_000
"""The maximum depth of nested lists and objects, and the maximum absolute value of a number.

Both are far beyond what any game needs and far below what takes long.
"""
_LARGEST = 1 << 26
"""The maximum size of an export in bytes."""


def read_export(path: Path) -> Export:
    """Return the export in a file, whose shape is given by ``schemas/export.schema.json``.

    Raises ``UnusableError`` for a file that is no export, is cut short or changed, or is of a later version.
    """
    if path.stat().st_size > _LARGEST:
        raise UnusableError("verify.export.none", file=str(path))
    data = read_file(path)
    try:
        written = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnusableError("verify.export.damaged", file=str(path)) from error
    if not _has_parts(written):
        raise UnusableError("verify.export.none", file=str(path))
    if not _is_bounded(written):
        raise UnusableError("verify.export.shape")
    kept = read_sealed(path)
    if kept is None or not is_as_sealed(kept, data):
        raise UnusableError("verify.export.damaged", file=str(path))
    return _of_this_version(kept, path)


def looks_like_export(path: Path) -> bool:
    """Return whether a file looks like an export of any version, even a damaged one."""
    if not path.is_file() or path.stat().st_size > _LARGEST:
        return False
    try:
        written = json.loads(read_file(path))
    except (ValueError, RecursionError, OSError):
        return False
    return _has_parts(written)


def _has_parts(written: object) -> bool:
    return isinstance(written, dict) and "seed_hash" in written and "stages" in written


def _of_this_version(kept: dict[str, Any], path: Path) -> Export:
    if kept.get("game") not in list(GAMES) or "format" not in kept:
        raise UnusableError("error.later-format", file=str(path))
    try:
        kept = upgraded("export", kept, path)
    except (AttributeError, KeyError, TypeError, ValueError) as error:  # a malformed export of an earlier version
        raise UnusableError("verify.export.shape") from error
    if not fits(kept, load_schema("urn:adjudicator:export")):
        raise UnusableError("verify.export.shape")
    export: Export = kept  # type: ignore[assignment]
    if export.get("edition", 1) not in game(export["game"]).editions:
        raise UnusableError("error.later-rules", file=str(path))
    if not all(is_stage(row["stage"], export["game"]) for row in export["stages"]):
        raise UnusableError("verify.export.shape")
    return export


def is_stage(name: str, game_id: str) -> bool:
    """Return whether a game can have a stage folder with this name; a game has words for its own phases only."""
    called = stage_called(name)
    return called is not None and catalogue("fr", game_id).has(f"phase.{called[1].phase}")


def _is_bounded(written: Any) -> bool:
    """Return whether nesting and numbers are within the limits; a float is not allowed in an export."""
    level = [written]
    for _ in range(_DEEPEST):
        inner = [part for part in level if isinstance(part, (dict, list))]
        if not inner:
            return True
        level = [one for part in inner for one in (part.values() if isinstance(part, dict) else part)]
        if any(isinstance(one, float) or (isinstance(one, int) and abs(one) > _GREATEST) for one in level):
            return False
    return False


# The campaign with which the stages of an export were played.


def campaign_pinned(export: Export, row: Exported, stage: Stage) -> Campaign:
    """Return the campaign with which a stage was played, as bound by the hash in the stage's manifest.

    Raises ``DifferenceError`` for another one. If all stages were taken back, this campaign may differ from the one
    that the export shows, because ``campaign.yaml`` may change while no stage is played.
    """
    if sha256(row["pinned"].encode()).hexdigest() != row["manifest"][PINNED]:
        raise DifferenceError("verify.export.pinned", stage=stage.said)
    pinned = upgraded("pinned", json.loads(row["pinned"]), Path(PINNED))
    plain = {key: value for key, value in pinned.items() if key != "edition"}
    plain |= {key: export["campaign"][key] for key in ("title", "language") if key in export["campaign"]}
    campaign = _campaign(export, plain, pinned["edition"])
    if to_plain(campaign.pinned) != pinned:
        raise DifferenceError("verify.export.pinned", stage=stage.said)
    return campaign


def is_same(one: Campaign, other: Campaign) -> bool:
    """Return whether two campaigns play alike; the order of keys in the file does not matter, that of camps does."""
    alike: bool = to_plain(one.pinned) == to_plain(other.pinned)
    return alike and list(one.plain.get("camps", ())) == list(other.plain.get("camps", ()))


def _campaign(export: Export, plain: Plain, edition: Any) -> Campaign:
    """Return the campaign with these contents and the seed. Raises ``DifferenceError`` if no file could describe it.

    It is checked as strictly as the MJ's own file, so that a forger gains nothing.
    """
    ruleset, plain = game(export["game"]), {**plain, "seed": export["seed"]}
    sound = fits(plain, game_schema(ruleset.id, "campaign")) and edition in ruleset.editions
    if not sound or ruleset.setup.objections(plain):
        raise DifferenceError("verify.export.shape")
    return campaign_of(Path(CAMPAIGN_FILE).parent, plain, ruleset, edition, b"")
