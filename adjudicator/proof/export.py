"""What anybody may have of a campaign in one file, to verify it: without addresses, keys and notes.

While a game goes on, and where what was secret stays so, that is what is public: the public reports and their heads.
When it is over: the seed, orders, verdicts, the reports of all but the MJ, the chain. What is left out (the bytes of
order files, notes, the MJ's reports) stands there by its leaf or its hash alone: who has such a file can show it.
Everything is by the seats' own names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict, cast

from adjudicator import __version__
from adjudicator.campaign.acts import acts_in
from adjudicator.campaign.acts import seatings as seatings_in
from adjudicator.campaign.campaign import Campaign, seed_hash
from adjudicator.campaign.editions import formatted, read_result, state_steps
from adjudicator.campaign.seats import NOBODY_MOVED
from adjudicator.campaign.stages import Progress, as_it_stood, seats_when
from adjudicator.campaign.withdrawals import acts_known_to
from adjudicator.core.mj import without_reason
from adjudicator.core.plain import Plain
from adjudicator.core.stage import MJ, Stage
from adjudicator.core.standing_orders import plain_part
from adjudicator.desk.hash_chain import Link, link_of
from adjudicator.orders.keys import order_key
from adjudicator.orders.received import number_of, verdict_at, withdrawn_seats
from adjudicator.orders.verdict import without
from adjudicator.proof.chaining import in_turn
from adjudicator.reports.contents import keeps_the_end
from adjudicator.store import disk
from adjudicator.store.layout import ORDERS, PINNED, REPORTS, RESULT
from adjudicator.store.published import MANIFEST
from adjudicator.store.signed_json import read_json, sealed
from adjudicator.table.table import in_force_of

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act
    from adjudicator.orders.verdict import Verdict

MASK = "****-****"
"""What stands in the place of a player's key."""


class Received(TypedDict):
    """An order file by what it was judged to be; who has it knows it by its leaf."""

    number: str
    accepted: bool
    players: NotRequired[list[str]]
    """Whose orders it held; of one that was refused nothing binds that, and it is not told."""
    orders: NotRequired[Plain]
    standing: NotRequired[Plain]
    turn: NotRequired[int]
    """The later turn that the orders are for."""
    withdrawn: NotRequired[list[str]]
    """For which of its players the MJ had withdrawn it: what it held for them is not told."""
    passed_over: NotRequired[list[str]]
    """For whom its orders do not count, though no later ones do: as of a mail that was sent before another."""


class Exported(TypedDict):
    """A stage of an export, in the order in which they were published."""

    stage: str
    """The name of its folder."""
    withdrawn: bool
    link: Link | None
    manifest: NotRequired[dict[str, str]]
    """The SHA-256 of each file of its result."""
    pinned: NotRequired[str]
    """What its result keeps of the campaign by which it was played, as it is written there."""
    before: NotRequired[Plain]
    """The state in which it began, where the MJ had amended it."""
    captains: NotRequired[dict[str, str]]
    """The seats of captains whom the MJ had named since the game began, by camp."""
    orders: NotRequired[Plain]
    """What was played."""
    luck: NotRequired[dict[str, str]]
    """The words of the players on which its draws hang."""
    mj: NotRequired[list[Plain]]
    """What was played for what only the MJ could decide; not who decided it."""
    stood_in: NotRequired[list[str]]
    received: NotRequired[list[Received]]
    reports: dict[str, str]
    """By the names of their files."""


class Export(TypedDict):
    """All of an export."""

    version: str
    """Of the program that wrote it."""
    title: str
    game: str
    language: str
    seed_hash: str
    seed: str | None
    """None while it is secret."""
    stages: list[Exported]
    campaign: NotRequired[Plain]
    edition: NotRequired[int]
    acts: NotRequired[list[Plain]]
    """What the MJ did, with the reasons that everybody read."""


