"""Who may import whom: the walls of docs/architecture.md, read from the source."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import adjudicator
from adjudicator.core.words import fold
from adjudicator.files import catalogue
from adjudicator.files.paths import data_folder, locale_folder
from adjudicator.rulesets import GAMES

PACKAGE = Path(adjudicator.__file__).parent
IMPURE = {"os", "pathlib", "random", "secrets", "time", "datetime", "logging", "io", "tempfile", "shutil"}
SHARED = ("core", "files", "mail", "pictures", "cli")
ROOMS = {
    "core": ("core",),
    "files": ("core", "rulesets", "files", "mail", "pictures"),
    "mail": ("core", "rulesets", "files", "mail", "pictures"),
    "pictures": ("core", "rulesets", "files", "mail", "pictures"),
    "cli": ("core", "rulesets", "files", "mail", "pictures", "cli"),
    "rulesets": ("core",),
}
"""What the modules of each room may import of ours; ``rulesets`` is the list of games, not what is in it."""


def sources(room: str) -> list[Path]:
    return sorted((PACKAGE / room).rglob("*.py"))


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> Iterator[str]:
    """Every module named in an import, wherever in the file it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path}:{node.lineno}: a relative import"
            yield from (_deepest(f"{node.module}.{alias.name}", node.module) for alias in node.names)


def _deepest(name: str, module: str) -> str:
    """``from package import name``: the module of that name if there is one, else the package."""
    place = PACKAGE.parent / Path(*name.split("."))
    return name if place.is_dir() or place.with_suffix(".py").exists() else module


def ours(path: Path) -> list[str]:
    return [name for name in imported(path) if name.partition(".")[0] == "adjudicator"]


def allowed(name: str, rooms: tuple[str, ...]) -> bool:
    if name.startswith("adjudicator.rulesets."):
        return False
    return name == "adjudicator" or name.split(".")[1] in rooms


@pytest.mark.parametrize("room", [room for room in ROOMS if (PACKAGE / room).is_dir()])
def test_a_room_imports_only_from_the_rooms_it_may(room: str) -> None:
    files = sources(room) if room != "rulesets" else [PACKAGE / "rulesets" / "__init__.py"]
    assert files
    broken = {f"{module_of(p)} → {name}" for p in files for name in ours(p) if not allowed(name, ROOMS[room])}
    assert not broken


@pytest.mark.parametrize("game", GAMES)
def test_a_ruleset_imports_core_and_itself(game: str) -> None:
    files = [*sources(f"rulesets/{game}"), *(PACKAGE / "rulesets").glob(f"{game}.py")]
    assert files
    inside = (f"adjudicator.rulesets.{game}", "adjudicator.core")
    assert not {f"{module_of(p)} → {name}" for p in files for name in ours(p) if not name.startswith(inside)}


@pytest.mark.parametrize("room", ["core", "rulesets"])
def test_rules_use_the_standard_library_alone_and_of_it_no_disk_no_clock_no_chance(room: str) -> None:
    for path in sources(room):
        others = {name.partition(".")[0] for name in imported(path)} - {"adjudicator"}
        assert others <= sys.stdlib_module_names, path
        assert not others & IMPURE, path
        called = {n.func.id for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if _is_plain_call(n)}
        assert not called & {"open", "print", "input", "exec", "eval"}, path


def _is_plain_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def test_nobody_imports_the_commands_but_main() -> None:
    outside = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] != "cli"]
    guilty = [path.name for path in outside if any(name.startswith("adjudicator.cli") for name in imported(path))]
    assert guilty == ["__main__.py"]


@pytest.mark.parametrize("room", [room for room in SHARED if (PACKAGE / room).is_dir()])
def test_no_game_is_named_outside_the_rulesets(room: str) -> None:
    assert not [line for path in sources(room) for line in lines_that_name_a_game(path)]


def lines_that_name_a_game(path: Path) -> list[str]:
    names = re.compile("|".join(GAMES))
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return [f"{path}:{number}: {line.strip()}" for number, line in lines if names.search(fold(line))]


ALL_GAMES = [
    data_folder("templates") / "common.j2",
    *sorted((data_folder("templates") / "markup").iterdir()),
    *sorted(data_folder("schemas").glob("*.json")),
    *sorted(locale_folder().glob(f"*/LC_MESSAGES/{catalogue.SHARED}.po")),
]
"""What all games share of templates, schemas and sentences."""


@pytest.mark.parametrize("path", ALL_GAMES, ids=lambda path: "/".join(path.parts[-3:]))
def test_no_game_is_named_in_what_all_games_share(path: Path) -> None:
    assert not lines_that_name_a_game(path)


def test_what_all_games_share_is_found() -> None:
    names = [path.name for path in ALL_GAMES]
    assert {"common.j2", "text.j2", "common.schema.json", "vocabulary.json"} <= set(names)
    assert names.count("adjudicator.po") == len(catalogue.LANGUAGES)
    assert lines_that_name_a_game(PACKAGE / "rulesets" / "__init__.py")
