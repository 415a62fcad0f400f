"""Campaigns in which the MJ has mended something, as the tests make them and look at them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from commands import good, plain, tree

WHY = ("--reason", "Max mal recopié", "--public", "Un ordre avait été mal recopié.")
_KEPT = ("result/orders.json", "result/outcome.json", "result/state.json")
_CORRECTED = ("Corrigé.", "Cette étape a été retirée et rejouée.", "Un ordre avait été mal recopié.", "recopié.")


def undo(folder: Path, *more: str) -> str:
    """Take stages back, and return what is said."""
    return good("undo", folder, *WHY, *more).out


def written(folder: Path) -> dict[str, bytes]:
    """What is kept of the stages played, but for what says that one is played again."""
    found = {}
    for name, data in tree(folder).items():
        if name.startswith("turns/") and name.endswith(_KEPT):
            kept = json.loads(data)
            kept.pop("corrected", None)
            found[name] = json.dumps(kept).encode()
    return found


def reports(folder: Path) -> dict[str, list[str]]:
    """The reports as published, in lines, without the two that say that a stage is played again."""
    return {
        name: [
            line for line in plain(data.decode()).splitlines() if line and not any(map(line.__contains__, _CORRECTED))
        ]
        for name, data in tree(folder).items()
        if name.startswith("turns/") and "/result/reports/" in name
    }


def untimed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Files without those that say when a command ran, or that one did."""
    timed = (".lock", ".json", "acts/", "withdrawn/", "inbox/")
    return {name: data for name, data in files.items() if not name.endswith(timed)}
