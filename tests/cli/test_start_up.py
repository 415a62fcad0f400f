"""A command starts quickly, and tells in either language what it is for and what is wrong with its line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.commands import campaign as made
from support.depth import HANG, few

from adjudicator.cli.main import COMMANDS, main
from adjudicator.speech.voice import LANGUAGES, catalogue
from adjudicator.store.layout import data_folder

PRODUCT = [  # in the order of a campaign's life; those that do not exist yet may be missing
    *("new", "submit", "check", "template", "status", "resolve", "report", "posted", "run", "receive", "mail"),
    *("undo", "replay", "withdraw", "amend", "replace", "leave", "hold", "release", "extend"),
    *("journal", "why", "verify", "export", "cases", "demo"),
]
HEAVY = ("yaml", "jsonschema", "jinja2")
RUN = """
import json, sys
from adjudicator.cli.main import main
sys.stdout.reconfigure(encoding="utf-8")
try:
    status = main(json.loads(sys.argv[1]), standalone_mode=False)
except SystemExit as ended:
    status = ended.code
print("\\n" + json.dumps({"status": status, "modules": sorted(sys.modules)}))
"""


def modules_after(*line: str) -> set[str]:
    """The modules loaded in a new process that runs ``adjudicator LINE`` and must succeed."""
    command = [sys.executable, "-c", RUN, json.dumps(line)]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=HANG, env=kept)
    told = json.loads(done.stdout.splitlines()[-1])
    assert not told["status"], done.stdout + done.stderr
    assert "adjudicator.cli.main" in told["modules"]
    return set(told["modules"])


def heavy_after(*line: str) -> set[str]:
    return {name.partition(".")[0] for name in modules_after(*line)} & set(HEAVY)


def run(*line: str) -> Result:
    return CliRunner().invoke(main, list(line), prog_name="adjudicator")


# Speed -------------------------------------------------------------------------------------------------------


def test_help_loads_no_heavy_module() -> None:
    assert heavy_after("--help") == set()


@few(3)
@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_loads_no_heavy_module(command: str) -> None:
    assert heavy_after(command, "--help") == set()


def test_help_of_a_command_loads_no_other_command() -> None:
    loaded = {name for name in modules_after("status", "--help") if name.startswith("adjudicator.cli.")}
    assert {name.removeprefix("adjudicator.cli.") for name in loaded} & set(COMMANDS.values()) == {"inspect"}


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    example = data_folder("campaigns") / "demo"
    (tmp_path / "campaign.yaml").write_bytes((example / "campaign.yaml").read_bytes())
    return tmp_path


def test_reading_orders_loads_no_templates(campaign: Path) -> None:
    orders = next((data_folder("campaigns") / "demo" / "orders" / "roles").iterdir())
    heavy = heavy_after("check", str(campaign), str(orders))
    assert "yaml" in heavy  # it did read them
    assert "jinja2" not in heavy


@pytest.mark.parametrize("command", ["check", "submit"])
def test_reading_good_orders_does_not_load_jsonschema(command: str, campaign: Path) -> None:
    orders = next((data_folder("campaigns") / "demo" / "orders" / "roles").iterdir())
    assert "jsonschema" not in heavy_after(command, str(campaign), str(orders))


def test_once_a_stage_is_played_its_campaign_is_not_read_again(tmp_path: Path) -> None:
    folder = made(tmp_path / "campaign", "turn-1")
    assert "yaml" not in heavy_after("status", str(folder))
    assert "yaml" not in heavy_after("resolve", str(folder), "--force")
    (folder / "campaign.yaml").write_bytes((folder / "campaign.yaml").read_bytes() + b"\n")
    assert "yaml" in heavy_after("status", str(folder))


def test_help_loads_no_game_and_no_slow_module_that_click_does_not_load_itself() -> None:
    slow = {"asyncio", "http.client", "email.message", "unittest", "difflib", "hashlib", "tempfile", "subprocess"}
    loaded = modules_after("--help")
    assert not [name for name in loaded if name.startswith("adjudicator.games.")]
    bare = subprocess.run(
        [sys.executable, "-c", "import sys, json, click; print(json.dumps(sorted(sys.modules)))"],
        capture_output=True,
        check=True,
    )
    assert loaded & slow <= set(json.loads(bare.stdout))


# Help --------------------------------------------------------------------------------------------------------


def test_the_commands_are_the_products_and_in_its_order() -> None:
    assert [name for name in PRODUCT if name in COMMANDS] == list(COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_lists_every_command_with_a_line_about_it(language: str) -> None:
    done = run("--language", language, "--help")
    assert done.exit_code == 0, done.output
    listed = re.findall(r"^  (\w+)  +(\S.*)$", done.output.partition("\n" + listing(language))[2], re.MULTILINE)
    assert [name for name, _ in listed] == list(COMMANDS)
    for name, line in listed:
        assert catalogue(language).say(f"help.{name}.short").startswith(line.strip())


def listing(language: str) -> str:
    return catalogue(language).say("help.commands")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_in_each_language(command: str, language: str) -> None:
    for line in ((command, "--help", "--language", language), ("--language", language, command, "--help")):
        done = run(*line)
        assert (done.exit_code, done.exception) == (0, None), done.output
        flat = re.sub(r"[ \n]+", " ", done.output)
        for paragraph in catalogue(language).say(f"help.{command}").split("\n"):
            assert re.sub(r" +", " ", paragraph) in flat
        assert not re.search(r"\b(?:help|option|error)\.[a-z]", done.output), "a key instead of its sentence"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_has_help(command: str) -> None:
    made = main.get_command(None, command)  # type: ignore[arg-type]
    assert made is not None
    for parameter in made.params:
        text = getattr(parameter, "help", None)
        if parameter.param_type_name == "option":
            assert text and all(catalogue(language).has(text) for language in LANGUAGES), parameter.name


HELPS = """
import json, sys
from click.testing import CliRunner
from adjudicator.cli.main import COMMANDS, main
lines = [[], *([name] for name in COMMANDS)]
helps = [CliRunner().invoke(main, ["--language", sys.argv[1], *line, "--help"], prog_name="x").output for line in lines]
print(json.dumps(helps))
"""


def all_helps(language: str) -> list[str]:
    """The help of the program and of each command, from one process: click remembers its first ``--help``."""
    done = subprocess.run([sys.executable, "-c", HELPS, language], capture_output=True, check=True, timeout=HANG)
    return list(json.loads(done.stdout))


def test_help_is_in_the_language_asked_for() -> None:
    for french, english in zip(all_helps("fr"), all_helps("en"), strict=True):
        same = {line for line in set(french.splitlines()) & set(english.splitlines()) if "--format [" not in line}
        assert not [line for line in same if len(re.findall(r"[a-zà-ÿ]{3,}", line)) > 2]
        assert not re.search(r"[à-ÿ«]", english.replace("fermé", "").replace("bouée", "").replace("sphérique", ""))


def test_an_english_help_leaves_the_next_one_french() -> None:
    first = run("--help").output
    assert run("--help", "--language", "en").output != first
    assert run("--help").output == first


def test_the_formats_and_boards_that_a_report_may_be_asked_in_are_those_there_are() -> None:
    from adjudicator.cli import inspect
    from adjudicator.reports.markup import DIALECTS, FORMATS, JSON, PNG, SVG
    from adjudicator.speech.voice import vocabulary

    assert (*FORMATS, SVG, PNG, JSON) == inspect.FORMATS
    assert tuple(DIALECTS) == inspect.FORUMS == tuple(vocabulary("").canonical("forums"))


def test_the_version_is_told() -> None:
    done = run("--version")
    assert (done.exit_code, done.output.split()[0]) == (0, "adjudicator")
    assert re.search(r"\d+\.\d+", done.output)


# Lines that cannot be used -----------------------------------------------------------------------------------

WRONG_LINES = {
    "no such command": ["reprt"],
    "no such option": ["report", "x", "--zzz"],
    "a near option": ["report", "x", "--languag", "fr"],
    "several near options": ["report", "x", "--fo", "y"],
    "an option without its value": ["report", "x", "--turn"],
    "a flag with a value": ["resolve", "x", "--force=1"],
    "no folder named": ["report"],
    "no player named": ["template", "x"],
    "one argument too many": ["report", "a", "b"],
    "two arguments too many": ["report", "a", "b", "c"],
    "a format that does not exist": ["report", "x", "--format", "zzz"],
    "a folder that does not exist": ["status", "/nowhere"],
    "no cases named": ["cases"],
    "a language that does not exist": ["--language", "xx", "status", "x"],
}
ENGLISH = re.compile(
    r"\b(?:is|are|not|the|of|for|one|no|Error|Usage|Missing|Invalid|Got|Try|Did|mean|required|takes?|requires?|does)\b"
)


@pytest.mark.parametrize("name", WRONG_LINES)
def test_a_wrong_line_is_refused_with_status_2_in_french(name: str) -> None:
    done = run(*WRONG_LINES[name])
    assert done.exit_code == 2
    assert done.stderr and not done.stdout
    unquoted = re.sub(r"'[^']*'|«[^»]*»|--\w+", "", done.stderr)
    assert not ENGLISH.search(unquoted), done.stderr


@pytest.mark.parametrize("name", WRONG_LINES)
def test_a_wrong_line_is_refused_with_status_2_in_english(name: str) -> None:
    done = run("--language", "en", *WRONG_LINES[name])
    assert done.exit_code == 2
    assert not re.search(r"[à-ÿ«]", done.stderr), done.stderr


@pytest.mark.parametrize("answer", ["99999", "deux", "0"])
def test_a_wrong_answer_to_new_is_refused_in_french(answer: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new", str(tmp_path / "partie")], input=f"Titre\n{answer}\n")
    refusal = next(line for line in (done.stdout + done.stderr).splitlines() if "Err" in line)
    assert not ENGLISH.search(refusal.replace(answer, "").rpartition("Erreur")[2]), refusal
    assert refusal.count("Erreur") == 1
    assert not (tmp_path / "partie").exists()


# Where nobody reads --------------------------------------------------------------------------------------------


@few(1)
@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Windows closes no stream")
@pytest.mark.parametrize(("closed", "line", "status"), [(">&-", "status .", 0), ("2>&-", "status nowhere", 2)])
def test_a_command_whose_output_is_closed_does_its_work(tmp_path: Path, closed: str, line: str, status: int) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m adjudicator {line} {closed}', sys.executable],
        cwd=made(tmp_path / "p", "turn-1"),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_what_cannot_be_said_is_no_damage(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -m adjudicator status . >/dev/full', sys.executable],
        cwd=made(tmp_path / "p", "turn-1"),
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 2
    assert (
        done.stderr
        == "Ce que la commande dit n’a pas pu être écrit\u00a0: le disque est plein. Ce qu’elle a fait est fait.\n"
    )


def test_a_profile_of_a_command_is_told() -> None:
    line = [sys.executable, "-m", "cProfile", "-m", "adjudicator", "--version"]
    done = subprocess.run(line, capture_output=True, encoding="utf-8", check=False)
    assert "function calls" in done.stdout
