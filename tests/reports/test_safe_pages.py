"""Pages let nothing in: they say so to the browser (Content-Security-Policy), and what people write stays text.

Every page is opened as it lies, with what the browser itself refuses; what must not run is shown to run elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote

import pytest
import yaml
from playwright.sync_api import Browser, Page
from resistance import campaigns as resistance
from support import commands
from support.browser import KINDS, OFTEN, SOME, shown_page, watch
from support.depth import deep, few, is_deep
from support.report_parsers import nasty_report, shown, squeezed, written

from adjudicator.core.stage import MJ, PUBLIC, camp_reader, player_reader
from adjudicator.reports.environment import digest, script


@pytest.fixture(scope="module")
def watched(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """One page for all tests, with all that it asks for, says or shows besides itself."""
    page = browser.new_page(viewport={"width": 1100, "height": 900})
    yield page, watch(page)
    page.close()


@pytest.fixture(scope="module")
def attacked(browser: Browser) -> Iterator[Page]:
    """A page of its own for what is put into pages: what it says may come late."""
    page = browser.new_page()
    yield page
    page.close()


def goto(watched: tuple[Page, list[str]], path: Path) -> Page:
    """Open a file; the page asks for nothing but itself, and says nothing: nothing in it was refused."""
    page, seen = watched
    seen.clear()
    page.goto(path.as_uri())
    assert seen == [path.as_uri()]
    return page


# What pages say to the browser -------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=SOME)
def opened(request: pytest.FixtureRequest, watched: tuple[Page, list[str]]) -> tuple[Page, Path]:
    """Each kind of page, opened once."""
    path = shown_page(request.param)
    return goto(watched, path), path


def is_scripted(name: str) -> bool:
    """Tell whether a page carries a script: those of positions do, forms by clicks and the bureau."""
    return any(kind in name for kind in (" index ", " history ", " form-", " bureau"))


@few(4)
def test_a_page_says_first_that_it_lets_nothing_in_but_its_own(opened: tuple[Page, Path]) -> None:
    """Its own style and, where it has one, its own script, each by its hash."""
    page, _ = opened
    first, second = page.eval_on_selector_all("head > *", "all => all.slice(0, 2).map(one => one.outerHTML)")
    assert first == '<meta charset="utf-8">'
    found = re.fullmatch('<meta http-equiv="Content-Security-Policy" content="([^"]+)">', second)
    assert found, second
    told = [part.split() for part in found[1].split(";") if part.strip()]
    directives = {directive: sources for directive, *sources in told}
    assert len(directives) == len(told), "what is said twice counts but once"
    assert directives.pop("default-src") == ["'none'"]
    assert directives.pop("base-uri") == directives.pop("form-action") == ["'none'"], "these have no default"
    styles = directives.pop("style-src")
    assert styles
    assert [source for source in styles if not re.fullmatch(r"'sha(256|384|512)-[\w+/=]+'", source)] == []
    carried = page.eval_on_selector_all("script:not([type])", "all => all.map(one => one.textContent)")
    assert directives.pop("script-src", []) == [digest(text) for text in carried]
    assert {source for sources in directives.values() for source in sources} <= {"'none'"}


@pytest.mark.parametrize("name", KINDS)
def test_only_pages_that_do_more_than_be_read_carry_a_script(name: str) -> None:
    text = shown_page(name).read_text(encoding="utf-8")
    assert text.count("<script") == (2 if is_scripted(name) else 0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_looks_as_its_own_style_says_and_as_no_other(opened: tuple[Page, Path], scheme: Any) -> None:
    page, path = opened
    by_day, by_night, *_ = re.findall(r"--paper: #([0-9a-f]{6})", path.read_text(encoding="utf-8"))
    page.emulate_media(color_scheme=scheme)
    red, green, blue = bytes.fromhex(by_day if scheme == "light" else by_night)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == f"rgb({red}, {green}, {blue})"
    assert page.evaluate("document.querySelectorAll('[style]').length") == 0


class Outside:
    """A server of somebody else: where it lies, and what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(404)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def outside() -> Iterator[Outside]:
    made = Outside()
    thread = Thread(target=made.server.serve_forever, args=(0.01,))
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()


