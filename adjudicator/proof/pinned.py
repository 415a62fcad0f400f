"""The campaign by which the stages of an export were played: what their links bind of it, by ``pinned.json``."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.campaign.campaign import Campaign, campaign_of
from adjudicator.campaign.editions import upgraded
from adjudicator.core.plain import to_plain
from adjudicator.proof.difference import DifferenceError
from adjudicator.reading.schemas import game_schema
from adjudicator.reading.validation import fits
from adjudicator.rulesets import game
from adjudicator.store.layout import CAMPAIGN_FILE, PINNED

if TYPE_CHECKING:
    from adjudicator.core.plain import Plain
    from adjudicator.core.stage import Stage
    from adjudicator.proof.export import Export, Exported


def campaign_shown(export: Export) -> Campaign:
    """Return the campaign that an export shows. Raises ``DifferenceError`` for what no ``campaign.yaml`` could say.

    It is judged as the file is when the MJ writes it: who forges an export is held to no less.
    """
    return _campaign(export, {**export["campaign"], "seed": export["seed"]}, export["edition"])


def campaign_pinned(export: Export, row: Exported, stage: Stage) -> Campaign:
    """Return the campaign by which a stage was played, as its manifest has the hash of it.

    Raises ``DifferenceError`` for another. That of stages which were taken back down to the first may be another than
    the one that the export shows: while nothing is played ``campaign.yaml`` may change.
    """
    if sha256(row["pinned"].encode()).hexdigest() != row["manifest"][PINNED]:
        raise DifferenceError("verify.export.pinned", stage=stage.said)
    pinned = upgraded("pinned", json.loads(row["pinned"]), Path(PINNED))
    plain = {key: value for key, value in pinned.items() if key != "edition"}
    plain |= {key: export["campaign"][key] for key in ("title", "language") if key in export["campaign"]}
    campaign = _campaign(export, {**plain, "seed": export["seed"]}, pinned["edition"])
    if to_plain(campaign.pinned) != pinned:
        raise DifferenceError("verify.export.pinned", stage=stage.said)
    return campaign


def is_same(one: Campaign, other: Campaign) -> bool:
    """Tell whether two campaigns are played alike: the order of keys in the file is the MJ's, that of camps is not."""
    alike: bool = to_plain(one.pinned) == to_plain(other.pinned)
    return alike and list(one.plain.get("camps", ())) == list(other.plain.get("camps", ()))


def _campaign(export: Export, plain: Plain, edition: Any) -> Campaign:
    ruleset = game(export["game"])
    sound = fits(plain, game_schema(ruleset.id, "campaign")) and edition in ruleset.editions
    if not sound or ruleset.setup.objections(plain):
        raise DifferenceError("verify.export.shape")
    return campaign_of(Path(CAMPAIGN_FILE).parent, plain, ruleset, edition, b"")
