"""A campaign of two camps of nine, played by the commands up to a turn in which every role gives orders."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from processes import Program
from tables import NINE_ROLES, ORDER_KINDS, Given, random_orders

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.state import ROLES, Setting, State
from adjudicator.orders.keys import order_key
from adjudicator.reports.writing import FORMATS
from adjudicator.speech.voice import Voice

TURNS_BEFORE = 2
SEED = "a seed of the benchmark, no secret"
CAMPS = {
    "bleu": ("Anna", "Bertrand", "Chloé", "Denis", "Élise", "Fanny", "Gérard", "Hugo", "Inès"),
    "rouge": ("Jules", "Karim", "Léa", "Marc", "Noémie", "Olivier", "Paul", "Quentin", "Rose"),
}
ZONES = {"bleu": (3, 4), "rouge": (6, 7)}
"""Columns near one another: they fight at once."""


class Campaigns(NamedTuple):
    """Folders with the same turn to resolve, whose orders are ``submitted`` or lie in the ``inbox``.

    And one order, and an amendment of that turn.
    """

    submitted: Path
    inbox: Path
    order: Path
    amendment: Path


def make_campaigns(program: Program, room: Path) -> Campaigns:
    """Play the campaign in the folder ``room``."""
    submitted, inbox, files = room / "submitted", room / "inbox", room / "files"
    _begin(program, submitted)
    turns = _game_plan(submitted)
    for orders in turns[:-1]:
        _write_orders(submitted / "inbox", submitted, orders)
        program.run(program.line("resolve", submitted))
    shutil.copytree(submitted, inbox)
    _write_orders(inbox / "inbox", inbox, turns[-1])
    _write_orders(files, submitted, turns[-1])
    program.run(program.line("submit", submitted, *sorted(files.iterdir())))
    _check_whole(program, inbox, room / "trial")
    _check_whole(program, submitted, room / "trial")
    longest = max(files.iterdir(), key=lambda path: path.stat().st_size)
    return Campaigns(submitted, inbox, longest, _amendment(submitted, room / "amendment.yaml"))


def _amendment(folder: Path, path: Path) -> Path:
    """Write an amendment that puts a piece on another cell, so that all readers are told of it."""
    pieces = progress_of(load_campaign(folder)).state.pieces
    taken = {piece.cell for piece in pieces.values()}
    x, y = next((x, y) for x in range(1, 10) for y in range(1, 8) if (x, y) not in taken)
    player = next(iter(pieces))
    text = f"tour: {TURNS_BEFORE + 1}\ntable: {{pièces: {{{player}: {{case: ({x};{y})}}}}}}\n"
    path.write_text(text, encoding="utf-8")
    return path


def copies(source: Path, room: Path, count: int) -> list[Path]:
    """Return fresh copies of a campaign, all written to the disk."""
    made = [Path(shutil.copytree(source, room / f"{source.name}-{number:02d}")) for number in range(count)]
    if hasattr(os, "sync"):
        os.sync()  # else a command that writes durably would pay for the copying
    return made


def _check_whole(program: Program, source: Path, trial: Path) -> None:
    """Stop when a resolved copy has not a report in every format for the public, the camps, the players, the MJ."""
    shutil.copytree(source, trial)
    program.run(program.line("resolve", trial))
    reports = list((progress_of(load_campaign(trial)).folders[-1] / "result" / "reports").iterdir())
    readers = 2 + len(CAMPS) + sum(map(len, CAMPS.values()))
    if len(reports) < len(FORMATS) * readers:
        raise RuntimeError(f"{len(reports)} reports instead of {len(FORMATS) * readers} in {trial}")
    shutil.rmtree(trial)


# Before the first turn ---------------------------------------------------------------------------------------


def _begin(program: Program, folder: Path) -> None:
    """Write the campaign and play the choice of roles and the placement."""
    (folder / "inbox").mkdir(parents=True)
    lines = [f"jeu: tsewnart\ntitre: Mesures\nplateau: {{taille: 9x7, topologie: fermé}}\ngraine: {SEED}\ncamps:\n"]
    for camp, players in CAMPS.items():
        first, last = ZONES[camp]
        zone = f"{{colonnes: {first}-{last}}}"
        lines.append(f"  {camp}:\n    zone: {zone}\n    joueurs: [{', '.join(players)}]\n")
    (folder / "campaign.yaml").write_text("".join(lines), encoding="utf-8")
    roles = {camp: dict(zip(CAMPS[camp], taken, strict=True)) for camp, taken in zip(CAMPS, NINE_ROLES, strict=True)}
    _captains_order(program, folder, "roles", roles)
    places = {camp: {player: _place(camp, i) for i, player in enumerate(CAMPS[camp])} for camp in CAMPS}
    _captains_order(program, folder, "placement", places)


def _place(camp: str, number: int) -> str:
    return f"({ZONES[camp][number // 7]};{number % 7 + 1})"


def _captains_order(program: Program, folder: Path, stage: str, given: Mapping[str, Mapping[str, str]]) -> None:
    for camp, by_player in given.items():
        order = {"camp": camp, stage: by_player}
        (folder / "inbox" / f"{camp}.yaml").write_text(json.dumps(order, ensure_ascii=False), encoding="utf-8")
    program.run(program.line("resolve", folder))


# The turns ---------------------------------------------------------------------------------------------------


def _game_plan(folder: Path) -> list[dict[str, Given]]:
    """Return the orders of some turns; in the last, pieces of all roles and some ghosts give orders of every kind."""
    campaign = load_campaign(folder)
    start = progress_of(campaign).state
    for number in range(5000):
        plan = _random_plan(campaign.setting, start, Random(f"plan {number}"))
        if plan:
            return plan
    raise RuntimeError("no game found in which every role gives orders")


def _random_plan(setting: Setting, state: State, rng: Random) -> list[dict[str, Given]] | None:
    plan = []
    for _ in range(TURNS_BEFORE):
        plan.append(random_orders(setting, state, rng))
        state = play_turn(setting, state, plan[-1], SEED).state
        if state.phase == "over":
            return None
    plan.append(random_orders(setting, state, rng))
    roles = {piece.role for piece in state.pieces.values()}
    kinds = {order for given in plan[-1].values() for order in given}
    goes_on = play_turn(setting, state, plan[-1], SEED).state.phase == "turn"
    fitting = goes_on and roles == set(ROLES) and kinds == ORDER_KINDS and len(plan[-1]) == len(setting.roster)
    return plan if fitting else None


# Order files as players write them ---------------------------------------------------------------------------


def _write_orders(target: Path, folder: Path, orders: Mapping[str, Given]) -> None:
    """Write a file for each player into ``target``, for the turn that is awaited in the campaign ``folder``."""
    target.mkdir(exist_ok=True)
    campaign = load_campaign(folder)
    for number, (player, given) in enumerate(orders.items()):
        (target / f"{number:02d}.yaml").write_text(_order_file(campaign, player, given), encoding="utf-8")


def _order_file(campaign: Campaign, player: str, given: Given) -> str:
    voice, stage = campaign.voice("fr"), progress_of(campaign).stage
    if stage is None:
        raise RuntimeError("the game is over")
    head = {"player": player, "turn": str(stage.turn), "key": order_key(campaign.seed, stage, player), "orders": ""}
    lines = [f"{voice.word('envelope', key)}: {text}".rstrip() for key, text in head.items()]
    lines += [f"  {voice.word('orders', order)}: {_text(order, value, voice)}" for order, value in given.items()]
    return "\n".join(lines) + "\n"


def _text(key: str, value: Any, voice: Voice) -> str:
    """Return a canonical value as a player writes it."""
    if isinstance(value, bool):
        return voice.word("booleans", str(value).lower())
    if isinstance(value, dict):
        place = "reorder" if key == "reorder" else "ghost"
        parts = [f"{voice.word(place, name)}: {_text(name, part, voice)}" for name, part in value.items()]
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"({value[0]};{value[1]})"
    if key in ("action", "before", "after"):
        step, _, camp = value.partition(" ")
        return f"{voice.word('steps', step)} {camp}"
    return voice.word("directions", value) if key in ("move", "extra_move", "swap", "pull", "to") else value