RUNS = "document.documentElement.dataset"
"""Scripts that run leave their names here."""

IN_HEAD = """
<script>{runs}.headScript = 1</script>
<style>body {{ background: rgb(1, 2, 3) !important }}</style>
<link rel="stylesheet" href="{url}/style.css">
<script src="{url}/head.js"></script>
"""
IN_BODY = """
<p id="injected" style="position: fixed">x</p>
<script>{runs}.bodyScript = 1</script>
<script src="{url}/body.js"></script>
<img src="{url}/picture.png" onerror="{runs}.pictureFailed = 1">
<svg onload="{runs}.pictureShown = 1"><image href="{url}/drawn.png"/></svg>
<iframe src="{url}/frame.html"></iframe>
<object data="{url}/object.html"></object>
<a id="link" href="javascript:void({runs}.linkFollowed = 1)">x</a>
<button id="button" onclick="{runs}.buttonPressed = 1">x</button>
"""
"""What might be put into a page. A page that sends its reader on by itself (``meta refresh``) no policy can hinder."""

SCRIPTS = {"headScript", "bodyScript", "pictureFailed", "pictureShown", "linkFollowed", "buttonPressed"}
FILES = {"/style.css", "/head.js", "/body.js", "/picture.png", "/drawn.png", "/frame.html", "/object.html"}


def injected(text: str, url: str) -> str:
    """Return a page into which all this was put, at the end of its head and at both ends of its body."""
    head, body = (part.format(runs=RUNS, url=url) for part in (IN_HEAD, IN_BODY))
    for place, text_put in (("</head>", f"{head}</head>"), ("<body>", f"<body>{body}"), ("</body>", f"{body}</body>")):
        assert text.count(place) == 1
        text = text.replace(place, text_put)
    return text


def press(page: Page, path: Path) -> None:
    """Open a file and press what can be pressed there."""
    page.goto(path.as_uri())
    page.eval_on_selector_all("#link, #button", "all => all.forEach(one => one.click())")
    page.evaluate("new Promise(done => setTimeout(done))")  # a link that is a script is followed a little later


def what_came_in(page: Page) -> tuple[set[str], str, str]:
    """Return which scripts ran, and how the page and what was put there look."""
    ran = set(page.evaluate(f"Object.keys({RUNS})"))
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return ran, ground, page.evaluate("getComputedStyle(document.querySelector('#injected')).position")


@few(4)
@pytest.mark.parametrize("name", [*OFTEN, *deep(*(name for name in KINDS if name not in OFTEN))])
def test_what_is_put_into_a_page_does_not_come_in(attacked: Page, outside: Outside, tmp_path: Path, name: str) -> None:
    path = shown_page(name)
    attacked.goto(path.as_uri())
    ground = attacked.evaluate("getComputedStyle(document.body).backgroundColor")
    wrong = tmp_path / "wrong.html"
    wrong.write_text(injected(path.read_text(encoding="utf-8"), outside.url), encoding="utf-8")
    press(attacked, wrong)
    assert what_came_in(attacked) == (set(), ground, "static")
    assert outside.asked == []


def test_without_a_policy_all_of_it_comes_in(attacked: Page, outside: Outside, tmp_path: Path) -> None:
    """What the test above puts there is what a browser lets in that is not told otherwise."""
    text = shown_page(KINDS[0]).read_text(encoding="utf-8")
    bare = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text, flags=re.IGNORECASE)
    open_page = tmp_path / "open.html"
    open_page.write_text(injected(bare, outside.url), encoding="utf-8")
    press(attacked, open_page)
    attacked.wait_for_function(f"Object.keys({RUNS}).length === {len(SCRIPTS)}")
    assert what_came_in(attacked) == (SCRIPTS, "rgb(1, 2, 3)", "fixed")
    assert set(outside.asked) == FILES


# What people write, sent through the program -----------------------------------------------------------------

