"""Every kind of page can be used by everybody: by ear, on a phone, by night, in few colours, on paper.

What can be judged of HTML is judged by axe-core, which PyPI's ``axe-playwright-python`` brings along. It judges no
text in pictures (SVG) and no shapes: these are measured here, from the colours that the browser has computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, Page
from support.browser import COLOURS, PHONE, SCHEMES, SOME, STAGES, WIDE, found, show, shown_page
from support.campaigns import played
from support.depth import few
from support.report_parsers import campaign_on, played_on, written

from adjudicator.core.stage import MJ, camp_reader
from adjudicator.games.tsewnart.board import Board
from adjudicator.games.tsewnart.state import ROLES, Camp, Ghost, Piece, Setting, State
from adjudicator.pictures.style import COLOURS as ALL_COLOURS

PAPER = 718
"""How wide A4 is without its margins."""


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """One page for all tests, with axe-core in it: scripts of the tests' own need not be allowed by the page."""
    context = browser.new_context()
    context.add_init_script(path=AXE_FILE_PATH)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module", params=SOME)
def opened(request: pytest.FixtureRequest, window: Page) -> Page:
    """Each kind of page, opened once for all tests."""
    window.goto(shown_page(request.param).as_uri())
    return window


@few(1)
@pytest.mark.parametrize("example", STAGES)
def test_a_stage_of_each_phase_and_the_last_one_is_looked_at(example: str) -> None:
    stages = played(example).stages
    looked_at = {one.stage.phase for one in stages if one.stage.label in STAGES[example]}
    assert looked_at == {one.stage.phase for one in stages}
    assert stages[-1].stage.label in STAGES[example]


# What axe-core finds -----------------------------------------------------------------------------------------


@few(2)
def test_axe_finds_nothing(opened: Page) -> None:
    """As the page is first seen; with all unfolded, by night; and so on a phone. ``make deep`` shows it in all ways."""
    show(opened, unfolded=False)
    wrong = {"first seen": found(opened)}
    show(opened, scheme="dark")
    wrong["unfolded"] = found(opened)
    show(opened, PHONE, "dark")  # axe-core cannot tell colours of what is scrolled out of sight: they are the same
    wrong["on a phone"] = found(opened, colours="of none")
    assert {where: what for where, what in wrong.items() if what} == {}


FORMS = [page for page in SOME if " form-" in str(page)]
"""Forms by clicks: what there is on them comes when something is chosen."""


def choose(page: Page) -> None:
    """Choose on a form what it has of each kind, something that is impossible, and unfold the standing orders."""
    page.eval_on_selector_all("#form details", "all => all.forEach(one => { one.open = true; })")
    for part in ("#units", "#standing"):
        for kind in ("select", "input[type=checkbox]:not([id$=none])"):
            for n in range(min(3, page.locator(f"{part} {kind}").count())):
                one = page.locator(f"{part} {kind}").nth(n)
                one.select_option(index=one.locator("option").count() - 1) if kind == "select" else one.check()
    cells = page.locator("#board .cell")
    for n in (0, 1, cells.count() - 1) if cells.count() else ():
        cells.nth(n).click()


@few(1)
@pytest.mark.parametrize("name", FORMS)
def test_axe_finds_nothing_on_a_form_of_which_something_is_chosen(window: Page, name: str) -> None:
    window.goto(shown_page(name).as_uri())
    show(window, unfolded=False)
    choose(window)
    wrong = {}
    for scheme in SCHEMES:
        show(window, scheme=scheme)
        wrong[scheme] = found(window)
    show(window, PHONE, "dark")
    wrong["on a phone"] = found(window, colours="of none")
    assert {where: what for where, what in wrong.items() if what} == {}
    assert weak_in(window) == {}
    show(window, PHONE)
    assert window.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.deep
def test_axe_finds_nothing_however_a_page_is_shown(opened: Page) -> None:
    wrong: dict[Any, list[str]] = {}
    for width, scheme, unfolded in product((WIDE, PHONE), SCHEMES, (False, True)):
        show(opened, width, scheme, unfolded)
        what = found(opened, colours="of all" if width == WIDE else "of none")
        wrong |= {(width, scheme, unfolded): what} if what else {}
    assert wrong == {}


