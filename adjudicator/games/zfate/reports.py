"""What each reader is told about a stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.plain import Plain
from adjudicator.core.stage import Outcome, Reader
from adjudicator.games.zfate.state import Setting, State


def report(
    setting: Setting, before: State, outcome: Outcome[State], orders: Mapping[str, Plain], reader: Reader
) -> Mapping[str, Any]:
    """Return what a reader may know after a stage."""
    return {}
