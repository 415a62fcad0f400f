"""What a stage tells is the same at once and once it has been written and read."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from adjudicator.core.faults import Word
from adjudicator.core.game_rules import Rules
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import PUBLIC, Outcome, Table


class State(NamedTuple):
    phase: str = "turn"
    turn: int = 1


def rules(monkeypatch: pytest.MonkeyPatch, told: Any) -> Rules:
    """Return the rules of a game whose stage notes, tells and results in what is ``told``."""

    def resolve(table: Table[None, State]) -> Outcome[State]:
        table.note("moved", told=told)
        table.tell(PUBLIC, "moved", told=told)
        table.results["Anna"] = {"move": {"told": told}}
        return table.outcome()

    module = ModuleType("telling_anything")
    module.resolve = resolve  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return Rules(module.__name__)


@pytest.mark.parametrize("told", [(3, 4), {"Anna": (1, ("a",))}, [(1,)], Word("roles", "archer"), "text", None])
def test_what_a_stage_tells_is_as_it_is_once_read_back(monkeypatch: pytest.MonkeyPatch, told: Any) -> None:
    outcome = rules(monkeypatch, told).resolve(None, State(), {}, "seed").as_read_back
    found = [outcome.log[0].data, outcome.notices[0].facts, outcome.results]
    assert found == json.loads(json.dumps(found))
    assert found[0] == {"told": to_plain(told)}


def test_what_would_come_back_otherwise_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="a key that is no text: 3"):
        _ = rules(monkeypatch, {3: "x"}).resolve(None, State(), {}, "seed").as_read_back
