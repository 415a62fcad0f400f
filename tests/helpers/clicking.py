"""Somebody who fills a form by clicks and keys alone, at random, in a real browser; and what he sees that he chose."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from playwright.sync_api import Locator, Page


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
        if (!field || !field.value) return;
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
