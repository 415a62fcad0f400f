"""Who may import whom: the walls of docs/architecture.md, read from the source."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import adjudicator
from adjudicator.core.words import fold
from adjudicator.games import GAMES
from adjudicator.speech import voice
from adjudicator.store.layout import data_folder, locale_folder

PACKAGE = Path(adjudicator.__file__).parent
IMPURE = {"os", "pathlib", "random", "secrets", "time", "datetime", "logging", "io", "tempfile", "shutil"}
ROOMS = {
    "core": "",
    "games": "core",
    "pictures": "core",
    "store": "core",
    "speech": "core store",
    "reading": "core store speech",
    "campaign": "core games store speech reading",
    "orders": "core games store speech reading campaign",
    "table": "core games store speech reading campaign orders",
    "mail": "core games store speech reading campaign",
    "reports": "core games store speech reading campaign orders table pictures",
    "forms": "core games store speech reading campaign orders table pictures reports",
    "post": "core games store speech reading campaign orders table reports forms mail desk",
    "desk": "core games store speech reading campaign orders table reports forms mail post",
    "proof": "core games store speech reading campaign orders table reports desk post",
}
"""From which other rooms the modules of each import; ``games`` is the list of games, not what is in it."""
EVERYTHING = {*ROOMS, "cli"}


def sources(room: str) -> list[Path]:
    return sorted((PACKAGE / room).rglob("*.py"))


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


@cache
def imported(path: Path) -> list[str]:
    """Every module named in an import, wherever in the file it stands."""
    return list(_imported(path))


def _imported(path: Path) -> Iterator[str]:
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


def room_of(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


def is_allowed(name: str, rooms: set[str]) -> bool:
    if name.startswith("adjudicator.games."):
        return False
    return name == "adjudicator" or room_of(name) in rooms


def test_every_folder_of_the_package_is_a_room() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert folders == EVERYTHING


@pytest.mark.parametrize("room", [*ROOMS, "cli"])
def test_a_room_imports_only_from_the_rooms_it_may(room: str) -> None:
    files = sources(room) if room != "games" else [PACKAGE / "games" / "__init__.py"]
    assert files
    rooms = {room, *ROOMS.get(room, " ".join(ROOMS)).split()}
    broken = {f"{module_of(p)} → {name}" for p in files for name in ours(p) if not is_allowed(name, rooms)}
    assert not broken


def test_no_room_needs_one_that_needs_it() -> None:
    """The desk and the post serve each other, module by module: here they are one."""
    needs = {room: set(needed.replace("desk", "post").split()) for room, needed in ROOMS.items() if room != "desk"}
    assert circle_in({**needs, "post": needs["post"] - {"post"}}) == []


def test_no_module_needs_one_that_needs_it() -> None:
    """Wherever in a module an import stands: what is imported late, or for its types alone, is needed all the same."""
    needs = {module_of(path): set(ours(path)) - {"adjudicator"} for path in PACKAGE.rglob("*.py")}
    assert circle_in(needs) == []


def circle_in(needs: Mapping[str, set[str]]) -> list[str]:
    """Return what needs itself by way of others, and what stands between such."""
    left = {name: {other for other in others if other in needs} - {name} for name, others in needs.items()}
    while done := [name for name, others in left.items() if not others or not any(name in o for o in left.values())]:
        for name in done:
            del left[name]
        left = {name: others & left.keys() for name, others in left.items()}
    return sorted(left)


def test_a_circle_is_found() -> None:
    assert circle_in({"a": {"b"}, "b": {"c", "e"}, "c": {"b"}, "d": set(), "e": {"d"}}) == ["b", "c"]


@pytest.mark.parametrize("game", GAMES)
def test_a_ruleset_imports_core_and_itself(game: str) -> None:
    files = [*sources(f"games/{game}"), *(PACKAGE / "games").glob(f"{game}.py")]
    assert files
    inside = (f"adjudicator.games.{game}", "adjudicator.core")
    assert not {f"{module_of(p)} → {name}" for p in files for name in ours(p) if not name.startswith(inside)}


@pytest.mark.parametrize("room", ["core", "games"])
def test_rules_use_the_standard_library_alone_and_of_it_no_disk_no_clock_no_chance(room: str) -> None:
    for path in sources(room):
        others = {name.partition(".")[0] for name in imported(path)} - {"adjudicator"}
        assert others <= sys.stdlib_module_names, path
        assert not others & IMPURE, path
        called = {n.func.id for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if _is_plain_call(n)}
        assert not called & {"open", "print", "input", "exec", "eval"}, path


def test_of_a_game_its_rules_alone_are_given_the_mj() -> None:
    """What players are shown before a stage is played never asks him: it would tell that there is something to ask."""
    modules = sorted((PACKAGE / "core").glob("game*.py"))
    parts = [part for path in modules for part in ast.parse(path.read_text(encoding="utf-8")).body]
    given = {part.name for part in parts if isinstance(part, ast.ClassDef) and any(map(_is_given_the_mj, part.body))}
    assert given == {"Rules"}
    asking = {path.stem for path in sources("games") if "adjudicator.core.mj" in imported(path)}
    assert asking <= {"game", "rules", "deaths", "adjudication", "rolling", "outcomes", "exchange", "frame", "cases"}


def _is_given_the_mj(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any("Mj" in ast.unparse(arg) for arg in node.args.args)


def _is_plain_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


READERS = {"open", "io.open", "os.open", "os.fdopen", "os.popen", "codecs.open", "shutil.copy", "shutil.copy2"}
READERS |= {"shutil.copyfile", "shutil.copytree", "shutil.move", "read_text", "read_bytes"}
MAY_READ = {
    "pictures/drawing.py": "the font of the program itself; of the other rooms this one may import core alone",
    "cli/main.py": "os.devnull, where a process has no output",
    "desk/session.py": "a copy of a whole campaign, what is no file left out; what is read of it goes by the store",
}


def test_files_are_read_by_the_store_alone() -> None:
    """A pipe in the place of a file is waited for by whoever opens it otherwise than ``store/disk.py`` does."""
    outside = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in ("store", "_data")]
    reading = {path.relative_to(PACKAGE).as_posix(): set(_reads(path)) for path in outside}
    assert {name for name, found in reading.items() if found} == MAY_READ.keys(), reading


def _reads(path: Path) -> Iterator[str]:
    yield from _reads_in(path.read_text(encoding="utf-8"))


def _reads_in(source: str) -> Iterator[str]:
    """Yield the calls, and the functions taken from a module, by which files are read."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield from ({f"{node.module}.{alias.name}" for alias in node.names} & READERS)
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name in READERS or name.rpartition(".")[2] in ("read_text", "read_bytes") or _opens(node):
            yield name


