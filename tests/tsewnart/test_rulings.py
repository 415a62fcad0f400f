"""Each ruling R1 to R27 is decided in one place, named, and the order of play is the rule sheet's."""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from adjudicator.games.tsewnart import rules, rulings
from adjudicator.speech.voice import LANGUAGES, catalogue

PACKAGE = "adjudicator.games.tsewnart"
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


def source(module: str) -> str:
    return (FOLDER / f"{module}.py").read_text(encoding="utf-8")


def decided_at(ruling: str) -> tuple[str, list[str]]:
    """The module and the names within it that WHERE gives for ``ruling``."""
    module, *names = rulings.WHERE[ruling].split(".")
    return module, names


def resolved(ruling: str) -> Any:
    module, names = decided_at(ruling)
    found: Any = import_module(f"{PACKAGE}.{module}")
    for name in names:
        found = getattr(found, name)
    return found


def statement(module: str, name: str) -> ast.stmt:
    """The assignment of a module's constant."""
    for node in ast.parse(source(module)).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return node
    raise AssertionError(f"{module}.{name} is not assigned")


def comments(module: str, name: str) -> str:
    """The comments right above a constant, and those within it."""
    node, lines = statement(module, name), source(module).splitlines()
    above = node.lineno - 1
    while above and lines[above - 1].startswith("#"):
        above -= 1
    return "\n".join(line.partition("# ")[2] for line in lines[above : node.end_lineno])


def test_where_lists_each_ruling_once_and_in_order() -> None:
    node = statement("rulings", "WHERE")
    assert isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict)
    written = [key.value for key in node.value.keys if isinstance(key, ast.Constant)]
    assert written == RULINGS


@pytest.mark.parametrize("ruling", RULINGS)
def test_the_place_of_a_ruling_exists_and_names_it(ruling: str) -> None:
    found = resolved(ruling)
    module, names = decided_at(ruling)
    if inspect.isfunction(found) or inspect.isclass(found):
        assert found.__module__ == f"{PACKAGE}.{module}"
        said = inspect.getdoc(found) or ""
    else:
        said = comments(module, names[0])
    assert re.search(rf"(?:^|\s){ruling}\. \S", said, re.MULTILINE), f"{rulings.WHERE[ruling]} does not say {ruling}."


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_is_stated_in_one_place_of_the_ruleset(ruling: str) -> None:
    places = [
        f"{path.name}:{number}"
        for path in sorted(FOLDER.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(rf"\b{ruling}\.(?:\s|$)", line)
    ]
    assert len(places) == 1, places
    assert places[0].startswith(f"{decided_at(ruling)[0]}.py:")


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
    assert not [(line, ruling) for line, ruling in applied() if ruling not in rulings.WHERE]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruling", RULINGS)
def test_each_ruling_has_its_sentence(ruling: str, language: str) -> None:
    assert catalogue(language, "tsewnart").say(f"ruling.{ruling}").startswith(f"{ruling}. ")


def test_the_order_of_play_is_the_rule_sheets() -> None:
    assert [(step.id, step.order, step.role) for step in rules.ORDER_OF_PLAY] == ORDER_OF_PLAY


def test_each_rule_of_the_order_of_play_is_documented() -> None:
    assert not [step.id for step in rules.ORDER_OF_PLAY if not step.rule.__doc__]
