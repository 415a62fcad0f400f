"""Campaigns of the Resistance for tests: at any stage of a game, with a deal that the test chooses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from support.commands import SEED, good, made, run

from adjudicator.store.published import publish_folder

FIVE = ("Anna", "Bruno", "Chloé", "Denis", "Emma")
SEVEN = (*FIVE, "Farid", "Gilles")


def begun(folder: Path, players: tuple[str, ...] = FIVE, options: str = "", seed: str = SEED) -> Path:
    """Write a campaign whose identities are not dealt yet; ``options`` is YAML, as ``{sièges: tirage}``."""
    folder.mkdir(parents=True)
    people = "".join(f"  - {player}\n" for player in players)
    rest = f"options: {options}\n" if options else ""
    text = f"jeu: resistance\ntitre: La flotte\njoueurs:\n{people}{rest}graine: {seed}\n"
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    return folder


def dealt(folder: Path, players: tuple[str, ...] = FIVE, options: str = "", cylons: tuple[str, ...] = ()) -> Path:
    """Return a campaign after the deal; ``cylons`` are made the Cylons whatever was drawn."""

    def make(place: Path) -> None:
        good("resolve", begun(place, players, options))
        if cylons:
            alter(place, cylons=[name for name in state(place)["seats"] if name in cylons])

    return made(folder, make, "dealt", players, options, cylons)


def alter(folder: Path, **changes: Any) -> None:
    """Change the state that a campaign has come to."""
    result = last(folder)
    files = {path.relative_to(result).as_posix(): path.read_bytes() for path in result.rglob("*") if path.is_file()}
    files.pop("MANIFEST.json")
    files["state.json"] = json.dumps({**state(folder), **changes}).encode()
    result.rename(result.with_name("before"))
    publish_folder(result, files)


def last(folder: Path) -> Path:
    """Return the result folder of the stage played last."""
    return sorted((folder / "turns").glob("*/result"))[-1]


def state(folder: Path) -> dict[str, Any]:
    """Return the state that a campaign has come to."""
    found: dict[str, Any] = json.loads((last(folder) / "state.json").read_bytes())
    return found


def outcome(folder: Path) -> dict[str, Any]:
    """Return the log, the notices and the results of the stage played last."""
    found: dict[str, Any] = json.loads((last(folder) / "outcome.json").read_bytes())
    return found


def order(folder: Path, **given: str) -> str:
    """Return the text of an order file: ``order(folder, Anna="vote: oui")``, or a table of several players."""
    turn = state(folder)["turn"]
    if len(given) == 1:
        player, text = next(iter(given.items()))
        return f"joueur: {player}\ntour: {turn}\nordres:\n  {text}\n"
    lines = "".join(f"  {player}: {{{text}}}\n" for player, text in given.items())
    return f"tour: {turn}\njoueurs:\n{lines}"


def submit(folder: Path, **given: str) -> Any:
    """Submit orders; they may be refused."""
    return run("submit", folder, "-", stdin=order(folder, **given))


def play(folder: Path, **given: str) -> Path:
    """Submit orders that are accepted, and play the stage without whoever has sent none."""
    if given:
        good("submit", folder, "-", stdin=order(folder, **given))
    good("resolve", folder, "--force")
    return folder


def voting(folder: Path, squad: str = "Anna, Bruno", **deal: Any) -> Path:
    """Return a campaign of five in which Anna has proposed a squad."""

    def make(place: Path) -> None:
        play(dealt(place, **deal), Anna=f"escadron: [{squad}]")

    return made(folder, make, "voting", squad, *sorted(deal.items()))


def on_mission(folder: Path, squad: str = "Anna, Bruno", **deal: Any) -> Path:
    """Return a campaign of five in which Anna's squad is on its way."""

    def make(place: Path) -> None:
        voting(place, squad, **deal)
        play(place, **dict.fromkeys(state(place)["seats"], "vote: oui"))

    return made(folder, make, "on-mission", squad, *sorted(deal.items()))


def awaiting(stage: str, folder: Path) -> Path:
    """Return a campaign of five that awaits a stage; once they are dealt, Bruno and Emma are the Cylons."""
    there = {"deal": begun, "proposal": dealt, "vote": voting, "mission": on_mission}[stage](folder)
    if stage != "deal":
        alter(there, cylons=["Bruno", "Emma"])
    return there