def _opens(node: ast.Call) -> bool:
    """Tell whether ``path.open()`` is called: the other things called so take what is no mode."""
    if not (isinstance(node.func, ast.Attribute) and node.func.attr == "open"):
        return False
    modes = [*node.args[:1], *(word.value for word in node.keywords if word.arg == "mode")]
    return not node.args or any(
        isinstance(mode, ast.Constant) and isinstance(mode.value, str) and set(mode.value) <= set("rwxabt+")
        for mode in modes
    )


@pytest.mark.parametrize(
    "source",
    [
        "open(p)", "p.open()", "p.open('rb')", "p.open(mode='rb')", "p.read_text()", "Path(p).read_bytes()",
        "os.open(p, 0)", "io.open(p)", "from os import open", "shutil.copy(p, q)",
    ],
)  # fmt: skip
def test_a_read_past_the_store_is_found(source: str) -> None:
    assert list(_reads_in(source))


def test_nobody_imports_the_commands_but_main() -> None:
    outside = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] != "cli"]
    guilty = [path.name for path in outside if any(name.startswith("adjudicator.cli") for name in imported(path))]
    assert guilty == ["__main__.py"]


@pytest.mark.parametrize("room", sorted(EVERYTHING - {"games"}))
def test_no_game_is_named_outside_the_rulesets(room: str) -> None:
    assert not [line for path in sources(room) for line in lines_that_name_a_game(path)]


def lines_that_name_a_game(path: Path) -> list[str]:
    names = re.compile(f"(?<![a-z])(?:{'|'.join(GAMES)})(?![a-z])")  # a longer word may have one in it
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return [f"{path}:{number}: {line.strip()}" for number, line in lines if names.search(fold(line))]


ALL_GAMES = [
    data_folder("templates") / "common.j2",
    *sorted((data_folder("templates") / "markup").glob("*.j2")),
    *sorted(data_folder("schemas").glob("*.json")),
    *sorted(locale_folder().glob(f"*/LC_MESSAGES/{voice.SHARED}.po")),
]
"""What all games share of templates, schemas and sentences."""


@pytest.mark.parametrize("path", ALL_GAMES, ids=lambda path: "/".join(path.parts[-3:]))
def test_no_game_is_named_in_what_all_games_share(path: Path) -> None:
    assert not lines_that_name_a_game(path)


def test_what_all_games_share_is_found() -> None:
    names = [path.name for path in ALL_GAMES]
    assert {"common.j2", "text.j2", "common.schema.json", "vocabulary.json"} <= set(names)
    assert names.count("adjudicator.po") == len(voice.LANGUAGES)
    assert lines_that_name_a_game(PACKAGE / "games" / "__init__.py")
