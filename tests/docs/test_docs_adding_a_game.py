"""The page for whoever adds a game: built by following it, the game plays, and nothing of it is in the project."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from support.commands import ROOT, SEED, Done, plain
from support.depth import deep
from support.golden import TYPOGRAPHY, Golden
from support.guide_pages import CODE, Story, anchors, sections, sessions
from support.served import Served

from adjudicator.games import GAMES
from adjudicator.reports.markup import FORMATS

PAGE = ROOT / "docs" / "adding-a-game.md"
LARGER = ROOT / "docs" / "larger-games.md"
"""The page that goes on with it: its commands are none, its files and patches make the toy with a window."""
NEEDED = ("adjudicator", "schemas", "templates", "campaigns", "tests")
RULESET = "adjudicator/games/mise"
LANGUAGES = ("fr", "en")
CATALOGUES = [f"adjudicator/locale/{language}/LC_MESSAGES/mise" for language in LANGUAGES]
LATER = ("schemas/mise/double.schema.json",)
"""Files that only the toy with a window has."""
READERS = ("public", "mj", "player-01-anna", "player-02-bruno", "player-03-chloe")
"""Whose reports are published, as their files are called."""


@cache
def text() -> str:
    return PAGE.read_text(encoding="utf-8") + LARGER.read_text(encoding="utf-8")


def blocks() -> list[tuple[str, str, str]]:
    """The files of the pages: the path named on the line before a block, the block's language, what is in it."""
    return re.findall(r"^`([^`\n]+)`[^`\n]*(?:`[^`\n]+`[^\n]*)?\n```(\w+)\n(.*?)```$", text(), re.MULTILINE | re.DOTALL)


def files() -> dict[str, str]:
    """The files to write whole."""
    return {
        path: content for path, language, content in blocks() if language not in ("diff", "patch") and path not in LATER
    }


def patches() -> dict[str, str]:
    """What makes another game of the toy, with a window: by file, lines that go and lines that come."""
    return {path: content for path, language, content in blocks() if language == "patch"}


def edits() -> dict[str, str]:
    """The files of the project to add lines to, each with the lines and what stands after them."""
    return {path: content for path, language, content in blocks() if language == "diff"}


# Following the page ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the project to which the page has been applied."""
    copy = tmp_path_factory.mktemp("newcomer") / "project"
    for name in NEEDED:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "_data"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for name, content in files().items():
        path = copy / name
        assert not path.exists(), name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    for name, lines in edits().items():
        add_lines(copy / name, lines)
    compile_catalogues(copy)
    _served[copy] = Served(copy)
    yield copy
    _served.pop(copy).close()


def add_lines(path: Path, edit: str) -> None:
    """Put the lines that an edit marks by ``+`` before those that it marks by a blank."""
    lines = edit.splitlines(keepends=True)
    after = "".join(line[1:] for line in lines if line.startswith(" "))
    source = path.read_text(encoding="utf-8")
    assert after and source.count(after) == 1, path
    path.write_text(source.replace(after, "".join(line[1:] for line in lines)), encoding="utf-8")


