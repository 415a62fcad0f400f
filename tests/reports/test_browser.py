"""Pages in a browser: on a phone, by day and by night, on paper; nothing is fetched, and no script runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from resistance.tables import FIRST, OTHERS
from support.browser import COLOURS, watch
from support.depth import deep, few
from support.leaks import campaign_of
from support.report_parsers import NASTY, campaign_on, nasty_report, played_on, shown, squeezed, written

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import EMPTY
from adjudicator.campaign.stages import Played
from adjudicator.core.stage import MJ, PUBLIC, Reader, Stage, camp_reader, player_reader
from adjudicator.games.resistance.state import Mission, Proposal
from adjudicator.games.tsewnart.board import Board
from adjudicator.games.tsewnart.state import ROLES, Camp, Ghost, Options, Piece, Setting, State

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}

FLEET = "fleet"
"""The name of the page of the other game, whose pictures are no boards."""
CAMPS = ("bleu", "rouge", "vert", "violet", "orange", "jaune")
SIZE = 12


# The pages ---------------------------------------------------------------------------------------------------


def game() -> tuple[Campaign, Played]:
    """Return a turn on a board of 12 by 12 with six camps, many ghosts on a cell, and long names."""
    setting = Setting(
        Board(SIZE, SIZE, "torus"),
        tuple(
            Camp(camp, tuple(f"Bartholomé-{camp} {n}" for n in range(8)), f"Bartholomé-{camp} 0", zone(i))
            for i, camp in enumerate(CAMPS)
        ),
        Options(reasons=True),
    )
    state = State("turn", 7)
    for i, camp in enumerate(setting.camps):
        for n, player in enumerate(camp.players):
            if n < 4:
                role = ROLES[(n + 4 * i) % len(ROLES)]
                state.pieces[player] = Piece(player, camp.name, role, camp.zone[3 * n], extra_moves=2, aimed=(1, 1))
            else:
                cell = (6, 6) if n < 7 else camp.zone[0]
                state.ghosts[player] = Ghost(player, camp.name, ROLES[n], cell)
    orders: dict[str, Any] = {player: {"move": "down"} for player in setting.roster}
    orders["Bartholomé-bleu 0"] = {"move": "right", "stop": True}
    notes = {"Bartholomé-bleu 1": "Un mot au MJ qui ne finit pas. " * 20 + "x" * 300}
    return campaign_on(setting, title="La grande partie du gué"), played_on(setting, state, orders, notes=notes)


def zone(i: int) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x in (2 * i + 1, 2 * i + 2) for y in range(1, SIZE + 1))


def fleet() -> tuple[Campaign, Played]:
    """Return a vote among ten with long names, of whom one knows the others that are Cylons, after many others."""
    names = tuple(f"Bartholomé-Max {number}" for number in range(10))
    people = [{"name": name, "character": who} for name, who in zip(names, (*FIRST, *OTHERS), strict=True)]
    campaign = campaign_of("resistance", players=people)
    dealt = campaign.game.rules.begin(campaign.setting)
    votes = {name: "yes" if number % 3 else "no" for number, name in enumerate(names)}
    made = [
        Proposal(1 + n // 4, 1 + n % 4, names[n % 10], 1 + n // 4, names[:3], False, n % 4 == 3, votes)
        for n in range(16)
    ]
    missions = [Mission(n, n, names[:3], n % 2, n % 2 == 0) for n in range(1, 5)]
    state = campaign.game.rules.resolve(campaign.setting, dealt, {}, "seed").state
    state = replace(state, phase="vote", turn=30, round=5, target=5, squad=names[:5], proposals=made, missions=missions)
    voted = {name: {"vote": "no"} for name in names[1:]}
    outcome = campaign.game.rules.resolve(campaign.setting, state, voted, "seed")
    return campaign, Played(Path(), Stage("vote", 30), state, outcome, {**EMPTY, "orders": voted})


READERS = (PUBLIC, camp_reader("bleu"), player_reader("Bartholomé-bleu 0"), MJ)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages of all kinds of readers, as files."""
    folder = tmp_path_factory.mktemp("pages")
    of_a_fleet = _file(folder / f"{FLEET}.html", *fleet(), player_reader("Bartholomé-Max 4"))
    return {reader.kind: _file(folder / f"{reader.kind}.html", *game(), reader) for reader in READERS} | {
        FLEET: of_a_fleet
    }


def _file(path: Path, campaign: Campaign, played: Played, reader: Reader) -> Path:
    path.write_text(written(campaign, played, reader, "html"), encoding="utf-8")
    return path


