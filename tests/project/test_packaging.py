"""The program is the same from a wheel, from an unpacked sdist and from a bare copy; its make targets work."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from jinja2 import ModuleLoader
from packaging.requirements import Requirement
from support.campaigns import demo
from support.commands import ROOT
from support.depth import HANG

CHECKOUT = ROOT.resolve()
DATA = ("schemas", "templates", "campaigns")
NOT_SOURCE = shutil.ignore_patterns(
    ".git",
    ".venv",
    "node_modules",
    "__pycache__",
    "dist",
    "build",
    "mutants",
    ".hypothesis",
    ".*_cache",
    "*.egg-info",
    "*.pyc",
)

pytestmark = pytest.mark.skipif(not (CHECKOUT / "pyproject.toml").exists(), reason="the tests are not in a checkout")


def run(*line: object, cwd: Path, path: Path | None = None) -> str:
    """The output of a program that must succeed, without the settings of this one; ``path`` is searched first."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMPDIR") if name in os.environ}
    words = [str(word) for word in line]
    environment = kept | {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run(
        words, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", timeout=HANG, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def needed(name: str, found: dict[str, Distribution]) -> dict[str, Distribution]:
    """The distributions that ``name`` declares it needs, and those that they need."""
    for requirement in distribution(name).requires or ():
        wanted = Requirement(requirement)
        applies = wanted.marker is None or wanted.marker.evaluate({"extra": ""})
        if applies and wanted.name not in found:
            found[wanted.name] = distribution(wanted.name)
            needed(wanted.name, found)
    return found


@pytest.fixture(scope="module")
def dependencies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what pyproject.toml declares and nothing else: no trace of an installed adjudicator."""
    folder = tmp_path_factory.mktemp("dependencies")
    for known in needed("adjudicator", {}).values():
        for file in known.files or ():
            source = Path(str(known.locate_file(file)))
            if ".." not in file.parts and source.suffix != ".pyc" and source.is_file():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, folder / file)
    return folder


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout, as git would make it."""
    copy = tmp_path_factory.mktemp("bare") / "copy"
    shutil.copytree(CHECKOUT, copy, ignore=NOT_SOURCE)
    return copy


@pytest.fixture(scope="module")
def built(bare: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, bare, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(iter(built.glob("*.whl")))


@pytest.fixture(scope="module")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(next(iter(built.glob("*.tar.gz")))) as archive:
        archive.extractall(folder, filter="data")
    return next(iter(folder.iterdir()))


@pytest.fixture(scope="module")
def installed(wheel: Path, dependencies: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment with the wheel, and its dependencies beside it."""
    home = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(home, symlinks=os.name != "nt")
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "--no-index", "--no-deps"]
    run(*pip, "--quiet", "--no-compile", wheel, cwd=home)
    site = run(programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip()
    (Path(site) / "dependencies.pth").write_text(f"{dependencies}\n", encoding="utf-8")
    return programs


@pytest.fixture(scope="module")
def demo_here(bare: Path, dependencies: Path) -> str:
    """What the demo prints in a bare copy, without installation."""
    return run(sys.executable, "-S", "-m", "adjudicator", "demo", "--full", cwd=bare, path=dependencies)


def files_below(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for name in DATA
        for path in (folder / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


# What is in them ---------------------------------------------------------------------------------------------


def test_the_wheel_carries_all_data_and_the_catalogues_and_no_tests(wheel: Path, bare: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert files_below(bare)
    assert {f"adjudicator/_data/{name}" for name in files_below(bare)} <= names
    modules = {path.relative_to(bare).as_posix() for path in (bare / "adjudicator").rglob("*") if path.is_file()}
    assert modules <= names
    others = {name for name in names - modules if not name.startswith(("adjudicator/_data/", "adjudicator-"))}
    assert not others


def test_the_sdist_carries_what_the_checkout_has(unpacked: Path, bare: Path) -> None:
    assert files_below(unpacked) == files_below(bare)
    for name in (
        "pyproject.toml",
        "hatch_build.py",
        "Makefile",
        "README.md",
        ".ci/run",
        "tests",
        "adjudicator",
        "docs",
    ):
        assert (unpacked / name).exists(), name


def test_the_version_of_the_package_is_the_programs(wheel: Path) -> None:
    import adjudicator

    assert wheel.name.startswith(f"adjudicator-{adjudicator.__version__}-")


def test_the_page_for_who_is_no_programmer_names_the_wheel_and_the_version(wheel: Path, installed: Path) -> None:
    page = (ROOT / "docs" / "installer.md").read_text(encoding="utf-8")
    names = set(re.findall(r"adjudicator-[0-9][^\s`\"]*\.whl", page))
    assert wheel.name in names
    assert f"\n{run(installed / 'adjudicator', '--version', cwd=installed)}" in page


# The same demo everywhere ------------------------------------------------------------------------------------


@pytest.mark.deep
def test_a_bare_copy_plays_the_demo_without_installation(demo_here: str) -> None:
    assert len(demo_here.splitlines()) > 1000


@pytest.mark.deep
def test_the_wheel_plays_the_same_demo(installed: Path, demo_here: str, tmp_path: Path) -> None:
    assert run(installed / "adjudicator", "demo", "--full", cwd=tmp_path) == demo_here


@pytest.mark.deep
def test_the_wheel_plays_the_demo_in_an_empty_folder_and_compiles_no_template(installed: Path, tmp_path: Path) -> None:
    play = (
        "import sys, jinja2; jinja2.Environment.compile = None; sys.argv = ['adjudicator', 'demo', '--full'];"
        "from adjudicator.__main__ import run; run()"
    )
    told = run(installed / "python", "-c", play, cwd=tmp_path)
    assert len(told.splitlines()) > 1000
    for path in demo("tsewnart")[1].glob("turns/*/result/reports/public.txt"):
        assert path.read_text(encoding="utf-8") in told, path
    assert list(tmp_path.iterdir()) == []
    code = "import adjudicator, click; print(adjudicator.__file__); print(click.__file__)"
    ours, theirs = run(installed / "python", "-c", code, cwd=tmp_path).splitlines()
    assert Path(ours).is_relative_to(installed.parent)
    assert not Path(theirs).is_relative_to(CHECKOUT)


def test_the_wheel_carries_each_template_of_reports_compiled(installed: Path, wheel: Path, bare: Path) -> None:
    templates = [path for path in (bare / "templates").rglob("*.j2") if not path.name.endswith(".yaml.j2")]
    assert len(templates) > 20
    names = [path.relative_to(bare / "templates").as_posix() for path in templates]
    modules = {f"adjudicator/_data/templates/compiled/{ModuleLoader.get_module_filename(name)}" for name in names}
    assert {name for name in zipfile.ZipFile(wheel).namelist() if re.search("_data/templates/.*py$", name)} == modules


@pytest.mark.deep
def test_the_unpacked_sdist_plays_the_demo(unpacked: Path, dependencies: Path, demo_here: str) -> None:
    line = (sys.executable, "-S", "-m", "adjudicator", "demo", "--full")
    assert run(*line, cwd=unpacked, path=dependencies) == demo_here


@pytest.mark.deep
def test_the_checkout_plays_the_demo(demo_here: str) -> None:
    assert run(sys.executable, "-m", "adjudicator", "demo", "--full", cwd=CHECKOUT) == demo_here


def test_the_wheel_tells_its_version(installed: Path, tmp_path: Path) -> None:
    import adjudicator

    assert run(installed / "adjudicator", "--version", cwd=tmp_path) == f"adjudicator {adjudicator.__version__}\n"


def test_a_bare_copy_tells_its_version_without_installation(bare: Path, dependencies: Path) -> None:
    import adjudicator

    told = run(sys.executable, "-S", "-m", "adjudicator", "--version", cwd=bare, path=dependencies)
    assert told.split()[-1] == adjudicator.__version__


def test_only_what_is_declared_is_found_beside_a_bare_copy(bare: Path, dependencies: Path) -> None:
    """``-S`` and the folder of dependencies: what is not declared in pyproject.toml is not found."""
    code = "import importlib.util as u; print([m for m in ('pytest', 'babel', 'hypothesis') if u.find_spec(m)])"
    assert run(sys.executable, "-S", "-c", code, cwd=bare, path=dependencies).strip() == "[]"


# make and the continuous integration -------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize(("target", "last"), [("demo", "adjudicator demo"), ("test", "pytest"), ("lint", "mypy")])
def test_make_sets_up_what_a_target_needs_and_then_runs_it(target: str, last: str, bare: Path) -> None:
    lines = run("make", "-n", target, cwd=bare).strip().splitlines()
    assert "-m venv .venv" in lines[0]
    assert any("pip install" in line for line in lines[1:-1])
    assert last in lines[-1]


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_make_sets_nothing_up_twice(bare: Path, tmp_path: Path) -> None:
    for name in ("python", "installed", "test-installed"):
        stamp = tmp_path / ".venv" / ("bin/python" if name == "python" else name)
        stamp.parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "tests" / "scripts").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "tests/scripts/package-lock.json"):
        shutil.copyfile(bare / name, tmp_path / name)
    for name in ("bin/python", "installed", "test-installed"):
        (tmp_path / ".venv" / name).touch()
    for target in ("demo", "test"):
        assert len(run("make", "-n", target, cwd=tmp_path).strip().splitlines()) == 1


def test_continuous_integration_runs_the_tests_then_lint_and_types(bare: Path) -> None:
    script = (bare / ".ci" / "run").read_text(encoding="utf-8")
    commands = [line for line in script.splitlines() if line.startswith("make ")]
    assert commands == ["make test", "make lint"]
    assert "set -e" in script
    recipe = re.search(r"^lint:.*\n((?:\t.*\n)+)", (bare / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe is not None
    assert [word for word in ("ruff check", "ruff format --check", "mypy") if word not in recipe[1]] == []


@pytest.mark.skipif(os.name == "nt", reason="files are not made executable there")
def test_the_script_of_continuous_integration_can_be_started() -> None:
    assert os.access(CHECKOUT / ".ci" / "run", os.X_OK)
