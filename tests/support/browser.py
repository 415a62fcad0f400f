"""A browser to look at pages with: Chromium without a window, that fetches nothing of its own.

``make test`` sees to it that there is one (tests/browser.sh): Chromium on the PATH, or Playwright's own.
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from adjudicator.store.layout import data_folder
from support.campaigns import NOW, played, send
from support.commands import good
from support.depth import deep

_FLAGS = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser, and end it: that takes longer than to look at a page, so one is enough for all tests."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    flags = [*_FLAGS, *(["--no-sandbox"] if getattr(os, "geteuid", int)() == 0 and os.name == "posix" else [])]
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=found, args=flags)
        except Error as error:
            pytest.fail(f"There is no browser to show the pages in; `make browser` sets one up.\n{error}")
        yield opened
        opened.close()


def watch(page: Page) -> list[str]:
    """Return a list to which comes all that a page asks for, says on the console, or shows besides itself."""
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.on("dialog", lambda dialog: (seen.append(dialog.message), dialog.dismiss()))
    return seen


COLOURS = """
const rgba = text => { const n = text.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
const behind = one => {
  const layers = [];
  for (let at = one; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
  const canvas = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
  return layers.reverse().reduce((under, top) => over(top, under), canvas);
};
const faded = one => {
  let all = 1;
  for (let at = one; at; at = at.parentElement) all *= getComputedStyle(at).opacity;
  return all;
};
const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
const light = colour => {
  const [r, g, b] = colour.slice(0, 3).map(v => linear(v / 255));
  return .2126 * r + .7152 * g + .0722 * b;
};
const ratio = (one, other) => {
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + .05) / (low + .05);
};
"""
"""JavaScript: colours as they are seen one over the other, and how much one stands out from another (WCAG 2)."""


# What axe-core finds on a page; PyPI's ``axe-playwright-python`` brings it along. It looks at no text in pictures.


WIDE, PHONE = 1100, 360
"""How wide a window is."""
SCHEMES: tuple[Any, ...] = ("light", "dark")


def show(page: Page, width: int = WIDE, scheme: Any = "light", unfolded: bool = True, **media: Any) -> None:
    """Let a page be shown in a window of this width, with all that is folded on it open or not."""
    if page.viewport_size != {"width": width, "height": 900}:
        page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(**{"media": "screen", "color_scheme": scheme, "forced_colors": "none", **media})
    page.evaluate("open => document.querySelectorAll('details').forEach(one => { one.open = open; })", unfolded)


LEFT_OUT = ("wcag2aaa", "experimental", "deprecated")
"""Tags of rules that are not asked for: stricter than AA; of which axe-core itself says that they err; given up.

All others are: A and AA of WCAG 2.0, 2.1 and 2.2 (these sleep in axe-core until they are asked for), and all that is
called best practice.
"""

_AXE = """
async ([colours, leftOut]) => {
  const ids = axe.getRules().filter(rule => !rule.tags.some(tag => leftOut.includes(tag))).map(rule => rule.ruleId);
  const ask = (where, rules) => axe.run(where,
    {runOnly: rules, resultTypes: ["violations", "incomplete"], elementRef: true, selectors: false});
  const found = [await ask(document, ids.filter(id => id !== "color-contrast"))];
  const place = one => one ? `${place(one.parentElement)} ${one.tagName}.${one.className}` : "";
  const says = one => [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const texts = [...document.body.querySelectorAll("*")].filter(one => says(one) && !one.closest("svg, title"));
  const oneOfEach = [...new Map(texts.reverse().map(one => [place(one), one])).values()];
  if (colours === "of all") found.push(await ask(document, ["color-contrast"]));
  if (colours === "of each kind" && texts.length) found.push(await ask({include: oneOfEach}, ["color-contrast"]));
  const measured = node => node.element.closest("svg");
  const unsure = rules => rules.map(rule => ({...rule, nodes: rule.nodes.filter(node => !measured(node))}));
  return found.flatMap(({violations, incomplete}) => [...violations, ...unsure(incomplete)])
    .flatMap(rule => rule.nodes.map(node =>
      `${rule.id}: ${node.html.slice(0, 100)} (${[...node.any, ...node.all, ...node.none][0]?.message})`));
}
"""
"""All that the rules find, and of what they are not sure: of text in pictures they never are, see below.

To look at the colours of every text takes longer than all else. Of texts that stand in elements of the same kinds and
classes, all the way up, the stylesheet makes the same: of these one is enough (every day).
"""


def found(page: Page, colours: str = "of each kind") -> list[str]:
    """Return what axe-core finds on a page as it is shown."""
    told: list[str] = page.evaluate(_AXE, [colours, LEFT_OUT])
    return told


# Every kind of page that the program writes, of each game in each language, as it lies where people open it.
#
# They are those of the example campaigns: ``demo`` and ``resistance`` are in French, ``torus`` and
# ``resistance-targeted`` in English. The public ones are those of ``public/``, with their links.


STAGES = {
    "demo": {"roles": "player-01", "placement": "player-02", "turn-5": "player-05", "turn-12": "player-11"},
    "torus": {"roles": "player-01", "placement": "player-04", "turn-3": "player-06", "turn-5": "player-07"},
    "resistance": {
        "deal": "player-04",
        "proposal-12": "player-06",
        "vote-5": "player-01",
        "mission-19": "player-08",
        "mission-26": "player-03",
    },
    "resistance-targeted": {
        "deal": "player-02",
        "proposal-4": "player-01",
        "vote-5": "player-04",
        "mission-6": "player-03",
        "vote-15": "player-05",
    },
}
"""By example, a stage of each phase and the last one, with the player whose report is looked at."""

INDEXES = ("before", "amid", "end")
"""The first page of ``public/``: before anything is played; when a stage was taken back; when the game is over."""

HISTORIES = {
    "demo": {"camp-01": "camp:Lune", "player-05": "player:Élodie", "mj": "mj"},
    "torus": {"camp-01": "camp:Herons", "player-05": "player:Erin", "mj": "mj"},
    "resistance": {"public": "public", "player-04": "player:Denis", "mj": "mj"},
    "resistance-targeted": {"public": "public", "player-01": "player:Nathan", "mj": "mj"},
}
"""By example, whose page of all positions is looked at, with what he is called; the MJ’s is of one turn."""


def _readers(example: str, player: str) -> tuple[str, ...]:
    return ("public", player, "mj") if example.startswith("resistance") else ("public", "camp-01", player, "mj")


FORMS = {
    "demo": {"begin": "hugo", "roles": "agathe", "turn-4": "elodie", "turn-6": "damien"},
    "torus": {"begin": "alice", "roles": "dylan", "placement": "grace", "turn-2": "alice"},
    "resistance": {"deal": "bruno", "proposal-4": "denis", "vote-2": "bruno"},
    "resistance-targeted": {"deal": "maya", "proposal-4": "nathan", "vote-5": "nathan"},
}
"""By example, forms by clicks of each kind, by the stage after which they are filled: a captain’s of roles, and of
places; of a Professeur, who sorts a list; of a ghost. A squad, a vote, a mission."""

_GAMES = (("demo", "torus"), ("resistance", "resistance-targeted"))
"""The examples of each game: in French, in English."""


def _of(example: str) -> list[list[str]]:
    """Return the names of an example's pages, those of a stage together."""
    stages = [
        [f"{example} {stage} {reader}" for reader in _readers(example, player)]
        for stage, player in STAGES[example].items()
    ]
    histories = [f"{example} history {reader}" for reader in HISTORIES[example]]
    forms = [[f"{example} {stage} form-{player}"] for stage, player in FORMS[example].items()]
    bureau = [[f"{example} {next(reversed(STAGES[example]))} bureau"]]
    indexes = [f"{example} index {when}" for when in INDEXES]
    return [*stages, indexes, [f"{example} withdrawn public"], histories, *forms, *bureau]


def _pages() -> Iterator[Any]:
    for examples in _GAMES:
        for i, stages in enumerate(zip(*map(_of, examples), strict=True)):
            for j, pair in enumerate(zip(*stages, strict=True)):
                now, deeper = pair if (i + j) % 2 == 0 else pair[::-1]
                yield now
                yield from deep(deeper)


PAGES = list(_pages())
"""The names of all pages, as parameters: every day each kind of each phase in one of the two languages, by turns."""

KINDS = [
    *(f"demo turn-5 {reader}" for reader in _readers("demo", STAGES["demo"]["turn-5"])),
    *(f"resistance vote-5 {reader}" for reader in _readers("resistance", STAGES["resistance"]["vote-5"])),
    *("demo index end", "demo withdrawn public", "resistance index amid", "resistance withdrawn public"),
    *("demo history player-05", "demo history mj", "resistance history player-04"),
    *("demo turn-4 form-elodie", "torus roles form-dylan", "resistance-targeted deal form-maya", "demo turn-12 bureau"),
]
"""One page of each kind, for what hangs on nothing else."""
OFTEN = [
    *("demo turn-5 public", "demo turn-5 player-05", "resistance vote-5 mj", "demo index end", "demo withdrawn public"),
    *("resistance history player-04", "demo turn-4 form-elodie", "resistance-targeted deal form-maya"),
    "demo turn-12 bureau",
]
"""Those that are looked at every day."""


def _deep(page: Any) -> list[Any]:
    return deep(page) if isinstance(page, str) else [page]


SOME = [
    *OFTEN,
    *deep(*(page for page in KINDS if page not in OFTEN)),
    *(one for page in PAGES if page not in KINDS for one in _deep(page)),
]
"""All pages, of which some are looked at every day."""


def shown_page(name: str) -> Path:
    """Return the file of a page."""
    example, stage, reader = name.split(" ")
    if stage == "history":
        return _history(example, reader)
    if stage == "withdrawn" or (stage == "index" and reader != "end"):
        return _taken_back(example)[reader if stage == "index" else stage]
    if reader == "bureau" or reader.startswith("form-"):
        return last_bureau(example) if reader == "bureau" else _form(example, stage, reader.removeprefix("form"))
    stages = played(example).stages
    public = stages[0].folder.parent.parent / "public"
    if stage == "index":
        return public / "index.html"
    (folder,) = (one.folder for one in stages if one.stage.label == stage)
    if reader == "public":
        return public / folder.name / "public.html"
    (path,) = (folder / "reports").glob(f"{reader}*.html")
    return path


_room = TemporaryDirectory(prefix="adjudicator-pages-")


@cache
def last_bureau(example: str) -> Path:
    """Return the bureau of an example that was played to its end, of which all but the last reports has been posted."""
    game = played(example)
    folder = Path(_room.name) / f"{example}-posted"
    shutil.copytree(game.campaign.folder, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", NOW)
        last = game.stages[-1].folder.name
        rows = good("posted", folder, "--json").json()
        first = next(row["number"] for row in rows if row["stage"] == last and row["kind"] == "public")
        good("posted", folder, f"1-{first - 1}")
    return folder / "bureau.html"


@cache
def _history(example: str, reader: str) -> Path:
    """Return the page of all positions of a reader; of the MJ, that of one turn of Tsewnart."""
    folder = played(example).stages[0].folder.parent.parent
    path = Path(_room.name) / f"{example}-{reader}.html"
    one = ["--turn", "3"] if reader == "mj" and not example.startswith("resistance") else []
    good("report", folder, "--for", HISTORIES[example][reader], "--history", *one, "--output", path)
    return path


def _form(example: str, stage: str, ending: str) -> Path:
    """Return the form by clicks whose name ends so, of those that are filled after a stage."""
    folders = [one.folder for one in played(example).stages if one.stage.label == stage]
    folder = folders[0] / "forms" if folders else _first_forms(example)
    return next(folder.glob(f"*{ending}.html"))


@cache
def _first_forms(example: str) -> Path:
    """Return the folder of the forms with which a game begins: before it they are written when the MJ asks."""
    folder = Path(_room.name) / f"{example}-begins"
    folder.mkdir()
    (folder / "campaign.yaml").write_bytes((data_folder("campaigns") / example / "campaign.yaml").read_bytes())
    good("template", folder, "--html", "--into", folder / "forms")
    return folder / "forms"


@cache
def _taken_back(example: str) -> dict[str, Path]:
    """Return the pages of an example that is held before its beginning, and whose second stage is then taken back."""
    folder = Path(_room.name) / example
    folder.mkdir()
    source = data_folder("campaigns") / example
    (folder / "campaign.yaml").write_bytes((source / "campaign.yaml").read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_NOW", NOW)
        good("hold", folder, "--reason", "On attend quelqu’un.")
        before = Path(_room.name) / f"{example}.html"
        before.write_bytes((folder / "public" / "index.html").read_bytes())
        good("release", folder, "--reason", "Tous sont là.")
        for stage in ("deal", "proposal-1") if example.startswith("resistance") else ("roles", "placement"):
            send(folder, source / "orders" / stage)
            good("resolve", folder, "--force")
        good("undo", folder, "--yes", "--reason", "x", "--public", "Un ordre avait été oublié.")
    (withdrawn,) = (folder / "public").glob("withdrawn-*/*/public.html")
    return {"before": before, "amid": folder / "public" / "index.html", "withdrawn": withdrawn}


# Somebody who fills a form by clicks and keys alone, at random, in a real browser; and what he sees that he chose.


class Written(NamedTuple):
    """What a page has come to."""

    chosen: Mapping[tuple[str, ...], str]
    """By the keys under which it stands in a file, the words that are chosen, as the fields show them."""
    either: list[tuple[tuple[str, ...], str]]
    """Of these one or the other: what has been put between two stands before the one, or after the other."""
    said: str
    troubles: list[str]
    file: str


class Clicker:
    """Fills forms; what has been chosen least is chosen next, so that all that there is comes to be chosen."""

    def __init__(self, page: Page, chance: random.Random) -> None:
        """Fill the form that ``page`` shows."""
        self.page, self.chance = page, chance
        self.times: Counter[str] = Counter()

    def open(self, path: str) -> None:
        """Open a form, and all of it that is folded."""
        self.page.goto(path)
        for summary in self.page.locator("#form summary").all():
            summary.focus()
            self.page.keyboard.press("Enter")

    def fill(self, steps: int) -> None:
        """Do so many things on the page."""
        for _ in range(steps):
            found = self.page.evaluate(_FIELDS)
            if self.page.locator("#board .cell").count():
                found += [["board", "board"]] * (len(found) // 3 + 1)
            if found:
                some = self.chance.sample(found, min(4, len(found)))
                self.do(*min(some, key=lambda one: self.times[one[1]]))

    def do(self, name: str, kind: str) -> None:
        """Use one thing: a list by keys, a box or a button by a click or a key, the board by a click or keys."""
        self.times[kind] += 1
        if name == "board":
            self.point()
            return
        one = self.page.locator(f"[id={_quoted(name)}]")
        if one.evaluate("one => one.tagName") == "SELECT":
            self.select(one, kind)
        elif self.chance.random() < 0.5:
            one.click()
        else:
            one.focus()
            self.page.keyboard.press("Space")

    def select(self, one: Locator, kind: str) -> None:
        """Choose what has been chosen least, with the arrows."""
        words = one.locator("option").all_inner_texts()
        index = min(
            self.chance.sample(range(len(words)), min(5, len(words))), key=lambda n: self.times[f"{kind} {words[n]}"]
        )
        self.times[f"{kind} {words[index]}"] += 1
        one.focus()
        self.page.keyboard.press("Home")
        for _ in range(index):
            self.page.keyboard.press("ArrowDown")

    def point(self) -> None:
        """Point at a cell: by a click, or going there with the arrows."""
        cells = self.page.locator("#board .cell")
        if self.chance.random() < 0.6:
            box = cells.nth(self.chance.randrange(cells.count()))
            box.click(force=True)
            return
        self.page.locator("#board").focus()
        for _ in range(self.chance.randrange(4)):
            self.page.keyboard.press(self.chance.choice(("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")))
        self.page.keyboard.press("Enter")

    def written(self) -> Written:
        """Return what the page shows now."""
        seen = self.page.evaluate(_SEEN)
        chosen = {tuple(path): text for path, text in seen["chosen"]}
        either = [(tuple(path), text) for path, text in seen["either"]]
        return Written(chosen, either, seen["said"], seen["troubles"], seen["file"])


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '\\"') + '"'


_FIELDS = """() => [...document.querySelectorAll(
  "#units select, #standing select, #units input, #standing input, #units button, #turn"
)].filter(one => one.id).map(one => {
  const legend = one.closest("fieldset")?.querySelector("legend").textContent;
  const label = one.parentElement.tagName === "LABEL" ? one.parentElement.firstChild.textContent : "";
  return [one.id, `${one.id.split("-")[0]} ${legend} ${label}`];
})"""
"""All that can be used, each with what is alike of it in other forms."""

_SEEN = """() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const turn = document.getElementById("turn");
  const gone = turn && Number(turn.value) !== data.turn ? "now" : "later";
  const chosen = [], either = [];
  for (const section of data.sections.filter(one => one.name !== gone)) {
    const none = document.getElementById(`${section.name}-none`);
    if (none && none.checked) chosen.push([section.path, data.words.nothing]);
    section.units.forEach((unit, u) => {
      const moved = unit.moves && document.querySelector(".items .moved");
      if (!moved) return;
      const name = row => row && row.firstChild.textContent.trim();
      chosen.push([unit.parts[unit.moves.action].path, name(moved)]);
      either.push([unit.parts[unit.moves.before].path, name(moved.nextElementSibling)]);
      either.push([unit.parts[unit.moves.after].path, name(moved.previousElementSibling)]);
    });
    section.units.forEach((unit, u) => {
      const filled = [];
      unit.parts.forEach((part, p) => {
        const id = `${section.name}-${u}-${p}`;
        const boxes = [...document.querySelectorAll(`[id^="${id}-"][type=checkbox]:checked`)];
        const names = boxes.map(one => one.parentElement.textContent.trim());
        if (names.length) filled.push([part.path, names.sort().join(", "), p]);
        const field = document.getElementById(id);
        if (!field || !field.value.trim()) return;
        const cell = [0, 1].map(axis => document.getElementById(`${id}-${axis}`));
        const text = field.tagName === "SELECT" ? field.selectedOptions[0].textContent : field.value;
        filled.push([part.path, cell[0] ? `(${cell[0].value};${cell[1].value})` : text, p]);
      });
      const short = filled.length === 1 && (unit.short || []).includes(filled[0][2]);
      for (const [path, text] of filled) chosen.push([short ? path.slice(0, -1) : path, text]);
    });
  }
  return {
    chosen,
    either,
    said: document.getElementById("said").textContent,
    troubles: [...document.querySelectorAll("#troubles li")].map(one => one.textContent),
    file: document.getElementById("file").textContent,
  };
}"""


# Somebody who puts orders with conditions together in a form by clicks, at random, in a real browser.


class Left(NamedTuple):
    """What a page makes of clauses, whether it finds anything wrong with them or not."""

    file: str
    said: str
    wrongs: list[str]


class Clause:
    """What was chosen of a clause: of each line its word, with what fills it as it is shown."""

    def __init__(self) -> None:
        """Nothing is chosen yet."""
        self.rows: dict[str, list[tuple[str, str]]] = {"facts": [], "unless": [], "orders": []}
        self.either = self.once = False

    def sorted(self) -> Any:
        """Return it with its lines in order."""
        either = self.either and len(self.rows["facts"]) > 1
        return *(sorted(self.rows[kind]) for kind in ("facts", "unless", "orders")), either, self.once


class Clauser:
    """Opens forms and adds clauses; ``clauses`` are those of the page, ``named`` the words in them."""

    def __init__(self, page: Page, chance: random.Random) -> None:
        """Do it on ``page``."""
        self.page, self.chance = page, chance
        self.clauses: list[Clause] = []
        self.named: list[str] = []

    def open(self, path: str) -> None:
        """Open a form, and all of it that is folded."""
        self.page.goto(path)
        self.clauses, self.named = [], []
        for summary in self.page.locator("#form summary").all():
            summary.click()

    def add(self) -> None:
        """Add a clause with some facts, perhaps some exceptions, and orders; one of many is like the one before."""
        number = len(self.clauses)
        self.page.click("#si-add")
        self.clauses.append(Clause())
        counts = {"facts": self.chance.choice((0, 1, 1, 1, 2, 2, 3)), "unless": self.chance.choice((0, 0, 0, 1, 2))}
        if not any(counts.values()):
            counts["facts"] = 1
        for kind, count in {**counts, "orders": self.chance.choice((1, 1, 1, 2))}.items():
            for at in range(count):
                self.row(number, kind, at)
        clause = self.clauses[-1]
        if self.page.locator(f"#si-{number}-either").count() and self.chance.random() < 0.4:
            self.page.select_option(f"#si-{number}-either", "label-or-if")
            clause.either = True
        if self.chance.random() < 0.2:
            self.page.check(f"#si-{number}-once")
            clause.once = True

    def row(self, number: int, kind: str, at: int) -> None:
        """Fill a line of a clause."""
        start = f"si-{number}-{kind}-{at}"
        if not self.page.locator(f"[id={start}]").count():
            more = self.page.locator(f"#si-{number}-more-{kind}")
            if not more.count():
                return  # behind nothing there is nothing
            more.click()
        offered = self.page.locator(f"[id={start}] option").evaluate_all(
            "all => all.map(one => one.value).filter(one => one !== '')"
        )
        if not offered:
            return
        before = self.clauses[number - 1].rows[kind] if number and self.chance.random() < 0.2 else []
        names = self.page.locator(f"[id={start}] option").all_inner_texts()[1:]
        like = next((n for n, name in enumerate(names) if before and name == before[0][0]), None)
        of = offered[like] if like is not None else self.chance.choice(offered)
        self.page.select_option(f"[id={start}]", of)
        if int(of) < 0:  # nothing is done
            self.clauses[number].rows[kind].append(("", names[offered.index(of)]))
            self.named.append("nothing")
            return
        units = "standing.units" if kind == "orders" else "facts"
        shapes = self.page.evaluate(f"{units}[{of}].shapes")
        parts = self.page.evaluate(f"{units}[{of}].parts.map(({{path, label}}) => ({{path, label}}))")
        short = self.page.evaluate(f"{units}[{of}].short || []")
        filled: dict[int, str] = {}
        while not filled:  # of a bound not all ways may be possible
            shape = self.chance.choice(shapes)
            filled = {part: text for part in shape if (text := self.part(f"{start}-{part}"))}
        skip = len(self.page.evaluate("standing.path")) if kind == "orders" else 0
        told: dict[str, dict[str, str]] = {}
        for part, text in filled.items():
            word, *inner = parts[part]["path"][skip:]
            alone = part in short and len(filled) == 1
            told.setdefault(word, {})["" if alone or not inner else inner[0]] = text
        for word, values in told.items():
            text = values[""] if "" in values else " ".join(sorted(f"{key}={one}" for key, one in values.items()))
            self.clauses[number].rows[kind].append((word, text))
            self.named.append(f"{kind} {word}")

    def part(self, name: str) -> str:
        """Fill one part; return what is shown of it."""
        boxes = self.page.locator(f"[id^='{name}-'][type=checkbox]")
        if count := boxes.count():
            some = self.chance.sample(range(count), self.chance.randrange(1, min(count, 5) + 1))
            labels = []
            for box in some:
                labels.append(boxes.nth(box).evaluate("one => one.parentElement.lastChild.textContent.trim()"))
                boxes.nth(box).click()
            return ", ".join(sorted(labels))
        field = self.page.locator(f"[id='{name}']")
        if not field.count():
            return ""  # there is no number that it could be
        if field.evaluate("one => one.tagName") == "INPUT":
            text = str(self.chance.randrange(0, 60))
            field.fill(text)
            field.blur()
            return text
        options = field.locator("option").evaluate_all("all => all.map(one => one.value).filter(one => one !== '')")
        picked = self.chance.choice(options)
        field.select_option(picked)
        if picked == "c":
            for axis in (0, 1):
                axes = self.page.locator(f"[id='{name}-{axis}']")
                axes.select_option(str(self.chance.randrange(1, axes.locator("option").count())))  # the first is none
            return "({};{})".format(*(self.page.locator(f"[id='{name}-{axis}']").input_value() for axis in (0, 1)))
        shown: str = field.evaluate("one => one.selectedOptions[0].textContent")
        return shown

    def left(self) -> Left:
        """Return what the page makes of it."""
        found = self.page.evaluate("({file: file(), said: sentence(), wrongs: troubles().wrongs})")
        return Left(found["file"], found["said"], found["wrongs"])