@pytest.mark.parametrize("colours", ["of each kind", "of all"])
def test_axe_finds_what_is_wrong(window: Page, tmp_path: Path, colours: str) -> None:
    page = tmp_path / "wrong.html"
    page.write_text(
        "<!DOCTYPE html><title>x</title><body><h2>x</h2><h4>x</h4><img src='data:,'><p>dark</p><p>dark too</p>"
        "<p class='pale' style='color: #999'>pale</p>"
        "<details><summary>x</summary><input></details><svg role='img'><text y='20'>x</text></svg>",
        encoding="utf-8",
    )
    window.goto(page.as_uri())
    show(window, unfolded=False)
    rules = {line.partition(":")[0] for line in found(window, colours)}
    assert rules == {
        *("html-has-lang", "image-alt", "color-contrast", "heading-order", "page-has-heading-one", "svg-img-alt"),
        *("landmark-one-main", "region"),
    }
    show(window)
    assert {line.partition(":")[0] for line in found(window, colours)} == {*rules, "label", "target-size"}


# Pictures ----------------------------------------------------------------------------------------------------

DECORATION = ".cell, .tint, .under, .ground, .shade, .zone, .band, .paper, .edge, .through, .lines, .column"
"""Shapes that need not stand out: what others stand on, and lines between rows.

How a board ends and where camps start is said in words too; what came of a column a sign below it says.
"""

_PICTURES = (
    COLOURS
    + """
const SHAPES = "path, circle, rect, ellipse, line, polygon, polyline";
const paint = (one, kind) => {
  const style = getComputedStyle(one), colour = style[kind];
  if (colour === "none") return null;
  if (!/^rgba?\\(/.test(colour)) throw new Error(`which colour is ${colour}?`);
  const [r, g, b, a] = rgba(colour);
  return [r, g, b, a * style[kind + "Opacity"] * faded(one)];
};
const painter = shape => {
  const box = shape.getBoundingClientRect(), style = getComputedStyle(shape), wide = parseFloat(style.strokeWidth) || 0;
  return {
    shape, toShape: shape.getScreenCTM().inverse(), fill: paint(shape, "fill"), stroke: paint(shape, "stroke"),
    strokeFirst: style.paintOrder.startsWith("stroke"),
    meets: other => other.left <= box.right + wide && other.right >= box.left - wide
      && other.top <= box.bottom + wide && other.bottom >= box.top - wide,
  };
};
const pictures = new Map();
// What is painted where an element of a picture is: below it, and above it, the lowest first.
const around = one => {
  const picture = one.closest("svg");
  if (!pictures.has(picture)) pictures.set(picture, [...picture.querySelectorAll(SHAPES)].map(painter));
  const box = one.getBoundingClientRect(), painters = pictures.get(picture).filter(({meets}) => meets(box));
  const place = shape => one.compareDocumentPosition(shape);
  return [
    painters.filter(({shape}) => place(shape) & Node.DOCUMENT_POSITION_PRECEDING),
    painters.filter(({shape}) => place(shape) & Node.DOCUMENT_POSITION_FOLLOWING),
  ];
};
// What a shape paints at a point of the screen, the lowest first.
const layers = ({shape, toShape, fill, stroke, strokeFirst}, point) => {
  const at = point.matrixTransform(toShape);
  const found = [fill && shape.isPointInFill(at) ? fill : null, stroke && shape.isPointInStroke(at) ? stroke : null];
  return (strokeFirst ? found.reverse() : found).filter(Boolean);
};
const ground = (below, point, paper) =>
  below.flatMap(one => layers(one, point)).reduce((under, layer) => over(layer, under), paper);
// How much a text stands out from what is painted below it, with what is painted above both, at its worst.
const readable = text => {
  const ink = paint(text, "fill"), halo = paint(text, "stroke"), box = text.getBoundingClientRect();
  const haloFirst = halo && getComputedStyle(text).paintOrder.startsWith("stroke");
  const [below, above] = around(text), paper = behind(text.closest("svg"));
  const points = [.2, .5, .8].flatMap(x => [.4, .6].map(y =>
    new DOMPoint(box.left + x * box.width, box.top + y * box.height)));
  return Math.min(...points.map(point => {
    const under = haloFirst ? over(halo, ground(below, point, paper)) : ground(below, point, paper);
    const veils = above.flatMap(one => layers({...one, stroke: null}, point));
    const veiled = colour => veils.reduce((lower, veil) => over(veil, lower), colour);
    return ratio(veiled(over(ink, under)), veiled(under));
  }));
};
// How much a shape stands out from what is below it, by its line or by what fills it, along half of its outline.
const distinct = shape => {
  const inks = [paint(shape, "fill"), paint(shape, "stroke")].filter(Boolean), long = shape.getTotalLength();
  const [below] = around(shape), paper = behind(shape.closest("svg")), out = shape.getScreenCTM();
  const ratios = [...Array(8).keys()].map(i => {
    const point = shape.getPointAtLength((i + .5) / 8 * long).matrixTransform(out);
    const under = ground(below, point, paper);
    return Math.max(...inks.map(ink => ratio(over(ink, under), under)));
  });
  return ratios.sort((a, b) => a - b)[4];
};
const named = one => [one.closest("svg").getAttribute("class"), one.parentElement.getAttribute("class"),
  one.getAttribute("class"), one.textContent].filter(Boolean).join(" / ");
const drawn = (selector, measure, least) => [...document.querySelectorAll(selector)]
  .filter(one => one.getClientRects().length).map(one => [named(one), Math.round(measure(one) * 100) / 100])
  .filter(([, found]) => !(found >= least));
"""
)


