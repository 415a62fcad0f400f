"""Somebody who puts orders with conditions together in a form by clicks, at random, in a real browser."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from playwright.sync_api import Page


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