def export_of(progress: Progress) -> Export:
    """Return what anybody may have of a campaign now."""
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
    export |= {"campaign": _without_secrets(campaign), "edition": campaign.edition}
    export["acts"] = [_public(act) for act in acts_in(campaign.folder)]
    export["stages"] = list(_opened(progress))
    return export


def export_bytes(export: Export) -> bytes:
    """Return an export as it is written: JSON, with a hash of itself."""
    return sealed(formatted("export", export))


def _shut(stage: Path) -> Exported:
    """Return what is public of a stage of a game that goes on: its report, which tells its head."""
    path = stage / REPORTS / "public.txt"
    path = path if path.exists() else stage / RESULT / REPORTS / "public.txt"
    reports = {path.name: disk.read_file(path).decode("utf-8", "replace")}
    return {"stage": stage.name, "withdrawn": False, "link": _head_alone(stage), "reports": reports}


def _head_alone(stage: Path) -> Link | None:
    link = link_of(stage)
    return {**link, "before": "", "acts": 0, "orders": 0, "entries": {}} if link else None


def _without_secrets(campaign: Campaign) -> Plain:
    """Return what a campaign is played by: without addresses, and what may change at any time."""
    pinned = {key: value for key, value in campaign.pinned.items() if key not in ("edition", "seed")}
    return {**pinned, **{key: campaign.plain[key] for key in ("title", "language") if key in campaign.plain}}


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
    """Return an act without the MJ's own reason, and without addresses."""
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
            "stood_in": table["stood_in"],
            "received": list(_received(stage, acts)),
            "reports": dict(_reports(stage, campaign, seatings)),
        }
        if "luck" in table:
            row["luck"] = table["luck"]
        if "mj" in table:
            row["mj"] = [_ruled(one) for one in table["mj"]]
        if captains := seats_when(progress.campaign, stage).captains:
            row["captains"] = dict(captains)
        if table["amended"]:
            link = row["link"]
            known = acts[: link["acts"]] if link else acts
            row["before"] = campaign.game.rules.dump(as_it_stood(alone, list(course[:index]), known).state)
        yield row


def _ruled(one: Plain) -> Plain:
    """Return what was played by the MJ's word, without by whom it was, nor his own reason."""
    return {"purpose": one["purpose"], "key": one["key"], "value": without_reason(one["value"])}


def _received(stage: Path, acts: Sequence[Act]) -> Iterator[Received]:
    """Yield what had come for a stage when it was announced; what came since, the game being over, is bound by none."""
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
        row: Received = {"number": path.stem, "accepted": verdict["accepted"]}
        if verdict["accepted"]:
            row["players"] = whole["players"]
            if taken := [player for player in whole["players"] if player in gone]:
                row["withdrawn"] = taken
        for key in ("orders", "standing", "turn"):
            if key in verdict:
                row[key] = verdict[key]
        if "standing" in row:  # what was left under a condition stays the MJ's
            row["standing"] = {player: plain_part(orders) for player, orders in row["standing"].items()}
        over = [player for player in row.get("orders", ()) if last.get(player, -1) < number]
        if over and "turn" not in row:
            row["passed_over"] = over
        yield row


def _without(verdict: Verdict, gone: Collection[str]) -> Verdict:
    """Return a verdict without what it says of players for whom its file was withdrawn."""
    taken = [player for player in verdict["players"] if player in gone]
    if not verdict["accepted"] or not taken:
        return verdict
    left: Mapping[str, Any] = without(verdict, taken) or {"orders": {}}
    return cast("Verdict", {**verdict, "standing": {}, **left})


def _reports(stage: Path, campaign: Campaign, seatings: int) -> Iterator[tuple[str, str]]:
    """Yield the reports of a stage as plain text, but the MJ's; a mask in the place of keys."""
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
    """Return the keys that may be told for a stage, of whoever may sit on the seats after so many changes."""
    holders = [f"{seat}|{n}" if n else seat for seat in campaign.players for n in range(seatings + 1)]
    return [order_key(campaign.seed, begins, holder) for holder in holders]