def weak(page: Page) -> dict[str, Any]:
    """Return the texts and the shapes in pictures that stand out less than WCAG's AA asks, with how much they do."""
    shapes = f"`svg :is(${{SHAPES}}):not({DECORATION})`"
    measured = f"{{texts: drawn('svg text', readable, 4.5), shapes: drawn({shapes}, distinct, 3)}}"
    told = page.evaluate(f"() => {{ {_PICTURES} return {measured}; }}")
    return {what: found for what, found in told.items() if found}


def weak_in(page: Page, **media: Any) -> dict[str, Any]:
    """Return what stands out too little, by day and by night."""
    found = {}
    for scheme in SCHEMES:
        show(page, scheme=scheme, **media)
        found[scheme] = weak(page)
    return {scheme: what for scheme, what in found.items() if what}


def outlines(page: Page) -> dict[str, set[str]]:
    """Return the shapes of pieces by the class of their camp's colour."""
    found: dict[str, set[str]] = {}
    for camp, shape in page.eval_on_selector_all(
        "svg .token path:not(.wound)", "all => all.map(one => [one.parentElement.classList[1], one.getAttribute('d')])"
    ):
        found.setdefault(camp, set()).add(shape)
    return found


@few(4)
def test_texts_and_shapes_in_pictures_stand_out(opened: Page) -> None:
    assert weak_in(opened) == {}


@few(3)
def test_pictures_can_be_used_in_colours_that_the_reader_forces(opened: Page) -> None:
    assert weak_in(opened, forced_colors="active") == {}
    shapes = outlines(opened)
    assert all(len(found) == 1 for found in shapes.values())
    assert len(set.union(set(), *shapes.values())) == len(shapes)


MANY = len(ALL_COLOURS)


def crowded(path: Path, reader: Any) -> Path:
    """Write the page of a turn with a camp in each colour there is, and with all that a board shows."""
    names = ("Anna", "Bruno", "Chloé", "Denis", "Emma", "Farid", "Gaël")
    setting = Setting(
        Board(MANY, 12, "torus"),
        tuple(
            Camp(f"camp {x}", tuple(f"{name} {x}" for name in names), f"Anna {x}", tuple((x, y) for y in range(1, 13)))
            for x in range(1, MANY + 1)
        ),
    )
    state, orders = State("turn", 7), dict[str, Any]()
    for x, camp in enumerate(setting.camps, 1):
        anna, bruno, chloe, denis, *ghosts = camp.players
        state.pieces[anna] = Piece(anna, camp.name, ROLES[x % len(ROLES)], (x, 2), wounded=True)
        for player, role, y in ((bruno, "archer", 5), (chloe, "terreur", 8), (denis, "religieux", 11)):
            state.pieces[player] = Piece(player, camp.name, role, (x, y))
        for player, y in zip(ghosts, (5, 12, 12), strict=True):
            state.ghosts[player] = Ghost(player, camp.name, "brute", (x, y))
        orders |= {anna: {"move": "down"}, bruno: {"aim": [x, 7]}, chloe: {"terrorise": [x, 9]}}
        orders |= {denis: {"sanctify": [x, 11]}}
    page = written(campaign_on(setting), played_on(setting, state, orders), reader, "html")
    path.write_text(page, encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=[MJ, camp_reader("camp 3")], ids=str)
