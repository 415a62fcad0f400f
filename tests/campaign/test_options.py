"""Every variant that a campaign may choose is read by its game: none is a word without effect."""

from __future__ import annotations

import ast
import inspect
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from adjudicator.games import GAMES
from adjudicator.games.tsewnart import rulings
from adjudicator.speech.voice import vocabulary
from adjudicator.store.layout import data_folder


def options_of(name: str) -> Any:
    return import_module(f"adjudicator.games.{name}.state").Options


def read_by(name: str) -> set[str]:
    """The options that the code of a game reads: ``….options.NAME``, where ``option`` may hold them too."""
    folder = Path(inspect.getfile(import_module(f"adjudicator.games.{name}"))).parent
    nodes = [node for path in folder.glob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    return {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute)
        and (
            (isinstance(node.value, ast.Attribute) and node.value.attr == "options")
            or (isinstance(node.value, ast.Name) and node.value.id in ("options", "option"))
        )
    }


def has_options(name: str) -> bool:
    return "options" in json.loads((data_folder("schemas") / name / "vocabulary.json").read_bytes())


@pytest.mark.parametrize("name", [name for name in GAMES if has_options(name)])
def test_every_option_is_read(name: str) -> None:
    known = set(options_of(name)._fields)
    assert known == set(vocabulary(name).canonical("options"))
    assert known <= read_by(name)


def test_every_goal_that_a_campaign_may_name_decides_who_wins() -> None:
    """The rule sheet calls the goal adjustable and names one; a word for another would have to count something."""
    schema = json.loads((data_folder("schemas") / "tsewnart" / "table.schema.json").read_bytes())
    choices = schema["$defs"]["options"]["properties"]["victory"]["enum"]
    assert choices == vocabulary("tsewnart").canonical("victory")
    for goal in choices:
        assert rulings.winners(goal, {"bleu": 2, "rouge": 3, "vert": 3}) == ["rouge", "vert"]
    with pytest.raises(KeyError):
        rulings.winners("survivors", {"bleu": 2, "rouge": 3})