@pytest.fixture(params=[*(reader.kind for reader in READERS), FLEET])
def path(request: pytest.FixtureRequest, pages: dict[str, Path]) -> Path:
    return pages[request.param]


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """One page for all tests that only look: opening one takes longer than looking at it."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def opened(window: Page) -> Page:
    """The page, as on a phone by day."""
    window.set_viewport_size(PHONE)
    window.emulate_media(media="screen", color_scheme="light")
    return window


@pytest.fixture
def watched(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page of its own, with all that it asks for, says or shows besides itself."""
    page = browser.new_page(viewport=PHONE)
    yield page, watch(page)
    page.close()


# On a phone --------------------------------------------------------------------------------------------------


@few(2)
def test_a_page_is_not_wider_than_a_phone(opened: Page, path: Path) -> None:
    opened.goto(path.as_uri())
    width, room = opened.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert room == PHONE["width"]
    assert width <= room


@few(5)
@pytest.mark.parametrize("width", [320, 600, 1280])
def test_a_page_is_not_wider_than_any_screen(opened: Page, path: Path, width: int) -> None:
    opened.set_viewport_size({"width": width, "height": 800})
    opened.goto(path.as_uri())
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


@few(2)
def test_letters_on_a_phone_are_large_enough_to_read(opened: Page, path: Path) -> None:
    opened.goto(path.as_uri())
    assert opened.evaluate(_EACH_TEXT + "texts().map(one => parseFloat(getComputedStyle(one).fontSize))") != []
    small = opened.evaluate(
        _EACH_TEXT + "texts().filter(one => parseFloat(getComputedStyle(one).fontSize) < 11)"
        ".map(one => one.className + one.textContent)"
    )
    assert small == []


def test_of_a_grid_that_is_too_wide_the_last_column_is_seen_first_and_the_names_always(
    opened: Page, pages: dict[str, Path]
) -> None:
    opened.goto(pages[FLEET].as_uri())
    assert opened.evaluate("() => {" + _GRID + "return at.scrollWidth > at.clientWidth; }")
    assert opened.evaluate("() => {" + _GRID + "return box(heads.at(-1)).right <= box(at).right; }")
    for scrolled in (0, -200, -10_000):
        opened.evaluate(f"document.querySelector('.late').scrollLeft = {scrolled}")
        assert opened.evaluate("() => {" + _GRID + "return Math.round(box(names).left - box(at).left); }") == 0
    assert opened.evaluate("() => {" + _GRID + "return box(heads[0]).left >= box(names).right; }")


_GRID = """
const [at, names] = ['.late', '.pinned'].map(one => document.querySelector(one));
const heads = [...document.querySelectorAll('.late [role=img] .head')];
const box = one => one.getBoundingClientRect();
"""


# Light and dark ----------------------------------------------------------------------------------------------

_EACH_TEXT = """
const texts = () => {
  const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.data.trim()) found.add(walker.currentNode.parentElement);
  return [...found];
};
"""

_CONTRAST = (
    COLOURS
    + """
const contrast = one => {
  const under = behind(one), ink = rgba(getComputedStyle(one).color);
  return ratio(over([ink[0], ink[1], ink[2], ink[3] * faded(one)], under), under);
};
"""
)


@few(4)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(opened: Page, path: Path, scheme: Any) -> None:
    opened.emulate_media(color_scheme=scheme)
    opened.goto(path.as_uri())
    weak = opened.evaluate(
        "() => {" + _EACH_TEXT + _CONTRAST + "return texts().filter(one => contrast(one) < 4.5)"
        ".map(one => [one.tagName, one.className, one.textContent.slice(0, 20), contrast(one)]); }"
    )
    assert weak == []
    ground = opened.evaluate("() => {" + _CONTRAST + "return light(behind(document.body)); }")
    assert ground > 0.8 if scheme == "light" else ground < 0.05