@pytest.fixture(scope="module")
def windowed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the project with the toy that has a window."""
    copy = tmp_path_factory.mktemp("windowed") / "project"
    shutil.copytree(project, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for name, lines in patches().items():
        patch(copy / name, lines)
    for name in LATER:
        [content] = [content for path, _, content in blocks() if path == name]
        (copy / name).write_text(content, encoding="utf-8")
    compile_catalogues(copy)
    _served[copy] = Served(copy)
    yield copy
    _served.pop(copy).close()


def patch(path: Path, hunks: str) -> None:
    """Take the lines marked by ``-`` out of a file, and put those marked by ``+`` there, beside those with a blank."""
    source = path.read_text(encoding="utf-8")
    for hunk in re.split(r"^@@\n", hunks, flags=re.MULTILINE):
        lines = [line if line != "\n" else " \n" for line in hunk.splitlines(keepends=True)]
        before = "".join(line[1:] for line in lines if line[0] in " -")
        assert source.count(before) == 1, (path, before)
        source = source.replace(before, "".join(line[1:] for line in lines if line[0] in " +"))
    path.write_text(source, encoding="utf-8")


def compile_catalogues(copy: Path) -> None:
    """Do what ``make catalogue`` does, for the new catalogues."""
    for name, language in zip(CATALOGUES, LANGUAGES, strict=True):
        compiling = ["compile", "-i", f"{name}.po", "-o", f"{name}.mo", "-l", language]
        done = python(copy, "-m", "babel.messages.frontend", *compiling)
        assert done.returncode == 0, done.stdout


def python(copy: Path, *args: object) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy of the project; return what it prints on both streams."""
    return subprocess.run(
        [sys.executable, *map(str, args)],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


_served: dict[Path, Served] = {}


def adjudicator(*args: object, stdin: str = "", cwd: Path) -> Done:
    """Run a command of the copy in ``cwd``, in the process that serves its commands."""
    code, out, err, _ = _served[cwd].run(*args, stdin=stdin)
    return Done(code, plain(out), plain(err))


def good(copy: Path, *args: object, stdin: str = "") -> str:
    """Run a command of the copy, which must end well; return what it prints."""
    done = adjudicator(*args, stdin=stdin, cwd=copy)
    assert (done.code, done.err) == (0, ""), (args, done)
    return done.out


def begin(copy: Path, folder: Path, players: str = "Anna,Bruno,Chloé", turns: int = 5, *options: str) -> None:
    """Begin a campaign of so many turns, with a known seed."""
    good(copy, "new", folder, "--game", "mise", "--players", players, "--title", "Essai", "--seed", SEED, *options)
    file = folder / "campaign.yaml"
    written = file.read_text(encoding="utf-8")
    assert re.search(r"^(tours|turns): 5$", written, re.MULTILINE)
    file.write_text(re.sub(r"^(tours|turns): 5$", rf"\1: {turns}", written, flags=re.MULTILINE), encoding="utf-8")


def table(turn: int, **bids: int) -> str:
    """The MJ's table of a turn, in French."""
    return f"tour: {turn}\njoueurs:\n" + "".join(f"  {player}: {{mise: {bid}}}\n" for player, bid in bids.items())


def play(copy: Path, folder: Path, turn: int, **bids: int) -> None:
    good(copy, "submit", folder, "-", stdin=table(turn, **bids))
    done = adjudicator("resolve", folder, "--force", cwd=copy)
    assert done.code == 0, done


def drawn(turn: int, candidates: list[str], seed: str = SEED) -> str:
    """Whom a turn draws, made by hand."""
    message = json.dumps([seed, turn, "point", "", 0])
    return candidates[int(hashlib.sha256(message.encode()).hexdigest(), 16) % len(candidates)]


def state(folder: Path) -> dict[str, Any]:
    *_, last = sorted((folder / "turns").glob("*/result/state.json"))
    found: dict[str, Any] = json.loads(last.read_bytes())
    return found


# What the page shows -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def story(project: Path, golden: Golden) -> Story:
    return Story(PAGE, project, lambda args, given: _served[project].run(*args, stdin=given)[-1], anew=golden.anew)


@pytest.mark.parametrize("section", sections(text()))
def test_a_section_prints_what_the_page_shows(section: str, story: Story) -> None:
    assert story.wrong_in(section) == []


def test_the_page_shows_what_a_game_needs() -> None:
    commands = [command for command, _ in sessions(text())]
    assert {command.split()[1] for command in commands} >= {
        *("catalogue", "new", "template", "check", "submit", "resolve", "report", "cases", "demo")
    }
    # It needs the project's own environment; done when the project was copied.
    assert {command.strip() for command in commands if command.startswith("make")} == {"make catalogue"}
    assert "catalogue:" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_example_of_the_page_is_played_from_a_shell(project: Path) -> None:
    done = python(project, "-m", "adjudicator", "cases", "tests/cases/mise")
    assert (done.returncode, done.stdout) == (0, "3 réussis, 0 en échec\n")


def test_every_block_but_the_console_names_its_file() -> None:
    fences = re.findall(r"^```(\w+)$", text(), re.MULTILINE)
    assert len(blocks()) == len([language for language in fences if language != "console"]) >= 15


def test_the_python_is_as_short_as_the_page_says() -> None:
    program = {path: content for path, content in files().items() if path.startswith("adjudicator/")}
    lines = sum(len(content.splitlines()) for path, content in program.items() if path.endswith(".py"))
    assert lines <= 150
    assert f"It takes {lines} lines of Python" in text()


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)\n]+)\)", CODE.sub("x", text()))
    assert links
    for link in links:
        path, _, anchor = link.partition("#")
        assert (PAGE.parent / path).exists(), link
        assert not anchor or anchor in anchors(PAGE.parent / path), link


