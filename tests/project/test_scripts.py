"""The scripts of pages: typed, without what makes code or markup of texts, without a sentence, and small.

``tests/scripts.sh`` installs what they are checked with, once for all tests (``make test``).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import ROOT

from adjudicator.reports.environment import BEFORE

CHECKOUT = ROOT.resolve()
SCRIPTS = sorted((CHECKOUT / "templates" / "scripts").glob("*.js"))
PAGES = {path.stem for path in (CHECKOUT / "templates" / "scripts").glob("*.css")}
SETTINGS = CHECKOUT / "tests" / "scripts"
PROGRAMS = Path(sys.executable).parent
PACKAGES = PROGRAMS.parent / "scripts" / "node_modules"
MOST_LINES = 400


def node(program: str, *arguments: object, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program of the packages; node is the one on the PATH, else the environment's own."""
    found = shutil.which("node") or shutil.which("node", path=str(PROGRAMS))
    if found is None or not (PACKAGES / program).is_file():
        pytest.fail(f"{program} is not here; `tests/scripts.sh {PROGRAMS}` installs it")
    line = [found, str(PACKAGES / program), *map(str, arguments)]
    environment = {**os.environ, "NODE_PATH": str(PACKAGES), "NO_COLOR": "1"}
    return subprocess.run(
        line,
        cwd=CHECKOUT,
        env=environment,
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def passes(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, done.stdout + done.stderr


def lint(*arguments: object, given: str | None = None) -> subprocess.CompletedProcess[str]:
    settings = ("--config", SETTINGS / "eslint.config.cjs", "--max-warnings", 0)
    return node("eslint/bin/eslint.js", *settings, *arguments, given=given)


def test_there_are_scripts() -> None:
    assert SCRIPTS
    assert {path.stem for path in SCRIPTS} == PAGES | {each for name in PAGES for each in BEFORE.get(name, ())}


def test_types_are_said_and_kept(tmp_path: Path) -> None:
    for name in PAGES:
        whole = [SCRIPTS[0].with_name(f"{each}.js") for each in (*BEFORE.get(name, ()), name)]
        (tmp_path / f"{name}.js").write_text("\n".join(path.read_text("utf-8") for path in whole), encoding="utf-8")
    for types in SCRIPTS[0].parent.glob("*.d.ts"):
        shutil.copy(types, tmp_path)
    settings = {"extends": str(SETTINGS / "tsconfig.json"), "include": [f"{tmp_path}/*"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    passes(node("typescript/bin/tsc", "--project", tmp_path))


def test_the_linter_finds_nothing() -> None:
    passes(lint(*SCRIPTS))


def test_they_are_formatted() -> None:
    written = [path for path in SCRIPTS[0].parent.iterdir() if path.suffix in (".js", ".css", ".ts")]
    passes(node("prettier/bin/prettier.cjs", "--check", "--no-config", "--print-width", 120, *written))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_they_are_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < MOST_LINES


WRONG = {
    "eval(name);": "no-eval",
    'setTimeout("run()", 1);': "no-implied-eval",
    "new Function(name);": "no-new-func",
    "box.innerHTML = name;": "no-restricted-properties",
    "box.outerHTML = name;": "no-restricted-properties",
    'box.insertAdjacentHTML("beforeend", name);': "no-restricted-properties",
    "document.write(name);": "no-restricted-properties",
    'say("Copié");': "no-restricted-syntax",
    'say("Nothing was copied");': "no-restricted-syntax",
    "say(`${name} is next`);": "no-restricted-syntax",
    'box.textContent = "Next";': "no-restricted-syntax",
}
RIGHT = """
box.textContent = name;
box.className = "done";
document.querySelectorAll("button, .post > input");
say(`${name}: ${name}`);
"""


def test_the_linter_finds_what_is_wrong_and_nothing_else() -> None:
    lines = ['"use strict";', "const [box, name, say] = [{}, {}, {}];", *WRONG, *RIGHT.strip().splitlines()]
    done = lint("--stdin", "--format", "json", given="\n".join(lines) + "\n")
    (told,) = json.loads(done.stdout)
    found = {lines[message["line"] - 1]: message["ruleId"] for message in told["messages"]}
    assert found == WRONG


def test_the_packages_are_pinned_and_name_no_host_of_a_registry() -> None:
    wanted = json.loads((SETTINGS / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    locked = json.loads((SETTINGS / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert wanted == {name: locked[f"node_modules/{name}"]["version"] for name in wanted}
    assert [name for name, package in locked.items() if "resolved" in package] == []
    assert [name for name, package in locked.items() if name and "integrity" not in package] == []
