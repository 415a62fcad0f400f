"""The stages of a campaign on disk: one folder each, published whole; how far a campaign has come."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.core.plain import to_plain
from adjudicator.core.readers import Fact, Notice, Reader
from adjudicator.core.ruleset import Outcome, Plain, Stage
from adjudicator.core.words import fold
from adjudicator.files.campaign import Campaign, to_keep
from adjudicator.files.disk import changed
from adjudicator.files.errors import UnusableError
from adjudicator.files.layout import CAMPAIGN_FILE, RESULT, TURNS, UNDERSTOOD, json_bytes, read_json, stages_played
from adjudicator.files.schemas import vocabulary


@dataclass(frozen=True)
class Played:
    """A stage that has been played and published, read back from its folder."""

    folder: Path
    stage: Stage
    before: Any
    outcome: Outcome
    table: Plain
    """What was on the MJ's table.

    ``orders`` by player, those of the players in ``stood_in`` by their standing orders; ``absent`` players who had
    none; the ``standing`` orders in force; ``notes`` by player; ``refused`` files.
    """


@dataclass
class Progress:
    """How far a campaign has come: the stages played, in order, and the state after the last."""

    campaign: Campaign
    folders: list[Path]
    state: Any = field(init=False)

    def __post_init__(self) -> None:
        """Read the state after the last stage. Raises ``UnusableError`` when what was written of it is damaged."""
        self._refuse_damage(len(self.folders) - 1)
        self._refuse_change()
        self.state = self.state_after(len(self.folders))

    @property
    def stage(self) -> Stage | None:
        """What is awaited, or None when the game is over."""
        return self.campaign.game.stage(self.state)

    @property
    def standing(self) -> dict[str, Plain]:
        """The standing orders in force as the stage awaited began, by player."""
        if not self.folders:
            return {}
        kept: dict[str, Plain] = read_json(self.folders[-1] / RESULT / "orders.json").get("standing", {})
        return kept

    @property
    def stage_folder(self) -> Path:
        """The folder of the stage awaited (of the last one, when the game is over); it may not exist yet."""
        if self.stage is None:
            return self.folders[-1]
        return self.campaign.folder / TURNS / f"{len(self.folders) + 1:04d}-{self.stage.label}"

    def state_after(self, count: int) -> Any:
        """Return the state after the first ``count`` stages. Raises ``UnusableError`` when its file is damaged."""
        rules = self.campaign.game
        if count == 0:
            return rules.begin(self.campaign.setting)
        return rules.load(read_json(self.folders[count - 1] / RESULT / "state.json"))

    def _refuse_damage(self, index: int) -> None:
        """Nothing is built on a stage whose files are not as they were published (reports may be mended by hand)."""
        if index < 0:
            return
        folder = self.folders[index] / RESULT
        damaged = changed(folder, ("pinned.json", "orders.json", "outcome.json", "state.json"))
        if damaged:
            raise UnusableError("error.damaged", file=str(folder / damaged[0]))

    def _refuse_change(self) -> None:
        """The past was played by the campaign as it then was: whatever rules it must be as it was."""
        for index, folder in enumerate(self.folders):
            if not folder.name.startswith(f"{index + 1:04d}-"):
                raise UnusableError("error.damaged", file=str(folder.with_name(f"{index + 1:04d}-…")))
        if not self.folders:
            return
        before = read_json(self.folders[-1] / RESULT / "pinned.json")
        now = to_plain(self.campaign.pinned)
        words = vocabulary(self.campaign.game.id)
        other = [key for key in {**before, **now} if before.get(key) != now.get(key)]
        if other or list(before.get("camps", ())) != list(now.get("camps", ())):
            named = [words.word("campaign", key, self.campaign.language) for key in other or ["camps"]]
            raise UnusableError("error.campaign-changed", file=CAMPAIGN_FILE, what=", ".join(named))

    def played(self, index: int) -> Played:
        """Return the stage at ``index`` of those played. Raises ``UnusableError`` when it is damaged."""
        self._refuse_damage(index)
        folder = self.folders[index]
        before = self.state_after(index)
        stage = self.campaign.game.stage(before)
        told = read_json(folder / RESULT / "outcome.json")
        outcome = Outcome(
            self.state_after(index + 1),
            tuple(Fact(fact["kind"], fact["data"]) for fact in told["log"]),
            tuple(Notice(n["kind"], n["facts"], Reader(**n["to"])) for n in told["notices"]),
            told["results"],
        )
        table = read_json(folder / RESULT / "orders.json")
        return Played(folder, stage or Stage("", 0), before, outcome, table)

    def _said(self, label: str) -> str:
        """Return what a stage before turn 1 is called in words, in one word where it is the first of several."""
        if label.rpartition("-")[2].isdigit():
            return label
        return fold(self.campaign.voice().say(f"phase.{label}", turn=0)).partition(" ")[0]

    def find(self, label: str) -> int:
        """Return the index of the stage played that ``label`` names. Raises ``UnusableError`` when there is none."""
        wanted = fold(label).replace(" ", "-")
        number = "" if label.startswith("-") else wanted.rpartition("-")[2]
        for index, folder in enumerate(self.folders):
            name = folder.name.partition("-")[2]
            if wanted in (name, self._said(name)) or (number.isdigit() and number == name.rpartition("-")[2]):
                return index
        raise UnusableError("error.no-such-turn", turn=label)


def progress_of(campaign: Campaign) -> Progress:
    """Return how far ``campaign`` has come: only stages published whole count."""
    return Progress(campaign, stages_played(campaign.folder))


def outcome_files(campaign: Campaign, outcome: Outcome, table: Plain) -> dict[str, bytes]:
    """Return the files from which a played stage can be read back."""
    told = {
        "log": to_plain(outcome.log),
        "notices": to_plain(outcome.notices),
        "results": to_plain(outcome.results),
    }
    return {
        "orders.json": json_bytes(table),
        "pinned.json": json_bytes(to_plain(campaign.pinned)),
        UNDERSTOOD: json_bytes(to_keep(campaign)),
        "state.json": json_bytes(campaign.game.dump(outcome.state)),
        "outcome.json": json_bytes(told),
    }