WRONG = "</title></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'&amp;&lt;]]>--\u202e\u200f"
"""What the program lets people write in titles, notes and reasons."""
WRONG_FILE = "<img src=x onerror=alert(1)>&'\u202e.yaml"
CAMPS = {"l'Aube": ("d'alert.onload", "שרה", "Max"), "الليل": ("Paul'o", "أمينة", "Zoé")}
"""The strangest names that it takes: apostrophes, points, letters that are written from right to left."""
PEOPLE = tuple(name for names in CAMPS.values() for name in names)


def quoted(text: str) -> str:
    """Return a text as YAML between double quotes."""
    escaped = "".join(
        f"\\{one}" if one in '"\\' else one if one.isprintable() else f"\\u{ord(one):04x}" for one in text
    )
    return f'"{escaped}"'


def names_on(page: Page) -> set[str]:
    """Return the names that stand in the cells of tables, whole."""
    cells = page.eval_on_selector_all("td, th", "all => all.map(one => one.textContent)")
    return {name for name in PEOPLE if name in map(squeezed, cells)}


def drawn_names(page: Page) -> set[str]:
    """Return the names that a picture says of its pieces, and writes below them, with an ellipsis if they are long."""
    said = page.eval_on_selector_all("svg title", "all => all.map(one => one.textContent)")
    texts = page.eval_on_selector_all("svg text", "all => all.map(one => one.textContent)")
    starts = [text.removesuffix("…") for text in texts if text[:1].isalpha()]
    return {
        name
        for name in PEOPLE
        if any(name in one for one in said) and any(name.startswith(start) and len(start) > 2 for start in starts)
    }


