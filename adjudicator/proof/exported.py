"""An export verified by anybody: its chain, its seed, every stage played again, every report that it holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from adjudicator import __version__
from adjudicator.campaign.campaign import Campaign, seed_hash, seed_of_draws
from adjudicator.campaign.editions import EMPTY
from adjudicator.campaign.loading import outcome_files
from adjudicator.campaign.seats import led
from adjudicator.core.mj import recorded
from adjudicator.core.stage import Stage
from adjudicator.desk.hash_chain import head_of, leaf_of, salt_of
from adjudicator.proof.binding import (
    begun_in,
    check_acts,
    check_counted,
    check_luck,
    check_received,
    check_told,
    check_withdrawn,
    stage_of,
)
from adjudicator.proof.difference import DifferenceError
from adjudicator.proof.export import MASK, Export, Exported, keys_for
from adjudicator.proof.pinned import campaign_pinned, campaign_shown, is_same
from adjudicator.store.disk import MACHINE_TROUBLES
from adjudicator.store.layout import REPORTS, RESULT, TURNS
from adjudicator.store.published import MANIFEST


class Told(NamedTuple):
    """A head that everybody was told, with the report of a stage."""

    stage: Stage
    withdrawn: bool
    head: str


class Begun(NamedTuple):
    """How a stage began."""

    campaign: Campaign
    """By which it was played."""
    state: Any


class Shown(NamedTuple):
    """What an export was found to hold."""

    export: Export
    heads: list[Told]
    """Those of its links, in the order of time."""
    campaign: Campaign | None = None
    """None while the game goes on."""
    begun: Sequence[Begun] = ()
    """How each of its stages began; nothing while the game goes on."""

    @property
    def head(self) -> str:
        """The last head; empty where there is none."""
        return self.heads[-1].head if self.heads else ""


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
    return Shown(export, _heads(export))


def _heads(export: Export) -> list[Told]:
    rows = export["stages"]
    return [Told(stage_of(row)[1], row.get("withdrawn", False), row["link"]["head"]) for row in rows if row["link"]]


def _verify_open(export: Export) -> Shown:
    """Verify a game that is over: its seed, the chain, every stage again, the last of which ends it."""
    if seed_hash(export["seed"] or "") != export["seed_hash"]:
        raise DifferenceError("verify.export.seed")
    campaign, course = campaign_shown(export), _Course(export)
    for index in range(len(export["stages"])):
        course.go_on(index)
    check_withdrawn(export)
    check_acts(export)
    course.refuse_other_end(campaign)
    return Shown(export, _heads(export), campaign, course.begun)


class _Course:
    """The stages of an export played again, one after the other: what those in force came to, by their numbers."""

    def __init__(self, export: Export) -> None:
        """Take the export; nothing is played yet."""
        self.export, self.begun = export, list[Begun]()
        self._head = ""
        self._states: dict[int, Any] = {}
        self._words: dict[int, Mapping[str, str]] = {0: {}}

    def go_on(self, index: int) -> None:
        """Play the next stage. Raises ``DifferenceError`` for the first thing that is not as it was told."""
        row = self.export["stages"][index]
        number, stage = stage_of(row)
        if row["link"] is not None or self._head:
            self._head = _check_link(self.export, row, self._head, stage)
        campaign = self._begin(index, number, stage)
        before, begins = self.begun[index].state, campaign.game.rules.stage
        if begins(before) != stage:
            raise DifferenceError("verify.export.gap", stage=stage.said)
        self._words[number] = check_luck(campaign, self.export, index, self._words[number - 1])
        self._states = {known: state for known, state in self._states.items() if known < number}  # taken back
        after = self._states[number] = _played_again(campaign, row, before, stage)
        check_received(row)
        if row["link"] is not None:
            check_counted(campaign, self.export, index, before)
        check_told(self.export, row)
        _check_reports(campaign, self.export, row, begins(after), stage)

    def _begin(self, index: int, number: int, stage: Stage) -> Campaign:
        """Find how a stage began; return the campaign by which it was played: that of the stage before.

        Before the first nothing is played, and whatever the campaign was may have been changed.
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
        """Refuse a course that does not end the game, or was played by another campaign than the one shown."""
        number, stage = stage_of(self.export["stages"][-1])
        if campaign.game.rules.stage(self._states[number]) is not None:
            raise DifferenceError("verify.export.end")
        if not is_same(campaign, self.begun[-1].campaign):
            raise DifferenceError("verify.export.pinned", stage=stage.said)


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
    play = partial(rules.adjudicate, mj=recorded(row["mj"])) if row.get("mj") else rules.resolve
    outcome = play(campaign.game.setup.setting(plain), before, row["orders"], seed)
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
