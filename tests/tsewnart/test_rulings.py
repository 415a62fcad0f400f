"""Each ruling R1 to R27 is decided in one place, named, and the order of play is the rule sheet's."""

import ast
import re
from pathlib import Path

import pytest

from adjudicator.games.tsewnart import rules, rulings
from adjudicator.speech.voice import LANGUAGES, catalogue

FOLDER = Path(rulings.__file__).parent
RULINGS = [f"R{number}" for number in range(1, 28)]

ORDER_OF_PLAY = [  # tsewnart.md §3; R4 adds the row before the last
    ("reorder", "reorder", "professeur"),
    ("shoot", "shoot", "archer"),
    ("terrorise", "terrorise", "terreur"),
    ("examine", "examine", "croque-mort"),
    ("move-brute", "move", "brute"),
    ("sanctify", "sanctify", "religieux"),
    ("move-agile", "move", "agile"),
    ("move-dement", "move", "dement"),
    ("move-tacticien", "move", "tacticien"),
    ("move-professeur", "move", "professeur"),
    ("move-mystique", "move", "mystique"),
    ("move-terreur", "move", "terreur"),
    ("move-savant", "move", "savant"),
    ("move-religieux", "move", "religieux"),
    ("move-croque-mort", "move", "croque-mort"),
    ("move-archer", "move", "archer"),
    ("teleport", "teleport", "dement"),
    ("extra-move", "extra_move", "agile"),
    ("swap", "swap", "tacticien"),
    ("pull", "pull", "savant"),
    ("reveal", "reveal", "mystique"),
    ("aim", "aim", "archer"),
    ("steer-ghost", "steer_ghost", "croque-mort"),
    ("move-ghosts", "move", None),
]


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_is_stated_in_one_place_of_the_ruleset(ruling: str) -> None:
    places = [
        f"{path.name}:{number}"
        for path in sorted(FOLDER.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(rf"\b{ruling}\.(?:\s|$)", line)
    ]
    assert len(places) == 1, places


def test_no_other_ruling_is_spoken_of() -> None:
    spoken = {number for path in FOLDER.rglob("*.py") for number in re.findall(r"\bR[0-9]+\b", path.read_text("utf-8"))}
    assert spoken == set(RULINGS)


def applied() -> list[tuple[str, str]]:
    """The rulings that results and facts name, each with its place: after a reason, or as ``rulings=``."""
    found = []
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named: list[ast.expr] = []
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("success", "failure"):
                named = node.args[1:]
            elif isinstance(node, ast.keyword) and node.arg == "rulings":
                named = [node.value]
            texts = [part.value for each in named for part in ast.walk(each) if isinstance(part, ast.Constant)]
            found += [(f"{path.name}:{named[0].lineno}", text) for text in texts if str(text)[:1].isupper()]
    return found


def test_results_name_only_rulings_that_exist() -> None:
    assert len(applied()) > 10
    assert not [(line, ruling) for line, ruling in applied() if ruling not in RULINGS]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruling", RULINGS)
def test_each_ruling_has_its_sentence(ruling: str, language: str) -> None:
    assert catalogue(language, "tsewnart").say(f"ruling.{ruling}").startswith(f"{ruling}. ")


def test_the_order_of_play_is_the_rule_sheets() -> None:
    assert [(step.id, step.order, step.role) for step in rules.ORDER_OF_PLAY] == ORDER_OF_PLAY


def test_each_rule_of_the_order_of_play_is_documented() -> None:
    assert not [step.id for step in rules.ORDER_OF_PLAY if not step.rule.__doc__]