@pytest.fixture(scope="module")
def tsewnart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with such names, played to turn 1, of which one turn was taken back; every text is such a text."""
    folder = tmp_path_factory.mktemp("wrong") / "p"
    folder.mkdir()
    zones = ("colonnes: 1", "colonnes: 6")
    camps = "".join(
        f"  {quoted(camp)}: {{zone: {{{zone}}}, joueurs: [{{nom: {quoted(first)}, pseudo: {quoted(WRONG + first)}}},"
        f" {', '.join(map(quoted, others))}]}}\n"
        for (camp, (first, *others)), zone in zip(CAMPS.items(), zones, strict=True)
    )
    (folder / "campaign.yaml").write_text(
        f"jeu: tsewnart\ntitre: {quoted(WRONG)}\nplateau: {{taille: 6x3, topologie: fermé}}\ncamps:\n{camps}"
        f"graine: {commands.SEED}\n",
        encoding="utf-8",
    )
    for kind, values in (
        ("roles", (("brute", "agile", "archer"), ("terreur", "savant", "professeur"))),
        ("placement", (("(1;1)", "(1;2)", "(1;3)"), ("(6;1)", "(6;2)", "(6;3)"))),
    ):
        for names, given in zip(CAMPS.values(), values, strict=True):
            pairs = ", ".join(f"{quoted(name)}: {value}" for name, value in zip(names, given, strict=True))
            commands.send(folder, f"joueur: {quoted(names[0])}\n{kind}: {{{pairs}}}\nnote: {quoted(WRONG)}\n")
        commands.good("resolve", folder)
    commands.send(
        folder, *(f"joueur: {quoted(name)}\ntour: 1\nordres: rien\nnote: {quoted(WRONG)}\n" for name in PEOPLE)
    )
    (folder / "inbox").mkdir(exist_ok=True)
    commands.drop(folder, WRONG_FILE, "tour: un\n")
    assert commands.run("resolve", folder).code == 1  # that file is refused
    _play_with_words(folder)
    commands.good("undo", folder, "--yes", "--reason", WRONG, "--public", WRONG)
    _play_with_words(folder)
    return folder


def _play_with_words(folder: Path) -> None:
    (folder / "mot.txt").write_text(WRONG, encoding="utf-8")
    commands.good("resolve", folder)


_IN_IT = """
() => {
  const all = [...document.querySelectorAll("*")], targets = all.map(one => one.getAttribute("href")).filter(Boolean);
  return [all.map(one => one.tagName.toUpperCase()), all.flatMap(one => one.getAttributeNames()), targets];
}
"""
"""The elements of a page, their attributes, and where links lead."""


FORM = {"envelope", "sections", "board", "turn", "me", "to", "subject", "words", "shared"}
DATA = {
    "replay": {"title", "where", "here", "positions"},
    "form": FORM,
    "clauses": FORM,
    "bureau": {"kept"},
}
"""By script, the keys of the data that it reads."""


def is_harmless(watched: tuple[Page, list[str]], path: Path) -> Page:
    """Open a page and see that nothing in it is more than text."""
    page = goto(watched, path)
    tags, attributes, targets = page.evaluate(_IN_IT)
    assert not {"IMG", "IFRAME", "OBJECT", "EMBED", "FORM", "BASE", "LINK"} & set(tags)
    scripts = page.eval_on_selector_all("script", "all => all.map(one => one.textContent)")
    assert scripts[1:] in ([], *([script(name)] for name in DATA))
    kind = next((name for name in DATA if scripts[1:] == [script(name)]), "")
    assert not scripts or set(json.loads(scripts[0])) == DATA[kind]
    assert [name for name in attributes if name.startswith("on") or name == "src"] == []
    harmless = (
        rf"(\.\./)*[\w/-]+\.html|#[\w-]+{'|mailto:[^?&]*[?][^<>]*|data:[^<>]*' if kind in ('form', 'clauses') else ''}"
    )
    assert [target for target in targets if not re.fullmatch(harmless, target)] == []
    return page


def test_whatever_people_write_nothing_runs_and_all_of_it_shows(
    watched: tuple[Page, list[str]], tsewnart: Path
) -> None:
    """Forms are looked at below."""
    pages = [*tsewnart.glob("turns/*/reports/*.html"), *tsewnart.glob("public/**/*.html")]
    assert len(pages) > 3 * 10 - len(PEOPLE)
    for path in pages[:: 1 if is_deep() else 3]:
        shows_the_title(is_harmless(watched, path), path)


def shows_the_title(page: Page, path: Path) -> None:
    title = shown(WRONG)
    assert squeezed(page.inner_text("h1")).startswith(title), path
    assert squeezed(page.title()).startswith(title), path


def choose(page: Page) -> str:
    """Choose on a form what there is of each kind; return what the file says then."""
    for box in page.locator("#units input[type=checkbox]:not([id$=none])").all():
        box.check()
    for select in page.locator("#units select").all():
        if select.is_visible():
            select.select_option(index=1)
    if page.locator("#board .cell").count():
        page.locator("#board .cell").nth(1).click(force=True)
    page.fill("#note", WRONG)
    return page.inner_text("#file")


@pytest.mark.parametrize("every", [3, *deep(1)])
def test_whatever_people_write_forms_by_clicks_say_it_and_nothing_runs(
    watched: tuple[Page, list[str]], tsewnart: Path, every: int
) -> None:
    """Names are in lists, in the file, on the board; a title in the mail's subject; a note in the file, quoted."""
    seen, written = watched[1], 0
    forms = sorted(tsewnart.glob("turns/*/forms/*.html"))
    assert len(forms) > len(PEOPLE)
    for path in forms[::every]:
        page = is_harmless(watched, path)
        shows_the_title(page, path)
        text = choose(page)
        if text:
            document = yaml.safe_load(text)
            assert document["joueur"] in PEOPLE
            assert document["note"] == WRONG
            written += 1
            mail = page.get_attribute("#mail", "href") or ""
            assert unquote(mail).replace("\r\n", "\n").endswith(text.strip("\n") + "\n")
        assert seen == [path.as_uri()]
        assert page.locator("script").count() == 2
        assert page.locator("main img, main b, main svg script").count() == 0
    assert written