def test_every_path_of_the_project_that_the_page_names_is_there(project: Path) -> None:
    """In prose; paths of the game's own are in the copy, but for its rules, which the newcomer is yet to write."""
    prose = re.sub(r"```.*?```", "", text(), flags=re.DOTALL)
    named = re.findall(r"`((?:adjudicator|schemas|templates|campaigns|tests|docs|core)/[\w./-]+)`", prose)
    named = [name.replace("core/", "adjudicator/core/", 1) if name.startswith("core/") else name for name in named]
    assert len(named) > 20
    assert {name for name in named if not (project / name).exists()} == {"docs/mise.md", *LATER}


# A whole game ------------------------------------------------------------------------------------------------


def test_a_whole_game_in_french(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    begin(project, folder, turns=3)
    play(project, folder, 1, Anna=4, Bruno=4, Chloé=9)  # Chloé is alone, though not lowest
    assert state(folder)["points"] == {"Anna": 0, "Bruno": 0, "Chloé": 1}
    play(project, folder, 2, Bruno=6, Chloé=6)  # Anna is absent, nobody is alone
    scorer = drawn(2, ["Bruno", "Chloé"])
    shown = good(project, "report", folder, "--for", "public")
    assert "Anna    -     0" in shown
    assert f"et va à {scorer}." in shown.replace("\n", " ")
    assert SEED not in shown
    play(project, folder, 3, Anna=2, Bruno=1, Chloé=1)
    end = good(project, "report", folder, "--for", "public").replace("\n", " ")
    points = {"Anna": 1, "Bruno": 0, "Chloé": 1}
    points[scorer] += 1
    winners = [player for player in points if points[player] == max(points.values())]
    assert state(folder) | {"points": points, "phase": "over"} == state(folder)
    assert f"Victoire (points : {max(points.values())}) : {', '.join(winners)}." in end
    assert f"Graine de tous les tirages : {SEED}" in end
    assert "terminée" in good(project, "status", folder)
    assert adjudicator("resolve", folder, cwd=project).code != 0


def test_a_whole_game_in_english(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    begin(project, folder, "Ann,Ben", 2, "--language", "en")
    for turn, bids in ((1, (3, 5)), (2, (6, 2))):
        for player, bid in zip(("Ann", "Ben"), bids, strict=True):
            order = f"player: {player}\nturn: {turn}\norders:\n  bid: {bid}\n"
            told = good(project, "submit", folder, "-", "--language", "en", stdin=order)
            assert f"{player}: you bid {bid}." in told
        assert f"turn {turn}" in good(project, "resolve", folder, "--language", "en")
    shown = good(project, "report", folder, "--for", "player:Ben")
    assert "You bid 2." in shown and "You score the point." in shown
    assert "Victory (points: 1): Ann, Ben." in shown
    assert "Bids and points" in shown and "turn 2" in shown


def test_nobody_bids_and_nobody_scores(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    begin(project, folder, turns=1)
    told = good(project, "submit", folder, "-", stdin="tour: 1\njoueurs: {Anna: rien, Bruno: rien, Chloé: rien}\n")
    assert "Anna : tu ne mises rien." in told
    good(project, "resolve", folder)
    shown = good(project, "report", folder, "--for", "mj")
    assert "Personne n’a misé : aucun point." in shown
    assert "Victoire (points : 0) : Anna, Bruno, Chloé." in shown


def test_a_turn_waits_for_those_who_are_missing(project: Path, tmp_path: Path) -> None:
    begin(project, tmp_path / "partie")
    good(project, "submit", tmp_path / "partie", "-", stdin=table(1, Anna=1))
    status = good(project, "status", tmp_path / "partie")
    assert "Ordres reçus : Anna" in status and "Ordres attendus : Bruno, Chloé" in status
    done = adjudicator("resolve", tmp_path / "partie", cwd=project)
    assert done.code == 3 and "Bruno, Chloé" in done.err + done.out
    dry = good(project, "resolve", tmp_path / "partie", "--dry-run", "--force")
    assert "Anna mise 1." in dry and not (tmp_path / "partie" / "turns").joinpath("0001-turn-1", "result").exists()


# A window ----------------------------------------------------------------------------------------------------


def test_a_window_takes_at_most_fifteen_lines_of_code() -> None:
    more = 0
    for path, hunks in patches().items():
        lines = [line for line in hunks.splitlines() if path.endswith(".py") and line[:1] in ("+", "-")]
        code = [line[0] for line in lines if line[1:].strip() and not line[1:].lstrip().startswith('"""')]
        more += code.count("+") - code.count("-")
    assert 0 < more <= 15
    assert f"Here is one for the toy, in {more} lines of code more:" in text()


@pytest.mark.deep
def test_the_window_waits_for_who_may_guess_and_passes_by_who_has_left_a_guess(windowed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    begin(windowed, folder, turns=2)
    good(windowed, "submit", folder, "-", stdin=table(1, Anna=4, Bruno=4, Chloé=9))
    assert "Maintenant attendu : tour 1, nombre à deviner." in good(windowed, "resolve", folder)
    assert "Ordres attendus : Chloé" in good(windowed, "status", folder)
    assert adjudicator("resolve", folder, cwd=windowed).code == 3
    guess = "joueur: Chloé\ntour: 1\nordres: {mise: 12}\npermanents: {mise: 3}\n"
    assert "Chloé : tu mises 12" in good(windowed, "submit", folder, "-", stdin=guess)
    good(windowed, "resolve", folder)
    good(windowed, "submit", folder, "-", stdin=table(2, Anna=5, Bruno=5, Chloé=8))
    done = good(windowed, "resolve", folder)
    assert [line.partition(". ")[0] for line in done.splitlines() if line.startswith("Joué")] == [
        "Joué : tour 2",
        "Joué : tour 2, nombre à deviner",
    ]
    assert state(folder)["phase"] == "over" and state(folder)["points"]["Chloé"] >= 2
    good(windowed, "verify", folder)


def test_the_windows_of_the_toy_have_a_clock(windowed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    begin(windowed, folder)
    file = folder / "campaign.yaml"
    written = file.read_text(encoding="utf-8")
    file.write_text(f"{written}échéance: {{jours: 3, fenêtres: {{heures: 99}}}}\n", encoding="utf-8")
    assert "« 99 » est trop grand : 72 au plus." in adjudicator("status", folder, cwd=windowed).err
    file.write_text(f"{written}échéance: {{jours: 3, fenêtres: {{heures: 24, à l’heure: oui}}}}\n", encoding="utf-8")
    good(windowed, "submit", folder, "-", stdin=table(1, Anna=4, Bruno=4, Chloé=9))
    good(windowed, "resolve", folder)
    assert json.loads(good(windowed, "status", folder, "--json"))["answered"] == []


@pytest.mark.deep
def test_the_toy_with_a_window_is_clean(windowed: Path) -> None:
    assert clean(windowed) == []


# The MJ's word -----------------------------------------------------------------------------------------------

WHY = ("--reason", "oublié", "--public", "Un point manquait.")


def test_the_table_is_amended_by_at_most_ten_lines() -> None:
    page = files()
    schema = page["schemas/mise/amendment.schema.json"].splitlines()
    words = [line for line in page["schemas/mise/vocabulary.json"].splitlines() if line.startswith('  "table":')]
    told = [line for line in page[f"{RULESET}/game.py"].splitlines() if line.startswith("FIELDS = ")]
    assert (len(words), len(told)) == (1, 1)
    assert len(schema) + len(words) + len(told) <= 10


def test_points_are_put_right_and_come_back_with_their_turn(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    begin(project, folder, turns=3)
    play(project, folder, 1, Anna=4, Bruno=4, Chloé=9)
    text = "tour: 2\ntable: {points: {Anna: 2}}\n"
    assert "- points, Anna : 0 → 2\n" in good(project, "amend", folder, "-", *WHY, stdin=text)
    play(project, folder, 2, Anna=3)
    assert state(folder)["points"] == {"Anna": 3, "Bruno": 0, "Chloé": 1}
    assert "Un point manquait." in good(project, "report", folder, "--for", "public").replace("\n", " ")
    good(project, "undo", folder, *WHY)
    good(project, "resolve", folder, "--force")
    assert state(folder)["points"] == {"Anna": 3, "Bruno": 0, "Chloé": 1}


def test_a_game_that_was_played_by_hand_goes_on(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    begin(project, folder, turns=8)
    good(project, "amend", folder, "-", *WHY, stdin="tour: 7\ntable: {points: {Anna: 2, Chloé: 3}}\n")
    play(project, folder, 7, Anna=3)
    assert [path.name for path in (folder / "turns").iterdir()] == ["0001-turn-7"]
    assert state(folder)["points"] == {"Anna": 3, "Bruno": 0, "Chloé": 3}


# Orders ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def begun(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new campaign, for what changes nothing in it."""
    folder = tmp_path_factory.mktemp("begun") / "partie"
    begin(project, folder)
    return folder


def refused(copy: Path, folder: Path, order: str, language: str = "fr") -> Done:
    done = adjudicator("submit", folder, "-", "--language", language, stdin=order, cwd=copy)
    assert done.code == 1
    return done


@pytest.mark.parametrize(
    ("order", "place", "said"),
    [
        ("joueur: Brono\ntour: 1\nordres:\n  mise: 7\n", "-:1:9:", "Peut-être « Bruno » ?"),
        ("joueur: Anna\ntour: 1\nordres:\n  mize: 7\n", "-:4:3:", "Peut-être « mise » ?"),
        ("joueur: Anna\ntour: 1\nordres:\n  mise: 0\n", "-:4:9:", "« 0 »"),
        ("joueur: Anna\ntour: 1\nordres:\n  mise: 21\n", "-:4:9:", "20 au plus"),
        ("joueur: Anna\ntour: 1\nordres:\n  mise: sept\n", "-:4:9:", "« sept »"),
        ("joueur: Anna\ntour: 1\nordres: rein\n", "-:3:9:", "Peut-être « rien » ?"),
        ("joueur: Anna\ntour: 2\nordres:\n  mise: 7\n", "-:2:7:", "tour 1"),
        ("joueur: Anna\ntour: 1\nordres:\n  mise:\n", "-:4:3:", "mise"),
    ],
)
def test_a_faulty_order_is_refused_with_its_place_and_the_nearest_word(
    project: Path, begun: Path, order: str, place: str, said: str
) -> None:
    told = adjudicator("check", begun, "-", stdin=order, cwd=project)
    assert told.code == 1
    [line] = [line for line in (told.err + told.out).splitlines() if line.startswith(place)]
    assert said in line


def test_the_bid_of_the_turn_before_is_refused_to_him_who_made_it_alone(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    begin(project, folder)
    play(project, folder, 1, Anna=4, Bruno=7)
    told = refused(project, folder, "joueur: Anna\ntour: 2\nordres:\n  mise: 4\n", "en")
    assert "-:4:9: “4” is already your bid of the turn before" in told.err + told.out
    good(project, "submit", folder, "-", stdin=table(2, Anna=7, Bruno=4, Chloé=4))


def test_two_names_alike_are_refused(project: Path, tmp_path: Path) -> None:
    done = adjudicator("new", tmp_path / "partie", "--game", "mise", "--players", "Zoé,Max,zoe", cwd=project)
    assert done.code == 2 and "« zoe » et « Zoé »" in done.err
    assert not (tmp_path / "partie").exists()


@pytest.mark.parametrize("players", ["Anna", ",".join(f"Anna{n}" for n in range(21))])
def test_too_few_and_too_many_players_are_refused(project: Path, tmp_path: Path, players: str) -> None:
    done = adjudicator("new", tmp_path / "partie", "--game", "mise", "--players", players, cwd=project)
    assert done.code == 2 and done.err


def test_a_form_is_sent_back_filled_in(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    begin(project, folder)
    form = good(project, "template", folder, "--for", "Bruno")
    blank = refused(project, folder, form)
    assert "mise" in blank.err + blank.out
    filled = re.sub(r"^  mise:$", "  mise: 12", form, flags=re.MULTILINE)
    assert "Bruno : tu mises 12." in good(project, "submit", folder, "-", stdin=filled)
    good(project, "template", folder, "--into", tmp_path / "forms")
    assert len(list((tmp_path / "forms").glob("*.yaml"))) == 3


def test_it_has_a_form_by_clicks_for_no_line(browser: Browser, project: Path, tmp_path: Path) -> None:
    folder, page = tmp_path / "partie", tmp_path / "form.html"
    begin(project, folder)
    play(project, folder, 1, Anna=4, Bruno=7)
    page.write_text(good(project, "template", folder, "--for", "Bruno", "--html"), encoding="utf-8")
    shown = browser.new_page()
    shown.goto(page.as_uri())
    field = shown.locator("#now-0-0")
    bids = field.locator("option").all_inner_texts()
    field.select_option(label="12")
    said, written = shown.locator("#said").inner_text(), shown.locator("#file").inner_text()
    shown.close()
    assert bids == ["—", *(str(bid) for bid in range(1, 21) if bid != 7)], "nobody bids what he bid before"
    assert "  mise: 12" in written.splitlines() and said == "tu mises 12."
    assert said in good(project, "submit", folder, "-", stdin=written)
    assert (folder / "turns" / "0001-turn-1" / "forms" / "formulaire-bruno.html").is_file()


@pytest.mark.parametrize(("language", "word"), [("fr", "mise"), ("en", "bid")])
def test_editors_know_the_bid(project: Path, begun: Path, language: str, word: str) -> None:
    schema = json.loads(good(project, "template", begun, "--schema", "--language", language))
    orders = schema["properties"]["ordres" if language == "fr" else "orders"]["properties"]
    assert list(orders) == [word]
    assert (orders[word]["minimum"], orders[word]["maximum"]) == (1, 20)


# Reports -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign after a turn that is drawn."""
    folder = tmp_path_factory.mktemp("played") / "partie"
    begin(project, folder)
    play(project, folder, 1, Anna=4, Bruno=4)
    return folder


@pytest.mark.parametrize("form", FORMATS)
def test_every_reader_has_his_report_in_every_format(played: Path, form: str) -> None:
    """Those that were published with the turn, in the campaign's language."""
    sentence = f"et va à {drawn(1, ['Anna', 'Bruno'])}."
    shown = {name: plain((reports(played) / f"{name}.{FORMATS[form]}").read_text(encoding="utf-8")) for name in READERS}
    for name, report in shown.items():
        assert sentence in report.replace("\n", " "), name
        assert ("Ta clé" in report) is name.startswith("player"), name
        assert ("Compte rendu" in report) is (name == "mj"), name
        assert SEED not in report, name
    assert "Tu mises 4." in shown["player-01-anna"] and "Tu ne mises rien." in shown["player-03-chloe"]


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_is_shown_again_in_every_format_and_in_english(project: Path, played: Path, form: str) -> None:
    options = ("--for", "joueur:Bruno", "--format", form)
    published = (reports(played) / f"player-02-bruno.{FORMATS[form]}").read_text(encoding="utf-8")
    assert good(project, "report", played, *options) == plain(published)
    shown = good(project, "report", played, *options, "--language", "en").replace("\n", " ")
    assert "You bid 4." in shown and "No bid is unique: the point is drawn" in shown


def test_no_report_is_left_out(played: Path) -> None:
    names = {path.name for path in reports(played).iterdir()}
    assert names == {f"{name}.{ending}" for name in READERS for ending in FORMATS.values()}


def reports(folder: Path) -> Path:
    """The reports of the first turn."""
    return folder / "turns" / "0001-turn-1" / "reports"


def test_while_a_turn_is_open_a_sealed_bid_changes_nothing_that_others_are_shown(project: Path, tmp_path: Path) -> None:
    shown = []
    for bid in (3, 9):
        folder = tmp_path / str(bid) / "partie"
        begin(project, folder)
        play(project, folder, 1, Anna=4, Bruno=5, Chloé=6)
        good(project, "submit", folder, "-", stdin=table(2, Anna=bid))
        shown.append(
            [
                good(project, "template", folder, "--for", "Bruno"),
                good(project, "status", folder, "--public"),
                good(project, "check", folder, "-", stdin=table(2, Bruno=3)),
                refused(project, folder, table(2, Bruno=5)),
            ]
        )
    assert shown[0] == shown[1]


# Cases, the example, the walls -------------------------------------------------------------------------------


def test_a_case_that_fails_says_what_was_expected_and_found(project: Path, tmp_path: Path) -> None:
    cases = (project / "tests/cases/mise/cases.yaml").read_text(encoding="utf-8")
    (tmp_path / "wrong.yaml").write_text(cases.replace("marque: David", "marque: Anna"), encoding="utf-8")
    done = adjudicator("cases", tmp_path / "wrong.yaml", cwd=project)
    assert done.code == 1 and "2 réussis, 1 en échec" in done.out
    assert re.search(r'marque +"Anna" +"David"', done.out)
    (tmp_path / "faulty.yaml").write_text(cases.replace("mise: 9", "mise: 90"), encoding="utf-8")
    done = adjudicator("cases", tmp_path / "faulty.yaml", cwd=project)
    assert done.code == 2 and "faulty.yaml:6:" in done.err


def test_the_example_draws_and_is_played_to_its_end(project: Path, tmp_path: Path) -> None:
    shown = good(project, "demo", "--full", tmp_path / "demo", "--game", "mise")
    [seed] = re.findall(r"^graine: (\w+)$", files()["campaigns/mise/campaign.yaml"], re.MULTILINE)
    assert f"et va à {drawn(2, ['Anna', 'Bruno'], seed)}." in shown.replace("\n", " ")
    assert len(list((tmp_path / "demo" / "turns").glob("*/result"))) == 2
    assert "Deux tours de mise : tour 2, pour le MJ seulement" in shown


@pytest.mark.deep
def test_the_walls_and_the_words_hold_with_the_new_game(project: Path) -> None:
    """No game named elsewhere, core and itself imported alone, no sentence in Python, all keys there and none idle."""
    tests = ("tests/project/test_walls.py", "tests/speech/test_words.py")
    ours = "mise or named_outside or standard_library or sentence_in_python or word_for_readers"
    options = ("-q", "-p", "no:cacheprovider", "-n", "0", "-k", ours)
    done = python(project, "-m", "pytest", *options, *tests)
    assert done.returncode == 0, done.stdout
    ran = re.search(r"(\d+) passed", done.stdout)
    assert ran and int(ran[1]) > 30, done.stdout


QUICK = ("rules", "properties", "leaks", "seats", "golden_reports")
"""Tests of all games that every day are tried with the new one; the others take longer."""


@pytest.mark.parametrize(
    ("tests", "least"), [pytest.param([f"test_{name}.py" for name in QUICK], 10, id="some"), *deep(([""], 30))]
)
def test_the_tests_for_all_games_pass_with_the_new_game(project: Path, tests: list[str], least: int) -> None:
    options = ("-q", "-p", "no:cacheprovider", "-n", "0", "-k", "mise")
    done = python(project, "-m", "pytest", *options, *(f"tests/games/{name}" for name in tests))
    assert done.returncode == 0, done.stdout
    ran = re.search(r"(\d+) passed", done.stdout)
    assert ran and int(ran[1]) >= least, done.stdout


@pytest.mark.parametrize("rule", TYPOGRAPHY)
def test_french_is_set_as_french_is(rule: str) -> None:
    french = files()[f"{CATALOGUES[0]}.po"]
    said = re.findall(r'^msgstr "(.+)"$', french, re.MULTILINE)
    assert len(said) > 10
    assert not [sentence for sentence in said if TYPOGRAPHY[rule].search(sentence)]


@pytest.mark.deep
def test_the_python_of_the_page_is_clean(project: Path) -> None:
    """By ruff and mypy where they are installed; where they are not, that it compiles."""
    assert clean(project) == []


def clean(project: Path) -> list[str]:
    """Return what is wrong with the game's Python."""
    checks: list[tuple[str, ...]] = [("compileall", "-q", RULESET)]
    if find_spec("ruff"):
        written = (RULESET, "tests/mise")
        checks += [("ruff", "check", "--no-cache", *written), ("ruff", "format", "--no-cache", "--check", *written)]
    if find_spec("mypy"):
        checks.append(("mypy", "--strict", "--cache-dir", os.devnull, "-p", RULESET.replace("/", ".")))
    found = [python(project, "-m", *check) for check in checks]
    return [done.stdout for done in found if done.returncode]


def test_nothing_of_the_game_is_in_the_project() -> None:
    assert "mise" not in GAMES
    assert not [name for name in files() if (ROOT / name).exists()]
    folders = ("adjudicator/games", "schemas", "templates", "campaigns", "tests/cases")
    assert not [folder for folder in folders if (ROOT / folder / "mise").exists()]
    assert not list((ROOT / "adjudicator/locale").rglob("mise.*"))
    for name, lines in edits().items():
        added = [line[1:] for line in lines.splitlines() if line.startswith("+") and line[1:].strip()]
        assert not set(added) & set((ROOT / name).read_text(encoding="utf-8").splitlines()) - {"}"}