def test_grey_on_white_would_be_found_too_weak(opened: Page) -> None:
    opened.goto("about:blank")  # a page of ours lets no style in but its own
    opened.set_content('<p style="color: #888">pâle</p><p style="opacity: .5">passé</p><p>net</p>')
    found = opened.evaluate("() => {" + _EACH_TEXT + _CONTRAST + "return texts().map(one => contrast(one)); }")
    assert [round(contrast, 1) for contrast in found] == [3.5, 4.0, 21.0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_camps_have_colours_of_their_own(opened: Page, pages: dict[str, Path], scheme: Any) -> None:
    opened.emulate_media(color_scheme=scheme)
    opened.goto(pages["public"].as_uri())
    colours = opened.eval_on_selector_all(
        ".picture .token path:not(.wound)", "all => all.map(one => [one.getAttribute('d'), getComputedStyle(one).fill])"
    )
    by_shape = dict(colours)
    assert len(by_shape) == len(set(by_shape.values())) == len(CAMPS)


# On paper ----------------------------------------------------------------------------------------------------


@few(2)
def test_a_page_prints(opened: Page, path: Path) -> None:
    opened.goto(path.as_uri())
    assert opened.pdf(format="A4").startswith(b"%PDF-")


@few(2)
def test_camps_are_told_apart_on_paper_without_colours(opened: Page, path: Path) -> None:
    """Printers leave out backgrounds: the ink must be dark on white, and shapes tell the camps."""
    opened.emulate_media(media="print", color_scheme="dark")
    opened.set_viewport_size({"width": 718, "height": 1000})
    opened.goto(path.as_uri())
    pale = opened.evaluate(
        "() => {" + _EACH_TEXT + _CONTRAST + "const white = [255, 255, 255, 1];"
        "const onPaper = one => 1.05 / (light(over(rgba(getComputedStyle(one).color), white)) + .05);"
        "return texts().filter(one => onPaper(one) * faded(one) < 4.5).map(one => [one.className, one.textContent]); }"
    )
    assert pale == []
    shapes = opened.eval_on_selector_all(
        ".picture .token path:not(.wound)", "all => all.map(one => one.getAttribute('d'))"
    )
    assert len(set(shapes)) == (0 if path.stem == FLEET else len(CAMPS))
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cut = opened.evaluate(
        "[...document.querySelectorAll('.wide')].filter(one => one.scrollWidth > one.clientWidth).length"
    )
    assert cut == 0, "a table goes over the edge of the paper"


# What a page is made of --------------------------------------------------------------------------------------


@few(3)
def test_a_page_fetches_nothing_and_runs_nothing(watched: tuple[Page, list[str]], path: Path) -> None:
    opened, seen = watched
    opened.goto(path.as_uri())
    assert seen == [path.as_uri()]
    assert opened.evaluate("document.scripts.length") == 0
    assert opened.evaluate("document.querySelectorAll('img, link, iframe, object, embed, form, a[href]').length") == 0
    attributes = opened.eval_on_selector_all("*", "all => all.flatMap(one => one.getAttributeNames())")
    assert [name for name in attributes if name.startswith("on")] == []


@few(2)
def test_a_page_says_what_it_is(opened: Page, path: Path) -> None:
    opened.goto(path.as_uri())
    assert opened.evaluate("document.documentElement.lang") == "fr"
    assert opened.evaluate("document.compatMode") == "CSS1Compat"
    assert opened.evaluate("document.characterSet") == "UTF-8"
    assert opened.evaluate("document.querySelectorAll('h1').length") == 1
    assert opened.title() == opened.inner_text("h1")
    levels = opened.eval_on_selector_all("h1, h2, h3, h4", "all => all.map(one => Number(one.tagName[1]))")
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_tables_have_heads_that_say_of_what(opened: Page, path: Path) -> None:
    opened.goto(path.as_uri())
    tables = opened.eval_on_selector_all(
        "table",
        """all => all.map(table => ({
          columns: table.querySelectorAll('th[scope=col]').length,
          rows: table.querySelectorAll('th[scope=row]').length,
          bare: table.querySelectorAll('th:not([scope])').length,
          board: table.classList.contains('board'),
          wide: table.rows[0].cells.length,
          high: table.rows.length,
        }))""",
    )
    assert tables
    for table in tables:
        assert table["bare"] == 0
        assert table["columns"] == table["wide"] - table["board"]
        assert not table["board"] or table["rows"] == table["high"] - 1 == SIZE


def test_marks_have_names_for_those_who_do_not_see_them(opened: Page, pages: dict[str, Path]) -> None:
    opened.goto(pages["public"].as_uri())
    names = opened.eval_on_selector_all(".picture g > title", "all => all.map(one => one.textContent)")
    assert "pièce du camp bleu" in names
    assert "3 fantômes du camp vert" in names
    assert all(names)


def test_the_page_of_an_english_campaign_is_english(opened: Page, tmp_path: Path) -> None:
    campaign, played = game()
    english = campaign_on(campaign.setting, language="en")
    opened.goto(_file(tmp_path / "en.html", english, played, MJ).as_uri())
    assert opened.evaluate("document.documentElement.lang") == "en"


# What people write -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("texts", [NASTY[::4], *deep([*NASTY])])
def test_what_people_write_is_shown_and_never_run(
    watched: tuple[Page, list[str]], tmp_path: Path, texts: Sequence[str]
) -> None:
    opened, seen = watched
    for i, text in enumerate(texts):
        path = _file(tmp_path / f"{i}.html", *nasty_report(text), MJ)
        opened.goto(path.as_uri())
        assert seen == [path.as_uri()], text
        seen.clear()
        assert squeezed(opened.inner_text("h1")).startswith(shown(f"{text}\u00a0: tour 8")), text
        cells = opened.eval_on_selector_all("td", "all => all.map(one => one.textContent)")
        assert shown(text) in [squeezed(cell) for cell in cells], text
        items = opened.eval_on_selector_all("li", "all => all.map(one => one.textContent)")
        assert [item for item in items if shown(f"«\u00a0{text}\u00a0»") in squeezed(item)], text
        assert opened.evaluate("document.querySelectorAll('script, img, a, iframe').length") == 0