def told_on(page: Page) -> list[str]:
    """Return what a page says in paragraphs and lists: no title is there."""
    return list(map(squeezed, page.eval_on_selector_all("p, li", "all => all.map(one => one.textContent)")))


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("public/withdrawn-*/*/public.html", WRONG),  # why it was taken back
        ("turns/*-turn-1/reports/public.html", WRONG),  # the MJ's words
        ("turns/*-turn-1/reports/mj.html", f"«\u00a0{WRONG}\u00a0»"),  # a player's note
        ("turns/*-turn-1/reports/mj.html", WRONG_FILE),
    ],
)
def test_what_people_write_beside_orders_shows(
    watched: tuple[Page, list[str]], tsewnart: Path, pattern: str, text: str
) -> None:
    (path,) = tsewnart.glob(pattern)
    assert [one for one in told_on(goto(watched, path)) if shown(text) in one]


@pytest.mark.parametrize("reader", ["mj", "camp-01-l-aube", "player-01-d-alert-onload"])
def test_the_strangest_names_stand_in_pictures_and_tables(
    watched: tuple[Page, list[str]], tsewnart: Path, reader: str
) -> None:
    page = is_harmless(watched, commands.stage_folder(tsewnart, "turn-1") / "reports" / f"{reader}.html")
    own = set(PEOPLE if reader == "mj" else CAMPS["l'Aube"])
    assert drawn_names(page) == own
    assert names_on(page) >= own


@pytest.mark.deep
def test_names_of_the_resistance_stand_in_its_tables(watched: tuple[Page, list[str]], tmp_path: Path) -> None:
    folder = resistance.begun(tmp_path / "p", tuple(map(quoted, PEOPLE)))
    text = (folder / "campaign.yaml").read_text(encoding="utf-8")
    (folder / "campaign.yaml").write_text(text.replace("titre: La flotte", f"titre: {quoted(WRONG)}"), encoding="utf-8")
    commands.good("resolve", folder, "--force")
    for path in (*folder.glob("turns/*/reports/*.html"), folder / "public" / "index.html"):
        page = is_harmless(watched, path)
        assert squeezed(page.inner_text("h1")).startswith(shown(WRONG)), path
    page = is_harmless(watched, commands.stage_folder(folder, "deal") / "reports" / "mj.html")
    assert names_on(page) == set(PEOPLE)


@pytest.mark.parametrize("name", ["<script>", "a&b", 'a"b', "]]>", "\u202eAnna", "A\u200fnna", "<!--"])
def test_names_that_are_more_than_letters_are_refused(tmp_path: Path, name: str) -> None:
    folder = resistance.begun(tmp_path / "p", (quoted(name), *resistance.FIVE[1:]))
    done = commands.run("status", folder)
    assert (done.code, done.out) == (2, "")
    assert "ne peut pas être un nom" in done.err


# And names that the program would not take -------------------------------------------------------------------


@few(6)
@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "\"'><b onload=alert(1)>", "a&lt;b&b", "]]><!--", "\u202ea\u200fb"]
)
@pytest.mark.parametrize("kind", ["public", "camp", "player", "mj"])
def test_names_that_came_in_all_the_same_stay_text(
    watched: tuple[Page, list[str]], tmp_path: Path, kind: str, text: str
) -> None:
    """In pictures and tables too: a campaign may have begun before names were looked at."""
    readers = {"public": PUBLIC, "mj": MJ, "camp": camp_reader(text), "player": player_reader(text)}
    path = tmp_path / "page.html"
    path.write_text(written(*nasty_report(text), readers[kind], "html"), encoding="utf-8")
    page = is_harmless(watched, path)
    name = shown(text)
    said = page.eval_on_selector_all("svg title", "all => all.map(one => one.textContent)")
    assert [one for one in said if name in squeezed(one)]
    if kind != "public":
        texts = page.eval_on_selector_all("svg text", "all => all.map(one => one.textContent)")
        start = name[:3]
        assert [one for one in texts if squeezed(one).startswith(start)]
        cells = page.eval_on_selector_all("td", "all => all.map(one => one.textContent)")
        assert name in map(squeezed, cells)