def full(request: pytest.FixtureRequest, window: Page, tmp_path_factory: pytest.TempPathFactory) -> Page:
    """A page on which nothing is missing that a board can show to its reader."""
    window.goto(crowded(tmp_path_factory.mktemp("crowded") / "page.html", request.param).as_uri())
    assert set(outlines(window)) == set(ALL_COLOURS)
    hallowed = ["sanctified"] if request.param == MJ else []  # nobody else knows
    for kind in ("wound", "name", "way", "aimed", "terrorised", "spirit", *hallowed):
        assert window.locator(f".picture .{kind}").count(), kind
    return window


@few(2)
@pytest.mark.parametrize("forced", ["none", "active"])
def test_all_that_a_board_shows_can_be_seen_in_each_colour(full: Page, forced: Any) -> None:
    assert weak_in(full, forced_colors=forced) == {}


def test_what_does_not_stand_out_in_a_picture_is_found(window: Page, tmp_path: Path) -> None:
    page = tmp_path / "pale.html"
    page.write_text(
        "<!DOCTYPE html><html lang=fr><title>x</title><body style='background: #fff'><svg width='200' height='60'>"
        "<path class='ground' d='M0 0h100v60h-100z' fill='#000'/>"
        "<g><circle class='lost' cx='30' cy='30' r='20' fill='#333'/><text x='20' y='34'>lost</text></g>"
        "<g><circle class='lined' cx='75' cy='30' r='20' fill='#333' stroke='#fff'/>"
        "<text x='65' y='34' fill='#fff'>kept</text></g>"
        "<g transform='translate(150 30)'><circle class='pale' r='20' fill='#000' fill-opacity='.3'/>"
        "<text x='-10' y='4' fill='#666'>pale</text>"
        "<text y='20' fill='#fff' stroke='#000' stroke-width='3' paint-order='stroke'>halo</text></g>"
        "</svg>",
        encoding="utf-8",
    )
    window.goto(page.as_uri())
    show(window)
    found = weak(window)
    assert [name for name, _ in found["texts"]] == ["lost", "pale"]
    assert [name for name, _ in found["shapes"]] == ["lost", "pale"]


# Windows and paper -------------------------------------------------------------------------------------------

_BEYOND = """
[...document.querySelectorAll("body *")].filter(one => one.scrollWidth > one.clientWidth && one.clientWidth
  && getComputedStyle(one).overflowX !== "visible").map(one => one.outerHTML.slice(0, 100))
"""
"""What is wider than the box in which it scrolls, or is hidden."""


@few(4)
def test_nothing_is_wider_than_a_phone(opened: Page) -> None:
    for unfolded in (False, True):
        show(opened, PHONE, unfolded=unfolded)
        assert opened.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    ends = opened.eval_on_selector_all("svg", "all => all.map(one => one.getBoundingClientRect().right)")
    assert [end for end in ends if end > PHONE] == []


_TEXTS = """
() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = new Range();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(box => box.width);
    const elsewhere = "nav, .controls, figure details, [aria-hidden=true]";
    if (text.data.trim() && boxes.length && !text.parentElement.closest(elsewhere))
      found.push([text.data.trim(), Math.max(...boxes.map(box => box.right)) <= innerWidth]);
  }
  return found;
}
"""
"""The texts to be seen, but for links, controls and the tables behind pictures; and whether they end on the page."""


@few(4)
def test_all_that_is_on_the_screen_is_on_paper(opened: Page) -> None:
    """But for the bureau, on which nothing is but to be copied."""
    if opened.url.endswith("/bureau.html"):
        return
    show(opened)
    on_screen = [text for text, _ in opened.evaluate(_TEXTS)]
    show(opened, PAPER, "dark", media="print")
    on_paper = opened.evaluate(_TEXTS)
    assert [text for text, _ in on_paper] == on_screen != []
    assert [text for text, whole in on_paper if not whole] == []
    assert opened.evaluate(_BEYOND) == []
    assert opened.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
